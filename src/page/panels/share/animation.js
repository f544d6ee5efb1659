// @ts-check
// A game or a shot as an animation (GIF): frames of positions and shots. The page draws the frames, the transport encodes them. Loaded when an
// animation is made.

import { drawBeam } from '../../board/beam.js';
import { download, make, makeButton, messageOf, setText } from '../../common/dom.js';
import { findPalette, makeLookup } from './palette.js';
import { HEIGHT, svg, WIDTH } from '../../board/picture.js';
import { opponent, readBoard } from '../../khet/position.js';
import { makeScene } from '../../board/scene.js';
import { makeCanvas, makeImage } from '../../board/snapshot.js';
import { View } from '../../board/view.js';
import { texts } from '../../texts/texts.js';
import { transport } from '../../host/transport.js';

/** @typedef {import('../../game/game.js').GameNode} GameNode */

/** The width of a frame in pixels. */
const FRAME_WIDTH = 480;
/** A frame: the position after a move, or the shot of this move. The time is in hundredths of a second. @typedef {{ node: GameNode, isShot: boolean, time: number }} Frame */

/** The times of a frame of a game and of the last one, in hundredths of a second. */
const TIME = 100, LAST_TIME = 400;
/** The times of a shot's frames: before it, the shot, and after it. */
const SHOT_TIMES = [80, 140, 80];
/** The largest number of plies. The last ones of a longer game are shown. */
const MAX_PLIES = 300;
/** The number of frames from which the colours are chosen. */
const SAMPLES = 8;

/** Returns the frames of the main line of a game, one a ply with its shot. @param {import('../../game/game.js').Game} game @returns {Frame[]} */
function gameFrames(game) {
  const line = game.line().slice(-MAX_PLIES - 1);
  return line.map((node, at) => ({ node, isShot: at > 0, time: at === line.length - 1 ? LAST_TIME : TIME }));
}

/** Returns the frames of the shot of a move, three seconds in all. @param {GameNode} node @returns {Frame[]} */
export const shotFrames = (node) => [node.parent ?? node, node, node].map((one, at) => ({ node: one, isShot: at === 1, time: SHOT_TIMES[at] ?? TIME }));

/**
 * Returns frames as bytes, which `src/animation/mod.rs` describes.
 * @param {import('../../app.js').App} app @param {Frame[]} line @param {AbortSignal} signal @param {(done: number, all: number) => void} onProgress
 */
async function drawFrames({ game, board: { flipped }, rules }, line, signal, onProgress) {
  const view = new View(flipped), { canvas, context } = makeCanvas(FRAME_WIDTH), { width, height } = canvas;
  // The style of the page applies to the picture, so it is part of the page.
  const picture = svg('svg', { viewBox: `0 0 ${WIDTH} ${HEIGHT}` }), stage = make('div', { class: 'unseen', 'aria-hidden': 'true' });
  const { lights, drawPieces } = makeScene(picture, game.start.variant, view);
  stage.append(picture);
  document.body.append(stage);

  // All shots are requested at once.
  const beams = line.map(({ node, isShot }) => (isShot && node.parent ? rules.beam(`kfen ${node.parent.kfen}`, node.move) : null));
  for (const beam of beams) beam?.catch(() => {});

  /** Returns a frame as an image. @param {number} at */
  const draw = async (at) => {
    const { node } = /** @type {Frame} */ (line[at]), beam = await beams[at], board = readBoard(beam?.board ?? node.kfen);
    signal.throwIfAborted();
    drawPieces(board);
    lights.replaceChildren(...(beam ? [drawBeam(beam, board, { colour: opponent(node.toMove), view, kind: 'shot' })] : []));
    return makeImage(picture, canvas);
  };

  /** Returns the pixels of frames in turn. The next image is decoded while the pixels of the last one are used. @param {number[]} frames */
  async function* pixelsOf(frames) {
    let next = frames[0] === undefined ? null : draw(frames[0]);
    for (let at = 0; next; at += 1) {
      const image = await next, following = frames[at + 1];
      next = following === undefined ? null : draw(following);
      // If it fails before it is awaited, the failure is reported then.
      next?.catch(() => {});
      context.drawImage(image, 0, 0, width, height);
      yield new Uint32Array(context.getImageData(0, 0, width, height).data.buffer);
    }
  }

  try {
    // The corners of the frame are rounded.
    const frame = picture.querySelector('.frame');
    context.fillStyle = frame ? getComputedStyle(frame).fill : '#000';
    context.fillRect(0, 0, width, height);
    // Both players' shots, and hits, have colours of their own.
    const hits = line.flatMap(({ node, isShot }, at) => (isShot && node.hits.length ? [at] : []));
    const spread = Array.from({ length: SAMPLES }, (_, at) => Math.round(at * (line.length - 1) / (SAMPLES - 1)));
    const samples = [...new Set([...spread, ...[0, 1].flatMap((side) => hits.find((at) => at % 2 === side) ?? [])])];
    const pixels = [];
    for await (const sample of pixelsOf(samples)) pixels.push(sample);
    const palette = findPalette(pixels), lookUp = makeLookup(palette), keep = palette.length;
    /** @type {BlobPart[]} */
    const parts = [numbers(width, height, palette.length), Uint8Array.from(palette.flat())];
    /** @type {Uint8Array|null} */
    let last = null;
    let done = 0;
    for await (const frame of pixelsOf([...line.keys()])) {
      const shown = lookUp(frame);
      done += 1;
      parts.push(...changedPart(shown, last, width, keep, line[done - 1]?.time ?? TIME));
      last = shown;
      onProgress(done, line.length);
    }
    return new Blob(parts);
  } finally {
    stage.remove();
  }
}

