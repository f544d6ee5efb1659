// @ts-check
// The board's picture as an SVG document of its own.

import { HEIGHT, WIDTH } from './picture.js';

/** The style properties that a standalone document needs as attributes. */
const STYLES = ['display', 'fill', 'stroke', 'stroke-width', 'stroke-opacity', 'stroke-linecap', 'stroke-linejoin', 'stroke-dasharray', 'opacity',
  'visibility', 'font-size', 'font-weight', 'font-family', 'text-anchor'];

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
