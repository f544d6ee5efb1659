// @ts-check
// The panel "Rules": the rules in short sections, with pictures whose beams the rules of the engine report.

import { diagram } from '../board/diagram.js';
import { make, makeButton } from '../common/dom.js';
import { named, VARIANTS, variantName } from '../khet/names.js';
import { CLASSIC } from '../khet/rule-sets.js';
import { namesSelect } from './names-select.js';

/** @typedef {import('../board/diagram.js').Figure} Figure */
/** A picture with the sentence below it. @typedef {Figure & { text: string }} Illustration */
/** A section: its heading, its paragraphs, and its pictures. @typedef {{ title: string, texts: string[], figures: Illustration[] }} Section */


/** @type {Section[]} The sections, with Khet's names. */
const SECTIONS = [
  {
    title: 'The aim',
    texts: ['Hit the other player’s Pharaoh with your laser, and you win. If your own Pharaoh is hit, even by your own laser, you lose.'],
    figures: [{ kfen: CLASSIC, beams: ['silver', 'red'], text: 'The start of a game, with both beams. Silver plays from below and begins.' }],
  },
  {
    title: 'A turn',
    texts: ['First act: move one of your pieces to a neighbouring square, diagonals included, or rotate it by a quarter. You cannot pass.',
      'Then your laser fires, in every turn. It removes every piece that it hits, your own pieces too.'],
    figures: [
      { kfen: 'x33k5/////5p42P31//4K4X1 s khet2 0 1', view: 'e1j4', arrow: 'i3j3', text: 'Silver moves the Pyramid to j3 …' },
      { kfen: 'x33k5/////5p42P31//4K4X1 s khet2 0 1', view: 'e1j4', beams: ['i3j3'], text: '… and the shot hits the Pyramid on f3.' },
    ],
  },
  {
    title: 'The Sphinx and its beam',
    texts: ['Your beam comes from your Sphinx, in the corner on your right. Nothing moves or removes the Sphinx, and it absorbs every beam.',
      'Rotating the Sphinx is a whole turn. It faces along its column or along its row, never the frame.'],
    figures: [
      { kfen: 'x39/4k5/////4K5/9X1 s khet2 0 1', view: 'f1j4', beams: ['silver'], text: 'The beam runs up column j …' },
      { kfen: 'x39/4k5/////4K5/9X4 s khet2 0 1', view: 'f1j4', beams: ['silver'], text: '… or left along row 1.' },
    ],
  },
  {
    title: 'The Pyramid turns light, or is hit',
    texts: ['A Pyramid has one diagonal mirror. A beam that meets the mirror leaves at a right angle, and a beam from one of the two other sides removes the Pyramid.'],
    figures: [{
      kfen: 'x34k4/4p15///4P14P3///4K4X1 s khet2 0 1', view: 'd1j8', beams: ['silver'],
      text: 'The mirrors on j4 and e4 turn the beam. It hits the Pyramid on e7 in the back.',
    }],
  },
  {
    title: 'The Scarab turns light on both sides',
    texts: ['A Scarab has mirrors on both sides of a diagonal, so no beam can remove it.',
      'It may change places with a Pyramid, an Anubis or an Obelisk of either colour on a neighbouring square. Neither of the two rotates.'],
    figures: [
      { kfen: 'x34k4//1P22P35//1P12S14P3//4a35/5K3X1 s khet2 0 1', view: 'a1j7', beams: ['silver'], text: 'This beam uses both sides of the Scarab on e4.' },
      { kfen: 'x34k4///4p35/4S24P3///5K3X1 s khet2 0 1', view: 'd2j6', arrow: 'e4e5', text: 'The Scarab on e4 changes places with the Pyramid …' },
      { kfen: 'x34k4///4p35/4S24P3///5K3X1 s khet2 0 1', view: 'd2j6', beams: ['e4e5'], text: '… which is hit on e4.' },
    ],
  },
  {
    title: 'The Anubis absorbs light in front',
    texts: ['The front of an Anubis absorbs a beam. A beam from one of the three other sides removes the Anubis.'],
    figures: [{
      kfen: 'x34k4///p14A14/4a24P3///4K4X1 s khet2 0 1', view: 'a1j8', beams: ['silver', 'red'],
      text: 'The Anubis on e4 stops Silver’s beam. The one on f5 is hit on its side.',
    }],
  },
  {
    title: 'The Pharaoh is hit from every side',
    texts: ['A Pharaoh has neither mirror nor shield, and it cannot rotate. One shot that hits both Pharaohs is a draw.'],
    figures: [{ kfen: 'x39//4k5///4P14P3/2K7/9X1 s khet2 0 1', view: 'c1j7', beams: ['silver'], text: 'Red’s Pharaoh is hit: Silver has won.' }],
  },
  {
    title: 'The Eye splits light',
    texts: ['The Eye of Horus is an addition to every rule set. One half of a beam goes straight on, and the other half turns as at a Scarab.',
      'An Eye moves, rotates and changes places like a Scarab, and nothing removes it. All hits of a shot count at once.'],
    figures: [{
      kfen: 'x33k5/5a14///2p32E13P3///4K4X1 s khet2 0 1', view: 'b1j8', beams: ['silver'],
      text: 'The Eye on f4 sends light to c4 and to f7.',
    }],
  },
  {
    title: 'Obelisks and stacks',
    texts: ['Khet 1.0 and Deflexion have Obelisks, which are hit from every side and cannot rotate.',
      'In Khet 1.0 two Obelisks of a colour may stand on one square. A hit removes the upper one, and the stack moves as a whole or the upper one alone.'],
    figures: [{ kfen: '5k4////4t4P3///3TK1O3 s khet1 0 1', view: 'c1j6', beams: ['silver'], text: 'The shot takes the upper Obelisk on e4. The laser is in the frame.' }],
  },
  {
    title: 'Reserved squares',
    texts: ['Only Red’s pieces may step on squares with an eye, and only Silver’s on squares with an ankh. A piece that changes places with a Scarab may be put on any of them.'],
    figures: [
      { kfen: 'x39/4k5/////4K5/9X1 s khet2 0 1', text: 'Khet 2.0 and Khet 1.0' },
      { kfen: '/4k5/////4K5/ r deflexion 0 1', text: 'Deflexion' },
    ],
  },
  {
    title: 'The end of a game',
    texts: ['The game ends when a Pharaoh is hit. If the same arrangement stands on the board for the third time, the player to move may claim a draw.',
      'A player without a legal move has a draw as well, which hardly ever happens.'],
    figures: [],
  },
];

