// @ts-check
// Translates the reasons that the engine reports for an invalid position into plain words and squares.

import { named, variantName } from './names.js';
import { capital, counted, FILES, KINDS, readBoard, squareIndex } from './position.js';

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
  [/^expected 8 ranks, found (\d+)/, (_board, number = '') => ({ text: `The board has ${counted(number, 'rank')}: 8 are needed`, squares: [] })],
  [/^expected 10 squares on rank (\d), found (at least )?(\d+)/, (_board, rank, least = '', number = '') =>
    ({ text: `Rank ${rank} has ${least}${counted(number, 'square')}: 10 are needed`, squares: Array.from({ length: FILES }, (_, file) => (Number(rank) - 1) * FILES + file) })],
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

/** Returns the first faults of a position in words. @param {string} refusal the engine's reasons @param {string} kfen */
export const positionFaults = (refusal, kfen) => faultsOf(refusal, readBoard(kfen)).slice(0, SHOWN_FAULTS).map(({ text }) => text).join('. ');

/** What is said of a text that is not a move. */
const NO_MOVE = 'it is no move, which is written like h2g2 or h2+';
/** What is said of a tag that cannot be read. */
const NO_TAG = 'a tag is written like [Silver "name"], on one line';

/** Patterns of what the reader of games reports, with functions that return it in words. @type {[RegExp, (...parts: string[]) => string][]} */
const GAME_MEANINGS = [
  [/^(?:column \d+: )?expected (?:a file|a rank|`\+`|a square|the end of the move)/, () => NO_MOVE],
  [/^expected `\[` of a tag(?: or a move)?, found (.*)/, (found = '') => `a game begins with a tag or a move, not with ${found}`],
  [/^expected a tag or a move before the result/, () => 'it has a result, but neither tags nor moves'],
  [/^expected (?:a move or the result|a move or `\)`), found (.*)/, (found = '') => `a move or the result is missing before ${found}`],
  [/^expected (?:the name of a tag|`"` (?:before|after) the tag|`\]` after the tag)/, () => NO_TAG],
  [/^expected a tag's name of at most|^expected a value of at most/, () => 'a tag is too long'],
  [/^expected the tag (\w+) once/, (name) => `the tag ${name} is there twice`],
  [/^expected `}` after the comment/, () => 'the comment that begins here is not closed: } is missing'],
  [/^expected comments of at most/, () => 'a comment is too long'],
  [/^expected `\)` after the variation/, () => 'the variation that begins here is not closed: ) is missing'],
  [/^expected a move (?:before|in) the variation/, () => 'the variation that begins here has no move, or none before it'],
  [/^expected variations at most (\d+) deep/, (most) => `variations may be at most ${most} deep`],
  [/^expected no result in a variation, found (.*)/, (found) => `a variation cannot have a result, found ${found}`],
  [/^expected the move number (.*), found (.*)/, (expected, found) => `the number ${found} should be ${expected}`],
  [/^expected the result (.*) of the last move, found (.*)/, (expected, found) => `the result is ${found}, but the last move ends the game with ${expected}`],
  [/^expected the result (.*) as in the tag Result, found (.*)/, (expected, found) => `the result is ${found} after the moves, but ${expected} in the tag Result`],
  [/^Result: expected one of (.*), found (.*)/, (results, found) => `${found} is no result: there are ${results}`],
  [/^RuleSet: expected one of (.*), found (.*)/, (names, found) => `${found} is no rule set: there are ${names}`],
  [/^SetUp: (.*) has no set-up (.*), expected one of (.*), or a KFEN/, (variant = '', name = '', names) => `${variantName(variant)} has no set-up ${name}: there are ${names}`],
  [/^SetUp: the KFEN is not that of (.*)/, (name) => `the tags SetUp and KFEN differ: the KFEN is not that of ${name}`],
  [/^KFEN: expected (\w+) as in RuleSet, found (\w+)/, (expected, found) => `the tags RuleSet and KFEN differ: ${expected} and ${found}`],
  [/^KFEN: (.*)/, (reasons = '') => positionFaults(reasons, '')],
  [/^PlyCount: expected (\d+), the plies of the game, found (\d+)/, (plies = '', found = '') =>
    `the tag PlyCount says ${counted(found, 'ply', 'plies')}, but the game has ${plies}`],
  [/^PlyCount: expected a number, found (.*)/, (found) => `${found} in the tag PlyCount is no number`],
  [/^expected UTF-8/, () => 'a character is not text in UTF-8'],
  [/^expected (a (?:file|game) of at most .*|at most .*)/, (most) => `only ${most} can be read`],
  [/^expected games in KGN, found none/, () => 'the file has no game in KGN'],
  [/^expected a game, found nothing/, () => 'the file has no game'],
  [/^(?:board|side|rule set|line|plies since a capture|move number), column \d+: /, (...parts) => positionFaults(parts.at(-1) ?? '', '')],
];

/**
 * Returns what is wrong in a game in words: `Game 2, line 9, move 1 “h2g9”: it is no move …`.
 * @param {string} message of the reader of games, with its place, or the rules' refusal of a move
 */
export function gameFault(message) {
  const [, line = '', game = '', number = '', word = '', what = ''] =
    /^(?:(\d+):\d+: game (\d+)(?:, |: )?)?(?:move (\d+)(?:\.+)? (`.*?`(?:\.\.\.)?): )?(.*)$/s.exec(message) ?? [];
  /** @type {string|undefined} */
  let words;
  for (const [pattern, describe] of GAME_MEANINGS) {
    const parts = pattern.exec(what);
    if (parts) {
      words = describe(...parts.slice(1), what);
      break;
    }
  }
  const place = [game && `Game ${game}`, line && `line ${line}`, number && `move ${number} ${word}`].filter(Boolean).join(', ');
  return named(`${place}${place && ': '}${words ?? what}`.replaceAll(/`(.*?)`/g, '“$1”'));
}
