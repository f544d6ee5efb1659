// @ts-check
// A small picture of a position with both beams.

import { drawBeam } from '../../board/beam.js';
import { drawPiece } from '../../board/pieces.js';
import { FRAME, group, HEIGHT, SIDE, svg, WIDTH } from '../../board/picture.js';
import { WIDE } from '../../board/view.js';
import { readBoard } from '../../khet/position.js';

/** Returns a small picture of a position, whose beams are added as soon as the rules have reported them. @param {import('../../host/engine.js').Rules} rules @param {string} kfen */
export function smallBoard(rules, kfen) {
  const picture = svg('svg', { viewBox: `${FRAME - 4} ${FRAME - 4} ${WIDTH - 2 * FRAME + 8} ${HEIGHT - 2 * FRAME + 8}`, class: 'small-board' });
  picture.append(svg('rect', { x: FRAME - 4, y: FRAME - 4, width: 10 * SIDE + 8, height: 8 * SIDE + 8, class: 'ground', rx: 8 }));
  readBoard(kfen).forEach((piece, square) => {
    const { x, y } = WIDE.centre(square);
    if (piece) picture.append(group({ transform: `translate(${x} ${y})` }, [drawPiece(piece)]));
  });
  const drawBeams = (/** @type {'silver'|'red'} */ colour) => rules.beam(`kfen ${kfen}`, colour).then((beam) => {
    picture.append(drawBeam(beam, readBoard(beam.board), { colour, view: WIDE, kind: 'shot' }));
  });
  // Without an answer, the picture remains without beams.
  Promise.all([drawBeams('silver'), drawBeams('red')]).catch(() => {});
  return picture;
}
