// @ts-check
// The buttons that pass a game on.

import { copyText } from './dom.js';
import { gameLink } from './link.js';
import { byId } from './words.js';

/** @param {import('./app.js').App} app */
export function setUpShare(app) {
  byId('share-link').onclick = () => {
    const url = gameLink(app.game);
    // A phone offers its own ways to pass a link on.
    if (matchMedia('(pointer: coarse)').matches && navigator.share) void navigator.share({ title: 'A game of Khet', url }).catch(() => {});
    else void copyText(app, 'Link', url, byId('share'));
  };
  const update = () => { byId('share').hidden = !app.game.root.children.length || app.own.isExercise; };
  for (const name of ['tree', 'game']) app.addEventListener(name, update);
}
