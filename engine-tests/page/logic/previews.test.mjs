// The rules as the engine reports them: previews and other questions, their order, and the lines of the answers.

import assert from 'node:assert/strict';
import test from 'node:test';
import { settled, stopTime } from './stubs.mjs';
import { readInfo, Refused, Rules } from '../../../src/page/host/engine.js';
import { EngineSession } from '../../../src/page/host/session.js';

/** A session whose questions the test answers one after another. */
class Session extends EngineSession {
  sent = [];

  send(line) {
    this.sent.push(line);
  }

  /** Answers the question that was sent last. */
  async answer(...lines) {
    for (const line of [...lines, 'readyok']) this.receive(line);
    await settled();
  }

  /** The lines that were sent since the last call. */
  sentNow() {
    return this.sent.splice(0);
  }

  /** Loses the connection. */
  async lose() {
    this.problem = 'there is no connection';
    this.dispatchEvent(new Event('down'));
    await settled();
  }
}

function open() {
  const session = new Session('rules');
  return { session, rules: new Rules(session) };
}

test('a preview that is cancelled cancels no other question', async () => {
  // The session answers once all questions have been asked.
  const session = new EventTarget();
  let answer;
  const answered = new Promise((resolve) => { answer = resolve; });
  session.ask = async (lines) => {
    await answered;
    return [`hits ${lines.at(-2).split(' ').at(-1)}`, 'readyok'];
  };
  const rules = new Rules(session), question = rules.moves('kfen x');
  const previews = [rules.hoverBeam('kfen x', 'a1a2'), rules.hoverBeam('kfen x', 'b1b2')];
  // The first preview was cancelled, the second one is cancelled after the question.
  const beams = [rules.beam('kfen x', 'a1a2'), rules.beam('kfen x', 'b1b2')];
  previews.push(rules.hoverBeam('kfen x', 'c1c2'), rules.hoverBeam('kfen x', 'a1a2'));
  answer();
  await question;
  const found = (await Promise.all([...beams, ...previews])).map((beam) => beam?.hits[0] ?? null);
  assert.deepEqual(found, ['a1a2', 'b1b2', null, 'b1b2', 'c1c2', 'a1a2']);
});

test('only the last of several previews is asked', async () => {
  const { session, rules } = open(), first = rules.moves('kfen x');
  const previews = ['a1a2', 'b1b2', 'c1c2'].map((move) => rules.hoverBeam('kfen x', move));
  session.sentNow();
  await session.answer('total 0');
  assert.deepEqual(session.sentNow(), ['beam c1c2', 'isready']);
  await session.answer('board b', 'result * -');
  assert.deepEqual((await Promise.all(previews)).map((beam) => beam?.board), [undefined, undefined, 'b']);
  assert.deepEqual(await first, []);
});

test('a preview that was cancelled can be asked again', async () => {
  const { session, rules } = open(), first = rules.moves('kfen x');
  const cancelled = rules.hoverBeam('kfen x', 'a1a2'), other = rules.hoverBeam('kfen x', 'b1b2');
  const again = rules.hoverBeam('kfen x', 'a1a2');
  await session.answer('total 0');
  await session.answer('hits e4', 'result * -');
  assert.deepEqual([await first, await cancelled, await other, (await again)?.hits], [[], null, null, ['e4']]);
});

test('a question is answered once', async () => {
  const { session, rules } = open(), replies = [rules.moves('kfen x'), rules.moves('kfen x')];
  assert.deepEqual(session.sentNow(), ['position kfen x', 'moves', 'isready']);
  await session.answer('e2e1', 'total 1');
  replies.push(rules.moves('kfen x'));
  assert.deepEqual((await Promise.all(replies)).map((moves) => moves.length), [1, 1, 1]);
  assert.deepEqual(session.sentNow(), []);
});

test('a position is sent only if it is another one', async () => {
  const { session, rules } = open(), sent = [];
  const questions = [rules.moves('kfen x'), rules.beam('kfen x'), rules.beam('kfen y', 'red'), rules.describe('kfen x')];
  for (let at = 0; at < questions.length; at += 1) {
    sent.push(session.sentNow().slice(0, -1));
    await session.answer('result * -');
  }
  assert.deepEqual(sent, [['position kfen x', 'moves'], ['beam'], ['position kfen y', 'beam red'], ['position kfen x', 'd']]);
});

