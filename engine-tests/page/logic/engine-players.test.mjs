// The engines of a match: what they are asked, the moves that they play, their time, and the restart of a lost engine.

import assert from 'node:assert/strict';
import test from 'node:test';
import { BARE, openApp, settled } from './stubs.mjs';
import { Game } from '../../../src/page/game/game.js';
import { chooseTempo } from '../../../src/page/common/tempo.js';
import { lack } from '../../../src/page/host/session.js';

const START = { variant: 'khet2', name: 'bare', kfen: BARE };
const MAU = { engine: 'khepri', level: 900 }, FULL = { engine: 'khepri', level: 0 }, OTHER = { engine: 'other', level: 0 };

/** Opens the page and starts a match. A person is null. */
async function play(t, silver, red, time = { seconds: 1 }) {
  const opened = await openApp(t);
  opened.match.start({ players: { silver, red }, time, start: START });
  await settled();
  return { ...opened, engine: opened.app.session(`play ${silver ? 'silver' : 'red'}`) };
}

test('an engine searches the position with the time for a move, and plays its move', async (t) => {
  const { app, match, engine } = await play(t, FULL, null);
  assert.deepEqual(engine.sent, [
    'ucinewgame', 'isready', 'setoption name UCI_LimitStrength value false', `position kfen ${BARE}`, 'go movetime 1000',
  ]);
  assert.equal(app.status, 'Khepri is thinking…');
  const infos = ['depth 3 multipv 1 score cp 10 time 4', 'depth 4 multipv 1 score cp 35 time 5'];
  await engine.answer('j1-', ...infos, 'depth 4 multipv 2 score cp 9 time 6');
  const { tip } = app.game;
  assert.deepEqual([tip.moves, tip.score, tip.note, app.node], [['j1-'], '+0.35', { depth: 4, time: 5 }, tip]);
  assert.equal(app.status, 'Your move: you play Red.');
  await app.playAll(['a8-']);
  assert.equal(engine.last('position'), `position kfen ${BARE} moves j1- a8-`);
  assert.ok(match.running);
});

test('a level is told its strength, and another engine is not', async (t) => {
  const { app, engine } = await play(t, MAU, OTHER);
  assert.deepEqual(engine.sent.slice(2, 4), ['setoption name UCI_LimitStrength value true', 'setoption name UCI_Elo value 900']);
  await engine.answer('j1-');
  const other = app.session('play red');
  assert.deepEqual([other.name, other.last('setoption'), other.searches], ['other', undefined, 1]);
});

test('an engine with a clock is told the times and the increment', async (t) => {
  const { app, engine, pass } = await play(t, null, OTHER, { minutes: 1, increment: 2 });
  await pass(10_000);
  await app.playAll(['j1-']);
  assert.equal(engine.last('go'), 'go wtime 52000 btime 60000 winc 2000 binc 2000');
  await pass(3000);
  await engine.answer('a8-');
  assert.equal(app.match.clocks.left('red'), 59_000);
});

test('the time for a move is a hundredth of a second or more', async (t) => {
  const { match, engine } = await play(t, OTHER, null, { seconds: 0.001 });
  assert.equal(engine.last('go'), 'go movetime 10');
  match.start({ players: { silver: OTHER, red: null }, time: { seconds: 2.5 }, start: START });
  await settled();
  assert.equal(engine.last('go'), 'go movetime 2500');
});

test('an engine loses on time', async (t) => {
  const { app, match, engine, pass } = await play(t, OTHER, null, { minutes: 1, increment: 0 });
  await pass(60_000);
  assert.deepEqual([match.running, app.game.result, engine.sent.at(-1)], [false, '0-1', 'stop']);
});

test('an answer returns to the last position', async (t) => {
  const { app, engine } = await play(t, null, OTHER);
  await app.playAll(['j1-']);
  app.game.current = app.game.root;
  await engine.answer('a8-');
  assert.deepEqual(app.node.moves, ['j1-', 'a8-']);
});

test('an answer without a move plays none', async (t) => {
  const { app, match, engine } = await play(t, OTHER, null);
  await engine.answer('(none)');
  assert.deepEqual([app.game.root.children, match.running], [[], true]);
});

test('a level takes its time against a person', async (t) => {
  chooseTempo('calm');
  t.after(() => chooseTempo(null));
  const { app, engine, pass } = await play(t, MAU, null);
  await pass(100);
  await engine.answer('j1-');
  // The time counts from the start of the search. With eight legal moves it is at least 600 ms and at most 1.2 × 696 ms.
  await pass(499);
  assert.deepEqual(app.game.root.children, []);
  await pass(237);
  assert.deepEqual(app.game.tip.moves, ['j1-']);
});

