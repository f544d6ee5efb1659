// @ts-check
// The transport of `khepri serve`: WebSockets to engines, and requests.

import { EngineSession } from './session.js';
import { texts } from '../texts/texts.js';

/** @typedef {import('../khet/faults.js').Fault} Fault */
/** What `faults` is asked. @typedef {{ kfen: string, moves?: string[] }|{ kgn: string }} FaultQuestion */

/** The token in the fragment of the address (`#token=…`). It is removed from the address once the server has accepted it. */
const token = new URLSearchParams(location.hash.slice(1)).get('token') ?? '';

function hideToken() {
  const rest = new URLSearchParams(location.hash.slice(1));
  if (!rest.has('token')) return;
  rest.delete('token');
  history.replaceState(null, '', rest.size ? `#${rest}` : location.pathname + location.search);
}

// If only the fragment of the address changes, the browser does not load the page again.
addEventListener('hashchange', () => { if (new URLSearchParams(location.hash.slice(1)).has('token')) location.reload(); });

/** The identity of this page. The server counts all its engines as one session. */
const page = crypto.getRandomValues(new Uint32Array(4)).join('-');

/** The code with which the server closes an idle WebSocket. */
const IDLE = 1000;

/**
 * A session with an engine process over a WebSocket. It connects when the first line is sent, and again after the connection is
 * lost.
 */
class ServerSession extends EngineSession {
  /** @type {WebSocket|null} */
  #socket = null;
  /** @type {string[]} Lines to send once the connection is open. */
  #pending = [];
  #delay = 250;
  #closed = false;
  /** Whether the server has accepted an earlier connection of this session. */
  #wasAccepted = false;

  #open() {
    if (this.#socket || this.#closed) return;
    const scheme = location.protocol === 'https:' ? 'wss:' : 'ws:';
    const socket = new WebSocket(`${scheme}//${location.host}/engine?name=${encodeURIComponent(this.name)}&page=${page}`);
    let isOpened = false, hasReceived = false, refusal = '';
    this.#socket = socket;
    socket.onopen = () => {
      isOpened = true;
      if (token) socket.send(`token ${token}`);
      for (const line of this.#pending.splice(0)) socket.send(line);
      // Without pending lines no reply would show that the connection is open again.
      if (this.#wasAccepted) this.#up();
    };
    socket.onmessage = (message) => {
      const line = String(message.data);
      if (line.startsWith('info string no room')) refusal = texts.connection.refused(line.slice(12));
      else if (!hasReceived) {
        hasReceived = this.#wasAccepted = true;
        hideToken();
        this.#delay = 250;
        this.#up();
      }
      this.receive(line);
    };
    socket.onclose = (event) => {
      if (this.#socket !== socket) return;
      this.#socket = null;
      this.#pending.length = 0;
      if (this.#closed) return;
      const isIdle = event.code === IDLE && (hasReceived || (this.#wasAccepted && !refusal));
      const { lost, notLetIn, tryingAgain } = texts.connection;
      this.problem = isIdle ? '' : refusal || (isOpened && !hasReceived && event.code === 1006 ? notLetIn : `${lost}. ${tryingAgain}`);
      this.dispatchEvent(new Event('down'));
      // An idle session connects again with the next line.
      if (isIdle && !this.#pending.length) return;
      setTimeout(() => this.#open(), this.#delay);
      this.#delay = Math.min(2 * this.#delay, 4000);
    };
  }

  #up() {
    this.problem = '';
    this.dispatchEvent(new Event('up'));
  }

  /** Sends a line, now or once the connection is open. @param {string} line */
  send(line) {
    if (this.#socket?.readyState === WebSocket.OPEN) {
      this.#socket.send(line);
      return;
    }
    this.#pending.push(line);
    // After a loss, a timer already opens the next connection.
    if (!this.problem) this.#open();
  }

  /** Ends the session and its engine process. */
  close() {
    this.#closed = true;
    this.#socket?.close();
  }
}

/** Whether the address of the page leads only to this machine or its network. @type {boolean} */
export const isLocal = true;

/** Returns where Khepri runs, as a sentence. */
export const place = () => texts.connection.onServer;

/** Returns a session with an engine of the server, or with `rules`. @param {string} name @returns {EngineSession} */
export const openSession = (name) => new ServerSession(name);

/** Returns the engines and their rule sets. @returns {Promise<{ name: string, variants?: string[] }[]>} */
export const listEngines = async () => (await fetch('engines')).json();

/** Returns the puzzles. @returns {Promise<import('../game/puzzle-choice.js').Puzzle[]>} */
export async function loadPuzzles() {
  const reply = await fetch('puzzles');
  if (!reply.ok) throw new Error((await reply.text()).trim());
  return reply.json();
}

/** Returns the daily lasers. @returns {Promise<import('../game/daily.js').Lasers>} */
export async function loadDaily() {
  const reply = await fetch('daily');
  if (!reply.ok) throw new Error((await reply.text()).trim());
  return reply.json();
}

/** Reads KGN. @param {string|Blob} text @returns {Promise<{ games: import('../game/game.js').KgnGame[], faults: Fault[] }>} */
export async function readKgn(text) {
  const reply = await fetch('kgn', { method: 'POST', body: text });
  if (!reply.ok) throw new Error((await reply.text()).trim() || texts.connection.serverAnswered(reply.status));
  return reply.json();
}

/** Writes a game or several games as KGN. @param {import('../game/game.js').KgnGame|{ games: import('../game/game.js').KgnGame[] }} game @returns {Promise<string>} */
export async function writeKgn(game) {
  const reply = await fetch('kgn/write', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(game) });
  const text = await reply.text();
  if (!reply.ok) throw new Error(text.trim() || texts.connection.serverAnswered(reply.status));
  return text;
}

/** Returns the review of a game whose positions have scores. @param {object} game @returns {Promise<import('../game/reviewing.js').Judgement>} */
export async function judge(game) {
  const reply = await fetch('review', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(game) });
  if (!reply.ok) throw new Error((await reply.text()).trim() || texts.connection.serverAnswered(reply.status));
  return reply.json();
}

/** Returns the faults of a position, of moves or of games. @param {FaultQuestion} request @returns {Promise<Fault[]>} */
export async function faults(request) {
  const headers = { 'content-type': 'application/json' };
  const reply = await fetch('faults', { method: 'POST', headers, body: JSON.stringify(request) });
  if (!reply.ok) throw new Error((await reply.text()).trim() || texts.connection.serverAnswered(reply.status));
  return (await reply.json()).faults;
}

/** Encodes the frames of an animation, which `src/animation/mod.rs` describes, as a GIF. @param {Blob} frames @returns {Promise<Blob>} */
export async function encodeAnimation(frames) {
  const reply = await fetch('gif', { method: 'POST', body: frames });
  if (!reply.ok) throw new Error((await reply.text()).trim() || texts.connection.serverAnswered(reply.status));
  return reply.blob();
}

/** Does nothing: the server has the page and the engine of one version. @param {(use: () => void) => void} _offer */
export const watchVersion = async (_offer) => {};
