// @ts-check
// The browser's storage of games and settings. A full or forbidden storage is reported once.

import { texts } from '../texts/texts.js';

/** The folder of the page: several pages on one origin have a storage each. */
const FOLDER = new URL('.', document.baseURI).pathname;
const KEY = FOLDER === '/' ? 'khepri.' : `khepri${FOLDER}.`;
/** The largest number of characters of a value that has a fallback. Browsers store about five million in all. */
const MAX_LENGTH = 2_000_000;
/** The prefix of the names of earlier games, and the name of the times at which games of them were deleted, by their ids. */
const EARLIER = 'earlier.', DELETIONS = 'deletions';
/** The time between two tries to become the first tab, in milliseconds. */
const RETRY_TIME = 50;
/** The number of tries. A tab that the browser has frozen is the first tab and does not answer. */
const TRIES = 200;
/** The number of tries of a tab that was the first one before a reload. On a busy machine, its page before the reload ends late. */
const TRIES_OF_FIRST = 2400;
let isReported = false;
/** Whether this is the first tab with the page. Only the first tab may store games. */
let isFirst = true;
/** Called with the reason if something cannot be stored. @type {(why: string) => void} */
let onFailure = () => {};

/** Finds out whether this is the first tab. @param {(why: string) => void} report called with the reason if something cannot be stored */
export async function openStorage(report) {
  onFailure = report;
  // Without locks (an insecure origin) all tabs store games.
  if (!navigator.locks) return;
  const tabs = new BroadcastChannel(`${KEY}game`);
  // The page before a reload can still answer on a busy machine. It has the same number, and is no other tab.
  const own = loadSession('tab') ?? crypto.getRandomValues(new Uint32Array(1))[0];
  saveSession('tab', own);
  addEventListener('pagehide', () => tabs.close());
  // A duplicate of a tab has the same stored values, but it is not a reload.
  const wasFirst = loadSession('first') === true && navigationType() === 'reload';
  isFirst = await new Promise((resolve) => {
    let isDecided = false, triesLeft = wasFirst ? TRIES_OF_FIRST : TRIES;
    const decide = (/** @type {boolean} */ first) => {
      isDecided = true;
      resolve(first);
    };
    // A request that waits for the lock could outlive its page in Chromium and keep the lock from later pages.
    const tryLock = () => {
      navigator.locks.request(`${KEY}game`, { ifAvailable: true }, (lock) => {
        if (isDecided) return undefined;
        if (!lock) {
          triesLeft -= 1;
          if (!triesLeft) return decide(false);
          tabs.postMessage({ who: own });
          setTimeout(tryLock, RETRY_TIME);
          return undefined;
        }
        tabs.onmessage = ({ data }) => { if (data.who !== undefined && data.who !== own) tabs.postMessage('here'); };
        decide(true);
        // The lock is held until the tab is closed.
        return new Promise(() => {});
      }).catch(() => decide(true));
    };
    // The page before a reload may still hold the lock, but it does not answer.
    tabs.onmessage = ({ data }) => { if (data === 'here') decide(false); };
    tryLock();
  });
  saveSession('first', isFirst);
}

/** Returns whether another tab stores games. */
export const isSecondTab = () => !isFirst;

/** Returns a stored value, or null. @template T @param {string} name @returns {T|null} */
export function load(name) {
  try {
    return read(localStorage, name);
  } catch {
    return null;
  }
}

/**
 * Stores a value, or the fallback if the value is too large or the storage is full.
 * @param {string} name @param {unknown} value @param {unknown} [fallback]
 */
export function save(name, value, fallback) {
  if (!isFirst && name === 'game') return;
  try {
    const text = JSON.stringify(value);
    if (fallback === undefined) return writeWithRoom(name, text);
    try {
      if (text.length > MAX_LENGTH) throw new Error(texts.storage.tooLarge);
      write(name, text);
    } catch (error) {
      writeWithRoom(name, JSON.stringify(fallback));
      report(texts.storage.onlyGameKept(reason(error)));
    }
  } catch (error) {
    const why = reason(error), said = texts.storage.notKept(why);
    report(why === 'QuotaExceededError' ? said : `${said} ${texts.storage.allowData}`);
  }
}

/** Removes a stored value. @param {string} name */
export const remove = (name) => localStorage.removeItem(KEY + name);

/** @param {string} name @param {string} text */
const write = (name, text) => localStorage.setItem(KEY + name, text);

/** Writes a text. If the storage is full, removes games to make room, first deleted ones, then the oldest. If there is still no room, restores them and throws. @param {string} name @param {string} text */
function writeWithRoom(name, text) {
  /** @type {[string, string][]} */
  const removed = [];
  for (;;) {
    try {
      return write(name, text);
    } catch (error) {
      const oldest = storedNames().at(-1);
      if (oldest === undefined) {
        for (const game of removed) write(...game);
        throw error;
      }
      removed.push([oldest, localStorage.getItem(KEY + oldest) ?? '']);
      localStorage.removeItem(KEY + oldest);
    }
  }
}

/** @template T @param {Storage} storage @param {string} name @returns {T|null} */
function read(storage, name) {
  const text = storage.getItem(KEY + name);
  return text === null ? null : JSON.parse(text);
}

// Earlier games: each has a key of its own, which ends with the game's id. A deleted game keeps it until the room is needed.

