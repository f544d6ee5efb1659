// @ts-check
// The panel "Editor": sets up a position by hand or as KFEN, checks it with the engine, and plays, copies or saves it.

import { byId } from '../app.js';
import { Drag, squareOf } from '../board/drag.js';
import { positionFaults, SHOWN_FAULTS } from '../khet/faults.js';
import { copyText, download, make, makeButton, makeSelect, messageOf, relabel } from '../common/dom.js';
import { svg } from '../board/picture.js';
import { drawPiece } from '../board/pieces.js';
import { positionLink } from '../game/link/link.js';
import { siteAddress } from '../common/address.js';
import { setupName, VARIANTS, variantName } from '../khet/names.js';
import { RULE_SETS } from '../khet/rule-sets.js';
import { FILES, ORIENTED, RANKS, readBoard } from '../khet/position.js';
import { capital } from '../texts/grammar.js';
import { texts } from '../texts/texts.js';
import { savePicture } from '../board/snapshot.js';
import { standalone } from '../board/standalone.js';
import { transport } from '../host/transport.js';

/** @typedef {import('../khet/position.js').Colour} Colour */
/** @typedef {import('../khet/position.js').Piece} Piece */

/** The letters of the pieces of which a player has only one. */
const SINGLE = 'kx';
/** Returns the number of orientations of a piece. @param {string} letter */
const orientations = (letter) => ('pax'.includes(letter) ? 4 : 'se'.includes(letter) ? 2 : 1);

