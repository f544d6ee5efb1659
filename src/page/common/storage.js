// @ts-check
// The browser's storage of games and settings. A full or forbidden storage is reported once.

import { texts } from '../texts/texts.js';

/** The folder of the page: several pages on one origin have a storage each. */
const FOLDER = new URL('.', document.baseURI).pathname;
const KEY = FOLDER === '/' ? 'khepri.' : `khepri${FOLDER}.`;
/** The largest number of characters of a value that has a fallback. Browsers store about five million in all. */
const MAX_LENGTH = 2_000_000;
/** The prefix of the names of earlier games. */
const EARLIER = 'earlier.';
/** The time that another tab has to answer, in milliseconds. A tab that the browser has frozen does not answer. */
const TAB_TIMEOUT = 10_000;
/** The time between two tries to become the first tab, in milliseconds. */
const RETRY_TIME = 50;
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
  addEventListener('pagehide', () => tabs.close());
  isFirst = await new Promise((resolve) => {
    let isDecided = false;
    const decide = (/** @type {boolean} */ first) => {
      isDecided = true;
      resolve(first);
    };
    // A request that waits for the lock could outlive its page in Chromium and keep the lock from later pages.
    const tryLock = () => {
      navigator.locks.request(`${KEY}game`, { ifAvailable: true }, (lock) => {
        if (isDecided) return undefined;
        if (!lock) {
          tabs.postMessage('who');
          setTimeout(tryLock, RETRY_TIME);
          return undefined;
        }
        tabs.onmessage = ({ data }) => { if (data === 'who') tabs.postMessage('here'); };
        decide(true);
        // The lock is held until the tab is closed.
        return new Promise(() => {});
      }).catch(() => decide(true));
    };
    // The page before a reload may still hold the lock, but it no longer answers.
    tabs.onmessage = ({ data }) => { if (data === 'here') decide(false); };
    tryLock();
    setTimeout(() => decide(false), TAB_TIMEOUT);
  });
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

/** @param {string} name @param {string} text */
const write = (name, text) => localStorage.setItem(KEY + name, text);

/** Writes a text. If the storage is full, removes the oldest games to make room. If there is still no room, restores them and throws. @param {string} name @param {string} text */
function writeWithRoom(name, text) {
  /** @type {[string, string][]} */
  const removed = [];
  for (;;) {
    try {
      return write(name, text);
    } catch (error) {
      const oldest = earlierNames().at(-1);
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

// Earlier games: each has a key of its own, which ends with the game's id.

/** Returns the names of the stored earlier games, the latest first. */
function earlierNames() {
  const all = Object.keys(localStorage).filter((key) => key.startsWith(KEY + EARLIER)).map((key) => key.slice(KEY.length));
  const id = (/** @type {string} */ name) => Number(name.slice(EARLIER.length));
  return all.sort((one, other) => id(other) - id(one));
}

/** Stores an earlier game. If the storage is full, the oldest ones are removed. @param {number} id @param {unknown} value */
export function saveEarlier(id, value) {
  if (isFirst) save(EARLIER + id, value);
}

/** Removes an earlier game. @param {number} id */
export function removeEarlier(id) {
  if (isFirst) localStorage.removeItem(KEY + EARLIER + id);
}

/** Returns the earlier games, the latest first. @template T @returns {T[]} */
export function loadEarlier() {
  try {
    return earlierNames().flatMap((name) => load(name) ?? []);
  } catch {
    return [];
  }
}

/** @param {unknown} error */
const reason = (error) => (error instanceof DOMException ? error.name : error instanceof Error ? error.message : String(error));

/** @param {string} why */
function report(why) {
  if (!isReported) onFailure(why);
  isReported = true;
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
