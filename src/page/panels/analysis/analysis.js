// @ts-check
// The panel "Analyse": the engine's score of the position on the board, its best lines, and the opponent's threat.

import { chanceOf, otherSide, PER_PERCENT, scoreText, wdlOf } from '../../game/chance.js';
import { make, makeButton, makeSelect, messageOf, setText } from '../../common/dom.js';
import { lineList } from './lines.js';
import { showMove } from '../../khet/position.js';
import { lack } from '../../host/session.js';
import { load, save } from '../../common/storage.js';
import { texts } from '../../texts/texts.js';

/** @typedef {import('../../game/chance.js').Score} Score */
/** @typedef {import('../../host/engine.js').Info} Info */
/** @typedef {import('../../game/game.js').GameNode} GameNode */

/** The milliseconds between two redraws, so that lines can be read and clicked during a search. */
const REDRAW_INTERVAL = 150;
/** The limits of the search for the threat. */
const THREAT_LIMITS = 'movetime 600';
/** The number of moves of the threat that are shown. */
const THREAT_MOVES = 5;
const ARROWS = ['best', 'second', 'third'];
/** The milliseconds after which a search pauses: in one position, and while the page is hidden. */
const MAX_SEARCH = 15 * 60_000;
const MAX_HIDDEN = 3 * 60_000;

/** The prefix of a score that is a bound. @type {Record<string, string>} */
const BOUNDS = { lowerbound: '≥', upperbound: '≤' };

