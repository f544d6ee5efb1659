// Help of the engine during a game: hints, and the question before an analysis.

import assert from 'node:assert/strict';
import test from 'node:test';
import { BARE, openApp, settled, stored } from './stubs.mjs';
import { isAssisted, mayAnalyse, showHint } from '../../../src/page/game/assist.js';

const START = { variant: 'khet2', name: 'bare', kfen: BARE };

/** Starts a game of a person with Silver against a level. */
async function openGame(t) {
  const opened = await openApp(t), { app, match } = opened;
  match.start({ players: { silver: null, red: { engine: 'khepri', level: 900 } }, time: { seconds: 1 }, start: START });
  await settled();
  return { ...opened, app, match, dialog: document.getElementById('ask') };
}

/** Closes the dialog with an answer. */
function close(dialog, answer) {
  dialog.returnValue = answer;
  dialog.dispatchEvent(new Event('close'));
}

// The hints of a position last as long as the page, so each test asks for another position.

test('a hint is an arrow until another position is shown, and marks the game', async (t) => {
  const { app } = await openGame(t), shown = showHint(app);
  await settled();
  assert.equal(app.status, 'Looking for a good move…');
  const engine = app.session('hint');
  assert.deepEqual([engine.last('position'), engine.last('go')], [`position kfen ${BARE}`, 'go movetime 500']);
  assert.deepEqual(engine.sent.slice(0, 2), ['setoption name UCI_LimitStrength value false', 'setoption name MultiPV value 1']);
  assert.equal(stored('game').game.tags.Assisted, 'hints');
  await engine.answer('j1-');
  await shown;
  assert.deepEqual(app.board.arrows.map(({ move }) => move), ['j1-']);
  assert.deepEqual([app.status, app.announced.at(-1)], ['A good move is j1↺', 'A good move is j1-.']);
  assert.ok(engine.isClosed);
  assert.equal(app.game.tags.Assisted, 'hints');
  assert.ok(isAssisted(app.game));
  await app.play('e2e3');
  assert.deepEqual(app.board.arrows, []);
});

test('a position has one hint', async (t) => {
  const { app } = await openGame(t);
  await app.playAll(['j1-']);
  const shown = [showHint(app), showHint(app)];
  await settled();
  await app.session('hint').answer('e7e6');
  await Promise.all(shown);
  await showHint(app);
  assert.equal(app.session('hint').searches, 1);
  assert.equal(app.game.tags.Assisted, 'hints');
});

test('a hint for a position that was left is not shown', async (t) => {
  const { app } = await openGame(t);
  await app.playAll(['e2e1']);
  const shown = showHint(app);
  await settled();
  app.game.current = app.game.root;
  await app.session('hint').answer('a8-');
  await shown;
  assert.deepEqual(app.board.arrows, []);
});

test('a search that found nothing is repeated', async (t) => {
  const { app } = await openGame(t);
  await app.playAll(['j1-', 'a8-']);
  const shown = showHint(app);
  await settled();
  const first = app.session('hint');
  app.engine('khepri', 'hint').stop();
  await shown;
  assert.deepEqual(app.board.arrows, []);
  const again = showHint(app);
  await settled();
  assert.notEqual(app.session('hint'), first);
  await app.session('hint').answer('j1+');
  await again;
  assert.deepEqual(app.board.arrows.map(({ move }) => move), ['j1+']);
});

test('a search whose engine ends is reported, promises nothing and is repeated', async (t) => {
  const { app } = await openGame(t);
  await app.playAll(['e2e3']);
  const failed = assert.rejects(showHint(app), /engine ended/);
  await settled();
  const first = app.session('hint');
  await first.crash();
  await failed;
  await settled();
  assert.ok(first.isClosed);
  assert.notEqual(app.status, 'Looking for a good move…');
  const again = showHint(app);
  await settled();
  assert.notEqual(app.session('hint'), first);
  await app.session('hint').answer('a8-');
  await again;
});

test('an analysis of a game against an opponent is a question, whose answer is kept', async (t) => {
  const { app, dialog } = await openGame(t), refused = mayAnalyse(app);
  assert.ok(dialog.isOpen);
  assert.match(document.getElementById('ask-text').textContent, /does not count/);
  assert.equal(document.getElementById('ask-yes').textContent, 'Analyse anyway');
  close(dialog, '');
  assert.equal(await refused, false);
  assert.ok(!isAssisted(app.game));
  const wanted = mayAnalyse(app);
  close(dialog, 'yes');
  assert.equal(await wanted, true);
  assert.equal(app.game.tags.Assisted, 'analysis');
  dialog.isOpen = false;
  assert.equal(await mayAnalyse(app), true);
  assert.ok(!dialog.isOpen);
});

test('a dialog that is closed without a button says no', async (t) => {
  const { app, dialog } = await openGame(t);
  dialog.returnValue = 'yes';
  const answer = mayAnalyse(app);
  dialog.dispatchEvent(new Event('close'));
  assert.equal(await answer, false);
});

test('an analysis is no question if no game against an opponent is played', async (t) => {
  const { app, match, own, dialog } = await openGame(t);
  dialog.isOpen = false;
  own.showFor(app.game, 'review');
  assert.equal(await mayAnalyse(app), true, 'the game of a panel');
  own.resumeFrom('review');
  match.end();
  assert.equal(await mayAnalyse(app), true, 'a board without a game');
  match.start({ players: { silver: null, red: null }, time: null, start: START });
  assert.equal(await mayAnalyse(app), true, 'two people');
  assert.ok(!dialog.isOpen);
});

test('each kind of help is named once', async (t) => {
  const { app, dialog } = await openGame(t), wanted = mayAnalyse(app);
  close(dialog, 'yes');
  await wanted;
  await app.playAll(['j1-', 'e7e6']);
  for (let times = 0; times < 2; times += 1) {
    const shown = showHint(app);
    await settled();
    if (times === 0) await app.session('hint').answer('e2e3');
    await shown;
  }
  assert.equal(app.game.tags.Assisted, 'analysis, hints');
});
