// @ts-check
// Moves, hits and results in words.

import { texts } from '../texts/texts.js';
import { readMove, squareIndex, squareName } from './position.js';

/** @typedef {import('./position.js').Board} Board */
/** A square that a beam hits, with its piece. @typedef {{ square: string, piece: import('./position.js').Piece|null }} Hit */

/** Returns a move in words: `silver pyramid h2 to g2`. @param {Board} board the board before the move @param {string} text */
export function speakMove(board, text) {
  const move = readMove(text), { speech } = texts;
  const piece = move && board[move.from];
  if (!move || !piece) return text;
  const from = squareName(move.from);
  if (move.to === null) return speech.rotates(piece, from, piece.letter === 's' || piece.letter === 'e' ? '' : move.turn);
  const other = board[move.to], to = squareName(move.to);
  if (!other) return speech.moves(piece, from, to, move.top);
  if (other.letter === 'o' && (piece.letter === 'o' || piece.letter === 't')) return speech.stacks(piece, from, to, move.top);
  return speech.swaps(piece, from, other, to);
}

/** Returns the hits of a shot. @param {Board} board the board of the shot @param {string[]} squares @returns {Hit[]} */
export const hitsOn = (board, squares) => squares.map((square) => ({ square, piece: board[squareIndex(square)] ?? null }));

/** Returns the hits of a shot in words: `hits red pyramid on e7`. @param {Board} board the board of the shot @param {string[]} hits */
export const speakHits = (board, hits) => texts.speech.hits(hitsOn(board, hits));

/** Returns the result in words, or '' without one. @param {string} result @param {string} reason */
export function speakResult(result, reason) {
  if (!['1-0', '0-1', '1/2-1/2'].includes(result)) return '';
  return texts.speech.result(result, reason === '-' || reason === '?' ? '' : reason);
}
