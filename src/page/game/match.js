// @ts-check
// A match: a game between players, with its terms, clocks and end.

import { isAssisted } from './assist.js';
import { Clocks } from './clocks.js';
import { Decisions } from './decisions.js';
import { Game } from './game.js';
import { setupName, variantName } from '../khet/names.js';
import { levelName, recordResult } from './opponents.js';
import { opponent } from '../khet/position.js';
import { capital } from '../texts/grammar.js';
import { limitShots } from '../common/tempo.js';
import { texts } from '../texts/texts.js';
import { addResult, newSeries } from './series.js';
import { speakResult } from '../khet/speech.js';
import { EnginePlayers } from './engine-players.js';
import { mustSend, rematchOf } from './friend/friendly.js';

/** @typedef {import('../app.js').App} App */
/** @typedef {import('../khet/position.js').Colour} Colour */
/** @typedef {{ engine: string, level: number }|null} Player  A person is null. Level 0 is full strength. */
/** @typedef {import('./clocks.js').Time} Time */
/** @typedef {import('./series.js').Series} Series */
/** The players, the time and the start; the number of games between engines, whether two people sit at a table, and a friend with whom links are exchanged.
 * @typedef {{ players: Record<Colour, Player>, time: Time, start: import('./game.js').Start, games?: number, isAtTable?: boolean, friend?: import('./friend/friendly.js').Friendly }} Terms */
/** @typedef {{ terms: Terms|null, running: boolean, clocks: Record<Colour, number>, paused: boolean, series?: Series|null, isNextDue?: boolean }} StoredMatch */

/** The longest pause from the last move of a game to the next game of a series, in milliseconds, and its share of the game's searches. */
const SERIES_PAUSE = 2500, PAUSE_SHARE = 0.1;
/** @type {Colour[]} */
const COLOURS = ['silver', 'red'];

export class Match {
  /** @type {Terms|null} The players, the time and the start; null on a board without a match. */
  terms = null;
  running = false;
  paused = false;
  /** The series of games between two engines. @type {Series|null} */
  series = null;
  /** Whether the next game of the series follows after a pause. */
  #isNextDue = false;
  /** The game after which the pause runs. @type {Game|null} */
  #pauseAfter = null;
  /** The last game of which the end was seen, and when the pause after it ends. @type {{ game: Game|null, next: number }} */
  #ended = { game: null, next: 0 };
  clocks = new Clocks(null);
  /** The position for which a search or a clock was last started. @type {import('./game.js').GameNode|null} */
  #startedAt = null;
  enginePlayers = new EnginePlayers(this);
  decisions = new Decisions(this);

