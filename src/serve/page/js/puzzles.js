// @ts-check
// The panel "Puzzles": positions with a forced win to find, with hints and a record of solved and failed ones.

import { Game } from './game.js';
import { make, makeButton, makeSelect, messageOf, setText } from './dom.js';
import { variantName } from './names.js';
import { capital, readMove, showMove, squareName } from './position.js';
import { load, save } from './storage.js';
import { transport } from './transport.js';

/** @typedef {{ file: string, kfen: string, mate: number }} Puzzle  `mate` is the number of moves to the win. */

/** The time limit for the search of a move, in milliseconds. Few moves need more than two seconds. */
const MAX_TIME = 10_000;
/**
 * The search of a move stops at this number of plies beyond twice the number of moves to the win. In every puzzle of three or
 * more moves, the search finds the win after the right first move with fewer plies.
 */
const EXTRA_DEPTH = 8;
/** The size of the search's table in MiB. */
const HASH = 64;
/** The time for which a wrong move stays on the board, in milliseconds. */
const WRONG_MOVE_TIME = 900;

/** @type {Puzzle[]} */
let puzzles = [];

/** @param {import('./app.js').App} app @returns {import('./app.js').Panel} */
export function open(app) {
  const end = new AbortController(), { signal } = end;
  const searcher = app.engine('khepri', 'puzzles');
  /** @type {{ file: string, mate: string }} */
  const filter = { file: 'khet2', mate: '', ...load('puzzles-chosen') };
  /** The results of puzzles, by KFEN. @type {Record<string, 'solved'|'failed'>} */
  const results = load('puzzles') ?? {};
  /** @type {Puzzle|null} */
  let puzzle = null;
  let isShown = false;
  /** The position in which the player moves, and the number of moves to the win. */
  let start = app.node, left = 0;
  let hints = 0;
  /** Whether the player waits, may move, or has finished the puzzle. @type {'wait'|'move'|'over'} */
  let state = 'wait';
  /** Whether a wrong move was tried or the solution was shown. */
  let hasFailed = false;

  const task = make('p', { class: 'task' }), message = make('p', { class: 'said', role: 'status' }), tally = make('p', { class: 'note' });
  const list = make('ol', { class: 'chips', role: 'list', 'aria-label': 'Puzzles' });
  const hint = makeButton('Hint', () => { void showHint(); }), again = makeButton('Start again', () => { if (puzzle) void show(puzzle); });
  const next = makeButton('Next puzzle', () => { void show(nextPuzzle()); }, { class: 'primary' });
  const files = makeSelect('Rules', [], '', (value) => {
    filter.file = value;
    applyFilter();
  });
  const mates = makeSelect('Win in', [], '', (value) => {
    filter.mate = value;
    applyFilter();
  });
  app.panel.append(make('div', { class: 'panel-tools' }, files.label, mates.label), task, message,
    make('div', { class: 'panel-tools' }, next, hint, again), tally, list);

  /** Returns the puzzles that match the filter. */
  const filtered = () => puzzles.filter(({ file, mate }) => file === filter.file && (!filter.mate || mate === Number(filter.mate)));

  /** Returns the next puzzle that is neither solved nor failed, else the next failed one, else the next one. */
  const nextPuzzle = () => {
    const all = filtered(), at = all.findIndex((one) => one === puzzle), rotated = [...all.slice(at + 1), ...all.slice(0, at + 1)];
    return rotated.find(({ kfen }) => !results[kfen]) ?? rotated.find(({ kfen }) => results[kfen] === 'failed') ?? rotated[0] ?? null;
  };

  const applyFilter = () => {
    save('puzzles-chosen', filter);
    puzzle = null;
    void show(nextPuzzle());
  };

  /** Fills the selects of the filter. */
  const fillFilter = () => {
    const names = [...new Set(puzzles.map(({ file }) => file))];
    if (!names.includes(filter.file)) filter.file = names[0] ?? '';
    files.select.replaceChildren(...names.map((name) => make('option', { value: name }, fileName(name))));
    files.select.value = filter.file;
    const lengths = [...new Set(puzzles.map(({ mate }) => mate))].sort((one, other) => one - other);
    mates.select.replaceChildren(make('option', { value: '' }, 'any'), ...lengths.map((mate) => make('option', { value: String(mate) }, moves(mate))));
    mates.select.value = filter.mate;
  };

  const drawList = () => {
    const all = filtered(), solved = all.filter(({ kfen }) => results[kfen] === 'solved').length, failed = all.filter(({ kfen }) => results[kfen] === 'failed').length;
    setText(tally, `${solved} of ${all.length} solved${failed ? `, ${failed} failed` : ''}`);
    list.replaceChildren(...all.map((one, at) => make('li', {}, makeButton(String(at + 1), () => { void show(one); }, {
      class: results[one.kfen] ?? '', 'aria-label': `Puzzle ${at + 1}, win in ${moves(one.mate)}${results[one.kfen] ? `, ${results[one.kfen]}` : ''}`,
      ...(one === puzzle ? { 'aria-current': 'true' } : {}),
    }))));
  };

  /** Shows a puzzle from its start. @param {Puzzle|null} shown */
  const show = async (shown) => {
    searcher.stop();
    puzzle = shown;
    drawList();
    if (!shown) return setText(task, 'There are no such puzzles.');
    const game = new Game({ variant: shown.kfen.split(' ')[2] ?? 'khet2', name: '', kfen: shown.kfen });
    start = game.root;
    left = shown.mate;
    [hints, hasFailed, state] = [0, false, 'move'];
    setText(task, `${capital(start.toMove)} wins in ${moves(shown.mate)}.`);
    setMessage('Find the first move.');
    clearHints();
    isShown = true;
    app.own.showFor(game, 'puzzles');
    if (app.board.flipped !== (start.toMove === 'red')) {
      app.board.setFlipped(start.toMove === 'red');
      app.dispatchEvent(new Event('flip'));
    }
    updateButtons();
  };

  const updateButtons = () => {
    hint.disabled = state !== 'move' || hints === 2;
    again.disabled = !puzzle;
    next.classList.toggle('primary', state === 'over');
  };

  /** @param {string} text @param {string} [look] */
  const setMessage = (text, look = '') => {
    setText(message, text);
    message.className = `said ${look}`;
  };

  /** Removes the hints from the board. */
  const clearHints = () => {
    hints = 0;
    app.board.setArrows([]);
    for (const cell of app.board.cells) cell.classList.remove('lifted');
  };

  /** Records the result of the puzzle. @param {'solved'|'failed'} result */
  const recordResult = (result) => {
    if (!puzzle || (hasFailed && result === 'solved')) return;
    if (result === 'failed') hasFailed = true;
    results[puzzle.kfen] = result;
    save('puzzles', results);
    drawList();
  };

  /** Plays and examines a move of the player. @param {string} move */
  const tryMove = async (move) => {
    const { game } = app, tried = puzzle, before = start, isCurrent = () => puzzle === tried && app.game === game && !signal.aborted;
    if (state !== 'move' || app.node !== start) return;
    state = 'wait';
    clearHints();
    updateButtons();
    setMessage('Examining the move…');
    try {
      const node = await app.play(move);
      if (!isCurrent()) return;
      if (!node) {
        state = 'move';
        return updateButtons();
      }
      const winner = before.toMove === 'silver' ? '1-0' : '0-1';
      if (node.result === winner) {
        recordResult('solved');
        state = 'over';
        setMessage(hasFailed ? 'That is the win.' : 'Solved!', 'good');
        return updateButtons();
      }
      const found = node.result === '*' ? await examine(game.position(node), left - 1) : null;
      if (!isCurrent()) return;
      if (found) {
        const answer = await game.add(node, [found.reply], app.rules), isShort = found.left < left;
        start = answer;
        left = found.left;
        state = 'move';
        setMessage(`${showMove(move, node.hits)} ${isShort ? 'is right.' : 'wins too, but later.'} ${left === 1 ? 'One move more.' : `${left} moves more.`}`, 'good');
        if (app.node !== node) await app.goTo(node);
        await app.goTo(answer);
        return updateButtons();
      }
      recordResult('failed');
      setMessage(`${showMove(move, node.hits)} does not force the win. Try another move.`, 'warn');
      await new Promise((resolve) => setTimeout(resolve, WRONG_MOVE_TIME));
      if (!isCurrent()) return;
      state = 'move';
      await app.remove(node);
      if (app.node !== before) await app.goTo(before);
    } catch (error) {
      if (!isCurrent()) return;
      setMessage(`The move cannot be examined: ${messageOf(error)}`, 'warn');
      state = 'move';
      await app.goTo(before);
    }
    updateButtons();
  };

  /**
   * Returns the opponent's best reply and the number of moves to the win, if the opponent loses by force; else null.
   * The win that is found may be longer than the shortest one.
   * @param {string} position with the opponent to move @param {number} shortest the number of moves of the shortest win
   */
  const examine = async (position, shortest) => {
    /** @type {{ reply: string, left: number }|null} */
    let win = null;
    let isDone = false;
    await searcher.run(position, `movetime ${MAX_TIME}`, { MultiPV: 1, Hash: HASH }, ({ mate, depth, pv, bound }) => {
      if (isDone || bound) return;
      win = mate !== null && mate <= 0 ? { reply: pv[0] ?? '', left: -mate } : null;
      if (win && win.left <= shortest) isDone = true;
      else isDone = (mate !== null && mate > 0) || depth >= 2 * shortest + EXTRA_DEPTH;
      if (isDone) searcher.stop();
    });
    return /** @type {{ reply: string, left: number }|null} */ (win);
  };

  /** Shows a hint: first the piece to move, then the move. */
  const showHint = async () => {
    const position = app.game.position(start), node = start;
    try {
      hint.disabled = true;
      const move = await searcher.run(position, `mate ${left} movetime ${MAX_TIME}`, { MultiPV: 1 }, () => {});
      const from = readMove(move ?? '')?.from;
      if (!move || from === undefined || node !== start || state !== 'move' || signal.aborted) return;
      hints += 1;
      if (app.node !== start) await app.goTo(start);
      app.board.cells[from]?.classList.add('lifted');
      if (hints === 1) setMessage(`It is the piece on ${squareName(from)}.`);
      else {
        app.board.setArrows([{ move, class: 'best' }]);
        recordResult('failed');
        setMessage(`The move is ${showMove(move, [])}.`);
      }
    } catch (error) {
      setMessage(`There is no hint: ${messageOf(error)}`, 'warn');
    } finally {
      updateButtons();
    }
  };

  const loadPuzzles = async () => {
    try {
      if (!puzzles.length) {
        puzzles = await transport.loadPuzzles();
      }
      if (signal.aborted) return;
      fillFilter();
      await show(nextPuzzle());
    } catch (error) {
      setText(task, `The puzzles cannot be loaded: ${messageOf(error)}`);
    }
  };
  updateButtons();
  void loadPuzzles();
  return {
    mayMove: () => state === 'move' && app.node === start,
    move: (move) => { void tryMove(move); },
    close() {
      end.abort();
      clearHints();
      app.release(searcher);
      if (isShown) app.own.resumeFrom('puzzles');
    },
  };
}

/** @param {number} number */
const moves = (number) => (number === 1 ? '1 move' : `${number} moves`);

/** @param {string} file */
const fileName = (file) => variantName(file.replace('-eye', '')) + (file.endsWith('-eye') ? ' with Eyes' : '');
