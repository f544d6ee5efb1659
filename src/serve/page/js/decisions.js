// @ts-check
// What players decide beside their moves: resigning, draws, and taking back.

import { opponent, speakResult } from './position.js';

/** @typedef {import('./position.js').Colour} Colour */

export class Decisions {
  /** @type {Colour|null} Who waits for an answer to an offer of a draw. */
  offer = null;

  /** @param {import('./match.js').Match} match */
  constructor(match) {
    this.match = match;
  }

  /** The colour for which a person decides now: his own against an engine, else the side to move. */
  get decider() {
    const { match } = this;
    return match.people.length === 1 ? match.people[0] : match.people.length === 2 ? match.app.game.tip.toMove : undefined;
  }

  resign() {
    const { match } = this;
    const who = this.decider;
    if (!match.running || !who) return;
    const { game } = match.app;
    match.finish(who === 'silver' ? '0-1' : '1-0', 'resignation');
    match.app.say(`${match.name(who)} resigned.`, 'Undo', () => this.#resume(game));
  }

  /** Goes on with a game that was resigned. @param {import('./game.js').Game} game */
  #resume(game) {
    const { match } = this;
    if (match.app.game !== game || !match.terms || game.tip.result !== '*') {
      match.app.say('The game that was resigned is no longer on the board.');
      return;
    }
    game.result = '*';
    game.termination = '';
    match.running = true;
    game.current = game.tip;
    void match.app.show();
  }

  /** Offers a draw: to the other person, or to an engine, which accepts unless it stands better. */
  offerDraw() {
    const { match } = this;
    const who = this.decider;
    if (!match.running || !who) return;
    const other = opponent(who);
    if (match.people.length === 2) {
      this.offer = who;
      match.app.announce(`${match.name(who)} offers a draw.`);
    } else if (match.app.game.tip.ply >= 10 && match.thinking.scores[other] <= 0) {
      match.app.say(`${match.name(other)} accepts the draw.`);
      match.finish('1/2-1/2', 'agreement');
    } else {
      match.app.say(`${match.name(other)} declines the draw.`);
    }
    match.app.status();
  }

  /** Answers an offer. @param {boolean} accepted */
  answer(accepted) {
    const { match } = this;
    if (!this.offer) return;
    this.offer = null;
    if (accepted) match.finish('1/2-1/2', 'agreement');
    else match.app.announce('The draw is declined.');
    match.app.status();
  }

  /** Whether a person may claim a draw now. */
  get canClaim() {
    const { match } = this;
    const tip = match.app.game.tip;
    const person = !match.terms || match.terms.players[tip.toMove] === null;
    return tip.reason === 'repetition' && tip.result === '*' && match.app.game.result === '*' && person;
  }

  claimDraw() {
    const { match } = this;
    if (!this.canClaim) return;
    if (match.running) match.finish('1/2-1/2', 'repetition');
    else {
      match.app.game.result = '1/2-1/2';
      match.app.game.termination = 'repetition';
      match.app.announce(`${speakResult('1/2-1/2', 'repetition')}.`);
      match.app.own.keep();
      match.app.status();
    }
  }

  /** Whether there is a move to take back. */
  get canTakeBack() {
    return this.#takenBack() !== null;
  }

  /** The first move that a take-back removes: against an engine the person's own last move. */
  #takenBack() {
    const { match } = this;
    const { game } = match.app;
    if (!match.running) return null;
    if (match.people.length !== 1) return game.tip.parent ? game.tip : null;
    const own = match.people[0];
    for (let node = game.tip; node.parent; node = node.parent) if (node.parent.toMove === own) return node;
    return null;
  }

  takeBack() {
    const { match } = this;
    const node = this.#takenBack(), { app } = match;
    if (!node) return;
    const number = app.game.line(node).length;
    app.own.willDelete(number === 1 ? 'A move was taken back.' : `${number} moves were taken back.`);
    match.stop();
    app.game.current = node;
    app.announce('Taken back.');
    void app.remove(node);
  }
}
