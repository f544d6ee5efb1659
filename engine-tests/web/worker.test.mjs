// The engine as a worker: posted lines, answers as messages, and games that are converted.

import assert from 'node:assert/strict';
import test from 'node:test';
import { burst, checkBursts, found, InWorker } from './engine.mjs';

test('what is posted before loading has ended is answered in order, one message for each line', async (t) => {
  const engine = new InWorker(t);
  engine.send('uci\nisready\n');
  engine.send('position startpos moves h2g2\r\nhistory');
  engine.send('go depth 2');
  const lines = await engine.read('bestmove ');
  assert.ok(lines.every((line) => typeof line === 'string' && !line.includes('\n')));
  const order = ['id name ', 'uciok', 'readyok', 'ply 0 ', 'total 1', 'info depth 1 ', 'bestmove '];
  assert.deepEqual(order.map((start) => lines.findIndex((line) => line.startsWith(start))).toSorted((a, b) => a - b),
    order.map((start) => lines.findIndex((line) => line.startsWith(start))));
  assert.ok(order.every((start) => lines.some((line) => line.startsWith(start))));
  assert.deepEqual(await engine.quit(), []);
});

test('50 bursts of position, go, stop and isready are answered in order', async (t) => {
  const engine = new InWorker(t);
  const bursts = Array.from({ length: 50 }, (_, index) => burst(index));
  await engine.go('depth 1');
  bursts.forEach(([lines]) => engine.send(lines));
  let answers = 0;
  checkBursts(await engine.read((line) => !line.startsWith('info ') && ++answers === 100), bursts.map(([, move]) => move));
});

test('a search is stopped, and quit closes a worker that searches', async (t) => {
  const engine = new InWorker(t);
  await engine.ask('go infinite', 'info depth 4 ');
  found(await engine.ask('stop', 'bestmove '));
  await engine.ask('go infinite', 'info depth 4 ');
  const rest = await engine.quit();
  assert.equal(rest.filter((line) => line.startsWith('bestmove ')).length, 1);
});

test('games are read as by /kgn: each move has the position after it, hits, occurrences, result and reason', async (t) => {
  const engine = new InWorker(t);
  const kgn = '[Silver "Anna"]\n[KFEN "x39/////4K5//4k4X1 s khet2"]\n\nj1- {+0.35/12 0.103s} 1-0\n';
  const answer = await engine.convert({ id: 1, kgn });
  assert.deepEqual(Object.keys(answer), ['id', 'result']);
  const { games, faults } = answer.result;
  assert.deepEqual(faults, []);
  assert.equal(games.length, 1);
  assert.deepEqual(games[0].tags, { Silver: 'Anna' });
  assert.deepEqual([games[0].variant, games[0].kfen, games[0].result], ['khet2', 'x39/////4K5//4k4X1 s khet2 0 1', '1-0']);
  assert.deepEqual(games[0].moves, [{
    move: 'j1-', score: '+0.35', depth: 12, time: 103,
    kfen: 'x39/////4K5//9X4 r khet2 0 1', hits: ['e1'], occurred: 1, result: '1-0', reason: 'pharaoh',
  }]);
  const chess = await engine.convert({ id: 'two', kgn: '[Event "chess"]\n[White "a"]\n\n1. e4 e5 2. Nf3 Nc6 *\n' });
  assert.deepEqual(chess.result.games, []);
  const [{ line, column, game, message }] = chess.result.faults;
  assert.deepEqual([line, column, game], [4, 6, 1]);
  assert.match(message, /move 1\. `e4`/);
  assert.deepEqual((await engine.convert({ id: 3, kgn: '' })).result.games, []);
  await engine.quit();
});

test('games are written as by /kgn/write, and what is written is read again', async (t) => {
  const engine = new InWorker(t);
  const moves = [{ move: 'h2g2', score: '+0.35', depth: 12, time: 103, comment: 'words' }, { move: 'c7d7' }];
  const write = { tags: { Silver: 'Anna é' }, moves };
  const written = await engine.convert({ id: 1, write });
  assert.match(written.result, /\[Silver "Anna é"\][^]*1\. h2g2 \{.*\+0\.35\/12.*\} .*c7d7 \*/);
  const read = (await engine.convert({ id: 2, kgn: written.result })).result;
  assert.deepEqual(read.faults, []);
  assert.deepEqual(read.games[0].moves.map(({ move }) => move), ['h2g2', 'c7d7']);
  assert.equal((await engine.convert({ id: 3, write: read })).result, written.result);
  const two = await engine.convert({ id: 4, write: { games: [write, {}] } });
  assert.equal(two.result.split('[Event ').length, 3);
  await engine.quit();
});

