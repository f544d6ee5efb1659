// @ts-check
// The field for moves and commands: a move that is typed is played, and the beams, the threats and the pieces can be read.

import { kindName, named } from '../khet/names.js';
import { capital, opponent, pieceName, readBoard, readMove, squareName } from '../khet/position.js';
import { speakHits, speakMove } from '../khet/speech.js';
import { byId } from '../khet/words.js';

/** @typedef {import('../app.js').App} App */
/** @typedef {import('../host/engine.js').LegalMove} LegalMove */
/** @typedef {import('../khet/position.js').Colour} Colour */

const HELP = 'Type a move: h2g2 moves, h2+ rotates clockwise, h2- anticlockwise, e1d2t moves the top of a stack. Other words: beam, threats, silver, red, help.';
/** The longest time for which a command waits for the shot, in milliseconds. */
const PATIENCE = 3000;
/** @type {Record<string, string>} */
const DIRECTIONS = { n: 'up', e: 'right', s: 'down', w: 'left' };
/** @type {Record<string, string>} The ends of a leg. */
const ENDS = { turn: 'turns at', split: 'is split at', hit: 'hits', stop: 'is stopped at', edge: 'leaves the board' };

/** @param {App} app */
export function setUpCommands(app) {
  const field = /** @type {HTMLInputElement} */ (byId('command')), answer = byId('answer');
  byId('command-form').addEventListener('submit', (event) => {
    event.preventDefault();
    const command = field.value.trim();
    field.value = '';
    if (!command) return;
    execute(app, command).then((text) => {
      answer.textContent = text;
      if (text) app.announce(text);
    }, () => { answer.textContent = 'There is no answer now.'; });
  });
  for (const name of ['node', 'game']) app.addEventListener(name, () => { answer.textContent = ''; });
}

/** Executes a command, and returns the answer; '' after a move, which is announced itself. @param {App} app @param {string} command */
async function execute(app, command) {
  const word = command.toLowerCase();
  if (word === 'help') return HELP;
  if (word === 'beam' || word === 'beams') return (await Promise.all([app.node.toMove, opponent(app.node.toMove)].map((colour) => describeBeam(app, colour)))).join(' ');
  if (word === 'threat' || word === 'threats') return describeThreats(app);
  if (word === 'silver' || word === 'red') return describePieces(app, word);
  await rest(app);
  // The rules play a Scarab or an Eye only clockwise, and both directions may be typed.
  const spellings = [word, word.replace(/-$/, '+')], move = app.board.legalMoves?.find((one) => spellings.includes(one.move))?.move;
  if (!move) return readMove(word) ? `${command} is not legal here.` : `Expected a move or a command, found “${command}”. ${HELP}`;
  if (!app.mayMove()) return 'It is not your move.';
  app.board.dispatchEvent(new CustomEvent('move', { detail: move }));
  return '';
}

/** Waits until a position is shown with its moves, but not for a panel that shows none. @param {App} app */
function rest(app) {
  return new Promise((resolve) => {
    if (app.board.legalMoves) return resolve(undefined);
    app.addEventListener('rest', resolve, { once: true });
    setTimeout(resolve, PATIENCE);
  });
}

/** Describes the path of a beam. @param {App} app @param {Colour} colour */
async function describeBeam(app, colour) {
  if (app.hidesShots()) return `${capital(colour)}’s beam is hidden here.`;
  const { legs, board, hits } = await app.rules.beam(app.game.position(), colour), pieces = readBoard(board);
  const path = legs.map(({ to, dir, end }) => (end === 'edge' ? `${DIRECTIONS[dir]}, ${ENDS.edge}` : `${DIRECTIONS[dir]}, ${ENDS[end] ?? 'reaches'} ${to}`));
  return `${capital(colour)}’s beam goes ${path.join('; ')}. It ${speakHits(pieces, hits)}.`;
}

/** Describes the moves with which the opponent of the side to move would hit its pieces. @param {App} app */
async function describeThreats(app) {
  if (app.hidesShots()) return 'Threats are hidden here.';
  const { node } = app, other = opponent(node.toMove), fields = node.kfen.split(' ');
  if (node.result !== '*') return 'The game is over.';
  // The position with the other side to move.
  fields[1] = other === 'silver' ? 's' : 'r';
  const board = readBoard(node.kfen), moves = await app.rules.moves(`kfen ${fields.join(' ')}`);
  const win = other === 'silver' ? '1-0' : '0-1', wins = moves.filter(({ result }) => result === win);
  const hits = new Set(moves.flatMap((move) => move.hits).filter((name) => board.some((piece, square) => piece?.colour === node.toMove && squareName(square) === name)));
  const words = (/** @type {LegalMove[]} */ list) => list.map(({ move }) => speakMove(board, move)).join('; ');
  if (wins.length) return named(`${capital(other)} threatens to hit the Pharaoh: ${words(wins)}.`);
  return hits.size ? `${capital(other)} could hit ${[...hits].sort().join(', ')}.` : `${capital(other)} threatens nothing.`;
}

/** Lists the pieces of a side. @param {App} app @param {Colour} colour */
function describePieces(app, colour) {
  const pieces = readBoard(app.node.kfen).flatMap((piece, square) => (
    piece?.colour === colour ? [`${pieceName(piece, kindName(piece.letter)).replace(`${colour} `, '')} on ${squareName(square)}`] : []));
  return `${capital(colour)}: ${pieces.join(', ')}.`;
}
