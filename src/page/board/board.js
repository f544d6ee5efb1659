// @ts-check
// The view of the board, as an SVG picture below a grid of 80 named cells.
//
// It contains no rules: positions, legal moves and beams come from outside. Input is in input.js. Events: `move` (detail: the
// move that the player makes), `preview` (detail: a `Preview` of words.js, or null when it ends), `hideshot` (the last shot is
// no longer shown), `square` (detail: `{ square, piece }`; a cell was clicked while there are no moves to choose from), `change`
// (the position, the legal moves, the beams or the side at the bottom have changed), `empty` (a square without a choice was clicked
// while no piece was selected), `complete` (the position is shown, and its
// legal moves as far as they are known), `view` (the squares are at other places).

import { drawArrow } from './marks/arrows.js';
import { animateBeam, animateShards, drawBeam } from './beam.js';
import { drawGround, ownerOf } from './ground.js';
import { BoardInput } from './input.js';
import { group, svg } from './picture.js';
import { drawPiece } from './pieces.js';
import { drawFrames, drawTint } from './marks/reach.js';
import { FILES, RANKS, readBoard, readMove, squareIndex, squareName } from '../khet/position.js';
import { isStill, times } from '../common/tempo.js';
import { texts } from '../texts/texts.js';
import { View, WIDE } from './view.js';

/** @typedef {import('./marks/arrows.js').Arrow} Arrow */
/** @typedef {import('../host/engine.js').Beam} Beam */
/** @typedef {import('../host/engine.js').LegalMove} LegalMove */
/** The shot of a move, and the opponent's beam after it. @typedef {Beam & { answer?: { beam: Beam, colour: Colour } }} Preview */
/** @typedef {import('../khet/position.js').Board} Board */
/** @typedef {import('../khet/position.js').Colour} Colour */
/** @typedef {import('./pieces.js').PieceSet} PieceSet */
/** @typedef {import('./marks/reach.js').ReachView} ReachView */

/** @param {number} time */
const wait = (time) => new Promise((resolve) => setTimeout(resolve, time));

export class KhetBoard extends HTMLElement {
  /** @type {Board} The board of the shown position. */
  pieces = readBoard('');
  /** The shown position, or ''. */
  kfen = '';
  /** The legal moves of the shown position, or null while they are unknown. @type {LegalMove[]|null} */
  legalMoves = null;
  /** The beams of the shown position. @type {{ colour: Colour, beam: Beam }[]} */
  beams = [];
  /** The colour of the side to move. @type {Colour} */
  mover = 'silver';
  /** The colour of the player who chooses from moves. @type {Colour} */
  chooser = 'silver';
  /** Where the squares are. */
  view = WIDE;
  /** The set of the drawn pieces. @type {PieceSet} */
  pieceSet = 'khet';
  /** @type {((move: string) => Promise<Preview|null>)|null} Returns the beam of a move, for previews. */
  beamOfMove = null;
  /** @type {HTMLElement[]} The cells by square. */
  cells = [];
  grid = document.createElement('div');
  /** Contains everything that is enlarged with a part of the board. */
  plane = document.createElement('div');
  /** The place below the board for the buttons of a piece. The page has a place of its own. @type {HTMLElement} */
  beneath = Object.assign(document.createElement('div'), { className: 'beneath' });
  picture = svg('svg', { 'aria-hidden': 'true', class: 'picture' });

  /** The part of the picture that is shown. */
  shown = { x: 0, y: 0, width: WIDE.width, height: WIDE.height };

  #variant = 'khet2';
  /** @type {Arrow[]} */
  #arrows = [];
  /** The move that waits for the opponent's, or ''. */
  #ahead = '';
  /** What the drawn preview shows, or null without one. @type {{ text: string, beam: Preview, colour: Colour, square: number }|null} */
  #preview = null;
  /** The move that led to the position. */
  #last = '';
  /** The shot that led to the position, while it is shown. @type {{ beam: Beam, colour: Colour }|null} */
  #lastShot = null;
  /** The squares that the last shot hit, which are marked until the next move. @type {string[]} */
  #struck = [];
  /** Where a player's beam can get with one move, while it is shown. @type {ReachView|null} */
  #reach = null;
  /** @type {AbortController|null} Aborts the animation of a shot. */
  #animation = null;
  /** @type {Map<number, SVGElement>} The emblems of reserved squares. */
  #emblems = new Map();
  /** The drawn pieces by square, each with what its drawing depends on. @type {Map<number, { look: string, element: SVGElement }>} */
  #drawn = new Map();
  #ground = svg('g');
  #tintLayer = svg('g', { class: 'lights' });
  #pieceLayer = svg('g', { class: 'pieces' });
  #beamLayer = svg('g', { class: 'lights' });
  #shotLayer = svg('g', { class: 'lights' });
  #frameLayer = svg('g', { class: 'lights' });
  #arrowLayer = svg('g', { class: 'arrows' });
  #input = new BoardInput(this);

