// The rules, compared with data of an independent implementation.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { gunzipSync } from 'node:zlib';
import { ENDLESS, ROOT, start, TURNS } from './engine.mjs';

const LEAVES = 500_000;

test('the counts of the perft suites are right at all depths of up to 500,000 leaves', async (t) => {
  const engine = start(t);
  const folder = join(ROOT, 'positions/perft');
  const lines = readdirSync(folder).flatMap((name) => readFileSync(join(folder, name), 'utf8').split('\n'));
  let compared = 0;
  for (const line of lines.filter((line) => line !== '' && !line.startsWith('#'))) {
    const [kfen, ...counts] = line.split(' ;');
    await engine.accept(`position kfen ${kfen}`);
    for (const [, depth, leaves] of counts.map((count) => count.match(/^D(\d+) (\d+)/))) {
      if (Number(leaves) > LEAVES) continue;
      const answer = await engine.ask(`go perft ${depth}`, 'nodes ');
      assert.equal(answer.pop().split(' ')[1], leaves, `perft ${depth} of ${kfen}`);
      const sum = answer.map((line) => Number(line.split(': ')[1])).reduce((sum, count) => sum + count, 0);
      assert.equal(sum, Number(leaves), 'the sum of the counts of the moves');
      compared++;
    }
  }
  assert.ok(compared >= 80, `${compared} counts were compared`);
  await engine.quit();
});

test('moves agrees with every legal move, its hits and its result in the 580 positions of the corpus', async (t) => {
  const engine = start(t);
  const corpus = gunzipSync(readFileSync(join(ROOT, 'positions/reference/corpus.jsonl.gz'))).toString();
  let [positions, moves] = [0, 0];
  for (const { kfen, moves: recorded } of corpus.trim().split('\n').map((line) => JSON.parse(line))) {
    engine.send(`position kfen ${kfen}`);
    const lines = await engine.ask('moves', 'total ');
    const expected = recorded.map(({ move, hits, result }) => [
      move,
      ...(hits.length > 0 ? ['x', ...hits] : []),
      ...(result === '*' ? [] : [result]),
    ].join(' '));
    assert.deepEqual(lines, [...expected.sort(), `total ${recorded.length}`], kfen);
    positions++;
    moves += recorded.length;
  }
  assert.ok(positions === 580 && moves > 20_000, `${positions} positions, ${moves} moves`);
  await engine.quit();
});

test('history gives the position after each move, as the corpus records it', async (t) => {
  const engine = start(t);
  const corpus = gunzipSync(readFileSync(join(ROOT, 'positions/reference/corpus.jsonl.gz'))).toString();
  for (const line of corpus.trim().split('\n').filter((_, index) => index % 29 === 0)) {
    const { kfen, moves } = JSON.parse(line);
    for (const { move, hits, result, after } of moves) {
      engine.send(`position kfen ${kfen} moves ${move}`);
      const [, ply] = await engine.ask('history', 'total ');
      const shot = hits.length > 0 ? `hits ${hits.join(' ')} ` : '';
      const expected = `ply 1 kfen ${after} move ${move} ${shot}occurred 1 result ${result} `;
      assert.equal(ply.slice(0, expected.length), expected, kfen);
    }
  }
  await engine.quit();
});

test('history counts the occurrences of a game of 400 plies', async (t) => {
  const engine = start(t);
  const moves = Array.from({ length: 400 }, (_, ply) => TURNS[ply % 4]);
  await engine.accept(`position kfen ${ENDLESS} moves ${moves.join(' ')}`);
  const lines = await engine.ask('history', 'total ');
  assert.equal(lines.pop(), 'total 400');
  lines.forEach((line, ply) => {
    const times = Math.floor(ply / 4) + 1;
    const tail = `occurred ${times} result * ${times < 3 ? '-' : 'repetition'}`;
    assert.ok(line.startsWith(`ply ${ply} kfen `) && line.endsWith(tail), line);
    assert.ok(ply === 0 || line.includes(` move ${moves[ply - 1]} occurred `), line);
  });
  await engine.quit();
});
