// @ts-check
// The texts of the document, by the paths that its attributes name: `data-text="play.newGame"`.

import { texts } from './texts.js';

/** The attributes with a path, and what each sets. @type {[string, (element: Element, text: string) => void][]} */
const SETTERS = [
  ['data-text', (element, text) => { if (element.textContent !== text) element.textContent = text; }],
  ...['aria-label', 'title', 'placeholder'].map((name) => /** @type {[string, (element: Element, text: string) => void]} */ (
    [`data-${name}`, (element, text) => element.setAttribute(name, text)])),
];

/** Returns the text with a path such as `play.newGame`. @param {string} path @returns {string} */
const textAt = (path) => path.split('.').reduce((/** @type {any} */ all, key) => all?.[key], texts) ?? path;

/** Sets the texts of the document, and its title. @param {string} title */
export function fillDocument(title) {
  document.title = title;
  for (const [attribute, set] of SETTERS) {
    for (const element of document.querySelectorAll(`[${attribute}]`)) set(element, textAt(element.getAttribute(attribute) ?? ''));
  }
}
