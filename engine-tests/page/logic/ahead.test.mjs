// A move ahead: when it can be entered, when it is played, and when it is only offered.

import assert from 'node:assert/strict';
import test from 'node:test';
import { BARE, openApp, settled } from './stubs.mjs';
import { MoveAhead } from '../../../src/page/game/ahead.js';
import { chooseTempo } from '../../../src/page/common/tempo.js';
import { readBoard } from '../../../src/page/khet/position.js';

const START = { variant: 'khet2', name: 'bare', kfen: BARE }, CLOCK = { minutes: 5, increment: 0 };
const MAU = { engine: 'khepri', level: 900 }, FULL = { engine: 'khepri', level: 0 };

/** Opens the page with moves ahead, and starts a match of a person with Silver. The beams hit nothing but what a test sets. */
async function play(t, red = FULL, time = CLOCK) {
  const opened = await openApp(t), { app } = opened;
  Object.assign(app, { shownAhead: '', proposed: '', hits: [], mayMove: () => app.match.mayMove() });
  app.board.setAhead = (move) => { app.shownAhead = move; };
  app.board.propose = (move) => { app.proposed = move; };
  app.matchChanged = () => { app.dispatchEvent(new Event('match')); };
  // The board of a shot is that of the position, for no test moves a piece that is hit.
  app.rules.beam = async (position) => ({ board: position.split(' ')[1], legs: [], hits: app.hits, result: '*', reason: '-' });
  const ahead = new MoveAhead(app);
  opened.match.start({ players: { silver: null, red }, time, start: START });
  await settled();
  return { ...opened, ahead, engine: app.session('play red') };
}

test('a move ahead is shown, spoken, and played after the move of the opponent', async (t) => {
  const { app, ahead, engine } = await play(t);
  assert.equal(ahead.isAllowed, false);
  await app.playAll(['j1-']);
  assert.equal(ahead.isAllowed, true);
  assert.equal(ahead.position, 'kfen x39/4k5/////4K5/9X4 s khet2 1 1');
  await ahead.enter('j1+');
  assert.deepEqual([app.shownAhead, app.announced.at(-1)], ['j1+', 'Move ahead: silver sphinx j1 rotates clockwise.']);
  await engine.answer('a8-');
  await settled();
  assert.deepEqual([app.node.moves, ahead.move, app.shownAhead], [['j1-', 'a8-', 'j1+'], '', '']);
});

test('the same move again, and a request, take a move ahead back', async (t) => {
  const { app, ahead, engine } = await play(t);
  await app.playAll(['j1-']);
  await ahead.enter('j1+');
  await ahead.enter('e2e3');
  assert.equal(ahead.move, 'e2e3');
  await ahead.enter('e2e3');
  assert.deepEqual([ahead.move, app.announced.at(-1)], ['', 'The move ahead is taken back.']);
  await ahead.enter('e2e3');
  ahead.drop();
  assert.deepEqual([ahead.move, app.shownAhead], ['', '']);
  await engine.answer('a8-');
  assert.deepEqual(app.node.moves, ['j1-', 'a8-']);
});

test('a shot that would now hit another own piece is offered, not fired', async (t) => {
  const { app, ahead, engine } = await play(t);
  await app.playAll(['j1-']);
  await ahead.enter('j1+');
  app.hits = ['e2'];
  await engine.answer('a8-');
  await settled();
  assert.deepEqual([app.node.moves, app.proposed, ahead.move], [['j1-', 'a8-'], 'j1+', '']);
  assert.match(app.message, /^The move ahead j1↻ was not fired/);
});

test('a hit on an own piece that the preview has shown is fired', async (t) => {
  const { app, ahead, engine } = await play(t);
  await app.playAll(['j1-']);
  app.hits = ['e2'];
  await ahead.enter('j1+');
  await engine.answer('a8-');
  await settled();
  assert.deepEqual([app.node.moves, app.proposed], [['j1-', 'a8-', 'j1+'], '']);
});

test('a piece that is no longer the same is not moved', async (t) => {
  const { app, ahead, engine } = await play(t);
  await app.playAll(['j1-']);
  await ahead.enter('j1+');
  // The stand-in for the rules lets the reply rotate the Sphinx.
  const reply = app.rules.history.bind(app.rules);
  app.rules.history = async (position) => (await reply(position)).map((ply) => (ply.move === 'a8-' ? { ...ply, kfen: ply.kfen.replace('X4', 'X1') } : ply));
  await engine.answer('a8-');
  await settled();
  assert.equal(readBoard(app.node.kfen)[9].turn, 0);
  assert.deepEqual([app.node.moves, app.proposed], [['j1-', 'a8-'], 'j1+']);
});

test('a move that is no longer legal is neither played nor offered', async (t) => {
  const { app, ahead, engine } = await play(t);
  await app.playAll(['j1-']);
  await ahead.enter('j1+');
  app.rules.moves = async () => [];
  await engine.answer('a8-');
  await settled();
  assert.deepEqual([app.node.moves, app.proposed, app.message], [['j1-', 'a8-'], '', 'The move ahead j1↻ is no longer possible.']);
});

test('a move ahead ends with a take-back, a pause, and the game', async (t) => {
  for (const end of [({ match }) => match.decisions.takeBack(), ({ match }) => match.pause(true), ({ match }) => match.decisions.resign()]) {
    const opened = await play(t), { app, ahead } = opened;
    await app.playAll(['j1-']);
    await ahead.enter('j1+');
    end(opened);
    await settled();
    assert.equal(ahead.move, '');
    t.mock.timers.reset();
    t.mock.restoreAll();
  }
});

test('a move ahead needs a clock, or an opponent that thinks for a second or more', async (t) => {
  t.after(() => chooseTempo(null));
  const isAllowed = async (red, time, tempo) => {
    chooseTempo(tempo);
    const { app, ahead } = await play(t, red, time);
    await app.playAll(['j1-']);
    t.mock.timers.reset();
    t.mock.restoreAll();
    return ahead.isAllowed;
  };
  assert.equal(await isAllowed(MAU, CLOCK, 'quick'), true);
  assert.equal(await isAllowed(MAU, { seconds: 5 }, 'quick'), false);
  assert.equal(await isAllowed(MAU, { seconds: 5 }, 'calm'), true);
  assert.equal(await isAllowed(FULL, { seconds: 1 }, 'instant'), true);
  assert.equal(await isAllowed(FULL, { seconds: 0.5 }, 'calm'), false);
  assert.equal(await isAllowed(null, CLOCK, 'calm'), false);
});
