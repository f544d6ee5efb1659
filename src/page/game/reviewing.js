// @ts-check
// The review of a game: searches all its positions, and computes the marks of moves and the accuracies of players. It does
// the same as src/program/review, so that the page and `khepri analyse` agree.

import { accuracyOfMove, accuracyOfPlayer, CERTAIN, chanceOf, isFault, markOfLoss, PER_PERCENT, rank, scoreOfMove, scoreText } from './chance.js';
import { opponent } from '../khet/position.js';

/** @typedef {import('./chance.js').Score} Score */
/** @typedef {import('./game.js').Game} Game */
/** @typedef {import('./game.js').GameNode} GameNode */
/** @typedef {import('../khet/position.js').Colour} Colour */
/** @typedef {import('../host/search.js').Searcher} Searcher */
/** The search result of a position, from the mover's side. `best` is '' in a finished game. @typedef {{ score: Score, depth: number, best: string, pv: string[] }} SearchResult */
/** @typedef {import('./reviewed.js').Review} Review */
/** @typedef {import('./reviewed.js').ReviewedMove} ReviewedMove */

/** The tags of a review. */
const ANNOTATOR = 'Annotator';
/** @type {Record<Colour, string>} */
const ACCURACY = { silver: 'SilverAccuracy', red: 'RedAccuracy' };
/** The separator between the review's part of a comment and the other text. */
const SEPARATOR = '; ';
/** The size of the table in MiB. */
const HASH = 16;
/** The largest number of searches of one position. A search is repeated if the engine ends. */
const MAX_TRIES = 6;

/**
 * Reviews the main line. Searches its positions from the last to the first, so that the table contains the later positions of
 * the game. Returns null if it is cancelled.
 * @param {Game} game @param {Searcher} searcher @param {number} nodes for each position
 * @param {AbortSignal} signal cancels the review @param {(done: number, all: number) => void} searched
 * @returns {Promise<Review|null>}
 */
export async function review(game, searcher, nodes, signal, searched) {
  const line = game.line();
  /** @type {Map<GameNode, ReviewedMove>} */
  const moves = new Map();
  /** @type {number[]} */
  const silver = [];
  prepare(searcher);
  /** @type {SearchResult|null} */
  let after = null;
  for (const node of [...line].reverse()) {
    const before = await searchPosition(game, node, searcher, nodes, signal, !after);
    if (!before) return null;
    silver.unshift(node.toMove === 'silver' ? chanceOf(before.score) : CERTAIN - chanceOf(before.score));
    const next = line[line.indexOf(node) + 1];
    if (after && next) moves.set(next, reviewMove(next, before, after));
    after = before;
    searched(silver.length, line.length);
  }
  const accuracy = (/** @type {Colour} */ colour) => accuracyOfPlayer([...moves].reverse()
    .flatMap(([node, move]) => (opponent(node.toMove) === colour && move.mark ? [accuracyOfMove(move.loss)] : [])));
  return { line, moves, silver, accuracies: { silver: accuracy('silver'), red: accuracy('red') }, nodes };
}

/** Sets the size of the engine's table and clears it. @param {Searcher} searcher */
function prepare(searcher) {
  searcher.send(`setoption name Hash value ${HASH}`, 'ucinewgame');
}

/** @param {GameNode} node the position after the move @param {SearchResult} before @param {SearchResult} after @returns {ReviewedMove} */
function reviewMove(node, before, after) {
  const score = scoreOfMove(after.score), best = before.best || node.move;
  const isBest = node.move === best || rank(score) >= rank(before.score);
  const loss = isBest ? 0 : Math.max(0, chanceOf(before.score) - chanceOf(score));
  const mark = node.note.book ? '' : isBest ? 'best' : markOfLoss(loss);
  return { score, depth: after.depth, best, bestScore: before.score, pv: before.pv, loss, mark };
}

