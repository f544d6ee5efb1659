// @ts-check
// The choice between the names of Khet and of Laser Chess.

import { makeSelect } from '../common/dom.js';
import { chosenNames, texts } from '../texts/texts.js';

/** Returns a labelled select that chooses the names of the whole page. @param {import('../app.js').App} app @param {AbortSignal} [signal] ends its updates */
export function namesSelect(app, signal) {
  const { select, label } = makeSelect(texts.settings.names, [['khet', 'Khet'], ['laser', 'Laser Chess']], chosenNames(),
    (value) => app.setNames(value === 'laser' ? 'laser' : 'khet'));
  app.addEventListener('names', () => { select.value = chosenNames(); }, signal ? { signal } : {});
  return label;
}
