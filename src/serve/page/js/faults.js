// @ts-check
// Translates the reasons that the engine reports for an invalid position into plain words and squares.

import { named, variantName } from './names.js';
import { capital, FILES, KINDS, squareIndex } from './position.js';

/** @typedef {import('./position.js').Board} Board */
/** @typedef {{ text: string, squares: number[] }} Fault */

/** The largest number of faults that are shown. */
export const SHOWN_FAULTS = 3;

/** The letters of the pieces whose number is limited, by their names in the engine's reasons. @type {Record<string, string>} */
const LIMITED = { 'Pyramids': 'p', 'Scarabs': 's', 'Eyes': 'e', 'Scarabs and Eyes together': 'se', 'Anubis': 'a', 'Obelisks': 'ot' };

/** Returns the squares on which a colour has pieces with these letters. @param {Board} board @param {string} colour @param {string} letters */
const squaresOf = (board, colour, letters) =>
  board.flatMap((piece, square) => (piece && piece.colour === colour && letters.includes(piece.letter) ? [square] : []));

/** @param {string} name */
const at = (name) => [squareIndex(name)];

/** Patterns of the engine's reasons, with functions that return the faults. @type {[RegExp, (board: Board, ...parts: string[]) => Fault][]} */
const MEANINGS = [
  [/^(silver|red) has 0 Pharaohs/, (_board, colour = '') => ({ text: `${capital(colour)} needs a Pharaoh`, squares: [] })],
  [/^(silver|red) has (\d+) Pharaohs/, (board, colour = '', number) =>
    ({ text: `${capital(colour)} has ${number} Pharaohs: only one is allowed`, squares: squaresOf(board, colour, 'k') })],
  [/^(silver|red) has no Sphinx, expected one on (..)/, (_board, colour = '', square = '') =>
    ({ text: `${capital(colour)} needs a Sphinx on ${square}`, squares: at(square) })],
  [/^(silver|red) Sphinx on (..), expected on (..)/, (_board, colour = '', square = '', corner) =>
    ({ text: `${capital(colour)}’s Sphinx belongs on ${corner}`, squares: at(square) })],
  [/^(silver|red) Sphinx on (..) faces the frame, expected (\w+) \(.\) or (\w+)/, (_board, colour = '', square = '', one, other) =>
    ({ text: `${capital(colour)}’s Sphinx on ${square} must face ${one} or ${other}`, squares: at(square) })],
  [/^(silver|red) (.+) on (..), which is reserved for (silver|red)/, (_board, colour = '', kind, square = '', owner = '') =>
    ({ text: `${capital(colour)}’s ${kind} cannot stand on ${square}: the square is ${capital(owner)}’s alone`, squares: at(square) })],
  [/^(.+) on (..): (\w+) does not have this piece/, (_board, kind, square = '', variant = '') =>
    ({ text: `${variantName(variant)} has no ${kind}`, squares: at(square) })],
  [/^(silver|red) has (\d+) (.+), expected at most (\d+)/, (board, colour = '', number, what = '', most) =>
    ({ text: `${capital(colour)} has ${number} ${what}: only ${most} are allowed`, squares: squaresOf(board, colour, LIMITED[what] ?? '') })],
  [/^expected 8 ranks, found (\d+)/, (_board, number) => ({ text: `The board has ${number} ranks: 8 are needed`, squares: [] })],
  [/^expected 10 squares on rank (\d), found (.+)/, (_board, rank, number) =>
    ({ text: `Rank ${rank} has ${number} squares: 10 are needed`, squares: Array.from({ length: FILES }, (_, file) => (Number(rank) - 1) * FILES + file) })],
  [/^expected a piece .*, found (.+)$/, (_board, found) => ({ text: `${found} is no piece`, squares: [] })],
  [/^expected an orientation 1 to 4 after `(.)`/, (_board, letter = '') =>
    ({ text: `After ${letter} (${KINDS[letter.toLowerCase()]}) a digit from 1 to 4 is needed: where the piece faces`, squares: [] })],
  [/^expected `s` or `r`.*, found (.+)$/, (_board, found) => ({ text: `${found} is no side to move: s is Silver, r is Red`, squares: [] })],
  [/^expected one of (.*), found (.+)$/, (_board, names, found) => ({ text: `${found} is no rule set: there are ${names}`, squares: [] })],
  [/^expected \d to \d+ without sign.*, found (.+)$/, (_board, found) => ({ text: `${found} is no number of moves`, squares: [] })],
  [/expected 2, 3 or 5 fields/, () => ({ text: 'The side to move must follow the board; the rule set and two numbers may follow', squares: [] })],
];

/** Returns the faults of a position. @param {string} refusal the engine's reasons @param {Board} board the readable part of the position */
export function faultsOf(refusal, board) {
  /** @type {Map<string, Fault>} */
  const faults = new Map();
  for (const reason of refusal.split('; ')) {
    if (/^and \d+ more$/.test(reason)) continue;
    const fault = faultOf(reason.replace(/^[a-z ]+, column \d+: /, ''), board), { squares } = fault, text = named(fault.text);
    const same = faults.get(text);
    if (same) same.squares.push(...squares);
    else faults.set(text, { text, squares });
  }
  return [...faults.values()];
}

/** @param {string} reason @param {Board} board @returns {Fault} */
function faultOf(reason, board) {
  for (const [pattern, describe] of MEANINGS) {
    const parts = pattern.exec(reason);
    if (parts) return describe(board, ...parts.slice(1));
  }
  return { text: capital(reason), squares: [] };
}
