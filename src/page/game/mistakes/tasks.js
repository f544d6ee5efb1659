// @ts-check
// The player's mistakes in all reviewed games. Each is a task, which the browser keeps until it is solved.

import { isFault } from '../chance.js';
import { load, save } from '../../common/storage.js';
import { opponent } from '../../khet/position.js';

/** @typedef {import('../game.js').Game} Game */
/** @typedef {import('../reviewed.js').Review} Review */
/** @typedef {import('../../khet/position.js').Colour} Colour */
/**
 * A move that cost too much: the position before it, its number, its mark and its cost in the unit of chances, and the number of nodes of the
 * review. `game` is the last position of the game, which names it, also when it is read again. `against` is the opponent or ''.
 * @typedef {{ kfen: string, played: string, number: number, mark: import('../chance.js').Mark, loss: number, nodes: number, game: string, against: string }} Mistake
 */

/** The largest number of solved tasks that are remembered, so that another review of the same game does not bring them back. */
const REMEMBERED = 500;

/** Returns the name of a task. @param {Mistake} mistake */
export const keyOf = ({ game, kfen, played }) => `${game} ${kfen} ${played}`;

/** Returns the player of a task. @param {Mistake} mistake @returns {Colour} */
export const colourOf = ({ kfen }) => (kfen.split(' ')[1] === 'r' ? 'red' : 'silver');

/** @param {unknown} value @returns {any[]} */
const listOf = (value) => (Array.isArray(value) ? value : []);

/** @param {any} task @returns {task is Mistake} */
const isTask = (task) => typeof task?.kfen === 'string' && typeof task.played === 'string';

/** Returns the unsolved tasks, those of the last review first. @returns {Mistake[]} */
export const loadTasks = () => listOf(load('mistakes')).filter(isTask);

/** Returns the keys of solved tasks. @returns {string[]} */
const loadSolved = () => listOf(load('mistakes-solved'));

/** Returns the last position of a review. @param {Review} review */
const gameOf = ({ line }) => line.at(-1)?.kfen ?? '';

/** Returns the mistakes of a player in a reviewed game that are not solved yet. @param {Game} game @param {Review} review @param {Colour} colour @returns {Mistake[]} */
export function mistakesIn(game, review, colour) {
  const { line, moves, nodes } = review, against = game.tags[colour === 'silver' ? 'Red' : 'Silver'] ?? '', solved = loadSolved();
  return line.flatMap((node) => {
    const move = moves.get(node), { parent, number } = node;
    if (!parent || !move || !isFault(move.mark) || opponent(node.toMove) !== colour) return [];
    return [{ kfen: parent.kfen, played: node.move, number, mark: /** @type {Mistake['mark']} */ (move.mark), loss: move.loss, nodes, game: gameOf(review), against }];
  }).filter((task) => !solved.includes(keyOf(task)));
}

/** Keeps the mistakes of a player in a game in place of those of an earlier review of it. @param {Review} review @param {Colour} colour @param {Mistake[]} mistakes */
export function keepTasks(review, colour, mistakes) {
  const game = gameOf(review), isReplaced = (/** @type {Mistake} */ task) => task.game === game && colourOf(task) === colour;
  save('mistakes', [...mistakes, ...loadTasks().filter((task) => !isReplaced(task))]);
}

/** Removes a task that was solved. @param {Mistake} mistake */
export function solveTask(mistake) {
  const key = keyOf(mistake);
  // Another tab may have changed the tasks.
  save('mistakes', loadTasks().filter((task) => keyOf(task) !== key));
  save('mistakes-solved', [key, ...loadSolved().filter((one) => one !== key)].slice(0, REMEMBERED));
}
