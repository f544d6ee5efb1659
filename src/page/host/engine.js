// @ts-check
// The rules, which come from the session `rules`, and the lines of engines.

/** @typedef {import('../khet/position.js').Colour} Colour */
/** @typedef {{ move: string, hits: string[], result: string }} LegalMove */
/** @typedef {{ from: string, dir: string, to: string, end: string }} Leg */
/** @typedef {{ board: string, legs: Leg[], hits: string[], result: string, reason: string }} Beam */
/** @typedef {{ kfen: string, key: string, toMove: Colour, occurred: number, reason: string, result: string }} State */
/** @typedef {{ variant: string, name: string, kfen: string }} Setup */
/**
 * A square that the shot of a move or the standing beam enters: the number of moves whose shot enters it, how many of these hit a
 * piece on it, how many hit a piece of the player's own, and whether the standing beam enters it.
 * @typedef {{ square: string, moves: number, hits: number, own: number, now: boolean }} ReachedSquare
 */

/** The refusal of a position, a move or another command by the engine. */
export class Refused extends Error {
  /** @param {string} message @param {string} [position] the argument of `position` */
  constructor(message, position = '') {
    super(message);
    this.position = position;
  }
}

/** @typedef {{ position: string, command: string, key: string, hover: boolean, tries: number, resolve: (lines: string[]|null) => void, reject: (error: Error) => void }} Request */

/** The rules, as the session `rules` reports them. Positions are the arguments of `position`, such as `kfen … moves …`. */
export class Rules {
  /** @type {Request[]} */
  #queue = [];
  #busy = false;
  /** The current position of the engine, or '' if it is unknown. */
  #position = '';
  /** @type {Map<string, { request: Request, reply: Promise<string[]|null> }>} The requests by position and command, with their replies. */
  #requests = new Map();
  /** @type {Promise<Setup[]>|null} */
  #setups = null;

  /** @param {import('./session.js').EngineSession} session in which nothing else changes the position */
  constructor(session) {
    this.session = session;
    const forget = () => { this.#position = ''; };
    this.session.addEventListener('down', forget);
    this.session.addEventListener('ended', forget);
  }

  /** Returns the legal moves. @param {string} position @returns {Promise<LegalMove[]>} */
  async moves(position) {
    const lines = await this.#ask(position, 'moves');
    return lines.filter((line) => !/^(total|readyok|info)\b/.test(line)).map((line) => readMoveLine(line));
  }

  /** Returns the squares that a player's beam enters, as it stands or after one move. @param {string} position @param {Colour} colour @returns {Promise<ReachedSquare[]>} */
  async reach(position, colour) {
    return (await this.#ask(position, `reach ${colour}`)).flatMap((line) => {
      const parts = /^square (\S+) moves (\d+) hits (\d+)(?: own (\d+))?( now)?$/.exec(line);
      if (!parts) return [];
      const [, square = '', moves, hits, own = 0, now] = parts;
      return [{ square, moves: Number(moves), hits: Number(hits), own: Number(own), now: Boolean(now) }];
    });
  }

  /** Returns the moves of a player whose shot enters a square. @param {string} position @param {Colour} colour @param {string} square @returns {Promise<LegalMove[]>} */
  async movesThrough(position, colour, square) {
    const lines = await this.#ask(position, `reach ${colour} ${square}`);
    return lines.filter((line) => line.startsWith('move ')).map((line) => readMoveLine(line.slice(5)));
  }

  /**
   * Returns the beam of a legal move, of a colour, or of the side to move for ''.
   * @param {string} position @param {string} which @returns {Promise<Beam>}
   */
  async beam(position, which = '') {
    return readBeam(await this.#ask(position, `beam ${which}`.trim()));
  }

  /** Like `beam`, but a later call cancels earlier pending calls, which return null, unless a call of `beam` waits for the same reply. @param {string} position @param {string} which @returns {Promise<Beam|null>} */
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

  /** Returns the positions from the start to this one; the first has no move. @param {string} position @returns {Promise<(import('../game/game.js').Ply & { move: string })[]>} */
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
    const cached = this.#requests.get(key);
    if (cached) {
      cached.request.hover &&= hover;
      return cached.reply;
    }
    if (hover) {
      for (const stale of this.#queue.filter((request) => request.hover)) {
        this.#requests.delete(stale.key);
        stale.resolve(null);
      }
      this.#queue = this.#queue.filter((request) => !request.hover);
    }
    if (this.#requests.size > 2000) this.#requests.clear();
    /** @type {Request} */
    const request = { position, command, key, hover, tries: 0, resolve: () => {}, reject: () => {} };
    const reply = new Promise((/** @type {(lines: string[]|null) => void} */ resolve, reject) => Object.assign(request, { resolve, reject }));
    this.#queue.push(request);
    this.#requests.set(key, { request, reply });
    reply.catch(() => this.#requests.delete(key));
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
        const why = fault?.replace(/^info string (?:position|beam|moves|reach|history|d)?(?: refused)?:? ?/, '');
        if (why !== undefined) request.reject(new Refused(why, request.position));
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

/** Reads a move with its hits and its result. @param {string} line @returns {LegalMove} */
function readMoveLine(line) {
  const [move = '', ...words] = line.split(' ');
  const result = words.find((word) => /^(1-0|0-1|1\/2-1\/2)$/.test(word)) ?? '';
  return { move, hits: words.filter((word) => /^[a-j][1-8]$/.test(word)), result };
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
  if (!line.startsWith('info ') || line.startsWith('info string') || !line.includes(' score ')) return null;
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
