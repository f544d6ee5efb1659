// @ts-check
// The open panel as a sheet over the lower part of a window with one column: it is pulled up, lowered and closed by buttons and by
// swipes. The style decides in which windows a panel is a sheet.

import { byId } from '../app.js';

/** The panels that are read without the board, which are pulled up at first. */
const PULLED = ['rules'];
/** The distance of a swipe in pixels. */
const SWIPE = 30;
/** The height of the tabs in pixels. */
const TABS = 44;

const root = document.documentElement;
const isPulled = () => root.classList.contains('pulled');

/** Pulls the sheet up, or lowers it. @param {boolean} isUp */
function setPulled(isUp) {
  root.classList.toggle('pulled', isUp);
  byId('pull').setAttribute('aria-expanded', String(isUp));
}

/** @param {import('../app.js').App} app */
export function setUpSheet(app) {
  const pull = byId('pull'), tabs = /** @type {HTMLElement} */ (document.querySelector('.tabs'));
  const close = () => { void app.openPanel(''); };

  pull.addEventListener('click', () => setPulled(!isPulled()));
  byId('close-panel').addEventListener('click', close);
  const update = () => {
    setPulled(PULLED.includes(root.dataset.open ?? ''));
    if (root.dataset.open && !isPulled()) showBoard(app);
  };
  app.addEventListener('panel', update);
  update();

  /** Where a swipe began. */
  let start = 0;
  for (const head of [/** @type {HTMLElement} */ (pull.closest('.below')), tabs]) {
    head.addEventListener('pointerdown', (event) => { start = event.clientY; });
    head.addEventListener('pointerup', ({ clientY }) => {
      const up = start - clientY;
      if (!root.dataset.open || Math.abs(up) < SWIPE) return;
      if (up > 0 || isPulled()) setPulled(up > 0);
      else if (pull.checkVisibility()) close();
    });
  }
}

/** Shows the whole board. @param {import('../app.js').App} app */
const showBoard = (app) => app.board.scrollIntoView({ block: 'nearest' });

/**
 * Shows the words of a task and its buttons, with the whole board.
 * @param {import('../app.js').App} app @param {HTMLElement} tools the buttons @param {HTMLElement} [first] where the words begin that are new
 */
export function showTask(app, tools, first) {
  // A task is solved on the board.
  setPulled(false);
  tools.scrollIntoView({ block: 'nearest' });
  // A sheet scrolls by itself, and its tabs may stay above the words.
  const aside = app.panel.closest('aside'), tabs = aside?.querySelector('.tabs');
  const above = tabs?.checkVisibility() && getComputedStyle(tabs).position === 'sticky' ? TABS : 0;
  aside?.scrollTo(0, (first ?? app.panel).offsetTop - above);
  showBoard(app);
}
