// @ts-check
// The geometry of the board's picture, and helpers for SVG elements.

import { FILES, RANKS } from '../khet/position.js';

/** @typedef {{ x: number, y: number }} Point */
/** @typedef {{ x: number, y: number, width: number, height: number }} Box */

/** The width of a square. */
export const SIDE = 64;
/** The width of the frame. */
export const FRAME = 22;
/** The size of the picture, unless the board is turned. */
export const WIDTH = FILES * SIDE + 2 * FRAME;
export const HEIGHT = RANKS * SIDE + 2 * FRAME;

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
