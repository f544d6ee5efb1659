// What the modules of the page need in Node: the browser's globals, an almost empty board, and stand-ins for the engine, the
// rules and the application. A test imports it before any module of the page.

import english from '../../../src/page/texts/en.js';
import { useTexts } from '../../../src/page/texts/texts.js';
import { Refused } from '../../../src/page/host/engine.js';
import { Searcher } from '../../../src/page/host/search.js';
import { EngineSession } from '../../../src/page/host/session.js';

useTexts(english);

/** An element that keeps its attributes and its content, and dialogs that open. */
class StubElement extends EventTarget {
  attributes = {};
  content = [];
  isOpen = false;

  constructor(name) {
    super();
    this.name = name;
  }

  setAttribute(name, value) {
    this.attributes[name] = value;
  }

  append(...content) {
    this.content.push(...content);
  }

  get textContent() {
    return this.content.map((part) => part.textContent ?? part).join('');
  }

  set textContent(text) {
    this.content = [text];
  }

  showModal() {
    this.isOpen = true;
  }
}

/** A storage whose keys are its properties, as those of a browser. */
class StubStorage {
  getItem(key) {
    return Object.hasOwn(this, key) ? this[key] : null;
  }

  setItem(key, text) {
    this[key] = text;
  }

  removeItem(key) {
    delete this[key];
  }

  clear() {
    for (const key of Object.keys(this)) delete this[key];
  }
}

/** The elements of the page by their ids. */
const elements = new Map();
const globals = {
  document: {
    baseURI: 'http://here/',
    createElement: (name) => new StubElement(name),
    getElementById: (id) => elements.get(id) ?? elements.set(id, new StubElement('')).get(id),
  },
  localStorage: new StubStorage(),
  location: { origin: 'http://here', pathname: '/', search: '', hash: '' },
  sessionStorage: new StubStorage(),
};
for (const [name, value] of Object.entries(globals)) {
  Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
}

/** Returns a value that the page has stored, or null. */
export const stored = (name) => JSON.parse(localStorage.getItem(`khepri.${name}`));

/** Stores a value as the page does. */
export const keep = (name, value) => localStorage.setItem(`khepri.${name}`, JSON.stringify(value));

/** Resolves when everything has happened that waits for no timer. */
export const settled = () => new Promise((resolve) => { setImmediate(resolve); });

/** When the page was opened, and the time at which a test begins. */
const MORNING = Date.UTC(2026, 0, 31, 6), NOON = Date.UTC(2026, 0, 31, 12);

/** Stops the time of a test. It passes only with the function that is returned, which takes milliseconds. */
export function stopTime(t) {
  t.mock.timers.enable({ apis: ['Date', 'setInterval', 'setTimeout'], now: NOON });
  t.mock.method(performance, 'now', () => Date.now() - MORNING);
  return async (time) => {
    await settled();
    t.mock.timers.tick(time);
    await settled();
  };
}

// A board on which only Pharaohs and Sphinxes stand: beams are straight lines.

/** A position whose beams meet no piece. */
export const BARE = 'x39/4k5/////4K5/9X1 s khet2 0 1';
/** Turns of the Sphinxes after which the arrangement is that of the start. */
export const TURNS = ['j1-', 'a8-', 'j1+', 'a8+'];
/** Moves after which Silver hits its own Pharaoh, and after which Red does. */
export const SILVER_LOSES = ['e2e1', 'a8-', 'j1-'], RED_LOSES = ['j1-', 'e7e8', 'j1+', 'a8-'];
export const CLASSIC = 'x33a3ka3p22/2p37/3P46/p11P31s1s21p21P4/p21P41S2S11p11P3/6p23/7P12/2P4A1KA13X1 s khet2 0 1';

/** Returns the first moves of a game in which only the Sphinxes turn. */
export const turns = (count) => Array.from({ length: count }, (_, at) => TURNS[at % 4]);