test('two engines do not wait for the animation of a shot, but an engine waits for that of a person', async (t) => {
  for (const [silver, expected] of [[FULL, 1], [null, 0]]) {
    const { app, engine } = await play(t, silver, OTHER);
    // The animation of a shot that never ends.
    app.show = () => new Promise(() => {});
    if (silver) await engine.answer('j1-');
    else void app.play('j1-');
    await settled();
    assert.deepEqual([app.game.tip.moves, app.session('play red').searches], [['j1-'], expected]);
    t.mock.timers.reset();
    t.mock.restoreAll();
  }
});

test('an engine is asked whether it is ready while the other one searches', async (t) => {
  const { app, engine } = await play(t, FULL, OTHER), other = app.session('play red');
  assert.deepEqual(other.sent, ['ucinewgame', 'isready']);
  // From now on it answers no further question.
  t.mock.method(other, 'receive', () => {});
  await engine.answer('j1-');
  assert.deepEqual(other.sent.slice(2), [`position kfen ${BARE} moves j1-`, 'go movetime 1000']);
});

test('a level that has taken its time plays at once', async (t) => {
  const { app, engine, pass } = await play(t, MAU, null);
  await pass(2500);
  await engine.answer('j1-');
  assert.deepEqual(app.game.tip.moves, ['j1-']);
});

test('a level does not wait if the rules do not answer', async (t) => {
  const { app, engine, pass } = await play(t, MAU, null);
  t.mock.method(app.rules, 'moves', () => Promise.reject(new Error('there is no connection')), { times: 1 });
  await engine.answer('j1-');
  await pass(600);
  assert.deepEqual(app.game.tip.moves, ['j1-']);
});

for (const [name, leave] of [
  ['ended', ({ match }) => match.end()],
  ['paused', ({ match }) => match.pause(true)],
  ['replaced', ({ app }) => app.setGame(new Game(START))],
]) {
  test(`a move for which the time has not passed is not played in a game that was ${name}`, async (t) => {
    const opened = await play(t, MAU, null), { app, engine, pass } = opened, { game } = app;
    await engine.answer('j1-');
    leave(opened);
    await pass(2500);
    assert.deepEqual([game.root.children, app.game.root.children], [[], []]);
  });
}

test('a search that is no longer wanted is stopped, and its answer is not played', async (t) => {
  const { app, match, engine } = await play(t, OTHER, null);
  match.start({ players: { silver: OTHER, red: null }, time: { seconds: 1 }, start: START });
  await settled();
  assert.deepEqual([engine.searches, app.game.root.children], [2, []]);
  await engine.answer('e2e3');
  assert.deepEqual(app.game.tip.moves, ['e2e3']);
});

test('a lost engine is replaced after a pause that grows, and says so', async (t) => {
  const { app, engine, pass } = await play(t, OTHER, null);
  for (const pause of [300, 600, 900]) {
    await engine.crash();
    assert.equal(app.status, 'Other does not answer: engine ended: killed. Trying again…');
    const { searches } = engine;
    await pass(pause - 1);
    assert.equal(engine.searches, searches);
    await pass(1);
    assert.equal(engine.searches, searches + 1);
    assert.equal(app.status, 'Other is thinking…');
  }
  await engine.answer('j1-');
  await app.playAll(['a8-']);
  await engine.crash();
  const { searches } = engine;
  await pass(300);
  assert.equal(engine.searches, searches + 1, 'an answer ends the growth');
});

test('the pause before a lost engine is replaced is at most five seconds', async (t) => {
  const { engine, pass } = await play(t, OTHER, null);
  for (let failures = 1; failures <= 20; failures += 1) {
    await engine.crash();
    await pass(5000);
  }
  assert.equal(engine.searches, 21);
});

test('a lost engine does not lose on time', async (t) => {
  const { app, match, engine, pass } = await play(t, OTHER, null, { minutes: 1, increment: 0 });
  await pass(10_000);
  await engine.crash();
  assert.ok(!match.clocks.isRunning);
  await pass(300);
  assert.equal(engine.last('go'), 'go wtime 50000 btime 60000 winc 0 binc 0');
  assert.ok(app.match.clocks.isRunning);
});

test('a lost engine whose search is no longer wanted is not reported', async (t) => {
  const { app, match, engine, pass } = await play(t, OTHER, null), { searches } = engine;
  match.pause(true);
  await engine.crash();
  await pass(5000);
  assert.deepEqual([app.status, engine.searches], ['The game is paused', searches]);
});

test('a pause of the match ends the tries', async (t) => {
  const { app, match, engine, pass } = await play(t, OTHER, null);
  await engine.crash();
  const { searches } = engine;
  match.pause(true);
  await pass(5000);
  assert.deepEqual([engine.searches, app.status], [searches, 'The game is paused']);
});

test('a browser that lacks what the engine needs is promised nothing', async (t) => {
  t.after(() => lack.set(''));
  lack.set('The engine needs workers.');
  const { app, engine } = await play(t, OTHER, null);
  await engine.crash();
  assert.equal(app.status, 'Other does not answer: engine ended: killed.');
});
