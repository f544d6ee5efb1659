// @ts-check
// Scores, and the winning chances, marks and accuracies of reviews. docs/playing.md describes the formula, and
// src/protocol/review/formula.rs has the same one. Chances are whole numbers, so that both agree at the thresholds.

/** A score in centipawns or moves to a forced end, from one player's side. @typedef {{ cp: number|null, mate: number|null, wdl?: number[]|null }} Score */
/** @typedef {'best'|'good'|'inaccuracy'|'mistake'|'blunder'} Mark */

/** The unit of chances: twentieths of a percent, because the model gives win, draw and loss in thousandths. */
export const PER_PERCENT = 20;
export const CERTAIN = 100 * PER_PERCENT;

/** The smallest loss of winning chance of each mark in percent, the largest first. @type {[Mark, number][]} */
const LEAST_LOSS = [['blunder', 30], ['mistake', 20], ['inaccuracy', 10], ['good', 0]];
/** All marks, the best first. @type {Mark[]} */
export const MARKS = ['best', 'good', 'inaccuracy', 'mistake', 'blunder'];

/** Returns the reported win, draw and loss in thousandths, or else those of Khepri's model. @param {Score} score @returns {number[]} */
export function wdlOf({ cp, mate, wdl }) {
  if (mate !== null) return mate > 0 ? [1000, 0, 0] : [0, 0, 1000];
  if (wdl?.length === 3) return wdl;
  const share = (/** @type {number} */ score) => Math.round(1000 / (1 + Math.exp((273 - score) / 196)));
  const win = share(cp ?? 0), loss = share(-(cp ?? 0));
  return [win, 1000 - win - loss, loss];
}

/** Returns a player's winning chance, in which a draw counts half. @param {Score} score */
export function chanceOf(score) {
  const [win = 0, draw = 0] = wdlOf(score);
  return 2 * win + draw;
}

/** Returns a score from the opponent's side. @param {Score} score @returns {Score} */
export function otherSide({ cp, mate, wdl }) {
  return { cp: cp === null ? null : -cp, mate: mate === null ? null : -mate, wdl: wdl ? [...wdl].reverse() : null };
}

/** Returns the score of a move for its player, from the opponent's score after it. A forced end is one ply further away. @param {Score} after @returns {Score} */
export function scoreOfMove(after) {
  const { mate } = after;
  if (mate === null) return otherSide(after);
  return { cp: null, mate: mate > 0 ? -mate : 1 - mate };
}

/** Returns a number that orders scores. @param {Score} score */
export function rank({ cp, mate }) {
  if (mate === null) return cp ?? 0;
  return mate > 0 ? 1e6 - mate : -1e6 - mate;
}

/** Returns a score as KGN has it: `+0.35`, `-M3`. @param {Score} score */
export function scoreText({ cp, mate }) {
  if (mate !== null) return `${mate > 0 ? '+' : '-'}M${Math.ceil(Math.abs(mate))}`;
  const value = cp ?? 0;
  return `${value < 0 ? '-' : '+'}${(Math.abs(value) / 100).toFixed(2)}`;
}

/** Returns the mark of a move that is not the best, given its loss of chance. @param {number} loss @returns {Mark} */
export function markOfLoss(loss) {
  return LEAST_LOSS.find(([, least]) => loss >= least * PER_PERCENT)?.[0] ?? 'good';
}

/** @param {string} mark */
export const isFault = (mark) => mark === 'inaccuracy' || mark === 'mistake' || mark === 'blunder';

/** Returns the accuracy of a move in percent, given its loss of chance. @param {number} loss */
export function accuracyOfMove(loss) {
  return Math.min(100, Math.max(0, 103.1668 * Math.exp(-0.04354 * (loss / PER_PERCENT)) - 3.1669));
}

/** Returns a player's accuracy in percent, which is the mean of the arithmetic and the harmonic mean; null without moves. @param {number[]} moves */
export function accuracyOfPlayer(moves) {
  if (!moves.length) return null;
  const arithmetic = moves.reduce((sum, accuracy) => sum + accuracy, 0) / moves.length;
  const harmonic = moves.length / moves.reduce((sum, accuracy) => sum + 1 / Math.max(1, accuracy), 0);
  return (arithmetic + harmonic) / 2;
}
