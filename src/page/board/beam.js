// @ts-check
// Drawings and animations of beams, from the legs that the engine reports.

import { group, SIDE, svg } from './picture.js';
import { squareIndex } from '../khet/position.js';
import { times } from '../common/tempo.js';

/** @typedef {import('../host/engine.js').Beam} Beam */
/** @typedef {import('../host/engine.js').Leg} Leg */
/** @typedef {import('../khet/position.js').Board} Board */
/** @typedef {import('./picture.js').Point} Point */
/** @typedef {import('./view.js').View} View */

const BURST = 'M0,-17L4,-7L13,-12L8,-3L18,0L8,4L13,13L4,8L0,18L-4,8L-13,12L-7,4L-17,0L-8,-4L-12,-13L-3,-8Z';
/** The number of pieces into which a piece breaks. */
const SHARDS = 9;

/** Returns both ends of a leg. Each is the centre of a square, or beside it at a laser, the frame, an absorbing face or a hit. @param {Leg} leg @param {Board} board @param {View} view @returns {[Point, Point]} */
function ends(leg, board, view) {
  const step = view.vector(leg.dir);
  const along = (/** @type {Point} */ point, /** @type {number} */ distance) =>
    ({ x: point.x + step.x * distance, y: point.y + step.y * distance });
  const source = squareIndex(leg.from), goal = squareIndex(leg.to);
  const isInFrame = source < 0;
  const from = isInFrame ? along(view.framePoint(leg.from), -6)
    : along(view.centre(source), board[source]?.letter === 'x' ? 29 : 0);
  const to = goal < 0 ? from : view.centre(goal);
  const gap = leg.end === 'edge' ? -SIDE / 2
    : leg.end === 'hit' ? 18
      : leg.end === 'stop' ? (board[goal]?.letter === 'x' ? 20 : 28) : 0;
  return [from, along(to, -gap)];
}

/** Returns the distance of the start of each leg from the laser, in squares. @param {Leg[]} legs @param {number[]} lengths */
function startDistances(legs, lengths) {
  /** @type {number[]} */
  const distances = [];
  legs.forEach((leg, at) => {
    let start = at === 0 ? 0 : Infinity;
    for (let before = 0; before < at; before += 1) {
      const isSource = legs[before]?.to === leg.from && /turn|split/.test(legs[before]?.end ?? '');
      if (isSource) start = Math.min(start, (distances[before] ?? 0) + (lengths[before] ?? 0));
    }
    distances.push(Number.isFinite(start) ? start : 0);
  });
  return distances;
}

/** Returns for each leg whether it belongs to the second half of a beam that an Eye has split. @param {Leg[]} legs in the order in which the beam makes them */
function secondHalves(legs) {
  const halves = legs.map(() => false);
  let next = 1;
  legs.forEach(({ to, dir, end }, at) => {
    for (let exits = { turn: 1, split: 2 }[end] ?? 0; exits > 0 && legs[next]?.from === to; exits -= 1) {
      halves[next] = Boolean(halves[at]) || (end === 'split' && legs[next]?.dir !== dir);
      next += 1;
    }
  });
  return halves;
}

/**
 * Returns a drawing of a beam with a mark at each hit. The end of a standing beam is hollow.
 * @param {Beam} beam @param {Board} board the board of the beam
 * @param {{ colour: string, view: View, kind: 'preview'|'standing'|'shot'|'fired' }} look
 */
export function drawBeam(beam, board, { colour, view, kind }) {
  const halves = secondHalves(beam.legs), paths = ['', ''];
  /** @type {SVGElement[]} */
  const heads = [];
  /** @type {SVGElement[]} */
  const stops = [];
  beam.legs.forEach((leg, at) => {
    const [from, to] = ends(leg, board, view);
    paths[Number(halves[at])] += `M${from.x},${from.y}L${to.x},${to.y}`;
    if (kind === 'standing' && /edge|stop/.test(leg.end)) stops.push(svg('circle', { class: 'end', cx: to.x, cy: to.y, r: 6 }));
    if (Math.abs(to.x - from.x) + Math.abs(to.y - from.y) >= 2 * SIDE) {
      heads.push(svg('path', {
        d: 'M-7,6L0,-7L7,6L0,2Z', transform: `translate(${(from.x + to.x) / 2} ${(from.y + to.y) / 2}) rotate(${view.degrees(leg.dir)})`,
      }));
    }
  });
  return group({ class: `beam ${colour} ${kind}` }, [
    ...['glow', 'ray', 'core'].flatMap((name) => paths.flatMap((d, half) => (d ? [svg('path', { d, class: half ? `${name} half` : name })] : []))),
    group({ class: 'heads' }, heads),
    ...stops,
    ...drawHits(beam, board, view, colour),
  ]);
}

