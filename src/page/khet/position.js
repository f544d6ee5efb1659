// @ts-check
// Boards, pieces and moves as text: the board field of KFEN, and names for people and screen readers. It contains no rules.

/** @typedef {'silver'|'red'} Colour */
/** @typedef {{ colour: Colour, letter: string, turn: number }} Piece  `turn` is 0 to 3, clockwise. */
/** @typedef {(Piece|null)[]} Board  80 squares: a1 is 0, b1 is 1, a2 is 10. */
/** @typedef {{ from: number, to: number|null, turn: ''|'+'|'-', top: boolean }} MoveParts */

export const FILES = 10;
export const RANKS = 8;

/** The letters of the pieces. */
const LETTERS = 'kpsaxote';
/** The letters that are followed by an orientation. */
export const ORIENTED = 'paxse';

/** @param {number} square @returns {string} */
export function squareName(square) {
  return 'abcdefghij'.charAt(square % FILES) + (Math.floor(square / FILES) + 1);
}

/** Returns the index of a square such as `e4`, or -1. @param {string} name */
export function squareIndex(name) {
  const file = 'abcdefghij'.indexOf(name.charAt(0)), rank = Number(name.charAt(1)) - 1;
  return name.length === 2 && file >= 0 && rank >= 0 && rank < RANKS ? rank * FILES + file : -1;
}

/** @param {Colour} colour @returns {Colour} */
export const opponent = (colour) => (colour === 'silver' ? 'red' : 'silver');

/** Returns a position with a player to move. @param {string} kfen @param {Colour} colour */
export function asTurnOf(kfen, colour) {
  const [board, , ...rest] = kfen.split(' ');
  return [board, colour === 'red' ? 'r' : 's', ...rest].join(' ');
}

/** Reads the board field of a KFEN. Ignores faults, which the engine reports. @param {string} kfen @returns {Board} */
export function readBoard(kfen) {
  /** @type {Board} */
  const board = Array.from({ length: FILES * RANKS }, () => null);
  const ranks = (kfen.split(' ')[0] ?? '').split('/');
  ranks.slice(0, RANKS).forEach((text, row) => {
    let file = 0;
    for (let at = 0; at < text.length; at += 1) {
      const letter = text.charAt(at), lower = letter.toLowerCase();
      if (!LETTERS.includes(lower)) {
        file += Number(letter) || 0;
        continue;
      }
      let turn = 0;
      if (ORIENTED.includes(lower)) {
        at += 1;
        turn = (Number(text.charAt(at)) || 1) - 1;
        if (lower === 's' || lower === 'e') turn %= 2;
      }
      if (file < FILES) {
        board[(RANKS - 1 - row) * FILES + file] = { colour: letter === lower ? 'red' : 'silver', letter: lower, turn };
      }
      file += 1;
    }
  });
  return board;
}

/** Reads a move such as `h2g2`, `h2+` or `e1d2t`, or returns null. @param {string} text @returns {MoveParts|null} */
export function readMove(text) {
  const parts = /^([a-j][1-8])(?:([+-])|([a-j][1-8])(t?))$/.exec(text);
  if (!parts) return null;
  const [, from = '', turn = '', to = '', top = ''] = parts;
  return {
    from: squareIndex(from),
    to: to ? squareIndex(to) : null,
    turn: turn === '+' ? '+' : turn === '-' ? '-' : '',
    top: top === 't',
  };
}

/** Returns a move as the move list shows it: `h2g2`, `h2↻`, with hits `h2g2 ×e7`. @param {string} text @param {string[]} hits */
export function showMove(text, hits) {
  const move = readMove(text);
  let shown = text;
  if (move && move.to === null) shown = `${squareName(move.from)}${move.turn === '+' ? '↻' : '↺'}`;
  return hits.length ? `${shown} ×${hits.join(' ×')}` : shown;
}
