// @ts-check
// A game between players: who moves, engines that think, clocks, draws and results that the rules do not give.

import { Clocks } from './clocks.js';
import { readInfo } from './engine.js';
import { Game } from './game.js';
import { capital, opponent, speakResult } from './position.js';

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
  /** A number that changes when a search is no longer wanted. */
  #search = 0;
  /** @type {Colour|null} Who waits for an answer to his offer of a draw. */
  offer = null;
  thinking = false;
  /** The engines' last scores in centipawns, from their own side. @type {Record<Colour, number>} */
  #scores = { silver: 0, red: 0 };
  #failures = 0;
  /** What keeps the engine from thinking, or ''. */
  trouble = '';

  /** @param {App} app */
  constructor(app) {
    this.app = app;
    app.addEventListener('played', () => this.#played());
    app.addEventListener('rest', () => this.next());
    setInterval(() => this.#tick(), 100);
  }

  /** Starts a game. @param {Terms} terms */
  start(terms) {
    this.#stop();
    for (const colour of COLOURS) if (this.terms?.players[colour]?.engine !== terms.players[colour]?.engine) this.#dismiss(colour);
    this.terms = terms;
    this.running = true;
    this.paused = false;
    this.offer = null;
    this.clocks = new Clocks(terms.time);
    for (const colour of COLOURS) {
      const session = this.#session(colour);
      session?.send('ucinewgame');
    }
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
    this.#stop();
    for (const colour of COLOURS) this.#dismiss(colour);
    this.running = false;
    this.terms = null;
    this.offer = null;
  }

  /** Returns a player's name. @param {Colour} colour */
  name(colour) {
    const player = this.terms?.players[colour];
    if (!this.terms || player === undefined) return this.app.game.tags[capital(colour)] || capital(colour);
    if (player) return `${capital(player.engine)}${player.level ? ` ${player.level}` : ''}`;
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
    if (this.trouble) return this.trouble;
    if (this.paused) return 'The game is paused';
    if (this.offer) return `${this.name(this.offer)} offers a draw`;
    const mover = node.toMove, player = this.terms.players[mover];
    if (player) return `${this.name(mover)} is thinking…`;
    const again = node.reason === 'repetition' ? ' This arrangement stands for the third time: you may claim a draw.' : '';
    return (this.people.length === 1 ? `Your move: you play ${capital(mover)}.` : `${capital(mover)} to move.`) + again;
  }

  // Moves and clocks

  #played() {
    if (!this.running || !this.terms) return;
    this.clocks.press(opponent(this.app.node.toMove));
    this.offer = null;
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
    if (player && tip.reason === 'repetition' && (this.people.length === 0 || this.#scores[tip.toMove] <= 0)) {
      this.app.say(`${this.name(tip.toMove)} claims a draw.`);
      this.finish('1/2-1/2', 'repetition');
      return;
    }
    this.clocks.start(tip.toMove);
    if (player) void this.#think(tip.toMove);
    this.app.status();
  }

  /** @param {Colour} colour */
  #session(colour) {
    const player = this.terms?.players[colour];
    return player ? this.app.engine(player.engine, `play ${colour}`) : null;
  }

  /** Ends the process of an engine that no longer plays. @param {Colour} colour */
  #dismiss(colour) {
    const session = this.#session(colour);
    if (session) this.app.release(session);
  }

  /** Lets an engine think and plays its move. @param {Colour} colour */
  async #think(colour) {
    const player = this.terms?.players[colour], session = this.#session(colour), time = this.terms?.time;
    if (!player || !session) return;
    this.#search += 1;
    const search = this.#search, { game } = this.app, node = game.tip;
    const left = (/** @type {Colour} */ side) => Math.max(1, Math.round(this.clocks.left(side) ?? 0));
    const { increment } = this.clocks;
    const limits = increment !== null
      ? `wtime ${left('silver')} btime ${left('red')} winc ${increment} binc ${increment}`
      : `movetime ${Math.max(10, Math.round(1000 * (time && 'seconds' in time ? time.seconds : 1)))}`;
    const strength = player.level
      ? ['setoption name UCI_LimitStrength value true', `setoption name UCI_Elo value ${player.level}`]
      : ['setoption name UCI_LimitStrength value false'];
    this.thinking = true;
    try {
      const lines = await session.ask([...strength, `position ${game.position(node)}`, `go ${limits}`], (line) => line.startsWith('bestmove'));
      if (search !== this.#search || game !== this.app.game) return;
      this.thinking = false;
      this.#failures = 0;
      this.trouble = '';
      const info = lines.map(readInfo).findLast((info) => info?.multipv === 1);
      if (info) this.#scores[colour] = info.mate === null ? info.cp ?? 0 : info.mate > 0 ? 30_000 : -30_000;
      const move = lines.at(-1)?.split(' ')[1] ?? '';
      // If the player looks at an earlier position, the board returns to the game.
      game.current = node;
      if (!move || move === '(none)') return;
      const next = await this.app.play(move);
      if (next && info) {
        next.score = info.mate === null ? kgnScore(info.cp ?? 0) : `${info.mate > 0 ? '+' : '-'}M${Math.abs(info.mate)}`;
        next.note = { depth: info.depth, time: info.time };
        this.app.keep();
      }
    } catch (error) {
      if (search !== this.#search) return;
      this.thinking = false;
      // A lost engine does not lose on time.
      this.clocks.stop();
      this.#failures += 1;
      const why = (error instanceof Error ? error.message : String(error)).replace(/\. Trying again…$/, '');
      this.trouble = `${this.name(colour)} does not answer: ${why}. Trying again…`;
      this.app.status();
      const pause = Math.min(5000, 300 * this.#failures);
      setTimeout(() => {
        if (search !== this.#search || !this.running) return;
        this.clocks.start(colour);
        void this.#think(colour);
      }, pause);
    }
  }

  #stop() {
    this.#search += 1;
    this.clocks.stop();
    this.#at = null;
    this.trouble = '';
    if (this.thinking) for (const colour of COLOURS) this.#session(colour)?.send('stop');
    this.thinking = false;
  }

  // What players decide

  /** Ends the game. @param {string} result @param {string} reason */
  finish(result, reason) {
    if (!this.running) return;
    const { game } = this.app, tip = game.tip;
    this.#stop();
    this.running = false;
    this.offer = null;
    if (tip.result === '*') {
      game.result = result;
      game.termination = reason;
    }
    this.app.announce(`${speakResult(result, reason)}.`);
    this.app.keep();
    void this.app.show();
  }

  /** The colour for which a person decides now: his own against an engine, else the side to move. */
  get decider() {
    return this.people.length === 1 ? this.people[0] : this.people.length === 2 ? this.app.game.tip.toMove : undefined;
  }

  resign() {
    const who = this.decider;
    if (!this.running || !who) return;
    this.finish(who === 'silver' ? '0-1' : '1-0', 'resignation');
    this.app.say(`${this.name(who)} resigned.`, 'Undo', () => this.resume());
  }

  /** Goes on with a game that was ended by a decision. */
  resume() {
    const { game } = this.app;
    if (!this.terms || this.running || game.tip.result !== '*') return;
    game.result = '*';
    game.termination = '';
    this.running = true;
    game.current = game.tip;
    void this.app.show();
  }

  /** Offers a draw: to the other person, or to an engine, which accepts unless it stands better. */
  offerDraw() {
    const who = this.decider;
    if (!this.running || !who) return;
    const other = opponent(who);
    if (this.people.length === 2) {
      this.offer = who;
      this.app.announce(`${this.name(who)} offers a draw.`);
    } else if (this.app.game.tip.ply >= 10 && this.#scores[other] <= 0) {
      this.app.say(`${this.name(other)} accepts the draw.`);
      this.finish('1/2-1/2', 'agreement');
    } else {
      this.app.say(`${this.name(other)} declines the draw.`);
    }
    this.app.status();
  }

  /** Answers an offer. @param {boolean} accepted */
  answer(accepted) {
    if (!this.offer) return;
    this.offer = null;
    if (accepted) this.finish('1/2-1/2', 'agreement');
    else this.app.announce('The draw is declined.');
    this.app.status();
  }

  /** Whether a person may claim a draw now. */
  get canClaim() {
    const tip = this.app.game.tip;
    const person = !this.terms || this.terms.players[tip.toMove] === null;
    return tip.reason === 'repetition' && tip.result === '*' && this.app.game.result === '*' && person;
  }

  claimDraw() {
    if (!this.canClaim) return;
    if (this.running) this.finish('1/2-1/2', 'repetition');
    else {
      this.app.game.result = '1/2-1/2';
      this.app.game.termination = 'repetition';
      this.app.keep();
      this.app.status();
    }
  }

  /** Whether there is a move to take back. */
  get canTakeBack() {
    return this.#takenBack() !== null;
  }

  /** The first move that a take-back removes: against an engine the person's own last move. */
  #takenBack() {
    const { game } = this.app;
    if (!this.terms || !game.current.isMain) return game.current.parent ? game.current : null;
    // Time does not come back, and a game that has ended is not touched while an earlier position is shown.
    if (!this.running && (game.termination === 'time' || game.current !== game.tip)) return null;
    if (this.people.length !== 1) return game.tip.parent ? game.tip : null;
    const own = this.people[0];
    for (let node = game.tip; node.parent; node = node.parent) if (node.parent.toMove === own) return node;
    return null;
  }

  takeBack() {
    const node = this.#takenBack(), { game } = this.app;
    if (!node) return;
    if (node.isMain) {
      this.#stop();
      game.result = '*';
      game.termination = '';
      this.running = this.terms !== null;
      game.current = node;
    }
    this.app.announce('Taken back.');
    void this.app.remove(node);
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
    this.#stop();
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

/** Returns a score as KGN writes it: `+0.35`. @param {number} cp in centipawns */
const kgnScore = (cp) => `${cp < 0 ? '-' : '+'}${(Math.abs(cp) / 100).toFixed(2)}`;
