// @ts-check
// What the texts of several languages share.

/** Returns a text with a capital letter at its start. @param {string} text */
export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** Returns items in a row: `a, b and c`. @param {string[]} items @param {string} and the word before the last one */
export const listed = (items, and) => [items.slice(0, -1).join(', '), ...items.slice(-1)].filter(Boolean).join(` ${and} `);

/** Returns a number with its noun: `1 rank`, `2 ranks`. @param {number|string} number @param {string} one the singular @param {string} [many] the plural */
export const counted = (number, one, many = `${one}s`) => `${number} ${Number(number) === 1 ? one : many}`;
