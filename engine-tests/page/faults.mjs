// Prints the patterns of the page's faults.js that match none of the messages, which stdin has as a list in JSON.
// Usage: node faults.mjs FILE   (the page's faults.js)
import { readFileSync } from 'node:fs';

const source = readFileSync(process.argv[2], 'utf8');
const patterns = [...source.matchAll(/^ {2}\[(\/.*?\/), \(/gm)].map(([, pattern]) => pattern);
const starts = source.match(/^ {2}\[\//gm) ?? [];
if (patterns.length < 40 || patterns.length !== starts.length) throw new Error(`${patterns.length} of ${starts.length} patterns`);
const messages = JSON.parse(readFileSync(0, 'utf8'));
// A message without its place, as the page compares it.
const without = (message) => [
  message, message.replace(/^[a-z ]+, column \d+: /, ''), message.replace(/^\d+:\d+: game \d+(?:, |: )(?:move \d+(?:\.+)? `.*?`(?:\.\.\.)?: )?/, ''),
];
const texts = messages.flatMap(without);
// The patterns are regular expressions of the page's own source.
const unmatched = patterns.filter((pattern) => !texts.some((text) => new RegExp(pattern.slice(1, -1)).test(text)));
console.log(JSON.stringify(unmatched));
