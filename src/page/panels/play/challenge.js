// @ts-check
// The three opponents that start a game with one click, beside the empty board and after a game.

import { make, rearrange } from '../../common/dom.js';
import { drawFace } from '../../board/faces.js';
import { suggestions } from '../../game/opponents.js';
import { texts } from '../../texts/texts.js';

/** A game against a lower level is called easy. */
const EASY = 800;

/** Returns a button that starts a game. @param {import('../../game/opponents.js').Opponent} opponent @param {(level: number) => void} onPlay */
function challengeButton({ name, level, character }, onPlay) {
  const strength = texts.play.strength(level, level < EASY);
  const button = make('button', { type: 'button', class: 'challenge', 'aria-label': texts.play.challenge(name, strength, character) },
    drawFace(name), make('span', { class: 'who' }, make('strong', {}, name), ' ', make('small', {}, strength)), ' ',
    make('span', { class: 'character' }, character));
  button.addEventListener('click', () => onPlay(level));
  return button;
}

/**
 * Shows the suggested opponents beside a board without a match and without moves, and after a match.
 * @param {import('../../app.js').App} app @param {(level: number) => void} onPlay
 */
export function setUpChallenges(app, onPlay) {
  const container = document.getElementById('challenges'), list = container?.querySelector('div');
  if (!container || !list) return;
  /** The game for which they are shown, or ''. */
  let shown = '';
  const update = () => {
    const { match, game } = app, isEmpty = !match.terms && !game.root.children.length && game.root.result === '*';
    const isOver = match.terms !== null && !match.running, key = app.own.shownFor || !(isEmpty || isOver) ? '' : `${game.id} ${isOver}`;
    if (key && key !== shown) list.replaceChildren(...suggestions().map((opponent) => challengeButton(opponent, onPlay)));
    if (container.hidden === Boolean(key)) rearrange();
    container.hidden = !key;
    shown = key;
  };
  for (const name of ['tree', 'match', 'game']) app.addEventListener(name, update);
}
