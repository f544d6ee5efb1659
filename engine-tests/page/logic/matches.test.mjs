// Matches: their players, clocks and ends, series of games with their cross tables, and the stored form.

import assert from 'node:assert/strict';
import test from 'node:test';
import { addMoves, BARE, openApp, RED_LOSES, reopenApp, settled, SILVER_LOSES, stored, turns } from './stubs.mjs';
import { Game } from '../../../src/page/game/game.js';
import { addResult, crossTable, newSeries } from '../../../src/page/game/series.js';

const START = { variant: 'khet2', name: 'bare', kfen: BARE };
const MAU = { engine: 'khepri', level: 900 }, FULL = { engine: 'khepri', level: 0 }, OTHER = { engine: 'other', level: 0 };

/** Returns the terms of a match. A person is null. */
const terms = (silver, red, more = {}) => ({ players: { silver, red }, time: { seconds: 1 }, start: START, ...more });

/** Opens the page and starts a match. */
async function play(t, silver, red, more) {
  const opened = await openApp(t);
  opened.match.start(terms(silver, red, more));
  await settled();
  return opened;
}

/** Returns an object that counts the events of a kind from now on. */
function counter(app, name) {
  const count = { of: 0 };
  app.addEventListener(name, () => { count.of += 1; });
  return count;
}

test('a match against a level has the names of its players, its day and its start', async (t) => {
  const { app, match } = await play(t, null, MAU);
  assert.deepEqual(app.game.tags, { Silver: 'Player', Red: 'Mau (Khepri 900)', Date: '2026.01.31' });
  assert.deepEqual([match.name('silver'), match.name('red')], ['You', 'Mau']);
  assert.equal(app.game.start, START);
  assert.deepEqual(app.announced, ['New game, Khet 2.0 Bare. Silver to move.']);
  assert.equal(app.status, 'Your move: you play Silver.');
  assert.ok(match.mayMove());
});

test('a board without a match allows all moves and has no status', async (t) => {
  const { app, match } = await openApp(t);
  await app.playAll(['j1-']);
  assert.ok(match.mayMove());
  assert.deepEqual([match.isAtTable, match.clocks.isRunning, match.statusText(), match.outcomeText()], [false, false, '', '']);
  assert.deepEqual(match.store(), {
    terms: null, running: false, clocks: { silver: 0, red: 0 }, paused: false, series: null, isNextDue: false,
  });
});

test('the names of players are those of people, levels and engines', async (t) => {
  const { app, match } = await openApp(t);
  assert.deepEqual([match.name('silver'), match.name('red')], ['Silver', 'Red'], 'a board without a match');
  app.game.tags = { Silver: 'One' };
  assert.deepEqual([match.name('silver'), match.name('red')], ['One', 'Red'], 'a game of a file');
  for (const [silver, red, names, tags] of [
    [null, null, ['Silver', 'Red'], ['Silver', 'Red']],
    [OTHER, null, ['Other', 'You'], ['Other', 'Player']],
    [FULL, { engine: 'khepri', level: 600 }, ['Khepri', 'Khepri 600'], ['Khepri', 'Khepri 600']],
  ]) {
    match.start(terms(silver, red));
    assert.deepEqual([match.name('silver'), match.name('red')], names);
    assert.deepEqual([app.game.tags.Silver, app.game.tags.Red], tags);
  }
});

test('a person against an engine sits at the bottom', async (t) => {
  const { app, match } = await play(t, MAU, null);
  assert.ok(app.board.flipped);
  match.start(terms(null, MAU));
  assert.ok(!app.board.flipped);
});

test('a clock is named in the record of the game', async (t) => {
  const { app } = await play(t, null, null, { time: { minutes: 5, increment: 3 } });
  assert.equal(app.game.tags.TimeControl, '300+3');
});

test('an end by the rules ends the match', async (t) => {
  const { app, match } = await play(t, null, null);
  await app.playAll(SILVER_LOSES);
  assert.ok(!match.running);
  assert.deepEqual([app.game.result, app.game.termination, app.game.tip.result], ['*', '', '0-1']);
  assert.equal(match.statusText(), '');
  assert.ok(match.mayMove(), 'variations of earlier positions');
});