/** What a beam does at each piece: the piece, then the effect. */
const EFFECTS = [
  ['Pharaoh', 'hits it, and the game is over'], ['Pyramid', 'turns at the mirror, and hits the two other sides'], ['Scarab', 'turns'],
  ['Anubis', 'stops at the front, and hits the three other sides'], ['Sphinx', 'stops'], ['Obelisk', 'hits it'], ['Eye', 'goes straight on and turns'],
];

/** The differences of the rule sets: what differs, and how in Khet 2.0, Khet 1.0 and Deflexion. */
const DIFFERENCES = [
  ['Beam', 'from the Sphinx, which rotates', 'from the frame', 'from the frame'],
  ['Guards', 'Anubis, two each', 'Obelisks, four each, stacks allowed', 'Obelisks, two each, no stacks'],
  ['Red’s squares', 'column a, i1, i8', 'column a, i1, i8', 'column a'],
  ['Silver’s squares', 'column j, b1, b8', 'column j, b1, b8', 'column j'],
  ['First move', 'Silver', 'Silver', 'Red'],
  ['Other names', '–', 'Djed for Scarab', 'Djed for Scarab, Gold for Red'],
];

/** @param {import('../app.js').App} app @returns {import('../app.js').Panel} */
export function open(app) {
  const end = new AbortController(), { signal } = end, text = make('div', { class: 'rules' });
  app.panel.append(make('div', { class: 'panel-tools' }, makeButton('Lessons', () => { void app.openPanel('learn'); }), namesSelect(app, signal)), text);
  const draw = () => text.replaceChildren(...SECTIONS.map((section) => drawSection(app, section)),
    make('h3', {}, 'What a beam does'), table(['Piece', 'A beam'], EFFECTS),
    make('h3', {}, 'The rule sets'), table(['Rule', ...Object.keys(VARIANTS).map(variantName)], DIFFERENCES));
  app.addEventListener('names', draw, { signal });
  draw();
  return { close: () => end.abort() };
}

/** @param {import('../app.js').App} app @param {Section} section */
function drawSection(app, { title, texts, figures }) {
  return make('section', {}, make('h3', {}, named(title)), ...texts.map((text) => make('p', {}, named(text))),
    make('div', { class: 'pictures' }, ...figures.map(({ text, ...figure }) =>
      make('figure', {}, diagram(app.rules, figure, named(text)), make('figcaption', { 'aria-hidden': 'true' }, named(text))))));
}

/** @param {string[]} head @param {string[][]} rows */
function table(head, rows) {
  return make('table', { class: 'facts' }, make('thead', {}, make('tr', {}, ...head.map((name) => make('th', { scope: 'col' }, named(name))))),
    make('tbody', {}, ...rows.map(([name = '', ...cells]) => make('tr', {}, make('th', { scope: 'row' }, named(name)),
      ...cells.map((cell) => make('td', {}, named(cell)))))));
}
