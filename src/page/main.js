// @ts-check
// The entry point of the page: connects its parts, opens panels, and shows the stored game or the classic set-up.

import { panelOfAddress, restoreEntry, setAddress } from './common/address.js';
import { App, byId } from './app.js';
import { mayAnalyse } from './game/assist.js';
import { makeButton, messageOf, rearrange, setText } from './common/dom.js';
import { KhetBoardElement } from './board/element.js';
import { keepFocus } from './board/focus.js';
import { choosePieces, PIECE_SETS } from './board/pieces.js';
import { edition, piecesToDraw } from './khet/editions.js';
import { linkOfAddress } from './game/link.js';
import { setUpMoves } from './panels/moves/moves.js';
import { namesSelect } from './panels/names-select.js';
import { setUpSounds } from './board/sounds.js';
import { EXERCISES } from './game/own-game.js';
import { setUpPlay } from './panels/play/play.js';
import { speed } from './host/search.js';
import { lack } from './host/session.js';
import { applyLooks } from './common/theme.js';
import { keepTurned } from './common/turning.js';
import { isSecondTab, openStorage } from './common/storage.js';
import { fillDocument } from './texts/document.js';
import { texts } from './texts/texts.js';
import { transport } from './host/transport.js';
import { loadTexts } from './texts/load.js';

/** The panels by name. Each is loaded when it is first opened. @type {Record<string, () => Promise<import('./app.js').PanelModule>>} */
const PANELS = {
  learn: () => import('./panels/learn/learn.js'),
  rules: () => import('./panels/rules.js'),
  analysis: () => import('./panels/analysis/analysis.js'),
  review: () => import('./panels/review/review.js'),
  edit: () => import('./panels/edit.js'),
  puzzles: () => import('./panels/puzzles/puzzles.js'),
  settings: () => import('./panels/settings.js'),
  games: () => import('./panels/games.js'),
};

await Promise.all([loadTexts(), choosePieces(PIECE_SETS.find((set) => set === piecesToDraw()) ?? 'khet')]);
customElements.define('khet-board', KhetBoardElement);
byId('unstarted').remove();
// The application chooses the names of the pieces, which are in the texts of the document.
const app = new App();
const fillTexts = () => {
  const game = edition();
  fillDocument(game ? texts.page.titleOf(game.name) : texts.page.title);
};
app.addEventListener('names', fillTexts);
fillTexts();
const tabs = /** @type {HTMLElement[]} */ ([...document.querySelectorAll('[data-panel]')]);
let opened = '';

/** Opens a panel, or closes the open one for ''. @param {string} name @param {string} [draft] a position to be mended */
async function openPanel(name, draft = '') {
  if (name === 'analysis' && !await mayAnalyse(app)) return setAddress(opened);
  const focused = document.activeElement;
  app.open?.close();
  app.open = null;
  rearrange();
  app.panel.replaceChildren();
  app.gauge.replaceChildren();
  app.board.setArrows([]);
  opened = name;
  setAddress(name);
  showNotices();
  const panel = PANELS[name], title = /** @type {Record<string, string>} */ (texts.panels)[name] ?? '';
  app.panel.hidden = !panel;
  // It hides what stood in its place.
  if (panel && focused && !focused.checkVisibility()) app.panel.focus({ preventScroll: true });
  for (const tab of tabs) tab.setAttribute('aria-pressed', String(tab.dataset.panel === name));
  if (panel) {
    // The title of a panel with a tab is the text of the tab.
    const heading = document.createElement('h2'), head = document.createElement('div');
    head.className = tabs.some((tab) => tab.dataset.panel === name) ? 'unseen' : 'panel-head';
    heading.textContent = title;
    head.append(heading);
    app.panel.setAttribute('aria-label', title);
    app.panel.append(head);
    try {
      const module = await panel();
      // Another panel may have been opened in the meantime.
      if (opened !== name || head.parentNode !== app.panel) return;
      rearrange();
      app.open = module.open(app, draft);
    } catch (error) {
      app.showMessage(texts.page.panelNotOpened(title, error instanceof Error ? error.message : error));
    }
  }
  await app.show();
}
app.openPanel = openPanel;

for (const tab of tabs) {
  const name = tab.dataset.panel ?? '';
  tab.addEventListener('click', () => { if (opened !== name) void openPanel(name); });
}
app.addEventListener('new', () => { if (opened) void openPanel(''); });
app.addEventListener('unplayable', (event) => { void openPanel('edit', /** @type {CustomEvent<string>} */ (event).detail); });

