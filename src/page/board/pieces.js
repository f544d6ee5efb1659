// @ts-check
// Drawings of the pieces, centred on a square of 64 units. `khepri show --svg` draws the same pieces.

import { svg } from './picture.js';

/** @typedef {import('../khet/position.js').Piece} Piece */

/** The shapes, with words in braces for paints. @type {Document} */
const SHAPES = await new Promise((resolve, reject) => {
  // A request can return a document; text cannot be assigned as SVG, because of the content security policy.
  const request = new XMLHttpRequest();
  request.open('GET', new URL('../pieces.svg', import.meta.url));
  request.responseType = 'document';
  request.onload = () => resolve(/** @type {Document} */ (request.responseXML));
  request.onerror = reject;
  request.send();
});

/** The paints of faces, clockwise. The light does not rotate with the pieces. */
const FACES = ['n', 'e', 's', 'w'];

/** Returns a shape with a player's paints. @param {string} name @param {string} colour @param {number} degrees */
function shape(name, colour, degrees) {
  const drawing = /** @type {SVGGElement} */ (document.importNode(/** @type {Element} */ (SHAPES.getElementById(name)), true));
  const paints = SHAPES.getElementById(colour)?.dataset ?? {};
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

/** Returns a drawing of a piece, centred on the origin. @param {Piece} piece @param {boolean} flipped whether the board is seen from Red's side */
export function drawPiece({ colour, letter, turn }, flipped = false) {
  const key = `${colour}${letter}${turn}${flipped}`;
  const drawing = cache.get(key) ?? shape(letter, colour, 90 * turn + (flipped ? 180 : 0));
  cache.set(key, drawing);
  return /** @type {SVGGElement} */ (drawing.cloneNode(true));
}

/** Returns a drawing of a laser in the frame, pointing up. @param {string} colour */
export const drawLaser = (colour) => shape('laser', colour, 0);

/** Returns a small picture of a piece, for texts. @param {Piece} piece */
export function figure(piece) {
  const picture = svg('svg', { viewBox: '-28 -28 56 56', class: 'figure', 'aria-hidden': 'true' });
  picture.append(drawPiece(piece));
  return picture;
}