/** Returns 16-bit numbers as bytes, the lower one first. @param {...number} values */
const numbers = (...values) => Uint8Array.from(values.flatMap((value) => [value & 255, value >> 8]));

/**
 * Returns the part of a frame that differs from the frame before it: the head of the part, and its pixels.
 * @param {Uint8Array} shown @param {Uint8Array|null} last @param {number} width @param {number} keep the number for pixels that keep
 * their colour @param {number} time
 */
function changedPart(shown, last, width, keep, time) {
  const height = shown.length / width;
  if (!last) return [numbers(0, 0, width, height, time), new Uint8Array(shown)];
  let [left, right, top, bottom] = [width, -1, height, -1];
  for (let at = 0; at < shown.length; at += 1) {
    if (shown[at] === last[at]) continue;
    const x = at % width, y = Math.floor(at / width);
    if (x < left) left = x;
    if (x > right) right = x;
    if (y < top) top = y;
    if (y > bottom) bottom = y;
  }
  // The part has at least one pixel.
  if (right < 0) [left, right, top, bottom] = [0, 0, 0, 0];
  const across = right - left + 1, down = bottom - top + 1, part = new Uint8Array(across * down);
  for (let y = 0; y < down; y += 1) {
    for (let x = 0; x < across; x += 1) {
      const at = (top + y) * width + left + x, colour = shown[at] ?? keep;
      part[y * across + x] = colour === last[at] ? keep : colour;
    }
  }
  return [numbers(left, top, across, down, time), part];
}

/** Saves frames as an animation, with progress and a button that cancels. @param {import('../../app.js').App} app @param {string} name of the file @param {HTMLElement} place where the progress is shown @param {Frame[]} frames */
export async function saveAnimation(app, name, place, frames = gameFrames(app.game)) {
  const control = new AbortController(), { signal } = control, words = texts.share.animation;
  const progress = make('progress', { 'aria-label': words.progress }), step = make('span', { role: 'status' }, words.drawing);
  const work = make('div', { class: 'work' }, progress, step, makeButton(words.cancel, () => control.abort()));
  place.append(work);
  try {
    const drawn = await drawFrames(app, frames, signal, (done, all) => {
      [progress.value, progress.max] = [done, all];
      setText(step, words.frame(done, all));
    });
    const animation = await transport.encodeAnimation(drawn);
    if (!signal.aborted) download(name, animation, 'image/gif');
  } catch (error) {
    if (!signal.aborted) app.showMessage(words.notMade(messageOf(error)));
  } finally {
    work.remove();
  }
}
