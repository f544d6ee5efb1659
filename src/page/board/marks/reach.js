// @ts-check
// The drawing of where a player's beam can get with one move: a tint on squares, and frames with numbers around pieces.

import { group, SIDE, svg } from '../picture.js';
import { squareIndex } from '../../khet/position.js';

/** The frame of a piece that moves can hit. `isOwn` is true for a piece of the player who moves. @typedef {{ square: string, moves: number, isOwn: boolean }} Frame */
/** @typedef {import('../view.js').View} View */
/** What is drawn: the squares that only a move can light, the frames, and a note on squares for screen readers. @typedef {{ tinted: string[], frames: Frame[], notes: Map<string, string> }} ReachView */

/** Returns the tint of squares. @param {ReachView} reach @param {View} view */
export function drawTint({ tinted }, view) {
  return tinted.map((name) => {
    const { x, y } = view.centre(squareIndex(name));
    return svg('rect', { class: 'tint', x: x - SIDE / 2, y: y - SIDE / 2, width: SIDE, height: SIDE });
  });
}

/** Returns the frames of pieces, each with its number in the upper right corner. @param {ReachView} reach @param {View} view */
export function drawFrames({ frames }, view) {
  return frames.map(({ square, moves, isOwn }) => {
    const { x, y } = view.centre(squareIndex(square)), text = String(moves), width = 12 + 11 * text.length;
    const number = group({}, [
      svg('rect', { x: -width, y: 0, width, height: 22, rx: 6 }),
      svg('text', { x: -width / 2, y: 17 }, text),
    ]);
    return group({ class: isOwn ? 'reached own' : 'reached', transform: `translate(${x} ${y})` }, [
      svg('rect', { class: 'edge', x: -29, y: -29, width: 58, height: 58, rx: 8 }),
      group({ class: 'number', transform: 'translate(32 -32)' }, [number]),
    ]);
  });
}
