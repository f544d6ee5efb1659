// @ts-check
// Whether movements are animated: as the system prefers, or as the player has chosen.

/** @typedef {'system'|'on'|'off'} Motion */

/** @type {Motion} */
let chosen = 'system';

/** @param {Motion} motion */
export function chooseMotion(motion) {
  chosen = motion;
  document.documentElement.dataset.motion = motion;
}

/** Whether movements are left out. */
export const isStill = () => (chosen === 'system' ? matchMedia('(prefers-reduced-motion: reduce)').matches : chosen === 'off');
