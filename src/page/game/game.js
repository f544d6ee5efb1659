// @ts-check
// A game: a tree of moves, its form in the browser's storage, and its conversion from and to KGN by the server.

import { readBoard, readMove, squareIndex } from '../khet/position.js';
import { restoreReview, storeReview } from './reviewed.js';

/** @typedef {import('../host/engine.js').Rules} Rules */
/** @typedef {import('../khet/position.js').Colour} Colour */
/** @typedef {{ variant: string, name: string, kfen: string }} Start  `name` is '' if the position is not a named set-up. */
/** The data of a move in KGN, without its score and comment. @typedef {{ depth?: number, time?: number, nodes?: number, clock?: number, book?: boolean }} Note */
/** The position after a move, and its result by the rules. @typedef {{ kfen: string, hits: string[], occurred: number, result: string, reason: string }} Ply */
/** What is drawn on the board: squares such as `Ga4` and arrows such as `Ga4b5`, with the letter of a colour. @typedef {{ drawn?: string[] }} Drawn */
/** A move with its variations. `before` is the comment before the first move of a variation. The server adds the ply.
 * @typedef {Note & Drawn & Partial<Ply> & { move: string, score?: string, marks?: number[], review?: string, comment?: string, before?: string, variations?: KgnMove[][] }} KgnMove */
/** @typedef {Drawn & { tags: Record<string, string>, variant?: string, setup?: string, kfen?: string, foreword?: string, moves: KgnMove[], result?: string, termination?: string }} KgnGame */

/** The termination of a game whose file does not state it. */
const UNKNOWN = '?';

/** A position of the tree, with the move that led to it. */
export class GameNode {
  /** @type {GameNode[]} The first child continues the main line. */
  children = [];
  /** @type {string[]} The hits of the move's shot. */
  hits = [];
  kfen = '';
  /** The number of occurrences of the arrangement. */
  occurred = 1;
  /** The number of moves before this position. */
  ply = 0;
  reason = '-';
  result = '*';
  /** The text of the comment. */
  comment = '';
  /** The words of a review. */
  reviewed = '';
  /** The comment before the move, if it begins a variation. */
  before = '';
  /** The numbers of the marks: 1 is `!`, 2 `?`, 3 `!!`, 4 `??`, 5 `!?`, 6 `?!`. @type {number[]} */
  marks = [];
  /** The squares that are drawn on the board, such as `Ga4`. @type {string[]} */
  squares = [];
  /** The arrows that are drawn on the board, such as `Ga4b5`. @type {string[]} */
  arrows = [];
  /** The mark of the move in a review, such as `blunder`. It is also the CSS class of the move in the move list. */
  mark = '';
  /** The score as KGN writes it, from the mover's side, or ''. */
  score = '';
  /** @type {Note} */
  note = {};
  /** The last analysis of the position since the page was loaded. @type {{ engine: string, infos: import('../host/engine.js').Info[] }|null} */
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

  /** The moves from the start to this position. @returns {string[]} */
  get moves() {
    const moves = [];
    for (let at = /** @type {GameNode} */ (this); at.parent; at = at.parent) moves.push(at.move);
    return moves.reverse();
  }

  /** The number of the move that led to this position, as in KFEN. */
  get number() {
    return Number(this.parent?.kfen.split(' ')[4]) || 1;
  }

  /** Whether the position is on the main line. */
  get isMain() {
    for (let at = /** @type {GameNode} */ (this); at.parent; at = at.parent) if (at.parent.children[0] !== at) return false;
    return true;
  }
}

/**
 * A node with the index of its parent. A parent comes before its children in the list.
 * @typedef {{ p: number, m: string, k: string, h?: string[], o?: number, r?: [string, string], c?: string, w?: string, b?: string, n?: number[], q?: string[], a?: string[], g?: string, s?: string, e?: Note }} StoredNode
 */
/** @typedef {{ id?: number, start: Start, nodes: StoredNode[], current: number, tags?: Record<string, string>, result?: string, termination?: string, review?: import('./reviewed.js').StoredReview }} StoredGame */

/** Returns the number of the move in a position, and whether the second player makes it. @param {string} kfen */
function firstMove(kfen) {
  const [, side, variant, , number] = kfen.split(' ');
  return { number: Number(number) || 1, isSecond: side !== (variant === 'deflexion' ? 'r' : 's') };
}

/**
 * Returns the place of a move in a line, from 1.
 * @param {string} kfen the position before the line @param {import('../khet/faults.js').FaultyMove} move
 */
