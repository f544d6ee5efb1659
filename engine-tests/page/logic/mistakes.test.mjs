// Mistakes as tasks: which moves they are, how they are kept, and how an answer is judged.

import assert from 'node:assert/strict';
import test from 'node:test';
import { addMoves, BARE, keep, openApp, settled, SILVER_LOSES, StubEngine, stored, TURNS } from './stubs.mjs';
import { Searcher } from '../../../src/page/host/search.js';
import { Game } from '../../../src/page/game/game.js';
import { Examiner } from '../../../src/page/game/mistakes/examiner.js';
import { keepTasks, loadTasks, mistakesIn, solveTask } from '../../../src/page/game/mistakes/tasks.js';

const START = { variant: 'khet2', name: 'bare', kfen: BARE };

/** Returns a game of turns, and a review in which the moves have these marks and costs. */
function reviewed(marks, losses = []) {
  const game = new Game(START), score = { cp: 0, mate: null };
  addMoves(game, TURNS);
  game.tags = { Silver: 'Ada', Red: 'Bea' };
  const line = game.line(), moves = new Map(marks.map((mark, at) =>
    [line[at + 1], { score, depth: 1, best: 'e2e3', bestScore: score, pv: [], loss: losses[at] ?? 0, mark }]));
  return { game, review: { line, moves, nodes: 5000, silver: [], accuracies: { silver: null, red: null } } };
}

test('each inaccuracy, mistake and blunder of a player is a task', async (t) => {
  await openApp(t);
  const { game, review } = reviewed(['inaccuracy', 'blunder', 'mistake', 'good'], [200, 1000, 400, 20]);
  const last = game.tip.kfen, common = { nodes: 5000, game: last };
  assert.deepEqual(mistakesIn(game, review, 'silver'), [
    { kfen: BARE, played: 'j1-', number: 1, mark: 'inaccuracy', loss: 200, against: 'Bea', ...common },
    { kfen: 'x29/4k5/////4K5/9X4 s khet2 2 2', played: 'j1+', number: 2, mark: 'mistake', loss: 400, against: 'Bea', ...common },
  ]);
  assert.deepEqual(mistakesIn(game, review, 'red').map(({ played, against }) => [played, against]), [['a8-', 'Ada']]);
});

test('moves of the book and moves without a mark are no tasks', async (t) => {
  await openApp(t);
  const { game, review } = reviewed(['', 'best', 'good']);
  assert.deepEqual([...mistakesIn(game, review, 'silver'), ...mistakesIn(game, review, 'red')], []);
});

test('tasks are kept over games, and another review of a game replaces those of the same player', async (t) => {
  await openApp(t);
  const { game, review } = reviewed(['mistake', 'mistake', 'blunder']);
  keep('mistakes', [{ kfen: 'k', played: 'm', game: 'other' }]);
  for (const colour of ['silver', 'red']) keepTasks(review, colour, mistakesIn(game, review, colour));
  assert.deepEqual(loadTasks().map(({ played }) => played), ['a8-', 'j1-', 'j1+', 'm']);
  const again = reviewed(['good', 'mistake', 'blunder']);
  keepTasks(again.review, 'silver', mistakesIn(again.game, again.review, 'silver'));
  assert.deepEqual(loadTasks().map(({ played }) => played), ['j1+', 'a8-', 'm']);
});

test('a task that is solved does not come back with another review of the game', async (t) => {
  await openApp(t);
  const { game, review } = reviewed(['mistake', 'good', 'blunder']), [first] = mistakesIn(game, review, 'silver');
  keepTasks(review, 'silver', mistakesIn(game, review, 'silver'));
  solveTask(first);
  assert.deepEqual(loadTasks().map(({ played }) => played), ['j1+']);
  const again = reviewed(['mistake', 'good', 'blunder']);
  assert.deepEqual(mistakesIn(again.game, again.review, 'silver').map(({ played }) => played), ['j1+']);
  // In a game that went on otherwise, it is another mistake.
  again.review.line = again.review.line.slice(0, 4);
  assert.deepEqual(mistakesIn(again.game, again.review, 'silver').map(({ played }) => played), ['j1-', 'j1+']);
});

