// The review of a game: its searches, marks and accuracies, its comments, and its stored form.

import assert from 'node:assert/strict';
import test from 'node:test';
import { addMoves, BARE, settled, SILVER_LOSES, stopTime, turns } from './stubs.mjs';
import { Game } from '../../../src/page/game/game.js';
import { isWhole, restoreReview } from '../../../src/page/game/reviewed.js';
import { annotate, percent, review } from '../../../src/page/game/reviewing.js';

function newGame(moves) {
  const game = new Game({ variant: 'khet2', name: 'bare', kfen: BARE });
  addMoves(game, moves);
  return game;
}

/** An engine that finds what is given for the positions, the last first: the best move, and the score. */
class Finder {
  sent = [];
  searched = [];

  constructor(...found) {
    this.found = found;
  }

  send(...lines) {
    this.sent.push(...lines);
  }

  async run(position, limit, options, report) {
    this.searched.push({ position, limit, options });
    const next = this.found.shift();
    if (next instanceof Error) throw next;
    if (next === null) return null;
    const { best, pv = [best], ...score } = next;
    report({ cp: null, mate: null, wdl: null, depth: 7, multipv: 1, pv, ...score });
    report({ cp: 9999, mate: null, wdl: null, depth: 7, multipv: 2, pv: [] });
    return best;
  }
}

/** What `/review` answers about the moves j1- and a8-, for what FOUND has. */
const JUDGED = {
  moves: [
    { move: 'j1-', score: { cp: -100, mate: null, wdl: [130, 577, 293], text: '-1.00' }, depth: 7, best: 'e2e3',
      bestScore: { cp: 0, mate: null, wdl: [199, 602, 199], text: '+0.00' }, chance: 41.85, loss: 8.15, mark: 'good' },
    { move: 'a8-', score: { cp: -100, mate: null, wdl: [130, 577, 293], text: '-1.00' }, depth: 7, best: 'e7e6',
      bestScore: { cp: 100, mate: null, wdl: [293, 577, 130], text: '+1.00' }, chance: 41.85, loss: 16.3, mark: 'inaccuracy' },
  ],
  silver: [50, 41.85, 58.15],
  accuracies: { silver: 69.1817, red: 47.5696 },
};
const FOUND = [{ best: 'j1+', cp: 100 }, { best: 'e7e6', cp: 100 }, { best: 'e2e3', cp: 0 }];

/** Reviews a game with what an engine finds and what is answered about it. */
async function reviewWith(game, found = FOUND, answer = JUDGED) {
  const searcher = new Finder(...found), steps = [], asked = [];
  const judge = async (request) => {
    asked.push(JSON.parse(JSON.stringify(request)));
    return answer;
  };
  const done = await review(game, searcher, 5000, judge, new AbortController().signal, (...step) => steps.push(step));
  return { done, searcher, steps, asked: asked[0], moves: game.line().slice(1).map((node) => done?.moves.get(node)) };
}

const unasked = () => assert.fail('nothing is judged');

test('a review searches the positions of the main line from the last to the first', async () => {
  const game = newGame(['j1-', 'a8-']);
  addMoves(game, ['e2e3']);
  const { searcher, steps } = await reviewWith(game);
  const positions = searcher.searched.map(({ position }) => position);
  assert.deepEqual(positions, [`kfen ${BARE} moves j1- a8-`, `kfen ${BARE} moves j1-`, `kfen ${BARE}`]);
  assert.deepEqual(new Set(searcher.searched.map(({ limit }) => limit)), new Set(['nodes 5000']));
  assert.deepEqual(searcher.searched[0].options, { Threads: 1, MultiPV: 1, UCI_ShowWDL: 'false' });
  assert.deepEqual(searcher.sent, ['setoption name Hash value 16', 'ucinewgame']);
  assert.deepEqual(steps, [[1, 3], [2, 3], [3, 3]]);
});

