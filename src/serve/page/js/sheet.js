// @ts-check
// The style of the boards, which their shadow roots share.

/** It is loaded before the element is defined, so that no board is shown without it. */
export const SHEET = await new CSSStyleSheet().replace(await (await fetch(new URL('../board.css', import.meta.url))).text());
