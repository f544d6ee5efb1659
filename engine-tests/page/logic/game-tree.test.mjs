// The tree of moves of a game: positions, lines and variations.

import assert from 'node:assert/strict';
import test from 'node:test';
import { addMoves, BARE, CLASSIC, stopTime, StubRules, turns, TURNS } from './stubs.mjs';
import { Game, hitPieces, moveNumber } from '../../../src/page/game/game.js';

const newGame = (kfen = BARE) => new Game({ variant: 'khet2', name: '', kfen });

/** Returns a game with the four turns, and the variations `j1- e7e6 e2e3` and `e2e3`. */
function branched() {
  const game = newGame();
  addMoves(game, TURNS);
  return { game, long: addMoves(game, ['j1-', 'e7e6', 'e2e3']), short: addMoves(game, ['e2e3']) };
}

/** What the rules say of a move that hits nothing. */
const PLY = { kfen: '', hits: [], occurred: 1, result: '*', reason: '-' };

const movesOf = (nodes) => nodes.map(({ move }) => move);

test('a game begins with its start', () => {
  const { root, current, tip, result, termination } = newGame();
  assert.equal(root.kfen, BARE);
  assert.deepEqual([current, tip], [root, root]);
  assert.deepEqual([root.ply, root.moves, root.number, root.isMain, result, termination], [0, [], 1, true, '*', '']);
});

test('a position knows its moves, its number and the side to move', () => {
  const { game, long } = branched();
  assert.deepEqual(long.moves, ['j1-', 'e7e6', 'e2e3']);
  assert.deepEqual([long.ply, long.number, long.toMove, long.isMain], [3, 2, 'red', false]);
  assert.deepEqual([game.tip.ply, game.tip.number, game.tip.toMove, game.tip.isMain], [4, 2, 'silver', true]);
});

test('the main line follows the first moves', () => {
  const { game, long } = branched();
  assert.deepEqual(movesOf(game.line()), ['', ...TURNS]);
  assert.deepEqual(movesOf(game.line(long.parent)), ['e7e6', 'e2e3']);
});

test('a position is named by its start and its moves', () => {
  const { game, long } = branched();
  assert.equal(game.position(), `kfen ${BARE}`);
  assert.equal(game.position(long), `kfen ${BARE} moves j1- e7e6 e2e3`);
  assert.equal(game.position(long, ['a8-']), `kfen ${BARE} moves j1- e7e6 e2e3 a8-`);
  game.current = game.tip;
  assert.equal(game.position(), `kfen ${BARE} moves ${TURNS.join(' ')}`);
});

test('moves are added with what the rules say, and the shown position stays', async () => {
  const game = newGame(), node = await game.add(game.root, ['e2e1', 'a8-', 'j1-'], new StubRules());
  assert.deepEqual(node.moves, ['e2e1', 'a8-', 'j1-']);
  assert.deepEqual([node.kfen, node.hits, node.result, node.reason], ['x29/4k5//////9X4 r khet2 0 2', ['e1'], '0-1', 'pharaoh']);
  assert.equal(game.current, game.root);
});

test('moves that are there are found without the rules', async () => {
  const { game, long } = branched(), rules = new StubRules();
  assert.equal(await game.add(game.root, ['j1-', 'e7e6', 'e2e3'], rules), long);
  assert.equal(await game.add(long, [], rules), long);
  assert.deepEqual(rules.asked, []);
});

test('moves that are partly there continue as a variation', async () => {
  const game = newGame(), rules = new StubRules();
  addMoves(game, TURNS);
  const [first] = game.root.children, node = await game.add(first, ['e7e6', 'e2e3'], rules);
  assert.deepEqual(rules.asked, [`kfen ${BARE} moves j1- e7e6 e2e3`]);
  assert.equal(node.parent?.parent, first);
  assert.deepEqual(first.children.map(({ move }) => move), ['a8-', 'e7e6']);
  assert.deepEqual(movesOf(game.line()), ['', ...TURNS]);
});

test('a move that the rules refuse adds nothing', async () => {
  const game = newGame();
  await assert.rejects(game.add(game.root, ['j1-', 'j1-'], new StubRules()), /not legal/);
  assert.deepEqual(game.root.children, []);
});

test('a position is removed with all after it, and the shown one moves to its parent', () => {
  const { game, long } = branched(), removed = long.parent, parent = removed.parent;
  game.current = long;
  game.remove(removed);
  assert.equal(game.current, parent);
  assert.deepEqual(movesOf(parent.children), ['a8-']);
});

test('a position that is not on the way to the shown one leaves it', () => {
  const { game, long, short } = branched();
  game.current = long;
  game.remove(short);
  assert.equal(game.current, long);
  assert.deepEqual(movesOf(game.root.children), ['j1-']);
});