/** @param {Game} game @param {GameNode} node @param {Searcher} searcher @param {number} nodes @param {AbortSignal} signal @param {boolean} isLast @returns {Promise<SearchResult|null>} */
async function searchPosition(game, node, searcher, nodes, signal, isLast) {
  // The last position has the score of a draw if the game was drawn by repetition.
  const isClaimed = isLast && game.result === '1/2-1/2' && node.reason === 'repetition';
  if (node.result === '1/2-1/2' || isClaimed) return { score: { cp: 0, mate: null, wdl: [0, 1000, 0] }, depth: 0, best: '', pv: [] };
  if (node.result !== '*') {
    const won = (node.result === '1-0') === (node.toMove === 'silver');
    // A game that is already won is one ply, half a move, closer to its end than a win in one move.
    return { score: { cp: null, mate: won ? 0.5 : 0 }, depth: 0, best: '', pv: [] };
  }
  for (let tries = 1; ; tries += 1) {
    if (signal.aborted) return null;
    /** @type {SearchResult} */
    const found = { score: { cp: 0, mate: null }, depth: 0, best: '', pv: [] };
    try {
      const options = { Threads: 1, MultiPV: 1, UCI_ShowWDL: 'true' };
      const best = await searcher.run(game.position(node), `nodes ${nodes}`, options, ({ cp, mate, wdl, depth, multipv, pv }) => {
        if (multipv === 1) Object.assign(found, { score: { cp, mate, wdl }, depth, pv });
      });
      if (best === null || signal.aborted) return null;
      return { ...found, best };
    } catch (error) {
      if (tries === MAX_TRIES) throw error;
      await new Promise((resolve) => setTimeout(resolve, 1000));
      prepare(searcher);
    }
  }
}

/** Adds a review to the game: scores, marks, comments on faults, and tags. @param {Game} game @param {Review} done @param {string} annotator */
export function annotate(game, done, annotator) {
  for (const [node, move] of done.moves) {
    node.mark = move.mark;
    if (node.note.book) continue;
    const { time, clock } = node.note;
    node.score = scoreText(move.score);
    node.note = { ...(move.depth ? { depth: move.depth } : {}), ...(time === undefined ? {} : { time }), ...(clock === undefined ? {} : { clock }) };
    node.comment = withoutReview(node.comment);
    // Words after the figures that are not those of a review become text, as in src/protocol/review/annotate.rs.
    if (node.reviewed && !isReview(node.reviewed)) node.comment = [node.reviewed, node.comment].filter(Boolean).join(' ');
    node.reviewed = isFault(move.mark) ? `${move.mark}, ${percent(move.loss)} lost: better ${move.best} ${scoreText(move.bestScore)}` : '';
  }
  const { [ANNOTATOR]: _annotator, [ACCURACY.silver]: _silver, [ACCURACY.red]: _red, ...tags } = game.tags;
  game.tags = { ...tags, [ANNOTATOR]: annotator };
  for (const colour of /** @type {Colour[]} */ (['silver', 'red'])) {
    const accuracy = done.accuracies[colour];
    if (accuracy !== null) game.tags[ACCURACY[colour]] = accuracy.toFixed(1);
  }
}

/** Returns a chance in percent. A quarter of a percent is rounded to the even digit, as the command line does. @param {number} chance */
export function percent(chance) {
  const isQuarter = chance % PER_PERCENT === PER_PERCENT / 4;
  return `${isQuarter ? `${Math.floor(chance / PER_PERCENT)}.2` : (chance / PER_PERCENT).toFixed(1)} %`;
}

/** Returns whether words are those of a review. @param {string} words */
const isReview = (words) => words.includes(', ') && isFault(words.split(', ')[0] ?? '');

/** Returns a comment without the part of a review, which games of earlier versions have in it. @param {string} comment */
function withoutReview(comment) {
  if (!isReview(comment)) return comment;
  const at = comment.indexOf(SEPARATOR);
  return at < 0 ? '' : comment.slice(at + SEPARATOR.length);
}
