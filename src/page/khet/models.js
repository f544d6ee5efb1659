// @ts-check
// The models of results, which docs/wdl.md explains. A test of src/program/serve/assets.rs makes them from the engine's.

/** The letters of the pieces that can be hit. */
export const VULNERABLE = 'akopt';

/** The models by Eyes and by the least number of pieces that can be hit: the score in centipawns with an even chance of a
 * win, and the scale of the curve. @typedef {{ eyes: boolean, least: number, even: number, slope: number }} Model */
/** The models without Eyes, then those with Eyes, the largest numbers of pieces first. @type {Model[]} */
export const MODELS = [
  { eyes: false, least: 14, even: 221, slope: 146 },
  { eyes: false, least: 10, even: 260, slope: 155 },
  { eyes: false, least: 7, even: 355, slope: 127 },
  { eyes: false, least: 0, even: 355, slope: 127 },
  { eyes: true, least: 14, even: 89, slope: 144 },
  { eyes: true, least: 10, even: 115, slope: 135 },
  { eyes: true, least: 7, even: 115, slope: 135 },
  { eyes: true, least: 0, even: 115, slope: 135 },
];
