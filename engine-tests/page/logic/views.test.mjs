// The view of the board: where squares and directions are seen, from both sides, wide and turned by a quarter.

import assert from 'node:assert/strict';
import test from 'node:test';
import { squareIndex, squareName } from '../../../src/page/khet/position.js';
import { View } from '../../../src/page/board/view.js';

const VIEWS = {
  silver: new View(), red: new View(true), 'turned silver': new View(false, true), 'turned red': new View(true, true),
};
/** Returns the names of the squares, row by row. @param {View} view */
const rows = (view) => Array.from({ length: view.rows }, (_, row) =>
  Array.from({ length: view.columns }, (_, column) => squareName(view.square(column, row))).join(' '));

test('rows follow what is seen', () => {
  const { silver, red, 'turned silver': turned, 'turned red': turnedRed } = VIEWS;
  assert.equal(rows(silver)[0], 'a8 b8 c8 d8 e8 f8 g8 h8 i8 j8');
  assert.equal(rows(silver)[7], 'a1 b1 c1 d1 e1 f1 g1 h1 i1 j1');
  assert.equal(rows(red)[0], 'j1 i1 h1 g1 f1 e1 d1 c1 b1 a1');
  // Clockwise: what is at the right of Silver is nearest.
  assert.equal(rows(turned)[0], 'a1 a2 a3 a4 a5 a6 a7 a8');
  assert.equal(rows(turned)[9], 'j1 j2 j3 j4 j5 j6 j7 j8');
  assert.equal(rows(turnedRed)[0], 'j8 j7 j6 j5 j4 j3 j2 j1');
  assert.equal(rows(turnedRed)[9], 'a8 a7 a6 a5 a4 a3 a2 a1');
  for (const view of Object.values(VIEWS)) {
    for (let square = 0; square < 80; square += 1) assert.equal(view.square(...view.place(square)), square);
  }
});

test('steps and directions follow what is seen, and end at the border', () => {
  const { red, 'turned silver': turned, 'turned red': turnedRed } = VIEWS;
  const step = (view, square, right, down) => squareName(view.step(squareIndex(square), right, down));
  assert.equal(step(red, 'e4', 1, 0), 'd4');
  assert.equal(step(turned, 'e4', 1, 0), 'e5');
  assert.equal(step(turned, 'e4', 0, 1), 'f4');
  assert.equal(step(turnedRed, 'e4', 1, 0), 'e3');
  assert.equal(step(turned, 'e4', 9, 0), 'e8');
  assert.equal(step(turned, 'j1', 0, 1), 'j1');
  assert.deepEqual(['n', 'e', 's', 'w'].map((direction) => turned.seen(direction)), ['e', 's', 'w', 'n']);
  assert.deepEqual(['n', 'e', 's', 'w'].map((direction) => turnedRed.seen(direction)), ['w', 'n', 'e', 's']);
  assert.equal(red.degrees('n'), 180);
});

test('a square is at the place of its labels, and the lasers in the frame are beside their corners', () => {
  const turned = VIEWS['turned silver'], { columns, rows: lines } = turned.labels;
  assert.deepEqual([turned.width, turned.height], [8 * 64 + 44, 10 * 64 + 44]);
  assert.deepEqual(columns.map(({ text }) => text).join(''), '12345678');
  assert.deepEqual(lines.map(({ text }) => text).join(''), 'abcdefghij');
  assert.equal(turned.centre(squareIndex('c7')).x, turned.centre(columns[6].square).x);
  assert.equal(turned.centre(squareIndex('c7')).y, turned.centre(lines[2].square).y);
  // j0 lies below j1 in Silver's view, and therefore at its left.
  assert.deepEqual(turned.framePoint('j0'), { x: 22, y: 22 + 9.5 * 64 });
  assert.deepEqual(turned.framePoint('a9'), { x: 22 + 8 * 64, y: 22 + 32 });
});
