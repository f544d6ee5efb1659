// @ts-check
// A part of the board: its place in the picture, and the board that shows it enlarged.

import { FRAME, SIDE, svg } from './picture.js';
import { squareIndex } from '../khet/position.js';
import { WIDE } from './view.js';

/** @typedef {import('./picture.js').Box} Box */
/** @typedef {import('./view.js').View} View */

/**
 * Returns the part of the picture between two corner squares, with the frame where it reaches the border of the board; the whole
 * picture for ''.
 * @param {string} squares such as `e1j5` @param {View} [view] @returns {Box}
 */
export function viewBox(squares, view = WIDE) {
  const { width, height } = view;
  if (!squares) return { x: 0, y: 0, width, height };
  const one = view.centre(squareIndex(squares.slice(0, 2))), other = view.centre(squareIndex(squares.slice(2, 4))), half = SIDE / 2;
  let left = Math.min(one.x, other.x) - half, top = Math.min(one.y, other.y) - half;
  let right = Math.max(one.x, other.x) + half, bottom = Math.max(one.y, other.y) + half;
  if (left === FRAME) left = 0;
  if (top === FRAME) top = 0;
  if (right === width - FRAME) right = width;
  if (bottom === height - FRAME) bottom = height;
  return { x: left, y: top, width: right - left, height: bottom - top };
}

/** Enlarges a part of a board, until its signal is aborted. */
export class Magnifier {
  #squares = '';
  /** The coordinates of a part that does not reach the frame with the letters. */
  #coordinates = svg('g', { class: 'lights' });

  /** @param {import('./board.js').KhetBoard} board @param {AbortSignal} signal */
  constructor(board, signal) {
    this.board = board;
    board.picture.firstElementChild?.after(this.#coordinates);
    board.addEventListener('view', () => this.show(this.#squares), { signal });
    board.grid.addEventListener('focusin', () => { if (!this.#isShown(board.tabStop)) this.show(''); }, { signal });
    signal.addEventListener('abort', () => {
      this.show('');
      this.#coordinates.remove();
    });
  }

  /** Shows the part between two corner squares, or the whole board for ''. @param {string} squares such as `e1j5` */
  show(squares) {
    this.#squares = squares;
    const { board } = this, { plane, view } = board;
    const part = viewBox(squares, view), scale = Math.min(view.width / part.width, view.height / part.height);
    const width = view.width / scale, height = view.height / scale;
    // The part is centred, but nothing beyond the picture is shown.
    const x = Math.min(Math.max(part.x + (part.width - width) / 2, 0), view.width - width);
    const y = Math.min(Math.max(part.y + (part.height - height) / 2, 0), view.height - height);
    board.shown = { x, y, width, height };
    board.classList.toggle('enlarged', scale > 1);
    plane.style.setProperty('--scale', String(scale));
    plane.style.transform = scale > 1 ? `scale(${scale}) translate(${(-100 * x) / view.width}%, ${(-100 * y) / view.height}%)` : '';
    this.#coordinates.replaceChildren(...(scale > 1 ? drawCoordinates(board.shown, view) : []));
    if (!this.#isShown(board.tabStop)) board.moveTabStop(board.cells.findIndex((_, square) => this.#isShown(square)));
    board.updateCells();
  }

  /** Returns whether the centre of a square is shown. @param {number} square */
  #isShown(square) {
    const { shown, view } = this.board, { x, y } = view.centre(square);
    return x > shown.x && x < shown.x + shown.width && y > shown.y && y < shown.y + shown.height;
  }
}

/**
 * Returns the coordinates of a part of the board, in its squares at the left and at the lower border, where the frame with the
 * letters is not shown.
 * @param {Box} shown @param {View} view
 */
function drawCoordinates(shown, view) {
  const { columns, rows } = view.labels;
  /** @param {string} text @param {number} x @param {number} y */
  const label = (text, x, y) => svg('text', { class: 'letter inner', x, y }, text);
  return [
    ...(shown.x > 1 ? rows.map(({ text, square }) => label(text, shown.x + 8, view.centre(square).y + 5)) : []),
    ...(shown.y + shown.height < view.height - 1 ? columns.map(({ text, square }) => label(text, view.centre(square).x, shown.y + shown.height - 4)) : []),
  ];
}
