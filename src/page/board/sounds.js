// @ts-check
// The sounds of the game: a move or a rotation, the beam, a hit, and the end. They are synthesised, short and soft, and off until the
// player turns them on. Before that, no `AudioContext` is made.

import { FILES, squareIndex } from '../khet/position.js';
import { load, save } from '../common/storage.js';
import { isStill, times } from '../common/tempo.js';
import { texts } from '../texts/texts.js';

/** @typedef {{ from: number, to: number, length: number, loudness: number, shape?: OscillatorType, after?: number }} Tone  Frequencies in hertz, times in seconds. */

/** The loudness of all sounds. */
const LOUDNESS = 0.5;
/** The longest time of a fade at the start of a tone, and of the fade of an interrupted sound, in seconds. */
const FADE = 0.012;

/** The shortest sound of a beam, in milliseconds. */
const LEAST_TIME = 120;

/** The sound of each event. @type {Record<'move'|'rotate'|'hit'|'end', Tone[]>} */
const SOUNDS = {
  move: [{ from: 210, to: 130, length: 0.09, loudness: 0.35, shape: 'triangle' }],
  rotate: [{ from: 320, to: 300, length: 0.05, loudness: 0.22, shape: 'triangle' }, { from: 400, to: 380, length: 0.06, loudness: 0.22, shape: 'triangle', after: 0.07 }],
  hit: [{ from: 170, to: 55, length: 0.26, loudness: 0.5 }, { from: 1400, to: 300, length: 0.08, loudness: 0.1, shape: 'square' }],
  end: [392, 494, 587, 784].map((pitch, at) => ({ from: pitch, to: pitch, length: 0.4, loudness: 0.2, after: 0.13 * at })),
};

/** Whether sounds are played: `on` or `off`. */
let chosen = load('sounds') === 'on' ? 'on' : 'off';
/** @type {AudioContext|null} */
let context = null;
/** The loudness of the last shot, which the next one ends. @type {GainNode|null} */
let last = null;

/** Returns whether sounds are `on` or `off`. */
export const chosenSounds = () => chosen;

/** Turns sounds `on` or `off`, and stores the choice. @param {string} value */
export function chooseSounds(value) {
  chosen = value === 'on' ? 'on' : 'off';
  save('sounds', chosen);
  if (chosen === 'on') play(SOUNDS.move);
  else silence();
}

/** Ends the sounds of the last shot. */
function silence() {
  if (context) last?.gain.setTargetAtTime(0, context.currentTime, FADE);
  last = null;
}

/** Plays tones after a delay in seconds. @param {Tone[]} tones @param {number} [delay] */
function play(tones, delay = 0) {
  context ??= new AudioContext();
  // A browser lets a page sound only after an action of the user.
  if (context.state === 'suspended') void context.resume().catch(() => {});
  if (!last) {
    last = new GainNode(context, { gain: LOUDNESS });
    last.connect(context.destination);
  }
  for (const { from, to, length, loudness, shape = 'sine', after = 0 } of tones) {
    const start = context.currentTime + delay + after, end = start + length;
    const source = new OscillatorNode(context, { type: shape }), envelope = new GainNode(context, { gain: 0 });
    source.frequency.setValueAtTime(from, start);
    source.frequency.exponentialRampToValueAtTime(to, end);
    envelope.gain.setValueAtTime(0, start);
    envelope.gain.linearRampToValueAtTime(loudness, start + Math.min(FADE, length / 4));
    envelope.gain.linearRampToValueAtTime(0, end);
    source.connect(envelope).connect(last);
    source.start(start);
    source.stop(end);
  }
}

/** Returns the length of the sound of a beam in seconds: that of its animation, if no Eye splits it. @param {import('../host/engine.js').Leg[]} legs */
function beamTime(legs) {
  const squares = legs.reduce((sum, { from, to }) => {
    const [one, other] = [squareIndex(from), squareIndex(to)];
    // A laser in the frame is one square away.
    return sum + (one < 0 || other < 0 ? 1 : Math.abs(one % FILES - other % FILES) + Math.abs(Math.floor(one / FILES) - Math.floor(other / FILES)));
  }, 0);
  const { square, beam } = times();
  return Math.max(LEAST_TIME, Math.min(beam, square * squares)) / 1000;
}

/** Returns the sound of a beam. @param {number} length in seconds @returns {Tone[]} */
const beamSound = (length) => [
  { from: 620, to: 980, length, loudness: 0.1 }, { from: 624, to: 990, length, loudness: 0.06, shape: 'triangle' },
];

/** Offers sounds once, when the first hit has been seen, unless the player has chosen already. @param {import('../app.js').App} app */
function offerSounds(app) {
  if (load('sounds') ?? load('soundsOffered')) return;
  let isHit = false;
  const end = new AbortController(), { signal } = end;
  app.addEventListener('fire', (event) => { isHit ||= /** @type {CustomEvent} */ (event).detail.beam.hits.length > 0; }, { signal });
  app.addEventListener('rest', () => {
    if (!isHit) return;
    end.abort();
    if (load('sounds') ?? load('soundsOffered')) return;
    save('soundsOffered', true);
    app.showMessage(texts.settings.offerSounds, texts.settings.soundsOn, () => {
      chooseSounds('on');
      app.dispatchEvent(new Event('sounds'));
    });
  }, { signal });
}

/** Plays the sounds of shots and of the ends of games, while sounds are on. @param {import('../app.js').App} app */
export function setUpSounds(app) {
  offerSounds(app);
  app.addEventListener('fire', (event) => {
    if (chosen === 'off') return;
    const { node, beam } = /** @type {CustomEvent<{ node: import('../game/game.js').GameNode, beam: import('../host/engine.js').Beam }>} */ (event).detail;
    silence();
    play(/[+-]$/.test(node.move) ? SOUNDS.rotate : SOUNDS.move);
    const start = isStill() ? 0 : times().move / 1000, time = beamTime(beam.legs);
    play(beamSound(time), start);
    if (beam.hits.length) play(SOUNDS.hit, start + time);
    if (node.result !== '*') play(SOUNDS.end, start + time + (beam.hits.length ? 0.3 : 0));
  });
  // A game can also end without a shot, for example by a resignation.
  let wasRunning = app.match.running;
  app.addEventListener('match', () => {
    const { running } = app.match;
    if (wasRunning && !running && chosen === 'on' && app.game.result !== '*' && app.game.tip.result === '*') play(SOUNDS.end);
    wasRunning = running;
  });
}
