// @ts-check
// Scores, winning chances and the names of marks. The numbers of the model are those of src/engine/eval/wdl.rs; a test compares them.

/** A score in centipawns or moves to a forced end, from one player's side. @typedef {{ cp: number|null, mate: number|null, wdl?: number[]|null }} Score */
/** @typedef {'best'|'good'|'inaccuracy'|'mistake'|'blunder'} Mark */

/** The unit of chances: twentieths of a percent, because the model gives win, draw and loss in thousandths. */
export const PER_PERCENT = 20;
export const CERTAIN = 100 * PER_PERCENT;

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

/** Returns a score as KGN has it: `+0.35`, `-M3`. @param {Score} score */
export function scoreText({ cp, mate }) {
  if (mate !== null) return `${mate > 0 ? '+' : '-'}M${Math.ceil(Math.abs(mate))}`;
  const value = cp ?? 0;
  return `${value < 0 ? '-' : '+'}${(Math.abs(value) / 100).toFixed(2)}`;
}

/** @param {string} mark */
export const isFault = (mark) => mark === 'inaccuracy' || mark === 'mistake' || mark === 'blunder';
