// @ts-check
// The controls of "Where can it get?": the button and the key, the words, and the moves through the square that is pointed at.

import { makeButton, setText } from '../common/dom.js';
import { squareOf } from '../board/drag.js';
import { readBoard, showMove, squareIndex, squareName } from '../khet/position.js';
import { hitsOn, speakMove } from '../khet/speech.js';
import { byId, previewWords } from '../khet/words.js';
import { texts } from '../texts/texts.js';

/** @typedef {import('../app.js').App} App */

/** The key, which is the same in all languages. */
const KEY = 'l';

/** @param {App} app */
export function setUpReach(app) {
  const { reach, board } = app, button = /** @type {HTMLButtonElement} */ (byId('reach-switch'));
  const part = byId('reach'), title = byId('reach-title'), words = byId('reach-words'), heading = byId('reach-square'), list = byId('reach-moves');
  /** The square that is pointed at, or ''. */
  let square = '';
  /** Whether a click has kept this square. */
  let isKept = false;
  /** The move whose shot is previewed, and the one that was chosen; or ''. */
  let previewed = '', chosen = '';
  /** Whether the words are announced as soon as they are known. */
  let isAnnounced = false;

  const press = () => {
    if (!reach.isAllowed) return app.showMessage(texts.reach.hidden);
    isAnnounced = true;
    reach.next();
    if (!reach.colour) app.announce(texts.reach.ended);
  };

  /** Previews the shot of a move, or ends the preview for ''. @param {string} move @param {boolean} [isSpoken] */
  const preview = async (move, isSpoken = false) => {
    if (move === previewed || board.isFiring) return;
    previewed = move;
    const { colour } = reach, { node } = app;
    if (!move || !colour) {
      board.redraw();
      return app.updateStatus();
    }
    const beam = await app.rules.beam(reach.position, move).catch(() => null);
    if (!beam || previewed !== move || node !== app.node || board.isFiring) return;
    board.drawPreview(move, beam, colour);
    const { look, text } = previewWords({ move, beam, isAnnounced: false, trigger: '' }, readBoard(node.kfen), colour);
    app.setStatus(text, look);
    if (isSpoken) app.announce(text);
  };

  /** Chooses a move, or none. @param {string} move */
  const choose = (move) => {
    chosen = move;
    for (const item of list.querySelectorAll('button')) item.setAttribute('aria-pressed', String(item.dataset.move === move));
    void preview(move, true);
  };

  /** Returns the button of a move. @param {import('../host/engine.js').LegalMove} move */
  const moveButton = ({ move, hits }) => {
    const text = showMove(move, hits), pieces = readBoard(app.node.kfen);
    const item = makeButton(text, () => choose(chosen === move ? '' : move), {
      'data-move': move, 'aria-pressed': 'false', 'aria-label': texts.reach.move(text, speakMove(pieces, move), hitsOn(pieces, hits)),
    });
    item.addEventListener('pointerenter', (event) => { if (event.pointerType !== 'touch') void preview(move); });
    item.addEventListener('pointerleave', (event) => { if (event.pointerType !== 'touch') void preview(chosen); });
    item.addEventListener('focus', () => { if (item.matches(':focus-visible')) void preview(move, true); });
    item.addEventListener('blur', () => { void preview(chosen); });
    return item;
  };

  /** Lists the moves through a square, or none for ''. @param {string} name */
  const point = async (name) => {
    if (name === square) return;
    square = name;
    const { colour } = reach, { node } = app;
    if (previewed) choose('');
    const moves = name ? await reach.movesThrough(name) : [];
    if (square !== name || reach.colour !== colour || app.node !== node) return;
    setText(heading, name ? texts.reach.square(name, moves.length, moves.filter(({ hits }) => hits.includes(name)).length) : texts.reach.pointAt);
    list.replaceChildren(...moves.map((move) => {
      const item = document.createElement('li');
      item.append(moveButton(move));
      return item;
    }));
  };

  const draw = () => {
    const { colour } = reach;
    part.hidden = !colour;
    button.setAttribute('aria-pressed', String(Boolean(colour)));
    isKept = false;
    chosen = '';
    void preview('');
    list.replaceChildren();
    square = '';
    setText(heading, texts.reach.pointAt);
    setText(title, colour ? texts.reach.titleOf(colour) : '');
    setText(words, reach.words);
    if (!isAnnounced || !reach.words) return;
    isAnnounced = false;
    app.announce(reach.words);
  };

  const updateButton = () => { button.disabled = !reach.isAllowed; };
  for (const name of ['match', 'rest']) app.addEventListener(name, updateButton);
  reach.addEventListener('change', draw);
  button.addEventListener('click', press);
  addEventListener('keydown', (event) => {
    const [target] = event.composedPath();
    if (event.key !== KEY || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (target instanceof Element && target.closest('input, select, textarea, dialog, [role=slider]')) return;
    event.preventDefault();
    press();
  });

  const { grid } = board, nameOf = (/** @type {Event} */ event) => (squareOf(event) < 0 ? '' : squareName(squareOf(event)));
  /** @param {Event} event */
  const follow = (event) => {
    const name = nameOf(event);
    if (reach.squares && name && !isKept) void point(name);
  };
  grid.addEventListener('pointerover', (event) => { if (event.pointerType !== 'touch') follow(event); });
  grid.addEventListener('focusin', (event) => {
    if (!(event.target instanceof Element) || !event.target.matches(':focus-visible')) return;
    isKept = false;
    follow(event);
  });
  grid.addEventListener('click', (event) => {
    const name = nameOf(event);
    if (!reach.squares || !name) return;
    if (chosen) choose('');
    isKept = !(isKept && name === square);
    void point(name);
  });
  // Enter leads from a square without a choice to its moves, and Escape leads back.
  grid.addEventListener('keydown', (event) => {
    const cell = board.cells[squareIndex(nameOf(event))], first = list.querySelector('button');
    if (event.key !== 'Enter' || !first || !cell || cell.matches('.movable, .target')) return;
    event.preventDefault();
    event.stopPropagation();
    isKept = true;
    first.focus();
  });
  part.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return;
    isKept = false;
    board.cells[squareIndex(square)]?.focus();
  });
  updateButton();
  draw();
}
