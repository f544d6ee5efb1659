// @ts-check
// The colours of an animation: the most frequent ones of some frames, and the nearest of them to any pixel.
// A pixel is a 32-bit number with red in its lowest byte.

/** @typedef {[number, number, number]} Colour  Red, green and blue. */

/** The largest number of colours. */
const MAX_COLOURS = 255;
/** The number of the most frequent colours, most of which are those of large areas, and the least squared distance between them. */
const AREAS = 40, AREA_DISTANCE = 12;
/** The least squared distances between all colours: large at first, so that rare colours get a place, then smaller. */
const DISTANCES = [900, 225, 36];

/** Returns the number of a pixel's cell: six bits of each colour. @param {number} pixel */
const cellOf = (pixel) => ((pixel >> 2) & 63) | ((pixel >> 4) & 0xfc0) | ((pixel >> 6) & 0x3f000);

/** Returns the squared distance between two colours. @param {Colour} one @param {Colour} other */
const distance = (one, other) => (one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2 + (one[2] - other[2]) ** 2;

/** Returns the colours that represent the pixels of frames best. @param {Uint32Array[]} frames */
export function findPalette(frames) {
  /** @type {Map<number, number>} */
  const counts = new Map();
  for (const frame of frames) for (const pixel of frame) counts.set(pixel, (counts.get(pixel) ?? 0) + 1);
  const colours = [...counts].sort(([, one], [, other]) => other - one)
    .map(([pixel]) => /** @type {Colour} */ ([pixel & 255, (pixel >> 8) & 255, (pixel >> 16) & 255]));
  /** @type {Colour[]} */
  const palette = [];
  /** @param {Colour[]} candidates @param {number} least */
  const choose = (candidates, least) => {
    for (const colour of candidates) {
      if (palette.length < MAX_COLOURS && palette.every((chosen) => distance(chosen, colour) >= least)) palette.push(colour);
    }
  };
  choose(colours.slice(0, AREAS), AREA_DISTANCE);
  for (const least of DISTANCES) choose(colours, least);
  return palette;
}

/** Returns a function that replaces pixels by the numbers of the nearest colours. @param {Colour[]} palette */
export function makeLookup(palette) {
  /** The number of the nearest colour to each cell, or -1 while it is unknown. */
  const nearest = new Int16Array(1 << 18).fill(-1);
  /** @param {number} pixel */
  const find = (pixel) => {
    /** @type {Colour} */
    const colour = [pixel & 255, (pixel >> 8) & 255, (pixel >> 16) & 255];
    let [best, least] = [0, Infinity];
    palette.forEach((known, at) => {
      const between = distance(known, colour);
      if (between < least) [best, least] = [at, between];
    });
    return best;
  };
  return (/** @type {Uint32Array} */ pixels) => {
    const numbers = new Uint8Array(pixels.length);
    // A loop is twenty times as fast as a function for each pixel.
    for (let at = 0; at < pixels.length; at += 1) {
      const pixel = pixels[at] ?? 0, cell = cellOf(pixel);
      let number = nearest[cell] ?? -1;
      if (number < 0) nearest[cell] = number = find(pixel);
      numbers[at] = number;
    }
    return numbers;
  };
}
