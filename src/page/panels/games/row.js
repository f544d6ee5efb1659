// @ts-check
// A row of the list of games: a picture of the last position, the result, the opponent and the date, with what can be done.

import { make, makeButton } from '../../common/dom.js';
import { MAX_LABEL } from '../../game/library/library.js';
import { variantName } from '../../khet/names.js';
import { movesOf } from '../../khet/words.js';
import { texts } from '../../texts/texts.js';

/** @typedef {import('../../game/library/library.js').Entry} Entry */
/** What the buttons of a row do. @typedef {{ open(): void, choose(isChosen: boolean): void, retitle(title: string): void, remove(): void, putBack(): void }} Actions */

/** Returns the name of a game: its title, or its players. @param {Entry} entry */
export const nameOf = ({ title, rival, silver, red }) => title || rival || texts.games.players(silver, red);

/** Returns when a game was played. @param {Entry} entry */
function dateText({ date, hasTime }) {
  return date.toLocaleString(document.documentElement.lang || 'en', hasTime ? { dateStyle: 'medium', timeStyle: 'short' } : { dateStyle: 'medium', timeZone: 'UTC' });
}

/** Returns what follows the result of a game. @param {Entry} entry */
function factsOf(entry) {
  const { title, rival, silver, red, plies, variant, event, place } = entry;
  const players = title ? rival || texts.games.players(silver, red) : '';
  return texts.games.facts({ place, players, moves: movesOf(plies), variant: variantName(variant), event, date: dateText(entry) });
}

/** Returns what the search looks through. @param {Entry} entry */
export const textOf = (entry) => [entry.title, entry.folder, entry.silver, entry.red, texts.games.players(entry.silver, entry.red),
  texts.games.result(entry.result, entry.outcome), factsOf(entry)].join(' ').toLowerCase();

/** @param {Entry} entry @param {HTMLElement} picture @param {Actions} actions */
export function makeRow(entry, picture, { open, choose, retitle, remove, putBack }) {
  const words = texts.games, name = nameOf(entry), { folder, outcome, place, result } = entry, isDeleted = place === 'deleted';
  const box = make('input', { type: 'checkbox', 'aria-label': words.choose(name) });
  box.addEventListener('change', () => choose(box.checked));
  const said = make('span', { class: 'about' }, make('strong', {}, name), make('small', {}, make('span', { class: outcome }, words.result(result, outcome)), ` · ${factsOf(entry)}`),
    ...(folder ? [make('small', { class: 'folder' }, folder)] : []));
  const main = isDeleted ? make('span', { class: 'open' }, picture, said) : makeButton('', open, { class: 'open' });
  if (!isDeleted) main.append(picture, said);

  /** Shows a field for the title in place of the row's button. */
  const edit = () => {
    const field = make('input', { type: 'text', maxlength: String(MAX_LABEL), value: entry.title, 'aria-label': words.title, autocomplete: 'off' });
    const form = make('form', { class: 'retitle' }, field, make('button', { type: 'submit', class: 'primary' }, words.save));
    const close = () => {
      form.replaceWith(main);
      pencil.hidden = false;
      pencil.focus();
    };
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      close();
      if (field.value.trim() !== entry.title) retitle(field.value);
    });
    form.addEventListener('keydown', (event) => { if (event.key === 'Escape') close(); });
    main.replaceWith(form);
    field.select();
    pencil.hidden = true;
  };
  const pencil = makeButton('✎', edit, { 'aria-label': words.changeTitle(name), title: words.changeTitle(name) });
  const tools = isDeleted ? [makeButton(words.putBack, putBack, { 'aria-label': words.putBackOne(name) })]
    : [pencil, ...(place === 'earlier' ? [makeButton('✕', remove, { 'aria-label': words.delete(name), title: words.delete(name) })] : [])];
  return make('li', {}, make('label', { class: 'pick' }, box), main, make('span', { class: 'row-tools' }, ...tools));
}
