// @ts-check
// The texts of the page, in the language that was loaded and with the chosen names of the pieces.
//
// A module a language holds all texts, as strings and as functions of the values in a text. Where the names of Khet and those of
// Laser Chess differ, a text holds both: `⟦Pharaoh|King⟧`.

/** @typedef {import('./en.js').Texts} Texts */
/** @typedef {'khet'|'laser'} Names */

/** A part of a text that depends on the names: with those of Khet, with those of Laser Chess. */
const BOTH = /⟦([^|⟦⟧]*)\|([^|⟦⟧]*)⟧/g;

/** The texts to show. @type {Texts} */
export let texts = /** @type {any} */ (undefined);
/** The texts of the language, with both names. @type {Texts} */
let language;
/** @type {Names} */
let chosen = 'khet';

/** Returns texts with the chosen names. @param {any} value @returns {any} */
function withNames(value) {
  if (typeof value === 'string') return value.replace(BOTH, chosen === 'khet' ? '$1' : '$2');
  if (typeof value === 'function') return (/** @type {any[]} */ ...values) => withNames(value(...values));
  if (Array.isArray(value)) return value.map(withNames);
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, withNames(one)]));
}

/** Sets the language. @param {Texts} all its texts */
export function useTexts(all) {
  language = all;
  texts = withNames(language);
}

/** Returns which names are shown. */
export const chosenNames = () => chosen;

/** Chooses which names are shown. @param {Names} names */
export function chooseNames(names) {
  chosen = names;
  texts = withNames(language);
}
