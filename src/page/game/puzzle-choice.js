// @ts-check
// The choice of a puzzle: those of a rule set and a theme, and the next one by rating.

/**
 * A puzzle as positions/README.md describes it. `file` names its rule set, and ends with `-eye` if there are Eyes.
 * @typedef {{ file: string, kfen: string, best: string, line: string[], rating: number, kind: 'win'|'material'|'save', themes: string[], mate?: number }} Puzzle
 */

/** The distance between the ratings of the player and the puzzle within which a puzzle is chosen first. It doubles until there is a puzzle. */
const DISTANCE = 150;

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

/** Returns the themes of puzzles, each once. @param {Puzzle[]} puzzles */
export const themesOf = (puzzles) => [...new Set(puzzles.flatMap(({ themes }) => themes))];

/** Returns the puzzles of a file, of one theme unless it is ''. @param {Puzzle[]} puzzles @param {{ file: string, theme: string }} filter */
export const chosenOf = (puzzles, { file, theme }) => puzzles.filter((one) => one.file === file && (!theme || one.themes.includes(theme)));
