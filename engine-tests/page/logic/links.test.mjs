// Links to positions and games.

import assert from 'node:assert/strict';
import { deflateRawSync } from 'node:zlib';
import test from 'node:test';
import { addMoves, BARE, CLASSIC, StubRules, TURNS, turns } from './stubs.mjs';
import { Game } from '../../../src/page/game/game.js';
import { gameLink, playLink, playOldLink, positionLink, readLink } from '../../../src/page/game/link/link.js';
import { pack, seal, unpack } from '../../../src/page/game/link/seal.js';
import { cleanName, readText, writeText } from '../../../src/page/game/link/text.js';

const bare = (name = 'bare') => new Game({ variant: 'khet2', name, kfen: BARE });
/** Returns a game of moves, from its start or its last position. */
function gameOf(moves) {
  const game = bare();
  game.current = addMoves(game, moves);
  return game;
}
const read = (link) => readLink(link.slice(1));
const reopen = async (link) => playLink(await read(link), new StubRules());

/** A game with everything that a link can hold. */
function fullGame() {
  const game = gameOf(TURNS), [root, first, second, third] = game.line();
  addMoves(game, ['e2e3']);
  addMoves(game, ['j1-', 'e7e8', 'j1+']);
  addMoves(game, ['j1-', 'e7e6', 'e2e3']);
  Object.assign(root, { comment: 'before\nthe game', squares: ['Ga4'] });
  Object.assign(first, { comment: 'a {brace}, “quotes” & <b>markup</b>', marks: [3, 5], arrows: ['Rb5c5', 'Gj1j2'] });
  Object.assign(second.parent.children[1], { before: 'or', comment: 'here' });
  Object.assign(third, { marks: [2], squares: ['Yh8'] });
  game.tags = { Silver: 'Ada', Red: 'Bób ☥' };
  return game;
}

