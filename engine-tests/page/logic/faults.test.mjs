// Faults of positions, moves and games in words.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test, { afterEach } from 'node:test';
import { CLASSIC } from './stubs.mjs';
import { moveNumber, plyOf } from '../../../src/page/game/game.js';
import { gameFault, positionFaults, positionWords, quoted } from '../../../src/page/khet/faults.js';
import { chooseNames } from '../../../src/page/texts/texts.js';
import { readBoard, squareName } from '../../../src/page/khet/position.js';

afterEach(() => chooseNames('khet'));

const VARIANTS = ['khet2', 'khet1', 'deflexion'];

/** Faults of positions: their codes and values, the words, and the marked squares of the classic set-up. */
const OF_POSITIONS = [
  ['fields', { found: 1 }, 'The side to move must follow the board; the rule set and two numbers may follow'],
  ['ranks', { found: 1 }, 'The board has 1 rank: 8 are needed'],
  ['ranks', { found: 9 }, 'The board has 9 ranks: 8 are needed'],
  ['rank-squares', { rank: 7, found: 1, least: false, squares: ['a7', 'j7'] }, 'Rank 7 has 1 square: 10 are needed', 'a7 j7'],
  ['rank-squares', { rank: 8, found: 11, least: true, squares: ['a8'] }, 'Rank 8 has at least 11 squares: 10 are needed', 'a8'],
  ['not-a-piece', { found: '`z`' }, '`z` is no piece'],
  ['no-orientation', { letter: 'P', kind: 'Pyramid', found: '`/`' },
    'After P (pyramid) a digit from 1 to 4 is needed: where the piece faces'],
  ['not-a-side', { found: '`w`' }, '`w` is no side to move: s is Silver, r is Red'],
  ['not-a-rule-set', { found: '`chess`', names: VARIANTS }, '`chess` is no rule set: there are khet2, khet1, deflexion'],
  ['not-a-number', { least: 1, most: 4294967295, found: '`x`' }, '`x` is no number of moves'],
  ['pharaohs', { colour: 'red', count: 0, limit: 1 }, 'Red needs a Pharaoh', 'f8'],
  ['pharaohs', { colour: 'silver', count: 2, limit: 1 }, 'Silver has 2 Pharaohs: only one is allowed', 'e1'],
  ['piece-not-in-rule-set', { squares: ['a8'], kind: 'Sphinx', name: 'khet1' }, 'Khet 1.0 has no Sphinx', 'a8'],
  ['sphinx-off-corner', { colour: 'red', squares: ['j8'], expected: 'a8' }, 'Red’s Sphinx belongs on a8', 'j8'],
  ['sphinx-faces-frame', { colour: 'red', squares: ['a8'], expected: ['south', 'east'] },
    'Red’s Sphinx on a8 must face south or east', 'a8'],
  ['sphinx-missing', { colour: 'silver', squares: ['j1'] }, 'Silver needs a Sphinx on j1', 'j1'],
  ['too-many-pieces', { colour: 'silver', kinds: ['Scarab'], count: 3, limit: 2 },
    'Silver has 3 Scarabs: only 2 are allowed', 'e4 f4'],
  ['too-many-pieces', { colour: 'red', kinds: ['Scarab', 'Eye of Horus'], count: 4, limit: 3 },
    'Red has 4 Scarabs and Eyes together: only 3 are allowed', 'e5 f5'],
  ['too-many-pieces', { colour: 'red', kinds: ['Anubis'], count: 3, limit: 2 }, 'Red has 3 Anubis: only 2 are allowed', 'e8 g8'],
  ['too-many-pieces', { colour: 'red', kinds: ['Eye of Horus'], count: 3, limit: 2 }, 'Red has 3 Eyes: only 2 are allowed'],
  ['too-many-pieces', { colour: 'red', kinds: ['Obelisk', 'stacked Obelisks'], count: 5, limit: 4 },
    'Red has 5 Obelisks: only 4 are allowed'],
  ['too-many-pieces', { colour: 'silver', kinds: ['Pyramid'], count: 8, limit: 7 },
    'Silver has 8 Pyramids: only 7 are allowed', 'c1 h2 c4 j4 c5 j5 d6'],
  ['piece-on-reserved-square', { colour: 'silver', kind: 'Scarab', squares: ['a3'], owner: 'red' },
    'Silver’s Scarab cannot stand on a3: the square is Red’s alone', 'a3'],
];

const NO_TAG = 'a tag is written like [Silver "name"], on one line';
const NO_MOVE = 'the variation that begins here has no move, or none before it';

