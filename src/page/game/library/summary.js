// @ts-check
// What a list of games shows of a stored game. Its positions are not restored, so that hundreds of games are listed at once.

/** @typedef {import('../own-game.js').Snapshot} Snapshot */
/** @typedef {import('../../khet/position.js').Colour} Colour */
/**
 * The title and the folder that the player gave the game, or ''; the names of the players, and that of the opponent of a person against an
 * engine, or ''; its result, and for such a person its outcome; the last position; when it was played, with the time if `hasTime`.
 * @typedef {{ id: number, title: string, folder: string, silver: string, red: string, rival: string, result: string, outcome: 'won'|'drawn'|'lost'|'',
 *   plies: number, variant: string, event: string, kfen: string, date: Date, hasTime: boolean }} Summary
 */

/** The tags of the title and the folder in KGN. */
export const TITLE = 'Title', FOLDER = 'Folder';
/** @type {Colour[]} */
const COLOURS = ['silver', 'red'];

/** Returns the summary of a stored game. @param {Snapshot} snapshot @returns {Summary} */
export function summarize({ game, match }) {
  const { tags = {}, nodes, start } = game, id = game.id ?? 0;
  /** The first child of each node by their indices. @type {Map<number, number>} */
  const next = new Map();
  nodes.forEach(({ p }, index) => { if (index && !next.has(p)) next.set(p, index); });
  let plies = 0, at = 0;
  for (let index = next.get(0); index !== undefined; index = next.get(index)) [plies, at] = [plies + 1, index];
  const tip = nodes[at], ended = tip?.r?.[1] ?? '*', result = ended === '*' ? game.result ?? '*' : ended;
  const people = COLOURS.filter((colour) => match?.terms?.players[colour] === null), [own] = people.length === 1 ? people : [];
  const winner = { '1-0': 'silver', '0-1': 'red' }[result];
  const outcome = !own || result === '*' ? '' : !winner ? 'drawn' : winner === own ? 'won' : 'lost';
  return {
    id, title: tags[TITLE] ?? '', folder: tags[FOLDER] ?? '', silver: tags.Silver ?? '', red: tags.Red ?? '',
    rival: own ? tags[own === 'silver' ? 'Red' : 'Silver'] ?? '' : '', result, outcome, plies, variant: start.variant,
    event: [tags.Event, tags.Round].filter((text) => text && text !== '?').join(' '), kfen: tip?.k ?? start.kfen, ...dateOf(id, tags.Date ?? ''),
  };
}

/** Returns when a game was played: the day of its tag, and the time of its id if that is on this day or there is no such tag. @param {number} id @param {string} tag such as `2026.01.31` */
function dateOf(id, tag) {
  const day = /^\d{4}\.\d\d\.\d\d$/.test(tag) ? new Date(`${tag.replaceAll('.', '-')}T00:00Z`) : new Date(NaN), stored = new Date(id);
  const hasTime = Number.isNaN(day.getTime()) || day.toISOString().slice(0, 10) === stored.toISOString().slice(0, 10);
  return { date: hasTime ? stored : day, hasTime };
}
