// The opponents: their names, and the three that are suggested.

import assert from 'node:assert/strict';
import test, { beforeEach } from 'node:test';
import { keep, stored } from './stubs.mjs';
import { levelName, listName, nearest, opponentAt, OPPONENTS, recordResult, suggestions } from '../../../src/page/game/opponents.js';

beforeEach(() => localStorage.clear());

const suggested = () => suggestions().map(({ level }) => level);

test('opponents near the last one are suggested', () => {
  // A level of an earlier version counts as the nearest opponent. Level 0 is full strength.
  for (const [level, score, expected] of [
    [1300, 1, [1300, 1500, 1700]],
    [1300, 0.5, [1100, 1300, 1500]],
    [1300, 0, [900, 1100, 1300]],
    [600, 0, [500, 700, 900]],
    [2000, 1, [1900, 2200, 2500]],
    [0, 1, [2500, 2800, 0]],
    [0, 0, [2500, 2800, 0]],
  ]) {
    recordResult(level, score);
    assert.deepEqual(suggested(), expected, `${level} ${score}`);
  }
});

test('a new player is offered a weak, a middling and a strong opponent', () => assert.deepEqual(suggested(), [500, 1100, 1700]));

test('a result without a score counts as a loss', () => {
  keep('rival', { level: 1300 });
  assert.deepEqual(suggested(), [900, 1100, 1300]);
});

test('the last result is stored', () => {
  recordResult(900, 0.5);
  assert.deepEqual(stored('rival'), { level: 900, score: 0.5 });
});

test('the nearest opponent has the nearest level', () => {
  const levels = [1, 599, 1000, 2040, 2060, 2800, 5000, 0];
  assert.deepEqual(levels.map((level) => nearest(level).level), [500, 500, 1100, 1900, 2200, 2800, 2800, 0]);
});

test('a level has the name of its opponent, or its number', () => {
  assert.deepEqual([levelName(900), levelName(0), levelName(600)], ['Mau', 'Khepri', 'Khepri 600']);
  assert.equal(opponentAt(600), null);
  assert.deepEqual(OPPONENTS.map(listName).filter((_, at) => at === 2 || at === 11), ['Mau, 900', 'Full strength']);
});
