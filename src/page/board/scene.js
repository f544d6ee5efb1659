// @ts-check
// Pictures of positions outside the board: the ground with the pieces on it, and a layer for beams.

import { drawGround } from './ground.js';
import { group, svg } from './picture.js';
import { drawPiece } from './pieces.js';
import { squareName } from '../khet/position.js';

/** @typedef {import('../khet/position.js').Board} Board */

/** Draws an empty board in a picture. Returns the layer of the beams, and a function that draws the pieces. @param {SVGSVGElement} picture @param {string} variant @param {import('./view.js').View} view */
export function makeScene(picture, variant, view) {
  const ground = svg('g'), pieces = svg('g', { class: 'pieces' }), lights = svg('g', { class: 'lights' });
  const emblems = drawGround(ground, variant, view);
  picture.append(ground, pieces, lights);
  /** @param {Board} board */
  const drawPieces = (board) => {
    for (const [square, emblem] of emblems) emblem.classList.toggle('covered', Boolean(board[square]));
    pieces.replaceChildren(...board.flatMap((piece, square) => {
      const { x, y } = view.centre(square);
      return piece ? [group({ 'data-square': squareName(square), transform: `translate(${x} ${y})` }, [drawPiece(piece, view)])] : [];
    }));
  };
  return { lights, drawPieces };
}
