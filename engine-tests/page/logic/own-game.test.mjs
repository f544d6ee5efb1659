// The player's own game: it waits while a panel shows another one, and is stored with the last deletion and earlier games.

import assert from 'node:assert/strict';
import test from 'node:test';
import { addMoves, BARE, keep, openApp, reopenApp, stored, TURNS } from './stubs.mjs';
import { Game } from '../../../src/page/game/game.js';

const START = { variant: 'khet2', name: 'bare', kfen: BARE };
const TWO_PEOPLE = { players: { silver: null, red: null }, time: { minutes: 1, increment: 0 }, start: START };

/** Returns a game of which the last position is shown. */
function gameOf(moves) {
  const game = new Game(START);
  game.current = addMoves(game, moves);
  return game;
}

/** Returns a game with a review that fits it. */
function reviewed(moves) {
  const game = gameOf(moves), line = game.line();
  game.review = { line, moves: new Map(), silver: line.map(() => 1000), accuracies: { silver: null, red: null }, nodes: 5 };
  return game;
}

/** Opens the page with a game of two people. */
async function open(t, moves = TURNS) {
  const opened = await openApp(t);
  opened.match.start(TWO_PEOPLE);
  await opened.app.playAll(moves);
  return { ...opened, game: opened.app.game };
}

/** Returns the main lines of earlier games, the latest first. */
const earlier = (own) => own.earlierGames().map(({ game }) => Game.restore(game).tip.moves.join(' '));

test('a game waits with its match while a panel shows another one', async (t) => {
  const { app, match, own, game, pass } = await open(t), other = gameOf(['e2e3']);
  await pass(10_000);
  app.board.setFlipped(true);
  own.showFor(other, 'review');
  app.board.setFlipped(false);
  assert.deepEqual([app.game, own.shownFor, match.terms, match.running], [other, 'review', null, false]);
  await pass(10_000);
  own.resumeFrom('review');
  assert.deepEqual([app.game, own.shownFor, app.board.flipped, match.running], [game, '', true, true]);
  assert.equal(match.clocks.left('silver'), 50_000);
});

test('a panel that shows nothing has nothing to resume from', async (t) => {
  const { app, own, game } = await open(t);
  own.resumeFrom('review');
  assert.equal(app.game, game);
});

test('another game of the same panel replaces the first', async (t) => {
  const { app, own, game } = await open(t);
  own.showFor(gameOf(['e2e3']), 'puzzles');
  own.showFor(gameOf(['e2e1']), 'puzzles');
  own.resumeFrom('puzzles');
  assert.equal(app.game, game);
});

test('the games of several panels wait for each other', async (t) => {
  const { app, own, game } = await open(t), other = gameOf(['e2e3']);
  own.showFor(other, 'review');
  own.showFor(gameOf([]), 'learn');
  assert.equal(own.shownFor, 'learn');
  own.resumeFrom('learn');
  assert.deepEqual([app.game, own.shownFor], [other, 'review']);
  own.showFor(gameOf([]), 'puzzles');
  own.resumeFrom('review');
  assert.deepEqual([app.game, own.shownFor], [game, ''], 'the games of later panels end too');
});

test('puzzles and lessons are exercises', async (t) => {
  const { own } = await open(t);
  assert.ok(!own.isExercise);
  for (const [panel, isExercise] of [['review', false], ['puzzles', true], ['learn', true]]) {
    own.showFor(gameOf([]), panel);
    assert.equal(own.isExercise, isExercise, panel);
  }
});

test('a game of a panel stays on the board for another panel', async (t) => {
  const { app, own, game } = await open(t), other = gameOf(['e2e3']);
  own.showFor(other, 'puzzles');
  own.handOver('review', 'analysis');
  assert.equal(own.shownFor, 'puzzles', 'the panel does not show it');
  own.handOver('puzzles', 'review');
  assert.deepEqual([app.game, own.shownFor], [other, 'review']);
  assert.deepEqual(stored('game').shown.game.nodes.length, 2);
  own.resumeFrom('review');
  assert.equal(app.game, game);
});

test('a game of a panel that is handed over leaves the games between', async (t) => {
  const { app, own, game } = await open(t);
  own.showFor(gameOf(['e2e3']), 'review');
  own.showFor(gameOf(['e2e1']), 'puzzles');
  own.handOver('puzzles', 'review');
  own.resumeFrom('review');
  assert.equal(app.game, game);
});

// Replacements and their undo

test('a game that a panel shows becomes the own game, and the replaced one an earlier game', async (t) => {
  const { app, own } = await open(t), other = gameOf(['e2e3']);
  own.showFor(other, 'review');
  own.adopt();
  assert.deepEqual([app.game, own.shownFor, own.undoText], [other, '', 'This is your game now.']);
  assert.deepEqual(earlier(own), [TURNS.join(' ')]);
  assert.equal(stored('game').game.id, other.id);
});

