// @ts-check
// The panel "Edit position".

/** @param {import('./app.js').App} app @returns {import('./app.js').Panel} */
export function open(app) {
  const text = document.createElement('p');
  text.textContent = 'This panel is empty so far.';
  app.panel.append(text);
  return { close() {} };
}
