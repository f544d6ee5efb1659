// @ts-check
// The player's own game: it waits while panels show others, and is kept in the browser.

import { Game } from './game.js';
import { load, save } from './storage.js';

/** @typedef {import('./game.js').StoredGame} StoredGame */
/** @typedef {import('./match.js').StoredMatch} StoredMatch */
/** A game that waits, and the panel that shows another one instead. @typedef {{ by: string, game: Game, match: StoredMatch, flipped: boolean }} Waiting */
/** @typedef {{ game: StoredGame, match: StoredMatch, flipped: boolean, shown?: { game: StoredGame, flipped: boolean } }} Kept */

export class OwnGame {
  /** The games that wait while panels show others, the player's own first. @type {Waiting[]} */
  #waiting = [];

  /** @param {import('./app.js').App} app */
  constructor(app) {
    this.app = app;
  }

  /** Shows a game for a panel; the game on the board waits. A second game of the same panel replaces its first. @param {Game} game @param {string} by the panel */
  lend(game, by) {
    const { app } = this;
    if (this.#waiting.at(-1)?.by !== by) this.#waiting.push(this.#shown(by));
    app.match.end();
    app.setGame(game);
  }

  /** Goes on with the game that waits since a panel showed another one. @param {string} by the panel */
  giveBack(by) {
    const at = this.#waiting.findIndex((one) => one.by === by), [before] = at < 0 ? [] : this.#waiting.splice(at);
    if (before) this.#goOn(before);
  }

  /** The panel whose game is on the board, or ''. */
  get lender() {
    return this.#waiting.at(-1)?.by ?? '';
  }

  /** Makes the game on the board the player's own. */
  adopt() {
    const { app } = this;
    this.replace('This is your game now.', () => app.changed());
    app.status();
  }

  /** Replaces the player's own game, and if it had moves, offers the way back to it. @param {string} said @param {() => void} act shows the new game */
  replace(said, act) {
    const { app } = this;
    const before = this.#waiting[0] ?? this.#shown('');
    this.#waiting = [];
    act();
    if (!before.game.root.children.length) return;
    app.say(said, 'Back to my game', () => {
      app.match.end();
      this.#waiting = [];
      this.#goOn(before);
    });
  }

  /** @param {string} by @returns {Waiting} */
  #shown(by) {
    const { app } = this;
    return { by, game: app.game, match: app.match.store(), flipped: app.board.flipped };
  }

  /** @param {Waiting} waiting */
  #goOn({ game, match, flipped }) {
    const { app } = this;
    app.match.restore(match);
    app.board.setFlipped(flipped);
    app.setGame(game);
  }

  /** Keeps the player's game in the browser, and the game that is reviewed. */
  keep() {
    const [own = this.#shown(''), after] = this.#waiting;
    // The game of the panel that made the own game wait.
    const shown = own.by === 'review' ? after ?? this.#shown('') : null;
    /** @type {Kept} */
    const kept = { game: own.game.store(), match: own.match, flipped: own.flipped };
    const { review: _review, ...game } = kept.game;
    save('game', shown ? { ...kept, shown: { game: shown.game.store(), flipped: shown.flipped } } : kept, { ...kept, game });
  }

  /** Shows what was kept, if anything. */
  restore() {
    const { app } = this;
    /** @type {Kept|null} */
    const kept = load('game');
    if (!kept) return;
    try {
      const { match, flipped, shown } = kept, own = Game.restore(kept.game), game = shown && Game.restore(shown.game);
      if (game) this.#waiting = [{ by: 'review', game: own, match, flipped }];
      else app.match.restore(match);
      app.game = game ?? own;
      app.board.setFlipped((shown ?? kept).flipped);
    } catch {
      app.say('The game kept in this browser cannot be read.');
    }
  }
}
