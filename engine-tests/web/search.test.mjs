// The search, compared with that of the native program, and its commands.

import assert from 'node:assert/strict';
import test from 'node:test';
import { burst, checkBursts, ENDLESS, found, start, startNative, timeless, TURNS } from './engine.mjs';

test('bench counts the nodes of the native program, also to another depth in the same process', async (t) => {
  const [engine, native] = [start(t), startNative(t)];
  const isLast = (line) => /^\d+ nodes \d+ nps$/.test(line);
  for (const bench of ['bench 7', 'bench 4']) {
    const [here, there] = [await engine.ask(bench, isLast), await native.ask(bench, isLast)];
    assert.equal(here.length, there.length);
    assert.equal(here.at(-1).split(' ')[0], there.at(-1).split(' ')[0], bench);
  }
  await engine.quit();
  await native.quit();
});

/** A position of each rule set, with Eyes too, and one with moves and options. */
const POSITIONS = [
  [],
  ['position setup osiris'],
  ['setoption name UCI_Variant value khet1', 'position setup imhotep-eye moves j5j6'],
  ['position kfen 4ok1p12/3p31p1o3/3s2P35/6S13/1p21s1S25/5p21p1P31/3P32K3/3OO2P22 r deflexion 1 16'],
  ['setoption name MultiPV value 3', 'setoption name UCI_ShowWDL value true', 'position startpos'],
  ['setoption name MultiPV value 1', 'setoption name Hash value 1', 'position setup dynasty'],
];

test('go nodes reports the lines, best moves and node counts of the native program in all rule sets', async (t) => {
  const [engine, native] = [start(t), startNative(t)];
  for (const lines of POSITIONS) {
    const answers = [];
    for (const program of [engine, native]) {
      for (const line of ['ucinewgame', ...lines]) await program.accept(line);
      answers.push(await program.go('nodes 20000'));
    }
    const [here, there] = answers;
    assert.deepEqual(here.lines.map(timeless), there.lines.map(timeless), lines.join('; '));
    assert.ok(here.nodes > 1000 && here.nodes <= 20_000, `${here.nodes} nodes`);
  }
  await engine.quit();
  await native.quit();
});

test('200 bursts of position, go, stop and isready, half of them before loading has ended, are answered in order', async (t) => {
  const engine = start(t);
  const bursts = Array.from({ length: 200 }, (_, index) => burst(index));
  bursts.slice(0, 100).forEach(([lines]) => engine.send(lines));
  // This search needs the network, which arrives after the module. No burst has its move.
  engine.send('go depth 3 searchmoves c7d7');
  const before = await engine.read('bestmove c7d7');
  bursts.slice(100).forEach(([lines]) => engine.send(lines));
  engine.endInput();
  const moves = bursts.map(([, move]) => move);
  checkBursts([...before, ...await engine.end()].filter((line) => !line.startsWith('bestmove c7d7')), moves);
});

test('isready, d, moves, beam, reach and history of a game of 400 plies are answered during a search', async (t) => {
  const engine = start(t);
  const moves = Array.from({ length: 400 }, (_, ply) => TURNS[ply % 4]);
  await engine.accept(`position kfen ${ENDLESS} moves ${moves.join(' ')}`);
  await engine.ask('go infinite', 'info depth 2 ');
  const isAnswer = (line) => !line.startsWith('info ');
  for (const [line, last, count] of [
    ['isready', 'readyok', 1],
    ['history', 'total 400', 402],
    ['moves', 'total ', undefined],
    ['beam', 'result ', undefined],
    ['reach', 'total ', undefined],
    ['reach red', 'total ', undefined],
    ['d', 'result: ', undefined],
  ]) {
    const answer = (await engine.ask(line, last)).filter(isAnswer);
    assert.ok(!answer.some((line) => line.startsWith('bestmove')), line);
    if (count !== undefined) assert.equal(answer.length, count, line);
  }
  assert.match((await engine.ask('stop', 'bestmove ')).at(-1), /^bestmove /);
  assert.deepEqual(await engine.quit(), []);
});

test('a second go during a search is refused, and position waits for the end of the search', async (t) => {
  const engine = start(t);
  await engine.ask('go infinite', 'info depth 1 ');
  const refused = await engine.ask('go depth 1', 'info string ');
  assert.match(refused.at(-1), /^info string go refused/);
  engine.send('position startpos moves h2g2');
  engine.send('stop');
  assert.match(await engine.read('bestmove ').then((lines) => lines.at(-1)), /^bestmove /);
  assert.match((await engine.ask('history', 'total ')).at(-1), /^total 1$/);
  await engine.quit();
});

