// What happens if a part of the engine fails: memory, an instance, a worker, a file.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { burst, changed, checkBursts, found, InWorker, replaced, SITE, start } from './engine.mjs';

/** Reads an unsigned LEB128 number, and returns it with the index after it. */
function leb(bytes, at) {
  let [value, shift] = [0, 0];
  for (; bytes[at] & 0x80; at++, shift += 7) value += (bytes[at] & 0x7f) * 2 ** shift;
  return [value + bytes[at] * 2 ** shift, at + 1];
}

/** Returns a number as unsigned LEB128. */
function toLeb(value) {
  const bytes = [];
  for (; value >= 0x80; value = Math.floor(value / 0x80)) bytes.push((value % 0x80) | 0x80);
  return [...bytes, value];
}

/** Returns a module whose memory may grow to this number of MiB. It replaces the memory section, whose number is 5. */
function withMemory(module, mib) {
  for (let at = 8; at < module.length;) {
    const [size, content] = leb(module, at + 1);
    if (module[at] === 5) {
      // One memory: the flags of its limits, then the least number of pages.
      assert.equal(module[content], 1);
      const [least] = leb(module, content + 2);
      const limits = [1, 1, ...toLeb(least), ...toLeb(mib * 16)];
      assert.ok(least < mib * 16);
      return Buffer.concat([module.subarray(0, at + 1), Buffer.from([limits.length, ...limits]), module.subarray(content + size)]);
    }
    at = content + size;
  }
  return assert.fail('a memory section');
}

test('with a memory of at most 64 MiB a Hash of 512 is refused, and searches are answered', async (t) => {
  const engine = start(t, changed(t, { 'khepri.wasm': (module) => withMemory(module, 64) }));
  await engine.accept('setoption name Hash value 16');
  assert.equal((await engine.go('depth 3')).infos.length, 3);
  const why = await engine.refuse('setoption name Hash value 512');
  assert.match(why, /^info string .*512 MiB.*; the old value stays$/);
  const { infos, remarks } = await engine.go('depth 3');
  assert.deepEqual([infos.length, remarks], [3, []]);
  await engine.accept('ucinewgame');
  await engine.accept('setoption name Hash value 8');
  assert.equal((await engine.go('depth 3')).infos.length, 3);
  assert.deepEqual(await engine.quit(), []);
});

test('with a memory of at most 64 MiB a Hash that was set before loading is replaced by a smaller one, with a message', async (t) => {
  const site = changed(t, { 'khepri.wasm': (module) => withMemory(module, 64) });
  for (const option of ['', 'setoption name Hash value 512']) {
    const engine = start(t, site);
    engine.send(option);
    const { infos, remarks } = await engine.go('depth 3');
    assert.equal(infos.length, 3, remarks.join('\n'));
    assert.match(remarks.join('\n'), /^info string .*MiB/);
    // The message is not repeated.
    assert.deepEqual((await engine.go('depth 3')).remarks, []);
    await engine.accept('ucinewgame');
    await engine.quit();
  }
});

/** How a searching worker dies in a search that has only the move h2g2. */
const DEATHS = {
  'ends its thread': 'process.exit(3)',
  'throws an error that nothing catches': "setTimeout(() => { throw new Error('a fault'); }); return",
  'runs into a trap of the module': "instance?.call('searching_run', 2 ** 31 - 64, 1 << 20)",
};

/** Changes the searching worker. */
const dying = (death) => (script) => replaced(
  script,
  "if (order) instance?.call('searching_run', order, since);",
  `if (order?.includes('"searchmoves":["h2g2"]')) { ${death}; } else if (order) instance?.call('searching_run', order, since);`,
);

for (const [how, death] of Object.entries(DEATHS)) {
  test(`a searching worker that ${how} is reported, and the next search has the same options and position`, async (t) => {
    const engine = start(t, changed(t, { 'khepri.js': dying(death) }));
    for (const line of ['setoption name MultiPV value 2', 'setoption name Hash value 3', 'position startpos moves h2g2 a8- g2h2 a8+']) {
      await engine.accept(line);
    }
    for (let time = 0; time < 3; time++) {
      const [remark, best, ...rest] = (await engine.ask('go infinite searchmoves h2g2', 'bestmove ')).slice(-2);
      assert.match(remark, /^info string engine ended: ./);
      assert.deepEqual([best, rest], ['bestmove (none)', []]);
      assert.equal((await engine.ask('history', 'total ')).at(-1), 'total 4');
      const { infos, remarks } = await engine.go('depth 3');
      assert.ok(infos.at(-1).includes(' depth 3 ') && infos.at(-1).includes(' multipv 2 '), infos.at(-1));
      assert.deepEqual(remarks, []);
    }
    await engine.accept('ucinewgame');
    assert.deepEqual(await engine.quit(), []);
  });
}

