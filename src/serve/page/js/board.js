// @ts-check
// <khet-board>: the board as an SVG picture below a grid of 80 named cells.
//
// It knows no rules: positions, legal moves and light come from outside. What a player does on it is in hand.js. Events:
// `move` (detail: the move that the player fires), `preview` (detail: `{ move, beam, asked, again }`, the move whose shot is
// shown, or null), `act` (the shot that stood is gone), `square` (detail: `{ square, piece }`: a cell was chosen while no moves are offered).

import { drawArrow } from './arrows.js';
import { drawGround } from './ground.js';
import { Hand } from './hand.js';
import { drawBeam, runBeam } from './light.js';
import { centre, group, HEIGHT, standalone, svg, WIDTH } from './picture.js';
import { drawPiece } from './pieces.js';
import { cellName, FILES, RANKS, readBoard, readMove, squareName } from './position.js';

/** @typedef {import('./arrows.js').Arrow} Arrow */
/** @typedef {import('./engine.js').Beam} Beam */
/** @typedef {import('./engine.js').LegalMove} LegalMove */
/** @typedef {import('./position.js').Board} Board */
/** @typedef {import('./position.js').Colour} Colour */

/** How long a piece moves, in milliseconds. */
const SLIDE = 180;

const isStill = () => matchMedia('(prefers-reduced-motion: reduce)').matches;
/** @param {number} time */
const wait = (time) => new Promise((resolve) => setTimeout(resolve, time));

export class KhetBoard extends HTMLElement {
  /** @type {Board} The board that is shown, without a preview. */
  pieces = readBoard('');
  /** The colour of the side to move. @type {Colour} */
  mover = 'silver';
  /** Whether the board is seen from Red's side. */
  flipped = false;
  /** @type {((move: string) => Promise<Beam|null>)|null} Where the light of a hovered move comes from. */
  light = null;
  /** @type {HTMLElement[]} The cells by square. */
  cells = [];
  grid = document.createElement('div');
  picture = svg('svg', { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, 'aria-hidden': 'true', class: 'picture' });

  #variant = 'khet2';
  /** @type {{ colour: Colour, beam: Beam }[]} */
  #standing = [];
  /** @type {Arrow[]} */
  #arrows = [];
  /** The move that led to the position. */
  #last = '';
  /** The shot that led to the position, while it stands. @type {{ beam: Beam, colour: Colour }|null} */
  #fired = null;
  /** @type {AbortController|null} The shot that is running. */
  #shot = null;
  /** @type {Map<number, SVGElement>} The emblems of reserved squares. */
  #emblems = new Map();
  #ground = svg('g');
  #pieceLayer = svg('g', { class: 'pieces' });
  #lightLayer = svg('g', { class: 'lights' });
  #shotLayer = svg('g', { class: 'lights' });
  #arrowLayer = svg('g', { class: 'arrows' });
  #hand = new Hand(this);