test('a task that another tab has added meanwhile stays', async (t) => {
  await openApp(t);
  const { game, review } = reviewed(['mistake']), [first] = mistakesIn(game, review, 'silver');
  keepTasks(review, 'silver', [first]);
  keep('mistakes', [...stored('mistakes'), { kfen: 'k', played: 'm', game: 'other' }]);
  solveTask(first);
  assert.deepEqual(loadTasks().map(({ played }) => played), ['m']);
});

test('stored values that are no tasks are ignored', async (t) => {
  await openApp(t);
  for (const value of [7, null, {}, 'x', [null, 5, { kfen: 3 }]]) {
    keep('mistakes', value);
    assert.deepEqual(loadTasks(), [], JSON.stringify(value));
  }
});

/** Opens an examiner of answers from `BARE`. `losses` are what the judgement says, in percent. */
function examine(nodes, losses = []) {
  const game = new Game(START), session = new StubEngine('khepri'), asked = [], end = new AbortController();
  const judge = async (question) => {
    asked.push(question);
    return { moves: [{ loss: losses.shift() ?? 0 }], silver: [], accuracies: {} };
  };
  return { game, session, asked, end, examiner: new Examiner(game, new Searcher(session), nodes, judge, end.signal) };
}

test('an answer is judged by searches before and after it, as in a review', async () => {
  const { game, session, asked, examiner } = examine(50_000, [4.95]);
  await settled();
  assert.deepEqual([session.last('position'), session.last('go')], [`position kfen ${BARE}`, 'go nodes 50000']);
  await session.answer('e2e3', 'depth 7 score cp 80 nodes 1 time 1 pv e2e3 e7e6');
  assert.equal(await examiner.best(), 'e2e3');
  const answer = addMoves(game, ['j1-']), verdict = examiner.examine(answer);
  await settled();
  assert.equal(session.last('position'), `position kfen ${BARE} moves j1-`);
  await session.answer('a8-', 'depth 6 score cp -10 nodes 1 time 1 pv a8-');
  assert.deepEqual(await verdict, { cost: 99, isSolved: true, reply: 'a8-' });
  assert.deepEqual(asked, [{
    kfen: BARE, moves: [{ move: 'j1-', book: false }], result: '*',
    positions: [
      { score: { cp: 80, mate: null }, depth: 7, best: 'e2e3' },
      { score: { cp: -10, mate: null }, depth: 6, best: 'a8-' },
    ],
  }]);
});

for (const [loss, isSolved] of [[0, true], [4.95, true], [5, false], [40, false]]) {
  test(`an answer that costs ${loss} % ${isSolved ? 'solves' : 'does not solve'} a task`, async () => {
    const { game, session, examiner } = examine(20_000, [loss]);
    await settled();
    await session.answer('e2e3', 'depth 1 score cp 0 pv e2e3');
    const verdict = examiner.examine(addMoves(game, ['j1-']));
    await settled();
    await session.answer('a8-', 'depth 1 score cp 0 pv a8-');
    assert.equal((await verdict).isSolved, isSolved);
  });
}

test('the number of nodes is that of the review within limits', async () => {
  for (const [nodes, expected] of [[5000, 20_000], [1_000_000, 100_000]]) {
    const { session } = examine(nodes);
    await settled();
    assert.equal(session.last('go'), `go nodes ${expected}`);
  }
});

test('an answer that ends the game is judged without a search of the end', async () => {
  const { game, session, asked, examiner } = examine(20_000, [100]);
  await settled();
  await session.answer('e2e3', 'depth 1 score cp 0 pv e2e3');
  const end = addMoves(game, SILVER_LOSES);
  assert.deepEqual(await examiner.examine(end), { cost: 2000, isSolved: false, reply: '' });
  assert.deepEqual([asked[0].positions[1], session.searches], [{}, 1]);
});

test('a task that is left judges nothing', async () => {
  const { game, asked, end, examiner } = examine(20_000);
  await settled();
  const verdict = examiner.examine(addMoves(game, ['j1-']));
  end.abort();
  examiner.searcher.stop();
  assert.equal(await verdict, null);
  assert.deepEqual(asked, []);
});
