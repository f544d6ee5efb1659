// Checks the rooms of the page: they import each other in one direction and without cycles, and no folder has more than 20 files.
// Usage: node rooms.mjs
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const page = fileURLToPath(new URL('../../src/page', import.meta.url));
/** Each room imports only rooms before it. */
const ROOMS = ['texts', 'common', 'khet', 'host', 'board', 'game', 'app.js', 'panels', 'main.js', 'start.js'];
const MOST = 20;
const faults = [];

const files = readdirSync(page, { recursive: true }).filter((path) => /\.\w+$/.test(path));
for (const folder of new Set(files.map(dirname))) {
  const { length } = files.filter((path) => dirname(path) === folder);
  if (length > MOST) faults.push(`${folder} has ${length} files, more than ${MOST}`);
}

const importsOf = (path) => [...readFileSync(join(page, path), 'utf8').matchAll(/^(?:import|export) .*from '(\..*)';$/gm)]
  .map(([, target]) => join(dirname(path), target));
const roomOf = (path) => ROOMS.indexOf(path.split('/')[0]);
/** The scripts whose imports are being followed, and those whose imports were. */
const open = [], done = new Set();
const follow = (path) => {
  if (done.has(path)) return;
  if (open.includes(path)) return faults.push(`a cycle of imports: ${[...open, path].join(', ')}`);
  if (roomOf(path) < 0) faults.push(`${path} is in none of the rooms that this check knows`);
  open.push(path);
  for (const target of importsOf(path)) {
    if (roomOf(target) > roomOf(path)) faults.push(`${path} imports ${target} of a later room`);
    follow(target);
  }
  open.pop();
  done.add(path);
};
files.filter((path) => path.endsWith('.js')).forEach(follow);

for (const fault of faults) console.error(`src/page: ${fault}`);
process.exitCode = faults.length ? 1 : 0;
