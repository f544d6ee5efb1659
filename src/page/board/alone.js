// @ts-check
// The element <khet-board> for other pages, with its own texts in English.

import { board, connection, names, speech } from '../texts/en.js';
import { useTexts } from '../texts/texts.js';

useTexts(/** @type {import('../texts/en.js').Texts} */ ({ board, connection, names, speech }));

export { KhetBoardElement } from './element.js';
