// @ts-check
// The transport of a folder without a server: each session has a worker with `khepri.js`.

import { messageOf } from '../common/dom.js';
import { register, SCRIPT } from './offline.js';
import { EngineSession, lack } from './session.js';
import { startEngine } from '../common/support.js';
import { texts } from '../texts/texts.js';

/** @typedef {import('../khet/faults.js').Fault} Fault */
/** @typedef {import('./server.js').FaultQuestion} FaultQuestion */

/** The address of the worker. The policy of the page allows only this script and the service worker. */
const address = new URL('../../khepri.js', import.meta.url).href;
const policy = /** @type {any} */ (globalThis).trustedTypes?.createPolicy('khepri', { createScriptURL: (/** @type {string} */ url) => {
  if (url !== address && url !== SCRIPT) throw new TypeError(`unexpected worker ${url}`);
  return url;
} });

/** The most sessions that have an engine. Each engine has a table in memory. */
const ENGINES = 2;

/** The size of an engine's table in MiB. */
const HASH = 16;

/** The open sessions with an engine, the last used one last. @type {WorkerSession[]} */
let open = [];

/** The sessions that wait until the user tries again to load a file. @type {Set<WorkerSession>} */
const waiting = new Set();

/** A session with a worker. The worker starts with the first line, and again after it was ended. */
class WorkerSession extends EngineSession {
  /** @type {Worker|null} */
  #worker = null;
  /** The requests that wait for a reply, by number. @type {Map<number, { resolve: (result: any) => void, reject: (error: Error) => void }>} */
  #requests = new Map();
  #number = 0;
  /** The messages to post once the user tries again. @type {(string|object)[]} */
  #pending = [];
  /** Whether a search has not been answered. */
  #isSearching = false;
  #isClosed = false;

  #start() {
    if (this.#worker) return this.#worker;
    if (this.name !== 'rules') {
      const idle = open.find((session) => session !== this && !session.#isSearching);
      if (idle && open.length >= ENGINES) idle.#end();
      open.push(this);
    }
    const worker = startEngine(policy?.createScriptURL(address) ?? address);
    this.#worker = worker;
    worker.onmessage = ({ data }) => {
      // A message may arrive after its worker was ended.
      if (this.#worker !== worker) return;
      if (typeof data === 'string') return this.#receiveLine(data);
      const request = this.#requests.get(data.id);
      this.#requests.delete(data.id);
      if (data.error === undefined) request?.resolve(data.result);
      else request?.reject(new Error(data.error));
    };
    worker.onerror = (event) => {
      event.preventDefault();
      if (this.#worker === worker) this.#lack('khepri.js', event.message || texts.connection.fileIsMissing);
    };
    if (this.name !== 'rules') worker.postMessage(`setoption name Hash value ${HASH}`);
    return worker;
  }

  /** Starts the worker unless it runs. Returns null if the browser lacks what it needs. */
  #tryStart() {
    try {
      return this.#start();
    } catch (error) {
      this.problem = texts.connection.lacking;
      waiting.add(this);
      lack.set(messageOf(error));
      this.#end();
      return null;
    }
  }

  /** Posts a message, now or once the user tries again. @param {string|object} message */
  #post(message) {
    if (waiting.has(this)) {
      this.#pending.push(message);
      return;
    }
    const worker = this.#tryStart();
    if (!worker) return;
    if (typeof message === 'string' && message.startsWith('go')) {
      this.#isSearching = true;
      if (open.includes(this)) open = [...open.filter((session) => session !== this), this];
    }
    worker.postMessage(message);
  }

  /** @param {string} line */
  #receiveLine(line) {
    const [, file, why] = /^info string (khepri\.(?:wasm|net)): (.*)/.exec(line) ?? [];
    if (file && why) return this.#lack(file, why);
    const isEnd = line.startsWith('bestmove');
    if (isEnd) this.#isSearching = false;
    if (this.problem) {
      this.problem = '';
      this.dispatchEvent(new Event('up'));
    }
    this.receive(line);
    // What the ended engine had still to answer must not answer later requests.
    if (line.startsWith('info string engine ended')) return this.#end();
    // Another engine may have started while none was idle.
    if (isEnd && open.length > ENGINES) this.#end();
  }

  /** Ends the worker, which lacks a file, until the user tries again. @param {string} file @param {string} why */
  #lack(file, why) {
    this.problem = texts.connection.notLoaded(file);
    waiting.add(this);
    lack.set(texts.connection.notLoadedBecause(file, why), () => {
      const sessions = [...waiting];
      waiting.clear();
      for (const session of sessions) session.problem = '';
      lack.set('');
      for (const session of sessions) for (const message of session.#pending.splice(0)) session.#post(message);
    });
    this.#end();
  }

