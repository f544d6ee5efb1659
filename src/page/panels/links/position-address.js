// @ts-check
// Keeps the address that of the shown position, so that it can be copied, reloaded, and returned to.

import { panelOfAddress, setPosition, WITH_POSITION } from '../../common/address.js';
import { gameLink } from '../../game/link/link.js';
import { besidesOf, idOnBoard } from '../friend/board.js';
import { CLASSIC } from '../../khet/rule-sets.js';

/** The time for which a position stands before the address has it, in milliseconds. */
const REST = 300;

/** @param {import('../../app.js').App} app */
export function setUpAddress(app) {
  let timer = 0;
  const write = async () => {
    const panel = panelOfAddress(), { game, node, board } = app;
    if (panel === null || !WITH_POSITION.includes(panel) || app.own.isExercise) return;
    // The board of a new visitor has the plain address.
    const isNew = !app.match.friend && !game.root.children.length && game.start.kfen === CLASSIC && !game.root.comment && !board.flipped;
    const { friend } = app.match;
    const link = isNew ? '' : await gameLink(game, idOnBoard(app) && friend ? besidesOf(friend, app) : { flipped: board.flipped });
    if (app.game === game && app.node === node && panelOfAddress() === panel) setPosition(panel, link, game.id);
  };
  const wait = () => {
    clearTimeout(timer);
    timer = setTimeout(write, REST);
  };
  for (const name of ['node', 'tree', 'game', 'flip', 'rest', 'linked']) app.addEventListener(name, wait);
  wait();
}