/** Returns when games were deleted, by their ids. @returns {Record<string, number>} */
const deletions = () => Object(load(DELETIONS));

/** @param {string} name of an earlier game */
const idOf = (name) => Number(name.slice(EARLIER.length));

/** Returns the names of the stored earlier games: the latest first, and after them those that were deleted, the last deletion first. */
function storedNames() {
  const deleted = deletions(), all = namesWith(EARLIER);
  const time = (/** @type {string} */ name) => deleted[idOf(name)] ?? Infinity;
  return all.sort((one, other) => (time(one) === time(other) ? idOf(other) - idOf(one) : time(other) - time(one)));
}

/** Returns the stored earlier games that are deleted or not. @template T @param {boolean} areDeleted @returns {T[]} */
function loadStored(areDeleted) {
  try {
    const deleted = deletions();
    return storedNames().filter((name) => idOf(name) in deleted === areDeleted).flatMap((name) => load(name) ?? []);
  } catch {
    return [];
  }
}

/** Returns the earlier games, the latest first. @template T @returns {T[]} */
export const loadEarlier = () => loadStored(false);

/** Returns the deleted games, the last deletion first. @template T @returns {T[]} */
export const loadDeleted = () => loadStored(true);

/** Stores an earlier game, also if it was deleted. If the storage is full, the oldest ones are removed. @param {number} id @param {unknown} value */
export function saveEarlier(id, value) {
  if (!isFirst) return;
  if (id in deletions()) setDeleted([id], false);
  save(EARLIER + id, value);
}

/** Removes an earlier game. @param {number} id */
export function removeEarlier(id) {
  if (isFirst) eraseEarlier(id);
}

// Changes of the stored games. Every tab may make them, since each begins with what is stored. They remove no other game to make room.

/** Returns whether there is a stored game with an id. @param {number} id */
export function isStored(id) {
  try {
    return localStorage.getItem(KEY + EARLIER + id) !== null;
  } catch {
    return false;
  }
}

/** Stores a further game. Throws if there is no room. @param {number} id @param {unknown} value */
export const addEarlier = (id, value) => write(EARLIER + id, JSON.stringify(value));

/** Changes a stored game, if it is still there. Throws if there is no room. @template T @param {number} id @param {(stored: T) => T} change */
export function changeEarlier(id, change) {
  /** @type {T|null} */
  const stored = load(EARLIER + id);
  if (stored) write(EARLIER + id, JSON.stringify(change(stored)));
}

/** Marks stored games as deleted or not. Throws if there is no room. @param {number[]} ids @param {boolean} areDeleted */
export function setDeleted(ids, areDeleted) {
  const kept = Object.entries(deletions()).filter(([id]) => isStored(Number(id)) && !ids.includes(Number(id))), now = Date.now();
  write(DELETIONS, JSON.stringify(Object.fromEntries([...kept, ...(areDeleted ? ids.map((id) => [id, now]) : [])])));
}

/** Removes a stored game for good. @param {number} id */
export const eraseEarlier = (id) => remove(EARLIER + id);

/** Calls a function when another tab has changed the stored games. @param {() => void} changed @param {AbortSignal} signal */
export function watchEarlier(changed, signal) {
  watchStorage((name) => { if (name === '' || name === DELETIONS || name.startsWith(EARLIER)) changed(); }, signal);
}

/** @param {unknown} error */
const reason = (error) => (error instanceof DOMException ? error.name : error instanceof Error ? error.message : String(error));

/** @param {string} why */
function report(why) {
  if (!isReported) onFailure(why);
  isReported = true;
}

/** Returns the stored values whose names have a prefix. @template T @param {string} prefix @returns {T[]} */
export function loadAll(prefix) {
  try {
    return namesWith(prefix).flatMap((name) => load(name) ?? []);
  } catch {
    return [];
  }
}

/** Returns the names of the stored values that begin with a prefix. @param {string} prefix */
const namesWith = (prefix) => Object.keys(localStorage).filter((key) => key.startsWith(KEY + prefix)).map((key) => key.slice(KEY.length));

/** Calls a function with the name of each value that another tab changes, or '' if it removes all. @param {(name: string) => void} onChange @param {AbortSignal} [signal] */
export function watchStorage(onChange, signal) {
  addEventListener('storage', ({ key }) => { if (key === null || key.startsWith(KEY)) onChange(key?.slice(KEY.length) ?? ''); }, { ...(signal && { signal }) });
}

/** Returns how the page was reached: 'navigate', 'reload', or 'back_forward'. */
export function navigationType() {
  const [navigation] = /** @type {PerformanceNavigationTiming[]} */ (performance.getEntriesByType('navigation'));
  return navigation?.type ?? 'navigate';
}

// Values of this tab, which last until it is closed.

/** Returns a value of this tab, or null. @template T @param {string} name @returns {T|null} */
export function loadSession(name) {
  try {
    return read(sessionStorage, name);
  } catch {
    return null;
  }
}

/** Stores a value for this tab. @param {string} name @param {unknown} value */
export function saveSession(name, value) {
  try {
    sessionStorage.setItem(KEY + name, JSON.stringify(value));
  } catch {
    // The old value must not come back after a reload.
    removeSession(name);
  }
}

/** Removes a value of this tab. @param {string} name */
function removeSession(name) {
  try {
    sessionStorage.removeItem(KEY + name);
  } catch {
    // Nothing was stored.
  }
}
