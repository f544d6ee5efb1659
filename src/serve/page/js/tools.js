// @ts-check
// The buttons that stand beside a piece: its rotations, and the question whether a whole stack or its top moves.

import { centre, HEIGHT, SIDE, WIDTH } from './picture.js';

/** A group of buttons on the board. */
export class Tools {
  element = document.createElement('div');

  /** @param {string} name what screen readers call the group */
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
   * Adds a button for a move, which is shown while the button is hovered or has the focus.
   * @param {string} name @param {string} text what is written on it
   * @param {{ show(asked: boolean): void, hide(): void, choose(touch: boolean): void }} acts
   */
  add(name, text, { show, hide, choose }) {
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = text;
    if (text !== name) button.setAttribute('aria-label', name);
    button.addEventListener('pointerenter', (event) => { if (event.pointerType !== 'touch') show(false); });
    button.addEventListener('pointerleave', (event) => { if (event.pointerType !== 'touch') hide(); });
    button.addEventListener('focus', () => { if (button.matches(':focus-visible')) show(true); });
    button.addEventListener('blur', hide);
    button.addEventListener('click', (event) => choose(event instanceof PointerEvent && event.pointerType === 'touch'));
    this.element.append(button);
    return button;
  }

  /** Opens the buttons beside a square, where they cover no neighbour of it. @param {number} square @param {boolean} flipped */
  open(square, flipped) {
    const { x, y } = centre(square, flipped), isAbove = y > 2.6 * SIDE;
    this.element.classList.toggle('above', isAbove);
    this.element.style.left = `${(Math.min(Math.max(x, 1.9 * SIDE), WIDTH - 1.9 * SIDE) / WIDTH) * 100}%`;
    this.element.style.top = `${((isAbove ? y - 1.55 * SIDE : y + 1.55 * SIDE) / HEIGHT) * 100}%`;
    this.element.hidden = false;
  }
}
