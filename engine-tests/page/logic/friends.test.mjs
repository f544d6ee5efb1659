// Games with friends by link: how a link stands to the known game, and a match with a friend.

import assert from 'node:assert/strict';
import test from 'node:test';
import { BARE, openApp, reopenApp, settled, stored, SILVER_LOSES, TURNS, turns } from './stubs.mjs';
import { compare, faultOfEnd, isUnsent, mustSend, newFriendly, rematchOf } from '../../../src/page/game/friend/friendly.js';
import { isFriendlyName, keyOf, loadFriendlies, loadFriendly, removeFriendly, saveFriendly } from '../../../src/page/game/friend/store.js';
import { mayAnalyse } from '../../../src/page/game/assist.js';

const standing = (moves, more = {}) => ({ moves, result: '*', termination: '', offer: '', ...more });
const [a, b, c, d] = TURNS;
/** Returns the kind of a link for Silver, who moved first. */
const kindOf = (known, linked, side = 'silver') => compare(known, linked, 'silver', side).kind;

test('a new game has a random id, the own side and the own name', () => {
  const one = newFriendly('red', ' Ada\u202e ');
  assert.match(one.id, /^[\w-]{16}$/);
  assert.notEqual(one.id, newFriendly('red', 'Ada').id);
  assert.deepEqual({ ...one, id: '' }, { id: '', side: 'red', names: { silver: '', red: 'Ada' }, offer: '', sent: '', received: '' });
  const next = rematchOf({ ...one, names: { silver: 'Bob', red: 'Ada' }, sent: 'x' });
  assert.notEqual(next.id, one.id);
  assert.deepEqual({ ...next, id: '' }, { id: '', side: 'silver', names: { silver: 'Ada', red: 'Bob' }, offer: '', sent: '', received: '' });
});

test('a link is newer, the same or older', () => {
  assert.equal(kindOf(standing([a]), standing([a, b])), 'newer');
  assert.equal(kindOf(standing([a, b]), standing([a, b])), 'same');
  assert.equal(kindOf(standing([a, b]), standing([a])), 'older');
  assert.equal(kindOf(standing([]), standing([])), 'same');
  // For one who only watches, every longer game is newer.
  assert.equal(kindOf(standing([a]), standing([a, b, c, d]), ''), 'newer');
});

test('a move of the own side that was made elsewhere is noticed', () => {
  assert.equal(kindOf(standing([a, b]), standing([a, b, c])), 'yours');
  assert.equal(kindOf(standing([a]), standing([a, b, c, d])), 'yours');
  assert.equal(kindOf(standing([a]), standing([a, b]), 'red'), 'yours');
});

test('a second answer of the friend, and a changed move of the own side, differ', () => {
  assert.deepEqual(compare(standing([a, b, c]), standing([a, d]), 'silver', 'silver'), { kind: 'second', at: 1 });
  assert.deepEqual(compare(standing([a, b]), standing([c, b]), 'silver', 'silver'), { kind: 'changed', at: 0 });
  // Under Deflexion Red moves first.
  assert.equal(compare(standing([a, b]), standing([c, b]), 'red', 'silver').kind, 'second');
});

test('offers and ends are new once', () => {
  const game = [a, b], resigned = { result: '1-0', termination: 'resignation' };
  assert.equal(kindOf(standing(game), standing(game, { offer: 'red' })), 'offer');
  assert.equal(kindOf(standing(game, { offer: 'red' }), standing(game, { offer: 'red' })), 'same');
  assert.equal(kindOf(standing(game), standing(game, { offer: 'silver' })), 'same');
  assert.equal(kindOf(standing(game), standing(game, resigned)), 'end');
  assert.equal(kindOf(standing(game, resigned), standing(game)), 'older');
  assert.equal(kindOf(standing(game, resigned), standing(game, resigned)), 'same');
  // The friend resigned before the last move arrived, and moved before the own resignation did.
  assert.equal(kindOf(standing([a, b, c]), standing([a, b], resigned)), 'end');
  assert.equal(kindOf(standing([a], { result: '0-1', termination: 'resignation' }), standing([a, b])), 'older');
});

test('an end that the friend cannot decide is refused', () => {
  const fault = (result, termination, { reason = '-', offer = '', side = 'silver' } = {}) => faultOfEnd({ result, termination }, reason, offer, side);
  assert.equal(fault('*', ''), '');
  assert.equal(fault('1-0', 'resignation'), '');
  assert.equal(fault('0-1', 'resignation'), 'resigned');
  assert.equal(fault('0-1', 'resignation', { side: '' }), '');
  assert.equal(fault('1/2-1/2', 'resignation'), 'unknown');
  assert.equal(fault('1/2-1/2', 'agreement'), 'agreed');
  assert.equal(fault('1/2-1/2', 'agreement', { offer: 'red' }), 'agreed');
  assert.equal(fault('1/2-1/2', 'agreement', { offer: 'silver' }), '');
  assert.equal(fault('1/2-1/2', 'repetition'), 'claimed');
  assert.equal(fault('1/2-1/2', 'repetition', { reason: 'repetition' }), '');
  assert.equal(fault('1-0', 'time'), 'unknown');
  assert.equal(fault('1/2-1/2', 'time'), 'unknown');
});

