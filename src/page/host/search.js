// @ts-check
// Searches of an engine session, one after another: nothing is sent between a `go` and its `bestmove` except `stop`.

import { readInfo } from './engine.js';

/** @typedef {import('./session.js').EngineSession} EngineSession */
/** @typedef {import('./engine.js').Info} Info */

/** The speed of the last long search, in positions a second; 0 if there was none. */
export let speed = 0;
/** The shortest time that shows the speed, in milliseconds. */
const LONG = 500;

export class Searcher {
  /** A number that every stop increases. Results of a search with an earlier number are dropped. */
  #generation = 0;
  #searching = false;
  /** The previous task. @type {Promise<unknown>} */
  #previous = Promise.resolve();

  /** @param {EngineSession} session to which only this searcher may send `go` */
  constructor(session) {
    this.session = session;
  }

  /**
   * Searches a position, and returns the engine's move, or null if the search was stopped. Stops the previous search.
   * @param {string} position the arguments of `position`
   * @param {string} limits the arguments of `go`
   * @param {Record<string, string|number>} options set before the search
   * @param {(info: Info) => void} onInfo called with each line that has a score
   * @returns {Promise<string|null>}
   */
  run(position, limits, options, onInfo) {
    this.stop();
    const generation = this.#generation;
    return this.#enqueue(() => (generation === this.#generation ? this.#search(generation, position, limits, options, onInfo) : null));
  }

  /** Stops the search. */
  stop() {
    this.#generation += 1;
    if (this.#searching) this.session.send('stop');
  }

  /** Sends lines after all earlier tasks. @param {...string} lines */
  send(...lines) {
    void this.#enqueue(() => lines.forEach((line) => this.session.send(line)));
  }

  /** Resolves after all earlier tasks, when the engine answers `isready`. */
  ready() {
    return this.#enqueue(() => this.session.ask('isready', (line) => line === 'readyok'));
  }

  /** Ends the session and its engine process. */
  close() {
    this.#generation += 1;
    this.session.close();
  }

  /** Runs a task after all earlier ones. @template T @param {() => T|Promise<T>} task @returns {Promise<T>} */
  #enqueue(task) {
    const done = this.#previous.then(task);
    this.#previous = done.catch(() => {});
    return done;
  }

  /** @param {number} generation @param {string} position @param {string} limits @param {Record<string, string|number>} options @param {(info: Info) => void} onInfo */
  async #search(generation, position, limits, options, onInfo) {
    const onLine = (/** @type {Event} */ event) => {
      const info = generation === this.#generation ? readInfo(/** @type {CustomEvent<string>} */ (event).detail) : null;
      if (info && info.time >= LONG) speed = info.nps;
      if (info) onInfo(info);
    };
    const lines = Object.entries(options).map(([name, value]) => `setoption name ${name} value ${value}`);
    this.session.addEventListener('line', onLine);
    this.#searching = true;
    try {
      const replies = await this.session.ask([...lines, `position ${position}`, `go ${limits}`], (line) => line.startsWith('bestmove'));
      return generation === this.#generation ? replies.at(-1)?.split(' ')[1] ?? null : null;
    } finally {
      this.#searching = false;
      this.session.removeEventListener('line', onLine);
    }
  }
}
