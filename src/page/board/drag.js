// @ts-check
// Dragging of pieces on the board with mouse, finger or pen.

import { drawPiece } from './pieces.js';
import { group } from './picture.js';
import { squareIndex } from '../khet/position.js';

/** @typedef {import('./board.js').KhetBoard} KhetBoard */
/** @typedef {{ square: number, x: number, y: number, pointer: number, ghost: SVGGElement|null, end: AbortController }} Pressed  A pressed piece. It has a ghost once it is dragged. */
/**
 * The handlers of a drag. `canDrag` returns whether the piece on a square can be dragged. `onOver` gets the square below the
 * pointer, and `onDrop` the squares of start and end, where -1 is no square. @typedef {{
 *   canDrag(square: number): boolean, onStart(square: number): void, onOver(square: number, touch: boolean): void, onDrop(from: number, to: number): void
 * }} DragHandlers
 */

/** The number of pixels that a pointer moves before a drag starts. */
const THRESHOLD = 6;
/** The time after a drop in which a click belongs to the drop, in milliseconds. */
const CLICK_TIME = 50;

export class Drag {
  /** @type {Pressed|null} */
  #pressed = null;
  /** The time of the last drop. */
  #dropTime = -1000;

  /** @param {KhetBoard} board @param {DragHandlers} handlers */
  constructor(board, handlers) {
    this.board = board;
    this.handlers = handlers;
  }

  /** Adds the event listener. @param {AbortSignal} [signal] removes it, and ends a drag */
  connect(signal) {
    signal?.addEventListener('abort', () => this.#end());
    this.board.grid.addEventListener('pointerdown', (event) => this.#press(event), signal ? { signal } : {});
  }

  /** Whether a piece is being dragged. */
  get isDragging() {
    return this.#pressed?.ghost !== undefined && this.#pressed.ghost !== null;
  }

  /** Returns whether a piece was dropped within the last `time` milliseconds. @param {number} [time] */
  hasDropped(time = CLICK_TIME) {
    return performance.now() - this.#dropTime < time;
  }

  /** @param {PointerEvent} event */
  #press(event) {
    const square = squareOf(event), end = new AbortController(), options = { capture: true, signal: end.signal };
    if (event.button !== 0 || square < 0 || this.#pressed?.ghost || !this.handlers.canDrag(square)) return;
    this.#end();
    this.#pressed = { square, x: event.clientX, y: event.clientY, pointer: event.pointerId, ghost: null, end };
    // The pointer may leave the board, and with the capture the window too.
    this.board.cells[square]?.setPointerCapture(event.pointerId);
    addEventListener('pointermove', (moved) => this.#move(moved), options);
    addEventListener('pointerup', (released) => this.#release(released, squareUnder(this.board, released)), options);
    addEventListener('pointercancel', (cancelled) => this.#release(cancelled, -1), options);
  }

  /** @param {PointerEvent} event */
  #move(event) {
    const pressed = this.#pressed, { board } = this;
    if (!pressed || event.pointerId !== pressed.pointer) return;
    // The release was not seen.
    if (!(event.buttons & 1)) return this.#release(event, -1);
    if (!pressed.ghost) {
      if (Math.hypot(event.clientX - pressed.x, event.clientY - pressed.y) < THRESHOLD) return;
      const piece = board.pieces[pressed.square];
      pressed.ghost = group({ class: 'ghost' }, piece ? [drawPiece(piece, board.view, board.pieceSet)] : []);
      board.grid.setPointerCapture(event.pointerId);
      board.classList.add('dragging');
      board.picture.append(pressed.ghost);
      this.handlers.onStart(pressed.square);
    }
    const box = board.picture.getBoundingClientRect(), scale = board.view.width / box.width;
    pressed.ghost.setAttribute('transform', `translate(${(event.clientX - box.left) * scale} ${(event.clientY - box.top) * scale})`);
    this.handlers.onOver(squareUnder(board, event), event.pointerType === 'touch');
  }

  /** @param {PointerEvent} event @param {number} square */
  #release(event, square) {
    const pressed = this.#pressed;
    if (!pressed || event.pointerId !== pressed.pointer) return;
    this.#end();
    if (!pressed.ghost) return;
    this.#dropTime = performance.now();
    this.handlers.onDrop(pressed.square, square);
  }

  #end() {
    this.#pressed?.end.abort();
    this.#pressed?.ghost?.remove();
    this.#pressed = null;
    this.board.classList.remove('dragging');
  }
}

/** Returns the square of the cell that is the target of an event, or -1. @param {Event} event */
export function squareOf(event) {
  const cell = event.target instanceof Element ? event.target.closest('[role=gridcell]') : null;
  return cell instanceof HTMLElement ? squareIndex(cell.dataset.square ?? '') : -1;
}

/** Returns the square below the pointer, or -1. @param {KhetBoard} board @param {PointerEvent} event */
function squareUnder(board, event) {
  const root = /** @type {DocumentOrShadowRoot} */ (/** @type {unknown} */ (board.getRootNode()));
  const cell = root.elementsFromPoint(event.clientX, event.clientY).find((element) => element.matches('[role=gridcell]'));
  return cell instanceof HTMLElement && board.contains(cell) ? squareIndex(cell.dataset.square ?? '') : -1;
}