const ply = (move, kfen, more = {}) => ({ move, kfen, hits: [], occurred: 1, result: '*', reason: '-', ...more });

/** The arrangements after each turn of the Sphinxes. */
const TURNED = ['x39/4k5/////4K5/9X1', 'x39/4k5/////4K5/9X4', 'x29/4k5/////4K5/9X4', 'x29/4k5/////4K5/9X1'];
/** The positions from `BARE`, by the moves up to them. */
const PLIES = {
  'e2e3': ply('e2e3', 'x39/4k5////4K5//9X1 r khet2 1 1'),
  'j1- e7e6': ply('e7e6', 'x39//4k5////4K5/9X4 s khet2 2 2'),
  'j1- e7e6 e2e3': ply('e2e3', 'x39//4k5///4K5//9X4 r khet2 3 2'),
  'e2e1': ply('e2e1', 'x39/4k5//////4K4X1 r khet2 1 1'),
  'e2e1 a8-': ply('a8-', 'x29/4k5//////4K4X1 s khet2 2 2'),
  'e2e1 a8- j1-': ply('j1-', 'x29/4k5//////9X4 r khet2 0 2', { hits: ['e1'], result: '0-1', reason: 'pharaoh' }),
  'j1- e7e8': ply('e7e8', 'x33k5//////4K5/9X4 s khet2 2 2'),
  'j1- e7e8 j1+': ply('j1+', 'x33k5//////4K5/9X1 r khet2 3 2'),
  'j1- e7e8 j1+ a8-': ply('a8-', 'x29//////4K5/9X1 s khet2 0 3', { hits: ['e8'], result: '1-0', reason: 'pharaoh' }),
};
for (let count = 1; count <= 16; count += 1) {
  const kfen = `${TURNED[count % 4]} ${count % 2 ? 'r' : 's'} khet2 ${count} ${Math.floor(count / 2) + 1}`;
  const occurred = Math.floor(count / 4) + 1;
  PLIES[turns(count).join(' ')] = ply(TURNS[(count - 1) % 4], kfen, { occurred, reason: occurred > 2 ? 'repetition' : '-' });
}

/** Adds moves from `BARE` to a game, and returns the position after them. */
export function addMoves({ root }, moves) {
  let node = root;
  for (let at = 1; at <= moves.length; at += 1) node = node.child(PLIES[moves.slice(0, at).join(' ')]);
  return node;
}

/** Rules that know the positions of this file, and record the positions of which the game so far was asked. */
export class StubRules {
  asked = [];

  async history(position) {
    this.asked.push(position);
    const [, start, all = ''] = /^kfen (.*?)(?: moves (.*))?$/.exec(position), moves = all.split(' ').filter(Boolean);
    return [ply('', start), ...moves.map((move, at) => {
      const known = PLIES[moves.slice(0, at + 1).join(' ')];
      if (start !== BARE || !known) throw new Refused(`move ${at + 1} \`${move}\`: not legal here`);
      return known;
    })];
  }

  async moves() {
    return ['e2e1', 'e2e3', 'e7e6', 'e7e8', ...TURNS].map((move) => ({ move, hits: [], result: '' }));
  }

  async describe(position) {
    return { kfen: position.replace(/^kfen /, '') };
  }

  async setups() {
    return [{ variant: 'khet2', name: 'bare', kfen: BARE }, { variant: 'khet2', name: 'classic', kfen: CLASSIC }];
  }
}

/** An engine that answers `isready` and `stop`. The test answers its searches. */
export class StubEngine extends EngineSession {
  sent = [];
  isClosed = false;
  #isSearching = false;

