// @ts-check
// A series of games between two engines, with its cross table.

import { make } from '../common/dom.js';
import { texts } from '../texts/texts.js';

/** The two players of a series by name, the number of games, and the results, as the first player sees them: 1, 0.5 or 0. @typedef {{ names: [string, string], games: number, points: number[] }} Series */

/** Returns a new series. @param {string} one @param {string} other @param {number} games @returns {Series} */
export const newSeries = (one, other, games) => ({ names: one === other ? [`${one} 1`, `${other} 2`] : [one, other], games, points: [] });

/** Adds the result of a game. The players exchange the colours after each game, and the first player begins with Silver. @param {Series} series @param {string} result */
export function addResult(series, result) {
  const silver = { '1-0': 1, '0-1': 0 }[result] ?? 0.5;
  series.points.push(series.points.length % 2 ? 1 - silver : silver);
}

/** @param {number} points */
const half = (points) => (points % 1 ? `${points === 0.5 ? '' : Math.floor(points)}½` : String(points));

/** Returns the cross table. @param {Series} series */
export function crossTable({ names, points, games }) {
  const count = (/** @type {number[]} */ list, /** @type {number} */ point) => list.filter((one) => one === point).length;
  const rows = names.map((name, at) => {
    const own = at ? points.map((point) => 1 - point) : points;
    const each = own.map((point) => ({ 1: '1', 0: '0' }[point] ?? '½')).join(' ');
    return make('tr', {}, make('th', { scope: 'row' }, name), ...[each, count(own, 1), count(own, 0.5), count(own, 0), half(own.reduce((sum, point) => sum + point, 0))]
      .map((text) => make('td', {}, String(text))));
  });
  const { game } = texts, columns = ['', game.gamesOf(points.length, games), game.won, game.drawn, game.lost, game.points];
  const head = columns.map((text) => make('th', { scope: 'col' }, text));
  return make('table', { class: 'cross', 'aria-label': game.crossTable }, make('thead', {}, make('tr', {}, ...head)), make('tbody', {}, ...rows));
}
