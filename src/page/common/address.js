// @ts-check
// The addresses of the screens: each panel has one, so that Back, Forward and a reload show the same screen.

import { loadSession, saveSession } from './storage.js';

/** The names in addresses, by panel. The game without a panel has the plain address. @type {Record<string, string>} */
const NAMES = { learn: 'learn', rules: 'rules', puzzles: 'puzzles', analysis: 'analyse', review: 'review', edit: 'editor', games: 'games', settings: 'settings' };

const plain = () => location.pathname + location.search;

/** Returns the panel of the present address, '' for the plain address, or null for another one, such as that of a link. */
export function panelOfAddress() {
  const name = location.hash.slice(1);
  return name ? Object.keys(NAMES).find((panel) => NAMES[panel] === name) ?? null : '';
}

/** Sets the address to that of a panel, and adds it to the history unless it is there already. @param {string} panel */
export function setAddress(panel) {
  const shown = panelOfAddress();
  if (shown === panel) return;
  const name = NAMES[panel], address = plain() + (name ? `#${name}` : '');
  // The address of a link is replaced, so that Back does not open the link again.
  if (shown === null) history.replaceState(null, '', address);
  else history.pushState(null, '', address);
}

/** Stores in the present entry of the history what its panel shows. @param {object} shown */
export function setEntry(shown) {
  history.replaceState(shown, '');
  saveSession(`entry${location.hash}`, shown);
}

/**
 * Restores what the entry of the history has lost. On a site, the service worker isolates the page from the first reload on, and
 * Chromium drops the contents of earlier entries then. The last entry with the same address replaces it.
 */
export function restoreEntry() {
  const [navigation] = /** @type {PerformanceNavigationTiming[]} */ (performance.getEntriesByType('navigation'));
  if (history.state === null && navigation?.type !== 'navigate') history.replaceState(loadSession(`entry${location.hash}`), '');
}
