// @ts-check
// The application: the game on the board, its moves, and the interface for the panels.

import { Refused, Rules } from './host/engine.js';
import { Game } from './game/game.js';
import { messageOf } from './common/dom.js';
import { Match } from './game/match.js';
import { MoveAhead } from './game/ahead.js';
import { OwnGame } from './game/own-game.js';
import { Reach } from './game/reach.js';
import { CLASSIC } from './khet/rule-sets.js';
import { editionId, EDITIONS, namesToShow, piecesToDraw, storeEdition } from './khet/editions.js';
import { opponent, showMove } from './khet/position.js';
import { capital } from './texts/grammar.js';
import { speakResult } from './khet/speech.js';
import { announce, byId, lineWords, moveWords, previewWords, shotWords, showMessage } from './khet/words.js';
import { Searcher } from './host/search.js';
import { choosePieces, chosenPieces, PIECE_SETS } from './board/pieces.js';
import { load, save } from './common/storage.js';
import { chooseTempo } from './common/tempo.js';
import { transport } from './host/transport.js';
import { chooseNames, texts } from './texts/texts.js';

/** @typedef {import('./board/element.js').KhetBoardElement} KhetBoardElement */
/** @typedef {import('./host/engine.js').Beam} Beam */
/** @typedef {import('./game/game.js').GameNode} GameNode */
/** @typedef {import('./game/game.js').Start} Start */
/**
 * An open panel. `mayMove` returns whether the player may move in the shown position; without it, the match decides. `move`
 * handles the player's moves; without it, they are added to the tree. `beams` returns whose beams are shown; without it, the
 * player's choice counts. `hidesShots` returns whether previews show only the moved piece; without it, they show the shot.
 * `hidesReach` returns whether no one may see where beams can get; without it, `hidesShots` decides.
 * `status` returns the status line, or '' for that of the match. `read` reads a file of games. `list` is `hidden` if the
 * panel hides the list of moves, and `kept` if the list has its place without moves too, so that the first move rearranges nothing.
 * @typedef {{ close(): void, read?(file: File): void, mayMove?(): boolean, move?(move: string): void, beams?(): 'off'|'mover'|'both', hidesShots?(): boolean, hidesReach?(): boolean, status?(): string, list?: 'kept'|'hidden' }} Panel
 */
/** @typedef {{ open(app: App, first: string): Panel }} PanelModule  `first` is what it shows first: a position to be mended, the key of a mistake, or ''. */

export { byId };

/** The number of characters beyond which the status line has small letters. */
const LONG_STATUS = 60;

/** Returns whether a key ends the animation of a shot: any but modifiers, held keys, and those for a field of text. @param {KeyboardEvent} event */
function endsShot(event) {
  const [target] = event.composedPath();
  if (event.repeat || event.ctrlKey || event.metaKey || event.altKey || /^(Shift|Control|Alt|Meta|CapsLock|Tab)$/.test(event.key)) return false;
  return !(target instanceof Element && /^(INPUT|SELECT|TEXTAREA)$/.test(target.tagName));
}

/** Returns the position and the moves of a refusal, of whose faults the transport is asked. @param {Refused} refusal */
function questionOf({ position }) {
  const [kfen = '', moves = ''] = position.replace(/^kfen /, '').split(' moves ');
  return { kfen, moves: moves.split(' ').filter(Boolean) };
}

/**
 * Events: `node` (another position is shown), `tree` (moves were added or removed), `game` (another game is shown), `played` (a
 * move was made; detail: its node), `fire` (a shot begins; detail: `{ node, beam }`), `rest` (a position is shown, after its
 * animation if it has one), `match` (the players, the terms, an offer, a pause or the result of the match may have changed), `clock` (a clock is
 * running), `flip` (the board was flipped), `panel` (a panel was opened, or closed), `new` (a new game was requested), `names` (other names of the pieces were chosen),
 * `pieces` (another set of pieces was chosen), `library` (the list of games was changed), `edition` (the game that the player owns was chosen), `sounds` (the offer of sounds was accepted), `unplayable` (a link holds a position that the rules refuse; detail: its KFEN).
 */