/** @param {Beam} beam @param {Board} board @param {View} view @param {string} colour the player who fires */
function drawHits(beam, board, view, colour) {
  return beam.hits.map((name) => {
    const square = squareIndex(name), { x, y } = view.centre(square);
    const bursts = beam.legs.filter((leg) => leg.to === name && leg.end === 'hit').map((leg) => {
      const [, at] = ends(leg, board, view);
      return svg('path', { d: BURST, transform: `translate(${at.x} ${at.y})` });
    });
    return group({ class: board[square]?.colour === colour ? 'hit own' : 'hit' }, [svg('rect', { x: x - 29, y: y - 29, width: 58, height: 58, rx: 7 }), ...bursts]);
  });
}

/**
 * Animates a beam from the laser to its ends in a layer, and resolves when the animation has ended.
 * @param {SVGGElement} layer @param {Beam} beam @param {Board} board @param {string} colour @param {View} view
 * @param {AbortSignal} signal ends it at once
 */
export async function animateBeam(layer, beam, board, colour, view, signal) {
  const lines = beam.legs.map((leg) => ends(leg, board, view));
  const lengths = lines.map(([from, to]) => (Math.abs(to.x - from.x) + Math.abs(to.y - from.y)) / SIDE);
  const distances = startDistances(beam.legs, lengths);
  const longest = Math.max(1, ...distances.map((start, at) => start + (lengths[at] ?? 0)));
  const { square, beam: most, glow } = times(), squareTime = Math.min(square, most / longest);
  const drawing = svg('g', { class: `beam ${colour} shot` }), halves = secondHalves(beam.legs);
  /** @type {Animation[]} */
  const running = [];
  lines.forEach(([from, to], at) => {
    for (const kind of ['glow', 'ray', 'core']) {
      const line = svg('path', { d: `M${from.x},${from.y}L${to.x},${to.y}`, class: `${kind} run${halves[at] ? ' half' : ''}`, pathLength: 1 });
      drawing.append(line);
      running.push(line.animate([{ strokeDashoffset: 1 }, { strokeDashoffset: 0 }], {
        delay: (distances[at] ?? 0) * squareTime, duration: Math.max(1, (lengths[at] ?? 0) * squareTime), fill: 'both',
      }));
    }
  });
  // Each mirror glows when the beam arrives.
  beam.legs.forEach((leg, at) => {
    const point = lines[at]?.[1];
    if (!point || !/turn|split/.test(leg.end)) return;
    const flash = svg('circle', { class: 'flash', cx: point.x, cy: point.y, r: 15 });
    drawing.append(flash);
    running.push(flash.animate([{ opacity: 0 }, { opacity: 0.9 }, { opacity: 0 }], {
      delay: ((distances[at] ?? 0) + (lengths[at] ?? 0)) * squareTime, duration: glow, fill: 'both',
    }));
  });
  layer.replaceChildren(drawing);
  signal.addEventListener('abort', () => running.forEach((animation) => animation.finish()), { once: true });
  await Promise.all(running.map((animation) => animation.finished.catch(() => undefined)));
  drawing.append(...drawHits(beam, board, view, colour));
}

/**
 * Animates shards of a piece that breaks in a layer, and returns their animations.
 * @param {SVGGElement} layer @param {number} square @param {string} colour of the piece @param {View} view
 */
export function animateShards(layer, square, colour, view) {
  const { x, y } = view.centre(square);
  return Array.from({ length: SHARDS }, (_, at) => {
    // The directions are spread evenly, and the sizes and distances vary.
    const angle = (2 * Math.PI * (at + 0.5)) / SHARDS, size = 6 + ((at * 5) % 7), distance = 26 + ((at * 7) % 13);
    const shard = svg('path', { class: `shard ${colour}`, d: `M${-size},${size / 2}L0,${-size}L${size},${size}Z` });
    layer.append(group({ transform: `translate(${x} ${y})` }, [shard]));
    const place = (/** @type {number} */ share) => `translate(${share * distance * Math.cos(angle)}px, ${share * distance * Math.sin(angle)}px)`;
    return shard.animate([
      { transform: `${place(0.3)} rotate(0deg)`, opacity: 1 }, { transform: `${place(1)} rotate(${140 + 40 * at}deg)`, opacity: 0 },
    ], { duration: times().burst, easing: 'ease-out', fill: 'forwards' });
  });
}
