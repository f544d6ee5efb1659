// @ts-check
// The geometry of the board's picture, and helpers for SVG elements.

import { FILES, RANKS, squareIndex } from './position.js';

/** @typedef {{ x: number, y: number }} Point */
/** @typedef {{ x: number, y: number, width: number, height: number }} Box */

/** The width of a square. */
export const SIDE = 64;
/** The widths of the frame. */
export const FRAME = { left: 34, top: 24, right: 24, bottom: 34 };
export const WIDTH = FRAME.left + FILES * SIDE + FRAME.right;
export const HEIGHT = FRAME.top + RANKS * SIDE + FRAME.bottom;

/**
 * Returns a new SVG element.
 * @template {keyof SVGElementTagNameMap} K
 * @param {K} name @param {Record<string, string|number>} attributes @param {string} text @returns {SVGElementTagNameMap[K]}
 */
export function svg(name, attributes = {}, text = '') {
  const element = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  if (text) element.textContent = text;
  return element;
}

/** Returns a new group of SVG elements. @param {Record<string, string|number>} attributes @param {SVGElement[]} content */
export function group(attributes, content) {
  const element = svg('g', attributes);
  element.append(...content);
  return element;
}

/** Returns the centre of a square in the picture. @param {number} square @param {boolean} flipped @returns {Point} */
export function centre(square, flipped) {
  const file = square % FILES, row = RANKS - 1 - Math.floor(square / FILES);
  const [x, y] = flipped ? [FILES - 1 - file, RANKS - 1 - row] : [file, row];
  return { x: FRAME.left + (x + 0.5) * SIDE, y: FRAME.top + (y + 0.5) * SIDE };
}

/**
 * Returns the part of the picture between two corner squares, with the frame where it reaches the border of the board; the whole
 * picture for ''.
 * @param {string} squares such as `e1j5` @param {boolean} [flipped] @returns {Box}
 */
export function viewBox(squares, flipped = false) {
  if (!squares) return { x: 0, y: 0, width: WIDTH, height: HEIGHT };
  const one = centre(squareIndex(squares.slice(0, 2)), flipped), other = centre(squareIndex(squares.slice(2, 4)), flipped), half = SIDE / 2;
  let left = Math.min(one.x, other.x) - half, top = Math.min(one.y, other.y) - half;
  let right = Math.max(one.x, other.x) + half, bottom = Math.max(one.y, other.y) + half;
  if (left === FRAME.left) left = 0;
  if (top === FRAME.top) top = 0;
  if (right === WIDTH - FRAME.right) right = WIDTH;
  if (bottom === HEIGHT - FRAME.bottom) bottom = HEIGHT;
  return { x: left, y: top, width: right - left, height: bottom - top };
}

/** Returns the point in the frame beside a player's corner. @param {string} name `j0` or `a9` @param {boolean} flipped @returns {Point} */
export function framePoint(name, flipped) {
  const corner = centre(name === 'j0' ? 9 : 70, flipped);
  const down = (name === 'j0') !== flipped;
  return { x: corner.x, y: corner.y + (down ? SIDE / 2 : -SIDE / 2) };
}

/** The style properties that a standalone document needs as attributes. */
const STYLES = ['fill', 'stroke', 'stroke-width', 'stroke-opacity', 'stroke-linecap', 'stroke-dasharray', 'opacity', 'visibility',
  'font-size', 'font-family', 'text-anchor'];

/** Returns the board's picture as an SVG document without a style sheet. @param {SVGSVGElement} picture */
export function standalone(picture) {
  const copy = /** @type {SVGSVGElement} */ (picture.cloneNode(true)), originals = picture.querySelectorAll('*');
  copy.querySelectorAll('*').forEach((element, at) => {
    const original = originals[at];
    for (const name of ['class', 'data-square']) element.removeAttribute(name);
    // Pieces already have their colours as attributes.
    if (!original || original.closest('.pieces')) return;
    const style = getComputedStyle(original);
    for (const name of STYLES) element.setAttribute(name, style.getPropertyValue(name));
  });
  copy.removeAttribute('class');
  copy.removeAttribute('aria-hidden');
  copy.setAttribute('width', String(WIDTH));
  copy.setAttribute('height', String(HEIGHT));
  return new XMLSerializer().serializeToString(copy);
}
