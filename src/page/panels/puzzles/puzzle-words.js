// @ts-check
// The texts of puzzles: their tasks and themes, and the player's standing.

import { named } from '../../khet/names.js';
import { capital, counted } from '../../khet/position.js';

/** @typedef {import('../../game/puzzle-choice.js').Puzzle} Puzzle */

/** The tasks of the kinds. */
const TASKS = { win: 'win', material: 'win material', save: 'save yourself' };
/** The reasons why a move is wrong, by kind. */
const FAULTS = { win: 'does not force a win', material: 'does not win enough', save: 'does not save you' };
/** @type {Record<string, string>} The themes, written with Khet's names. */
const THEMES = {
  'double-hit': 'double hit', sacrifice: 'own piece given up', eye: 'Eye', swap: 'swap', quiet: 'quiet move', defence: 'defence',
  sphinx: 'Sphinx rotated',
};

/** Returns the task of a puzzle: `Red to move: win`. @param {Puzzle} puzzle */
export function taskWords({ kfen, kind }) {
  return `${capital(kfen.split(' ')[1] === 'r' ? 'red' : 'silver')} to move: ${TASKS[kind] ?? kind}`;
}

/** Returns why a move is wrong: `does not force a win`. @param {Puzzle} puzzle */
export const faultWords = ({ kind }) => FAULTS[kind] ?? 'is wrong';

/** Returns the rating and the themes of a puzzle, which would help to solve it. @param {Puzzle} puzzle */
export function solvedWords({ rating, themes, mate }) {
  const length = mate ? `, a win in ${counted(mate, 'move')}` : '';
  const means = themes.map((theme) => named(THEMES[theme] ?? theme));
  return `Puzzle rated ${rating}${length}. ${means.length ? `Themes: ${means.join(', ')}.` : 'No special theme.'}`;
}

/** Returns a change with its sign: `+12`, `−7`. @param {number} change */
export const changeWords = (change) => (change < 0 ? `−${-change}` : `+${change}`);

/** Returns a streak: `Streak 3, best 5`. @param {import('../../game/puzzle-record.js').Standing} standing */
export const streakWords = ({ streak, best }) => `Streak ${streak}, best ${best}`;
