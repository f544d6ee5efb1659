// @ts-check
// The buttons that pass a game on.

import { copyText, download, messageOf } from './dom.js';
import { gameLink } from './link.js';
import { transport } from './transport.js';
import { byId } from './words.js';

/** @param {import('./app.js').App} app */
export function setUpShare(app) {
  byId('share-link').onclick = () => {
    const url = gameLink(app.game);
    // A phone offers its own ways to pass a link on.
    if (matchMedia('(pointer: coarse)').matches && navigator.share) void navigator.share({ title: 'A game of Khet', url }).catch(() => {});
    else void copyText(app, 'Link', url, byId('share'));
  };
  byId('share-kgn').onclick = async () => {
    try {
      const kgn = app.game.kgn(), names = ['Silver', 'Red'].map((colour) => kgn.tags[colour] ?? colour.toLowerCase()).join('-').replaceAll(/[^\w-]+/g, '_');
      download(`${names}.kgn`, await transport.writeKgn(kgn), 'text/plain');
    } catch (error) {
      app.showMessage(`The game cannot be written: ${messageOf(error)}`);
    }
  };
  const update = () => { byId('share').hidden = !app.game.root.children.length || app.own.isExercise; };
  for (const name of ['tree', 'game']) app.addEventListener(name, update);
}
