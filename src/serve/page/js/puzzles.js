// @ts-check
// The panel "Puzzles": positions with a forced win to be found, with hints, and what was solved and failed.

import { Game } from './game.js';
import { choice, make, press, reason, write } from './kit.js';
import { capital, readMove, showMove, squareName, VARIANTS } from './position.js';
import { load, save } from './storage.js';

/** @typedef {{ file: string, kfen: string, mate: number }} Puzzle  `mate` is the number of moves to the win. */

/** How long a move is examined at most, in milliseconds. Few moves need more than two seconds. */
const TIME = 10_000;
/**
 * The plies beyond the win after which a search has seen enough. For the first moves of all puzzles of three moves and more it
 * reports the forced win with less.
 */
const BEYOND = 8;
/** The table of the search in MiB. */
const HASH = 64;
/** How long a wrong move stays on the board, in milliseconds. */
const PAUSE = 900;

/** @type {Puzzle[]} */
let puzzles = [];

/** @param {import('./app.js').App} app @returns {import('./app.js').Panel} */
export function open(app) {
  const end = new AbortController(), { signal } = end;
  const searcher = app.engine('khepri', 'puzzles');
  /** @type {{ file: string, mate: string }} */
  const chosen = { file: 'khet2', mate: '', ...load('puzzles-chosen') };
  /** What became of the puzzles, by KFEN. @type {Record<string, 'solved'|'failed'>} */
  const record = load('puzzles') ?? {};
  /** @type {Puzzle|null} */
  let puzzle = null;
  let lent = false;
  /** The position in which the player moves, and the number of moves to the win from there. */
  let here = app.node, left = 0;
  let hints = 0;
  /** Whether the player may move, or the puzzle is over. @type {'wait'|'move'|'over'} */
  let state = 'wait';
  /** Whether a wrong move was tried or the move was shown. */
  let spoilt = false;

  const task = make('p', { class: 'task' }), said = make('p', { class: 'said', role: 'status' }), tally = make('p', { class: 'note' });
  const list = make('ol', { class: 'chips', role: 'list', 'aria-label': 'Puzzles' });
  const hint = press('Hint', () => { void help(); }), again = press('Start again', () => { if (puzzle) void show(puzzle); });
  const next = press('Next puzzle', () => { void show(following()); }, { class: 'primary' });
  const files = choice('Rules', [], '', (value) => {
    chosen.file = value;
    select();
  });
  const mates = choice('Win in', [], '', (value) => {
    chosen.mate = value;
    select();
  });
  app.panel.append(make('div', { class: 'panel-tools' }, files.label, mates.label), task, said,
    make('div', { class: 'panel-tools' }, next, hint, again), tally, list);

  /** The puzzles that were chosen. */
  const some = () => puzzles.filter(({ file, mate }) => file === chosen.file && (!chosen.mate || mate === Number(chosen.mate)));

  /** Returns the next puzzle that is neither solved nor failed, else the next failed one, else the next. */
  const following = () => {
    const all = some(), at = all.findIndex((one) => one === puzzle), turned = [...all.slice(at + 1), ...all.slice(0, at + 1)];
    return turned.find(({ kfen }) => !record[kfen]) ?? turned.find(({ kfen }) => record[kfen] === 'failed') ?? turned[0] ?? null;
  };

  const select = () => {
    save('puzzles-chosen', chosen);
    puzzle = null;
    void show(following());
  };

  const fill = () => {
    const names = [...new Set(puzzles.map(({ file }) => file))];
    if (!names.includes(chosen.file)) chosen.file = names[0] ?? '';
    files.select.replaceChildren(...names.map((name) => make('option', { value: name }, fileName(name))));
    files.select.value = chosen.file;
    const lengths = [...new Set(puzzles.map(({ mate }) => mate))].sort((one, other) => one - other);
    mates.select.replaceChildren(make('option', { value: '' }, 'any'), ...lengths.map((mate) => make('option', { value: String(mate) }, moves(mate))));
    mates.select.value = chosen.mate;
  };

  const drawList = () => {
    const all = some(), solved = all.filter(({ kfen }) => record[kfen] === 'solved').length, failed = all.filter(({ kfen }) => record[kfen] === 'failed').length;
    write(tally, `${solved} of ${all.length} solved${failed ? `, ${failed} failed` : ''}`);
    list.replaceChildren(...all.map((one, at) => make('li', {}, press(String(at + 1), () => { void show(one); }, {
      class: record[one.kfen] ?? '', 'aria-label': `Puzzle ${at + 1}, win in ${moves(one.mate)}${record[one.kfen] ? `, ${record[one.kfen]}` : ''}`,
      ...(one === puzzle ? { 'aria-current': 'true' } : {}),
    }))));
  };

  /** Shows a puzzle from its start. @param {Puzzle|null} one */
  const show = async (one) => {
    searcher.stop();
    puzzle = one;
    drawList();
    if (!one) return write(task, 'There are no such puzzles.');
    const game = new Game({ variant: one.kfen.split(' ')[2] ?? 'khet2', name: '', kfen: one.kfen });
    here = game.root;
    left = one.mate;
    [hints, spoilt, state] = [0, false, 'move'];
    write(task, `${capital(here.toMove)} wins in ${moves(one.mate)}.`);
    tell('Find the first move.');
    clear();
    lent = true;
    app.own.lend(game, 'puzzles');
    if (app.board.flipped !== (here.toMove === 'red')) {
      app.board.setFlipped(here.toMove === 'red');
      app.dispatchEvent(new Event('flip'));
    }
    arrange();
  };

  const arrange = () => {
    hint.disabled = state !== 'move' || hints === 2;
    again.disabled = !puzzle;
    next.classList.toggle('primary', state === 'over');
  };

  /** @param {string} text @param {string} [look] */
  const tell = (text, look = '') => {
    write(said, text);
    said.className = `said ${look}`;
  };

  /** Takes the hints off the board. */
  const clear = () => {
    hints = 0;
    app.board.setArrows([]);
    for (const cell of app.board.cells) cell.classList.remove('lifted');
  };

  /** @param {'solved'|'failed'} what */
  const note = (what) => {
    if (!puzzle || (spoilt && what === 'solved')) return;
    if (what === 'failed') spoilt = true;
    record[puzzle.kfen] = what;
    save('puzzles', record);
    drawList();
  };

  /** Takes a move of the player. @param {string} move */
  const attempt = async (move) => {
    const { game } = app, own = puzzle, before = here, isHere = () => puzzle === own && app.game === game && !signal.aborted;
    if (state !== 'move' || app.node !== here) return;
    state = 'wait';
    clear();
    arrange();
    tell('Examining the move…');
    try {
      const node = await app.play(move);
      if (!isHere()) return;
      if (!node) {
        state = 'move';
        return arrange();
      }
      const winner = before.toMove === 'silver' ? '1-0' : '0-1';
      if (node.result === winner) {
        note('solved');
        state = 'over';
        tell(spoilt ? 'That is the win.' : 'Solved!', 'good');
        return arrange();
      }
      const found = node.result === '*' ? await examine(game.position(node), left - 1) : null;
      if (!isHere()) return;
      if (found) {
        const answer = await game.add(node, [found.reply], app.rules), isShort = found.left < left;
        here = answer;
        left = found.left;
        state = 'move';
        tell(`${showMove(move, node.hits)} ${isShort ? 'is right.' : 'wins too, but later.'} ${left === 1 ? 'One move more.' : `${left} moves more.`}`, 'good');
        if (app.node !== node) await app.goTo(node);
        await app.goTo(answer);
        return arrange();
      }
      note('failed');
      tell(`${showMove(move, node.hits)} does not force the win. Try another move.`, 'warn');
      await new Promise((resolve) => setTimeout(resolve, PAUSE));
      if (!isHere()) return;
      state = 'move';
      await app.remove(node);
      if (app.node !== before) await app.goTo(before);
    } catch (error) {
      if (!isHere()) return;
      tell(`The move cannot be examined: ${reason(error)}`, 'warn');
      state = 'move';
      await app.goTo(before);
    }
    arrange();
  };

  /**
   * Returns the opponent's longest resistance, and the moves that the player needs, if the opponent loses by force; else null.
   * A win that is longer than it could be counts too.
   * @param {string} position with the opponent to move @param {number} within the moves that the win needs at least
   */
  const examine = async (position, within) => {
    /** @type {{ reply: string, left: number }|null} */
    let lost = null;
    let over = false;
    await searcher.run(position, `movetime ${TIME}`, { MultiPV: 1, Hash: HASH }, ({ mate, depth, pv, bound }) => {
      if (over || bound) return;
      lost = mate !== null && mate <= 0 ? { reply: pv[0] ?? '', left: -mate } : null;
      if (lost && lost.left <= within) over = true;
      else over = (mate !== null && mate > 0) || depth >= 2 * within + BEYOND;
      if (over) searcher.stop();
    });
    return /** @type {{ reply: string, left: number }|null} */ (lost);
  };

  /** Shows the piece, then the move. */
  const help = async () => {
    const position = app.game.position(here), own = here;
    try {
      hint.disabled = true;
      const move = await searcher.run(position, `mate ${left} movetime ${TIME}`, { MultiPV: 1 }, () => {});
      const from = readMove(move ?? '')?.from;
      if (!move || from === undefined || own !== here || state !== 'move' || signal.aborted) return;
      hints += 1;
      if (app.node !== here) await app.goTo(here);
      app.board.cells[from]?.classList.add('lifted');
      if (hints === 1) tell(`It is the piece on ${squareName(from)}.`);
      else {
        app.board.setArrows([{ move, class: 'best' }]);
        note('failed');
        tell(`The move is ${showMove(move, [])}.`);
      }
    } catch (error) {
      tell(`There is no hint: ${reason(error)}`, 'warn');
    } finally {
      arrange();
    }
  };

  const begin = async () => {
    try {
      if (!puzzles.length) {
        const reply = await fetch('/puzzles');
        if (!reply.ok) throw new Error((await reply.text()).trim());
        puzzles = await reply.json();
      }
      if (signal.aborted) return;
      fill();
      await show(following());
    } catch (error) {
      write(task, `The puzzles cannot be loaded: ${reason(error)}`);
    }
  };
  arrange();
  void begin();
  return {
    mayMove: () => state === 'move' && app.node === here,
    move: (move) => { void attempt(move); },
    close() {
      end.abort();
      clear();
      app.release(searcher);
      if (lent) app.own.giveBack('puzzles');
    },
  };
}

/** @param {number} number */
const moves = (number) => (number === 1 ? '1 move' : `${number} moves`);

/** @param {string} file */
const fileName = (file) => (VARIANTS[file.replace('-eye', '')] ?? file) + (file.endsWith('-eye') ? ' with Eyes' : '');
