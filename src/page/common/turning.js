// @ts-check
// Whether the board of the page is turned by a quarter: as the player has chosen, or by the shape of the window. Paper shows it wide.

import { load, save } from './storage.js';

/** @typedef {'automatic'|'wide'|'turned'} Turning */

/** The choices. @type {Turning[]} */
const TURNINGS = ['automatic', 'wide', 'turned'];
/** A phone in portrait orientation, on which a turned board has larger squares. */
const narrow = matchMedia('(max-width: 479.9px) and (max-aspect-ratio: 2/3)');

/** @type {Turning} */
let chosen = TURNINGS.find((one) => one === load('board')) ?? 'automatic';
/** Turns the board, or not. @type {(turned: boolean) => void} */
let turn = () => {};

/** Whether the board is wide or turned, or which of both is chosen automatically. */
export const chosenTurning = () => chosen;

/** @param {boolean} [isPrinted] */
function update(isPrinted = false) {
  const turned = !isPrinted && (chosen === 'turned' || (chosen === 'automatic' && narrow.matches));
  // The layout of the page follows this attribute.
  document.documentElement.toggleAttribute('data-turned', turned);
  turn(turned);
}

/** Keeps the board turned as it is chosen, also after changes of the window. @param {(turned: boolean) => void} turnBoard */
export function keepTurned(turnBoard) {
  turn = turnBoard;
  update();
  narrow.addEventListener('change', () => update());
  addEventListener('beforeprint', () => update(true));
  addEventListener('afterprint', () => update());
}

/** Chooses whether the board is turned, and stores the choice. @param {string} value */
export function chooseTurning(value) {
  chosen = TURNINGS.find((one) => one === value) ?? 'automatic';
  save('board', chosen);
  update();
}
