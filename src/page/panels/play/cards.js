// @ts-check
// A group of cards, one of which is chosen. It has the interface of a select.

import { make } from '../../common/dom.js';
import { byId } from '../../khet/words.js';

/** A group of cards of which one is chosen. */
export class Cards {
  /** @param {string} id of the group */
  constructor(id) {
    this.group = byId(id);
    this.name = id;
  }

  /** Replaces the cards. @param {{ value: string, name: string, content: (Node|string)[] }[]} cards */
  fill(cards) {
    const { value } = this;
    this.group.replaceChildren(...cards.map((card) => {
      const radio = make('input', { type: 'radio', class: 'unseen', name: this.name, value: card.value, 'aria-label': card.name });
      return make('label', { class: 'card' }, radio, ...card.content);
    }));
    this.value = value;
  }

  get #radios() {
    return [...this.group.querySelectorAll('input')];
  }

  /** The chosen value, or ''. */
  get value() {
    return this.#radios.find((radio) => radio.checked)?.value ?? '';
  }

  /** Chooses a card. An unknown value chooses the first one. */
  set value(value) {
    const radios = this.#radios, chosen = radios.find((radio) => radio.value === value) ?? radios[0];
    if (chosen) chosen.checked = true;
  }

  /** @param {string} value */
  has(value) {
    return this.#radios.some((radio) => radio.value === value);
  }
}
