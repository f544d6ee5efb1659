// @ts-check
// The player's own game. It waits while a panel shows another game, and is stored in the browser with the last deletion and
// earlier games.

import { saveFriendly } from './friend/store.js';
import { Game } from './game.js';
import { addEarlier, isStored, load, loadEarlier, loadSession, removeEarlier, save, saveEarlier, saveSession } from '../common/storage.js';
import { texts } from '../texts/texts.js';

/** @typedef {import('./game.js').StoredGame} StoredGame */
/** @typedef {import('./match.js').StoredMatch} StoredMatch */
/** A waiting game, and the panel that shows another one instead. @typedef {{ panel: string, game: Game, match: StoredMatch, flipped: boolean }} Waiting */
/** The player's game in its stored form, and the game of the panel "Review" if it is shown. @typedef {{ game: StoredGame, match: StoredMatch, flipped: boolean, shown?: { game: StoredGame, flipped: boolean } }} Snapshot */
/** A description of the last deletion, and the games before it. @typedef {{ said: string, before: Snapshot }} Deletion */

/** The panels with exercises, which show positions of their own. */
export const EXERCISES = ['puzzles', 'learn', 'mistakes'];

export class OwnGame {
  /** The waiting games, the player's own first. @type {Waiting[]} */
  #waiting = [];
  /** @type {Deletion|null} */
  #deletion = loadSession('deleted');
  /** Whether the stored game was read. A page that is left before must not replace it. */
  #isRead = false;

  /** @param {import('../app.js').App} app */
  constructor(app) {
    this.app = app;
    app.addEventListener('played', () => { if (!this.isExercise) this.endUndo(); });
  }

  /** Shows a game of a panel while the game on the board waits. Another game of the same panel replaces the first. @param {Game} game @param {string} panel */
  showFor(game, panel) {
    const { app } = this;
    if (this.shownFor === panel) this.#archiveReviewed();
    else this.#waiting.push(this.#current(panel));
    app.match.end();
    app.setGame(game);
  }

  /** Shows the game that waited while a panel showed another one. @param {string} panel */
  resumeFrom(panel) {
    const at = this.#waiting.findIndex((waiting) => waiting.panel === panel);
    if (at < 0) return;
    this.#archiveReviewed();
    const [before] = this.#waiting.splice(at);
    if (before) this.#resume(before);
  }

  /** Shows a game. The player's own game waits meanwhile if it has moves. @param {Game} game */
  show(game) {
    const { app } = this;
    if (this.shownFor || app.game.root.children.length) return this.showFor(game, 'review');
    app.match.end();
    app.setGame(game);
  }

  /** Puts a game that was on the board on it again. Returns whether it was found. @param {number} id */
  returnTo(id) {
    const waiting = this.#waiting.find(({ game }) => game.id === id), earlier = this.earlierGames().find(({ game }) => game.id === id);
    if (waiting) this.resumeFrom(waiting.panel);
    else if (earlier) this.reopen(earlier);
    return Boolean(waiting ?? earlier);
  }

  /** Leaves the game of a panel on the board for another panel, while the player's own game waits. @param {string} from @param {string} to */
  handOver(from, to) {
    const own = this.#waiting[0];
    if (this.shownFor !== from || !own) return;
    this.#archiveReviewed();
    this.#waiting = [{ ...own, panel: to }];
    this.app.treeChanged();
  }

  /** The panel whose game is on the board, or ''. */
  get shownFor() {
    return this.#waiting.at(-1)?.panel ?? '';
  }

  /** Whether the position on the board is an exercise: a puzzle or a lesson. */
  get isExercise() {
    return EXERCISES.includes(this.shownFor);
  }

  /** Makes the game on the board the player's own. */
  adopt() {
    const { app } = this;
    this.replace(texts.game.adopted, () => app.treeChanged());
    app.matchChanged();
  }

  /** Keeps the game on the board, which a panel or a link shows, among the earlier games too. Throws if there is no room. */
  keep() {
    const { game, match, flipped } = this.#current('');
    addEarlier(game.id, { game: game.store(), match, flipped });
    this.app.dispatchEvent(new Event('library'));
  }

  /** Replaces the player's own game. If it has moves, it becomes an earlier game, and the replacement can be undone. @param {string} description @param {() => void} showNew shows the new game */
  replace(description, showNew) {
    const own = this.#waiting[0] ?? this.#current('');
    if (own.game.root.children.length) {
      this.saveForUndo(description);
      this.#archive(own);
    }
    this.#archiveReviewed();
    this.#waiting = [];
    showNew();
  }

  // The last deletion and earlier games

  /** The description of the last deletion, or ''. */
  get undoText() {
    return this.#deletion?.said ?? '';
  }

  /** Saves the state before a deletion. @param {string} description of the deletion */
  saveForUndo(description) {
    this.#setDeletion({ said: description, before: this.#snapshot() });
  }

