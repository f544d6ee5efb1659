// @ts-check
// The player's record of puzzles, which the browser stores: the results, the rating and the streak.

import { rate } from './glicko.js';
import { load, save } from '../common/storage.js';

/** @typedef {import('./puzzle-choice.js').Puzzle} Puzzle */
/** @typedef {'solved'|'failed'} Outcome */
/** @typedef {import('./glicko.js').Rated & { streak: number, best: number }} Standing  `streak` is the number of puzzles solved in a row, `best` the longest streak. */

/** A new player: the rating of an easy puzzle, with the deviation and the volatility that Glickman recommends. @type {Standing} */
const NEW = { rating: 800, deviation: 350, volatility: 0.06, streak: 0, best: 0 };
/** The deviation of the rating of a puzzle. The rating does not change. */
const PUZZLE_DEVIATION = 80;
/** The limits of a player's rating. Puzzles are rated from 600 to 2800. */
const LOWEST = 100, HIGHEST = 3500;

export class PuzzleRecord {
  /** The last results by KFEN. @type {Record<string, Outcome>} */
  #results = asRecord(load('puzzles'));
  /** @type {Standing} */
  standing = restoreStanding(load('puzzle-player'));

  /** Returns the last result of a puzzle, or undefined. @param {Puzzle} puzzle @returns {Outcome|undefined} */
  result({ kfen }) {
    return this.#results[kfen];
  }

  /** Returns the number of puzzles with an outcome. @param {Puzzle[]} puzzles @param {Outcome} outcome */
  count(puzzles, outcome) {
    return puzzles.filter((puzzle) => this.result(puzzle) === outcome).length;
  }

  /**
   * Records a result. Only the first result of a puzzle changes the rating and the streak. Returns the change of the rating, or
   * null if the rating stays.
   * @param {Puzzle} puzzle @param {Outcome} outcome
   */
  add(puzzle, outcome) {
    // Another tab may have stored results since.
    this.#results = asRecord(load('puzzles') ?? this.#results);
    this.standing = restoreStanding(load('puzzle-player') ?? this.standing);
    const isFirst = !this.result(puzzle), before = this.standing, score = outcome === 'solved' ? 1 : 0;
    this.#results[puzzle.kfen] = outcome;
    save('puzzles', this.#results);
    if (!isFirst) return null;
    const after = rate(before, [{ rating: puzzle.rating, deviation: PUZZLE_DEVIATION, score }]);
    const streak = score ? before.streak + 1 : 0;
    this.standing = {
      ...after, rating: Math.min(Math.max(after.rating, LOWEST), HIGHEST), streak, best: Math.max(before.best, streak),
    };
    save('puzzle-player', this.standing);
    return Math.round(this.standing.rating) - Math.round(before.rating);
  }
}

/** Returns a stored object, or an empty one. @param {unknown} value @returns {Record<string, any>} */
export const asRecord = (value) => (value && typeof value === 'object' && !Array.isArray(value) ? value : {});

/** Returns a stored standing. Replaces numbers that cannot be used. @param {unknown} stored @returns {Standing} */
function restoreStanding(stored) {
  const given = asRecord(stored), standing = { ...NEW };
  for (const name of /** @type {(keyof Standing)[]} */ (Object.keys(NEW))) {
    const value = given[name];
    if (Number.isFinite(value) && value >= 0) standing[name] = value;
  }
  if (!(standing.deviation > 0 && standing.volatility > 0)) return { ...standing, deviation: NEW.deviation, volatility: NEW.volatility };
  return standing;
}
