// @ts-check
// The panel "Settings": what the page shows and how it looks.

import { make, makeSelect } from '../common/dom.js';
import { namesSelect } from './names-select.js';
import { chooseSounds, chosenSounds } from '../board/sounds.js';
import { chooseLook, looks } from '../common/theme.js';

/** @param {import('../app.js').App} app @returns {import('../app.js').Panel} */
export function open(app) {
  const end = new AbortController();
  /** @param {string} name @param {[string, string][]} options @param {string} value @param {(value: string) => void} onChange */
  const choice = (name, options, value, onChange) => makeSelect(name, options, value, onChange).label;
  app.panel.append(make('div', { class: 'settings' },
    choice('Beams', [['both', 'Both beams'], ['mover', 'Next beam'], ['off', 'No beams']], app.beams,
      (value) => app.setBeams(value === 'both' ? 'both' : value === 'mover' ? 'mover' : 'off')),
    namesSelect(app, end.signal),
    choice('Colours', [['system', 'As the system'], ['light', 'Light'], ['dark', 'Dark']], looks.theme, (value) => chooseLook('theme', value)),
    choice('Motion', [['system', 'As the system'], ['on', 'Animated'], ['off', 'Still']], looks.motion, (value) => chooseLook('motion', value)),
    choice('Sounds', [['off', 'Off'], ['on', 'On']], chosenSounds(), chooseSounds),
    choice('Pieces', [['small', 'Small'], ['normal', 'Normal'], ['large', 'Large']], looks.size, (value) => chooseLook('size', value)),
  ));
  return { close: () => end.abort() };
}
