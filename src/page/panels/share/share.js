// @ts-check
// The buttons that pass a game on.

import { copyText, download, messageOf } from '../../common/dom.js';
import { siteAddress } from '../../common/address.js';
import { gameLink } from '../../game/link/link.js';
import { transport } from '../../host/transport.js';
import { texts } from '../../texts/texts.js';
import { byId } from '../../khet/words.js';

/** @param {import('../../app.js').App} app */
export function setUpShare(app) {
  byId('share-link').onclick = async () => {
    const { game } = app, url = siteAddress() + await gameLink(game, { flipped: app.board.flipped });
    // A phone offers its own ways to pass a link on.
    if (matchMedia('(pointer: coarse)').matches && navigator.share) void navigator.share({ title: texts.share.linkTitle, url }).catch(() => {});
    else void copyText(app, texts.share.linkTo(new URL(url).host, game.tip.ply, game.current === game.tip ? 0 : game.current.ply), url, byId('share'));
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
  const shot = /** @type {HTMLButtonElement} */ (byId('share-shot'));
  shot.onclick = async () => (await import('./shot.js')).shareShot(app, fileName());
  app.addEventListener('node', () => { shot.disabled = !app.node.parent; });
  const update = () => {
    byId('share').hidden = !app.game.root.children.length || app.own.isExercise;
    shot.disabled = !app.node.parent;
  };
  for (const name of ['tree', 'game']) app.addEventListener(name, update);
  update();
}
