// @ts-check
// Drawings of the pieces, centred on a square of 64 units. `khepri show --svg` draws the same pieces. There are several sets of them.

import { svg } from './picture.js';
import { WIDE } from './view.js';

/** @typedef {import('../khet/position.js').Piece} Piece */

/** @typedef {'khet'|'laser'|'plain'} PieceSet */

/** The piece sets. @type {PieceSet[]} */
export const PIECE_SETS = ['khet', 'laser', 'plain'];

/** The shapes of the sets that were loaded, with words in braces for paints. @type {Map<PieceSet, Document>} */
const shapes = new Map();
/** The set that was chosen last. @type {PieceSet} */
let wanted = 'khet';
/** The set that is drawn: the one that was chosen last, once it is loaded. @type {PieceSet} */
let chosen = 'khet';

/** Loads a set, which has to precede its drawings. @param {PieceSet} set @returns {Promise<void>} */
export function loadPieces(set) {
  if (shapes.has(set)) return Promise.resolve();
  return new Promise((resolve, reject) => {
    const fail = () => reject(new Error(`${set}.svg cannot be loaded`));
    // A request can return a document; text cannot be assigned as SVG, because of the content security policy.
    const request = new XMLHttpRequest();
    request.open('GET', new URL(`../pieces/${set}.svg`, import.meta.url));
    request.responseType = 'document';
    request.onload = () => {
      if (request.status !== 200 || !request.responseXML) return fail();
      shapes.set(set, request.responseXML);
      resolve();
    };
    request.onerror = fail;
    request.send();
  });
}

/** Returns the set of all pictures that do not name one. */
export const chosenPieces = () => chosen;

/** Chooses the set of all pictures that do not name one, and loads it. @param {PieceSet} set */
export async function choosePieces(set) {
  wanted = set;
  await loadPieces(set);
  if (wanted === set) chosen = set;
}

/** The paints of faces, clockwise. The light does not rotate with the pieces. */
const FACES = ['n', 'e', 's', 'w'];

/** Returns a shape with a player's paints. @param {PieceSet} set @param {string} name @param {string} colour @param {number} degrees */
function shape(set, name, colour, degrees) {
  const all = /** @type {Document} */ (shapes.get(set));
  const drawing = /** @type {SVGGElement} */ (document.importNode(/** @type {Element} */ (all.getElementById(name)), true));
  const paints = all.getElementById(colour)?.dataset ?? {};
  /** Returns the paint of a face or of a part without a direction. @param {string} word */
  const paint = (word) => {
    const at = FACES.indexOf(word);
    return paints[(at < 0 ? '' : FACES[(at + degrees / 90) % 4]) || word] ?? '';
  };
  drawing.removeAttribute('id');
  for (const { attributes } of drawing.querySelectorAll('*')) {
    for (const attribute of attributes) {
      attribute.value = attribute.value.replace(/\{(\w+)\}/, (_, word) => paint(word)).replace('rotate(0)', `rotate(${degrees})`);
    }
  }
  return drawing;
}

/** @type {Map<string, SVGGElement>} Cached drawings. */
const cache = new Map();

/** Returns a drawing of a piece, centred on the origin. @param {Piece} piece @param {import('./view.js').View} view @param {PieceSet} set */
export function drawPiece({ colour, letter, turn }, view = WIDE, set = chosen) {
  const key = `${set}${colour}${letter}${turn}${view.quarters}`;
  const drawing = cache.get(key) ?? shape(set, letter, colour, 90 * (turn + view.quarters));
  cache.set(key, drawing);
  return /** @type {SVGGElement} */ (drawing.cloneNode(true));
}

/** Returns a drawing of a laser in the frame, pointing up. @param {string} colour @param {PieceSet} set */
export const drawLaser = (colour, set = chosen) => shape(set, 'laser', colour, 0);

/** Returns a small picture of a piece, for texts. @param {Piece} piece */
export function figure(piece) {
  const picture = svg('svg', { viewBox: '-28 -28 56 56', class: 'figure', 'aria-hidden': 'true' });
  picture.append(drawPiece(piece));
  return picture;
}
