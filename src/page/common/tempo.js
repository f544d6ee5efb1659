// @ts-check
// The tempo: how long the shots on the board take, and which share of its time for a move a level takes. All times of shots are here,
// in milliseconds; `game/pace.js` computes the time for a move.

/** @typedef {'calm'|'quick'|'instant'} Tempo */
/**
 * The times of a shot, each after the one before: `move` of a moved or rotated piece; `square` of a beam for each square, at most `beam`
 * in all; `glow` of a mirror, from the arrival of the beam on; `pause` after a beam, or `pauseAfterHit`; `fade` of a piece that is hit,
 * and `burst` of its shards, which begin together. `thought` is the share of its time for a move that a level takes against a person.
 * @typedef {{ move: number, square: number, beam: number, glow: number, pause: number, pauseAfterHit: number, fade: number, burst: number, thought: number }} Times
 */

/** The times by tempo. @type {Record<Tempo, Times>} */
export const TEMPI = {
  calm: { move: 200, square: 45, beam: 700, glow: 350, pause: 60, pauseAfterHit: 120, fade: 160, burst: 380, thought: 1 },
  quick: { move: 100, square: 24, beam: 240, glow: 80, pause: 30, pauseAfterHit: 60, fade: 90, burst: 160, thought: 0.14 },
  instant: { move: 0, square: 0, beam: 0, glow: 0, pause: 0, pauseAfterHit: 0, fade: 0, burst: 0, thought: 0 },
};

/** The tempi, from slow to fast. @type {Tempo[]} */
const ORDER = ['calm', 'quick', 'instant'];
/** @type {Tempo} */
let chosen = 'quick';
/** Returns the time within which a shot ends, in milliseconds. */
let limit = () => Infinity;

/** Returns the chosen tempo. */
export const chosenTempo = () => chosen;

/** Limits shots to a time. @param {() => number} timeOf returns the time within which a shot has to end, in milliseconds */
export function limitShots(timeOf) {
  limit = timeOf;
}

/** Returns the chosen tempo, or the next faster one whose shots end in time. @returns {Tempo} */
const shown = () => ORDER.slice(ORDER.indexOf(chosen)).find((tempo) => longestShot(tempo) <= limit()) ?? 'instant';

/** Returns the times of the tempo in which shots are shown. */
export const times = () => TEMPI[shown()];

/** Chooses the tempo: `calm`, `instant`, or `quick` for any other text. @param {string|null} tempo */
export function chooseTempo(tempo) {
  chosen = tempo === 'calm' || tempo === 'instant' ? tempo : 'quick';
}

/** Returns the longest time of a shot in a tempo, in milliseconds. @param {Tempo} tempo */
export function longestShot(tempo) {
  const { move, beam, glow, pauseAfterHit, fade, burst } = TEMPI[tempo];
  return move + beam + glow + pauseAfterHit + Math.max(fade, burst);
}

/** Whether shots are shown without animation: in the instant tempo, if no animation ends in time, by the choice of motion that the page has, or as the system prefers. */
export const isStill = () => shown() === 'instant'
  || (({ on: false, off: true })[document.documentElement.dataset.motion ?? ''] ?? matchMedia('(prefers-reduced-motion: reduce)').matches);
