// @ts-check
// Toolbars of a piece: its rotations, at the corners of its square or below the board, and the choice between a whole stack and its top.

import { SIDE } from './picture.js';

/** A group of buttons on the board. */
export class Toolbar {
  element = document.createElement('div');

  /** @param {string} name the accessible name */
  constructor(name) {
    this.element.className = 'tools';
    this.element.setAttribute('role', 'group');
    this.element.setAttribute('aria-label', name);
    this.element.hidden = true;
  }

  get isOpen() {
    return !this.element.hidden;
  }

  close() {
    this.element.hidden = true;
  }

  /**
   * Adds a button. `onShow` and `onHide` are called when it gets or loses the pointer or the focus.
   * @param {string} name @param {string} text the label
   * @param {{ onShow(byFocus: boolean): void, onHide(): void, onClick(touch: boolean): void }} handlers
   */
  add(name, text, { onShow, onHide, onClick }) {
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = text;
    if (text !== name) button.setAttribute('aria-label', name);
    button.addEventListener('pointerenter', (event) => { if (event.pointerType !== 'touch') onShow(false); });
    button.addEventListener('pointerleave', (event) => { if (event.pointerType !== 'touch') onHide(); });
    let isShownByFocus = false;
    button.addEventListener('focus', () => {
      isShownByFocus = button.matches(':focus-visible');
      if (isShownByFocus) onShow(true);
    });
    // What a tap on the button shows remains, so that a tap on the piece can fire it.
    button.addEventListener('blur', () => { if (isShownByFocus) onHide(); });
    button.addEventListener('click', (event) => onClick(event instanceof PointerEvent && event.pointerType === 'touch'));
    this.element.append(button);
    return button;
  }

  /** Opens the toolbar at the upper corners of a square. @param {number} square @param {HTMLElement} plane @param {import('./view.js').View} view */
  openOn(square, plane, view) {
    const { x, y } = view.centre(square), percent = (/** @type {number} */ part, /** @type {number} */ whole) => `${(part / whole) * 100}%`;
    this.#put(plane, 'corners');
    Object.assign(this.element.style, {
      left: percent(x - SIDE / 2, view.width), top: percent(y - SIDE / 2, view.height), width: percent(SIDE, view.width), height: percent(SIDE, view.height),
    });
    this.element.hidden = false;
  }

  /** Opens the toolbar in a place below the board. @param {HTMLElement} place */
  openIn(place) {
    this.#put(place, 'beneath');
    this.element.removeAttribute('style');
    this.element.hidden = false;
  }

  /** @param {HTMLElement} parent @param {'corners'|'beneath'} where */
  #put(parent, where) {
    // A button that is moved loses the focus.
    if (this.element.parentElement !== parent) parent.append(this.element);
    this.element.className = `tools ${where}`;
  }

  /** Opens the toolbar above or below a square, without covering its neighbours. @param {number} square @param {import('./view.js').View} view @param {import('./picture.js').Box} shown the part of the picture that is shown */
  open(square, view, shown) {
    // The buttons are not enlarged with the board.
    const { x, y } = view.centre(square), scale = view.width / shown.width, isAbove = y - shown.y > (1.55 + 1.05 / scale) * SIDE, edge = (1.9 / scale) * SIDE;
    this.element.classList.toggle('above', isAbove);
    this.element.style.left = `${(Math.min(Math.max(x, shown.x + edge), shown.x + shown.width - edge) / view.width) * 100}%`;
    this.element.style.top = `${((isAbove ? y - 1.55 * SIDE : y + 1.55 * SIDE) / view.height) * 100}%`;
    this.element.hidden = false;
  }
}
