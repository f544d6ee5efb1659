// @ts-check
// A game between players: what was agreed, who moves, clocks, and how the game ends.

import { Clocks } from './clocks.js';
import { Decisions } from './decisions.js';
import { Game } from './game.js';
import { capital, opponent, speakResult } from './position.js';
import { Thinking } from './thinking.js';

/** @typedef {import('./app.js').App} App */
/** @typedef {import('./position.js').Colour} Colour */
/** @typedef {{ engine: string, level: number }|null} Player  null is a person; level 0 is full strength. */
/** @typedef {import('./clocks.js').Time} Time */
/** @typedef {{ players: Record<Colour, Player>, time: Time, start: import('./game.js').Start }} Terms */
/** @typedef {{ terms: Terms|null, running: boolean, clocks: Record<Colour, number>, paused: boolean }} StoredMatch */

/** @type {Colour[]} */
const COLOURS = ['silver', 'red'];

export class Match {
  /** @type {Terms|null} What was agreed; null on a board without a game. */
  terms = null;
  running = false;
  paused = false;
  clocks = new Clocks(null);
  /** The position at which the next player was started. @type {import('./game.js').GameNode|null} */
  #at = null;
  thinking = new Thinking(this);
  decisions = new Decisions(this);

  /** @param {App} app */
  constructor(app) {
    this.app = app;
    app.addEventListener('played', () => this.#played());
    app.addEventListener('rest', () => this.next());
    setInterval(() => this.#tick(), 100);
  }

  /** Starts a game. @param {Terms} terms */
  start(terms) {
    this.stop();
    for (const colour of COLOURS) if (this.terms?.players[colour]?.engine !== terms.players[colour]?.engine) this.#dismiss(colour);
    this.terms = terms;
    this.running = true;
    this.paused = false;
    this.decisions.offer = null;
    this.clocks = new Clocks(terms.time);
    for (const colour of COLOURS) this.searcher(colour)?.send('ucinewgame');
    const game = new Game(terms.start);
    // A single person plays from below.
    if (this.people.length === 1) this.app.board.setFlipped(this.people[0] === 'red');
    const name = (/** @type {Colour} */ colour) => (terms.players[colour] || this.people.length === 2 ? this.name(colour) : 'Player');
    game.tags = { Silver: name('silver'), Red: name('red'), Date: new Date().toISOString().slice(0, 10).replaceAll('-', '.') };
    if (terms.time && 'minutes' in terms.time) game.tags.TimeControl = `${60 * terms.time.minutes}+${terms.time.increment}`;
    this.app.setGame(game);
    this.app.announce(`New game, ${terms.start.variant} ${terms.start.name}. ${capital(game.root.toMove)} to move.`);
  }

  /** Ends the match without a result; the board stays. */
  end() {
    this.stop();
    for (const colour of COLOURS) this.#dismiss(colour);
    this.running = false;
    this.terms = null;
    this.decisions.offer = null;
  }

  /** Returns a player's name. @param {Colour} colour */
  name(colour) {
    const player = this.terms?.players[colour];
    if (!this.terms || player === undefined) return this.app.game.tags[capital(colour)] || capital(colour);
    if (player) return `${capital(player.engine)}${player.level && player.engine === 'khepri' ? ` ${player.level}` : ''}`;
    return this.terms.players[opponent(colour)] ? 'You' : capital(colour);
  }

  /** Whether a person may move on the position that is shown. */
  mayMove() {
    // A game that was resigned or agreed has ended; variations of it may be played.
    if (!this.running) return !(this.terms && this.app.game.result !== '*' && this.app.node === this.app.game.tip);
    return !this.paused && this.app.node === this.app.game.tip && this.terms?.players[this.app.node.toMove] === null;
  }

  /** The colours that people play. */
  get people() {
    return COLOURS.filter((colour) => this.terms?.players[colour] === null);
  }

  /** Returns the line below the board, or '' if the match has nothing to say. */
  status() {
    const { game, node } = this.app;
    if (!this.terms || node.result !== '*' || !this.running) return '';
    if (node !== game.tip) return 'An earlier position: » returns to the game';
    if (this.thinking.trouble) return this.thinking.trouble;
    if (this.paused) return 'The game is paused';
    const { offer } = this.decisions;
    if (offer) return `${this.name(offer)} offers a draw`;
    const mover = node.toMove, player = this.terms.players[mover];
    if (player) return `${this.name(mover)} is thinking…`;
    const again = node.reason === 'repetition' ? ' This arrangement stands for the third time: you may claim a draw.' : '';
    return (this.people.length === 1 ? `Your move: you play ${capital(mover)}.` : `${capital(mover)} to move.`) + again;
  }

  /** Returns `You win. ` or `You lose. ` after a game of one person, else ''. */
  outcome() {
    const [own, other] = this.people, { tip, result } = this.app.game;
    const winner = { '1-0': 'silver', '0-1': 'red' }[tip.result !== '*' ? tip.result : result];
    if (!own || other || !winner || this.app.node !== tip) return '';
    return winner === own ? 'You win. ' : 'You lose. ';
  }

  // Moves and clocks

  #played() {
    if (!this.running || !this.terms) return;
    this.clocks.press(opponent(this.app.node.toMove));
    this.decisions.offer = null;
  }

  #tick() {
    if (!this.running || !this.clocks.isRunning) return;
    const mover = this.app.game.tip.toMove;
    if (this.clocks.left(mover) === 0) this.finish(mover === 'silver' ? '0-1' : '1-0', 'time');
    this.app.dispatchEvent(new Event('clock'));
  }

