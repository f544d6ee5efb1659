// @ts-check
// The panel "Games": the earlier games of this browser, to search, to put on the board, and to save as a file.

import { Game } from '../game/game.js';
import { download, make, makeButton, messageOf, setText } from '../common/dom.js';
import { transport } from '../host/transport.js';
import { gameWords } from '../khet/words.js';
import { texts } from '../texts/texts.js';

/** The number of games that are listed at first. */
const LISTED = 100;

/** @param {import('../app.js').App} app @returns {import('../app.js').Panel} */
export function open(app) {
  const end = new AbortController();
  const search = make('input', { type: 'text', placeholder: texts.games.search, 'aria-label': texts.games.searchGames, autocomplete: 'off' });
  const save = makeButton(texts.games.saveAll, () => { void exportAll(app); });
  const note = make('p', { class: 'note' }), list = make('ol', { class: 'games', role: 'list', 'aria-label': texts.games.games });
  const tools = make('div', { class: 'panel-tools' }, search, save);
  app.panel.append(tools, note, list);
  /** The games with their texts, the latest first. @type {{ text: string, reopen(): void }[]} */
  let games = [];
  let listed = LISTED;

  const showTools = () => { tools.hidden = !games.length && !app.own.currentGames().length; };
  const draw = () => {
    const words = search.value.toLowerCase().split(/\s+/), found = games.filter(({ text }) => words.every((word) => text.toLowerCase().includes(word)));
    search.hidden = !games.length;
    showTools();
    setText(note, !games.length ? texts.games.none
      : found.length === games.length ? texts.games.kept(games.length) : texts.games.foundOf(found.length, games.length));
    const items = found.slice(0, listed).map(({ text, reopen }) => make('li', {}, makeButton(text, reopen)));
    if (found.length > listed) {
      items.push(make('li', {}, makeButton(texts.games.more(found.length - listed), () => {
        listed += LISTED;
        draw();
      })));
    }
    list.replaceChildren(...items);
  };
  const load = () => {
    games = app.own.earlierGames().map((snapshot) => ({
      text: summary(snapshot),
      reopen: () => {
        try {
          app.own.reopen(snapshot);
        } catch (error) {
          app.showMessage(texts.games.cannotRead(messageOf(error)));
        }
      },
    }));
    draw();
  };

  search.addEventListener('input', draw);
  app.addEventListener('game', load, { signal: end.signal });
  app.addEventListener('tree', showTools, { signal: end.signal });
  load();
  return { close: () => end.abort() };
}

/** Saves the games on the board and waiting, and all earlier games, in a file. @param {import('../app.js').App} app */
async function exportAll(app) {
  try {
    const games = [...app.own.currentGames(), ...app.own.earlierGames().map(({ game }) => Game.restore(game))];
    download('games.kgn', await transport.writeKgn({ games: games.map((game) => game.kgn()) }), 'text/plain');
  } catch (error) {
    app.showMessage(texts.games.cannotSave(messageOf(error)));
  }
}

/** Returns the text of a game in the list. @param {import('../game/own-game.js').Snapshot} snapshot */
function summary(snapshot) {
  const game = Game.restore(snapshot.game), language = document.documentElement.lang || 'en';
  const date = new Date(game.id).toLocaleString(language, { dateStyle: 'medium', timeStyle: 'short' });
  return texts.games.game(date, gameWords({ ...game.kgn(), variant: game.start.variant }));
}
