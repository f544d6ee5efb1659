// @ts-check
// Notes of a game: the comment and the marks of a move, and squares and arrows that are drawn on the board with the right button.

import { drawArrow } from '../../board/marks/arrows.js';
import { makeButton } from '../../common/dom.js';
import { squareOf } from '../../board/drag.js';
import { svg } from '../../board/picture.js';
import { squareIndex, squareName } from '../../khet/position.js';
import { texts } from '../../texts/texts.js';
import { byId } from '../../khet/words.js';

/** @typedef {import('../../app.js').App} App */

/** The signs of the marks, by number. */
export const SIGNS = ['', '!', '?', '!!', '??', '!?', '?!'];
/** The colours by their letters. @type {Record<string, string>} */
const PENS = { G: 'var(--pen-green)', R: 'var(--pen-red)', Y: 'var(--pen-yellow)', B: 'var(--pen-blue)' };

/** @param {App} app */
export function setUpNotes(app) {
  const notes = /** @type {HTMLDetailsElement} */ (byId('notes')), comment = /** @type {HTMLTextAreaElement} */ (byId('comment'));
  const draw = byId('draw'), clear = byId('clear-drawings'), layer = svg('g', { class: 'arrows drawn' });
  const buttons = SIGNS.slice(1).map((sign, at) => {
    const name = texts.notes.markNames[at] ?? '';
    return makeButton(sign, () => toggleMark(at + 1), { 'aria-pressed': 'false', 'aria-label': name, title: name });
  });
  byId('marks').replaceChildren(...buttons);
  app.board.picture.append(layer);

  /** Whether the board shows the position of the game, in which notes may be made. */
  const isOpen = () => !app.own.isExercise && app.board.kfen === app.node.kfen;

  const update = () => {
    const { node } = app;
    notes.hidden = app.match.running || app.own.isExercise;
    if (document.activeElement !== comment) comment.value = node.comment;
    comment.setAttribute('aria-label', node.parent ? texts.notes.commentOn(node.move) : texts.notes.commentBefore);
    buttons.forEach((button, at) => {
      button.hidden = !node.parent;
      button.setAttribute('aria-pressed', String(node.marks.includes(at + 1)));
    });
    clear.hidden = !node.squares.length && !node.arrows.length;
    drawAll();
  };

  const drawAll = () => {
    const { node, board } = app, { view } = board;
    layer.replaceChildren(...(isOpen() ? [
      ...node.squares.map((text) => {
        const { x, y } = view.centre(squareIndex(text.slice(1)));
        return svg('circle', { class: 'ring', cx: x, cy: y, r: 27, fill: 'none', stroke: PENS[text.charAt(0)] ?? '', 'stroke-width': 5 });
      }),
      ...node.arrows.flatMap((text) => drawArrow({ move: text.slice(1), class: 'pen' }, view).map((arrow) => {
        arrow.style.setProperty('--arrow', PENS[text.charAt(0)] ?? '');
        return arrow;
      })),
    ] : []));
  };

  /** @param {number} mark */
  const toggleMark = (mark) => {
    const { node } = app;
    node.marks = node.marks.includes(mark) ? node.marks.filter((one) => one !== mark) : [...node.marks, mark];
    app.treeChanged();
  };

  // The comment belongs to the position in which it was typed.
  let commented = app.node;
  comment.addEventListener('focus', () => { commented = app.node; });
  comment.addEventListener('input', () => {
    commented.comment = comment.value.replace(/\s+/g, ' ').trim();
    app.treeChanged();
  });

  // Drawing

  /** The square where a drawing began, or -1. */
  let start = -1;
  // A button that cannot be seen draws nothing.
  const isDrawing = () => notes.open && !notes.hidden && draw.getAttribute('aria-pressed') === 'true';

  /** Adds a square or an arrow, or removes it if it is there. @param {number} from @param {number} to @param {string} pen */
  const toggle = (from, to, pen) => {
    const { node } = app, isSquare = from === to, place = isSquare ? squareName(from) : squareName(from) + squareName(to);
    const list = isSquare ? node.squares : node.arrows, rest = list.filter((one) => one.slice(1) !== place);
    const changed = list.includes(pen + place) ? rest : [...rest, pen + place];
    if (isSquare) node.squares = changed;
    else node.arrows = changed;
    app.treeChanged();
  };
  /** @param {PointerEvent} event */
  const penOf = (event) => (event.shiftKey ? 'R' : event.altKey ? 'B' : event.ctrlKey ? 'Y' : 'G');

  // The listeners come before those of the board, which would select a piece.
  app.board.addEventListener('pointerdown', (event) => {
    start = -1;
    if (!(event.button === 2 || (event.button === 0 && isDrawing())) || !isOpen()) return;
    start = squareOf(event);
    event.stopPropagation();
    event.preventDefault();
  }, { capture: true });
  addEventListener('pointerup', (event) => {
    if (start < 0) return;
    const root = /** @type {ShadowRoot|Document} */ (app.board.getRootNode()), cell = root.elementFromPoint(event.clientX, event.clientY);
    const end = cell instanceof HTMLElement ? squareIndex(cell.dataset.square ?? '') : -1;
    if (end >= 0) toggle(start, end, penOf(event));
    start = -1;
  });
  addEventListener('pointercancel', () => { start = -1; });
  app.board.addEventListener('click', (event) => { if (isDrawing() && isOpen()) event.stopPropagation(); }, { capture: true });
  app.board.addEventListener('contextmenu', (event) => { if (isOpen()) event.preventDefault(); });
  draw.onclick = () => draw.setAttribute('aria-pressed', String(!isDrawing()));
  clear.onclick = () => {
    Object.assign(app.node, { squares: [], arrows: [] });
    app.treeChanged();
  };
  for (const name of ['tree', 'node', 'game', 'match', 'rest']) app.addEventListener(name, update);
  app.board.addEventListener('view', drawAll);
  update();
}
