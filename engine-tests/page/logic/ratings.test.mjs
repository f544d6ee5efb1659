// Ratings of players by Glicko-2, and the player's record of puzzles: the results, the rating and the streak.

import assert from 'node:assert/strict';
import test, { beforeEach } from 'node:test';
import { keep, stored } from './stubs.mjs';
import { rate } from '../../../src/page/game/glicko.js';
import { asRecord, PuzzleRecord } from '../../../src/page/game/puzzle-record.js';

beforeEach(() => localStorage.clear());

const results = (...list) => list.map(([rating, deviation, score]) => ({ rating, deviation, score }));

function assertNear({ rating, deviation, volatility }, expected, [forRatings, forVolatility]) {
  const found = `${rating} ${deviation} ${volatility}`;
  assert.ok(Math.abs(rating - expected[0]) < forRatings, found);
  assert.ok(Math.abs(deviation - expected[1]) < forRatings, found);
  assert.ok(Math.abs(volatility - expected[2]) < forVolatility, found);
}

test('ratings follow the example of the paper', () => {
  // Glickman, "Example of the Glicko-2 system": the paper rounds its intermediate results.
  const after = rate({ rating: 1500, deviation: 200, volatility: 0.06 }, results([1400, 30, 1], [1550, 100, 0], [1700, 300, 0]));
  assertNear(after, [1464.06, 151.52, 0.05999], [0.01, 0.00001]);
});

// The values of the next three tests are those of a program that solves the equation of step 5 by bisection.

test('a draw of equals makes a rating more certain and leaves it', () => {
  const after = rate({ rating: 1500, deviation: 200, volatility: 0.06 }, results([1500, 200, 0.5]));
  assertNear(after, [1500, 180.07828, 0.059998055], [1e-4, 1e-7]);
});

test('a win and a loss against an equal change a rating by the same number', () => {
  const player = { rating: 800, deviation: 350, volatility: 0.06 };
  assertNear(rate(player, results([800, 80, 1])), [975.0295, 250.48139, 0.059999208], [1e-4, 1e-7]);
  assertNear(rate(player, results([800, 80, 0])), [624.9705, 250.48139, 0.059999208], [1e-4, 1e-7]);
});

test('surprising results raise the volatility', () => {
  const wins = results(...Array.from({ length: 5 }, () => [1900, 50, 1]));
  assertNear(rate({ rating: 1500, deviation: 50, volatility: 0.06 }, wins), [1564.94367, 50.19623, 0.060249527], [1e-4, 1e-7]);
});

// The record of puzzles

const puzzle = (kfen, rating = 800) => ({ kfen, rating });
const NEW = { rating: 800, deviation: 350, volatility: 0.06, streak: 0, best: 0 };

test('a new player has the rating of an easy puzzle', () => assert.deepEqual(new PuzzleRecord().standing, NEW));

test('a solved puzzle raises the rating, and a failed one lowers it', () => {
  // 800 against 800 ± 80: the change is that of the test above.
  assert.equal(new PuzzleRecord().add(puzzle('a'), 'solved'), 175);
  localStorage.clear();
  assert.equal(new PuzzleRecord().add(puzzle('a'), 'failed'), -175);
});

test('only the first result of a puzzle counts, and its last one is kept', () => {
  const record = new PuzzleRecord();
  record.add(puzzle('a'), 'failed');
  const { rating } = record.standing;
  assert.equal(record.add(puzzle('a'), 'solved'), null);
  assert.equal(record.standing.rating, rating);
  assert.equal(record.standing.streak, 0);
  assert.equal(record.result(puzzle('a')), 'solved');
  assert.equal(record.result(puzzle('b')), undefined);
});

test('a streak grows with each solved puzzle, and ends with a failed one', () => {
  const record = new PuzzleRecord(), streaks = [];
  for (const [kfen, outcome] of [['a', 'solved'], ['b', 'solved'], ['c', 'failed'], ['d', 'solved']]) {
    record.add(puzzle(kfen), outcome);
    streaks.push([record.standing.streak, record.standing.best]);
  }
  assert.deepEqual(streaks, [[1, 1], [2, 2], [0, 2], [1, 2]]);
});

test('a rating stays within its limits', () => {
  keep('puzzle-player', { ...NEW, rating: 105 });
  const weak = new PuzzleRecord();
  assert.equal(weak.add(puzzle('a', 600), 'failed'), -5);
  assert.equal(weak.standing.rating, 100);
  keep('puzzle-player', { ...NEW, rating: 3490 });
  const strong = new PuzzleRecord();
  assert.equal(strong.add(puzzle('b', 3490), 'solved'), 10);
  assert.equal(strong.standing.rating, 3500);
});

test('the record is stored', () => {
  const record = new PuzzleRecord();
  record.add(puzzle('a'), 'solved');
  const again = new PuzzleRecord();
  assert.deepEqual(again.standing, record.standing);
  assert.equal(again.result(puzzle('a')), 'solved');
});

test('results of another tab are kept', () => {
  const one = new PuzzleRecord(), other = new PuzzleRecord();
  other.add(puzzle('a'), 'solved');
  one.add(puzzle('b'), 'solved');
  assert.deepEqual(stored('puzzles'), { a: 'solved', b: 'solved' });
  assert.equal(one.standing.streak, 2);
  assert.equal(one.add(puzzle('a'), 'failed'), null, 'the other tab had the first result');
});

test('outcomes are counted among the puzzles of a list', () => {
  const record = new PuzzleRecord();
  for (const [kfen, outcome] of [['a', 'solved'], ['b', 'failed'], ['c', 'solved']]) record.add(puzzle(kfen), outcome);
  const list = ['a', 'b', 'd'].map((kfen) => puzzle(kfen));
  assert.deepEqual([record.count(list, 'solved'), record.count(list, 'failed')], [1, 1]);
});

test('stored numbers that cannot be used are replaced', () => {
  keep('puzzle-player', { rating: 'high', deviation: -1, volatility: null, streak: 3, best: 4 });
  assert.deepEqual(new PuzzleRecord().standing, { ...NEW, streak: 3, best: 4 });
  keep('puzzle-player', { rating: 900, deviation: 0, volatility: 0.07, streak: 3, best: 4 });
  assert.deepEqual(new PuzzleRecord().standing, { ...NEW, rating: 900, streak: 3, best: 4 });
  keep('puzzle-player', { rating: -5, deviation: 60, volatility: 0, streak: -1, best: 4 });
  assert.deepEqual(new PuzzleRecord().standing, { ...NEW, best: 4 });
  keep('puzzle-player', [1, 2]);
  keep('puzzles', 'nothing');
  const record = new PuzzleRecord();
  assert.deepEqual(record.standing, NEW);
  assert.equal(record.result(puzzle('a')), undefined);
});

test('only an object is a record', () => {
  for (const value of [null, undefined, 3, 'text', [1]]) assert.deepEqual(asRecord(value), {});
  assert.deepEqual(asRecord({ a: 1 }), { a: 1 });
});
