// @ts-check
// The drawing of the empty board: squares, emblems of reserved squares, coordinates, and lasers in the frame.

import { centre, framePoint, group, HEIGHT, SIDE, svg, WIDTH } from './picture.js';
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
 * @param {SVGGElement} layer @param {string} variant @param {boolean} flipped @param {import('./pieces.js').PieceSet} [set] that of the lasers in the frame
 */
export function drawGround(layer, variant, flipped, set) {
  /** @type {Map<number, SVGElement>} */
  const emblems = new Map();
  /** @type {SVGElement[]} */
  const parts = [svg('rect', { class: 'frame', width: WIDTH, height: HEIGHT, rx: 8 })];
  for (let square = 0; square < FILES * RANKS; square += 1) {
    const { x, y } = centre(square, flipped), owner = ownerOf(squareName(square), variant);
    parts.push(svg('rect', { class: `ground ${owner || ((Math.floor(square / FILES) + square) % 2 ? 'odd' : '')}`, x: x - SIDE / 2, y: y - SIDE / 2, width: SIDE, height: SIDE }));
    if (!owner) continue;
    const emblem = svg('path', { class: `emblem ${owner}`, d: owner === 'red' ? HORUS : ANKH, transform: `translate(${x} ${y})` });
    emblems.set(square, emblem);
    parts.push(emblem);
  }
  const lasers = variant === 'khet2' ? [] : ['j0', 'a9'];
  for (let file = 0; file < FILES; file += 1) {
    // The letter is shifted to make room for the laser in the frame.
    const shift = lasers.length && file === (flipped ? 0 : 9) ? 25 : 0;
    parts.push(svg('text', { class: 'letter', x: centre(file, flipped).x + shift, y: HEIGHT - 6 }, 'abcdefghij'.charAt(file)));
  }
  for (let rank = 0; rank < RANKS; rank += 1) {
    parts.push(svg('text', { class: 'letter', x: 11, y: centre(rank * FILES, flipped).y + 5 }, String(rank + 1)));
  }
  for (const name of lasers) {
    const { x, y } = framePoint(name, flipped), up = (name === 'j0') !== flipped;
    const transform = `translate(${x} ${y}) rotate(${up ? 0 : 180})`;
    parts.push(group({ transform }, [drawLaser(name === 'j0' ? 'silver' : 'red', set)]));
  }
  layer.replaceChildren(...parts);
  return emblems;
}
