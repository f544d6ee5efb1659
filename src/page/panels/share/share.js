// @ts-check
// The buttons that pass a game on.

import { copyText, download, messageOf } from '../../common/dom.js';
import { gameLink } from '../../game/link.js';
import { transport } from '../../host/transport.js';
import { texts } from '../../texts/texts.js';
import { byId } from '../../khet/words.js';

/** @param {import('../../app.js').App} app */
export function setUpShare(app) {
  byId('share-link').onclick = () => {
    const url = gameLink(app.game);
    // A phone offers its own ways to pass a link on.
    if (matchMedia('(pointer: coarse)').matches && navigator.share) void navigator.share({ title: texts.share.linkTitle, url }).catch(() => {});
    else void copyText(app, texts.share.link, url, byId('share'));
  };
  /** The name of a file, without its extension. */
  const fileName = () => ['Silver', 'Red'].map((colour) => app.game.tags[colour] ?? colour.toLowerCase()).join('-').replaceAll(/[^\w-]+/g, '_');
  byId('share-png').onclick = async () => (await import('../../board/snapshot.js')).savePicture(app, `${fileName()}.png`);
  const gif = /** @type {HTMLButtonElement} */ (byId('share-gif'));
  gif.onclick = async () => {
    gif.disabled = true;
    try {
      await (await import('./animation.js')).saveAnimation(app, `${fileName()}.gif`, byId('share'));
    } finally {
      gif.disabled = false;
    }
  };
  byId('share-kgn').onclick = async () => {
    try {
      download(`${fileName()}.kgn`, await transport.writeKgn(app.game.kgn()), 'text/plain');
    } catch (error) {
      app.showMessage(texts.share.notWritten(messageOf(error)));
    }
  };
  const update = () => { byId('share').hidden = !app.game.root.children.length || app.own.isExercise; };
  for (const name of ['tree', 'game']) app.addEventListener(name, update);
  update();
}
