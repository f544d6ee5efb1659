// @ts-check
// A finished review, and its form in the browser's storage.

/** @typedef {import('./chance.js').Mark} Mark */
/** @typedef {import('./chance.js').Score} Score */
/** @typedef {import('./game.js').GameNode} GameNode */
/** @typedef {import('../khet/position.js').Colour} Colour */
/** A reviewed move, with scores and chances of the player who moved. `mark` is '' for a book move. @typedef {{ score: Score, depth: number, best: string, bestScore: Score, pv: string[], loss: number, mark: Mark|'' }} ReviewedMove */
/** @typedef {{ line: GameNode[], moves: Map<GameNode, ReviewedMove>, silver: number[], accuracies: Record<Colour, number|null>, nodes: number }} Review  `silver` has Silver's winning chance in each position of `line`. */
/** The stored form, in which nodes are indices in the stored game, and scores are centipawns and mates. @typedef {{ n: number, a: (number|null)[], l: number[], s: number[], m: [number|null, number|null, number, string, number|null, number|null, string[], number, Mark|''][] }} StoredReview */

/** The largest number of stored moves of a better line. */
const MAX_PV = 6;

/** Returns whether all moves of a review are still in the game. @param {Review} review */
export function isWhole({ line }) {
  return line.every((node, at) => at === 0 || (node.parent === line[at - 1] && node.parent?.children.includes(node)));
}

/** @param {Review} review @param {Map<GameNode, number>} indices @returns {StoredReview|undefined} */
export function storeReview(review, indices) {
  if (!isWhole(review)) return undefined;
  const { line, moves, silver, accuracies, nodes } = review;
  return {
    n: nodes, a: [accuracies.silver, accuracies.red], s: silver, l: line.map((node) => indices.get(node) ?? 0),
    m: line.slice(1).flatMap((node) => {
      const move = moves.get(node);
      if (!move) return [];
      const { score, depth, best, bestScore, pv, loss, mark } = move;
      return [[score.cp, score.mate, depth, best, bestScore.cp, bestScore.mate, pv.slice(0, MAX_PV), loss, mark]];
    }),
  };
}

/** @param {StoredReview} stored @param {GameNode[]} nodes the positions of the stored game @returns {Review|null} */
export function restoreReview(stored, nodes) {
  const line = stored.l.flatMap((index) => nodes[index] ?? []);
  /** @type {Review} */
  const review = {
    line, silver: stored.s, nodes: stored.n, accuracies: { silver: stored.a[0] ?? null, red: stored.a[1] ?? null },
    moves: new Map(stored.m.flatMap(([cp, mate, depth, best, bestCp, bestMate, pv, loss, mark], at) => {
      const node = line[at + 1];
      return node ? [[node, { score: { cp, mate }, depth, best, bestScore: { cp: bestCp, mate: bestMate }, pv, loss, mark }]] : [];
    })),
  };
  return isWhole(review) && review.silver.length === line.length ? review : null;
}
