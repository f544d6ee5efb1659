// @ts-check
// The games with friends in the panel "Games": those that wait for the player, for the friend, and those that are over.

import { make, makeButton } from '../../common/dom.js';
import { watchStorage } from '../../common/storage.js';
import { isFriendlyName, loadFriendlies, loadFriendly, removeFriendly, saveFriendly } from '../../game/friend/store.js';
import { Game } from '../../game/game.js';
import { gameWords } from '../../khet/words.js';
import { texts } from '../../texts/texts.js';
import { idOnBoard, showFriendly } from './board.js';

/** Returns whether a game waits for the player, for the friend, is only watched, or is over. @param {import('../../game/own-game.js').Snapshot} snapshot @param {Game} game @returns {'yours'|'theirs'|'watched'|'over'} */
function stateOf({ match }, { tip }) {
  const side = match.terms?.friend?.side;
  return !match.running ? 'over' : !side ? 'watched' : side === tip.toMove ? 'yours' : 'theirs';
}

/** Returns the list of the games with friends. @param {import('../../app.js').App} app @param {AbortSignal} signal ends its updates */
export function friendList(app, signal) {
  const list = make('ul', { class: 'games', role: 'list', 'aria-label': texts.friend.games });
  const section = make('section', { class: 'with-friends', 'aria-label': texts.friend.games }, make('h3', {}, texts.friend.games), list);
  const draw = () => {
    const games = loadFriendlies().map((snapshot) => ({ snapshot, game: Game.restore(snapshot.game) }));
    const order = ['yours', 'theirs', 'watched', 'over'], rank = (/** @type {typeof games[number]} */ { snapshot, game }) => order.indexOf(stateOf(snapshot, game));
    games.sort((one, other) => rank(one) - rank(other) || other.game.id - one.game.id);
    section.hidden = !games.length;
    const current = app.own.currentGames().map(({ id }) => id);
    list.replaceChildren(...games.map(({ snapshot, game }) => {
      const name = gameWords({ ...game.kgn(), variant: game.start.variant }), id = snapshot.match.terms?.friend?.id ?? '';
      const open = makeButton(texts.friend.listed[stateOf(snapshot, game)](name), () => showFriendly(app, snapshot));
      // A game on the board would be stored again.
      if (id === idOnBoard(app) || current.includes(game.id)) return make('li', {}, open);
      return make('li', {}, open, makeButton('✕', () => erase(snapshot, id, name), { class: 'delete', 'aria-label': texts.games.delete(name), title: texts.games.delete(name) }));
    }));
  };

  /** Removes a game, and offers to put it back. @param {import('../../game/own-game.js').Snapshot} snapshot @param {string} id @param {string} name */
  const erase = (snapshot, id, name) => {
    const at = [...list.querySelectorAll('.delete')].findIndex((button) => button === document.activeElement), changed = () => app.dispatchEvent(new Event('library'));
    removeFriendly(id);
    changed();
    const buttons = /** @type {NodeListOf<HTMLElement>} */ (list.querySelectorAll('.delete'));
    (buttons[Math.min(at, buttons.length - 1)] ?? app.panel).focus({ preventScroll: true });
    app.showMessage(texts.games.deletedOne(name), texts.page.undo, () => {
      // The same link may have been opened since.
      if (!loadFriendly(id)) saveFriendly(snapshot);
      changed();
    });
  };
  for (const name of ['game', 'match', 'library']) app.addEventListener(name, draw, { signal });
  watchStorage((name) => { if (!name || isFriendlyName(name)) draw(); }, signal);
  draw();
  return section;
}