test('a position is sent again after the engine was lost', async () => {
  for (const event of ['down', 'ended']) {
    const { session, rules } = open(), first = rules.moves('kfen x');
    await session.answer('total 0');
    await first;
    session.dispatchEvent(new CustomEvent(event, { detail: 'engine ended' }));
    session.sentNow();
    void rules.beam('kfen x');
    assert.deepEqual(session.sentNow(), ['position kfen x', 'beam', 'isready'], event);
  }
});

test('a refusal names its reason, and the question can be asked again', async () => {
  const { session, rules } = open(), refused = assert.rejects(rules.describe('kfen zz'), (error) => {
    assert.ok(error instanceof Refused);
    assert.equal(error.message, 'board, column 1: expected 8 ranks, found 1');
    return true;
  });
  await session.answer('info string position refused: board, column 1: expected 8 ranks, found 1', 'kfen: x');
  await refused;
  session.sentNow();
  const again = rules.describe('kfen zz');
  assert.deepEqual(session.sentNow(), ['position kfen zz', 'd', 'isready']);
  await session.answer('kfen: zz', 'result: *');
  assert.equal((await again).kfen, 'zz');
});

test('a refused move leaves the position', async () => {
  const { session, rules } = open(), first = rules.moves('kfen x');
  await session.answer('total 0');
  await first;
  const refused = assert.rejects(rules.beam('kfen x', 'zz'), /^Error: expected silver, red or a move, found `zz`$/);
  await session.answer('info string beam: expected silver, red or a move, found `zz`');
  await refused;
  session.sentNow();
  void rules.beam('kfen x');
  assert.deepEqual(session.sentNow(), ['beam', 'isready']);
});

test('a question is sent again until the engine can be reached', async (t) => {
  const pass = stopTime(t), { session, rules } = open(), moves = rules.moves('kfen x');
  await session.lose();
  session.sentNow();
  await pass(99);
  assert.deepEqual(session.sentNow(), []);
  await pass(1);
  assert.deepEqual(session.sentNow(), ['position kfen x', 'moves', 'isready']);
  await session.answer('e2e1', 'total 1');
  assert.deepEqual((await moves).map(({ move }) => move), ['e2e1']);
});

test('a preview that waits for a lost engine is cancelled by the next one', async (t) => {
  const pass = stopTime(t), { session, rules } = open(), first = rules.hoverBeam('kfen x', 'a1a2');
  await session.lose();
  const second = rules.hoverBeam('kfen x', 'b1b2');
  assert.equal(await first, null);
  session.sentNow();
  await pass(100);
  assert.deepEqual(session.sentNow(), ['position kfen x', 'beam b1b2', 'isready']);
  await session.answer('hits e4', 'result * -');
  assert.deepEqual((await second)?.hits, ['e4']);
});

test('a question is given up after a hundred tries', async (t) => {
  const pass = stopTime(t), { session, rules } = open();
  const refused = assert.rejects(rules.moves('kfen x'), /^Error: there is no connection$/);
  for (let tries = 1; tries <= 100; tries += 1) {
    await session.lose();
    await pass(100);
  }
  await refused;
  assert.equal(session.sentNow().filter((line) => line === 'moves').length, 100);
});

test('legal moves have their hits and their result', async () => {
  const { session, rules } = open(), moves = rules.moves('kfen x');
  await session.answer('f4g3 x e7', 'j1- x e8 1-0', 'h2+', 'e1d2t x c3 d4', 'd1c1 1/2-1/2', 'total 5');
  assert.deepEqual(await moves, [
    { move: 'f4g3', hits: ['e7'], result: '' },
    { move: 'j1-', hits: ['e8'], result: '1-0' },
    { move: 'h2+', hits: [], result: '' },
    { move: 'e1d2t', hits: ['c3', 'd4'], result: '' },
    { move: 'd1c1', hits: [], result: '1/2-1/2' },
  ]);
});