test('a replacement can be undone', async (t) => {
  const { app, match, own, game } = await open(t);
  app.board.setFlipped(true);
  own.replace('A new game has begun.', () => match.start(TWO_PEOPLE));
  app.board.setFlipped(false);
  assert.deepEqual([own.undoText, app.game.root.children], ['A new game has begun.', []]);
  own.undo();
  assert.deepEqual([app.game.id, app.game.tip.moves, app.board.flipped, match.running], [game.id, TURNS, true, true]);
  assert.deepEqual([own.undoText, earlier(own)], ['', []]);
  own.undo();
  assert.equal(app.game.id, game.id, 'once');
});

test('an undo ends the engines of the game that it replaces', async (t) => {
  const { app, match, own } = await open(t);
  const players = { silver: null, red: { engine: 'khepri', level: 0 } };
  own.replace('A new game has begun.', () => match.start({ ...TWO_PEOPLE, players }));
  const engine = app.session('play red');
  own.undo();
  assert.ok(engine.isClosed);
});

test('a game without moves is replaced without a trace', async (t) => {
  const { match, own } = await open(t, []);
  own.replace('A new game has begun.', () => match.start(TWO_PEOPLE));
  assert.deepEqual([own.undoText, earlier(own)], ['', []]);
});

test('the next move ends the time in which a replacement can be undone', async (t) => {
  const { app, match, own } = await open(t);
  own.replace('A new game has begun.', () => match.start(TWO_PEOPLE));
  await app.playAll(['e2e3']);
  assert.equal(own.undoText, '');
});

test('the moves of an exercise do not end it', async (t) => {
  const { app, match, own } = await open(t);
  own.replace('A new game has begun.', () => match.start(TWO_PEOPLE));
  own.showFor(gameOf([]), 'puzzles');
  await app.playAll(['e2e3']);
  assert.equal(own.undoText, 'A new game has begun.');
});

test('a game with moves that the undo would lose becomes an earlier game', async (t) => {
  const { app, own, game } = await open(t);
  own.replace('A position was set up.', () => app.setGame(gameOf(['e2e3'])));
  own.undo();
  assert.deepEqual([app.game.id, earlier(own)], [game.id, ['e2e3']]);
});

test('moves that were added to the same game become a game of their own', async (t) => {
  const { app, own, game } = await open(t, ['j1-']), { id } = game;
  own.saveForUndo('A move was taken back.');
  app.remove(game.tip);
  addMoves(game, ['e2e3']);
  own.undo();
  assert.deepEqual([app.game.id, app.game.tip.moves, earlier(own)], [id, ['j1-'], ['e2e3']]);
});

test('an undo brings back the game and the reviewed game that waited for it', async (t) => {
  const { app, own, game } = await open(t), other = gameOf(['e2e3']);
  own.showFor(other, 'review');
  own.saveForUndo('Something was deleted.');
  own.resumeFrom('review');
  own.undo();
  assert.deepEqual([app.game.id, own.shownFor], [other.id, 'review']);
  own.resumeFrom('review');
  assert.equal(app.game.id, game.id);
});

test('the last deletion can be undone after a reload', async (t) => {
  const { match, own, game } = await open(t);
  own.replace('A new game has begun.', () => match.start(TWO_PEOPLE));
  const again = await reopenApp();
  assert.equal(again.own.undoText, 'A new game has begun.');
  again.own.undo();
  assert.equal(again.app.game.id, game.id);
});

// Earlier games

test('the latest of the earlier games comes first, and those on the board are left out', async (t) => {
  const { app, own } = await open(t), next = (moves) => own.replace('', () => app.setGame(gameOf(moves)));
  next(['e2e3']);
  next(['e2e1']);
  assert.deepEqual(earlier(own), ['e2e3', TURNS.join(' ')]);
  app.setGame(Game.restore(own.earlierGames()[0].game));
  assert.deepEqual(earlier(own), [TURNS.join(' ')]);
});

test('an earlier game is put on the board with its match, and can be replaced again', async (t) => {
  const { app, match, own } = await open(t);
  own.replace('', () => {
    match.end();
    app.setGame(gameOf(['e2e3']));
  });
  const { id } = app.game;
  own.reopen(own.earlierGames()[0]);
  assert.ok(app.game.id > id, 'it is the latest game again');
  assert.deepEqual([app.game.tip.moves, match.running, match.terms], [TURNS, true, TWO_PEOPLE]);
  assert.equal(own.undoText, 'An earlier game is on the board.');
  assert.deepEqual(earlier(own), ['e2e3']);
  own.reopen(own.earlierGames()[0]);
  assert.deepEqual(earlier(own), [TURNS.join(' ')]);
});

test('a series between engines does not go on in an earlier game', async (t) => {
  const { app, match, own, pass } = await open(t, []), engine = { engine: 'khepri', level: 0 };
  match.start({ players: { silver: engine, red: engine }, time: { seconds: 1 }, start: START, games: 2 });
  app.game.current = addMoves(app.game, ['j1-']);
  match.finish('1-0', 'resignation');
  own.replace('', () => app.setGame(gameOf(['e2e3'])));
  own.reopen(own.earlierGames()[0]);
  const { game } = app;
  await pass(10_000);
  assert.equal(app.game, game);
});

