#!/usr/bin/env node
// @ts-check
// The engine without a server: the host of khepri.wasm, in a browser and in Node.
//
// As a module worker, or as a program of Node, this file runs the *outer* instance of the module, which answers every line at once.
// It starts a worker with this file again, for the *searching* instance, which does one job at a time. A number in shared memory stops
// a job. Where no memory is shared, the worker is terminated, and a spare one takes its place.

/** @typedef {string | Uint8Array} Line */
/** @typedef {{ module?: WebAssembly.Module, signals?: SharedArrayBuffer, network?: Uint8Array, job?: number, order?: string, since?: number }} Message */
/** @typedef {{ job: number, report?: string, end?: string, failure?: string }} Answer */

/** The hashes of the files. The script that makes the site writes them. */
const INTEGRITY = { 'khepri.wasm': '', 'khepri.net': '' };

/** The longest line in bytes. */
const LONGEST_LINE = 4 << 20;

// The signals in shared memory: two 32-bit numbers of jobs, then the time of the ponderhit.
const STOPPED_JOB = 0;
const PONDERHIT_JOB = 1;
const SIGNALS_SIZE = 16;

// Without the types of Node, TypeScript does not know its modules.
const node = /** @type {any} */ (globalThis).process?.versions?.node !== undefined;
/** @type {(name: string) => Promise<any>} */
const nodeModule = (name) => import(`node:${name}`);
const workerThreads = node ? await nodeModule('worker_threads') : undefined;
const sharesMemory = typeof SharedArrayBuffer === 'function' && (node || globalThis.crossOriginIsolated);

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** The time in milliseconds. All workers have the same clock. The origins differ, but their sum with the time since then does not. */
const now = () => performance.timeOrigin + performance.now();

/** @param {unknown} error */
const reason = (error) => (error instanceof Error ? error.message : String(error));

/** @param {Line} line */
const textOf = (line) => (typeof line === 'string' ? line : decoder.decode(line));

/** @param {SharedArrayBuffer} memory */
const signalsIn = (memory) => ({ flags: new Int32Array(memory, 0, 2), time: new Float64Array(memory, 8, 1) });

/** @param {'khepri.wasm' | 'khepri.net'} name */
async function fetchFile(name) {
  const address = new URL(name, import.meta.url), integrity = INTEGRITY[name];
  const fail = () => {
    throw new Error('it is missing, cut or of another version, or the connection is lost');
  };
  // A cache may have a file that is cut or of another version.
  const response = await fetch(address, { integrity }).catch(() => fetch(address, { integrity, cache: 'reload' })).catch(fail);
  if (!response.ok) throw new Error(`the server answers ${response.status}`);
  return response;
}

/** @param {'khepri.wasm' | 'khepri.net'} name @returns {Promise<Uint8Array<ArrayBuffer>>} */
async function loadBytes(name) {
  if (node) return (await nodeModule('fs/promises')).readFile(new URL(name, import.meta.url));
  return new Uint8Array(await (await fetchFile(name)).arrayBuffer());
}

/** Servers that do not know the type of the file are common, so it is not compiled as it arrives. */
const loadModule = async () => WebAssembly.compile(await loadBytes('khepri.wasm'));

/** An instance of the module. Its imports receive text instead of pointers, and its exports get text or bytes. */
class Instance {
  /** @type {any} */
  #exports;
  #failure = '';

