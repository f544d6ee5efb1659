// @ts-check
// Helpers for elements, files and the clipboard.

import { texts } from '../texts/texts.js';

export { messageOf } from './message.js';

/**
 * Returns a new element. Content is always text or elements, never HTML.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} name @param {Record<string, string>} [attributes] @param {...(Node|string)} content @returns {HTMLElementTagNameMap[K]}
 */
export function make(name, attributes = {}, ...content) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...content);
  return element;
}

/** Returns a button. @param {string} text @param {() => void} onClick @param {Record<string, string>} [attributes] */
export function makeButton(text, onClick, attributes = {}) {
  const button = make('button', { type: 'button', ...attributes }, text);
  button.addEventListener('click', onClick);
  return button;
}

/** Returns a labelled select. @param {string} name @param {[string, string][]} options value and text @param {string} value @param {(value: string) => void} onChange */
export function makeSelect(name, options, value, onChange) {
  const select = make('select', {}, ...options.map(([option, text]) => make('option', { value: option }, text)));
  if (options.some(([option]) => option === value)) select.value = value;
  select.addEventListener('change', () => onChange(select.value));
  return { select, label: make('label', { class: 'choice' }, name, select) };
}

/** The numbers of the last changes of `rearrange`, by element. @type {Map<string, number>} */
const lastChanges = new Map();

/** Hides what is beside or below the board until the changes of this task are drawn, so that nothing is seen to move. @param {'sheets'|'beside'} id `beside` has the tabs too */
export function rearrange(id = 'sheets') {
  const element = document.getElementById(id), change = (lastChanges.get(id) ?? 0) + 1;
  lastChanges.set(id, change);
  element?.classList.add('rearranged');
  // The first frame draws the changes.
  requestAnimationFrame(() => requestAnimationFrame(() => { if (change === lastChanges.get(id)) element?.classList.remove('rearranged'); }));
}

/** Sets the texts of a select's options. @param {HTMLSelectElement} select @param {(value: string) => string} name returns the text of a value */
export function relabel(select, name) {
  for (const option of select.options) setText(option, name(option.value));
}

/** Sets the text of an element, unless it has this text already. @param {Element} element @param {string} text */
export function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/** Saves a text or a file in the browser's downloads. @param {string} name @param {string|Blob} content @param {string} type */
export function download(name, content, type) {
  const address = URL.createObjectURL(new Blob([content], { type }));
  make('a', { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** Copies a text to the clipboard and reports it. @param {import('../app.js').App} app @param {string} name the name of the text @param {string} text @param {HTMLElement} [place] where the field is added that replaces a missing clipboard */
export async function copyText(app, name, text, place = app.panel) {
  try {
    await navigator.clipboard.writeText(text);
    app.showMessage(texts.messages.copied(name));
  } catch {
    // An insecure origin has no clipboard. The text is copied from a field instead, which stays if that fails too.
    const area = make('textarea', { class: 'copied', 'aria-label': name, readonly: '' });
    area.value = text;
    place.append(area);
    area.select();
    const copied = document.execCommand('copy');
    if (copied) area.remove();
    app.showMessage(copied ? texts.messages.copied(name) : texts.messages.copyBelow(name));
  }
}
