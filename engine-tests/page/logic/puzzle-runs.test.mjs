// Runs of puzzles: their order, the clock, the count, and the best results.

import assert from 'node:assert/strict';
import test, { beforeEach } from 'node:test';
import { keep, stored } from './stubs.mjs';
import { bestRun, clockText, keepRun, PuzzleRun, RUN_TIME } from '../../../src/page/game/puzzle-run.js';

beforeEach(() => localStorage.clear());

const rated = (...ratings) => ratings.map((rating) => ({ rating }));

/** Returns the ratings of all puzzles of a run. */
function ratings(run) {
  const found = [];
  for (let puzzle = run.next(); puzzle; puzzle = run.next()) found.push(puzzle.rating);
  return found;
}

test('a small number of puzzles comes whole, by rating', () => {
  assert.deepEqual(ratings(new PuzzleRun(rated(900, 600, 3000, 700), { random: () => 0.99 })), [600, 700, 900, 3000]);
  assert.deepEqual(ratings(new PuzzleRun([])), []);
});

test('a run has at least 25 of many puzzles, with rising ratings', () => {
  // One of four puzzles is drawn: the first or the last of them, or at random.
  const puzzles = rated(...Array.from({ length: 100 }, (_, at) => at));
  assert.deepEqual(ratings(new PuzzleRun(puzzles, { random: () => 0 })), puzzles.map(({ rating }) => rating));
  assert.deepEqual(ratings(new PuzzleRun(puzzles, { random: () => 0.99 })), Array.from({ length: 25 }, (_, at) => 4 * at + 3));
  const found = ratings(new PuzzleRun(puzzles));
  assert.ok(found.length >= 25 && found.every((rating, at) => !at || rating > found[at - 1]), `${found}`);
});

test('puzzles count for three minutes', () => {
  let time = 5_000;
  const run = new PuzzleRun(rated(600), { now: () => time });
  assert.equal(RUN_TIME, 180_000);
  assert.deepEqual([run.left, run.isOver], [180_000, false]);
  run.add(true);
  run.add(false);
  time += 179_999;
  run.add(true);
  assert.deepEqual([run.left, run.isOver], [1, false]);
  time += 1;
  run.add(true);
  run.add(false);
  assert.deepEqual([run.left, run.isOver, run.solved, run.failed], [0, true, 2, 1]);
});

test('the best result of each file is kept', () => {
  assert.equal(bestRun('khet2'), 0);
  keepRun('khet2', 4);
  keepRun('khet1', 7);
  keepRun('khet2', 3);
  assert.deepEqual(stored('puzzle-runs'), { khet2: 4, khet1: 7 });
  assert.deepEqual([bestRun('khet2'), bestRun('khet1'), bestRun('deflexion')], [4, 7, 0]);
  keep('puzzle-runs', { khet2: 'many', khet1: -1 });
  assert.deepEqual([bestRun('khet2'), bestRun('khet1')], [0, 0]);
});

test('a clock shows the second that has begun', () => {
  const shown = [180_000, 179_999, 179_000, 60_000, 59_001, 9_000, 1, 0].map(clockText);
  assert.deepEqual(shown, ['3:00', '3:00', '2:59', '1:00', '1:00', '0:09', '0:01', '0:00']);
});
