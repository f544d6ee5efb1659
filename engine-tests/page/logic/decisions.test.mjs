// Decisions of players besides moves: resignation, draws and take-back.

import assert from 'node:assert/strict';
import test from 'node:test';
import { addMoves, BARE, keep, openApp, RED_LOSES, settled, stored, turns, TURNS } from './stubs.mjs';
import { Game } from '../../../src/page/game/game.js';

const START = { variant: 'khet2', name: 'bare', kfen: BARE };
const MAU = { engine: 'khepri', level: 900 };

/** Opens the page and starts a match without clocks. A person is null. */
async function play(t, silver, red, more = {}) {
  const opened = await openApp(t);
  opened.match.start({ players: { silver, red }, time: null, start: START, ...more });
  await settled();
  return { ...opened, decisions: opened.match.decisions };
}

/** Puts moves on the board of a game, of which the last one is shown. */
async function show(app, moves) {
  app.game.current = addMoves(app.game, moves);
  await app.show();
}

test('a person decides for the own colour against an engine, and for the side to move between two people', async (t) => {
  const { app, match, decisions } = await play(t, MAU, null);
  const start = (silver, red) => match.start({ players: { silver, red }, time: null, start: START });
  assert.equal(decisions.decider, 'red');
  start(null, null);
  assert.equal(decisions.decider, 'silver');
  await app.playAll(['j1-']);
  assert.equal(decisions.decider, 'red');
  start(MAU, MAU);
  assert.equal(decisions.decider, undefined);
  match.end();
  assert.equal(decisions.decider, undefined, 'a board without a match');
});

test('a player who resigns has lost', async (t) => {
  const { app, match, decisions } = await play(t, null, null);
  decisions.resign();
  assert.deepEqual([match.running, app.game.result, app.game.termination], [false, '0-1', 'resignation']);
  assert.deepEqual([app.message, app.announced.at(-1)], ['Silver resigned.', 'Red wins by resignation.']);
});

test('a person who resigns against an engine loses, also at the turn of the engine', async (t) => {
  const { app, decisions } = await play(t, MAU, null);
  decisions.resign();
  assert.deepEqual([app.game.result, app.message], ['1-0', 'You resigned.']);
  assert.deepEqual(stored('rival'), { level: 900, score: 0 });
});

test('engines, and people after the end, do not resign', async (t) => {
  const { app, match, decisions } = await play(t, MAU, MAU);
  decisions.resign();
  assert.ok(match.running);
  match.finish('1/2-1/2', 'agreement');
  match.start({ players: { silver: null, red: null }, time: null, start: START });
  match.finish('1-0', 'time');
  decisions.resign();
  assert.equal(app.game.termination, 'time');
});

test('a resignation can be undone, and the game goes on at its last position', async (t) => {
  const { app, match, decisions } = await play(t, null, null);
  await app.playAll(['j1-']);
  decisions.resign();
  await settled();
  app.game.current = app.game.root;
  const { action, onClick } = app.messages.at(-1);
  assert.equal(action, 'Undo');
  onClick();
  await settled();
  assert.deepEqual([match.running, app.game.result, app.game.termination, app.node], [true, '*', '', app.game.tip]);
  assert.ok(match.mayMove() && match.clocks.isRunning);
});

for (const [name, before] of [['the first game', null], ['a game after a win', { level: 900, score: 1 }]]) {
  test(`an undone resignation of ${name} is no loss`, async (t) => {
    const { app, decisions } = await play(t, null, MAU);
    keep('rival', before);
    await app.playAll(['j1-']);
    decisions.resign();
    assert.deepEqual(stored('rival'), { level: 900, score: 0 });
    app.messages.at(-1).onClick();
    await settled();
    assert.deepEqual(stored('rival'), before);
  });
}

test('a resignation of a game that is no longer there is not undone', async (t) => {
  const { app, match, decisions } = await play(t, null, null), resign = () => {
    match.start({ players: { silver: null, red: null }, time: null, start: START });
    decisions.resign();
    return app.messages.at(-1).onClick;
  };
  const expect = (undo) => {
    undo();
    assert.deepEqual([match.running, app.message], [false, 'The game that was resigned is no longer on the board.']);
    app.messages.length = 0;
  };
  let undo = resign();
  app.setGame(new Game(START));
  expect(undo);
  undo = resign();
  match.end();
  expect(undo);
  undo = resign();
  addMoves(app.game, RED_LOSES);
  expect(undo);
});

// Draws

test('two people agree to a draw', async (t) => {
  const { app, match, decisions } = await play(t, null, null);
  decisions.offerDraw();
  assert.deepEqual(
    [decisions.offer, app.status, app.announced.at(-1)],
    ['silver', 'Silver offers a draw', 'Silver offers a draw.'],
  );
  decisions.answer(true);
  assert.deepEqual(
    [match.running, app.game.result, app.game.termination, decisions.offer],
    [false, '1/2-1/2', 'agreement', null],
  );
});

test('a draw that is declined leaves the game', async (t) => {
  const { app, match, decisions } = await play(t, null, null);
  decisions.offerDraw();
  decisions.answer(false);
  assert.deepEqual(
    [match.running, decisions.offer, app.announced.at(-1), app.status],
    [true, null, 'The draw is declined.', 'Silver to move.'],
  );
});

test('an answer without an offer does nothing', async (t) => {
  const { app, match, decisions } = await play(t, null, null);
  decisions.answer(true);
  assert.deepEqual([match.running, app.game.result], [true, '*']);
});

