// @ts-check
// What the page knows of the rules before an engine answers. A test of src/program/serve/assets.rs makes it from them.

/** The classic set-up of Khet 2.0. */
export const CLASSIC = 'x33a3ka3p22/2p37/3P46/p11P31s1s21p21P4/p21P41S2S11p11P3/6p23/7P12/2P4A1KA13X1 s khet2 0 1';

/** By rule set, the letters of its pieces, and the squares that only one colour may enter.
 * @type {Record<string, { letters: string, reserved: Record<'silver'|'red', string[]> }>} */
export const RULE_SETS = {
  khet2: {
    letters: 'kpsaxe',
    reserved: {
      silver: ['b1', 'j1', 'j2', 'j3', 'j4', 'j5', 'j6', 'j7', 'b8', 'j8'],
      red: ['a1', 'i1', 'a2', 'a3', 'a4', 'a5', 'a6', 'a7', 'a8', 'i8'],
    },
  },
  khet1: {
    letters: 'kpsote',
    reserved: {
      silver: ['b1', 'j1', 'j2', 'j3', 'j4', 'j5', 'j6', 'j7', 'b8', 'j8'],
      red: ['a1', 'i1', 'a2', 'a3', 'a4', 'a5', 'a6', 'a7', 'a8', 'i8'],
    },
  },
  deflexion: {
    letters: 'kpsoe',
    reserved: {
      silver: ['j1', 'j2', 'j3', 'j4', 'j5', 'j6', 'j7', 'j8'],
      red: ['a1', 'a2', 'a3', 'a4', 'a5', 'a6', 'a7', 'a8'],
    },
  },
};
