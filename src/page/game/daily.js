// @ts-check
// The daily lasers: which one belongs to a day, and the player's record of them, which the browser stores.

import { load, save } from '../common/storage.js';
import { asRecord } from './puzzle-record.js';

/** `from` is the day of the first one. @typedef {{ from: string, puzzles: import('./puzzle-choice.js').Puzzle[] }} Lasers */
/** A step of the player: the square where the beam ends was tapped or missed, then right and wrong moves, or a hint. @typedef {'hit'|'miss'|'right'|'wrong'|'hint'} Step */
/** @typedef {import('./puzzle-record.js').Outcome} Outcome */

/** The milliseconds of a day. */
const DAY = 86_400_000;
/** The signs of the steps in a result. @type {Record<Step, string>} */
const SIGNS = { hit: '🎯', miss: '⭕', right: '🟩', wrong: '🟥', hint: '💡' };

/** Returns the date in UTC: `2026-01-31`. */
export const today = (now = new Date()) => now.toISOString().slice(0, 10);

/** Returns the number of a day, which is 1 on the first one. @param {Lasers} lasers @param {string} day */
export const numberOf = ({ from }, day) => Math.round((Date.parse(day) - Date.parse(from)) / DAY) + 1;

/** Returns the daily laser of a day, or null without lasers. After the last one, the first follows again. @param {Lasers} lasers @param {string} day */
export function laserOf(lasers, day) {
  const { length } = lasers.puzzles, at = (numberOf(lasers, day) - 1) % length;
  return lasers.puzzles[(at + length) % length] ?? null;
}

/** Returns the squares where a shot ends. At the edge it is the last one on the board. @param {import('../host/engine.js').Beam} beam */
export function endsOf({ legs }) {
  const ends = legs.filter(({ end }) => end === 'hit' || end === 'stop' || end === 'edge').map(({ to }) => to);
  return [...new Set(ends)];
}

/** Returns whether a step is the tapped square. @param {Step|undefined} step */
const isAim = (step) => step === 'hit' || step === 'miss';

/** The record of a day's laser, and of the days in a row that were solved. */
export class DailyRecord {
  /** @type {Step[]} */
  steps = [];
  /** The first result of the day, or ''. @type {Outcome|''} */
  outcome = '';
  /** The number of days in a row that were solved, up to today or yesterday, and the largest one. */
  streak = 0;
  best = 0;
  /** The last day that was solved, or ''. */
  #last = '';
  /** Whether this try counts for nothing, because an earlier one has the result of the day. */
  #isClosed = false;

  /** Begins a try. One that was left before its result begins again, but the square is not tapped again. @param {string} day */
  constructor(day) {
    this.day = day;
    const stored = asRecord(load('daily-laser')), count = (/** @type {unknown} */ value) => (Number.isInteger(value) ? Math.max(0, Number(value)) : 0);
    this.best = count(stored.best);
    this.#last = typeof stored.last === 'string' ? stored.last : '';
    if (this.#last === day || this.#last === dayBefore(day)) this.streak = count(stored.streak);
    if (stored.day !== day) return;
    if (stored.outcome === 'solved' || stored.outcome === 'failed') this.outcome = stored.outcome;
    this.#isClosed = this.outcome !== '';
    /** @type {Step[]} */
    const steps = Array.isArray(stored.steps) ? stored.steps.filter((step) => Object.hasOwn(SIGNS, step)) : [];
    this.steps = this.#isClosed ? steps : steps.slice(0, 1).filter(isAim);
  }

  /** Whether the square was tapped, and a move was made. */
  get hasAim() {
    return isAim(this.steps[0]);
  }

  /** The steps as signs. */
  get strip() {
    return this.steps.map((step) => SIGNS[step]).join('');
  }

  /** Adds a step. The square is tapped once. @param {Step} step */
  add(step) {
    if (this.#isTaken || (isAim(step) && this.hasAim)) return;
    this.steps.push(step);
    this.#store();
  }

  /** Records the result of the day. Only the first one counts. @param {Outcome} outcome */
  finish(outcome) {
    if (this.outcome || this.#isTaken) return;
    this.outcome = outcome;
    this.streak = outcome === 'solved' ? this.streak + 1 : 0;
    this.best = Math.max(this.best, this.streak);
    if (outcome === 'solved') this.#last = this.day;
    this.#store();
  }

  /** Whether the result of the day is that of another try, which may have ended in another tab. */
  get #isTaken() {
    return this.#isClosed || (!this.outcome && new DailyRecord(this.day).outcome !== '');
  }

  #store() {
    const { day, steps, outcome, streak, best } = this;
    save('daily-laser', { day, steps, outcome, streak, best, last: this.#last });
  }
}

/** @param {string} day */
const dayBefore = (day) => new Date(Date.parse(day) - DAY).toISOString().slice(0, 10);