test('the start cannot be removed', () => {
  const { game } = branched();
  game.remove(game.root);
  assert.deepEqual(movesOf(game.root.children), ['j1-', 'e2e3']);
});

test('a variation becomes the main line, and the other moves follow it in their order', () => {
  const { game, long, short } = branched();
  game.promote(long);
  assert.deepEqual(movesOf(game.line()), ['', 'j1-', 'e7e6', 'e2e3']);
  assert.deepEqual(movesOf(long.parent.parent.children), ['e7e6', 'a8-']);
  assert.ok(long.isMain);
  game.promote(short);
  assert.deepEqual(movesOf(game.root.children), ['e2e3', 'j1-']);
});

test('a game is within another one that has all of its moves', () => {
  const { game } = branched(), line = newGame();
  addMoves(line, TURNS);
  assert.ok(line.isWithin(game));
  assert.ok(!game.isWithin(line));
  assert.ok(newGame().isWithin(line));
  const other = newGame();
  addMoves(other, ['j1-', 'e7e6']);
  assert.ok(!other.isWithin(line), 'another second move');
  assert.ok(!newGame(CLASSIC).isWithin(line), 'another start');
});

test('a long game is compared without an overflow', () => {
  const game = newGame();
  let node = game.root;
  for (let at = 0; at < 20_000; at += 1) node = node.child({ ...PLY, move: TURNS[at % 4] });
  assert.ok(game.isWithin(game));
});

test('games have different ids, the latest the largest', (t) => {
  stopTime(t);
  const [one, other] = [newGame(), newGame()], { id } = one;
  assert.ok(other.id > id);
  one.assignNewId();
  assert.ok(one.id > other.id);
});

test('a number stands before the moves of the first player, and at the start of a line', () => {
  const numbers = (kfen) => [0, 1, 2, 3].map((index) => moveNumber(kfen, index, index === 0));
  assert.deepEqual(numbers('board s khet2 0 5'), ['5.', '', '6.', '']);
  assert.deepEqual(numbers('board r khet2 0 5'), ['5…', '6.', '', '7.']);
  assert.deepEqual(numbers('board r deflexion 0 1'), ['1.', '', '2.', '']);
  assert.deepEqual(numbers('board s deflexion 0 1'), ['1…', '2.', '', '3.']);
  assert.deepEqual(numbers('board s'), ['1.', '', '2.', ''], 'without a number');
});

/** Returns what a shot hit after a move, as colours and letters. */
function hitAfter(kfen, move, hits) {
  const node = newGame(kfen).root.child({ ...PLY, move, hits });
  return hitPieces(node).map(({ colour, letter }) => `${colour} ${letter}`);
}

test('a hit piece is that of its square before the move', () => {
  const kfen = 'x34k4/4p15///4P14P3///4K4X1 s khet2 0 1';
  assert.deepEqual(hitAfter(kfen, 'e2e1', ['e7']), ['red p']);
  assert.deepEqual(hitAfter(kfen, 'e2e1', []), []);
  assert.deepEqual(hitAfter(kfen, 'e2e1', ['a3']), [], 'an empty square');
});

test('a hit piece is the moved one if it stands where it has moved or turned', () => {
  const kfen = 'x34k4/4p15///4P14P3///4K4X1 s khet2 0 1';
  assert.deepEqual(hitAfter(kfen, 'e4e3', ['e3']), ['silver p']);
  assert.deepEqual(hitAfter(kfen, 'e4+', ['e4', 'e7']), ['silver p', 'red p']);
});

test('a hit after a swap is the piece that came to the square', () => {
  // docs/rules.md: the Scarab goes up, and the Pyramid comes down to e4, where it is hit.
  assert.deepEqual(hitAfter('x34k4///4p35/4S24P3///5K3X1 s khet2 0 1', 'e4e5', ['e4']), ['red p']);
});

test('a hit where the top of a stack was is the Obelisk that stays', () => {
  assert.deepEqual(hitAfter('5k4////4T4P3///4K5 s khet1 0 1', 'e4e3t', ['e4']), ['silver o']);
});

test('a hit after stacking is one of the stack', () => {
  const kfen = '5k4///////3OO5 s khet1 0 1';
  assert.deepEqual(hitAfter(kfen, 'd1e1', ['e1']), ['silver o']);
  assert.deepEqual(hitAfter(kfen, 'd1d2', ['d2']), ['silver o']);
});

test('the turns of the Sphinxes repeat the arrangement', () => {
  const node = addMoves(newGame(), turns(8));
  assert.deepEqual([node.occurred, node.reason, node.result], [3, 'repetition', '*']);
});
