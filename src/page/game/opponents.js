// @ts-check
// The opponents: levels of Khepri with a name and a character, and the choice of three that suit the player.

import { load, save } from '../common/storage.js';
import { texts } from '../texts/texts.js';

/** @typedef {{ name: string, level: number, readonly character: string }} Opponent  Level 0 is full strength. */
/** The last opponent, and what the player scored: 1, 0.5 or 0. @typedef {{ level: number, score: number }} Rival */

/** Returns an opponent. @param {string} name @param {number} level @returns {Opponent} */
const opponent = (name, level) => ({
  name, level,
  get character() {
    return texts.opponents.characters[name] ?? '';
  },
});

/**
 * All opponents, the weakest first. `src/engine/search/strength.rs` has what a level overlooks, how far it looks ahead and how well it
 * judges.
 * @type {Opponent[]}
 */
export const OPPONENTS = [
  opponent('Pip', 500), opponent('Nef', 700), opponent('Mau', 900), opponent('Tia', 1100), opponent('Seti', 1300), opponent('Ipi', 1500),
  opponent('Anpu', 1700), opponent('Sobi', 1900), opponent('Tehu', 2200), opponent('Sekhi', 2500), opponent('Hor', 2800), opponent('Khepri', 0),
];

/** The levels of the first suggestions. */
const FIRST_LEVELS = [500, 1100, 1700];

/** Returns the index of the opponent whose level is the nearest. @param {number} level */
function indexOf(level) {
  const strength = (/** @type {number} */ one) => one || Infinity;
  const at = OPPONENTS.findIndex((one) => strength(one.level) >= strength(level)), below = OPPONENTS[at - 1];
  return below && level && level - below.level < strength(OPPONENTS[at]?.level ?? 0) - level ? at - 1 : at;
}

/** Returns the opponent whose level is the nearest. @param {number} level @returns {Opponent} */
export const nearest = (level) => /** @type {Opponent} */ (OPPONENTS[indexOf(level)]);

/** Returns the opponent with a level, or null. Games of earlier versions have other levels. @param {number} level */
export const opponentAt = (level) => OPPONENTS.find((one) => one.level === level) ?? null;

/** Returns the name of a level of Khepri: `Mau`, or `Khepri 600` without an opponent. @param {number} level */
export const levelName = (level) => opponentAt(level)?.name ?? `Khepri ${level}`;

/** Returns the text of a level in a list: `Mau, 900`. @param {Opponent} opponent */
export const listName = ({ name, level }) => (level ? `${name}, ${level}` : texts.opponents.fullStrength);

/** Stores the result of a game against a level. @param {number} level @param {number} score of the player */
export const recordResult = (level, score) => save('rival', { level, score });

/** Returns the last stored result, or null. @returns {Rival|null} */
export const lastResult = () => load('rival');

/** Stores what `lastResult` has returned before. @param {Rival|null} rival */
export const restoreResult = (rival) => save('rival', rival);

/** Returns three opponents: stronger ones after a win, weaker ones after a loss. */
export function suggestions() {
  const rival = lastResult();
  if (!rival) return FIRST_LEVELS.map(nearest);
  const first = indexOf(rival.level) - Math.round(2 - 2 * (Number(rival.score) || 0));
  const from = Math.min(Math.max(first, 0), OPPONENTS.length - 3);
  return OPPONENTS.slice(from, from + 3);
}
