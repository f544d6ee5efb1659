// @ts-check
// What is pasted anywhere on the page, but not into another field than that of moves: a link, a position, moves or games open at the
// right place.

import { panelOfAddress, WITH_POSITION } from '../../common/address.js';
import { linkWords, openLink, showGame } from './open.js';
import { Game } from '../../game/game.js';
import { readPasted } from '../../game/link/pasted.js';
import { texts } from '../../texts/texts.js';

/** The number of characters of a text that a message quotes. */
const QUOTED = 40;

/** @param {import('../../app.js').App} app */
export function setUpPaste(app) {
  document.addEventListener('paste', (event) => {
    const [target] = event.composedPath(), { clipboardData } = event, file = clipboardData?.files[0];
    if (!clipboardData) return;
    const text = clipboardData.getData('text');
    if (!file && target instanceof HTMLElement && takes(target, text)) return;
    event.preventDefault();
    void (file ? readFile(app, file) : openPasted(app, text));
  });
}

/** Returns whether an element is a field that takes a text. That of moves takes what may be a move or a command. @param {HTMLElement} target @param {string} text */
function takes(target, text) {
  if (target instanceof HTMLInputElement && target.id === 'command') return text.length <= target.maxLength && /^(?:none|moves)$/.test(readPasted(text).kind);
  return /^(INPUT|SELECT|TEXTAREA)$/.test(target.tagName) || target.isContentEditable;
}

/** Opens what a text has, or says in words what is wrong. @param {import('../../app.js').App} app @param {string} text */
export async function openPasted(app, text) {
  const pasted = readPasted(text);
  if (pasted.kind === 'none') {
    const [...shown] = text.replace(/[\p{C}\s]+/gu, ' ').trim();
    return app.showMessage(shown.length ? texts.paste.unknown(shown.slice(0, QUOTED).join('') + (shown.length > QUOTED ? '…' : '')) : texts.paste.empty);
  }
  if (pasted.kind === 'games') return readFile(app, new File([text], texts.paste.title));
  await leavePanel(app, pasted.kind === 'position' ? ['', 'analysis'] : WITH_POSITION);
  if (pasted.kind === 'moves') return openMoves(app, pasted.moves);
  return openLink(app, 'link' in pasted ? pasted.link : `kfen=${'kfen' in pasted ? pasted.kfen : ''}`);
}

/** Closes the dialogs, and a panel that is not one of those that may stay. @param {import('../../app.js').App} app @param {string[]} panels */
async function leavePanel(app, panels) {
  for (const dialog of document.querySelectorAll('dialog')) dialog.close();
  if (!panels.includes(panelOfAddress() ?? '-')) await app.openPanel('');
}

/** Reads a file of games in the panel "Review". @param {import('../../app.js').App} app @param {File} file */
async function readFile(app, file) {
  for (const dialog of document.querySelectorAll('dialog')) dialog.close();
  if (!app.open?.read) await app.openPanel('review');
  app.open?.read?.(file);
}

/** Shows a game of moves from the start of the game on the board, or else from the shown position. @param {import('../../app.js').App} app @param {string[]} moves */
async function openMoves(app, moves) {
  const { start, current } = app.game;
  /** @param {string[]} line */
  const show = async (line) => {
    const game = new Game(start);
    game.current = await game.add(game.root, line, app.rules);
    showGame(app, game);
  };
  try {
    await show(moves).catch(async (error) => {
      if (!current.parent) throw error;
      // The fault of the first try is reported if both fail.
      await show([...current.moves, ...moves]).catch(() => { throw error; });
    });
  } catch (error) {
    app.showMessage(await linkWords(app, error));
  }
}
