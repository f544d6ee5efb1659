// @ts-check
// The panel "Games": the games of this browser, to search, to put on the board, to name, to delete, and to save as a file.

import { ask } from '../../game/assist.js';
import { Game } from '../../game/game.js';
import { loadFriendlies } from '../../game/friend/store.js';
import { foldersOf, Library, MAX_LABEL } from '../../game/library/library.js';
import { download, make, makeButton, makeSelect, messageOf, setText } from '../../common/dom.js';
import { watchEarlier } from '../../common/storage.js';
import { transport } from '../../host/transport.js';
import { gameFault } from '../../khet/faults.js';
import { texts } from '../../texts/texts.js';
import { fileGames } from '../file-games.js';
import { friendList } from '../friend/list.js';
import { lazyPictures } from './pictures.js';
import { makeRow, nameOf, textOf } from './row.js';
import { makeRoving } from './roving.js';

/** @typedef {import('../../game/library/library.js').Entry} Entry */
/** @typedef {import('../../game/library/library.js').Labels} Labels */

/** The number of games that are listed at first. */
const LISTED = 100;
/** The values of the select of the folders; that of a folder is its name after `IN`. */
const ALL = 'all', DELETED = 'deleted', IN = 'in ';
/** The place that was last shown. */
let place = ALL;