  connectedCallback() {
    if (this.cells.length) return;
    this.picture.append(this.#ground, this.#tintLayer, this.#pieceLayer, this.#beamLayer, this.#shotLayer, this.#frameLayer, this.#arrowLayer);
    this.grid.className = 'cells';
    this.grid.setAttribute('role', 'grid');
    this.grid.setAttribute('aria-label', texts.board.board);
    for (let square = 0; square < FILES * RANKS; square += 1) {
      const cell = document.createElement('div');
      cell.setAttribute('role', 'gridcell');
      cell.dataset.square = squareName(square);
      cell.tabIndex = -1;
      this.cells.push(cell);
    }
    this.plane.className = 'plane';
    this.plane.append(this.picture, this.grid);
    this.append(this.plane);
    this.#input.connect();
    this.#layOut();
  }

  /**
   * Shows a position without animation.
   * @param {string} kfen
   * @param {{ last?: string, shot?: { beam: Beam, colour: Colour }|null, struck?: string[], isComplete?: boolean, keepsMoves?: boolean }} [options] the
   * move that led to it, its shot, the squares that it hit, false if the moves follow, and whether those of the same position remain until then
   */
  show(kfen, { last = '', shot = null, struck = shot?.beam.hits ?? [], isComplete = true, keepsMoves } = {}) {
    // A piece that was selected stays so while the moves of the same position are read again.
    const isKept = keepsMoves && kfen === this.kfen;
    this.#animation?.abort();
    this.#animation = null;
    const [board = '', side = 's', variant = 'khet2'] = kfen.split(' ');
    this.kfen = kfen;
    this.legalMoves = null;
    this.pieces = readBoard(board);
    this.mover = side === 'r' || side === '1' ? 'red' : 'silver';
    this.chooser = this.mover;
    this.#last = last;
    this.beams = [];
    this.#reach = null;
    this.#lastShot = shot;
    this.#struck = struck;
    if (variant !== this.#variant) {
      this.#variant = variant;
      this.#drawGround();
    }
    this.#setChoice(isKept ? this.#input.moves : []);
    if (isComplete) this.dispatchEvent(new Event('complete'));
  }

  /** Sets the moves that a player may choose from. @param {LegalMove[]} moves @param {LegalMove[]} [legal] the legal moves @param {Colour} [chooser] */
  setMoves(moves, legal = moves, chooser = this.mover) {
    this.chooser = chooser;
    this.legalMoves = legal;
    this.#setChoice(moves);
    this.#input.chooseClicked();
    this.dispatchEvent(new Event('complete'));
  }

  /** @param {LegalMove[]} moves */
  #setChoice(moves) {
    this.#input.setMoves(moves);
    this.redraw();
    this.#reportChange();
  }

