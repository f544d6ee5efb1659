// @ts-check
// The engines of a match: their limits and strength, their moves and scores, and the restart of a lost engine.

import { scoreText } from './chance.js';
import { messageOf } from '../common/dom.js';
import { thinkingTime, withinLimits } from './pace.js';
import { opponent } from '../khet/position.js';
import { times } from '../common/tempo.js';
import { lack } from '../host/session.js';
import { texts } from '../texts/texts.js';

/** @typedef {import('../host/engine.js').Info} Info */
/** @typedef {import('../khet/position.js').Colour} Colour */

/** The longest pause before a lost engine is restarted, in milliseconds. */
const MAX_PAUSE = 5000;

export class EnginePlayers {
  /** The number of the current search. It changes when the search is no longer wanted. */
  #generation = 0;
  #failures = 0;
  /** Why an engine cannot search, or ''. */
  problem = '';
  /** The time of all searches of the game, in milliseconds. */
  thought = 0;
  /** The engine that waits for its turn, which has been asked whether it is ready. @type {{ searcher: import('../host/search.js').Searcher, isReady: Promise<unknown> }|null} */
  #next = null;

  /** @param {import('./match.js').Match} match */
  constructor(match) {
    this.match = match;
  }

  /** Starts an engine's search, and plays its move. @param {Colour} colour */
  async start(colour) {
    const { match } = this, { app } = match, { game } = app, node = game.tip, searcher = match.searcher(colour);
    if (!searcher) return;
    this.#generation += 1;
    const generation = this.#generation, isWanted = () => generation === this.#generation && game === app.game;
    /** @type {Info|null} */
    let last = null;
    try {
      // The engine may still be searching for an earlier game. Its clock starts only with the `go` of this game.
      await (this.#next?.searcher === searcher ? this.#next.isReady : searcher.ready());
      if (!isWanted()) return;
      this.#prepare(opponent(colour));
      match.clocks.start(colour);
      const since = performance.now();
      this.#setProblem('');
      const move = await searcher.run(game.position(node), this.#limits(), this.#strength(colour), (info) => {
        if (info.multipv === 1) last = info;
      });
      if (!isWanted()) return;
      this.thought += performance.now() - since;
      this.#failures = 0;
      const pause = move ? await this.#pauseBefore(colour, node, move) - (performance.now() - since) : 0;
      if (pause > 0) await new Promise((resolve) => setTimeout(resolve, pause));
      if (!isWanted()) return;
      await this.#play(node, move, last, isWanted);
    } catch (error) {
      if (!isWanted()) return;
      // An engine that does not answer does not lose on time.
      match.clocks.stop();
      this.#failures += 1;
      const { tryingAgain } = texts.connection, why = messageOf(error).replace(`. ${tryingAgain}`, '');
      this.#setProblem(`${texts.game.noAnswer(match.name(colour), why)}${lack.message ? '' : ` ${tryingAgain}`}`);
      setTimeout(() => { if (isWanted()) void this.start(colour); }, Math.min(MAX_PAUSE, 300 * this.#failures));
    }
  }

  /** Asks the engine that moves next whether it is ready, so that its search can follow at once. @param {Colour} colour */
  #prepare(colour) {
    const searcher = this.match.searcher(colour), isReady = searcher?.ready();
    // If it fails, the search after it reports why.
    isReady?.catch(() => { this.#next = null; });
    this.#next = searcher && isReady ? { searcher, isReady } : null;
  }

  /** Returns whether the score of an engine's last move is above zero. The game keeps the scores, also after a reload. @param {Colour} colour */
  isAhead(colour) {
    for (let at = this.match.app.game.tip; at.parent; at = at.parent) {
      if (at.parent.toMove === colour && at.score) return at.score.startsWith('+') && at.score !== '+0.00';
    }
    return false;
  }

  /** Stops the engines' searches. */
  stop() {
    this.#generation += 1;
    this.#next = null;
    this.problem = '';
    for (const colour of /** @type {Colour[]} */ (['silver', 'red'])) this.match.searcher(colour)?.stop();
  }

  /**
   * Returns the time in milliseconds that a level takes for a move against a person, from the start of its search.
   * @param {Colour} colour @param {import('./game.js').GameNode} node the position before the move @param {string} move
   */
  async #pauseBefore(colour, node, move) {
    const { app, clocks, people, terms } = this.match;
    if (!terms?.players[colour]?.level || !people.length) return 0;
    const legal = await app.rules.moves(app.game.position(node)).catch(() => []);
    return withinLimits(times().thought * thinkingTime(node, legal, move), terms.time, clocks.left(colour));
  }

  /** Returns the limits of a `go` command. */
  #limits() {
    const { clocks, terms } = this.match, { increment } = clocks, time = terms?.time;
    const left = (/** @type {Colour} */ side) => Math.max(1, Math.round(clocks.left(side) ?? 0));
    if (increment !== null) return `wtime ${left('silver')} btime ${left('red')} winc ${increment} binc ${increment}`;
    return `movetime ${Math.max(10, Math.round(1000 * (time && 'seconds' in time ? time.seconds : 1)))}`;
  }

  /** Returns the options that set the level of Khepri. Other engines have no levels. @param {Colour} colour @returns {Record<string, string|number>} */
  #strength(colour) {
    const { engine = '', level = 0 } = this.match.terms?.players[colour] ?? {};
    if (engine !== 'khepri') return {};
    return level ? { UCI_LimitStrength: 'true', UCI_Elo: level } : { UCI_LimitStrength: 'false' };
  }

  /** @param {import('./game.js').GameNode} node the position before the move @param {string|null} move @param {Info|null} info @param {() => boolean} isWanted */
  async #play(node, move, info, isWanted) {
    const { app } = this.match;
    // If the player is viewing an earlier position, the board returns to the last one.
    app.game.current = node;
    if (!move || move === '(none)') return;
    await app.play(move, isWanted, info ? { score: scoreText(info), note: { depth: info.depth, time: info.time } } : {});
  }

  /** Sets why the engine cannot search, or '' if it can. @param {string} problem */
  #setProblem(problem) {
    if (problem === this.problem) return;
    this.problem = problem;
    this.match.app.matchChanged();
  }
}
