// @ts-check
// The panel "Edit position": any position by hand or as KFEN, checked by the engine, to play, copy or save.

import { byId } from './app.js';
import { Drag, squareOf } from './drag.js';
import { Refused } from './engine.js';
import { faultsOf, SHOWN_FAULTS } from './faults.js';
import { writeKgn } from './game.js';
import { choice, copy, download, make, press, reason } from './kit.js';
import { svg } from './picture.js';
import { drawPiece } from './pieces.js';
import { capital, KINDS, pieceName, readBoard, VARIANTS, writeBoard } from './position.js';

/** @typedef {import('./position.js').Colour} Colour */
/** @typedef {import('./position.js').Piece} Piece */

/** The pieces of the rule sets. */
const LETTERS = { khet2: 'kpsaxe', khet1: 'kpsote', deflexion: 'kpsoe' };
/** The pieces that a player has once. */
const SINGLE = 'kx';
/** The number of facings of a piece. @param {string} letter */
const facings = (letter) => ('pax'.includes(letter) ? 4 : 'se'.includes(letter) ? 2 : 1);

/** @param {import('./app.js').App} app @returns {import('./app.js').Panel} */
export function open(app) {
  const end = new AbortController(), { signal } = end;
  /** The position as it is edited. */
  let board = readBoard(''), side = 's', variant = 'khet2', counters = '0 1';
  /** It as it stands in the field. */
  let shown = '';
  /** Whether it differs from the position of the game. */
  let touched = false;
  /** `move`, `rotate`, `erase`, or a piece such as `Pk`. */
  let tool = 'move';
  /** The piece that is being moved, as a square, or -1. */
  let lifted = -1;
  /** The positions before each change, the latest last. @type {string[]} */
  const past = [];
  /** The number of the last check. */
  let turn = 0;

  const kfen = () => `${writeBoard(board)} ${side} ${variant} ${counters}`;

  // What stands in the panel
  const field = make('input', { type: 'text', class: 'kfen', 'aria-label': 'KFEN', spellcheck: 'false', autocomplete: 'off', maxlength: '400' });
  const verdict = make('div', { class: 'reasons', role: 'status' });
  const tools = make('div', { class: 'palette', role: 'group', 'aria-label': 'Tools' });
  const sides = choice('To move', [['s', 'Silver'], ['r', 'Red']], side, (value) => {
    side = value;
    change();
  });
  const variants = choice('Rules', Object.entries(VARIANTS), variant, (value) => {
    variant = value;
    drawTools();
    change();
  });
  const setups = choice('Set-up', [['', '…']], '', (value) => {
    if (value) replace(value);
    setups.select.value = '';
  });
  void app.rules.setups().then((list) => setups.select.append(...list.map((one) =>
    make('option', { value: one.kfen }, `${VARIANTS[one.variant] ?? one.variant} ${one.name}`))), () => {});
  const clear = press('Clear', () => {
    board = readBoard('');
    change();
  });
  const undo = press('Undo change', () => {
    const before = past.pop();
    if (before !== undefined) take(before, true);
  });
  const play = press('Put on the board', () => { void put(); }, { class: 'primary' });
  const copies = [
    press('Copy KGN', () => { void copyKgn(); }),
    press('Copy link', () => { void copy(app, 'Link', `${location.origin}/#kfen=${encodeURIComponent(kfen())}`); }),
  ];
  app.panel.append(
    tools, make('div', { class: 'panel-tools' }, sides.label, variants.label, setups.label, clear, undo), field, verdict,
    make('div', { class: 'panel-tools' }, play, press('Copy KFEN', () => { void copy(app, 'KFEN', kfen()); }), ...copies,
      press('Save picture', () => download('khet.svg', app.board.toSvg(), 'image/svg+xml'))),
  );

  const drawTools = () => {
    const letters = (LETTERS[/** @type {keyof typeof LETTERS} */ (variant)] ?? LETTERS.khet2).split('');
    const plain = [['move', 'Move'], ['rotate', 'Rotate'], ['erase', 'Erase']].map(([name = '', text = '']) => toolButton(name, text, text));
    const pieces = /** @type {Colour[]} */ (['silver', 'red']).flatMap((colour) => letters.map((letter) => {
      const piece = newPiece(colour, letter), picture = svg('svg', { viewBox: '-32 -32 64 64', 'aria-hidden': 'true' });
      picture.append(drawPiece(piece));
      return toolButton(`${colour} ${letter}`, picture, `${capital(colour)} ${piece.kind}`);
    }));
    tools.replaceChildren(make('div', { class: 'palette-row' }, ...plain),
      ...[0, 1].map((half) => make('div', { class: 'palette-row' }, ...pieces.slice(half * letters.length, (half + 1) * letters.length))));
  };

  /** @param {string} name @param {string|Node} content @param {string} label */
  const toolButton = (name, content, label) => {
    const button = make('button', { type: 'button', 'aria-pressed': String(tool === name), 'aria-label': label, title: label }, content);
    button.addEventListener('click', () => {
      tool = name;
      lifted = -1;
      for (const one of tools.querySelectorAll('button')) one.setAttribute('aria-pressed', String(one === button));
      draw();
    });
    return button;
  };

  // The board

  /** @param {string} text @param {boolean} isChange */
  const take = (text, isChange) => {
    const [, toMove = 's', rules = 'khet2', ...rest] = text.trim().split(/\s+/);
    board = readBoard(text.trim());
    side = toMove === 'r' ? 'r' : 's';
    variant = rules in VARIANTS ? rules : 'khet2';
    counters = rest.length === 2 ? rest.join(' ') : '0 1';
    touched = isChange;
    sides.select.value = side;
    variants.select.value = variant;
    drawTools();
    present(isChange ? text.trim() : kfen());
  };

  /** Takes another position as a change. @param {string} text */
  const replace = (text) => {
    past.push(shown);
    take(text, true);
  };

  /** Shows and checks the position. @param {string} text as it stands in the field */
  const present = (text) => {
    shown = field.value = text;
    undo.disabled = !past.length;
    draw();
    void check(text);
  };

  /** Shows and checks a position that was changed by hand. */
  const change = () => {
    counters = '0 1';
    touched = true;
    past.push(shown);
    present(kfen());
  };

  const draw = () => {
    app.board.show(kfen());
    for (const cell of app.board.cells) cell.classList.toggle('lifted', cell.dataset.square === (lifted < 0 ? '' : app.board.cells[lifted]?.dataset.square));
  };

  /** Writes what is wrong with the position, or shows the next beam. @param {string} text */
  const check = async (text) => {
    turn += 1;
    const own = turn;
    try {
      const state = await app.rules.describe(`kfen ${text}`);
      const beam = await app.rules.beam(`kfen ${text}`);
      if (own !== turn || signal.aborted) return;
      app.board.setBeams(app.beams === 'off' ? [] : [{ colour: state.toMove, beam }]);
      verdict.className = 'reasons good';
      verdict.replaceChildren(make('p', {}, 'This position can be played.'));
      markFaults([]);
      allow(true);
    } catch (error) {
      if (own !== turn || signal.aborted) return;
      const faults = error instanceof Refused ? faultsOf(error.message, board) : [{ text: capital(reason(error)), squares: [] }];
      const shown = faults.slice(0, SHOWN_FAULTS), more = faults.length - shown.length;
      verdict.className = 'reasons';
      verdict.replaceChildren(make('p', {}, 'This position cannot be played yet:'), make('ul', {}, ...shown.map(({ text }) => make('li', {}, text))),
        ...(more ? [make('p', {}, `and ${more} more`)] : []));
      markFaults(shown.flatMap(({ squares }) => squares));
      allow(false);
    }
  };

  /** Marks the squares at fault. @param {number[]} squares */
  const markFaults = (squares) => app.board.cells.forEach((cell, square) => {
    if (squares.includes(square)) cell.setAttribute('aria-invalid', 'true');
    else cell.removeAttribute('aria-invalid');
  });

  /** @param {boolean} can */
  const allow = (can) => {
    for (const button of [play, ...copies]) button.disabled = !can;
  };

  /** @param {number} square */
  const act = (square) => {
    const there = board[square] ?? null;
    if (tool === 'move') {
      if (lifted < 0) {
        if (there) lifted = square;
        return draw();
      }
      const from = lifted;
      lifted = -1;
      if (from === square) rotate(square, 1);
      else carry(from, square);
    } else if (tool === 'rotate') rotate(square, 1);
    else if (tool === 'erase') board[square] = null;
    else {
      const [colour, letter = 'p'] = tool.split(' '), piece = newPiece(colour === 'red' ? 'red' : 'silver', letter);
      if (there && there.letter === letter && there.colour === piece.colour) rotate(square, 1);
      else {
        if (SINGLE.includes(letter)) {
          const before = board.findIndex((one) => one?.letter === letter && one.colour === piece.colour);
          if (before >= 0) board[before] = null;
        }
        board[square] = piece;
      }
    }
    change();
    app.announce(app.board.cells[square]?.getAttribute('aria-label') ?? '');
  };

  /** @param {number} from @param {number} to */
  const carry = (from, to) => {
    board[to] = board[from] ?? null;
    board[from] = null;
  };

  /** @param {number} square @param {number} by quarters clockwise */
  const rotate = (square, by) => {
    const piece = board[square];
    if (!piece) return;
    const number = facings(piece.letter);
    board[square] = { ...piece, turn: (piece.turn + by + number) % number };
  };

  // The person's hand
  const { grid } = app.board;
  const drag = new Drag(app.board, {
    can: (square) => Boolean(board[square]),
    lift: (square) => {
      lifted = square;
      draw();
    },
    over: () => {},
    drop: (from, to) => {
      lifted = -1;
      if (to >= 0 && to !== from) carry(from, to);
      if (to >= 0 && to !== from) change();
      else draw();
    },
  });
  drag.connect(signal);
  grid.classList.add('editing');
  app.board.addEventListener('square', (event) => {
    if (!drag.hasDropped()) act(/** @type {CustomEvent<{ square: number }>} */ (event).detail.square);
  }, { signal });
  grid.addEventListener('wheel', (event) => {
    const square = squareOf(event);
    if (square < 0 || !board[square]) return;
    event.preventDefault();
    rotate(square, event.deltaY > 0 ? 1 : -1);
    change();
  }, { signal, passive: false });
  grid.addEventListener('keydown', (event) => {
    const square = squareOf(event);
    if (square < 0 || !board[square] || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'q' || event.key === 'e') rotate(square, event.key === 'e' ? 1 : -1);
    else if (event.key === 'Delete' || event.key === 'Backspace') board[square] = null;
    else return;
    event.preventDefault();
    change();
  }, { signal });
  field.addEventListener('change', () => replace(field.value));

  // What the position is for

  const put = async () => {
    try {
      const state = await app.rules.describe(`kfen ${field.value}`);
      await app.openPanel('');
      app.say('New game finds an opponent for this position.');
      app.own.replace('The position stands on the board.',
        () => app.setStart({ variant: state.kfen.split(' ')[2] ?? 'khet2', name: '', kfen: state.kfen }));
    } catch (error) {
      app.say(capital(error instanceof Refused ? faultsOf(error.message, board)[0]?.text ?? error.message : reason(error)));
    }
  };

  const copyKgn = async () => {
    try {
      await copy(app, 'KGN', await writeKgn(touched ? { tags: {}, kfen: kfen(), moves: [] } : app.game.kgn()));
    } catch (error) {
      app.say(`The game cannot be written: ${reason(error)}`);
    }
  };

  const follow = () => { if (!touched) take(app.node.kfen, false); };
  for (const name of ['node', 'game']) app.addEventListener(name, follow, { signal });
  app.addEventListener('rest', () => {
    app.tell('The position is edited');
    byId('again').hidden = true;
    draw();
    void check(field.value);
  }, { signal });
  take(app.draft || app.node.kfen, app.draft !== '');
  app.draft = '';
  return {
    mayMove: () => false,
    close() {
      end.abort();
      grid.classList.remove('editing');
      for (const cell of app.board.cells) cell.classList.remove('lifted');
      markFaults([]);
    },
  };
}

/** Returns a piece as it usually stands. @param {Colour} colour @param {string} letter @returns {Piece} */
function newPiece(colour, letter) {
  const turn = 'ax'.includes(letter) && colour === 'red' ? 2 : 0;
  return { colour, letter, kind: KINDS[letter] ?? pieceName({ colour, letter, kind: '', turn }), turn };
}
