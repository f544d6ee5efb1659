// @ts-check
// Scores, winning chances and the names of marks.

import { MODELS, VULNERABLE } from '../khet/models.js';
import { readBoard } from '../khet/position.js';

/** A score in centipawns or moves to a forced end, from one player's side. @typedef {{ cp: number|null, mate: number|null, wdl?: number[]|null }} Score */
/** @typedef {'best'|'good'|'inaccuracy'|'mistake'|'blunder'} Mark */

/** The unit of chances: twentieths of a percent, because the model gives win, draw and loss in thousandths. */
export const PER_PERCENT = 20;
export const CERTAIN = 100 * PER_PERCENT;

/** All marks, the best first. @type {Mark[]} */
export const MARKS = ['best', 'good', 'inaccuracy', 'mistake', 'blunder'];

/** Returns Khepri's model of results for a position. @param {string} kfen */
function modelOf(kfen) {
  const letters = readBoard(kfen).flatMap((piece) => piece?.letter ?? []), hasEyes = letters.includes('e');
  const pieces = letters.filter((letter) => VULNERABLE.includes(letter)).length;
  return /** @type {import('../khet/models.js').Model} */ (MODELS.find(({ eyes, least }) => eyes === hasEyes && pieces >= least));
}

/** Returns the reported win, draw and loss in thousandths, or else those of Khepri's model for the position. @param {Score} score @param {string} kfen @returns {number[]} */
export function wdlOf({ cp, mate, wdl }, kfen) {
  if (mate !== null) return mate > 0 ? [1000, 0, 0] : [0, 0, 1000];
  if (wdl?.length === 3) return wdl;
  const { even, slope } = modelOf(kfen);
  const share = (/** @type {number} */ score) => Math.round(1000 / (1 + Math.exp((even - score) / slope)));
  const win = share(cp ?? 0), loss = share(-(cp ?? 0));
  return [win, 1000 - win - loss, loss];
}

/** Returns a player's winning chance in a position, in which a draw counts half. @param {Score} score @param {string} kfen */
export function chanceOf(score, kfen) {
  const [win = 0, draw = 0] = wdlOf(score, kfen);
  return 2 * win + draw;
}

/** Returns a score from the opponent's side. @param {Score} score @returns {Score} */
export function otherSide({ cp, mate, wdl }) {
  return { cp: cp === null ? null : -cp, mate: mate === null ? null : -mate, wdl: wdl ? [...wdl].reverse() : null };
}

/** Returns a score as KGN has it: `+0.35`, `-M3`. @param {Score} score */
export function scoreText({ cp, mate }) {
  if (mate !== null) return `${mate > 0 ? '+' : '-'}M${Math.ceil(Math.abs(mate))}`;
  const value = cp ?? 0;
  return `${value < 0 ? '-' : '+'}${(Math.abs(value) / 100).toFixed(2)}`;
}

/** @param {string} mark */
export const isFault = (mark) => mark === 'inaccuracy' || mark === 'mistake' || mark === 'blunder';
