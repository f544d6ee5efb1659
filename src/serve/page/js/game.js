// @ts-check
// The game: a tree of moves from a start, its form for the browser's storage, and KGN through the server.

/** @typedef {import('./engine.js').Rules} Rules */
/** @typedef {import('./position.js').Colour} Colour */
/** @typedef {{ variant: string, name: string, kfen: string }} Start  `name` is '' for a start that no set-up names. */
/** @typedef {{ move: string, score?: string, comment?: string }} KgnMove */
/** @typedef {{ tags: Record<string, string>, variant: string, setup?: string, kfen?: string, moves: KgnMove[], result: string, termination?: string }} KgnGame */

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

  /** @param {GameNode|null} parent @param {string} move */
  constructor(parent, move) {
    this.parent = parent;
    this.move = move;
    if (parent) this.ply = parent.ply + 1;
  }

  /** @returns {Colour} */
  get toMove() {
    return this.kfen.split(' ')[1] === 'r' ? 'red' : 'silver';
  }

  /** The moves from the start to here. @returns {string[]} */
  get moves() {
    return this.parent ? [...this.parent.moves, this.move] : [];
  }

  /** The number of the move that led here, as KFEN counts. */
  get number() {
    return Number(this.parent?.kfen.split(' ')[4]) || 1;
  }

  /** Whether the position belongs to the main line. @returns {boolean} */
  get isMain() {
    return !this.parent || (this.parent.children[0] === this && this.parent.isMain);
  }
}

/** @typedef {{ m: string, k: string, h?: string[], o?: number, r?: [string, string], c?: string, g?: string, s?: string, n?: StoredNode[] }} StoredNode */
/** @typedef {{ start: Start, root: StoredNode, path: number[], tags?: Record<string, string>, result?: string, termination?: string }} StoredGame */

/** A tree of variations and the position in it that is shown. */
export class Game {
  /** @type {Record<string, string>} KGN's tags beside those that follow from the game. */
  tags = {};
  /** The result, if it does not follow from the position: `1-0`, `0-1`, `1/2-1/2`, else `*`. */
  result = '*';
  /** Why a result that does not follow from the position was agreed, such as `resignation`. */
  termination = '';

  /** @param {Start} start */
  constructor(start) {
    this.start = start;
    this.root = new GameNode(null, '');
    this.root.kfen = start.kfen;
    /** The position that is shown. */
    this.current = this.root;
  }

  /** Returns a position as the protocol's `position` reads it. @param {GameNode} node */
  position(node = this.current) {
    return node.parent ? `kfen ${this.start.kfen} moves ${node.moves.join(' ')}` : `kfen ${this.start.kfen}`;
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
   * Adds a move to the tree, or finds it there, and returns its node. Does not change what is shown.
   * @param {GameNode} parent @param {string} move @param {Rules} rules
   */
  async add(parent, move, rules) {
    const there = parent.children.find((child) => child.move === move);
    if (there) return there;
    const beam = await rules.beam(this.position(parent), move);
    const node = new GameNode(parent, move);
    node.hits = beam.hits;
    const state = await rules.describe(this.position(node));
    Object.assign(node, { kfen: state.kfen, occurred: state.occurred, reason: state.reason, result: state.result });
    // A second question for the same move may have been faster.
    const twin = parent.children.find((child) => child.move === move);
    if (twin) return twin;
    parent.children.push(node);
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

  /** Makes the line to a position the main line. @param {GameNode} node */
  promote(node) {
    for (let at = node; at.parent; at = at.parent) {
      const siblings = at.parent.children;
      at.parent.children = [at, ...siblings.filter((child) => child !== at)];
    }
  }

  /** @returns {StoredGame} */
  store() {
    const path = [];
    for (let at = this.current; at.parent; at = at.parent) path.unshift(at.parent.children.indexOf(at));
    return { start: this.start, root: storeNode(this.root), path, tags: this.tags, result: this.result, termination: this.termination };
  }

  /** @param {StoredGame} stored */
  static restore(stored) {
    const game = new Game(stored.start);
    restoreNode(game.root, stored.root);
    game.tags = stored.tags ?? {};
    game.result = stored.result ?? '*';
    game.termination = stored.termination ?? '';
    for (const at of stored.path) game.current = game.current.children[at] ?? game.current;
    return game;
  }

  /** Returns the main line as the server's KGN writer reads it. @returns {KgnGame} */
  kgn() {
    const line = this.line().slice(1), tip = this.tip;
    const over = tip.result !== '*' ? tip.result : this.result;
    return {
      tags: this.tags,
      variant: this.start.variant,
      ...(this.start.name ? { setup: this.start.name } : { kfen: this.start.kfen }),
      moves: line.map((node) => ({
        move: node.move, ...(node.score ? { score: node.score } : {}), ...(node.comment ? { comment: node.comment } : {}),
      })),
      result: over,
      termination: tip.result !== '*' ? tip.reason : this.termination,
    };
  }
}

/** Nodes are stored without recursion over the main line's depth being felt: games are short. @param {GameNode} node @returns {StoredNode} */
function storeNode(node) {
  return {
    m: node.move, k: node.kfen,
    ...(node.hits.length ? { h: node.hits } : {}), ...(node.occurred > 1 ? { o: node.occurred } : {}),
    ...(node.reason !== '-' || node.result !== '*' ? { r: [node.reason, node.result] } : {}),
    ...(node.comment ? { c: node.comment } : {}), ...(node.mark ? { g: node.mark } : {}), ...(node.score ? { s: node.score } : {}),
    ...(node.children.length ? { n: node.children.map(storeNode) } : {}),
  };
}

/** @param {GameNode} node @param {StoredNode} stored */
function restoreNode(node, stored) {
  const [reason = '-', result = '*'] = stored.r ?? [];
  Object.assign(node, {
    kfen: stored.k, hits: stored.h ?? [], occurred: stored.o ?? 1, reason, result,
    comment: stored.c ?? '', mark: stored.g ?? '', score: stored.s ?? '',
  });
  for (const child of stored.n ?? []) {
    const next = new GameNode(node, child.m);
    node.children.push(next);
    restoreNode(next, child);
  }
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
