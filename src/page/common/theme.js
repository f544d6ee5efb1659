// @ts-check
// The looks that the player has chosen: light or dark colours, the size of the pieces, and motion.

import { DARK } from './sheet.js';
import { load, save } from './storage.js';

/** @typedef {{ theme: string, size: string, motion: string }} Looks */

/** @type {Looks} */
const STANDARD = { theme: 'system', size: 'normal', motion: 'system' };
/** The media of the dark colours, by theme. Paper is light. @type {Record<string, string>} */
const DARK_MEDIA = { system: 'screen and (prefers-color-scheme: dark)', light: 'not all', dark: 'screen' };
/** The scale of the pieces, by size. @type {Record<string, string>} */
const SCALES = { small: '0.88', normal: '1', large: '1.15' };

/** The chosen looks. @type {Looks} */
export const looks = { ...STANDARD, ...load('looks') };

/** Applies the chosen looks to the page. */
export function applyLooks() {
  const { theme, size, motion } = looks, media = DARK_MEDIA[theme] ?? DARK_MEDIA.system ?? '';
  document.getElementById('dark')?.setAttribute('media', media);
  DARK.media.mediaText = media;
  document.documentElement.style.setProperty('--piece-scale', SCALES[size] ?? '1');
  document.documentElement.dataset.motion = motion;
}

/** Changes a look and stores the choice. @param {keyof Looks} name @param {string} value */
export function chooseLook(name, value) {
  looks[name] = value;
  save('looks', looks);
  applyLooks();
}
