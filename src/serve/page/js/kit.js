// @ts-check
// Small helpers of the panels: elements, choices, files and the clipboard.

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

/** Returns a button. @param {string} text @param {() => void} act @param {Record<string, string>} [attributes] */
export function press(text, act, attributes = {}) {
  const button = make('button', { type: 'button', ...attributes }, text);
  button.addEventListener('click', act);
  return button;
}

/** Returns a labelled select. @param {string} name @param {[string, string][]} options value and text @param {string} value @param {(value: string) => void} act */
export function choice(name, options, value, act) {
  const select = make('select', {}, ...options.map(([one, text]) => make('option', { value: one }, text)));
  if (options.some(([one]) => one === value)) select.value = value;
  select.addEventListener('change', () => act(select.value));
  return { select, label: make('label', { class: 'choice' }, name, select) };
}

/** Writes a text if it changes. @param {Element} element @param {string} text */
export function write(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/** Lets the browser save a text as a file. @param {string} name @param {string} text @param {string} type */
export function download(name, text, type) {
  const address = URL.createObjectURL(new Blob([text], { type }));
  make('a', { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** Copies a text and says so. @param {import('./app.js').App} app @param {string} what @param {string} text */
export async function copy(app, what, text) {
  try {
    await navigator.clipboard.writeText(text);
    app.say(`${what} copied.`);
  } catch {
    // Without the clipboard (an address that is not secure) the text is selected for the person to copy.
    const area = make('textarea', { class: 'copied', 'aria-label': what, readonly: '' });
    area.value = text;
    app.panel.append(area);
    area.select();
    const copied = document.execCommand('copy');
    if (copied) area.remove();
    app.say(copied ? `${what} copied.` : `${what}: copy it from the field below.`);
  }
}

/** @param {unknown} error */
export const reason = (error) => (error instanceof Error ? error.message : String(error));
