// The list of games: what a row shows, titles and folders, and games that are deleted and put back.

import assert from 'node:assert/strict';
import test from 'node:test';
import { addMoves, BARE, keep, openApp, RED_LOSES, reopenApp, SILVER_LOSES, stored, TURNS } from './stubs.mjs';
import { Game } from '../../../src/page/game/game.js';
import { foldersOf, Library } from '../../../src/page/game/library/library.js';
import { summarize } from '../../../src/page/game/library/summary.js';
import { loadSession, save, saveEarlier } from '../../../src/page/common/storage.js';

const START = { variant: 'khet2', name: 'bare', kfen: BARE };
const ENGINE = { engine: 'khepri', level: 900 };
const NOON = Date.UTC(2026, 0, 31, 12);

function gameOf(moves, tags = {}) {
  const game = new Game(START);
  game.current = addMoves(game, moves);
  game.tags = tags;
  return game;
}

const snapshot = (game, players = null) =>
  ({ game: game.store(), match: { terms: players && { players, time: { seconds: 1 }, start: START }, running: false, clocks: {}, paused: false }, flipped: false });

/** Opens the page with earlier games, the first of which is the oldest, and returns the list of games. */
async function open(t, games) {
  const opened = await openApp(t);
  games.forEach((game, at) => {
    game.id = at + 1;
    keep(`earlier.${at + 1}`, snapshot(game));
  });
  return { ...opened, library: new Library(opened.app) };
}

const ids = (entries) => entries.map(({ id }) => id);

// Summaries

test('a game has the plies, the last position and the result of its main line', () => {
  const game = gameOf(SILVER_LOSES, { Silver: 'Ada', Red: 'Bea', Event: 'Cup', Round: '2' });
  addMoves(game, ['e2e3']);
  game.id = NOON;
  const { plies, kfen, result, silver, red, event, variant, outcome, rival, id } = summarize(snapshot(game));
  assert.deepEqual([plies, kfen, result], [3, 'x29/4k5//////9X4 r khet2 0 2', '0-1']);
  assert.deepEqual([silver, red, event, variant, outcome, rival, id], ['Ada', 'Bea', 'Cup 2', 'khet2', '', '', NOON]);
});

test('a game without moves has its start', () => {
  const { plies, kfen, result, title, folder } = summarize(snapshot(gameOf([])));
  assert.deepEqual([plies, kfen, result, title, folder], [0, BARE, '*', '', '']);
});

test('a variation that was stored first does not count', () => {
  const game = gameOf(['e2e3']);
  addMoves(game, TURNS);
  game.promote(game.root.children[1]);
  assert.equal(summarize(snapshot(game)).plies, 4);
});

for (const [own, moves, outcome] of [
  ['silver', SILVER_LOSES, 'lost'], ['silver', RED_LOSES, 'won'], ['red', SILVER_LOSES, 'won'], ['red', TURNS, ''],
]) {
  test(`${own} against an engine: ${moves.join(' ')}`, () => {
    const players = { silver: ENGINE, red: ENGINE, [own]: null }, game = gameOf(moves, { Silver: 'S', Red: 'R' });
    const summary = summarize(snapshot(game, players));
    assert.deepEqual([summary.outcome, summary.rival], [outcome, own === 'silver' ? 'R' : 'S']);
  });
}

test('a game that ended without a move has its result', () => {
  const game = gameOf(TURNS);
  game.result = '1/2-1/2';
  assert.deepEqual([summarize(snapshot(game)).result, summarize(snapshot(game, { silver: null, red: ENGINE })).outcome], ['1/2-1/2', 'drawn']);
  assert.equal(summarize(snapshot(game, { silver: null, red: null })).outcome, '', 'two people');
});

test('a game has the day of its tag, and the time of its id only on that day', () => {
  const dateOf = (Date) => {
    const game = gameOf([], Date ? { Date } : {});
    game.id = NOON;
    const { date, hasTime } = summarize(snapshot(game));
    return [date.toISOString(), hasTime];
  };
  for (const tag of ['', '2026.01.31', '????.??.??', '2026.99.99']) assert.deepEqual(dateOf(tag), ['2026-01-31T12:00:00.000Z', true], tag);
  assert.deepEqual(dateOf('2024.05.06'), ['2024-05-06T00:00:00.000Z', false]);
});

