// Defines the element <khet-board>, the board for other pages.
import { KhetBoardElement } from './assets/js/khet-board.js';

customElements.define('khet-board', KhetBoardElement);
export { KhetBoardElement };
