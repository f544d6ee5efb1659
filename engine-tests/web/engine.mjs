// The engine of a site as a child process or as a worker, and changed copies of a site. SITE names the folder of the site.

import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';

/** The root of the repository. */
export const ROOT = new URL('../../', import.meta.url).pathname;
export const SITE = process.env.SITE ?? assert.fail('SITE names no site');

/** The time after which a missing answer is a failure, in milliseconds. It never makes a test pass. */
const PATIENCE = 480_000;

/** Lines that arrive. */
class Lines {
  /** The lines that were not read yet. */
  unread = [];
  #notify = () => {};

  add(line) {
    this.unread.push(line);
    this.#notify();
  }

  /** Resolves when something has been added or `end` was called. */
  change() {
    return new Promise((resolve) => { this.#notify = resolve; });
  }

  end() {
    this.#notify();
  }
}

/** The part that a process and a worker share: lines are sent and read. */
class Client {
  lines = new Lines();
  ended = false;

  /** Returns the unread lines up to the first for which `isLast` holds, or which begins with this text. */
  async read(isLast) {
    const holds = typeof isLast === 'string' ? (line) => `${line}`.startsWith(isLast) : isLast;
    const deadline = setTimeout(() => { this.late = true; this.lines.end(); }, PATIENCE);
    try {
      for (let seen = 0; ;) {
        for (; seen < this.lines.unread.length; seen++) {
          if (holds(this.lines.unread[seen])) return this.lines.unread.splice(0, seen + 1);
        }
        if (this.late || this.ended) {
          assert.fail(`no line ${isLast} but ${this.late ? 'silence' : 'the end'} after ${this.lines.unread.slice(-5).join('\n')}`);
        }
        await this.lines.change();
      }
    } finally {
      clearTimeout(deadline);
    }
  }

  /** Sends a line, and returns the lines of its answer up to the first that begins with `last`. */
  ask(line, last) {
    this.send(line);
    return this.read(last);
  }

  /** Sends a line that has no answer, and checks that it has none. */
  async accept(line) {
    this.send(line);
    assert.deepEqual(await this.ask('isready', 'readyok'), ['readyok'], line);
  }

  /** Sends a line that is refused, and returns the one line of its answer. */
  async refuse(line) {
    this.send(line);
    const answer = await this.ask('isready', 'readyok');
    assert.ok(answer.length === 2 && answer[0].startsWith('info string '), `${line}: ${answer.join('\n')}`);
    return answer[0];
  }

  /** Searches, and returns the answer. */
  async go(limits) {
    return found(await this.ask(`go ${limits}`, 'bestmove '));
  }

  /** Returns the KFEN of the position. */
  async kfen() {
    const lines = await this.ask('d', 'result: ');
    return lines.find((line) => line.startsWith('kfen: ')).slice('kfen: '.length);
  }

  /** Returns the legal moves. */
  async moves() {
    const lines = await this.ask('moves', 'total ');
    return lines.slice(0, -1).map((line) => line.split(' ')[0]);
  }
}

/** Reads the lines of a search: those that report a line of play, the best move, and the number of nodes. */
export function found(lines) {
  const infos = lines.filter((line) => line.startsWith('info depth '));
  const remarks = lines.filter((line) => line.startsWith('info string '));
  const last = lines.at(-1).split(' ');
  assert.equal(last[0], 'bestmove');
  return { lines, infos, remarks, best: last[1], ponder: last[3], nodes: number(infos.at(-1), 'nodes') };
}

/**
 * Checks the answers to bursts of `position`, `go`, `stop` and `isready`: one `bestmove` and one `readyok` for each, in order. An
 * `isready` does not wait for the search of its own burst.
 */
export function checkBursts(lines, moves) {
  let [searches, ready] = [0, 0];
  for (const line of lines.filter((line) => !line.startsWith('info '))) {
    if (line === 'readyok') {
      ready++;
      assert.ok(searches === ready || searches === ready - 1, `readyok ${ready} after ${searches} answers`);
    } else {
      assert.equal(line.split(' ').slice(0, 2).join(' '), `bestmove ${moves[searches++]}`);
    }
  }
  assert.deepEqual([searches, ready], [moves.length, moves.length]);
}

/** Returns a burst of lines whose search has only one move, and this move. */
export function burst(index) {
  const [position, move] = index % 2 === 0 ? ['startpos', 'h2g2'] : ['startpos moves h2g2', 'a8-'];
  return [[`position ${position}`, `go infinite searchmoves ${move}`, 'stop', 'isready'].join('\n'), move];
}

/** Returns the number after a word of an `info` line. */
export const number = (info, word) => Number(info?.match(new RegExp(` ${word} (-?\\d+)`))?.[1]);

/** Returns the line without the words that depend on time. */
export const timeless = (line) => line.replace(/ (nps|time) \d+/g, '');

/** The engine as a process. It is killed when the test `t` ends. */
export class Program extends Client {
  #child;

  constructor(t, command, ...args) {
    super();
    this.#child = spawn(command, args, { stdio: ['pipe', 'pipe', 'pipe'], cwd: ROOT });
    t.after(() => this.#child.kill('SIGKILL'));
    this.#child.stdin.on('error', () => {});
    this.errors = '';
    this.#child.stderr.setEncoding('utf8').on('data', (text) => { this.errors += text; });
    let rest = '';
    this.#child.stdout.setEncoding('utf8').on('data', (text) => {
      const lines = (rest + text).split('\n');
      rest = lines.pop();
      lines.forEach((line) => this.lines.add(line));
    });
    this.status = new Promise((resolve) => this.#child.on('close', (code, signal) => {
      this.ended = true;
      this.lines.end();
      resolve(signal ?? code);
    }));
  }

  /** Sends a line, or bytes as they are. */
  send(line) {
    this.#child.stdin.write(typeof line === 'string' ? `${line}\n` : line);
  }

  endInput() {
    this.#child.stdin.end();
  }

  /** Waits for the end with status 0 and nothing on stderr, and returns the unread lines. */
  async end() {
    const late = new Promise((resolve) => setTimeout(resolve, PATIENCE, 'no end').unref());
    assert.equal(await Promise.race([this.status, late]), 0, this.errors);
    assert.equal(this.errors, '');
    return this.lines.unread.splice(0);
  }

  async quit() {
    this.send('quit');
    return this.end();
  }
}

