// @ts-check
// Small pictures of positions, which are drawn when they come into view and removed when they leave it.

import { diagram } from '../../board/diagram.js';
import { make } from '../../common/dom.js';

/** How far beyond the view pictures are drawn. */
const MARGIN = '200px';

/** Returns a function that returns the place of a picture. @param {import('../../host/engine.js').Rules} rules @param {AbortSignal} signal */
export function lazyPictures(rules, signal) {
  /** @type {WeakMap<Element, string>} */
  const positions = new WeakMap();
  const observer = new IntersectionObserver((changes) => {
    for (const { target, isIntersecting } of changes) {
      target.replaceChildren(...(isIntersecting ? [diagram(rules, { kfen: positions.get(target) ?? '' }, '')] : []));
    }
  }, { rootMargin: MARGIN });
  signal.addEventListener('abort', () => observer.disconnect());
  return (/** @type {string} */ kfen) => {
    // The row says in words what the picture shows.
    const place = make('span', { class: 'thumb', 'aria-hidden': 'true' });
    positions.set(place, kfen);
    observer.observe(place);
    return place;
  };
}
