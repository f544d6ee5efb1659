// Scores and winning chances. The expected values follow from the formula of docs/playing.md and the table of docs/wdl.md.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import test from 'node:test';
import { chanceOf, isFault, otherSide, PER_PERCENT, scoreText, wdlOf } from '../../../src/page/game/chance.js';

const cp = (value) => ({ cp: value, mate: null });
const mate = (value) => ({ cp: null, mate: value });
/** The classic set-up: without Eyes and with 20 pieces that can be hit. */
const KFEN = 'x33a3ka3p22/2p37/3P46/p11P31s1s21p21P4/p21P41S2S11p11P3/6p23/7P12/2P4A1KA13X1 s khet2 0 1';

/** Returns a position with a number of pieces that can be hit, and with pieces that cannot. */
function position(count, hasEye) {
  const pieces = Array.from({ length: count }, (_, at) => ['K', 'k', 'p3', 'T', 'o', 'A1', 'P4'][at % 7]);
  return `x3s1S2${hasEye ? 'e1' : ''}/${pieces.slice(0, 10).join('')}/${pieces.slice(10).join('')}////S1s2/9X1 s khet2 0 1`;
}

test('the chances are by the model of docs/wdl.md for the pieces and Eyes of the position', async () => {
  const document = await readFile(new URL('../../../docs/wdl.md', import.meta.url), 'utf8');
  const rows = [...document.matchAll(/^\| (with|without) Eyes \| (\S.*?) \| (\d+) \| (\d+) \|$/gm)];
  const counts = { '14 or more': [14, 20], '10 to 13': [10, 13], '7 to 9': [7, 9], '6 or fewer': [0, 6] };
  assert.equal(rows.length, 8);
  for (const [, eyes, pieces, even, slope] of rows) {
    const share = (score) => Math.round(1000 / (1 + Math.exp((even - score) / slope)));
    for (const count of counts[pieces]) {
      const [win, , loss] = wdlOf(cp(130), position(count, eyes === 'with'));
      assert.deepEqual([win, loss], [share(130), share(-130)], `${eyes} ${count}`);
    }
  }
});

test('a score is a chance of a win, a draw and a loss', () => {
  for (const [score, ...wdl] of [
    [0, 180, 640, 180], [100, 304, 596, 100], [-100, 100, 596, 304], [221, 500, 454, 46], [800, 981, 18, 1],
  ]) {
    assert.deepEqual(wdlOf(cp(score), KFEN), wdl, `${score}`);
  }
  assert.deepEqual(wdlOf({ cp: null, mate: null }, KFEN), [180, 640, 180], 'no score is even');
});

test('a chance counts half of the draws', () => {
  const percents = [0, 100, 250, 800].map((score) => Math.round(chanceOf(cp(score), KFEN) / PER_PERCENT));
  assert.deepEqual(percents, [50, 60, 76, 99]);
});

test('a forced end is certain', () => {
  assert.deepEqual([1, 5, 0.5].map((moves) => chanceOf(mate(moves), KFEN)), [2000, 2000, 2000]);
  assert.deepEqual([-1, -5, 0].map((moves) => chanceOf(mate(moves), KFEN)), [0, 0, 0]);
  assert.deepEqual([wdlOf(mate(1), KFEN), wdlOf(mate(0), KFEN)], [[1000, 0, 0], [0, 0, 1000]]);
});

test('a chance that the engine reports replaces the formula, but not a forced end', () => {
  assert.deepEqual(wdlOf({ cp: 50, mate: null, wdl: [10, 980, 10] }, KFEN), [10, 980, 10]);
  assert.deepEqual(wdlOf({ cp: 50, mate: null, wdl: [10] }, KFEN), wdlOf(cp(50), KFEN));
  assert.deepEqual(wdlOf({ cp: null, mate: 2, wdl: [10, 980, 10] }, KFEN), [1000, 0, 0]);
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
