// @ts-check
// What a player does on the board: choosing a piece and its move by clicks, drags, keys and the wheel, with the shot shown first.

import { Drag, squareOf } from './drag.js';
import { FILES, RANKS, readMove, squareName } from './position.js';
import { Tools } from './tools.js';

/** @typedef {import('./board.js').KhetBoard} KhetBoard */
/** @typedef {import('./engine.js').LegalMove} LegalMove */

/** @type {Record<string, [number, number]>} Steps to the right and up. */
const STEPS = { ArrowUp: [0, 1], ArrowDown: [0, -1], ArrowLeft: [-1, 0], ArrowRight: [1, 0], Home: [-9, 0], End: [9, 0] };

export class Hand {
  /** @type {LegalMove[]} The moves that the player may choose from. */
  #moves = [];
  /** The selected square, or -1. */
  selected = -1;
  /** The move whose shot is shown, or ''. */
  proposal = '';
  /** The square with the tab stop. */
  #focus = 4;
  #drag;
  /** @type {number[]|null} The squares that were chosen before the first moves arrived; null afterwards. */
  #early = [];
  /** Whether the mouse or a finger acted last, not a key. */
  #isPointer = false;
  #turns = new Tools('Rotate the piece');
  #question = new Tools('Move the whole stack or its top?');

