// @ts-check
// Controls of a match: the form of a new game, the strips of the players above and below the board, and the buttons.

import { byId } from '../../app.js';
import { showHint } from '../../game/assist.js';
import { Cards } from './cards.js';
import { setUpChallenges } from './challenge.js';
import { setUpEditions } from './editions.js';
import { editionSelect } from '../edition-select.js';
import { edition, hasPieces } from '../../khet/editions.js';
import { make, messageOf, rearrange, relabel } from '../../common/dom.js';
import { drawFace } from '../../board/faces.js';
import { newFriendly } from '../../game/friend/friendly.js';
import { hitPieces } from '../../game/game.js';
import { chosenPieces, figure } from '../../board/pieces.js';
import { setupName, VARIANTS, variantName } from '../../khet/names.js';
import { opponent } from '../../khet/position.js';
import { capital } from '../../texts/grammar.js';
import { smallBoard } from './small-board.js';
import { listName, nearest, opponentAt, OPPONENTS } from '../../game/opponents.js';
import { load, save } from '../../common/storage.js';
import { texts } from '../../texts/texts.js';

/** @typedef {import('../../app.js').App} App */
/** @typedef {import('../../khet/position.js').Colour} Colour */
/** @typedef {import('../../game/match.js').Player} Player */

/** The number of characters beyond which a player's name has small letters. */
const LONG_NAME = 24;
/** The value of the option "The position on the board". */
const CURRENT_POSITION = '-';

/** @param {App} app */
export function setUpPlay(app) {
  setUpEditions(app);
  setUpForm(app);
  setUpActions(app);
  setUpStrips(app);
}

/** @param {string} id */
const field = (id) => /** @type {HTMLSelectElement & HTMLInputElement} */ (byId(id));

/** Returns whether the chosen engine has levels. Only Khepri has. @param {string} side `''` or `-red` */
const hasLevel = (side) => ['', 'khepri'].includes(field(`new-engine${side}`).value);

/** @param {string} value @param {string} text */
function option(value, text) {
  const element = document.createElement('option');
  element.value = value;
  element.textContent = text;
  return element;
}

// The form

