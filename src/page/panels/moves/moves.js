// @ts-check
// The move list: the main line with its variations, and the buttons and keys that step through it.

import { byId } from '../../app.js';
import { make, setText } from '../../common/dom.js';
import { moveNumber } from '../../game/game.js';
import { chosenNames, texts } from '../../texts/texts.js';
import { SIGNS } from './notes.js';
import { chosenPieces, figure } from '../../board/pieces.js';
import { readBoard, readMove, showMove } from '../../khet/position.js';
import { speakHits, speakMove, speakResult } from '../../khet/speech.js';

/** @typedef {import('../../app.js').App} App */
/** @typedef {import('../../game/game.js').GameNode} GameNode */

/** @param {App} app */
export function setUpMoves(app) {
  const list = byId('moves');
  /** @type {Map<GameNode, HTMLElement>} The items of the main line in the list. */
  let items = new Map();

  const draw = () => {
    const line = app.game.line().slice(1);
    /** @type {Map<GameNode, HTMLElement>} */
    const next = new Map();
    const content = line.flatMap((node) => {
      const item = items.get(node) ?? mainItem(app, node);
      updateItem(app, node, item);
      next.set(node, item);
      updateNumber(node, item, !node.parent?.parent || isInterrupted(node.parent));
      const siblings = node.parent?.children.slice(1) ?? [];
      return [item, ...commentItem(node.comment), ...(siblings.length ? [variations(app, siblings)] : [])];
    });
    items = next;
    list.replaceChildren(...commentItem(app.own.isExercise ? '' : app.game.root.comment), ...content);
    drawHint();
    // The buttons of a variation make the list smaller, so they are updated before scrolling.
    updateButtons();
    scrollToCurrent();
  };

  const drawHint = () => {
    const { match } = app;
    setText(byId('hint'), app.game.root.children.length || app.own.isExercise ? ''
      : texts.moves.hint(!match.terms, match.isAtTable));
  };

  /** Scrolls the list, but not the page, to the current move, or to the start of the game. */
  const scrollToCurrent = () => {
    const current = list.querySelector('[aria-current]');
    if (!(current instanceof HTMLElement)) {
      list.scrollTop = 0;
      return;
    }
    const top = current.offsetTop;
    if (top < list.scrollTop || top + current.offsetHeight > list.scrollTop + list.clientHeight) {
      list.scrollTop = top - list.clientHeight / 2;
    }
  };
  // An open panel makes the list smaller.
  new ResizeObserver(scrollToCurrent).observe(list);

  const back = () => { if (app.node.parent) void app.goTo(app.node.parent); };
  const forward = () => { if (app.node.children[0]) void app.goTo(app.node.children[0]); };
  const toStart = () => { if (app.node.parent) void app.goTo(app.game.root); };
  const toEnd = () => {
    const end = app.game.line(app.node).at(-1);
    if (end && end !== app.node) void app.goTo(end);
  };
  byId('back').onclick = back;
  byId('forward').onclick = forward;
  byId('to-start').onclick = toStart;
  byId('to-end').onclick = toEnd;

  byId('promote').onclick = () => app.promote(app.node);
  byId('prune').onclick = () => {
    app.own.saveForUndo(texts.moves.deleted(showMove(app.node.move, [])));
    void app.remove(app.node);
  };

  const updateButtons = () => {
    const { parent, children, isMain } = app.node, isEmpty = !app.game.root.children.length;
    byId('steps').hidden = isEmpty;
    // Without moves to read, a panel has the whole width.
    byId('record').classList.toggle('low', isEmpty || app.own.isExercise);
    // On a board without a match there is no other way to take moves back.
    const isFree = !app.match.terms && !app.own.shownFor && !app.game.review;
    byId('branch').hidden = app.match.running || app.own.isExercise || !parent || (isMain && !isFree);
    byId('promote').hidden = isMain;
    for (const id of ['back', 'to-start']) byId(id).toggleAttribute('disabled', !parent);
    for (const id of ['forward', 'to-end']) byId(id).toggleAttribute('disabled', !children.length);
  };

  addEventListener('keydown', (event) => {
    // The board is in a shadow root, in which its cells are the targets.
    const [target] = event.composedPath();
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (target instanceof Element && target.closest('input, select, textarea, dialog, [role=grid], [role=slider]')) return;
    const step = { ArrowLeft: back, ArrowRight: forward, Home: toStart, End: toEnd }[event.key];
    if (!step) return;
    step();
    event.preventDefault();
  });
  app.addEventListener('tree', draw);
  app.addEventListener('match', drawHint);
  app.addEventListener('game', () => { items = new Map(); });
}

