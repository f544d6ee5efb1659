// @ts-check
// The goals of lessons: whether a move reaches a goal, as the rules report it, and otherwise a sentence about the reason.

import { named, kindName } from '../../khet/names.js';
import { capital, opponent, readBoard, showMove, squareIndex } from '../../khet/position.js';

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
  const miss = await findMiss(rules, kfen, goal, move);
  return miss && { ...miss, text: named(miss.text) };
}

/** @param {import('../../host/engine.js').Rules} rules @param {string} kfen @param {Goal} goal @param {string} move @returns {Promise<Miss|null>} */
async function findMiss(rules, kfen, goal, move) {
  const mover = kfen.split(' ')[1] === 'r' ? 'red' : 'silver', after = `kfen ${kfen} moves ${move}`;
  const beam = await rules.beam(`kfen ${kfen}`, move), board = readBoard(beam.board);
  const own = ownHits(beam, mover);
  if (own.some((name) => board[squareIndex(name)]?.letter === 'k')) return miss('Your beam hits your own Pharaoh: that loses the game.');
  if (own.length) return miss(`Your beam hits your own ${pieceOn(beam, own[0])}.`);
  const missed = goal.hits?.find((name) => !beam.hits.includes(name));
  if (missed) return miss(`${endOf(beam)}${beam.hits.length ? `, but not the ${pieceOn(beam, missed)}` : ''}.`);
  const { kfen: reached, result } = await rules.describe(after), wins = { silver: '1-0', red: '0-1' };
  if (goal.win && result !== wins[mover]) return miss(`${endOf(beam)}${beam.hits.length ? ', but not the Pharaoh' : ''}.`);
  if (goal.next || goal.keeps) {
    const next = await rules.beam(after, opponent(mover)), lost = ownHits(next, mover);
    if (lost.length) return miss(`${capital(opponent(mover))}’s beam then hits your ${pieceOn(next, lost[0])}.`);
    if (goal.next && !next.legs.some(({ end }) => end === goal.next)) {
      return miss(`${capital(opponent(mover))}’s beam then passes: no piece of yours ${goal.next === 'stop' ? 'stops' : 'turns'} it.`);
    }
  }
  if (goal.safe) {
    const answer = (await rules.moves(after)).find((reply) => reply.result === wins[opponent(mover)]);
    if (answer) return miss(`${capital(opponent(mover))} then plays ${showMove(answer.move, [])} and hits your Pharaoh.`, answer.move);
  }
  if (goal.threat && result === '*') {
    const again = reached.split(' ').map((field, at) => (at === 1 ? mover.charAt(0) : field)).join(' ');
    const follows = (await rules.moves(`kfen ${again}`)).some((later) => later.result === wins[mover]);
    if (!follows) return miss('From there no next move of yours would hit the Pharaoh.');
  }
  const pieces = readBoard(reached);
  for (const [square, letter] of Object.entries(goal.holds ?? {})) {
    const fits = (/** @type {import('../../khet/position.js').Piece|null|undefined} */ piece) =>
      piece && (piece.colour === 'silver' ? piece.letter.toUpperCase() : piece.letter) === letter;
    if (square === '*' ? !pieces.some(fits) : !fits(pieces[squareIndex(square)])) {
      return miss(`There is no ${capital(kindName(letter.toLowerCase()))}${square === '*' ? '' : ` on ${square}`} after this move.`);
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

/** Returns a piece with its square: `Pyramid on e4`. @param {Beam} beam @param {string} [square] */
function pieceOn(beam, square = '') {
  return `${capital(kindName(readBoard(beam.board)[squareIndex(square)]?.letter ?? ''))} on ${square}`;
}

/** Returns where a beam ends, without a full stop. @param {Beam} beam */
function endOf(beam) {
  if (beam.hits.length) return `Your beam hits the ${beam.hits.map((name) => pieceOn(beam, name)).join(' and the ')}`;
  const last = beam.legs.at(-1);
  if (last?.end === 'stop') return `The ${pieceOn(beam, last.to)} stops your beam with its front`;
  return `Your beam leaves the board at ${last?.to ?? 'once'} and hits nothing`;
}