  /**
   * @param {WebAssembly.Module} module
   * @param {Record<string, (...values: any[]) => any>} host
   */
  constructor(module, host) {
    const text = (/** @type {number} */ pointer, /** @type {number} */ length) =>
      decoder.decode(new Uint8Array(this.#exports.memory.buffer, pointer >>> 0, length));
    const khepri = {
      now,
      stopped: () => Number(host.stopped?.() ?? false),
      ponderhit: () => host.ponderhit?.() ?? Infinity,
      has_signals: () => Number(sharesMemory),
      print: (/** @type {number} */ pointer, /** @type {number} */ length) => host.print?.(text(pointer, length)),
      start: (/** @type {number} */ job, /** @type {number} */ pointer, /** @type {number} */ length, /** @type {number} */ since) =>
        host.start?.(job, text(pointer, length), since),
      prepare: (/** @type {number} */ pointer, /** @type {number} */ length) => host.prepare?.(text(pointer, length)),
      stop: (/** @type {number} */ job) => host.stop?.(job),
      pass_ponderhit: (/** @type {number} */ job) => host.passPonderhit?.(job),
      set_timer: (/** @type {number} */ job, /** @type {number} */ milliseconds) => host.setTimer?.(job, milliseconds),
      settle: (/** @type {number} */ line) => host.settle?.(line),
      keep: (/** @type {number} */ pointer, /** @type {number} */ length) => host.keep?.(text(pointer, length)),
      end: () => host.end?.(),
      report: (/** @type {number} */ pointer, /** @type {number} */ length) => host.report?.(text(pointer, length)),
      answer: (/** @type {number} */ pointer, /** @type {number} */ length) => host.answer?.(text(pointer, length)),
      converted: (/** @type {number} */ isResult, /** @type {number} */ pointer, /** @type {number} */ length) =>
        host.converted?.(isResult !== 0, text(pointer, length)),
      failed: (/** @type {number} */ pointer, /** @type {number} */ length) => { this.#failure = text(pointer, length); },
    };
    this.#exports = new WebAssembly.Instance(module, { khepri }).exports;
  }

  /**
   * Calls an export. After an error, the instance cannot be used any more.
   * @param {string} name
   * @param {...(number | Line)} values
   */
  call(name, ...values) {
    try {
      this.#exports[name](...values.flatMap((value) => (typeof value === 'number' ? [value] : this.#pass(value))));
    } catch (error) {
      throw new Error(this.#failure || reason(error));
    }
  }

  /** @param {Line} value */
  #pass(value) {
    const bytes = typeof value === 'string' ? encoder.encode(value) : value;
    const pointer = this.#exports.allocate(bytes.length) >>> 0;
    new Uint8Array(this.#exports.memory.buffer, pointer, bytes.length).set(bytes);
    return [pointer, bytes.length];
  }
}

/**
 * Returns the role of the worker that searches: a function that takes the messages of the outer instance.
 * @param {(answer: Answer) => void} post
 * @returns {(message: Message) => void}
 */
function searching(post) {
  /** @type {Instance | undefined} */
  let instance;
  let running = 0;
  return ({ module, signals, network, job = 0, order, since = now() }) => {
    if (module) {
      const shared = signals && signalsIn(signals);
      /** @param {number} signal */
      const has = (signal) => shared !== undefined && running !== 0 && Atomics.load(shared.flags, signal) === running;
      instance = new Instance(module, {
        stopped: () => has(STOPPED_JOB),
        ponderhit: () => (has(PONDERHIT_JOB) ? shared?.time[0] : Infinity),
        report: (text) => post({ job: running, report: text }),
        answer: (text) => post({ job: running, end: text }),
      });
    }
    try {
      if (network) instance?.call('searching_network', network);
      running = job;
      if (order) instance?.call('searching_run', order, since);
    } catch (error) {
      post({ job: running, failure: reason(error) });
    }
  };
}

/** A worker in the role that searches. */
class Searcher {
  #worker;

  /** @param {(answer: Answer) => void} receive gets a `failure` too if the worker ends by itself */
  constructor(receive) {
    /** @param {unknown} error */
    const fail = (error) => receive({ job: 0, failure: reason(error) });
    if (node) {
      this.#worker = new workerThreads.Worker(new URL(import.meta.url), { workerData: SEARCHING });
      this.#worker.on('message', receive);
      this.#worker.on('error', fail);
      this.#worker.on('exit', () => fail('the worker has ended'));
    } else {
      this.#worker = new Worker(import.meta.url, { type: 'module', name: SEARCHING });
      this.#worker.onmessage = (/** @type {MessageEvent<Answer>} */ { data }) => receive(data);
      this.#worker.onerror = (/** @type {ErrorEvent} */ { message }) => fail(message ?? 'the worker cannot be loaded');
    }
  }

  /** @param {Message} message */
  post(message) {
    this.#worker.postMessage(message);
  }

  terminate() {
    this.#worker.terminate();
  }
}

/** The name of the worker that searches. */
const SEARCHING = 'khepri-searching';

/** The role of the outer instance: it takes messages, and starts and stops jobs in a worker. */
class Outer {
  #print;
  #close;
  /** @type {Instance | undefined} */
  #instance;
  /** @type {WebAssembly.Module | undefined} */
  #module;
  /** @type {Uint8Array | undefined} */
  #network;
  #networkFailure = '';
  #moduleFailure = '';
  #signals = sharesMemory ? new SharedArrayBuffer(SIGNALS_SIZE) : undefined;
  /** @type {Searcher | undefined} The worker of the last job. */
  #searcher;
  /** @type {Searcher | undefined} A worker that is ready to replace it. */
  #spare;
  /** The number of the running job, else 0. */
  #job = 0;
  /** The numbers of `go` and `isready` that have not been answered. */
  #searches = 0;
  #questions = 0;
  /** @type {{ result?: string, error?: string }} */
  #converted = {};
  #ended = false;
  /** @type {any[]} */
  #timers = [];
  #inputEnded = false;
  /** Whether the present line is refused. */
  #refused = false;
  /** The commands that give another instance the same options and position. */
  #kept = '';
  /** The numbers of the last line of the instance, and of the last line before which all have been executed. */
  #lines = 0;
  #settled = 0;
  /** @type {{ number: number, line: Line }[]} The later lines that set options and positions. */
  #pending = [];
  /** The order that prepares the memory of another searching instance. */
  #preparation = '';

  /**
   * @param {(line: string) => void} print
   * @param {() => void} close
   */
  constructor(print, close) {
    this.#print = print;
    this.#close = close;
  }

  /** Loads the module. The network arrives later. */
  async load() {
    try {
      this.#module = await loadModule();
    } catch (error) {
      this.#moduleFailure = `khepri.wasm: ${reason(error)}`;
      return this.#remark(this.#moduleFailure);
    }
    this.#restore();
    this.#loadNetwork();
  }

  async #loadNetwork() {
    try {
      this.#network = await loadBytes('khepri.net');
    } catch (error) {
      this.#networkFailure = `khepri.net: ${reason(error)}`;
    }
    if (this.#ended) return;
    // An order of the outer instance must come after the network.
    const network = this.#network;
    if (network) {
      for (const searcher of [this.#searcher, this.#spare]) {
        searcher?.post({ network });
        if (this.#preparation) searcher?.post({ order: this.#preparation });
      }
      if (this.#preparation) this.#startSearchers();
    }
    this.#giveNetwork();
  }

  #start() {
    if (this.#module === undefined) return;
    this.#timers.splice(0).forEach(clearTimeout);
    // The numbers of the jobs begin again.
    if (this.#signals) signalsIn(this.#signals).flags.fill(0);
    [this.#lines, this.#settled] = [0, 0];
    this.#instance = new Instance(this.#module, {
      print: (text) => this.#output(text),
      start: (job, order, since) => this.#startJob(job, order, since),
      prepare: (order) => this.#prepare(order),
      settle: (line) => {
        this.#settled = line;
        while ((this.#pending[0]?.number ?? Infinity) <= line) this.#pending.shift();
      },
      keep: (commands) => { this.#kept = commands; },
      stop: (job) => this.#stopJob(job),
      passPonderhit: (job) => this.#signal(PONDERHIT_JOB, job),
      setTimer: (job, milliseconds) => {
        this.#timers.push(setTimeout(() => this.#call('outer_timer_expired', job), milliseconds));
      },
      end: () => this.#end(),
      converted: (isResult, text) => { this.#converted = isResult ? { result: text } : { error: text }; },
    });
  }

  #giveNetwork() {
    if (this.#network) this.#call('outer_network', this.#network);
    if (this.#networkFailure) this.#call('outer_no_network', this.#networkFailure);
  }

  /**
   * @param {Line} line
   * @param {number} time the time at which it arrived
   */
  line(line, time) {
    if (this.#ended) return;
    if (!this.#instance) this.#restore();
    if (!this.#instance) return this.#answerWithoutModule(textOf(line));
    this.#refused = false;
    const [, word] = /^\s*(go(?!\s+perft\b)|isready)\b/.exec(textOf(line)) ?? [];
    if (word === 'isready') this.#questions += 1;
    else if (word) this.#searches += 1;
    // The worker starts while the network is loaded.
    if (word === 'go' && !this.#network && !this.#networkFailure) this.#startSearchers();
    this.#execute(line, time);
    // A refused `go` has no `bestmove`.
    if (this.#refused && word === 'go') this.#searches -= 1;
  }

  /** Passes a line to the instance. @param {Line} line @param {number} time */
  #execute(line, time) {
    const number = ++this.#lines;
    this.#call('outer_line', line, time);
    const waits = this.#instance && !this.#refused && number > this.#settled;
    if (waits && /^\s*(setoption|position|flip)\b/.test(textOf(line))) this.#pending.push({ number, line });
  }

  /** Answers a line for which there is no module. @param {string} line */
  #answerWithoutModule(line) {
    if (/^\s*quit\b/.test(line)) return this.#end();
    if (this.#moduleFailure) this.#remark(this.#moduleFailure);
    if (/^\s*isready\b/.test(line)) this.#print('readyok');
    if (/^\s*go\b/.test(line)) this.#print('bestmove (none)');
  }

  /**
   * Converts games: KGN to the object that `/kgn` answers, or the body of `/kgn/write` to KGN. Answers the body of `/review` and of
   * `/faults` as they do.
   * @param {{ id: unknown, kgn?: unknown, write?: unknown, review?: unknown, faults?: unknown }} request
   */
  convert({ id, kgn, write, review, faults }) {
    if (!this.#instance) this.#restore();
    this.#converted = { error: this.#moduleFailure || 'the engine has ended' };
    try {
      if (typeof kgn === 'string') this.#call('outer_kgn', kgn);
      else if (write !== undefined) this.#call('outer_write', JSON.stringify(write));
      else if (review !== undefined) this.#call('outer_review', JSON.stringify(review));
      else if (faults !== undefined) this.#call('outer_faults', JSON.stringify(faults));
      else this.#converted = { error: 'expected { id, kgn: TEXT } or { id, write: GAMES }, or one with review or faults' };
    } catch (error) {
      this.#converted = { error: reason(error) };
    }
    const { result, error } = this.#converted;
    if (error !== undefined) return { id, error };
    const isText = typeof kgn !== 'string' && write !== undefined;
    return { id, result: isText ? result : JSON.parse(result ?? '') };
  }

  /** @param {number} length */
  lineTooLong(length) {
    this.#call('outer_line_too_long', length);
  }

  endOfInput() {
    this.#inputEnded = true;
    this.#call('outer_end_of_input');
    if (!this.#instance && !this.#ended) this.#end();
  }

  /**
   * Calls an export of the instance. A failure ends the instance and its job.
   * @param {string} name
   * @param {...(number | Line)} values
   */
  #call(name, ...values) {
    if (this.#ended || !this.#instance) return;
    try {
      this.#instance.call(name, ...values);
    } catch (error) {
      this.#instance = undefined;
      this.#remark(`engine ended: ${reason(error)}`);
      for (; this.#searches > 0; this.#searches -= 1) this.#print('bestmove (none)');
      for (; this.#questions > 0; this.#questions -= 1) this.#print('readyok');
      if (this.#job !== 0) this.#replaceSearcher();
      if (this.#inputEnded) this.#end();
    }
  }

  /** Starts an instance in place of one that has failed. */
  #restore() {
    try {
      this.#start();
    } catch (error) {
      return this.#remark(`engine ended: ${reason(error)}`);
    }
    // These lines are executed at once, because no job runs. A pending line may be refused.
    const pending = this.#pending.splice(0).map(({ line }) => line);
    for (const line of [...this.#kept.split('\n'), ...pending]) this.#execute(line, now());
    this.#giveNetwork();
  }

  /** @param {string} text */
  #output(text) {
    if (/^info string (position|setoption|go) refused|^info string refused: too many/.test(text)) this.#refused = true;
    if (text.startsWith('bestmove')) this.#searches -= 1;
    if (text === 'readyok') this.#questions -= 1;
    for (const line of text.replace(/\n$/, '').split('\n')) this.#print(line);
  }

  /** @param {string} text */
  #remark(text) {
    this.#print(`info string ${text.replace(/[\0-\x1f]+/g, ' ')}`);
  }

  /**
   * @param {number} job
   * @param {string} order
   * @param {number} since
   */
  #startJob(job, order, since) {
    // A job that receives no signals is started again in place of itself.
    if (this.#job !== 0) this.#replaceSearcher();
    this.#job = job;
    try {
      this.#searcher ??= this.#newSearcher();
      this.#searcher.post({ job, order, since });
      this.#startSearchers();
    } catch (error) {
      this.#replaceSearcher();
      // The instance is in a call now.
      queueMicrotask(() => this.#call('outer_lose_job', job, reason(error)));
    }
  }

  /** Prepares the memory of all workers, or after the network has arrived only of those that do no jobs. @param {string} order */
  #prepare(order) {
    this.#preparation = order;
    if (this.#network) this.#spare?.post({ order });
  }

  /** Starts the workers that do not run yet. */
  #startSearchers() {
    try {
      this.#searcher ??= this.#newSearcher();
      if (!this.#signals) this.#spare ??= this.#newSearcher();
    } catch {
      // The next job reports it.
    }
  }

  #newSearcher() {
    const searcher = new Searcher((answer) => this.#receive(searcher, answer));
    searcher.post({ module: this.#module, signals: this.#signals, network: this.#network });
    if (this.#network && this.#preparation) searcher.post({ order: this.#preparation });
    return searcher;
  }

  #replaceSearcher() {
    this.#searcher?.terminate();
    this.#searcher = this.#spare;
    this.#spare = undefined;
    this.#job = 0;
  }

  /**
   * @param {Searcher} searcher
   * @param {Answer} answer
   */
  #receive(searcher, { job, report, end, failure }) {
    // Preparation may be the cause.
    if (failure !== undefined) this.#preparation = '';
    if (searcher === this.#spare && failure !== undefined) this.#spare = undefined;
    if (searcher !== this.#searcher) return;
    if (report !== undefined) this.#call('outer_report', job, report);
    if (end !== undefined && job !== 0) {
      this.#job = 0;
      this.#call('outer_finished', job, end);
    }
    if (failure !== undefined) {
      const lost = this.#job;
      this.#replaceSearcher();
      if (lost !== 0) this.#call('outer_lose_job', lost, failure);
    }
  }

  /** @param {number} job */
  #stopJob(job) {
    if (job !== this.#job) return;
    if (this.#signals) return this.#signal(STOPPED_JOB, job);
    this.#replaceSearcher();
    // The instance is in a call now.
    queueMicrotask(() => this.#call('outer_end_job', job));
  }

  /**
   * @param {number} signal
   * @param {number} job
   */
  #signal(signal, job) {
    if (!this.#signals) return;
    const { flags, time } = signalsIn(this.#signals);
    if (signal === PONDERHIT_JOB) time[0] = now();
    Atomics.store(flags, signal, job);
  }

  #end() {
    this.#ended = true;
    // A timer would keep Node running.
    this.#timers.forEach(clearTimeout);
    this.#searcher?.terminate();
    this.#spare?.terminate();
    this.#close();
  }
}

/** Runs the outer instance over stdin and stdout. @param {any} process */
async function runProgram(process) {
  const outer = new Outer((line) => process.stdout.write(`${line}\n`), () => process.stdin.destroy());
  process.stdout.on('error', (/** @type {{ code?: string }} */ error) => {
    // As in the native program, a reader that has gone is no failure.
    if (error.code === 'EPIPE') process.exit();
    process.stderr.write(`khepri: stdout: ${reason(error)}\n`);
    process.exit(1);
  });
  const loaded = outer.load();
  /** @type {Uint8Array[]} The chunks of a line that has not ended. */
  let chunks = [];
  let length = 0;
  /** @param {number} time */
  const endLine = (time) => {
    if (length > LONGEST_LINE) outer.lineTooLong(length);
    else outer.line(joined(chunks, length), time);
    [chunks, length] = [[], 0];
  };
  /** @param {Uint8Array} chunk */
  const add = (chunk) => {
    length += chunk.length;
    if (length <= LONGEST_LINE) chunks.push(chunk);
    else chunks = [];
  };
  // Lines that arrive before the end of loading wait, but their clocks run.
  process.stdin.on('data', async (/** @type {Uint8Array} */ bytes) => {
    const time = now();
    await loaded;
    let start = 0;
    for (let end = bytes.indexOf(10); end >= 0; end = bytes.indexOf(10, start)) {
      add(bytes.subarray(start, end));
      endLine(time);
      start = end + 1;
    }
    add(bytes.subarray(start));
  });
  process.stdin.on('end', async () => {
    await loaded;
    if (length > 0) endLine(now());
    outer.endOfInput();
  });
}

/** @param {Uint8Array[]} chunks @param {number} length */
function joined(chunks, length) {
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}

/**
 * Runs the outer instance over messages.
 * @param {(listen: (data: unknown) => void) => void} listen
 * @param {(message: unknown) => void} post
 * @param {() => void} close
 */
function runWorker(listen, post, close) {
  const outer = new Outer(post, close);
  const loaded = outer.load();
  // Messages before the end of loading wait in their order, but their clocks run.
  listen(async (data) => {
    const time = now();
    await loaded;
    if (typeof data === 'string') for (const line of data.replace(/\n$/, '').split('\n')) outer.line(line, time);
    else if (typeof data === 'object' && data !== null && 'id' in data) post(outer.convert(data));
  });
}

if (workerThreads?.isMainThread) {
  runProgram(/** @type {any} */ (globalThis).process);
} else if (workerThreads) {
  const { parentPort, workerData } = workerThreads;
  if (workerData === SEARCHING) parentPort.on('message', searching((answer) => parentPort.postMessage(answer)));
  else runWorker((take) => parentPort.on('message', take), (message) => parentPort.postMessage(message), () => parentPort.close());
} else if (self.name === SEARCHING) {
  const take = searching((answer) => postMessage(answer));
  addEventListener('message', ({ data }) => take(data));
} else {
  runWorker((take) => addEventListener('message', ({ data }) => take(data)), (message) => postMessage(message), () => self.close());
}