// The list

test('the games on the board and waiting come first, then the earlier ones', async (t) => {
  const { app, own, library } = await open(t, [gameOf(TURNS), gameOf(['e2e3'])]);
  app.setGame(gameOf(['e2e1']));
  assert.deepEqual(library.games().map(({ place }) => place), ['board', 'earlier', 'earlier']);
  own.showFor(gameOf(['j1-']), 'review');
  assert.deepEqual(library.games().map(({ place, plies }) => [place, plies]), [['board', 1], ['waiting', 1], ['earlier', 1], ['earlier', 4]]);
});

test('a stored game that cannot be read does not hide the others', async (t) => {
  const { library } = await open(t, [gameOf(TURNS)]);
  keep('earlier.7', {});
  localStorage.setItem('khepri.earlier.8', '{');
  assert.deepEqual(ids(library.games()), [1]);
});

// Deletion

test('a deleted game can be put back, also after a reload', async (t) => {
  const { library } = await open(t, [gameOf(TURNS), gameOf(['e2e3']), gameOf(['e2e1'])]);
  library.delete([2]);
  assert.deepEqual([ids(library.games()), ids(library.deleted())], [[3, 1], [2]]);
  const again = new Library((await reopenApp()).app);
  assert.deepEqual([ids(again.games()), ids(again.deleted())], [[3, 1], [2]]);
  assert.ok(again.putBack([2]));
  assert.deepEqual([ids(again.games()), ids(again.deleted())], [[3, 2, 1], []]);
});

test('the last deletion comes first', async (t) => {
  const { library, pass } = await open(t, [gameOf(TURNS), gameOf(['e2e3']), gameOf(['e2e1'])]);
  library.delete([3]);
  await pass(1000);
  library.delete([1]);
  assert.deepEqual(ids(library.deleted()), [1, 3]);
});

test('a deletion keeps what another tab has deleted meanwhile', async (t) => {
  const { library } = await open(t, [gameOf(TURNS), gameOf(['e2e3'])]);
  keep('deletions', { 1: 5 });
  library.delete([2]);
  assert.deepEqual(ids(library.deleted()), [2, 1]);
});

test('games are erased for good, and what is gone cannot be put back', async (t) => {
  const { library } = await open(t, [gameOf(TURNS), gameOf(['e2e3'])]);
  library.delete([1, 2]);
  library.erase([1]);
  assert.deepEqual([ids(library.deleted()), stored('earlier.1'), stored('deletions')[1]], [[2], null, undefined]);
  assert.ok(!library.putBack([1, 2]));
  assert.deepEqual(ids(library.games()), [2]);
});

test('a game that is stored again is no longer deleted', async (t) => {
  const { library } = await open(t, [gameOf(TURNS)]);
  library.delete([1]);
  const game = gameOf(TURNS);
  game.id = 1;
  saveEarlier(1, snapshot(game));
  assert.deepEqual([ids(library.games()), ids(library.deleted())], [[1], []]);
});

test('deletions that cannot be read hide no game', async (t) => {
  const { library } = await open(t, [gameOf(TURNS)]);
  for (const text of ['{', '7', 'null', '"x"', '[3]']) {
    localStorage.setItem('khepri.deletions', text);
    assert.deepEqual(ids(library.games()), [1], text);
  }
});

/** Limits the number of characters of the storage. */
function limitStorage(t, most) {
  t.mock.method(localStorage, 'setItem', (key, text) => {
    const others = Object.keys(localStorage).filter((one) => one.startsWith('khepri.') && one !== key);
    if (others.reduce((sum, one) => sum + localStorage[one].length, text.length) > most) throw new DOMException('full', 'QuotaExceededError');
    localStorage[key] = text;
  });
}

const size = () => Object.keys(localStorage).filter((key) => key.startsWith('khepri.')).reduce((sum, key) => sum + localStorage[key].length, 0);