test('a link to a position has its KFEN', () => assert.match(positionLink(CLASSIC), /^#kfen=[^ +]+\d$/));

test('a game of moves alone is a link of text, whose rotations need no +', async () => {
  assert.match(await gameLink(bare()), /^#moves=khet2\/bare\/\/0[a-z]{4}$/);
  assert.match(await gameLink(gameOf(TURNS)), /^#moves=khet2\/bare\/j1l\.a8l\.j1r\.a8r\/4[a-z]{4}$/);
  const game = bare('');
  game.current = addMoves(game, ['j1-']);
  assert.match(await gameLink(game), /^#moves=x39\/4k5\/\/\/\/\/4K5\/9X1_s_khet2_0_1\/j1l\/1[a-z]{4}$/);
});

test('the names of the colours are no names of players', async () => {
  const game = gameOf(['j1-']);
  game.tags = { Silver: 'Silver', Red: 'Red', Date: '2026.01.31' };
  assert.match(await gameLink(game), /^#moves=/);
});

for (const [what, make] of [['moves', () => gameOf(TURNS)], ['no moves', () => bare()], ['a KFEN', () => { const game = bare(''); game.current = addMoves(game, TURNS); return game; }]]) {
  test(`a game of ${what} is read as its link was written`, async () => {
    const game = make(), other = await reopen(await gameLink(game));
    assert.deepEqual([other.start, other.tip.moves], [game.start, game.tip.moves]);
    assert.equal(other.current, other.tip);
  });
}

test('variations, comments, marks, drawings, names, orientation and the shown position come back', async () => {
  const game = fullGame();
  const nodes = [game.root];
  for (const node of nodes) nodes.push(...node.children);
  for (const shown of nodes) {
    game.current = shown;
    const link = await gameLink(game, { flipped: true });
    assert.match(link, /^#packed=[\w-]+\/4[a-z]{4}$/);
    const linked = await read(link), other = await playLink(linked, new StubRules());
    assert.equal(linked.flipped, true);
    assert.deepEqual(other.kgn(), { ...game.kgn(), tags: { Silver: 'Ada', Red: 'Bób ☥' } });
    assert.deepEqual(other.current.moves, shown.moves);
  }
});

test('a result that the moves do not give comes back', async () => {
  const game = Object.assign(gameOf(TURNS), { result: '0-1', termination: 'resignation' });
  const other = await reopen(await gameLink(game));
  assert.deepEqual([other.result, other.termination], ['0-1', 'resignation']);
});

test('a friendly game has its id, its names and the offer of a draw', async () => {
  const besides = { id: 'abcdefgh_-012345', names: { silver: 'Ada', red: '' }, offer: 'red' };
  const link = await gameLink(gameOf(TURNS), besides), { id, names, offer } = await read(link);
  assert.match(link, /^#friend=/);
  assert.deepEqual({ id, names, offer }, besides);
});

// Sizes

/** Words of comments on games, from which a fixed series of numbers chooses. */
const WORDS = ('the beam goes along this file and hits a pyramid in back of anubis now red must defend pharaoh with scarab but silver has '
  + 'better rotation here because sphinx turns first which opens rank for attack later maybe swap was stronger since shield faces wrong '
  + 'way after that mirror only move left quiet threat double strong mistake plan corner square forced exchange loses wins time').split(' ');
function randomFrom(seed) {
  let state = seed;
  return (below) => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return Math.floor(state / 65536) % below;
  };
}
const FILES = 'abcdefghij';
/** Returns moves as games have them: steps between neighbours, and rotations. */
function randomMoves(count, next) {
  return Array.from({ length: count }, () => {
    const file = next(10), rank = next(8), square = `${FILES[file]}${rank + 1}`;
    if (next(3) === 0) return `${square}${next(2) ? '+' : '-'}`;
    return `${square}${FILES[Math.max(0, file - 1)]}${Math.min(8, rank + 2)}`;
  });
}
const linked = (moves, more = {}) => ({
  start: 'khet2/classic', foreword: '', drawn: [], moves, shown: null, flipped: false, names: { silver: '', red: '' }, result: '*', termination: '', id: '', offer: '', ...more,
});
const SITE = 'https://example.org/khet/#';

test('a link to a game of 200 plies has at most 1,500 characters', async () => {
  const moves = randomMoves(200, randomFrom(1)).map((move) => ({ move }));
  const plain = seal('moves', writeText(linked(moves), '.'), 200);
  const packed = seal('packed', await pack(writeText(linked(moves, { names: { silver: 'Ada Lovelace', red: 'Mau (Khepri 900)' } }), '')), 200);
  for (const link of [plain, packed]) assert.ok((SITE + link).length <= 1500, `${(SITE + link).length}`);
});

test('a link to a commented game of 60 plies has at most 2,000 characters', async () => {
  const next = randomFrom(7), moves = randomMoves(60, next).map((move) => ({ move }));
  for (let at = 0; at < 30; at += 1) moves[2 * at].comment = Array.from({ length: 12 }, () => WORDS[next(WORDS.length)]).join(' ');
  for (let at = 0; at < 10; at += 1) moves[5 * at + 3].variations = [randomMoves(4, next).map((move) => ({ move }))];
  const game = linked(moves, { names: { silver: 'Ada Lovelace', red: 'Charles Babbage' }, shown: 31, flipped: true }), text = writeText(game, '');
  const link = SITE + seal('packed', await pack(text), 60);
  assert.deepEqual(readText(text), game);
  assert.ok(link.length <= 2000, `${link.length}`);
});

// What is wrong with a link

/** Ten links, of moves, of packed games and of friendly ones. */
async function tenLinks() {
  const games = [bare(), gameOf(['j1-']), gameOf(TURNS), gameOf(turns(12)), fullGame()];
  const friend = { id: 'abcdefgh_-012345', names: { silver: 'Ada', red: 'Bob' } };
  return Promise.all(games.flatMap((game) => [gameLink(game), gameLink(game, friend)]));
}

test('every cut of ten links is noticed', async () => {
  const links = await tenLinks();
  assert.equal(links.length, 10);
  for (const link of links) {
    for (let end = 1; end < link.length; end += 1) await assert.rejects(read(link.slice(0, end)), { code: 'altered' }, link.slice(0, end));
  }
});

test('every altered character of ten links is noticed', async () => {
  const others = [...'abz019AZ.-_/=%+ {é\u202e'];
  for (const link of await tenLinks()) {
    for (let at = 1; at < link.length; at += 1) {
      for (const other of others) {
        if (other === link[at]) continue;
        const altered = link.slice(0, at) + other + link.slice(at + 1);
        await assert.rejects(read(altered), (error) => ['altered', 'version'].includes(error.code), altered);
      }
    }
    // Two neighbours that change places.
    for (let at = 1; at + 1 < link.length; at += 1) {
      if (link[at] === link[at + 1]) continue;
      await assert.rejects(read(link.slice(0, at) + link[at + 1] + link[at] + link.slice(at + 2)), (error) => ['altered', 'version'].includes(error.code));
    }
  }
});

test('a link of 1 MB is refused before it is read', async () => {
  await assert.rejects(read(`#${seal('moves', `khet2/bare/${'j1l.'.repeat(250_000)}`, 250_000)}`), { code: 'large' });
});

test('a packed text that becomes gigabytes is refused while it is unpacked', async () => {
  const bomb = deflateRawSync(Buffer.alloc(200 << 20, 'a')).toString('base64url');
  const before = process.memoryUsage().rss;
  await assert.rejects(unpack(bomb), { code: 'large' });
  assert.ok(process.memoryUsage().rss - before < 64 << 20, 'it unpacked more than it returns');
  await assert.rejects(read(`#${seal('packed', bomb, 1)}`), { code: 'large' });
});

test('a text that cannot be unpacked or read is refused', async () => {
  const packedWith = async (text, plies) => read(`#${seal('packed', await pack(text), plies)}`);
  await assert.rejects(read(`#${seal('packed', 'AAAA', 1)}`), { code: 'altered' });
  await assert.rejects(read(`#${seal('packed', '!', 1)}`), { code: 'altered' });
  await assert.rejects(read(`#${seal('later', 'khet2/bare/', 0)}`), { code: 'version' });
  for (const text of ['', 'khet2', 'Z=1\nkhet2/bare/', 'khet2/bare/j1l)', 'khet2/bare/(j1l)', 'khet2/bare/j1l(', 'khet2/bare/j1x', 'khet2/bare/j1l(', `khet2/bare/${'j1l('.repeat(200)}`]) {
    await assert.rejects(packedWith(text, 1), { code: 'version' }, text);
  }
  await assert.rejects(packedWith('khet2/bare/j1l', 2), { code: 'version' });
  // Only a friendly game has an id.
  await assert.rejects(packedWith('G=abcdefgh_-012345\nkhet2/bare/j1l', 1), { code: 'version' });
});

test('too many variations are refused', async () => {
  const one = readText(`khet2/bare/j1l${'(e2e3)'.repeat(600)}`);
  await assert.rejects(playLink(one, new StubRules()), { code: 'large' });
});

test('names and comments have no invisible characters, and markup stays text', async () => {
  assert.equal(cleanName('  \u202eAda\u0000\u2066<img src=x onerror=alert(1)>\u200f\n '), 'Ada<img src=x onerror=alert(1)>');
  assert.equal([...cleanName('𓂀'.repeat(60))].length, 40);
  const game = gameOf(['j1-']);
  game.tags = { Silver: '\u202egnp.exe', Red: '<script>alert(1)</script>' };
  game.tip.comment = 'left\u202eright\u0007\nnext';
  const other = await reopen(await gameLink(game));
  assert.deepEqual(other.tags, { Silver: 'gnp.exe', Red: '<script>alert(1)</script>' });
  assert.equal(other.tip.comment, 'leftright\nnext');
  // A link that was made by hand is cleaned too.
  assert.deepEqual(readText('S=\u202eAda\nkhet2/bare/').names, { silver: 'Ada', red: '' });
});

test('a link whose moves the rules refuse is refused with the move', async () => {
  await assert.rejects(playLink(readText('khet2/bare/j1l.j1l'), new StubRules()), /^Error: move 2 `j1-`: not legal here$/);
  await assert.rejects(playLink(readText('khet2/bare/j1l(a8l)'), new StubRules()), /^Error: move 1 `a8-`: not legal here$/);
  await assert.rejects(playLink(readText('khet2/nothing/'), new StubRules()), /found khet2\/nothing$/);
});

// Links of earlier versions

const old = (text) => playOldLink(text, new StubRules());

for (const start of ['khet2/bare', BARE.replaceAll(' ', '_')]) {
  test(`an earlier link from ${start} opens`, async () => {
    const game = await old(`${start}/${TURNS.join('.')}`);
    assert.deepEqual([game.start.kfen, game.tip.moves, game.current], [BARE, TURNS, game.tip]);
    for (const text of [start, `${start}/`]) assert.deepEqual((await old(text)).root.children, []);
  });
}

test('the rule set of an earlier link is that of its KFEN', async () => {
  assert.equal((await old('x39/4k5/////4K5/9X1_r_deflexion_0_1')).start.variant, 'deflexion');
  assert.equal((await old('x39/4k5/////4K5/9X1_s')).start.variant, 'khet2');
});

test('an earlier link without a known start, or with a move that the rules refuse, is refused', async () => {
  await assert.rejects(old('khet2/nothing/j1-'), /^Error: expected a set-up such as khet2\/classic, found khet2\/nothing$/);
  await assert.rejects(old('khet2'), /found khet2$/);
  await assert.rejects(old('khet2/'), /found khet2$/);
  await assert.rejects(old(''), /found nothing$/);
  await assert.rejects(old('khet2/bare/j1-.j1-'), /^Error: move 2 `j1-`: not legal here$/);
});

