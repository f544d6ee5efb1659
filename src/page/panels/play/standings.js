// @ts-check
// The table of a series of engines, from the start of its first game until another game replaces its last one.

import { crossTable } from '../../game/series.js';
import { byId } from '../../khet/words.js';

/** @param {import('../../app.js').App} app */
export function setUpStandings(app) {
  const place = byId('series'), { match } = app;
  /** The series that is shown, as text. */
  let shown = '';
  const update = () => {
    const series = match.terms && match.series && match.series.games > 1 ? match.series : null, text = JSON.stringify(series);
    if (text === shown) return;
    shown = text;
    place.hidden = !series;
    place.replaceChildren(...(series ? [crossTable(series)] : []));
  };
  for (const name of ['match', 'game']) app.addEventListener(name, update);
  update();
}
