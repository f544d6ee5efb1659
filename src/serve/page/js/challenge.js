// @ts-check
// The three opponents that start a game with one click, on the empty board and in the form of a new game.

import { make } from './dom.js';
import { drawFace } from './faces.js';
import { suggestions } from './opponents.js';

/** Returns a button that starts a game. @param {import('./opponents.js').Opponent} opponent @param {(level: number) => void} onPlay */
function challengeButton({ name, level, character }, onPlay) {
  const strength = level ? String(level) : 'Full strength';
  const button = make('button', { type: 'button', class: 'challenge', 'aria-label': `Play against ${name}, ${strength}`, 'aria-description': character },
    drawFace(name), make('span', { class: 'who' }, make('strong', {}, name), ' ', make('small', {}, strength)), make('span', { class: 'character' }, character));
  button.addEventListener('click', () => onPlay(level));
  return button;
}

/** Shows the suggested opponents in a container. @param {HTMLElement} container @param {(level: number) => void} onPlay */
export function showChallenges(container, onPlay) {
  container.replaceChildren(...suggestions().map((opponent) => challengeButton(opponent, onPlay)));
}

/**
 * Shows the suggested opponents beside a board without a match and without moves.
 * @param {import('./app.js').App} app @param {(level: number) => void} onPlay
 */
export function setUpChallenges(app, onPlay) {
  const container = document.getElementById('challenges'), list = container?.querySelector('div');
  if (!container || !list) return;
  const update = () => {
    const isEmpty = !app.match.terms && !app.own.shownFor && !app.game.root.children.length && app.game.root.result === '*';
    if (isEmpty && container.hidden) showChallenges(list, onPlay);
    container.hidden = !isEmpty;
  };
  for (const name of ['tree', 'match', 'game']) app.addEventListener(name, update);
}
