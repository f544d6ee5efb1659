// @ts-check
// Dragging a piece over the board with mouse, finger or pen.

import { drawPiece } from './pieces.js';
import { group, WIDTH } from './picture.js';
import { squareIndex } from './position.js';

/** @typedef {import('./board.js').KhetBoard} KhetBoard */
/** @typedef {{ square: number, x: number, y: number, pointer: number, ghost: SVGGElement|null }} Held  Without a ghost the pointer has not moved yet. */
/**
 * What a drag asks and reports: whether the piece of a square can be dragged, that it is lifted, that it is over a square
 * (or with -1 over none), and that it is dropped there. @typedef {{
 *   can(square: number): boolean, lift(square: number): void, over(square: number, touch: boolean): void, drop(from: number, to: number): void
 * }} Acts
 */

/** Pixels that a pointer moves before it drags. */
const SLACK = 6;
/** Milliseconds in which a drop is not also a click. */
const CLICK = 50;

export class Drag {
  /** @type {Held|null} */
  #held = null;
  /** When a piece was last dropped. */
  #dropped = -1000;

  /** @param {KhetBoard} board @param {Acts} acts */
  constructor(board, acts) {
    this.board = board;
    this.acts = acts;
  }

  /** Listens to the board's cells. @param {AbortSignal} [signal] ends it */
  connect(signal) {
    const { grid } = this.board, options = signal ? { signal } : {};
    grid.addEventListener('pointerdown', (event) => this.#grab(event), options);
    grid.addEventListener('pointermove', (event) => this.#pull(event), options);
    grid.addEventListener('pointerup', (event) => this.#drop(event, squareUnder(this.board, event)), options);
    grid.addEventListener('pointercancel', (event) => this.#drop(event, -1), options);
  }

  /** Whether a piece is being dragged. */
  get isOn() {
    return this.#held?.ghost !== undefined && this.#held.ghost !== null;
  }

  /** Whether a piece was dropped within some milliseconds. @param {number} [time] */
  hasDropped(time = CLICK) {
    return performance.now() - this.#dropped < time;
  }

  /** @param {PointerEvent} event */
  #grab(event) {
    const square = squareOf(event);
    if (event.button !== 0 || square < 0 || this.#held?.ghost || !this.acts.can(square)) return;
    this.#held = { square, x: event.clientX, y: event.clientY, pointer: event.pointerId, ghost: null };
  }

  /** @param {PointerEvent} event */
  #pull(event) {
    const held = this.#held, { board } = this;
    if (!held || event.pointerId !== held.pointer) return;
    if (!held.ghost) {
      if (Math.hypot(event.clientX - held.x, event.clientY - held.y) < SLACK) return;
      const piece = board.pieces[held.square];
      held.ghost = group({ class: 'ghost' }, piece ? [drawPiece(piece, board.flipped)] : []);
      board.grid.setPointerCapture(event.pointerId);
      board.classList.add('dragging');
      board.picture.append(held.ghost);
      this.acts.lift(held.square);
    }
    const box = board.picture.getBoundingClientRect(), scale = WIDTH / box.width;
    held.ghost.setAttribute('transform', `translate(${(event.clientX - box.left) * scale} ${(event.clientY - box.top) * scale})`);
    this.acts.over(squareUnder(board, event), event.pointerType === 'touch');
  }

  /** @param {PointerEvent} event @param {number} square */
  #drop(event, square) {
    const held = this.#held;
    if (!held || event.pointerId !== held.pointer) return;
    this.#held = null;
    if (!held.ghost) return;
    held.ghost.remove();
    this.board.classList.remove('dragging');
    this.#dropped = performance.now();
    this.acts.drop(held.square, square);
  }
}

/** Returns the square of an event on the grid, or -1. @param {Event} event */
export function squareOf(event) {
  const cell = event.target instanceof Element ? event.target.closest('[role=gridcell]') : null;
  return cell instanceof HTMLElement ? squareIndex(cell.dataset.square ?? '') : -1;
}

/** Returns the square below the pointer, or -1. @param {KhetBoard} board @param {PointerEvent} event */
function squareUnder(board, event) {
  const cell = document.elementsFromPoint(event.clientX, event.clientY).find((element) => element.matches('[role=gridcell]'));
  return cell instanceof HTMLElement && board.contains(cell) ? squareIndex(cell.dataset.square ?? '') : -1;
}
