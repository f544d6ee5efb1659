// @ts-check
// The addresses of the screens: each panel has one, so that Back, Forward and a reload show the same screen. Where the board has a game,
// a link to the shown position follows: `#moves=…`, `#analyse&moves=…`.

import { loadSession, navigationType, saveSession } from './storage.js';

/** The names in addresses, by panel. The game without a panel has no name. @type {Record<string, string>} */
const NAMES = { learn: 'learn', rules: 'rules', puzzles: 'puzzles', mistakes: 'mistakes', analysis: 'analyse', review: 'review', edit: 'editor', games: 'games', settings: 'settings' };
/** The words with which links begin. */
const LINK = /^(?:moves|packed|friend|game|kfen)=/;
/** The number of positions whose games are stored. The last one and the one before would do. */
const KEPT = 4;
/** The panels with links to the shown position. */
export const WITH_POSITION = ['', 'analysis', 'review'];

const plain = () => location.pathname + location.search;

/** Returns the address that `khepri serve --site` names, or undefined. */
export const namedSite = () => document.querySelector('meta[name=khepri-site]')?.getAttribute('content');

/** Returns the address of the page for links: the one that is named, or its own. */
export const siteAddress = () => namedSite() ?? location.origin + plain();

/** Returns the panel and the link of the present address. The link is '' if there is none, and the panel null in an unknown address. @returns {{ panel: string|null, link: string }} */
export function readAddress() {
  const text = location.hash.slice(1), [, name = '', link = ''] = /^(?:([a-z]+)(?:&|$))?([^]*)$/.exec(text) ?? [];
  const panel = name ? Object.keys(NAMES).find((one) => NAMES[one] === name) : '';
  // The server of the page removes its token.
  if (text.startsWith('token=')) return { panel: '', link: '' };
  return panel === undefined || (link && !LINK.test(link)) ? { panel: null, link: '' } : { panel, link };
}

/** Returns the panel of the present address, '' for the game, or null for an unknown address. */
export const panelOfAddress = () => readAddress().panel;

/** @param {string} panel @param {string} link with its `#`, or '' */
function address(panel, link) {
  const parts = [NAMES[panel], link.slice(1)].filter(Boolean);
  return plain() + (parts.length ? `#${parts.join('&')}` : '');
}

/** Sets the address to that of a panel, and adds it to the history unless it is there already. @param {string} panel */
export function setAddress(panel) {
  const shown = panelOfAddress();
  if (shown === panel) return;
  if (shown === null) history.replaceState(null, '', address(panel, ''));
  else history.pushState(null, '', address(panel, ''));
}

/**
 * Sets the address to that of the shown position. It replaces that of another position of the same game, and is added to the history
 * after that of another game.
 * @param {string} panel @param {string} link with its `#`, or '' @param {number} game its id
 */
export function setPosition(panel, link, game) {
  const { state } = history, shown = readAddress(), url = address(panel, link);
  // A link that was followed is opened first.
  if (shown.link && state === null) return;
  const isOther = shown.panel === panel && shown.link !== '' && typeof state?.game === 'number' && state.game !== game;
  if (state?.game === game && plain() + location.hash === url) return;
  try {
    if (isOther) history.pushState({ game }, '', url);
    else history.replaceState({ game }, '', url);
    keepGame();
  } catch {
    // A browser refuses too many changes in a short time. The next one has the position of that time.
  }
}

/** Removes the link from the address, so that Back does not open it again. @param {string} panel */
export const removeLink = (panel) => history.replaceState(null, '', address(panel, ''));

/** Notes whose game the present entry of the history has. @param {number} game its id */
export function noteGame(game) {
  history.replaceState({ game }, '');
  keepGame();
}

/** The stored positions, the latest first. @returns {{ hash: string, shown: unknown }[]} */
const positions = () => loadSession('positions') ?? [];

/** Stores whose game the present address has. Only the last addresses are stored, since a game has one for each of its positions. */
const keepGame = () => saveSession('positions', [{ hash: location.hash, shown: history.state }, ...positions().slice(0, KEPT - 1)]);

/** Returns the id of the game of the present entry of the history, or undefined. @returns {number|undefined} */
export const gameOfEntry = () => (typeof history.state?.game === 'number' ? history.state.game : undefined);

/** Stores in the present entry of the history what its panel shows. @param {object} shown */
export function setEntry(shown) {
  history.replaceState(shown, '');
  saveSession(`entry${location.hash}`, shown);
}

/**
 * Restores what the entry of the history has lost. On a site, the service worker isolates the page from the first reload on, and
 * Chromium drops the contents of earlier entries then. If the address changes during a reload, Chromium loads the address before the
 * change, without the contents of its entry. The last entry with the same address replaces it.
 */
export function restoreEntry() {
  if (history.state !== null || navigationType() === 'navigate') return;
  const position = positions().find(({ hash }) => hash === location.hash);
  history.replaceState(position?.shown ?? loadSession(`entry${location.hash}`), '');
}
