// The clocks of two players, and the time that an opponent takes for a move.

import assert from 'node:assert/strict';
import test from 'node:test';
import { CLASSIC, stopTime } from './stubs.mjs';
import { Clocks } from '../../../src/page/game/clocks.js';
import { thinkingTime, withinLimits } from '../../../src/page/game/pace.js';

test('a clock runs from its start to its stop', async (t) => {
  const pass = stopTime(t), clocks = new Clocks({ minutes: 2, increment: 0 });
  assert.deepEqual([clocks.left('silver'), clocks.left('red'), clocks.isRunning], [120_000, 120_000, false]);
  await pass(1000);
  clocks.start('silver');
  assert.ok(clocks.isRunning);
  await pass(2500);
  assert.deepEqual([clocks.left('silver'), clocks.left('red')], [117_500, 120_000]);
  clocks.stop();
  assert.ok(!clocks.isRunning);
  await pass(1000);
  assert.equal(clocks.left('silver'), 117_500);
});

test('a move stops the clock of its player and adds the increment', async (t) => {
  const pass = stopTime(t), clocks = new Clocks({ minutes: 1, increment: 5 });
  clocks.start('silver');
  await pass(20_000);
  clocks.press('silver');
  clocks.start('red');
  await pass(1000);
  assert.deepEqual([clocks.left('silver'), clocks.left('red')], [45_000, 59_000]);
});

test('the start of a clock stops the other one', async (t) => {
  const pass = stopTime(t), clocks = new Clocks({ minutes: 1, increment: 0 });
  clocks.start('silver');
  await pass(1000);
  clocks.start('red');
  await pass(3000);
  assert.deepEqual(clocks.store(), { silver: 59_000, red: 57_000 });
});

test('a clock never has less than nothing', async (t) => {
  const pass = stopTime(t), clocks = new Clocks({ minutes: 1, increment: 2 });
  clocks.start('red');
  await pass(61_000);
  assert.equal(clocks.left('red'), 0);
  clocks.press('red');
  assert.equal(clocks.left('red'), 2000);
});

test('a stored game continues with the times that were left', () => {
  const clocks = new Clocks({ minutes: 1, increment: 0 }, { silver: 1234, red: 5678 });
  assert.deepEqual([clocks.left('silver'), clocks.left('red')], [1234, 5678]);
});

test('a game without a limit for the whole game has no times left', async (t) => {
  const pass = stopTime(t);
  for (const time of [null, { seconds: 3 }]) {
    const clocks = new Clocks(time);
    clocks.start('silver');
    await pass(5000);
    clocks.press('silver');
    assert.deepEqual([clocks.left('silver'), clocks.left('red'), clocks.increment], [null, null, null]);
    assert.deepEqual(clocks.store(), { silver: 0, red: 0 });
  }
});

/** Returns legal moves, of which the first is the chosen one. */
const legal = (count, hits = [], result = '') => Array.from({ length: count }, (_, at) => ({ move: `${at}`, hits, result }));

test('the time for a move depends on the position and on the clock', () => {
  const time = (hits, moves) => thinkingTime({ kfen: CLASSIC, hits }, moves, '0');
  assert.equal(time([], legal(1)), 600);
  assert.equal(time([], legal(60, ['e4'], '1-0')), 600);
  assert.equal(time(['e4'], legal(400)), 2500);
  const few = time([], legal(20)), many = time([], legal(60));
  const afterHit = time(['e4'], legal(60)), hit = time([], legal(60, ['e4']));
  assert.ok(600 <= few && few < many && many < afterHit && afterHit <= 2500 && hit < many, `${few} ${many} ${afterHit} ${hit}`);
  assert.equal(withinLimits(2000, { seconds: 0.05 }, null), 100);
  assert.equal(withinLimits(2000, { seconds: 5 }, null), 2000);
  assert.equal(withinLimits(2000, { minutes: 1, increment: 0 }, 10_000), 200);
  assert.equal(withinLimits(2000, { minutes: 20, increment: 0 }, 600_000), 2000);
});

test('a game without a limit leaves the time for a move', () => assert.equal(withinLimits(2000, null, null), 2000));

test('the same position takes the same time, and similar positions take a fifth more or less', () => {
  const time = (kfen) => thinkingTime({ kfen, hits: [] }, legal(60), '0');
  assert.equal(time(CLASSIC), time(CLASSIC));
  // 600 ms, and 12 ms for each of 60 moves.
  const shares = Array.from({ length: 200 }, (_, at) => time(CLASSIC.replace(' 0 1', ` ${at} ${at}`)) / 1320);
  const least = Math.min(...shares), most = Math.max(...shares);
  assert.ok(least >= 0.8 && least < 0.84 && most > 1.16 && most <= 1.2, `${least} ${most}`);
  assert.ok(new Set(shares).size > 190);
});

test('each legal move and a hit before take longer, and a hit is found more quickly', () => {
  const time = (hits, moves) => thinkingTime({ kfen: CLASSIC, hits }, moves, '0'), many = time([], legal(60));
  // In this position a move of 60 that hits nothing takes `many` instead of 600 + 12 × 60 = 1320 ms.
  const times = [time([], legal(20)), time(['e4'], legal(60)), time([], legal(60, ['e4']))];
  assert.deepEqual(times.map((one) => Math.round(1320 * one / many)), [840, 1820, 792]);
});

test('a move that is not legal takes the shortest time', () => {
  assert.equal(thinkingTime({ kfen: CLASSIC, hits: [] }, legal(60), 'a1a2'), 600);
});
