// @ts-check
// The panel "Settings": what the page shows and how it looks.

import { make, makeSelect } from '../common/dom.js';
import { load, save } from '../common/storage.js';
import { editionSelect } from './edition-select.js';
import { namesSelect } from './names-select.js';
import { LANGUAGES } from '../texts/load.js';
import { texts } from '../texts/texts.js';
import { chosenPieces, PIECE_SETS } from '../board/pieces.js';
import { chooseSounds, chosenSounds } from '../board/sounds.js';
import { chooseTempo, chosenTempo } from '../common/tempo.js';
import { chooseLook, looks } from '../common/theme.js';
import { chooseTurning, chosenTurning } from '../common/turning.js';

/** Stores the language, and loads its texts. @param {string} language as its code, or '' for that of the browser */
function chooseLanguage(language) {
  save('language', language);
  location.reload();
}

/** @param {import('../app.js').App} app @returns {import('../app.js').Panel} */
export function open(app) {
  const end = new AbortController(), { settings } = texts;
  /** @param {string} name @param {[string, string][]} options @param {string} value @param {(value: string) => void} onChange */
  const choice = (name, options, value, onChange) => makeSelect(name, options, value, onChange).label;
  const pieces = makeSelect(settings.pieces, [['khet', settings.khetPieces], ['laser', settings.laserPieces], ['plain', settings.plainPieces]], chosenPieces(),
    (value) => { void app.setPieces(PIECE_SETS.find((set) => set === value) ?? 'khet'); });
  app.addEventListener('pieces', () => { pieces.select.value = chosenPieces(); }, { signal: end.signal });
  const sounds = makeSelect(settings.sounds, [['off', settings.off], ['on', settings.on]], chosenSounds(), chooseSounds);
  app.addEventListener('sounds', () => { sounds.select.value = chosenSounds(); }, { signal: end.signal });
  const languages = Object.entries(LANGUAGES).map(([code, { name }]) => /** @type {[string, string]} */ ([code, name]));
  app.panel.append(make('div', { class: 'settings' },
    choice(settings.language, [['', settings.asBrowser], ...languages], load('language') ?? '', chooseLanguage),
    editionSelect(app, end.signal),
    choice(settings.beams, [['both', settings.bothBeams], ['mover', settings.nextBeam], ['off', settings.noBeams]], app.beams,
      (value) => app.setBeams(value === 'both' ? 'both' : value === 'mover' ? 'mover' : 'off')),
    namesSelect(app, end.signal),
    pieces.label,
    choice(settings.size, [['small', settings.small], ['normal', settings.normal], ['large', settings.large]], looks.size,
      (value) => chooseLook('size', value)),
    choice(settings.board, [['automatic', settings.automatic], ['wide', settings.wide], ['turned', settings.turned]], chosenTurning(), chooseTurning),
    choice(settings.colours, [['system', settings.asSystem], ['light', settings.light], ['dark', settings.dark]], looks.theme,
      (value) => chooseLook('theme', value)),
    choice(settings.motion, [['system', settings.asSystem], ['on', settings.animated], ['off', settings.still]], looks.motion,
      (value) => chooseLook('motion', value)),
    choice(settings.tempo, [['calm', settings.calm], ['quick', settings.quick], ['instant', settings.instant]], chosenTempo(), (value) => {
      chooseTempo(value);
      save('tempo', chosenTempo());
    }),
    sounds.label,
  ));
  return { close: () => end.abort() };
}
