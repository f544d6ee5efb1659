// The daily lasers: which one belongs to a day, where a shot ends, and the record of the days.

import assert from 'node:assert/strict';
import test, { beforeEach } from 'node:test';
import { keep, stored } from './stubs.mjs';
import { DailyRecord, endsOf, laserOf, numberOf, today } from '../../../src/page/game/daily.js';

beforeEach(() => localStorage.clear());

test('a day begins at midnight in UTC', () => {
  assert.equal(today(new Date('2026-01-31T23:59:59Z')), '2026-01-31');
  assert.equal(today(new Date('2026-01-31T23:59:59-01:00')), '2026-02-01');
});

test('the first laser belongs to the first day, and follows after the last one', () => {
  const lasers = { from: '2026-11-28', puzzles: ['a', 'b', 'c'] };
  for (const [day, number, expected] of [
    ['2026-11-28', 1, 'a'], ['2026-11-29', 2, 'b'], ['2026-11-30', 3, 'c'], ['2026-12-01', 4, 'a'],
    // 95 days after the first one: 2 of November, 31, 31, 28 and 3 of March.
    ['2027-03-03', 96, 'c'],
    // The clock of the computer may be wrong.
    ['2026-11-27', 0, 'c'], ['2026-11-24', -3, 'c'], ['2026-11-25', -2, 'a'],
  ]) {
    assert.deepEqual([numberOf(lasers, day), laserOf(lasers, day)], [number, expected], day);
  }
  assert.equal(laserOf({ ...lasers, puzzles: [] }, '2026-11-28'), null);
});

test('a shot ends at a piece, or on its last square on the board', () => {
  const legs = (...list) => ({ legs: list.map((leg) => ({ from: leg[0], to: leg[1], end: leg[2] })) });
  assert.deepEqual(endsOf(legs(['j1', 'j4', 'turn'], ['j4', 'e4', 'hit'])), ['e4']);
  assert.deepEqual(endsOf(legs(['j1', 'j4', 'turn'], ['j4', 'g4', 'stop'])), ['g4']);
  assert.deepEqual(endsOf(legs(['j1', 'j8', 'edge'])), ['j8']);
  // A mirror at the edge turns it off the board at once.
  assert.deepEqual(endsOf(legs(['j1', 'j4', 'turn'], ['j4', 'j4', 'edge'])), ['j4']);
  // An Eye splits it; both ends may be on one square.
  assert.deepEqual(endsOf(legs(['j1', 'j4', 'split'], ['j4', 'j8', 'edge'], ['j4', 'a4', 'edge'])), ['j8', 'a4']);
  assert.deepEqual(endsOf(legs(['j1', 'j4', 'split'], ['j4', 'c4', 'hit'], ['j4', 'c4', 'hit'])), ['c4']);
});

/** Solves the laser of a day, or fails it. */
function play(day, outcome, ...steps) {
  const record = new DailyRecord(day);
  steps.forEach((step) => record.add(step));
  record.finish(outcome);
  return record;
}

test('the steps of the first try are the strip', () => {
  const record = new DailyRecord('2026-12-31');
  assert.deepEqual([record.strip, record.outcome, record.hasAim], ['', '', false]);
  record.add('miss');
  record.add('hit');
  record.add('wrong');
  record.finish('failed');
  record.add('right');
  record.add('hint');
  record.add('right');
  record.finish('solved');
  assert.deepEqual([record.strip, record.outcome], ['⭕🟥🟩💡🟩', 'failed'], 'a second square and a later result count for nothing');
  const again = play('2026-12-31', 'solved', 'hit', 'right');
  assert.deepEqual([again.strip, again.outcome, again.streak], ['⭕🟥🟩💡🟩', 'failed', 0]);
});

test('a try without a result begins again, without the square', () => {
  new DailyRecord('2026-12-31').add('right');
  assert.equal(new DailyRecord('2026-12-31').strip, '', 'a try without a square');
  const left = new DailyRecord('2026-12-31');
  left.add('hit');
  left.add('right');
  const again = new DailyRecord('2026-12-31');
  assert.deepEqual([again.strip, again.hasAim], ['🎯', true]);
  again.add('right');
  again.add('right');
  again.finish('solved');
  assert.equal(new DailyRecord('2026-12-31').strip, '🎯🟩🟩');
});

test('a streak needs each day', () => {
  const after = (day, outcome) => {
    const { streak, best } = play(day, outcome, 'hit');
    return [streak, best];
  };
  assert.deepEqual(after('2026-12-30', 'solved'), [1, 1]);
  assert.deepEqual(after('2026-12-31', 'solved'), [2, 2]);
  assert.deepEqual(after('2027-01-01', 'solved'), [3, 3]);
  assert.equal(new DailyRecord('2027-01-01').streak, 3);
  assert.equal(new DailyRecord('2027-01-02').streak, 3, 'today may still be solved');
  assert.equal(new DailyRecord('2027-01-03').streak, 0, 'a day is missing');
  assert.deepEqual(after('2027-01-03', 'solved'), [1, 3]);
  assert.deepEqual(after('2027-01-04', 'failed'), [0, 3]);
  assert.deepEqual(after('2027-01-05', 'solved'), [1, 3]);
});

test('another tab may have the result of the day', () => {
  const one = new DailyRecord('2026-12-31'), other = new DailyRecord('2026-12-31');
  one.add('hit');
  other.add('miss');
  one.finish('solved');
  other.add('wrong');
  other.finish('failed');
  assert.deepEqual([new DailyRecord('2026-12-31').outcome, new DailyRecord('2026-12-31').streak], ['solved', 1]);
});

test('a stored record of the wrong form is not used', () => {
  keep('daily-laser', { day: '2026-12-31', steps: ['hit', 'x', 7], outcome: 'won', streak: -2, best: 'many', last: 5 });
  const record = new DailyRecord('2026-12-31');
  assert.deepEqual([record.strip, record.outcome, record.streak, record.best], ['🎯', '', 0, 0]);
  keep('daily-laser', [1]);
  assert.equal(new DailyRecord('2026-12-31').strip, '');
  play('2026-12-31', 'solved');
  assert.deepEqual(stored('daily-laser'), { day: '2026-12-31', steps: [], outcome: 'solved', streak: 1, best: 1, last: '2026-12-31' });
});
