// @ts-check
// Searches of one engine session, one after the other: a new one stops the one before.

import { readInfo } from './engine.js';

/** @typedef {import('./engine.js').EngineSession} EngineSession */
/** @typedef {import('./engine.js').Info} Info */

export class Searcher {
  #turn = 0;
  #searching = false;
  /** @type {Promise<unknown>} */
  #before = Promise.resolve();

  /** @param {EngineSession} session */
  constructor(session) {
    this.session = session;
  }

  /**
   * Searches a position and returns the engine's move, or null if the search was stopped.
   * @param {string} position what follows `position`
   * @param {string} limits what follows `go`
   * @param {Record<string, string|number>} options set before the search
   * @param {(info: Info) => void} heard called with each line that has a score
   * @returns {Promise<string|null>}
   */
  run(position, limits, options, heard) {
    this.stop();
    const turn = this.#turn;
    const found = this.#before.then(() => (turn === this.#turn ? this.#search(turn, position, limits, options, heard) : null));
    this.#before = found.catch(() => {});
    return found;
  }

  /** Stops the search. */
  stop() {
    this.#turn += 1;
    if (this.#searching) this.session.send('stop');
  }

  /** @param {number} turn @param {string} position @param {string} limits @param {Record<string, string|number>} options @param {(info: Info) => void} heard */
  async #search(turn, position, limits, options, heard) {
    const listen = (/** @type {Event} */ event) => {
      const info = turn === this.#turn ? readInfo(/** @type {CustomEvent<string>} */ (event).detail) : null;
      if (info) heard(info);
    };
    const lines = Object.entries(options).map(([name, value]) => (value === '' ? `setoption name ${name}` : `setoption name ${name} value ${value}`));
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
