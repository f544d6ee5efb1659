// @ts-check
// The opponents: levels of Khepri with a name and a character, and the choice of three that suit the player.

import { load, save } from '../common/storage.js';

/** @typedef {{ name: string, level: number, character: string }} Opponent  Level 0 is full strength. */
/** The last opponent, and what the player scored: 1, 0.5 or 0. @typedef {{ level: number, score: number }} Rival */

/**
 * All opponents, the weakest first. `src/engine/search/strength.rs` has what a level overlooks, how far it looks ahead and how well it
 * judges.
 * @type {Opponent[]}
 */
export const OPPONENTS = [
  { name: 'Pip', level: 500, character: 'Overlooks about half of your threats, and some of its own wins.' },
  { name: 'Nef', level: 700, character: 'Takes what it can hit, and overlooks many threats.' },
  { name: 'Mau', level: 900, character: 'Seldom misses a win, but often overlooks your next shot.' },
  { name: 'Tia', level: 1100, character: 'Thinks of your reply, and still overlooks some beams.' },
  { name: 'Seti', level: 1300, character: 'Seldom overlooks a threat, but often misjudges a position.' },
  { name: 'Ipi', level: 1500, character: 'Sees most shots of the next two moves, yours and its own.' },
  { name: 'Anpu', level: 1700, character: 'Hardly ever overlooks a shot, but does not look far ahead.' },
  { name: 'Sobi', level: 1900, character: 'Overlooks next to nothing, and looks further ahead.' },
  { name: 'Tehu', level: 2200, character: 'Sees every shot of the next two moves, and misjudges some positions.' },
  { name: 'Sekhi', level: 2500, character: 'Looks several moves ahead, and judges well.' },
  { name: 'Hor', level: 2800, character: 'Looks several moves ahead, and hardly ever misjudges a position.' },
  { name: 'Khepri', level: 0, character: 'The engine itself, which uses all of its time.' },
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
export const listName = ({ name, level }) => (level ? `${name}, ${level}` : 'Full strength');

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
