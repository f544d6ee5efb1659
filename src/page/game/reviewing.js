// @ts-check
// The review of a game: searches all its positions, and has the moves judged as `khepri analyse` does.

import { isFault, PER_PERCENT, scoreText } from './chance.js';

/** @typedef {import('./chance.js').Score} Score */
/** @typedef {import('./game.js').Game} Game */
/** @typedef {import('./game.js').GameNode} GameNode */
/** @typedef {import('../khet/position.js').Colour} Colour */
/** @typedef {import('../host/search.js').Searcher} Searcher */
/** The search result of a position, from the mover's side. `score` is null in a finished game. @typedef {{ score: Score|null, depth: number, best: string, pv: string[] }} SearchResult */
/** A review as docs/protocol.md describes the answer of `/review`. Numbers are percent, and scores are those of the player who moved.
 * @typedef {{ moves: { score: Score, depth: number, best: string, bestScore: Score, loss: number, mark: import('./chance.js').Mark|null }[], silver: number[], accuracies: Record<Colour, number|null> }} Judgement */
/** @typedef {import('./reviewed.js').Review} Review */

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
 * @param {(game: object) => Promise<Judgement>} judge returns the marks of the moves of a game with the scores of its positions
 * @param {AbortSignal} signal cancels the review @param {(done: number, all: number) => void} searched
 * @returns {Promise<Review|null>}
 */
export async function review(game, searcher, nodes, judge, signal, searched) {
  const line = game.line();
  /** @type {SearchResult[]} */
  const positions = [];
  prepare(searcher);
  for (const node of [...line].reverse()) {
    const found = await searchPosition(game, node, searcher, nodes, signal, !positions.length);
    if (!found) return null;
    positions.unshift(found);
    searched(positions.length, line.length);
  }
  const judgement = await judge(question(line, positions, game.result));
  /** @type {Review['moves']} */
  const moves = new Map();
  for (const [at, { score, depth, best, bestScore, loss, mark }] of judgement.moves.entries()) {
    const node = line[at + 1], pv = positions[at]?.pv ?? [];
    if (node) moves.set(node, { score: plain(score), depth, best, bestScore: plain(bestScore), pv, loss: inUnits(loss), mark: mark ?? '' });
  }
  return { line, moves, silver: judgement.silver.map(inUnits), accuracies: judgement.accuracies, nodes };
}

/** Returns what the judgement of a line is made from. @param {GameNode[]} line @param {SearchResult[]} positions @param {string} result of the game, if it does not follow from the moves */
export const question = ([start, ...line], positions, result) => ({
  kfen: start?.kfen ?? '', moves: line.map(({ move, note }) => ({ move, book: Boolean(note.book) })),
  result, positions: positions.map(({ score, depth, best }) => (score ? { score, depth, best } : {})),
});

/** Returns a score without its text and its chances. @param {Score} score @returns {Score} */
const plain = ({ cp, mate }) => ({ cp, mate });

/** Returns a number of percent in the unit of chances. @param {number} number */
export const inUnits = (number) => Math.round(PER_PERCENT * number);

/** Sets the size of the engine's table and clears it. @param {Searcher} searcher */
export function prepare(searcher) {
  searcher.send(`setoption name Hash value ${HASH}`, 'ucinewgame');
}

/** Searches a position of a game. Returns null if the search is stopped. @param {Game} game @param {GameNode} node @param {Searcher} searcher @param {number} nodes @param {AbortSignal} signal @param {boolean} isLast whether the game ends there @returns {Promise<SearchResult|null>} */
export async function searchPosition(game, node, searcher, nodes, signal, isLast) {
  // Nothing is searched where the game has ended. A repetition in the last position is an end if the players took it as one.
  const isClaimed = isLast && game.result === '1/2-1/2' && node.reason === 'repetition';
  if (node.result !== '*' || isClaimed) return { score: null, depth: 0, best: '', pv: [] };
  for (let tries = 1; ; tries += 1) {
    if (signal.aborted) return null;
    /** @type {SearchResult} */
    const found = { score: { cp: 0, mate: null }, depth: 0, best: '', pv: [] };
    try {
      // The chances before and after a move have to be by one model, which the judgement chooses, so none are reported.
      const options = { Threads: 1, MultiPV: 1, UCI_ShowWDL: 'false' };
      const best = await searcher.run(game.position(node), `nodes ${nodes}`, options, ({ cp, mate, depth, multipv, pv }) => {
        if (multipv === 1) Object.assign(found, { score: { cp, mate }, depth, pv });
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