test('a move and the end of the game close an offer', async (t) => {
  const { app, match, decisions } = await play(t, null, null);
  decisions.offerDraw();
  await app.playAll(['j1-']);
  assert.equal(decisions.offer, null);
  decisions.offerDraw();
  match.finish('1-0', 'time');
  assert.equal(decisions.offer, null);
});

for (const [count, score, accepted] of [
  [9, '-0.50', false], [10, '-0.50', true], [10, '+0.00', true], [10, '', true], [10, '+0.10', false], [10, '-M3', true],
]) {
  test(`an engine ${accepted ? 'accepts' : 'declines'} a draw at ply ${count} with ${score || 'no score'}`, async (t) => {
    const { app, match, decisions } = await play(t, null, MAU);
    // The engine's last move is the last one with an even number. No draw can be claimed.
    addMoves(app.game, turns(count - count % 2)).score = score;
    addMoves(app.game, turns(count)).reason = '-';
    await show(app, turns(count));
    decisions.offerDraw();
    assert.deepEqual([match.running, app.game.result], accepted ? [false, '1/2-1/2'] : [true, '*']);
    assert.equal(app.message, `Mau ${accepted ? 'accepts' : 'declines'} the draw.`);
  });
}

test('no draw is offered between engines or after the end', async (t) => {
  const { app, match, decisions } = await play(t, MAU, MAU);
  decisions.offerDraw();
  match.start({ players: { silver: null, red: null }, time: null, start: START });
  match.finish('1-0', 'time');
  decisions.offerDraw();
  assert.deepEqual([app.messages, decisions.offer], [[], null]);
});

test('a person claims a draw after the third occurrence', async (t) => {
  const { app, match, decisions } = await play(t, null, null);
  await show(app, turns(7));
  assert.ok(!decisions.canClaim);
  decisions.claimDraw();
  assert.ok(match.running);
  await app.playAll(['a8+']);
  assert.ok(decisions.canClaim);
  decisions.claimDraw();
  assert.deepEqual([match.running, app.game.result, app.game.termination], [false, '1/2-1/2', 'repetition']);
  assert.ok(!decisions.canClaim, 'the game is over');
});

test('a person cannot claim a draw for an engine', async (t) => {
  const { app, match, decisions } = await play(t, null, MAU);
  match.pause(true);
  await show(app, turns(9));
  assert.equal(app.game.tip.reason, 'repetition');
  assert.ok(!decisions.canClaim);
});

test('a draw can be claimed on a board without a match', async (t) => {
  const { app, own } = await openApp(t), { decisions } = app.match;
  await show(app, turns(8));
  decisions.claimDraw();
  assert.deepEqual(
    [app.game.result, app.game.termination, app.announced.at(-1)],
    ['1/2-1/2', 'repetition', 'Draw by threefold repetition.'],
  );
  assert.deepEqual([stored('game').game.result, own.undoText], ['1/2-1/2', '']);
});

// Take-back

test('a person takes back the last own move and the answer of the engine', async (t) => {
  const { app, own, decisions } = await play(t, null, MAU);
  assert.ok(!decisions.canTakeBack);
  await show(app, TURNS);
  decisions.takeBack();
  assert.deepEqual([app.game.tip.moves, app.node, app.announced.at(-1)], [['j1-', 'a8-'], app.game.tip, 'Taken back.']);
  assert.equal(own.undoText, '2 moves were taken back.');
  own.undo();
  assert.deepEqual(app.game.tip.moves, TURNS);
});

test('a person takes back a move that the engine has not answered, and its search ends', async (t) => {
  const { app, own, decisions } = await play(t, null, MAU);
  await app.playAll(['j1-']);
  const engine = app.session('play red');
  assert.equal(engine.searches, 1);
  decisions.takeBack();
  await settled();
  assert.deepEqual([app.game.tip, own.undoText, engine.sent.at(-1)], [app.game.root, 'A move was taken back.', 'stop']);
});

test('two people take back the last move', async (t) => {
  const { app, decisions } = await play(t, null, null);
  await show(app, TURNS);
  decisions.takeBack();
  assert.deepEqual(app.game.tip.moves, TURNS.slice(0, 3));
});

test('a move that is taken back closes an offer', async (t) => {
  const { app, decisions } = await play(t, null, null);
  await app.playAll(['j1-']);
  decisions.offerDraw();
  assert.equal(decisions.offer, 'red');
  decisions.takeBack();
  assert.equal(decisions.offer, null);
});

test('a move of an engine before the first own move is not taken back', async (t) => {
  const { app, decisions } = await play(t, MAU, null);
  await show(app, ['j1-']);
  assert.ok(!decisions.canTakeBack);
  decisions.takeBack();
  assert.deepEqual(app.game.tip.moves, ['j1-']);
});

test('no move is taken back at a table, after the end or without a move', async (t) => {
  const { app, match, decisions } = await play(t, null, null, { isAtTable: true });
  await app.playAll(['j1-']);
  assert.ok(!decisions.canTakeBack);
  match.start({ players: { silver: null, red: null }, time: null, start: START });
  assert.ok(!decisions.canTakeBack);
  await app.playAll(['j1-']);
  assert.ok(decisions.canTakeBack);
  match.finish('1-0', 'time');
  assert.ok(!decisions.canTakeBack);
});