export class App extends EventTarget {
  rules = new Rules(transport.openSession('rules'));
  #element = /** @type {KhetBoardElement} */ (document.querySelector('khet-board'));
  /** The view of the board. */
  board = this.#element.drive();
  /** The container of the open panel. */
  panel = byId('panel');
  /** The container of the evaluation bar. */
  gauge = byId('gauge');
  match = new Match(this);
  own = new OwnGame(this);
  reach = new Reach(this);
  ahead = new MoveAhead(this);
  /** @type {Map<string, Searcher>} */
  #searchers = new Map();
  /** @type {{ name: string, variants?: string[] }[]} The engines and their rule sets. */
  engines = [{ name: 'khepri', variants: ['khet2', 'khet1', 'deflexion'] }];
  /** Resolves when the list of engines has been loaded or could not be loaded. */
  listed = this.#listEngines();
  /** @type {Game} */
  game = new Game({ variant: 'khet2', name: 'classic', kfen: CLASSIC });
  /** @type {Panel|null} */
  open = null;
  /** The beams on the board: none, that of the side to move, or both. @type {'off'|'mover'|'both'} */
  beams = load('beams') ?? 'both';
  /** Opens a panel by its name, or closes the open one for ''. @type {(name: string, first?: string) => Promise<void>} */
  openPanel = async () => {};
  /** A number that changes when an unfinished `show` or `#fire` is outdated. */
  #generation = 0;
  /** The last shot, shown until the player acts. @type {{ node: GameNode, beam: Beam }|null} */
  #shot = null;
  /** The last position that was shown without an animation, so that no piece is counted as hit before the shot has ended. @type {GameNode} */
  settled = this.game.root;
  /** The moves of the line that is previewed, or ''. */
  #line = '';

