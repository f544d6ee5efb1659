// @ts-check
// The faces of the opponents, drawn from simple shapes.

import { svg } from './picture.js';

/** A filled shape, or a line without a fill. `mirrored` shapes are drawn on both sides. @typedef {{ fill: string, d: string, mirrored?: boolean, plain?: boolean }} Shape */

const INK = '#2b2420';

/** Returns the outline of an oval. @param {number} x @param {number} y @param {number} across half the width @param {number} [down] half the height */
const oval = (x, y, across, down = across) => `M${x - across},${y}a${across},${down} 0 1 0 ${2 * across},0a${across},${down} 0 1 0 ${-2 * across},0Z`;

/** @param {string} fill @param {string} d @returns {Shape} */
const shape = (fill, d) => ({ fill, d });
/** @param {string} fill @param {string} d @returns {Shape} */
const pair = (fill, d) => ({ fill, d, mirrored: true });
/** A shape without an outline. @param {string} fill @param {string} d @returns {Shape} */
const spot = (fill, d) => ({ fill, d, mirrored: true, plain: true });
/** A line. @param {string} d @returns {Shape} */
const line = (d) => ({ fill: 'none', d, mirrored: true });
/** Eyes. @param {number} x @param {number} y @param {number} [size] */
const eyes = (x, y, size = 3) => [spot(INK, oval(x, y, size)), spot('#ffffff', oval(x + size / 3, y - size / 3, size / 3))];