export function plyOf(kfen, { number, second }) {
  const first = firstMove(kfen);
  return 2 * (number - first.number) + Number(second) - Number(first.isSecond) + 1;
}

/**
 * Returns the number before a move of a line: `5.` before a move of the first player, `5…` before another move at a start, else ''.
 * @param {string} kfen the position before the line @param {number} index of the move @param {boolean} isStart
 */
export function moveNumber(kfen, index, isStart) {
  const { number, isSecond } = firstMove(kfen), plies = index + Number(isSecond), written = number + Math.floor(plies / 2);
  return plies % 2 === 0 ? `${written}.` : isStart ? `${written}…` : '';
}

let lastId = 0;

/** Returns a new id for a game: the time in milliseconds, or the last id plus one if that is larger. */
function newId() {
  lastId = Math.max(Date.now(), lastId + 1);
  return lastId;
}

/** A game with variations, and its shown position. */
export class Game {
  /** The id of the game in the browser's storage. */
  id = newId();
  /** @type {Record<string, string>} The tags of KGN that do not follow from the moves. */
  tags = {};
  /** The result, if it does not follow from the last position: `1-0`, `0-1` or `1/2-1/2`, else `*`. */
  result = '*';
  /** How the game ended, such as `resignation`: `''` if it was played here and ended by the rules, `?` if its file does not state it. */
  termination = '';
  /** The last review. @type {import('./reviewed.js').Review|null} */
  review = null;

  /** @param {Start} start */
  constructor(start) {
    this.start = start;
    this.root = new GameNode(null, '');
    this.root.kfen = start.kfen;
    /** The shown position. */
    this.current = this.root;
  }

  /** Returns a position as the argument of the command `position`. @param {GameNode} node @param {string[]} more further moves */
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

  /** Returns a node and the positions after it along the first children. @param {GameNode} node */
  line(node = this.root) {
    const line = [node];
    for (let next = node.children[0]; next; next = next.children[0]) line.push(next);
    return line;
  }

  /**
   * Returns the node after the moves. Adds moves that are not yet in the tree. Does not change the shown position.
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

  /** Returns whether another game has all moves of this game. @param {Game} other */
  isWithin(other) {
    if (this.start.kfen !== other.start.kfen) return false;
    const pairs = [{ node: this.root, same: other.root }];
    // A growing list is used instead of recursion, because a long game could exceed the depth of the call stack.
    for (const { node, same } of pairs) {
      for (const child of node.children) {
        const match = same.children.find(({ move }) => move === child.move);
        if (!match) return false;
        pairs.push({ node: child, same: match });
      }
    }
    return true;
  }

  /** Assigns a new id. */
  assignNewId() {
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
    const indices = new Map();
    const nodes = [this.root];
    // The list grows during the loop.
    for (const node of nodes) {
      indices.set(node, indices.size);
      nodes.push(...node.children);
    }
    const stored = nodes.map((node) => storeNode(node, node.parent ? indices.get(node.parent) ?? 0 : -1));
    const { id, start, tags, result, termination } = this;
    const review = this.review && storeReview(this.review, indices);
    return { id, start, nodes: stored, current: indices.get(this.current) ?? 0, tags, result, termination, ...(review ? { review } : {}) };
  }

