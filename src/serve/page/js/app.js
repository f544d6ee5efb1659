// @ts-check
// The parts of the page together: the game that is shown on the board, its moves, and what the panels may use.

import { EngineSession, Refused, Rules } from './engine.js';
import { faultsOf, SHOWN_FAULTS } from './faults.js';
import { Game } from './game.js';
import { reason } from './kit.js';
import { Match } from './match.js';
import { OwnGame } from './own.js';
import { capital, opponent, readBoard, speakResult } from './position.js';
import { announce, byId, lineWords, moveWords, previewWords, say, shotWords } from './said.js';
import { Searcher } from './search.js';
import { load, save } from './storage.js';

/** @typedef {import('./board.js').KhetBoard} KhetBoard */
/** @typedef {import('./engine.js').Beam} Beam */
/** @typedef {import('./game.js').GameNode} GameNode */
/** @typedef {import('./game.js').Start} Start */
/**
 * What a panel returns from `open`. While it is open, `mayMove` says whether the player may move on the shown position, and
 * `move` takes the player's moves; without them the match decides, and moves go into the tree.
 * @typedef {{ close(): void, mayMove?(): boolean, move?(move: string): void }} Panel
 */
/** @typedef {{ open(app: App): Panel }} PanelModule */

export { byId };

/**
 * Events: `node` (another position is shown), `tree` (moves were added or removed), `game` (another game), `played` (detail:
 * the node of a move that was made now), `rest` (the board is at rest), `match` (players or the result changed).
 */
export class App extends EventTarget {
  rules = new Rules();
  board = /** @type {KhetBoard} */ (document.querySelector('khet-board'));
  /** The container of the open panel. */
  panel = byId('panel');
  /** A slot beside the board, for an evaluation bar. */
  gauge = byId('gauge');
  match = new Match(this);
  own = new OwnGame(this);
  /** @type {Map<string, Searcher>} */
  #searchers = new Map();
  /** @type {{ name: string, variants?: string[] }[]} The engines and their rule sets. */
  engines = [{ name: 'khepri', variants: ['khet2', 'khet1', 'deflexion'] }];
  /** Resolves when the engines are known. */
  listed = this.#listEngines();
  /** @type {Game} */
  game = new Game({ variant: 'khet2', name: 'classic', kfen: 'x33a3ka3p22/2p37/3P46/p11P31s1s21p21P4/p21P41S2S11p11P3/6p23/7P12/2P4A1KA13X1 s khet2 0 1' });
  /** @type {Panel|null} */
  open = null;
  /** A position of a link that cannot be played, for the panel "Edit position". */
  draft = '';
  /** Which beams stand on the board: none, that of the side to move, or both. @type {'off'|'mover'|'both'} */
  beams = load('beams') ?? 'mover';
  /** Opens a panel by its name, or with '' closes the open one. @type {(name: string) => Promise<void>} */
  openPanel = async () => {};
  #turn = 0;
  /** The last shot, which stands until the player acts. @type {{ node: GameNode, beam: Beam }|null} */
  #shot = null;
  /** The moves of the line whose end is shown, or ''. */
  #line = '';