/** @param {import('../../app.js').App} app @returns {import('../../app.js').Panel} */
export function open(app) {
  const end = new AbortController(), { signal } = end, library = new Library(app), words = texts.games;
  /** All games that are not deleted. @type {Entry[]} */
  let games = [];
  /** The deleted games. @type {Entry[]} */
  let deleted = [];
  /** The games that the list shows. @type {Entry[]} */
  let found = [];
  let listed = LISTED;
  /** The ids of the chosen games. @type {Set<number>} */
  const chosen = new Set();
  /** The rows by the ids of their games, with what they show. @type {Map<number, { key: string, row: HTMLElement }>} */
  let rows = new Map();
  const picture = lazyPictures(app.rules, signal);

  // The elements of the panel
  const search = make('input', { type: 'text', placeholder: words.search, 'aria-label': words.searchGames, autocomplete: 'off' });
  const places = makeSelect(words.place, [], '', (value) => showPlace(value));
  const file = make('input', { type: 'file', accept: '.kgn,text/plain', class: 'unseen', tabindex: '-1', 'aria-label': words.file });
  const pick = makeButton(words.addFile, () => file.click()), save = makeButton('', () => { void saveGames(); });
  const tools = make('div', { class: 'panel-tools library-tools' }, search, places.label, save, pick, file);
  const folderName = make('input', { type: 'text', maxlength: String(MAX_LABEL), 'aria-label': words.folderName, autocomplete: 'off' });
  const rename = make('form', { class: 'panel-tools library-tools' }, folderName, make('button', { type: 'submit' }, words.renameFolder),
    makeButton(words.removeFolder, () => removeFolder()));
  const erase = makeButton(words.erase, () => { void eraseAll(); });
  const emptying = make('div', { class: 'panel-tools' }, erase);
  const count = make('span', { class: 'note', role: 'status' }), names = make('datalist', { id: 'folder-names' });
  const into = make('input', { type: 'text', maxlength: String(MAX_LABEL), list: 'folder-names', placeholder: words.folder, 'aria-label': words.folder, autocomplete: 'off' });
  const put = make('button', { type: 'submit' }, words.putInto), takeOut = makeButton(words.takeOut, () => move(''));
  const remove = makeButton(words.deleteChosen, () => deleteGames([...chosen]));
  const choice = make('form', { class: 'panel-tools library-tools' }, count, into, names, put, takeOut, remove,
    makeButton(words.chooseAll, () => chooseAll(true)), makeButton(words.chooseNone, () => chooseAll(false)));
  const note = make('p', { class: 'note' }), list = make('ol', { class: 'library', role: 'list', 'aria-label': words.games });
  const more = makeButton('', () => {
    listed += LISTED;
    draw();
  }, { class: 'more' });
  app.panel.append(fileGames(app, (all, faults) => addGames(all, faults)), friendList(app, signal), tools, rename, emptying, choice, note, list, more);
  const rove = makeRoving(list);

  /** Returns the folder that is shown, or ''. */
  const shownFolder = () => (place.startsWith(IN) ? place.slice(IN.length) : '');
  /** Returns the games of the place that is shown. */
  const ofPlace = () => (place === DELETED ? deleted : place === ALL ? games : games.filter(({ folder }) => folder === shownFolder()));
  /** Returns the games that would be saved: the chosen ones, or else all that are found. */
  const toSave = () => (chosen.size ? found.filter(({ id }) => chosen.has(id)) : found);

  /** Makes a change that may find no room in the browser's storage. @param {() => void} change */
  const tryChange = (change) => {
    try {
      change();
    } catch (error) {
      app.showMessage(words.cannotChange(messageOf(error)));
    }
  };

  // What is shown

  const drawPlaces = () => {
    const folders = foldersOf(games);
    if (place === DELETED ? !deleted.length : !folders.some(([name]) => IN + name === place)) place = ALL;
    const options = [[ALL, words.all], ...folders.map(([name, size]) => [IN + name, words.folderOf(name, size)]),
      ...(deleted.length ? [[DELETED, words.deletedGames(deleted.length)]] : [])];
    places.select.replaceChildren(...options.map(([value = '', text = '']) => make('option', { value }, text)));
    places.select.value = place;
    names.replaceChildren(...folders.map(([name]) => make('option', { value: name })));
    if (document.activeElement !== folderName) folderName.value = shownFolder();
  };

  /** Returns whether *Save* saves everything, games with friends included. */
  const savesAll = () => place === ALL && !chosen.size && found.length === games.length;

  const drawTools = () => {
    const isAll = savesAll(), { length } = toSave();
    const picked = found.filter(({ id }) => chosen.has(id));
    search.hidden = games.length + deleted.length < 2 || picked.length > 0;
    places.label.hidden = places.select.length === 1 || picked.length > 0;
    pick.hidden = picked.length > 0;
    save.hidden = place === DELETED || !(length || (isAll && loadFriendlies().length));
    setText(save, isAll ? words.saveAll : words.saveSome(length));
    rename.hidden = !shownFolder() || chosen.size > 0;
    emptying.hidden = place !== DELETED;
    choice.hidden = !picked.length || place === DELETED;
    setText(count, words.chosen(picked.length));
    takeOut.hidden = !picked.some(({ folder }) => folder);
    remove.hidden = !picked.some((entry) => entry.place === 'earlier');
  };

  /** Returns the row of a game, which is made anew only if it would show something else. @param {Entry} entry */
  const rowOf = (entry) => {
    const { snapshot: _snapshot, ...shown } = entry, { id } = entry, key = JSON.stringify([shown, app.board.pieceSet]), known = rows.get(id);
    if (known?.key === key) return { key, row: known.row };
    const row = makeRow(entry, picture(entry.kfen), {
      open: () => openGame(entry),
      choose: (isChosen) => {
        if (isChosen) chosen.add(id);
        else chosen.delete(id);
        draw();
      },
      retitle: (title) => tryChange(() => library.label(new Map([[id, { title }]]))),
      remove: () => deleteGames([id]),
      putBack: () => tryChange(() => {
        library.putBack([id]);
        app.announce(words.backAgain(nameOf(entry)));
      }),
    });
    return { key, row };
  };

  const draw = () => {
    const wanted = search.value.toLowerCase().split(/\s+/).filter(Boolean), all = ofPlace();
    found = wanted.length ? all.filter((entry) => wanted.every((word) => textOf(entry).includes(word))) : all;
    for (const id of chosen) if (!found.some((entry) => entry.id === id)) chosen.delete(id);
    drawTools();
    setText(note, !games.length && !deleted.length ? words.none : place === DELETED ? words.whileRoom
      : found.length === games.length ? words.kept(games.length) : words.foundOf(found.length, games.length));
    const shown = found.slice(0, listed), before = rows;
    rows = new Map(shown.map((entry) => [entry.id, rowOf(entry)]));
    if (shown.length !== before.size || shown.some(({ id }) => rows.get(id)?.row !== before.get(id)?.row) || list.childElementCount !== shown.length) {
      rove(() => list.replaceChildren(...[...rows.values()].map(({ row }) => row)));
    }
    for (const [id, { row }] of rows) /** @type {HTMLInputElement} */ (row.querySelector('[type=checkbox]')).checked = chosen.has(id);
    more.hidden = found.length <= listed;
    setText(more, words.more(found.length - listed));
  };

  let isDue = false;
  const load = () => {
    games = library.games();
    deleted = library.deleted();
    drawPlaces();
    draw();
  };
  /** Loads the games once after several changes. */
  const loadSoon = () => {
    if (isDue) return;
    isDue = true;
    setTimeout(() => {
      isDue = false;
      if (!signal.aborted) load();
    });
  };

  /** @param {string} shown a value of the select */
  const showPlace = (shown) => {
    place = shown;
    listed = LISTED;
    chosen.clear();
    drawPlaces();
    draw();
  };

  // What can be done

  /** @param {Entry} entry */
  const openGame = (entry) => {
    if (entry.place === 'board') return void app.openPanel('');
    if (entry.place === 'waiting') return app.own.resumeFrom('review');
    try {
      app.own.reopen(entry.snapshot);
    } catch (error) {
      app.showMessage(words.cannotRead(messageOf(error)));
    }
  };

  /** Deletes earlier games, and offers to put them back. @param {number[]} ids */
  const deleteGames = (ids) => tryChange(() => {
    const gone = games.filter(({ id, place: where }) => ids.includes(id) && where === 'earlier'), [first] = gone;
    if (!first) return;
    library.delete(gone.map(({ id }) => id));
    app.showMessage(gone.length === 1 ? words.deletedOne(nameOf(first)) : words.deletedMany(gone.length), texts.page.undo, () => {
      tryChange(() => { if (!library.putBack(gone.map(({ id }) => id))) app.showMessage(words.gone); });
    });
  });

  /** Removes all deleted games for good, after a question. */
  const eraseAll = async () => {
    const ids = deleted.map(({ id }) => id);
    if (await ask(words.eraseQuestion(ids.length), words.erase)) tryChange(() => library.erase(ids));
  };

  /** Puts games into a folder, and offers to undo it. @param {Entry[]} entries @param {string} folder @param {string} said */
  const putInto = (entries, folder, said) => tryChange(() => {
    /** @param {(entry: Entry) => string} wanted @returns {Map<number, Labels>} */
    const labels = (wanted) => new Map(entries.map((entry) => [entry.id, { folder: wanted(entry) }]));
    library.label(labels(() => folder));
    app.showMessage(said, texts.page.undo, () => tryChange(() => library.label(labels((entry) => entry.folder))));
  });

  /** Puts the chosen games into a folder, or out of theirs for ''. @param {string} folder */
  const move = (folder) => {
    const entries = found.filter(({ id }) => chosen.has(id));
    chosen.clear();
    into.value = '';
    putInto(entries, folder, folder ? words.areIn(entries.length, folder) : words.areOut(entries.length));
  };

  const removeFolder = () => {
    const folder = shownFolder();
    putInto(ofPlace(), '', words.folderRemoved(folder));
  };

  /** @param {boolean} areChosen */
  const chooseAll = (areChosen) => {
    chosen.clear();
    if (areChosen) for (const { id } of found) chosen.add(id);
    draw();
  };

  /** Saves the chosen games, or else all that are found, in a file. */
  const saveGames = async () => {
    try {
      const folder = shownFolder().replace(/[^\p{L}\p{N} _-]+/gu, '').trim();
      const shown = toSave(), withFriends = savesAll() ? loadFriendlies().filter(({ game }) => !shown.some(({ id }) => id === game.id)) : [];
      const saved = [...shown.map(({ snapshot }) => snapshot), ...withFriends].map(({ game }) => Game.restore(game).kgn());
      download(`${folder || 'games'}.kgn`, await transport.writeKgn({ games: saved }), 'text/plain');
    } catch (error) {
      app.showMessage(words.cannotSave(messageOf(error)));
    }
  };

  /** Adds games, and says which faults of their file remain. Returns whether there was room for all. @param {import('../../game/game.js').KgnGame[]} all @param {import('../../khet/faults.js').Fault[]} faults */
  const addGames = (all, faults) => {
    const added = library.add(all), [fault] = faults;
    app.showMessage([added < all.length ? words.addedOf(added, all.length) : words.added(added), fault ? words.refused(faults.length, gameFault(fault)) : ''].filter(Boolean).join(' '));
    return added === all.length;
  };

  /** Adds the games of a file. @param {File} given */
  const read = async (given) => {
    try {
      const { games: all, faults } = await transport.readKgn(given);
      addGames(all, faults);
    } catch (error) {
      app.showMessage(words.cannotAdd(given.name, messageOf(error)));
    }
  };

  search.addEventListener('input', draw);
  choice.addEventListener('submit', (event) => {
    event.preventDefault();
    if (into.value.trim()) move(into.value);
    else into.focus();
  });
  rename.addEventListener('submit', (event) => {
    event.preventDefault();
    const before = shownFolder(), after = folderName.value.trim().replace(/\s+/g, ' ');
    if (!after || after === before) return;
    const entries = ofPlace();
    place = IN + after;
    putInto(entries, after, words.folderRenamed(before, after));
  });
  file.addEventListener('change', () => {
    const [given] = file.files ?? [];
    // The value is cleared so that the same file can be chosen again.
    if (given) void read(given).finally(() => { file.value = ''; });
  });
  for (const name of ['game', 'tree', 'library', 'names', 'pieces']) app.addEventListener(name, loadSoon, { signal });
  watchEarlier(loadSoon, signal);
  load();
  return { read: (given) => { void read(given); }, close: () => end.abort() };
}
