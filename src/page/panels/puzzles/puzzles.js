// @ts-check
// The panel "Puzzles": positions with one solution, chosen by the player's rating, of the day, or in a run against time. A wrong move is
// answered and taken back; in a run the next puzzle follows.

import { panelOfAddress, setEntry } from '../../common/address.js';
import { make, makeButton, messageOf, rearrange, setText } from '../../common/dom.js';
import { Game } from '../../game/game.js';
import { opponent, readMove, showMove, squareName } from '../../khet/position.js';
import { showTask } from '../sheet.js';
import { choose } from '../../game/puzzle-choice.js';
import { asRecord, PuzzleRecord } from '../../game/puzzle-record.js';
import { loadTasks } from '../../game/mistakes/tasks.js';
import { transport } from '../../host/transport.js';
import { hitWords } from '../../khet/words.js';
import { texts } from '../../texts/texts.js';
import { clickedSquare, DailyLaser } from './daily.js';
import { fileName, PuzzleFilter } from './filter.js';
import { RunView } from './run.js';

/** @typedef {import('../../game/puzzle-choice.js').Puzzle} Puzzle */
/** @typedef {import('../../game/game.js').GameNode} GameNode */
/** How a puzzle was chosen: by the rating, as that of the day, or in a run. @typedef {'rated'|'daily'|'run'} Mode */

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
/** The solved puzzle whose game was left on the board for the analysis. @type {{ puzzle: Puzzle, game: Game, mode: Mode, isSolved: boolean }|null} */
let analysed = null;