  connectedCallback() {
    if (this.cells.length) return;
    this.picture.append(this.#ground, this.#pieceLayer, this.#lightLayer, this.#shotLayer, this.#arrowLayer);
    this.grid.className = 'cells';
    this.grid.setAttribute('role', 'grid');
    this.grid.setAttribute('aria-label', 'Board');
    for (let square = 0; square < FILES * RANKS; square += 1) {
      const cell = document.createElement('div');
      cell.setAttribute('role', 'gridcell');
      cell.dataset.square = squareName(square);
      cell.tabIndex = -1;
      this.cells.push(cell);
    }
    this.append(this.picture, this.grid);
    this.#hand.connect();
    this.#arrange();
  }

  /**
   * Shows a position at once.
   * @param {string} kfen @param {{ last?: string, shot?: { beam: Beam, colour: Colour }|null }} [options] the move that led to it, and its shot
   */
  show(kfen, { last = '', shot = null } = {}) {
    this.#shot?.abort();
    this.#shot = null;
    const [board = '', side = 's', variant = 'khet2'] = kfen.split(' ');
    this.pieces = readBoard(board);
    this.mover = side === 'r' || side === '1' ? 'red' : 'silver';
    this.#last = last;
    this.#standing = [];
    this.#fired = shot;
    if (variant !== this.#variant) {
      this.#variant = variant;
      this.#drawGround();
    }
    this.setMoves([]);
  }

  /** Offers moves to the player; an empty list makes the board a picture. @param {LegalMove[]} moves */
  setMoves(moves) {
    this.#hand.take(moves);
    this.redraw();
  }

  /** Draws beams that stand on the position. @param {{ colour: Colour, beam: Beam }[]} beams */
  setBeams(beams) {
    this.#standing = beams;
    if (!this.#hand.proposal) this.#drawStanding();
  }

  /** Draws arrows for moves, the most important first. @param {Arrow[]} arrows */
  setArrows(arrows) {
    this.#arrows = arrows;
    this.#drawArrows();
  }

  /** Shows the board from the other side. @param {boolean} flipped */
  setFlipped(flipped) {
    if (this.flipped === flipped) return;
    this.#shot?.abort();
    this.flipped = flipped;
    this.#arrange();
  }

  /** Gives the keyboard to the board. */
  stand() {
    this.#hand.stand();
  }

  /** Returns the picture of the board as an SVG document. */
  toSvg() {
    return standalone(this.picture);
  }

  // The shot

  /**
   * Shows a move: its piece in place, then the shot, then the board after it. Resolves when the board is at rest.
   * @param {string} move @param {Beam} beam @param {string} kfen the position after the move @param {Colour} colour who fires
   */
  async fire(move, beam, kfen, colour) {
    this.#shot?.abort();
    const shot = new AbortController(), { signal } = shot, before = this.pieces, board = readBoard(beam.board);
    this.#shot = shot;
    this.pieces = board;
    this.#standing = [];
    this.#fired = null;
    this.#last = move;
    this.#hand.take([]);
    this.redraw();
    if (isStill()) {
      this.#shotLayer.replaceChildren(drawBeam(beam, board, { colour, flipped: this.flipped, kind: 'shot' }));
      await Promise.race([wait(450), aborted(signal)]);
    } else {
      await this.#slide(move, before, signal);
      if (!signal.aborted) await runBeam(this.#shotLayer, beam, board, colour, this.flipped, signal);
      await Promise.race([wait(beam.hits.length ? 120 : 60), aborted(signal)]);
      if (!signal.aborted) await this.#vanish(beam.hits, signal);
    }
    if (this.#shot !== shot) return;
    this.show(kfen, { last: move, shot: { beam, colour } });
  }

  /** Reports that the player acts: the shot before no longer stands. */
  act() {
    if (!this.#fired) return;
    this.#fired = null;
    this.#drawFired();
    this.dispatchEvent(new Event('act'));
  }

  /** Moves or turns the pieces of a move into place. @param {string} text @param {Board} before @param {AbortSignal} signal */
  async #slide(text, before, signal) {
    const move = readMove(text);
    if (!move) return;
    const timing = { duration: SLIDE, easing: 'ease-out' };
    /** @type {(Animation|undefined)[]} */
    const running = [];
    if (move.to === null) {
      const turn = `rotate(${move.turn === '+' ? -90 : 90}deg)`;
      running.push(this.#drawing(move.from)?.animate([{ transform: turn }, { transform: 'none' }], timing));
    } else {
      const from = centre(move.from, this.flipped), to = centre(move.to, this.flipped);
      const slide = (/** @type {number} */ square, /** @type {number} */ sign) => this.#drawing(square)?.animate(
        [{ transform: `translate(${sign * (from.x - to.x)}px, ${sign * (from.y - to.y)}px)` }, { transform: 'none' }], timing);
      // A piece that was dragged is there already.
      if (!this.#hand.hasDropped) running.push(slide(move.to, 1));
      if (before[move.to] && before[move.to]?.letter !== 'o') running.push(slide(move.from, -1));
    }
    await Promise.race([Promise.all(running.map(finished)), aborted(signal)]);
  }

  /** Lets the pieces that are hit disappear. @param {string[]} hits @param {AbortSignal} signal */
  async #vanish(hits, signal) {
    const running = hits.map((name) => this.#pieceLayer.querySelector(`[data-square="${name}"] > g`)?.animate(
      [{ opacity: 1, transform: 'scale(1)' }, { opacity: 1, transform: 'scale(1.15)', offset: 0.3 }, { opacity: 0, transform: 'scale(0.3)' }],
      { duration: 260, easing: 'ease-in', fill: 'forwards' }));
    await Promise.race([Promise.all(running.map(finished)), aborted(signal)]);
  }

  /** Returns the drawing of the piece on a square. @param {number} square */
  #drawing(square) {
    return this.#pieceLayer.querySelector(`[data-square="${squareName(square)}"] > g`);
  }

  // Drawing

  /** Puts the cells in the order of the view and draws everything. */
  #arrange() {
    this.grid.replaceChildren(...Array.from({ length: RANKS }, (_, row) => {
      const element = document.createElement('div');
      element.setAttribute('role', 'row');
      for (let column = 0; column < FILES; column += 1) {
        const rank = this.flipped ? row : RANKS - 1 - row, file = this.flipped ? FILES - 1 - column : column;
        const cell = this.cells[rank * FILES + file];
        if (cell) element.append(cell);
      }
      return element;
    }));
    this.#drawGround();
    this.redraw();
  }

  #drawGround() {
    this.#emblems = drawGround(this.#ground, this.#variant, this.flipped);
  }

