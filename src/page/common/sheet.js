// @ts-check
// The styles of the boards, which their shadow roots share.

/** @param {string} name @param {CSSStyleSheetInit} [options] */
const loadSheet = async (name, options) => new CSSStyleSheet(options).replace(await (await fetch(new URL(`../${name}`, import.meta.url))).text());

/** The style, and its dark colours. They are loaded before the element is defined, so that no board is shown without them. */
export const [SHEET, DARK] = await Promise.all([loadSheet('board.css'), loadSheet('dark.css', { media: 'screen and (prefers-color-scheme: dark)' })]);