/** Faults of moves and games: their codes and values, and the words. */
const OF_GAMES = [
  ['not-a-move', { expected: 'a rank 1 to 8', found: '`9`' }, 'it is no move, which is written like h2g2 or h2+'],
  ['game-over', {}, 'the game is over'],
  ['empty-square', { squares: ['h2'] }, 'h2 is empty'],
  ['not-own-piece', { squares: ['e7'] }, 'the piece on e7 is the opponent\'s'],
  ['too-far', { squares: ['e2', 'e4'] }, 'e4 is not next to e2'],
  ['move-to-reserved-square', { squares: ['a2'] }, 'a2 is reserved for the opponent'],
  ['occupied-square', { squares: ['f2'] }, 'f2 is occupied'],
  ['sphinx-moves', {}, 'a Sphinx does not move'],
  ['no-rotation', { kind: 'Pharaoh' }, 'Pharaoh cannot rotate'],
  ['faces-frame', {}, 'the Sphinx would face the frame'],
  ['other-sense', {}, 'a Scarab or Eye turns with +'],
  ['no-stack', { squares: ['e2'] }, 'there is no stack on e2'],
  ['no-tag-name', { expected: 'the name of a tag', found: '`"`' }, NO_TAG],
  ['no-tag-value', { expected: '`"` before the tag\'s value', found: '`x`' }, NO_TAG],
  ['open-tag-value', { expected: '`"` after the tag\'s value', found: 'the end of the line' }, NO_TAG],
  ['open-tag', { expected: '`]` after the tag', found: '`y`' }, NO_TAG],
  ['long-tag-name', { limit: 255 }, 'a tag is too long'],
  ['long-tag-value', { limit: 65536 }, 'a tag is too long'],
  ['repeated-tag', { name: 'Site' }, 'the tag Site is there twice'],
  ['result-tag', { found: '`2-0`', names: ['1-0', '0-1', '1/2-1/2', '*'] }, '“2-0” is no result: there are 1-0, 0-1, 1/2-1/2, *'],
  ['rule-set-tag', { found: '`chess`', names: VARIANTS }, '“chess” is no rule set: there are khet2, khet1, deflexion'],
  ['set-up-tag', { ruleSet: 'khet1', found: '`x`', names: ['classic', 'imhotep'] },
    'Khet 1.0 has no set-up “x”: there are classic, imhotep'],
  ['kfen-of-rule-set', { expected: 'khet1', found: 'khet2' }, 'the tags RuleSet and KFEN differ: khet1 and khet2'],
  ['kfen-of-set-up', { ruleSet: 'khet2', name: 'classic' },
    'the tags SetUp and KFEN differ: the KFEN is not that of khet2 classic'],
  ['ply-count-tag', { found: '`x`' }, '“x” in the tag PlyCount is no number'],
  ['ply-count', { expected: 2, found: 1 }, 'the tag PlyCount says 1 ply, but the game has 2'],
  ['ply-count', { expected: 1, found: 3 }, 'the tag PlyCount says 3 plies, but the game has 1'],
  ['no-move', { expected: 'a move or the result', found: '`]`' }, 'a move or the result is missing before “]”'],
  ['move-number', { expected: '1.', found: '`2.`' }, 'the number “2.” should be “1.”'],
  ['result-of-last-move', { expected: '1-0', found: '0-1' }, 'the result is “0-1”, but the last move ends the game with “1-0”'],
  ['result-of-tag', { expected: '1-0', found: '0-1' }, 'the result is “0-1” after the moves, but “1-0” in the tag Result'],
  ['lone-result', {}, 'it has a result, but neither tags nor moves'],
  ['open-comment', { found: 'the end of the text' }, 'the comment that begins here is not closed: } is missing'],
  ['long-comment', { limit: 65536 }, 'a comment is too long'],
  ['open-variation', { found: 'the end of the text' }, 'the variation that begins here is not closed: ) is missing'],
  ['no-move-in-variation', { expected: 'a move or `)`', found: '`]`' }, 'a move or the result is missing before “]”'],
  ['no-move-before-variation', {}, NO_MOVE],
  ['empty-variation', {}, NO_MOVE],
  ['deep-variation', { limit: 32 }, 'variations may be at most 32 deep'],
  ['result-in-variation', { found: '1-0' }, 'a variation cannot have a result, found “1-0”'],
  ['no-game', { expected: '`[` of a tag or a move', found: '`?`' }, 'a game begins with a tag or a move, not with “?”'],
  ['not-utf-8', { byte: 255 }, 'a character is not text in UTF-8'],
  ['too-large', { limit: 4096, unit: 'tags' }, 'only at most 4096 tags can be read'],
];

/** The codes that have tests of their own. */
const OTHERS = ['kfen-tag', 'empty-file', 'no-games'];

const fault = (code, values = {}, more = {}) => ({ code, values, message: `the message of ${code}`, ...more });
const move = (word, number = 1) => ({ number, second: false, word });

