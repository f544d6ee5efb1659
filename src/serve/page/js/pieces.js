// @ts-check
// Drawings of the pieces, centred on a square of 64 units. `khepri show --svg` draws the same pieces.

import { group, svg } from './picture.js';

/** @typedef {import('./position.js').Piece} Piece */
/** @typedef {{ body: string, light: string, shade: string, edge: string, ink: string }} Paints */

/** The colours of the pieces of each player. @type {Record<string, Paints>} */
const PAINTS = {
  silver: { body: '#eef1f4', light: '#ffffff', shade: '#c2cad3', edge: '#2b323b', ink: '#2b323b' },
  red: { body: '#a81f2e', light: '#c23a45', shade: '#781420', edge: '#33060b', ink: '#ffe9dc' },
};
const GOLD = '#eab93b', GLASS = '#74d2ff', IRON = '#2a2f37', LENS = '#ff3b30';
const MIRROR = 'M-24,-24L24,24';

/** @param {string} d @param {string} fill @param {string} edge */
const shape = (d, fill, edge) => svg('path', { d, fill, stroke: edge, 'stroke-width': 1.6, 'stroke-linejoin': 'round' });
/** @param {string} d @param {string} stroke @param {number} width */
const lines = (d, stroke, width) =>
  svg('path', { d, fill: 'none', stroke, 'stroke-width': width, 'stroke-linecap': 'round', 'stroke-linejoin': 'round' });
/** @param {number} r @param {Record<string, string|number>} paint */
const circle = (r, paint) => svg('circle', { r, ...paint });
/** @param {number} degrees @param {SVGElement[]} content */
const turned = (degrees, content) => group({ transform: `rotate(${degrees})` }, content);
/** @param {Paints} paints */
const mirror = (paints) => [lines(MIRROR, paints.edge, 7), lines(MIRROR, GLASS, 4)];

/** @type {Record<string, (paints: Paints, degrees: number) => SVGElement[]>} The drawings by the letter of KFEN. */
const DRAWINGS = {
  p: (paints, degrees) => [turned(degrees, [
    shape('M-24,-24L24,24L-24,24Z', paints.body, paints.edge),
    shape('M-24,24L24,24L-11,11Z', paints.shade, 'none'),
    shape('M-24,-24L24,24L-11,11Z', paints.light, 'none'),
    lines('M-24,24L-11,11M-24,-24L-11,11L24,24', paints.edge, 1.2),
    ...mirror(paints),
  ])],
  s: (paints, degrees) => [turned(degrees + 45, [
    lines('M11,11L17,19L23,19M1,13L1,22L-4,25M-9,12L-14,20L-20,20', paints.edge, 2.4),
    lines('M11,-11L17,-19L23,-19M1,-13L1,-22L-4,-25M-9,-12L-14,-20L-20,-20', paints.edge, 2.4),
    shape('M18,-8C27,-8 27,8 18,8Z', paints.shade, paints.edge),
    shape('M8,-14C18,-13 21,-8 21,0C21,8 18,13 8,14Z', paints.shade, paints.edge),
    shape('M8,-15L8,15C-16,20 -27,9 -27,0C-27,-9 -16,-20 8,-15Z', paints.body, paints.edge),
    lines('M3,-9C-8,-12 -16,-9 -20,-5M3,9C-8,12 -16,9 -20,5', paints.ink, 1),
  ]), turned(degrees, mirror(paints))],
  e: (paints, degrees) => [
    circle(23, { fill: paints.body, stroke: paints.edge, 'stroke-width': 1.6 }),
    shape('M-18,0Q0,-17 18,0Q0,13 -18,0Z', '#ffffff', paints.edge),
    lines('M-17,-9Q0,-23 17,-8M-5,8L-7,17M4,8C6,15 12,18 15,13C16,10 12,9 11,12', paints.ink, 2.2),
    circle(7, { fill: IRON }),
    turned(degrees, [
      lines('M-25,-25L25,25', paints.edge, 8),
      lines('M-25,-25L25,25', '#ffffff', 5.4),
      lines('M-25,-25L-20,-20M-15,-15L-9,-9M-3,-3L3,3M9,9L15,15M20,20L25,25', '#2fa8e6', 3.6),
    ]),
  ],
  a: (paints, degrees) => [
    turned(degrees, [
      shape('M-19,-15L19,-15L19,15Q19,21 13,21L-13,21Q-19,21 -19,15Z', paints.body, paints.edge),
      shape('M-25,-15Q0,-26 25,-15L25,-22Q0,-35 -25,-22Z', IRON, GOLD),
    ]),
    shape('M-12,-14L-4,-5L4,-5L12,-14L10,2Q9,7 5,10L3,16L-3,16L-5,10Q-9,7 -10,2Z', paints.ink, 'none'),
    lines('M-6,2L-3,4M6,2L3,4M-1,13L1,13', paints.body, 1.8),
  ],
  x: (paints, degrees) => [
    turned(degrees, [
      shape('M-13,-14L-9,-24L-9,-29L9,-29L9,-24L13,-14Z', IRON, GOLD),
      circle(4.6, { cy: -26, fill: LENS, stroke: '#ffffff', 'stroke-width': 1.2 }),
    ]),
    shape('M-9,-20L9,-20L20,-9L20,9L9,20L-9,20L-20,9L-20,-9Z', paints.body, paints.edge),
    shape('M-15,12L14,12Q16,3 8,0L0,-1L-1,-5Q-2,-13 -9,-13Q-15,-13 -16,-3L-13,-1L-12,4L-12,8L-15,9Z', paints.ink, 'none'),
    lines('M-4,-8L-4,-1M-10,-8L-11,-8M4,12L4,7Q8,4 11,7', paints.body, 1.6),
  ],
  k: (paints) => [
    shape('M-13,-19Q0,-28 13,-19Q18,-8 23,18L10,22L-10,22L-23,18Q-18,-8 -13,-19Z', paints.body, paints.edge),
    lines('M-15,-12L-9,-10M-17,-5L-10,-3M-18,2L-10,4M-20,9L-10,10M-21,15L-9,16M15,-12L9,-10M17,-5L10,-3M18,2L10,4M20,9L10,10M21,15L9,16', GOLD, 2.4),
    shape('M-10,-11Q0,-16 10,-11L10,2Q8,13 0,14Q-8,13 -10,2Z', GOLD, IRON),
    lines('M-6,-4L-3,-4M3,-4L6,-4M-3,8L3,8M0,-3L0,3', IRON, 1.6),
    shape('M-2.5,14L2.5,14L2,25L-2,25Z', IRON, 'none'),
    shape('M-2.5,-17Q-4,-26 0,-28Q4,-26 2.5,-17Z', GOLD, IRON),
  ],
  o: (paints) => [shape('M-13,18L13,18L13,24L-13,24Z', paints.shade, paints.edge), ...needle(paints, 18, 34)],
  t: (paints) => [
    shape('M-23,19L23,19L23,25L-23,25Z', paints.shade, paints.edge),
    shape('M-19,19L-15,4L0,4L0,19Z', paints.body, paints.edge),
    shape('M0,19L0,4L15,4L19,19Z', paints.shade, paints.edge),
    shape('M-15,-1L15,-1L15,4L-15,4Z', GOLD, paints.edge),
    ...needle(paints, -1, 18),
  ],
};

