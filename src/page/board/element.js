// @ts-check
// The element <khet-board>: a view of a board in a shadow root. Its attributes name a game, and khepri.js answers about the rules.
//
// The page of Khepri drives the view itself. There the attributes say what the view shows, and no worker is started.

import { KhetBoard } from './board.js';
import { loadPieces, PIECE_SETS } from './pieces.js';
import { Rules } from '../host/engine.js';
import { CLASSIC } from '../khet/rule-sets.js';
import { messageOf } from '../common/message.js';
import { EngineSession } from '../host/session.js';
import { DARK, SHEET } from '../common/sheet.js';
import { startEngine } from '../common/support.js';

/** @typedef {import('../host/engine.js').LegalMove} LegalMove */
/** @typedef {import('../game/game.js').Ply & { move: string }} Ply */
/** @typedef {'silver'|'red'} Colour */

const KFEN = /^[kpsaxoteKPSAXOTE0-9]*(?:\/[kpsaxoteKPSAXOTE0-9]*){7} [sr](?: (?:khet2|khet1|deflexion)(?: \d+ \d+)?)?$/;
const ENGINE = new URL('../../khepri.js', import.meta.url).href;

/** A session over a worker that elements share. */
class SharedSession extends EngineSession {
  /** Rejects when the worker fails. @type {Promise<never>} */
  failure;

  /** @param {Worker} worker */
  constructor(worker) {
    super('rules');
    this.worker = worker;
    this.failure = new Promise((_, reject) => {
      worker.addEventListener('error', (event) => reject(new Error(event.message || 'khepri.js cannot be loaded')));
      worker.addEventListener('message', ({ data }) => {
        if (typeof data !== 'string') return;
        if (data.startsWith('info string khepri.wasm')) reject(new Error(data.slice(12)));
        this.receive(data);
      });
    });
    this.failure.catch(() => {});
  }

  /** @override @param {string} line */
  send(line) {
    this.worker.postMessage(line);
  }
}

/** @type {WeakMap<Worker, { session: SharedSession, rules: Rules }>} */
const known = new WeakMap();
/** The worker of the elements without an engine of their own. @type {Worker|undefined} */
let shared;

/** Returns the rules of a worker. @param {Worker|null} engine */
function rulesOf(engine) {
  const worker = engine ?? (shared ??= startWorker());
  let found = known.get(worker);
  if (!found) {
    const session = new SharedSession(worker);
    found = { session, rules: new Rules(session) };
    known.set(worker, found);
    // The next update starts another worker.
    session.failure.catch(() => {
      if (worker !== shared) return;
      shared = undefined;
      worker.terminate();
    });
  }
  return found;
}

/** The policy that names the script, where the page demands one. @type {any} */
let policy;

function startWorker() {
  policy ??= /** @type {any} */ (globalThis).trustedTypes?.createPolicy('khepri', { createScriptURL: (/** @type {string} */ url) => url });
  // A browser starts a script of another origin only from inside a script of the page's own.
  const isForeign = new URL(ENGINE).origin !== location.origin;
  const address = isForeign ? URL.createObjectURL(new Blob([`import ${JSON.stringify(ENGINE)};`], { type: 'text/javascript' })) : ENGINE;
  return startEngine(policy?.createScriptURL(address) ?? address);
}

/** Returns whether each rank of a KFEN has ten squares or none. The rules say what is wrong with any other. @param {string} kfen */
function isPlain(kfen) {
  return (kfen.split(' ')[0] ?? '').split('/').every((rank) => {
    const squares = rank.match(/[1-9]|[kotKOT]|[paxsePAXSE][1-4]/g) ?? [];
    const count = squares.reduce((sum, square) => sum + (Number(square) || 1), 0);
    return squares.join('') === rank && (!rank || count === 10);
  });
}

/** What the attributes say. */
class Wanted {
  /** @param {HTMLElement} element */
  constructor(element) {
    /** @template {string} T @param {string} name @param {T[]} values @returns {T} */
    const choice = (name, values) => {
      const text = element.getAttribute(name), value = text === null ? values[0] : values.find((one) => one === text);
      if (value === undefined) throw new Error(`${name}: expected ${values.join(' or ')}, found ${text}`);
      return value;
    };
    this.kfen = (element.getAttribute('kfen') ?? CLASSIC).trim();
    this.moves = (element.getAttribute('moves') ?? '').split(/\s+/).filter(Boolean);
    const ply = element.getAttribute('ply');
    if (ply !== null && !/^\d+$/.test(ply)) throw new Error(`ply: expected a number, found ${ply}`);
    this.ply = ply === null ? null : Number(ply);
    this.orientation = choice('orientation', ['silver', 'red']);
    this.beams = choice('beams', ['none', 'next', 'both']);
    this.pieces = choice('pieces', PIECE_SETS);
    this.turned = element.hasAttribute('turned');
    this.interactive = element.hasAttribute('interactive');
    if (!KFEN.test(this.kfen)) throw new Error(`kfen: expected a position, found ${this.kfen || 'nothing'}`);
  }

