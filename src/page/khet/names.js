// @ts-check
// The names of pieces, rule sets and set-ups that the page shows: those of Khet, or those of Laser Chess where they differ. KFEN,
// KGN and the protocol keep Khet's names.

import { texts } from '../texts/texts.js';

/** The rule sets. */
export const VARIANTS = ['khet2', 'khet1', 'deflexion'];

/** Returns the name of a piece within a sentence. @param {string} letter of KFEN, in lower case */
export const kindName = (letter) => texts.names.kinds[letter] ?? letter;

/** Returns the name of a rule set. @param {string} variant */
export const variantName = (variant) => texts.names.variants[variant] ?? variant;

/** Returns the name of a set-up: `Classic`, `Dynasty with Eyes`. @param {string} setup */
export function setupName(setup) {
  const plain = setup.replace(/-eye$/, ''), { setups, withEyes } = texts.names;
  const name = setups[plain] ?? plain.charAt(0).toUpperCase() + plain.slice(1);
  return setup.endsWith('-eye') ? withEyes(name) : name;
}
