// @ts-check
// The panel "My mistakes": the positions before the player's mistakes. A better move solves one, another move is answered.

import { setEntry } from '../../common/address.js';
import { make, makeButton, messageOf, rearrange, setText } from '../../common/dom.js';
import { Game } from '../../game/game.js';
import { Examiner } from '../../game/mistakes/examiner.js';
import { colourOf, keyOf, loadTasks, solveTask } from '../../game/mistakes/tasks.js';
import { asRecord } from '../../game/puzzle-record.js';
import { percent } from '../../game/reviewing.js';
import { transport } from '../../host/transport.js';
import { opponent, showMove } from '../../khet/position.js';
import { hitWords } from '../../khet/words.js';
import { showTask } from '../sheet.js';
import { texts } from '../../texts/texts.js';

/** @typedef {import('../../game/mistakes/tasks.js').Mistake} Mistake */
/** @typedef {import('../../game/game.js').GameNode} GameNode */

/** @param {import('../../app.js').App} app @param {string} first the key of a task @returns {import('../../app.js').Panel} */
export function open(app, first) {
  const end = new AbortController(), { signal } = end, words = texts.mistakes, searcher = app.engine('khepri', 'mistakes');
  let tasks = loadTasks();
  /** @type {Mistake|null} */
  let task = null;
  /** The game of the task, which starts before the mistake. @type {Game|null} */
  let game = null;
  /** @type {Examiner|null} */
  let examiner = null;
  /** Ends the searches for the task. */
  let left = new AbortController();
  /** Whether the player may answer, waits, sees the refutation of an answer, or has solved the task. @type {'move'|'wait'|'wrong'|'over'} */
  let state = 'wait';
  /** Whether the better move was shown, and whether the analysis is opened. */
  let isRevealed = false, isAnalysed = false;

  const title = make('h3', { class: 'task' }), facts = make('p', { class: 'facts' }), message = make('p', { class: 'said', role: 'status' });
  const again = makeButton(words.again, () => { void takeBack(); }), next = makeButton(words.next, () => show(following()));
  const better = makeButton(words.showBetter, () => { void showBetter(); });
  const analyse = makeButton(texts.puzzles.analyse, () => {
    if (!isShown() || !game) return;
    isAnalysed = true;
    app.game.current = game.root;
    void app.openPanel('analysis');
  });
  const tools = make('div', { class: 'panel-tools' }, again, next, better, analyse);
  const tally = make('p', { class: 'note' }), list = make('ol', { class: 'games', role: 'list', 'aria-label': texts.panels.mistakes });
  app.panel.append(make('div', { class: 'puzzle' }, title, message, facts, tools), tally, list);

  /** Returns whether the task is on the board. A link may put another position there. */
  const isShown = () => game !== null && app.game === game;
  /** Returns what is said of a mistake. @param {Mistake} one */
  const factsOf = ({ number, against, played, mark, loss }) => words.facts(number, against, showMove(played, []), mark, percent(loss));
  /** Returns the task after the shown one, or the first one. */
  const following = () => {
    const at = tasks.findIndex((one) => task && keyOf(one) === keyOf(task)), rest = tasks.filter((one) => one !== tasks[at]);
    return (at < 0 ? tasks[0] : tasks[at + 1] ?? rest[0]) ?? null;
  };

  /** @param {string} text @param {string} [look] */
  const setMessage = (text, look = '') => {
    setText(message, text);
    message.className = `said ${look}`;
  };

  const draw = () => {
    setText(title, task ? words.task(colourOf(task)) : words.none);
    setText(facts, task ? factsOf(task) : words.howToFind);
    setText(tally, tasks.length ? words.left(tasks.length) : '');
    again.hidden = state !== 'wrong' || !isShown();
    again.classList.toggle('primary', state === 'wrong');
    next.hidden = !following();
    next.classList.toggle('primary', state === 'over');
    better.hidden = !task || state === 'over' || state === 'wrong';
    better.disabled = state !== 'move' || isRevealed || !isShown();
    analyse.hidden = state !== 'over' || !isShown();
    list.replaceChildren(...tasks.map((one) => {
      const isCurrent = task !== null && keyOf(one) === keyOf(task);
      return make('li', {}, makeButton(factsOf(one), () => show(one), isCurrent ? { 'aria-current': 'true' } : {}));
    }));
  };

  /** Shows a task from its start. @param {Mistake|null} shown */
  const show = (shown) => {
    left.abort();
    left = new AbortController();
    searcher.stop();
    rearrange();
    [task, isRevealed, state] = [shown, false, 'wait'];
    app.board.setArrows([]);
    setMessage('');
    if (!shown) return draw();
    game = new Game({ variant: shown.kfen.split(' ')[2] ?? 'khet2', name: '', kfen: shown.kfen });
    examiner = new Examiner(game, searcher, shown.nodes, transport.judge, left.signal);
    setEntry({ mistake: keyOf(shown) });
    state = 'move';
    setMessage(words.find);
    draw();
    app.own.showFor(game, 'mistakes');
    const isRed = game.root.toMove === 'red';
    if (app.board.flipped !== isRed) {
      app.board.setFlipped(isRed);
      app.dispatchEvent(new Event('flip'));
    }
    app.announce(`${title.textContent}. ${facts.textContent}`);
    showTask(app, tools);
  };

  /** Plays a move of the player, and judges it. @param {string} move */
  const answer = async (move) => {
    const tried = task, played = game, judge = examiner;
    const isCurrent = () => task === tried && app.game === played && !signal.aborted;
    if (!tried || !played || !judge || state !== 'move' || app.node !== played.root) return;
    state = 'wait';
    app.board.setArrows([]);
    setMessage(texts.puzzles.examining);
    draw();
    try {
      const node = await app.play(move);
      if (!isCurrent()) return;
      const verdict = node && await judge.examine(node);
      if (!isCurrent()) return;
      if (!node || !verdict) {
        await takeBack();
      } else if (verdict.isSolved) {
        if (!isRevealed) solveTask(tried);
        finish(node, verdict.cost);
        await app.show();
      } else await refute(node, verdict.cost, verdict.reply);
    } catch (error) {
      if (!isCurrent()) return;
      await takeBack();
      setMessage(texts.puzzles.cannotExamine(messageOf(error)), 'warn');
    }
  };

  /** Ends a task that is solved. @param {GameNode} node after the answer @param {number} cost */
  const finish = (node, cost) => {
    const shown = showMove(node.move, node.hits);
    state = 'over';
    rearrange();
    tasks = loadTasks();
    setMessage(isRevealed ? words.rightAfterHelp(shown) : cost ? words.rightFor(shown, percent(cost)) : words.right(shown), 'good');
    draw();
  };

  /** Plays the opponent's reply to a wrong answer, with a sentence. @param {GameNode} node after the answer @param {number} cost @param {string} reply or '' if the answer ended the game */
  const refute = async (node, cost, reply) => {
    const played = app.game, mover = opponent(node.toMove), shown = showMove(node.move, node.hits);
    state = 'wrong';
    if (!reply) {
      const own = await app.rules.beam(played.position(node.parent ?? node), node.move);
      setMessage(node.result === '1/2-1/2' ? texts.puzzles.draws(shown) : texts.puzzles.loses(shown, hitWords(own, mover, mover)), 'warn');
      return draw();
    }
    const answered = await played.add(node, [reply], app.rules), beam = await app.rules.beam(played.position(node), reply);
    if (app.game !== played || signal.aborted) return;
    const hits = beam.hits.length ? hitWords(beam, node.toMove, mover) : '';
    setMessage(words.costs(shown, percent(cost), node.toMove, showMove(reply, []), hits), 'warn');
    draw();
    if (app.node !== node) await app.goTo(node);
    await app.goTo(answered);
  };

  /** Takes a wrong answer back, so that another one can be given. */
  const takeBack = async () => {
    const { children } = game?.root ?? {};
    if (!game || !isShown()) return;
    state = 'move';
    setMessage(words.find);
    draw();
    for (const child of children ?? []) game.remove(child);
    game.current = game.root;
    app.treeChanged();
    app.dispatchEvent(new Event('node'));
    await app.show();
  };

  /** Shows the better move. The task then stays on the list. */
  const showBetter = async () => {
    const shown = task, best = await examiner?.best().catch(() => '');
    if (!best || task !== shown || state !== 'move' || signal.aborted) return;
    isRevealed = true;
    if (app.game.current !== game?.root && game) void app.goTo(game.root);
    app.board.setArrows([{ move: best, class: 'best' }]);
    setMessage(words.betterIs(showMove(best, [])));
    draw();
  };

  app.addEventListener('names', draw, { signal });
  // A link may put another position on the board.
  app.addEventListener('game', draw, { signal });
  const key = first || asRecord(history.state).mistake;
  show(tasks.find((one) => keyOf(one) === key) ?? tasks[0] ?? null);
  return {
    status: () => (isShown() && state === 'over' && app.node === app.game.tip && app.node.result === '*' ? words.solved : ''),
    mayMove: () => (!isShown() || state === 'over' ? app.match.mayMove() : state === 'move' && app.node === game?.root),
    move: (move) => { void (!isShown() || state === 'over' ? app.play(move) : answer(move)); },
    beams: () => (!isShown() || state === 'over' ? app.beams : 'off'),
    hidesShots: () => isShown() && state !== 'over',
    close() {
      left.abort();
      end.abort();
      app.board.setArrows([]);
      app.release(searcher);
      if (isAnalysed) app.own.handOver('mistakes', 'review');
      else if (game) app.own.resumeFrom('mistakes');
    },
  };
}