/** Returns the first player of the rule set. @param {App} app */
const first = (app) => (app.game.start.variant === 'deflexion' ? 'red' : 'silver');

/** Returns the list item of a comment, or nothing. @param {string} text */
const commentItem = (text) => (text ? [make('li', { class: 'comment' }, text)] : []);

/** Whether a comment or variations stand between a move and the next one. @param {GameNode} node */
const isInterrupted = (node) => Boolean(node.comment) || (node.parent?.children.length ?? 0) > 1;

/** @param {App} app @param {GameNode} node */
function mainItem(app, node) {
  const item = document.createElement('li');
  item.append(moveButton(app, node));
  return item;
}

/** @param {App} app @param {GameNode} node */
function moveButton(app, node) {
  const button = document.createElement('button');
  button.type = 'button';
  button.addEventListener('click', () => { void app.goTo(node); });
  return button;
}

/** Updates the button of an item. @param {App} app @param {GameNode} node @param {HTMLElement} item */
function updateItem(app, node, item) {
  const button = item.querySelector('button');
  if (!button || !node.parent) return;
  const mover = node.parent.toMove;
  if (node === app.node) button.setAttribute('aria-current', 'true');
  else button.removeAttribute('aria-current');
  const version = `${chosenNames()} ${chosenPieces()} ${node.mark} ${node.marks} ${node.reviewed}`;
  if (item.dataset.version === version) return;
  item.dataset.version = version;
  // The player's own marks take the place of that of a review.
  item.className = `move ${mover === first(app) ? 'first' : 'second'} ${node.marks.length ? '' : node.mark}`;
  const board = readBoard(node.parent.kfen);
  const piece = board[readMove(node.move)?.from ?? -1];
  const text = showMove(node.move, node.hits) + (node.result !== '*' ? ' #' : '') + (node.marks.length ? ` ${node.marks.map((mark) => SIGNS[mark]).join(' ')}` : '');
  button.replaceChildren(...(piece ? [figure(piece)] : []), text);
  button.setAttribute('aria-label', texts.moves.spoken({
    number: node.number, move: speakMove(board, node.move), hits: speakHits(board, node.hits), mark: node.mark,
    result: speakResult(node.result, node.reason), shown: text,
  }));
  button.title = node.reviewed;
}

/** Sets the move number of an item: for the first player's moves, and for others at the start of a line and after variations. @param {GameNode} node @param {HTMLElement} item @param {boolean} isStart */
function updateNumber(node, item, isStart) {
  item.dataset.number = moveNumber(node.parent?.kfen ?? '', 0, isStart);
}

/** Returns the list item with the alternatives to a move. @param {App} app @param {GameNode[]} siblings */
function variations(app, siblings) {
  const item = document.createElement('li');
  item.className = 'variations';
  item.append(...siblings.map((start) => {
    const list = document.createElement('ol');
    list.setAttribute('role', 'list');
    list.setAttribute('aria-label', texts.moves.variation);
    for (const node of app.game.line(start)) {
      const move = mainItem(app, node);
      updateItem(app, node, move);
      updateNumber(node, move, node === start || Boolean(node.parent && isInterrupted(node.parent)));
      list.append(...(node === start ? commentItem(node.before) : []), move, ...commentItem(node.comment));
      const others = node === start ? [] : node.parent?.children.slice(1) ?? [];
      if (others.length) list.append(variations(app, others));
    }
    return list;
  }));
  return item;
}
