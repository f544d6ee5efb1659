// @ts-check
// The game: a tree of moves from a start, its form for the browser's storage, and KGN through the server.

import { restoreReview, storeReview } from './reviewed.js';

/** @typedef {import('./engine.js').Rules} Rules */
/** @typedef {import('./position.js').Colour} Colour */
/** @typedef {{ variant: string, name: string, kfen: string }} Start  `name` is '' for a start that no set-up names. */
/** What KGN keeps with a move beside its score and words. @typedef {{ depth?: number, time?: number, nodes?: number, clock?: number, book?: boolean }} Note */
/** What the rules say of the position after a move. @typedef {{ kfen: string, hits: string[], occurred: number, result: string, reason: string }} Ply */
/** @typedef {Note & Partial<Ply> & { move: string, score?: string, comment?: string }} KgnMove  The server adds the ply. */
/** @typedef {{ tags: Record<string, string>, variant?: string, setup?: string, kfen?: string, foreword?: string, moves: KgnMove[], result?: string, termination?: string }} KgnGame */

/** The reason of the end of a game whose file does not name it. */
const UNKNOWN = '?';

/** A position of the tree, with the move that led to it. */
export class GameNode {
  /** @type {GameNode[]} The first child continues the main line. */
  children = [];
  /** @type {string[]} The squares that the move's shot hit. */
  hits = [];
  kfen = '';
  /** How often the arrangement has occurred. */
  occurred = 1;
  /** The number of moves before this position. */
  ply = 0;
  reason = '-';
  result = '*';
  comment = '';
  /** A judgement of the move, such as `blunder`; its class in the move list. */
  mark = '';
  /** A score of the position as KGN writes it, from the mover's side; '' if there is none. */
  score = '';
  /** @type {Note} */
  note = {};
  /** What an engine found here during this visit. @type {{ engine: string, infos: import('./engine.js').Info[] }|null} */
  analysis = null;

  /** @param {GameNode|null} parent @param {string} move */
  constructor(parent, move) {
    this.parent = parent;
    this.move = move;
    if (parent) this.ply = parent.ply + 1;
  }

  /** Returns the node after a move, and adds it if it is new. @param {Ply & { move: string }} ply */
  child({ move, kfen, hits, occurred, result, reason }) {
    const there = this.children.find((child) => child.move === move);
    if (there) return there;
    const node = Object.assign(new GameNode(this, move), { kfen, hits, occurred, result, reason });
    this.children.push(node);
    return node;
  }

  /** @returns {Colour} */
  get toMove() {
    return this.kfen.split(' ')[1] === 'r' ? 'red' : 'silver';
  }

  /** The moves from the start to here. @returns {string[]} */
  get moves() {
    const moves = [];
    for (let at = /** @type {GameNode} */ (this); at.parent; at = at.parent) moves.push(at.move);
    return moves.reverse();
  }

  /** The number of the move that led here, as KFEN counts. */
  get number() {
    return Number(this.parent?.kfen.split(' ')[4]) || 1;
  }

  /** Whether the position belongs to the main line. */
  get isMain() {
    for (let at = /** @type {GameNode} */ (this); at.parent; at = at.parent) if (at.parent.children[0] !== at) return false;
    return true;
  }
}

/**
 * A node with the index of its parent, which stands before it in the list.
 * @typedef {{ p: number, m: string, k: string, h?: string[], o?: number, r?: [string, string], c?: string, g?: string, s?: string, e?: Note }} StoredNode
 */
/** @typedef {{ id?: number, start: Start, nodes: StoredNode[], current: number, tags?: Record<string, string>, result?: string, termination?: string, review?: import('./reviewed.js').StoredReview }} StoredGame */

let lastId = 0;

/** Returns a number that no other game of this browser has: the time in milliseconds. */
function newId() {
  lastId = Math.max(Date.now(), lastId + 1);
  return lastId;
}

/** A tree of variations and the position in it that is shown. */
export class Game {
  /** Names the game among those that the browser keeps. */
  id = newId();
  /** @type {Record<string, string>} KGN's tags beside those that follow from the game. */
  tags = {};
  /** The result, if it does not follow from the position: `1-0`, `0-1`, `1/2-1/2`, else `*`. */
  result = '*';
  /** Why a result that does not follow from the position was agreed, such as `resignation`. */
  termination = '';
  /** The last review. @type {import('./reviewed.js').Review|null} */
  review = null;

  /** @param {Start} start */
  constructor(start) {
    this.start = start;
    this.root = new GameNode(null, '');
    this.root.kfen = start.kfen;
    /** The position that is shown. */
    this.current = this.root;
  }

  /** Returns a position as the protocol's `position` reads it. @param {GameNode} node @param {string[]} more moves that follow */
  position(node = this.current, more = []) {
    const moves = [...node.moves, ...more];
    return `kfen ${this.start.kfen}${moves.length ? ` moves ${moves.join(' ')}` : ''}`;
  }

  /** The last position of the main line. */
  get tip() {
    let node = this.root;
    for (let next = node.children[0]; next; next = node.children[0]) node = next;
    return node;
  }

  /** Returns the positions after a node along the first children, the node itself first. @param {GameNode} node */
  line(node = this.root) {
    const line = [node];
    for (let next = node.children[0]; next; next = next.children[0]) line.push(next);
    return line;
  }

  /**
   * Adds moves to the tree, or finds them there, and returns the node of the last. Does not change what is shown.
   * @param {GameNode} parent @param {string[]} moves @param {Rules} rules
   */
  async add(parent, moves, rules) {
    /** @type {GameNode|undefined} */
    let known = parent;
    for (const move of moves) known = known?.children.find((child) => child.move === move);
    if (known) return known;
    const plies = await rules.history(this.position(parent, moves));
    let node = parent;
    for (const ply of plies.slice(parent.ply + 1)) node = node.child(ply);
    return node;
  }