test('what was found is judged, and a move of the opening is named', async () => {
  const game = newGame(['j1-', 'a8-']);
  game.root.children[0].note.book = true;
  const { asked } = await reviewWith(game);
  const position = (best, cp) => ({ score: { cp, mate: null }, depth: 7, best });
  assert.deepEqual(asked, {
    kfen: BARE, moves: [{ move: 'j1-', book: true }, { move: 'a8-', book: false }], result: '*',
    positions: [position('e2e3', 0), position('e7e6', 100), position('j1+', 100)],
  });
});

test('a review has the cost of each move and the chances of Silver', async () => {
  const { done, moves } = await reviewWith(newGame(['j1-', 'a8-']));
  assert.deepEqual(done.silver, [1000, 837, 1163]);
  const score = { cp: -100, mate: null };
  assert.deepEqual(moves, [
    { loss: 163, mark: 'good', best: 'e2e3', score, bestScore: { cp: 0, mate: null }, depth: 7, pv: ['e2e3'] },
    { loss: 326, mark: 'inaccuracy', best: 'e7e6', score, bestScore: { cp: 100, mate: null }, depth: 7, pv: ['e7e6'] },
  ]);
  assert.deepEqual([done.accuracies, done.nodes], [JUDGED.accuracies, 5000]);
});

test('a game that the rules ended has no search of its last position', async () => {
  const { asked, searcher } = await reviewWith(newGame(SILVER_LOSES));
  assert.equal(searcher.searched[0].position, `kfen ${BARE} moves e2e1 a8-`);
  assert.deepEqual([asked.positions.length, asked.positions[3]], [4, {}]);
});

test('a repetition that was claimed is an end, and one that was not is searched', async () => {
  const game = newGame(turns(8)), found = Array.from({ length: 9 }, () => ({ best: 'j1-', cp: 100 }));
  game.result = '1/2-1/2';
  const claimed = await reviewWith(game, found);
  assert.deepEqual([claimed.asked.result, claimed.asked.positions[8], claimed.searcher.searched.length], ['1/2-1/2', {}, 8]);
  game.result = '*';
  const open = await reviewWith(game, found);
  assert.deepEqual([open.asked.result, open.asked.positions[8].score.cp, open.searcher.searched.length], ['*', 100, 9]);
});

test('a draw by agreement is searched', async () => {
  const game = newGame(['j1-', 'a8-']);
  game.result = '1/2-1/2';
  const { searcher } = await reviewWith(game);
  assert.equal(searcher.searched.length, 3);
});

test('a repetition after which the game went on is searched', async () => {
  const game = newGame(turns(10));
  game.result = '1/2-1/2';
  const { asked } = await reviewWith(game, Array.from({ length: 11 }, () => ({ best: 'j1-', cp: 100 })));
  assert.deepEqual([asked.positions[8].best, asked.positions[9].best, asked.positions[10]], ['j1-', 'j1-', {}]);
});

test('a review that is cancelled has no result', async () => {
  const stop = new AbortController(), searcher = new Finder(FOUND[0], null);
  assert.equal(await review(newGame(['j1-']), searcher, 5000, unasked, stop.signal, () => {}), null, 'the search was stopped');
  const again = new Finder(...FOUND);
  assert.equal(await review(newGame(['j1-']), again, 5000, unasked, stop.signal, () => stop.abort()), null);
  assert.equal(again.searched.length, 1);
  const last = new AbortController(), late = new Finder(FOUND[0]), run = late.run.bind(late);
  late.run = (...question) => {
    last.abort();
    return run(...question);
  };
  assert.equal(await review(newGame([]), late, 5000, unasked, last.signal, () => {}), null, 'the search ended all the same');
});

test('a review fails if nothing judges it', async () => {
  const judge = () => Promise.reject(new Error('the server answered 500'));
  const reviewed = review(newGame([]), new Finder(FOUND[0]), 5000, judge, new AbortController().signal, () => {});
  await assert.rejects(reviewed, /^Error: the server answered 500$/);
});

