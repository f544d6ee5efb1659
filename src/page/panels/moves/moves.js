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
  const notes = /** @type {HTMLDetailsElement} */ (byId('notes')), noting = make('li', { class: 'noting' });
  /** @type {Map<GameNode, HTMLElement>} The items of the main line in the list. */
  let items = new Map();
  /** The position below whose move the opened notes stand. @type {GameNode|null} */
  let noted = null;

  const draw = () => {
    const line = app.game.line().slice(1), { node: shown } = app, place = placeOfNotes();
    /** @type {Map<GameNode, HTMLElement>} */
    const next = new Map();
    const content = line.flatMap((node) => {
      const item = items.get(node) ?? mainItem(app, node);
      updateItem(app, node, item);
      next.set(node, item);
      updateNumber(node, item, !node.parent?.parent || isInterrupted(node.parent) || node.parent === place);
      const siblings = node.parent?.children.slice(1) ?? [], own = node === place && node === shown ? [noting] : commentItem(node.comment);
      return [item, ...own, ...(siblings.length ? [variations(app, siblings)] : []), ...(node === place && node !== shown ? [noting] : [])];
    });
    items = next;
    placeNotes(place);
    const { root } = app.game, foreword = root === place ? [noting] : commentItem(app.own.isExercise ? '' : root.comment);
    setItems(list, [...foreword, ...content]);
    drawHint();
    // The buttons of a variation make the list smaller, so they are updated before scrolling.
    updateButtons();
    scrollToCurrent();
  };

  /** Returns the position of the main line below whose move or variations the opened notes stand, or null for closed notes. */
  const placeOfNotes = () => {
    if (!notes.open || app.match.running || app.own.isExercise) return null;
    let at = app.node;
    while (!at.isMain && at.parent) at = at.parent;
    return at === app.node ? at : at.children[0] ?? at;
  };

  /** Puts the opened notes into their item, and closed ones below the list. @param {GameNode|null} place */
  const placeNotes = (place) => {
    const focused = document.activeElement, isFocused = notes.contains(focused);
    // The item moves alone, and not all items before it.
    if (noted !== app.node) noting.remove();
    noted = place && app.node;
    if (place && notes.parentNode !== noting) noting.append(notes);
    if (!place && notes.parentNode === noting) byId('branch').after(notes);
    if (isFocused && focused instanceof HTMLElement) queueMicrotask(() => focused.focus({ preventScroll: true }));
  };
  notes.addEventListener('toggle', () => {
    draw();
    if (notes.open) notes.scrollIntoView({ block: 'nearest' });
  });

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
    // Without moves to read, most panels have the whole width.
    const record = byId('record'), kind = app.open?.list;
    record.hidden = kind === 'hidden';
    record.classList.toggle('low', app.own.isExercise || record.hidden || (isEmpty && kind !== 'kept'));
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
  app.addEventListener('panel', updateButtons);
  app.addEventListener('game', () => { items = new Map(); });
}

/** Replaces the items of a list. Those that stay are not moved, and keep the focus. @param {HTMLElement} list @param {Element[]} items */
function setItems(list, items) {
  const kept = new Set(items);
  for (const item of [...list.children].filter((one) => !kept.has(one))) item.remove();
  let place = list.firstElementChild;
  for (const item of items) {
    if (item === place) place = place.nextElementSibling;
    else list.insertBefore(item, place);
  }
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
      // The other moves in place of the first one stand in the list around this one.
      updateNumber(node, move, node === start || (node.parent === start ? Boolean(start.comment) : Boolean(node.parent && isInterrupted(node.parent))));
      list.append(...(node === start ? commentItem(node.before) : []), move, ...commentItem(node.comment));
      const others = node === start ? [] : node.parent?.children.slice(1) ?? [];
      if (others.length) list.append(variations(app, others));
    }
    return list;
  }));
  return item;
}
