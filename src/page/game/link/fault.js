// @ts-check
// What is wrong with a link.

import { texts } from '../../texts/texts.js';

/** `altered`: cut or changed on its way. `large`: longer than any game. `version`: of another version. `browser`: this one cannot unpack. */
export class LinkFault extends Error {
  /** @param {'altered'|'large'|'version'|'browser'} code */
  constructor(code) {
    super(texts.links.faults[code]);
    this.code = code;
  }
}
