// @ts-check
// A game with a friend on the board: what to do next, the link to send, and a field for the link that comes back.

import { namedSite, siteAddress } from '../../common/address.js';
import { copyText, make, makeButton, rearrange } from '../../common/dom.js';
import { describe, mustSend } from '../../game/friend/friendly.js';
import { gameLink } from '../../game/link/link.js';
import { transport } from '../../host/transport.js';
import { opponent } from '../../khet/position.js';
import { byId } from '../../khet/words.js';
import { texts } from '../../texts/texts.js';
import { openPasted } from '../links/paste.js';
import { besidesOf, idOnBoard } from './board.js';

/** @typedef {import('../../app.js').App} App */

/** Returns the text that the friend gets. A page that only this machine can reach has no address that helps. @param {App} app */
async function messageFor(app) {
  const { friend } = app.match;
  if (!friend) return '';
  const link = await gameLink(app.game, besidesOf(friend, app)), isLocal = transport.isLocal && !namedSite();
  return isLocal ? texts.friend.message(friend.names.silver || texts.game.players.silver, friend.names.red || texts.game.players.red, link) : siteAddress() + link;
}

/** @param {App} app */
export function setUpFriend(app) {
  const section = byId('friend'), { match } = app;
  const text = make('p', { role: 'status' }), copy = makeButton('', () => { void send(false); }), share = makeButton(texts.share.share, () => { void send(true); });
  const field = make('input', { type: 'text', autocomplete: 'off', autocapitalize: 'none', spellcheck: 'false', placeholder: texts.friend.paste, 'aria-label': texts.friend.paste });
  const answer = make('div', { class: 'friend-answer' }, field, makeButton(texts.friend.open, () => open()));
  section.append(make('h2', { id: 'friend-title' }, texts.friend.title), text, make('div', { class: 'actions' }, copy, ...('share' in navigator ? [share] : [])), answer);

  const open = () => {
    const { value } = field;
    field.value = '';
    if (value.trim()) void openPasted(app, value);
  };
  // A pasted link needs no further step.
  field.addEventListener('input', () => { if (/friend=[^]*\/\d+[a-z]{4}\s*$/.test(field.value)) open(); });
  field.addEventListener('keydown', (event) => { if (event.key === 'Enter') open(); });

  /** Copies or shares the link, which the friend has from then on. @param {boolean} isShared */
  const send = async (isShared) => {
    const { friend } = match, { game } = app;
    if (!friend) return;
    const message = await messageFor(app), sent = describe(game, match.decisions.offer);
    if (isShared) await navigator.share({ title: texts.share.linkTitle, text: message }).catch(() => {});
    else await copyText(app, texts.friend.linkFor(friend.names[opponent(friend.side || 'silver')]), message, section);
    if (match.friend?.id !== friend.id) return;
    match.friend.sent = sent;
    app.treeChanged();
    app.matchChanged();
  };

  const draw = () => {
    const { friend } = match, isShown = Boolean(idOnBoard(app) && friend?.side);
    if (section.hidden === isShown) rearrange();
    section.hidden = !isShown;
    if (!isShown || !friend?.side) return;
    const name = friend.names[opponent(friend.side)], isToSend = mustSend(match), { tip } = app.game, said = texts.friend;
    const isOwn = match.running && tip.toMove === friend.side;
    text.textContent = isToSend ? said.send(name) : isOwn ? said.yourMove(name) : match.running ? said.waits(name) : said.over;
    copy.textContent = isToSend || !friend.sent ? said.copyFor(name) : said.again;
    copy.classList.toggle('primary', isToSend);
    copy.hidden = share.hidden = isOwn && !isToSend;
    share.classList.toggle('primary', isToSend);
    answer.hidden = isToSend || !match.running || isOwn;
  };
  for (const name of ['tree', 'match', 'game']) app.addEventListener(name, draw);
  draw();
}
