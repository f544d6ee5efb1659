// @ts-check
// What stands beside the board and is not needed to move a piece. It is loaded after the start of the page.

import { setUpCommands } from './commands.js';
import { setUpNotes } from './moves/notes.js';
import { setUpEnding } from './play/ending.js';
import { setUpReach } from './reach.js';
import { setUpShare } from './share/share.js';

/** @param {import('../app.js').App} app */
export function setUpBeside(app) {
  for (const setUp of [setUpEnding, setUpCommands, setUpReach, setUpShare, setUpNotes]) setUp(app);
}
