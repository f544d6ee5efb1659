// @ts-check
// The panel "Review": reviews the game on the board, which may be that of a file. Shows a graph, accuracies and marks.

import { isFault, MARKS, scoreText } from '../../game/chance.js';
import { faultLines, keepFile, showGame } from '../file-games.js';
import { gameFault, quoted } from '../../khet/faults.js';
import { drawGraph } from './graph.js';
import { make, makeButton, makeSelect, messageOf, setText } from '../../common/dom.js';
import { opponent, showMove } from '../../khet/position.js';
import { capital } from '../../texts/grammar.js';
import { isWhole } from '../../game/reviewed.js';
import { keepTasks, keyOf, mistakesIn } from '../../game/mistakes/tasks.js';
import { annotate, percent, review } from '../../game/reviewing.js';
import { load, save } from '../../common/storage.js';
import { transport } from '../../host/transport.js';
import { texts } from '../../texts/texts.js';

/** @typedef {import('../../game/game.js').Game} Game */
/** @typedef {import('../../khet/position.js').Colour} Colour */
/** @typedef {import('../../game/chance.js').Mark} Mark */
/** @typedef {import('../../game/reviewed.js').Review} Review */

/** The size of the largest file that the server accepts, in bytes. */
const MAX_FILE = 64 * 2 ** 20;
/** The codes of the faults that end the reading of a file, and the number of its bytes that are searched for them. */
const ENDS = ['no-games', 'too-large'], MOST_ASKED = 17 * 2 ** 20;
/** @type {Colour[]} */
const COLOURS = ['silver', 'red'];

