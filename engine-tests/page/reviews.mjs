// Runs the page's modules without a browser: the formula of reviews over a table of values, and reviews of games. Reads a
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
const scores = request.scores.map((score) => ({
  wdl: chance.wdlOf(score), chance: chance.chanceOf(score), other: chance.chanceOf(chance.otherSide(score)),
  text: chance.scoreText(score), before: chance.scoreText(chance.scoreOfMove(score)), rank: chance.rank(score),
}));
const losses = request.losses.map((loss) => ({
  mark: chance.markOfLoss(loss), accuracy: chance.accuracyOfMove(loss), percent: percent(loss),
}));
const players = request.players.map(chance.accuracyOfPlayer);

/** Reviews a game. Returns the review, and what was searched for each position, which is empty at the end of a game. */
async function reviewed(game, searcher) {
  const searched = [];
  const recorder = {
    send: (...lines) => searcher.send(...lines),
    run: async (position, limit, options, report) => {
      const entry = {};
      entry.best = await searcher.run(position, limit, options, (info) => {
        const { cp, mate, wdl, depth, pv } = info;
        Object.assign(entry, { score: { cp, mate, wdl }, depth, pv });
        report(info);
      });
      searched.unshift(entry);
      return entry.best;
    },
  };
  const done = await review(game, recorder, request.nodes, new AbortController().signal, () => {});
  const line = game.line();
  while (searched.length < line.length) searched.push({});
  const moves = line.slice(1).map((node) => {
    const { score, depth, best, bestScore, loss, mark } = done.moves.get(node);
    const texts = { score: chance.scoreText(score), bestScore: chance.scoreText(bestScore), loss: percent(loss) };
    return { move: node.move, ...texts, depth, best, chance: chance.chanceOf(score), lost: loss, mark: mark || 'book' };
  });
  return { done, searched, moves, silver: done.silver, accuracies: done.accuracies };
}

/** A searcher that finds what is given, the last entry first. */
const scripted = (entries) => ({
  send: () => {},
  run: async (_position, _limit, _options, report) => {
    const { score, depth, best } = entries.pop();
    report({ ...score, depth, multipv: 1, pv: [best] });
    return best;
  },
});

const games = [];
const rules = new Rules(openSession('rules'));
for (const [index, kgn] of request.games.entries()) {
  const session = openSession('khepri'), game = await Game.read(kgn, rules);
  const { done, ...found } = await reviewed(game, new Searcher(session));
  annotate(game, done, request.annotator);
  session.close();
  const given = [];
  for (const script of request.scripts[index]) {
    const { done: _, ...review } = await reviewed(await Game.read(kgn, rules), scripted(script));
    given.push(review);
  }
  // The game is sent as a text, which keeps the order of its tags.
  games.push({ kgn: JSON.stringify(game.kgn()), ...found, scripted: given });
}
rules.session.close();
console.log(JSON.stringify({ scores, losses, players, games }));
