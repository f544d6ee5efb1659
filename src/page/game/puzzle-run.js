// @ts-check
// A run: as many puzzles as can be solved in three minutes, each at least as difficult as the one before; and the best results, which the
// browser stores.

import { load, save } from '../common/storage.js';
import { asRecord } from './puzzle-record.js';

/** @typedef {import('./puzzle-choice.js').Puzzle} Puzzle */

/** The time of a run in milliseconds. */
export const RUN_TIME = 180_000;
/** Each puzzle is drawn from the next 25th part of all of them, by rating. So a run can have at least 25 puzzles. */
const PARTS = 25;

export class PuzzleRun {
  solved = 0;
  failed = 0;
  #sorted;
  #stride;
  #now;
  #random;
  #end;
  /** The first puzzle that may follow. */
  #at = 0;

  /** Starts a run. @param {Puzzle[]} puzzles @param {{ now?: () => number, random?: () => number }} [given] the clock in milliseconds, and the random numbers */
  constructor(puzzles, { now = () => performance.now(), random = Math.random } = {}) {
    this.#sorted = [...puzzles].sort((one, other) => one.rating - other.rating);
    this.#stride = Math.max(1, Math.floor(puzzles.length / PARTS));
    this.#now = now;
    this.#random = random;
    this.#end = now() + RUN_TIME;
  }

  /** The milliseconds that are left. */
  get left() {
    return Math.max(0, this.#end - this.#now());
  }

  /** Whether the time is over. */
  get isOver() {
    return this.left === 0;
  }

  /** Returns the next puzzle, or null after the last one. */
  next() {
    const left = this.#sorted.slice(this.#at, this.#at + this.#stride), chosen = Math.floor(this.#random() * left.length);
    this.#at += chosen + 1;
    return left[chosen] ?? null;
  }

  /** Counts a puzzle, unless the time is over. @param {boolean} isSolved */
  add(isSolved) {
    if (this.isOver) return;
    if (isSolved) this.solved += 1;
    else this.failed += 1;
  }
}

/** Returns the best result with the puzzles of a file. @param {string} file */
export function bestRun(file) {
  const best = asRecord(load('puzzle-runs'))[file];
  return Number.isInteger(best) && best > 0 ? Number(best) : 0;
}

/** Stores a result if it is the best one. @param {string} file @param {number} solved */
export function keepRun(file, solved) {
  if (solved > bestRun(file)) save('puzzle-runs', { ...asRecord(load('puzzle-runs')), [file]: solved });
}

/** Returns a time: `2:41`. A second that has begun counts. @param {number} time in milliseconds */
export function clockText(time) {
  const seconds = Math.ceil(time / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
