// @ts-check
// The panel "Learn": lessons with tasks on the board. The rules check each move, and a wrong one is answered and taken back.

import { setEntry } from '../../common/address.js';
import { make, makeButton, messageOf, rearrange, setText } from '../../common/dom.js';
import { Game } from '../../game/game.js';
import { judge } from './goals.js';
import { lessonsOf } from './lessons.js';
import { namesSelect } from '../names-select.js';
import { showTask } from '../sheet.js';
import { Magnifier } from '../../board/part.js';
import { edition, hasPieces } from '../../khet/editions.js';
import { readMove, showMove } from '../../khet/position.js';
import { asRecord } from '../../game/puzzle-record.js';
import { load, save } from '../../common/storage.js';
import { texts } from '../../texts/texts.js';

/** @typedef {import('./lessons.js').Lesson} Lesson */

/** The time for which a wrong move stays on the board, in milliseconds. */
const WRONG_MOVE_TIME = 1600;
/** The level of the engine, and its time for a move in seconds, in the first game. */
const FIRST_LEVEL = 500, FIRST_SECONDS = 1;

/** Returns the finished tasks of each lesson. @returns {Record<string, number[]>} */
const loadFinished = () => Object.fromEntries(Object.entries(asRecord(load('lessons'))).filter(([, tasks]) => Array.isArray(tasks)));