test('an end without a move is announced, and allows no moves in the last position', async (t) => {
  const { app, match } = await play(t, null, null);
  await app.playAll(['j1-']);
  match.finish('1/2-1/2', 'agreement');
  assert.deepEqual([app.game.result, app.game.termination, app.announced.at(-1)], ['1/2-1/2', 'agreement', 'Draw by agreement.']);
  assert.ok(!match.mayMove());
  app.game.current = app.game.root;
  assert.ok(match.mayMove());
  match.finish('1-0', 'time');
  assert.equal(app.game.result, '1/2-1/2', 'a match ends once');
});

test('the result against a level is recorded as the person sees it', async (t) => {
  const { match } = await openApp(t);
  for (const [silver, red, result, score] of [
    [null, MAU, '1-0', 1], [null, MAU, '0-1', 0], [MAU, null, '0-1', 1], [MAU, null, '1/2-1/2', 0.5],
  ]) {
    match.start(terms(silver, red));
    match.finish(result, 'resignation');
    assert.deepEqual(stored('rival'), { level: 900, score }, result);
  }
});

test('the result of two people, against another engine, between engines or with help is not recorded', async (t) => {
  const { app, match } = await openApp(t);
  for (const [silver, red] of [[null, null], [null, OTHER], [FULL, MAU]]) {
    match.start(terms(silver, red));
    match.finish('1-0', 'resignation');
  }
  match.start(terms(null, MAU));
  app.game.tags.Assisted = 'hints';
  match.finish('1-0', 'resignation');
  assert.equal(stored('rival'), null);
});

test('the outcome is that of the person at the last position', async (t) => {
  const { app, match } = await play(t, null, MAU);
  assert.equal(match.outcomeText(), '');
  match.finish('1-0', 'resignation');
  assert.equal(match.outcomeText(), 'You win. ');
  addMoves(app.game, ['j1-']);
  assert.equal(match.outcomeText(), '', 'an earlier position');
  match.start(terms(MAU, null));
  match.finish('1-0', 'resignation');
  assert.equal(match.outcomeText(), 'You lose. ');
  match.start(terms(null, null));
  match.finish('1-0', 'resignation');
  assert.equal(match.outcomeText(), '', 'two people');
});

test('the outcome of an end by the rules is that of the last move', async (t) => {
  const { app, match } = await play(t, null, MAU);
  app.game.current = addMoves(app.game, RED_LOSES);
  match.finish('1-0', 'pharaoh');
  assert.equal(match.outcomeText(), 'You win. ');
});

test('the status says whose move it is, and how to return from an earlier position', async (t) => {
  const { app, match } = await play(t, null, null);
  assert.equal(match.statusText(), 'Silver to move.');
  await app.playAll(['j1-']);
  assert.equal(match.statusText(), 'Red to move.');
  app.game.current = app.game.root;
  assert.match(match.statusText(), /^An earlier position/);
  assert.ok(!match.mayMove());
  match.decisions.offer = 'silver';
  app.game.current = app.game.tip;
  assert.equal(match.statusText(), 'Silver offers a draw');
});

test('a person is told when a draw can be claimed', async (t) => {
  const { app, match } = await play(t, null, null);
  await app.playAll(turns(8));
  assert.equal(match.statusText(), 'Silver to move. This arrangement stands for the third time: you may claim a draw.');
  assert.ok(match.running);
});

// Clocks

test('clocks run for the side to move, and get the increment after a move', async (t) => {
  const { app, match, pass } = await play(t, null, null, { time: { minutes: 1, increment: 2 } });
  await pass(10_000);
  await app.playAll(['j1-']);
  await pass(4000);
  assert.deepEqual([match.clocks.left('silver'), match.clocks.left('red')], [52_000, 56_000]);
});

