// @ts-check
// What khepri.js needs of a browser: finds out what is missing, and starts its worker.

import { texts } from '../texts/texts.js';

/** A module with a function that negates the bits of a vector: `v128.not`. */
const VECTORS = new Uint8Array([
  0, 0x61, 0x73, 0x6d, 1, 0, 0, 0, // the magic number and the version
  1, 6, 1, 0x60, 1, 0x7b, 1, 0x7b, // types: v128 to v128
  3, 2, 1, 0, // functions: one of this type
  10, 8, 1, 6, 0, 0x20, 0, 0xfd, 0x4d, 0x0b, // code: local.get 0, v128.not
]);

/**
 * Returns a sentence that says what is missing and what to do, or '' if nothing is. Module workers are checked when one starts.
 * @param {{ WebAssembly?: typeof WebAssembly, Worker?: typeof Worker }} browser the global object
 */
export function missing(browser) {
  const { connection } = texts;
  if (!browser.WebAssembly) return connection.noWebAssembly;
  if (!browser.WebAssembly.validate(VECTORS)) return connection.noVectors;
  return browser.Worker ? '' : connection.noWorkers;
}

/**
 * Starts khepri.js, or throws an error with a sentence for the user if the browser lacks what it needs.
 * @param {string} address as the policy of the page returns it
 */
export function startEngine(address) {
  const why = missing(globalThis);
  if (why) throw new Error(why);
  // A browser without module workers does not read the type.
  let isRead = false;
  /** @type {WorkerOptions} */
  const options = {
    get type() {
      isRead = true;
      return /** @type {const} */ ('module');
    },
  };
  const worker = new Worker(address, options);
  if (isRead) return worker;
  worker.terminate();
  throw new Error(texts.connection.noModuleWorkers);
}
