// @ts-check
// Moves, hits and results in words, with the chosen names of the pieces.

import { kindName, named } from './names.js';
import { readMove, squareIndex, squareName } from './position.js';

/** @typedef {import('./position.js').Board} Board */

/** Returns a move in words: `silver pyramid h2 to g2`. @param {Board} board the board before the move @param {string} text */
export function speakMove(board, text) {
  const move = readMove(text);
  const piece = move && board[move.from];
  if (!move || !piece) return text;
  const name = `${piece.colour} ${kindName(piece.letter)} ${squareName(move.from)}`;
  if (move.to === null) {
    if (piece.letter === 's' || piece.letter === 'e') return `${name} rotates`;
    return `${name} rotates ${move.turn === '+' ? 'clockwise' : 'anticlockwise'}`;
  }
  const other = board[move.to];
  const mover = move.top ? `top of ${name}` : name;
  if (!other) return `${mover} to ${squareName(move.to)}`;
  if (other.letter === 'o' && (piece.letter === 'o' || piece.letter === 't')) return `${mover} stacks on ${squareName(move.to)}`;
  return `${name} swaps with ${other.colour} ${kindName(other.letter)} ${squareName(move.to)}`;
}

/** Returns the hits of a shot in words: `hits red pyramid on e7`. @param {Board} board the board of the shot @param {string[]} hits */
export function speakHits(board, hits) {
  if (hits.length === 0) return 'hits nothing';
  return 'hits ' + hits.map((name) => {
    const piece = board[squareIndex(name)];
    return piece ? `${piece.colour} ${kindName(piece.letter)} on ${name}` : name;
  }).join(' and ');
}

/** The ends of sentences about a result, by its reason. `src/program/play/text.rs` has the same table. @type {Map<string, string>} */
const ENDS = new Map([
  ['pharaoh', ': the Pharaoh is hit'],
  ['both-pharaohs', ': both Pharaohs are hit'],
  ['no-moves', ': no legal move is left'],
  ['repetition', ' by threefold repetition'],
  ['resignation', ' by resignation'],
  ['time', ' on time'],
  ['agreement', ' by agreement'],
]);

/** Returns the result in words. @param {string} result @param {string} reason */
export function speakResult(result, reason) {
  const outcome = { '1-0': 'Silver wins', '0-1': 'Red wins', '1/2-1/2': 'Draw' }[result];
  if (!outcome) return '';
  const isNamed = reason && reason !== '-' && reason !== '?';
  return outcome + named(ENDS.get(reason) ?? (isNamed ? `: ${reason}` : ''));
}