test('stop ends an infinite search with the first move of its last line', async (t) => {
  const engine = start(t);
  const before = await engine.ask('go infinite', 'info depth 6 ');
  const { infos, best } = found([...before, ...await engine.ask('stop', 'bestmove ')]);
  assert.equal(infos.at(-1).match(/ pv (\S+)/)[1], best);
  assert.match(await engine.refuse('stop'), /no search is running/);
  await engine.quit();
});

test('a pondering search with a limit is answered only after ponderhit', async (t) => {
  const engine = start(t);
  for (const limits of ['depth 3', 'wtime 1000 btime 1000', 'movetime 50']) {
    const before = await engine.ask(`go ponder ${limits}`, 'info depth 3 ');
    const answers = [...before, ...await engine.ask('isready', 'readyok'), ...await engine.ask('d', 'result: ')];
    assert.ok(!answers.some((line) => line.startsWith('bestmove')), limits);
    found(await engine.ask('ponderhit', 'bestmove '));
  }
  assert.match(await engine.refuse('ponderhit'), /no search is running/);
  await engine.quit();
});

test('the time of the first search includes the start of the worker and the memory', async (t) => {
  const engine = start(t);
  await engine.ask('d', 'result: ');
  for (const go of ['movetime 2000', 'movetime 1000']) {
    const sent = performance.now();
    await engine.go(go);
    const used = performance.now() - sent;
    const most = Number(go.split(' ')[1]);
    // On a busy machine the answer may be late, but not by the time of the start.
    assert.ok(used > most / 2 && used < most + 200, `${go}: ${used} ms`);
  }
  await engine.quit();
});

test('isready and quit before the network has arrived end the process', async (t) => {
  const engine = start(t);
  engine.send('isready\nquit');
  assert.deepEqual(await engine.end(), ['readyok']);
});

test('movetime, clocks, depth and nodes limit a search', async (t) => {
  const engine = start(t);
  const legal = await engine.moves();
  for (const limits of ['movetime 100', 'movetime 1', 'wtime 1000 winc 10', 'depth 4', 'nodes 300', 'nodes 1', 'mate 1', 'nodes 9 depth']) {
    const { best, remarks } = await engine.go(limits);
    assert.ok(legal.includes(best), `${limits}: ${best}`);
    assert.equal(remarks.length, limits.endsWith('depth') ? 1 : 0, limits);
  }
  await engine.accept(`position kfen x39/////4K5//4k4X1 s khet2 0 1 moves j1-`);
  assert.equal((await engine.go('depth 1')).best, '(none)');
  await engine.quit();
});

test('stop ends a perft and a bench', async (t) => {
  const engine = start(t);
  await engine.ask('go perft 9\nisready', 'readyok');
  assert.match((await engine.ask('stop', 'info string ')).at(-1), /perft was stopped/);
  await engine.ask('bench', 'info string bench 1/');
  assert.match((await engine.ask('stop', (line) => / stopped/.test(line))).at(-1), /bench was stopped/);
  await engine.accept('position startpos');
  await engine.quit();
});

test('the end of the input finishes a search with a limit, and stops one without', async (t) => {
  const finished = found(await start(t).ask('position startpos\ngo nodes 3000', 'bestmove '));
  for (const limits of ['nodes 3000', 'infinite', 'ponder depth 2']) {
    const engine = start(t);
    engine.send(`position startpos\ngo ${limits}`);
    engine.endInput();
    const answer = found(await engine.end());
    if (limits === 'nodes 3000') assert.equal(answer.nodes, finished.nodes);
  }
});

test('a last line without an end of line is read', async (t) => {
  const engine = start(t);
  engine.send(Buffer.from('position startpos moves h2g2\r\ngo depth 1'));
  engine.endInput();
  assert.equal(found(await engine.end()).infos.length, 1);
});

test('quit in a search answers it and ends with status 0', async (t) => {
  const engine = start(t);
  await engine.ask('go infinite', 'info depth 3 ');
  assert.equal((await engine.quit()).filter((line) => line.startsWith('bestmove ')).length, 1);
  const idle = start(t);
  assert.deepEqual(await idle.quit(), []);
});