/** @param {App} app */
function setUpForm(app) {
  const dialog = /** @type {HTMLDialogElement} */ (byId('new-game')), more = /** @type {HTMLDetailsElement} */ (byId('new-more'));
  const opponents = new Cards('new-level'), setupCards = new Cards('new-setup');
  /** Returns a field of the form, or a group of cards. @param {string} name */
  const control = (name) => ({ level: opponents, setup: setupCards })[name] ?? field(`new-${name}`);
  const remembered = ['variant', 'setup', 'kind', 'colour', 'level', 'level-red', 'games', 'table', 'time', 'seconds', 'minutes', 'increment'];
  field('new-variant').append(...VARIANTS.map((value) => option(value, variantName(value))));
  app.addEventListener('names', () => relabel(field('new-variant'), variantName));
  app.addEventListener('pieces', () => { if (listed) listSetups(); });
  byId('new-edition').append(editionSelect(app));
  app.addEventListener('edition', () => {
    field('new-variant').value = edition()?.variant ?? '';
    if (!listed) return;
    listSetups();
    setupCards.value = 'classic';
    update();
  });
  field('new-level-red').append(...OPPONENTS.map((opponent) => option(String(opponent.level), listName(opponent))));
  opponents.fill(OPPONENTS.map((one) => ({
    value: String(one.level), name: listName(one),
    content: [drawFace(one.name), make('strong', {}, one.name), make('small', {}, one.level ? String(one.level) : texts.newGame.full)],
  })));
  opponents.value = field('new-level-red').value = '900';
  /** @type {import('../../host/engine.js').Setup[]} */
  let setups = [];
  /** Returns the position on the board, which after a match is its start. */
  const shown = () => (app.match.terms && !app.match.running ? app.game.root : app.node);
  /** @returns {import('../../game/game.js').Start|undefined} */
  const setup = () => (setupCards.value === CURRENT_POSITION
    ? { ...app.game.start, name: '', kfen: shown().kfen }
    : setups.find((one) => one.variant === field('new-variant').value && one.name === setupCards.value));

  /** The listed set-ups, and the set of their pieces, as text. */
  let listed = '';
  const listSetups = () => {
    const cards = setups.filter(({ variant, kfen }) => variant === field('new-variant').value && (variant !== edition()?.variant || hasPieces(boardLetters(kfen))))
      .map(({ name, kfen }) => ({ value: name, name: setupName(name), kfen }));
    const isNotNamed = shown() !== app.game.root || !app.game.start.name;
    if (app.game.start.variant === field('new-variant').value && shown().result === '*' && isNotNamed) {
      cards.push({ value: CURRENT_POSITION, name: texts.newGame.positionOnBoard, kfen: shown().kfen });
    }
    // Drawing takes longer than the rest of the form.
    const list = JSON.stringify([chosenPieces(), cards]);
    if (list === listed) return;
    listed = list;
    setupCards.fill(cards.map(({ value, name, kfen }) => ({ value, name, content: [smallBoard(app.rules, kfen), name] })));
  };
  const update = () => {
    const kind = field('new-kind').value, { newGame } = texts;
    for (const element of dialog.querySelectorAll('[data-for]')) {
      if (!(element instanceof HTMLElement)) continue;
      const fits = (element.dataset.for ?? '').split(' ').includes(kind)
        && (element.dataset.several === undefined || app.engines.length > 1) && (element.dataset.levels === undefined || hasLevel(''));
      element.hidden = !fits;
      if (element instanceof HTMLOptionElement) element.disabled = !fits;
    }
    const time = field('new-time');
    if (kind !== 'friend' && time.selectedOptions[0]?.disabled) time.value = kind === 'people' ? 'none' : 'seconds';
    for (const element of dialog.querySelectorAll('[data-time]')) {
      if (!(element instanceof HTMLElement)) continue;
      element.hidden = element.dataset.time !== time.value || kind === 'friend';
      // A hidden field must not prevent the submission of the form.
      element.querySelector('input')?.toggleAttribute('disabled', element.hidden);
    }
    for (const { name, variants } of app.engines) {
      for (const id of ['new-engine', 'new-engine-red']) {
        const choice = [...field(id).options].find((element) => element.value === name);
        if (choice) choice.disabled = variants?.includes(field('new-variant').value) === false;
        if (choice?.disabled && field(id).value === name) field(id).value = 'khepri';
      }
    }
    const redLevel = field('new-level-red').closest('.field');
    if (redLevel instanceof HTMLElement) redLevel.hidden ||= !hasLevel('-red');
    byId('new-level-name').textContent = kind === 'engines' ? newGame.silversLevel : newGame.opponent;
    byId('new-character').textContent = nearest(Number(opponents.value)).character;
    byId('new-engine-name').textContent = kind === 'engines' ? newGame.silversEngine : newGame.engine;
    const chosen = setup();
    if (chosen) byId('new-first').textContent = newGame.movesFirst(chosen.kfen.split(' ')[1] === 'r' ? 'red' : 'silver');
  };
  // The opened fields scroll into view, for they are below the fold of most windows.
  more.firstElementChild?.addEventListener('click', () => requestAnimationFrame(() => more.scrollIntoView({ block: 'nearest' })));
  field('new-variant').addEventListener('change', listSetups);
  dialog.addEventListener('change', update);
  /** Whether a field was changed since the form was opened. The last choice does not replace it. */
  let isChanged = false;
  dialog.addEventListener('input', () => { isChanged = true; });

  /** Loads the set-ups and engines, and fills the form with the last choice. */
  const fill = async () => {
    setups = await app.rules.setups();
    await app.listed;
    listSetups();
    for (const id of ['new-engine', 'new-engine-red']) {
      if (field(id).options.length !== app.engines.length) field(id).replaceChildren(...app.engines.map(({ name }) => option(name, capital(name))));
    }
    /** @type {Record<string, string>} */
    const last = load('terms') ?? { variant: app.game.start.variant };
    for (const name of dialog.open && isChanged ? [] : remembered) {
      // Earlier versions had a level for each hundred.
      const value = name.startsWith('level') && last[name] ? String(nearest(Number(last[name])).level) : last[name];
      const input = control(name);
      const isKnown = input instanceof Cards ? input.has(value ?? '') : !(input instanceof HTMLSelectElement) || [...input.options].some((one) => one.value === value);
      if (value !== undefined && isKnown) input.value = value;
      if (name === 'variant') listSetups();
    }
    field('new-name').value ||= String(load('name') ?? '');
    update();
    // What differs from a game against Khepri with seconds a move is not hidden.
    more.open ||= field('new-kind').value !== 'engine' || field('new-time').value !== 'seconds' || !hasLevel('');
  };
  /** Opens the form. @param {string} [kind] of the game, if it is not that of the last one */
  const openForm = async (kind) => {
    const start = byId('start');
    // A game cannot start before the set-ups are loaded.
    start.toggleAttribute('disabled', !setups.length);
    // The form appears at once, and its 260 small pieces two frames later.
    dialog.classList.add('early');
    isChanged = false;
    requestAnimationFrame(() => requestAnimationFrame(() => dialog.classList.remove('early')));
    dialog.showModal();
    await fill();
    if (kind && !isChanged) {
      field('new-kind').value = kind;
      more.open = true;
      update();
    }
    start.removeAttribute('disabled');
  };
  byId('open-new').addEventListener('click', () => { void openForm(); });
  byId('play-friend').addEventListener('click', () => { void openForm('friend'); });
  // The form is drawn before it is opened, when the page has nothing else to do. If that fails, opening it says why.
  const isIdle = 'requestIdleCallback' in window ? requestIdleCallback : setTimeout;
  app.addEventListener('tree', () => isIdle(() => { fill().catch(() => {}); }), { once: true });
  byId('new-cancel').addEventListener('click', () => dialog.close());
  dialog.addEventListener('click', (event) => { if (event.target === dialog) dialog.close(); });

  /** Starts a game with the terms of the form. */
  const startGame = () => {
    const start = setup();
    if (!start) return;
    // Closing the dialog restores the earlier focus, so the dialog must close before the focus moves to the board.
    dialog.close();
    save('terms', Object.fromEntries(remembered.map((name) => [name, control(name).value])));
    const kind = field('new-kind').value, time = field('new-time').value;
    /** @param {string} side @returns {Player} */
    const engine = (side) => ({ engine: field(`new-engine${side}`).value || 'khepri', level: hasLevel(side) ? Number(side ? field('new-level-red').value : opponents.value) : 0 });
    const chosen = field('new-colour').value;
    /** @type {Colour} */
    const colour = chosen === 'random' ? (Math.random() < 0.5 ? 'silver' : 'red') : chosen === 'red' ? 'red' : 'silver';
    /** @type {Record<Colour, Player>} */
    const players = { silver: null, red: null };
    if (kind === 'engine') players[opponent(colour)] = engine('');
    if (kind === 'engines') Object.assign(players, { silver: engine(''), red: engine('-red') });
    if (kind === 'friend') save('name', field('new-name').value);
    app.dispatchEvent(new Event('new'));
    app.own.replace(texts.play.newGameBegun, () => app.match.start({
      players, start, ...(kind === 'friend' ? { friend: newFriendly(colour, field('new-name').value) } : {}), ...(kind === 'engines' ? { games: Number(field('new-games').value) } : {}), ...(kind === 'people' ? { isAtTable: field('new-table').value === 'table' } : {}),
      time: time === 'none' || kind === 'friend' ? null : time === 'clock'
        ? { minutes: Number(field('new-minutes').value), increment: Number(field('new-increment').value) }
        : { seconds: Number(field('new-seconds').value) },
    }));
    app.board.focusCell();
  };
  /** Starts a game against a level, with the other terms of the form. @param {number} level */
  const challenge = (level) => {
    if (dialog.open && !dialog.querySelector('form')?.reportValidity()) return;
    field('new-kind').value = 'engine';
    field('new-engine').value = 'khepri';
    opponents.value = String(level);
    update();
    startGame();
  };
  dialog.querySelector('form')?.addEventListener('submit', (event) => {
    event.preventDefault();
    startGame();
  });
  setUpChallenges(app, (level) => {
    void fill().then(() => {
      // A position of the editor or of a link is played.
      if (!app.game.start.name) {
        field('new-variant').value = app.game.start.variant;
        listSetups();
        setupCards.value = CURRENT_POSITION;
      }
      challenge(level);
    }, (error) => app.showMessage(texts.play.cannotStart(messageOf(error))));
  });
}

