// @ts-check
// Input on the board: selects a piece and its move by clicks, drags, keys and the wheel. Previews the shot.

import { Drag, squareOf } from './drag.js';
import { readMove, squareName } from '../khet/position.js';
import { Toolbar } from './toolbar.js';
import { texts } from '../texts/texts.js';

/** @typedef {import('./board.js').KhetBoard} KhetBoard */
/** @typedef {import('../host/engine.js').LegalMove} LegalMove */

/** @type {Record<string, [number, number]>} Steps of the focus to the right and down, by key. */
const STEPS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0], Home: [-9, 0], End: [9, 0] };

/** The least side of a square in pixels with room for a button in both upper corners. */
const LEAST_SIDE = 52;

export class BoardInput {
  /** @type {LegalMove[]} The moves that the player may choose from. */
  #moves = [];
  /** The selected square, or -1. */
  selected = -1;
  /** The previewed move, or ''. */
  previewed = '';
  /** The square with the tab stop. */
  tabStop = 4;
  #drag;
  /** @type {number[]|null} The squares that were clicked before the first moves arrived; null afterwards. */
  #earlyClicks = [];
  /** Whether the last input was by mouse, finger or pen, not by keyboard. */
  #isPointer = false;
  /** Whether the last pointer was a finger. */
  #isTouch = false;
  #rotations = new Toolbar(texts.board.rotatePiece);
  /** @type {HTMLElement[]} */
  #turns = [];
  #stackChoice = new Toolbar(texts.board.stackOrTop);
  /** The square of the click that ended the animation of a shot, or -1. Its piece is selected once it can move. */
  #clicked = -1;

