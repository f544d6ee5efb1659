// @ts-check
// Reads the link of a game with a friend: a new game, the next move, or what is wrong with it. Loaded with the first such link.

import { make } from '../../common/dom.js';
import { load, save } from '../../common/storage.js';
import { compare, describe, faultOfEnd } from '../../game/friend/friendly.js';
import { loadFriendly, saveFriendly } from '../../game/friend/store.js';
import { Game } from '../../game/game.js';
import { playLink } from '../../game/link/link.js';
import { cleanName } from '../../game/link/text.js';
import { opponent, showMove } from '../../khet/position.js';
import { capital } from '../../texts/grammar.js';
import { texts } from '../../texts/texts.js';
import { smallBoard } from '../play/small-board.js';
import { showFriendly } from './board.js';

/** @typedef {import('../../app.js').App} App */
/** @typedef {import('../../game/link/text.js').LinkedGame} LinkedGame */
/** @typedef {import('../../game/own-game.js').Snapshot} Snapshot */
/** @typedef {import('../../khet/position.js').Colour} Colour */

/** Opens the link of a game with a friend. Throws if the rules refuse a move. @param {App} app @param {LinkedGame} linked */
export async function receive(app, linked) {
  const game = await playLink(linked, app.rules), known = loadFriendly(linked.id), said = texts.friend;
  const fault = faultOfEnd(linked, game.tip.reason, known?.match.terms?.friend?.offer ?? '', known?.match.terms?.friend?.side ?? '');
  if (fault) return refuse(app, known, said.ends[fault]);
  if (!known) return begin(app, linked, game);
  const { friend } = known.match.terms ?? {}, before = Game.restore(known.game);
  if (!friend) return;
  if (before.start.kfen !== game.start.kfen) return refuse(app, known, said.otherStart);
  const standing = { moves: before.tip.moves, result: before.tip.result === '*' ? before.result : before.tip.result, termination: before.termination, offer: friend.offer };
  const { kind, at } = compare(standing, { ...linked, moves: game.tip.moves }, before.root.toMove, friend.side);
  const next = () => take(app, known, linked, kind === 'end' ? before : game);
  const [own = '', other = ''] = [before, game].map(({ tip }) => showMove(tip.moves[at] ?? '', []));
  switch (kind) {
    case 'newer': case 'offer': case 'end': return next();
    case 'changed': return refuse(app, known, said.changed(at + 1, own, other));
    case 'yours': return await choose(said.yours, '', [[said.notMine, ''], [said.mine, 'yes']], 'yes') ? next() : showFriendly(app, known);
    case 'second': {
      const boards = [before, game].map((one) => make('figure', {}, smallBoard(app.rules, one.line()[at + 1]?.kfen ?? ''), make('figcaption', {}, one === game ? other : own)));
      const taken = await choose(said.second, said.whichCounts, [[said.keep(own), ''], [said.take(other), 'yes']], '', make('div', { class: 'answers' }, ...boards));
      return taken ? next() : showFriendly(app, known);
    }
    default:
      if (kind === 'older') app.showMessage(said.older);
      return showFriendly(app, known);
  }
}

/** Says what is wrong with a link, and shows the known game. @param {App} app @param {Snapshot|null} known @param {string} why */
function refuse(app, known, why) {
  if (known) showFriendly(app, known);
  app.showMessage(why);
}

/** Stores a game as a link has it, and shows it. @param {App} app @param {Snapshot} known @param {LinkedGame} linked @param {Game} game */
function take(app, known, linked, game) {
  const { terms } = known.match, friend = terms?.friend;
  if (!terms || !friend) return;
  game.id = known.game.id ?? game.id;
  game.tags = known.game.tags ?? {};
  if (game.tip.result === '*') Object.assign(game, { result: linked.result, termination: linked.termination });
  // The friend may have chosen a name, but not one's own.
  const names = { ...linked.names, ...(friend.side ? { [friend.side]: friend.names[friend.side] } : {}) };
  const isOver = game.tip.result !== '*' || game.result !== '*', offer = isOver ? '' : linked.offer;
  for (const colour of /** @type {Colour[]} */ (['silver', 'red'])) if (names[colour]) game.tags[capital(colour)] = names[colour];
  const snapshot = {
    ...known, game: game.store(),
    match: { ...known.match, running: !isOver, terms: { ...terms, friend: { ...friend, names, offer, received: describe(game, offer) } } },
  };
  saveFriendly(snapshot);
  showFriendly(app, snapshot, true);
}

/** Asks who opens an unknown game for a side, and stores and shows the game. @param {App} app @param {LinkedGame} linked @param {Game} game */
async function begin(app, linked, game) {
  const said = texts.friend, { names } = linked, other = names[opponent(game.tip.toMove)] || names[game.tip.toMove];
  const name = make('input', { type: 'text', maxlength: '40', autocomplete: 'nickname' });
  name.value = names[game.tip.toMove] || String(load('name') ?? '');
  /** @type {[string, string][]} */
  const answers = [[said.watch, 'watch'], [said.playAs(opponent(game.tip.toMove)), opponent(game.tip.toMove)], [said.playAs(game.tip.toMove), game.tip.toMove]];
  const chosen = await choose(said.invitation(other), said.whichSide, answers, game.tip.toMove, make('label', { class: 'field' }, said.yourName, name));
  if (!chosen) return;
  /** @type {Colour|''} */
  const side = chosen === 'silver' || chosen === 'red' ? chosen : '';
  if (side) {
    save('name', cleanName(name.value));
    names[side] = cleanName(name.value) || names[side];
  }
  for (const colour of /** @type {Colour[]} */ (['silver', 'red'])) game.tags[capital(colour)] = names[colour] || capital(colour);
  game.tags.Date = new Date().toISOString().slice(0, 10).replaceAll('-', '.');
  const isOver = game.tip.result !== '*' || game.result !== '*', offer = isOver ? '' : linked.offer;
  /** @type {Snapshot} */
  const snapshot = {
    game: game.store(), flipped: side === 'red',
    match: {
      running: !isOver, paused: false, clocks: { silver: 0, red: 0 },
      terms: { players: { silver: null, red: null }, time: null, start: game.start, friend: { id: linked.id, side, names, offer, sent: '', received: describe(game, offer) } },
    },
  };
  saveFriendly(snapshot);
  showFriendly(app, snapshot, true);
}

/**
 * Asks a question, and returns the value of the answer, or '' if the dialog was left.
 * @param {string} title @param {string} text @param {[string, string][]} answers their texts and values @param {string} usual the answer of Enter @param {...HTMLElement} content
 */
function choose(title, text, answers, usual, ...content) {
  const dialog = make('dialog', { class: 'friend-question', 'aria-label': title });
  const buttons = answers.map(([name, value]) => make('button', { type: 'submit', value, ...(value === usual ? { class: 'primary', autofocus: '' } : {}) }, name));
  dialog.append(make('form', { method: 'dialog' }, make('h2', {}, title), ...(text ? [make('p', {}, text)] : []), ...content, make('div', { class: 'buttons' }, ...buttons)));
  // Enter in a field gives the usual answer.
  dialog.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return;
    event.preventDefault();
    dialog.close(usual);
  });
  document.body.append(dialog);
  dialog.showModal();
  return new Promise((/** @type {(value: string) => void} */ resolve) => {
    dialog.addEventListener('close', () => {
      dialog.remove();
      resolve(dialog.returnValue);
    }, { once: true });
  });
}