test('a search is repeated with an empty table if the engine ends', async (t) => {
  const pass = stopTime(t), searcher = new Finder(new Error('engine ended'), FOUND[0], FOUND[1]);
  const judge = async () => ({ ...JUDGED, moves: JUDGED.moves.slice(0, 1), silver: JUDGED.silver.slice(0, 2) });
  const reviewed = review(newGame(['j1-']), searcher, 5000, judge, new AbortController().signal, () => {});
  await pass(999);
  assert.equal(searcher.searched.length, 1);
  await pass(1);
  const { silver } = await reviewed;
  assert.equal(silver.length, 2);
  assert.deepEqual(searcher.searched.map(({ position }) => position.includes(' moves ')), [true, true, false]);
  assert.deepEqual(searcher.sent, ['setoption name Hash value 16', 'ucinewgame', 'setoption name Hash value 16', 'ucinewgame']);
});

test('a review fails if the engine ends six times in one position', async (t) => {
  const pass = stopTime(t), searcher = new Finder(...Array.from({ length: 7 }, (_, at) => new Error(`end ${at + 1}`)));
  const reviewed = review(newGame(['j1-']), searcher, 5000, unasked, new AbortController().signal, () => {});
  const failed = assert.rejects(reviewed, /^Error: end 6$/);
  for (let tries = 1; tries < 6; tries += 1) await pass(1000);
  await failed;
  await settled();
  assert.equal(searcher.searched.length, 6);
});

test('a reviewed game has scores, marks, comments on faults and tags', async () => {
  const game = newGame(['j1-', 'a8-']), [first] = game.root.children, [second] = first.children;
  first.note = { nodes: 3, time: 40, clock: 60 };
  game.tags = { Silver: 'One', RedAccuracy: '1.0' };
  const { done } = await reviewWith(game);
  annotate(game, done, 'Khepri');
  assert.deepEqual(
    [first.score, first.mark, first.reviewed, first.note],
    ['-1.00', 'good', '', { depth: 7, time: 40, clock: 60 }],
  );
  assert.deepEqual(
    [second.score, second.mark, second.reviewed],
    ['-1.00', 'inaccuracy', 'inaccuracy, 16.3 % lost: better e7e6 +1.00'],
  );
  assert.deepEqual(game.tags, { Silver: 'One', Annotator: 'Khepri', SilverAccuracy: '69.2', RedAccuracy: '47.6' });
});

test('a second review replaces the first, and comments stay', async () => {
  const game = newGame(['j1-', 'a8-']), [first] = game.root.children, [second] = first.children;
  Object.assign(first, { comment: 'inaccuracy, 12.0 % lost: better e2e3 +0.20; my text' });
  Object.assign(second, { reviewed: 'words of the file', comment: 'my text' });
  const { done } = await reviewWith(game);
  annotate(game, done, 'Khepri');
  assert.equal(first.comment, 'my text', 'a comment of an earlier version');
  assert.equal(second.comment, 'words of the file my text');
  const best = JUDGED.moves.map((move) => ({ ...move, loss: 0, mark: 'best' }));
  const { done: again } = await reviewWith(game, FOUND, { ...JUDGED, moves: best });
  annotate(game, again, 'Other');
  assert.deepEqual([second.reviewed, second.comment, second.mark], ['', 'words of the file my text', 'best']);
  assert.equal(game.tags.Annotator, 'Other');
  first.comment = 'blunder, 50.0 % lost: better e2e3 +0.20';
  annotate(game, again, 'Other');
  assert.equal(first.comment, '');
});

test('words that only look like those of a review stay', async () => {
  for (const words of ['Silver, as before; Red waits', 'blunder; Red waits', 'a blunder, said one; Red waits']) {
    const game = newGame(['j1-', 'a8-']), [first] = game.root.children, [second] = first.children;
    first.comment = words;
    second.reviewed = words;
    const { done } = await reviewWith(game);
    annotate(game, done, 'Khepri');
    assert.deepEqual([first.comment, second.comment], [words, words]);
  }
});

