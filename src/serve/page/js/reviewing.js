// @ts-check
// The review of one game: a search of each of its positions, and what follows for the moves and the players.
// The same as src/review does, so that the page and `khepri analyse` agree.

import { accuracyOfMove, accuracyOfPlayer, CERTAIN, chanceOf, isFault, markOfLoss, PER_PERCENT, rank, scoreOfMove, scoreText } from './chance.js';
import { opponent } from './position.js';

/** @typedef {import('./chance.js').Score} Score */
/** @typedef {import('./game.js').Game} Game */
/** @typedef {import('./game.js').GameNode} GameNode */
/** @typedef {import('./position.js').Colour} Colour */
/** @typedef {import('./search.js').Searcher} Searcher */
/** The verdict on a position, from its mover's side; `best` is '' in a finished game. @typedef {{ score: Score, depth: number, best: string, pv: string[] }} Verdict */
/** @typedef {import('./reviewed.js').Review} Review */
/** @typedef {import('./reviewed.js').ReviewedMove} ReviewedMove */

/** The tags of a review. */
const ANNOTATOR = 'Annotator';
/** @type {Record<Colour, string>} */
const ACCURACY = { silver: 'SilverAccuracy', red: 'RedAccuracy' };
/** What stands between the words of a review and those that were there. */
const SEPARATOR = '; ';
/** The table of a review in MiB. */
const HASH = 16;
/** The number of attempts at a position whose search is lost with the engine. */
const TRIES = 6;

/**
 * Searches every position of the main line from the last to the first, so that the table already holds what happened.
 * Returns null if it was cancelled.
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
  /** @type {Verdict|null} */
  let after = null;
  for (const node of [...line].reverse()) {
    const before = await verdict(game, node, searcher, nodes, signal, !after);
    if (!before) return null;
    silver.unshift(node.toMove === 'silver' ? chanceOf(before.score) : CERTAIN - chanceOf(before.score));
    const next = line[line.indexOf(node) + 1];
    if (after && next) moves.set(next, reviewed(next, before, after));
    after = before;
    searched(silver.length, line.length);
  }
  const accuracy = (/** @type {Colour} */ colour) => accuracyOfPlayer([...moves].reverse()
    .flatMap(([node, move]) => (opponent(node.toMove) === colour && move.mark ? [accuracyOfMove(move.loss)] : [])));
  return { line, moves, silver, accuracies: { silver: accuracy('silver'), red: accuracy('red') }, nodes };
}

/** Gives the engine an empty table. @param {Searcher} searcher */
function prepare(searcher) {
  searcher.send(`setoption name Hash value ${HASH}`, 'ucinewgame');
}

/** @param {GameNode} node the position after the move @param {Verdict} before @param {Verdict} after @returns {ReviewedMove} */
function reviewed(node, before, after) {
  const score = scoreOfMove(after.score), best = before.best || node.move;
  const isBest = node.move === best || rank(score) >= rank(before.score);
  const loss = isBest ? 0 : Math.max(0, chanceOf(before.score) - chanceOf(score));
  const mark = node.note.book ? '' : isBest ? 'best' : markOfLoss(loss);
  return { score, depth: after.depth, best, bestScore: before.score, pv: before.pv, loss, mark };
}

/** @param {Game} game @param {GameNode} node @param {Searcher} searcher @param {number} nodes @param {AbortSignal} signal @param {boolean} last @returns {Promise<Verdict|null>} */
async function verdict(game, node, searcher, nodes, signal, last) {
  // A repetition counts where the game ends with a draw.
  const isClaimed = last && game.result === '1/2-1/2' && node.reason === 'repetition';
  if (node.result === '1/2-1/2' || isClaimed) return { score: { cp: 0, mate: null, wdl: [0, 1000, 0] }, depth: 0, best: '', pv: [] };
  if (node.result !== '*') {
    const won = (node.result === '1-0') === (node.toMove === 'silver');
    // Won already is a move nearer than a win in one move.
    return { score: { cp: null, mate: won ? 0.5 : 0 }, depth: 0, best: '', pv: [] };
  }
  for (let tries = 1; ; tries += 1) {
    if (signal.aborted) return null;
    /** @type {Verdict} */
    const found = { score: { cp: 0, mate: null }, depth: 0, best: '', pv: [] };
    try {
      const options = { Threads: 1, MultiPV: 1, UCI_ShowWDL: 'true' };
      const best = await searcher.run(game.position(node), `nodes ${nodes}`, options, ({ cp, mate, wdl, depth, multipv, pv }) => {
        if (multipv === 1) Object.assign(found, { score: { cp, mate, wdl }, depth, pv });
      });
      if (best === null || signal.aborted) return null;
      return { ...found, best };
    } catch (error) {
      if (tries === TRIES) throw error;
      await new Promise((resolve) => setTimeout(resolve, 1000));
      prepare(searcher);
    }
  }
}

/** Writes a review into the game: scores, marks, words after faults, and tags. @param {Game} game @param {Review} done @param {string} annotator */
export function annotate(game, done, annotator) {
  for (const [node, move] of done.moves) {
    node.mark = move.mark;
    if (node.note.book) continue;
    const { time, clock } = node.note;
    node.score = scoreText(move.score);
    node.note = { ...(move.depth ? { depth: move.depth } : {}), ...(time === undefined ? {} : { time }), ...(clock === undefined ? {} : { clock }) };
    const fault = isFault(move.mark) ? `${move.mark}, ${percent(move.loss)} lost: better ${move.best} ${scoreText(move.bestScore)}` : '';
    node.comment = [fault, withoutReview(node.comment)].filter(Boolean).join(SEPARATOR);
  }
  const { [ANNOTATOR]: _annotator, [ACCURACY.silver]: _silver, [ACCURACY.red]: _red, ...tags } = game.tags;
  game.tags = { ...tags, [ANNOTATOR]: annotator };
  for (const colour of /** @type {Colour[]} */ (['silver', 'red'])) {
    const accuracy = done.accuracies[colour];
    if (accuracy !== null) game.tags[ACCURACY[colour]] = accuracy.toFixed(1);
  }
}

/** Returns a chance in percent. A quarter is rounded to the even digit, as the command line does. @param {number} chance */
export function percent(chance) {
  const isQuarter = chance % PER_PERCENT === PER_PERCENT / 4;
  return `${isQuarter ? `${Math.floor(chance / PER_PERCENT)}.2` : (chance / PER_PERCENT).toFixed(1)} %`;
}

/** Returns the words of a comment without those of an earlier review. @param {string} words */
function withoutReview(words) {
  if (!isFault(words.split(', ')[0] ?? '') || !words.includes(', ')) return words;
  const at = words.indexOf(SEPARATOR);
  return at < 0 ? '' : words.slice(at + SEPARATOR.length);
}
