// @ts-check
// Where a player's beam can get with one move: whose is shown, the answer of the rules, and the words about it.

import { markReach } from './assist.js';
import { asTurnOf, opponent, readBoard, squareIndex } from '../khet/position.js';
import { texts } from '../texts/texts.js';

/** @typedef {import('../app.js').App} App */
/** @typedef {import('../host/engine.js').ReachedSquare} ReachedSquare */
/** @typedef {import('../khet/position.js').Board} Board */
/** @typedef {import('../khet/position.js').Colour} Colour */
/** A piece that moves can hit, or only its square if no such piece stands there yet. @typedef {{ square: string, letter: string, moves: number }} Target */

/** The letters of the pieces that no shot harms. A piece that is hit on the square of one is taken there by a swap. */
const UNHARMED = 'xse';

/** Events: `change` (another player's squares are shown, or none). */
export class Reach extends EventTarget {
  /** The player whose squares are shown, or null. @type {Colour|null} */
  colour = null;
  /** The squares of the shown position, or null while they are unknown. @type {ReachedSquare[]|null} */
  squares = null;
  /** The words when `change` was sent last. */
  #said = '';

  /** @param {App} app */
  constructor(app) {
    super();
    this.app = app;
    app.addEventListener('game', () => this.show(null));
    app.addEventListener('node', () => this.#set(null));
    app.addEventListener('match', () => { if (this.colour && !this.isAllowed) this.show(null); });
    app.addEventListener('rest', () => { void this.#update(); });
  }

  /** Whether the player may see it: not in a puzzle that is being solved, at a table, in a running game with a friend, or while a position is edited. */
  get isAllowed() {
    const { app } = this;
    return !app.match.isFriendly && !app.hidesShots() && !app.open?.hidesReach?.();
  }

  /** The player whose squares are shown first: the person who plays an opponent, or the side to move. @returns {Colour} */
  get first() {
    const { match, own, node } = this.app, [person, other] = match.people;
    return person && !other && !own.shownFor ? person : node.toMove;
  }

  /** Shows the first player's squares, then those of the other player, then none. */
  next() {
    const { colour, first } = this;
    this.show(colour === null ? first : colour === first ? opponent(first) : null);
  }

  /** Shows the squares of a player, or none. @param {Colour|null} colour */
  show(colour) {
    const shown = this.isAllowed ? colour : null;
    if (shown === this.colour) return;
    this.colour = shown;
    this.#set(null);
    void this.#update();
  }

  /** Requests the squares of the shown position, and shows them. */
  async #update() {
    const { app, colour } = this, { node } = app;
    if (!colour) return;
    markReach(app);
    const squares = await app.rules.reach(app.game.position(node), colour);
    if (app.node === node && this.colour === colour) this.#set(squares);
  }

  /** @param {ReachedSquare[]|null} squares */
  #set(squares) {
    const { app, colour } = this, isKnown = this.squares !== null && squares !== null;
    this.squares = squares;
    app.board.setReach(squares && colour && viewOf(squares, readBoard(app.node.kfen), colour));
    // What is pointed at stays listed when the same squares are read again.
    if (isKnown && this.words === this.#said) return;
    this.#said = this.words;
    this.dispatchEvent(new Event('change'));
  }

  /** The words about the shown squares, or '' while they are unknown. */
  get words() {
    const { app, colour, squares } = this, { reach } = texts;
    if (!colour || !squares) return '';
    if (app.node.result !== '*') return texts.commands.isOver;
    const { others, own } = targets(squares, readBoard(app.node.kfen), colour);
    return [reach.canHit(colour, others), own.length ? reach.hitsItself(colour, own) : ''].filter(Boolean).join(' ');
  }

  /** The position with the shown player to move, as the argument of `position`. */
  get position() {
    return `kfen ${asTurnOf(this.app.node.kfen, this.colour ?? 'silver')}`;
  }

  /** Returns the moves whose shot enters a square, those that hit something on it first. @param {string} square */
  async movesThrough(square) {
    const { app, colour } = this, moves = colour ? await app.rules.movesThrough(app.game.position(), colour, square) : [];
    const rank = (/** @type {string[]} */ hits) => (hits.includes(square) ? 0 : hits.length ? 1 : 2);
    return moves.map((move, at) => ({ ...move, at })).sort((one, other) => rank(one.hits) - rank(other.hits) || one.at - other.at);
  }
}

/**
 * Returns what a player's moves can hit: pieces of the opponent and of the player. A piece that a move takes to a square before it is
 * hit there has no letter; such pieces of the player are left out.
 * @param {ReachedSquare[]} squares @param {Board} board @param {Colour} colour
 */
export function targets(squares, board, colour) {
  /** @type {Target[]} */
  const others = [], /** @type {Target[]} */ own = [];
  for (const one of squares) {
    const piece = board[squareIndex(one.square)], letter = piece && !UNHARMED.includes(piece.letter) ? piece.letter : '';
    const isOwn = piece?.colour === colour;
    if (one.hits > one.own) others.push({ square: one.square, letter: isOwn ? '' : letter, moves: one.hits - one.own });
    if (one.own && isOwn && letter) own.push({ square: one.square, letter, moves: one.own });
  }
  return { others, own };
}

/** Returns what the board shows of squares. @param {ReachedSquare[]} squares @param {Board} board @param {Colour} colour @returns {import('../board/marks/reach.js').ReachView} */
export function viewOf(squares, board, colour) {
  const { others, own } = targets(squares, board, colour);
  return {
    tinted: squares.filter(({ moves, now }) => moves && !now).map(({ square }) => square),
    frames: [
      ...others.map(({ square, moves }) => ({ square, moves, isOwn: false })),
      // A square has one frame. That of the opponent's piece, which a swap takes there, counts more.
      ...own.filter(({ square }) => !others.some((one) => one.square === square)).map(({ square, moves }) => ({ square, moves, isOwn: true })),
    ],
    notes: new Map(squares.map(({ square, moves, hits }) => [square, texts.reach.note(moves, hits)])),
  };
}