  constructor() {
    super();
    chooseNames(namesToShow());
    chooseTempo(load('tempo'));
    this.board.setPieceSet(chosenPieces());
    this.board.beamOfMove = (move) => this.#previewBeam(move);
    this.board.addEventListener('move', (event) => {
      void this.#offer(/** @type {CustomEvent<string>} */ (event).detail);
    });
    this.board.addEventListener('empty', () => this.ahead.drop());
    this.board.addEventListener('hideshot', () => {
      this.#shot = null;
      this.updateStatus();
    });
    addEventListener('keydown', (event) => {
      if (this.board.isFiring && endsShot(event)) this.board.endShot();
      else if (event.key === 'Escape' && !event.defaultPrevented && !document.querySelector('dialog[open]')) this.ahead.drop();
    });
    this.board.addEventListener('preview', (event) => this.#preview(/** @type {CustomEvent} */ (event).detail));
  }

  // Engines

  /**
   * Returns the searcher of an engine for a purpose. Each purpose has an engine process of its own.
   * @param {string} name @param {string} purpose
   */
  engine(name, purpose) {
    const key = `${purpose} ${name}`;
    let searcher = this.#searchers.get(key);
    if (!searcher) {
      searcher = new Searcher(transport.openSession(name));
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
      // This opens the WebSocket that sends the token.
      await this.rules.setups();
      const list = await transport.listEngines();
      if (Array.isArray(list) && list.length) this.engines = list;
    } catch {
      // The default list remains.
    }
  }

  // The game

  /** The position that is shown. */
  get node() {
    return this.game.current;
  }

  /** Puts another game on the board. @param {Game} game */
  setGame(game) {
    this.game = game;
    this.dispatchEvent(new Event('game'));
    this.treeChanged();
    void this.show();
  }

  /** Puts a position or set-up on the board, without a match. @param {Start} start */
  setStart(start) {
    this.match.end();
    this.setGame(new Game(start));
  }

  /** Returns the faults because of which the rules refused something, or else the message of an error. @param {unknown} error */
  async faultsOf(error) {
    const faults = error instanceof Refused ? await transport.faults(questionOf(error)).catch(() => []) : [];
    return faults.length ? faults : [{ code: '', values: {}, message: messageOf(error) }];
  }

  /** Plays a move of the player, unless a listener of the element cancels its event `move`. @param {string} move */
  async #offer(move) {
    if (this.ahead.isAllowed) return this.ahead.enter(move);
    const { game, node } = this, known = node.children.find((child) => child.move === move);
    try {
      // `play` needs the same reply, which is cached.
      const after = known ?? (await this.rules.history(game.position(node, [move]))).at(-1);
      if (this.game !== game || this.node !== node || !after || !this.#element.offer(move, after)) return;
    } catch (error) {
      this.showMessage(capital(messageOf(error)));
      return this.show();
    }
    if (this.open?.move) this.open.move(move);
    else void this.play(move);
  }

  /**
   * Plays a move in the shown position, with its shot. Returns the new node, or null if the move is refused or another position is
   * shown meanwhile.
   * @param {string} move @param {() => boolean} [isWanted] false if the move is no longer to be played
   * @param {{ score?: string, note?: import('./game/game.js').Note }} [noted] what the game keeps with the move @returns {Promise<GameNode|null>}
   */
  async play(move, isWanted = () => true, noted = {}) {
    const game = this.game, before = game.current, known = before.children.find((child) => child.move === move);
    try {
      const [node, beam] = await Promise.all([game.add(before, [move], this.rules), this.rules.beam(game.position(before), move)]);
      if (this.game !== game || game.current !== before) return null;
      if (!isWanted()) {
        if (!node.children.length && node !== known) game.remove(node);
        // Until now the shown position was not the last one.
        this.matchChanged();
        return null;
      }
      // The move may end the animation of the shot before it.
      if (this.board.isFiring) this.settled = before;
      game.current = Object.assign(node, noted);
      this.announce(moveWords(node, beam));
      this.treeChanged();
      this.dispatchEvent(new CustomEvent('played', { detail: node }));
      this.dispatchEvent(new Event('node'));
      await this.#fire(node, beam);
      return node;
    } catch (error) {
      this.showMessage(capital(messageOf(error)));
      await this.show();
      return null;
    }
  }

  /** @param {GameNode} node @param {Beam} beam */
  async #fire(node, beam) {
    this.#generation += 1;
    const generation = this.#generation, mover = opponent(node.toMove);
    this.setStatus(texts.messages.fires(mover), 'plain');
    this.dispatchEvent(new CustomEvent('fire', { detail: { node, beam } }));
    await this.board.fire(node.move, beam, node.kfen, mover);
    if (generation !== this.#generation) return;
    this.#shot = { node, beam };
    await this.show();
  }

  /** Shows a position of the game. If it is one move after the shown position, the move is played with its shot. @param {GameNode} node */
  async goTo(node) {
    const forward = node.parent === this.game.current;
    this.game.current = node;
    this.treeChanged();
    this.dispatchEvent(new Event('node'));
    return forward ? this.#replay(node) : this.show();
  }

  /** Goes to the next position, as after a move that another player makes: screen readers are told of it. @param {GameNode} node */
  async follow(node) {
    const { game } = this, shown = this.goTo(node), beam = node.parent && await this.rules.beam(game.position(node.parent), node.move);
    if (beam && this.node === node) this.announce(moveWords(node, beam));
    return shown;
  }

  /** Repeats the shot that led to the shown position. */
  async fireAgain() {
    const { node } = this;
    if (node.parent) this.board.show(node.parent.kfen, { isComplete: false });
    await this.#replay(node);
    if (this.#shot?.node === node) this.announce(this.#shotWords());
  }

  /** @param {GameNode} node */
  async #replay(node) {
    if (!node.parent) return;
    const beam = await this.rules.beam(this.game.position(node.parent), node.move);
    if (this.game.current === node) await this.#fire(node, beam);
  }

  /** Removes a position and all after it from the game. @param {GameNode} node */
  remove(node) {
    this.game.remove(node);
    this.treeChanged();
    this.dispatchEvent(new Event('node'));
    return this.show();
  }

  /** Makes the line to a position the main line. @param {GameNode} node */
  promote(node) {
    this.game.promote(node);
    this.treeChanged();
  }

  /** Whether the player may move in the shown position. */
  mayMove() {
    return this.open?.mayMove ? this.open.mayMove() : this.match.mayMove();
  }

  /** Whether previews show only the moved piece. */
  hidesShots() {
    return this.match.isAtTable || Boolean(this.open?.hidesShots?.());
  }

  /** Shows the current position without animation. */
  async show() {
    this.#generation += 1;
    this.#line = '';
    const generation = this.#generation, node = this.game.current, position = this.game.position();
    if (this.#shot?.node !== node) this.#shot = null;
    const isOver = node.result !== '*';
    this.settled = node;
    const keepsMoves = !isOver && this.mayMove() && !this.ahead.isAllowed && this.board.chooser === node.toMove;
    this.board.show(node.kfen, {
      last: node.move, shot: this.#shot && { beam: this.#shot.beam, colour: opponent(node.toMove) }, struck: node.hits, isComplete: false, keepsMoves,
    });
    this.matchChanged();
    if (isOver) this.board.setMoves([]);
    else {
      const [moves, ahead] = await Promise.all([this.rules.moves(position), this.ahead.moves()]);
      if (generation !== this.#generation) return;
      if (this.ahead.isAllowed) this.board.setMoves(ahead, moves, opponent(node.toMove));
      else this.board.setMoves(this.mayMove() ? moves : [], moves);
      await this.showBeams();
    }
    if (generation === this.#generation) this.dispatchEvent(new Event('rest'));
  }

  /** Draws the beams of the position. */
  async showBeams() {
    const generation = this.#generation, position = this.game.position(), mover = this.node.toMove;
    const beams = this.match.isAtTable ? 'off' : this.open?.beams?.() ?? this.beams;
    /** @type {import('./khet/position.js').Colour[]} */
    const colours = beams === 'off' ? [] : beams === 'mover' ? [mover] : [mover, opponent(mover)];
    const drawn = await Promise.all(colours.map(async (colour) => ({ colour, beam: await this.rules.beam(position, colour) })));
    if (generation === this.#generation) this.board.setBeams(drawn);
  }

  /** Previews a line from the shown position: the board after the last move, with the shot of this move. Without moves the preview ends. @param {GameNode} node @param {string[]} moves */
  async showLine(node, moves) {
    const key = moves.join(' '), last = moves.at(-1);
    if (key === this.#line || node !== this.node || this.board.isFiring) return;
    this.#line = key;
    if (!last) {
      this.board.redraw();
      return this.updateStatus();
    }
    const beam = await this.rules.hoverBeam(this.game.position(node, moves.slice(0, -1)), last).catch(() => null);
    if (!beam || this.#line !== key || node !== this.node || this.board.isFiring) return;
    this.board.drawPreview(last, beam, moves.length % 2 ? node.toMove : opponent(node.toMove));
    this.setStatus(lineWords(moves, beam), 'plain');
  }

  /** Chooses which beams are shown. @param {'off'|'mover'|'both'} beams */
  setBeams(beams) {
    this.beams = beams;
    save('beams', beams);
    void this.showBeams();
  }

  /** Chooses the names of the pieces, rule sets and set-ups. @param {import('./texts/texts.js').Names} names */
  setNames(names) {
    save('names', names);
    this.#showNames();
  }

  #showNames() {
    chooseNames(namesToShow());
    this.dispatchEvent(new Event('names'));
    this.dispatchEvent(new Event('tree'));
    this.board.updateCells();
    this.matchChanged();
  }

  /** Chooses the set of the pieces on the board and in all pictures. @param {import('./board/pieces.js').PieceSet} set */
  async setPieces(set) {
    await this.#drawWith(set);
    if (chosenPieces() === set) save('pieces', set);
  }

  /** @param {import('./board/pieces.js').PieceSet} set */
  async #drawWith(set) {
    try {
      await choosePieces(set);
    } catch {
      this.showMessage(texts.settings.piecesNotLoaded);
    }
    this.board.setPieceSet(chosenPieces());
    this.dispatchEvent(new Event('pieces'));
    this.dispatchEvent(new Event('tree'));
  }

  /** Whether the board has a classic set-up without a match and without moves. */
  get isUntouched() {
    const { game, match, own } = this;
    return !own.shownFor && !match.terms && !game.root.children.length && game.start.name === 'classic';
  }

  /** Chooses the game that the player owns: its rule set, names and pieces. An untouched board shows its classic set-up. @param {string} id */
  async setEdition(id) {
    storeEdition(id);
    this.#showNames();
    const drawn = this.#drawWith(PIECE_SETS.find((set) => set === piecesToDraw()) ?? 'khet');
    this.dispatchEvent(new Event('edition'));
    const variant = EDITIONS[id]?.variant, setups = await this.rules.setups();
    const setup = setups.find((one) => one.variant === variant && one.name === 'classic');
    const isWanted = this.isUntouched && editionId() === id && this.game.start.variant !== variant;
    if (setup && isWanted) this.setStart(setup);
    await drawn;
  }

  /** Reports a change of the tree of moves, and stores it. */
  treeChanged() {
    this.dispatchEvent(new Event('tree'));
    this.own.store();
  }

  /** Reports a change of the match, and updates the lines below the board. */
  matchChanged() {
    this.updateStatus();
    this.dispatchEvent(new Event('match'));
  }

  // Messages

  announce = announce;
  showMessage = showMessage;

  /** Sets the status line below the board, and clears the line of the shot. @param {string} text @param {string} look its class */
  setStatus(text, look = '') {
    const line = byId('status');
    [line.className, line.textContent] = [text.length > LONG_STATUS ? `${look} long` : look, text];
    byId('shot').textContent = '';
  }

  #shotWords() {
    const { people } = this.match;
    return this.#shot ? shotWords(this.#shot.node, this.#shot.beam, people.length === 1 ? people[0] : undefined) : '';
  }

  /** Updates the lines below the board: the hits of the shot, and the side to move or the end of the game. */
  updateStatus() {
    const node = this.node, isOver = node.result !== '*' || (node === this.game.tip && this.game.result !== '*');
    const over = speakResult(node.result, node.reason) || (node === this.game.tip && speakResult(this.game.result, this.game.termination));
    const ahead = this.ahead.move && ` ${texts.ahead.shown(showMove(this.ahead.move, []))}`, matchText = this.match.statusText();
    this.setStatus(this.open?.status?.() || (matchText && `${matchText}${ahead}`) || (over ? `${this.match.outcomeText()}${over}` : texts.messages.toMove(node.toMove)), isOver ? 'over' : '');
    byId('shot').textContent = this.#shotWords();
    byId('again').hidden = !node.parent;
  }

  /**
   * Returns the beam of a previewed move, without its legs and hits if shots are hidden; with the opponent's beam after it if both
   * beams are shown.
   * @param {string} move
   */
  async #previewBeam(move) {
    const { node, game } = this, isAhead = this.ahead.isAllowed;
    const beam = await this.rules.hoverBeam(isAhead ? this.ahead.position : game.position(node), move);
    if (!beam || this.hidesShots()) return beam && { ...beam, legs: [], hits: [] };
    if ((this.open?.beams?.() ?? this.beams) !== 'both' || beam.result !== '*' || isAhead) return beam;
    const colour = opponent(node.toMove);
    return { ...beam, answer: { beam: await this.rules.beam(game.position(node, [move]), colour), colour } };
  }

  /** Describes a previewed move, with its hits unless shots are hidden. @param {import('./khet/words.js').Preview|null} preview */
  #preview(preview) {
    if (!preview) return this.updateStatus();
    const { look, text, short } = previewWords(preview, this.board.pieces, this.board.chooser, this.hidesShots());
    const { tapToFire: tap, clickToFire: click, enterToFire: enter } = this.ahead.isAllowed ? texts.ahead : texts.board;
    const trigger = preview.trigger && { tap, click, enter }[preview.trigger];
    // What is to be done comes first, where a long text is not cut. A small screen has room for the short text.
    this.setStatus(trigger ? `${trigger}. ${preview.trigger === 'tap' ? short : text}` : text, look);
    if (preview.isAnnounced) this.announce(trigger ? `${text}. ${trigger}` : text);
  }
}
