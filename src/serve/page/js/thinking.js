// @ts-check
// Engines that play: their limits and strength, their moves and scores, and what happens when one is lost.

import { scoreText } from './chance.js';
import { reason } from './kit.js';

/** @typedef {import('./engine.js').Info} Info */
/** @typedef {import('./position.js').Colour} Colour */

/** The longest pause before a lost engine is started again, in milliseconds. */
const LONGEST_PAUSE = 5000;

export class Thinking {
  /** A number that changes when a search is no longer wanted. */
  #turn = 0;
  #failures = 0;
  /** The engines' last scores in centipawns, from their own side. @type {Record<Colour, number>} */
  scores = { silver: 0, red: 0 };
  /** What keeps the engine from thinking, or ''. */
  trouble = '';

  /** @param {import('./match.js').Match} match */
  constructor(match) {
    this.match = match;
  }

  /** Lets an engine think and plays its move. @param {Colour} colour */
  async start(colour) {
    const { match } = this, { app } = match, { game } = app, node = game.tip, searcher = match.searcher(colour);
    if (!searcher) return;
    this.#turn += 1;
    const turn = this.#turn, isWanted = () => turn === this.#turn && game === app.game;
    /** @type {Info|null} */
    let last = null;
    try {
      // An engine may still owe the move of an earlier game. Its clock runs from its own `go` on.
      await searcher.ready();
      if (!isWanted()) return;
      match.clocks.start(colour);
      this.#tell('');
      const move = await searcher.run(game.position(node), this.#limits(), this.#strength(colour), (info) => {
        if (info.multipv === 1) last = info;
      });
      if (!isWanted()) return;
      this.#failures = 0;
      await this.#play(colour, node, move, last);
    } catch (error) {
      if (!isWanted()) return;
      // A lost engine does not lose on time.
      match.clocks.stop();
      this.#failures += 1;
      this.#tell(`${match.name(colour)} does not answer: ${reason(error).replace(/\. Trying again…$/, '')}. Trying again…`);
      setTimeout(() => { if (isWanted()) void this.start(colour); }, Math.min(LONGEST_PAUSE, 300 * this.#failures));
    }
  }

  /** Ends what the engines think about. */
  stop() {
    this.#turn += 1;
    this.trouble = '';
    for (const colour of /** @type {Colour[]} */ (['silver', 'red'])) this.match.searcher(colour)?.stop();
  }

  /** Returns what follows `go`. */
  #limits() {
    const { clocks, terms } = this.match, { increment } = clocks, time = terms?.time;
    const left = (/** @type {Colour} */ side) => Math.max(1, Math.round(clocks.left(side) ?? 0));
    if (increment !== null) return `wtime ${left('silver')} btime ${left('red')} winc ${increment} binc ${increment}`;
    return `movetime ${Math.max(10, Math.round(1000 * (time && 'seconds' in time ? time.seconds : 1)))}`;
  }

  /** Returns the options that set the level of this engine; others have none. @param {Colour} colour @returns {Record<string, string|number>} */
  #strength(colour) {
    const { engine = '', level = 0 } = this.match.terms?.players[colour] ?? {};
    if (engine !== 'khepri') return {};
    return level ? { UCI_LimitStrength: 'true', UCI_Elo: level } : { UCI_LimitStrength: 'false' };
  }

  /** @param {Colour} colour @param {import('./game.js').GameNode} node the position of the move @param {string|null} move @param {Info|null} info */
  async #play(colour, node, move, info) {
    const { app } = this.match;
    if (info) this.scores[colour] = info.mate === null ? info.cp ?? 0 : info.mate > 0 ? 30_000 : -30_000;
    // If the player looks at an earlier position, the board returns to the game.
    app.game.current = node;
    if (!move || move === '(none)') return;
    const next = await app.play(move);
    if (!next || !info) return;
    next.score = scoreText(info);
    next.note = { depth: info.depth, time: info.time };
    app.own.keep();
  }

  /** Writes what keeps the engine from thinking, or with '' that nothing does. @param {string} trouble */
  #tell(trouble) {
    if (trouble === this.trouble) return;
    this.trouble = trouble;
    this.match.app.status();
  }
}
