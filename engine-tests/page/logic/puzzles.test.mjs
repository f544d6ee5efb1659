// The choice of a puzzle: by its file and a theme, and the next one.

import assert from 'node:assert/strict';
import test from 'node:test';
import { choose, chosenOf, themesOf } from '../../../src/page/game/puzzle-choice.js';

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

test('puzzles are chosen by their file and a theme', () => {
  const puzzles = [['khet2', ['swap']], ['khet2', ['swap', 'hunt']], ['khet1', ['hunt']], ['khet2', []]].map(([file, themes]) => ({ file, themes }));
  const chosen = (file, theme) => chosenOf(puzzles, { file, theme }).map((puzzle) => puzzles.indexOf(puzzle));
  assert.deepEqual(chosen('khet2', ''), [0, 1, 3]);
  assert.deepEqual(chosen('khet2', 'swap'), [0, 1]);
  assert.deepEqual(chosen('khet1', 'swap'), []);
  assert.deepEqual(themesOf(puzzles), ['swap', 'hunt']);
});
