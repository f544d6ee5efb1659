// @ts-check
// The list of games: those on the board, waiting and earlier, with their titles and folders, and the deleted ones.

import { Game } from '../game.js';
import { FOLDER, summarize, TITLE } from './summary.js';
import { addEarlier, changeEarlier, eraseEarlier, isStored, loadDeleted, setDeleted } from '../../common/storage.js';

/** @typedef {import('../own-game.js').Snapshot} Snapshot */
/** A game with its place. The one on the board and one that waits are not earlier games. @typedef {import('./summary.js').Summary & { place: 'board'|'waiting'|'earlier'|'deleted', snapshot: Snapshot }} Entry */
/** The title and the folder of a game, '' for none. @typedef {{ title?: string, folder?: string }} Labels */

/** The largest number of characters of a title and of a name of a folder. */
export const MAX_LABEL = 80;
/** A match of no players. @type {import('../match.js').StoredMatch} */
const NO_MATCH = { terms: null, running: false, clocks: { silver: 0, red: 0 }, paused: false };

/** The event `library` of the application follows each change. */
export class Library {
  /** @param {import('../../app.js').App} app */
  constructor(app) {
    this.app = app;
  }

  /** Returns the games that are not deleted: the one on the board, one that waits, and the earlier ones, the latest first. @returns {Entry[]} */
  games() {
    const { own, game } = this.app;
    return [
      ...own.currentSnapshots().flatMap((snapshot) => entryOf(snapshot, snapshot.game.id === game.id ? 'board' : 'waiting')),
      ...own.earlierGames().flatMap((snapshot) => entryOf(snapshot, 'earlier')),
    ];
  }

  /** Returns the deleted games, the last deletion first. @returns {Entry[]} */
  deleted() {
    return loadDeleted().flatMap((/** @type {Snapshot} */ snapshot) => entryOf(snapshot, 'deleted'));
  }

  /** Deletes earlier games. They can be put back until their room is needed. @param {number[]} ids */
  delete(ids) {
    setDeleted(ids, true);
    this.#changed();
  }

  /** Puts deleted games back. Returns whether all were still there. @param {number[]} ids */
  putBack(ids) {
    setDeleted(ids, false);
    this.#changed();
    return ids.every(isStored);
  }

  /** Removes deleted games for good. @param {number[]} ids */
  erase(ids) {
    ids.forEach(eraseEarlier);
    setDeleted(ids, false);
    this.#changed();
  }

  /** Gives games titles and folders by their ids. Throws if there is no room for them. @param {Map<number, Labels>} labels */
  label(labels) {
    const { own } = this.app, current = own.currentGames();
    for (const [id, { title, folder }] of labels) {
      const changes = { ...(title === undefined ? {} : { [TITLE]: plain(title) }), ...(folder === undefined ? {} : { [FOLDER]: plain(folder) }) };
      const shown = current.find((game) => game.id === id);
      if (shown) shown.tags = withLabels(shown.tags, changes);
      else changeEarlier(id, (/** @type {Snapshot} */ stored) => ({ ...stored, game: { ...stored.game, tags: withLabels(stored.game.tags ?? {}, changes) } }));
    }
    own.store();
    this.#changed();
  }

  /** Adds the games of a file to the earlier ones, its first game as the latest. Returns the number of games for which there was room. @param {import('../game.js').KgnGame[]} kgns */
  add(kgns) {
    const games = kgns.map((kgn) => Game.read(kgn)), ids = games.map(({ id }) => id).reverse();
    let added = 0;
    try {
      for (const [index, game] of games.entries()) {
        game.id = ids[index] ?? game.id;
        // Another tab may have stored a game in the same instant.
        while (isStored(game.id)) game.assignNewId();
        game.current = game.tip;
        addEarlier(game.id, { game: game.store(), match: NO_MATCH, flipped: false });
        added += 1;
      }
    } catch (error) {
      if (!(error instanceof DOMException)) throw error;
    }
    this.#changed();
    return added;
  }

  #changed() {
    this.app.dispatchEvent(new Event('library'));
  }
}

/** Returns a stored game with its summary; nothing if it cannot be read. @param {Snapshot} snapshot @param {Entry['place']} place @returns {Entry[]} */
function entryOf(snapshot, place) {
  try {
    return [{ ...summarize(snapshot), place, snapshot }];
  } catch {
    return [];
  }
}

/** Returns a label without control characters, as KGN can hold it. @param {string} label */
const plain = (label) => [...label.replace(/[\p{Cc}\s]+/gu, ' ').trim()].slice(0, MAX_LABEL).join('').trim();

/** Returns tags with changed ones, without those that are empty. @param {Record<string, string>} tags @param {Record<string, string>} changes */
const withLabels = (tags, changes) => Object.fromEntries(Object.entries({ ...tags, ...changes }).filter(([name, value]) => value || !(name in changes)));

/** Returns the folders of games with the numbers of their games, by name. @param {Entry[]} entries */
export function foldersOf(entries) {
  /** @type {Map<string, number>} */
  const folders = new Map();
  for (const { folder } of entries) if (folder) folders.set(folder, (folders.get(folder) ?? 0) + 1);
  return [...folders].sort(([one], [other]) => one.localeCompare(other));
}
