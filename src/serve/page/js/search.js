// @ts-check
// Searches of one engine session, one after the other: each `go` has its `bestmove` before the next line is sent.

import { readInfo } from './engine.js';

/** @typedef {import('./engine.js').EngineSession} EngineSession */
/** @typedef {import('./engine.js').Info} Info */

export class Searcher {
  #turn = 0;
  #searching = false;
  /** @type {Promise<unknown>} */
  #before = Promise.resolve();

  /** @param {EngineSession} session no one else may send it a `go` */
  constructor(session) {
    this.session = session;
  }

  /**
   * Searches a position and returns the engine's move, or null if the search was stopped. Stops the search before.
   * @param {string} position what follows `position`
   * @param {string} limits what follows `go`
   * @param {Record<string, string|number>} options set before the search
   * @param {(info: Info) => void} heard called with each line that has a score
   * @returns {Promise<string|null>}
   */
  run(position, limits, options, heard) {
    this.stop();
    const turn = this.#turn;
    return this.#next(() => (turn === this.#turn ? this.#search(turn, position, limits, options, heard) : null));
  }

  /** Stops the search. */
  stop() {
    this.#turn += 1;
    if (this.#searching) this.session.send('stop');
  }

  /** Sends lines after the searches that were asked for so far. @param {...string} lines */
  send(...lines) {
    void this.#next(() => lines.forEach((line) => this.session.send(line)));
  }

  /** Resolves when the engine answers and no search runs or waits. */
  ready() {
    return this.#next(() => this.session.ask('isready', (line) => line === 'readyok'));
  }

  /** Ends the session and its engine process. */
  close() {
    this.#turn += 1;
    this.session.close();
  }

  /** Acts after all that was asked for before. @template T @param {() => T|Promise<T>} act @returns {Promise<T>} */
  #next(act) {
    const done = this.#before.then(act);
    this.#before = done.catch(() => {});
    return done;
  }

  /** @param {number} turn @param {string} position @param {string} limits @param {Record<string, string|number>} options @param {(info: Info) => void} heard */
  async #search(turn, position, limits, options, heard) {
    const listen = (/** @type {Event} */ event) => {
      const info = turn === this.#turn ? readInfo(/** @type {CustomEvent<string>} */ (event).detail) : null;
      if (info) heard(info);
    };
    const lines = Object.entries(options).map(([name, value]) => `setoption name ${name} value ${value}`);
    this.session.addEventListener('line', listen);
    this.#searching = true;
    try {
      const replies = await this.session.ask([...lines, `position ${position}`, `go ${limits}`], (line) => line.startsWith('bestmove'));
      return turn === this.#turn ? replies.at(-1)?.split(' ')[1] ?? null : null;
    } finally {
      this.#searching = false;
      this.session.removeEventListener('line', listen);
    }
  }
}
