// @ts-check
// The graph of a review: Silver's winning chance in each position, with marks at inaccuracies, mistakes and blunders.

import { CERTAIN, isFault } from '../../game/chance.js';
import { svg } from '../../board/picture.js';
import { texts } from '../../texts/texts.js';

/** @typedef {import('../../game/reviewed.js').Review} Review */
/** @typedef {import('../../game/game.js').GameNode} GameNode */

const WIDTH = 360;
const HEIGHT = 120;

/**
 * Returns the graph and a function that marks the shown position.
 * @param {Review} review @param {(node: GameNode) => void} onClick called with the clicked position
 */
export function drawGraph({ line, silver, moves }, onClick) {
  const step = WIDTH / Math.max(1, line.length - 1);
  const height = (/** @type {number} */ at) => HEIGHT * (1 - (silver[at] ?? 0) / CERTAIN);
  const points = line.map((_, at) => `${(at * step).toFixed(1)},${height(at).toFixed(1)}`).join('L');
  const cursor = svg('rect', { class: 'graph-cursor', width: 3, height: HEIGHT });
  const picture = svg('svg', { viewBox: `-5 -5 ${WIDTH + 10} ${HEIGHT + 10}`, class: 'graph', role: 'img', 'aria-label': texts.review.graph });
  picture.append(
    svg('rect', { class: 'graph-red', width: WIDTH, height: HEIGHT }),
    svg('path', { class: 'graph-silver', d: `M0,${HEIGHT}L${points}L${WIDTH},${HEIGHT}Z` }),
    svg('line', { class: 'graph-middle', x2: WIDTH, y1: HEIGHT / 2, y2: HEIGHT / 2 }),
    svg('path', { class: 'graph-line', d: `M${points}` }), cursor,
  );
  line.forEach((node, at) => {
    const mark = moves.get(node)?.mark ?? '';
    if (isFault(mark)) picture.append(svg('circle', { class: `graph-mark ${mark}`, cx: at * step, cy: height(at), r: 4 }));
  });
  picture.addEventListener('click', (event) => {
    const box = picture.getBoundingClientRect(), x = ((event.clientX - box.left) / box.width) * (WIDTH + 10) - 5;
    const node = line[Math.min(line.length - 1, Math.max(0, Math.round(x / step)))];
    if (node) onClick(node);
  });
  return {
    picture,
    /** @param {GameNode} node */
    show(node) {
      const at = line.indexOf(node);
      cursor.toggleAttribute('hidden', at < 0);
      cursor.setAttribute('x', String(Math.max(0, at) * step - 1.5));
    },
  };
}