test('the clocks are shown ten times a second', async (t) => {
  const { app, match, pass } = await play(t, null, null, { time: { minutes: 1, increment: 0 } }), clock = counter(app, 'clock');
  await pass(1000);
  assert.equal(clock.of, 10);
  match.finish('1-0', 'resignation');
  await pass(1000);
  assert.equal(clock.of, 10);
});

for (const [name, moves, result] of [['Silver', [], '0-1'], ['Red', ['j1-'], '1-0']]) {
  test(`${name} loses without time`, async (t) => {
    const { app, match, pass } = await play(t, null, null, { time: { minutes: 1, increment: 0 } });
    await app.playAll(moves);
    await pass(59_900);
    assert.ok(match.running);
    await pass(100);
    assert.deepEqual([match.running, app.game.result, app.game.termination], [false, result, 'time']);
  });
}

test('a paused match has no clock, allows no moves, and goes on at its last position', async (t) => {
  const { app, match, pass } = await play(t, null, null, { time: { minutes: 1, increment: 0 } });
  await app.playAll(['j1-']);
  match.pause(true);
  assert.equal(app.status, 'The game is paused');
  await pass(30_000);
  assert.equal(match.clocks.left('red'), 60_000);
  assert.ok(!match.mayMove());
  app.game.current = app.game.root;
  match.pause(false);
  await pass(1000);
  assert.equal(app.node, app.game.tip);
  assert.ok(match.mayMove());
  assert.equal(match.clocks.left('red'), 59_000);
  match.finish('1-0', 'resignation');
  match.pause(true);
  assert.ok(!match.paused, 'a match that has ended');
});

test('a match between engines waits while it is paused', async (t) => {
  const { app, match } = await play(t, FULL, OTHER), engine = app.session('play silver');
  assert.equal(engine.searches, 1);
  match.pause(true);
  await settled();
  assert.equal(engine.sent.at(-1), 'stop');
  assert.deepEqual(app.game.root.children, []);
  match.pause(false);
  await settled();
  assert.equal(engine.searches, 2);
});

// Two people at a table

test('a board at a table turns to the player to move', async (t) => {
  const { app, match } = await play(t, null, null, { isAtTable: true }), flips = counter(app, 'flip');
  assert.ok(match.isAtTable && !app.board.flipped);
  await app.playAll(['j1-']);
  assert.deepEqual([app.board.flipped, flips.of], [true, 1]);
  await app.playAll(['a8-']);
  assert.deepEqual([app.board.flipped, flips.of], [false, 2]);
  match.finish('1-0', 'resignation');
  assert.ok(!match.isAtTable);
});

test('the board of two people who sit elsewhere stays', async (t) => {
  const { app } = await play(t, null, null);
  await app.playAll(['j1-']);
  assert.ok(!app.board.flipped);
});

// Engines

test('an engine starts each game anew, and ends when another player replaces it', async (t) => {
  const { app, match } = await play(t, null, MAU), engine = app.session('play red');
  assert.deepEqual(engine.sent, ['ucinewgame']);
  match.start(terms(null, FULL));
  await settled();
  assert.equal(app.session('play red'), engine, 'the same engine at another level');
  assert.ok(!engine.isClosed);
  match.start(terms(null, OTHER));
  assert.ok(engine.isClosed);
  const other = app.session('play red');
  match.end();
  assert.ok(other.isClosed);
  assert.deepEqual([match.terms, match.running, match.people], [null, false, []]);
});

test('an engine to move claims a draw by repetition, unless it is ahead', async (t) => {
  const { app, match } = await openApp(t);
  for (const [score, isOver] of [['', true], ['-0.20', true], ['+0.00', true], ['+0.01', false], ['+M3', false]]) {
    match.start(terms(FULL, null));
    await settled();
    const node = addMoves(app.game, turns(8));
    // The engine's last move is the seventh.
    node.parent.score = score;
    Object.assign(node, { score: '+9.00' });
    app.game.current = node;
    await app.show();
    assert.deepEqual([match.running, app.game.result], isOver ? [false, '1/2-1/2'] : [true, '*'], score);
    if (isOver) assert.deepEqual([app.message, app.game.termination], ['Khepri claims a draw.', 'repetition']);
  }
});

