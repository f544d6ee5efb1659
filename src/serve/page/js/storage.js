// @ts-check
// What the browser keeps: the game and the settings. A storage that is full or forbidden is reported once.

const KEY = 'khepri.';
/** The most characters of a value that has a lighter form. Browsers keep about five million in all. */
const MOST = 2_000_000;
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

/**
 * Keeps a value, or the lighter one if the value is too large or the storage is full.
 * @param {string} name @param {unknown} value @param {unknown} [lighter]
 */
export function save(name, value, lighter) {
  if (!first && name === 'game') return;
  try {
    const text = JSON.stringify(value);
    if (lighter === undefined) return localStorage.setItem(KEY + name, text);
    try {
      if (text.length > MOST) throw new Error('too large');
      localStorage.setItem(KEY + name, text);
    } catch (error) {
      localStorage.setItem(KEY + name, JSON.stringify(lighter));
      report(`Only your game can be kept in this browser (${reason(error)}). A reload loses reviews and games of files.`);
    }
  } catch (error) {
    report(`The game cannot be kept in this browser (${reason(error)}). It goes on, but a reload loses it.`);
  }
}

/** @param {unknown} error */
const reason = (error) => (error instanceof DOMException ? error.name : error instanceof Error ? error.message : String(error));

/** @param {string} why */
function report(why) {
  if (!reported) complain(why);
  reported = true;
}

/** Returns the panel that was open before a reload. A new visit begins without one. */
export function openedPanel() {
  try {
    return sessionStorage.getItem(`${KEY}panel`) ?? '';
  } catch {
    return '';
  }
}

/** @param {string} name the open panel, or '' */
export function keepPanel(name) {
  try {
    sessionStorage.setItem(`${KEY}panel`, name);
  } catch {
    // A reload then begins without a panel.
  }
}