  /** Draws the position as it stands. */
  redraw() {
    this.#drawPieces(this.pieces);
    this.#drawStanding();
    this.#drawFired();
    this.#drawArrows();
    this.mark();
  }

  /** Whether a shot is running. */
  get isFiring() {
    return this.#shot !== null;
  }

  /** Draws the board after a move that has not been fired, with its shot. @param {string} text @param {Beam} beam @param {Colour} [colour] who fires */
  drawPreview(text, beam, colour = this.mover) {
    const move = readMove(text), board = readBoard(beam.board);
    this.#drawPieces(board);
    this.#shotLayer.replaceChildren();
    this.#arrowLayer.replaceChildren();
    this.#drawing(move?.to ?? move?.from ?? 0)?.parentElement?.classList.add('proposed');
    this.#lightLayer.replaceChildren(drawBeam(beam, board, { colour, flipped: this.flipped, kind: 'preview' }));
  }

  /** @param {Board} board */
  #drawPieces(board) {
    for (const [square, emblem] of this.#emblems) emblem.classList.toggle('covered', Boolean(board[square]));
    this.#pieceLayer.replaceChildren(...board.flatMap((piece, square) => {
      if (!piece) return [];
      const { x, y } = centre(square, this.flipped);
      const attributes = { class: 'piece', 'data-square': squareName(square), transform: `translate(${x} ${y})` };
      return [group(attributes, [drawPiece(piece, this.flipped)])];
    }));
  }

  #drawStanding() {
    this.#lightLayer.replaceChildren(...this.#standing.map(({ beam, colour }) =>
      drawBeam(beam, this.pieces, { colour, flipped: this.flipped, kind: 'standing' })));
  }

  #drawFired() {
    const { beam, colour } = this.#fired ?? {};
    this.#shotLayer.replaceChildren(...(beam && colour ? [drawBeam(beam, readBoard(beam.board), { colour, flipped: this.flipped, kind: 'fired' })] : []));
  }

  #drawArrows() {
    this.#arrowLayer.replaceChildren(...this.#arrows.flatMap((arrow) => drawArrow(arrow, this.flipped)));
  }

  /** Writes names and marks of the cells: the piece, the last move, what may move and where to. */
  mark() {
    const last = readMove(this.#last), hand = this.#hand, targets = hand.targets();
    this.cells.forEach((cell, square) => {
      const piece = this.pieces[square], isTarget = targets.has(square), canMove = hand.movesFrom(square).length > 0;
      setAttribute(cell, 'aria-label', cellName(square, piece));
      setAttribute(cell, 'aria-description', isTarget ? 'legal target' : null);
      setAttribute(cell, 'aria-selected', canMove ? String(square === hand.selected) : null);
      const marks = {
        movable: canMove, selected: square === hand.selected, target: isTarget, occupied: isTarget && Boolean(piece),
        last: square === last?.from || square === last?.to,
      };
      for (const [name, on] of Object.entries(marks)) cell.classList.toggle(name, on);
    });
    hand.placeTools();
  }
}

/** Sets an attribute, or with null removes it, if that changes it. @param {HTMLElement} element @param {string} name @param {string|null} value */
function setAttribute(element, name, value) {
  if (element.getAttribute(name) === value) return;
  if (value === null) element.removeAttribute(name);
  else element.setAttribute(name, value);
}

/** Resolves when an animation ends in any way. @param {Animation|undefined} animation */
const finished = (animation) => animation?.finished.catch(() => undefined);

/** Resolves when a signal is aborted. @param {AbortSignal} signal */
function aborted(signal) {
  return new Promise((resolve) => {
    if (signal.aborted) resolve(undefined);
    else signal.addEventListener('abort', () => resolve(undefined), { once: true });
  });
}

customElements.define('khet-board', KhetBoard);