  /** Whether the board can be drawn without the rules. */
  get isBare() {
    return isPlain(this.kfen) && !this.moves.length && this.ply === null && this.beams === 'none' && !this.interactive;
  }

  /** Returns the arguments of `position` for a ply. @param {number} ply */
  position(ply) {
    const moves = this.moves.slice(0, ply);
    return `kfen ${this.kfen}${moves.length ? ` moves ${moves.join(' ')}` : ''}`;
  }
}

export class KhetBoardElement extends HTMLElement {
  static observedAttributes = ['kfen', 'moves', 'ply', 'orientation', 'beams', 'pieces', 'turned', 'interactive'];

  /** @type {Worker|null} A worker with khepri.js for this element, which elements may share. */
  #engine = null;
  #view = /** @type {KhetBoard} */ (document.createElement('khet-board-view'));
  #reason = document.createElement('p');
  /** @type {string|null} */
  #position = null;
  /** @type {LegalMove[]|null} */
  #legalMoves = null;
  /** The game and ply that are shown. @type {{ game: string, ply: number }|null} */
  #shown = null;
  /** A number that every change increases. */
  #change = 0;
  #isScheduled = false;
  /** Whether the page drives the view. */
  #isDriven = false;

  constructor() {
    super();
    this.#reason.setAttribute('role', 'alert');
    this.#reason.hidden = true;
    const root = this.attachShadow({ mode: 'open' });
    root.adoptedStyleSheets = [SHEET, DARK];
    root.append(this.#view, this.#reason);
    this.#view.addEventListener('move', (event) => {
      if (!this.#isDriven) void this.#play(/** @type {CustomEvent<string>} */ (event).detail);
    });
  }

  connectedCallback() {
    // The properties may have been set before the element was defined.
    for (const name of ['kfen', 'moves', 'ply', 'orientation', 'beams', 'pieces', 'turned', 'interactive', 'engine']) {
      if (!Object.hasOwn(this, name)) continue;
      const self = /** @type {any} */ (this), value = self[name];
      delete self[name];
      self[name] = value;
    }
    this.#schedule();
  }

