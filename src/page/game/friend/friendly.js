// @ts-check
// A game with a friend by link: what belongs to it, and how the game of a link differs from the one in this browser.

import { opponent } from '../../khet/position.js';
import { cleanName } from '../link/text.js';

/** @typedef {import('../../khet/position.js').Colour} Colour */
/** @typedef {import('../game.js').Game} Game */
/**
 * A random id, the player's own side ('' for one who only watches), the names, and who offers a draw. `sent` and `received` describe the game
 * as it was last copied and last read from a link.
 * @typedef {{ id: string, side: Colour|'', names: Record<Colour, string>, offer: Colour|'', sent: string, received: string }} Friendly
 */
/** The moves of a game, its end by a decision of a player, and the open offer of a draw. @typedef {{ moves: string[], result: string, termination: string, offer: Colour|'' }} Standing */
/**
 * How a link stands to the known game: `same`, `older` and `newer`; `yours` if it adds a move of one's own side; `offer` and `end` if only
 * these are new; `second` if the friend has answered an earlier position in another way; `changed` if a move of one's own is another one.
 * `at` is the number of moves before the first that differs.
 * @typedef {{ kind: 'same'|'older'|'newer'|'yours'|'offer'|'end'|'second'|'changed', at: number }} Comparison
 */

/** The number of random bytes of an id, which has 16 letters, digits, `-` and `_`. */
const ID_BYTES = 12;

/** Returns a random id. */
function newId() {
  const bytes = crypto.getRandomValues(new Uint8Array(ID_BYTES));
  return btoa(String.fromCharCode(...bytes)).replaceAll('+', '-').replaceAll('/', '_');
}

/** Returns a new game with a friend. @param {Colour} side @param {string} name of the player @returns {Friendly} */
export const newFriendly = (side, name) => ({
  id: newId(), side, names: { silver: '', red: '', [side]: cleanName(name) }, offer: '', sent: '', received: '',
});

/** Returns the next game with the same friend, with the colours exchanged. @param {Friendly} friend @returns {Friendly} */
export const rematchOf = ({ side, names: { silver, red } }) => ({
  id: newId(), side: side && opponent(side), names: { silver: red, red: silver }, offer: '', sent: '', received: '',
});

/** Describes a game, so that two descriptions differ if there is something new. @param {Game} game @param {Colour|''|null} offer */
export function describe({ tip, result, termination }, offer) {
  return [tip.moves.join(' '), offer ?? '', result === '*' || tip.result !== '*' ? '' : `${result} ${termination}`].join('|');
}

/** Returns whether the game on the board has something that was neither copied nor read from a link. @param {import('../match.js').Match} match */
export function isUnsent({ friend, app, decisions }) {
  const now = describe(app.game, decisions.offer);
  return friend !== null && ![friend.sent, friend.received].includes(now);
}

/** Returns whether the player has to send a link: after a move, an offer or an end of one's own, and before a first move of the friend. @param {import('../match.js').Match} match */
export function mustSend(match) {
  const { friend, app, decisions } = match, { tip, result } = app.game;
  return isUnsent(match) && (result !== '*' || tip.result !== '*' || tip.toMove !== friend?.side || decisions.offer === friend.side);
}

/** Returns how the game of a link stands to the known game. @param {Standing} known @param {Standing} linked @param {Colour} first the player who moves first @param {Colour|''} side the player's own @returns {Comparison} */
export function compare(known, linked, first, side) {
  let at = 0;
  while (at < known.moves.length && known.moves[at] === linked.moves[at]) at += 1;
  const isOwn = (/** @type {number} */ ply) => (ply % 2 === 0 ? first : opponent(first)) === side;
  const isOver = known.result !== '*', ends = linked.result !== '*' && !isOver;
  if (at < known.moves.length && at < linked.moves.length) return { kind: isOver ? 'older' : isOwn(at) ? 'changed' : 'second', at };
  if (at === known.moves.length && linked.moves.length > at) {
    if (isOver) return { kind: 'older', at };
    return { kind: linked.moves.slice(at).some((_, more) => isOwn(at + more)) ? 'yours' : 'newer', at };
  }
  // The friend may have ended the game before a move arrived.
  if (ends) return { kind: 'end', at };
  if (at < known.moves.length || isOver) return { kind: at === known.moves.length && linked.result === known.result ? 'same' : 'older', at };
  return { kind: linked.offer && linked.offer !== side && linked.offer !== known.offer ? 'offer' : 'same', at };
}

/**
 * Returns what is wrong with the end of a game that a link reports, or ''. Only the friend can resign there, a draw needs an offer,
 * and a claim the third occurrence.
 * @param {Pick<Standing, 'result'|'termination'>} linked @param {string} reason of the last position @param {Colour|''} offer that of the known game @param {Colour|''} side @returns {''|'resigned'|'agreed'|'claimed'|'unknown'}
 */
export function faultOfEnd({ result, termination }, reason, offer, side) {
  if (result === '*') return '';
  if (termination === 'resignation') return side && result === (side === 'silver' ? '0-1' : '1-0') ? 'resigned' : result === '1/2-1/2' ? 'unknown' : '';
  if (result !== '1/2-1/2') return 'unknown';
  if (termination === 'agreement') return side && offer !== side ? 'agreed' : '';
  return termination === 'repetition' ? (reason === 'repetition' ? '' : 'claimed') : 'unknown';
}
