// @ts-check
// The goals of lessons: whether a move reaches a goal, as the rules report it, and otherwise a sentence about the reason.

import { opponent, readBoard, showMove, squareIndex } from '../../khet/position.js';
import { texts } from '../../texts/texts.js';

/** @typedef {import('../../host/engine.js').Beam} Beam */
/** @typedef {import('../../khet/position.js').Colour} Colour */
/**
 * What a move must achieve. In every goal the shot may hit no piece of the mover.
 * - `hits`: the shot hits these squares.
 * - `win`: the move wins the game.
 * - `next`: a leg of the opponent's next beam ends in this way, such as `stop` at an absorbing face.
 * - `keeps`: the opponent's next beam hits no piece of the mover.
 * - `safe`: no move of the opponent wins.
 * - `threat`: if the opponent did nothing, a move of the mover would win.
 * - `holds`: these squares then have the pieces of these letters, in the case of KFEN. The square `*` is any square.
 * @typedef {{ hits?: string[], win?: true, next?: 'turn'|'stop', keeps?: true, safe?: true, threat?: true, holds?: Record<string, string> }} Goal
 */
/** The reason why a move does not reach a goal, and the opponent's move that shows it, or ''. @typedef {{ text: string, reply: string }} Miss */

/** Returns null if a move reaches a goal, else the reason. @param {import('../../host/engine.js').Rules} rules @param {string} kfen @param {Goal} goal @param {string} move @returns {Promise<Miss|null>} */
export async function judge(rules, kfen, goal, move) {
  const { goals } = texts, mover = kfen.split(' ')[1] === 'r' ? 'red' : 'silver', after = `kfen ${kfen} moves ${move}`;
  const beam = await rules.beam(`kfen ${kfen}`, move), board = readBoard(beam.board);
  const own = ownHits(beam, mover);
  if (own.some((name) => board[squareIndex(name)]?.letter === 'k')) return miss(goals.ownPharaoh);
  if (own.length) return miss(goals.ownPiece(pieceOn(board, own[0])));
  const missed = goal.hits?.find((name) => !beam.hits.includes(name));
  const hits = beam.hits.map((name) => pieceOn(board, name));
  if (missed) return miss(hits.length ? goals.notPiece(hits, pieceOn(board, missed)) : endOf(beam));
  const { kfen: reached, result } = await rules.describe(after), wins = { silver: '1-0', red: '0-1' };
  if (goal.win && result !== wins[mover]) return miss(hits.length ? goals.notPharaoh(hits) : endOf(beam));
  if (goal.next || goal.keeps) {
    const next = await rules.beam(after, opponent(mover)), lost = ownHits(next, mover);
    if (lost.length) return miss(goals.isHit(opponent(mover), pieceOn(readBoard(next.board), lost[0])));
    if (goal.next && !next.legs.some(({ end }) => end === goal.next)) {
      return miss(goal.next === 'stop' ? goals.notStopped(opponent(mover)) : goals.notTurned(opponent(mover)));
    }
  }
  if (goal.safe) {
    const answer = (await rules.moves(after)).find((reply) => reply.result === wins[opponent(mover)]);
    if (answer) return miss(goals.opponentWins(opponent(mover), showMove(answer.move, [])), answer.move);
  }
  if (goal.threat && result === '*') {
    const again = reached.split(' ').map((field, at) => (at === 1 ? mover.charAt(0) : field)).join(' ');
    const follows = (await rules.moves(`kfen ${again}`)).some((later) => later.result === wins[mover]);
    if (!follows) return miss(goals.noThreat);
  }
  const pieces = readBoard(reached);
  for (const [square, letter] of Object.entries(goal.holds ?? {})) {
    const fits = (/** @type {import('../../khet/position.js').Piece|null|undefined} */ piece) =>
      piece && (piece.colour === 'silver' ? piece.letter.toUpperCase() : piece.letter) === letter;
    if (square === '*' ? !pieces.some(fits) : !fits(pieces[squareIndex(square)])) {
      const lower = letter.toLowerCase(), colour = letter === lower ? 'red' : 'silver';
      return miss(square === '*' ? goals.notThere(colour, lower) : goals.notOn({ colour, letter: lower, square }));
    }
  }
  return null;
}

/** @param {string} text @param {string} [reply] @returns {Miss} */
const miss = (text, reply = '') => ({ text, reply });

/** @param {Beam} beam @param {Colour} colour */
function ownHits(beam, colour) {
  const board = readBoard(beam.board);
  return beam.hits.filter((name) => board[squareIndex(name)]?.colour === colour);
}

/** Returns a piece with its square, as the texts need it. @param {import('../../khet/position.js').Board} board @param {string} [square] */
function pieceOn(board, square = '') {
  const { colour = '', letter = '' } = board[squareIndex(square)] ?? {};
  return { colour, letter, square };
}

/** Returns where a beam ends that hits nothing. @param {Beam} beam */
function endOf(beam) {
  const last = beam.legs.at(-1);
  if (!last) return texts.goals.leavesAtOnce;
  return last.end === 'stop' ? texts.goals.stopped(pieceOn(readBoard(beam.board), last.to)) : texts.goals.leavesAt(last.to);
}