/** @param {import('../../app.js').App} app @returns {import('../../app.js').Panel} */
export function open(app) {
  const end = new AbortController(), { signal } = end, words = texts.review;
  /** Cancels the running task. @type {AbortController|null} */
  let running = null;
  /** @type {{ show(node: import('../../game/game.js').GameNode): void }|null} */
  let graph = null;
  let nodes = String(load('review-nodes') ?? 20000);

  // The elements of the panel
  const input = make('input', { type: 'file', accept: '.kgn,text/plain', class: 'unseen', tabindex: '-1', 'aria-label': words.file });
  const start = makeButton(words.start, () => { void search(); }, { class: 'primary' });
  const pick = makeButton(words.loadFile, () => input.click());
  /** The numbers of nodes for each position, with their names. @type {[string, string][]} */
  const depths = [['5000', words.quick], ['20000', words.normal], ['100000', words.thorough], ['1000000', words.deep]];
  const depth = makeSelect(words.depth, depths, nodes, (value) => {
    nodes = value;
    save('review-nodes', Number(value));
  });
  const progress = make('progress', { 'aria-label': words.progress }), step = make('span', { role: 'status' });
  const cancel = makeButton(words.cancel, () => running?.abort());
  const work = make('div', { class: 'work' }, progress, step, cancel);
  const faults = make('div', { class: 'faults' }), note = make('p', { class: 'note' }), result = make('div', { class: 'review' });
  app.panel.append(result, make('div', { class: 'panel-tools' }, start, depth.label, pick, input), work, faults, note);
  work.hidden = true;

  const update = () => {
    start.disabled = Boolean(running) || app.match.running || !app.game.root.children.length;
    pick.disabled = Boolean(running);
    work.hidden = !running;
    note.replaceChildren();
    if (app.match.running) note.append(words.isRunning);
    else if (!app.game.root.children.length) note.append(words.noGame);
  };

  /** Runs a task that can be cancelled. @param {string} name @param {(signal: AbortSignal) => Promise<void>} task */
  const runTask = async (name, task) => {
    running?.abort();
    const controller = new AbortController();
    running = controller;
    progress.removeAttribute('value');
    setText(step, name);
    update();
    try {
      await task(controller.signal);
    } catch (error) {
      if (!controller.signal.aborted) app.showMessage(capital(quoted(messageOf(error))));
    }
    if (running === controller) running = null;
    if (!signal.aborted) update();
  };

  /** @param {number} done @param {number} all */
  const setProgress = (done, all) => {
    progress.max = all;
    progress.value = done;
    setText(step, words.searched(done, all));
  };

  // Files

  /** @param {File} file */
  const read = (file) => runTask(words.reading(file.name), async (cancelled) => {
    if (file.size > MAX_FILE) throw new Error(words.tooLarge(file.name));
    const answer = await transport.readKgn(file).catch((error) => refuse(file, error));
    if (cancelled.aborted) return;
    keepFile({ name: file.name, ...answer });
    const [only, ...others] = answer.games;
    // The games of a file are listed among the other games.
    if (others.length) return void app.openPanel('games');
    faults.replaceChildren(...faultLines(answer.faults));
    if (only) showGame(app, only);
    // An open review stands above them.
    faults.firstElementChild?.scrollIntoView({ block: 'nearest' });
  });

  input.addEventListener('change', () => {
    const file = input.files?.[0];
    // The value is cleared so that the same file can be chosen again.
    if (file) void read(file).finally(() => { input.value = ''; });
  });

  // The review

  const search = () => runTask(words.searching, async (cancelled) => {
    const { game } = app, searcher = app.engine('khepri', 'review');
    const stop = () => searcher.stop();
    cancelled.addEventListener('abort', stop);
    signal.addEventListener('abort', stop);
    try {
      const done = await review(game, searcher, Number(nodes), transport.judge, cancelled, setProgress);
      if (!done || signal.aborted) return;
      const replies = await searcher.session.ask('uci', (line) => line === 'uciok');
      const engine = replies.find((line) => line.startsWith('id name '))?.slice(8) ?? 'Khepri';
      annotate(game, done, `${engine}, ${done.nodes} nodes a position`);
      game.review = done;
      if (app.game !== game) return;
      const own = ownColour();
      if (own) keepTasks(done, own, mistakesIn(game, done, own));
      app.dispatchEvent(new Event('tree'));
      app.own.store();
      draw();
      app.announce(words.accuracies(accuracy(done, 'silver'), accuracy(done, 'red')));
    } finally {
      app.release(searcher);
    }
  });

  /** Returns the review of the game on the board, or null if there is none or reviewed moves were removed from the game. */
  const current = () => {
    const { review: done } = app.game;
    return done && isWhole(done) ? done : null;
  };

  const draw = () => {
    const done = current();
    graph = null;
    setText(start, done ? words.startAgain : words.start);
    start.classList.toggle('primary', !done);
    if (!done) return result.replaceChildren();
    const drawn = drawGraph(done, (node) => { void app.goTo(node); });
    graph = drawn;
    const accuracies = COLOURS.map((colour) => make('span', {}, `${name(app.game, colour)} `, make('strong', {}, accuracy(done, colour))));
    const retry = retryButtons(done);
    result.replaceChildren(make('p', { class: 'accuracies' }, `${texts.ending.accuracy} `, ...accuracies), drawn.picture,
      ...(retry.length ? [make('div', { class: 'panel-tools' }, ...retry)] : []), detail, table(done),
      make('p', { class: 'note' }, words.lead));
    updatePosition();
  };

  /** Returns the colour that the player has in the game on the board, if it is a game against an engine or a friend. */
  const ownColour = () => {
    const { match, own: { shownFor } } = app, friend = match.terms?.friend, [own, other] = match.people;
    if (shownFor) return undefined;
    if (friend) return friend.side || undefined;
    return other ? undefined : own;
  };

  /** Returns the buttons that lead to the mistakes as tasks: to the player's own, or to those of both players. @param {Review} done */
  const retryButtons = (done) => {
    const { game } = app, own = ownColour();
    return (own ? [own] : COLOURS).flatMap((colour) => {
      const found = mistakesIn(game, done, colour), [first] = found, { length } = found;
      return first ? [makeButton(own ? texts.mistakes.retryMine(length) : texts.mistakes.retryOf(name(game, colour), length), () => {
        keepTasks(done, colour, found);
        void app.openPanel('mistakes', keyOf(first));
      })] : [];
    });
  };

  /** @param {Review} done */
  const table = (done) => make('table', { class: 'marks' },
    make('thead', {}, make('tr', {}, make('td'), ...COLOURS.map((colour) => make('th', { scope: 'col' }, name(app.game, colour))))),
    make('tbody', {}, ...MARKS.map((mark) => row(mark, (colour) => jump(done, mark, colour)))));

  /** @param {Mark} head @param {(colour: Colour) => string|HTMLElement} cell */
  const row = (head, cell) => make('tr', { class: head },
    make('th', { scope: 'row' }, words.rows[head]), ...COLOURS.map((colour) => make('td', {}, cell(colour))));

  /** Returns a button with the number of a player's moves that have a mark, or `0` without a button. A click goes to the next of these moves. @param {Review} done @param {Mark} mark @param {Colour} colour */
  const jump = (done, mark, colour) => {
    const found = done.line.filter((node) => done.moves.get(node)?.mark === mark && opponent(node.toMove) === colour);
    if (!found.length) return '0';
    return makeButton(String(found.length), () => {
      const next = found.find((node) => node.ply > app.node.ply) ?? found[0];
      if (next) void app.goTo(next);
    }, { title: words.goToNext(mark), 'aria-label': words.goToNextOf(found.length, mark, colour) });
  };

  const detail = make('div', { class: 'detail', role: 'status' });

  /** Shows the reviewed move of the position on the board. */
  const updatePosition = () => {
    const done = current(), { node } = app, move = done?.moves.get(node);
    graph?.show(node);
    detail.replaceChildren();
    if (!move) {
      // After "Show the better move", a button leads back to the move of the game.
      const played = node.parent?.children[0], known = played && done?.moves.get(played);
      if (!played || known?.best !== node.move) return;
      detail.append(make('p', { class: 'best' }, words.betterMove(showMove(node.move, node.hits), scoreText(known.bestScore))),
        makeButton(words.backTo(showMove(played.move, [])), () => { void app.goTo(played); }));
      return;
    }
    const mark = move.mark || 'book';
    detail.append(make('p', { class: mark },
      words.judged(showMove(node.move, node.hits), mark, move.loss ? percent(move.loss) : '', scoreText(move.score))));
    if (!isFault(move.mark) || !node.parent) return;
    const { parent } = node, { game } = app;
    detail.append(makeButton(words.showBetter, async () => {
      try {
        await game.add(parent, [move.best, ...move.pv.slice(1, 6)], app.rules);
        const better = parent.children.find((child) => child.move === move.best);
        if (app.game !== game || !better) return;
        better.comment ||= words.better(scoreText(move.bestScore));
        await app.goTo(parent);
        await app.goTo(better);
      } catch (error) {
        app.showMessage(messageOf(error));
      }
    }), make('span', {}, ` ${showMove(move.best, [])} (${scoreText(move.bestScore)})`));
  };

  app.addEventListener('node', updatePosition, { signal });
  app.addEventListener('tree', () => { if (graph && !current()) draw(); }, { signal });
  app.addEventListener('match', update, { signal });
  app.addEventListener('game', () => {
    if (running) running.abort();
    draw();
    update();
  }, { signal });
  draw();
  update();
  return {
    // A move played in the last position would become part of the reviewed game.
    mayMove: () => app.match.mayMove() && !(app.game.review && app.node === app.game.tip),
    read: (file) => { void read(file); },
    close() {
      end.abort();
      running?.abort();
    },
  };
}

/**
 * Throws the reason why no game of a file is read: the fault that ends the reading, or else the error.
 * @param {File} file @param {unknown} error @returns {Promise<never>}
 */
async function refuse(file, error) {
  const kgn = await file.slice(0, MOST_ASKED).text(), last = (await transport.faults({ kgn }).catch(() => [])).at(-1);
  throw last && ENDS.includes(last.code) ? new Error(gameFault(last)) : error;
}

/** @param {Review} done @param {Colour} colour */
function accuracy(done, colour) {
  const value = done.accuracies[colour];
  return value === null ? '–' : `${value.toFixed(1)} %`;
}

/** Returns a player's name, or the colour. @param {Game} game @param {Colour} colour */
const name = (game, colour) => game.tags[capital(colour)] || texts.review.players[colour];