  /** Starts the next player when the board is at rest: an engine thinks, a person's clock runs. */
  next() {
    const { tip } = this.app.game;
    if (!this.running || this.paused || this.#at === tip) return;
    this.#at = tip;
    if (tip.result !== '*') {
      this.finish(tip.result, tip.reason);
      return;
    }
    const player = this.terms?.players[tip.toMove];
    if (player && tip.reason === 'repetition' && (this.people.length === 0 || this.thinking.scores[tip.toMove] <= 0)) {
      this.app.say(`${this.name(tip.toMove)} claims a draw.`);
      this.finish('1/2-1/2', 'repetition');
      return;
    }
    if (player) void this.thinking.start(tip.toMove);
    else this.clocks.start(tip.toMove);
    this.app.status();
  }

  /** Returns the searcher of the engine that plays a colour, or null for a person. @param {Colour} colour */
  searcher(colour) {
    const player = this.terms?.players[colour];
    return player ? this.app.engine(player.engine, `play ${colour}`) : null;
  }

  /** Ends the process of an engine that no longer plays. @param {Colour} colour */
  #dismiss(colour) {
    const searcher = this.searcher(colour);
    if (searcher) this.app.release(searcher);
  }

  /** Stops engines and clocks. */
  stop() {
    this.clocks.stop();
    this.#at = null;
    this.thinking.stop();
  }

  /** Ends the game. @param {string} result @param {string} reason */
  finish(result, reason) {
    if (!this.running) return;
    const { game } = this.app, tip = game.tip;
    this.stop();
    this.running = false;
    this.decisions.offer = null;
    // The end that a move brings is announced with the move.
    if (tip.result === '*') {
      game.result = result;
      game.termination = reason;
      this.app.announce(`${speakResult(result, reason)}.`);
    }
    this.app.own.keep();
    void this.app.show();
  }

  /** Starts the same game again with colours exchanged. */
  rematch() {
    if (!this.terms) return;
    const { silver, red } = this.terms.players;
    this.start({ ...this.terms, players: { silver: red, red: silver } });
  }

  /** Stops engines and clocks, or goes on. @param {boolean} paused */
  pause(paused) {
    if (!this.running) return;
    this.stop();
    this.paused = paused;
    if (!paused) {
      this.app.game.current = this.app.game.tip;
      void this.app.show();
    } else this.app.status();
  }

  // Storage

  /** @returns {StoredMatch} */
  store() {
    return { terms: this.terms, running: this.running, clocks: this.clocks.store(), paused: this.paused };
  }

  /** @param {StoredMatch} stored */
  restore(stored) {
    this.terms = stored.terms;
    this.running = stored.running && stored.terms !== null;
    this.clocks = new Clocks(stored.terms?.time ?? null, stored.clocks);
    this.paused = stored.paused;
  }
}
