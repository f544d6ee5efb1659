// @ts-check
// Help during a game against an opponent: a hint, where beams can get, and the question before an analysis. Such a game is marked.

import { showMove } from '../khet/position.js';
import { byId } from '../khet/words.js';
import { texts } from '../texts/texts.js';

/** @typedef {import('../app.js').App} App */

/** The tag of a game in which the player had help. */
const TAG = 'Assisted';
/** The time of the search for a hint, in milliseconds. */
const HINT_TIME = 500;

/** Whether the player had help in a game. @param {import('./game.js').Game} game */
export const isAssisted = ({ tags }) => Boolean(tags[TAG]);

/** @param {App} app @param {string} help */
function markAssisted({ game, own }, help) {
  game.tags = { ...game.tags, [TAG]: [...new Set([...(game.tags[TAG] ?? '').split(', ').filter(Boolean), help])].join(', ') };
  own.store();
}

/** Returns whether the player's game against an opponent is on the board, and is not over. @param {App} app */
const isAgainstOpponent = ({ match, own }) => match.running && match.people.length === 1 && !own.shownFor;

/** Marks a game against an opponent in which the player sees where beams can get. @param {App} app */
export function markReach(app) {
  if (isAgainstOpponent(app)) markAssisted(app, 'reach');
}

/** Asks a question, and returns whether the answer is yes. @param {string} text @param {string} yes the text of the button @returns {Promise<boolean>} */
export function ask(text, yes) {
  const dialog = /** @type {HTMLDialogElement} */ (byId('ask'));
  byId('ask-text').textContent = text;
  byId('ask-yes').textContent = yes;
  dialog.returnValue = '';
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.addEventListener('close', () => resolve(dialog.returnValue === 'yes'), { once: true });
  });
}

/** Returns whether an analysis may be opened. During a game against an opponent, the player decides. @param {App} app @returns {Promise<boolean>} */
export async function mayAnalyse(app) {
  if (app.match.isFriendly) {
    app.showMessage(texts.friend.noHelp);
    return false;
  }
  if (!isAgainstOpponent(app) || isAssisted(app.game)) return true;
  const isWanted = await ask(texts.game.analysisMarks, texts.game.analyseAnyway);
  if (isWanted) markAssisted(app, 'analysis');
  return isWanted;
}

/** The hints by position, so that a position has one. @type {Map<string, Promise<string|null>>} */
const hints = new Map();

/** Returns the hint for a position. @param {App} app @param {string} position */
function hintFor(app, position) {
  const search = async () => {
    const searcher = app.engine('khepri', 'hint');
    try {
      return await searcher.run(position, `movetime ${HINT_TIME}`, { UCI_LimitStrength: 'false', MultiPV: 1 }, () => {});
    } finally {
      app.release(searcher);
    }
  };
  const hint = hints.get(position) ?? search();
  hints.set(position, hint);
  // A search that was stopped or lost its engine found none.
  const forget = () => hints.delete(position);
  hint.then((move) => move ?? forget(), forget);
  return hint;
}

/** Shows the best move of the side to move as an arrow. @param {App} app */
export async function showHint(app) {
  const { game, node } = app;
  markAssisted(app, 'hints');
  app.setStatus(texts.game.lookingForMove, 'plain');
  try {
    const move = await hintFor(app, game.position(node));
    if (!move || app.node !== node) return;
    app.board.setArrows([{ move, class: 'best' }]);
    app.announce(`${texts.game.goodMove(move)}.`);
    app.setStatus(texts.game.goodMove(showMove(move, [])), 'plain');
    app.addEventListener('node', () => app.board.setArrows([]), { once: true });
  } catch (error) {
    // The status line must not go on to promise a hint.
    void app.show();
    throw error;
  }
}
