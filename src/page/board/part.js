// @ts-check
// A part of the board: its place in the picture, and the board that shows it enlarged.

import { centre, FRAME, HEIGHT, SIDE, svg, WIDTH } from './picture.js';
import { FILES, RANKS, squareIndex } from '../khet/position.js';

/** @typedef {import('./picture.js').Box} Box */

/**
 * Returns the part of the picture between two corner squares, with the frame where it reaches the border of the board; the whole
 * picture for ''.
 * @param {string} squares such as `e1j5` @param {boolean} [flipped] @returns {Box}
 */
export function viewBox(squares, flipped = false) {
  if (!squares) return { x: 0, y: 0, width: WIDTH, height: HEIGHT };
  const one = centre(squareIndex(squares.slice(0, 2)), flipped), other = centre(squareIndex(squares.slice(2, 4)), flipped), half = SIDE / 2;
  let left = Math.min(one.x, other.x) - half, top = Math.min(one.y, other.y) - half;
  let right = Math.max(one.x, other.x) + half, bottom = Math.max(one.y, other.y) + half;
  if (left === FRAME) left = 0;
  if (top === FRAME) top = 0;
  if (right === WIDTH - FRAME) right = WIDTH;
  if (bottom === HEIGHT - FRAME) bottom = HEIGHT;
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
    let { flipped } = board;
    board.addEventListener('change', () => {
      if (flipped === board.flipped) return;
      flipped = board.flipped;
      this.show(this.#squares);
    }, { signal });
    board.grid.addEventListener('focusin', () => { if (!this.#isShown(board.tabStop)) this.show(''); }, { signal });
    signal.addEventListener('abort', () => {
      this.show('');
      this.#coordinates.remove();
    });
  }

  /** Shows the part between two corner squares, or the whole board for ''. @param {string} squares such as `e1j5` */
  show(squares) {
    this.#squares = squares;
    const { board } = this, { plane, flipped } = board;
    const part = viewBox(squares, flipped), scale = Math.min(WIDTH / part.width, HEIGHT / part.height);
    const width = WIDTH / scale, height = HEIGHT / scale;
    // The part is centred, but nothing beyond the picture is shown.
    const x = Math.min(Math.max(part.x + (part.width - width) / 2, 0), WIDTH - width);
    const y = Math.min(Math.max(part.y + (part.height - height) / 2, 0), HEIGHT - height);
    board.shown = { x, y, width, height };
    board.classList.toggle('enlarged', scale > 1);
    plane.style.setProperty('--scale', String(scale));
    plane.style.transform = scale > 1 ? `scale(${scale}) translate(${(-100 * x) / WIDTH}%, ${(-100 * y) / HEIGHT}%)` : '';
    this.#coordinates.replaceChildren(...(scale > 1 ? drawCoordinates(board.shown, flipped) : []));
    if (!this.#isShown(board.tabStop)) board.moveTabStop(board.cells.findIndex((_, square) => this.#isShown(square)));
    board.updateCells();
  }

  /** Returns whether the centre of a square is shown. @param {number} square */
  #isShown(square) {
    const { shown, flipped } = this.board, { x, y } = centre(square, flipped);
    return x > shown.x && x < shown.x + shown.width && y > shown.y && y < shown.y + shown.height;
  }
}

/**
 * Returns the coordinates of a part of the board, in its squares at the left and at the lower border, where the frame with the
 * letters is not shown.
 * @param {Box} shown @param {boolean} flipped
 */
function drawCoordinates(shown, flipped) {
  /** @type {SVGElement[]} */
  const texts = [];
  if (shown.x > 0) {
    for (let rank = 0; rank < RANKS; rank += 1) {
      texts.push(svg('text', { class: 'letter inner', x: shown.x + 8, y: centre(rank * FILES, flipped).y + 5 }, String(rank + 1)));
    }
  }
  if (shown.y + shown.height < HEIGHT) {
    for (let file = 0; file < FILES; file += 1) {
      texts.push(svg('text', { class: 'letter inner', x: centre(file, flipped).x, y: shown.y + shown.height - 4 }, 'abcdefghij'.charAt(file)));
    }
  }
  return texts;
}
