// @ts-check
// Toolbars beside a piece: its rotations, and the choice between a whole stack and its top.

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
    button.addEventListener('focus', () => { if (button.matches(':focus-visible')) onShow(true); });
    button.addEventListener('blur', onHide);
    button.addEventListener('click', (event) => onClick(event instanceof PointerEvent && event.pointerType === 'touch'));
    this.element.append(button);
    return button;
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
