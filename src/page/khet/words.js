// @ts-check
// Messages, announcements to screen readers, and the lines below the board.

import { variantName } from './names.js';
import { opponent, readBoard, showMove } from './position.js';
import { capital } from '../texts/grammar.js';
import { texts } from '../texts/texts.js';
import { hitsOn, speakMove, speakResult } from './speech.js';

/** @typedef {import('../host/engine.js').Beam} Beam */
/** @typedef {import('../game/game.js').GameNode} GameNode */
/** A hit on a piece of the person, of the player who fires, or of another one. @typedef {import('./speech.js').Hit & { owner: 'you'|'itself'|'other' }} OwnedHit */
/** A previewed move. `isAnnounced` is true if screen readers announce it. `trigger` is the input that plays it, or ''. @typedef {{ move: string, beam: import('../board/board.js').Preview, isAnnounced: boolean, trigger: ''|'tap'|'click'|'enter' }} Preview */

/** The time for which a message is shown, in milliseconds, and the largest number of messages. */
const MESSAGE_TIME = 8000, MAX_MESSAGES = 2;

/** @template {HTMLElement} T @param {string} id @returns {T} */
export const byId = (id) => /** @type {T} */ (document.getElementById(id));

/** Announces a text to screen readers. @param {string} text */
export function announce(text) {
  const live = byId('live'), line = document.createElement('p');
  line.textContent = text;
  live.append(line);
  // The last three announcements are kept, so that a quick reply does not interrupt the announcement of the move.
  while (live.childElementCount > 3) live.firstElementChild?.remove();
}

/** The messages, the oldest first. One that has gone keeps its place while another is shown, so that none moves under the pointer. @type {HTMLElement[]} */
let messages = [];

const isGone = (/** @type {HTMLElement} */ { style }) => style.visibility === 'hidden';

/** @param {HTMLElement} message */
function hideMessage(message) {
  message.style.visibility = 'hidden';
  if (!messages.every(isGone)) return;
  for (const one of messages) one.remove();
  messages = [];
}

/** Shows a message for some seconds, with a button if there is an action. @param {string} text @param {string} [action] @param {() => void} [onClick] */
export function showMessage(text, action, onClick) {
  const message = document.createElement('div');
  message.className = 'message';
  message.append(text);
  if (action && onClick) {
    const button = document.createElement('button');
    button.textContent = action;
    button.addEventListener('click', () => {
      hideMessage(message);
      onClick();
    });
    message.append(button);
  }
  const all = byId('messages'), replaced = messages.find(isGone) ?? (messages.length === MAX_MESSAGES ? messages[0] : undefined);
  messages = [...messages.filter((one) => one !== replaced), message];
  if (replaced?.isConnected) replaced.replaceWith(message);
  else all.append(message);
  // The page may be scrolled to what is below the board.
  all.classList.remove('floating');
  all.classList.toggle('floating', all.getBoundingClientRect().top < 0);
  // Messages stay while one of them is pointed at or has the focus.
  const expire = () => {
    if (all.matches(':hover, :focus-within')) setTimeout(expire, MESSAGE_TIME);
    else hideMessage(message);
  };
  setTimeout(expire, MESSAGE_TIME);
}

/** Returns the text of a previewed move with its hits, a short one without the move, which the board shows, and the class of the status line. @param {Preview} preview @param {import('./position.js').Board} pieces the board before the move @param {import('./position.js').Colour} mover @param {boolean} [hidesShot] whether the text leaves out the shot */
export function previewWords({ move, beam }, pieces, mover, hidesShot = false) {
  const spoken = capital(speakMove(pieces, move));
  if (hidesShot) return { look: 'plain', text: spoken, short: spoken };
  const isOwn = (/** @type {import('./speech.js').Hit} */ { piece }) => piece?.colour === mover;
  const { answer } = beam, hits = hitsOn(readBoard(beam.board), beam.hits), own = hits.filter(isOwn);
  const lost = answer ? hitsOn(readBoard(answer.beam.board), answer.beam.hits).filter(isOwn) : [];
  const result = speakResult(beam.result, beam.reason), isWin = beam.result === (mover === 'silver' ? '1-0' : '0-1');
  const after = [result, answer && lost.length ? texts.messages.beamThen(answer.colour, lost) : ''];
  const join = (/** @type {string} */ first) => [first, ...after].filter(Boolean).join('. ');
  return {
    look: isWin ? 'good' : own.length || lost.length ? 'warn' : hits.length ? 'good' : 'plain',
    text: join(texts.messages.preview(speakMove(pieces, move), hits, own.length)),
    short: join(texts.messages.hits(ownedHits(beam, mover, mover))),
  };
}

/** Returns the text of the last move of a previewed line with its hits. @param {string[]} moves @param {Beam} beam */
export function lineWords(moves, beam) {
  return texts.messages.afterMoves(moves.length, showMove(moves.at(-1) ?? '', []), hitsOn(readBoard(beam.board), beam.hits));
}

/**
 * Returns the text of a fired shot with its hits: `Red: h5+ hits your Pyramid on h4`.
 * @param {GameNode} node the position after the shot @param {Beam} beam
 * @param {import('./position.js').Colour|undefined} own the colour of a person who plays against an engine
 */
export function shotWords(node, beam, own) {
  const mover = opponent(node.toMove);
  return texts.messages.shot(mover, showMove(node.move, []), ownedHits(beam, mover, own));
}

/** Returns the hits of a shot, with their owners. @param {Beam} beam @param {import('./position.js').Colour} mover the player who fires @param {import('./position.js').Colour|undefined} own the colour of the person, if there is one @returns {OwnedHit[]} */
function ownedHits(beam, mover, own) {
  return hitsOn(readBoard(beam.board), beam.hits)
    .map((hit) => ({ ...hit, owner: hit.piece?.colour === own ? 'you' : hit.piece?.colour === mover ? 'itself' : 'other' }));
}

/** Returns the hits of a shot: `your Pyramid on h4 and its own Scarab on e5`, or ''. @param {Beam} beam @param {import('./position.js').Colour} mover the player who fires @param {import('./position.js').Colour|undefined} own the colour of the person, if there is one */
export const hitWords = (beam, mover, own) => texts.messages.ownedHits(ownedHits(beam, mover, own));

/** Returns the number of moves that players count: two plies are a move, and so is a last one. @param {number} plies */
export const movesOf = (plies) => Math.ceil(plies / 2);

/** Returns the text of a game in a list. @param {import('../game/game.js').KgnGame} game */
export function gameWords({ tags, result = '*', moves, variant = '' }) {
  const event = [tags.Event, tags.Round, tags.Date].filter(Boolean).join(' ');
  return texts.messages.game({
    silver: tags.Silver ?? '', red: tags.Red ?? '', result, moves: movesOf(moves.length), variant: variantName(variant), event,
  });
}

/** Returns the announcement of a move with its shot. @param {GameNode} node @param {Beam} beam */
export function moveWords(node, beam) {
  const before = readBoard(node.parent?.kfen ?? ''), over = speakResult(node.result, node.reason), { messages } = texts;
  const moved = messages.moved(speakMove(before, node.move), hitsOn(readBoard(beam.board), beam.hits));
  return [moved, over && `${over}.`, node.reason === 'repetition' ? messages.thirdTime : ''].filter(Boolean).join(' ');
}