/** Returns the letters of the pieces in a position. @param {string} kfen */
const boardLetters = (kfen) => (kfen.split(' ')[0] ?? '').replace(/[^a-z]/gi, '');

// The buttons

/** @param {App} app */
function setUpActions(app) {
  const { match } = app, { decisions } = match;
  byId('hint-move').onclick = () => { void showHint(app); };
  byId('take-back').onclick = () => decisions.takeBack();
  byId('drop-ahead').onclick = () => app.ahead.drop();
  byId('offer').onclick = () => decisions.offerDraw();
  byId('claim').onclick = () => decisions.claimDraw();
  byId('resign').onclick = () => decisions.resign();
  byId('accept').onclick = () => decisions.answer(true);
  byId('decline').onclick = () => decisions.answer(false);
  byId('pause').onclick = () => match.pause(!match.paused);
  byId('again').onclick = () => { void app.fireAgain(); };
  const update = () => {
    const canDecide = match.running && decisions.decider !== undefined, isOffered = decisions.canAnswer, isAhead = Boolean(app.ahead.move);
    const hasHint = match.running && match.people.length === 1 && !match.friend && match.mayMove();
    /** @type {[string, boolean][]} */
    const buttons = [
      ['hint-move', hasHint], ['take-back', decisions.canTakeBack && !isAhead], ['drop-ahead', isAhead],
      ['offer', canDecide && !decisions.offer && !isAhead], ['claim', decisions.canClaim], ['resign', canDecide],
      ['accept', isOffered], ['decline', isOffered], ['pause', match.running && !match.people.length],
    ];
    // Actions that cannot be used are not shown.
    for (const [id, isUsable] of buttons) byId(id).hidden = !isUsable;
    byId('open-new').classList.toggle('primary', match.terms === null);
    byId('pause').textContent = match.paused ? texts.play.continue : texts.play.pause;
  };
  app.addEventListener('match', update);
  app.addEventListener('tree', update);
  /** Whether there are buttons, which have a row of their own on a phone. */
  let hasButtons = false;
  const buttons = byId('acts');
  new MutationObserver(() => {
    const has = Boolean(buttons.querySelector('button:not([hidden])'));
    if (has !== hasButtons) rearrange('beside');
    hasButtons = has;
  }).observe(buttons, { subtree: true, attributeFilter: ['hidden'] });
}