test('engines that play each other draw by repetition', async (t) => {
  const { app, match } = await play(t, FULL, OTHER);
  app.game.current = addMoves(app.game, turns(8));
  app.game.tip.parent.score = '+9.00';
  await app.show();
  assert.deepEqual([match.running, app.game.result], [false, '1/2-1/2']);
});

// Series

/** Plays moves of two engines, each of which is found after a time. */
async function search({ app, pass }, moves, time) {
  for (const move of moves) {
    await pass(time);
    await app.session(`play ${app.node.toMove}`).answer(move);
  }
}

test('a series goes on after a pause of a tenth of its searches, with the colours exchanged', async (t) => {
  const opened = await play(t, FULL, OTHER, { games: 3 }), { app, match, pass } = opened, first = app.game;
  assert.deepEqual(match.series, { names: ['Khepri', 'Other'], games: 3, points: [] });
  await search(opened, ['j1-', 'a8-', 'j1+', 'a8+'], 1000);
  match.finish('1-0', 'resignation');
  await pass(399);
  assert.equal(app.game, first);
  await pass(1);
  assert.notEqual(app.game, first);
  assert.deepEqual([match.name('silver'), match.name('red'), match.running], ['Other', 'Khepri', true]);
  match.finish('1-0', 'resignation');
  await pass(2500);
  match.finish('1/2-1/2', 'agreement');
  await pass(2500);
  assert.deepEqual([match.running, match.series.points], [false, [1, 0, 0.5]]);
});

test('the pause after a game is at most two and a half seconds', async (t) => {
  const opened = await play(t, FULL, OTHER, { games: 2, time: { seconds: 60 } }), { app, match, pass } = opened, first = app.game;
  await search(opened, ['j1-', 'a8-'], 60_000);
  match.finish('1-0', 'resignation');
  await pass(2499);
  assert.equal(app.game, first);
  await pass(1);
  assert.notEqual(app.game, first);
});

test('the last shot of a game is ended with the pause, so that no animation holds up a series', async (t) => {
  const opened = await play(t, FULL, OTHER, { games: 2 }), { app, match, pass } = opened, first = app.game, { show } = app;
  const [last, ...before] = [...SILVER_LOSES].reverse();
  await search(opened, before.reverse(), 1000);
  // An animation that ends only when it is ended.
  app.show = () => new Promise((resolve) => {
    app.board.endShot = () => {
      app.show = show;
      resolve(app.show());
    };
  });
  await search(opened, [last], 1000);
  await pass(299);
  assert.deepEqual([app.game === first, match.running], [true, true]);
  await pass(1);
  assert.deepEqual([match.running, match.series.points], [false, [0]]);
  await pass(0);
  assert.deepEqual([app.game === first, match.running], [false, true]);
});

test('the next game of a series waits while another game is shown', async (t) => {
  const { app, match, own, pass } = await play(t, FULL, OTHER, { games: 2 }), first = app.game;
  match.finish('1-0', 'resignation');
  await settled();
  own.showFor(new Game(START), 'review');
  await pass(2500);
  assert.equal(match.terms, null);
  own.resumeFrom('review');
  await settled();
  assert.equal(app.game, first);
  await pass(2500);
  assert.notEqual(app.game, first);
  assert.equal(match.series.points.length, 1);
});

test('a new match ends a series', async (t) => {
  const { app, match, pass } = await play(t, FULL, OTHER, { games: 2 });
  match.finish('1-0', 'resignation');
  match.start(terms(null, null));
  const { game } = app;
  await pass(5000);
  assert.deepEqual([app.game, match.series], [game, null]);
});

