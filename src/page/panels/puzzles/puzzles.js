// @ts-check
// The panel "Puzzles": positions with one solution, chosen by the player's rating. A wrong move is answered and taken back.

import { panelOfAddress, setEntry } from '../../common/address.js';
import { make, makeButton, makeSelect, messageOf, rearrange, setText } from '../../common/dom.js';
import { Game } from '../../game/game.js';
import { variantName } from '../../khet/names.js';
import { opponent, readMove, showMove, squareName } from '../../khet/position.js';
import { choose, daily, today } from '../../game/puzzle-choice.js';
import { asRecord, PuzzleRecord } from '../../game/puzzle-record.js';
import { load, save } from '../../common/storage.js';
import { transport } from '../../host/transport.js';
import { hitWords } from '../../khet/words.js';
import { texts } from '../../texts/texts.js';

/** @typedef {import('../../game/puzzle-choice.js').Puzzle} Puzzle */
/** @typedef {import('../../game/game.js').GameNode} GameNode */

/** The time of the search for the answer to a move that is not in the line, in milliseconds. */
const ANSWER_TIME = 300;
/** The additional time for each move of a win that is left, so that another win of the same length is found. */
const WIN_TIME = 500;
/** The size of the search's table in MiB. */
const HASH = 64;
/** The time for which the answer to a wrong move stays on the board, in milliseconds. */
const WRONG_MOVE_TIME = 2000;

/** @type {Puzzle[]} */
let puzzles = [];
/** The solved puzzle whose game was left on the board for the analysis. @type {{ puzzle: Puzzle, game: Game, isDaily: boolean, isSolved: boolean }|null} */
let analysed = null;

