// @ts-check
// The time that an opponent takes for a move in the calm tempo. A level answers within milliseconds, which no person would.

/** The shortest and the longest time, in milliseconds. */
const SHORTEST = 600;
export const LONGEST = 2500;
/** The time for each legal move, and after a hit, in milliseconds. */
const FOR_A_MOVE = 12, AFTER_A_HIT = 500;
/** The share of the time for a move that hits a piece: it is quickly found. */
const FOR_A_HIT = 0.6;
/** The largest share of the remaining time of a clock. */
const SHARE = 0.02;

/**
 * Returns the time that a move takes, in milliseconds.
 * @param {{ kfen: string, hits: string[] }} before the position, and the hits of the shot that led to it
 * @param {import('../host/engine.js').LegalMove[]} legal @param {string} move
 */
export function thinkingTime({ kfen, hits }, legal, move) {
  const chosen = legal.find((one) => one.move === move);
  if (legal.length < 2 || !chosen || chosen.result) return SHORTEST;
  const time = (SHORTEST + FOR_A_MOVE * legal.length + (hits.length ? AFTER_A_HIT : 0)) * (chosen.hits.length ? FOR_A_HIT : 1);
  // The same position takes the same time, and similar positions differ.
  return Math.min(Math.max(time * (0.8 + 0.4 * fraction(kfen)), SHORTEST), LONGEST);
}

/**
 * Returns the time within the limits of the game. With less than a second a move, an opponent is quicker in proportion.
 * @param {number} time in milliseconds @param {import('./clocks.js').Time} limit @param {number|null} left the milliseconds on the clock
 */
export function withinLimits(time, limit, left) {
  if (left !== null) return Math.min(time, SHARE * left);
  return limit && 'seconds' in limit ? time * Math.min(1, limit.seconds) : time;
}

/** Returns a number from 0 to 1 that depends on a text. @param {string} text */
function fraction(text) {
  let hash = 0;
  for (let at = 0; at < text.length; at += 1) hash = (Math.imul(hash, 31) + text.charCodeAt(at)) >>> 0;
  return hash / 2 ** 32;
}
