// @ts-check
// The drawing of the empty board: squares, emblems of reserved squares, coordinates, and lasers in the frame.

import { group, SIDE, svg } from './picture.js';
import { drawLaser } from './pieces.js';
import { RULE_SETS } from '../khet/rule-sets.js';
import { FILES, RANKS, squareName } from '../khet/position.js';

const ANKH = 'M0,0C-10,-8 -7,-16 0,-16C7,-16 10,-8 0,0L0,16M-9,3L9,3';
const HORUS = 'M-14,0Q0,-12 14,0Q0,9 -14,0M-14,-7Q0,-18 14,-7M-3,5L-5,13M3,5Q6,13 12,10M-2,0L2,0';

/** Returns the colour for which a square is reserved, or ''. @param {string} name @param {string} variant */
export function ownerOf(name, variant) {
  const reserved = RULE_SETS[variant]?.reserved;
  return reserved?.silver.includes(name) ? 'silver' : reserved?.red.includes(name) ? 'red' : '';
}

/**
 * Draws the empty board in a layer, and returns the emblems by square.
 * @param {SVGGElement} layer @param {string} variant @param {import('./view.js').View} view @param {import('./pieces.js').PieceSet} [set] that of the lasers in the frame
 */
export function drawGround(layer, variant, view, set) {
  /** @type {Map<number, SVGElement>} */
  const emblems = new Map();
  /** @type {SVGElement[]} */
  const parts = [svg('rect', { class: 'frame', width: view.width, height: view.height, rx: 8 })];
  for (let square = 0; square < FILES * RANKS; square += 1) {
    const { x, y } = view.centre(square), owner = ownerOf(squareName(square), variant);
    parts.push(svg('rect', { class: `ground ${owner || ((Math.floor(square / FILES) + square) % 2 ? 'odd' : '')}`, x: x - SIDE / 2, y: y - SIDE / 2, width: SIDE, height: SIDE }));
    if (!owner) continue;
    const emblem = svg('path', { class: `emblem ${owner}`, d: owner === 'red' ? HORUS : ANKH, transform: `translate(${x} ${y})` });
    emblems.set(square, emblem);
    parts.push(emblem);
  }
  const lasers = variant === 'khet2' ? [] : ['j0', 'a9'];
  const { columns, rows } = view.labels;
  // The letter of the player's own corner is shifted to make room for the laser in the frame.
  const shift = (/** @type {string} */ text, /** @type {number} */ room) => (lasers.length && text === (view.flipped ? 'a' : 'j') ? room : 0);
  for (const { text, square } of columns) {
    parts.push(svg('text', { class: 'letter', x: view.centre(square).x + shift(text, 25), y: view.height - 6 }, text));
  }
  for (const { text, square } of rows) {
    parts.push(svg('text', { class: 'letter', x: 11, y: view.centre(square).y + 5 + shift(text, 34) }, text));
  }
  for (const name of lasers) {
    const { x, y } = view.framePoint(name), transform = `translate(${x} ${y}) rotate(${view.degrees(name === 'j0' ? 'n' : 's')})`;
    parts.push(group({ transform }, [drawLaser(name === 'j0' ? 'silver' : 'red', set)]));
  }
  layer.replaceChildren(...parts);
  return emblems;
}