  /** @param {KhetBoard} board */
  constructor(board) {
    this.board = board;
    this.#drag = new Drag(board, {
      canDrag: (square) => this.movesFrom(square).length > 0 && !this.#movesTo(square).length,
      onStart: (square) => this.#select(square),
      onOver: (square, touch) => this.#hover(square, touch),
      onDrop: (_from, to) => {
        if (this.#movesTo(to).length) this.#chooseTarget(to, false);
        else if (to < 0) this.#select(-1);
        else void this.#preview('');
      },
    });
  }

  /** Adds the toolbars and the event listeners. Called when the board is added to the page. */
  connect() {
    const { board } = this, { grid } = board;
    this.#turns = [
      this.#addMoveButton(this.#rotations, texts.board.rotateAnticlockwise, '↺', () => this.#rotation(this.selected, '-')),
      this.#addMoveButton(this.#rotations, texts.board.rotateClockwise, '↻', () => this.#rotation(this.selected, '+')),
    ];
    board.plane.append(this.#rotations.element, this.#stackChoice.element);
    board.append(board.beneath);
    this.moveTabStop(this.tabStop);
    board.addEventListener('click', (event) => {
      if (!board.isFiring || this.#drag.hasDropped()) return;
      event.stopPropagation();
      this.#endShot(squareOf(event));
    }, { capture: true });
    grid.addEventListener('click', (event) => {
      const square = squareOf(event);
      if (square < 0 || this.#drag.hasDropped()) return;
      this.#click(square, event instanceof PointerEvent && event.pointerType === 'touch');
    });
    grid.addEventListener('pointerover', (event) => {
      if (event.pointerType !== 'touch' && !this.#drag.isDragging && !this.#stackChoice.isOpen) this.#hover(squareOf(event), false);
    });
    grid.addEventListener('pointerleave', (event) => {
      if (event.pointerType !== 'touch' && !this.#drag.isDragging && !this.#stackChoice.isOpen) void this.#preview('');
    });
    grid.addEventListener('focusin', (event) => {
      const square = squareOf(event);
      if (square < 0) return;
      this.moveTabStop(square);
      if (board.cells[square]?.matches(':focus-visible') && !this.#stackChoice.isOpen) this.#hover(square, true);
    });
    grid.addEventListener('wheel', (event) => this.#wheel(event), { passive: false });
    board.addEventListener('pointerdown', (event) => {
      this.#isPointer = true;
      this.#isTouch = event.pointerType === 'touch';
    }, { capture: true });
    board.addEventListener('keydown', (event) => this.#key(event));
    this.#drag.connect();
  }

  /** Sets the moves that the player may choose from, and handles the last two early clicks. @param {LegalMove[]} moves */
  setMoves(moves) {
    this.#moves = moves;
    if (!this.movesFrom(this.selected).length) this.selected = -1;
    this.previewed = '';
    this.#stackChoice.close();
    if (!moves.length) return;
    const clicks = this.#earlyClicks ?? [];
    this.#earlyClicks = null;
    queueMicrotask(() => clicks.slice(-2).forEach((square) => this.#click(square, false)));
  }

  /** Removes the moves at the start of a shot. */
  clear() {
    this.#clicked = -1;
    this.setMoves([]);
  }

  /** Selects the piece whose click ended the last animation, if it can move. */
  chooseClicked() {
    const square = this.#clicked;
    this.#clicked = -1;
    if (this.movesFrom(square).length) this.#select(square);
  }

  /** Selects the piece of a move and previews the move, which another input then makes. @param {string} move */
  propose(move) {
    const { from = -1 } = readMove(move) ?? {};
    if (!this.movesFrom(from).some((one) => one.move === move)) return;
    this.#select(from);
    void this.#preview(move, true, !this.#isPointer ? 'enter' : this.#isTouch ? 'tap' : 'click');
  }

  /** The moves that the player may choose from. */
  get moves() {
    return this.#moves;
  }

  /** Returns the moves of the piece on a square. @param {number} square */
  movesFrom(square) {
    const name = square < 0 ? '-' : squareName(square);
    return this.#moves.filter((move) => move.move.startsWith(name));
  }

  /** Returns the target squares of the selected piece. */
  targets() {
    return new Set(this.movesFrom(this.selected).map((move) => readMove(move.move)?.to));
  }

  /** Whether a piece was dropped just now. */
  get hasDropped() {
    return this.#drag.hasDropped(400);
  }

  /** Returns the side of a square in pixels. */
  #squareSide() {
    return this.board.cells[0]?.getBoundingClientRect().width ?? 0;
  }

  /** Opens or closes the rotation buttons: below the board for a finger and for small squares, else at the corners of the selected square. */
  updateToolbar() {
    const canRotate = this.#rotation(this.selected, '+') || this.#rotation(this.selected, '-');
    const [anticlockwise, clockwise] = ['-', '+'].map((sign) => this.#rotation(this.selected, /** @type {'+'|'-'} */ (sign)));
    // A piece with one rotation has one button.
    this.#turns.forEach((button, at) => { button.hidden = anticlockwise === clockwise && !anticlockwise?.endsWith(at ? '+' : '-'); });
    if (!canRotate || this.#stackChoice.isOpen) this.#rotations.close();
    else if (this.#isTouch || this.#squareSide() < LEAST_SIDE) this.#rotations.openIn(this.board.beneath);
    else this.#rotations.openOn(this.selected, this.board.plane, this.board.view);
  }

  /** Moves the keyboard focus to the cell with the tab stop. */
  focusCell() {
    this.board.cells[this.tabStop]?.focus({ preventScroll: true });
  }

  // Choice of moves

  /** Returns the moves from the selected square to another. @param {number} square */
  #movesTo(square) {
    return this.movesFrom(this.selected).filter((move) => readMove(move.move)?.to === square);
  }

  /** Returns the rotation of a piece, or ''. @param {number} square @param {'+'|'-'} sign */
  #rotation(square, sign) {
    const rotations = this.movesFrom(square).filter((move) => readMove(move.move)?.turn);
    // Scarabs, Eyes and Sphinxes have only one rotation.
    return (rotations.find((move) => move.move.endsWith(sign)) ?? (rotations.length === 1 ? rotations[0] : undefined))?.move ?? '';
  }

  /** Selects a square if its piece can move; else clears the selection. @param {number} square */
  #select(square) {
    this.board.hideShot();
    this.selected = this.movesFrom(square).length ? square : -1;
    this.#stackChoice.close();
    void this.#preview('');
    this.board.updateCells();
  }

  /** Ends the animation of a shot by a click or a key on a square, or elsewhere for -1. @param {number} square */
  #endShot(square) {
    this.#clicked = square;
    this.board.endShot();
  }

  /** Handles a click, the Enter key or the space key on a square. @param {number} square @param {boolean} touch */
  #click(square, touch) {
    const { board } = this;
    this.moveTabStop(square);
    if (!this.#moves.length) {
      // What takes the click for itself cancels the event.
      const event = new CustomEvent('square', { cancelable: true, detail: { square, piece: board.pieces[square] ?? null } });
      if (board.dispatchEvent(event)) this.#earlyClicks?.push(square);
    } else if (this.#movesTo(square).length) this.#chooseTarget(square, touch);
    else if (square === this.selected && this.previewed) this.#fire(this.previewed);
    else {
      if (this.selected < 0 && !this.movesFrom(square).length) board.dispatchEvent(new Event('empty'));
      this.#select(square === this.selected ? -1 : square);
    }
  }

  /** Makes the move of the selected piece to a target. Opens a choice if there are two moves. @param {number} square @param {boolean} touch */
  #chooseTarget(square, touch) {
    const moves = this.#movesTo(square), [first] = moves;
    if (!first) return;
    if (moves.length === 1) {
      this.#confirm(first.move, touch);
      return;
    }
    const toolbar = this.#stackChoice;
    toolbar.element.replaceChildren();
    const buttons = moves.map((move) => {
      const name = readMove(move.move)?.top ? texts.board.topOnly : texts.board.wholeStack;
      return this.#addMoveButton(toolbar, name, name, () => move.move);
    });
    this.#rotations.close();
    toolbar.open(square, this.board.view, this.board.shown);
    buttons[0]?.focus({ preventScroll: true });
  }

  /** Makes a move. By touch, the first tap only previews it. @param {string} move @param {boolean} touch */
  #confirm(move, touch) {
    if (touch && this.previewed !== move) void this.#preview(move, true, 'tap');
    else this.#fire(move);
  }

  /** Makes a move. @param {string} move */
  #fire(move) {
    this.selected = -1;
    this.#stackChoice.close();
    void this.#preview('');
    this.board.updateCells();
    // After a move by pointer, the board loses the focus, so that the arrow keys step through the game.
    const focus = this.board.focused;
    if (this.#isPointer && focus instanceof HTMLElement && this.board.contains(focus)) focus.blur();
    this.board.dispatchEvent(new CustomEvent('move', { detail: move }));
  }

  /**
   * Previews the board after a move, with its shot. An empty move ends the preview.
   * @param {string} move @param {boolean} isAnnounced whether screen readers announce it @param {import('../khet/words.js').Preview['trigger']} trigger the input that makes the move, if it is shown
   */
  async #preview(move, isAnnounced = false, trigger = '') {
    const { board } = this;
    if (move === this.previewed) return;
    this.previewed = move;
    if (!move) {
      board.redraw();
      board.dispatchEvent(new CustomEvent('preview', { detail: null }));
      return;
    }
    const beam = await board.beamOfMove?.(move).catch(() => null);
    if (!beam || this.previewed !== move) return;
    board.drawPreview(move, beam);
    board.dispatchEvent(new CustomEvent('preview', { detail: { move, beam, isAnnounced, trigger } }));
  }

  /** Previews the move to a square. @param {number} square @param {boolean} isAnnounced */
  #hover(square, isAnnounced) {
    const [move] = this.#movesTo(square);
    // The preview of a rotation by the wheel remains until the pointer leaves the piece.
    if (!move && square === this.selected && readMove(this.previewed)?.turn) return;
    void this.#preview(move?.move ?? '', isAnnounced);
  }

  /** Adds a button for a move. @param {Toolbar} toolbar @param {string} name @param {string} text @param {() => string} move */
  #addMoveButton(toolbar, name, text, move) {
    return toolbar.add(name, text, {
      onShow: (isAnnounced) => { void this.#preview(move(), isAnnounced); },
      onHide: () => { if (this.previewed === move()) void this.#preview(''); },
      onClick: (touch) => {
        if (!move()) return;
        const square = this.selected;
        this.#confirm(move(), touch);
        // The button is hidden when the selection is cleared, so the keyboard focus returns to the piece.
        if (this.selected < 0 && !this.#isPointer) this.board.cells[square]?.focus({ preventScroll: true });
      },
    });
  }

  // Keys and the wheel

  /** @param {WheelEvent} event */
  #wheel(event) {
    const square = squareOf(event), sign = event.deltaY > 0 ? '+' : '-';
    if (!event.deltaY || event.ctrlKey || !this.#rotation(square, sign)) return;
    event.preventDefault();
    if (square !== this.selected) this.#select(square);
    void this.#preview(this.#rotation(square, sign), true, 'click');
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    this.#isPointer = false;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const onGrid = this.board.grid.contains(this.board.focused), step = STEPS[event.key];
    if (this.board.isFiring && onGrid && (event.key === 'Enter' || event.key === ' ')) {
      if (!event.repeat) this.#endShot(this.tabStop);
    } else if (event.key === 'Escape' && this.selected >= 0) {
      const square = this.selected;
      this.#select(-1);
      this.board.cells[square]?.focus({ preventScroll: true });
    } else if (event.key === 'q' || event.key === 'e') {
      const square = this.selected >= 0 ? this.selected : onGrid ? this.tabStop : -1, move = this.#rotation(square, event.key === 'e' ? '+' : '-');
      if (move) {
        if (square !== this.selected) this.#select(square);
        this.board.cells[square]?.focus({ preventScroll: true });
        void this.#preview(move, true, 'enter');
      }
    } else if (onGrid && step) {
      this.board.cells[this.board.view.step(this.tabStop, ...step)]?.focus();
    } else if (onGrid && (event.key === 'Enter' || event.key === ' ')) this.#click(this.tabStop, false);
    else return;
    event.preventDefault();
  }

  /** @param {number} square */
  moveTabStop(square) {
    const before = this.board.cells[this.tabStop], now = this.board.cells[square];
    if (before) before.tabIndex = -1;
    if (now) now.tabIndex = 0;
    this.tabStop = square;
  }
}
