// @ts-check
// The field for moves and commands: a move that is typed is played, and beams, moves, threats and pieces can be read. The key between
// a task and the board.

import { showHint } from '../game/assist.js';
import { asTurnOf, opponent, readBoard, readMove, showMove, squareIndex, squareName } from '../khet/position.js';
import { hitsOn, speakHits, speakMove } from '../khet/speech.js';
import { texts } from '../texts/texts.js';
import { byId } from '../khet/words.js';

/** @typedef {import('../app.js').App} App */
/** @typedef {import('../khet/position.js').Colour} Colour */

/** The longest time for which a command waits for the shot, in milliseconds. */
const PATIENCE = 3000;

/** The key between a task and the board, which is the same in all languages. */
const TASK_KEY = 't';

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
  addEventListener('keydown', (event) => {
    const [target] = event.composedPath();
    if (event.key !== TASK_KEY || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (target instanceof Element && target.closest('input, select, textarea, dialog, [role=slider]')) return;
    event.preventDefault();
    changePlace(app);
  });
}

/** Moves the focus from the board to the task of the open panel, or else to the panel; and from anywhere else to the board. @param {App} app */
function changePlace({ board, panel }) {
  const task = panel.querySelector('.task') ?? panel;
  if (!board.grid.contains(board.focused) || panel.hidden || !(task instanceof HTMLElement)) return board.focusCell();
  task.tabIndex = -1;
  task.focus();
}

/** Executes a command, and returns the answer; '' after a move, which is announced itself. @param {App} app @param {string} command */
async function execute(app, command) {
  const word = command.toLowerCase(), [verb = '', argument = '', more] = word.split(/\s+/);
  if (word === 'help') return texts.commands.help;
  if (word === 'hint') return hint(app);
  if (word === 'undo') return undo(app);
  if (verb === 'moves' && more === undefined && (!argument || squareIndex(argument) >= 0)) return describeMoves(app, argument);
  if (verb === 'beam' && more === undefined && (argument === 'silver' || argument === 'red')) return describeBeam(app, argument);
  if (verb === 'beam' && more === undefined && readMove(argument)) return describeShot(app, argument);
  if (word === 'beam' || word === 'beams') return (await Promise.all([app.node.toMove, opponent(app.node.toMove)].map((colour) => describeBeam(app, colour)))).join(' ');
  if (word === 'threat' || word === 'threats') return describeThreats(app);
  if (word === 'silver' || word === 'red') return describePieces(app, word);
  await rest(app);
  const move = legalMove(app.ahead.isAllowed ? await app.ahead.moves() : app.board.legalMoves ?? [], word);
  if (!move) return readMove(word) ? texts.commands.notLegal(command) : texts.commands.unknown(command);
  if (!app.mayMove() && !app.ahead.isAllowed) return texts.commands.notYourMove;
  app.board.dispatchEvent(new CustomEvent('move', { detail: move }));
  return '';
}

/** Returns the legal move that was typed, or ''. @param {import('../host/engine.js').LegalMove[]} moves @param {string} word */
function legalMove(moves, word) {
  // The rules play a Scarab or an Eye only clockwise, and both directions may be typed.
  const spellings = [word, word.replace(/-$/, '+')];
  return moves.find(({ move }) => spellings.includes(move))?.move ?? '';
}

/** Shows a hint, which is announced itself, where the button for it can be pressed. @param {App} app */
async function hint(app) {
  if (byId('hint-move').hidden) return texts.commands.noHint;
  await showHint(app);
  return '';
}

/** Takes the last move back, or the move ahead. @param {App} app */
function undo(app) {
  if (app.ahead.move) app.ahead.drop();
  else if (app.match.decisions.canTakeBack) app.match.decisions.takeBack();
  else return texts.commands.nothingToUndo;
  return '';
}

/** Lists the legal moves, or those of the piece on a square, with what they hit. @param {App} app @param {string} square */
async function describeMoves(app, square) {
  await rest(app);
  const { pieces, legalMoves } = app.board, moves = (legalMoves ?? []).filter(({ move }) => move.startsWith(square));
  if (!moves.length) return texts.commands.noMoves;
  const isHidden = app.hidesShots();
  return texts.commands.moves(moves.map(({ move, hits }) => ({ move: showMove(move, []), hits: isHidden || !hits.length ? '' : speakHits(pieces, hits) })));
}

/** Describes the shot of a legal move. @param {App} app @param {string} word */
async function describeShot(app, word) {
  await rest(app);
  const move = legalMove(app.board.legalMoves ?? [], word);
  if (!move) return texts.commands.notLegal(word);
  if (app.hidesShots()) return texts.commands.beamHidden(app.node.toMove);
  const beam = await app.rules.beam(app.game.position(), move), moved = speakMove(app.board.pieces, move);
  return `${texts.messages.moved(moved, hitsOn(readBoard(beam.board), beam.hits))} ${beamWords(app, app.node.toMove, beam)}`;
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
  return beamWords(app, colour, await app.rules.beam(app.game.position(), colour));
}

/** Returns the path of a beam in words. @param {App} app @param {Colour} colour @param {import('../host/engine.js').Beam} beam */
function beamWords(app, colour, { legs, board, hits }) {
  const seen = legs.map((leg) => ({ ...leg, dir: app.board.view.seen(leg.dir) }));
  return texts.commands.beam(colour, seen, speakHits(readBoard(board), hits));
}

/** Describes the moves with which the opponent of the side to move would hit its pieces. @param {App} app */
async function describeThreats(app) {
  if (app.hidesShots() || app.match.isFriendly) return texts.commands.threatsHidden;
  const { commands } = texts, { node } = app, other = opponent(node.toMove);
  if (node.result !== '*') return commands.isOver;
  const board = readBoard(node.kfen), moves = await app.rules.moves(`kfen ${asTurnOf(node.kfen, other)}`);
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
