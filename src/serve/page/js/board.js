// @ts-check
// <khet-board>: the board as an SVG picture below a grid of 80 named cells, and what a player does on it.
//
// It knows no rules: the legal moves and the light come from outside. Events: `move` (detail: the move), `preview` (detail:
// `{ move, beam, asked }` or null), `square` (detail: `{ square, piece }`, a cell was chosen while no moves are offered).

import { drawBeam, runBeam } from './light.js';
import { centre, framePoint, group, HEIGHT, SIDE, svg, WIDTH } from './picture.js';
import { drawLaser, drawPiece } from './pieces.js';
import { cellName, FILES, RANKS, readBoard, readMove, squareIndex, squareName } from './position.js';

/** @typedef {import('./engine.js').Beam} Beam */
/** @typedef {import('./engine.js').LegalMove} LegalMove */
/** @typedef {import('./position.js').Board} Board */
/** @typedef {import('./position.js').Colour} Colour */
/** @typedef {{ move: string, class: string, label?: string }} Arrow */

/** @type {Record<string, { silver: string[], red: string[] }>} The emblems printed on the boards. */
const EMBLEMS = {
  full: { silver: ['b1', 'b8'], red: ['i1', 'i8'] },
  plain: { silver: [], red: [] },
};
const ANKH = 'M0,0C-10,-8 -7,-16 0,-16C7,-16 10,-8 0,0L0,16M-9,3L9,3';
const HORUS = 'M-14,0Q0,-12 14,0Q0,9 -14,0M-14,-7Q0,-18 14,-7M-3,5L-5,13M3,5Q6,13 12,10M-2,0L2,0';

export const stillMotion = () => matchMedia('(prefers-reduced-motion: reduce)').matches;
/** @param {number} time */
const wait = (time) => new Promise((resolve) => setTimeout(resolve, time));

export class KhetBoard extends HTMLElement {
  /** @type {Board} The board that is shown, without a preview. */
  pieces = readBoard('');
  /** @type {LegalMove[]} The moves that the player may choose from. */
  #moves = [];
  /** The selected square, or -1. */
  #selected = -1;
  /** The square that the keyboard stands on. */
  #focus = 4;
  /** The move whose shot is shown. */
  #proposal = '';
  #variant = 'khet2';
  /** @type {Colour} */
  #mover = 'silver';
  flipped = false;
  /** Whether a touch shows the shot first and fires with the second touch. */
  showFirst = true;
  /** @type {((move: string) => Promise<Beam|null>)|null} Where the light of a hovered move comes from. */
  light = null;
  /** @type {{ colour: Colour, beam: Beam }[]} */
  #standing = [];
  /** @type {Arrow[]} */
  #arrows = [];
  /** @type {string} */
  #last = '';
  /** @type {AbortController|null} The shot that is running. */
  #shot = null;
  /** @type {HTMLElement[]} by square */
  #cells = [];
  /** @type {Map<number, SVGElement>} The emblems of reserved squares. */
  #emblems = new Map();
  #ground = svg('g');
  #pieceLayer = svg('g', { class: 'pieces' });
  #lightLayer = svg('g', { class: 'lights' });
  #shotLayer = svg('g', { class: 'lights' });
  #arrowLayer = svg('g', { class: 'arrows' });
  #picture = svg('svg', { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, 'aria-hidden': 'true', class: 'picture' });
  #grid = document.createElement('div');
  #tools = document.createElement('div');
  #question = document.createElement('div');
  /** @type {{ square: number, x: number, y: number, id: number, dragging: boolean, ghost: SVGGElement|null }|null} */
  #drag = null;
  #dropped = 0;

