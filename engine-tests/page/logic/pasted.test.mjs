// What a pasted text is.

import assert from 'node:assert/strict';
import test from 'node:test';
import { CLASSIC } from './stubs.mjs';
import { readPasted } from '../../../src/page/game/link/pasted.js';

const link = 'moves=khet2/classic/h2g2/1abcd';

test('a link is found with its address, without it, and within a message', () => {
  const texts = [
    link, `#${link}`, `https://example.org/khet/#${link}`, `http://127.0.0.1:8080/#analyse&${link}`,
    `Your move!\nhttps://example.org/khet/#${link}.`, `(see #${link})`, `  #${link}\n\nAda`,
  ];
  for (const text of texts) assert.deepEqual(readPasted(text), { kind: 'link', link }, text);
  assert.deepEqual(readPasted('http://here/#game=khet2/classic/h2g2.c7+'), { kind: 'link', link: 'game=khet2/classic/h2g2.c7+' });
  assert.deepEqual(readPasted('#friend=C7-A_1/0abcd'), { kind: 'link', link: 'friend=C7-A_1/0abcd' });
});

test('a position is found, also one with faults', () => {
  for (const text of [CLASSIC, `\n${CLASSIC} `, CLASSIC.replace(/ s .*/, ' s'), CLASSIC.replace('x33', 'y33'), CLASSIC.split(' ')[0]]) {
    assert.deepEqual(readPasted(text), { kind: 'position', kfen: text.trim() }, text);
  }
});

test('moves are found with and without numbers', () => {
  const moves = ['h2g2', 'c7+', 'e1d2t', 'a8-'];
  for (const text of ['h2g2 c7+ e1d2t a8-', '1. h2g2 c7+ 2. e1d2t a8-', 'h2g2.c7r.e1d2t.a8l', '1.h2g2 c7+\n2.e1d2t a8-', 'h2g2, c7+; e1d2t a8-']) {
    assert.deepEqual(readPasted(text), { kind: 'moves', moves }, text);
  }
});

test('games are found by their tags, or by numbers of moves with more than moves', () => {
  for (const text of ['[Silver "Ada"]\n\n1. h2g2 *', '1. h2g2 {good} c7d7 1-0', '1. h2g2 c7d7 (1... c7c6) *', 'Some words before\n[Event "a"]']) {
    assert.deepEqual(readPasted(text), { kind: 'games' }, text);
  }
});

test('anything else is nothing that opens', () => {
  for (const text of ['', '   ', 'hello', 'h2g9', 'h2g2 and so on', 'https://example.org/', '<b>1</b>', 'a/b/c']) assert.deepEqual(readPasted(text), { kind: 'none' }, text);
});