/** Makes the outer instance run into a trap at the line `trap`. */
const trapping = (script) => replaced(
  script,
  "this.#refused = false;",
  "this.#refused = false; if (textOf(line) === 'trap') this.#call('outer_line', 2 ** 31 - 64, 1 << 20);",
);

test('an outer instance that runs into a trap is replaced by one with the same options and position', async (t) => {
  const engine = start(t, changed(t, { 'khepri.js': trapping }));
  for (const line of [
    'setoption name UCI_Variant value khet1', 'setoption name MultiPV value 9', 'setoption name MultiPV value 2',
    'position startpos moves j5j6', 'setoption name Hash value 5', 'flip', 'setoption name UCI_Variant value deflexion',
  ]) {
    await engine.accept(line);
  }
  for (const line of ['position startpos moves z9', 'setoption name MultiPV value x']) await engine.refuse(line);
  const before = [await engine.kfen(), (await engine.go('depth 4')).lines.length];
  // In a search, its answer is that there is none.
  await engine.ask('go infinite', 'info depth 3 ');
  assert.match((await engine.ask('trap', 'info string engine ended: ')).at(-1), /: ./);
  assert.equal((await engine.read('bestmove ')).at(-1), 'bestmove (none)');
  assert.deepEqual([await engine.kfen(), (await engine.go('depth 4')).lines.length], before);
  // Between two searches nothing is answered.
  await engine.ask('trap', 'info string engine ended: ');
  assert.deepEqual([await engine.kfen(), (await engine.go('depth 4')).lines.length], before);
  await engine.accept('position startpos');
  assert.match(await engine.kfen(), / deflexion /);
  assert.deepEqual(await engine.quit(), []);
});

test('a pending command that was refused later is not restored after a trap', async (t) => {
  const engine = start(t, changed(t, { 'khepri.js': trapping, 'khepri.wasm': (module) => withMemory(module, 64) }));
  for (const line of ['setoption name MultiPV value 2', 'setoption name Hash value 4', 'position startpos moves h2g2']) await engine.accept(line);
  const before = await engine.kfen();
  await engine.ask('go infinite', 'info depth 2 ');
  engine.send(['position startpos moves z9', 'setoption name Hash value 512', 'setoption name MultiPV value x', 'flip', 'flip'].join('\n'));
  await engine.ask('stop', 'bestmove ');
  assert.equal((await engine.ask('isready', 'readyok')).length, 4, 'three refusals');
  assert.equal(await engine.kfen(), before);
  await engine.ask('trap', 'info string engine ended: ');
  assert.equal(await engine.kfen(), before);
  const { infos, remarks } = await engine.go('depth 3');
  assert.deepEqual([infos.length, remarks], [6, []], 'two lines of each depth, and a table of the old size');
  assert.deepEqual(await engine.quit(), []);
});

test('what is pending at a trap is executed by the next instance, and refused if it is faulty', async (t) => {
  const engine = start(t, changed(t, { 'khepri.js': trapping }));
  await engine.ask('go infinite', 'info depth 2 ');
  engine.send('position startpos moves h2g2 a8-\nposition startpos moves z9\nsetoption name MultiPV value 2');
  await engine.ask('trap', 'info string engine ended: ');
  assert.equal((await engine.read('bestmove ')).at(-1), 'bestmove (none)');
  const answer = await engine.ask('history', 'total ');
  assert.match(answer[0], /^info string position refused: move 1 `z9`/);
  assert.equal(answer.at(-1), 'total 2');
  assert.equal((await engine.go('depth 2')).infos.length, 4);
  // The next instance has what this one has accepted.
  await engine.ask('trap', 'info string engine ended: ');
  assert.deepEqual((await engine.ask('history', 'total ')).at(-1), 'total 2');
  assert.deepEqual(await engine.quit(), []);
});

test('an instance that replaces another one is not stopped by earlier signals', async (t) => {
  const engine = start(t, changed(t, { 'khepri.js': trapping }));
  const stop = async () => {
    await engine.ask('go infinite', 'info depth 4 ');
    await engine.ask('stop', 'bestmove ');
  };
  await engine.go('depth 1');
  await stop();
  await engine.ask('trap', 'info string engine ended: ');
  for (let search = 0; search < 4; search++) assert.equal((await engine.go('depth 6')).infos.at(-1).split(' ')[2], '6');
  await stop();
  await engine.quit();
});

test('the input ends after a trap: the process ends', async (t) => {
  const engine = start(t, changed(t, { 'khepri.js': trapping }));
  await engine.go('depth 2');
  await engine.ask('trap', 'info string engine ended: ');
  engine.endInput();
  assert.deepEqual(await engine.end(), []);
});

/** A copy of khepri.js that shares no memory, as in a page that is not isolated. */
const unshared = (script) => script.replace(/const sharesMemory = .*;/, 'const sharesMemory = false;');