/** @param {import('../../app.js').App} app @returns {import('../../app.js').Panel} */
export function open(app) {
  const end = new AbortController(), { signal } = end, magnifier = new Magnifier(app.board, signal), lessons = lessonsOf(hasPieces);
  /** The numbers of the finished tasks of each lesson. @type {Record<string, number[]>} */
  let finished = loadFinished();
  /** The shown lesson, and the number of its task. */
  let lesson = /** @type {Lesson} */ (lessons.find((one) => !isFinished(one)) ?? lessons[0]), at = 0;
  /** The position of the task. */
  let start = app.node;
  let hints = 0;
  /** Whether the player waits, may move, or has finished the task. @type {'wait'|'move'|'over'} */
  let state = 'wait';

  const title = make('h3'), idea = make('p', { class: 'idea' }), counter = make('p', { class: 'note' }), text = make('p', { class: 'task' });
  const message = make('p', { class: 'said', role: 'status' }), tally = make('p', { class: 'note' });
  const buttons = lessons.map((one) => makeButton('', () => show(one, firstTask(one))));
  const list = make('ol', { class: 'lessons', role: 'list', 'aria-label': texts.learn.lessons },
    ...buttons.map((button) => make('li', {}, button)));
  const next = makeButton(texts.learn.nextTask, () => showNext()), hint = makeButton(texts.learn.hint, () => showHint());
  const play = makeButton(texts.learn.playFirstGame, () => { void startGame(); });
  const tools = make('div', { class: 'panel-tools' }, next, play, hint);
  app.panel.append(make('div', { class: 'lesson' }, make('div', { class: 'lesson-head' }, title, counter), idea, text, message, tools),
    tally, list,
    make('div', { class: 'panel-tools' }, makeButton(texts.learn.rules, () => { void app.openPanel('rules'); }), namesSelect(app, signal)));

  /** @param {Lesson} one */
  function isFinished(one) {
    return one.tasks.every((_, number) => finished[one.id]?.includes(number));
  }

  const task = () => /** @type {import('./lessons.js').Task} */ (lesson.tasks[at]);
  /** Returns the words of a lesson. @param {Lesson} one */
  const wordsOf = (one) => texts.lessons[one.id];
  /** Returns the words of the task. */
  const taskWords = () => wordsOf(lesson).tasks[at] ?? { text: '', hint: '' };
  /** Returns the number of the first unfinished task of a lesson, or 0. @param {Lesson} one */
  const firstTask = (one) => Math.max(0, one.tasks.findIndex((_, number) => !finished[one.id]?.includes(number)));
  /** Returns whether the task is on the board. A link may put another position there. */
  const isShown = () => app.game.root === start;
  const isLast = () => lesson === lessons.at(-1) && at === lesson.tasks.length - 1;

  const drawTexts = () => {
    const { learn } = texts;
    setText(title, learn.numbered(lessons.indexOf(lesson) + 1, wordsOf(lesson).title));
    setText(idea, wordsOf(lesson).idea);
    setText(counter, lesson.tasks.length > 1 ? learn.taskOf(at + 1, lesson.tasks.length) : '');
    setText(text, taskWords().text);
    setText(next, at < lesson.tasks.length - 1 ? learn.nextTask : learn.nextLesson);
    const done = lessons.filter(isFinished).length;
    setText(tally, done === lessons.length ? learn.allFinished : learn.finishedOf(done, lessons.length));
    lessons.forEach((one, number) => {
      const name = wordsOf(one).title, isDone = isFinished(one), button = /** @type {HTMLElement} */ (buttons[number]);
      setText(button, learn.numbered(number + 1, name));
      button.setAttribute('aria-label', isDone ? learn.finishedLesson(number + 1, name) : learn.lesson(number + 1, name));
      button.classList.toggle('finished', isDone);
      if (one === lesson) button.setAttribute('aria-current', 'true');
      else button.removeAttribute('aria-current');
    });
  };

  const updateButtons = () => {
    hint.disabled = state !== 'move' || hints === 2;
    next.hidden = isLast();
    play.hidden = !isLast();
    for (const button of [next, play]) button.classList.toggle('primary', state === 'over');
  };

  /** @param {string} said @param {string} [look] */
  const setMessage = (said, look = '') => {
    setText(message, said);
    message.className = `said ${look}`;
    // It stands below the words of the task, which may fill a sheet.
    if (said) message.scrollIntoView({ block: 'nearest' });
  };

  /** Shows a task of a lesson from its start. @param {Lesson} shown @param {number} number */
  const show = (shown, number) => {
    [lesson, at, hints, state] = [shown, number, 0, 'move'];
    const { kfen, view = '' } = task(), game = new Game({ variant: kfen.split(' ')[2] ?? 'khet2', name: '', kfen });
    start = game.root;
    rearrange();
    setEntry({ lesson: shown.id, task: number });
    drawTexts();
    setMessage('');
    clearHints();
    app.own.showFor(game, 'learn');
    app.reach.show(task().reach ?? null);
    if (app.board.flipped) {
      app.board.setFlipped(false);
      app.dispatchEvent(new Event('flip'));
    }
    magnifier.show(view);
    updateButtons();
    app.announce(texts.learn.spokenTask(title.textContent ?? '', idea.textContent ?? '', text.textContent ?? ''));
    showTask(app, tools, number ? text : undefined);
  };

  /** Shows the next task, or the next lesson. */
  const showNext = () => {
    if (at < lesson.tasks.length - 1) return show(lesson, at + 1);
    const following = lessons[lessons.indexOf(lesson) + 1];
    if (following) show(following, firstTask(following));
  };

  /** Removes the hints from the board. */
  const clearHints = () => {
    app.board.setArrows([]);
    for (const cell of app.board.cells) cell.classList.remove('lifted');
  };

  /** Shows a hint: first in words and the piece to move, then the move. */
  const showHint = () => {
    if (state !== 'move') return;
    hints += 1;
    const { solution } = task();
    app.board.cells[readMove(solution)?.from ?? -1]?.classList.add('lifted');
    if (hints === 1) setMessage(taskWords().hint);
    else {
      app.board.setArrows([{ move: solution, class: 'best' }]);
      setMessage(texts.learn.moveIs(showMove(solution, [])));
    }
    updateButtons();
  };

  /** Plays a move of the player, and checks whether it reaches the goal. @param {string} move */
  const tryMove = async (move) => {
    const { game } = app, tried = task(), number = at, within = lesson, before = start, isCurrent = () => task() === tried && app.game === game && !signal.aborted;
    if (state !== 'move' || app.node !== start) return;
    state = 'wait';
    clearHints();
    setMessage('');
    updateButtons();
    try {
      const judged = judge(app.rules, tried.kfen, tried.goal, move).then((miss) => {
        // A right move counts, however early the task is left.
        if (!miss) record(within, number);
        if (!miss && !isCurrent()) drawTexts();
        return miss;
      });
      const [node, miss] = await Promise.all([app.play(move), judged]);
      if (!isCurrent()) return;
      if (node && !miss) return finish();
      if (node && miss) {
        setMessage(texts.learn.tryAgain(miss.text), 'warn');
        if (miss.reply) app.board.setArrows([{ move: miss.reply, class: 'threat' }]);
        await new Promise((resolve) => setTimeout(resolve, WRONG_MOVE_TIME));
        if (!isCurrent()) return;
        clearHints();
      }
      state = 'move';
      hints = 0;
      if (node) await app.remove(node);
      if (app.node !== before) await app.goTo(before);
    } catch (error) {
      if (!isCurrent()) return;
      setMessage(texts.learn.cannotCheck(messageOf(error)), 'warn');
      state = 'move';
      await app.goTo(before);
    }
    updateButtons();
  };

  /** Records that a task is finished. @param {Lesson} one @param {number} number of the task */
  const record = (one, number) => {
    // Another tab may have stored tasks since.
    finished = { ...finished, ...loadFinished() };
    finished[one.id] = [...new Set([...finished[one.id] ?? [], number])];
    save('lessons', finished);
  };

  /** Ends the task after its solution. */
  const finish = () => {
    state = 'over';
    drawTexts();
    const { ready, cheers } = texts.learn;
    setMessage(isLast() ? ready : cheers[at % cheers.length] ?? '', 'good');
    updateButtons();
    app.updateStatus();
  };

  /** Starts a game against the lowest level. */
  const startGame = async () => {
    try {
      const setups = await app.rules.setups(), own = edition()?.variant ?? 'khet2';
      const setup = setups.find(({ variant, name }) => variant === own && name === 'classic');
      if (!setup || signal.aborted) return;
      app.dispatchEvent(new Event('new'));
      app.own.replace(texts.learn.newGame, () => app.match.start({
        players: { silver: null, red: { engine: 'khepri', level: FIRST_LEVEL } }, start: setup, time: { seconds: FIRST_SECONDS },
      }));
      app.board.focusCell();
    } catch (error) {
      app.showMessage(texts.learn.cannotStart(messageOf(error)));
    }
  };

  app.addEventListener('names', () => {
    setMessage('');
    drawTexts();
  }, { signal });
  // Another game has other lessons.
  app.addEventListener('edition', () => { void app.openPanel('learn'); }, { signal });
  app.addEventListener('game', () => { if (!isShown()) magnifier.show(''); }, { signal });
  // Back, Forward and a reload show the task of their entry in the browser's history, unless it was solved there.
  const { lesson: id, task: number } = asRecord(history.state), left = lessons.find((one) => one.id === id);
  if (left) show(left, left.tasks[number] && (isFinished(left) || !finished[left.id]?.includes(number)) ? number : firstTask(left));
  else show(lesson, firstTask(lesson));
  return {
    status: () => (isShown() && state === 'over' ? texts.learn.solved : ''),
    mayMove: () => (isShown() ? state === 'move' && app.node === start : app.match.mayMove()),
    move: (move) => { void (isShown() ? tryMove(move) : app.play(move)); },
    beams: () => (isShown() ? lesson.beams ?? 'mover' : app.beams),
    close() {
      end.abort();
      clearHints();
      app.own.resumeFrom('learn');
    },
  };
}
