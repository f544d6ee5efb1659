// @ts-check
// Puts games with friends on the board.

import { Game } from '../../game/game.js';
import { texts } from '../../texts/texts.js';

/** @typedef {import('../../app.js').App} App */
/** @typedef {import('../../game/own-game.js').Snapshot} Snapshot */

/** Returns the id of the game with a friend on the board, or ''. @param {App} app */
export const idOnBoard = ({ match, own }) => (own.shownFor ? '' : match.friend?.id ?? '');

/** Returns what the link to a game with a friend has besides the moves. @param {import('../../game/friend/friendly.js').Friendly} friend @param {App} app @returns {import('../../game/link/link.js').Besides} */
export const besidesOf = ({ id, names }, { match }) => ({ id, names, offer: match.decisions.offer ?? '' });

/** Shows a game with a friend, whose last shot is fired if it is new. @param {App} app @param {Snapshot} snapshot @param {boolean} [isNew] */
export function showFriendly(app, snapshot, isNew = false) {
  const game = Game.restore(snapshot.game), { tip } = game;
  // Who only watches has no match.
  if (!snapshot.match.terms?.friend?.side) return void import('../links/open.js').then(({ showGame }) => showGame(app, game));
  game.current = (isNew ? tip.parent : null) ?? tip;
  const put = () => {
    app.match.end();
    app.match.restore(snapshot.match);
    app.board.setFlipped(snapshot.flipped);
    app.setGame(game);
    if (game.current !== tip) app.addEventListener('rest', () => { if (app.game === game) void app.follow(tip); }, { once: true });
  };
  // A later position of the game on the board takes the place of the earlier one.
  if (idOnBoard(app) === snapshot.match.terms?.friend?.id) put();
  else app.own.replace(texts.friend.opened, put);
}
