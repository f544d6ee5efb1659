// @ts-check
// Arrows of moves: from square to square, or around a piece that rotates.

import { group, svg } from '../picture.js';
import { readMove } from '../../khet/position.js';

/** @typedef {{ move: string, class: string }} Arrow  The class is `best`, `second`, `third`, `threat` or `ahead`. */

/** Returns the drawing of an arrow, or an empty list if the move cannot be read. @param {Arrow} arrow @param {import('../view.js').View} view @returns {SVGGElement[]} */
export function drawArrow(arrow, view) {
  const move = readMove(arrow.move);
  if (!move) return [];
  const from = view.centre(move.from);
  let transform = '', shaft = '', point = '';
  if (move.to === null) {
    transform = `translate(${from.x} ${from.y}) scale(${move.turn === '+' ? 1 : -1} 1)`;
    [shaft, point] = ['M-20,-20A28,28 0 1 1 -20,20', 'M-10,12L-26,12L-22,27Z'];
  } else {
    const to = view.centre(move.to), length = Math.hypot(to.x - from.x, to.y - from.y);
    transform = `translate(${from.x} ${from.y}) rotate(${(Math.atan2(to.y - from.y, to.x - from.x) * 180) / Math.PI})`;
    [shaft, point] = [`M8,0L${length - 22},0`, `M${length - 24},-13L${length - 2},0L${length - 24},13Z`];
  }
  return [group({ class: `arrow ${arrow.class}`, transform }, [svg('path', { d: shaft, class: 'shaft' }), svg('path', { d: point, class: 'point' })])];
}