test('a game with scores is reviewed as by /review', async (t) => {
  const engine = new InWorker(t);
  // Silver has 60 %, then 25 %, and Red loses by force.
  const review = {
    kfen: 'x39/4k5/////4K5/9X1 s khet2 0 1', moves: [{ move: 'e2e3' }, { move: 'e7e6', book: true }],
    positions: [
      { score: { cp: 50, mate: null, wdl: [400, 400, 200] }, depth: 9, best: 'j1-' },
      { score: { cp: 90, mate: null, wdl: [700, 100, 200] }, depth: 8, best: 'a8-' },
      { score: { cp: null, mate: 2 }, depth: 7, best: 'j1-', pv: ['j1-'] },
    ],
  };
  const { result } = await engine.convert({ id: 1, review });
  assert.deepEqual(result.silver, [60, 25, 100]);
  assert.deepEqual(result.moves.map(({ mark, loss }) => [mark, loss]), [['blunder', 35], [null, 75]]);
  assert.equal(result.accuracies.red, null);
  assert.ok(Math.abs(result.accuracies.silver - 19.31) < 0.01, result.accuracies.silver);
  await engine.quit();
});

test('faults are named as by /faults', async (t) => {
  const engine = new InWorker(t);
  const faults = async (question) => (await engine.convert({ id: 1, faults: question })).result.faults;
  const [{ code, field, column, values }] = await faults({ kfen: 'x39/4k5/////4K5/9X1 w khet2' });
  assert.deepEqual([code, field, column, values], ['not-a-side', 'side', 21, { found: '`w`' }]);
  const [{ code: illegal, move }] = await faults({ kfen: 'x39/4k5/////4K5/9X1 s khet2', moves: ['e2e3', 'e2e3'] });
  assert.deepEqual([illegal, move], ['empty-square', { number: 1, second: true, word: 'e2e3' }]);
  const [{ code: unread, line, game, message }] = await faults({ kgn: '[Site ""]\n1. h2g9 *' });
  assert.deepEqual([unread, line, game], ['not-a-move', 2, 1]);
  assert.equal(message, '2:7: game 1, move 1. `h2g9`: expected a rank 1 to 8, found `9`');
  assert.deepEqual(await faults({ kgn: '1. h2g2 *' }), []);
  await engine.quit();
});

test('games that cannot be converted are answered with an error, and the next message is answered', async (t) => {
  const engine = new InWorker(t);
  const cycle = {};
  cycle.moves = cycle;
  for (const [request, error] of [
    [{ write: { moves: [{ move: 'h2g9' }] } }, /moves\[0\]: `h2g9`: column 4: expected a rank/],
    [{ write: { kfen: 'x' } }, /kfen/],
    [{ write: 'text' }, /expected a game/],
    [{ write: null }, /expected a game/],
    [{ write: 10n }, /BigInt/],
    [{ write: cycle }, /circular/],
    [{ review: {} }, /kfen: board, column 1: /],
    [{ review: { kfen: 'x39/4k5/////4K5/9X1 s khet2', positions: [{}] } }, /positions\[0\]\.score: expected one/],
    [{ faults: [] }, /expected \{"kfen": TEXT/],
    [{ kgn: 7 }, /expected \{ id, kgn: TEXT \} or \{ id, write: GAMES \}/],
    [{ kgn: ' '.repeat((64 << 20) + 1) }, /at most 64 MiB/],
    [{}, /expected \{ id/],
  ]) {
    const answer = await engine.convert({ id: 5, ...request });
    assert.deepEqual(Object.keys(answer), ['id', 'error']);
    assert.match(answer.error, error);
  }
  engine.send({ nothing: 1 });
  engine.send(null);
  engine.send(7);
  await engine.accept('position startpos');
  await engine.quit();
});

test('games are converted during a search', async (t) => {
  const engine = new InWorker(t);
  await engine.ask('go infinite', 'info depth 3 ');
  engine.send({ id: 1, kgn: '[Silver "Anna"]\n\n1. h2g2 *\n' });
  const before = await engine.read((message) => message.id === 1);
  assert.equal(before.at(-1).result.games[0].moves[0].move, 'h2g2');
  assert.ok(!before.some((line) => `${line}`.startsWith('bestmove')));
  found(await engine.ask('stop', 'bestmove '));
  await engine.quit();
});

test('a posted line of more than 4 MiB is reported', async (t) => {
  const engine = new InWorker(t);
  const length = (4 << 20) + 1;
  assert.equal(await engine.refuse('x'.repeat(length)), `info string a line of ${length} bytes was skipped`);
  await engine.quit();
});
