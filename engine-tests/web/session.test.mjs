// The conversation of a session: what a runner of matches checks, and input that no client should send.

import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { ROOT, start, startNative } from './engine.mjs';

test('uci answers as the native program, but for the limits of Hash and Threads, and EvalFile', async (t) => {
  const [here, there] = await Promise.all([start(t), startNative(t)].map((program) => program.ask('uci', 'uciok')));
  const expected = there
    .filter((line) => !line.startsWith('option name EvalFile '))
    .map((line) => line.replace(/^(option name Hash .* max )\d+/, '$1512').replace(/^(option name Threads .* max )\d+/, '$11'));
  assert.equal(there.length - expected.length, 1);
  assert.deepEqual(here, expected);
});

test('version names the commit of the clone', { skip: !existsSync(join(ROOT, '.git')) && 'no clone' }, async (t) => {
  const engine = start(t);
  const [line] = await engine.ask('version', 'Khepri ');
  assert.match(line, /^Khepri .* commit (?!unknown)/);
  await engine.quit();
});

/** The chess positions of the compliance check. They are refused, and every `go` has to be answered all the same. */
const CHESS = [
  'position fen rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6 0 2',
  'position fen rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1',
  'position startpos moves e2e4 e7e5',
];

const INFO = new RegExp('^info depth \\d+ seldepth \\d+ multipv 1 score (cp|mate) -?\\d+( (lower|upper)bound)? nodes \\d+ nps \\d+ ' +
  'hashfull \\d+ time \\d+ pv( [a-j][1-8]([+-]|[a-j][1-8]t?))+$');

test("a runner's compliance check passes", async (t) => {
  const engine = start(t);
  const lines = await engine.ask('uci', 'uciok');
  for (const name of ['name', 'author']) assert.ok(lines.some((line) => line.startsWith(`id ${name} `)), name);
  const clocks = ['go wtime 100 winc 100 btime 100 binc 100', 'go btime 100 binc 100 wtime 100 winc 100'];
  for (const [refused, ...searches] of [
    [CHESS[0], 'go wtime 100'],
    [CHESS[1], 'go btime 100', ...clocks],
    [CHESS[2], 'go wtime 100 btime 100'],
  ]) {
    await engine.accept('ucinewgame');
    await engine.accept('position startpos');
    const before = await engine.kfen();
    assert.match(await engine.refuse(refused), /position refused/);
    assert.equal(await engine.kfen(), before);
    for (const search of searches) {
      const answer = await engine.ask(search, 'bestmove ');
      assert.match(answer.at(-2), INFO, search);
      answer.slice(0, -1).forEach((line) => assert.match(line, INFO));
    }
  }
  assert.deepEqual(await engine.quit(), []);
});

test('values of options beyond the limits are refused, and the old ones stay', async (t) => {
  const engine = start(t);
  for (const [name, value] of [['Hash', 513], ['Hash', 0], ['Threads', 2], ['EvalFile', 'other.net'], ['MultiPV', 'x']]) {
    assert.match(await engine.refuse(`setoption name ${name} value ${value}`), new RegExp(`setoption refused.*${name}`));
  }
  await engine.accept('setoption name threads value 1');
  assert.equal((await engine.go('depth 2')).infos.length, 2);
  await engine.quit();
});

test('a line of more than 4 MiB is reported, also in pieces, and the next command is answered', async (t) => {
  const engine = start(t);
  const length = (4 << 20) + 1;
  const skipped = (bytes) => `info string a line of ${bytes} bytes was skipped`;
  assert.equal(await engine.refuse('x'.repeat(length)), skipped(length));
  for (let piece = 0; piece < 3; piece++) engine.send(Buffer.alloc(2 << 20, 'y'));
  assert.equal(await engine.refuse(''), skipped(6 << 20));
  // The longest line that is read.
  assert.match(await engine.refuse(`quit${' '.repeat(8)}x`.padStart(4 << 20, 'z')), /^info string unknown command `z{1,200}/);
  assert.equal((await engine.ask('moves', 'total ')).at(-1), 'total 77');
  engine.send(Buffer.alloc(length, 'x'));
  engine.endInput();
  assert.deepEqual(await engine.end(), [skipped(length)]);
});

test('bytes that are not UTF-8 are reported as by the native program, and the next command is answered', async (t) => {
  const [engine, native] = [start(t), startNative(t)];
  for (const bytes of [
    [0xff, 0xfe, 0x80, 0x20, 0x61],
    [...Buffer.from('position kfen '), 0xc3, 0x28],
    [...Buffer.from('setoption name '), 0xed, 0xa0, 0x80],
    [0],
    [0xe2, 0x82],
  ]) {
    const answers = [];
    for (const program of [engine, native]) {
      program.send(Buffer.from([...bytes, 10]));
      answers.push(await program.ask('isready', 'readyok'));
    }
    assert.deepEqual(answers[0], answers[1], bytes.join(' '));
    assert.equal(answers[0].length, 2, 'one line that names the fault, and readyok');
  }
  await engine.quit();
});

test('setups, help, flip, beam, reach and d last answer as the native program', async (t) => {
  const script = [
    'setups', 'help', 'flip', 'd', 'position startpos moves h2g2', 'd last', 'beam', 'beam red', 'beam h2g2',
    'reach', 'reach silver', 'reach e7', 'reach red j4', 'reach k1', 'position setup osiris', 'reach', 'reach red', 'eval',
  ];
  const [here, there] = await Promise.all([start(t), startNative(t)].map(async (program) => {
    script.forEach((line) => program.send(line));
    program.endInput();
    return program.end();
  }));
  assert.deepEqual(here, there);
});