  #reportChange() {
    this.dispatchEvent(new Event('change'));
  }

  /** Sets the beams of the position. @param {{ colour: Colour, beam: Beam }[]} beams */
  setBeams(beams) {
    this.beams = beams;
    if (!this.#input.previewed) this.#drawStanding();
    this.#reportChange();
  }

  /** Sets the arrows. @param {Arrow[]} arrows */
  setArrows(arrows) {
    this.#arrows = arrows;
    this.#drawArrows();
  }

  /** Sets the move that is shown while it waits for the opponent's, or none for ''. @param {string} move */
  setAhead(move) {
    this.#ahead = move;
    if (!this.#input.previewed) this.#drawArrows();
    this.updateCells();
  }

  /** Selects the piece of a move that the player may choose, and previews the move. @param {string} move */
  propose(move) {
    this.#input.propose(move);
  }

  /** Sets where a player's beam can get with one move, until another position is shown; null for none. @param {ReachView|null} reach */
  setReach(reach) {
    this.#reach = reach;
    this.#drawTint();
    if (!this.#input.previewed) this.#drawFrames();
    this.updateCells();
  }

  /** Sets the side from which the board is seen. @param {boolean} flipped */
  setFlipped(flipped) {
    this.#setView(new View(flipped, this.view.turned));
  }

  /** Sets whether the board is turned clockwise by a quarter. @param {boolean} turned */
  setTurned(turned) {
    this.#setView(new View(this.view.flipped, turned));
  }

  /** Whether the board is seen from Red's side. */
  get flipped() {
    return this.view.flipped;
  }

  /** @param {View} view */
  #setView(view) {
    if (this.view.quarters === view.quarters) return;
    this.#animation?.abort();
    this.view = view;
    this.#layOut();
    this.#reportChange();
  }

  /** Returns what a function makes of the board's picture while the board is not turned. @template T @param {(picture: SVGSVGElement) => T} use */
  withWidePicture(use) {
    const { view } = this;
    if (!view.turned) return use(this.picture);
    this.view = new View(view.flipped);
    this.#layOut();
    try {
      return use(this.picture);
    } finally {
      this.view = view;
      this.#layOut();
    }
  }

  /** Sets the set of the pieces, which has been loaded. @param {PieceSet} set */
  setPieceSet(set) {
    if (this.pieceSet === set) return;
    this.#animation?.abort();
    this.pieceSet = set;
    this.#drawGround();
    this.redraw();
    this.#reportChange();
  }

  /** Whether the player may choose from moves. */
  get isInteractive() {
    return this.#input.moves.length > 0;
  }

  /** The element with the keyboard focus, in the page or in the shadow root that contains the board. */
  get focused() {
    return /** @type {Document|ShadowRoot} */ (this.getRootNode()).activeElement;
  }

  /** The square with the tab stop. */
  get tabStop() {
    return this.#input.tabStop;
  }

  /** Moves the tab stop. @param {number} square */
  moveTabStop(square) {
    this.#input.moveTabStop(square);
  }

  /** Moves the keyboard focus to the board. */
  focusCell() {
    this.#input.focusCell();
  }

  // The shot

  /**
   * Animates a move: the piece, then the shot, then the removal of the hits. Resolves when the animation has ended; without animation, at once.
   * @param {string} move @param {Beam} beam @param {string} kfen the position after the move @param {Colour} colour the player who fires
   */
  async fire(move, beam, kfen, colour) {
    this.#animation?.abort();
    const animation = new AbortController(), { signal } = animation, before = this.pieces, board = readBoard(beam.board);
    this.#animation = animation;
    this.legalMoves = null;
    this.pieces = board;
    this.beams = [];
    this.#reach = null;
    this.#lastShot = null;
    this.#struck = [];
    this.#last = move;
    this.#input.clear();
    this.redraw();
    if (!isStill()) {
      await this.#animateMove(move, before, signal);
      if (!signal.aborted) await animateBeam(this.#shotLayer, beam, board, colour, this.view, signal);
      await Promise.race([wait(beam.hits.length ? times().pauseAfterHit : times().pause), aborted(signal)]);
      if (!signal.aborted) await this.#animateHits(beam.hits, signal);
    }
    if (this.#animation !== animation) return;
    this.show(kfen, { last: move, shot: { beam, colour }, isComplete: false });
  }

  /** Ends the animation of a shot at once. */
  endShot() {
    this.#animation?.abort();
  }

  /** Hides the last shot. */
  hideShot() {
    if (!this.#lastShot) return;
    this.#lastShot = null;
    this.#drawLastShot();
    this.#drawStanding();
    this.dispatchEvent(new Event('hideshot'));
  }

  /** Animates the pieces of a move. @param {string} text @param {Board} before @param {AbortSignal} signal */
  async #animateMove(text, before, signal) {
    const move = readMove(text);
    if (!move) return;
    const timing = { duration: times().move, easing: 'ease-out' };
    /** @type {(Animation|undefined)[]} */
    const running = [];
    if (move.to === null) {
      const turn = `rotate(${move.turn === '+' ? -90 : 90}deg)`;
      running.push(this.#drawing(move.from)?.animate([{ transform: turn }, { transform: 'none' }], timing));
    } else {
      const from = this.view.centre(move.from), to = this.view.centre(move.to);
      const slide = (/** @type {number} */ square, /** @type {number} */ sign) => this.#drawing(square)?.animate(
        [{ transform: `translate(${sign * (from.x - to.x)}px, ${sign * (from.y - to.y)}px)` }, { transform: 'none' }], timing);
      // A piece that was dragged is already in place.
      if (!this.#input.hasDropped) running.push(slide(move.to, 1));
      if (before[move.to] && before[move.to]?.letter !== 'o') running.push(slide(move.from, -1));
    }
    await Promise.race([Promise.all(running.map(finished)), aborted(signal)]);
  }

  /** Animates how the pieces that are hit break. @param {string[]} hits @param {AbortSignal} signal */
  async #animateHits(hits, signal) {
    const running = hits.flatMap((name) => {
      const square = squareIndex(name), piece = this.pieces[square], drawing = this.#drawing(square);
      if (!piece || !drawing) return [];
      return [
        drawing.animate([{ opacity: 1, transform: 'scale(1)' }, { opacity: 1, transform: 'scale(1.12)', offset: 0.4 }, { opacity: 0, transform: 'scale(0.9)' }],
          { duration: times().fade, easing: 'ease-in', fill: 'forwards' }),
        ...animateShards(this.#shotLayer, square, piece.colour, this.view),
      ];
    });
    await Promise.race([Promise.all(running.map(finished)), aborted(signal)]);
  }

  /** Returns the drawing of the piece on a square. @param {number} square */
  #drawing(square) {
    return this.#pieceLayer.querySelector(`[data-square="${squareName(square)}"] > g`);
  }

  // Drawing

  /** Puts the cells in the order of the view, and draws everything. */
  #layOut() {
    const { view, focused } = this, preview = this.#preview;
    this.classList.toggle('turned', view.turned);
    this.picture.setAttribute('viewBox', `0 0 ${view.width} ${view.height}`);
    this.shown = { x: 0, y: 0, width: view.width, height: view.height };
    this.grid.replaceChildren(...Array.from({ length: view.rows }, (_, row) => {
      const element = document.createElement('div');
      element.setAttribute('role', 'row');
      for (let column = 0; column < view.columns; column += 1) {
        const cell = this.cells[view.square(column, row)];
        if (cell) element.append(cell);
      }
      return element;
    }));
    // A cell loses the focus when it is moved.
    this.cells.find((cell) => cell === focused)?.focus({ preventScroll: true });
    this.#drawGround();
    this.redraw();
    if (preview) this.drawPreview(preview.text, preview.beam, preview.colour);
    this.dispatchEvent(new Event('view'));
  }

  #drawGround() {
    this.#emblems = drawGround(this.#ground, this.#variant, this.view, this.pieceSet);
  }

  /** Draws the position, without a preview. */
  redraw() {
    this.#preview = null;
    this.#drawPieces(this.pieces);
    this.#drawStanding();
    this.#drawLastShot();
    this.#drawTint();
    this.#drawFrames();
    this.#drawArrows();
    this.updateCells();
  }

  /** Whether a shot is being animated. */
  get isFiring() {
    return this.#animation !== null;
  }

  /** Draws a preview of a move: the board after it, with its shot, and with the opponent's beam after the shot if it is known. @param {string} text @param {Preview} beam @param {Colour} [colour] the player who fires */
  drawPreview(text, beam, colour = this.chooser) {
    const move = readMove(text), square = move?.to ?? move?.from ?? 0, board = readBoard(beam.board);
    this.#preview = { text, beam, colour, square };
    this.#drawPieces(board);
    for (const layer of [this.#shotLayer, this.#frameLayer, this.#arrowLayer]) layer.replaceChildren();
    this.#drawing(square)?.parentElement?.classList.add('proposed');
    const { answer } = beam, other = answer && { colour: answer.colour, view: this.view, kind: /** @type {const} */ ('standing') };
    this.#beamLayer.replaceChildren(
      ...(answer && other ? [drawBeam(answer.beam, readBoard(answer.beam.board), other)] : []),
      drawBeam(beam, board, { colour, view: this.view, kind: 'preview' }),
    );
    this.updateCells();
  }

  /** Draws the pieces that differ from the drawn ones. @param {Board} board */
  #drawPieces(board) {
    for (const [square, emblem] of this.#emblems) emblem.classList.toggle('covered', Boolean(board[square]));
    board.forEach((piece, square) => {
      const look = piece ? `${this.pieceSet} ${piece.colour} ${piece.letter} ${piece.turn} ${this.view.quarters}` : '', drawn = this.#drawn.get(square);
      if (drawn?.look === look) {
        drawn.element.classList.toggle('proposed', false);
        for (const animation of drawn.element.getAnimations({ subtree: true })) animation.cancel();
        return;
      }
      drawn?.element.remove();
      this.#drawn.delete(square);
      if (!piece) return;
      const { x, y } = this.view.centre(square);
      const attributes = { class: 'piece', 'data-square': squareName(square), transform: `translate(${x} ${y})` };
      const element = group(attributes, [drawPiece(piece, this.view, this.pieceSet)]);
      this.#pieceLayer.append(element);
      this.#drawn.set(square, { look, element });
    });
  }

  /** Draws the beams of the position. While the last shot is shown, its laser has no second beam. */
  #drawStanding() {
    this.#beamLayer.replaceChildren(...this.beams.filter(({ colour }) => colour !== this.#lastShot?.colour).map(({ beam, colour }) =>
      drawBeam(beam, this.pieces, { colour, view: this.view, kind: 'standing' })));
  }

  #drawLastShot() {
    const { beam, colour } = this.#lastShot ?? {};
    this.#shotLayer.replaceChildren(...(beam && colour ? [drawBeam(beam, readBoard(beam.board), { colour, view: this.view, kind: 'fired' })] : []));
  }

  #drawTint() {
    this.#tintLayer.replaceChildren(...(this.#reach ? drawTint(this.#reach, this.view) : []));
  }

  #drawFrames() {
    this.#frameLayer.replaceChildren(...(this.#reach ? drawFrames(this.#reach, this.view) : []));
  }

  #drawArrows() {
    const ahead = this.#ahead ? [{ move: this.#ahead, class: 'ahead' }] : [];
    this.#arrowLayer.replaceChildren(...[...this.#arrows, ...ahead].flatMap((arrow) => drawArrow(arrow, this.view)));
  }

  /** Updates the names and marks of the cells: the piece, the last move, movable pieces and targets. */
  updateCells() {
    const last = readMove(this.#last), ahead = readMove(this.#ahead), preview = this.#preview, input = this.#input, targets = input.targets();
    this.cells.forEach((cell, square) => {
      const piece = this.pieces[square], where = squareName(square), isTarget = targets.has(square), isAhead = square === ahead?.from || square === ahead?.to, canMove = input.movesFrom(square).length > 0;
      setAttribute(cell, 'aria-label', texts.board.cell(where, piece ?? null));
      const notes = [texts.board.cellNotes(isTarget, ownerOf(where, this.#variant)), this.#reach?.notes.get(where), isAhead && texts.ahead.note];
      setAttribute(cell, 'aria-description', notes.filter(Boolean).join(', ') || null);
      setAttribute(cell, 'aria-selected', canMove ? String(square === input.selected) : null);
      const marks = {
        movable: canMove, selected: square === input.selected, target: isTarget, occupied: isTarget && Boolean(piece),
        last: square === last?.from || square === last?.to, struck: this.#struck.includes(where), ahead: isAhead,
        // A piece that is hit has a red frame instead.
        landing: square === preview?.square && !preview.beam.hits.includes(where),
      };
      for (const [name, on] of Object.entries(marks)) cell.classList.toggle(name, on);
    });
    input.updateToolbar();
  }
}

/** Sets an attribute, or removes it for null, but only if it changes. @param {HTMLElement} element @param {string} name @param {string|null} value */
function setAttribute(element, name, value) {
  if (element.getAttribute(name) === value) return;
  if (value === null) element.removeAttribute(name);
  else element.setAttribute(name, value);
}

/** Resolves when an animation finishes or is cancelled. @param {Animation|undefined} animation */
const finished = (animation) => animation?.finished.catch(() => undefined);

/** Resolves when a signal is aborted. @param {AbortSignal} signal */
function aborted(signal) {
  return new Promise((resolve) => {
    if (signal.aborted) resolve(undefined);
    else signal.addEventListener('abort', () => resolve(undefined), { once: true });
  });
}
