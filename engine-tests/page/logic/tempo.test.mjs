// The tempo: the times of its shots and thoughts, and its effect on the time that a level takes for a move.

import assert from 'node:assert/strict';
import test from 'node:test';
import { BARE, openApp, settled } from './stubs.mjs';
import { LONGEST } from '../../../src/page/game/pace.js';
import { chooseTempo, chosenTempo, isStill, longestShot, TEMPI, times } from '../../../src/page/common/tempo.js';

const START = { variant: 'khet2', name: 'bare', kfen: BARE };
const MAU = { engine: 'khepri', level: 900 };

/** The time for a move of eight in the bare position: 600 ms, 12 ms for each, and a fifth more or less. */
const NATURAL = [0.8 * 696, 1.2 * 696];

/** Restores the default tempo after a test, and sets the motion that the page has chosen. */
function choose(t, tempo, motion = 'on') {
  document.documentElement = { dataset: { motion } };
  chooseTempo(tempo);
  t.after(() => chooseTempo(null));
}

test('quick is the default, and takes the place of a tempo that is not known', (t) => {
  assert.equal(chosenTempo(), 'quick');
  for (const tempo of ['calm', 'instant', 'quick']) {
    choose(t, tempo);
    assert.equal(chosenTempo(), tempo);
    assert.equal(times(), TEMPI[tempo]);
  }
  for (const tempo of [null, 'hasty']) {
    chooseTempo('calm');
    chooseTempo(tempo);
    assert.equal(chosenTempo(), 'quick');
  }
});

test('in the default tempo, the longest own shot, thought and reply take at most 1.8 seconds', () => {
  const planned = 2 * longestShot('quick') + TEMPI.quick.thought * LONGEST;
  // A tenth of a second remains for the questions to the rules.
  assert.ok(planned <= 1700, `${planned}`);
  assert.equal(longestShot('instant'), 0);
  assert.equal(longestShot('calm'), 200 + 700 + 350 + 120 + 380);
});

test('shots are still in the instant tempo, and otherwise by the choice of motion', (t) => {
  for (const [tempo, motion, expected] of [['calm', 'on', false], ['quick', 'on', false], ['instant', 'on', true], ['calm', 'off', true], ['quick', 'off', true]]) {
    choose(t, tempo, motion);
    assert.equal(isStill(), expected, `${tempo} ${motion}`);
  }
});

test('two engines have the tempo whose shots end in the time for a move', async (t) => {
  choose(t, 'calm');
  const { match } = await openApp(t), full = { engine: 'khepri', level: 0 };
  const tempoOf = (players, seconds) => {
    match.start({ players, time: { seconds }, start: START });
    return Object.keys(TEMPI).find((tempo) => TEMPI[tempo] === times());
  };
  const engines = { silver: full, red: full };
  assert.deepEqual([1.75, 1.74, 0.64, 0.63].map((seconds) => tempoOf(engines, seconds)), ['calm', 'quick', 'quick', 'instant']);
  assert.ok(isStill());
  assert.equal(tempoOf({ silver: null, red: full }, 0.1), 'calm');
  // After the game, its shots can be looked at.
  tempoOf(engines, 0.1);
  match.finish('1-0', 'resignation');
  assert.deepEqual([times(), isStill()], [TEMPI.calm, false]);
});

/** Plays a move against a level whose search takes no time, and returns the time until its reply. */
async function timeOfReply(t, tempo) {
  choose(t, tempo);
  const { app, match, pass } = await openApp(t);
  match.start({ players: { silver: null, red: MAU }, time: { seconds: 1 }, start: START });
  await settled();
  await app.playAll(['j1-']);
  await app.session('play red').answer('a8-');
  let time = 0;
  while (app.game.tip.moves.length < 2 && time < 5000) {
    await pass(1);
    time += 1;
  }
  t.mock.timers.reset();
  t.mock.restoreAll();
  return time;
}

test('a level takes its natural time in the calm tempo, a share of it in the quick one, and none in the instant one', async (t) => {
  const calm = await timeOfReply(t, 'calm'), quick = await timeOfReply(t, 'quick'), instant = await timeOfReply(t, 'instant');
  assert.ok(NATURAL[0] <= calm && calm <= NATURAL[1] + 1, `${calm}`);
  assert.ok(0.14 * NATURAL[0] <= quick && quick <= 0.14 * NATURAL[1] + 1, `${quick}`);
  assert.equal(instant, 0);
});