/** @param {import('../../app.js').App} app @returns {import('../../app.js').Panel} */
export function open(app) {
  /** @type {{ lines: number, threat: boolean, engine: string }} */
  const settings = { lines: 3, threat: false, engine: 'khepri', ...load('analysis') };
  const end = new AbortController(), { signal } = end, words = texts.analysis;
  let isRunning = true, searcher = app.engine('khepri', 'analysis');
  /** The position that is analysed. */
  let position = '';
  /** @type {GameNode} */
  let node = app.node;
  /** @type {Info[]} The lines of the current search, the best first. */
  let infos = [];
  /** @type {Info[]} The lines of an earlier search of the position, shown until the current search is as deep. */
  let earlierInfos = [];
  /** @type {Info|null} */
  let threat = null;
  /** The hits of the first moves of the threat. @type {string[][]} */
  let threatHits = [];
  let problem = '', arrows = '', isRedrawPending = false;
  /** What is said of an automatic pause, or ''. */
  let paused = '';
  /** The timers of the two pauses. */
  let searchTimer = 0, hiddenTimer = 0;

  // The elements of the panel
  const bar = make('div', { class: 'gauge', role: 'meter', 'aria-label': words.evaluation, 'aria-valuemin': '0', 'aria-valuemax': '100' });
  const fill = make('div', { class: 'gauge-fill' });
  bar.append(fill);
  app.gauge.replaceChildren(bar);
  const score = make('strong', { class: 'score', title: words.scoreTitle }), figures = make('span', { class: 'figures', title: words.figuresTitle });
  const shares = [words.silverWins, words.draw, words.redWins].map((name) => make('span', { title: name }));
  const wdl = make('div', { class: 'wdl', role: 'img' }, ...shares);
  const lineRows = lineList(app, signal, (moves) => { void playOut(moves); });
  const note = make('p', { class: 'note', role: 'status' });
  const threatLine = make('p', { class: 'threat-line' });

  const saveSettings = () => save('analysis', settings);
  const lines = makeSelect(words.lines, ['1', '2', '3', '4', '5'].map((number) => [number, number]), String(settings.lines), (value) => {
    settings.lines = Number(value);
    saveSettings();
    restart();
  });
  app.addEventListener('names', () => { score.title = texts.analysis.scoreTitle; }, { signal });
  const engines = () => app.engines.filter(({ variants }) => variants?.includes(app.game.start.variant) !== false);
  const engine = makeSelect(words.engine, engines().map(({ name }) => [name, name]), settings.engine, (value) => {
    app.release(searcher);
    settings.engine = value;
    searcher = app.engine(value, 'analysis');
    saveSettings();
    restart();
  });
  engine.label.hidden = engine.select.options.length < 2;
  if (engine.select.value && engine.select.value !== 'khepri') searcher = app.engine(engine.select.value, 'analysis');
  /** Starts or stops the search. @param {boolean} on @param {string} [why] what is said of an automatic pause */
  const run = (on, why = '') => {
    [isRunning, paused] = [on, why];
    setText(toggle, isRunning ? words.stop : words.goOn);
    setText(note, why);
    if (isRunning) return restart();
    searcher.stop();
    clearTimeout(searchTimer);
    draw();
  };
  const toggle = makeButton(words.stop, () => run(!isRunning));
  const threatButton = makeButton(words.threat, () => {
    settings.threat = !settings.threat;
    threatButton.setAttribute('aria-pressed', String(settings.threat));
    saveSettings();
    restart();
  }, { 'aria-pressed': String(settings.threat), title: words.threatTitle });
  app.panel.append(
    make('div', { class: 'verdict' }, score, figures), wdl, note, lineRows.list, threatLine,
    make('div', { class: 'panel-tools' }, lines.label, engine.label, threatButton, toggle),
  );
  document.addEventListener('visibilitychange', () => {
    clearTimeout(hiddenTimer);
    if (document.hidden) hiddenTimer = setTimeout(() => { if (isRunning) run(false, words.pausedHidden); }, MAX_HIDDEN);
  }, { signal });

  // Searching

  /** Starts a search of the position on the board, unless it is being searched. */
  const follow = () => {
    if (app.game.position() === position) return;
    if (paused && !document.hidden) run(true);
    else restart();
  };

  /** Starts a new search of the position on the board. */
  const restart = () => {
    node = app.node;
    position = app.game.position();
    infos = [];
    earlierInfos = node.analysis?.engine === searcher.session.name ? node.analysis.infos : [];
    threat = null;
    problem = '';
    draw();
    clearTimeout(searchTimer);
    if (!isRunning) return;
    if (node.result !== '*') searcher.stop();
    else {
      searchTimer = setTimeout(() => run(false, words.pausedLong(MAX_SEARCH / 60_000)), MAX_SEARCH);
      void search();
    }
  };

  const search = async () => {
    const searched = position, isCurrent = () => searched === position && !signal.aborted;
    try {
      if (settings.threat) {
        const fields = node.kfen.split(' ');
        fields[1] = fields[1] === 'r' ? 's' : 'r';
        const reversed = `kfen ${fields.join(' ')}`;
        await searcher.run(reversed, THREAT_LIMITS, { MultiPV: 1, UCI_ShowWDL: 'true' }, (info) => {
          [threat, threatHits] = [info, []];
          drawSoon();
        });
        const moves = threatMoves();
        const beams = await Promise.all(moves.map((move, at) => app.rules.beam(`${reversed}${at ? ` moves ${moves.slice(0, at).join(' ')}` : ''}`, move)));
        if (!isCurrent() || !isRunning) return;
        threatHits = beams.map(({ hits }) => hits);
      }
      await searcher.run(searched, 'infinite', { MultiPV: settings.lines, UCI_ShowWDL: 'true' }, (info) => {
        infos[info.multipv - 1] = info;
        if (infos[0] && infos[0].depth >= (earlierInfos[0]?.depth ?? 0)) node.analysis = { engine: searcher.session.name, infos };
        drawSoon();
      });
    } catch (error) {
      if (!isCurrent()) return;
      const tryAgain = () => { if (isCurrent() && isRunning) restart(); };
      problem = words.engineLost(messageOf(error), !lack.message);
      draw();
      if (lack.message) lack.addEventListener('change', tryAgain, { once: true, signal });
      else setTimeout(tryAgain, 1500);
    }
  };

  // Drawing

  const drawSoon = () => {
    if (isRedrawPending) return;
    isRedrawPending = true;
    setTimeout(() => {
      isRedrawPending = false;
      if (!signal.aborted) draw();
    }, REDRAW_INTERVAL);
  };

  /** Returns a score from Silver's side. @param {Score} score */
  const forSilver = (score) => (node.toMove === 'silver' ? score : otherSide(score));

  const draw = () => {
    const isEarlier = earlierInfos.length > 0 && (infos[0]?.depth ?? 0) < (earlierInfos[0]?.depth ?? 0);
    const found = isEarlier ? earlierInfos.slice(0, settings.lines) : infos;
    const best = found[0], shown = shownScore(node, best);
    const [win = 0, draws = 0, loss = 0] = shown ? wdlOf(shown, node.kfen) : [0, 1000, 0];
    const percent = shown ? chanceOf(shown, node.kfen) / PER_PERCENT : 50;
    const text = !shown ? '…' : node.result !== '*' ? node.result.replaceAll('1/2', '½') : scoreText(shown);
    setText(score, text);
    fill.style.setProperty('--rest', `${app.board.flipped ? percent - 100 : 100 - percent}%`);
    bar.setAttribute('aria-valuenow', percent.toFixed(0));
    bar.setAttribute('aria-valuetext', shown ? words.forSilver(text) : words.notKnown);
    [win, draws, loss].forEach((share, at) => {
      const part = shares[at];
      if (!part) return;
      part.style.flexGrow = String(share);
      setText(part, shown && share >= 80 ? `${(share / 10).toFixed(0)} %` : '');
    });
    wdl.setAttribute('aria-label', words.chances(win / 10, draws / 10, loss / 10));
    wdl.classList.toggle('unknown', !shown);
    setText(figures, problem || (best ? words.figures(`${best.depth}/${best.seldepth}`, shortNumber(best.nps), isEarlier ? '' : shortNumber(best.nodes))
      : node.result !== '*' ? words.isOver : isRunning ? words.thinking : words.stopped));
    // The lines of the first depth come one after the other. What stands below them does not move meanwhile.
    const isWhole = (best?.depth ?? 0) > 1, expected = node.result === '*' ? (isWhole ? found.length : settings.lines) : 0;
    lineRows.draw(node, found, expected, (info) => `${BOUNDS[info.bound] ?? ''}${scoreText(forSilver(info))}`);
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
    threatLine.hidden = !settings.threat || node.result !== '*';
    const move = threat?.pv[0];
    setText(threatLine, !threat || !move ? words.lookingForThreat
      : words.threatLine(threatMoves().map((one, at) => showMove(one, threatHits[at] ?? [])).join('  '), scoreText(forSilver(otherSide(threat)))));
  };

  /** Adds the moves of a line to the tree, and shows the last one. @param {string[]} moves */
  const playOut = async (moves) => {
    const { game } = app;
    if (app.match.running || !app.match.mayMove()) {
      app.showMessage(app.match.running ? words.isRunning : words.hasEnded);
      return;
    }
    try {
      const end = await game.add(node, moves, app.rules);
      if (app.game === game) await app.goTo(end);
    } catch (error) {
      app.showMessage(messageOf(error));
    }
  };

  for (const name of ['node', 'game']) app.addEventListener(name, follow, { signal });
  app.addEventListener('flip', draw, { signal });
  restart();
  return {
    list: 'kept',
    close() {
      end.abort();
      for (const timer of [searchTimer, hiddenTimer]) clearTimeout(timer);
      // Ends the engine process, so that it does not search for a closed panel.
      app.release(searcher);
    },
  };
}

/**
 * Returns the score of a position from Silver's side: the score of the result in a finished game, else the engine's score.
 * @param {GameNode} node @param {Info|undefined} info @returns {Score|null}
 */
function shownScore(node, info) {
  if (node.result === '1/2-1/2') return { cp: 0, mate: null, wdl: [0, 1000, 0] };
  if (node.result !== '*') return { cp: null, mate: node.result === '1-0' ? 1 : -1 };
  if (!info) return null;
  return node.toMove === 'silver' ? info : otherSide(info);
}

/** Returns a number rounded to thousands (`k`) or millions (`M`), if it is that large. @param {number} number */
function shortNumber(number) {
  if (number >= 1e6) return `${(number / 1e6).toFixed(number < 1e7 ? 1 : 0)} M`;
  return number >= 1e3 ? `${(number / 1e3).toFixed(0)} k` : String(number);
}
