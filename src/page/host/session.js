// @ts-check
// A session with an engine: lines to it and from it, wherever the engine runs.

import { texts } from '../texts/texts.js';

/**
 * Events: `line` (detail: a line of the engine), `up` and `down` (the engine can be reached again, or not), `ended` (detail: why the
 * engine ended).
 */
export class EngineSession extends EventTarget {
  /** The message for the user while the engine cannot be reached, else ''. */
  problem = '';

  /** @param {string} name an engine's name, or `rules` */
  constructor(name) {
    super();
    this.name = name;
  }

  /** Sends a line, now or once the engine can be reached. @param {string} _line */
  send(_line) {}

  /** Ends the session and its engine. */
  close() {}

  /** Dispatches a line of the engine. @param {string} line */
  receive(line) {
    if (/^info string engine (ended|cannot be started)/.test(line)) {
      this.dispatchEvent(new CustomEvent('ended', { detail: line.slice(12) }));
    }
    this.dispatchEvent(new CustomEvent('line', { detail: line }));
  }

  /**
   * Sends lines, and returns the replies up to and including the first for which `last` returns true.
   * Rejects if the connection or the engine is lost.
   * @param {string|string[]} lines
   * @param {(line: string) => boolean} last
   * @returns {Promise<string[]>}
   */
  ask(lines, last) {
    return new Promise((resolve, reject) => {
      /** @type {string[]} */
      const replies = [];
      const stop = new AbortController(), signal = stop.signal;
      this.addEventListener('line', (event) => {
        const line = /** @type {CustomEvent<string>} */ (event).detail;
        replies.push(line);
        if (!last(line)) return;
        stop.abort();
        resolve(replies);
      }, { signal });
      const lost = (/** @type {Event} */ event) => {
        stop.abort();
        reject(new Error(event.type === 'ended' ? /** @type {CustomEvent<string>} */ (event).detail : this.problem || texts.connection.idle));
      };
      this.addEventListener('down', lost, { signal });
      this.addEventListener('ended', lost, { signal });
      for (const line of [lines].flat()) this.send(line);
    });
  }
}

/** What the engine lacks: a file, which the user can try to load again, or a capability of the browser. Event: `change`. */
class Lack extends EventTarget {
  /** The message for the user, or ''. */
  message = '';
  /** Loads the file again. @type {(() => void)|null} */
  tryAgain = null;

  /** @param {string} message @param {(() => void)|null} [tryAgain] */
  set(message, tryAgain = null) {
    [this.message, this.tryAgain] = [message, tryAgain];
    this.dispatchEvent(new Event('change'));
  }
}

export const lack = new Lack();