test('a beam has its legs, hits and result', async () => {
  const { session, rules } = open(), beam = rules.beam('kfen x', 'j1-');
  assert.deepEqual(session.sentNow(), ['position kfen x', 'beam j1-', 'isready']);
  await session.answer('board x39/4k5', 'leg j1 n j4 turn', 'leg j4 w e4 hit', 'hits e4 e7', 'result 1-0 pharaoh');
  assert.deepEqual(await beam, {
    board: 'x39/4k5', hits: ['e4', 'e7'], result: '1-0', reason: 'pharaoh',
    legs: [{ from: 'j1', dir: 'n', to: 'j4', end: 'turn' }, { from: 'j4', dir: 'w', to: 'e4', end: 'hit' }],
  });
});

test('a position is described by the fields of d', async () => {
  const { session, rules } = open(), state = rules.describe('kfen x'), bare = rules.describe('kfen y');
  await session.answer(
    '8 │ x↓ │', 'kfen: x39 r khet2 4 3', 'key: 0123', 'to move: red', 'occurred: 3', 'reason: repetition', 'result: *',
  );
  assert.deepEqual(await state, {
    kfen: 'x39 r khet2 4 3', key: '0123', toMove: 'red', occurred: 3, reason: 'repetition', result: '*',
  });
  await session.answer();
  assert.deepEqual(await bare, { kfen: '', key: '', toMove: 'silver', occurred: 1, reason: '-', result: '*' });
});

test('a game so far has a position for each ply', async () => {
  const { session, rules } = open(), plies = rules.history('kfen x moves j1- e7+');
  await session.answer(
    'ply 0 kfen a s khet2 0 1 occurred 1 result * -', 'ply 1 kfen b r khet2 0 1 move j1- hits e4 e7 occurred 1 result * -',
    'ply 2 kfen c s khet2 1 2 move e7+ occurred 2 result 0-1 pharaoh', 'total 2',
  );
  assert.deepEqual(await plies, [
    { move: '', kfen: 'a s khet2 0 1', hits: [], occurred: 1, result: '*', reason: '-' },
    { move: 'j1-', kfen: 'b r khet2 0 1', hits: ['e4', 'e7'], occurred: 1, result: '*', reason: '-' },
    { move: 'e7+', kfen: 'c s khet2 1 2', hits: [], occurred: 2, result: '0-1', reason: 'pharaoh' },
  ]);
});

test('the set-ups are asked once', async () => {
  const { session, rules } = open(), setups = rules.setups();
  await session.answer('setup khet2 classic a/b s khet2 0 1', 'setup khet1 classic c/d s khet1 0 1', 'total 2');
  const expected = [
    { variant: 'khet2', name: 'classic', kfen: 'a/b s khet2 0 1' },
    { variant: 'khet1', name: 'classic', kfen: 'c/d s khet1 0 1' },
  ];
  assert.deepEqual(await setups, expected);
  session.sentNow();
  assert.deepEqual(await rules.setups(), expected);
  assert.deepEqual(session.sentNow(), []);
});

test('the set-ups are asked again after a failure', async () => {
  const { session, rules } = open(), refused = assert.rejects(rules.setups(), Refused);
  await session.answer('info string no room');
  await refused;
  const again = rules.setups();
  await session.answer('setup khet2 classic a/b s khet2 0 1', 'total 1');
  assert.equal((await again).length, 1);
});

test('a line of a search has its numbers and its moves', () => {
  const score = 'depth 9 seldepth 11 multipv 2 score cp -12 lowerbound wdl 20 900 80';
  assert.deepEqual(readInfo(`info ${score} nodes 45759 nps 1039977 hashfull 2 time 44 pv j5i6 g6g7`), {
    depth: 9, seldepth: 11, multipv: 2, cp: -12, mate: null, bound: 'lowerbound', wdl: [20, 900, 80],
    nodes: 45_759, nps: 1_039_977, hashfull: 2, time: 44, pv: ['j5i6', 'g6g7'],
  });
  assert.deepEqual(readInfo('info depth 3 score mate -2'), {
    depth: 3, seldepth: 0, multipv: 1, cp: null, mate: -2, bound: '', wdl: null, nodes: 0, nps: 0, hashfull: 0, time: 0, pv: [],
  });
});

test('lines without a score are no lines of a search', () => {
  const lines = ['info string ready', 'info string the score cp 3', 'info depth 3', 'bestmove a1a2 score cp 3', ''];
  assert.deepEqual(lines.map(readInfo), lines.map(() => null));
});
