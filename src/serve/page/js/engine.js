// @ts-check
// Sessions with engine processes over WebSockets, and the rules, which come from the session `rules`.

/** @typedef {{ move: string, hits: string[], result: string }} LegalMove */
/** @typedef {{ from: string, dir: string, to: string, end: string }} Leg */
/** @typedef {{ board: string, legs: Leg[], hits: string[], result: string, reason: string }} Beam */
/** @typedef {{ kfen: string, key: string, toMove: import('./position.js').Colour, occurred: number, reason: string, result: string }} State */
/** @typedef {{ variant: string, name: string, kfen: string }} Setup */

/** The refusal of a position, a move or another command by the engine. */
export class Refused extends Error {}

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

/** The code with which the server closes an idle WebSocket. */
const IDLE = 1000;

/**
 * A session with an engine process over a WebSocket. It connects when the first line is sent, and again after the connection is
 * lost.
 *
 * Events: `line` (detail: a line of the engine), `up` and `down` (the connection is open or closed), `ended` (detail: why the
 * engine process ended).
 */
export class EngineSession extends EventTarget {
  /** @type {WebSocket|null} */
  #socket = null;
  /** @type {string[]} Lines to send once the connection is open. */
  #pending = [];
  #delay = 250;
  #closed = false;
  /** Whether the server has accepted an earlier connection of this session. */
  #wasAccepted = false;
  /** The message for the user while the connection is lost, else ''. */
  problem = '';

  /** @param {string} name an engine's name, or `rules` */
  constructor(name) {
    super();
    this.name = name;
  }

