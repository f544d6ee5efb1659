// @ts-check
// The entry point of the page: connects its parts, opens panels, and shows the stored game or the classic set-up.

import { gameOfEntry, noteGame, readAddress, removeLink, restoreEntry, setAddress, WITH_POSITION } from './common/address.js';
import { App, byId } from './app.js';
import { mayAnalyse } from './game/assist.js';
import { makeButton, messageOf, rearrange, setText } from './common/dom.js';
import { KhetBoardElement } from './board/element.js';
import { keepFocus } from './board/focus.js';
import { choosePieces, PIECE_SETS } from './board/pieces.js';
import { edition, piecesToDraw } from './khet/editions.js';
import { keepFriendly } from './panels/friend/keeper.js';
import { setUpMoves } from './panels/moves/moves.js';
import { namesSelect } from './panels/names-select.js';
import { setUpSounds } from './board/sounds.js';
import { EXERCISES } from './game/own-game.js';
import { setUpPlay } from './panels/play/play.js';
import { setUpSheet } from './panels/sheet.js';
import { speed } from './host/search.js';
import { lack } from './host/session.js';
import { applyLooks } from './common/theme.js';
import { keepTurned } from './common/turning.js';
import { isSecondTab, isStored, openStorage } from './common/storage.js';
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
  mistakes: () => import('./panels/mistakes/mistakes.js'),
  settings: () => import('./panels/settings.js'),
  games: () => import('./panels/games/games.js'),
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

/** Opens a panel, or closes the open one for ''. @param {string} name @param {string} [first] what it shows first */
async function openPanel(name, first = '') {
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
  if (Boolean(panel) !== ('open' in document.documentElement.dataset)) rearrange('beside');
  // The style of the page follows this attribute.
  if (panel) document.documentElement.dataset.open = name;
  else delete document.documentElement.dataset.open;
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
      app.open = module.open(app, first);
    } catch (error) {
      app.showMessage(texts.page.panelNotOpened(title, error instanceof Error ? error.message : error));
    }
  }
  app.dispatchEvent(new Event('panel'));
  await app.show();
}
app.openPanel = openPanel;

for (const tab of tabs) {
  const name = tab.dataset.panel ?? '';
  tab.addEventListener('click', () => { if (opened !== name) void openPanel(name); });
}
app.addEventListener('new', () => {
  // What starts a game may stand below the board.
  scrollTo(0, 0);
  if (opened) void openPanel('');
});
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

const waiting = byId('waiting'), keep = byId('keep'), deleted = byId('deleted'), [deletedText, undo] = deleted.children;
byId('own-game').addEventListener('click', () => app.own.resumeFrom('review'));
byId('adopt').addEventListener('click', () => app.own.adopt());
keep.addEventListener('click', () => {
  try {
    app.own.keep();
    app.showMessage(texts.page.keptInGames);
    waiting.querySelector('button')?.focus();
  } catch (error) {
    app.showMessage(texts.games.cannotChange(messageOf(error)));
  }
  showNotices();
});
undo?.addEventListener('click', () => app.own.undo());
const showNotices = () => {
  const { shownFor, undoText } = app.own;
  waiting.hidden = shownFor !== 'review';
  keep.hidden = !waiting.hidden && isStored(app.game.id);
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
// A panel can be opened, and pulled up, at once.
setUpSheet(app);
keepFriendly(app);
// The first shot can follow at once.
setUpSounds(app);
keepFocus(app.board);
app.board.beneath = byId('turning');

const connection = byId('connection');
const showProblem = () => {
  const { message, tryAgain } = lack, text = message || app.rules.session.problem;
  connection.hidden = !text;
  connection.replaceChildren(text, ...(tryAgain ? [makeButton(texts.page.tryAgain, tryAgain)] : []));
};
for (const name of ['up', 'down']) app.rules.session.addEventListener(name, showProblem);
lack.addEventListener('change', showProblem);
showProblem();

/** Opens the screen of an address: its panel, and its link if that has another game than the one on the board. @param {ReturnType<typeof readAddress>} address */
async function openAddress({ panel, link }) {
  const id = gameOfEntry();
  if (panel === null) {
    app.showMessage(texts.links.unknownAddress);
    setAddress(opened);
    return app.dispatchEvent(new Event('linked'));
  }
  if (panel !== opened) await openPanel(panel);
  if (!WITH_POSITION.includes(opened) || id === app.game.id) return;
  if (id !== undefined && app.own.returnTo(id)) return noteGame(app.game.id);
  if (!link) return;
  removeLink(opened);
  await (await import('./panels/links/open.js')).openLink(app, link);
  // The address is that of the shown position, also after a link that was refused.
  app.dispatchEvent(new Event('linked'));
}

/** Shows the stored game and panel, and the position of a link if the address has one. */
async function start() {
  restoreEntry();
  // A panel that is opened meanwhile changes the address and the entry of the history.
  const address = readAddress(), isNoted = gameOfEntry() !== undefined;
  await openStorage((why) => app.showMessage(why));
  if (!isSecondTab()) app.own.restore();
  app.dispatchEvent(new Event('tree'));
  byId('sheets').classList.remove('starting');
  // The stored game is shown. It may be later than the one that the entry has.
  if (isNoted && !isSecondTab()) {
    address.link = '';
    if (gameOfEntry() !== undefined) noteGame(app.game.id);
  }
  if (!address.panel) await app.show();
  // A panel that is opened meanwhile stays open, unless the address has more than the game.
  if (address.panel !== '' || address.link) await openAddress(address);
  if (isSecondTab()) app.showMessage(texts.page.secondTab);
}
// Errors that are not handled elsewhere, for example if the engine always crashes.
addEventListener('unhandledrejection', (event) => {
  event.preventDefault();
  app.showMessage(texts.page.noAnswer(messageOf(event.reason)), texts.page.tryAgain, () => { void app.show(); });
});
addEventListener('pagehide', () => app.own.store());
// An entry of the history that the page has not noted is that of a link, which was followed.
addEventListener('hashchange', () => {
  const address = readAddress();
  // The start of the page would put the stored game in place of that of the link.
  if (address.panel === null || (address.link && !history.state)) void started.then(() => openAddress(address));
});
addEventListener('popstate', () => {
  const address = readAddress();
  if (address.panel !== null && !(address.link && !history.state)) void started.then(() => openAddress(address));
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
