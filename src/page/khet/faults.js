// @ts-check
// Puts the faults of positions, moves and games, which the program reports with codes and values, into plain words and squares.

import { named, variantName } from './names.js';
import { capital, counted, KINDS, readBoard, squareIndex } from './position.js';

/** @typedef {import('./position.js').Board} Board */
/** @typedef {Record<string, any>} Values */
/** @typedef {{ number: number, second: boolean, word: string }} FaultyMove */
/** @typedef {{ line?: number, game?: number, move?: FaultyMove }} Place */
/** A fault of `/faults`. @typedef {Place & { code: string, values: Values, reasons?: Fault[], message: string }} Fault */
/** A fault of a position in words. @typedef {{ text: string, squares: number[] }} ShownFault */

/** The largest number of faults that are shown. */
export const SHOWN_FAULTS = 3;

/** What is said of a tag that cannot be read. */
const NO_TAG = 'a tag is written like [Silver "name"], on one line';

/** The plural and the letters of the pieces whose number is limited, by their kinds. @type {Record<string, [string, string]>} */
const LIMITED = {
  'Pharaoh': ['Pharaohs', 'k'], 'Pyramid': ['Pyramids', 'p'], 'Scarab': ['Scarabs', 's'], 'Eye of Horus': ['Eyes', 'e'],
  'Scarab,Eye of Horus': ['Scarabs and Eyes together', 'se'],
  'Anubis': ['Anubis', 'a'], 'Obelisk,stacked Obelisks': ['Obelisks', 'ot'],
};

/** By code, what puts the values of a fault into words. @type {Record<string, (values: Values, reasons: Fault[]) => string>} */
const WORDS = {
  'fields': () => 'The side to move must follow the board; the rule set and two numbers may follow',
  'ranks': ({ found }) => `The board has ${counted(found, 'rank')}: 8 are needed`,
  'rank-squares': ({ rank, least, found }) =>
    `Rank ${rank} has ${least ? 'at least ' : ''}${counted(found, 'square')}: 10 are needed`,
  'not-a-piece': ({ found }) => `${found} is no piece`,
  'no-orientation': ({ letter }) =>
    `After ${letter} (${KINDS[letter.toLowerCase()]}) a digit from 1 to 4 is needed: where the piece faces`,
  'not-a-side': ({ found }) => `${found} is no side to move: s is Silver, r is Red`,
  'not-a-rule-set': ({ found, names }) => `${found} is no rule set: there are ${names.join(', ')}`,
  'not-a-number': ({ found }) => `${found} is no number of moves`,
  'pharaohs': ({ colour, count }) =>
    (count ? `${capital(colour)} has ${count} Pharaohs: only one is allowed` : `${capital(colour)} needs a Pharaoh`),
  'piece-not-in-rule-set': ({ kind, name }) => `${variantName(name)} has no ${kind}`,
  'sphinx-off-corner': ({ colour, expected }) => `${capital(colour)}’s Sphinx belongs on ${expected}`,
  'sphinx-faces-frame': ({ colour, squares, expected }) =>
    `${capital(colour)}’s Sphinx on ${squares[0]} must face ${expected.join(' or ')}`,
  'sphinx-missing': ({ colour, squares }) => `${capital(colour)} needs a Sphinx on ${squares[0]}`,
  'too-many-pieces': ({ colour, kinds, count, limit }) =>
    `${capital(colour)} has ${count} ${LIMITED[kinds.join()]?.[0] ?? kinds.join(', ')}: only ${limit} are allowed`,
  'piece-on-reserved-square': ({ colour, kind, squares, owner }) =>
    `${capital(colour)}’s ${kind} cannot stand on ${squares[0]}: the square is ${capital(owner)}’s alone`,
  'not-a-move': () => 'it is no move, which is written like h2g2 or h2+',
  'not-own-piece': ({ squares }) => `the piece on ${squares[0]} is the opponent's`,
  'too-far': ({ squares }) => `${squares[1]} is not next to ${squares[0]}`,
  'move-to-reserved-square': ({ squares }) => `${squares[0]} is reserved for the opponent`,
  'empty-square': ({ squares }) => `${squares[0]} is empty`, 'occupied-square': ({ squares }) => `${squares[0]} is occupied`,
  'game-over': () => 'the game is over', 'sphinx-moves': () => 'a Sphinx does not move',
  'faces-frame': () => 'the Sphinx would face the frame', 'other-sense': () => 'a Scarab or Eye turns with +',
  'no-rotation': ({ kind }) => `${kind} cannot rotate`, 'no-stack': ({ squares }) => `there is no stack on ${squares[0]}`,
  'no-tag-name': () => NO_TAG, 'no-tag-value': () => NO_TAG, 'open-tag-value': () => NO_TAG, 'open-tag': () => NO_TAG,
  'long-tag-name': () => 'a tag is too long', 'long-tag-value': () => 'a tag is too long',
  'repeated-tag': ({ name }) => `the tag ${name} is there twice`,
  'result-tag': ({ found, names }) => `${found} is no result: there are ${names.join(', ')}`,
  'rule-set-tag': ({ found, names }) => `${found} is no rule set: there are ${names.join(', ')}`,
  'set-up-tag': ({ ruleSet, found, names }) => `${variantName(ruleSet)} has no set-up ${found}: there are ${names.join(', ')}`,
  'kfen-tag': (_values, reasons) => positionWords(reasons),
  'kfen-of-rule-set': ({ expected, found }) => `the tags RuleSet and KFEN differ: ${expected} and ${found}`,
  'kfen-of-set-up': ({ ruleSet, name }) => `the tags SetUp and KFEN differ: the KFEN is not that of ${ruleSet} ${name}`,
  'ply-count-tag': ({ found }) => `${found} in the tag PlyCount is no number`,
  'ply-count': ({ expected, found }) => `the tag PlyCount says ${counted(found, 'ply', 'plies')}, but the game has ${expected}`,
  'no-move': ({ found }) => `a move or the result is missing before ${found}`,
  'move-number': ({ expected, found }) => `the number ${found} should be \`${expected}\``,
  'result-of-last-move': ({ expected, found }) =>
    `the result is \`${found}\`, but the last move ends the game with \`${expected}\``,
  'result-of-tag': ({ expected, found }) => `the result is \`${found}\` after the moves, but \`${expected}\` in the tag Result`,
  'lone-result': () => 'it has a result, but neither tags nor moves',
  'open-comment': () => 'the comment that begins here is not closed: } is missing',
  'long-comment': () => 'a comment is too long',
  'open-variation': () => 'the variation that begins here is not closed: ) is missing',
  'no-move-in-variation': ({ found }) => `a move or the result is missing before ${found}`,
  'no-move-before-variation': () => 'the variation that begins here has no move, or none before it',
  'empty-variation': () => 'the variation that begins here has no move, or none before it',
  'deep-variation': ({ limit }) => `variations may be at most ${limit} deep`,
  'result-in-variation': ({ found }) => `a variation cannot have a result, found \`${found}\``,
  'no-game': ({ found }) => `a game begins with a tag or a move, not with ${found}`,
  'empty-file': () => 'the file has no game',
  'no-games': () => 'the file has no game in KGN',
  'not-utf-8': () => 'a character is not text in UTF-8',
  'too-large': ({ limit, unit }) => `only at most ${limit} ${unit} can be read`,
};

