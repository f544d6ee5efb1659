// @ts-check
// The texts of the page: messages, announcements to screen readers, and the lines below the board.

import { kindName, variantName } from './names.js';
import { capital, counted, opponent, readBoard, showMove, squareIndex } from './position.js';
import { speakHits, speakMove, speakResult } from './speech.js';

/** @typedef {import('../host/engine.js').Beam} Beam */
/** @typedef {import('../game/game.js').GameNode} GameNode */
/** A previewed move. `isAnnounced` is true if screen readers announce it. `trigger` names the input that plays it, or is ''. @typedef {{ move: string, beam: import('../board/board.js').Preview, isAnnounced: boolean, trigger: string }} Preview */

/** The least time for which a message is shown, in milliseconds, and the largest number of messages. */
const MESSAGE_TIME = 8000, MAX_MESSAGES = 4;

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

/** Shows a message for some seconds, with a button if there is an action. @param {string} text @param {string} [action] @param {() => void} [onClick] */
export function showMessage(text, action, onClick) {
  const message = document.createElement('div');
  message.className = 'message';
  message.append(text);
  if (action && onClick) {
    const button = document.createElement('button');
    button.textContent = action;
    button.addEventListener('click', () => {
      message.remove();
      onClick();
    });
    message.append(button);
  }
  const messages = byId('messages');
  messages.append(message);
  if (messages.childElementCount > MAX_MESSAGES) messages.firstElementChild?.remove();
  // It leaves with an input, so that nothing moves by itself.
  setTimeout(() => ['click', 'keyup'].forEach((input) => addEventListener(input, () => message.remove(), { once: true })), MESSAGE_TIME);
}

/** What a preview says of no own piece that is hit, of one, and of more. */
const OWN = ['', ', a piece of its own', ', pieces of its own'];

/** Returns the text of a previewed move with its hits, and the class of the status line. @param {Preview} preview @param {import('./position.js').Board} pieces the board before the move @param {import('./position.js').Colour} mover @param {boolean} [hidesShot] whether the text leaves out the shot */
export function previewWords({ move, beam }, pieces, mover, hidesShot = false) {
  if (hidesShot) return { look: 'plain', text: capital(speakMove(pieces, move)) };
  const board = readBoard(beam.board), own = beam.hits.filter((name) => board[squareIndex(name)]?.colour === mover);
  const { answer } = beam, after = readBoard(answer?.beam.board ?? ''), lost = answer?.beam.hits.filter((name) => after[squareIndex(name)]?.colour === mover) ?? [];
  const result = speakResult(beam.result, beam.reason), isWin = beam.result === (mover === 'silver' ? '1-0' : '0-1');
  return {
    look: isWin ? 'good' : own.length || lost.length ? 'warn' : beam.hits.length ? 'good' : 'plain',
    text: `${capital(speakMove(pieces, move))}, ${speakHits(board, beam.hits)}${OWN[Math.min(own.length, 2)]}`
      + `${result ? `. ${result}` : ''}${answer && lost.length ? `. ${capital(answer.colour)}’s beam then ${speakHits(readBoard(answer.beam.board), lost)}` : ''}`,
  };
}

/** Returns the text of the last move of a previewed line with its hits. @param {string[]} moves @param {Beam} beam */
export function lineWords(moves, beam) {
  return `After ${counted(moves.length, 'move')}: ${showMove(moves.at(-1) ?? '', [])} ${speakHits(readBoard(beam.board), beam.hits)}`;
}

/**
 * Returns the text of a fired shot with its hits: `Red: h5+ hits your Pyramid on h4`.
 * @param {GameNode} node the position after the shot @param {Beam} beam
 * @param {import('./position.js').Colour|undefined} own the colour of a person who plays against an engine
 */
export function shotWords(node, beam, own) {
  const mover = opponent(node.toMove);
  return `${capital(mover)}: ${showMove(node.move, [])} hits ${hitWords(beam, mover, own) || 'nothing'}`;
}

/** Returns the hits of a shot: `your Pyramid on h4 and its own Scarab on e5`, or ''. @param {Beam} beam @param {import('./position.js').Colour} mover the player who fires @param {import('./position.js').Colour|undefined} own the colour of the person, if there is one */
export function hitWords(beam, mover, own) {
  const board = readBoard(beam.board);
  return beam.hits.map((name) => {
    const piece = board[squareIndex(name)];
    if (!piece) return name;
    const whose = piece.colour === own ? 'your' : piece.colour === mover ? 'its own' : `${capital(piece.colour)}’s`;
    return `${whose} ${capital(kindName(piece.letter))} on ${name}`;
  }).join(' and ');
}

/** Returns the text of a game in a list. @param {import('../game/game.js').KgnGame} game */
export function gameWords({ tags, result = '*', moves, variant = '' }) {
  const event = [tags.Event, tags.Round, tags.Date].filter(Boolean).join(' ');
  return `${tags.Silver || 'Silver'} – ${tags.Red || 'Red'}, ${result === '*' ? 'unfinished' : result.replaceAll('1/2', '½')}, `
    + `${counted(moves.length, 'ply', 'plies')}, ${variantName(variant)}${event ? ` (${event})` : ''}`;
}

/** Returns the announcement of a move with its shot. @param {GameNode} node @param {Beam} beam */
export function moveWords(node, beam) {
  const before = readBoard(node.parent?.kfen ?? ''), over = speakResult(node.result, node.reason);
  const repeated = node.reason === 'repetition' ? ' Third occurrence: a draw can be claimed.' : '';
  return `${capital(speakMove(before, node.move))}, ${speakHits(readBoard(beam.board), beam.hits)}.${over ? ` ${over}.` : ''}${repeated}`;
}
