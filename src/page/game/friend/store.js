// @ts-check
// The games with friends in the browser's storage. Each tab stores them, also a second one.

import { load, loadAll, remove, save } from '../../common/storage.js';
import { describe } from './friendly.js';
import { Game } from '../game.js';

/** @typedef {import('../own-game.js').Snapshot} Snapshot */

const PREFIX = 'friend.';

/** Returns whether a stored value is that of a game with a friend. @param {string} name */
export const isFriendlyName = (name) => name.startsWith(PREFIX);

/** Stores a game with a friend. @param {Snapshot} snapshot */
export function saveFriendly(snapshot) {
  const id = snapshot.match.terms?.friend?.id;
  if (id) save(PREFIX + id, snapshot);
}

/** Returns a stored game with a friend, or null. @param {string} id @returns {Snapshot|null} */
export const loadFriendly = (id) => load(PREFIX + id);

/** Removes a game with a friend. @param {string} id */
export const removeFriendly = (id) => remove(PREFIX + id);

/** Returns all games with friends. @returns {Snapshot[]} */
export const loadFriendlies = () => loadAll(PREFIX);

/** Returns what stands in a stored game, so that two of them differ if there is something new. @param {Snapshot} snapshot */
export function keyOf({ game, match }) {
  const friend = match.terms?.friend;
  return [describe(Game.restore(game), friend?.offer ?? ''), friend?.sent, friend?.received, match.running].join('|');
}