  send(line) {
    this.sent.push(line);
    if (line.startsWith('go ')) this.#isSearching = true;
    if (line === 'isready') this.receive('readyok');
    if (line === 'stop' && this.#isSearching) this.answer('(none)');
  }

  close() {
    this.isClosed = true;
  }

  /** The last line that begins with a word. */
  last(word) {
    return this.sent.findLast((line) => line.startsWith(`${word} `));
  }

  /** The number of searches. */
  get searches() {
    return this.sent.filter((line) => line.startsWith('go ')).length;
  }

  /** Answers the search with a move, and before with lines such as `depth 3 score cp 20`. */
  async answer(move, ...infos) {
    this.#isSearching = false;
    for (const info of infos) this.receive(`info ${info}`);
    this.receive(`bestmove ${move}`);
    await settled();
  }

  /** Ends, as the server reports it. */
  async crash() {
    this.#isSearching = false;
    this.receive('info string engine ended: killed');
    await settled();
  }
}

/** The part of the application that a game needs. It draws nothing. */
class StubApp extends EventTarget {
  announced = [];
  messages = [];
  status = '';
  board = {
    arrows: [], flipped: false, ended: 0,
    setArrows: (arrows) => { this.board.arrows = arrows; },
    endShot: () => { this.board.ended += 1; },
    setFlipped: (flipped) => { this.board.flipped = flipped; },
  };
  rules = new StubRules();
  #engines = [];
  #shown = 0;

  constructor({ Game, Match, OwnGame }) {
    super();
    this.game = new Game({ variant: 'khet2', name: 'bare', kfen: BARE });
    this.match = new Match(this);
    this.own = new OwnGame(this);
  }

  get node() {
    return this.game.current;
  }

  engine(name, purpose) {
    let found = this.#engines.find((one) => one.name === name && one.purpose === purpose && !one.session.isClosed);
    if (!found) {
      const session = new StubEngine(name);
      found = { name, purpose, session, searcher: new Searcher(session) };
      this.#engines.push(found);
    }
    return found.searcher;
  }

  /** Returns the session that was last opened for a purpose. */
  session(purpose) {
    return this.#engines.findLast((one) => one.purpose === purpose)?.session;
  }

  release(searcher) {
    searcher.close();
  }

  setGame(game) {
    this.game = game;
    this.dispatchEvent(new Event('game'));
    this.treeChanged();
    void this.show();
  }

  treeChanged() {
    this.dispatchEvent(new Event('tree'));
    this.own.store();
  }

  async show() {
    this.#shown += 1;
    const shown = this.#shown;
    this.matchChanged();
    await this.rules.moves();
    if (shown === this.#shown) this.dispatchEvent(new Event('rest'));
  }

  async play(move, isWanted = () => true, noted = {}) {
    const { game } = this, before = game.current, node = await game.add(before, [move], this.rules);
    if (this.game !== game || game.current !== before || !isWanted()) return null;
    game.current = Object.assign(node, noted);
    this.treeChanged();
    this.dispatchEvent(new Event('played'));
    this.dispatchEvent(new Event('node'));
    await this.show();
    return node;
  }

  /** Plays moves, one after another, and what follows from them. */
  async playAll(moves) {
    for (const move of moves) {
      await this.play(move);
      await settled();
    }
  }

  remove(node) {
    this.game.remove(node);
    this.treeChanged();
    return this.show();
  }

  announce(text) {
    this.announced.push(text);
  }

  showMessage(text, action, onClick) {
    this.messages.push({ text, action, onClick });
  }

  /** The text of the last message. */
  get message() {
    return this.messages.at(-1)?.text;
  }

  setStatus(text) {
    this.status = text;
  }

  matchChanged() {
    this.status = this.match.statusText();
  }
}

/** Opens the page with an empty storage at a time that stands still, and returns it with the function that lets time pass. */
export async function openApp(t) {
  const pass = stopTime(t);
  localStorage.clear();
  sessionStorage.clear();
  return { ...await reopenApp(), pass };
}

/** Opens the page as a reload does: with what is stored. */
export async function reopenApp() {
  const modules = await Promise.all(['game', 'match', 'own-game'].map((name) => import(`../../../src/page/game/${name}.js`)));
  const app = new StubApp(Object.assign({}, ...modules));
  app.own.restore();
  return { app, match: app.match, own: app.own };
}