/** @param {import('../../app.js').App} app @returns {import('../../app.js').Panel} */
export function open(app) {
  const end = new AbortController(), { signal } = end;
  const searcher = app.engine('khepri', 'puzzles');
  const filter = new PuzzleFilter(() => { void show(chooseNext()); });
  const daily = new DailyLaser(app), run = new RunView(() => endRun());
  const record = new PuzzleRecord();
  /** @type {Puzzle|null} */
  let puzzle = null;
  /** The game of the puzzle. @type {Game|null} */
  let game = null;
  /** The moves of the solution with the replies, and the number of moves that were made. @type {string[]} */
  let line = [], made = 0;
  /** The position in which the player moves. */
  let start = app.node;
  let hints = 0, mode = /** @type {Mode} */ ('rated'), isAnalysed = false;
  /** Whether the player waits, taps the square where the beam ends, may solve, or has finished the puzzle. @type {'wait'|'aim'|'move'|'over'} */
  let state = 'wait';
  /** Whether the result of this try was recorded, whether as solved, whether a wrong move is examined, why there are no puzzles, and the change of the rating or null. */
  let isRecorded = false, isSolved = false, isTried = false, problem = '', change = /** @type {number|null} */ (null);

  const task = make('h3', { class: 'task' }), message = make('p', { class: 'said', role: 'status' }), facts = make('p', { class: 'facts' });
  const rating = make('strong'), delta = make('span', { class: 'delta' }), streak = make('span', { class: 'note' }), tally = make('p', { class: 'note' });
  const next = makeButton(texts.puzzles.next, () => { void show(chooseNext()); });
  const hint = makeButton(texts.puzzles.hint, () => showHint());
  const again = makeButton(texts.puzzles.again, () => { if (mode === 'daily') void showDaily(); else if (puzzle) void show(puzzle); });
  const otherSquare = makeButton(texts.puzzles.otherSquare, () => {
    void setAim('');
    // The button is hidden now.
    app.board.focusCell();
  });
  const stop = makeButton(texts.puzzles.runStop, () => endRun());
  const analyse = makeButton(texts.puzzles.analyse, () => {
    if (!isShown() || !game) return;
    isAnalysed = true;
    app.game.current = game.root;
    void app.openPanel('analysis');
  });
  const ofDay = makeButton(texts.puzzles.ofDay, () => { void showDaily(); });
  const tasks = loadTasks().length, mistakes = makeButton(texts.mistakes.mine(tasks), () => { void app.openPanel('mistakes'); });
  mistakes.hidden = !tasks;
  const startRun = makeButton(texts.puzzles.runStart, () => {
    setMessage(texts.puzzles.runRules);
    void show(run.start(filter.file, filter.ofRules), 'run');
  });
  const tools = make('div', { class: 'panel-tools' }, next, stop, otherSquare, hint, daily.share, again, analyse);
  const standing = make('p', { class: 'standing' }, `${texts.puzzles.yourRating} `, rating, ' ', delta);
  app.panel.append(make('div', { class: 'puzzle' }, make('div', { class: 'puzzle-head' }, task, standing, run.line), message, daily.result, facts, tools),
    make('p', { class: 'progress' }, streak), tally, make('div', { class: 'panel-tools' }, ofDay, startRun, mistakes),
    make('div', { class: 'panel-tools' }, ...filter.labels), filter.meaning);

  const chooseNext = () => choose(filter.puzzles, (one) => Boolean(record.result(one)), record.standing.rating, puzzle);
  /** Returns whether the puzzle is on the board. A link may put another position there. */
  const isShown = () => game !== null && app.game === game;
  /** Returns whether the puzzle is the last one of a run that has ended. */
  const isTimeOver = () => mode === 'run' && !run.isRunning;

  const drawTexts = () => {
    const all = filter.puzzles, solved = record.count(all, 'solved'), failed = record.count(all, 'failed');
    const { standing: player } = record, words = texts.puzzles;
    const isRun = mode === 'run', isDaily = mode === 'daily', isOver = state === 'over';
    setText(task, puzzle ? taskWords(puzzle, isDaily ? daily.number : 0) : problem || words.none);
    setText(facts, puzzle && isOver && !isRun ? words.facts(puzzle.rating, puzzle.mate ?? 0, puzzle.themes) : '');
    daily.draw(isDaily);
    standing.hidden = run.isRunning;
    setText(rating, String(Math.round(player.rating)));
    rating.title = words.deviation(Math.round(player.deviation));
    setText(delta, change === null ? '' : `(${signed(change)})`);
    delta.className = `delta ${(change ?? 0) < 0 ? 'warn' : 'good'}`;
    setText(streak, isDaily && puzzle ? words.dayStreak(fileName(puzzle.file), daily.record.streak, daily.record.best) : words.streak(player.streak, player.best));
    setText(tally, failed ? words.solvedAndFailed(solved, all.length, failed) : words.solvedOf(solved, all.length));
    const { outcome } = daily.record;
    setText(ofDay, outcome ? words.ofDayResults[outcome] : words.ofDay);
    for (const button of [next, again]) button.hidden = run.isRunning;
    hint.hidden = run.isRunning || isOver;
    stop.hidden = !run.isRunning;
    otherSquare.hidden = !(state === 'move' && daily.square && start === game?.root);
    hint.disabled = state !== 'move' || hints === 2 || !line[made] || !isShown();
    again.disabled = !puzzle;
    next.disabled = !filter.puzzles.length;
    startRun.disabled = !filter.ofRules.length;
    analyse.hidden = !isOver || !isShown();
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

  /** Returns whether a result is the player's win. @param {string} result */
  const isWin = (result) => result === (start.toMove === 'silver' ? '1-0' : '0-1');
  /** Returns whether a move neither is the solution nor wins at once. @param {string} move @param {string} result after it */
  const isWrong = (move, result) => move !== line[made] && !isWin(result);

  /** Records a wrong move whose examination is left. */
  const leave = () => {
    if (isTried) recordFault();
    isTried = false;
  };
  addEventListener('pagehide', leave, { signal });
  // A move counts when it is made, however early the page is left.
  app.board.addEventListener('move', (event) => {
    const { detail } = /** @type {CustomEvent<string>} */ (event), known = app.board.legalMoves?.find(({ move }) => move === detail);
    if (state === 'move' && isShown() && app.node === start) isTried = isWrong(detail, known?.result ?? '');
  }, { signal, capture: true });

  /** Sets the square where the beam is said to end, or asks for it with ''. @param {string} square */
  const setAim = (square) => {
    daily.setSquare(square);
    state = square ? 'move' : 'aim';
    setMessage(square ? texts.puzzles.aimed(square) : texts.puzzles.aim);
    drawTexts();
    return app.show();
  };
  app.board.addEventListener('square', (event) => {
    if (state !== 'aim' || !isShown() || app.node !== start) return;
    event.preventDefault();
    void setAim(clickedSquare(event));
  }, { signal });

  /** Shows today's laser. */
  const showDaily = async () => {
    try {
      const laser = await daily.begin();
      if (!signal.aborted) await show(laser, 'daily');
    } catch (error) {
      if (!signal.aborted) setMessage(texts.puzzles.cannotLoad(messageOf(error)), 'warn');
    }
  };

  /** Shows a puzzle from its start. @param {Puzzle|null} shown @param {Mode} [as] */
  const show = async (shown, as = 'rated') => {
    if (as !== 'run') run.stop();
    if (as !== 'daily') daily.setSquare('');
    leave();
    searcher.stop();
    rearrange();
    [puzzle, mode, isRecorded, isSolved, change, made] = [shown, as, false, false, null, 0];
    clearHints();
    if (!shown) {
      state = 'wait';
      setMessage('');
      return drawTexts();
    }
    game = new Game({ variant: shown.kfen.split(' ')[2] ?? 'khet2', name: '', kfen: shown.kfen });
    start = game.root;
    // A reload during a run shows a puzzle without a clock.
    setEntry(mode === 'run' ? {} : { puzzle: shown.kfen, isDaily: mode === 'daily' });
    line = shown.line;
    const wantsSquare = mode === 'daily' && daily.wantsSquare;
    state = wantsSquare ? 'aim' : 'move';
    if (mode !== 'run') setMessage(wantsSquare ? texts.puzzles.aim : record.result(shown) ? texts.puzzles.seen : texts.puzzles.find);
    drawTexts();
    app.own.showFor(game, 'puzzles');
    if (app.board.flipped !== (start.toMove === 'red')) {
      app.board.setFlipped(start.toMove === 'red');
      app.dispatchEvent(new Event('flip'));
    }
    app.announce(texts.puzzles.spokenTask(task.textContent ?? ''));
    showTask(app, tools);
  };

  /** Records the result of this try. Only the first one counts. @param {import('../../game/puzzle-record.js').Outcome} outcome */
  const recordResult = (outcome) => {
    if (!puzzle || isRecorded || mode === 'run') return;
    isRecorded = true;
    isSolved = outcome === 'solved';
    change = record.add(puzzle, outcome);
    if (mode === 'daily') daily.record.finish(outcome);
  };

  /** Records a wrong move. */
  const recordFault = () => {
    if (mode === 'daily') daily.record.add('wrong');
    recordResult('failed');
  };

  const showEnd = () => {
    state = 'over';
    rearrange();
    setMessage(isSolved ? texts.puzzles.solvedNow : texts.puzzles.solution, 'good');
    drawTexts();
  };

  /** Shows the next puzzle of the run, or its result. @param {boolean} isRight */
  const goOnInRun = (isRight) => {
    setMessage(isRight ? texts.puzzles.runRight : texts.puzzles.runWrong, isRight ? 'good' : 'warn');
    const following = run.add(isRight);
    if (following) void show(following, 'run');
    else endRun();
  };

  /** Ends the run with its result, and leaves the puzzle on the board. */
  const endRun = () => {
    searcher.stop();
    const result = run.stop(), isFocused = document.activeElement === stop;
    if (!result) return;
    state = 'over';
    rearrange();
    setMessage(result, 'good');
    drawTexts();
    // The button is hidden now.
    if (isFocused) next.focus({ preventScroll: true });
    showTask(app, tools);
    void app.show();
  };

  /** Ends the puzzle after its solution. */
  const finish = async () => {
    if (run.isRunning) return goOnInRun(true);
    recordResult('solved');
    showEnd();
    // The player may try other moves now, with previews.
    await app.show();
  };

  /** Plays a move of the player, and answers it. @param {string} move */
  const tryMove = async (move) => {
    const tried = puzzle, played = game, before = start, isCurrent = () => puzzle === tried && app.game === played && game === played && !signal.aborted && !isTimeOver();
    if (!tried || !played || state !== 'move' || app.node !== start) return;
    state = 'wait';
    clearHints();
    setMessage(texts.puzzles.examining);
    drawTexts();
    // The last right move counts when it is made, however early the puzzle is left.
    const result = app.board.legalMoves?.find((legal) => legal.move === move)?.result ?? '';
    const isRight = !isWrong(move, result), isFirst = before === played.root;
    if (isRight && (isWin(result) || line.length <= made + 2)) recordResult('solved');
    try {
      if (mode === 'daily' && isFirst) daily.judge(await app.rules.beam(played.position(before), move));
      if (!isCurrent()) return;
      if (mode === 'daily' && isRight) daily.record.add('right');
      const node = await app.play(move);
      if (!isCurrent()) return;
      daily.setSquare('');
      if (!node) {
        isTried = false;
        state = 'move';
        setMessage('');
        return drawTexts();
      }
      isTried = isWrong(move, node.result);
      if (!isTried) return await goOn(node, node.result !== '*');
      // The first move of a puzzle is its only solution.
      if (run.isRunning && (isFirst || node.result !== '*')) return goOnInRun(false);
      const left = tried.mate ? tried.mate - made / 2 - 1 : 0;
      const answer = node.result === '*' ? await findAnswer(played.position(node), left) : null;
      if (!isCurrent()) return;
      isTried = false;
      if (answer?.wins && tried.mate && answer.wins <= left) {
        line = [...line.slice(0, made), move, ...answer.line];
        if (mode === 'daily') daily.record.add('right');
        return await goOn(node, false);
      }
      if (run.isRunning) return goOnInRun(false);
      if (answer?.wins) setMessage(texts.puzzles.winsLater(showMove(move, node.hits)), 'warn');
      else recordFault();
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

  /** Continues after a right move: with the opponent's reply, or with the end of the puzzle. @param {GameNode} node @param {boolean} isOver */
  const goOn = async (node, isOver) => {
    const played = app.game, reply = line[made + 1];
    made += 1;
    if (isOver || !reply || line.length <= made + 1) return finish();
    const answer = await played.add(node, [reply], app.rules);
    if (app.game !== played || signal.aborted || isTimeOver()) return;
    made += 1;
    start = answer;
    setMessage(texts.puzzles.right, 'good');
    if (app.node !== node) await app.goTo(node);
    if (isTimeOver()) return;
    state = 'move';
    await app.follow(answer);
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
    if (mode === 'daily' && hints === 1) daily.record.add('hint');
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
    ({ puzzle, game, mode, isSolved } = left);
    isRecorded = true;
    app.own.handOver('review', 'puzzles');
    showEnd();
  };

  const loadPuzzles = async () => {
    try {
      if (!puzzles.length) puzzles = await transport.loadPuzzles();
      if (signal.aborted) return;
      filter.fill(puzzles);
      // The daily laser may have been opened meanwhile.
      if (game) return drawTexts();
      // Back, Forward and a reload show the puzzle of their entry in the browser's history.
      const { puzzle: kfen, isDaily } = asRecord(history.state);
      if (analysed && kfen === analysed.puzzle.kfen && app.game === analysed.game) return resume(analysed);
      if (isDaily) return await showDaily();
      await show(puzzles.find((one) => one.kfen === kfen) ?? chooseNext());
    } catch (error) {
      problem = texts.puzzles.cannotLoad(messageOf(error));
      drawTexts();
    }
  };
  app.addEventListener('names', () => {
    filter.fill(puzzles);
    drawTexts();
  }, { signal });
  // A link may put another position on the board.
  app.addEventListener('game', drawTexts, { signal });
  drawTexts();
  setText(task, texts.puzzles.loading);
  void loadPuzzles();
  return {
    status: () => (isShown() && state === 'over' && mode !== 'run' && app.node === app.game.tip && app.node.result === '*' ? texts.puzzles.solved : ''),
    mayMove: () => (!isShown() || state === 'over' ? app.match.mayMove() : state === 'move' && app.node === start),
    move: (move) => { void (!isShown() || state === 'over' ? app.play(move) : tryMove(move)); },
    beams: () => (!isShown() || state === 'over' ? app.beams : 'off'),
    hidesShots: () => isShown() && state !== 'over',
    close() {
      leave();
      end.abort();
      clearHints();
      run.stop();
      daily.setSquare('');
      app.release(searcher);
      // Forward leads from a puzzle to its analysis, too.
      if (puzzle && game && (isAnalysed || (state === 'over' && isShown() && panelOfAddress() === 'analysis'))) {
        analysed = { puzzle, game, mode, isSolved };
        app.own.handOver('puzzles', 'review');
      } else if (game) app.own.resumeFrom('puzzles');
    },
  };
}

/** Returns the task of a puzzle: `Red to move: win`. @param {Puzzle} puzzle @param {number} number of the daily laser, or 0 */
function taskWords({ kfen, kind }, number) {
  const colour = kfen.split(' ')[1] === 'r' ? 'red' : 'silver';
  return number ? texts.puzzles.taskOfDay(number, colour, kind) : texts.puzzles.task(colour, kind);
}

/** Returns a change with its sign: `+12`, `−7`. @param {number} change */
const signed = (change) => (change < 0 ? `−${-change}` : `+${change}`);
