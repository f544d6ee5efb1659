// @ts-check
// The board as a picture of pixels: for a file, or as a frame of an animation.

import { download, messageOf } from '../common/dom.js';
import { HEIGHT, WIDTH } from './picture.js';
import { standalone } from './standalone.js';
import { texts } from '../texts/texts.js';

/** The width of a picture in a file, in pixels. */
const FILE_WIDTH = 1000;

/** Returns a canvas of the shape of the board. @param {number} width in pixels */
export function makeCanvas(width) {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = Math.round(width * HEIGHT / WIDTH);
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error(texts.board.noPictures);
  return { canvas, context };
}

/** Returns a picture of the board as an image, as it is at the time of the call. @param {SVGSVGElement} picture which is part of the page @param {HTMLCanvasElement} canvas on which the image will be drawn */
export async function makeImage(picture, { width, height }) {
  const address = URL.createObjectURL(new Blob([standalone(picture)], { type: 'image/svg+xml' })), image = new Image(width, height);
  try {
    image.src = address;
    await image.decode();
    return image;
  } finally {
    URL.revokeObjectURL(address);
  }
}

/** Returns a picture as a file. @param {(canvas: HTMLCanvasElement) => Promise<CanvasImageSource>} draw */
export async function makePicture(draw) {
  const { canvas, context } = makeCanvas(FILE_WIDTH);
  context.drawImage(await draw(canvas), 0, 0, canvas.width, canvas.height);
  const file = await new Promise((/** @type {BlobCallback} */ resolve) => canvas.toBlob(resolve, 'image/png'));
  if (!file) throw new Error(texts.board.noPng);
  return file;
}

/** Saves the board as a file, with its beams and arrows. It is not turned there. @param {import('../app.js').App} app @param {string} name of the file */
export async function savePicture(app, name) {
  try {
    download(name, await makePicture((canvas) => app.board.withWidePicture((picture) => makeImage(picture, canvas))), 'image/png');
  } catch (error) {
    app.showMessage(texts.board.pictureNotSaved(messageOf(error)));
  }
}
