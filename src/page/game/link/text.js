// @ts-check
// A game as the text of a link, without the rules: `khet2/classic/h2g2.c7d7.h2r`. A rotation ends with `r` (clockwise) or `l`.
//
// What a game has besides moves follows each of them: `$3` is a mark, `[Ga4,Rb5c5]` has squares and arrows, `{text}` is a comment, and
// `( … )` is a variation in place of the move. Lines before the game have a letter and a value, such as `S=Ada`.

import { LinkFault } from './fault.js';

/** @typedef {import('../../khet/position.js').Colour} Colour */
/** @typedef {import('../game.js').KgnMove} KgnMove */
/**
 * A game of a link. `start` is a rule set and a set-up, or a KFEN. `shown` is the number of the shown position in the order of the
 * text, or null for the last one of the main line. `id` is that of a friendly game, and `offer` the player who offers a draw in it.
 * @typedef {{ start: string, foreword: string, drawn: string[], moves: KgnMove[], shown: number|null, flipped: boolean, names: Record<Colour, string>, result: string, termination: string, id: string, offer: Colour|'' }} LinkedGame
 */

/** The largest number of characters of a name and of a comment. */
const MAX_NAME = 40, MAX_COMMENT = 4000;
/** The largest number of variations within each other, with the main line. */
const MAX_DEPTH = 100;
const DRAWN = /^[GRYB][a-j][1-8](?:[a-j][1-8])?$/;
const RESULT = /^(1-0|0-1|1\/2-1\/2)(?: ([a-z-]{1,20}))?$/;
const START = /([a-zA-Z\d/]+_[sr]_[a-z\d]+_\d+_\d+|[a-z\d]+\/[a-z\d-]+)\//y;
const TOKEN = /\.|([a-j][1-8])(?:([rl])|([a-j][1-8]t?))|\$([1-6])|\[([^\]]*)\]|\{([^}]*)\}|[()]/y;

/** Returns a name without what cannot be seen, such as marks that change the direction of writing. @param {string} text */
export const cleanName = (text) => [...text.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '').trim()].slice(0, MAX_NAME).join('');

/** Returns a comment without invisible characters other than ends of lines. @param {string} text */
const cleanComment = (text) => text.replace(/[^\P{C}\n]/gu, '').slice(0, MAX_COMMENT);

/** Returns a comment as it is written. A brace would end it. @param {string} text */
const written = (text) => (text ? `{${cleanComment(text).replaceAll('}', '\r')}}` : '');

/** @param {string[]} drawn */
const writtenDrawn = (drawn) => (drawn.length ? `[${drawn.join(',')}]` : '');

/** Returns a game as text. @param {LinkedGame} game @param {string} separator of moves */
export function writeText(game, separator) {
  const { names, id, result, termination, shown, flipped, offer } = game;
  /** @type {[string, string][]} */
  const head = [
    ['G', id], ['S', cleanName(names.silver)], ['R', cleanName(names.red)], ['E', result === '*' ? '' : `${result} ${termination}`.trim()],
    ['O', offer.charAt(0)], ['P', shown === null ? '' : String(shown)], ['F', flipped ? '1' : ''],
  ];
  const lines = head.filter(([, value]) => value).map(([key, value]) => `${key}=${value}\n`);
  return `${lines.join('')}${game.start}/${writtenDrawn(game.drawn)}${written(game.foreword)}${writeLine(game.moves, separator)}`;
}

/** Returns a line with its variations. @param {KgnMove[]} moves @param {string} separator @returns {string} */
function writeLine(moves, separator) {
  return moves.map(({ move, marks = [], drawn = [], comment = '', variations = [] }) => [
    move.replace('+', 'r').replace('-', 'l'), ...marks.map((mark) => `$${mark}`), writtenDrawn(drawn), written(comment),
    ...variations.map((line) => `(${written(line[0]?.before ?? '')}${writeLine(line, separator)})`),
  ].join('')).join(separator);
}

/** Returns the game of a text. Throws if this version cannot read it. @param {string} text @returns {LinkedGame} */
export function readText(text) {
  /** @type {Record<string, string>} */
  const head = {};
  let at = 0;
  for (let line = /^([A-Z])=(.*)\n/.exec(text); line; line = /^([A-Z])=(.*)\n/.exec(text.slice(at))) {
    head[line[1] ?? ''] = line[2] ?? '';
    at += line[0].length;
  }
  START.lastIndex = at;
  const start = START.exec(text)?.[1];
  if (start === undefined || Object.keys(head).some((key) => !'GSREOPF'.includes(key))) throw new LinkFault('version');
  const { G: id = '', S: silver = '', R: red = '', E: end = '', O: offer = '', P: shown, F: flipped } = head;
  const [, result = '*', termination = ''] = RESULT.exec(end) ?? [];
  return {
    start, ...readMoves(text, START.lastIndex), shown: shown === undefined ? null : Number(shown), flipped: flipped === '1',
    names: { silver: cleanName(silver), red: cleanName(red) }, result, termination, id: /^[\w-]{16}$/.test(id) ? id : '',
    offer: offer === 's' ? 'silver' : offer === 'r' ? 'red' : '',
  };
}

/** Reads moves with what belongs to them. @param {string} text @param {number} from where they begin */
function readMoves(text, from) {
  /** @type {{ foreword: string, drawn: string[], moves: KgnMove[] }} */
  const game = { foreword: '', drawn: [], moves: [] };
  /** The lines that are open, the main line first. @type {KgnMove[][]} */
  const open = [game.moves];
  let before = '';
  for (let at = from; at < text.length; at = TOKEN.lastIndex) {
    TOKEN.lastIndex = at;
    const [token, square = '', turn, to, mark, drawn, comment] = TOKEN.exec(text) ?? [], line = open.at(-1), last = line?.at(-1);
    if (!token || !line || open.length > MAX_DEPTH) throw new LinkFault('version');
    if (square) {
      line.push({ move: square + (turn ? (turn === 'r' ? '+' : '-') : to), ...(before ? { before } : {}) });
      before = '';
    } else if (mark && last) last.marks = [...last.marks ?? [], Number(mark)];
    else if (drawn !== undefined) (last ?? game).drawn = drawn.split(',').filter((one) => DRAWN.test(one));
    else if (comment !== undefined) {
      const said = cleanComment(comment.replaceAll('\r', '}'));
      if (last) last.comment = said;
      else if (open.length > 1) before = said;
      else game.foreword = said;
    } else if (token === '(' && last) {
      /** @type {KgnMove[]} */
      const variation = [];
      last.variations = [...last.variations ?? [], variation];
      open.push(variation);
    } else if (token === ')' && last && open.length > 1) open.pop();
    else if (token !== '.') throw new LinkFault('version');
  }
  if (open.length > 1) throw new LinkFault('version');
  return game;
}
