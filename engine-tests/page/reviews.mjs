// Runs the page's modules without a browser: chances over a table of scores, and reviews of games, which a server judges. Reads a
// request as JSON from stdin, and writes the answer as JSON to stdout.
// Usage: node reviews.mjs FOLDER PROGRAM   (the folder of the page's modules, and the engine)
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';

const [folder, program] = process.argv.slice(2);

/** The part of a WebSocket's interface that the page uses, connected to an engine process. */
class Engine {
  static OPEN = 1;
  readyState = 0;
  #process = spawn(program, [], { stdio: ['pipe', 'pipe', 'inherit'] });

  constructor() {
    createInterface({ input: this.#process.stdout }).on('line', (data) => this.onmessage?.({ data }));
    setTimeout(() => {
      this.readyState = Engine.OPEN;
      this.onopen?.();
    });
  }

  send(line) {
    this.#process.stdin.write(`${line}\n`);
  }

  close() {
    this.#process.stdin.end();
  }
}

Object.assign(globalThis, {
  addEventListener: () => {},
  location: { hash: '', protocol: 'http:', host: 'here', pathname: '/', search: '' },
  WebSocket: Engine,
});
const load = (name) => import(pathToFileURL(`${folder}/${name}.js`));
const [chance, { Game }, { Rules }, { openSession }, { annotate, percent, review }, { Searcher }] =
  await Promise.all(['game/chance', 'game/game', 'host/engine', 'host/server', 'game/reviewing', 'host/search'].map(load));

const request = JSON.parse(readFileSync(0, 'utf8'));
const scores = request.scores.map(({ score, kfen }) => ({
  wdl: chance.wdlOf(score, kfen), chance: chance.chanceOf(score, kfen), other: chance.chanceOf(chance.otherSide(score), kfen), text: chance.scoreText(score),
}));

/** Has a game judged by the server. */
const judge = async (game) => {
  const reply = await fetch(`${request.server}/review`, { method: 'POST', headers: { origin: request.server }, body: JSON.stringify(game) });
  if (!reply.ok) throw new Error(await reply.text());
  return reply.json();
};

const games = [];
const rules = new Rules(openSession('rules'));
for (const kgn of request.games) {
  const session = openSession('khepri'), game = await Game.read(kgn, rules);
  const done = await review(game, new Searcher(session), request.nodes, judge, new AbortController().signal, () => {});
  annotate(game, done, request.annotator);
  session.close();
  const moves = game.line().slice(1).map((node) => {
    const { score, loss, mark } = done.moves.get(node);
    return { move: node.move, score: chance.scoreText(score), loss: percent(loss), mark: mark || 'book' };
  });
  // The game is sent as a text, which keeps the order of its tags.
  games.push({ kgn: JSON.stringify(game.kgn()), moves });
}
rules.session.close();
console.log(JSON.stringify({ scores, games }));
