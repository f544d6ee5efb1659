// @ts-check
// The field for moves and commands: a move that is typed is played, and the beams, the threats and the pieces can be read.

import { opponent, readBoard, readMove, squareName } from '../khet/position.js';
import { speakHits, speakMove } from '../khet/speech.js';
import { texts } from '../texts/texts.js';
import { byId } from '../khet/words.js';

/** @typedef {import('../app.js').App} App */
/** @typedef {import('../khet/position.js').Colour} Colour */

/** The longest time for which a command waits for the shot, in milliseconds. */
const PATIENCE = 3000;

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
    }, () => { answer.textContent = texts.commands.noAnswer; });
  });
  for (const name of ['node', 'game']) app.addEventListener(name, () => { answer.textContent = ''; });
}

/** Executes a command, and returns the answer; '' after a move, which is announced itself. @param {App} app @param {string} command */
async function execute(app, command) {
  const word = command.toLowerCase();
  if (word === 'help') return texts.commands.help;
  if (word === 'beam' || word === 'beams') return (await Promise.all([app.node.toMove, opponent(app.node.toMove)].map((colour) => describeBeam(app, colour)))).join(' ');
  if (word === 'threat' || word === 'threats') return describeThreats(app);
  if (word === 'silver' || word === 'red') return describePieces(app, word);
  await rest(app);
  // The rules play a Scarab or an Eye only clockwise, and both directions may be typed.
  const spellings = [word, word.replace(/-$/, '+')], move = app.board.legalMoves?.find((one) => spellings.includes(one.move))?.move;
  if (!move) return readMove(word) ? texts.commands.notLegal(command) : texts.commands.unknown(command);
  if (!app.mayMove()) return texts.commands.notYourMove;
  app.board.dispatchEvent(new CustomEvent('move', { detail: move }));
  return '';
}

/** Ends the animation of a shot, and waits until a position is shown with its moves, but not for a panel that shows none. @param {App} app */
function rest(app) {
  return new Promise((resolve) => {
    if (app.board.legalMoves) return resolve(undefined);
    app.board.endShot();
    app.addEventListener('rest', resolve, { once: true });
    setTimeout(resolve, PATIENCE);
  });
}

/** Describes the path of a beam. @param {App} app @param {Colour} colour */
async function describeBeam(app, colour) {
  if (app.hidesShots()) return texts.commands.beamHidden(colour);
  const { legs, board, hits } = await app.rules.beam(app.game.position(), colour);
  const seen = legs.map((leg) => ({ ...leg, dir: app.board.view.seen(leg.dir) }));
  return texts.commands.beam(colour, seen, speakHits(readBoard(board), hits));
}

/** Describes the moves with which the opponent of the side to move would hit its pieces. @param {App} app */
async function describeThreats(app) {
  if (app.hidesShots()) return texts.commands.threatsHidden;
  const { commands } = texts, { node } = app, other = opponent(node.toMove), fields = node.kfen.split(' ');
  if (node.result !== '*') return commands.isOver;
  // The position with the other side to move.
  fields[1] = other === 'silver' ? 's' : 'r';
  const board = readBoard(node.kfen), moves = await app.rules.moves(`kfen ${fields.join(' ')}`);
  const win = other === 'silver' ? '1-0' : '0-1', wins = moves.filter(({ result }) => result === win);
  const hits = new Set(moves.flatMap((move) => move.hits).filter((name) => board.some((piece, square) => piece?.colour === node.toMove && squareName(square) === name)));
  if (wins.length) return commands.threatensPharaoh(other, wins.map(({ move }) => speakMove(board, move)));
  return hits.size ? commands.couldHit(other, [...hits].sort()) : commands.threatensNothing(other);
}

/** Lists the pieces of a side. @param {App} app @param {Colour} colour */
function describePieces(app, colour) {
  const pieces = readBoard(app.node.kfen).flatMap((piece, square) => (
    piece?.colour === colour ? [{ letter: piece.letter, turn: piece.turn, square: squareName(square) }] : []));
  return texts.commands.pieces(colour, pieces);
}
