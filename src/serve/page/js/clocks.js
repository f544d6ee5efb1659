// @ts-check
// The clocks of two players. Without a limit for the whole game there are no clocks.

/** @typedef {import('./position.js').Colour} Colour */
/** @typedef {{ seconds: number }|{ minutes: number, increment: number }|null} Time  seconds a move, a clock for both, or no limit (people only) */

export class Clocks {
  /** Milliseconds left when no clock runs. @type {Record<Colour, number>} */
  #left;
  /** @type {Colour|null} Whose clock runs. */
  #runs = null;
  #since = 0;
  /** The increment in milliseconds, or null without clocks. @type {number|null} */
  increment = null;

  /** @param {Time} time @param {Record<Colour, number>} [left] what is left of an earlier run */
  constructor(time, left) {
    const whole = time && 'minutes' in time ? 60_000 * time.minutes : 0;
    this.#left = left ?? { silver: whole, red: whole };
    if (time && 'minutes' in time) this.increment = 1000 * time.increment;
  }

  /** Whether a clock runs. */
  get isRunning() {
    return this.#runs !== null;
  }

  /** Returns the milliseconds left to a player, or null without clocks. @param {Colour} colour */
  left(colour) {
    if (this.increment === null) return null;
    return Math.max(0, this.#left[colour] - (this.#runs === colour ? performance.now() - this.#since : 0));
  }

  /** Starts a player's clock. @param {Colour} colour */
  start(colour) {
    this.stop();
    this.#runs = colour;
    this.#since = performance.now();
  }

  /** Stops the clock that runs. */
  stop() {
    if (this.#runs) this.#left[this.#runs] = this.left(this.#runs) ?? 0;
    this.#runs = null;
  }

  /** Stops the clock of a player who has moved, and adds the increment. @param {Colour} colour */
  press(colour) {
    this.stop();
    this.#left[colour] += this.increment ?? 0;
  }

  /** Returns what is left to both. @returns {Record<Colour, number>} */
  store() {
    return { silver: this.left('silver') ?? 0, red: this.left('red') ?? 0 };
  }
}
