// The forms of a game: in the browser's storage, and as the server reads and writes KGN.

import assert from 'node:assert/strict';
import test from 'node:test';
import { addMoves, BARE, SILVER_LOSES, TURNS } from './stubs.mjs';
import { Game } from '../../../src/page/game/game.js';

const START = { variant: 'khet2', name: 'bare', kfen: BARE };

/** Stores a game as text, and restores it. */
const again = (game) => Game.restore(JSON.parse(JSON.stringify(game.store())));

/** Returns a game whose positions have all that a position can have. */
function noted() {
  const game = new Game(START);
  addMoves(game, TURNS);
  const variation = addMoves(game, ['j1-', 'e7e6']), first = variation.parent;
  Object.assign(game.root, { comment: 'A foreword.', squares: ['Ga4'], arrows: ['Ra4b5'] });
  Object.assign(first, {
    comment: 'A turn.', reviewed: 'mistake, 20.0 % lost: better e2e3 +0.10', marks: [2, 5], mark: 'mistake', score: '-0.35',
    note: { depth: 9, time: 40, book: true },
  });
  Object.assign(variation, { before: 'Or else:', squares: ['Re6'], hits: ['c3', 'd4'] });
  return { game, first, variation };
}

test('a game is restored with its tree and all notes', () => {
  const { game, first, variation } = noted();
  game.tags = { Silver: 'One', Red: 'Other' };
  [game.result, game.termination, game.current] = ['1-0', 'resignation', variation];
  const other = again(game);
  assert.deepEqual(other.store(), game.store());
  assert.ok(other.isWithin(game) && game.isWithin(other));
  const { id, start, tags, result, termination } = other;
  assert.deepEqual(
    [id, start, tags, result, termination],
    [game.id, START, { Silver: 'One', Red: 'Other' }, '1-0', 'resignation'],
  );
  assert.deepEqual(other.current.moves, ['j1-', 'e7e6']);
  const values = ({ parent: _parent, children: _children, ...others }) => others;
  assert.deepEqual(values(other.current), values(variation));
  assert.deepEqual(values(other.root.children[0]), values(first));
  assert.deepEqual([other.root.comment, other.root.squares, other.root.arrows], ['A foreword.', ['Ga4'], ['Ra4b5']]);
});

test('an end by the rules is restored', () => {
  const game = new Game(START);
  addMoves(game, SILVER_LOSES);
  const { tip } = again(game);
  assert.deepEqual([tip.result, tip.reason, tip.hits], ['0-1', 'pharaoh', ['e1']]);
});

test('a repetition is restored', () => {
  const game = new Game(START);
  addMoves(game, [...TURNS, ...TURNS]);
  const line = again(game).line();
  assert.deepEqual(line.map(({ occurred }) => occurred), [1, 1, 1, 1, 2, 2, 2, 2, 3]);
  assert.deepEqual([line[8].reason, line[8].result], ['repetition', '*']);
});

test('values that are usual are not stored', () => {
  const game = new Game(START);
  addMoves(game, ['j1-']);
  assert.deepEqual(game.store().nodes, [{ p: -1, m: '', k: BARE }, { p: 0, m: 'j1-', k: 'x39/4k5/////4K5/9X4 r khet2 1 1' }]);
});

test('a game of an earlier version gets what it lacks', () => {
  const game = Game.restore({ start: START, nodes: [{ p: -1, m: '', k: BARE }], current: 7 });
  assert.deepEqual([game.tags, game.result, game.termination, game.review], [{}, '*', '', null]);
  assert.equal(game.current, game.root);
  assert.ok(game.id > 0);
});

const PLY = { kfen: 'x39/4k5/////4K5/9X4 r khet2 1 1', hits: [], occurred: 1, result: '*', reason: '-' };