/** The background and the shapes of each face, in a square of 64 units. @type {Record<string, [string, Shape[]]>} */
const FACES = {
  Pip: ['#bfe3f5', [
    shape('#ffd84a', 'M32,22C26,14 22,14 24,7C29,8 31,11 32,14C33,10 35,8 39,8C39,14 36,16 32,22Z'), shape('#ffd84a', oval(32, 40, 22, 21)),
    spot('#ffb38a', oval(18, 44, 3.5)), ...eyes(23, 36, 3.4), shape('#f08c2e', 'M26,42C29,38 35,38 38,42L32,49Z'),
  ]],
  Nef: ['#d9ecc4', [
    pair('#d8b98a', 'M24,34C12,20 13,3 19,3C26,3 30,18 30,30Z'), spot('#f3b9b0', 'M23,26C17,17 17,8 19,8C23,9 26,18 26,26Z'),
    shape('#d8b98a', oval(32, 43, 18, 17)), ...eyes(24, 39, 3.6), spot('#fff7ea', oval(28, 49, 5, 4)), shape('#a85b52', 'M29,45H35L32,48.5Z'),
    shape('#ffffff', 'M29.5,51H34.5V56H29.5Z'),
  ]],
  Mau: ['#f5d9b8', [
    pair('#9aa5b1', 'M12,36L12,9L30,22Z'), spot('#e8b4ad', 'M16.5,26L16.5,17L24,22Z'), shape('#9aa5b1', oval(32, 39, 21, 18)),
    line('M32,23V29'), line('M26,24L27,29'), pair('#f2d64b', oval(23, 37, 4.6, 4)), spot(INK, oval(23, 37, 1.5, 3.4)),
    spot('#e9edf1', oval(28, 47, 5, 4)), shape('#d97f78', 'M29,42.5H35L32,46Z'), line('M20,46L7,44M20,49L8,52'),
  ]],
  Tia: ['#cfe0f2', [
    pair('#e39a4f', 'M15,44L4,8L31,27Z'), spot('#f7dcc0', 'M14,32L9,16L23,26Z'),
    shape('#e8a65c', 'M11,36C16,22 48,22 53,36C50,48 38,58 32,61C26,58 14,48 11,36Z'),
    spot('#fff3e2', 'M12.5,38C20,37 28,42 32,52L32,60C26,57 16,49 12.5,38Z'), ...eyes(23, 38, 3.2), shape(INK, oval(32, 55, 4, 3)),
  ]],
  Seti: ['#f3e6b4', [
    shape('#8b6f3d', 'M4,66C4,28 60,28 60,66Z'), line('M14,44L22,54M6,58L20,58'), shape('#9dbb6a', oval(32, 34, 17, 19)),
    pair('#ffffff', oval(25, 29, 5)), spot(INK, oval(26, 30, 2.4)), spot('#9dbb6a', 'M19,28C21,22 29,22 31,28Z'), spot(INK, oval(29.5, 37, 0.9)),
    shape('none', 'M22,43C28,47 36,47 42,43'),
  ]],
  Ipi: ['#dcd3f0', [
    shape('#8a7a68', oval(32, 34, 27, 27)), shape('#d79b82', 'M19,26C22,17 42,17 45,26C50,38 45,58 32,58C19,58 14,38 19,26Z'),
    line('M20,29C23,24 29,25 32,28'), ...eyes(26, 33, 2.6), shape('#c4836b', oval(32, 47, 10, 8)), spot(INK, oval(29, 44, 1.6)),
    shape('none', 'M26,50C29,53 35,53 38,50'),
  ]],
  Anpu: ['#f2c879', [
    pair('#3a3a45', 'M15,38L16,2L31,26Z'), spot('#c9963c', 'M19.5,27L20,13L27,25Z'),
    shape('#3a3a45', 'M13,36C19,23 45,23 51,36L39,58C37,63 27,63 25,58Z'), pair('#f3d77a', 'M18,38C21,33 27,34 29,39C25,41 21,41 18,38Z'),
    spot(INK, oval(24, 37.5, 2)), shape('#15151a', oval(32, 57, 4.4, 3.2)), spot('#8f8f9c', oval(30.5, 56, 1)),
  ]],
  Sobi: ['#cdeee0', [
    pair('#5f9a63', oval(19, 17, 8)), shape('#5f9a63', 'M10,26C14,16 50,16 54,26C54,34 48,36 46,42C44,50 46,62 32,62C18,62 20,50 18,42C16,36 10,34 10,26Z'),
    pair('#f4e27a', oval(19, 17, 4.6)), spot(INK, oval(19, 17, 1.3, 3.8)), shape('#ffffff', 'M20,46L23,51L26,47L29,52L32,48L35,52L38,47L41,51L44,46Z'),
    spot(INK, oval(28, 57, 1.5)), line('M26,28L28,34'),
  ]],
  Tehu: ['#e9d2dc', [
    shape('#f6f4ee', 'M32,34C38,44 38,54 34,66L58,66C60,50 58,36 52,24Z'), shape('#f6f4ee', oval(38, 24, 16, 15)),
    shape('#34343d', 'M25,21C15,25 5,42 9,61C12,46 19,35 27,30C25,27 24.5,24 25,21Z'), shape('#34343d', 'M24,19C28,6 48,5 53,18C46,13 34,14 24,19Z'),
    { fill: '#c2453b', d: oval(36, 24, 4.4) }, { fill: INK, d: oval(36, 24, 2.4), plain: true },
  ]],
  Sekhi: ['#f7d9b9', [
    shape('#b96f2c', 'M32,3L40,7L49,8L53,16L60,23L59,32L61,41L54,47L50,56L41,57L32,63L23,57L14,56L10,47L3,41L5,32L4,23L11,16L15,8L24,7Z'),
    pair('#e9b565', oval(16, 19, 6)), shape('#e9b565', oval(32, 36, 19, 20)), ...eyes(24, 33, 3), spot('#f8e0b5', oval(28, 46, 6, 5)),
    shape('#7c3b2a', 'M27.5,39H36.5L32,44Z'), line('M32,44V48C30,51 27,51 25,49'),
  ]],
  Hor: ['#bcd6f7', [
    shape('#6b5a4a', 'M10,66C8,18 22,8 32,8C42,8 56,18 54,66Z'), spot('#f5ead2', 'M32,36C27,32 14,34 14,46C18,58 28,60 32,58Z'),
    pair('#f5c63a', oval(22, 30, 6)), spot(INK, oval(22.5, 30, 3)), line('M15,23C19,20 25,21 29,25'), spot('#4a3d31', 'M18,37C18,44 20,48 24,52C23,46 24,41 24,37Z'),
    shape('#e8a33c', 'M26,37C29,31 35,31 38,37C38,46 35,50 32,54C29,50 26,46 26,37Z'),
  ]],
  Khepri: ['#33507f', [
    shape('#f2b233', oval(32, 11, 8)), line('M20,34L9,25M17,43L6,44M20,51L11,60'), shape('#2f9c95', oval(32, 43, 16, 18)),
    shape('#1f7671', 'M21,30C22,18 42,18 43,30C38,35 26,35 21,30Z'), line('M32,33V61'), spot('#ffffff', oval(27, 26, 2)),
  ]],
};

/** Returns a drawing of the face of an opponent. It has no name of its own: the name stands beside it. @param {string} name */
export function drawFace(name) {
  const picture = svg('svg', { viewBox: '0 0 64 64', class: 'face', 'aria-hidden': 'true' }), [ground, shapes] = FACES[name] ?? ['#c9b88f', []];
  picture.append(svg('rect', { width: 64, height: 64, fill: ground }));
  for (const { fill, d, mirrored = false, plain = false } of shapes) {
    for (const transform of mirrored ? ['', 'translate(64 0) scale(-1 1)'] : ['']) {
      picture.append(svg('path', { d, fill, transform, ...(plain ? {} : { stroke: INK, 'stroke-width': 2, 'stroke-linejoin': 'round', 'stroke-linecap': 'round' }) }));
    }
  }
  return picture;
}