  /** @param {StoredGame} stored */
  static restore(stored) {
    const game = new Game(stored.start);
    game.id = stored.id ?? game.id;
    /** @type {GameNode[]} */
    const nodes = [];
    for (const entry of stored.nodes) {
      const parent = nodes[entry.p] ?? null, node = parent ? new GameNode(parent, entry.m) : game.root;
      const [reason = '-', result = '*'] = entry.r ?? [];
      Object.assign(node, {
        kfen: entry.k, hits: entry.h ?? [], occurred: entry.o ?? 1, reason, result,
        comment: entry.c ?? '', reviewed: entry.w ?? '', before: entry.b ?? '', marks: entry.n ?? [], squares: entry.q ?? [], arrows: entry.a ?? [],
        mark: entry.g ?? '', score: entry.s ?? '', note: entry.e ?? {},
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

  /** Returns a game that the server has read from KGN. @param {KgnGame} kgn */
  static read(kgn) {
    const game = new Game({ variant: kgn.variant ?? 'khet2', name: kgn.setup ?? '', kfen: kgn.kfen ?? '' });
    Object.assign(game.root, { comment: kgn.foreword ?? '', ...readDrawn(kgn) });
    game.tags = kgn.tags;
    const node = readLine(game.root, kgn.moves);
    if (node.result === '*') game.result = kgn.result ?? '*';
    game.termination = kgn.termination ?? UNKNOWN;
    return game;
  }

  /** Returns the game in the form that the server writes as KGN. @returns {KgnGame} */
  kgn() {
    const { root, tip } = this;
    const result = tip.result !== '*' ? tip.result : this.result;
    return {
      tags: this.tags,
      foreword: root.comment, ...drawn(root),
      kfen: this.start.kfen,
      moves: writeLine(root.children[0]),
      result,
      termination: this.termination || (tip.result !== '*' ? tip.reason : ''),
    };
  }
}

/** The drawings of a node, without empty lists. @param {GameNode} node @returns {Drawn} */
const drawn = ({ squares, arrows }) => (squares.length || arrows.length ? { drawn: [...squares, ...arrows] } : {});

/** Returns the squares and the arrows of a move. @param {Drawn} entry */
const readDrawn = ({ drawn = [] }) => ({ squares: drawn.filter((text) => text.length === 3), arrows: drawn.filter((text) => text.length > 3) });

/** Adds the moves of a line with their variations after a node, and returns the last one. @param {GameNode} node @param {KgnMove[]} moves */
function readLine(node, moves) {
  for (const entry of moves) {
    const { move, score = '', marks = [], review = '', comment = '', before = '', variations = [] } = entry;
    const { kfen = '', hits = [], occurred = 1, result = '*', reason = '-', depth, time, nodes, clock, book } = entry;
    const parent = node, note = Object.fromEntries(Object.entries({ depth, time, nodes, clock, book }).filter(([, value]) => value !== undefined));
    node = Object.assign(parent.child({ move, kfen, hits, occurred, result, reason }), { score, marks, reviewed: review, comment, ...readDrawn(entry), before, note });
    for (const variation of variations) readLine(parent, variation);
  }
  return node;
}

/** Returns a line with its variations, from a node on. Only the first child of each node goes on. @param {GameNode|undefined} start @returns {KgnMove[]} */
function writeLine(start) {
  /** @type {KgnMove[]} */
  const moves = [];
  for (let node = start; node; node = node.children[0]) {
    const { move, note, score, marks, reviewed, comment, before, parent } = node;
    const isFirst = parent?.children[0] === node, variations = isFirst ? parent.children.slice(1).map(writeLine) : [];
    moves.push({
      ...note, move, ...(score ? { score } : {}), ...(marks.length ? { marks } : {}), ...(reviewed ? { review: reviewed } : {}),
      ...(comment ? { comment } : {}), ...drawn(node), ...(before && !isFirst ? { before } : {}), ...(variations.length ? { variations } : {}),
    });
  }
  return moves;
}

/** Returns the stored form of a node, without default values. @param {GameNode} node @param {number} parent @returns {StoredNode} */
function storeNode(node, parent) {
  return {
    p: parent, m: node.move, k: node.kfen,
    ...(node.hits.length ? { h: node.hits } : {}), ...(node.occurred > 1 ? { o: node.occurred } : {}),
    ...(node.reason !== '-' || node.result !== '*' ? { r: [node.reason, node.result] } : {}),
    ...(node.comment ? { c: node.comment } : {}), ...(node.reviewed ? { w: node.reviewed } : {}), ...(node.before ? { b: node.before } : {}),
    ...(node.marks.length ? { n: node.marks } : {}), ...(node.squares.length ? { q: node.squares } : {}), ...(node.arrows.length ? { a: node.arrows } : {}),
    ...(node.mark ? { g: node.mark } : {}), ...(node.score ? { s: node.score } : {}),
    ...(Object.keys(node.note).length ? { e: node.note } : {}),
  };
}

/** Returns the pieces that the shot of a move hit. @param {GameNode} node the position after the move */
export function hitPieces(node) {
  const move = readMove(node.move), board = readBoard(node.parent?.kfen ?? ''), from = move ? board[move.from] ?? null : null;
  return node.hits.flatMap((name) => {
    const square = squareIndex(name), before = board[square];
    // A swap puts the other piece on the square that the moved one leaves, and the top of a stack leaves an Obelisk there.
    const left = move?.top && from ? { ...from, letter: 'o' } : move?.to === null ? before : board[move?.to ?? square];
    const piece = square === move?.to ? (from?.letter === 'o' ? before ?? from : from) : square === move?.from ? left : before;
    return piece ? [piece] : [];
  });
}