test('a game in KGN is read with its moves, variations and notes', () => {
  const game = Game.read({
    tags: { Silver: 'One' }, variant: 'khet2', setup: 'bare', kfen: BARE, foreword: 'A foreword.', drawn: ['Ga4', 'Ra4b5'],
    termination: 'resignation', result: '0-1',
    moves: [
      {
        ...PLY, move: 'j1-', score: '+0.10', depth: 3, time: 5, nodes: 7, clock: 60, book: true, marks: [1],
        review: 'mistake, …', comment: 'A turn.',
        variations: [[{ ...PLY, move: 'e2e3', before: 'Or else:', drawn: ['Re3'] }]],
      },
      { ...PLY, move: 'a8-', hits: ['b2'], occurred: 2 },
    ],
  });
  assert.deepEqual(game.start, START);
  assert.deepEqual([game.tags, game.result, game.termination], [{ Silver: 'One' }, '0-1', 'resignation']);
  assert.deepEqual([game.root.comment, game.root.squares, game.root.arrows], ['A foreword.', ['Ga4'], ['Ra4b5']]);
  const [first, other] = game.root.children;
  assert.deepEqual(
    [first.score, first.marks, first.reviewed, first.comment, first.kfen],
    ['+0.10', [1], 'mistake, …', 'A turn.', PLY.kfen],
  );
  assert.deepEqual(first.note, { depth: 3, time: 5, nodes: 7, clock: 60, book: true });
  assert.deepEqual([other.move, other.before, other.squares, other.note], ['e2e3', 'Or else:', ['Re3'], {}]);
  assert.deepEqual([game.tip.move, game.tip.hits, game.tip.occurred], ['a8-', ['b2'], 2]);
});

test('a game in KGN without a start and an end is a game of Khet 2.0 with an unknown end', () => {
  const game = Game.read({ tags: {}, moves: [{ move: 'j1-' }] });
  assert.deepEqual(game.start, { variant: 'khet2', name: '', kfen: '' });
  assert.deepEqual([game.result, game.termination], ['*', '?']);
  assert.deepEqual([game.tip.occurred, game.tip.hits, game.tip.result, game.tip.reason], [1, [], '*', '-']);
});

test('a result by the rules is that of the last move', () => {
  const moves = [{ ...PLY, move: 'j1-', result: '0-1', reason: 'pharaoh' }];
  const game = Game.read({ tags: {}, kfen: BARE, result: '0-1', termination: 'pharaoh', moves });
  assert.deepEqual([game.result, game.tip.result], ['*', '0-1']);
  assert.equal(game.kgn().result, '0-1');
});

test('a game is written as KGN with its moves, variations and notes', () => {
  const { game, first } = noted();
  addMoves(game, ['e2e3']);
  first.before = 'Only a variation has words before its first move.';
  game.tags = { Silver: 'One' };
  [game.result, game.termination] = ['1/2-1/2', 'agreement'];
  assert.deepEqual(game.kgn(), {
    tags: { Silver: 'One' }, foreword: 'A foreword.', drawn: ['Ga4', 'Ra4b5'], kfen: BARE,
    result: '1/2-1/2', termination: 'agreement',
    moves: [
      {
        move: 'j1-', depth: 9, time: 40, book: true, score: '-0.35', marks: [2, 5],
        review: 'mistake, 20.0 % lost: better e2e3 +0.10', comment: 'A turn.', variations: [[{ move: 'e2e3' }]],
      },
      { move: 'a8-', variations: [[{ move: 'e7e6', before: 'Or else:', drawn: ['Re6'] }]] },
      { move: 'j1+' },
      { move: 'a8+' },
    ],
  });
});

test('an end by the rules is written with its reason', () => {
  const game = new Game(START);
  addMoves(game, SILVER_LOSES);
  const { result, termination } = game.kgn();
  assert.deepEqual([result, termination], ['0-1', 'pharaoh']);
  game.termination = '?';
  assert.equal(game.kgn().termination, '?', 'a file that does not state it');
});

test('an unfinished game is written without an end', () => {
  const { result, termination, moves } = new Game(START).kgn();
  assert.deepEqual([result, termination, moves], ['*', '', []]);
});

test('variations of variations are read as they were written', () => {
  const { game, first } = noted();
  first.children[1].child({ ...PLY, move: 'e2e3' });
  first.children[1].child({ ...PLY, move: 'e2e1' });
  const again = Game.read({ ...game.kgn(), variant: 'khet2', setup: 'bare' });
  assert.deepEqual(again.kgn(), game.kgn());
});