/** @param {import('../../app.js').App} app @returns {import('../../app.js').Panel} */
export function open(app) {
  const end = new AbortController(), { signal } = end;
  const searcher = app.engine('khepri', 'puzzles');
  const filter = { file: 'khet2', ...load('puzzles-chosen') };
  const record = new PuzzleRecord();
  /** @type {Puzzle|null} */
  let puzzle = null;
  /** The game of the puzzle. @type {Game|null} */
  let game = null;
  /** The moves of the solution with the replies, and the number of moves that were made. @type {string[]} */
  let line = [], made = 0;
  /** The position in which the player moves. */
  let start = app.node;
  let hints = 0, isDaily = false, isAnalysed = false;
  /** Whether the player waits, may solve, or has finished the puzzle. @type {'wait'|'move'|'over'} */
  let state = 'wait';
  /** Whether the result of this try was recorded, whether as solved, whether a wrong move is examined, why there are no puzzles, and the change of the rating or null. */
  let isRecorded = false, isSolved = false, isTried = false, problem = '', change = /** @type {number|null} */ (null);

  const task = make('h3', { class: 'task' }), message = make('p', { class: 'said', role: 'status' }), facts = make('p', { class: 'facts' });
  const rating = make('strong'), delta = make('span', { class: 'delta' }), streak = make('span', { class: 'note' }), tally = make('p', { class: 'note' });
  const next = makeButton(texts.puzzles.next, () => { void show(chooseNext()); });
  const hint = makeButton(texts.puzzles.hint, () => showHint());
  const again = makeButton(texts.puzzles.again, () => { if (puzzle) void show(puzzle, isDaily); });
  const analyse = makeButton(texts.puzzles.analyse, () => {
    if (!isShown() || !game) return;
    isAnalysed = true;
    app.game.current = game.root;
    void app.openPanel('analysis');
    // On a phone the board is above the panel.
    app.board.scrollIntoView({ block: 'nearest' });
  });
  const files = makeSelect(texts.puzzles.rules, [], '', (value) => {
    filter.file = value;
    save('puzzles-chosen', filter);
    void show(chooseNext());
  });
  const ofDay = makeButton(texts.puzzles.ofDay, () => { void show(daily(puzzles, today()), true); });
  const tools = make('div', { class: 'panel-tools' }, next, hint, again, analyse);
  const standing = make('p', { class: 'standing' }, `${texts.puzzles.yourRating} `, rating, ' ', delta);
  app.panel.append(make('div', { class: 'puzzle' }, make('div', { class: 'puzzle-head' }, task, standing), message, facts, tools),
    make('p', { class: 'progress' }, streak), tally, make('div', { class: 'panel-tools' }, files.label, ofDay));

  /** Returns the puzzles of the chosen rules. */
  const filtered = () => puzzles.filter(({ file }) => file === filter.file);
  const chooseNext = () => choose(filtered(), (one) => Boolean(record.result(one)), record.standing.rating, puzzle);
  /** Returns whether the puzzle is on the board. A link may put another position there. */
  const isShown = () => game !== null && app.game === game;

  /** Fills the select of the rules. */
  const fillFilter = () => {
    const names = [...new Set(puzzles.map(({ file }) => file))];
    if (!names.includes(filter.file)) filter.file = names[0] ?? '';
    files.select.replaceChildren(...names.map((name) => make('option', { value: name }, fileName(name))));
    files.select.value = filter.file;
  };

  const drawTexts = () => {
    const all = filtered(), solved = record.count(all, 'solved'), failed = record.count(all, 'failed');
    const { standing } = record, words = texts.puzzles;
    setText(task, puzzle ? taskWords(puzzle, isDaily) : problem || words.none);
    setText(facts, puzzle && state === 'over' ? words.facts(puzzle.rating, puzzle.mate ?? 0, puzzle.themes) : '');
    setText(rating, String(Math.round(standing.rating)));
    rating.title = words.deviation(Math.round(standing.deviation));
    setText(delta, change === null ? '' : `(${signed(change)})`);
    delta.className = `delta ${(change ?? 0) < 0 ? 'warn' : 'good'}`;
    setText(streak, words.streak(standing.streak, standing.best));
    setText(tally, failed ? words.solvedAndFailed(solved, all.length, failed) : words.solvedOf(solved, all.length));
    const dailyOne = daily(puzzles, today()), outcome = dailyOne && record.result(dailyOne);
    setText(ofDay, outcome ? words.ofDayResults[outcome] : words.ofDay);
    ofDay.disabled = !dailyOne;
    hint.disabled = state !== 'move' || hints === 2 || !line[made] || !isShown();
    again.disabled = !puzzle;
    next.disabled = !puzzle;
    analyse.hidden = state !== 'over' || !isShown();
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

  /** Returns whether a move neither is the solution nor wins at once. @param {string} move @param {string} result after it */
  const isWrong = (move, result) => move !== line[made] && result !== (start.toMove === 'silver' ? '1-0' : '0-1');

  /** Records a wrong move whose examination is left. */
  const leave = () => {
    if (isTried) recordResult('failed');
    isTried = false;
  };
  addEventListener('pagehide', leave, { signal });
  // A move counts when it is made, however early the page is left.
  app.board.addEventListener('move', (event) => {
    const { detail } = /** @type {CustomEvent<string>} */ (event), known = app.board.legalMoves?.find(({ move }) => move === detail);
    if (state === 'move' && isShown() && app.node === start) isTried = isWrong(detail, known?.result ?? '');
  }, { signal, capture: true });

  /** Shows a puzzle from its start. @param {Puzzle|null} shown */
  const show = async (shown, asDaily = false) => {
    leave();
    searcher.stop();
    rearrange();
    [puzzle, isDaily, isRecorded, isSolved, change, made] = [shown, asDaily, false, false, null, 0];
    clearHints();
    if (!shown) {
      state = 'wait';
      setMessage('');
      return drawTexts();
    }
    game = new Game({ variant: shown.kfen.split(' ')[2] ?? 'khet2', name: '', kfen: shown.kfen });
    start = game.root;
    setEntry({ puzzle: shown.kfen, isDaily });
    line = shown.line;
    state = 'move';
    setMessage(record.result(shown) ? texts.puzzles.seen : texts.puzzles.find);
    drawTexts();
    app.own.showFor(game, 'puzzles');
    if (app.board.flipped !== (start.toMove === 'red')) {
      app.board.setFlipped(start.toMove === 'red');
      app.dispatchEvent(new Event('flip'));
    }
    app.announce(texts.puzzles.spokenTask(task.textContent ?? ''));
    // On a phone the panel is below the board.
    tools.scrollIntoView({ block: 'nearest' });
  };

  /** Records the result of this try. Only the first one counts. @param {import('../../game/puzzle-record.js').Outcome} outcome */
  const recordResult = (outcome) => {
    if (!puzzle || isRecorded) return;
    isRecorded = true;
    isSolved = outcome === 'solved';
    change = record.add(puzzle, outcome);
  };

  const showEnd = () => {
    state = 'over';
    rearrange();
    setMessage(isSolved ? texts.puzzles.solvedNow : texts.puzzles.solution, 'good');
    drawTexts();
  };

  /** Ends the puzzle after its solution. */
  const finish = async () => {
    recordResult('solved');
    showEnd();
    // The player may try other moves now, with previews.
    await app.show();
  };

  /** Plays a move of the player, and answers it. @param {string} move */
  const tryMove = async (move) => {
    const tried = puzzle, played = game, before = start, isCurrent = () => puzzle === tried && app.game === played && game === played && !signal.aborted;
    if (!tried || !played || state !== 'move' || app.node !== start) return;
    state = 'wait';
    clearHints();
    setMessage(texts.puzzles.examining);
    drawTexts();
    // The last right move counts when it is made, however early the puzzle is left.
    const result = app.board.legalMoves?.find((legal) => legal.move === move)?.result;
    if (result === (before.toMove === 'silver' ? '1-0' : '0-1') || (move === line[made] && line.length <= made + 2)) recordResult('solved');
    try {
      const node = await app.play(move);
      if (!isCurrent()) return;
      if (!node) {
        isTried = false;
        state = 'move';
        setMessage('');
        return drawTexts();
      }
      isTried = isWrong(move, node.result);
      if (!isTried) return await goOn(node, node.result !== '*');
      const left = tried.mate ? tried.mate - made / 2 - 1 : 0;
      const answer = node.result === '*' ? await findAnswer(played.position(node), left) : null;
      if (!isCurrent()) return;
      isTried = false;
      if (answer?.wins && tried.mate && answer.wins <= left) {
        line = [...line.slice(0, made), move, ...answer.line];
        return await goOn(node, false);
      }
      if (answer?.wins) setMessage(texts.puzzles.winsLater(showMove(move, node.hits)), 'warn');
      else recordResult('failed');
      drawTexts();
      if (!answer?.wins) await showAnswer(tried, node, answer?.line[0] ?? '');
      if (!isCurrent()) return;
      await new Promise((resolve) => setTimeout(resolve, WRONG_MOVE_TIME));
      if (!isCurrent()) return;
      state = 'move';
      await app.remove(node);
      if (app.node !== before) await app.goTo(before);
    } catch (error) {
      if (!isCurrent()) return;
      setMessage(texts.puzzles.cannotExamine(messageOf(error)), 'warn');
      state = 'move';
      await app.goTo(before);
    }
    drawTexts();
  };

  /** Continues after a right move: with the opponent's reply, or with the end of the puzzle. @param {GameNode} node @param {boolean} isWin */
  const goOn = async (node, isWin) => {
    const played = app.game, reply = line[made + 1];
    made += 1;
    if (isWin || !reply || line.length <= made + 1) return finish();
    const answer = await played.add(node, [reply], app.rules);
    if (app.game !== played || signal.aborted) return;
    made += 1;
    start = answer;
    setMessage(texts.puzzles.right, 'good');
    if (app.node !== node) await app.goTo(node);
    state = 'move';
    await app.goTo(answer);
    if (app.game === played && !signal.aborted) drawTexts();
  };

  /** Plays the opponent's answer to a wrong move, with a sentence. @param {Puzzle} tried @param {GameNode} node after the wrong move @param {string} reply or '' if the move ended the game */
  const showAnswer = async (tried, node, reply) => {
    const mover = opponent(node.toMove), shown = showMove(node.move, node.hits), played = app.game, words = texts.puzzles;
    if (!reply) {
      const ownBeam = await app.rules.beam(played.position(node.parent ?? node), node.move);
      const why = node.result === '1/2-1/2' ? words.draws(shown) : words.loses(shown, hitWords(ownBeam, mover, mover));
      return setMessage(node.result === '*' ? words.wrong(shown, tried.kind) : why, 'warn');
    }
    const answer = await played.add(node, [reply], app.rules), beam = await app.rules.beam(played.position(node), reply);
    if (app.game !== played || signal.aborted) return;
    const shownAnswer = showMove(reply, []);
    setMessage(beam.hits.length ? words.answeredWithHits(shown, tried.kind, node.toMove, shownAnswer, hitWords(beam, node.toMove, mover))
      : words.answered(shown, tried.kind, node.toMove, shownAnswer), 'warn');
    if (app.node !== node) await app.goTo(node);
    await app.goTo(answer);
  };

  /**
   * Returns the line of the opponent after a move that is not in the solution, and the number of moves in which the player still
   * wins by force, or 0.
   * @param {string} position with the opponent to move @param {number} left the number of moves of the shortest win, or 0
   */
  const findAnswer = async (position, left) => {
    let answer = { line: /** @type {string[]} */ ([]), wins: 0 };
    const move = await searcher.run(position, `movetime ${ANSWER_TIME + WIN_TIME * left}`, { MultiPV: 1, Hash: HASH }, ({ mate, pv, bound }) => {
      if (!bound && pv.length) answer = { line: pv, wins: mate !== null && mate < 0 ? -mate : 0 };
      if (left && answer.wins && answer.wins <= left) searcher.stop();
    });
    return move && move !== answer.line[0] ? { ...answer, line: [move] } : answer;
  };

  /** Shows a hint: first the piece to move, then the move. A puzzle with a hint counts as failed. */
  const showHint = () => {
    const move = line[made], from = readMove(move ?? '')?.from;
    if (state !== 'move' || !move || from === undefined || !isShown()) return;
    hints += 1;
    recordResult('failed');
    if (app.node !== start) void app.goTo(start);
    app.board.cells[from]?.classList.add('lifted');
    if (hints === 1) setMessage(texts.puzzles.pieceOn(squareName(from)));
    else {
      app.board.setArrows([{ move, class: 'best' }]);
      setMessage(texts.puzzles.moveIs(showMove(move, [])));
    }
    drawTexts();
  };

  /** Shows a puzzle with its solution again, after its analysis. @param {NonNullable<typeof analysed>} left */
  const resume = (left) => {
    ({ puzzle, game, isDaily, isSolved } = left);
    isRecorded = true;
    app.own.handOver('review', 'puzzles');
    showEnd();
  };

  const loadPuzzles = async () => {
    try {
      if (!puzzles.length) puzzles = await transport.loadPuzzles();
      if (signal.aborted) return;
      fillFilter();
      // Back, Forward and a reload show the puzzle of their entry in the browser's history.
      const { puzzle: kfen, isDaily: asDaily } = asRecord(history.state), left = puzzles.find((one) => one.kfen === kfen);
      if (left && left === analysed?.puzzle && app.game === analysed.game) return resume(analysed);
      await show(left ?? chooseNext(), Boolean(left && asDaily));
    } catch (error) {
      problem = texts.puzzles.cannotLoad(messageOf(error));
      drawTexts();
    }
  };
  app.addEventListener('names', () => {
    fillFilter();
    drawTexts();
  }, { signal });
  // A link may put another position on the board.
  app.addEventListener('game', drawTexts, { signal });
  drawTexts();
  setText(task, texts.puzzles.loading);
  void loadPuzzles();
  return {
    status: () => (isShown() && state === 'over' && app.node === app.game.tip && app.node.result === '*' ? texts.puzzles.solved : ''),
    mayMove: () => (!isShown() || state === 'over' ? app.match.mayMove() : state === 'move' && app.node === start),
    move: (move) => { void (!isShown() || state === 'over' ? app.play(move) : tryMove(move)); },
    beams: () => (!isShown() || state === 'over' ? app.beams : 'off'),
    hidesShots: () => isShown() && state !== 'over',
    close() {
      leave();
      end.abort();
      clearHints();
      app.release(searcher);
      // Forward leads from a puzzle to its analysis, too.
      if (puzzle && game && (isAnalysed || (state === 'over' && isShown() && panelOfAddress() === 'analysis'))) {
        analysed = { puzzle, game, isDaily, isSolved };
        app.own.handOver('puzzles', 'review');
      } else if (game) app.own.resumeFrom('puzzles');
    },
  };
}

/** Returns the name of the rules of a file. @param {string} file */
function fileName(file) {
  const name = variantName(file.replace('-eye', ''));
  return file.endsWith('-eye') ? texts.names.withEyes(name) : name;
}

/** Returns the task of a puzzle: `Red to move: win`. @param {Puzzle} puzzle @param {boolean} isDaily */
function taskWords({ kfen, kind }, isDaily) {
  const colour = kfen.split(' ')[1] === 'r' ? 'red' : 'silver';
  return isDaily ? texts.puzzles.taskOfDay(colour, kind) : texts.puzzles.task(colour, kind);
}

/** Returns a change with its sign: `+12`, `−7`. @param {number} change */
const signed = (change) => (change < 0 ? `−${-change}` : `+${change}`);
