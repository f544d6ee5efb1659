// @ts-check
// The panel "Games": the latest games of this browser, to view or to continue.

import { Game } from './game.js';
import { make, makeButton, messageOf, setText } from './dom.js';
import { gameWords } from './words.js';
import { EARLIER_GAMES } from './storage.js';

/** @param {import('./app.js').App} app @returns {import('./app.js').Panel} */
export function open(app) {
  const end = new AbortController();
  const note = make('p', { class: 'note' }), list = make('ol', { class: 'games', role: 'list', 'aria-label': 'My games' });
  app.panel.append(note, list);

  const draw = () => {
    const games = app.own.earlierGames();
    setText(note, games.length ? `The last ${EARLIER_GAMES} games stay in this browser. Choose one to put it on the board.`
      : `A game stays here when another one takes its place on the board. The last ${EARLIER_GAMES} are kept.`);
    list.replaceChildren(...games.map((snapshot) => make('li', {}, makeButton(summary(snapshot), () => {
      try {
        app.own.reopen(snapshot);
      } catch (error) {
        app.showMessage(`The game cannot be read: ${messageOf(error)}`);
      }
    }))));
  };

  app.addEventListener('game', draw, { signal: end.signal });
  draw();
  return { close: () => end.abort() };
}

/** Returns the text of a game in the list. @param {import('./own-game.js').Snapshot} snapshot */
function summary(snapshot) {
  const game = Game.restore(snapshot.game), date = new Date(game.id).toLocaleString([], { dateStyle: 'medium', timeStyle: 'short' });
  return `${date}: ${gameWords({ ...game.kgn(), variant: game.start.variant })}`;
}