  /** Ends the worker. Like an engine of the server that was idle for long, it starts again with the next line. */
  #end() {
    this.#worker?.terminate();
    this.#worker = null;
    this.#isSearching = false;
    open = open.filter((session) => session !== this);
    for (const { reject } of this.#requests.values()) reject(new Error(this.problem || texts.connection.ended));
    this.#requests.clear();
    if (!this.#isClosed) this.dispatchEvent(new Event('down'));
  }

  /** @override @param {string} line */
  send(line) {
    if (!this.#isClosed) this.#post(line);
  }

  /** Sends a request of KGN, and returns the reply. @param {object} request @returns {Promise<any>} */
  request(request) {
    return new Promise((resolve, reject) => {
      this.#number += 1;
      this.#requests.set(this.#number, { resolve, reject });
      this.#post({ id: this.#number, ...request });
    });
  }

  /** @override */
  close() {
    this.#isClosed = true;
    waiting.delete(this);
    this.#end();
  }
}

/** Reads and writes KGN. */
const files = new WorkerSession('rules');

/** Whether the address of the page leads only to this machine or its network. @type {boolean} */
export const isLocal = false;

/** Returns where Khepri runs, as a sentence. */
export const place = () => texts.connection.inPage;

/** Returns a session with the engine, or with `rules`. @param {string} name @returns {EngineSession} */
export const openSession = (name) => (name === 'rules' ? files : new WorkerSession(name));

/** Returns the engines and their rule sets. @returns {Promise<{ name: string, variants?: string[] }[]>} */
export const listEngines = async () => [{ name: 'khepri', variants: ['khet2', 'khet1', 'deflexion'] }];

/** Returns the puzzles. @returns {Promise<import('../game/puzzle-choice.js').Puzzle[]>} */
export async function loadPuzzles() {
  const reply = await fetch('puzzles.json');
  if (!reply.ok) throw new Error(texts.connection.serverAnswered(reply.status));
  return reply.json();
}

/** Returns the daily lasers. @returns {Promise<import('../game/daily.js').Lasers>} */
export async function loadDaily() {
  const reply = await fetch('daily.json');
  if (!reply.ok) throw new Error(texts.connection.serverAnswered(reply.status));
  return reply.json();
}

/** Reads KGN. @param {string|Blob} text @returns {Promise<{ games: import('../game/game.js').KgnGame[], faults: Fault[] }>} */
export const readKgn = async (text) => files.request({ kgn: typeof text === 'string' ? text : await text.text() });

/** Writes a game or several games as KGN. @param {import('../game/game.js').KgnGame|{ games: import('../game/game.js').KgnGame[] }} game @returns {Promise<string>} */
export const writeKgn = (game) => files.request({ write: game });

/** Returns the review of a game whose positions have scores. @param {object} game @returns {Promise<import('../game/reviewing.js').Judgement>} */
export const judge = (game) => files.request({ review: game });

/** Returns the faults of a position, of moves or of games. @param {FaultQuestion} request @returns {Promise<Fault[]>} */
export const faults = async (request) => (await files.request({ faults: request })).faults;

/** Encodes the frames of an animation, which `src/animation/mod.rs` describes, as a GIF. @param {Blob} frames @returns {Promise<Blob>} */
export async function encodeAnimation(frames) {
  const reply = await fetch('animation.wasm');
  if (!reply.ok) throw new Error(texts.connection.serverAnswered(reply.status));
  const { instance } = await WebAssembly.instantiate(await reply.arrayBuffer()), { memory, allocate, encode, answer, answer_length: length } = /** @type {any} */ (instance.exports);
  const bytes = new Uint8Array(await frames.arrayBuffer()), pointer = allocate(bytes.length) >>> 0;
  new Uint8Array(memory.buffer, pointer).set(bytes);
  const isAnimation = encode(pointer, bytes.length), result = new Uint8Array(memory.buffer, answer() >>> 0, length()).slice();
  if (!isAnimation) throw new Error(new TextDecoder().decode(result));
  return new Blob([result], { type: 'image/gif' });
}

/** Keeps the files for use without a network. @param {(use: () => void) => void} offer called when a new version is ready, with the function that starts it */
export const watchVersion = (offer) => register(policy?.createScriptURL(SCRIPT) ?? SCRIPT, offer);