// The strips of the players

/** @param {App} app */
function setUpStrips(app) {
  const strips = { top: strip('strip-top'), bottom: strip('strip-bottom') };
  const draw = () => {
    /** @type {Colour} */
    const below = app.board.flipped ? 'red' : 'silver';
    for (const [part, colour] of /** @type {[typeof strips.top, Colour][]} */ ([[strips.top, opponent(below)], [strips.bottom, below]])) {
      part.root.className = `strip ${colour}`;
      const name = app.match.name(colour), player = app.match.terms?.players[colour];
      const level = player?.engine === 'khepri' ? opponentAt(player.level) : null, look = `${name} ${level?.level}`;
      if (part.name.dataset.look !== look) {
        part.name.dataset.look = look;
        part.name.title = name;
        part.name.classList.toggle('long', name.length > LONG_NAME);
        part.name.replaceChildren(...(level ? [drawFace(level.name), name, make('small', {}, level.level ? ` ${level.level}` : '')] : [name]));
      }
      const left = app.match.clocks.left(colour);
      part.clock.hidden = left === null;
      const text = left === null ? '' : clockText(left);
      if (part.clock.textContent !== text) part.clock.textContent = text;
      part.clock.classList.toggle('low', left !== null && left < 20_000);
      part.score.textContent = scoreOf(app, colour);
      part.taken.replaceChildren(...takenPieces(app.settled, colour));
    }
    mark();
  };
  /** Marks the player to move in the position on the board, and the player whose clock runs. */
  const mark = () => {
    const { board, game, match, node } = app, { kfen, mover } = board, isRunning = match.running && !match.paused;
    const isOver = kfen === node.kfen && (node.result !== '*' || (node === game.tip && game.result !== '*'));
    for (const { root } of [strips.top, strips.bottom]) {
      const isOf = (/** @type {Colour} */ colour) => root.classList.contains(colour);
      root.classList.toggle('to-move', kfen !== '' && !isOver && isOf(mover));
      root.classList.toggle('on-clock', isRunning && isOf(game.tip.toMove));
    }
  };
  const tick = () => {
    const below = app.board.flipped ? 'red' : 'silver';
    for (const [part, colour] of /** @type {[typeof strips.top, Colour][]} */ ([[strips.top, opponent(below)], [strips.bottom, below]])) {
      const left = app.match.clocks.left(colour), text = left === null ? '' : clockText(left);
      if (part.clock.textContent !== text) part.clock.textContent = text;
    }
  };
  for (const name of ['match', 'tree', 'flip']) app.addEventListener(name, draw);
  // The board of the editor, a replay or a shot changes without an event of the game.
  app.board.addEventListener('change', mark);
  app.addEventListener('clock', tick);
}

