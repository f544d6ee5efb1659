// @ts-check
// The clocks of two players. They exist only in games with a time limit for the whole game.

/** @typedef {import('../khet/position.js').Colour} Colour */
/** @typedef {{ seconds: number }|{ minutes: number, increment: number }|null} Time  Seconds a move, a clock for each player, or no limit (only between people). */

export class Clocks {
  /** The milliseconds left at the last stop. @type {Record<Colour, number>} */
  #left;
  /** @type {Colour|null} The player whose clock runs. */
  #running = null;
  #since = 0;
  /** The increment in milliseconds, or null without clocks. @type {number|null} */
  increment = null;

  /** @param {Time} time @param {Record<Colour, number>} [left] the milliseconds left in a stored game */
  constructor(time, left) {
    const initial = time && 'minutes' in time ? 60_000 * time.minutes : 0;
    this.#left = left ?? { silver: initial, red: initial };
    if (time && 'minutes' in time) this.increment = 1000 * time.increment;
  }

  /** Whether a clock runs. */
  get isRunning() {
    return this.#running !== null;
  }

  /** Returns the milliseconds left to a player, or null without clocks. @param {Colour} colour */
  left(colour) {
    if (this.increment === null) return null;
    return Math.max(0, this.#left[colour] - (this.#running === colour ? performance.now() - this.#since : 0));
  }

  /** Starts a player's clock. @param {Colour} colour */
  start(colour) {
    this.stop();
    this.#running = colour;
    this.#since = performance.now();
  }

  /** Stops the running clock. */
  stop() {
    if (this.#running) this.#left[this.#running] = this.left(this.#running) ?? 0;
    this.#running = null;
  }

  /** Stops the clock of a player who has moved, and adds the increment. @param {Colour} colour */
  press(colour) {
    this.stop();
    this.#left[colour] += this.increment ?? 0;
  }

  /** Returns the milliseconds left to both players. @returns {Record<Colour, number>} */
  store() {
    return { silver: this.left('silver') ?? 0, red: this.left('red') ?? 0 };
  }
}
