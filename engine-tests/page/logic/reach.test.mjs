// Where beams can get: the lines of the engine, whose squares are shown, the words, the mark of the game, and where it is hidden.

import assert from 'node:assert/strict';
import test from 'node:test';
import { BARE, openApp, settled, stored } from './stubs.mjs';
import { Reach, targets, viewOf } from '../../../src/page/game/reach.js';
import { Rules } from '../../../src/page/host/engine.js';
import { EngineSession } from '../../../src/page/host/session.js';
import { Game } from '../../../src/page/game/game.js';
import { readBoard } from '../../../src/page/khet/position.js';

const START = { variant: 'khet2', name: 'bare', kfen: BARE };
/** Squares of a player who can hit a Pharaoh on e7 with two moves, and an own Sphinx's square with one after a swap. */
const SQUARES = [
  { square: 'e7', moves: 3, hits: 2, own: 0, now: false }, { square: 'j1', moves: 1, hits: 1, own: 1, now: false },
  { square: 'j4', moves: 9, hits: 0, own: 0, now: true },
];

/** Opens the page with a Reach, whose view on the board is recorded, and rules with squares. */
async function open(t, players = { silver: null, red: { engine: 'khepri', level: 900 } }) {
  const { app, match, own } = await openApp(t), asked = [];
  let isHidden = false;
  Object.assign(app, { hidesShots: () => isHidden, open: null });
  app.board.setReach = (view) => { app.board.view = view; };
  app.rules.reach = async (position, colour) => {
    asked.push([position, colour]);
    return SQUARES;
  };
  const reach = new Reach(app), hide = (value) => { isHidden = value; };
  if (players) match.start({ players, time: null, start: START });
  await settled();
  return { app, match, own, reach, asked, hide };
}

test('squares and moves are read from the lines of the engine', async () => {
  const sent = [], session = new class extends EngineSession {
    send(line) {
      sent.push(line);
    }
  }('rules');
  const rules = new Rules(session), answer = async (...lines) => {
    for (const line of [...lines, 'readyok']) session.receive(line);
    await settled();
  };
  const squares = rules.reach('kfen x', 'red'), moves = rules.movesThrough('kfen x', 'red', 'j2');
  await answer('square j1 moves 9 hits 7 own 7 now', 'square j2 moves 2 hits 1 own 1', 'square j3 moves 1 hits 0', 'square j4 moves 1 hits 0 now', 'total 9');
  assert.deepEqual(await squares, [
    { square: 'j1', moves: 9, hits: 7, own: 7, now: true }, { square: 'j2', moves: 2, hits: 1, own: 1, now: false },
    { square: 'j3', moves: 1, hits: 0, own: 0, now: false }, { square: 'j4', moves: 1, hits: 0, own: 0, now: true },
  ]);
  await answer('move j1+', 'move j1j2 x e4 j2', 'total 2');
  assert.deepEqual(await moves, [{ move: 'j1+', hits: [], result: '' }, { move: 'j1j2', hits: ['e4', 'j2'], result: '' }]);
  assert.deepEqual(sent.filter((line) => line.startsWith('reach')), ['reach red', 'reach red j2']);
  // The reason of a refusal stands without the word of the command.
  const refused = assert.rejects(rules.reach('kfen y', 'silver'), { message: 'no' });
  await answer('info string reach: no');
  await refused;
});

test('frames have the moves that hit a piece, and only squares that need a move are tinted', () => {
  const board = readBoard('x33k5/5p14/////4P2S12/4K4X1');
  const view = viewOf([
    { square: 'f7', moves: 4, hits: 2, own: 0, now: true }, { square: 'e2', moves: 3, hits: 3, own: 3, now: false },
    { square: 'h2', moves: 2, hits: 2, own: 1, now: false }, { square: 'g5', moves: 1, hits: 1, own: 1, now: false },
    { square: 'g6', moves: 1, hits: 0, own: 0, now: false }, { square: 'j2', moves: 0, hits: 0, own: 0, now: true },
  ], board, 'silver');
  assert.deepEqual(view.tinted, ['e2', 'h2', 'g5', 'g6']);
  // On h2 stands a Scarab, which no shot harms: what is hit there is the piece that swaps with it.
  assert.deepEqual(view.frames, [
    { square: 'f7', moves: 2, isOwn: false }, { square: 'h2', moves: 1, isOwn: false }, { square: 'e2', moves: 3, isOwn: true },
  ]);
  assert.equal(view.notes.get('f7'), '4 moves can light it, 2 can hit it');
  assert.equal(view.notes.get('g6'), '1 move can light it');
});