  /** Ends the time in which the last deletion can be undone: with the next move or result, which the undo would remove. */
  endUndo() {
    if (this.#deletion) this.#setDeletion(null);
  }

  /** Undoes the last deletion. Games with moves that were added since then become earlier games. */
  undo() {
    const { app } = this;
    if (!this.#deletion) return;
    const before = restoreSnapshot(this.#deletion.before);
    const restored = [before.own, ...(before.other ? [before.other] : [])];
    const newer = [...this.#waiting, this.#current('')].filter(({ game }) => !restored.some((other) => game.isWithin(other)));
    for (const waiting of newer) {
      if (!waiting.game.root.children.length) continue;
      if (restored.some(({ id }) => id === waiting.game.id)) waiting.game.assignNewId();
      this.#archive(waiting);
    }
    app.match.end();
    const game = this.#apply(before);
    this.#setDeletion(null);
    app.setGame(game);
  }

  /** Returns the earlier games that are neither on the board nor waiting, the latest first. @returns {Snapshot[]} */
  earlierGames() {
    const ids = [...this.#waiting.map(({ game }) => game), this.app.game].map(({ id }) => id);
    return loadEarlier().filter((/** @type {Partial<Snapshot>} */ { game }) => !ids.includes(game?.id ?? 0));
  }

  /** Returns the games with moves that are on the board or waiting, the one on the board first. */
  currentGames() {
    return [this.app.game, ...this.#waiting.map(({ game }) => game)].filter(({ root }) => root.children.length);
  }

  /** Returns the games of `currentGames` in their stored form. @returns {Snapshot[]} */
  currentSnapshots() {
    return [this.#current(''), ...this.#waiting].filter(({ game }) => game.root.children.length)
      .map(({ game, match, flipped }) => ({ game: game.store(), match, flipped }));
  }

  /** Puts an earlier game on the board. @param {Snapshot} snapshot */
  reopen({ game, match, flipped }) {
    const { app } = this, earlier = Game.restore(game);
    removeEarlier(earlier.id);
    // The new id makes it the latest game again.
    earlier.assignNewId();
    this.replace(texts.game.reopened, () => {
      app.match.end();
      this.#resume({ panel: '', game: earlier, match, flipped });
    });
  }

  /** Adds a game to the earlier ones. @param {Waiting} waiting */
  #archive({ game, match, flipped }) {
    // A game with a friend has a place of its own.
    if (match.terms?.friend) return saveFriendly({ game: game.store(), match, flipped });
    saveEarlier(game.id, { game: game.store(), match: { ...match, isNextDue: false }, flipped });
  }

  /** Adds the games of panels that were reviewed or kept to the earlier games, because repeating a review takes time. */
  #archiveReviewed() {
    if (!this.#waiting.length) return;
    for (const waiting of [...this.#waiting.slice(1), this.#current('')]) if (waiting.game.review || isStored(waiting.game.id)) this.#archive(waiting);
  }

  /** @param {Deletion|null} deletion */
  #setDeletion(deletion) {
    this.#deletion = deletion;
    saveSession('deleted', deletion);
  }

  // Storage

  /** Returns the game on the board with its match. @param {string} panel @returns {Waiting} */
  #current(panel) {
    const { app } = this;
    return { panel, game: app.game, match: app.match.store(), flipped: app.board.flipped };
  }

  /** @param {Waiting} waiting */
  #resume({ game, match, flipped }) {
    const { app } = this;
    app.match.restore(match);
    app.board.setFlipped(flipped);
    app.setGame(game);
  }

  /** Returns the player's game, and the reviewed game if there is one. @returns {Snapshot} */
  #snapshot() {
    const [own = this.#current(''), next] = this.#waiting;
    const reviewed = own.panel === 'review' ? next ?? this.#current('') : null;
    const snapshot = { game: own.game.store(), match: own.match, flipped: own.flipped };
    return reviewed ? { ...snapshot, shown: { game: reviewed.game.store(), flipped: reviewed.flipped } } : snapshot;
  }

  /** Applies a restored snapshot, and returns the game for the board. @param {Restored} restored */
  #apply({ own, other, match, flipped, shown }) {
    const { app } = this;
    this.#waiting = other ? [{ panel: 'review', game: own, match, flipped }] : [];
    if (!other) app.match.restore(match);
    app.board.setFlipped((shown ?? { flipped }).flipped);
    return other ?? own;
  }

  /** Stores the player's game in the browser, and the reviewed game if there is one. */
  store() {
    if (!this.#isRead) return;
    const snapshot = this.#snapshot(), { shown: _shown, ...own } = snapshot, { review: _review, ...game } = own.game;
    save('game', snapshot, { ...own, game });
  }

  /** Restores the stored game, if there is one. */
  restore() {
    const { app } = this;
    this.#isRead = true;
    /** @type {Snapshot|null} */
    const snapshot = load('game');
    if (!snapshot) return;
    try {
      app.game = this.#apply(restoreSnapshot(snapshot));
    } catch {
      app.showMessage(texts.game.notRead);
    }
  }
}

/** @typedef {Snapshot & { own: Game, other: Game|null }} Restored  `own` is the player's game, `other` the reviewed one. */

/** Restores the games of a snapshot. @param {Snapshot} snapshot @returns {Restored} */
function restoreSnapshot(snapshot) {
  return { ...snapshot, own: Game.restore(snapshot.game), other: snapshot.shown ? Game.restore(snapshot.shown.game) : null };
}
