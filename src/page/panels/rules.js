// @ts-check
// The panel "Rules": the rules in short sections, with pictures whose beams the rules of the engine report.

import { diagram } from '../board/diagram.js';
import { make, makeButton } from '../common/dom.js';
import { VARIANTS, variantName } from '../khet/names.js';
import { CLASSIC } from '../khet/rule-sets.js';
import { namesSelect } from './names-select.js';
import { texts } from '../texts/texts.js';

/** @typedef {import('../board/diagram.js').Figure} Figure */
/** A section: the name of its texts, and its pictures. @typedef {{ id: keyof import('../texts/texts.js').Texts['rules']['sections'], figures: Figure[] }} Section */

/** @type {Section[]} The sections. */
const SECTIONS = [
  { id: 'aim', figures: [{ kfen: CLASSIC, beams: ['silver', 'red'] }] },
  {
    id: 'turn',
    figures: [
      { kfen: 'x33k5/////5p42P31//4K4X1 s khet2 0 1', view: 'e1j4', arrow: 'i3j3' },
      { kfen: 'x33k5/////5p42P31//4K4X1 s khet2 0 1', view: 'e1j4', beams: ['i3j3'] },
    ],
  },
  {
    id: 'sphinx',
    figures: [
      { kfen: 'x39/4k5/////4K5/9X1 s khet2 0 1', view: 'f1j4', beams: ['silver'] },
      { kfen: 'x39/4k5/////4K5/9X4 s khet2 0 1', view: 'f1j4', beams: ['silver'] },
    ],
  },
  { id: 'pyramid', figures: [{ kfen: 'x34k4/4p15///4P14P3///4K4X1 s khet2 0 1', view: 'd1j8', beams: ['silver'] }] },
  {
    id: 'scarab',
    figures: [
      { kfen: 'x34k4//1P22P35//1P12S14P3//4a35/5K3X1 s khet2 0 1', view: 'a1j7', beams: ['silver'] },
      { kfen: 'x34k4///4p35/4S24P3///5K3X1 s khet2 0 1', view: 'd2j6', arrow: 'e4e5' },
      { kfen: 'x34k4///4p35/4S24P3///5K3X1 s khet2 0 1', view: 'd2j6', beams: ['e4e5'] },
    ],
  },
  { id: 'anubis', figures: [{ kfen: 'x34k4///p14A14/4a24P3///4K4X1 s khet2 0 1', view: 'a1j8', beams: ['silver', 'red'] }] },
  { id: 'pharaoh', figures: [{ kfen: 'x39//4k5///4P14P3/2K7/9X1 s khet2 0 1', view: 'c1j7', beams: ['silver'] }] },
  { id: 'eye', figures: [{ kfen: 'x33k5/5a14///2p32E13P3///4K4X1 s khet2 0 1', view: 'b1j8', beams: ['silver'] }] },
  { id: 'obelisk', figures: [{ kfen: '5k4////4t4P3///3TK1O3 s khet1 0 1', view: 'c1j6', beams: ['silver'] }] },
  {
    id: 'reserved',
    figures: [
      { kfen: 'x39/4k5/////4K5/9X1 s khet2 0 1' },
      { kfen: '/4k5/////4K5/ r deflexion 0 1' },
    ],
  },
  { id: 'end', figures: [] },
];

/** @param {import('../app.js').App} app @returns {import('../app.js').Panel} */
export function open(app) {
  const end = new AbortController(), { signal } = end, content = make('div', { class: 'rules' });
  const lessons = makeButton(texts.rules.lessons, () => { void app.openPanel('learn'); });
  app.panel.append(make('div', { class: 'panel-tools' }, lessons, namesSelect(app, signal)), content);
  const draw = () => {
    const { effectsTitle, effectsHead, effects, differencesTitle, rule, differences } = texts.rules;
    content.replaceChildren(...SECTIONS.map((section) => drawSection(app, section)),
      make('h3', {}, effectsTitle), table(effectsHead, effects),
      make('h3', {}, differencesTitle), table([rule, ...VARIANTS.map(variantName)], differences));
  };
  for (const name of ['names', 'pieces']) app.addEventListener(name, draw, { signal });
  draw();
  return { close: () => end.abort() };
}

/** @param {import('../app.js').App} app @param {Section} section */
function drawSection(app, { id, figures }) {
  const { title, paragraphs, captions } = texts.rules.sections[id];
  return make('section', {}, make('h3', {}, title), ...paragraphs.map((text) => make('p', {}, text)),
    make('div', { class: 'pictures' }, ...figures.map((figure, at) => {
      const caption = captions[at] ?? '';
      return make('figure', {}, diagram(app.rules, figure, caption), make('figcaption', { 'aria-hidden': 'true' }, caption));
    })));
}

/** @param {string[]} head @param {string[][]} rows */
function table(head, rows) {
  return make('table', { class: 'facts' }, make('thead', {}, make('tr', {}, ...head.map((name) => make('th', { scope: 'col' }, name)))),
    make('tbody', {}, ...rows.map(([name = '', ...cells]) => make('tr', {}, make('th', { scope: 'row' }, name),
      ...cells.map((cell) => make('td', {}, cell))))));
}
