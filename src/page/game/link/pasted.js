// @ts-check
// What a pasted text is: a link, a position, moves, or games in KGN.

import { readMove } from '../../khet/position.js';

/** @typedef {{ kind: 'link', link: string }|{ kind: 'position', kfen: string }|{ kind: 'moves', moves: string[] }|{ kind: 'games'|'none' }} Pasted */

const LINK = /(?:^|[\s#&])((?:moves|packed|friend|game|kfen)=[^\s<>"]+)/;
/** A board with some of its ranks. Its faults are those of the position. */
const KFEN = /^[\w]*(?:\/[\w]*){4,}(?:\s+\w+){0,4}$/;
const KGN = /^\s*\[\w+\s+"|(?:^|\s)\d+\.+\s*[a-j][1-8]/m;

/** Returns what a text is. @param {string} text @returns {Pasted} */
export function readPasted(text) {
  const trimmed = text.trim(), [, link] = LINK.exec(trimmed) ?? [];
  // A sentence may end after a link.
  if (link) return { kind: 'link', link: link.replace(/[.,;:!?)\]}’”»]+$/, '') };
  if (KFEN.test(trimmed)) return { kind: 'position', kfen: trimmed.replace(/\s+/g, ' ') };
  const moves = trimmed.replace(/(?:^|\s)\d+\.+/g, ' ').split(/[\s,.;]+/).filter(Boolean)
    .map((word) => word.replace(/^([a-j][1-8])[rl]$/, (_, square) => square + (word.endsWith('r') ? '+' : '-')));
  if (moves.length && moves.every((move) => readMove(move))) return { kind: 'moves', moves };
  return { kind: KGN.test(trimmed) ? 'games' : 'none' };
}