/** Starts khepri.js of a site in Node. */
export const start = (t, site = SITE) => new Program(t, process.execPath, join(site, 'khepri.js'));

/** The command of the native program. */
const NATIVE = process.env.KHEPRI_PROGRAM ? [process.env.KHEPRI_PROGRAM] : ['cargo', 'run', '--quiet', '--'];
export const startNative = (t, ...args) => new Program(t, ...NATIVE, ...args);

/** The engine as a worker. It is terminated when the test `t` ends. */
export class InWorker extends Client {
  #worker;

  constructor(t, site = SITE) {
    super();
    this.#worker = new Worker(pathToFileURL(join(site, 'khepri.js')));
    t.after(() => this.#worker.terminate());
    this.#worker.on('message', (message) => this.lines.add(message));
    this.#worker.on('error', (error) => this.lines.add(`error: ${error.message}`));
    this.status = new Promise((resolve) => this.#worker.on('exit', (code) => {
      this.ended = true;
      this.lines.end();
      resolve(code);
    }));
  }

  send(message) {
    this.#worker.postMessage(message);
  }

  /** Sends an object, and returns the object that answers it. */
  async convert(request) {
    return (await this.ask(request, (message) => message.id === request.id)).at(-1);
  }

  async quit() {
    this.send('quit');
    assert.equal(await this.status, 0);
    return this.lines.unread.splice(0);
  }
}

/**
 * Copies the site to a folder that is removed when the test `t` ends, and returns the folder. Each change is the name of a file, and
 * a function of its bytes, or for khepri.js of its text; without a result the file is removed.
 */
export function changed(t, changes) {
  const folder = mkdtempSync(join(tmpdir(), 'khepri-site-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  cpSync(SITE, folder, { recursive: true });
  for (const [name, change] of Object.entries(changes)) {
    const file = join(folder, name);
    const content = change(readFileSync(file, name.endsWith('.js') ? 'utf8' : null));
    if (content === undefined) rmSync(file);
    else writeFileSync(file, content);
  }
  return folder;
}

/** Replaces a text that occurs once. */
export function replaced(text, old, with_) {
  assert.equal(text.split(old).length, 2, `once in khepri.js: ${old}`);
  return text.replace(old, () => with_);
}

/** Runs a command, and returns its status and output. */
export function run(command, args, options = {}) {
  const { status, stdout, stderr } = spawnSync(command, args, { encoding: 'utf8', ...options });
  return { status, stdout, stderr };
}

/** A game without an end on an almost empty board, whose four moves repeat. */
export const ENDLESS = 'x39/4k5/////4K5/9X1 s khet2 0 1';
export const TURNS = ['j1-', 'a8-', 'j1+', 'a8+'];
