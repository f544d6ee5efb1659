// @ts-check
// Links to positions and games. A link to a game has its start and its moves as text: `#game=khet2/classic/h2g2.c7d7`.

import { Game } from './game.js';
import { texts } from '../texts/texts.js';

/** The words of a link. */
const KFEN = '#kfen=', GAME = '#game=';

const page = () => location.origin + location.pathname + location.search;

/** Returns the link to a position. @param {string} kfen */
export const positionLink = (kfen) => `${page()}${KFEN}${encodeURIComponent(kfen)}`;

/** Returns the link to the main line of a game. A start that is not a named set-up is a KFEN, with `_` for blanks. @param {Game} game */
export function gameLink({ start, tip }) {
  const from = start.name ? `${start.variant}/${start.name}` : start.kfen.replaceAll(' ', '_');
  return `${page()}${GAME}${from}/${tip.moves.join('.')}`;
}

/** Returns the KFEN or the text of the game of the present address, or null for what it has not. */
export function linkOfAddress() {
  const { hash } = location;
  /** @param {string} start */
  const rest = (start) => {
    if (!hash.startsWith(start)) return null;
    try {
      return decodeURIComponent(hash.slice(start.length));
    } catch {
      return hash.slice(start.length);
    }
  };
  return { kfen: rest(KFEN), game: rest(GAME) };
}

/** Returns the game of a link. Throws if the rules refuse its start or a move. @param {string} text @param {import('../host/engine.js').Rules} rules */
export async function readGameLink(text, rules) {
  const [variant = '', name = ''] = text.split('/'), setup = (await rules.setups()).find((one) => one.variant === variant && one.name === name);
  // Only a KFEN has blanks, which are written as `_`, and only moves follow its last one.
  const end = setup ? `${variant}/${name}`.length : text.indexOf('/', text.lastIndexOf('_')), from = end < 0 ? text : text.slice(0, end);
  if (!setup && !from.includes('_')) throw new Error(texts.messages.noSetUp([variant, name].filter(Boolean).join('/')));
  const kfen = setup?.kfen ?? (await rules.describe(`kfen ${from.replaceAll('_', ' ')}`)).kfen;
  const game = new Game({ variant: kfen.split(' ')[2] ?? 'khet2', name: setup ? name : '', kfen });
  await game.add(game.root, text.slice(from.length + 1).split('.').filter(Boolean), rules);
  game.current = game.tip;
  return game;
}
