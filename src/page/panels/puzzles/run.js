// @ts-check
// A run of three minutes in the panel of puzzles: the clock, the count, and the best result.

import { make, setText } from '../../common/dom.js';
import { bestRun, clockText, keepRun, PuzzleRun } from '../../game/puzzle-run.js';
import { announce } from '../../khet/words.js';
import { texts } from '../../texts/texts.js';

/** @typedef {import('../../game/puzzle-choice.js').Puzzle} Puzzle */

/** The time between two looks at the clock, in milliseconds. */
const TICK = 200;
/** The times of which screen readers are told, in milliseconds, the longest first. */
const ANNOUNCED = [60_000, 10_000];

export class RunView {
  /** The clock and the count. */
  line = make('p', { class: 'standing run' });
  #clock = make('strong', { role: 'timer', 'aria-label': texts.puzzles.runStart });
  #count = make('span');
  /** @type {PuzzleRun|null} */
  #run = null;
  #file = '';
  #timer = 0;
  /** The times that are still to be announced. @type {number[]} */
  #unsaid = [];

  /** @param {() => void} onEnd called when the time is over */
  constructor(onEnd) {
    this.onEnd = onEnd;
    this.line.append(this.#clock, ' ', this.#count);
    this.draw();
  }

  /** Whether a run goes on. */
  get isRunning() {
    return this.#run !== null;
  }

  /** Starts a run with the puzzles of a file. Returns the first one. @param {string} file @param {Puzzle[]} puzzles */
  start(file, puzzles) {
    this.stop();
    this.#file = file;
    this.#run = new PuzzleRun(puzzles);
    this.#unsaid = [...ANNOUNCED];
    this.#timer = window.setInterval(() => this.#look(), TICK);
    this.draw();
    return this.#run.next();
  }

  /** Counts a puzzle. Returns the next one, or null at the end. @param {boolean} isSolved */
  add(isSolved) {
    this.#run?.add(isSolved);
    this.draw();
    return this.#run && !this.#run.isOver ? this.#run.next() : null;
  }

  /** Ends the run, and stores its result. Returns it as a sentence, or '' without a run. */
  stop() {
    const run = this.#run;
    clearInterval(this.#timer);
    this.#run = null;
    this.draw();
    if (!run) return '';
    const best = bestRun(this.#file), words = texts.puzzles;
    keepRun(this.#file, run.solved);
    return run.solved > best ? words.runBest(run.solved, run.failed) : words.runOver(run.solved, run.failed, best);
  }

  draw() {
    const run = this.#run;
    this.line.hidden = !run;
    if (!run) return;
    setText(this.#clock, clockText(run.left));
    setText(this.#count, texts.puzzles.runCount(run.solved));
  }

  #look() {
    const run = this.#run;
    if (!run) return;
    this.draw();
    if (run.isOver) return this.onEnd();
    const due = this.#unsaid.filter((time) => run.left <= time);
    this.#unsaid = this.#unsaid.filter((time) => run.left > time);
    if (due.length) announce(texts.puzzles.timeLeft(Math.ceil(run.left / 1000)));
  }
}
