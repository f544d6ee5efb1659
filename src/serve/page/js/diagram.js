// @ts-check
// Small pictures of positions with their beams, as the rules report them.

import { drawArrow } from './arrows.js';
import { drawBeam } from './beam.js';
import { drawGround } from './ground.js';
import { viewBox } from './part.js';
import { centre, group, svg } from './picture.js';
import { drawPiece } from './pieces.js';
import { readBoard, squareName } from './position.js';

/** @typedef {import('./position.js').Board} Board */
/** @typedef {import('./position.js').Colour} Colour */
/**
 * A picture: the part `view` of a position, the arrow of a move, and beams. A beam is that of a colour, or the shot of a move
 * of the side to move, which is drawn on the board after the move.
 * @typedef {{ kfen: string, view?: string, beams?: string[], arrow?: string }} Figure
 */

/** Returns a picture, whose beams are added as soon as the rules have reported them. @param {import('./engine.js').Rules} rules @param {Figure} figure @param {string} label the accessible name */
export function diagram(rules, { kfen, view = '', beams = [], arrow = '' }, label) {
  const { x, y, width, height } = viewBox(view), [, side = 's', variant = 'khet2'] = kfen.split(' ');
  const picture = svg('svg', { viewBox: `${x} ${y} ${width} ${height}`, class: 'diagram', role: 'img', 'aria-label': label });
  const ground = svg('g'), pieces = svg('g', { class: 'pieces' }), lights = svg('g', { class: 'lights' });
  const emblems = drawGround(ground, variant, false);
  /** @param {Board} board */
  const drawPieces = (board) => {
    for (const [square, emblem] of emblems) emblem.classList.toggle('covered', Boolean(board[square]));
    pieces.replaceChildren(...board.flatMap((piece, square) => {
      const { x, y } = centre(square, false);
      return piece ? [group({ 'data-square': squareName(square), transform: `translate(${x} ${y})` }, [drawPiece(piece)])] : [];
    }));
  };
  /** @param {string} which @returns {Colour} */
  const shooter = (which) => (which === 'silver' || which === 'red' ? which : side === 'r' ? 'red' : 'silver');
  const drawBeams = async () => {
    for (const which of beams) {
      const beam = await rules.beam(`kfen ${kfen}`, which), board = readBoard(beam.board);
      drawPieces(board);
      lights.append(drawBeam(beam, board, { colour: shooter(which), flipped: false, kind: 'shot' }));
    }
  };
  drawPieces(readBoard(kfen));
  picture.append(ground, pieces, lights, group({ class: 'arrows' }, arrow ? drawArrow({ move: arrow, class: 'best' }, false) : []));
  // Without an answer, the picture remains without beams.
  drawBeams().catch(() => {});
  return picture;
}
