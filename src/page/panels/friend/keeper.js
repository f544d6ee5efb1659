// @ts-check
// Stores the game with a friend on the board, and shows what another tab does in it.

import { watchStorage } from '../../common/storage.js';
import { isFriendlyName, keyOf, loadFriendly, saveFriendly } from '../../game/friend/store.js';
import { idOnBoard, showFriendly } from './board.js';

/** Returns the game on the board as it is stored. @param {import('../../app.js').App} app @returns {import('../../game/own-game.js').Snapshot} */
const snapshotOf = ({ game, match, board }) => ({ game: game.store(), match: match.store(), flipped: board.flipped });

/** @param {import('../../app.js').App} app */
export function keepFriendly(app) {
  /** The game that this tab has stored or loaded, so that it stores only what is done here. */
  let [lastId, lastKey] = ['', ''];
  /** Shows the game on the board as it is stored, if that differs. @param {string} id */
  const load = (id) => {
    const known = loadFriendly(id), shown = snapshotOf(app), key = known ? keyOf(known) : '';
    [lastId, lastKey] = [id, key];
    if (known && key !== keyOf(shown)) showFriendly(app, known, known.game.nodes.length > shown.game.nodes.length);
  };
  const store = () => {
    const id = idOnBoard(app);
    // A game that comes to the board may have gone on in another tab.
    if (id && id !== lastId) load(id);
    if (!id || idOnBoard(app) !== id) return;
    const now = snapshotOf(app), key = keyOf(now);
    if (key === lastKey) return;
    lastKey = key;
    saveFriendly(now);
  };
  for (const name of ['tree', 'match', 'game']) app.addEventListener(name, store);
  watchStorage((name) => {
    const id = idOnBoard(app);
    if (id && isFriendlyName(name)) load(id);
  });
}