test('a rematch exchanges the colours, and continues only an unfinished series', async (t) => {
  const { match } = await play(t, null, MAU, { games: 1 });
  match.rematch();
  assert.deepEqual(match.terms.players, { silver: MAU, red: null });
  match.start(terms(FULL, OTHER));
  match.finish('1-0', 'resignation');
  match.rematch();
  assert.deepEqual(match.series, { names: ['Other', 'Khepri'], games: 1, points: [] });
  match.end();
  match.rematch();
  assert.ok(!match.running, 'a board without a match');
});

/** Returns the series after the results of its games, as KGN has them. */
function seriesOf(results, games = 5) {
  const series = newSeries('Khepri', 'Other', games);
  results.forEach((result) => addResult(series, result));
  return series;
}

/** Returns the texts of the cells, row by row. */
function texts(table) {
  const rows = table.content.flatMap(({ content }) => content);
  return rows.map(({ content }) => content.map(({ textContent }) => textContent));
}

test('the first player has Silver in every other game', () => {
  assert.deepEqual(seriesOf(['1-0', '1-0', '0-1', '0-1', '1/2-1/2']).points, [1, 0, 0, 1, 0.5]);
});

test('a cross table has the results and the points of both players', () => {
  assert.deepEqual(texts(crossTable(seriesOf(['1-0', '1/2-1/2', '0-1']))), [
    ['', '3 of 5', 'won', 'drawn', 'lost', 'points'],
    ['Khepri', '1 ½ 0', '1', '1', '1', '1½'],
    ['Other', '0 ½ 1', '1', '1', '1', '1½'],
  ]);
});

test('points are whole numbers or halves', () => {
  const points = (...results) => texts(crossTable(seriesOf(results))).slice(1).map((row) => row.at(-1));
  assert.deepEqual(points(), ['0', '0']);
  assert.deepEqual(points('1/2-1/2'), ['½', '½']);
  assert.deepEqual(points('1-0'), ['1', '0']);
  assert.deepEqual(points('1-0', '0-1', '1/2-1/2'), ['2½', '½']);
});

test('two players of the same name are numbered', () => {
  assert.deepEqual(newSeries('Khepri', 'Khepri', 2).names, ['Khepri 1', 'Khepri 2']);
  assert.deepEqual(newSeries('Mau', 'Pip', 2), { names: ['Mau', 'Pip'], games: 2, points: [] });
});

test('the headings of a cross table say what they head', () => {
  const [head, body] = crossTable(seriesOf(['1-0'])).content;
  const scopes = (row) => row.content.map(({ name, attributes }) => `${name} ${attributes.scope ?? ''}`);
  assert.deepEqual(new Set(scopes(head.content[0])), new Set(['th col']));
  assert.deepEqual(scopes(body.content[0]).slice(0, 2), ['th row', 'td ']);
});

// Storage

test('a match goes on after a reload, with the time that was left', async (t) => {
  const { app, pass } = await play(t, null, MAU, { time: { minutes: 1, increment: 0 } });
  await pass(10_000);
  app.own.store();
  const { app: again, match } = await reopenApp();
  assert.deepEqual(match.terms, terms(null, MAU, { time: { minutes: 1, increment: 0 } }));
  assert.ok(match.running);
  assert.deepEqual([match.clocks.left('silver'), match.clocks.left('red')], [50_000, 60_000]);
  await again.show();
  await pass(1000);
  assert.equal(match.clocks.left('silver'), 49_000);
});

test('a series goes on after a reload, also from the pause between two games', async (t) => {
  const { match, pass } = await play(t, FULL, OTHER, { games: 2 });
  match.finish('1-0', 'resignation');
  const { app: again, match: restored } = await reopenApp(), { game } = again;
  await again.show();
  await pass(2500);
  assert.notEqual(again.game, game);
  assert.deepEqual([restored.running, restored.series.points, restored.name('silver')], [true, [1], 'Other']);
});

test('a match of an earlier version has no series', async (t) => {
  const { match } = await openApp(t);
  match.restore({ terms: null, running: true, clocks: { silver: 0, red: 0 }, paused: false });
  assert.deepEqual([match.running, match.series, match.store().isNextDue], [false, null, false]);
});
