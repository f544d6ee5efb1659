// @ts-check
// The start of the page: wires the parts, opens panels, and shows what is kept or the classic set-up.

import './board.js';
import * as analysis from './analysis.js';
import { App, byId } from './app.js';
import * as edit from './edit.js';
import { setUpMoves } from './moves.js';
import { setUpPlay } from './play.js';
import * as puzzles from './puzzles.js';
import * as review from './review.js';
import { isSecondTab, openStorage } from './storage.js';

/** The panels by their names. @type {Record<string, { title: string, module: import('./app.js').PanelModule }>} */
const PANELS = {
  analysis: { title: 'Analyse', module: analysis },
  review: { title: 'Review', module: review },
  edit: { title: 'Edit position', module: edit },
  puzzles: { title: 'Puzzles', module: puzzles },
};

const app = new App();
let opened = '';

/** Opens a panel, or with '' closes the open one. @param {string} name */
function openPanel(name) {
  app.open?.close();
  app.open = null;
  app.panel.replaceChildren();
  app.gauge.replaceChildren();
  app.board.setArrows([]);
  opened = name;
  const panel = PANELS[name];
  app.panel.hidden = !panel;
  for (const button of document.querySelectorAll('[data-panel]')) {
    if (button instanceof HTMLElement) button.setAttribute('aria-pressed', String(button.dataset.panel === name));
  }
  if (panel) {
    const title = document.createElement('h2'), close = document.createElement('button'), head = document.createElement('div');
    head.className = 'panel-head';
    title.textContent = panel.title;
    close.type = 'button';
    close.className = 'close';
    close.textContent = '×';
    close.setAttribute('aria-label', `Close ${panel.title}`);
    close.addEventListener('click', () => openPanel(''));
    head.append(title, close);
    app.panel.setAttribute('aria-label', panel.title);
    app.panel.append(head);
    app.open = panel.module.open(app);
  }
  void app.show();
}
app.openPanel = openPanel;

for (const button of document.querySelectorAll('[data-panel]')) {
  if (!(button instanceof HTMLElement)) continue;
  const name = button.dataset.panel ?? '';
  button.addEventListener('click', () => openPanel(opened === name ? '' : name));
}
app.addEventListener('new', () => { if (opened) openPanel(''); });

const beams = /** @type {HTMLSelectElement} */ (byId('beams'));
beams.value = app.beams;
beams.addEventListener('change', () => app.setBeams(beams.value === 'both' ? 'both' : beams.value === 'mover' ? 'mover' : 'off'));
byId('flip').addEventListener('click', () => {
  app.board.setFlipped(!app.board.flipped);
  app.dispatchEvent(new Event('flip'));
  app.keep();
  void app.show();
});

byId('open-help').addEventListener('click', () => /** @type {HTMLDialogElement} */ (byId('help')).showModal());

setUpMoves(app);
setUpPlay(app);

const connection = byId('connection');
for (const name of ['up', 'down']) {
  app.rules.session.addEventListener(name, () => {
    connection.hidden = !app.rules.session.trouble;
    connection.textContent = app.rules.session.trouble;
  });
}

/** Shows the first board. */
async function begin() {
  await openStorage((why) => app.say(why));
  if (!isSecondTab()) app.restore();
  app.dispatchEvent(new Event('tree'));
  await app.show();
  if (isSecondTab()) app.say('Khepri is open in another tab. This tab has a board of its own, which is not kept.');
  try {
    const list = await (await fetch('/engines')).json();
    if (Array.isArray(list) && list.length) app.engines = list;
  } catch {
    // The board works with the engine's own name.
  }
}
addEventListener('pagehide', () => app.keep());
void begin();