/** Returns a fault in words, without its place. @param {Fault} fault */
const wordsOf = ({ code, values, reasons = [], message }) => WORDS[code]?.(values, reasons) ?? capital(message);

/** Returns the squares of a fault. @param {Fault} fault @param {Board} board the readable part of the position */
function squaresOf({ values: { squares, colour, kinds = ['Pharaoh'] } }, board) {
  if (squares) return squares.map(squareIndex);
  // A fault of a colour that has no squares is one of the number of its pieces.
  const letters = LIMITED[kinds.join()]?.[1] ?? '';
  return board.flatMap((piece, square) => (piece && piece.colour === colour && letters.includes(piece.letter) ? [square] : []));
}

/** Returns the faults of a position in words, equal ones once. @param {Fault[]} faults @param {Board} board its readable part */
export function positionFaults(faults, board) {
  /** @type {Map<string, ShownFault>} */
  const shown = new Map();
  for (const fault of faults.filter(({ code }) => code !== 'more')) {
    const text = named(wordsOf(fault)), squares = squaresOf(fault, board);
    shown.set(text, { text, squares: [...shown.get(text)?.squares ?? [], ...squares] });
  }
  return [...shown.values()];
}

/** Returns the first faults of a position in words. @param {Fault[]} faults */
export const positionWords = (faults) =>
  positionFaults(faults, readBoard('')).slice(0, SHOWN_FAULTS).map(({ text }) => text).join('. ');

/** Returns a text with the chosen names, and with other quotation marks around what the program quotes. @param {string} text */
export const quoted = (text) => named(text).replaceAll(/`(.*?)`/g, '“$1”');

/** Quotes a word as the program does: short, and in printable ASCII. @param {string} word */
function excerpt(word) {
  const characters = [...word], shown = characters.slice(0, 24)
    .map((character) => (/[ -~]/.test(character) ? character : `\\u{${character.codePointAt(0)?.toString(16)}}`));
  return `\`${shown.join('')}\`${characters.length > shown.length ? '...' : ''}`;
}

/** Returns a fault of a game in words, with its place: `Game 2, line 9, move 1 “h2g9”: it is no move …`. @param {Fault} fault */
export function gameFault(fault) {
  const { code, line, game, move } = fault;
  if (!WORDS[code]) return quoted(wordsOf(fault));
  const parts = [game && `Game ${game}`, line && `line ${line}`, move && `move ${move.number} ${excerpt(move.word)}`];
  // A file without games has no place.
  const place = code === 'empty-file' ? '' : parts.filter(Boolean).join(', ');
  return quoted(`${place}${place && ': '}${wordsOf(fault)}`);
}