  #open() {
    if (this.#socket || this.#closed) return;
    const scheme = location.protocol === 'https:' ? 'wss:' : 'ws:';
    const socket = new WebSocket(`${scheme}//${location.host}/engine?name=${encodeURIComponent(this.name)}`);
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
      if (line.startsWith('info string no room')) refusal = `Khepri has ${line.slice(12)}`;
      else if (!hasReceived) {
        hasReceived = this.#wasAccepted = true;
        hideToken();
        this.#delay = 250;
        this.#up();
      }
      this.#receive(line);
    };
    socket.onclose = (event) => {
      if (this.#socket !== socket) return;
      this.#socket = null;
      this.#pending.length = 0;
      if (this.#closed) return;
      const isIdle = event.code === IDLE && (hasReceived || (this.#wasAccepted && !refusal));
      this.problem = isIdle ? ''
        : refusal || (isOpened && !hasReceived && event.code === 1006
          ? 'Khepri does not let this page in. Open the address that it printed, with its token.'
          : 'The connection to Khepri is lost. Trying again…');
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

  /** @param {string} line */
  #receive(line) {
    if (/^info string engine (ended|cannot be started)/.test(line)) {
      this.dispatchEvent(new CustomEvent('ended', { detail: line.slice(12) }));
    }
    this.dispatchEvent(new CustomEvent('line', { detail: line }));
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

  /**
   * Sends lines, and returns the replies up to and including the first for which `last` returns true.
   * Rejects if the connection or the engine is lost.
   * @param {string|string[]} lines
   * @param {(line: string) => boolean} last
   * @returns {Promise<string[]>}
   */
  ask(lines, last) {
    return new Promise((resolve, reject) => {
      /** @type {string[]} */
      const replies = [];
      const stop = new AbortController(), signal = stop.signal;
      this.addEventListener('line', (event) => {
        const line = /** @type {CustomEvent<string>} */ (event).detail;
        replies.push(line);
        if (!last(line)) return;
        stop.abort();
        resolve(replies);
      }, { signal });
      const lost = (/** @type {Event} */ event) => {
        stop.abort();
        reject(new Error(event.type === 'ended' ? /** @type {CustomEvent<string>} */ (event).detail : this.problem || 'the session was idle'));
      };
      this.addEventListener('down', lost, { signal });
      this.addEventListener('ended', lost, { signal });
      for (const line of [lines].flat()) this.send(line);
    });
  }

  /** Ends the session and its engine process. */
  close() {
    this.#closed = true;
    this.#socket?.close();
  }
}

/** @typedef {{ position: string, command: string, hover: boolean, tries: number, resolve: (lines: string[]|null) => void, reject: (error: Error) => void }} Request */

/** The rules, as the session `rules` reports them. Positions are the arguments of `position`, such as `kfen … moves …`. */
export class Rules {
  session = new EngineSession('rules');
  /** @type {Request[]} */
  #queue = [];
  #busy = false;
  /** The current position of the engine, or '' if it is unknown. */
  #position = '';
  /** @type {Map<string, Promise<string[]|null>>} Cached replies by position and command. */
  #replies = new Map();
  /** @type {Promise<Setup[]>|null} */
  #setups = null;

  constructor() {
    const forget = () => { this.#position = ''; };
    this.session.addEventListener('down', forget);
    this.session.addEventListener('ended', forget);
  }

  /** Returns the legal moves. @param {string} position @returns {Promise<LegalMove[]>} */
  async moves(position) {
    const lines = await this.#ask(position, 'moves');
    return lines.filter((line) => !/^(total|readyok|info)\b/.test(line)).map((line) => {
      const [move = '', ...words] = line.split(' ');
      const result = words.find((word) => /^(1-0|0-1|1\/2-1\/2)$/.test(word)) ?? '';
      return { move, hits: words.filter((word) => /^[a-j][1-8]$/.test(word)), result };
    });
  }

  /**
   * Returns the beam of a legal move, of a colour, or of the side to move for ''.
   * @param {string} position @param {string} which @returns {Promise<Beam>}
   */
  async beam(position, which = '') {
    return readBeam(await this.#ask(position, `beam ${which}`.trim()));
  }

  /** Like `beam`, but a later call cancels earlier pending calls. These return null. @param {string} position @param {string} which @returns {Promise<Beam|null>} */
  async hoverBeam(position, which) {
    const lines = await this.#request(position, `beam ${which}`.trim(), true);
    return lines && readBeam(lines);
  }

  /** Returns the fields of `d`. @param {string} position @returns {Promise<State>} */
  async describe(position) {
    /** @type {Record<string, string>} */
    const fields = {};
    for (const line of await this.#ask(position, 'd')) {
      const field = /^(kfen|key|to move|occurred|reason|result): (.*)$/.exec(line);
      if (field) fields[field[1] ?? ''] = field[2] ?? '';
    }
    return {
      kfen: fields.kfen ?? '', key: fields.key ?? '', toMove: fields['to move'] === 'red' ? 'red' : 'silver',
      occurred: Number(fields.occurred) || 1, reason: fields.reason ?? '-', result: fields.result ?? '*',
    };
  }

  /** Returns the positions from the start to this one; the first has no move. @param {string} position @returns {Promise<(import('./game.js').Ply & { move: string })[]>} */
  async history(position) {
    return (await this.#ask(position, 'history')).flatMap((line) => {
      const parts = /^ply \d+ kfen (\S+ \S+ \S+ \S+ \S+)(?: move (\S+))?(?: hits (.+?))? occurred (\d+) result (\S+) (\S+)$/.exec(line);
      if (!parts) return [];
      const [, kfen = '', move = '', hits, occurred, result = '', reason = ''] = parts;
      return [{ move, kfen, hits: hits?.split(' ') ?? [], occurred: Number(occurred), result, reason }];
    });
  }

  /** Returns the named set-ups of all rule sets. @returns {Promise<Setup[]>} */
  setups() {
    this.#setups ??= this.#ask('startpos', 'setups').then((lines) => lines.flatMap((line) => {
      const [word, variant = '', name = '', ...kfen] = line.split(' ');
      return word === 'setup' ? [{ variant, name, kfen: kfen.join(' ') }] : [];
    }));
    // After a failure, the next call sends the request again.
    this.#setups.catch(() => { this.#setups = null; });
    return this.#setups;
  }

  /** @param {string} position @param {string} command @returns {Promise<string[]>} */
  async #ask(position, command) {
    return (await this.#request(position, command, false)) ?? [];
  }

  /** @param {string} position @param {string} command @param {boolean} hover @returns {Promise<string[]|null>} */
  #request(position, command, hover) {
    const key = `${position}\n${command}`;
    const cached = this.#replies.get(key);
    if (cached) return cached;
    const reply = new Promise((/** @type {(lines: string[]|null) => void} */ resolve, reject) => {
      if (hover) {
        for (const stale of this.#queue.filter((request) => request.hover)) stale.resolve(null);
        this.#queue = this.#queue.filter((request) => !request.hover);
      }
      this.#queue.push({ position, command, hover, tries: 0, resolve, reject });
    });
    this.#replies.set(key, reply);
    if (this.#replies.size > 2000) this.#replies.clear();
    const forget = () => this.#replies.delete(key);
    reply.then((lines) => lines ?? forget(), forget);
    void this.#processQueue();
    return reply;
  }

  async #processQueue() {
    if (this.#busy) return;
    this.#busy = true;
    for (let request = this.#queue.shift(); request; request = this.#queue.shift()) {
      const lines = this.#position === request.position ? [] : [`position ${request.position}`];
      try {
        const replies = await this.session.ask([...lines, request.command, 'isready'], (line) => line === 'readyok');
        const fault = replies.find((line) => line.startsWith('info string'));
        this.#position = fault && lines.length ? '' : request.position;
        if (fault) request.reject(new Refused(fault.replace(/^info string (position|beam|moves|history|d)?:? ?/, '')));
        else request.resolve(replies);
      } catch (error) {
        this.#position = '';
        request.tries += 1;
        // The request is sent again, because the connection may open later. It is sent at most 100 times in all.
        if (request.tries < 100) this.#queue.unshift(request);
        else request.reject(error instanceof Error ? error : new Error(String(error)));
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
    }
    this.#busy = false;
  }
}

/** @param {string[]} lines @returns {Beam} */
function readBeam(lines) {
  /** @type {Beam} */
  const beam = { board: '', legs: [], hits: [], result: '*', reason: '-' };
  for (const line of lines) {
    const [word, ...rest] = line.split(' ');
    const [first = '', second = '', third = '', fourth = ''] = rest;
    if (word === 'board') beam.board = first;
    else if (word === 'leg') beam.legs.push({ from: first, dir: second, to: third, end: fourth });
    else if (word === 'hits') beam.hits = rest;
    else if (word === 'result') [beam.result, beam.reason] = [first, second];
  }
  return beam;
}

/** @typedef {{ depth: number, seldepth: number, multipv: number, cp: number|null, mate: number|null, bound: string, wdl: number[]|null, nodes: number, nps: number, hashfull: number, time: number, pv: string[] }} Info */

/** Reads an `info … score … pv …` line, or returns null for other lines. @param {string} line @returns {Info|null} */
export function readInfo(line) {
  if (!line.startsWith('info ') || !line.includes(' score ')) return null;
  const words = line.split(' ');
  const number = (/** @type {string} */ name) => {
    const at = words.indexOf(name);
    return at < 0 ? 0 : Number(words[at + 1]) || 0;
  };
  const score = words.indexOf('score'), kind = words[score + 1], value = Number(words[score + 2]);
  const wdl = words.indexOf('wdl'), pv = words.indexOf('pv');
  return {
    depth: number('depth'), seldepth: number('seldepth'), multipv: number('multipv') || 1,
    cp: kind === 'cp' ? value : null, mate: kind === 'mate' ? value : null,
    bound: words.find((word) => word === 'lowerbound' || word === 'upperbound') ?? '',
    wdl: wdl < 0 ? null : words.slice(wdl + 1, wdl + 4).map(Number),
    nodes: number('nodes'), nps: number('nps'), hashfull: number('hashfull'), time: number('time'),
    pv: pv < 0 ? [] : words.slice(pv + 1),
  };
}
