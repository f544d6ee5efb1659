// @ts-check
// The names of pieces, rule sets and set-ups that the page shows: those of Khet, or those of Laser Chess where they differ.
//
// Texts of the page are written with Khet's names, and pass through `named`. KFEN, KGN and the protocol keep Khet's names.

import { KINDS } from './position.js';

/** @typedef {'khet'|'laser'} Names */

/** @type {Record<string, string>} The names of Laser Chess that differ, by those of Khet. */
const LASER_NAMES = {
  pharaoh: 'king', pyramid: 'deflector', scarab: 'switch', anubis: 'defender', sphinx: 'laser',
  classic: 'ace', imhotep: 'curiosity', dynasty: 'grail',
};
/** A name of a piece in a text, with an article that may depend on it, and an ending of the plural. */
const NAMED = /\b(an? )?(pharaoh|pyramid|scarab|anubis|sphinx)(e?s)?\b/gi;

/** @type {Record<string, string>} The names of the rule sets. */
export const VARIANTS = { khet2: 'Khet 2.0', khet1: 'Khet 1.0', deflexion: 'Deflexion' };

/** Laser Chess has the rules of Khet 2.0. */
const LASER_VARIANT = 'Laser Chess';

/** @type {Names} */
let chosen = 'khet';

/** Returns which names are shown. */
export const chosenNames = () => chosen;

/** Chooses which names are shown. @param {Names} names */
export function chooseNames(names) {
  chosen = names;
}

/** Returns a text with the chosen names of pieces and rule sets. @param {string} text written with Khet's names */
export function named(text) {
  if (chosen === 'khet') return text;
  return text.replaceAll('Khet 2.0', LASER_VARIANT).replace(NAMED, (_, article = '', name = '', plural = '') => {
    const other = LASER_NAMES[name.toLowerCase()] ?? name, isCapital = name.charAt(0) !== name.charAt(0).toLowerCase();
    // All these names begin with a consonant.
    return article.replace(/n /i, ' ') + (isCapital ? other.charAt(0).toUpperCase() + other.slice(1) : other)
      + (plural ? (other.endsWith('ch') ? 'es' : 's') : '');
  });
}

/** Returns the name of a piece. @param {string} letter of KFEN, in lower case */
export const kindName = (letter) => named(KINDS[letter] ?? letter);

/** Returns the name of a rule set. @param {string} variant */
export const variantName = (variant) => (variant === 'khet2' && chosen === 'laser' ? LASER_VARIANT : VARIANTS[variant] ?? variant);

/** Returns the name of a set-up: `Classic`, `Dynasty with Eyes`. @param {string} setup */
export function setupName(setup) {
  const plain = setup.replace(/-eye$/, ''), name = (chosen === 'laser' && LASER_NAMES[plain]) || plain;
  return name.charAt(0).toUpperCase() + name.slice(1) + (setup.endsWith('-eye') ? ' with Eyes' : '');
}
