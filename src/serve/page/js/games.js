// @ts-check
// The panel "My games": the last games of this browser, to look at or to go on with.

import { Game } from './game.js';
import { make, press, reason, write } from './kit.js';
import { gameWords } from './said.js';
import { EARLIER_GAMES } from './storage.js';

/** @param {import('./app.js').App} app @returns {import('./app.js').Panel} */
export function open(app) {
  const end = new AbortController();
  const note = make('p', { class: 'note' }), list = make('ol', { class: 'games', role: 'list', 'aria-label': 'My games' });
  app.panel.append(note, list);

  const draw = () => {
    const games = app.own.earlier();
    write(note, games.length ? `The last ${EARLIER_GAMES} games stay in this browser. Choose one to put it on the board.`
      : `A game stays here when another one takes its place on the board. The last ${EARLIER_GAMES} are kept.`);
    list.replaceChildren(...games.map((kept) => make('li', {}, press(words(kept), () => {
      try {
        app.own.reopen(kept);
      } catch (error) {
        app.say(`The game cannot be read: ${reason(error)}`);
      }
    }))));
  };

  app.addEventListener('game', draw, { signal: end.signal });
  draw();
  return { close: () => end.abort() };
}

/** Returns the line of a game in the list. @param {import('./own.js').Kept} kept */
function words(kept) {
  const game = Game.restore(kept.game), date = new Date(game.id).toLocaleString([], { dateStyle: 'medium', timeStyle: 'short' });
  return `${date}: ${gameWords({ ...game.kgn(), variant: game.start.variant })}`;
}
