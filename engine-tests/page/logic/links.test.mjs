// Links to positions and games.

import assert from 'node:assert/strict';
import test, { beforeEach } from 'node:test';
import { addMoves, BARE, CLASSIC, StubRules, TURNS } from './stubs.mjs';
import { Game } from '../../../src/page/game/game.js';
import { gameLink, linkOfAddress, positionLink, readGameLink } from '../../../src/page/game/link.js';

beforeEach(() => Object.assign(location, { pathname: '/', search: '', hash: '' }));

/** Opens a link, and returns what its address has. */
function open(link) {
  location.hash = link.slice(link.indexOf('#'));
  return linkOfAddress();
}

const read = (text) => readGameLink(text, new StubRules());

test('a link to a position has its KFEN', () => {
  const link = positionLink(CLASSIC);
  assert.match(link, /^http:\/\/here\/#kfen=[^ ]+$/);
  assert.deepEqual(open(link), { kfen: CLASSIC, game: null });
});

test('a link keeps the path and the query of the page', () => {
  Object.assign(location, { pathname: '/khepri/', search: '?token=a' });
  assert.match(positionLink(BARE), /^http:\/\/here\/khepri\/\?token=a#kfen=/);
});

test('a link to a game has the name of its start and the main line', () => {
  const game = new Game({ variant: 'khet2', name: 'classic', kfen: BARE });
  assert.equal(gameLink(game), 'http://here/#game=khet2/classic/');
  addMoves(game, TURNS);
  addMoves(game, ['e2e3']);
  assert.equal(gameLink(game), 'http://here/#game=khet2/classic/j1-.a8-.j1+.a8+');
});

test('a link to a game from another start has its KFEN without blanks', () => {
  const game = new Game({ variant: 'khet2', name: '', kfen: BARE });
  addMoves(game, ['j1-']);
  assert.equal(gameLink(game), 'http://here/#game=x39/4k5/////4K5/9X1_s_khet2_0_1/j1-');
});

test('an address without a link has none', () => {
  for (const hash of ['#', '#analyse', '#game', '#kfen']) assert.deepEqual(open(hash), { kfen: null, game: null });
  location.hash = '';
  assert.deepEqual(linkOfAddress(), { kfen: null, game: null });
});

test('an empty link is a link', () => {
  assert.deepEqual(open('#kfen='), { kfen: '', game: null });
  assert.deepEqual(open('#game='), { kfen: null, game: '' });
});

test('a link that is not encoded well is read as it stands', () => assert.equal(open('#kfen=100% s').kfen, '100% s'));

for (const [start, name] of [['a set-up', 'bare'], ['a KFEN', '']]) {
  for (const moves of [[], TURNS]) {
    test(`a game of ${moves.length} moves from ${start} is read as its link was written`, async () => {
      const game = new Game({ variant: 'khet2', name, kfen: BARE });
      addMoves(game, moves);
      const rules = new StubRules(), other = await readGameLink(open(gameLink(game)).game, rules);
      assert.deepEqual(other.start, game.start);
      assert.deepEqual(other.tip.moves, moves);
      assert.equal(other.current, other.tip);
      assert.equal(rules.asked.length, moves.length ? 1 : 0);
    });
  }
}

test('the start of a link may have no moves and no slash after it', async () => {
  for (const text of ['khet2/bare', 'x39/4k5/////4K5/9X1_s_khet2_0_1']) {
    const { root, start } = await read(text);
    assert.deepEqual([start.kfen, root.children], [BARE, []]);
  }
});

test('the rule set of a link is that of its KFEN', async () => {
  assert.equal((await read('x39/4k5/////4K5/9X1_r_deflexion_0_1')).start.variant, 'deflexion');
  assert.equal((await read('x39/4k5/////4K5/9X1_s')).start.variant, 'khet2');
});

test('a link without a known start is refused with what it has', async () => {
  await assert.rejects(read('khet2/nothing/j1-'), /^Error: expected a set-up such as khet2\/classic, found khet2\/nothing$/);
  await assert.rejects(read('khet2'), /found khet2$/);
  await assert.rejects(read(''), /found nothing$/);
});

test('a link whose moves the rules refuse is refused', () => {
  return assert.rejects(read('khet2/bare/j1-.j1-'), /^Error: move 2 `j1-`: not legal here$/);
});
