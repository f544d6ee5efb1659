// @ts-check
// The daily laser in the panel of puzzles: the square that is tapped first, the result of the day, and what is shared of it.

import { namedSite, siteAddress } from '../../common/address.js';
import { copyText, make, makeButton, setText } from '../../common/dom.js';
import { DailyRecord, endsOf, laserOf, numberOf, today } from '../../game/daily.js';
import { transport } from '../../host/transport.js';
import { squareIndex, squareName } from '../../khet/position.js';
import { texts } from '../../texts/texts.js';

/** @typedef {import('../../game/daily.js').Lasers} Lasers */

/** The lasers, once they were opened. @type {Lasers|null} */
let lasers = null;

export class DailyLaser {
  /** The square that was tapped, or ''. */
  square = '';
  record = new DailyRecord(today());
  /** The result of the day, and where the beam ended. */
  result = make('p', { class: 'day-result', role: 'status' });
  share = makeButton(texts.puzzles.shareResult, () => { void this.#share(); });
  /** Where the beam of the first move ended, as a sentence, or ''. */
  #words = '';

  /** @param {import('../../app.js').App} app */
  constructor(app) {
    this.app = app;
  }

  /** Loads the lasers, and begins a try of today's. Returns it, or null if there is none. */
  async begin() {
    lasers ??= await transport.loadDaily();
    this.record = new DailyRecord(today());
    this.setSquare('');
    this.#words = '';
    return laserOf(lasers, this.record.day);
  }

  /** The number of the laser. */
  get number() {
    return lasers ? numberOf(lasers, this.record.day) : 0;
  }

  /** Whether the square is tapped before the move: once a day, or again after the result. */
  get wantsSquare() {
    return !this.record.hasAim || this.record.outcome !== '';
  }

  /** Marks the square that was tapped, or none for ''. @param {string} name */
  setSquare(name) {
    this.square = name;
    this.app.board.cells.forEach((cell, at) => cell.classList.toggle('aimed', name !== '' && at === squareIndex(name)));
  }

  /** Compares the tapped square with the shot of the first move. @param {import('../../host/engine.js').Beam} beam */
  judge(beam) {
    if (!this.square) return;
    const ends = endsOf(beam), isHit = ends.includes(this.square), words = texts.puzzles;
    this.record.add(isHit ? 'hit' : 'miss');
    this.#words = isHit ? words.beamEnded(this.square) : words.beamEndedElsewhere(ends.join(', '), this.square);
  }

  /** Draws the result. @param {boolean} isShown */
  draw(isShown) {
    this.result.hidden = !isShown;
    setText(this.result, [this.record.strip, this.#words].filter(Boolean).join(' '));
    this.share.hidden = !isShown || !this.record.outcome;
  }

  /** The result as a text of a few lines. */
  get text() {
    const { day, strip, streak } = this.record, words = texts.puzzles;
    // The address of the server of this machine leads others nowhere.
    const address = transport.isLocal && !namedSite() ? [] : [`${siteAddress()}#puzzles`];
    return [words.sharedTitle(this.number, day), strip, ...(streak > 1 ? [words.sharedStreak(streak)] : []), ...address].join('\n');
  }

  /** Shares the result by the ways of a phone, or copies it. */
  async #share() {
    const { text } = this;
    if (matchMedia('(pointer: coarse)').matches && navigator.share) await navigator.share({ text }).catch(() => {});
    else await copyText(this.app, texts.puzzles.result, text);
  }
}

/** Returns the name of the square that a click names. @param {Event} event */
export const clickedSquare = (event) => squareName(/** @type {CustomEvent<{ square: number }>} */ (event).detail.square);
