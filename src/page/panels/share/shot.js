// @ts-check
// Shares the shot that led to the shown position: as a link, a picture, or an animation of three seconds. Loaded with the first one.

import { drawBeam } from '../../board/beam.js';
import { HEIGHT, svg, WIDTH } from '../../board/picture.js';
import { makeScene } from '../../board/scene.js';
import { makeImage, makePicture } from '../../board/snapshot.js';
import { View } from '../../board/view.js';
import { siteAddress } from '../../common/address.js';
import { copyText, download, make, makeButton, messageOf } from '../../common/dom.js';
import { gameLink } from '../../game/link/link.js';
import { opponent, readBoard } from '../../khet/position.js';
import { byId, shotWords } from '../../khet/words.js';
import { texts } from '../../texts/texts.js';

/** @param {import('../../app.js').App} app @param {string} name of files, without its extension */
export async function shareShot(app, name) {
  const { game, node, board: { flipped } } = app, words = texts.share;
  if (!node.parent) return;
  const beam = await app.rules.beam(game.position(node.parent), node.move), pieces = readBoard(beam.board), view = new View(flipped);
  const said = shotWords(node, beam, undefined), url = siteAddress() + await gameLink(game, { flipped });
  const picture = svg('svg', { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: 'picture', role: 'img', 'aria-label': said });
  const { lights, drawPieces } = makeScene(picture, game.start.variant, view);
  drawPieces(pieces);
  lights.append(drawBeam(beam, pieces, { colour: opponent(node.toMove), view, kind: 'shot' }));
  const makeFile = () => makePicture((canvas) => makeImage(picture, canvas));

  /** @param {() => Promise<void>} task */
  const attempt = (task) => task().catch((error) => app.showMessage(texts.board.pictureNotSaved(messageOf(error))));
  const link = makeButton(words.link, () => {
    // The message stands below the dialog.
    dialog.close();
    void copyText(app, words.linkTo(new URL(url).host, game.tip.ply, node === game.tip ? 0 : node.ply), url, byId('share'));
  });
  const png = makeButton(words.picture, () => attempt(async () => download(`${name}-${node.ply}.png`, await makeFile(), 'image/png')));
  const gif = makeButton(words.seconds, async () => {
    gif.disabled = true;
    const { saveAnimation, shotFrames } = await import('./animation.js');
    await saveAnimation(app, `${name}-${node.ply}.gif`, actions, shotFrames(node));
    gif.disabled = false;
  });
  /** Opens the ways of the system to share, with the picture if they take one. */
  const share = async () => {
    const files = [new File([await makeFile()], `${name}-${node.ply}.png`, { type: 'image/png' })], text = { title: words.linkTitle, text: said, url };
    await navigator.share(navigator.canShare?.({ files }) ? { ...text, files } : text).catch(() => {});
  };
  const others = 'share' in navigator ? [makeButton(words.share, () => attempt(share))] : [];
  const actions = make('div', { class: 'actions' }, link, png, gif, ...others);
  const close = makeButton(texts.help.close, () => dialog.close());
  const dialog = make('dialog', { class: 'shot-share', 'aria-label': words.shareShot },
    make('h2', {}, words.shareShot), picture, make('p', {}, said), actions, make('div', { class: 'buttons' }, close));
  dialog.addEventListener('close', () => dialog.remove());
  dialog.addEventListener('click', (event) => { if (event.target === dialog) dialog.close(); });
  document.body.append(dialog);
  dialog.showModal();
}