  connectedCallback() {
    if (this.#cells.length) return;
    this.#picture.append(this.#ground, this.#pieceLayer, this.#lightLayer, this.#shotLayer, this.#arrowLayer);
    this.#grid.className = 'cells';
    this.#grid.setAttribute('role', 'grid');
    this.#grid.setAttribute('aria-label', 'Board');
    for (let square = 0; square < FILES * RANKS; square += 1) {
      const cell = document.createElement('div');
      cell.setAttribute('role', 'gridcell');
      cell.dataset.square = squareName(square);
      cell.tabIndex = square === this.#focus ? 0 : -1;
      this.#cells.push(cell);
    }
    this.#tools.className = 'tools';
    this.#tools.hidden = true;
    this.#tools.append(this.#tool('Rotate anticlockwise', '-', '↺'), this.#tool('Rotate clockwise', '+', '↻'));
    this.#question.className = 'tools question';
    this.#question.hidden = true;
    this.#question.setAttribute('role', 'group');
    this.#question.setAttribute('aria-label', 'Move the whole stack or its top?');
    this.append(this.#picture, this.#grid, this.#tools, this.#question);
    this.#arrange();
    this.#listen();
  }

  // What is shown

  /**
   * Shows a position at once.
   * @param {string} kfen @param {{ moves?: LegalMove[], last?: string }} [options]
   */
  show(kfen, { moves = [], last = '' } = {}) {
    this.#shot?.abort();
    this.#shot = null;
    const [board = '', side = 's', variant = 'khet2'] = kfen.split(' ');
    this.pieces = readBoard(board);
    this.#mover = side === 'r' || side === '1' ? 'red' : 'silver';
    this.#last = last;
    this.#standing = [];
    this.#shotLayer.replaceChildren();
    if (variant !== this.#variant) {
      this.#variant = variant;
      this.#drawGround();
    }
    this.setMoves(moves);
  }

  /** Offers moves to the player; an empty list makes the board a picture. @param {LegalMove[]} moves */
  setMoves(moves) {
    this.#moves = moves;
    if (!this.#from(this.#selected).length) this.#selected = -1;
    this.#proposal = '';
    this.#question.hidden = true;
    this.#draw(this.pieces);
  }

  /** Draws beams that stand on the position. @param {{ colour: Colour, beam: Beam }[]} beams */
  setBeams(beams) {
    this.#standing = beams;
    if (!this.#proposal) this.#drawLight(null);
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

  /**
   * Shows a move: its piece in place, then the shot, then the board after it. Resolves when the board is at rest.
   * @param {string} move @param {Beam} beam @param {string} kfen the position after the move @param {Colour} colour who fires
   */
  async fire(move, beam, kfen, colour) {
    this.#shot?.abort();
    const shot = new AbortController();
    this.#shot = shot;
    const before = this.pieces, board = readBoard(beam.board);
    this.pieces = board;
    this.#selected = -1;
    this.#moves = [];
    this.#proposal = '';
    this.#standing = [];
    this.#last = move;
    this.#question.hidden = true;
    this.#draw(board);
    const still = stillMotion();
    if (!still) await this.#slide(move, before, shot.signal);
    if (!shot.signal.aborted) {
      if (still) {
        this.#shotLayer.replaceChildren(drawBeam(beam, board, { colour, flipped: this.flipped, kind: 'shot' }));
        await Promise.race([wait(450), aborted(shot.signal)]);
      } else {
        await runBeam(this.#shotLayer, beam, board, colour, this.flipped, shot.signal);
        await Promise.race([wait(beam.hits.length ? 120 : 60), aborted(shot.signal)]);
        if (!shot.signal.aborted) await this.#vanish(beam.hits, shot.signal);
      }
    }
    if (this.#shot !== shot) return;
    const light = this.#shotLayer.firstElementChild;
    this.show(kfen, { last: move });
    if (light) {
      // The shot stays for a moment as a trace.
      light.classList.add('trace');
      light.querySelectorAll('.hit').forEach((mark) => mark.remove());
      this.#shotLayer.replaceChildren(light);
      light.addEventListener('animationend', () => light.remove());
    }
  }

  /** Returns the picture of the board as an SVG document. */
  toSvg() {
    const copy = /** @type {SVGSVGElement} */ (this.#picture.cloneNode(true));
    copy.removeAttribute('class');
    copy.removeAttribute('aria-hidden');
    copy.setAttribute('width', String(WIDTH));
    copy.setAttribute('height', String(HEIGHT));
    // What the style sheet paints is written as attributes.
    const originals = this.#picture.querySelectorAll('*');
    copy.querySelectorAll('*').forEach((element, at) => {
      const original = originals[at];
      if (!original) return;
      const style = getComputedStyle(original);
      for (const name of ['fill', 'stroke', 'stroke-width', 'stroke-opacity', 'opacity', 'stroke-linecap', 'stroke-dasharray', 'font-size', 'font-family', 'text-anchor']) {
        const value = style.getPropertyValue(name);
        if (value && element instanceof SVGElement) element.setAttribute(name, value);
      }
      element.removeAttribute('class');
    });
    return new XMLSerializer().serializeToString(copy);
  }

  // Drawing

  #arrange() {
    const rows = [];
    for (let row = 0; row < RANKS; row += 1) {
      const element = document.createElement('div');
      element.setAttribute('role', 'row');
      for (let column = 0; column < FILES; column += 1) {
        const rank = this.flipped ? row : RANKS - 1 - row, file = this.flipped ? FILES - 1 - column : column;
        const cell = this.#cells[rank * FILES + file];
        if (cell) element.append(cell);
      }
      rows.push(element);
    }
    this.#grid.replaceChildren(...rows);
    this.#drawGround();
    this.#draw(this.pieces);
  }

  #drawGround() {
    /** @type {SVGElement[]} */
    const parts = [svg('rect', { class: 'wood', width: WIDTH, height: HEIGHT, rx: 12 })];
    this.#emblems.clear();
    const small = this.#variant === 'deflexion' ? EMBLEMS.plain : EMBLEMS.full;
    for (let square = 0; square < FILES * RANKS; square += 1) {
      const { x, y } = centre(square, this.flipped), name = squareName(square);
      const owner = name.startsWith('a') || small?.red.includes(name) ? 'red'
        : name.startsWith('j') || small?.silver.includes(name) ? 'silver' : '';
      parts.push(svg('rect', { class: `ground ${owner}`, x: x - SIDE / 2, y: y - SIDE / 2, width: SIDE, height: SIDE }));
      if (!owner) continue;
      const emblem = svg('path', { class: `emblem ${owner}`, d: owner === 'red' ? HORUS : ANKH, transform: `translate(${x} ${y})` });
      this.#emblems.set(square, emblem);
      parts.push(emblem);
    }
    const lasers = this.#variant === 'khet2' ? [] : ['j0', 'a9'];
    for (let file = 0; file < FILES; file += 1) {
      // The letter makes room for the laser in the frame.
      const shift = lasers.length && file === (this.flipped ? 0 : 9) ? 25 : 0;
      parts.push(svg('text', { class: 'letter', x: centre(file, this.flipped).x + shift, y: HEIGHT - 11 }, 'abcdefghij'.charAt(file)));
    }
    for (let rank = 0; rank < RANKS; rank += 1) {
      parts.push(svg('text', { class: 'letter', x: 17, y: centre(rank * FILES, this.flipped).y + 7 }, String(rank + 1)));
    }
    for (const name of lasers) {
      const { x, y } = framePoint(name, this.flipped), up = (name === 'j0') !== this.flipped;
      const transform = `translate(${x} ${y}) rotate(${up ? 0 : 180})`;
      parts.push(group({ transform }, [drawLaser(name === 'j0' ? 'silver' : 'red')]));
    }
    this.#ground.replaceChildren(...parts);
  }

  /** Draws pieces, marks and light. @param {Board} board */
  #draw(board) {
    for (const [square, emblem] of this.#emblems) emblem.classList.toggle('covered', Boolean(board[square]));
    this.#pieceLayer.replaceChildren(...board.flatMap((piece, square) => {
      if (!piece) return [];
      const { x, y } = centre(square, this.flipped);
      const attributes = { class: 'piece', 'data-square': squareName(square), transform: `translate(${x} ${y})` };
      return [group(attributes, [drawPiece(piece, this.flipped)])];
    }));
    this.#drawMarks();
    this.#drawLight(null);
    this.#drawArrows();
  }

  #drawMarks() {
    const last = readMove(this.#last);
    const targets = new Set(this.#from(this.#selected).map((move) => readMove(move.move)?.to));
    this.#cells.forEach((cell, square) => {
      const piece = this.pieces[square], target = targets.has(square);
      const name = cellName(square, piece);
      if (cell.getAttribute('aria-label') !== name) cell.setAttribute('aria-label', name);
      const movable = this.#from(square).length > 0;
      cell.className = [
        movable && 'movable', square === this.#selected && 'selected', target && (piece ? 'target occupied' : 'target'),
        (square === last?.from || square === last?.to) && 'last',
      ].filter(Boolean).join(' ');
      if (target) cell.setAttribute('aria-description', 'legal target');
      else cell.removeAttribute('aria-description');
      if (movable) cell.setAttribute('aria-selected', String(square === this.#selected));
      else cell.removeAttribute('aria-selected');
    });
    this.#placeTools();
  }

  /** Draws the preview's beam, or without one the standing beams. @param {Beam|null} beam */
  #drawLight(beam) {
    if (beam) {
      this.#lightLayer.replaceChildren(drawBeam(beam, readBoard(beam.board), { colour: this.#mover, flipped: this.flipped, kind: 'preview' }));
    } else {
      this.#lightLayer.replaceChildren(...this.#standing.map((standing) =>
        drawBeam(standing.beam, this.pieces, { colour: standing.colour, flipped: this.flipped, kind: 'standing' })));
    }
  }

  #drawArrows() {
    this.#arrowLayer.replaceChildren(...(this.#proposal ? [] : this.#arrows).flatMap((arrow) => {
      const move = readMove(arrow.move);
      if (!move) return [];
      const from = centre(move.from, this.flipped);
      const parts = [];
      if (move.to === null) {
        // A rotation: an arc around the piece.
        const sweep = move.turn === '+' ? 1 : -1;
        parts.push(
          svg('path', { d: 'M-20,-20A28,28 0 1 1 -20,20', class: 'shaft', transform: `translate(${from.x} ${from.y}) scale(${sweep} 1)` }),
          svg('path', { d: 'M-10,12L-26,12L-22,27Z', class: 'point', transform: `translate(${from.x} ${from.y}) scale(${sweep} 1)` }),
        );
      } else {
        const to = centre(move.to, this.flipped), length = Math.hypot(to.x - from.x, to.y - from.y);
        const turn = (Math.atan2(to.y - from.y, to.x - from.x) * 180) / Math.PI;
        parts.push(svg('path', {
          d: `M8,0L${length - 22},0`, class: 'shaft', transform: `translate(${from.x} ${from.y}) rotate(${turn})`,
        }), svg('path', {
          d: `M${length - 24},-13L${length - 2},0L${length - 24},13Z`, class: 'point', transform: `translate(${from.x} ${from.y}) rotate(${turn})`,
        }));
      }
      return [group({ class: `arrow ${arrow.class}` }, parts)];
    }));
  }

  /** Moves or turns the pieces of a move into place. @param {string} text @param {Board} before @param {AbortSignal} signal */
  async #slide(text, before, signal) {
    const move = readMove(text);
    if (!move) return;
    const running = [];
    const piece = (/** @type {number} */ square) => this.#pieceLayer.querySelector(`[data-square="${squareName(square)}"] > g`);
    if (move.to === null) {
      const degrees = move.turn === '+' ? -90 : 90;
      running.push(piece(move.from)?.animate([{ transform: `rotate(${degrees}deg)` }, { transform: 'none' }], { duration: 180, easing: 'ease-out' }));
    } else {
      const from = centre(move.from, this.flipped), to = centre(move.to, this.flipped);
      const moving = (/** @type {Element|null} */ element, /** @type {number} */ sign) => element?.animate(
        [{ transform: `translate(${sign * (from.x - to.x)}px, ${sign * (from.y - to.y)}px)` }, { transform: 'none' }],
        { duration: 180, easing: 'ease-out' });
      if (performance.now() - this.#dropped > 400) running.push(moving(piece(move.to), 1));
      if (before[move.to] && before[move.to]?.letter !== 'o') running.push(moving(piece(move.from), -1));
    }
    await Promise.race([Promise.all(running.map((animation) => animation?.finished.catch(() => undefined))), aborted(signal)]);
  }

  /** Lets the pieces that are hit disappear. @param {string[]} hits @param {AbortSignal} signal */
  async #vanish(hits, signal) {
    const running = hits.map((name) => this.#pieceLayer.querySelector(`[data-square="${name}"] > g`)?.animate(
      [{ opacity: 1, transform: 'scale(1)' }, { opacity: 1, transform: 'scale(1.15)', offset: 0.3 }, { opacity: 0, transform: 'scale(0.3)' }],
      { duration: 260, easing: 'ease-in', fill: 'forwards' }));
    await Promise.race([Promise.all(running.map((animation) => animation?.finished.catch(() => undefined))), aborted(signal)]);
  }

  // The player

  /** @param {number} square @returns {LegalMove[]} the moves of the piece on a square */
  #from(square) {
    const name = square < 0 ? '-' : squareName(square);
    return this.#moves.filter((move) => move.move.startsWith(name));
  }

  /** Selects a square, or with -1 none. @param {number} square */
  select(square) {
    this.#selected = this.#from(square).length ? square : -1;
    this.#question.hidden = true;
    void this.#propose('');
    this.#drawMarks();
  }

  /** Gives the keyboard to the board. */
  stand() {
    this.#cells[this.#focus]?.focus({ preventScroll: true });
  }

  /** @param {string} move */
  #fire(move) {
    this.#selected = -1;
    this.#question.hidden = true;
    void this.#propose('');
    this.#drawMarks();
    this.dispatchEvent(new CustomEvent('move', { detail: move }));
  }

  /** Shows the board after a move with the shot, or with '' the board as it is. @param {string} move @param {boolean} asked whether the keyboard or a touch asks */
  async #propose(move, asked = false) {
    if (move === this.#proposal) return;
    this.#proposal = move;
    if (!move) {
      this.#draw(this.pieces);
      this.dispatchEvent(new CustomEvent('preview', { detail: null }));
      return;
    }
    const beam = await this.light?.(move).catch(() => null);
    if (!beam || this.#proposal !== move) return;
    const board = readBoard(beam.board);
    this.#draw(board);
    this.#shotLayer.replaceChildren();
    const parts = readMove(move);
    this.#pieceLayer.querySelector(`[data-square="${squareName(parts?.to ?? parts?.from ?? 0)}"]`)?.classList.add('proposed');
    this.#drawLight(beam);
    this.dispatchEvent(new CustomEvent('preview', { detail: { move, beam, asked } }));
  }

  /** Returns the moves from the selected square to another. @param {number} square */
  #to(square) {
    return this.#from(this.#selected).filter((move) => readMove(move.move)?.to === square);
  }

  /** Chooses a target of the selected piece. @param {number} square @param {boolean} touch */
  #choose(square, touch) {
    const moves = this.#to(square), first = moves[0];
    if (!first) return;
    if (moves.length > 1) this.#ask(square, moves);
    else this.#commit(first.move, touch);
  }

  /** Fires a move; a first touch only shows it. @param {string} move @param {boolean} touch */
  #commit(move, touch) {
    if (touch && this.showFirst && this.#proposal !== move) void this.#propose(move, true);
    else this.#fire(move);
  }

  /** Asks whether a stack moves as a whole or its top alone. @param {number} square @param {LegalMove[]} moves */
  #ask(square, moves) {
    this.#question.replaceChildren(...moves.map((move) => {
      const button = document.createElement('button');
      button.type = 'button';
      button.textContent = readMove(move.move)?.top ? 'Top only' : 'Whole stack';
      this.#offer(button, () => move.move);
      return button;
    }));
    this.#question.hidden = false;
    this.#tools.hidden = true;
    this.#place(this.#question, square);
    /** @type {HTMLElement|null} */ (this.#question.firstElementChild)?.focus({ preventScroll: true });
  }

  /** @param {string} name @param {'+'|'-'} sign @param {string} sign_text */
  #tool(name, sign, sign_text) {
    const button = document.createElement('button');
    button.type = 'button';
    button.setAttribute('aria-label', name);
    button.title = `${name} (${sign === '+' ? 'e' : 'q'})`;
    button.textContent = sign_text;
    this.#offer(button, () => this.#rotation(this.#selected, sign));
    return button;
  }

  /** Lets a button show a move while it is hovered or has the focus, and fire it. @param {HTMLButtonElement} button @param {() => string} move */
  #offer(button, move) {
    const show = (/** @type {boolean} */ asked) => { void this.#propose(move(), asked); };
    button.addEventListener('pointerenter', (event) => { if (event.pointerType !== 'touch') show(false); });
    button.addEventListener('pointerleave', (event) => { if (event.pointerType !== 'touch') void this.#propose(''); });
    button.addEventListener('focus', () => { if (button.matches(':focus-visible')) show(true); });
    button.addEventListener('blur', () => { void this.#propose(''); });
    button.addEventListener('click', (event) => {
      if (!move()) return;
      const keep = this.#selected;
      this.#commit(move(), /** @type {PointerEvent} */ (event).pointerType === 'touch');
      if (this.#selected < 0) this.#cells[keep]?.focus({ preventScroll: true });
    });
  }

  /** Returns the rotation of a piece, or ''. @param {number} square @param {'+'|'-'} sign */
  #rotation(square, sign) {
    const turns = this.#from(square).filter((move) => readMove(move.move)?.turn);
    // A Scarab and an Eye turn alike both ways; a Sphinx has one turn.
    return (turns.find((move) => move.move.endsWith(sign)) ?? (turns.length === 1 ? turns[0] : undefined))?.move ?? '';
  }

  #placeTools() {
    const square = this.#selected;
    const turns = square >= 0 && ['+', '-'].map((sign) => this.#rotation(square, sign === '+' ? '+' : '-'));
    this.#tools.hidden = !turns || !turns.some(Boolean) || !this.#question.hidden;
    if (this.#tools.hidden) return;
    this.#place(this.#tools, square);
  }

  /** Puts buttons beside a square, where they cover no neighbour of it. @param {HTMLElement} element @param {number} square */
  #place(element, square) {
    const { x, y } = centre(square, this.flipped);
    const above = y > 2.6 * SIDE;
    element.classList.toggle('above', above);
    element.style.left = `${(Math.min(Math.max(x, 1.6 * SIDE), WIDTH - 1.6 * SIDE) / WIDTH) * 100}%`;
    element.style.top = `${((above ? y - 1.55 * SIDE : y + 1.55 * SIDE) / HEIGHT) * 100}%`;
  }

  #listen() {
    const grid = this.#grid;
    grid.addEventListener('click', (event) => {
      const square = this.#at(event);
      if (square < 0 || performance.now() - this.#dropped < 50) return;
      this.#press(square, event instanceof PointerEvent && event.pointerType === 'touch');
    });
    grid.addEventListener('pointerover', (event) => {
      if (event.pointerType === 'touch' || this.#drag?.dragging || !this.#question.hidden) return;
      this.#hover(this.#at(event), false);
    });
    grid.addEventListener('pointerleave', () => {
      if (!this.#drag?.dragging && this.#question.hidden) void this.#propose('');
    });
    grid.addEventListener('focusin', (event) => {
      const square = this.#at(event);
      if (square < 0) return;
      this.#stand(square);
      if (this.#cells[square]?.matches(':focus-visible') && this.#question.hidden) this.#hover(square, true);
    });
    grid.addEventListener('wheel', (event) => {
      const square = this.#at(event);
      if (!event.deltaY || event.ctrlKey || !['+', '-'].some((sign) => this.#rotation(square, sign === '+' ? '+' : '-'))) return;
      event.preventDefault();
      if (square !== this.#selected) this.select(square);
      void this.#propose(this.#rotation(square, event.deltaY > 0 ? '+' : '-'), true);
    }, { passive: false });
    this.addEventListener('keydown', (event) => this.#key(event));
    grid.addEventListener('pointerdown', (event) => this.#grab(event));
    grid.addEventListener('pointermove', (event) => this.#pull(event));
    grid.addEventListener('pointerup', (event) => this.#drop(event, true));
    grid.addEventListener('pointercancel', (event) => this.#drop(event, false));
  }

  /** Returns the square of an event, or -1. @param {Event} event */
  #at(event) {
    const cell = event.target instanceof Element ? event.target.closest('[role=gridcell]') : null;
    return cell instanceof HTMLElement ? squareIndex(cell.dataset.square ?? '') : -1;
  }

  /** A click on a square. @param {number} square @param {boolean} touch */
  #press(square, touch) {
    this.#stand(square);
    if (!this.#moves.length) {
      this.dispatchEvent(new CustomEvent('square', { detail: { square, piece: this.pieces[square] ?? null } }));
      return;
    }
    if (this.#selected >= 0 && this.#to(square).length) this.#choose(square, touch);
    else if (square === this.#selected && this.#proposal) this.#fire(this.#proposal);
    else this.select(square === this.#selected ? -1 : square);
  }

  /** Shows the shot of the move to a square. @param {number} square @param {boolean} asked */
  #hover(square, asked) {
    const move = this.#selected >= 0 ? this.#to(square)[0] : undefined;
    // A rotation that the wheel chose stays until the pointer leaves the piece.
    if (!move && square === this.#selected && readMove(this.#proposal)?.turn) return;
    void this.#propose(move?.move ?? '', asked);
  }

  /** Moves the tab stop. @param {number} square */
  #stand(square) {
    const before = this.#cells[this.#focus], now = this.#cells[square];
    if (before) before.tabIndex = -1;
    if (now) now.tabIndex = 0;
    this.#focus = square;
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'Escape') {
      if (this.#selected < 0) return;
      const keep = this.#selected;
      this.select(-1);
      this.#cells[keep]?.focus({ preventScroll: true });
      event.preventDefault();
      return;
    }
    const onGrid = this.#grid.contains(document.activeElement);
    if (event.key === 'q' || event.key === 'e') {
      const square = this.#selected >= 0 ? this.#selected : onGrid ? this.#focus : -1;
      const move = this.#rotation(square, event.key === 'e' ? '+' : '-');
      if (move) this.#fire(move);
      event.preventDefault();
      return;
    }
    if (!onGrid) return;
    const steps = { ArrowUp: [0, 1], ArrowDown: [0, -1], ArrowLeft: [-1, 0], ArrowRight: [1, 0], Home: [-9, 0], End: [9, 0] };
    const step = steps[/** @type {keyof typeof steps} */ (event.key)];
    if (step) {
      const sign = this.flipped ? -1 : 1, [right = 0, up = 0] = step;
      const file = Math.min(Math.max((this.#focus % FILES) + sign * right, 0), FILES - 1);
      const rank = Math.min(Math.max(Math.floor(this.#focus / FILES) + sign * up, 0), RANKS - 1);
      this.#cells[rank * FILES + file]?.focus();
    } else if (event.key === 'Enter' || event.key === ' ') this.#press(this.#focus, false);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  // Dragging

  /** @param {PointerEvent} event */
  #grab(event) {
    const square = this.#at(event);
    if (event.button !== 0 || !this.#from(square).length || this.#to(square).length) return;
    this.#drag = { square, x: event.clientX, y: event.clientY, id: event.pointerId, dragging: false, ghost: null };
  }

  /** @param {PointerEvent} event */
  #pull(event) {
    const drag = this.#drag;
    if (!drag || event.pointerId !== drag.id) return;
    if (!drag.dragging) {
      if (Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < 6) return;
      drag.dragging = true;
      this.#grid.setPointerCapture(event.pointerId);
      this.select(drag.square);
      this.classList.add('dragging');
      const piece = this.pieces[drag.square];
      drag.ghost = group({ class: 'ghost' }, piece ? [drawPiece(piece, this.flipped)] : []);
      this.#picture.append(drag.ghost);
    }
    const box = this.#picture.getBoundingClientRect(), scale = WIDTH / box.width;
    drag.ghost?.setAttribute('transform', `translate(${(event.clientX - box.left) * scale} ${(event.clientY - box.top) * scale})`);
    this.#hover(this.#under(event), event.pointerType === 'touch');
  }

  /** Returns the square below the pointer, or -1. @param {PointerEvent} event */
  #under(event) {
    const cell = document.elementsFromPoint(event.clientX, event.clientY).find((element) => element.matches('[role=gridcell]'));
    return cell instanceof HTMLElement && this.contains(cell) ? squareIndex(cell.dataset.square ?? '') : -1;
  }

  /** @param {PointerEvent} event @param {boolean} released */
  #drop(event, released) {
    const drag = this.#drag;
    this.#drag = null;
    if (!drag?.dragging) return;
    drag.ghost?.remove();
    this.classList.remove('dragging');
    this.#dropped = performance.now();
    const square = released ? this.#under(event) : -1;
    if (this.#to(square).length) this.#choose(square, false);
    else void this.#propose('');
  }
}

/** Resolves when a signal is aborted. @param {AbortSignal} signal */
function aborted(signal) {
  return new Promise((resolve) => {
    if (signal.aborted) resolve(undefined);
    else signal.addEventListener('abort', () => resolve(undefined), { once: true });
  });
}

customElements.define('khet-board', KhetBoard);
