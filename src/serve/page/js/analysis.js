// @ts-check
// The panel "Analyse": what the engine expects of the position on the board, its best lines, and the threat.

import { chanceOf, otherSide, PER_PERCENT, scoreText, wdlOf } from './chance.js';
import { choice, make, press, reason, write } from './kit.js';
import { lineList } from './lines.js';
import { showMove } from './position.js';
import { load, save } from './storage.js';

/** @typedef {import('./chance.js').Score} Score */
/** @typedef {import('./engine.js').Info} Info */
/** @typedef {import('./game.js').GameNode} GameNode */

/** The milliseconds between two drawings, so that lines can be read and clicked while the engine thinks. */
const PACE = 150;
/** The limits of the search for the threat. */
const THREAT = 'movetime 600';
/** The number of moves of the threat that are shown. */
const THREAT_MOVES = 5;
const ARROWS = ['best', 'second', 'third'];
/** The milliseconds after which a search pauses: in one position, and while the page is hidden. */
const LONGEST = 15 * 60_000;
const UNSEEN = 3 * 60_000;

/** What stands before a score that is a bound. @type {Record<string, string>} */
const BOUNDS = { lowerbound: '≥', upperbound: '≤' };

/** @param {import('./app.js').App} app @returns {import('./app.js').Panel} */
export function open(app) {
  /** @type {{ lines: number, threat: boolean, engine: string }} */
  const chosen = { lines: 3, threat: false, engine: 'khepri', ...load('analysis') };
  const end = new AbortController(), { signal } = end;
  let runs = true, searcher = app.engine('khepri', 'analysis');
  /** The position that is analysed. */
  let position = '';
  /** @type {GameNode} */
  let node = app.node;
  /** @type {Info[]} The latest lines, the best first. */
  let infos = [];
  /** @type {Info[]} Those of an earlier search of the position, until this one is as deep. */
  let known = [];
  /** @type {Info|null} */
  let threat = null;
  /** What the first moves of the threat hit. @type {string[][]} */
  let threatHits = [];
  let trouble = '', arrows = '', waits = false;
  /** Why the search pauses although the player did not stop it, or ''. */
  let paused = '';
  /** The timers of the two pauses. */
  let longest = 0, unseen = 0;

  // What stands in the panel
  const bar = make('div', { class: 'gauge', role: 'meter', 'aria-label': 'Evaluation', 'aria-valuemin': '0', 'aria-valuemax': '100' });
  const fill = make('div', { class: 'gauge-fill' }), gaugeScore = make('span', { class: 'gauge-score', 'aria-hidden': 'true' });
  bar.append(fill, gaugeScore);
  app.gauge.replaceChildren(bar);
  const score = make('strong', { class: 'score', title: 'Scores are Silver’s, in Pyramids' }), figures = make('span', { class: 'figures' });
  const shares = ['Silver wins', 'Draw', 'Red wins'].map((name) => make('span', { title: name }));
  const wdl = make('div', { class: 'wdl', role: 'img' }, ...shares);
  const lineRows = lineList(app, signal, (moves) => { void walk(moves); });
  const note = make('p', { class: 'note', role: 'status' });
  const danger = make('p', { class: 'threat-line' });

  const remember = () => save('analysis', chosen);
  const lines = choice('Lines', ['1', '2', '3', '4', '5'].map((one) => [one, one]), String(chosen.lines), (value) => {
    chosen.lines = Number(value);
    remember();
    again();
  });
  const engines = () => app.engines.filter(({ variants }) => variants?.includes(app.game.start.variant) !== false);
  const engine = choice('Engine', engines().map(({ name }) => [name, name]), chosen.engine, (value) => {
    app.release(searcher);
    chosen.engine = value;
    searcher = app.engine(value, 'analysis');
    remember();
    again();
  });
  engine.label.hidden = engine.select.options.length < 2;
  if (engine.select.value && engine.select.value !== 'khepri') searcher = app.engine(engine.select.value, 'analysis');
  /** Lets the engine think or not. @param {boolean} on @param {string} [why] it pauses by itself */
  const run = (on, why = '') => {
    [runs, paused] = [on, why];
    write(toggle, runs ? 'Stop' : 'Go on');
    write(note, why && `${why} Go on continues.`);
    if (runs) return again();
    searcher.stop();
    clearTimeout(longest);
    draw();
  };
  const toggle = press('Stop', () => run(!runs));
  const threatButton = press('Threat', () => {
    chosen.threat = !chosen.threat;
    threatButton.setAttribute('aria-pressed', String(chosen.threat));
    remember();
    again();
  }, { 'aria-pressed': String(chosen.threat), title: 'What the opponent would do if it were their turn' });
  app.panel.append(
    make('div', { class: 'panel-tools' }, lines.label, engine.label, threatButton, toggle),
    make('div', { class: 'verdict' }, score, figures), wdl, note, lineRows.list, danger,
  );
  document.addEventListener('visibilitychange', () => {
    clearTimeout(unseen);
    if (document.hidden) unseen = setTimeout(() => { if (runs) run(false, 'The analysis paused while the page was hidden.'); }, UNSEEN);
  }, { signal });

  // Searching

  /** Starts the search for the shown position, unless it runs already. */
  const follow = () => {
    if (app.game.position() === position) return;
    if (paused && !document.hidden) run(true);
    else again();
  };

  const again = () => {
    node = app.node;
    position = app.game.position();
    infos = [];
    known = node.analysis?.engine === searcher.session.name ? node.analysis.infos : [];
    threat = null;
    trouble = '';
    draw();
    clearTimeout(longest);
    if (!runs) return;
    if (node.result !== '*') searcher.stop();
    else {
      longest = setTimeout(() => run(false, `The analysis paused after ${LONGEST / 60_000} minutes in one position.`), LONGEST);
      void search();
    }
  };

  const search = async () => {
    const here = position, isHere = () => here === position && !signal.aborted;
    try {
      if (chosen.threat) {
        const fields = node.kfen.split(' ');
        fields[1] = fields[1] === 'r' ? 's' : 'r';
        const reversed = `kfen ${fields.join(' ')}`;
        await searcher.run(reversed, THREAT, { MultiPV: 1, UCI_ShowWDL: 'true' }, (info) => {
          [threat, threatHits] = [info, []];
          soon();
        });
        const moves = threatMoves();
        const beams = await Promise.all(moves.map((move, at) => app.rules.beam(`${reversed}${at ? ` moves ${moves.slice(0, at).join(' ')}` : ''}`, move)));
        if (!isHere() || !runs) return;
        threatHits = beams.map(({ hits }) => hits);
      }
      await searcher.run(here, 'infinite', { MultiPV: chosen.lines, UCI_ShowWDL: 'true' }, (info) => {
        infos[info.multipv - 1] = info;
        if (infos[0] && infos[0].depth >= (known[0]?.depth ?? 0)) node.analysis = { engine: searcher.session.name, infos };
        soon();
      });
    } catch (error) {
      if (!isHere()) return;
      trouble = `The engine is lost: ${reason(error)}. It starts again.`;
      draw();
      setTimeout(() => { if (isHere() && runs) again(); }, 1500);
    }
  };

  // Drawing

  const soon = () => {
    if (waits) return;
    waits = true;
    setTimeout(() => {
      waits = false;
      if (!signal.aborted) draw();
    }, PACE);
  };

  /** Returns a score from Silver's side. @param {Score} one */
  const silver = (one) => (node.toMove === 'silver' ? one : otherSide(one));

  const draw = () => {
    const isKnown = known.length > 0 && (infos[0]?.depth ?? 0) < (known[0]?.depth ?? 0);
    const found = isKnown ? known.slice(0, chosen.lines) : infos;
    const best = found[0], shown = shownScore(node, best);
    const [win = 0, draws = 0, loss = 0] = shown ? wdlOf(shown) : [0, 1000, 0];
    const percent = shown ? chanceOf(shown) / PER_PERCENT : 50;
    const text = !shown ? '…' : node.result !== '*' ? node.result.replaceAll('1/2', '½') : scoreText(shown);
    write(score, text);
    // The bar has room for four characters.
    write(gaugeScore, text.replace(/^(.\d)(\.\d)\d$/, '$1$2').replace(/^(.\d{2,})\.\d+$/, '$1'));
    fill.style.height = `${percent}%`;
    bar.classList.toggle('from-top', app.board.flipped);
    bar.setAttribute('aria-valuenow', percent.toFixed(0));
    bar.setAttribute('aria-valuetext', shown ? `${text} for Silver` : 'not known yet');
    [win, draws, loss].forEach((share, at) => {
      const part = shares[at];
      if (!part) return;
      part.style.flexGrow = String(share);
      write(part, share >= 80 ? `${(share / 10).toFixed(0)} %` : '');
    });
    wdl.setAttribute('aria-label', `Silver wins ${win / 10} %, draw ${draws / 10} %, Red wins ${loss / 10} %`);
    wdl.classList.toggle('unknown', !shown);
    write(figures, trouble || (best ? `depth ${best.depth}/${best.seldepth} · ${count(best.nps)}/s · ${isKnown ? 'from before' : `${count(best.nodes)} nodes`}`
      : node.result !== '*' ? 'the game is over' : runs ? 'thinking' : 'stopped'));
    const expected = node.result === '*' ? Math.max(1, found.length || chosen.lines) : 0;
    lineRows.draw(node, found, expected, (info) => `${BOUNDS[info.bound] ?? ''}${scoreText(silver(info))}`);
    drawThreat();
    const wanted = [
      ...found.flatMap((info, at) => (info.pv[0] && ARROWS[at] ? [{ move: info.pv[0], class: ARROWS[at] ?? '' }] : [])),
      ...(threat?.pv[0] ? [{ move: threat.pv[0], class: 'threat' }] : []),
    ];
    const key = JSON.stringify(wanted);
    if (key !== arrows) app.board.setArrows(wanted);
    arrows = key;
  };

  const threatMoves = () => threat?.pv.slice(0, THREAT_MOVES) ?? [];

  const drawThreat = () => {
    danger.hidden = !chosen.threat || node.result !== '*';
    const move = threat?.pv[0];
    write(danger, !threat || !move ? 'Looking for the threat…'
      : `Threat: ${threatMoves().map((one, at) => showMove(one, threatHits[at] ?? [])).join('  ')}  (${scoreText(silver(otherSide(threat)))})`);
  };

  /** Plays the moves of a line into the tree and shows the last one. @param {string[]} moves */
  const walk = async (moves) => {
    const { game } = app;
    if (app.match.running || !app.match.mayMove()) {
      app.say(app.match.running ? 'The game is running: lines can be walked into when it is over.' : 'The game has ended here: go back to try other moves.');
      return;
    }
    try {
      const end = await game.add(node, moves, app.rules);
      if (app.game === game) await app.goTo(end);
    } catch (error) {
      app.say(reason(error));
    }
  };

  for (const name of ['node', 'game']) app.addEventListener(name, follow, { signal });
  app.addEventListener('flip', draw, { signal });
  again();
  return {
    close() {
      end.abort();
      for (const timer of [longest, unseen]) clearTimeout(timer);
      // Ends the process, so that nothing thinks unseen.
      app.release(searcher);
    },
  };
}

/** Returns Silver's score of a position: that of the result, or the engine's. @param {GameNode} node @param {Info|undefined} info @returns {Score|null} */
function shownScore(node, info) {
  if (node.result === '1/2-1/2') return { cp: 0, mate: null, wdl: [0, 1000, 0] };
  if (node.result !== '*') return { cp: null, mate: node.result === '1-0' ? 1 : -1 };
  if (!info) return null;
  return node.toMove === 'silver' ? info : otherSide(info);
}

/** Returns a number with at most three digits and its unit. @param {number} number */
function count(number) {
  if (number >= 1e6) return `${(number / 1e6).toFixed(number < 1e7 ? 1 : 0)} M`;
  return number >= 1e3 ? `${(number / 1e3).toFixed(0)} k` : String(number);
}
