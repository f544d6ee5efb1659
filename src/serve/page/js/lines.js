// @ts-check
// The engine's lines in the panel "Analyse": their moves are shown on the board while they are pointed at, and walked into.

import { make, press, write } from './kit.js';
import { showMove } from './position.js';

/** @typedef {import('./engine.js').Info} Info */
/** @typedef {import('./game.js').GameNode} GameNode */

/** The most moves of a line that are shown. */
const SHOWN = 14;

/**
 * Returns the list of lines, and a function that draws it.
 * @param {import('./app.js').App} app @param {AbortSignal} signal ends the listening
 * @param {(moves: string[]) => void} walk called with the moves to the one that is chosen
 */
export function lineList(app, signal, walk) {
  const list = make('ol', { class: 'lines', role: 'list', 'aria-label': 'Lines' });
  /** @type {GameNode} The position in which the lines begin. */
  let node = app.node;
  /** @type {Info[]} */
  let infos = [];
  /** The button that is pointed at, as the number of its line and of its move. @type {{ at: number, index: number }|null} */
  let pointed = null;
  /** Whether a press has begun: the moves then stay as they are. */
  let held = false;

  /** What the moves hit, by the moves up to them. @type {Map<string, string[]>} */
  let hits = new Map();
  /** A number that changes with the lines. */
  let turn = 0;

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

  list.addEventListener('pointerdown', () => { held = true; });
  addEventListener('pointerup', () => setTimeout(() => { held = false; }), { signal });
  addEventListener('pointercancel', () => { held = false; }, { signal });
  signal.addEventListener('abort', () => { if (pointed) leave(); });

  /** @param {number} at @param {number} index */
  const moveButton = (at, index) => {
    const button = press('', () => {
      const moves = path(at, index);
      leave();
      walk(moves);
    });
    button.addEventListener('pointermove', (event) => {
      // Browsers also report a pointer that rests while the lines change below it.
      if (event.pointerType !== 'touch' && (event.movementX || event.movementY)) point(at, index);
    });
    button.addEventListener('pointerleave', leave);
    button.addEventListener('focus', () => { if (button.matches(':focus-visible')) point(at, index); });
    button.addEventListener('blur', leave);
    return button;
  };

  /** Writes a move with what it hits, as far as that is known. @param {number} at @param {number} index @param {Element} button */
  const paint = (at, index, button) => {
    const moves = path(at, index), move = moves.at(-1) ?? '';
    write(button, showMove(move, hits.get(moves.join(' ')) ?? []));
    if (button.getAttribute('aria-label') !== `Walk to ${move}`) button.setAttribute('aria-label', `Walk to ${move}`);
  };

  /** Asks what the moves hit, one after the other, the first moves of all lines first, until other lines are drawn. */
  const ask = async () => {
    turn += 1;
    const own = turn, known = hits, places = infos.flatMap(({ pv }, at) => pv.slice(0, SHOWN).map((_, index) => ({ at, index })));
    for (const { at, index } of places.sort((one, other) => one.index - other.index)) {
      const moves = path(at, index), key = moves.join(' ');
      if (known.has(key)) continue;
      const beam = await app.rules.beam(app.game.position(node, moves.slice(0, -1)), moves.at(-1)).catch(() => null);
      if (own !== turn || signal.aborted || !beam) return;
      known.set(key, beam.hits);
      const button = list.children[at]?.children[1]?.children[index];
      if (button && beam.hits.length) paint(at, index, button);
    }
  };

  return {
    list,
    /**
     * Draws the lines, the best first.
     * @param {GameNode} from where they begin @param {Info[]} found @param {number} number of lines that are expected
     * @param {(info: Info) => string} score the text of a line's score
     */
    draw(from, found, number, score) {
      if (held) return;
      if (node !== from) hits = new Map();
      [node, infos] = [from, found.slice()];
      while (list.childElementCount > number) list.lastElementChild?.remove();
      for (let at = 0; at < number; at += 1) {
        const info = infos[at], item = list.children[at] ?? list.appendChild(make('li', {}, make('b'), make('span', { class: 'pv' })));
        const [label, moves] = item.children;
        if (!label || !moves) continue;
        write(label, info ? score(info) : '…');
        const pv = info?.pv.slice(0, SHOWN) ?? [];
        while (moves.childElementCount > pv.length) moves.lastElementChild?.remove();
        pv.forEach((_, index) => {
          const button = moves.children[index] ?? moves.appendChild(moveButton(at, index));
          paint(at, index, button);
        });
      }
      void ask();
      // A button that is removed sends no event.
      if (pointed && !path(pointed.at, pointed.index)[pointed.index]) leave();
      else if (pointed) show();
    },
  };
}
