// @ts-check
// The games of the file that was read last, in the panel "Games".

import { make, makeButton } from '../common/dom.js';
import { Game } from '../game/game.js';
import { gameFault } from '../khet/faults.js';
import { gameWords } from '../khet/words.js';
import { capital } from '../texts/grammar.js';
import { texts } from '../texts/texts.js';

/** @typedef {import('../game/game.js').KgnGame} KgnGame */
/** @typedef {{ name: string, games: KgnGame[], faults: import('../khet/faults.js').Fault[] }} ReadFile */

/** The number of games of a file that are listed at first, and the largest number of listed faults. */
const LISTED_GAMES = 100;
const LISTED_FAULTS = 5;

/** The file that was read last. @type {ReadFile} */
let file = { name: '', games: [], faults: [] };

/** Keeps a file for the panel "Games". @param {ReadFile} read */
export function keepFile(read) {
  file = read;
}

/** Returns the first faults of a file in words. @param {ReadFile['faults']} faults */
export function faultLines(faults) {
  const shown = faults.slice(0, LISTED_FAULTS).map((fault) => make('p', {}, capital(gameFault(fault)))), more = faults.length - shown.length;
  return [...shown, ...(more > 0 ? [make('p', {}, texts.review.moreFaults(more))] : [])];
}

/** Shows a game of a file, while the player's own game waits. @param {import('../app.js').App} app @param {KgnGame} kgn */
export function showGame(app, kgn) {
  const game = Game.read(kgn);
  game.current = game.root;
  app.own.show(game);
}

/**
 * Returns the list of the file's games. A click shows a game and opens the panel "Review".
 * @param {import('../app.js').App} app @param {(games: KgnGame[], faults: ReadFile['faults']) => boolean} add adds them to the player's games, and returns whether there was room for all
 */
export function fileGames(app, add) {
  const list = make('ol', { class: 'games', role: 'list', 'aria-label': texts.review.games }), { games, name, faults } = file;
  let listed = LISTED_GAMES;
  const draw = () => {
    const items = games.slice(0, listed).map((kgn, at) => make('li', {}, makeButton(`${at + 1}. ${gameWords(kgn)}`, () => {
      showGame(app, kgn);
      void app.openPanel('review');
    })));
    const rest = games.length - items.length;
    if (rest > 0) {
      items.push(make('li', {}, makeButton(texts.review.showMore(rest), () => {
        listed += 10 * LISTED_GAMES;
        draw();
      })));
    }
    list.replaceChildren(...items);
  };
  const addAll = makeButton(texts.games.addAll, () => {
    if (!add(games, faults)) return;
    keepFile({ name: '', games: [], faults: [] });
    section.hidden = true;
    app.panel.focus({ preventScroll: true });
  });
  const section = make('section', { class: 'file-games' },
    make('h3', {}, texts.games.ofFile(name)), make('div', { class: 'faults' }, ...faultLines(faults)), list, make('div', { class: 'panel-tools' }, addAll));
  section.hidden = games.length < 2;
  draw();
  return section;
}