test('every code has a case', () => {
  const page = readFileSync(new URL('../../../docs/protocol.md', import.meta.url), 'utf8');
  const [, table = ''] = /\n\| of \| codes \|\n\| --- \| --- \|\n((?:\|.*\n)*)/.exec(page) ?? [];
  const codes = [...table.matchAll(/`([^`]+)`/g)].map(([, code]) => code);
  assert.ok(codes.length > 50, table);
  assert.deepEqual(new Set([...OF_POSITIONS, ...OF_GAMES].map(([code]) => code).concat(OTHERS)), new Set(codes));
});

for (const [code, values, text, squares = ''] of OF_POSITIONS) {
  test(`a position: ${text}`, () => {
    const [shown, ...rest] = positionFaults([fault(code, values)], readBoard(CLASSIC));
    assert.deepEqual([shown.text, shown.squares.map(squareName).join(' '), rest], [text, squares, []]);
  });
}

for (const [code, values, text] of OF_GAMES) {
  test(`a game: ${code}: ${text}`, () => {
    assert.equal(gameFault(fault(code, values)), text);
    assert.equal(gameFault(fault(code, values, { line: 7, column: 3, game: 2 })), `Game 2, line 7: ${text}`);
    assert.equal(gameFault(fault(code, values, { move: move('h2g9', 4) })), `move 4 “h2g9”: ${text}`);
  });
}

test('equal faults of a position are shown once, with all their squares', () => {
  const sphinx = (square) => fault('piece-not-in-rule-set', { squares: [square], kind: 'Sphinx', name: 'khet1' });
  const faults = [sphinx('j1'), fault('not-a-side', { found: '`w`' }), sphinx('a8')];
  assert.deepEqual(positionFaults(faults, readBoard('')), [
    { text: 'Khet 1.0 has no Sphinx', squares: [9, 70] }, { text: '`w` is no side to move: s is Silver, r is Red', squares: [] },
  ]);
});

test('faults that are only counted are not listed for a position', () => {
  const pieces = [...'abcdefghijklmnop'].map((letter) => fault('not-a-piece', { found: letter }));
  const faults = [...pieces, fault('more', { count: 4 })];
  assert.equal(positionFaults(faults, readBoard('')).length, 16);
  assert.equal(positionWords(faults), 'a is no piece. b is no piece. c is no piece');
});

test('a tag with a KFEN has the first faults of the KFEN', () => {
  const pharaohs = fault('pharaohs', { colour: 'red', count: 0 });
  const reasons = [fault('ranks', { found: 1 }), fault('not-a-piece', { found: '`f`' }), pharaohs, fault('fields')];
  assert.equal(gameFault(fault('kfen-tag', {}, { line: 25, game: 5, reasons })),
    'Game 5, line 25: The board has 1 rank: 8 are needed. “f” is no piece. Red needs a Pharaoh');
});

test('a file without games has no place', () => {
  assert.equal(gameFault(fault('empty-file', {}, { line: 1, column: 1, game: 1 })), 'the file has no game');
  assert.equal(gameFault(fault('no-games')), 'the file has no game in KGN');
});

test('an unknown code has the message with a capital letter and without another place', () => {
  const more = fault('more', { count: 2 }, { line: 1, game: 1, message: '2 further games cannot be read' });
  assert.equal(gameFault(more), '2 further games cannot be read');
  const unknown = fault('new', {}, { line: 1, game: 1, message: 'expected `x`, found `y`' });
  assert.equal(gameFault(unknown), 'Expected “x”, found “y”');
  assert.deepEqual(positionFaults([unknown], readBoard('')), [{ text: 'Expected `x`, found `y`', squares: [] }]);
});

test('a move is quoted like a word of the program', () => {
  const long = 'x'.repeat(24), words = [['h2é', '“h2\\u{e9}”'], [long, `“${long}”`], [`${long}x`, `“${long}”...`]];
  for (const [word, shown] of words) {
    assert.equal(gameFault(fault('game-over', {}, { move: move(word) })), `move 1 ${shown}: the game is over`);
  }
});

test('the chosen names are used', () => {
  chooseNames('laser');
  const faults = [
    fault('pharaohs', { colour: 'red', count: 2 }), fault('piece-not-in-rule-set', { squares: [], kind: 'Obelisk', name: 'khet2' }),
  ];
  assert.equal(positionWords(faults), 'Red has 2 Kings: only one is allowed. Laser Chess has no Obelisk');
  assert.equal(gameFault(fault('other-sense')), 'a Switch or Eye turns with +');
  assert.equal(quoted('no Sphinx like `x`'), 'no Laser like “x”');
});

test('a move of a line is found from its number', () => {
  for (const kfen of [CLASSIC, 'x s khet2', 'x r khet2 0 5', 'x r deflexion 0 1', 'x s deflexion 0 9']) {
    for (let index = 0; index < 5; index += 1) {
      // `7.` is the first player's move, and `7…` or nothing the second player's.
      const own = moveNumber(kfen, index, true), second = !own.endsWith('.');
      const number = parseInt(own || moveNumber(kfen, index - 1, true), 10);
      assert.equal(plyOf(kfen, { number, second, word: '' }), index + 1, `${kfen}: ${index}`);
    }
  }
});
