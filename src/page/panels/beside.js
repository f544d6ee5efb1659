// @ts-check
// What stands beside the board and is not needed to move a piece. It is loaded after the start of the page.

import { setUpCommands } from './commands.js';
import { setUpFriend } from './friend/friend.js';
import { setUpNotes } from './moves/notes.js';
import { setUpEnding } from './play/ending.js';
import { setUpStandings } from './play/standings.js';
import { setUpPaste } from './links/paste.js';
import { setUpAddress } from './links/position-address.js';
import { setUpReach } from './reach.js';
import { setUpShare } from './share/share.js';

/** @param {import('../app.js').App} app */
export function setUpBeside(app) {
  const setUps = [setUpEnding, setUpStandings, setUpCommands, setUpReach, setUpShare, setUpNotes, setUpAddress, setUpPaste, setUpFriend];
  for (const setUp of setUps) setUp(app);
}
