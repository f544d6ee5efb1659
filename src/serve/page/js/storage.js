// @ts-check
// What the browser keeps: the game and the settings. A storage that is full or forbidden is reported once.

const KEY = 'khepri.';
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
  first = await new Promise((resolve) => {
    void navigator.locks.request('khepri.game', { ifAvailable: true }, (lock) => {
      resolve(lock !== null);
      // The lock is held until the tab is closed.
      return lock ? new Promise(() => {}) : undefined;
    }).catch(() => resolve(true));
  });
}

/** Whether another tab holds the stored game. */
export const isSecondTab = () => !first;

/** Returns what was kept, or null. @template T @param {string} name @returns {T|null} */
export function load(name) {
  try {
    const text = localStorage.getItem(KEY + name);
    return text === null ? null : JSON.parse(text);
  } catch {
    return null;
  }
}

/** @param {string} name @param {unknown} value */
export function save(name, value) {
  if (!first && name === 'game') return;
  try {
    localStorage.setItem(KEY + name, JSON.stringify(value));
  } catch (error) {
    if (!reported) complain(`The game cannot be kept in this browser (${error instanceof Error ? error.name : error}). It goes on, but a reload loses it.`);
    reported = true;
  }
}
