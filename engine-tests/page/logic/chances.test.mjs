// Scores and winning chances. The expected values follow from the formula of docs/playing.md.

import assert from 'node:assert/strict';
import test from 'node:test';
import { chanceOf, isFault, otherSide, PER_PERCENT, scoreText, wdlOf } from '../../../src/page/game/chance.js';

const cp = (value) => ({ cp: value, mate: null });
const mate = (value) => ({ cp: null, mate: value });

test('a score is a chance of a win, a draw and a loss', () => {
  for (const [score, ...wdl] of [
    [0, 199, 602, 199], [100, 293, 577, 130], [-100, 130, 577, 293], [273, 500, 442, 58], [800, 936, 60, 4],
  ]) {
    assert.deepEqual(wdlOf(cp(score)), wdl, `${score}`);
  }
  assert.deepEqual(wdlOf({ cp: null, mate: null }), [199, 602, 199], 'no score is even');
});

test('a chance counts half of the draws', () => {
  const percents = [0, 100, 250, 800].map((score) => Math.round(chanceOf(cp(score)) / PER_PERCENT));
  assert.deepEqual(percents, [50, 58, 70, 97]);
});

test('a forced end is certain', () => {
  assert.deepEqual([1, 5, 0.5].map((moves) => chanceOf(mate(moves))), [2000, 2000, 2000]);
  assert.deepEqual([-1, -5, 0].map((moves) => chanceOf(mate(moves))), [0, 0, 0]);
  assert.deepEqual([wdlOf(mate(1)), wdlOf(mate(0))], [[1000, 0, 0], [0, 0, 1000]]);
});

test('a chance that the engine reports replaces the formula, but not a forced end', () => {
  assert.deepEqual(wdlOf({ cp: 50, mate: null, wdl: [10, 980, 10] }), [10, 980, 10]);
  assert.deepEqual(wdlOf({ cp: 50, mate: null, wdl: [10] }), wdlOf(cp(50)));
  assert.deepEqual(wdlOf({ cp: null, mate: 2, wdl: [10, 980, 10] }), [1000, 0, 0]);
});

test('the other side has the opposite score', () => {
  assert.deepEqual(otherSide({ cp: 35, mate: null, wdl: [300, 500, 200] }), { cp: -35, mate: null, wdl: [200, 500, 300] });
  assert.deepEqual(otherSide(mate(-3)), { cp: null, mate: 3, wdl: null });
});

test('a score is written as in KGN', () => {
  const scores = [cp(35), cp(-35), cp(0), cp(-0), cp(1234), cp(null), mate(3), mate(-3), mate(0.5), mate(-0.5), mate(0)];
  const texts = ['+0.35', '-0.35', '+0.00', '+0.00', '+12.34', '+0.00', '+M3', '-M3', '+M1', '-M1', '-M0'];
  assert.deepEqual(scores.map(scoreText), texts);
});

test('inaccuracies, mistakes and blunders are faults', () => {
  assert.deepEqual(
    ['best', 'good', 'inaccuracy', 'mistake', 'blunder', ''].map(isFault),
    [false, false, true, true, true, false],
  );
});
