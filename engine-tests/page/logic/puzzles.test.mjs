// The choice of a puzzle: the next one, and the puzzle of the day.

import assert from 'node:assert/strict';
import test from 'node:test';
import { choose, daily, today } from '../../../src/page/game/puzzle-choice.js';

test('the next puzzle is unseen and near the rating', () => {
  // Ratings 600, 700, … 2000. The random number 0.99 chooses the last puzzle within the distance.
  const puzzles = Array.from({ length: 15 }, (_, at) => ({ rating: 600 + 100 * at }));
  const pick = (isSeen, rating, last) => choose(puzzles, isSeen, rating, last, () => 0.99)?.rating ?? null;
  assert.equal(pick(() => false, 900), 1000, '150 around 900');
  assert.equal(pick(({ rating }) => rating < 1300, 900), 1500, '600 around 900 reaches 1300 to 1500');
  assert.equal(pick(() => true, 900, puzzles[4]), 900, 'all seen, without 1000');
  assert.equal(pick(() => false, 5000), 2000, '4800 around 5000 reaches the last');
  assert.equal(choose([], () => false, 900), null);
});

test('the only puzzle is chosen again', () => {
  const only = { rating: 600 };
  assert.equal(choose([only], () => true, 900, only), only);
});

test('each puzzle near the rating can be chosen', () => {
  const puzzles = [{ rating: 800 }, { rating: 900 }, { rating: 1000 }, { rating: 2000 }];
  const chosen = [0, 0.34, 0.67].map((number) => choose(puzzles, () => false, 900, null, () => number)?.rating);
  assert.deepEqual(chosen, [800, 900, 1000]);
});

test('puzzles of the day differ between days', () => {
  const puzzles = Array.from({ length: 1000 }, (_, at) => ({ kfen: `${at} s khet2 0 1` }));
  const days = [1, 2, 3, 4, 5, 6, 7].map((day) => puzzles.indexOf(daily(puzzles, `2026-01-0${day}`)));
  assert.ok(new Set(days).size >= 6, `${days}`);
  assert.ok(days.every((at) => at >= 0), `${days}`);
});

test('the puzzle of the day is one of Khet 2.0', () => {
  const puzzles = [{ kfen: 'a s khet1 0 1' }, { kfen: 'b s khet2 0 1' }, { kfen: 'c r deflexion 0 1' }];
  for (const day of ['2026-01-01', '2026-01-02', '2026-01-03', '2026-01-04']) assert.equal(daily(puzzles, day), puzzles[1]);
  assert.equal(daily([puzzles[0]], '2026-01-01'), null);
});

test('a day begins at midnight in UTC', () => {
  assert.equal(today(new Date('2026-01-31T23:59:59Z')), '2026-01-31');
  assert.equal(today(new Date('2026-01-31T23:59:59-01:00')), '2026-02-01');
});
