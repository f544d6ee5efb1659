// @ts-check
// What the browser keeps: the game and the settings. A storage that is full or forbidden is reported once.

const KEY = 'khepri.';
/** The most characters of a value that has a lighter form. Browsers keep about five million in all. */
const MOST = 2_000_000;
/** What the names of earlier games begin with, and the number of games that are kept. */
const EARLIER = 'earlier.';
export const EARLIER_GAMES = 50;
/** How long another tab may take to answer, in milliseconds. A tab that the browser has frozen does not answer. */
const PATIENCE = 10_000;
let reported = false;
/** Whether this tab may write the game: only the first of several tabs does. */
let first = true;
/** Called with the reason when something cannot be kept. @type {(why: string) => void} */
let complain = () => {};

/** @param {(why: string) => void} report */
export async function openStorage(report) {
  complain = report;
  // Without locks (an address that is not secure) the last tab wins.
  if (!navigator.locks) return;
  const tabs = new BroadcastChannel('khepri.game'), waiting = new AbortController();
  addEventListener('pagehide', () => tabs.close());
  first = await new Promise((resolve) => {
    const second = () => {
      waiting.abort();
      resolve(false);
    };
    navigator.locks.request('khepri.game', { signal: waiting.signal }, () => {
      tabs.onmessage = ({ data }) => { if (data === 'who') tabs.postMessage('here'); };
      resolve(true);
      // The lock is held until the tab is closed.
      return new Promise(() => {});
    }).catch(() => resolve(true));
    // The page that a reload replaces may still hold the lock, but no longer answers.
    tabs.onmessage = ({ data }) => { if (data === 'here') second(); };
    tabs.postMessage('who');
    setTimeout(second, PATIENCE);
  });
}

/** Whether another tab holds the stored game. */
export const isSecondTab = () => !first;

/** Returns what was kept, or null. @template T @param {string} name @returns {T|null} */
export function load(name) {
  try {
    return read(localStorage, name);
  } catch {
    return null;
  }
}

/**
 * Keeps a value, or the lighter one if the value is too large or the storage is full.
 * @param {string} name @param {unknown} value @param {unknown} [lighter]
 */
export function save(name, value, lighter) {
  if (!first && name === 'game') return;
  try {
    const text = JSON.stringify(value);
    if (lighter === undefined) return makeRoom(name, text);
    try {
      if (text.length > MOST) throw new Error('too large');
      write(name, text);
    } catch (error) {
      makeRoom(name, JSON.stringify(lighter));
      report(`Only your game can be kept in this browser (${reason(error)}). A reload loses reviews and games of files.`);
    }
  } catch (error) {
    report(`The game cannot be kept in this browser (${reason(error)}). It goes on, but a reload loses it.`);
  }
}

/** @param {string} name @param {string} text */
const write = (name, text) => localStorage.setItem(KEY + name, text);

/** Writes a text, in place of the oldest games if the storage is full. If it fits nowhere, all games stay. @param {string} name @param {string} text */
function makeRoom(name, text) {
  /** @type {[string, string][]} */
  const removed = [];
  for (;;) {
    try {
      return write(name, text);
    } catch (error) {
      const oldest = names().at(-1);
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

// Earlier games: each has a key of its own, which ends with the game's number.

/** Returns the names under which earlier games are kept, the latest first. */
function names() {
  const all = Object.keys(localStorage).filter((key) => key.startsWith(KEY + EARLIER)).map((key) => key.slice(KEY.length));
  const number = (/** @type {string} */ name) => Number(name.slice(EARLIER.length));
  return all.sort((one, other) => number(other) - number(one));
}

/** Keeps an earlier game. Of more than fifty the oldest go. @param {number} id @param {unknown} value */
export function saveEarlier(id, value) {
  if (!first) return;
  save(EARLIER + id, value);
  try {
    for (const name of names().slice(EARLIER_GAMES)) localStorage.removeItem(KEY + name);
  } catch {
    // Nothing can be kept, which was reported.
  }
}

/** Forgets an earlier game. @param {number} id */
export function dropEarlier(id) {
  if (first) localStorage.removeItem(KEY + EARLIER + id);
}

/** Returns the earlier games, the latest first. @template T @returns {T[]} */
export function loadEarlier() {
  try {
    return names().flatMap((name) => load(name) ?? []);
  } catch {
    return [];
  }
}

/** @param {unknown} error */
const reason = (error) => (error instanceof DOMException ? error.name : error instanceof Error ? error.message : String(error));

/** @param {string} why */
function report(why) {
  if (!reported) complain(why);
  reported = true;
}

/** Returns what this tab remembers over a reload, or null. @template T @param {string} name @returns {T|null} */
export function recall(name) {
  try {
    return read(sessionStorage, name);
  } catch {
    return null;
  }
}

/** Remembers a value in this tab, also over a reload. @param {string} name @param {unknown} value */
export function remember(name, value) {
  try {
    sessionStorage.setItem(KEY + name, JSON.stringify(value));
  } catch {
    // It lasts until a reload, and so does what it replaces.
    forget(name);
  }
}

/** Forgets what this tab remembered. @param {string} name */
function forget(name) {
  try {
    sessionStorage.removeItem(KEY + name);
  } catch {
    // Nothing was remembered.
  }
}