/** @param {import('../app.js').App} app @param {string} draft @returns {import('../app.js').Panel} */
export function open(app, draft) {
  const end = new AbortController(), { signal } = end;
  /** The edited position. */
  let board = readBoard(''), side = 's', variant = 'khet2', counters = '0 1';
  /** The text of the field. */
  let shown = '';
  /** Whether the position differs from that of the game. */
  let isChanged = false;
  /** `move`, `rotate`, `erase`, or a piece such as `silver k`. */
  let tool = 'move';
  /** The square of the piece that is being moved, or -1. */
  let lifted = -1;
  /** The texts of the field before each change, the latest last. @type {string[]} */
  const history = [];
  /** The number of the last check. */
  let generation = 0;

  const kfen = () => `${writeBoard(board)} ${side} ${variant} ${counters}`;

  // The elements of the panel
  const { edit } = texts;
  const field = make('input', { type: 'text', class: 'kfen', 'aria-label': 'KFEN', spellcheck: 'false', autocomplete: 'off', maxlength: '400' });
  const verdict = make('div', { class: 'reasons', role: 'status' });
  const tools = make('div', { class: 'palette', role: 'group', 'aria-label': edit.tools });
  const sides = makeSelect(edit.toMove, [['s', edit.silver], ['r', edit.red]], side, (value) => {
    side = value;
    change();
  });
  const variants = makeSelect(edit.rules, VARIANTS.map((key) => [key, variantName(key)]), variant, (value) => {
    variant = value;
    drawTools();
    change();
  });
  const setups = makeSelect(edit.setUp, [['', edit.noSetUp]], '', (value) => {
    if (value) changeTo(value);
    setups.select.value = '';
  });
  const listSetups = () => {
    void app.rules.setups().then((list) => setups.select.replaceChildren(make('option', { value: '' }, texts.edit.noSetUp), ...list.map((one) =>
      make('option', { value: one.kfen }, texts.edit.setUpOf(variantName(one.variant), setupName(one.name))))), () => {});
  };
  listSetups();
  const clear = makeButton(edit.clear, () => {
    board = readBoard('');
    change();
  });
  const undo = makeButton(edit.undo, () => {
    const before = history.pop();
    if (before !== undefined) setPosition(before, true);
  });
  const play = makeButton(edit.putOnBoard, () => { void putOnBoard(); }, { class: 'primary' });
  const copies = [
    makeButton(edit.copyKgn, () => { void copyKgn(); }),
    makeButton(edit.copyLink, () => { void copyText(app, texts.edit.link, siteAddress() + positionLink(kfen())); }),
  ];
  app.panel.append(
    tools, make('div', { class: 'panel-tools' }, sides.label, variants.label, setups.label, clear, undo), field, verdict,
    make('div', { class: 'panel-tools' }, play, makeButton(edit.copyKfen, () => { void copyText(app, 'KFEN', kfen()); }), ...copies,
      makeButton(edit.savePicture, () => { void savePicture(app, 'khet.png'); }),
      makeButton(edit.saveSvg, () => download('khet.svg', app.board.withWidePicture(standalone), 'image/svg+xml'))),
  );

  const drawTools = () => {
    const letters = [...RULE_SETS[variant]?.letters ?? ''], { edit } = texts;
    const actions = [['move', edit.move], ['rotate', edit.rotate], ['erase', edit.erase]].map(([name = '', text = '']) => toolButton(name, text, text));
    const pieces = /** @type {Colour[]} */ (['silver', 'red']).flatMap((colour) => letters.map((letter) => {
      const piece = newPiece(colour, letter), picture = svg('svg', { viewBox: '-32 -32 64 64', 'aria-hidden': 'true' });
      picture.append(drawPiece(piece, app.board.view));
      return toolButton(`${colour} ${letter}`, picture, edit.piece(colour, letter));
    }));
    tools.replaceChildren(make('div', { class: 'palette-row' }, ...actions),
      ...[0, 1].map((half) => make('div', { class: 'palette-row' }, ...pieces.slice(half * letters.length, (half + 1) * letters.length))));
  };

  /** @param {string} name @param {string|Node} content @param {string} label */
  const toolButton = (name, content, label) => {
    const button = make('button', { type: 'button', 'aria-pressed': String(tool === name), 'aria-label': label, title: label }, content);
    button.addEventListener('click', () => {
      tool = name;
      lifted = -1;
      for (const other of tools.querySelectorAll('button')) other.setAttribute('aria-pressed', String(other === button));
      draw();
    });
    return button;
  };

  // The board

  /** Sets the position. @param {string} text @param {boolean} isEdited */
  const setPosition = (text, isEdited) => {
    const [, toMove = 's', rules = 'khet2', ...rest] = text.trim().split(/\s+/);
    board = readBoard(text.trim());
    side = toMove === 'r' ? 'r' : 's';
    variant = VARIANTS.includes(rules) ? rules : 'khet2';
    counters = rest.length === 2 ? rest.join(' ') : '0 1';
    isChanged = isEdited;
    sides.select.value = side;
    variants.select.value = variant;
    drawTools();
    update(isEdited ? text.trim() : kfen());
  };

  /** Sets another position, which can be undone. @param {string} text */
  const changeTo = (text) => {
    history.push(shown);
    setPosition(text, true);
  };

  /** Shows and checks the position. @param {string} text the text of the field */
  const update = (text) => {
    shown = field.value = text;
    undo.disabled = !history.length;
    draw();
    void check(text);
  };

  /** Shows and checks the position after a change by hand. */
  const change = () => {
    counters = '0 1';
    isChanged = true;
    history.push(shown);
    update(kfen());
  };

  const draw = () => {
    app.board.show(kfen());
    for (const cell of app.board.cells) cell.classList.toggle('lifted', cell.dataset.square === (lifted < 0 ? '' : app.board.cells[lifted]?.dataset.square));
  };

  /** Checks a position, and shows its faults or its beam. @param {string} text */
  const check = async (text) => {
    generation += 1;
    const started = generation;
    try {
      const state = await app.rules.describe(`kfen ${text}`);
      const beam = await app.rules.beam(`kfen ${text}`);
      if (started !== generation || signal.aborted) return;
      app.board.setBeams(app.beams === 'off' ? [] : [{ colour: state.toMove, beam }]);
      verdict.className = 'reasons good';
      verdict.replaceChildren(make('p', {}, texts.edit.playable));
      markFaults([]);
      setPlayable(true);
    } catch (error) {
      if (started !== generation || signal.aborted) return;
      const found = await app.faultsOf(error);
      if (started !== generation || signal.aborted) return;
      const faults = positionFaults(found, board);
      const shown = faults.slice(0, SHOWN_FAULTS), more = faults.length - shown.length;
      verdict.className = 'reasons';
      verdict.replaceChildren(make('p', {}, texts.edit.notPlayable), make('ul', {}, ...shown.map(({ text }) => make('li', {}, text))),
        ...(more ? [make('p', {}, texts.edit.moreFaults(more))] : []));
      markFaults(shown.flatMap(({ squares }) => squares));
      setPlayable(false);
    }
  };

  /** Marks the squares of faults. @param {number[]} squares */
  const markFaults = (squares) => app.board.cells.forEach((cell, square) => {
    if (squares.includes(square)) cell.setAttribute('aria-invalid', 'true');
    else cell.removeAttribute('aria-invalid');
  });

  /** @param {boolean} isPlayable */
  const setPlayable = (isPlayable) => {
    for (const button of [play, ...copies]) button.disabled = !isPlayable;
  };

  /** Uses the tool on a square. @param {number} square */
  const useTool = (square) => {
    const current = board[square] ?? null;
    if (tool === 'move') {
      if (lifted < 0) {
        if (current) lifted = square;
        return draw();
      }
      const from = lifted;
      lifted = -1;
      if (from === square) rotate(square, 1);
      else movePiece(from, square);
    } else if (tool === 'rotate') rotate(square, 1);
    else if (tool === 'erase') board[square] = null;
    else {
      const [colour, letter = 'p'] = tool.split(' '), piece = newPiece(colour === 'red' ? 'red' : 'silver', letter);
      if (current && current.letter === letter && current.colour === piece.colour) rotate(square, 1);
      else {
        if (SINGLE.includes(letter)) {
          const before = board.findIndex((other) => other?.letter === letter && other.colour === piece.colour);
          if (before >= 0) board[before] = null;
        }
        board[square] = piece;
      }
    }
    change();
    app.announce(app.board.cells[square]?.getAttribute('aria-label') ?? '');
  };

  /** @param {number} from @param {number} to */
  const movePiece = (from, to) => {
    board[to] = board[from] ?? null;
    board[from] = null;
  };

  /** @param {number} square @param {number} quarters clockwise */
  const rotate = (square, quarters) => {
    const piece = board[square];
    if (!piece) return;
    const number = orientations(piece.letter);
    board[square] = { ...piece, turn: (piece.turn + quarters + number) % number };
  };

  // Input
  const { grid } = app.board;
  const drag = new Drag(app.board, {
    canDrag: (square) => Boolean(board[square]),
    onStart: (square) => {
      lifted = square;
      draw();
    },
    onOver: () => {},
    onDrop: (from, to) => {
      lifted = -1;
      if (to >= 0 && to !== from) movePiece(from, to);
      if (to >= 0 && to !== from) change();
      else draw();
    },
  });
  drag.connect(signal);
  grid.classList.add('editing');
  app.board.addEventListener('square', (event) => {
    if (!drag.hasDropped()) useTool(/** @type {CustomEvent<{ square: number }>} */ (event).detail.square);
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
  field.addEventListener('change', () => changeTo(field.value));

  // Output

  const putOnBoard = async () => {
    try {
      const state = await app.rules.describe(`kfen ${field.value}`);
      await app.openPanel('');
      app.showMessage(texts.edit.findOpponent);
      app.own.replace(texts.edit.onBoard,
        () => app.setStart({ variant: state.kfen.split(' ')[2] ?? 'khet2', name: '', kfen: state.kfen }));
    } catch (error) {
      app.showMessage(capital(positionFaults(await app.faultsOf(error), board)[0]?.text ?? messageOf(error)));
    }
  };

  const copyKgn = async () => {
    try {
      await copyText(app, 'KGN', await transport.writeKgn(isChanged ? { tags: {}, kfen: kfen(), moves: [] } : app.game.kgn()));
    } catch (error) {
      app.showMessage(texts.edit.cannotWrite(messageOf(error)));
    }
  };

  app.addEventListener('names', () => {
    relabel(variants.select, variantName);
    listSetups();
    drawTools();
    void check(field.value);
  }, { signal });
  app.addEventListener('pieces', drawTools, { signal });
  app.board.addEventListener('view', drawTools, { signal });
  const follow = () => { if (!isChanged) setPosition(app.node.kfen, false); };
  for (const name of ['node', 'game']) app.addEventListener(name, follow, { signal });
  app.addEventListener('rest', () => {
    app.setStatus(texts.edit.edited);
    byId('again').hidden = true;
    draw();
    void check(field.value);
  }, { signal });
  setPosition(draft || app.node.kfen, draft !== '');
  return {
    list: 'hidden',
    mayMove: () => false,
    hidesReach: () => true,
    close() {
      end.abort();
      grid.classList.remove('editing');
      for (const cell of app.board.cells) cell.classList.remove('lifted');
      markFaults([]);
    },
  };
}

/** Returns a new piece in its usual orientation. @param {Colour} colour @param {string} letter @returns {Piece} */
function newPiece(colour, letter) {
  const turn = 'ax'.includes(letter) && colour === 'red' ? 2 : 0;
  return { colour, letter, turn };
}

/** Writes the board field of a KFEN. @param {import('../khet/position.js').Board} board */
function writeBoard(board) {
  const ranks = [];
  for (let rank = RANKS - 1; rank >= 0; rank -= 1) {
    let text = '', empty = 0;
    for (let file = 0; file < FILES; file += 1) {
      const piece = board[rank * FILES + file];
      if (!piece) {
        empty += 1;
        continue;
      }
      if (empty) text += empty;
      empty = 0;
      text += piece.colour === 'silver' ? piece.letter.toUpperCase() : piece.letter;
      if (ORIENTED.includes(piece.letter)) text += piece.turn + 1;
    }
    ranks.push(text + (empty && empty < FILES ? empty : ''));
  }
  return ranks.join('/');
}