  constructor() {
    super();
    this.board.light = (move) => this.rules.hoverBeam(this.game.position(), move);
    this.board.addEventListener('move', (event) => {
      const move = /** @type {CustomEvent<string>} */ (event).detail;
      if (this.open?.move) this.open.move(move);
      else void this.play(move);
    });
    this.board.addEventListener('act', () => {
      this.#shot = null;
      this.status();
    });
    this.board.addEventListener('preview', (event) => this.#preview(/** @type {CustomEvent} */ (event).detail));
  }

  // Engines

  /**
   * Returns the searcher of an engine for a purpose; each purpose has a process of its own.
   * @param {string} name @param {string} purpose
   */
  engine(name, purpose) {
    const key = `${purpose} ${name}`;
    let searcher = this.#searchers.get(key);
    if (!searcher) {
      searcher = new Searcher(new EngineSession(name));
      this.#searchers.set(key, searcher);
    }
    return searcher;
  }

  /** Ends an engine's process. @param {Searcher} searcher */
  release(searcher) {
    for (const [key, known] of this.#searchers) if (known === searcher) this.#searchers.delete(key);
    searcher.close();
  }

  async #listEngines() {
    try {
      // The token is sent with the first question about the rules.
      await this.rules.setups();
      const list = await (await fetch('/engines')).json();
      if (Array.isArray(list) && list.length) this.engines = list;
    } catch {
      // The board works with the engine's own name.
    }
  }

  // The game

  /** The position that is shown. */
  get node() {
    return this.game.current;
  }

  /** Shows another game. @param {Game} game */
  setGame(game) {
    this.game = game;
    this.dispatchEvent(new Event('game'));
    this.changed();
    void this.show();
  }

  /** Starts a game without players from a position or set-up. @param {Start} start */
  setStart(start) {
    this.match.end();
    this.setGame(new Game(start));
  }

  /** Starts from the position of a link (`#kfen=…`), if the address has one. */
  async openLink() {
    const kfen = new URLSearchParams(location.hash.slice(1)).get('kfen');
    if (!kfen) return;
    history.replaceState(null, '', location.pathname + location.search);
    try {
      const state = await this.rules.describe(`kfen ${kfen}`);
      this.own.replace('This is the position of the link.', () => this.setStart({ variant: state.kfen.split(' ')[2] ?? 'khet2', name: '', kfen: state.kfen }));
    } catch (error) {
      if (!(error instanceof Refused)) return this.say(`The position of the link cannot be shown: ${reason(error)}`);
      this.draft = kfen;
      await this.openPanel('edit');
      const faults = faultsOf(error.message, readBoard(kfen)).slice(0, SHOWN_FAULTS);
      this.say(`The position of the link cannot be played: ${faults.map(({ text }) => text).join('. ')}.`);
    }
  }

  /** Plays a move from the position that is shown, with its shot. Returns its node, or null if it was refused. @param {string} move @returns {Promise<GameNode|null>} */
  async play(move) {
    const game = this.game, before = game.current;
    try {
      const node = await game.add(before, [move], this.rules);
      const beam = await this.rules.beam(game.position(before), move);
      if (this.game !== game || game.current !== before) return null;
      game.current = node;
      this.announce(moveWords(node, beam));
      this.changed();
      this.dispatchEvent(new CustomEvent('played', { detail: node }));
      this.dispatchEvent(new Event('node'));
      await this.#fire(node, beam);
      return node;
    } catch (error) {
      this.say(capital(reason(error)));
      await this.show();
      return null;
    }
  }

  /** @param {GameNode} node @param {Beam} beam */
  async #fire(node, beam) {
    this.#turn += 1;
    const turn = this.#turn, mover = opponent(node.toMove);
    this.tell(`${capital(mover)} fires…`, 'plain');
    await this.board.fire(node.move, beam, node.kfen, mover);
    if (turn !== this.#turn) return;
    this.#shot = { node, beam };
    await this.show();
  }

  /** Shows a position of the game; a step forward is played with its shot. @param {GameNode} node */
  async goTo(node) {
    const forward = node.parent === this.game.current;
    this.game.current = node;
    this.changed();
    this.dispatchEvent(new Event('node'));
    return forward ? this.#replay(node) : this.show();
  }

  /** Fires the shot that led to the shown position again. */
  async fireAgain() {
    const { node } = this;
    if (node.parent) this.board.show(node.parent.kfen);
    await this.#replay(node);
    if (this.#shot?.node === node) this.announce(this.#shotWords());
  }

  /** @param {GameNode} node */
  async #replay(node) {
    if (!node.parent) return;
    const beam = await this.rules.beam(this.game.position(node.parent), node.move);
    if (this.game.current === node) await this.#fire(node, beam);
  }

  /** Takes a position and what follows out of the game. @param {GameNode} node */
  remove(node) {
    this.game.remove(node);
    this.changed();
    this.dispatchEvent(new Event('node'));
    return this.show();
  }

  /** Makes the line to a position the main line. @param {GameNode} node */
  promote(node) {
    this.game.promote(node);
    this.changed();
  }

  /** Whether the player may move on the position that is shown. */
  mayMove() {
    return this.open?.mayMove ? this.open.mayMove() : this.match.mayMove();
  }

  /** Shows the current position, at rest. */
  async show() {
    this.#turn += 1;
    this.#line = '';
    const turn = this.#turn, node = this.game.current, position = this.game.position();
    if (this.#shot?.node !== node) this.#shot = null;
    this.board.show(node.kfen, { last: node.move, shot: this.#shot && { beam: this.#shot.beam, colour: opponent(node.toMove) } });
    this.status();
    if (node.result === '*') {
      const moves = await this.rules.moves(position);
      if (turn !== this.#turn) return;
      this.board.setMoves(this.mayMove() ? moves : []);
      await this.showBeams();
    }
    if (turn === this.#turn) this.dispatchEvent(new Event('rest'));
  }

  /** Draws the beams that stand on the position. */
  async showBeams() {
    const turn = this.#turn, position = this.game.position(), mover = this.node.toMove;
    /** @type {import('./position.js').Colour[]} */
    const colours = this.beams === 'off' ? [] : this.beams === 'mover' ? [mover] : [mover, opponent(mover)];
    const beams = await Promise.all(colours.map(async (colour) => ({ colour, beam: await this.rules.beam(position, colour) })));
    if (turn === this.#turn) this.board.setBeams(beams);
  }

  /** Shows the board after moves from the position that is shown, with the last shot; without moves the position itself. @param {GameNode} node @param {string[]} moves */
  async showLine(node, moves) {
    const key = moves.join(' '), last = moves.at(-1);
    if (key === this.#line || node !== this.node || this.board.isFiring) return;
    this.#line = key;
    if (!last) {
      this.board.redraw();
      return this.status();
    }
    const beam = await this.rules.hoverBeam(this.game.position(node, moves.slice(0, -1)), last).catch(() => null);
    if (!beam || this.#line !== key || node !== this.node || this.board.isFiring) return;
    this.board.drawPreview(last, beam, moves.length % 2 ? node.toMove : opponent(node.toMove));
    this.tell(lineWords(moves, beam), 'plain');
  }

  /** Chooses which beams stand. @param {'off'|'mover'|'both'} beams */
  setBeams(beams) {
    this.beams = beams;
    save('beams', beams);
    void this.showBeams();
  }

  /** Reports that the tree of moves changed, and keeps it. */
  changed() {
    this.dispatchEvent(new Event('tree'));
    this.own.keep();
  }

  // What is said

  announce = announce;
  say = say;

  /** Writes the line below the board in place of what it said. @param {string} text @param {string} look its class */
  tell(text, look = '') {
    const line = byId('status');
    [line.className, line.textContent] = [look, text];
    byId('shot').textContent = '';
  }

  #shotWords() {
    const { people } = this.match;
    return this.#shot ? shotWords(this.#shot.node, this.#shot.beam, people.length === 1 ? people[0] : undefined) : '';
  }

  /** Writes below the board what the shot hit, and whose move it is or how the game ended. */
  status() {
    const node = this.node, isOver = node.result !== '*' || (node === this.game.tip && this.game.result !== '*');
    const over = speakResult(node.result, node.reason) || (node === this.game.tip && speakResult(this.game.result, this.game.termination));
    this.tell(this.match.status() || (over ? `${this.match.outcome()}${over}` : `${capital(node.toMove)} to move`), isOver ? 'over' : '');
    byId('shot').textContent = this.#shotWords();
    byId('again').hidden = !node.parent;
    this.dispatchEvent(new Event('match'));
  }

  /** Says what a move would hit. @param {import('./said.js').Preview|null} preview */
  #preview(preview) {
    if (!preview) return this.status();
    const { look, text } = previewWords(preview, this.board.pieces, this.node.toMove);
    this.tell(text, look);
    if (preview.asked) this.announce(text);
  }
}
