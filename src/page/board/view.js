// @ts-check
// The view of the board: the one place that maps squares and directions to places in the picture.

import { FRAME, SIDE } from './picture.js';
import { FILES, RANKS, squareName } from '../khet/position.js';

/** @typedef {import('./picture.js').Point} Point */
/** A label in the frame, and a square of its column or row. @typedef {{ text: string, square: number }} Label */

/** The directions, clockwise. */
const DIRECTIONS = 'nesw';

/** Returns a number within bounds. @param {number} value @param {number} count the number of values from 0 */
const clamp = (value, count) => Math.min(Math.max(value, 0), count - 1);

export class View {
  /** @param {boolean} [flipped] whether the board is seen from Red's side @param {boolean} [turned] whether it is turned clockwise by a quarter */
  constructor(flipped = false, turned = false) {
    this.flipped = flipped;
    this.turned = turned;
    /** The clockwise rotation of the board as Silver sees it, in quarters. */
    this.quarters = (flipped ? 2 : 0) + (turned ? 1 : 0);
    this.columns = turned ? RANKS : FILES;
    this.rows = turned ? FILES : RANKS;
    /** The size of the picture. */
    this.width = this.columns * SIDE + 2 * FRAME;
    this.height = this.rows * SIDE + 2 * FRAME;
  }

  /** Returns the column and the row of a square, from the left and from the top. @param {number} square @returns {[number, number]} */
  place(square) {
    const [right, down] = rotate(square % FILES - (FILES - 1) / 2, (RANKS - 1) / 2 - Math.floor(square / FILES), this.quarters);
    return [right + (this.columns - 1) / 2, down + (this.rows - 1) / 2];
  }

  /** Returns the square at a column and row. @param {number} column @param {number} row */
  square(column, row) {
    const [right, down] = rotate(column - (this.columns - 1) / 2, row - (this.rows - 1) / 2, 4 - this.quarters);
    return ((RANKS - 1) / 2 - down) * FILES + right + (FILES - 1) / 2;
  }

  /** Returns the square that is a number of steps from another one, or where the board ends. @param {number} square @param {number} right @param {number} down */
  step(square, right, down) {
    const [column, row] = this.place(square);
    return this.square(clamp(column + right, this.columns), clamp(row + down, this.rows));
  }

  /** Returns the direction in which a direction of the board is seen, where `n` is up. @param {string} direction */
  seen(direction) {
    const at = DIRECTIONS.indexOf(direction);
    return at < 0 ? direction : DIRECTIONS.charAt((at + this.quarters) % 4);
  }

  /** Returns the steps to the right and down of a direction. @param {string} direction @returns {Point} */
  vector(direction) {
    const at = DIRECTIONS.indexOf(direction), [x, y] = at < 0 ? [0, 0] : rotate(0, -1, at + this.quarters);
    return { x, y };
  }

  /** Returns the clockwise rotation of a drawing that points up, in degrees. @param {string} direction where it has to point */
  degrees(direction) {
    return 90 * DIRECTIONS.indexOf(this.seen(direction));
  }

  /** Returns the centre of a square in the picture. @param {number} square @returns {Point} */
  centre(square) {
    const [column, row] = this.place(square);
    return { x: FRAME + (column + 0.5) * SIDE, y: FRAME + (row + 0.5) * SIDE };
  }

  /** Returns the point in the frame beside a player's corner. @param {string} name `j0` or `a9` @returns {Point} */
  framePoint(name) {
    const isSilver = name === 'j0', corner = this.centre(isSilver ? 9 : 70), { x, y } = this.vector(isSilver ? 's' : 'n');
    return { x: corner.x + (x * SIDE) / 2, y: corner.y + (y * SIDE) / 2 };
  }

  /** The labels of the columns and of the rows. @returns {{ columns: Label[], rows: Label[] }} */
  get labels() {
    const files = Array.from({ length: FILES }, (_, square) => ({ text: squareName(square).charAt(0), square }));
    const ranks = Array.from({ length: RANKS }, (_, rank) => ({ text: String(rank + 1), square: rank * FILES }));
    return this.turned ? { columns: ranks, rows: files } : { columns: files, rows: ranks };
  }
}

/** Returns a vector after clockwise rotations by a quarter. @param {number} x to the right @param {number} y down @param {number} quarters @returns {[number, number]} */
function rotate(x, y, quarters) {
  for (let quarter = 0; quarter < quarters % 4; quarter += 1) [x, y] = [-y, x];
  return [x, y];
}

/** The view of Silver on a board that is not turned, in which pictures without a board are drawn. */
export const WIDE = new View();
