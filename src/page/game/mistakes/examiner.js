// @ts-check
// The judgement of an answer to a task: what it costs against the best move, as a review counts, and how the opponent refutes it.

import { PER_PERCENT } from '../chance.js';
import { inUnits, prepare, question, searchPosition } from '../reviewing.js';

/** @typedef {import('../game.js').GameNode} GameNode */
/** @typedef {import('../reviewing.js').SearchResult} SearchResult */
/** The cost of an answer in the unit of chances, whether it solves the task, and the best reply, or '' after the end of the game. @typedef {{ cost: number, isSolved: boolean, reply: string }} Verdict */

/** The cost that an answer must stay below. */
const LIMIT = 5 * PER_PERCENT;
/** The limits of the number of nodes of a search. Within them, it is that of the review. */
const LEAST = 20_000, MOST = 100_000;

export class Examiner {
  /** The search of the position before the answer. @type {Promise<SearchResult|null>} */
  #before;
  #nodes;

  /**
   * Begins to search the start of a game, in which the player answers.
   * @param {import('../game.js').Game} game @param {import('../../host/search.js').Searcher} searcher @param {number} nodes of the review
   * @param {(game: object) => Promise<import('../reviewing.js').Judgement>} judge @param {AbortSignal} signal ends the searches
   */
  constructor(game, searcher, nodes, judge, signal) {
    this.game = game;
    this.searcher = searcher;
    this.judge = judge;
    this.signal = signal;
    this.#nodes = Math.min(Math.max(nodes, LEAST), MOST);
    prepare(searcher);
    this.#before = this.#search(game.root);
    this.#before.catch(() => {});
  }

  /** @param {GameNode} node */
  #search(node) {
    return searchPosition(this.game, node, this.searcher, this.#nodes, this.signal, false);
  }

  /** Returns the best move of the task, or '' if the search was stopped. */
  async best() {
    return (await this.#before)?.best ?? '';
  }

  /** Judges an answer. Returns null if the searches were stopped. @param {GameNode} answer the position after it @returns {Promise<Verdict|null>} */
  async examine(answer) {
    const { root } = this.game, before = await this.#before, after = before && await this.#search(answer);
    if (!before || !after) return null;
    const { moves: [move] } = await this.judge(question([root, answer], [before, after], '*')), cost = inUnits(move?.loss ?? 0);
    return { cost, isSolved: cost < LIMIT, reply: after.best };
  }
}