test('what can be hit has its letter, unless a move takes it there', () => {
  const board = readBoard('x33k5/5p14/////4P2S12/4K4X1'), one = (square, hits, own) => ({ square, moves: hits, hits, own, now: false });
  assert.deepEqual(targets([one('f7', 2, 0), one('h2', 2, 1), one('c3', 1, 0), one('e2', 1, 1), one('d4', 1, 1)], board, 'silver'), {
    others: [{ square: 'f7', letter: 'p', moves: 2 }, { square: 'h2', letter: '', moves: 1 }, { square: 'c3', letter: '', moves: 1 }],
    own: [{ square: 'e2', letter: 'p', moves: 1 }],
  });
});

test('yours is first, then the other, then none', async (t) => {
  const { app, reach, asked } = await open(t, { silver: { engine: 'khepri', level: 900 }, red: null }), shown = [];
  for (let press = 0; press < 4; press += 1) {
    reach.next();
    await settled();
    shown.push([reach.colour, Boolean(app.board.view)]);
  }
  assert.deepEqual(shown, [['red', true], ['silver', true], [null, false], ['red', true]]);
  assert.deepEqual(asked.map(([, colour]) => colour), ['red', 'silver', 'red']);
});

test('without an opponent the side to move is first', async (t) => {
  const { app, reach } = await open(t, { silver: null, red: null });
  await app.playAll(['j1-']);
  reach.next();
  assert.equal(reach.colour, 'red');
  assert.equal(reach.position, `kfen ${app.node.kfen}`);
  reach.next();
  assert.equal(reach.position, `kfen ${app.node.kfen.replace(' r ', ' s ')}`);
});

test('the words name the pieces and the moves', async (t) => {
  const { app, reach } = await open(t);
  reach.next();
  assert.equal(reach.words, '');
  await settled();
  assert.equal(reach.words, 'Silver can hit Pharaoh e7 (2 moves).');
  assert.deepEqual(app.board.view.tinted, ['e7', 'j1']);
});

test('the words name own pieces, and the end of a game', async (t) => {
  const { app, reach } = await open(t, null);
  app.rules.reach = async () => [{ square: 'e2', moves: 2, hits: 1, own: 1, now: false }];
  reach.show('silver');
  await settled();
  assert.equal(reach.words, 'Silver can hit nothing. Silver could hit its own Pharaoh e2 (1 move).');
  app.node.result = '1-0';
  assert.equal(reach.words, 'The game is over.');
});

test('the moves of a square begin with those that hit it', async (t) => {
  const { app, reach } = await open(t, null);
  app.rules.movesThrough = async (...asked) => {
    assert.deepEqual(asked, [`kfen ${BARE}`, 'red', 'e2']);
    return [{ move: 'a1a2', hits: [] }, { move: 'b1b2', hits: ['c3'] }, { move: 'c1c2', hits: ['c3', 'e2'] }, { move: 'd1d2', hits: ['e2'] }];
  };
  assert.deepEqual(await reach.movesThrough('e2'), []);
  reach.show('red');
  assert.deepEqual((await reach.movesThrough('e2')).map(({ move }) => move), ['c1c2', 'd1d2', 'b1b2', 'a1a2']);
});

test('each position is asked anew, and a late answer is not shown', async (t) => {
  const { app, reach, asked } = await open(t, { silver: null, red: null });
  reach.show('silver');
  await app.playAll(['j1-']);
  assert.equal(asked.at(-1)[0], `kfen ${BARE} moves j1-`);
  let answer = () => {};
  app.rules.reach = () => new Promise((resolve) => { answer = resolve; });
  reach.show('red');
  reach.show('silver');
  reach.show(null);
  answer(SQUARES);
  await settled();
  assert.equal(app.board.view, null);
});

test('it marks a game against an opponent, and no other', async (t) => {
  const { app, match, own, reach } = await open(t);
  assert.equal(app.game.tags.Assisted, undefined);
  reach.next();
  await settled();
  assert.equal(app.game.tags.Assisted, 'reach');
  assert.equal(stored('game').game.tags.Assisted, 'reach');
  // Another game begins without it.
  match.start({ players: { silver: null, red: { engine: 'khepri', level: 900 } }, time: null, start: START });
  await settled();
  assert.deepEqual([reach.colour, app.game.tags.Assisted], [null, undefined]);
  own.showFor(new Game(START), 'learn');
  reach.next();
  await settled();
  assert.deepEqual([reach.colour, app.game.tags.Assisted], ['silver', undefined], 'a lesson');
  match.start({ players: { silver: null, red: null }, time: null, start: START });
  reach.next();
  await settled();
  assert.equal(app.game.tags.Assisted, undefined, 'two people');
});

test('it is hidden where shots are, and in a panel that says so', async (t) => {
  const { app, reach, hide } = await open(t, null);
  hide(true);
  reach.next();
  assert.equal(reach.colour, null);
  hide(false);
  reach.next();
  assert.equal(reach.colour, 'silver');
  await settled();
  // A panel opens, which the page reports as a change of the match.
  app.open = { hidesReach: () => true };
  app.dispatchEvent(new Event('match'));
  assert.deepEqual([reach.colour, app.board.view], [null, null]);
});
