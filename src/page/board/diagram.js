// @ts-check
// Small pictures of positions with their beams, as the rules report them.

import { drawArrow } from './marks/arrows.js';
import { drawBeam } from './beam.js';
import { viewBox } from './part.js';
import { group, svg } from './picture.js';
import { readBoard } from '../khet/position.js';
import { makeScene } from './scene.js';
import { WIDE } from './view.js';

/** @typedef {import('../khet/position.js').Colour} Colour */
/**
 * A picture: the part `view` of a position, the arrow of a move, and beams. A beam is that of a colour, or the shot of a move
 * of the side to move, which is drawn on the board after the move.
 * @typedef {{ kfen: string, view?: string, beams?: string[], arrow?: string }} Figure
 */

/** Returns a picture, whose beams are added as soon as the rules have reported them. @param {import('../host/engine.js').Rules} rules @param {Figure} figure @param {string} label the accessible name */
export function diagram(rules, { kfen, view = '', beams = [], arrow = '' }, label) {
  const { x, y, width, height } = viewBox(view), [, side = 's', variant = 'khet2'] = kfen.split(' ');
  const picture = svg('svg', { viewBox: `${x} ${y} ${width} ${height}`, class: 'diagram', role: 'img', 'aria-label': label });
  const { lights, drawPieces } = makeScene(picture, variant, WIDE);
  /** @param {string} which @returns {Colour} */
  const shooter = (which) => (which === 'silver' || which === 'red' ? which : side === 'r' ? 'red' : 'silver');
  const drawBeams = async () => {
    for (const which of beams) {
      const beam = await rules.beam(`kfen ${kfen}`, which), board = readBoard(beam.board);
      drawPieces(board);
      lights.append(drawBeam(beam, board, { colour: shooter(which), view: WIDE, kind: 'shot' }));
    }
  };
  drawPieces(readBoard(kfen));
  picture.append(group({ class: 'arrows' }, arrow ? drawArrow({ move: arrow, class: 'best' }, WIDE) : []));
  // Without an answer, the picture remains without beams.
  drawBeams().catch(() => {});
  return picture;
}