  attributeChangedCallback() {
    if (this.#isDriven) this.#reflectView();
    else this.#schedule();
  }

  // The page of Khepri

  /** Returns the view, which the page drives from now on. The attributes then follow the view. */
  drive() {
    const view = this.#view;
    this.#isDriven = true;
    view.addEventListener('change', () => this.#reflectView());
    view.addEventListener('complete', () => this.dispatchEvent(new Event('show')));
    this.#reflectView();
    return view;
  }

  /** Sets the attributes to what the view shows. */
  #reflectView() {
    const { kfen, legalMoves, beams, view, pieceSet, isInteractive } = this.#view;
    [this.#position, this.#legalMoves] = [kfen || null, legalMoves];
    const shown = {
      kfen: kfen || null, moves: null, ply: null, orientation: view.flipped ? 'red' : 'silver',
      beams: ['none', 'next'][beams.length] ?? 'both', pieces: pieceSet,
      turned: view.turned ? '' : null, interactive: isInteractive ? '' : null,
    };
    // A change of an attribute calls this method again.
    for (const [name, value] of Object.entries(shown)) if (this.getAttribute(name) !== value) this.#reflect(name, value);
  }

  /**
   * Raises `move` for a move of the user. Returns whether no listener has cancelled it.
   * @param {string} move @param {{ hits: string[], kfen: string, result: string }} after the position after it
   */
  offer(move, { hits, kfen, result }) {
    const detail = { move, hits, position: kfen, result };
    return this.dispatchEvent(new CustomEvent('move', { bubbles: true, cancelable: true, detail }));
  }

  // Properties

  /** The KFEN that is shown, or null. */
  get position() {
    return this.#position;
  }

  /** The legal moves, sorted, or null if the rules were not asked. */
  get legalMoves() {
    return this.#legalMoves?.map(({ move }) => move) ?? null;
  }

  get engine() {
    return this.#engine;
  }

  set engine(worker) {
    this.#engine = worker;
    this.#schedule();
  }

  get kfen() { return this.getAttribute('kfen'); }

  set kfen(value) { this.#reflect('kfen', value); }

  get moves() { return this.getAttribute('moves') ?? ''; }

  set moves(value) { this.#reflect('moves', value); }

  get ply() {
    const ply = this.getAttribute('ply');
    return ply === null ? null : Number(ply);
  }

  set ply(value) { this.#reflect('ply', value); }

  get orientation() { return this.getAttribute('orientation') ?? 'silver'; }

  set orientation(value) { this.#reflect('orientation', value); }

  get beams() { return this.getAttribute('beams') ?? 'none'; }

  set beams(value) { this.#reflect('beams', value); }

  get pieces() { return this.getAttribute('pieces') ?? 'khet'; }

  set pieces(value) { this.#reflect('pieces', value); }

  get turned() { return this.hasAttribute('turned'); }

  set turned(value) { this.toggleAttribute('turned', Boolean(value)); }

  get interactive() { return this.hasAttribute('interactive'); }

  set interactive(value) { this.toggleAttribute('interactive', Boolean(value)); }

  /** @param {string} name @param {string|number|null|undefined} value */
  #reflect(name, value) {
    if (value === null || value === undefined) this.removeAttribute(name);
    else this.setAttribute(name, String(value));
  }

  /** Updates the board after all changes of this task. */
  #schedule() {
    this.#change += 1;
    if (this.#isDriven || this.#isScheduled || !this.isConnected) return;
    this.#isScheduled = true;
    queueMicrotask(() => {
      this.#isScheduled = false;
      if (this.#isDriven) return;
      const change = this.#change;
      this.#update(change).catch((error) => { if (change === this.#change) this.#fail(messageOf(error)); });
    });
  }

  /** @param {number} change */
  async #update(change) {
    const wanted = new Wanted(this), view = this.#view;
    await loadPieces(wanted.pieces);
    if (change !== this.#change) return;
    view.setPieceSet(wanted.pieces);
    if (wanted.isBare) {
      view.show(wanted.kfen);
      this.#done(wanted, wanted.kfen, null, null);
      return;
    }
    const { session, rules } = rulesOf(this.#engine);
    await Promise.race([session.failure, this.#showByRules(change, wanted, rules)]);
  }

  /** @param {number} change @param {Wanted} wanted @param {Rules} rules */
  async #showByRules(change, wanted, rules) {
    const view = this.#view, plies = await rules.history(wanted.position(wanted.moves.length));
    const ply = wanted.ply ?? plies.length - 1, shown = plies[ply];
    if (!shown) throw new Error(`ply: expected at most ${plies.length - 1}, found ${ply}`);
    const position = wanted.position(ply);
    const legal = shown.result === '*' ? await rules.moves(position) : [];
    const mover = moverOf(shown), colours = wanted.beams === 'both' ? /** @type {Colour[]} */ (['silver', 'red']) : wanted.beams === 'next' ? [mover] : [];
    const beams = await Promise.all(colours.map(async (colour) => ({ colour, beam: await rules.beam(position, colour) })));
    const isNext = this.#shown !== null && this.#shown.ply === ply - 1 && wanted.position(ply - 1) === this.#shown.game;
    const shot = isNext ? await rules.beam(wanted.position(ply - 1), shown.move) : null;
    if (change !== this.#change) return;
    if (shot) await view.fire(shown.move, shot, shown.kfen, mover === 'silver' ? 'red' : 'silver');
    else view.show(shown.kfen, { last: shown.move });
    if (change !== this.#change) return;
    view.setBeams(beams);
    view.beamOfMove = (move) => rules.hoverBeam(position, move);
    view.setMoves(wanted.interactive ? legal : [], legal);
    this.#done(wanted, shown.kfen, legal, { game: position, ply });
  }

  /** @param {Wanted} wanted @param {string} position @param {LegalMove[]|null} legal @param {{ game: string, ply: number }|null} shown */
  #done(wanted, position, legal, shown) {
    this.#reason.hidden = true;
    this.#view.hidden = false;
    this.#view.setFlipped(wanted.orientation === 'red');
    this.#view.setTurned(wanted.turned);
    [this.#position, this.#legalMoves, this.#shown] = [position, legal, shown];
    this.dispatchEvent(new Event('show'));
  }

  /** @param {string} message */
  #fail(message) {
    [this.#position, this.#legalMoves, this.#shown] = [null, null, null];
    this.#view.hidden = true;
    this.#reason.hidden = false;
    this.#reason.textContent = message;
    this.dispatchEvent(new CustomEvent('error', { detail: { message } }));
  }

  /** Offers a move of the user to the page, and plays it unless the page cancels it. @param {string} move */
  async #play(move) {
    const shown = this.#shown, change = this.#change, legal = this.#legalMoves?.find((known) => known.move === move);
    if (!shown || !legal) return;
    try {
      const { session, rules } = rulesOf(this.#engine), separator = shown.game.includes(' moves ') ? ' ' : ' moves ';
      const after = (await Promise.race([session.failure, rules.history(`${shown.game}${separator}${move}`)])).at(-1);
      if (change !== this.#change || !after) return;
      if (this.offer(move, after)) {
        const moves = new Wanted(this).moves.slice(0, shown.ply);
        this.removeAttribute('ply');
        this.setAttribute('moves', [...moves, move].join(' '));
      }
    } catch (error) {
      if (change === this.#change) this.#fail(messageOf(error));
    }
  }
}

/** @param {Ply} ply @returns {Colour} */
const moverOf = ({ kfen }) => (kfen.split(' ')[1] === 'r' ? 'red' : 'silver');

customElements.define('khet-board-view', KhetBoard);
