// @ts-check
// Boards, pieces and moves as text: the board field of KFEN, and names for people and screen readers. It contains no rules.

import { kindName, KINDS, named } from './names.js';

/** @typedef {'silver'|'red'} Colour */
/** @typedef {{ colour: Colour, letter: string, turn: number }} Piece  `turn` is 0 to 3, clockwise. */
/** @typedef {(Piece|null)[]} Board  80 squares: a1 is 0, b1 is 1, a2 is 10. */
/** @typedef {{ from: number, to: number|null, turn: ''|'+'|'-', top: boolean }} MoveParts */

export const FILES = 10;
export const RANKS = 8;

/** The letters that are followed by an orientation. */
const ORIENTED = 'paxse';
const QUADRANTS = ['north-east', 'south-east', 'south-west', 'north-west'];
const SIDES = ['north', 'east', 'south', 'west'];

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

/** @param {string} text */
export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** Reads the board field of a KFEN. Ignores faults, which the engine reports. @param {string} kfen @returns {Board} */
export function readBoard(kfen) {
  /** @type {Board} */
  const board = new Array(FILES * RANKS).fill(null);
  const ranks = (kfen.split(' ')[0] ?? '').split('/');
  ranks.slice(0, RANKS).forEach((text, row) => {
    let file = 0;
    for (let at = 0; at < text.length; at += 1) {
      const letter = text.charAt(at), lower = letter.toLowerCase();
      if (!KINDS[lower]) {
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

/** Writes the board field of a KFEN. @param {Board} board */
export function writeBoard(board) {
  const ranks = [];
  for (let rank = RANKS - 1; rank >= 0; rank -= 1) {
    let text = '', empty = 0;
    for (let file = 0; file < FILES; file += 1) {
      const piece = board[rank * FILES + file];
      if (!piece) {
        empty += 1;
        continue;
      }
      if (empty) text += empty;
      empty = 0;
      text += piece.colour === 'silver' ? piece.letter.toUpperCase() : piece.letter;
      if (ORIENTED.includes(piece.letter)) text += piece.turn + 1;
    }
    ranks.push(text + (empty && empty < FILES ? empty : ''));
  }
  return ranks.join('/');
}

/** Returns a piece in words: `silver pyramid facing north-east`. @param {Piece} piece */
export function pieceName(piece) {
  const name = `${piece.colour} ${kindName(piece.letter)}`;
  switch (piece.letter) {
    case 'p': return `${name} facing ${QUADRANTS[piece.turn]}`;
    case 'a': case 'x': return `${name} facing ${SIDES[piece.turn]}`;
    case 's': case 'e': return `${name} mirrors ${piece.turn === 0 ? 'north-east and south-west' : 'south-east and north-west'}`;
    default: return name;
  }
}

/** Returns the accessible name of a square. @param {number} square @param {Piece|null|undefined} piece */
export function cellName(square, piece) {
  return `${squareName(square)}, ${piece ? pieceName(piece) : 'empty'}`;
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

/** Returns a move as the move list shows it: `h2g2`, `h2+`, with hits `h2g2 ×e7`. @param {string} text @param {string[]} hits */
export function showMove(text, hits) {
  const move = readMove(text);
  let shown = text;
  if (move && move.to === null) shown = `${squareName(move.from)}${move.turn}`;
  return hits.length ? `${shown} ×${hits.join(' ×')}` : shown;
}

/** The ends of sentences about a result, by its reason. `src/play/text.rs` has the same table. @type {Map<string, string>} */
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
