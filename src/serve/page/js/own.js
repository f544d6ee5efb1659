// @ts-check
// The player's own game: it waits while panels show others, and is kept in the browser, with what was deleted last and earlier games.

import { Game } from './game.js';
import { dropEarlier, load, loadEarlier, recall, remember, save, saveEarlier } from './storage.js';

/** @typedef {import('./game.js').StoredGame} StoredGame */
/** @typedef {import('./match.js').StoredMatch} StoredMatch */
/** A game that waits, and the panel that shows another one instead. @typedef {{ by: string, game: Game, match: StoredMatch, flipped: boolean }} Waiting */
/** @typedef {{ game: StoredGame, match: StoredMatch, flipped: boolean, shown?: { game: StoredGame, flipped: boolean } }} Kept */
/** What was deleted last, in words, and the games before it. @typedef {{ said: string, before: Kept }} Deleted */

export class OwnGame {
  /** The games that wait while panels show others, the player's own first. @type {Waiting[]} */
  #waiting = [];
  /** @type {Deleted|null} */
  #deleted = recall('deleted');

  /** @param {import('./app.js').App} app */
  constructor(app) {
    this.app = app;
  }

  /** Shows a game for a panel; the game on the board waits. A second game of the same panel replaces its first. @param {Game} game @param {string} by the panel */
  lend(game, by) {
    const { app } = this;
    if (this.lender === by) this.#putAwayReviewed();
    else this.#waiting.push(this.#shown(by));
    app.match.end();
    app.setGame(game);
  }

  /** Goes on with the game that waits since a panel showed another one. @param {string} by the panel */
  giveBack(by) {
    const at = this.#waiting.findIndex((one) => one.by === by);
    if (at < 0) return;
    this.#putAwayReviewed();
    const [before] = this.#waiting.splice(at);
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

  /** Replaces the player's own game. If it had moves, it joins the earlier games, and the way back is offered. @param {string} said @param {() => void} act shows the new game */
  replace(said, act) {
    const own = this.#waiting[0] ?? this.#shown('');
    if (own.game.root.children.length) {
      this.willDelete(said);
      this.#putAway(own);
    }
    this.#putAwayReviewed();
    this.#waiting = [];
    act();
  }

  // What was deleted, and earlier games

  /** What was deleted last in words, or ''. */
  get lost() {
    return this.#deleted?.said ?? '';
  }

  /** Keeps all as it is before something is deleted. @param {string} said what is deleted */
  willDelete(said) {
    this.#setDeleted({ said, before: this.#kept() });
  }

  /** Brings back what was deleted last. What was played since then joins the earlier games. */
  undo() {
    const { app } = this;
    if (!this.#deleted) return;
    const before = read(this.#deleted.before);
    const back = [before.own, ...(before.other ? [before.other] : [])];
    const since = [...this.#waiting, this.#shown('')].filter(({ game }) => !back.some((other) => game.isWithin(other)));
    for (const one of since) {
      if (!one.game.root.children.length) continue;
      if (back.some(({ id }) => id === one.game.id)) one.game.renumber();
      this.#putAway(one);
    }
    app.match.end();
    const game = this.#take(before);
    this.#setDeleted(null);
    app.setGame(game);
  }

  /** Returns the earlier games that are not on the board, the latest first. @returns {Kept[]} */
  earlier() {
    const here = [...this.#waiting.map((one) => one.game), this.app.game].map(({ id }) => id);
    return loadEarlier().filter((/** @type {Kept} */ { game }) => !here.includes(game.id ?? 0));
  }

  /** Puts an earlier game on the board. @param {Kept} kept */
  reopen({ game, match, flipped }) {
    const { app } = this, before = Game.restore(game);
    dropEarlier(before.id);
    // It is the latest game again.
    before.renumber();
    this.replace('An earlier game is on the board.', () => {
      app.match.end();
      this.#goOn({ by: '', game: before, match, flipped });
    });
  }

  /** Adds a game to the earlier ones. @param {Waiting} one */
  #putAway({ game, match, flipped }) {
    saveEarlier(game.id, { game: game.store(), match, flipped });
  }

  /** Adds the games of files that were reviewed to the earlier ones, since a review takes time. */
  #putAwayReviewed() {
    if (!this.#waiting.length) return;
    for (const one of [...this.#waiting.slice(1), this.#shown('')]) if (one.game.review) this.#putAway(one);
  }

  /** @param {Deleted|null} deleted */
  #setDeleted(deleted) {
    this.#deleted = deleted;
    remember('deleted', deleted);
  }

  // Storage

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

  /** Returns the player's game and the game that is reviewed. @returns {Kept} */
  #kept() {
    const [own = this.#shown(''), after] = this.#waiting;
    // The game of the panel that made the own game wait.
    const shown = own.by === 'review' ? after ?? this.#shown('') : null;
    const kept = { game: own.game.store(), match: own.match, flipped: own.flipped };
    return shown ? { ...kept, shown: { game: shown.game.store(), flipped: shown.flipped } } : kept;
  }

  /** Takes back what was kept, and returns the game for the board. @param {Restored} restored */
  #take({ own, other, match, flipped, shown }) {
    const { app } = this;
    this.#waiting = other ? [{ by: 'review', game: own, match, flipped }] : [];
    if (!other) app.match.restore(match);
    app.board.setFlipped((shown ?? { flipped }).flipped);
    return other ?? own;
  }

  /** Keeps the player's game in the browser, and the game that is reviewed. */
  keep() {
    const kept = this.#kept(), { shown: _shown, ...own } = kept, { review: _review, ...game } = own.game;
    save('game', kept, { ...own, game });
  }

  /** Shows what was kept, if anything. */
  restore() {
    const { app } = this;
    /** @type {Kept|null} */
    const kept = load('game');
    if (!kept) return;
    try {
      app.game = this.#take(read(kept));
    } catch {
      app.say('The game kept in this browser cannot be read.');
    }
  }
}

/** @typedef {Kept & { own: Game, other: Game|null }} Restored */

/** Returns what was kept with its games: the player's own, and the one that was reviewed. @param {Kept} kept @returns {Restored} */
function read(kept) {
  return { ...kept, own: Game.restore(kept.game), other: kept.shown ? Game.restore(kept.shown.game) : null };
}