/** Returns a drawing of the shaft of an Obelisk with its golden top. @param {Paints} paints @param {number} foot @param {number} height */
function needle(paints, foot, height) {
  const shoulder = foot - height, top = shoulder - 8;
  return [
    shape(`M-9,${foot}L-6,${shoulder}L0,${shoulder}L0,${foot}Z`, paints.body, paints.edge),
    shape(`M0,${foot}L0,${shoulder}L6,${shoulder}L9,${foot}Z`, paints.shade, paints.edge),
    shape(`M-6,${shoulder}L0,${top}L6,${shoulder}Z`, GOLD, paints.edge),
  ];
}

/** @type {Map<string, SVGGElement>} Cached drawings. */
const cache = new Map();

/** Returns a drawing of a piece, centred on the origin. @param {Piece} piece @param {boolean} flipped whether the board is seen from Red's side */
export function drawPiece(piece, flipped = false) {
  const key = `${piece.colour}${piece.letter}${piece.turn}${flipped}`;
  let drawing = cache.get(key);
  if (!drawing) {
    const paints = PAINTS[piece.colour], draw = DRAWINGS[piece.letter];
    drawing = group({}, paints && draw ? draw(paints, 90 * piece.turn + (flipped ? 180 : 0)) : []);
    cache.set(key, drawing);
  }
  return /** @type {SVGGElement} */ (drawing.cloneNode(true));
}

/** Returns a drawing of a laser in the frame, pointing up. @param {string} colour */
export function drawLaser(colour) {
  const paints = /** @type {Paints} */ (PAINTS[colour] ?? PAINTS.silver);
  return group({}, [
    shape('M-18,19L-18,10L-9,2L9,2L18,10L18,19Z', paints.body, GOLD),
    shape('M-6,14L-4,2L4,2L6,14Z', IRON, 'none'),
    circle(4.6, { cy: 4, fill: LENS, stroke: '#ffffff', 'stroke-width': 1.2 }),
  ]);
}
