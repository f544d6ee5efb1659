// @ts-check
// The choice of puzzles: the rule set, and a theme with a sentence on what it means.

import { make, makeSelect, setText } from '../../common/dom.js';
import { load, save } from '../../common/storage.js';
import { chosenOf, themesOf } from '../../game/puzzle-choice.js';
import { asRecord } from '../../game/puzzle-record.js';
import { variantName } from '../../khet/names.js';
import { capital } from '../../texts/grammar.js';
import { texts } from '../../texts/texts.js';

/** @typedef {import('../../game/puzzle-choice.js').Puzzle} Puzzle */

/** Returns the name of the rules of a file. @param {string} file */
export function fileName(file) {
  const name = variantName(file.replace('-eye', ''));
  return file.endsWith('-eye') ? texts.names.withEyes(name) : name;
}

export class PuzzleFilter {
  /** @type {Puzzle[]} */
  #puzzles = [];
  #chosen = { file: 'khet2', theme: '', ...asRecord(load('puzzles-chosen')) };
  #files;
  #themes;
  /** What the chosen theme means. */
  meaning = make('p', { class: 'note theme-meaning' });

  /** @param {() => void} onChange */
  constructor(onChange) {
    /** @param {{ file?: string, theme?: string }} change */
    const choose = (change) => {
      Object.assign(this.#chosen, change);
      this.fill(this.#puzzles);
      save('puzzles-chosen', this.#chosen);
      onChange();
    };
    this.#files = makeSelect(texts.puzzles.rules, [], '', (file) => choose({ file }));
    this.#themes = makeSelect(texts.puzzles.theme, [], '', (theme) => choose({ theme }));
  }

  /** The labels with the selects. */
  get labels() {
    return [this.#files.label, this.#themes.label];
  }

  /** The file of the chosen rules. */
  get file() {
    return this.#chosen.file;
  }

  /** The chosen puzzles. */
  get puzzles() {
    return chosenOf(this.#puzzles, this.#chosen);
  }

  /** The puzzles of the chosen rules, with all themes. */
  get ofRules() {
    return chosenOf(this.#puzzles, { ...this.#chosen, theme: '' });
  }

  /** Fills the selects with what puzzles have. @param {Puzzle[]} puzzles */
  fill(puzzles) {
    const chosen = this.#chosen, names = [...new Set(puzzles.map(({ file }) => file))], words = texts.puzzles;
    this.#puzzles = puzzles;
    if (!names.includes(chosen.file)) chosen.file = names[0] ?? '';
    const themes = themesOf(this.ofRules).map((theme) => ({ theme, name: capital(words.themeName(theme)) }));
    themes.sort((one, other) => one.name.localeCompare(other.name));
    if (!themes.some(({ theme }) => theme === chosen.theme)) chosen.theme = '';
    this.#files.select.replaceChildren(...names.map((name) => make('option', { value: name }, fileName(name))));
    this.#files.select.value = chosen.file;
    this.#themes.select.replaceChildren(make('option', { value: '' }, words.allThemes),
      ...themes.map(({ theme, name }) => make('option', { value: theme }, name)));
    this.#themes.select.value = chosen.theme;
    setText(this.meaning, chosen.theme ? words.themeMeaning(chosen.theme) : '');
  }
}
