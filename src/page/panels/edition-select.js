// @ts-check
// The choice of the game that the player owns.

import { makeSelect } from '../common/dom.js';
import { editionId, EDITIONS } from '../khet/editions.js';
import { texts } from '../texts/texts.js';

/** Returns a labelled select that chooses the game. @param {import('../app.js').App} app @param {AbortSignal} [signal] ends its updates */
export function editionSelect(app, signal) {
  const none = new Option(texts.editions.none, '', true);
  const games = Object.entries(EDITIONS).map(([id, { name }]) => /** @type {[string, string]} */ ([id, name]));
  const { select, label } = makeSelect(texts.editions.label, games, '', (id) => { void app.setEdition(id); });
  // It stands there until a game is chosen.
  const update = () => {
    if (editionId()) none.remove();
    else select.prepend(none);
    select.value = editionId();
  };
  update();
  app.addEventListener('edition', update, signal ? { signal } : {});
  return label;
}
