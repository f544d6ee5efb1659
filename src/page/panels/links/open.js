// @ts-check
// Opens a link: shows its game or its position, or says in words what is wrong. Loaded with the first link.

import { plyOf } from '../../game/game.js';
import { Refused } from '../../host/engine.js';
import { gameFault, positionWords, quoted } from '../../khet/faults.js';
import { messageOf } from '../../common/message.js';
import { texts } from '../../texts/texts.js';
import { LinkFault } from '../../game/link/fault.js';
import { playLink, playOldLink, readLink } from '../../game/link/link.js';

/** @typedef {import('../../app.js').App} App */
/** @typedef {import('../../game/game.js').Game} Game */

/** Returns a part of an address without its escapes. @param {string} text */
function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Opens a link. @param {App} app @param {string} link without its `#` */
export async function openLink(app, link) {
  const [, word = '', rest = ''] = /^(\w+)=([^]*)$/.exec(link) ?? [];
  if (word === 'kfen') return openPosition(app, decoded(rest));
  try {
    if (word === 'game') return showGame(app, await playOldLink(decoded(rest), app.rules));
    const linked = await readLink(link);
    if (linked.id) return await (await import('../friend/receive.js')).receive(app, linked);
    const game = await playLink(linked, app.rules);
    showGame(app, game);
    turn(app, linked.flipped);
  } catch (error) {
    app.showMessage(await linkWords(app, error));
  }
}

/** Returns in words why a link cannot be opened. @param {App} app @param {unknown} error */
export async function linkWords(app, error) {
  if (error instanceof LinkFault) return error.message;
  return texts.messages.gameOfLinkNotShown(error instanceof Refused ? await lineFault(app, error) : messageOf(error));
}

/** Returns in words why a game was refused. A move has its place among the moves. @param {App} app @param {Refused} refusal */
async function lineFault(app, refusal) {
  const faults = await app.faultsOf(refusal), [first] = faults, [kfen = ''] = refusal.position.replace(/^kfen /, '').split(' moves ');
  if (!first?.move) return quoted(positionWords(faults));
  return gameFault({ ...first, move: { ...first.move, number: plyOf(kfen, first.move) } });
}

/** Shows the board from a side. @param {App} app @param {boolean} flipped */
function turn(app, flipped) {
  if (app.board.flipped === flipped) return;
  app.board.setFlipped(flipped);
  app.dispatchEvent(new Event('flip'));
}

/** Shows a game. A part of the game on the board is shown there. Another game does not take the place of the player's own. @param {App} app @param {Game} game */
export function showGame(app, game) {
  const known = placeIn(app.game, game);
  if (known) void app.goTo(known);
  else app.own.show(game);
}

/** Returns the shown position of a game within another one that has all its moves and comments, or null. @param {Game} own @param {Game} game */
function placeIn(own, game) {
  if (!game.root.children.length || !game.isWithin(own) || (game.result !== '*' && game.result !== own.result)) return null;
  const pairs = [{ node: game.root, same: own.root }];
  // The list grows during the loop.
  for (const { node, same } of pairs) {
    if (['comment', 'before', 'marks', 'squares', 'arrows'].some((key) => String(Reflect.get(node, key)) !== String(Reflect.get(same, key)))) return null;
    if (node === game.current) return same;
    for (const child of node.children) {
      const found = same.children.find(({ move }) => move === child.move);
      if (found) pairs.push({ node: child, same: found });
    }
  }
  return null;
}

/** @param {App} app @param {string} kfen */
async function openPosition(app, kfen) {
  if (!kfen.trim()) return app.showMessage(texts.messages.linkHasNoPosition);
  try {
    const state = await app.rules.describe(`kfen ${kfen}`), start = { variant: state.kfen.split(' ')[2] ?? 'khet2', name: '', kfen: state.kfen };
    app.own.replace(texts.messages.positionOfLink, () => app.setStart(start));
  } catch (error) {
    if (!(error instanceof Refused)) return app.showMessage(texts.messages.linkNotShown(messageOf(error)));
    const words = positionWords(await app.faultsOf(error));
    app.dispatchEvent(new CustomEvent('unplayable', { detail: kfen }));
    app.showMessage(texts.messages.linkNotPlayed(words));
  }
}
