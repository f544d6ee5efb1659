// @ts-check
// Links to positions and games. `#moves=khet2/classic/h2g2.c7d7/2abcd` has the moves as text, `#packed=` a game with more than moves,
// `#friend=` a friendly game, and `#kfen=` a position. Links of earlier versions begin with `#game=` and have no check.

import { Game } from '../game.js';
import { capital } from '../../texts/grammar.js';
import { texts } from '../../texts/texts.js';
import { LinkFault } from './fault.js';
import { open, pack, seal, unpack } from './seal.js';
import { readText, writeText } from './text.js';

/** @typedef {import('../../host/engine.js').Rules} Rules */
/** @typedef {import('../game.js').GameNode} GameNode */
/** @typedef {import('../game.js').KgnMove} KgnMove */
/** @typedef {import('../../khet/position.js').Colour} Colour */
/** @typedef {import('./text.js').LinkedGame} LinkedGame */
/** What a link has besides the game: the side at the bottom, and the id, the names and the offer of a friendly game.
 * @typedef {{ flipped?: boolean, id?: string, names?: Record<Colour, string>, offer?: Colour|'' }} Besides */

/** The largest numbers of variations of a game, and of moves to be checked by the rules. */
const MAX_LINES = 500, MAX_CHECKED = 200_000;

/** Returns the link to a position, which the rules may refuse. @param {string} kfen */
export const positionLink = (kfen) => `#kfen=${encodeURIComponent(kfen)}`;

/** Returns the positions of a game in the order of its text: a move, the variations in its place, the next move. @param {Game} game */
function textOrder(game) {
  const nodes = [game.root];
  /** @param {GameNode|undefined} start */
  const add = (start) => {
    for (let node = start; node; node = node.children[0]) {
      nodes.push(node);
      if (node.parent?.children[0] === node) node.parent.children.slice(1).forEach(add);
    }
  };
  add(game.root.children[0]);
  return nodes;
}

/** Returns a player's name of a game, or '' if it is that of the colour. @param {Game} game @param {Colour} colour */
function nameOf({ tags }, colour) {
  const name = tags[capital(colour)] ?? '';
  return name === capital(colour) ? '' : name;
}

/** Returns the link to the shown position of a game. @param {Game} game @param {Besides} [besides] */
export async function gameLink(game, { flipped = false, id = '', names, offer = '' } = {}) {
  const { start, tip, current } = game;
  // A friend gets the moves that were played, not the notes.
  const { foreword = '', drawn = [], moves } = id ? { moves: tip.moves.map((move) => ({ move })) } : game.kgn();
  /** @type {LinkedGame} */
  const linked = {
    start: start.name ? `${start.variant}/${start.name}` : start.kfen.replaceAll(' ', '_'),
    foreword, drawn, moves, shown: id || current === tip ? null : textOrder(game).indexOf(current), flipped, id, offer,
    names: names ?? { silver: nameOf(game, 'silver'), red: nameOf(game, 'red') },
    result: tip.result === '*' ? game.result : '*', termination: game.termination,
  };
  const plain = writeText(linked, '.');
  if (/^[\w./-]*$/.test(plain) && !id) return `#${seal('moves', plain, moves.length)}`;
  const packed = await pack(writeText(linked, ''));
  if (packed !== null) return `#${seal(id ? 'friend' : 'packed', packed, moves.length)}`;
  // What does not fit, or what this browser cannot pack, is left out.
  return `#${seal('moves', `${linked.start}/${tip.moves.map((move) => move.replace('+', 'r').replace('-', 'l')).join('.')}`, moves.length)}`;
}

/** Returns the game of a link, without the `#`. Throws if the link is cut, altered, too long or of another version. @param {string} link */
export async function readLink(link) {
  const { word, body, plies } = open(link), isPacked = word === 'packed' || word === 'friend';
  if (!isPacked && word !== 'moves') throw new LinkFault('version');
  const game = readText(isPacked ? await unpack(body) : body);
  if (game.moves.length !== plies || (word === 'friend') !== (game.id !== '')) throw new LinkFault('version');
  return game;
}

/** Returns the game of a link as one that can be shown. Throws if the rules refuse its start or a move. @param {LinkedGame} linked @param {Rules} rules */
export async function playLink(linked, rules) {
  const { names, result, termination } = linked, game = await gameFrom(linked.start, rules);
  Object.assign(game.root, { comment: linked.foreword, ...drawnOf(linked.drawn) });
  await addLines(game, linked.moves, rules);
  for (const colour of /** @type {Colour[]} */ (['silver', 'red'])) if (names[colour]) game.tags[capital(colour)] = names[colour];
  if (game.tip.result === '*' && result !== '*') Object.assign(game, { result, termination });
  game.current = (linked.shown === null ? undefined : textOrder(game)[linked.shown]) ?? game.tip;
  return game;
}

/** Returns a game at its start. @param {string} start a rule set and a set-up, or a KFEN with `_` for blanks @param {Rules} rules */
async function gameFrom(start, rules) {
  const [variant, name, ...more] = start.split('/');
  const setup = more.length ? undefined : (await rules.setups()).find((one) => one.variant === variant && one.name === name);
  if (setup) return new Game(setup);
  if (!start.includes('_')) throw new Error(texts.messages.noSetUp(start.replace(/\/$/, '')));
  const { kfen } = await rules.describe(`kfen ${start.replaceAll('_', ' ')}`);
  return new Game({ variant: kfen.split(' ')[2] ?? 'khet2', name: '', kfen });
}

/** @param {string[]} drawn */
const drawnOf = (drawn) => ({ squares: drawn.filter((text) => text.length === 3), arrows: drawn.filter((text) => text.length > 3) });

/** Adds a line with its variations to a game. @param {Game} game @param {KgnMove[]} main @param {Rules} rules */
async function addLines(game, main, rules) {
  const lines = [{ parent: game.root, line: main }];
  let checked = 0;
  // The list grows during the loop. A line is added before its variations, so that they stay in its place.
  for (const { parent, line } of lines) {
    checked += parent.ply + line.length;
    if (lines.length > MAX_LINES || checked > MAX_CHECKED) throw new LinkFault('large');
    if (line.length) await game.add(parent, line.map(({ move }) => move), rules);
    let node = parent;
    for (const { move, comment = '', before = '', marks = [], drawn = [], variations = [] } of line) {
      const next = node.children.find((child) => child.move === move);
      if (!next) throw new LinkFault('version');
      Object.assign(next, { comment, before, marks: [...new Set(marks)], ...drawnOf(drawn) });
      for (const variation of variations) lines.push({ parent: node, line: variation });
      node = next;
    }
  }
}

/** Returns the game of a link of an earlier version: `khet2/classic/h2g2.c7+`. @param {string} text @param {Rules} rules */
export async function playOldLink(text, rules) {
  // Only a KFEN has blanks, which are written as `_`, and only moves follow its last one.
  const [, start = text, moves = ''] = (text.includes('_') ? /^(.*_[^/]*)\/(.*)$/ : /^([^/]*\/[^/]*)\/(.*)$/).exec(text) ?? [];
  const game = await gameFrom(start, rules);
  await game.add(game.root, moves.split('.').filter(Boolean), rules);
  game.current = game.tip;
  return game;
}
