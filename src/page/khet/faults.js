// @ts-check
// Puts the faults of positions, moves and games, which the program reports with codes and values, into plain words and squares.

import { variantName } from './names.js';
import { readBoard, squareIndex } from './position.js';
import { capital } from '../texts/grammar.js';
import { chosenNames, texts } from '../texts/texts.js';

/** @typedef {import('./position.js').Board} Board */
/** @typedef {Record<string, any>} Values */
/** @typedef {{ number: number, second: boolean, word: string }} FaultyMove */
/** @typedef {{ line?: number, game?: number, move?: FaultyMove }} Place */
/** A fault of `/faults`. @typedef {Place & { code: string, values: Values, reasons?: Fault[], message: string }} Fault */
/** A fault of a position in words. @typedef {{ text: string, squares: number[] }} ShownFault */

/** The largest number of faults that are shown. */
export const SHOWN_FAULTS = 3;

/** The letters of the pieces, by their names in the faults. @type {Record<string, string>} */
const LETTERS = {
  'Pharaoh': 'k', 'Pyramid': 'p', 'Scarab': 's', 'Anubis': 'a', 'Sphinx': 'x', 'Obelisk': 'o', 'stacked Obelisks': 't', 'Eye of Horus': 'e',
};

/** The names of Laser Chess in English, by those of Khet. @type {Record<string, string>} */
const LASER_NAMES = { pharaoh: 'king', pyramid: 'deflector', scarab: 'switch', anubis: 'defender', sphinx: 'laser' };
/** A name of a piece in a message, with an article that may depend on it, and an ending of the plural. */
const NAMED = /\b(an? )?(pharaoh|pyramid|scarab|anubis|sphinx)(e?s)?\b/gi;

/** Returns a message of the program with the chosen names. @param {string} message in English, with Khet's names */
function renamed(message) {
  if (chosenNames() === 'khet') return message;
  return message.replaceAll('Khet 2.0', 'Laser Chess').replace(NAMED, (_, article = '', name = '', plural = '') => {
    const other = LASER_NAMES[name.toLowerCase()] ?? name, isCapital = name.charAt(0) !== name.charAt(0).toLowerCase();
    // All these names begin with a consonant.
    return article.replace(/n /i, ' ') + (isCapital ? capital(other) : other) + (plural ? (other.endsWith('ch') ? 'es' : 's') : '');
  });
}

/** Returns the letters of pieces. @param {string[]} kinds */
const lettersOf = (kinds) => kinds.map((kind) => LETTERS[kind] ?? '').join('');

/** Returns a fault in words, without its place. @param {Fault} fault @returns {string} */
function wordsOf({ code, values, reasons = [], message }) {
  const words = texts.faults[code], { kind = '', kinds = [], ruleSet, name } = values;
  if (!words) return capital(renamed(message));
  return words({
    ...values, piece: LETTERS[kind] ?? '', pieces: lettersOf(kinds), rules: variantName(ruleSet ?? name ?? ''), reasons: positionWords(reasons),
  });
}

/** Returns the squares of a fault. @param {Fault} fault @param {Board} board the readable part of the position */
function squaresOf({ values: { squares, colour, kinds = ['Pharaoh'] } }, board) {
  if (squares) return squares.map(squareIndex);
  // A fault of a colour that has no squares is one of the number of its pieces.
  const letters = lettersOf(kinds);
  return board.flatMap((piece, square) => (piece && piece.colour === colour && letters.includes(piece.letter) ? [square] : []));
}

/** Returns the faults of a position in words, equal ones once. @param {Fault[]} faults @param {Board} board its readable part */
export function positionFaults(faults, board) {
  /** @type {Map<string, ShownFault>} */
  const shown = new Map();
  for (const fault of faults.filter(({ code }) => code !== 'more')) {
    const text = wordsOf(fault), squares = squaresOf(fault, board);
    shown.set(text, { text, squares: [...shown.get(text)?.squares ?? [], ...squares] });
  }
  return [...shown.values()];
}

/** Returns the first faults of a position in words. @param {Fault[]} faults */
export const positionWords = (faults) =>
  positionFaults(faults, readBoard('')).slice(0, SHOWN_FAULTS).map(({ text }) => text).join('. ');

/** Returns a text with other quotation marks around what the program quotes. @param {string} text */
const withQuotes = (text) => text.replaceAll(/`(.*?)`/g, (_, quote) => texts.messages.quoted(quote));

/** Returns a message of the program with the chosen names, and with other quotation marks around what it quotes. @param {string} message */
export const quoted = (message) => withQuotes(renamed(message));

/** Quotes a word as the program does: short, and in printable ASCII. @param {string} word */
function excerpt(word) {
  const characters = [...word], shown = characters.slice(0, 24)
    .map((character) => (/[ -~]/.test(character) ? character : `\\u{${character.codePointAt(0)?.toString(16)}}`));
  return `\`${shown.join('')}\`${characters.length > shown.length ? '...' : ''}`;
}

/** Returns a fault of a game in words, with its place: `Game 2, line 9, move 1 “h2g9”: it is no move …`. @param {Fault} fault */
export function gameFault(fault) {
  const { code, line, game, move } = fault, words = wordsOf(fault);
  // A file without games has no place, and the message of an unknown fault names its own.
  if (code === 'empty-file' || !texts.faults[code]) return withQuotes(words);
  return withQuotes(texts.messages.faultAt({ game, line, move: move?.number, word: move && excerpt(move.word) }, words));
}