test('a book move keeps what the file has of it, and a player without other moves gets no accuracy', async () => {
  const game = newGame(['j1-']), [node] = game.root.children;
  Object.assign(node, { score: '+0.10', comment: 'my text', note: { book: true } });
  game.tags = { SilverAccuracy: '50.0' };
  const book = { ...JUDGED.moves[0], mark: null };
  const { done } = await reviewWith(game, FOUND, { moves: [book], silver: [50, 50], accuracies: { silver: null, red: null } });
  annotate(game, done, 'Khepri');
  assert.deepEqual([node.score, node.comment, node.note, node.mark], ['+0.10', 'my text', { book: true }, '']);
  assert.deepEqual(game.tags, { Annotator: 'Khepri' });
});

test('the end of a game has no depth', async () => {
  const game = newGame(['j1-']), score = { cp: null, mate: -1 };
  const last = { ...JUDGED.moves[0], score, depth: 0, loss: 50, mark: 'blunder' };
  const { done } = await reviewWith(game, FOUND, { ...JUDGED, moves: [last] });
  annotate(game, done, 'Khepri');
  assert.deepEqual([game.tip.score, game.tip.note, game.tip.reviewed], ['-M1', {}, 'blunder, 50.0 % lost: better e2e3 +0.00']);
});

test('a chance is a number of percent with one digit, and a quarter is rounded to the even one', () => {
  assert.deepEqual(
    [0, 163, 1000, 25, 5, 35, 1995].map(percent),
    ['0.0 %', '8.2 %', '50.0 %', '1.2 %', '0.2 %', '1.8 %', '99.8 %'],
  );
});

/** Stores a game as text, and restores it. */
const again = (game) => Game.restore(JSON.parse(JSON.stringify(game.store())));

test('a review is stored with its game', async () => {
  const game = newGame(['j1-', 'a8-']), long = turns(9);
  addMoves(game, ['e2e3']);
  ({ done: game.review } = await reviewWith(game, [FOUND[0], { ...FOUND[1], pv: long }, FOUND[2]]));
  const { review: found, ...other } = again(game), line = other.root.children[0];
  assert.deepEqual(found.line.map((node) => node.moves), [[], ['j1-'], ['j1-', 'a8-']]);
  assert.deepEqual([found.silver, found.accuracies, found.nodes], [game.review.silver, game.review.accuracies, 5000]);
  const { score, depth, best, bestScore, pv, loss, mark } = found.moves.get(line.children[0]);
  assert.deepEqual(
    [score.cp, depth, best, bestScore.cp, pv, loss, mark],
    [-100, 7, 'e7e6', 100, long.slice(0, 6), 326, 'inaccuracy'],
  );
  assert.equal(found.moves.get(line).bestScore.cp, 0);
});

test('a review whose moves were removed is not stored', async () => {
  const game = newGame(['j1-', 'a8-']);
  ({ done: game.review } = await reviewWith(game));
  assert.ok(isWhole(game.review));
  game.remove(game.tip);
  assert.ok(!isWhole(game.review));
  assert.ok(!('review' in game.store()));
});

test('a review that was replaced as the main line is still whole', async () => {
  const game = newGame(['j1-', 'a8-']);
  ({ done: game.review } = await reviewWith(game));
  game.promote(addMoves(game, ['e2e3']));
  assert.deepEqual(again(game).review?.line.map(({ move }) => move), ['', 'j1-', 'a8-']);
});

test('a stored review that does not fit the game is left out', async () => {
  const game = newGame(['j1-', 'a8-']);
  ({ done: game.review } = await reviewWith(game));
  const stored = game.store().review, nodes = game.line();
  assert.ok(restoreReview(stored, nodes));
  assert.equal(restoreReview({ ...stored, s: [1000] }, nodes), null, 'a chance for each position');
  assert.equal(restoreReview({ ...stored, l: [0, 2, 1] }, nodes), null, 'another order');
  assert.equal(restoreReview(stored, nodes.slice(0, 2)), null, 'a missing position');
});