/** @param {string} id */
function strip(id) {
  const root = byId(id), [name, taken, score, clock] = ['name', 'taken', 'score', 'clock'].map((part) => {
    const element = document.createElement('span');
    element.className = part;
    return element;
  });
  if (!name || !taken || !score || !clock) throw new Error('no strip');
  clock.setAttribute('role', 'timer');
  root.replaceChildren(name, taken, score, clock);
  return { root, name, taken, score, clock };
}

/** Returns the last score of an engine that plays against another one, with its depth, or ''. @param {App} app @param {Colour} colour */
function scoreOf({ match, settled }, colour) {
  if (!match.terms || match.people.length) return '';
  for (let at = settled; at.parent; at = at.parent) if (at.parent.toMove === colour) return at.score && `${at.score}/${at.note.depth ?? 0}`;
  return '';
}

/** Returns drawings of the pieces that the shots of a player have removed, its own ones too. @param {import('../../game/game.js').GameNode} node @param {Colour} colour */
function takenPieces(node, colour) {
  /** @type {SVGElement[]} */
  const drawings = [];
  for (let at = node; at.parent; at = at.parent) {
    if (at.parent.toMove !== colour) continue;
    for (const piece of hitPieces(at)) {
      // A hit removes one Obelisk of a stack.
      drawings.unshift(figure({ ...piece, letter: piece.letter === 't' ? 'o' : piece.letter, turn: 0 }));
    }
  }
  return drawings;
}

/** @param {number} time in milliseconds */
function clockText(time) {
  const seconds = time / 1000;
  if (seconds < 10) return `0:0${seconds.toFixed(1)}`;
  const whole = Math.ceil(seconds), minutes = Math.floor(whole / 60);
  return `${minutes}:${String(whole % 60).padStart(2, '0')}`;
}