test('without shared memory stop answers with the first move of the last complete line', async (t) => {
  const engine = start(t, changed(t, { 'khepri.js': unshared }));
  for (const depth of [1, 4, 6]) {
    const before = await engine.ask('go infinite', `info depth ${depth} `);
    const { infos, best } = found([...before, ...await engine.ask('stop', 'bestmove ')]);
    assert.equal(infos.filter((line) => !line.includes('bound ')).at(-1).match(/ pv (\S+)/)[1], best);
  }
  await engine.accept('position startpos moves h2g2');
  assert.equal((await engine.go('depth 3')).infos.length, 3);
  await engine.quit();
});

test('without shared memory 20 bursts of position, go, stop and isready are answered in order', async (t) => {
  const engine = start(t, changed(t, { 'khepri.js': unshared }));
  await engine.go('depth 1');
  const bursts = Array.from({ length: 20 }, (_, index) => burst(index));
  bursts.forEach(([lines]) => engine.send(lines));
  engine.endInput();
  checkBursts(await engine.end(), bursts.map(([, move]) => move));
});

test('without shared memory ponderhit starts the clock, or a search with other limits again', async (t) => {
  const engine = start(t, changed(t, { 'khepri.js': unshared }));
  for (const limits of ['wtime 1000 btime 1000', 'movetime 50', 'nodes 2000', 'depth 3']) {
    await engine.ask(`go ponder ${limits}`, 'info depth 3 ');
    const waiting = await engine.ask('isready', 'readyok');
    assert.ok(!waiting.some((line) => line.startsWith('bestmove ')), limits);
    found([...waiting, ...await engine.ask('ponderhit', 'bestmove ')]);
  }
  // None of these searches is answered a second time.
  await engine.accept('position startpos');
  assert.equal((await engine.go('depth 1')).infos.length, 1);
  assert.deepEqual(await engine.quit(), []);
});

for (const [what, change, reason] of [
  ['a cut', (network) => network.subarray(0, network.length / 2), /khepri\.net: ./],
  ['an altered', (network) => { network[network.length >> 1] ^= 1; return network; }, /khepri\.net: ./],
  ['a missing', () => undefined, /khepri\.net: .*ENOENT/],
]) {
  test(`with ${what} network the rules are answered, and go gives the reason and a legal move`, async (t) => {
    const engine = start(t, changed(t, { 'khepri.net': change }));
    const legal = await engine.moves();
    assert.equal(legal.length, 77);
    const { remarks, best } = await engine.go('nodes 100');
    assert.match(remarks.join('\n'), reason);
    assert.ok(legal.includes(best), best);
    assert.match(await engine.refuse('eval'), reason);
    assert.match(await engine.refuse('bench'), reason);
    assert.match((await engine.ask('go perft 2', 'nodes ')).at(-1), /^nodes 5920 /);
    await engine.accept('setoption name Hash value 2');
    assert.deepEqual(await engine.quit(), []);
  });
}

const cut = { 'khepri.wasm': (module) => module.subarray(0, module.length / 2) };

test('with a cut module the reason is printed, and the process ends at quit or at the end of its input', async (t) => {
  const site = changed(t, cut);
  for (const end of ['quit', 'the end of the input']) {
    const engine = start(t, site);
    const [reason] = await engine.read('info string ');
    assert.match(reason, /^info string khepri\.wasm: ./);
    engine.send('isready\ngo depth 1');
    if (end === 'quit') engine.send('quit');
    else engine.endInput();
    await engine.end();
  }
});

test('with a cut module a worker posts the reason, answers games with an error, and is closed by quit', async (t) => {
  const engine = new InWorker(t, changed(t, cut));
  const lines = await engine.ask({ id: 1, kgn: '*' }, (message) => message.id === 1);
  assert.match(lines[0], /^info string khepri\.wasm: ./);
  assert.equal(typeof lines.at(-1).error, 'string');
  await engine.quit();
});

/** Starts khepri.js in Node with this stdout. Returns the process, and a promise of its status and of what it writes on stderr. */
function startWith(t, stdout) {
  const child = spawn(process.execPath, [join(SITE, 'khepri.js')], { stdio: ['pipe', stdout, 'pipe'] });
  t.after(() => child.kill('SIGKILL'));
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text) => { errors += text; });
  const end = new Promise((resolve) => child.on('close', (status, signal) => resolve({ status: signal ?? status, errors })));
  return { child, end };
}

test('an answer that cannot be written ends the engine with status 1 and the reason', async (t) => {
  const full = openSync('/dev/full', 'w');
  t.after(() => closeSync(full));
  const { child, end } = startWith(t, full);
  child.stdin.write('uci\n');
  const { status, errors } = await end;
  assert.equal(status, 1, errors);
  assert.match(errors, /^khepri: stdout: .*no space left on device.*\n$/);
});

test('an answer that no one reads ends the engine without a word', async (t) => {
  const { child, end } = startWith(t, 'pipe');
  child.stdout.destroy().on('close', () => child.stdin.write('uci\n'));
  assert.deepEqual(await end, { status: 0, errors: '' });
});
