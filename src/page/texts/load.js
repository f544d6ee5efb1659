// @ts-check
// The languages of the page. start.js has chosen one of them.

import { useTexts } from './texts.js';

/** The languages: their names, and the modules with their texts. @type {Record<string, { name: string, load: () => Promise<{ default: import('./en.js').Texts }> }>} */
export const LANGUAGES = {
  en: { name: 'English', load: () => import('./en.js') },
  de: { name: 'Deutsch', load: () => import('./de.js') },
  fr: { name: 'Français', load: () => import('./fr.js') },
  nl: { name: 'Nederlands', load: () => import('./nl.js') },
};

/** Loads the texts of the chosen language. */
export async function loadTexts() {
  const { load } = LANGUAGES[document.documentElement.lang] ?? /** @type {typeof LANGUAGES[string]} */ (LANGUAGES.en);
  useTexts((await load()).default);
}
