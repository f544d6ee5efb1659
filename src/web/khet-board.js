// Defines the element <khet-board>, the board for other pages.
export { KhetBoardElement } from './assets/js/embedded.js';