applyLooks();
keepTurned((turned) => app.board.setTurned(turned));
byId('open-settings').addEventListener('click', () => { void openPanel(opened === 'settings' ? '' : 'settings'); });
byId('flip').addEventListener('click', () => {
  app.board.setFlipped(!app.board.flipped);
  app.dispatchEvent(new Event('flip'));
  app.own.store();
  void app.show();
});

const waiting = byId('waiting'), deleted = byId('deleted'), [deletedText, undo] = deleted.children;
byId('own-game').addEventListener('click', () => app.own.resumeFrom('review'));
byId('adopt').addEventListener('click', () => app.own.adopt());
undo?.addEventListener('click', () => app.own.undo());
const showNotices = () => {
  const { shownFor, undoText } = app.own;
  waiting.hidden = shownFor !== 'review';
  deleted.hidden = !undoText || EXERCISES.includes(opened);
  if (deletedText) setText(deletedText, undoText);
  undo?.setAttribute('aria-label', texts.page.undoWhat(undoText));
};
for (const name of ['tree', 'played', 'match']) app.addEventListener(name, showNotices);

byId('names').append(namesSelect(app));
byId('open-rules').addEventListener('click', () => {
  /** @type {HTMLDialogElement} */ (byId('help')).close();
  if (opened !== 'rules') void openPanel('rules');
});
byId('open-help').addEventListener('click', () => {
  const measured = speed ? [texts.help.engineSpeed(speed.toLocaleString(document.documentElement.lang || 'en'))] : [];
  setText(byId('engine-place'), [transport.place(), ...measured].join(' '));
  /** @type {HTMLDialogElement} */ (byId('help')).showModal();
});

setUpMoves(app);
setUpPlay(app);
// The first shot can follow at once.
setUpSounds(app);
keepFocus(app.board);

const connection = byId('connection');
const showProblem = () => {
  const { message, tryAgain } = lack, text = message || app.rules.session.problem;
  connection.hidden = !text;
  connection.replaceChildren(text, ...(tryAgain ? [makeButton(texts.page.tryAgain, tryAgain)] : []));
};
for (const name of ['up', 'down']) app.rules.session.addEventListener(name, showProblem);
lack.addEventListener('change', showProblem);
showProblem();

/** Sets the address to that of the open panel, unless it is a link that arrived meanwhile: its own event opens it. */
function settleAddress() {
  const { kfen, game } = linkOfAddress();
  if (kfen === null && game === null) setAddress(opened);
}

/** Shows the stored game and panel, and the position of a link if the address has one. */
async function start() {
  // A panel that is opened meanwhile changes the address.
  const link = linkOfAddress();
  await openStorage((why) => app.showMessage(why));
  if (!isSecondTab()) app.own.restore();
  app.dispatchEvent(new Event('tree'));
  byId('sheets').classList.remove('starting');
  const panel = panelOfAddress();
  restoreEntry();
  if (panel) await openPanel(panel);
  else await app.show();
  await app.openLink(link);
  // An unknown address shows the game.
  settleAddress();
  if (isSecondTab()) app.showMessage(texts.page.secondTab);
}
// Errors that are not handled elsewhere, for example if the engine always crashes.
addEventListener('unhandledrejection', (event) => {
  event.preventDefault();
  app.showMessage(texts.page.noAnswer(messageOf(event.reason)), texts.page.tryAgain, () => { void app.show(); });
});
addEventListener('pagehide', () => app.own.store());
addEventListener('hashchange', () => {
  const link = linkOfAddress();
  // The start of the page would put the stored game in place of that of the link.
  if (panelOfAddress() === null) void started.then(() => app.openLink(link)).then(settleAddress);
});
addEventListener('popstate', () => {
  const panel = panelOfAddress();
  if (panel !== null && panel !== opened) void openPanel(panel);
});
// A file of games that is dropped on any part of the page opens in the panel "Review".
addEventListener('dragover', (event) => {
  if (event.dataTransfer?.types.includes('Files')) event.preventDefault();
});
addEventListener('drop', async (event) => {
  const file = event.dataTransfer?.files[0];
  if (!file) return;
  event.preventDefault();
  for (const dialog of document.querySelectorAll('dialog')) dialog.close();
  await started;
  if (!app.open?.read) await openPanel('review');
  app.open?.read?.(file);
});
const started = start();
void started.then(async () => {
  const { setUpBeside } = await import('./panels/beside.js');
  setUpBeside(app);
  byId('sheets').classList.add('complete');
});
void transport.watchVersion((use) => app.showMessage(texts.page.newVersion, texts.page.useNewVersion, use));
