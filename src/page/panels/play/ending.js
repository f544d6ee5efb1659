// @ts-check
// The card at the end of a game: who won and why, the accuracies of the players, and what can be done next.

import { make, makeButton, rearrange } from '../../common/dom.js';
import { opponent } from '../../khet/position.js';
import { review } from '../../game/reviewing.js';
import { transport } from '../../host/transport.js';
import { speakResult } from '../../khet/speech.js';
import { texts } from '../../texts/texts.js';
import { byId } from '../../khet/words.js';

/** @typedef {import('../../game/game.js').Game} Game */
/** @typedef {import('../../khet/position.js').Colour} Colour */

/** The number of nodes for each position. The accuracies of a review are more exact. */
const NODES = 1000;
/** @type {Colour[]} */
const COLOURS = ['silver', 'red'];

/** @param {import('../../app.js').App} app */
export function setUpEnding(app) {
  const card = byId('ending'), { match } = app;
  /** The game of the card, with its end. */
  let shown = '';
  let end = new AbortController(), measurements = 0;

  /** Returns the result and the reason, or null while the game goes on. */
  const outcome = () => {
    const { game } = app, { tip } = game, isByRules = tip.result !== '*';
    const result = isByRules ? tip.result : game.result;
    return match.terms && !match.running && result !== '*' ? { result, reason: isByRules ? tip.reason : game.termination } : null;
  };

  /** Starts the next game. A person who plays against an engine plays the other colour. */
  const rematch = () => {
    app.dispatchEvent(new Event('new'));
    app.own.replace(texts.play.newGameBegun, () => match.rematch());
    const [own, other] = match.people;
    if (own && !other) app.showMessage(texts.ending.coloursExchanged(own));
  };

  /** Draws the card, and returns the elements of the accuracies. @param {string} result @param {string} reason */
  const draw = (result, reason) => {
    const { ending } = texts, [own, other] = match.people, winner = result === '1-0' ? COLOURS[0] : result === '0-1' ? COLOURS[1] : undefined;
    const title = !winner ? ending.draw : winner === own && !other ? ending.youWin : ending.wins(match.name(winner));
    const why = reason === 'pharaoh' && winner ? ending.pharaohHit(opponent(winner)) : speakResult(result, reason);
    const figures = COLOURS.map(() => make('span', { class: 'accuracy' }, '…'));
    card.replaceChildren(
      make('h2', { id: 'ending-title' }, title), make('p', {}, `${why}.`),
      make('p', { class: 'accuracies' }, `${ending.accuracy} ${match.name('silver')} `, figures[0] ?? '', ` · ${match.name('red')} `, figures[1] ?? ''),
      make('div', { class: 'actions' },
        makeButton(ending.rematch, rematch, { class: 'primary' }),
        makeButton(ending.review, () => { void app.openPanel('review'); })),
    );
    return figures;
  };

  /** Reviews the game briefly, for the accuracies. @param {Game} game @param {HTMLElement[]} figures @param {AbortSignal} signal */
  const measure = async (game, figures, signal) => {
    measurements += 1;
    // Each measurement has an engine of its own, because the one before may end later.
    const searcher = app.engine('khepri', `ending ${measurements}`);
    try {
      const accuracies = game.review?.accuracies ?? (await review(game, searcher, NODES, transport.judge, signal, () => {}))?.accuracies;
      COLOURS.forEach((colour, at) => {
        const accuracy = accuracies?.[colour] ?? null, figure = figures[at];
        if (figure) figure.textContent = accuracy === null ? '–' : `${accuracy.toFixed(0)} %`;
      });
    } finally {
      app.release(searcher);
    }
  };

  const update = () => {
    const over = outcome(), { game } = app, key = over ? `${game.id} ${game.tip.ply} ${over.result} ${over.reason}` : '';
    if (key === shown) return;
    shown = key;
    end.abort();
    end = new AbortController();
    rearrange();
    card.hidden = !over;
    if (!over) return card.replaceChildren();
    // Without an answer of the engine, the card remains without accuracies.
    measure(game, draw(over.result, over.reason), end.signal).catch(() => {});
  };
  for (const name of ['match', 'tree', 'game']) app.addEventListener(name, update);
  update();
}