test('a full storage removes deleted games before others', async (t) => {
  const { library } = await open(t, [gameOf(TURNS), gameOf(TURNS), gameOf(TURNS)]);
  library.delete([3]);
  limitStorage(t, size() + 10);
  save('large', 'x'.repeat(100));
  assert.deepEqual([ids(library.games()), ids(library.deleted())], [[2, 1], []]);
});

test('a label for which there is no room removes no game', async (t) => {
  const { library } = await open(t, [gameOf(TURNS), gameOf(TURNS)]);
  limitStorage(t, size() + 5);
  assert.throws(() => library.label(new Map([[1, { title: 'A long title' }]])), DOMException);
  assert.throws(() => library.delete([1]), DOMException);
  assert.deepEqual(ids(library.games()), [2, 1]);
});

// Titles and folders

test('games have titles and folders, wherever they are', async (t) => {
  const { app, own, library } = await open(t, [gameOf(TURNS, { Silver: 'Ada' })]);
  const game = gameOf(['e2e1'], { Red: 'Bea' }), other = gameOf(['j1-']);
  app.setGame(game);
  own.showFor(other, 'review');
  library.label(new Map([[1, { title: 'One' }], [game.id, { folder: 'Club' }], [other.id, { title: 'Other', folder: 'Club' }]]));
  assert.deepEqual(library.games().map(({ title, folder }) => [title, folder]), [['Other', 'Club'], ['', 'Club'], ['One', '']]);
  assert.deepEqual([stored('earlier.1').game.tags, stored('game').game.tags], [{ Silver: 'Ada', Title: 'One' }, { Red: 'Bea', Folder: 'Club' }]);
  assert.deepEqual(foldersOf(library.games()), [['Club', 2]]);
  library.label(new Map([[1, { title: ' ' }], [game.id, { folder: '' }]]));
  assert.deepEqual([stored('earlier.1').game.tags, game.tags], [{ Silver: 'Ada' }, { Red: 'Bea' }]);
});

test('a label is one line of limited length', async (t) => {
  const { library } = await open(t, [gameOf(TURNS)]);
  library.label(new Map([[1, { title: ' a\tb\u0000\n c ', folder: '🂡'.repeat(100) }]]));
  const [{ title, folder }] = library.games();
  assert.deepEqual([title, folder], ['a b c', '🂡'.repeat(80)]);
});

test('a game that another tab has removed gets no label', async (t) => {
  const { library } = await open(t, [gameOf(TURNS)]);
  localStorage.removeItem('khepri.earlier.1');
  library.label(new Map([[1, { title: 'One' }]]));
  assert.deepEqual(library.games(), []);
});

test('titles and folders are in KGN, and read again', async (t) => {
  const { library } = await open(t, [gameOf(TURNS), gameOf(['e2e3'])]);
  library.label(new Map([[1, { title: 'First', folder: 'Club' }], [2, { folder: 'Club' }]]));
  const kgns = library.games().map(({ snapshot: { game } }) => Game.restore(game).kgn());
  assert.deepEqual(kgns.map(({ tags }) => tags), [{ Folder: 'Club' }, { Title: 'First', Folder: 'Club' }]);
  localStorage.clear();
  const read = kgns.map((kgn) => ({ ...kgn, variant: 'khet2', setup: 'bare' }));
  assert.equal(library.add(read), 2);
  assert.deepEqual(library.games().map(({ title, folder, place }) => [title, folder, place]), [['', 'Club', 'earlier'], ['First', 'Club', 'earlier']]);
  assert.equal(loadSession('deleted'), null);
});

test('games of a file are added only as long as there is room, and replace none', async (t) => {
  const { library } = await open(t, [gameOf(TURNS)]), kgn = gameOf(['e2e3']).kgn();
  limitStorage(t, size() + 700);
  const added = library.add(Array.from({ length: 9 }, () => kgn));
  assert.ok(added > 0 && added < 9, `${added} added`);
  assert.equal(library.games().length, added + 1);
});