  /** Removes a position and all after it. @param {GameNode} node */
  remove(node) {
    const parent = node.parent;
    if (!parent) return;
    for (let at = /** @type {GameNode|null} */ (this.current); at; at = at.parent) {
      if (at === node) this.current = parent;
    }
    parent.children = parent.children.filter((child) => child !== node);
  }

  /** Whether another game has all moves of this one. @param {Game} other */
  isWithin(other) {
    if (this.start.kfen !== other.start.kfen) return false;
    const pairs = [{ own: this.root, twin: other.root }];
    // The list grows while it is read: a game may have more plies than calls can be nested.
    for (const { own, twin } of pairs) {
      for (const child of own.children) {
        const same = twin.children.find(({ move }) => move === child.move);
        if (!same) return false;
        pairs.push({ own: child, twin: same });
      }
    }
    return true;
  }

  /** Takes a number of its own, beside another game that has the same one. */
  renumber() {
    this.id = newId();
  }

  /** Makes the line to a position the main line. @param {GameNode} node */
  promote(node) {
    for (let at = node; at.parent; at = at.parent) {
      const siblings = at.parent.children;
      at.parent.children = [at, ...siblings.filter((child) => child !== at)];
    }
  }

  /** @returns {StoredGame} */
  store() {
    /** @type {Map<GameNode, number>} */
    const places = new Map();
    const nodes = [this.root];
    // The list grows while it is read.
    for (const node of nodes) {
      places.set(node, places.size);
      nodes.push(...node.children);
    }
    const stored = nodes.map((node) => storeNode(node, node.parent ? places.get(node.parent) ?? 0 : -1));
    const { id, start, tags, result, termination } = this;
    const review = this.review && storeReview(this.review, places);
    return { id, start, nodes: stored, current: places.get(this.current) ?? 0, tags, result, termination, ...(review ? { review } : {}) };
  }

  /** @param {StoredGame} stored */
  static restore(stored) {
    const game = new Game(stored.start);
    game.id = stored.id ?? game.id;
    /** @type {GameNode[]} */
    const nodes = [];
    for (const kept of stored.nodes) {
      const parent = nodes[kept.p] ?? null, node = parent ? new GameNode(parent, kept.m) : game.root;
      const [reason = '-', result = '*'] = kept.r ?? [];
      Object.assign(node, {
        kfen: kept.k, hits: kept.h ?? [], occurred: kept.o ?? 1, reason, result,
        comment: kept.c ?? '', mark: kept.g ?? '', score: kept.s ?? '', note: kept.e ?? {},
      });
      parent?.children.push(node);
      nodes.push(node);
    }
    game.tags = stored.tags ?? {};
    game.result = stored.result ?? '*';
    game.termination = stored.termination ?? '';
    game.current = nodes[stored.current] ?? game.root;
    game.review = stored.review ? restoreReview(stored.review, nodes) : null;
    return game;
  }

  /** Returns the game that the server read from KGN. @param {KgnGame} kgn */
  static read(kgn) {
    const game = new Game({ variant: kgn.variant ?? 'khet2', name: kgn.setup ?? '', kfen: kgn.kfen ?? '' });
    game.root.comment = kgn.foreword ?? '';
    game.tags = kgn.tags;
    let node = game.root;
    for (const { move, score = '', comment = '', kfen = '', hits = [], occurred = 1, result = '*', reason = '-', ...note } of kgn.moves) {
      node = Object.assign(node.child({ move, kfen, hits, occurred, result, reason }), { score, comment, note });
    }
    if (node.result === '*') game.result = kgn.result ?? '*';
    game.termination = kgn.termination ?? UNKNOWN;
    return game;
  }

  /** Returns the main line as the server's KGN writer reads it. @returns {KgnGame} */
  kgn() {
    const line = this.line().slice(1), tip = this.tip;
    const over = tip.result !== '*' ? tip.result : this.result;
    return {
      tags: this.tags,
      foreword: this.root.comment,
      kfen: this.start.kfen,
      moves: line.map((node) => ({
        ...node.note, move: node.move, ...(node.score ? { score: node.score } : {}), ...(node.comment ? { comment: node.comment } : {}),
      })),
      result: over,
      termination: this.termination || (tip.result !== '*' ? tip.reason : ''),
    };
  }
}

/** Returns a node without what it has by default. @param {GameNode} node @param {number} parent @returns {StoredNode} */
function storeNode(node, parent) {
  return {
    p: parent, m: node.move, k: node.kfen,
    ...(node.hits.length ? { h: node.hits } : {}), ...(node.occurred > 1 ? { o: node.occurred } : {}),
    ...(node.reason !== '-' || node.result !== '*' ? { r: [node.reason, node.result] } : {}),
    ...(node.comment ? { c: node.comment } : {}), ...(node.mark ? { g: node.mark } : {}), ...(node.score ? { s: node.score } : {}),
    ...(Object.keys(node.note).length ? { e: node.note } : {}),
  };
}

/** Reads KGN through the server. @param {string|Blob} text @returns {Promise<{ games: KgnGame[], faults: { line: number, message: string }[] }>} */
export async function readKgn(text) {
  const reply = await fetch('/kgn', { method: 'POST', body: text });
  if (!reply.ok) throw new Error((await reply.text()).trim() || `the server answered ${reply.status}`);
  return reply.json();
}

/** Writes a game as KGN through the server. @param {KgnGame} game @returns {Promise<string>} */
export async function writeKgn(game) {
  const reply = await fetch('/kgn/write', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(game) });
  const text = await reply.text();
  if (!reply.ok) throw new Error(text.trim() || `the server answered ${reply.status}`);
  return text;
}
