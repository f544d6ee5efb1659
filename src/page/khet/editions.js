// @ts-check
// The game that the player owns. Its rule set, its pieces, and the names and drawings of these follow from it. The settings of
// names and pieces override it until another game is chosen.

import { load, save } from '../common/storage.js';
import { RULE_SETS } from './rule-sets.js';

/**
 * A printed game: its name in all languages, its rule set, and the names and the drawings of its pieces. `letters` are those of the
 * pieces that its set-ups and lessons may have.
 * @typedef {{ name: string, variant: string, names: 'khet'|'laser', pieces: 'khet'|'laser', letters: string }} Edition
 */

/** Returns the letters of a rule set. @param {string} variant */
const lettersOf = (variant) => RULE_SETS[variant]?.letters ?? '';

/** The games. No Eye comes with Laser Chess. @type {Record<string, Edition>} */
export const EDITIONS = {
  laser: { name: 'Laser Chess', variant: 'khet2', names: 'laser', pieces: 'laser', letters: lettersOf('khet2').replace('e', '') },
  khet2: { name: 'Khet 2.0', variant: 'khet2', names: 'khet', pieces: 'khet', letters: lettersOf('khet2') },
  khet1: { name: 'Khet 1.0', variant: 'khet1', names: 'khet', pieces: 'khet', letters: lettersOf('khet1') },
  deflexion: { name: 'Deflexion', variant: 'deflexion', names: 'khet', pieces: 'khet', letters: lettersOf('deflexion') },
};

/** Returns the id of the chosen game, or '' before the choice. @returns {string} */
export function editionId() {
  const id = String(load('edition') ?? '');
  return Object.hasOwn(EDITIONS, id) ? id : '';
}

/** Returns the chosen game, or null before the choice. */
export const edition = () => EDITIONS[editionId()] ?? null;

/** Stores the choice of a game. The next game that is started has its classic set-up. @param {string} id */
export function storeEdition(id) {
  save('edition', id);
  for (const override of ['names', 'pieces']) save(override, null);
  save('terms', { .../** @type {object|null} */ (load('terms')), variant: EDITIONS[id]?.variant, setup: 'classic' });
}

/** Returns the names to show: those that were chosen in the settings, or those of the game. @returns {'khet'|'laser'} */
export function namesToShow() {
  const chosen = load('names') ?? edition()?.names;
  return chosen === 'laser' ? 'laser' : 'khet';
}

/** Returns the piece set to draw: the one that was chosen in the settings, or that of the game. @returns {string} */
export const piecesToDraw = () => load('pieces') ?? edition()?.pieces ?? 'khet';

/** Returns whether pieces are all among those of the chosen game. Before the choice, all pieces are. @param {string} letters of KFEN */
export function hasPieces(letters) {
  const own = edition()?.letters;
  return own === undefined || [...letters.toLowerCase()].every((letter) => own.includes(letter));
}
