// @ts-check
// The parts of the page together: the game that is shown on the board, its moves, and what the panels may use.

import { EngineSession, Refused, Rules } from './engine.js';
import { Game } from './game.js';
import { Match } from './match.js';
import { capital, opponent, speakResult } from './position.js';
import { announce, byId, lineWords, moveWords, previewWords, say } from './said.js';
import { load, save } from './storage.js';

/** @typedef {import('./board.js').KhetBoard} KhetBoard */
/** @typedef {import('./engine.js').Beam} Beam */
/** @typedef {import('./game.js').GameNode} GameNode */
/** @typedef {import('./game.js').Start} Start */
/** @typedef {import('./game.js').StoredGame} StoredGame */
/** @typedef {import('./match.js').StoredMatch} StoredMatch */
/**
 * What a panel returns from `open`. While it is open, `mayMove` says whether the player may move on the shown position, and
 * `move` takes the player's moves; without them the match decides, and moves go into the tree.
 * @typedef {{ close(): void, mayMove?(): boolean, move?(move: string): void }} Panel
 */
/** @typedef {{ open(app: App): Panel }} PanelModule */
/** A game that waits, and the panel that shows another one instead. @typedef {{ by: string, game: Game, match: StoredMatch, flipped: boolean }} Waiting */
/** @typedef {{ game: StoredGame, match: StoredMatch, flipped: boolean, shown?: { game: StoredGame, flipped: boolean } }} Kept */

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
  /** @type {Map<string, EngineSession>} */
  #sessions = new Map();
  /** @type {{ name: string, variants?: string[] }[]} The engines and their rule sets. */
  engines = [{ name: 'khepri', variants: ['khet2', 'khet1', 'deflexion'] }];
  /** @type {Game} */
  game = new Game({ variant: 'khet2', name: 'classic', kfen: 'x33a3ka3p22/2p37/3P46/p11P31s1s21p21P4/p21P41S2S11p11P3/6p23/7P12/2P4A1KA13X1 s khet2 0 1' });
  /** @type {Panel|null} */
  open = null;
  /** Which beams stand on the board: none, that of the side to move, or both. @type {'off'|'mover'|'both'} */
  beams = load('beams') ?? 'mover';
  /** Opens a panel by its name, or with '' closes the open one. @type {(name: string) => Promise<void>} */
  openPanel = async () => {};
  #turn = 0;
  /** The moves of the line whose end is shown, or ''. */
  #line = '';
  /** The games that wait while panels show others, the player's own first. @type {Waiting[]} */
  #waiting = [];

  constructor() {
    super();
    this.board.light = (move) => this.rules.hoverBeam(this.game.position(), move);
    this.board.addEventListener('move', (event) => {
      const move = /** @type {CustomEvent<string>} */ (event).detail;
      if (this.open?.move) this.open.move(move);
      else void this.play(move);
    });
    this.board.addEventListener('preview', (event) => this.#preview(/** @type {CustomEvent} */ (event).detail));
  }

  // Engines

  /**
   * Returns the session of an engine for a purpose; each purpose has a process of its own.
   * @param {string} name @param {string} purpose
   */
  engine(name = 'khepri', purpose = 'analysis') {
    const key = `${purpose} ${name}`;
    let session = this.#sessions.get(key);
    if (!session) {
      session = new EngineSession(name);
      this.#sessions.set(key, session);
    }
    return session;
  }

  /** Ends a session and its process. @param {EngineSession} session */
  release(session) {
    for (const [key, known] of this.#sessions) if (known === session) this.#sessions.delete(key);
    session.close();
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
    this.#tree();
    void this.show();
  }

  /** Starts a game without players from a position or set-up. @param {Start} start */
  setStart(start) {
    this.match.end();
    this.setGame(new Game(start));
  }

  /** Shows a game for a panel; the game on the board waits. A second game of the same panel replaces its first. @param {Game} game @param {string} by the panel */
  lend(game, by) {
    if (this.#waiting.at(-1)?.by !== by) this.#waiting.push(this.#shown(by));
    this.match.end();
    this.setGame(game);
  }

  /** Goes on with the game that waits since a panel showed another one. @param {string} by the panel */
  giveBack(by) {
    const at = this.#waiting.findIndex((one) => one.by === by), [before] = at < 0 ? [] : this.#waiting.splice(at);
    if (before) this.#goOn(before);
  }

  /** The panel whose game is on the board, or ''. */
  get lender() {
    return this.#waiting.at(-1)?.by ?? '';
  }

  /** Makes the game on the board the player's own. The one that waited is given up. */
  adopt() {
    this.#waiting = [];
    this.#tree();
    this.status();
  }

  /** Replaces the player's own game, and if it had moves, offers the way back to it. @param {string} said @param {() => void} act shows the new game */
  replace(said, act) {
    const before = this.#waiting[0] ?? this.#shown('');
    this.#waiting = [];
    act();
    if (!before.game.root.children.length) return;
    this.say(said, 'Back to my game', () => {
      this.match.end();
      this.#waiting = [];
      this.#goOn(before);
    });
  }

  /** @param {string} by @returns {Waiting} */
  #shown(by) {
    return { by, game: this.game, match: this.match.store(), flipped: this.board.flipped };
  }

  /** @param {Waiting} waiting */
  #goOn({ game, match, flipped }) {
    this.match.restore(match);
    this.board.setFlipped(flipped);
    this.setGame(game);
  }

  /** Starts from the position of a link (`#kfen=…`), if the address has one. */
  async openLink() {
    const kfen = new URLSearchParams(location.hash.slice(1)).get('kfen');
    if (!kfen) return;
    history.replaceState(null, '', location.pathname + location.search);
    try {
      const state = await this.rules.describe(`kfen ${kfen}`);
      this.replace('This is the position of the link.', () => this.setStart({ variant: state.kfen.split(' ')[2] ?? 'khet2', name: '', kfen: state.kfen }));
    } catch (error) {
      this.say(`The position of the link cannot be shown: ${error instanceof Error ? error.message : error}`);
    }
  }

  /** Plays a move from the position that is shown, with its shot. Returns its node, or null if it was refused. @param {string} move @returns {Promise<GameNode|null>} */
  async play(move) {
    const game = this.game, before = game.current;
    try {
      const node = await game.add(before, move, this.rules);
      const beam = await this.rules.beam(game.position(before), move);
      if (this.game !== game || game.current !== before) return null;
      game.current = node;
      this.announce(moveWords(node, beam));
      this.#tree();
      this.dispatchEvent(new CustomEvent('played', { detail: node }));
      this.dispatchEvent(new Event('node'));
      await this.#fire(node, beam);
      return node;
    } catch (error) {
      this.say(error instanceof Refused ? error.message : String(error));
      await this.show();
      return null;
    }
  }

  /** @param {GameNode} node @param {Beam} beam */
  async #fire(node, beam) {
    this.#turn += 1;
    const turn = this.#turn, mover = opponent(node.toMove), line = byId('status');
    line.className = 'plain';
    line.textContent = `${capital(mover)} fires…`;
    await this.board.fire(node.move, beam, node.kfen, mover);
    if (turn === this.#turn) await this.show();
  }

  /** Shows a position of the game; a step forward is played with its shot. @param {GameNode} node */
  async goTo(node) {
    const forward = node.parent === this.game.current;
    this.game.current = node;
    this.#tree();
    this.dispatchEvent(new Event('node'));
    if (!forward || !node.parent) return this.show();
    const beam = await this.rules.beam(this.game.position(node.parent), node.move);
    if (this.game.current === node) await this.#fire(node, beam);
  }

  /** Takes a position and what follows out of the game. @param {GameNode} node */
  remove(node) {
    this.game.remove(node);
    this.#tree();
    this.dispatchEvent(new Event('node'));
    return this.show();
  }

  /** Makes the line to a position the main line. @param {GameNode} node */
  promote(node) {
    this.game.promote(node);
    this.#tree();
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
    this.board.show(node.kfen, { last: node.move });
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
    const line = byId('status');
    line.className = 'plain';
    line.textContent = lineWords(moves, beam);
  }

  /** Chooses which beams stand. @param {'off'|'mover'|'both'} beams */
  setBeams(beams) {
    this.beams = beams;
    save('beams', beams);
    void this.showBeams();
  }

  #tree() {
    this.dispatchEvent(new Event('tree'));
    this.keep();
  }

  /** Keeps the player's game in the browser, and the game that is reviewed. */
  keep() {
    const [own = this.#shown(''), after] = this.#waiting;
    // The game of the panel that made the own game wait.
    const shown = own.by === 'review' ? after ?? this.#shown('') : null;
    /** @type {Kept} */
    const kept = { game: own.game.store(), match: own.match, flipped: own.flipped };
    const { review: _review, ...game } = kept.game;
    save('game', shown ? { ...kept, shown: { game: shown.game.store(), flipped: shown.flipped } } : kept, { ...kept, game });
  }

  /** Shows what was kept, if anything. */
  restore() {
    /** @type {Kept|null} */
    const kept = load('game');
    if (!kept) return;
    try {
      const { match, flipped, shown } = kept, own = Game.restore(kept.game), game = shown && Game.restore(shown.game);
      if (game) this.#waiting = [{ by: 'review', game: own, match, flipped }];
      else this.match.restore(match);
      this.game = game ?? own;
      this.board.setFlipped((shown ?? kept).flipped);
    } catch {
      this.say('The game kept in this browser cannot be read.');
    }
  }

  // What is said

  announce = announce;
  say = say;

  /** Writes the line below the board: whose move it is, or how the game ended. */
  status() {
    const node = this.node, line = byId('status');
    line.className = node.result !== '*' || (node === this.game.tip && this.game.result !== '*') ? 'over' : '';
    const over = speakResult(node.result, node.reason) || (node === this.game.tip && speakResult(this.game.result, this.game.termination));
    line.textContent = this.match.status() || (over ? `${this.match.outcome()}${over}` : `${capital(node.toMove)} to move`);
    this.dispatchEvent(new Event('match'));
  }

  /** Says what a move would hit. @param {import('./said.js').Preview|null} preview */
  #preview(preview) {
    const line = byId('status');
    if (!preview) return this.status();
    const { look, text } = previewWords(preview, this.board.pieces, this.node.toMove);
    [line.className, line.textContent] = [look, text];
    if (preview.asked) this.announce(text);
  }
}