/** Starts a game with a friend in which Silver is played here. */
async function startFriendly(t, side = 'silver') {
  const opened = await openApp(t), { match } = opened, start = { variant: 'khet2', name: 'bare', kfen: BARE };
  match.start({ players: { silver: null, red: null }, time: null, start, friend: newFriendly(side, 'Ada') });
  await settled();
  return opened;
}
/** What the page does when the link is copied. */
const copy = ({ match, app }) => { match.friend.sent = keyOf({ game: app.game.store(), match: match.store() }).split('|').slice(0, 3).join('|'); };

test('only the own side moves, and a link follows each of its moves', async (t) => {
  const { app, match } = await startFriendly(t);
  assert.deepEqual([match.name('silver'), match.name('red'), app.game.tags.Red], ['Ada', 'Your friend', 'Red']);
  assert.deepEqual([match.mayMove(), mustSend(match), app.status], [true, false, 'Your move: you play Silver.']);
  await app.play(a);
  assert.deepEqual([match.mayMove(), mustSend(match), app.status], [false, true, 'Send the link to your friend.']);
  copy({ app, match });
  app.matchChanged();
  assert.deepEqual([mustSend(match), isUnsent(match), app.status], [false, false, 'Your friend is to move']);
});

test('the first link goes out before a move if the friend moves first', async (t) => {
  const { app, match } = await startFriendly(t, 'red');
  assert.deepEqual([match.mayMove(), mustSend(match), app.board.flipped], [false, true, true]);
});

test('a move can be taken back until its link is copied', async (t) => {
  const { app, match } = await startFriendly(t);
  assert.equal(match.decisions.canTakeBack, false);
  await app.play(a);
  assert.equal(match.decisions.canTakeBack, true);
  copy({ app, match });
  assert.equal(match.decisions.canTakeBack, false);
});

test('an offer travels with a move, and the friend answers it', async (t) => {
  const { app, match } = await startFriendly(t);
  match.decisions.offerDraw();
  assert.equal(match.decisions.canAnswer, false);
  await app.play(a);
  assert.equal(match.store().terms.friend.offer, 'silver');
  // A link has brought the friend's offer.
  const stored = match.store();
  stored.terms.friend.offer = 'red';
  match.restore(stored);
  assert.equal(match.decisions.canAnswer, true);
  match.decisions.answer(true);
  assert.deepEqual([app.game.result, app.game.termination, match.running, mustSend(match)], ['1/2-1/2', 'agreement', false, true]);
});

test('a resignation is that of the own side, and a rematch has another id and the other colour', async (t) => {
  const { app, match } = await startFriendly(t), { id } = match.friend;
  match.decisions.resign();
  assert.deepEqual([app.game.result, mustSend(match)], ['0-1', true]);
  match.rematch();
  assert.notEqual(match.friend.id, id);
  assert.deepEqual([match.friend.side, match.friend.names], ['red', { silver: '', red: 'Ada' }]);
});

test('only the side to move claims a draw', async (t) => {
  const { app, match } = await startFriendly(t);
  await app.playAll(turns(8));
  assert.equal(match.decisions.canClaim, true);
  await app.playAll([turns(9)[8]]);
  assert.equal(match.decisions.canClaim, false);
});

test('the end by the rules is sent too', async (t) => {
  const { app, match } = await startFriendly(t, 'red');
  await app.playAll(SILVER_LOSES);
  assert.deepEqual([match.running, mustSend(match), match.outcomeText()], [false, true, 'You win. ']);
});

test('there is no analysis while the game runs', async (t) => {
  const { app, match } = await startFriendly(t);
  assert.equal(await mayAnalyse(app), false);
  assert.match(app.message, /^In a game with a friend there is no analysis/);
  match.decisions.resign();
  assert.equal(await mayAnalyse(app), true);
});

test('games with friends are stored by their ids, and leave the board to their own place', async (t) => {
  const { app, match, own } = await startFriendly(t), { id } = match.friend;
  await app.play(a);
  assert.equal(loadFriendly(id), null);
  own.replace('A new game has begun.', () => { match.end(); });
  const { game, match: kept } = loadFriendly(id);
  assert.deepEqual([game.nodes.length, kept.terms.friend.side, own.earlierGames().length], [2, 'silver', 0]);
  assert.equal(loadFriendlies().length, 1);
  assert.ok(isFriendlyName(`friend.${id}`) && !isFriendlyName('game'));
  saveFriendly({ game, match: { ...kept, terms: null } });
  assert.equal(loadFriendlies().length, 1);
  assert.notEqual(keyOf({ game, match: kept }), keyOf({ game, match: { ...kept, running: false } }));
  removeFriendly(id);
  assert.deepEqual([loadFriendly(id), loadFriendlies()], [null, []]);
});

test('a game with a friend continues after a reload with its offer', async (t) => {
  const { app, match } = await startFriendly(t);
  await app.play(a);
  match.decisions.offerDraw();
  app.own.store();
  assert.equal(stored('game').match.terms.friend.offer, 'silver');
  const again = await reopenApp();
  assert.deepEqual([again.match.isFriendly, again.match.decisions.offer, again.match.friend.side], [true, 'silver', 'silver']);
});