  /** @param {App} app */
  constructor(app) {
    this.app = app;
    app.addEventListener('played', () => this.#played());
    app.addEventListener('rest', () => this.next());
    setInterval(() => this.#tick(), 100);
    limitShots(() => {
      const time = this.running && !this.people.length ? this.terms?.time : null;
      return time && 'seconds' in time ? 1000 * time.seconds : Infinity;
    });
  }

  /** Starts a match. @param {Terms} terms @param {Series|null} [series] that the game continues */
  start(terms, series = null) {
    this.stop();
    for (const colour of COLOURS) if (this.terms?.players[colour]?.engine !== terms.players[colour]?.engine) this.#endEngine(colour);
    this.terms = terms;
    this.running = true;
    this.paused = false;
    this.#isNextDue = false;
    this.decisions.offer = null;
    this.enginePlayers.thought = 0;
    this.clocks = new Clocks(terms.time);
    this.series = series ?? (this.people.length ? null : newSeries(this.name('silver'), this.name('red'), terms.games ?? 1));
    for (const colour of COLOURS) this.searcher(colour)?.send('ucinewgame');
    const game = new Game(terms.start);
    // A person who plays against an engine sits at the bottom.
    if (this.people.length === 1) this.app.board.setFlipped(this.people[0] === 'red');
    this.turnTable();
    game.tags = { Silver: this.#tag('silver'), Red: this.#tag('red'), Date: new Date().toISOString().slice(0, 10).replaceAll('-', '.') };
    if (terms.time && 'minutes' in terms.time) game.tags.TimeControl = `${60 * terms.time.minutes}+${terms.time.increment}`;
    this.app.setGame(game);
    this.app.announce(texts.game.newGame(variantName(terms.start.variant), setupName(terms.start.name), game.root.toMove));
  }

  /** Ends the match without a result, and keeps the board. */
  end() {
    this.stop();
    for (const colour of COLOURS) this.#endEngine(colour);
    this.running = false;
    this.#isNextDue = false;
    this.terms = null;
    this.decisions.offer = null;
  }

  /** Returns a player's name. @param {Colour} colour */
  name(colour) {
    const player = this.terms?.players[colour];
    if (!this.terms || player === undefined) return this.app.game.tags[capital(colour)] || texts.game.players[colour];
    if (this.friend) return this.friend.names[colour] || (colour === this.friend.side ? texts.game.you : texts.friend.nameless);
    if (player) return player.engine === 'khepri' ? levelName(player.level) : capital(player.engine);
    return this.terms.players[opponent(colour)] ? texts.game.you : texts.game.players[colour];
  }

  /** Returns a player's name for the record of the game, with the engine and its level: `Mau (Khepri 900)`. @param {Colour} colour */
  #tag(colour) {
    const player = this.terms?.players[colour], name = this.name(colour);
    if (this.friend) return this.friend.names[colour] || capital(colour);
    if (!player) return this.people.length === 2 ? capital(colour) : 'Player';
    return player.engine === 'khepri' && player.level && !name.startsWith('Khepri') ? `${name} (Khepri ${player.level})` : name;
  }

  /** Whether a person may move in the shown position. */
  mayMove() {
    // After an end without a move, such as a resignation, the last position allows no moves. Earlier positions allow variations.
    if (!this.running) return !(this.terms && this.app.game.result !== '*' && this.app.node === this.app.game.tip);
    return !this.paused && this.app.node === this.app.game.tip && this.people.includes(this.app.node.toMove);
  }

  /** The friend with whom links are exchanged, or null. */
  get friend() {
    return this.terms?.friend ?? null;
  }

  /** Whether a game with a friend is running, in which the page gives no help. */
  get isFriendly() {
    return this.running && this.friend !== null;
  }

  /** The colours that people in front of this page play. */
  get people() {
    if (this.friend) return COLOURS.filter((colour) => colour === this.friend?.side);
    return COLOURS.filter((colour) => this.terms?.players[colour] === null);
  }

  /** Whether two people sit at a table: the board turns to the player to move, and shows no shot before it is fired. */
  get isAtTable() {
    return this.running && this.terms?.isAtTable === true;
  }

  /** Turns the board to the player to move, if two people sit at a table. */
  turnTable() {
    const isRed = this.app.game.tip.toMove === 'red';
    if (!this.isAtTable || this.app.board.flipped === isRed) return;
    this.app.board.setFlipped(isRed);
    this.app.dispatchEvent(new Event('flip'));
  }

  /** Returns the status line below the board, or '' if the match does not set it. */
  statusText() {
    const { game, node } = this.app;
    if (!this.terms || node.result !== '*' || !this.running) return '';
    if (node !== game.tip) return texts.game.earlierPosition;
    if (this.enginePlayers.problem) return this.enginePlayers.problem;
    if (this.paused) return texts.game.paused;
    const { offer } = this.decisions;
    if (offer) return texts.game.offersDraw(this.name(offer));
    const mover = node.toMove, player = this.terms.players[mover];
    if (player) return texts.game.isThinking(this.name(mover));
    if (this.friend && mover !== this.friend.side) return texts.friend[mustSend(this) ? 'send' : 'isToMove'](this.friend.names[mover]);
    const turn = this.people.length === 1 ? texts.game.yourMove(mover) : texts.game.toMove(mover);
    return node.reason === 'repetition' ? `${turn} ${texts.game.mayClaim}` : turn;
  }

  /** Returns that the person wins or loses, with a blank, after a game of a person against an engine, else ''. */
  outcomeText() {
    const [own, other] = this.people, { tip, result } = this.app.game;
    const winner = { '1-0': 'silver', '0-1': 'red' }[tip.result !== '*' ? tip.result : result];
    if (!own || other || !winner || this.app.node !== tip) return '';
    return `${winner === own ? texts.game.youWin : texts.game.youLose} `;
  }

  // Moves and clocks

  #played() {
    if (!this.running || !this.terms) return;
    this.clocks.press(opponent(this.app.node.toMove));
    // An offer to a friend travels with the move.
    if (!this.friend || this.decisions.offer !== this.friend.side) this.decisions.offer = null;
    // Two engines do not wait for the animation of a shot. The end of a game does, for as long as the pause after it.
    const { app } = this, { game, node: { result, reason } } = app;
    if (this.people.length) return;
    if (result === '*' && reason !== 'repetition') return this.next();
    setTimeout(() => { if (app.game === game && this.running) app.board.endShot(); }, this.#pauseLeft());
  }

  /** Returns what is left of the pause after the game on the board, in milliseconds. */
  #pauseLeft() {
    const { game } = this.app, now = performance.now();
    if (this.#ended.game !== game) this.#ended = { game, next: now + Math.min(SERIES_PAUSE, PAUSE_SHARE * this.enginePlayers.thought) };
    return Math.max(0, this.#ended.next - now);
  }

  #tick() {
    if (!this.running || !this.clocks.isRunning) return;
    const mover = this.app.game.tip.toMove;
    if (this.clocks.left(mover) === 0) this.finish(mover === 'silver' ? '0-1' : '1-0', 'time');
    this.app.dispatchEvent(new Event('clock'));
  }

  /** Starts the search of an engine to move, or the clock of a person to move. Ends the match if the game is over, or if an engine to move claims a draw by repetition. */
  next() {
    const { tip } = this.app.game;
    if (this.#isNextDue) this.#continueSeries();
    if (!this.running || this.paused || this.#startedAt === tip) return;
    this.#startedAt = tip;
    if (tip.result !== '*') {
      this.finish(tip.result, tip.reason);
      return;
    }
    const player = this.terms?.players[tip.toMove];
    if (player && tip.reason === 'repetition' && (this.people.length === 0 || !this.enginePlayers.isAhead(tip.toMove))) {
      this.app.showMessage(texts.game.claimsDraw(this.name(tip.toMove)));
      this.finish('1/2-1/2', 'repetition');
      return;
    }
    this.turnTable();
    if (player) void this.enginePlayers.start(tip.toMove);
    else this.clocks.start(tip.toMove);
    this.app.matchChanged();
  }

  /** Returns the searcher of the engine that plays a colour, or null for a person. @param {Colour} colour */
  searcher(colour) {
    const player = this.terms?.players[colour];
    return player ? this.app.engine(player.engine, `play ${colour}`) : null;
  }

  /** Ends the process of the engine that plays a colour. @param {Colour} colour */
  #endEngine(colour) {
    const searcher = this.searcher(colour);
    if (searcher) this.app.release(searcher);
  }

  /** Stops engines and clocks. */
  stop() {
    this.clocks.stop();
    this.#startedAt = null;
    this.enginePlayers.stop();
  }

  /** Ends the game. @param {string} result @param {string} reason */
  finish(result, reason) {
    if (!this.running) return;
    const { game } = this.app, tip = game.tip;
    this.stop();
    this.running = false;
    this.decisions.offer = null;
    // An end by the rules was already announced with the move.
    if (tip.result === '*') {
      game.result = result;
      game.termination = reason;
      this.app.announce(`${speakResult(result, reason)}.`);
    }
    this.#recordResult(result);
    if (this.series) {
      addResult(this.series, result);
      this.#isNextDue = this.series.points.length < this.series.games;
    }
    this.app.own.endUndo();
    this.app.own.store();
    void this.app.show();
  }

  /** Records the result of a person against a level. @param {string} result */
  #recordResult(result) {
    const [own, other] = this.people, rival = own && !other ? this.terms?.players[opponent(own)] : null;
    if (rival?.engine !== 'khepri' || isAssisted(this.app.game)) return;
    recordResult(rival.level, result === '1/2-1/2' ? 0.5 : (result === '1-0') === (own === 'silver') ? 1 : 0);
  }

  /** Starts the next game of the series after a pause, if the last one is still on the board then. */
  #continueSeries() {
    const { app } = this, { game } = app;
    if (this.#pauseAfter === game) return;
    this.#pauseAfter = game;
    setTimeout(() => {
      if (this.#pauseAfter === game) this.#pauseAfter = null;
      if (app.game !== game || !this.#isNextDue) return;
      this.#isNextDue = false;
      app.own.replace(texts.game.nextOfSeries, () => this.rematch());
    }, this.#pauseLeft());
  }

  /** Starts the same match with the colours exchanged. */
  rematch() {
    if (!this.terms) return;
    const { silver, red } = this.terms.players, { friend } = this;
    if (friend) return this.start({ ...this.terms, friend: rematchOf(friend) });
    const isUnfinished = this.series && this.series.points.length < this.series.games;
    this.start({ ...this.terms, players: { silver: red, red: silver } }, isUnfinished ? this.series : null);
  }

  /** Pauses or continues the match. @param {boolean} paused */
  pause(paused) {
    if (!this.running) return;
    this.stop();
    this.paused = paused;
    if (!paused) {
      this.app.game.current = this.app.game.tip;
      void this.app.show();
    } else this.app.matchChanged();
  }

  // Storage

  /** @returns {StoredMatch} */
  store() {
    const { terms, friend, decisions } = this;
    return {
      terms: terms && friend ? { ...terms, friend: { ...friend, offer: decisions.offer ?? '' } } : terms, running: this.running, clocks: this.clocks.store(), paused: this.paused, series: this.series, isNextDue: this.#isNextDue,
    };
  }

  /** @param {StoredMatch} stored */
  restore(stored) {
    this.terms = stored.terms;
    this.running = stored.running && stored.terms !== null;
    this.clocks = new Clocks(stored.terms?.time ?? null, stored.clocks);
    this.paused = stored.paused;
    this.series = stored.series ?? null;
    this.decisions.offer = this.friend?.offer || null;
    this.#isNextDue = stored.isNextDue ?? false;
  }
}
