// @ts-check
// A move ahead: entered while an opponent thinks, and played when the opponent has moved, if it still does what its preview showed.

import { asTurnOf, opponent, readBoard, readMove, showMove } from '../khet/position.js';
import { hitsOn, speakMove } from '../khet/speech.js';
import { times } from '../common/tempo.js';
import { texts } from '../texts/texts.js';

/** @typedef {import('../host/engine.js').Beam} Beam */
/** @typedef {import('../host/engine.js').LegalMove} LegalMove */
/** @typedef {import('../khet/position.js').Colour} Colour */
/** @typedef {import('./game.js').GameNode} GameNode */
/** The position in which a move was entered, and the squares of the own pieces that its shot hits there. @typedef {{ node: GameNode, move: string, hits: string[] }} Entered */

/** The least time for a move of an opponent that makes a move ahead worthwhile, in seconds. */
const LEAST_TIME = 1;

export class MoveAhead {
  /** @type {Entered|null} */
  #entered = null;

  /** @param {import('../app.js').App} app */
  constructor(app) {
    this.app = app;
    app.addEventListener('rest', () => { void this.#settle(); });
    for (const name of ['game', 'node', 'tree', 'match']) app.addEventListener(name, () => { if (this.#isOutdated()) this.#set(null); });
  }

  /** The entered move, or ''. */
  get move() {
    return this.#entered?.move ?? '';
  }

  /** Whether a move ahead can be entered: an opponent thinks about the shown position, and on a clock or for seconds. */
  get isAllowed() {
    const { app } = this, { match, game, node, own } = app, [person, other] = match.people;
    if (!match.running || match.paused || !person || other || own.shownFor || app.open?.move || app.open?.mayMove?.() === false) return false;
    return node === game.tip && node.result === '*' && node.toMove !== person && this.#takesTime(opponent(person));
  }

  /** Returns whether an opponent has a clock or thinks for seconds. @param {Colour} colour */
  #takesTime(colour) {
    const { time = null, players } = this.app.match.terms ?? {}, seconds = time && 'seconds' in time ? time.seconds : LEAST_TIME;
    if (time && 'minutes' in time) return true;
    return (players?.[colour]?.level ? Math.min(times().thought, seconds) : seconds) >= LEAST_TIME;
  }

  /** The shown position with the person to move, as the argument of `position`. */
  get position() {
    const { kfen, toMove } = this.app.node;
    return `kfen ${asTurnOf(kfen, opponent(toMove))}`;
  }

  /** Returns the moves that can be entered. @returns {Promise<LegalMove[]>} */
  async moves() {
    // The rules may refuse a position in which the opponent is not to move.
    return this.isAllowed ? this.app.rules.moves(this.position).catch(() => []) : [];
  }

  /** Enters a move in place of an earlier one, or takes it back if it is entered again. @param {string} move */
  async enter(move) {
    if (move === this.move) return this.drop();
    const { app } = this, { node } = app, beam = await app.rules.beam(this.position, move);
    if (app.node !== node || !this.isAllowed) return;
    this.#set({ node, move, hits: ownHits(beam, opponent(node.toMove)) });
    app.announce(texts.ahead.entered(speakMove(readBoard(node.kfen), move)));
  }

  /** Takes the entered move back. */
  drop() {
    if (!this.move) return;
    this.#set(null);
    this.app.announce(texts.ahead.dropped);
  }

  /** Whether the entered move belongs neither to the last position nor to the one before it, or the game has ended or pauses. */
  #isOutdated() {
    const { game, match } = this.app, node = this.#entered?.node;
    return node !== undefined && (!match.running || match.paused || (game.tip !== node && game.tip.parent !== node));
  }

  /** @param {Entered|null} entered */
  #set(entered) {
    this.#entered = entered;
    this.app.board.setAhead(this.move);
    this.app.matchChanged();
  }

  /** Plays the entered move after the opponent's, or offers it if the same piece does not stand there any more or its shot hits other own pieces. */
  async #settle() {
    const entered = this.#entered, { app } = this, { node } = app;
    if (!entered || node !== app.game.tip || node.parent !== entered.node || !app.mayMove()) return;
    const { move, hits } = entered, position = app.game.position(node), legal = await app.rules.moves(position);
    const beam = legal.some((one) => one.move === move) ? await app.rules.beam(position, move) : null;
    if (this.#entered !== entered || app.node !== node || !app.mayMove()) return;
    this.#set(null);
    if (!beam) return app.showMessage(texts.ahead.impossible(showMove(move, [])));
    const isSafe = ownHits(beam, node.toMove).every((square) => hits.includes(square));
    if (isSafe && isSamePiece(entered.node.kfen, node.kfen, move)) return void app.play(move);
    app.showMessage(texts.ahead.offered(showMove(move, [])));
    app.board.propose(move);
  }
}

/** Returns the squares of the own pieces that a shot hits. @param {Beam} beam @param {Colour} own */
const ownHits = (beam, own) => hitsOn(readBoard(beam.board), beam.hits).filter(({ piece }) => piece?.colour === own).map(({ square }) => square);

/** Returns whether the piece of a move is the same in two positions, and not rotated. @param {string} before @param {string} after @param {string} move */
function isSamePiece(before, after, move) {
  const from = readMove(move)?.from ?? -1, [one, other] = [before, after].map((kfen) => readBoard(kfen)[from]);
  return one?.colour === other?.colour && one?.letter === other?.letter && one?.turn === other?.turn;
}