test('games with moves are listed, the one on the board first', async (t) => {
  const { app, own, game } = await open(t), other = gameOf(['e2e3']), empty = gameOf([]);
  own.showFor(other, 'review');
  assert.deepEqual(own.currentGames(), [other, game]);
  own.showFor(empty, 'puzzles');
  assert.deepEqual(own.currentGames(), [game, other]);
  assert.equal(app.game, empty);
});

for (const [name, leave] of [
  ['left', ({ own }) => own.resumeFrom('review')],
  ['replaced by another game of the panel', ({ own }) => own.showFor(gameOf([]), 'review')],
  ['handed over', ({ own }) => own.handOver('review', 'analysis')],
  ['replaced by a new game', ({ app, own }) => own.replace('', () => app.setGame(gameOf([])))],
  ['left together with a later panel', ({ own }) => {
    own.showFor(gameOf([]), 'puzzles');
    own.resumeFrom('review');
  }],
]) {
  test(`a reviewed game that is ${name} is kept`, async (t) => {
    const opened = await open(t), { own } = opened, other = reviewed(['e2e3']);
    own.showFor(other, 'review');
    leave(opened);
    assert.ok(Object.keys(localStorage).includes(`khepri.earlier.${other.id}`));
  });
}

test('a game of a panel without a review is not kept', async (t) => {
  const { own } = await open(t);
  own.showFor(gameOf(['e2e3']), 'review');
  own.resumeFrom('review');
  assert.deepEqual(earlier(own), []);
});

// Storage

test('the own game is stored while a panel shows another one, and is on the board after a reload', async (t) => {
  const { app, own, game } = await open(t);
  own.showFor(gameOf([]), 'puzzles');
  await app.playAll(['e2e3']);
  const again = await reopenApp();
  assert.deepEqual([again.app.game.id, again.app.game.tip.moves, again.own.shownFor], [game.id, TURNS, '']);
  assert.ok(again.match.running);
});

test('a reviewed game is on the board after a reload, and the own game waits', async (t) => {
  const { app, own, game } = await open(t), other = reviewed(['e2e3']);
  own.showFor(other, 'review');
  app.board.setFlipped(true);
  own.store();
  const again = await reopenApp();
  assert.deepEqual([again.app.game.id, again.own.shownFor, again.app.board.flipped], [other.id, 'review', true]);
  assert.equal(again.app.game.review.nodes, 5);
  again.own.resumeFrom('review');
  assert.deepEqual([again.app.game.id, again.match.running, again.app.board.flipped], [game.id, true, false]);
});

test('a game of a file that is too large is left out, and the own game is stored', async (t) => {
  const { own, game } = await open(t), other = gameOf(['e2e3']);
  other.root.comment = 'x'.repeat(2_000_000);
  own.showFor(other, 'review');
  assert.deepEqual([stored('game').game.id, stored('game').shown], [game.id, undefined]);
});

test('a review that is too large is left out, and the moves are stored', async (t) => {
  const { app } = await open(t, []), game = reviewed(['e2e3']), score = { cp: 0, mate: null }, best = 'x'.repeat(2_000_000);
  game.review.moves.set(game.tip, { score, depth: 1, best, bestScore: score, pv: [], loss: 0, mark: 'good' });
  app.setGame(game);
  const { id, nodes, review } = stored('game').game;
  assert.deepEqual([id, nodes.length, review], [game.id, 2, undefined]);
});

test('a page that is left before it has read the stored game does not replace it', async (t) => {
  const { app, game } = await open(t);
  const { OwnGame } = await import('../../../src/page/game/own-game.js'), unread = new OwnGame(app);
  app.game = gameOf(['e2e3']);
  unread.store();
  assert.equal(stored('game').game.id, game.id);
});

test('a stored game that cannot be read is reported, and the page opens without it', async (t) => {
  await openApp(t);
  keep('game', { game: { nodes: 3 } });
  const again = await reopenApp();
  assert.equal(again.app.message, 'The game kept in this browser cannot be read.');
  assert.deepEqual(again.app.game.root.children, []);
});

test('a game of a link that is kept stays among the earlier games with what is added to it', async (t) => {
  const { app, own, game } = await open(t), other = gameOf(['j1-']);
  own.show(other);
  own.keep();
  // Those on the board are not among the earlier ones.
  assert.deepEqual([app.game, own.shownFor, earlier(own)], [other, 'review', []]);
  addMoves(other, ['j1-', 'a8-']);
  own.resumeFrom('review');
  assert.deepEqual([app.game, earlier(own)], [game, ['j1- a8-']]);
  own.show(gameOf(['e2e3']));
  own.resumeFrom('review');
  assert.deepEqual(earlier(own), ['j1- a8-']);
});
