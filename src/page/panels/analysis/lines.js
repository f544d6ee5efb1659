// @ts-check
// The engine's lines in the panel "Analyse". Pointing at a move previews the line up to the move. A click plays these moves
// on the board. All moves are one tab stop, within which the arrow keys move.

import { make, makeButton, setText } from '../../common/dom.js';
import { moveNumber } from '../../game/game.js';
import { showMove } from '../../khet/position.js';
import { texts } from '../../texts/texts.js';

/** @typedef {import('../../host/engine.js').Info} Info */
/** @typedef {import('../../game/game.js').GameNode} GameNode */

/** The largest number of moves of a line that are shown. */
const MAX_MOVES = 14;
/** The steps of the keys: lines down, and moves to the right. @type {Record<string, [number, number]>} */
const STEPS = {
  ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1], Home: [0, -MAX_MOVES], End: [0, MAX_MOVES],
};

/**
 * Returns the list of lines, and a function that draws it.
 * @param {import('../../app.js').App} app @param {AbortSignal} signal removes the event listeners
 * @param {(moves: string[]) => void} onClick called with the moves up to the clicked one
 */
export function lineList(app, signal, onClick) {
  const list = make('ol', { class: 'lines', role: 'list', 'aria-label': texts.analysis.lines });
  /** @type {GameNode} The position before the lines. */
  let node = app.node;
  /** @type {Info[]} */
  let infos = [];
  /** The indices of the line and of the move that has the pointer or the focus. @type {{ at: number, index: number }|null} */
  let pointed = null;
  /** Whether a pointer is pressed. While it is pressed, the lines do not change. */
  let isPressed = false;

  /** The hits of a move. The key is the line up to the move. @type {Map<string, string[]>} */
  let hits = new Map();
  /** A number that changes with the lines. */
  let generation = 0;

  /** The indices of the line and of the move with the tab stop. */
  let stop = { at: 0, index: 0 };

  /** Returns the buttons of a line. @param {number} at */
  const buttonsOf = (at) => /** @type {HTMLElement[]} */ ([...list.children[at]?.children[1]?.children ?? []]);
  const placeStop = () => {
    const line = buttonsOf(stop.at).length ? stop.at : 0, index = Math.min(stop.index, buttonsOf(line).length - 1);
    stop = { at: line, index: Math.max(0, index) };
    for (const button of list.querySelectorAll('button')) button.tabIndex = -1;
    const button = buttonsOf(stop.at)[stop.index];
    if (button) button.tabIndex = 0;
    return button;
  };
  list.addEventListener('keydown', (event) => {
    const step = STEPS[event.key];
    if (!step || event.ctrlKey || event.metaKey || event.altKey) return;
    // Elsewhere these keys step through the game.
    event.preventDefault();
    const [down, right] = step, at = Math.min(Math.max(stop.at + down, 0), list.childElementCount - 1);
    if (!buttonsOf(at).length) return;
    stop = { at, index: Math.min(Math.max(stop.index + right, 0), buttonsOf(at).length - 1) };
    placeStop()?.focus();
  });

  const path = (/** @type {number} */ at, /** @type {number} */ index) => infos[at]?.pv.slice(0, index + 1) ?? [];
  const show = () => app.showLine(node, pointed ? path(pointed.at, pointed.index) : []);
  /** @param {number} at @param {number} index */
  const point = (at, index) => {
    pointed = { at, index };
    show();
  };
  const leave = () => {
    pointed = null;
    show();
  };

  list.addEventListener('pointerdown', () => { isPressed = true; });
  addEventListener('pointerup', () => setTimeout(() => { isPressed = false; }), { signal });
  addEventListener('pointercancel', () => { isPressed = false; }, { signal });
  signal.addEventListener('abort', () => { if (pointed) leave(); });

  /** @param {number} at @param {number} index */
  const moveButton = (at, index) => {
    const button = makeButton('', () => {
      const moves = path(at, index);
      leave();
      onClick(moves);
    });
    button.addEventListener('pointermove', (event) => {
      // Browsers also send this event when the lines change below a pointer that does not move.
      if (event.pointerType !== 'touch' && (event.movementX || event.movementY)) point(at, index);
    });
    button.addEventListener('pointerleave', leave);
    button.addEventListener('focus', () => {
      stop = { at, index };
      placeStop();
      if (button.matches(':focus-visible')) point(at, index);
    });
    button.addEventListener('blur', leave);
    return button;
  };

  /** Updates the button of a move. Shows the hits if they are known. @param {number} at @param {number} index @param {HTMLElement} button */
  const updateButton = (at, index, button) => {
    const moves = path(at, index), move = moves.at(-1) ?? '';
    const text = showMove(move, hits.get(moves.join(' ')) ?? []), name = texts.analysis.walkTo(text);
    setText(button, text);
    if (button.getAttribute('aria-label') !== name) button.setAttribute('aria-label', name);
    button.dataset.number = moveNumber(node.kfen, index, index === 0);
  };

  /** Requests the hits of one move after another, the first moves of all lines first. Stops when other lines are drawn. */
  const requestHits = async () => {
    generation += 1;
    const started = generation, known = hits, places = infos.flatMap(({ pv }, at) => pv.slice(0, MAX_MOVES).map((_, index) => ({ at, index })));
    for (const { at, index } of places.sort((one, other) => one.index - other.index)) {
      const moves = path(at, index), key = moves.join(' ');
      if (known.has(key)) continue;
      const beam = await app.rules.beam(app.game.position(node, moves.slice(0, -1)), moves.at(-1)).catch(() => null);
      if (started !== generation || signal.aborted || !beam) return;
      known.set(key, beam.hits);
      const button = buttonsOf(at)[index];
      if (button && beam.hits.length) updateButton(at, index, button);
    }
  };

  return {
    list,
    /**
     * Draws the lines, the best first.
     * @param {GameNode} from the position before the lines @param {Info[]} found @param {number} number the expected number of lines
     * @param {(info: Info) => string} scoreOf returns the text of a line's score
     */
    draw(from, found, number, scoreOf) {
      if (isPressed) return;
      if (node !== from) hits = new Map();
      [node, infos] = [from, found.slice()];
      while (list.childElementCount > number) list.lastElementChild?.remove();
      for (let at = 0; at < number; at += 1) {
        const info = infos[at], item = list.children[at] ?? list.appendChild(make('li', {}, make('b'), make('span', { class: 'pv' })));
        const [label, moves] = item.children;
        if (!label || !moves) continue;
        setText(label, info ? scoreOf(info) : '…');
        const pv = info?.pv.slice(0, MAX_MOVES) ?? [];
        while (moves.childElementCount > pv.length) moves.lastElementChild?.remove();
        pv.forEach((_, index) => {
          let button = /** @type {HTMLElement|undefined} */ (moves.children[index]);
          const line = path(at, index).join(' '), isInUse = button && (button === document.activeElement || button.matches(':hover'));
          // Another line has other buttons, so that none of them moves. One in use stays.
          if (button && button.dataset.line !== line && !isInUse) {
            const other = moveButton(at, index);
            button.replaceWith(other);
            button = other;
          }
          button ??= moves.appendChild(moveButton(at, index));
          button.dataset.line = line;
          updateButton(at, index, button);
        });
      }
      placeStop();
      void requestHits();
      // A removed button does not send `pointerleave`.
      if (pointed && !path(pointed.at, pointed.index)[pointed.index]) leave();
      else if (pointed) show();
    },
  };
}
