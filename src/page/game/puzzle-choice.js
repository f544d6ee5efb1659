// @ts-check
// The choice of a puzzle: the next one by rating, and the puzzle of the day.

/**
 * A puzzle as positions/README.md describes it. `file` names its rule set, and ends with `-eye` if there are Eyes.
 * @typedef {{ file: string, kfen: string, best: string, line: string[], rating: number, kind: 'win'|'material'|'save', themes: string[], mate?: number }} Puzzle
 */

/** The distance between the ratings of the player and the puzzle within which a puzzle is chosen first. It doubles until there is a puzzle. */
const DISTANCE = 150;
/** The rule set of the puzzle of the day, which is the same for all players. */
const DAILY_VARIANT = 'khet2';

/**
 * Returns a random puzzle that suits a rating, or null if there is none. A puzzle that was seen is chosen only if all were.
 * @param {Puzzle[]} puzzles @param {(puzzle: Puzzle) => boolean} isSeen @param {number} rating @param {Puzzle|null} last is not chosen if there are others
 */
export function choose(puzzles, isSeen, rating, last = null, random = Math.random) {
  const others = puzzles.filter((puzzle) => puzzle !== last), unseen = others.filter((puzzle) => !isSeen(puzzle));
  const pool = [unseen, others, puzzles].find((some) => some.length) ?? [];
  for (let distance = DISTANCE; pool.length; distance *= 2) {
    const near = pool.filter((puzzle) => Math.abs(puzzle.rating - rating) <= distance);
    if (near.length) return near[Math.floor(random() * near.length)] ?? null;
  }
  return null;
}

/** Returns the date in UTC: `2026-01-31`. */
export const today = (now = new Date()) => now.toISOString().slice(0, 10);

/** Returns the puzzle of a day, or null without puzzles. @param {Puzzle[]} puzzles @param {string} date */
export function daily(puzzles, date) {
  const all = puzzles.filter(({ kfen }) => kfen.split(' ')[2] === DAILY_VARIANT);
  return all[hash(date) % all.length] ?? null;
}

/** Returns the FNV-1a hash of a text of ASCII, with the last step of MurmurHash3, since dates differ little. @param {string} text */
function hash(text) {
  let value = 0x811c9dc5;
  for (const character of text) value = Math.imul(value ^ character.charCodeAt(0), 0x01000193);
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35);
  return (value ^ (value >>> 16)) >>> 0;
}
