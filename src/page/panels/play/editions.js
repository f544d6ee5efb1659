// @ts-check
// The first choice of a new visitor, beside a board that can be played on already: the game that they own. Below it stands the way
// to the lessons.

import { byId } from '../../app.js';
import { make, rearrange, setText } from '../../common/dom.js';
import { load } from '../../common/storage.js';
import { drawPiece, loadPieces } from '../../board/pieces.js';
import { svg } from '../../board/picture.js';
import { readAddress } from '../../common/address.js';
import { edition, editionId, EDITIONS } from '../../khet/editions.js';
import { texts } from '../../texts/texts.js';

/** Two pieces by which a game is recognised, by its id: silver ones in upper case. @type {Record<string, string[]>} */
const SHOWN = { laser: ['K', 's'], khet2: ['K', 'x'], khet1: ['T', 'p'], deflexion: ['O', 's'] };

/** Returns the card of a game. @param {string} id @param {(id: string) => void} onChoose */
function card(id, onChoose) {
  const { name = '', pieces = 'khet' } = EDITIONS[id] ?? {}, note = texts.editions.notes[id] ?? '';
  const picture = svg('svg', { viewBox: '-58 -28 116 56', 'aria-hidden': 'true' });
  // Without its drawings a card is still a choice.
  void loadPieces(pieces).then(() => SHOWN[id]?.forEach((shown, at) => {
    const letter = shown.toLowerCase(), colour = shown === letter ? 'red' : 'silver';
    const place = svg('g', { transform: `translate(${at ? 29 : -29} 0)` });
    place.append(drawPiece({ colour, letter, turn: 0 }, undefined, pieces));
    picture.append(place);
  }), () => {});
  const button = make('button', { type: 'button', class: 'card' }, picture, make('strong', {}, name), ' ', make('small', {}, note));
  button.addEventListener('click', () => onChoose(id));
  return button;
}

/** Shows the games to a visitor who has neither chosen one nor played, and the way to the lessons beside a board without a match. @param {import('../../app.js').App} app */
export function setUpEditions(app) {
  const cards = byId('editions'), newcomer = byId('newcomer'), [question, learn] = newcomer.children;
  /** Whether a link was opened. Its game or position has a rule set already. */
  let hadLink = false;
  const seeLink = () => { hadLink ||= readAddress().link !== ''; };
  seeLink();
  addEventListener('hashchange', seeLink);
  /** Whether the visitor has a choice to make. A game, or its names alone, may have been chosen under another version of the page. */
  const mayChoose = () => !hadLink && !editionId() && !load('names') && !load('terms') && app.isUntouched && !app.own.earlierGames().length;
  const choose = (/** @type {string} */ id) => {
    void app.setEdition(id);
    app.announce(texts.editions.chosen(EDITIONS[id]?.name ?? ''));
  };
  const update = () => {
    const isFree = !app.match.terms && !app.own.isExercise && !app.game.root.children.length, isOpen = mayChoose();
    if (cards.hidden === isOpen || newcomer.hidden === isFree) rearrange();
    const list = cards.querySelector('div');
    if (isOpen && list && !list.childElementCount) list.append(...Object.keys(EDITIONS).map((id) => card(id, choose)));
    cards.hidden = !isOpen;
    newcomer.hidden = !isFree;
    const game = edition(), { newcomer: words, newTo } = texts.editions;
    if (question) setText(question, game ? newTo(game.name) : words);
  };
  learn?.addEventListener('click', () => { void app.openPanel('learn'); });
  for (const name of ['tree', 'match', 'game', 'edition']) app.addEventListener(name, update);
}
