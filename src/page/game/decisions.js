// @ts-check
// The decisions of players besides moves: resignation, draws, and take-back.

import { isUnsent } from './friend/friendly.js';
import { lastResult, restoreResult } from './opponents.js';
import { opponent } from '../khet/position.js';
import { speakResult } from '../khet/speech.js';
import { texts } from '../texts/texts.js';

/** @typedef {import('../khet/position.js').Colour} Colour */

export class Decisions {
  /** @type {Colour|null} The player whose draw offer is open. */
  offer = null;

  /** @param {import('./match.js').Match} match */
  constructor(match) {
    this.match = match;
  }

  /**
   * The colour for which a person can decide now: the person's own against an engine, the side to move between two persons, else
   * undefined.
   */
  get decider() {
    const { match } = this;
    return match.people.length === 1 ? match.people[0] : match.people.length === 2 ? match.app.game.tip.toMove : undefined;
  }

  resign() {
    const { match } = this;
    const colour = this.decider;
    if (!match.running || !colour) return;
    const { game } = match.app, before = lastResult();
    match.finish(colour === 'silver' ? '0-1' : '1-0', 'resignation');
    const said = match.people.length === 1 ? texts.game.youResigned : texts.game.resigned(match.name(colour));
    match.app.showMessage(said, texts.game.undo, () => this.#resume(game, before));
  }

  /** Continues a game that was resigned. @param {import('./game.js').Game} game @param {import('./opponents.js').Rival|null} before the result of the game before it */
  #resume(game, before) {
    const { match } = this;
    if (match.app.game !== game || !match.terms || game.tip.result !== '*') {
      match.app.showMessage(texts.game.resignedIsGone);
      return;
    }
    game.result = '*';
    game.termination = '';
    restoreResult(before);
    match.running = true;
    game.current = game.tip;
    void match.app.show();
  }

  /** Offers a draw to the other person or to an engine. An engine accepts from ply 10 on unless it is ahead. */
  offerDraw() {
    const { match } = this;
    const colour = this.decider;
    if (!match.running || !colour) return;
    const other = opponent(colour);
    if (match.friend || match.people.length === 2) {
      this.offer = colour;
      match.app.announce(`${texts.game.offersDraw(match.name(colour))}.`);
    } else if (match.app.game.tip.ply >= 10 && !match.enginePlayers.isAhead(other)) {
      match.app.showMessage(texts.game.acceptsDraw(match.name(other)));
      match.finish('1/2-1/2', 'agreement');
    } else {
      match.app.showMessage(texts.game.declinesDraw(match.name(other)));
    }
    match.app.matchChanged();
  }

  /** Whether a person can answer the open draw offer: the friend answers one's own. */
  get canAnswer() {
    return this.offer !== null && this.offer !== this.match.friend?.side;
  }

  /** Answers the open draw offer. @param {boolean} accepted */
  answer(accepted) {
    const { match } = this;
    if (!this.canAnswer) return;
    this.offer = null;
    if (accepted) match.finish('1/2-1/2', 'agreement');
    else match.app.announce(texts.game.drawDeclined);
    match.app.matchChanged();
  }

  /** Whether a person may claim a draw now. */
  get canClaim() {
    const { match } = this;
    const tip = match.app.game.tip;
    const isPerson = !match.terms || match.people.includes(tip.toMove);
    return tip.reason === 'repetition' && tip.result === '*' && match.app.game.result === '*' && isPerson;
  }

  claimDraw() {
    const { match } = this;
    if (!this.canClaim) return;
    if (match.running) match.finish('1/2-1/2', 'repetition');
    else {
      match.app.game.result = '1/2-1/2';
      match.app.game.termination = 'repetition';
      match.app.announce(`${speakResult('1/2-1/2', 'repetition')}.`);
      match.app.own.store();
      match.app.matchChanged();
    }
  }

  /** Whether there is a move to take back. */
  get canTakeBack() {
    return this.#firstTakenBack() !== null;
  }

  /** Returns the node of the first move to take back: the person's last move against an engine, else the last move. */
  #firstTakenBack() {
    const { match } = this;
    const { game } = match.app;
    // Two people at a table take nothing back, as the box demands.
    if (!match.running || match.isAtTable) return null;
    // A friend has what was sent.
    if (match.friend) return game.tip.parent?.toMove === match.friend.side && isUnsent(match) ? game.tip : null;
    if (match.people.length !== 1) return game.tip.parent ? game.tip : null;
    const own = match.people[0];
    for (let node = game.tip; node.parent; node = node.parent) if (node.parent.toMove === own) return node;
    return null;
  }

  takeBack() {
    const { match } = this;
    const node = this.#firstTakenBack(), { app } = match;
    if (!node) return;
    app.own.saveForUndo(texts.game.movesTakenBack(app.game.line(node).length));
    match.stop();
    this.offer = null;
    app.game.current = node;
    app.announce(texts.game.takenBack);
    void app.remove(node);
  }
}
