// @ts-check
// Engines that play: their limits and strength, their moves and scores, and what happens when one is lost.

import { readInfo } from './engine.js';

/** @typedef {import('./position.js').Colour} Colour */

export class Thinking {
  /** A number that changes when a search is no longer wanted. */
  #search = 0;
  #isOn = false;
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
    const { match } = this, { app } = match;
    const player = match.terms?.players[colour], session = match.session(colour), time = match.terms?.time;
    if (!player || !session) return;
    this.#search += 1;
    const search = this.#search, { game } = app, node = game.tip;
    const left = (/** @type {Colour} */ side) => Math.max(1, Math.round(match.clocks.left(side) ?? 0));
    const { increment } = match.clocks;
    const limits = increment !== null
      ? `wtime ${left('silver')} btime ${left('red')} winc ${increment} binc ${increment}`
      : `movetime ${Math.max(10, Math.round(1000 * (time && 'seconds' in time ? time.seconds : 1)))}`;
    const strength = player.level
      ? ['setoption name UCI_LimitStrength value true', `setoption name UCI_Elo value ${player.level}`]
      : ['setoption name UCI_LimitStrength value false'];
    this.#isOn = true;
    try {
      const lines = await session.ask([...strength, `position ${game.position(node)}`, `go ${limits}`], (line) => line.startsWith('bestmove'));
      if (search !== this.#search || game !== app.game) return;
      this.#isOn = false;
      this.#failures = 0;
      this.trouble = '';
      const info = lines.map(readInfo).findLast((info) => info?.multipv === 1);
      if (info) this.scores[colour] = info.mate === null ? info.cp ?? 0 : info.mate > 0 ? 30_000 : -30_000;
      const move = lines.at(-1)?.split(' ')[1] ?? '';
      // If the player looks at an earlier position, the board returns to the game.
      game.current = node;
      if (!move || move === '(none)') return;
      const next = await app.play(move);
      if (next && info) {
        next.score = info.mate === null ? kgnScore(info.cp ?? 0) : `${info.mate > 0 ? '+' : '-'}M${Math.abs(info.mate)}`;
        next.note = { depth: info.depth, time: info.time };
        app.own.keep();
      }
    } catch (error) {
      if (search !== this.#search) return;
      this.#isOn = false;
      // A lost engine does not lose on time.
      match.clocks.stop();
      this.#failures += 1;
      const why = (error instanceof Error ? error.message : String(error)).replace(/\. Trying again…$/, '');
      this.trouble = `${match.name(colour)} does not answer: ${why}. Trying again…`;
      app.status();
      const pause = Math.min(5000, 300 * this.#failures);
      setTimeout(() => {
        if (search !== this.#search || !match.running) return;
        match.clocks.start(colour);
        void this.start(colour);
      }, pause);
    }
  }

  /** Ends what an engine thinks about. */
  stop() {
    this.#search += 1;
    this.trouble = '';
    if (this.#isOn) for (const colour of /** @type {Colour[]} */ (['silver', 'red'])) this.match.session(colour)?.send('stop');
    this.#isOn = false;
  }
}

/** Returns a score as KGN writes it: `+0.35`. @param {number} cp in centipawns */
const kgnScore = (cp) => `${cp < 0 ? '-' : '+'}${(Math.abs(cp) / 100).toFixed(2)}`;
