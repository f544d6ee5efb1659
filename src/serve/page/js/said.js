// @ts-check
// What the page says: messages, words for screen readers, and the line below the board.

import { capital, opponent, readBoard, showMove, speakHits, speakMove, speakResult, squareIndex, VARIANTS } from './position.js';

/** @typedef {import('./engine.js').Beam} Beam */
/** @typedef {import('./game.js').GameNode} GameNode */
/** A move whose shot is shown: whether a key or a touch asked for it, and what fires it, if that has to be said. @typedef {{ move: string, beam: Beam, asked: boolean, again: string }} Preview */

/** How long a message stands, in milliseconds. */
const TIME = 8000;

/** @template {HTMLElement} T @param {string} id @returns {T} */
export const byId = (id) => /** @type {T} */ (document.getElementById(id));

/** Says something to screen readers. @param {string} text */
export function announce(text) {
  const live = byId('live'), line = document.createElement('p');
  line.textContent = text;
  live.append(line);
  // A reply that comes at once does not cut the move short.
  while (live.childElementCount > 3) live.firstElementChild?.remove();
}

/** Shows a message for some seconds, with a button if there is something to do. @param {string} text @param {string} [action] @param {() => void} [act] */
export function say(text, action, act) {
  const message = document.createElement('div');
  message.className = 'message';
  message.append(text);
  if (action && act) {
    const button = document.createElement('button');
    button.textContent = action;
    button.addEventListener('click', () => {
      message.remove();
      act();
    });
    message.append(button);
  }
  byId('messages').append(message);
  setTimeout(() => message.remove(), TIME);
}

/** Returns what a move would hit, and the look of the line that says so. @param {Preview} preview @param {import('./position.js').Board} pieces the board before the move @param {import('./position.js').Colour} mover */
export function previewWords({ move, beam, again }, pieces, mover) {
  const board = readBoard(beam.board), own = beam.hits.filter((name) => board[squareIndex(name)]?.colour === mover);
  const result = speakResult(beam.result, beam.reason), isWin = beam.result === (mover === 'silver' ? '1-0' : '0-1');
  return {
    look: isWin ? 'good' : own.length ? 'warn' : beam.hits.length ? 'good' : 'plain',
    text: `${capital(speakMove(pieces, move))}, ${speakHits(board, beam.hits)}${own.length ? ', a piece of its own' : ''}`
      + `${result ? `. ${result}` : ''}${again ? `. ${again} to fire` : ''}`,
  };
}

/** Returns what the last move of a line would hit. @param {string[]} moves @param {Beam} beam */
export function lineWords(moves, beam) {
  const number = moves.length === 1 ? '1 move' : `${moves.length} moves`;
  return `After ${number}: ${showMove(moves.at(-1) ?? '', [])} ${speakHits(readBoard(beam.board), beam.hits)}`;
}

/**
 * Returns what a shot that was fired has hit: `Red: h5+ hits your Pyramid on h4`.
 * @param {GameNode} node the position after it @param {Beam} beam
 * @param {import('./position.js').Colour|undefined} own the colour of the only person who plays
 */
export function shotWords(node, beam, own) {
  const mover = opponent(node.toMove), board = readBoard(beam.board);
  const hits = beam.hits.map((name) => {
    const piece = board[squareIndex(name)];
    if (!piece) return name;
    const whose = piece.colour === own ? 'your' : piece.colour === mover ? 'its own' : `${capital(piece.colour)}’s`;
    return `${whose} ${capital(piece.kind)} on ${name}`;
  });
  return `${capital(mover)}: ${showMove(node.move, [])} hits ${hits.join(' and ') || 'nothing'}`;
}

/** Returns the line of a game in a list. @param {import('./game.js').KgnGame} game */
export function gameWords({ tags, result = '*', moves, variant = '' }) {
  const event = [tags.Event, tags.Round, tags.Date].filter(Boolean).join(' ');
  return `${tags.Silver || 'Silver'} – ${tags.Red || 'Red'}, ${result === '*' ? 'unfinished' : result.replaceAll('1/2', '½')}, `
    + `${moves.length} ${moves.length === 1 ? 'ply' : 'plies'}, ${VARIANTS[variant] ?? variant}${event ? ` (${event})` : ''}`;
}

/** Returns a move that was made, with its shot. @param {GameNode} node @param {Beam} beam */
export function moveWords(node, beam) {
  const before = readBoard(node.parent?.kfen ?? ''), over = speakResult(node.result, node.reason);
  const repeated = node.reason === 'repetition' ? ' Third occurrence: a draw can be claimed.' : '';
  return `${capital(speakMove(before, node.move))}, ${speakHits(readBoard(beam.board), beam.hits)}.${over ? ` ${over}.` : ''}${repeated}`;
}