  /** @param {KhetBoard} board */
  constructor(board) {
    this.board = board;
    this.#drag = new Drag(board, {
      can: (square) => this.movesFrom(square).length > 0 && !this.#movesTo(square).length,
      lift: (square) => this.#select(square),
      over: (square, touch) => this.#hover(square, touch),
      drop: (_from, to) => {
        if (this.#movesTo(to).length) this.#choose(to, false);
        else void this.#propose('');
      },
    });
  }

  /** Takes up its work when the board stands in the page. */
  connect() {
    const { board } = this, { grid } = board;
    this.#offer(this.#turns, 'Rotate anticlockwise', '↺', () => this.#rotation(this.selected, '-'));
    this.#offer(this.#turns, 'Rotate clockwise', '↻', () => this.#rotation(this.selected, '+'));
    board.append(this.#turns.element, this.#question.element);
    this.#moveTabStop(this.#focus);
    grid.addEventListener('click', (event) => {
      const square = squareOf(event);
      if (square < 0 || this.#drag.hasDropped()) return;
      this.#press(square, event instanceof PointerEvent && event.pointerType === 'touch');
    });
    grid.addEventListener('pointerover', (event) => {
      if (event.pointerType !== 'touch' && !this.#drag.isOn && !this.#question.isOpen) this.#hover(squareOf(event), false);
    });
    grid.addEventListener('pointerleave', (event) => {
      if (event.pointerType !== 'touch' && !this.#drag.isOn && !this.#question.isOpen) void this.#propose('');
    });
    grid.addEventListener('focusin', (event) => {
      const square = squareOf(event);
      if (square < 0) return;
      this.#moveTabStop(square);
      if (board.cells[square]?.matches(':focus-visible') && !this.#question.isOpen) this.#hover(square, true);
    });
    grid.addEventListener('wheel', (event) => this.#wheel(event), { passive: false });
    board.addEventListener('pointerdown', () => { this.#isPointer = true; }, { capture: true });
    board.addEventListener('keydown', (event) => this.#key(event));
    this.#drag.connect();
  }

  /** Takes the moves that the player may choose from. @param {LegalMove[]} moves */
  take(moves) {
    this.#moves = moves;
    if (!this.movesFrom(this.selected).length) this.selected = -1;
    this.proposal = '';
    this.#question.close();
    if (!moves.length) return;
    const early = this.#early ?? [];
    this.#early = null;
    queueMicrotask(() => early.slice(-2).forEach((square) => this.#press(square, false)));
  }

  /** Returns the moves of the piece on a square. @param {number} square */
  movesFrom(square) {
    const name = square < 0 ? '-' : squareName(square);
    return this.#moves.filter((move) => move.move.startsWith(name));
  }

  /** Returns the squares that the selected piece may go to. */
  targets() {
    return new Set(this.movesFrom(this.selected).map((move) => readMove(move.move)?.to));
  }

  /** Whether a piece was dropped just now. */
  get hasDropped() {
    return this.#drag.hasDropped(400);
  }

  /** Opens or closes the buttons beside the selected piece. */
  placeTools() {
    const turns = this.#rotation(this.selected, '+') || this.#rotation(this.selected, '-');
    if (turns && !this.#question.isOpen) this.#turns.open(this.selected, this.board.flipped);
    else this.#turns.close();
  }

  /** Gives the keyboard to the board. */
  stand() {
    this.board.cells[this.#focus]?.focus({ preventScroll: true });
  }

  // Choosing

  /** Returns the moves from the selected square to another. @param {number} square */
  #movesTo(square) {
    return this.movesFrom(this.selected).filter((move) => readMove(move.move)?.to === square);
  }

  /** Returns the rotation of a piece, or ''. @param {number} square @param {'+'|'-'} sign */
  #rotation(square, sign) {
    const turns = this.movesFrom(square).filter((move) => readMove(move.move)?.turn);
    // A Scarab and an Eye rotate alike both ways; a Sphinx has one rotation.
    return (turns.find((move) => move.move.endsWith(sign)) ?? (turns.length === 1 ? turns[0] : undefined))?.move ?? '';
  }

  /** Selects a square, or with -1 none. @param {number} square */
  #select(square) {
    this.board.act();
    this.selected = this.movesFrom(square).length ? square : -1;
    this.#question.close();
    void this.#propose('');
    this.board.mark();
  }

  /** A click on a square. @param {number} square @param {boolean} touch */
  #press(square, touch) {
    const { board } = this;
    this.#moveTabStop(square);
    if (!this.#moves.length) {
      this.#early?.push(square);
      board.dispatchEvent(new CustomEvent('square', { detail: { square, piece: board.pieces[square] ?? null } }));
    } else if (this.#movesTo(square).length) this.#choose(square, touch);
    else if (square === this.selected && this.proposal) this.#fire(this.proposal);
    else this.#select(square === this.selected ? -1 : square);
  }

  /** Chooses a target of the selected piece. @param {number} square @param {boolean} touch */
  #choose(square, touch) {
    const moves = this.#movesTo(square), [first] = moves;
    if (!first) return;
    if (moves.length === 1) {
      this.#commit(first.move, touch);
      return;
    }
    const question = this.#question;
    question.element.replaceChildren();
    const buttons = moves.map((move) => {
      const name = readMove(move.move)?.top ? 'Top only' : 'Whole stack';
      return this.#offer(question, name, name, () => move.move);
    });
    this.#turns.close();
    question.open(square, this.board.flipped);
    buttons[0]?.focus({ preventScroll: true });
  }

  /** Fires a move; a first touch only shows its shot. @param {string} move @param {boolean} touch */
  #commit(move, touch) {
    if (touch && this.proposal !== move) void this.#propose(move, true, 'Tap again');
    else this.#fire(move);
  }

  /** @param {string} move */
  #fire(move) {
    this.selected = -1;
    this.#question.close();
    void this.#propose('');
    this.board.mark();
    // After a move by mouse or finger the arrow keys step through the game.
    const focus = document.activeElement;
    if (this.#isPointer && focus instanceof HTMLElement && this.board.contains(focus)) focus.blur();
    this.board.dispatchEvent(new CustomEvent('move', { detail: move }));
  }

  /**
   * Shows the board after a move with its shot, or with '' the board as it stands.
   * @param {string} move @param {boolean} asked whether a key or a touch asks @param {''|'Tap again'|'Click'|'Enter'} again what fires it, if that has to be said
   */
  async #propose(move, asked = false, again = '') {
    const { board } = this;
    if (move === this.proposal) return;
    this.proposal = move;
    if (!move) {
      board.redraw();
      board.dispatchEvent(new CustomEvent('preview', { detail: null }));
      return;
    }
    const beam = await board.light?.(move).catch(() => null);
    if (!beam || this.proposal !== move) return;
    board.drawPreview(move, beam);
    board.dispatchEvent(new CustomEvent('preview', { detail: { move, beam, asked, again } }));
  }

  /** Shows the shot of the move to a square. @param {number} square @param {boolean} asked */
  #hover(square, asked) {
    const [move] = this.#movesTo(square);
    // A rotation that was chosen with the wheel stays until the pointer leaves the piece.
    if (!move && square === this.selected && readMove(this.proposal)?.turn) return;
    void this.#propose(move?.move ?? '', asked);
  }

  /** Adds a button for a move. @param {Tools} tools @param {string} name @param {string} text @param {() => string} move */
  #offer(tools, name, text, move) {
    return tools.add(name, text, {
      show: (asked) => { void this.#propose(move(), asked); },
      hide: () => { if (this.proposal === move()) void this.#propose(''); },
      choose: (touch) => {
        if (!move()) return;
        const square = this.selected;
        this.#commit(move(), touch);
        // The button disappears with the selection; the keyboard goes on at the piece.
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
    void this.#propose(this.#rotation(square, sign), true, 'Click');
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    this.#isPointer = false;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const onGrid = this.board.grid.contains(document.activeElement), step = STEPS[event.key];
    if (event.key === 'Escape' && this.selected >= 0) {
      const square = this.selected;
      this.#select(-1);
      this.board.cells[square]?.focus({ preventScroll: true });
    } else if (event.key === 'q' || event.key === 'e') {
      const square = this.selected >= 0 ? this.selected : onGrid ? this.#focus : -1, move = this.#rotation(square, event.key === 'e' ? '+' : '-');
      if (move) {
        if (square !== this.selected) this.#select(square);
        this.board.cells[square]?.focus({ preventScroll: true });
        void this.#propose(move, true, 'Enter');
      }
    } else if (onGrid && step) {
      const sign = this.board.flipped ? -1 : 1, [right, up] = step;
      const file = Math.min(Math.max((this.#focus % FILES) + sign * right, 0), FILES - 1);
      const rank = Math.min(Math.max(Math.floor(this.#focus / FILES) + sign * up, 0), RANKS - 1);
      this.board.cells[rank * FILES + file]?.focus();
    } else if (onGrid && (event.key === 'Enter' || event.key === ' ')) this.#press(this.#focus, false);
    else return;
    event.preventDefault();
  }

  /** @param {number} square */
  #moveTabStop(square) {
    const before = this.board.cells[this.#focus], now = this.board.cells[square];
    if (before) before.tabIndex = -1;
    if (now) now.tabIndex = 0;
    this.#focus = square;
  }
}
