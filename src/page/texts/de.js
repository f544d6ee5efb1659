// @ts-check
// The texts of the page in German.

import { capital, counted } from './grammar.js';

/** @typedef {import('../khet/position.js').Piece} Piece */
/** @typedef {import('../khet/speech.js').Hit} Hit */
/** @typedef {import('../khet/words.js').OwnedHit} OwnedHit */
/** @typedef {import('../game/chance.js').Mark} Mark */
/** @typedef {import('../game/reach.js').Target} Target */
/** @typedef {import('./en.js').Placed} Placed */
/** @typedef {'m'|'f'|'n'} Gender */
/** @typedef {'nominative'|'accusative'|'dative'} Case */
/** A noun, and its form in other cases if that differs. @typedef {{ noun: string, gender: Gender, oblique?: string }} Noun */

/** The pieces by the letter of KFEN: with the name of Khet, and with that of Laser Chess if it differs. @type {Record<string, [Noun, Noun?]>} */
const NOUNS = {
  k: [{ noun: 'Pharao', gender: 'm' }, { noun: 'King', gender: 'm' }],
  p: [{ noun: 'Pyramide', gender: 'f' }, { noun: 'Deflector', gender: 'm' }],
  s: [{ noun: 'Skarabäus', gender: 'm' }, { noun: 'Switch', gender: 'm' }],
  a: [{ noun: 'Anubis', gender: 'm' }, { noun: 'Defender', gender: 'm' }],
  x: [{ noun: 'Sphinx', gender: 'f' }, { noun: 'Laser', gender: 'm' }],
  o: [{ noun: 'Obelisk', gender: 'm', oblique: 'Obelisken' }],
  t: [{ noun: 'Obeliskenstapel', gender: 'm' }],
  e: [{ noun: 'Auge', gender: 'n' }],
};
/** The pieces, by the letter of KFEN. @type {Record<string, string>} */
const KINDS = {
  k: '⟦Pharao|King⟧', p: '⟦Pyramide|Deflector⟧', s: '⟦Skarabäus|Switch⟧', a: '⟦Anubis|Defender⟧', x: '⟦Sphinx|Laser⟧',
  o: 'Obelisk', t: 'Obeliskenstapel', e: 'Auge',
};
/** The plurals of the pieces whose number is limited, by their letters. @type {Record<string, string>} */
const LIMITED = {
  k: '⟦Pharaonen|Kings⟧', p: '⟦Pyramiden|Deflectors⟧', s: '⟦Skarabäen|Switches⟧', a: '⟦Anubis|Defender⟧', e: 'Augen', ot: 'Obelisken',
  se: '⟦Skarabäen|Switches⟧ und Augen zusammen',
};
/** The orientations of pieces by their turn: pieces that face a corner, that face a side, and that have two mirrors. */
const QUADRANTS = ['Nordosten', 'Südosten', 'Südwesten', 'Nordwesten'], SIDES = ['Norden', 'Osten', 'Süden', 'Westen'];
const MIRRORS = ['Nordosten und Südwesten', 'Südosten und Nordwesten'];
/** The directions in the values of faults. @type {Record<string, string>} */
const COMPASS = { north: 'Norden', east: 'Osten', south: 'Süden', west: 'Westen' };

/** The articles. @type {Record<Case, Record<Gender, string>>} */
const ARTICLES = {
  nominative: { m: 'der', f: 'die', n: 'das' },
  accusative: { m: 'den', f: 'die', n: 'das' },
  dative: { m: 'dem', f: 'der', n: 'dem' },
};
/** The endings of adjectives without an article, in the nominative. @type {Record<Gender, string>} */
const STRONG = { m: 'er', f: 'e', n: 'es' };
/** The adjectives of the colours without an ending. @type {Record<string, string>} */
const STEMS = { silver: 'silbern', red: 'rot' };

/** Returns a phrase for the names of a piece. @param {string} letter of KFEN @param {(noun: Noun) => string} phrase */
function both(letter, phrase) {
  const [khet, laser] = NOUNS[letter] ?? [{ noun: letter, gender: 'm' }];
  return laser ? `⟦${phrase(khet)}|${phrase(laser)}⟧` : phrase(khet);
}

/** Returns a noun in a case. @param {Noun} noun @param {Case} grammar */
const declined = ({ noun, oblique = noun }, grammar) => (grammar === 'nominative' ? noun : oblique);

/**
 * Returns a piece with its article: `der Pharao`, `die rote Pyramide`.
 * @param {string} letter @param {Case} grammar @param {string} [stem] of an adjective
 */
const the = (letter, grammar, stem) => both(letter, (noun) => {
  const { gender } = noun, ending = grammar === 'dative' || (grammar === 'accusative' && gender === 'm') ? 'en' : 'e';
  return `${ARTICLES[grammar][gender]} ${stem ? `${stem}${ending} ` : ''}${declined(noun, grammar)}`;
});

/**
 * Returns a piece with a word such as `ein`, `kein` or `dein`: `ein Pharao`, `deine Pyramide`.
 * @param {string} word @param {string} letter @param {'nominative'|'accusative'} grammar @param {string} [stem] of an adjective
 */
const one = (word, letter, grammar, stem) => both(letter, (noun) => {
  const { gender } = noun, isLong = grammar === 'accusative' && gender === 'm';
  const adjective = stem ? `${stem}${isLong ? 'en' : STRONG[gender]} ` : '';
  return `${word}${isLong ? 'en' : gender === 'f' ? 'e' : ''} ${adjective}${declined(noun, grammar)}`;
});

/** Returns a piece with its colour: `silberner Pharao`. @param {{ colour: string, letter: string }} piece */
const bare = ({ colour, letter }) => both(letter, ({ noun, gender }) => `${STEMS[colour] ?? colour}${STRONG[gender]} ${noun}`);

/** Returns the phrase of a piece with a capital letter. @param {string} phrase */
const large = (phrase) => phrase.replaceAll(/(?:^|[⟦|])\p{L}/gu, (start) => start.toUpperCase());

/** Returns words in a row: `a, b und c`. @param {string[]} words @param {string} [last] between the last two */
const listed = (words, last = 'und') => [words.slice(0, -1).join(', '), ...words.slice(-1)].filter(Boolean).join(` ${last} `);

/** Returns the name of a player. @param {string} colour */
const player = (colour) => (colour === 'red' ? 'Rot' : 'Silber');

/** Returns where a piece faces, after a blank, or ''. @param {string} letter @param {number} turn */
function facing(letter, turn) {
  switch (letter) {
    case 'p': return ` mit Spiegel nach ${QUADRANTS[turn]}`;
    case 'a': case 'x': return ` Richtung ${SIDES[turn]}`;
    case 's': case 'e': return ` mit Spiegeln nach ${MIRRORS[turn]}`;
    default: return '';
  }
}

/** Returns a piece that moves, with its square. @param {Piece} piece @param {string} square @param {boolean} [isTop] only the top of a stack */
const mover = (piece, square, isTop = false) => (isTop ? `oberer ${bare({ ...piece, letter: 'o' })} ${square}` : `${bare(piece)} ${square}`);

/** Returns what a beam hits, as an object: `die rote Pyramide auf e7`. @param {Hit[]} hits */
const targets = (hits) => listed(hits.map(({ square, piece }) => (
  piece ? `${the(piece.letter, 'accusative', STEMS[piece.colour])} auf ${square}` : square))) || 'nichts';

/** Returns what moves can hit, as an object: `die Pyramide c4 (2 Züge)`. @param {Target[]} reached @param {string} [stem] of an adjective */
const reachedWords = (reached, stem) => listed(reached.map(({ letter, square, moves }) => (
  `${letter ? the(letter, 'accusative', stem) : 'eine Figur auf'} ${square} (${counted(moves, 'Zug', 'Züge')})`)));

/** Returns how many moves light a square and hit a piece on it. @param {number} moves @param {number} hits */
const lightWords = (moves, hits) =>
  `${moves ? counted(moves, 'Zug kann', 'Züge können') : 'kein Zug kann'} es beleuchten${hits ? `, ${counted(hits, 'kann', 'können')} es treffen` : ''}`;

/** Returns what a beam hits. @param {Hit[]} hits */
const hitsWords = (hits) => `trifft ${targets(hits)}`;

/** Returns pieces that are hit, with their owners. @param {OwnedHit[]} hits */
const ownedWords = (hits) => listed(hits.map(({ square, piece, owner }) => {
  if (!piece) return square;
  const { letter, colour } = piece;
  const whose = owner === 'you' ? one('dein', letter, 'accusative') : the(letter, 'accusative', owner === 'itself' ? 'eigen' : STEMS[colour]);
  return `${whose} auf ${square}`;
}));

/** What a preview says of no own piece that is hit, of one, and of more. */
const OWN = ['', ', eine eigene Figur', ', eigene Figuren'];

/** The results. @type {Record<string, string>} */
const RESULTS = { '1-0': 'Silber gewinnt', '0-1': 'Rot gewinnt', '1/2-1/2': 'Remis' };
/** The ends of sentences about a result, by its reason. @type {Map<string, string>} */
const ENDS = new Map([
  ['pharaoh', ': Der ⟦Pharao|King⟧ ist getroffen'],
  ['both-pharaohs', ': Beide ⟦Pharaonen|Kings⟧ sind getroffen'],
  ['no-moves', ': Es gibt keinen erlaubten Zug mehr'],
  ['repetition', ' durch dreifache Wiederholung'],
  ['resignation', ' durch Aufgabe'],
  ['time', ' durch Zeitüberschreitung'],
  ['agreement', ' durch Vereinbarung'],
]);

/** What is said of a tag that cannot be read. */
const NO_TAG = 'Ein Tag schreibt man wie [Silver "Name"], in einer Zeile';
/** What is said of a variation without moves. */
const NO_MOVE = 'In der Variante, die hier beginnt, oder vor ihr fehlt ein Zug';
/** What the program finds in place of a word, in the nominative and in the dative. @type {Record<string, [string, string]>} */
const FOUND = {
  'nothing': ['„“', '„“'],
  'the end of the text': ['das Ende des Textes', 'dem Ende des Textes'],
  'the end of the line': ['das Ende der Zeile', 'dem Ende der Zeile'],
};
/** What a file may have only a number of. @type {Record<string, string>} */
const UNITS = { bytes: 'Byte', tags: 'Tags', plies: 'Halbzüge' };

/** Returns what was found, in the nominative. @param {string} found */
const finding = (found) => FOUND[found]?.[0] ?? found;
/** Returns what was found, in the dative. @param {string} found */
const findingDative = (found) => FOUND[found]?.[1] ?? found;

const ADVICE = 'Aktualisiere den Browser oder nimm einen anderen: Chromium ab 91, Firefox ab 114 oder Safari ab 16.4.';

/** The names of the marks of a review within a sentence. @type {Record<string, string>} */
const MARKS = {
  best: 'bester Zug', good: 'guter Zug', inaccuracy: 'Ungenauigkeit', mistake: 'Fehler', blunder: 'Patzer', book: 'Buchzug',
};
/** The marks of a review as nouns: one, and many. @type {Record<Mark, [string, string]>} */
const MARKED = {
  best: ['bester Zug', 'beste Züge'], good: ['guter Zug', 'gute Züge'], inaccuracy: ['Ungenauigkeit', 'Ungenauigkeiten'],
  mistake: ['Fehler', 'Fehler'], blunder: ['Patzer', 'Patzer'],
};
/** What leads to the next move with a mark. @type {Record<Mark, string>} */
const NEXT = {
  best: 'Zum nächsten Zug, der am besten war', good: 'Zum nächsten guten Zug', inaccuracy: 'Zur nächsten Ungenauigkeit',
  mistake: 'Zum nächsten Fehler', blunder: 'Zum nächsten Patzer',
};
/** The directions of a beam. @type {Record<string, string>} */
const DIRECTIONS = { n: 'nach oben', e: 'nach rechts', s: 'nach unten', w: 'nach links' };
/** The ends of a leg of a beam on a square. @type {Record<string, (square: string) => string>} */
const LEG_ENDS = {
  turn: (square) => `wird auf ${square} umgelenkt`, split: (square) => `wird auf ${square} geteilt`,
  hit: (square) => `trifft ${square}`, stop: (square) => `wird auf ${square} aufgehalten`, edge: () => 'verlässt das Brett',
};
/** What the field for moves and commands takes. The other words are commands, which are the same in all languages. */
const COMMANDS = 'Gib einen Zug ein: h2g2 zieht, h2+ dreht im Uhrzeigersinn, h2- dagegen, e1d2t zieht den oberen Obelisken eines Stapels. '
  + 'Andere Wörter: hint (Tipp), undo (Zurücknehmen), moves oder moves h2 (Züge), beam, beam red oder beam h2g2 (Strahlen), threats (Drohungen), silver und red (Figuren), help (Hilfe).';

/** The tasks of puzzles, by their kinds. @type {Record<string, string>} */
const PUZZLE_TASKS = { win: 'Gewinne', material: 'Gewinne Material', save: 'Rette dich' };
/** What a wrong move of a puzzle does not do, by the kind of the puzzle. @type {Record<string, string>} */
const PUZZLE_FAULTS = { win: 'erzwingt keinen Gewinn', material: 'gewinnt nicht genug', save: 'rettet dich nicht' };
/** The themes of puzzles: the name and what it means. @type {Record<string, [string, string]>} */
const PUZZLE_THEMES = {
  'double-hit': ['Doppeltreffer', 'Ein Schuss trifft zwei oder mehr Figuren des Gegners.'],
  'sacrifice': ['Opfer', 'Du lässt eine eigene Figur treffen.'],
  'eye-move': ['Auge bewegt', 'Du ziehst, tauschst oder drehst ein Auge.'],
  'eye-split': ['geteilter Strahl', 'Ein Auge teilt deinen Schuss, und er trifft.'],
  'swap': ['Platztausch', 'Du tauschst zwei Figuren.'],
  'scarab': ['⟦Skarabäus|Switch⟧ als Spiegel', 'Du bringst einen ⟦Skarabäus|Switch⟧ in deinen Strahl oder drehst ihn dort, und er lenkt den Schuss zu einem Treffer.'],
  'sphinx': ['⟦Sphinx|Laser⟧ gedreht', 'Du drehst ⟦deine Sphinx|deinen Laser⟧.'],
  'borrowed-mirror': ['geliehener Spiegel', 'Eine Figur des Gegners lenkt deinen Schuss zu einem Treffer.'],
  'long-way': ['langer Weg', 'Ein Schuss mit fünf oder mehr geraden Stücken trifft.'],
  'opened-beam': ['Strahl geöffnet', 'Eine deiner Figuren verlässt deinen Strahl, und der Schuss läuft über ihr Feld zu einem Treffer.'],
  'closed-beam': ['Strahl geschlossen', 'Dein erster Zug verkürzt den Strahl des Gegners.'],
  'shield': ['Schild entfernt', 'Dein letzter Schuss läuft über ein Feld, auf dem am Anfang eine Figur des Gegners stand.'],
  'double-threat': ['Doppeldrohung', 'Nach deinem ersten Zug drohst du dem ⟦Pharao|König⟧ mit zwei Schüssen.'],
  'hunt': ['Jagd', 'Der ⟦Pharao|König⟧ des Gegners zieht als Antwort.'],
  'defence': ['Verteidigung', 'Dein erster Zug beendet jede Drohung gegen deinen ⟦Pharao|König⟧.'],
  'interposition': ['Figur im Weg', 'Du verteidigst dich mit einer Figur im Weg des gedrohten Schusses.'],
  'flight': ['Flucht', 'Du verteidigst dich, indem du deinen ⟦Pharao|König⟧ ziehst.'],
};

/** Returns a piece with its square, as an object: `den Pharao auf e4`; only the square if it is empty. @param {Placed} piece */
const placed = ({ letter, square }) => (letter ? `${the(letter, 'accusative')} auf ${square}` : square);
/** Returns where a beam ends that hits pieces, without a full stop. @param {Placed[]} hits */
const beamHits = (hits) => `Dein Strahl trifft ${listed(hits.map(placed))}`;
/** Returns the task of a puzzle: `Rot am Zug: Gewinne`. @param {string} colour of the player @param {string} kind of the puzzle */
const puzzleTask = (colour, kind) => `${player(colour)} am Zug: ${PUZZLE_TASKS[kind] ?? kind}`;
/** Returns why a move of a puzzle is wrong: `h2g2 erzwingt keinen Gewinn`. @param {string} move @param {string} kind of the puzzle */
const puzzleFault = (move, kind) => `${move} ${PUZZLE_FAULTS[kind] ?? 'ist falsch'}`;

/** @type {import('./en.js').Texts} */
const TEXTS = {
  names: {
    kinds: KINDS,
    variants: { khet2: '⟦Khet 2.0|Laser Chess⟧', khet1: 'Khet 1.0', deflexion: 'Deflexion' },
    setups: { classic: '⟦Classic|Ace⟧', imhotep: '⟦Imhotep|Curiosity⟧', dynasty: '⟦Dynasty|Grail⟧' },
    withEyes: (setup) => `${setup} mit Augen`,
  },
  editions: {
    title: 'Welches Spiel hast du?', label: 'Dein Spiel', none: 'Nicht gewählt',
    notes: { laser: 'King, Deflector, Switch', khet2: 'Pharao, Skarabäus, Sphinx', khet1: 'Stapel aus Obelisken', deflexion: 'Obelisken; Rot beginnt' },
    chosen: (game) => `${game} ist gewählt. Die Einstellungen können es ändern.`,
    newcomer: 'Neu bei diesem Spiel?', newTo: (game) => `Neu bei ${game}?`, learn: 'Schritt für Schritt lernen',
  },
  settings: {
    language: 'Sprache',
    asBrowser: 'Wie der Browser',
    names: 'Namen',
    beams: 'Strahlen', bothBeams: 'Beide Strahlen', nextBeam: 'Nächster Strahl', noBeams: 'Keine Strahlen',
    colours: 'Farben', asSystem: 'Wie das System', light: 'Hell', dark: 'Dunkel',
    motion: 'Bewegung', animated: 'Animiert', still: 'Ruhig',
    tempo: 'Tempo', calm: 'Gemächlich', quick: 'Zügig', instant: 'Sofort',
    sounds: 'Töne', off: 'Aus', on: 'An',
    pieces: 'Figuren', khetPieces: 'Khet', laserPieces: 'Laser Chess', plainPieces: 'Schlicht',
    piecesNotLoaded: 'Die Figuren konnten nicht geladen werden.',
    board: 'Brett', automatic: 'Automatisch', wide: 'Breit', turned: 'Gedreht',
    size: 'Größe der Figuren', small: 'Klein', normal: 'Normal', large: 'Groß',
    offerSounds: 'Zu den Schüssen gibt es Töne.', soundsOn: 'Töne an',
  },
  page: {
    title: 'Khepri – Khet und Laser Chess',
    titleOf: (game) => `Khepri – ${game}`,
    flipBoard: 'Brett drehen',
    help: 'Hilfe',
    boardAndPlayers: 'Brett und Spieler',
    silverToMove: 'Silber am Zug',
    whatToDo: 'Was du tun kannst',
    openPanel: 'Geöffneter Bereich', pullUp: 'Hochziehen', closePanel: 'Bereich schließen',
    ownGameWaits: 'Deine eigene Partie wartet.', backToOwnGame: 'Zu meiner Partie', keepThisOne: 'Lieber diese behalten',
    keepInGames: 'In Partien behalten', keptInGames: 'Die Partie steht jetzt unter Partien.',
    undo: 'Rückgängig',
    undoWhat: (what) => `Rückgängig: ${what}`,
    cancel: 'Abbrechen',
    tryAgain: 'Erneut versuchen',
    panelNotOpened: (panel, why) => `„${panel}“ kann nicht geöffnet werden: ${why}`,
    secondTab: 'Khepri ist in einem anderen Tab geöffnet. Dieser Tab hat ein eigenes Brett, das nicht gespeichert wird.',
    noAnswer: (why) => `Khepri antwortet nicht: ${why}`,
    newVersion: 'Eine neue Version von Khepri ist da.', useNewVersion: 'Verwenden',
  },
  panels: {
    game: 'Spiel',
    learn: 'Lernen',
    rules: 'Regeln',
    analysis: 'Analyse',
    review: 'Rückblick',
    edit: 'Editor',
    puzzles: 'Aufgaben',
    settings: 'Einstellungen',
    mistakes: 'Meine Fehler',
    games: 'Partien',
  },
  help: {
    title: 'Das Spiel in einer Minute',
    turn: 'In deinem Zug ziehst du eine Figur auf ein Nachbarfeld (auch diagonal) oder drehst sie um 90 Grad. Danach schießt dein Laser.',
    hits: 'Spiegel lenken den Strahl um. Trifft er eine Figur auf einer Seite ohne Spiegel, nimmt er sie vom Brett, auch wenn es deine ist.',
    win: 'Triffst du den ⟦Pharao|King⟧ des Gegners, gewinnst du.',
    pieces: '⟦Pyramiden|Deflectors⟧ haben einen Spiegel, ⟦Skarabäen|Switches⟧ haben Spiegel auf beiden Seiten. '
      + 'Ein ⟦Anubis|Defender⟧ hält Licht mit seinem Schild auf. Ein Auge lässt Licht durch und lenkt es zugleich um. '
      + '⟦Einer Sphinx, einem Skarabäus|Einem Laser, einem Switch⟧ oder einem Auge kann nichts etwas anhaben.',
    swaps: 'Ein ⟦Skarabäus|Switch⟧ oder ein Auge darf mit ⟦einer Pyramide, einem Anubis|einem Deflector, einem Defender⟧ oder einem '
      + 'Obelisken auf einem Nachbarfeld den Platz tauschen. In Khet 1.0 darf man Obelisken stapeln.',
    reserved: 'Felder mit einem Auge gehören nur Rot, Felder mit einem Anch nur Silber.',
    openRules: 'Regeln mit Bildern',
    onBoard: 'Auf dem Brett',
    mouse: 'Maus',
    mouseUse: 'Klicke auf eine Figur und dann auf ein markiertes Feld, oder ziehe sie dorthin. '
      + 'Das Mausrad über einer Figur wählt eine Drehung; klicke auf die Figur, um zu schießen.',
    touch: 'Touchscreen',
    touchUse: 'Tippe auf ein Feld, um den Schuss zu sehen, und noch einmal, um zu schießen. '
      + 'Am Tisch und in Aufgaben bleibt der Schuss bis dahin verborgen.',
    beams: 'Strahlen',
    beamsUse: 'Der Strahl von Silber ist hellblau, der von Rot ist rot. '
      + 'In den Einstellungen wählst du, welche vor einem Schuss zu sehen sind.',
    moves: 'Züge',
    movesUse: 'h2g2 zieht die Figur von h2 nach g2, h2↻ dreht sie, ×e7 ist ein Treffer und # das Ende.',
    keys: 'Tasten',
    keysBefore: 'Pfeiltasten und Eingabetaste auf dem Brett;', keysAnd: 'und',
    keysAfter: 'zeigen eine Drehung, die Eingabetaste schießt, Esc lässt die Figur los. Sonst blättern die Pfeiltasten durch die Partie.',
    keyReach: 'zeigt, wohin dein Strahl kommen kann, und danach, wohin der des Gegners.',
    keyTask: 'führt von einer Aufgabe zum Brett und zurück.',
    engine: 'Die Engine',
    engineSpeed: (movesPerSecond) => `Ihre letzte lange Suche schaffte ${movesPerSecond} Züge pro Sekunde.`,
    close: 'Schließen',
  },
  review: {
    file: 'Datei mit Partien', loadFile: 'Datei laden',
    start: 'Rückblick starten', startAgain: 'Neuer Rückblick',
    depth: 'Tiefe', quick: 'Schnell', normal: 'Normal', thorough: 'Gründlich', deep: 'Tief',
    progress: 'Fortschritt',
    cancel: 'Abbrechen',
    games: 'Partien',
    isRunning: 'Die Partie läuft noch: Einen Rückblick gibt es, wenn sie zu Ende ist.',
    noGame: 'Spiele eine Partie, lade eine Datei mit Partien (KGN) oder ziehe eine hierher.',
    reading: (file) => `${file} wird gelesen`,
    tooLarge: (file) => `Die Datei ${file} ist zu groß: Erlaubt sind höchstens 64 MiB`,
    moreFaults: (count) => (count === 1 ? 'und ein weiterer Fehler' : `und ${count} weitere Fehler`),
    showMore: (count) => `Mehr zeigen (${count})`,
    searching: 'Suche läuft',
    searched: (done, all) => `Stellung ${done} von ${all}`,
    accuracies: (silver, red) => `Genauigkeit von Silber ${silver}, von Rot ${red}`,
    graph: 'Gewinnchance von Silber nach jedem Zug',
    lead: 'Der Graph und die Zahlen führen zu den Zügen.',
    players: { silver: 'Silber', red: 'Rot' },
    rows: {
      best: 'Beste Züge', good: 'Gute Züge', inaccuracy: 'Ungenauigkeiten', mistake: 'Fehler', blunder: 'Patzer',
    },
    goToNext: (mark) => NEXT[mark],
    goToNextOf: (count, mark, colour) => `${counted(count, ...MARKED[mark])} von ${player(colour)}. ${NEXT[mark]}`,
    judged: (move, mark, lost, score) => `${move}: ${MARKS[mark]}${lost && `, ${lost} Gewinnchance verloren`} (${score})`,
    betterMove: (move, score) => `${move}: der bessere Zug (${score})`,
    backTo: (move) => `Zurück zu ${move}`,
    showBetter: 'Besseren Zug zeigen',
    better: (score) => `besser: ${score}`,
  },
  analysis: {
    evaluation: 'Bewertung',
    scoreTitle: 'Bewertung aus der Sicht von Silber, in ⟦Pyramiden|Deflectors⟧',
    figuresTitle: 'Tiefe und größte Tiefe, Züge pro Sekunde, Züge',
    silverWins: 'Silber gewinnt', draw: 'Remis', redWins: 'Rot gewinnt',
    lines: 'Varianten',
    engine: 'Engine',
    stop: 'Stopp', goOn: 'Weiter',
    threat: 'Drohung', threatTitle: 'Was der Gegner täte, wenn er am Zug wäre',
    pausedHidden: 'Die Analyse wurde angehalten, während die Seite verborgen war. „Weiter“ setzt sie fort.',
    pausedLong: (minutes) => `Die Analyse wurde nach ${minutes} Minuten in einer Stellung angehalten. „Weiter“ setzt sie fort.`,
    engineLost: (why, isRestarted) => `Die Engine ist ausgefallen: ${why}.${isRestarted ? ' Sie startet neu.' : ''}`,
    forSilver: (score) => `${score} für Silber`, notKnown: 'noch nicht bekannt',
    chances: (win, draw, loss) => `Silber gewinnt ${win} %, Remis ${draw} %, Rot gewinnt ${loss} %`,
    figures: (depth, speed, moves) => `Tiefe ${depth} · ${speed}/s · ${moves || 'von vorher'}`,
    isOver: 'die Partie ist zu Ende', thinking: 'denkt nach', stopped: 'angehalten',
    lookingForThreat: 'Die Drohung wird gesucht …',
    threatLine: (moves, score) => `Drohung: ${moves}  (${score})`,
    isRunning: 'Die Partie läuft noch: Varianten kannst du ausspielen, wenn sie zu Ende ist.',
    hasEnded: 'Die Partie ist hier zu Ende: Geh zurück, um andere Züge zu versuchen.',
    walkTo: (move) => `Weiter bis ${move}`,
  },
  moves: {
    record: 'Mitschrift',
    title: 'Züge',
    variation: 'Variante', makeMain: 'Als Hauptvariante', deleteFromHere: 'Ab hier löschen',
    deleted: (move) => `${move} wurde mit allen folgenden Zügen gelöscht.`,
    steps: 'Blättern', toStart: 'Zum Anfang', back: 'Zurück', forward: 'Vor', toEnd: 'Zum Ende',
    hint: (isFree, isAtTable) => [
      'Wähle eine Figur, dann ein Feld oder eine Drehung.',
      isAtTable ? 'Am Tisch ist der Schuss vorher nicht zu sehen.' : 'Du siehst den Schuss, bevor du ihn abgibst.',
      'Wer den ⟦Pharao|King⟧ verliert, verliert die Partie; die Regeln stehen in der Hilfe.',
      isFree ? 'Hier ziehst du für beide Seiten, bis du einen Gegner wählst.' : '',
    ].filter(Boolean).join(' '),
    spoken: ({ number, move, hits, mark, result, shown }) =>
      `${number}. ${capital(move)}, ${hits}${mark && `, ${MARKS[mark] ?? mark}`}${result && `. ${result}`}. ${shown}`,
  },
  notes: {
    title: 'Notizen',
    marks: 'Zeichen',
    markNames: ['Guter Zug', 'Fehler', 'Brillanter Zug', 'Patzer', 'Interessanter Zug', 'Zweifelhafter Zug'],
    commentOn: (move) => `Kommentar zu ${move}`, commentBefore: 'Kommentar vor dem ersten Zug',
    draw: 'Zeichnen',
    drawTitle: 'Ziehe auf dem Brett: Auch die rechte Maustaste zeichnet, mit Umschalt rot, mit Alt blau, mit Strg gelb',
    clearDrawings: 'Zeichnung löschen',
  },
  play: {
    duringGame: 'Während der Partie',
    hint: 'Tipp',
    takeBack: 'Zug zurück',
    acceptDraw: 'Remis annehmen', declineDraw: 'Remis ablehnen', claimDraw: 'Remis reklamieren', offerDraw: 'Remis bieten',
    resign: 'Aufgeben',
    pause: 'Pause', continue: 'Weiter',
    fireAgain: 'Schuss',
    playAgainst: 'Spiele gegen',
    strength: (level, isEasy) => (level ? `${level}${isEasy ? ' · leichte Partie' : ''}` : 'Volle Stärke'),
    challenge: (name, strength, character) => `Spiele gegen ${name}, ${strength}. ${character}`,
    cannotStart: (why) => `Die Partie kann nicht beginnen: ${why}`,
    newGameBegun: 'Eine neue Partie hat begonnen.',
  },
  newGame: {
    title: 'Neue Partie',
    opponent: 'Gegner', silversLevel: 'Stufe von Silber', redsLevel: 'Stufe von Rot',
    full: 'maximal',
    setUp: 'Aufstellung', positionOnBoard: 'Die Stellung auf dem Brett',
    more: 'Mehr',
    kind: 'Partie', againstEngine: 'Gegen die Engine', twoPeople: 'Zwei Personen', engineAgainstEngine: 'Engine gegen Engine', withFriend: 'Mit Freunden, per Link',
    byLink: 'Du ziehst und schickst den Link weiter. Die andere Seite öffnet ihn, antwortet und schickt den nächsten Link.',
    ruleSet: 'Regelwerk',
    colour: 'Farbe', silver: 'Silber', red: 'Rot', random: 'Zufällig',
    engine: 'Engine', silversEngine: 'Engine von Silber', redsEngine: 'Engine von Rot',
    games: 'Partien',
    board: 'Brett', stays: 'Bleibt stehen, mit Vorschau', atTable: 'Am Tisch: dreht sich, ohne Vorschau',
    time: 'Bedenkzeit', secondsPerMove: 'Sekunden pro Zug', clockForBoth: 'Uhr für beide', noClock: 'Keine Uhr',
    minutes: 'Minuten', increment: 'Zuschlag in Sekunden',
    movesFirst: (colour) => `${player(colour)} beginnt.`,
    start: 'Partie starten',
  },
  ahead: {
    entered: (move) => `Vorausgezogen: ${move}.`,
    shown: (move) => `Vorausgezogen: ${move}`,
    note: 'vorausgezogen',
    drop: 'Vorauszug streichen', dropped: 'Der Vorauszug ist zurückgenommen.',
    impossible: (move) => `Der Vorauszug ${move} ist nicht mehr möglich.`,
    offered: (move) => `Der Vorauszug ${move} wurde nicht ausgeführt: Die Stellung hat sich geändert.`,
    tapToFire: 'Zum Vorausziehen noch einmal tippen', clickToFire: 'Zum Vorausziehen klicken', enterToFire: 'Zum Vorausziehen Eingabetaste drücken',
  },
  ending: {
    draw: 'Remis', youWin: 'Du gewinnst',
    wins: (name) => `${name} gewinnt`,
    pharaohHit: (colour) => `${large(the('k', 'nominative', STEMS[colour]))} ist getroffen`,
    accuracy: 'Genauigkeit:',
    rematch: 'Revanche',
    review: 'Zum Rückblick',
    coloursExchanged: (own) => `Die Farben sind getauscht: Du spielst jetzt ${player(own)}.`,
  },
  share: {
    title: 'Teilen',
    link: 'Link', copyLink: 'Link kopieren', linkTitle: 'Eine Partie Khet',
    linkTo: (host, plies, shown) => `Link zur Partie auf ${host} (${counted(plies, 'Halbzug', 'Halbzüge')}${shown ? `, beim ${shown}.` : ''})`,
    saveKgn: 'Als KGN speichern', savePng: 'Als PNG speichern', saveGif: 'Als GIF speichern',
    shot: 'Schuss', shareShot: 'Diesen Schuss teilen', picture: 'Bild', seconds: 'GIF von 3 Sekunden', share: 'Teilen …',
    notWritten: (why) => `Die Partie kann nicht geschrieben werden: ${why}`,
    animation: {
      progress: 'Fortschritt der Animation',
      drawing: 'Wird gezeichnet',
      frame: (done, all) => `Bild ${done} von ${all}`,
      cancel: 'Animation abbrechen',
      notMade: (why) => `Die Animation kann nicht erstellt werden: ${why}`,
    },
  },
  commands: {
    field: 'Zug oder Befehl', placeholder: 'Zug, Link oder help',
    help: COMMANDS,
    noAnswer: 'Im Moment gibt es keine Antwort.',
    notLegal: (move) => `${move} ist hier nicht erlaubt.`,
    unknown: (command) => `Erwartet wird ein Zug oder ein Befehl, nicht „${command}“. ${COMMANDS}`,
    notYourMove: 'Du bist nicht am Zug.',
    beamHidden: (colour) => `Der Strahl von ${player(colour)} ist hier verborgen.`,
    beam: (colour, legs, hits) => {
      const path = legs.map(({ to, dir, end }) => `${DIRECTIONS[dir]}, ${LEG_ENDS[end]?.(to) ?? `erreicht ${to}`}`);
      return `Der Strahl von ${player(colour)} geht ${path.join('; ')}. Er ${hits}.`;
    },
    threatsHidden: 'Drohungen sind hier verborgen.',
    isOver: 'Die Partie ist zu Ende.',
    threatensPharaoh: (colour, moves) => `${player(colour)} droht, den ⟦Pharao|King⟧ zu treffen: ${moves.join('; ')}.`,
    couldHit: (colour, squares) => `${player(colour)} könnte ${listed(squares)} treffen.`,
    threatensNothing: (colour) => `${player(colour)} hat keine Drohung.`,
    pieces: (colour, pieces) => `${player(colour)}: ${pieces.map(({ letter, turn, square }) => (
      `${KINDS[letter] ?? letter} auf ${square}${facing(letter, turn)}`)).join(', ')}.`,
    moves: (moves) => `${moves.length} ${moves.length === 1 ? 'Zug' : 'Züge'}: ${moves.map(({ move, hits }) => `${move}${hits && ` ${hits}`}`).join('; ')}.`,
    noMoves: 'Es gibt keinen erlaubten Zug.',
    nothingToUndo: 'Es gibt keinen Zug, der zurückgenommen werden kann.',
    noHint: 'Tipps gibt es, wenn du gegen einen Gegner am Zug bist.',
  },
  reach: {
    title: 'Wohin kann er kommen?',
    titleOf: (colour) => `Wohin kann der Strahl von ${player(colour)} kommen?`,
    canHit: (colour, reached) => `${player(colour)} kann ${reachedWords(reached) || 'nichts'} treffen.`,
    hitsItself: (colour, reached) => `${player(colour)} könnte ${reachedWords(reached, 'eigen')} treffen.`,
    note: lightWords,
    square: (square, moves, hits) => `${square}: ${capital(lightWords(moves, hits))}.`,
    pointAt: 'Zeige auf ein Feld: Dann stehen hier die Züge, die es beleuchten.',
    move: (text, move, hits) => `${text}: ${move}, ${hitsWords(hits)}`,
    hidden: 'Wohin Strahlen kommen können, ist hier verborgen.',
    ended: 'Wohin Strahlen kommen können, wird nicht mehr gezeigt.',
  },
  speech: {
    rotates: (piece, square, sign) =>
      `${mover(piece, square)} dreht sich${sign && (sign === '+' ? ' im Uhrzeigersinn' : ' gegen den Uhrzeigersinn')}`,
    moves: (piece, from, to, isTop) => `${mover(piece, from, isTop)} nach ${to}`,
    stacks: (piece, from, to, isTop) => `${mover(piece, from, isTop)} auf den Obelisken ${to}`,
    swaps: (piece, from, other, to) => `${mover(piece, from)} tauscht mit ${the(other.letter, 'dative', STEMS[other.colour])} ${to}`,
    hits: hitsWords,
    result: (result, reason) => (RESULTS[result] ?? result) + (ENDS.get(reason) ?? (reason && `: ${reason}`)),
  },
  board: {
    board: 'Brett',
    cell: (square, piece) => `${square}, ${piece ? `${bare(piece)}${facing(piece.letter, piece.turn)}` : 'leer'}`,
    cellNotes: (isTarget, owner) => [isTarget ? 'mögliches Ziel' : '', owner && `für ${player(owner)} reserviert`].filter(Boolean).join(', '),
    rotatePiece: 'Figur drehen', rotateAnticlockwise: 'Gegen den Uhrzeigersinn drehen', rotateClockwise: 'Im Uhrzeigersinn drehen',
    stackOrTop: 'Den ganzen Stapel ziehen oder nur den oberen Obelisken?', wholeStack: 'Ganzer Stapel', topOnly: 'Nur der obere',
    tapToFire: 'Zum Schießen noch einmal tippen', clickToFire: 'Zum Schießen klicken', enterToFire: 'Zum Schießen Eingabetaste drücken',
    noPictures: 'Dieser Browser kann keine Bilder zeichnen',
    noPng: 'Dieser Browser kann kein PNG schreiben',
    pictureNotSaved: (why) => `Das Bild kann nicht gespeichert werden: ${why}`,
  },
  links: {
    faults: {
      altered: 'Der Link wurde unterwegs gekürzt oder verändert: Kopiere den ganzen Link noch einmal.',
      large: 'Der Link ist zu lang für eine Partie.',
      version: 'Der Link stammt aus einer anderen Version von Khepri.',
      browser: 'Dieser Browser ist zu alt für den Link: Aktualisiere ihn oder nimm einen anderen.',
    },
    unknownAddress: 'Diese Adresse gibt es in Khepri nicht: Vielleicht wurde sie gekürzt oder verändert.',
  },
  friend: {
    play: 'Mit Freunden per Link spielen', title: 'Partie per Link', games: 'Mit Freunden',
    yourName: 'Dein Name', nameless: 'Die andere Seite',
    isToMove: (name) => `${name || 'Die andere Seite'} ist am Zug`,
    send: (name) => `Schicke den Link an ${name || 'die andere Seite'}.`,
    yourMove: (name) => `Du bist am Zug. Danach bekommst du den Link für ${name || 'die andere Seite'}.`,
    waits: (name) => `${name || 'Die andere Seite'} ist am Zug. Öffne den Link, der zurückkommt, oder füge ihn ein.`,
    over: 'Die Partie ist zu Ende.',
    copyFor: (name) => `Link für ${name || 'die andere Seite'} kopieren`, again: 'Link noch einmal kopieren', open: 'Öffnen', paste: 'Link einfügen, der zurückkam',
    linkFor: (name) => `Link für ${name || 'die andere Seite'}`,
    message: (silver, red, link) => `${silver} – ${red}: unsere Partie per Link. Kopiere diesen Text und füge ihn in Khepri ein: ${link}`,
    invitation: (name) => (name ? `${name} spielt eine Partie per Link` : 'Eine Partie per Link'),
    whichSide: 'Welche Seite spielst du?', watch: 'Nur zusehen',
    playAs: (colour) => `${player(colour)} spielen`,
    opened: 'Eine Partie per Link ist auf dem Brett.',
    older: 'Der Link ist älter als die Partie hier. Das ist ihre neueste Stellung.',
    yours: 'Der Link hat einen Zug von dir, der nicht in diesem Browser gemacht wurde. Ist er von dir?', mine: 'Er ist von mir', notMine: 'Nicht von mir',
    changed: (ply, own, other) => `Der Link wurde abgelehnt: Dein Zug, Halbzug ${ply} der Partie, war ${own}, und der Link hat ${other}.`,
    otherStart: 'Der Link wurde abgelehnt: Er hat einen anderen Anfang als die Partie hier.',
    ends: {
      resigned: 'Der Link wurde abgelehnt: Nach ihm hast du aufgegeben.',
      agreed: 'Der Link wurde abgelehnt: Nach ihm ist ein Remis vereinbart, das du nicht angeboten hast.',
      claimed: 'Der Link wurde abgelehnt: Er fordert Remis, aber keine Anordnung steht zum dritten Mal.',
      unknown: 'Der Link wurde abgelehnt: Er hat ein Ergebnis, das so nicht entstehen kann.',
    },
    second: 'Eine zweite Antwort', whichCounts: 'Der Link hat eine andere Antwort auf dieselbe Stellung. Welche gilt?',
    keep: (move) => `${move} behalten`, take: (move) => `${move} nehmen`,
    noHelp: 'In einer Partie mit Freunden gibt es keine Analyse, bis sie zu Ende ist.',
    listed: { yours: (game) => `Du bist am Zug: ${game}`, theirs: (game) => `Die andere Seite ist am Zug: ${game}`, watched: (game) => `Du siehst zu: ${game}`, over: (game) => `Zu Ende: ${game}` },
  },
  paste: {
    title: 'der eingefügte Text',
    empty: 'Die Zwischenablage hat keinen Text.',
    unknown: (text) => `Eingefügt, aber weder Partie noch Stellung, Link oder Zug: „${text}“`,
  },
  messages: {
    copied: (name) => `${name} kopiert.`,
    copyBelow: (name) => `${name}: Kopiere den Text aus dem Feld unten.`,
    fires: (colour) => `${player(colour)} schießt …`,
    toMove: (colour) => `${player(colour)} am Zug`,
    preview: (move, hits, own) => `${capital(move)}, ${hitsWords(hits)}${OWN[Math.min(own, 2)]}`,
    beamThen: (colour, hits) => `Dann trifft der Strahl von ${player(colour)} ${targets(hits)}`,
    afterMoves: (count, move, hits) => `Nach ${counted(count, 'Zug', 'Zügen')}: ${move} ${hitsWords(hits)}`,
    shot: (colour, move, hits) => `${player(colour)}: ${move} trifft ${ownedWords(hits) || 'nichts'}`,
    hits: (hits) => `Trifft ${ownedWords(hits) || 'nichts'}`,
    ownedHits: ownedWords,
    moved: (move, hits) => `${capital(move)}, ${hitsWords(hits)}.`,
    thirdTime: 'Zum dritten Mal dieselbe Anordnung: Remis kann reklamiert werden.',
    game: (game) =>
      `${game.silver || 'Silber'} – ${game.red || 'Rot'}, ${game.result === '*' ? 'unbeendet' : game.result.replaceAll('1/2', '½')}, `
      + `${counted(game.moves, 'Zug', 'Züge')}, ${game.variant}${game.event && ` (${game.event})`}`,
    quoted: (text) => `„${text}“`,
    faultAt: ({ game, line, move, word }, fault) => {
      const place = [game && `Partie ${game}`, line && `Zeile ${line}`, move && `Zug ${move} ${word}`].filter(Boolean).join(', ');
      return `${place && `${place}: `}${fault}`;
    },
    linkHasNoPosition: 'Der Link enthält keine Stellung.',
    positionOfLink: 'Das ist die Stellung aus dem Link.',
    linkNotShown: (why) => `Die Stellung aus dem Link kann nicht gezeigt werden: ${why}`,
    linkNotPlayed: (faults) => `Die Stellung aus dem Link ist nicht spielbar: ${faults}.`,
    gameOfLinkNotShown: (why) => `Die Partie aus dem Link kann nicht gezeigt werden: ${why}.`,
    noSetUp: (found) => `Erwartet wird eine Aufstellung wie khet2/classic, gefunden wurde ${found || 'nichts'}`,
  },
  faults: {
    'fields': () => 'Auf das Brett muss die Seite am Zug folgen; das Regelwerk und zwei Zahlen dürfen folgen',
    'ranks': ({ found }) => `Das Brett hat ${counted(found, 'Reihe', 'Reihen')}: Nötig sind 8`,
    'rank-squares': ({ rank, least, found }) =>
      `Reihe ${rank} hat ${least ? 'mindestens ' : ''}${counted(found, 'Feld', 'Felder')}: Nötig sind 10`,
    'not-a-piece': ({ found }) => `${finding(found)} ist keine Figur`,
    'no-orientation': ({ letter }) =>
      `Nach ${letter} (${KINDS[letter.toLowerCase()]}) fehlt eine Ziffer von 1 bis 4, die sagt, wohin die Figur zeigt`,
    'not-a-side': ({ found }) => `${finding(found)} ist keine Seite am Zug: s ist Silber, r ist Rot`,
    'not-a-rule-set': ({ found, names }) => `${finding(found)} ist kein Regelwerk: Es gibt ${listed(names)}`,
    'not-a-number': ({ found }) => `${finding(found)} ist keine Anzahl von Zügen`,
    'pharaohs': ({ colour, count }) => (count
      ? `${player(colour)} hat ${count} ⟦Pharaonen|Kings⟧: Erlaubt ist nur einer` : `${player(colour)} braucht einen ⟦Pharao|King⟧`),
    'piece-not-in-rule-set': ({ piece, rules }) => `In ${rules} gibt es ${one('kein', piece, 'accusative')}`,
    'sphinx-off-corner': ({ colour, expected }) => `${large(the('x', 'nominative', STEMS[colour]))} gehört auf ${expected}`,
    'sphinx-faces-frame': ({ colour, squares, expected }) => {
      const sides = expected.map((/** @type {string} */ side) => COMPASS[side] ?? side);
      return `${large(the('x', 'nominative', STEMS[colour]))} auf ${squares[0]} muss nach ${listed(sides, 'oder')} zeigen`;
    },
    'sphinx-missing': ({ colour, squares }) => `${player(colour)} braucht ${one('ein', 'x', 'accusative')} auf ${squares[0]}`,
    'too-many-pieces': ({ colour, pieces, kinds, count, limit }) =>
      `${player(colour)} hat ${count} ${LIMITED[pieces] ?? kinds.join(', ')}: Erlaubt ${limit === 1 ? 'ist' : 'sind'} nur ${limit}`,
    'piece-on-reserved-square': ({ colour, piece, squares, owner }) =>
      `${large(the(piece, 'nominative', STEMS[colour]))} darf nicht auf ${squares[0]} stehen: Das Feld gehört nur ${player(owner)}`,
    'not-a-move': () => 'Das ist kein Zug; Züge schreibt man wie h2g2 oder h2+',
    'not-own-piece': ({ squares }) => `Die Figur auf ${squares[0]} gehört dem Gegner`,
    'too-far': ({ squares }) => `${squares[1]} liegt nicht neben ${squares[0]}`,
    'move-to-reserved-square': ({ squares }) => `${squares[0]} ist für den Gegner reserviert`,
    'empty-square': ({ squares }) => `${squares[0]} ist leer`, 'occupied-square': ({ squares }) => `${squares[0]} ist besetzt`,
    'game-over': () => 'Die Partie ist zu Ende', 'sphinx-moves': () => `${large(one('ein', 'x', 'nominative'))} zieht nicht`,
    'faces-frame': () => `${large(the('x', 'nominative'))} würde zum Rahmen zeigen`,
    'other-sense': () => '⟦Skarabäus|Switch⟧ und Auge dreht man mit +',
    'no-rotation': ({ piece }) => `${large(one('ein', piece, 'nominative'))} kann sich nicht drehen`,
    'no-stack': ({ squares }) => `Auf ${squares[0]} steht kein Stapel`,
    'no-tag-name': () => NO_TAG, 'no-tag-value': () => NO_TAG, 'open-tag-value': () => NO_TAG, 'open-tag': () => NO_TAG,
    'long-tag-name': () => 'Ein Tag ist zu lang', 'long-tag-value': () => 'Ein Tag ist zu lang',
    'repeated-tag': ({ name }) => `Das Tag ${name} steht zweimal da`,
    'result-tag': ({ found, names }) => `${finding(found)} ist kein Ergebnis: Es gibt ${listed(names)}`,
    'rule-set-tag': ({ found, names }) => `${finding(found)} ist kein Regelwerk: Es gibt ${listed(names)}`,
    'set-up-tag': ({ rules, found, names }) => `${rules} hat keine Aufstellung ${finding(found)}: Es gibt ${listed(names)}`,
    'kfen-tag': ({ reasons }) => reasons,
    'kfen-of-rule-set': ({ expected, found }) => `Die Tags RuleSet und KFEN widersprechen sich: ${expected} und ${found}`,
    'kfen-of-set-up': ({ ruleSet, name }) => `Die Tags SetUp und KFEN widersprechen sich: Die KFEN ist nicht die von ${ruleSet} ${name}`,
    'ply-count-tag': ({ found }) => `${finding(found)} im Tag PlyCount ist keine Zahl`,
    'ply-count': ({ expected, found }) => `Das Tag PlyCount nennt ${counted(found, 'Halbzug', 'Halbzüge')}, aber die Partie hat ${expected}`,
    'no-move': ({ found }) => `Vor ${findingDative(found)} fehlt ein Zug oder das Ergebnis`,
    'move-number': ({ expected, found }) => `Die Nummer ${finding(found)} müsste \`${expected}\` sein`,
    'result-of-last-move': ({ expected, found }) =>
      `Das Ergebnis ist \`${found}\`, aber der letzte Zug beendet die Partie mit \`${expected}\``,
    'result-of-tag': ({ expected, found }) => `Das Ergebnis ist nach den Zügen \`${found}\`, aber im Tag Result \`${expected}\``,
    'lone-result': () => 'Es gibt ein Ergebnis, aber weder Tags noch Züge',
    'open-comment': () => 'Der Kommentar, der hier beginnt, ist nicht geschlossen: } fehlt',
    'long-comment': () => 'Ein Kommentar ist zu lang',
    'open-variation': () => 'Die Variante, die hier beginnt, ist nicht geschlossen: ) fehlt',
    'no-move-in-variation': ({ found }) => `Vor ${findingDative(found)} fehlt ein Zug oder das Ergebnis`,
    'no-move-before-variation': () => NO_MOVE,
    'empty-variation': () => NO_MOVE,
    'deep-variation': ({ limit }) => `Varianten dürfen höchstens ${limit} Ebenen tief sein`,
    'result-in-variation': ({ found }) => `Eine Variante darf kein Ergebnis haben, gefunden wurde \`${found}\``,
    'no-game': ({ found }) => `Eine Partie beginnt mit einem Tag oder einem Zug, nicht mit ${findingDative(found)}`,
    'empty-file': () => 'Die Datei enthält keine Partie',
    'no-games': () => 'Die Datei enthält keine Partie in KGN',
    'not-utf-8': () => 'Ein Zeichen ist kein Text in UTF-8',
    'too-large': ({ limit, unit }) => `Höchstens ${limit} ${UNITS[unit] ?? unit} können gelesen werden`,
  },
  game: {
    players: { silver: 'Silber', red: 'Rot' },
    you: 'Du',
    newGame: (variant, setup, colour) => `Neue Partie, ${variant} ${setup}. ${player(colour)} ist am Zug.`,
    earlierPosition: 'Eine frühere Stellung: » führt zurück zur Partie',
    paused: 'Die Partie ist angehalten',
    isThinking: (name) => `${name} denkt nach …`,
    yourMove: (colour) => `Du bist am Zug und spielst ${player(colour)}.`,
    toMove: (colour) => `${player(colour)} ist am Zug.`,
    mayClaim: 'Diese Anordnung steht zum dritten Mal auf dem Brett: Du darfst Remis reklamieren.',
    youWin: 'Du gewinnst.', youLose: 'Du verlierst.',
    noAnswer: (name, why) => `${name} antwortet nicht: ${why}.`,
    nextOfSeries: 'Die nächste Partie der Serie hat begonnen.',

    crossTable: 'Kreuztabelle',
    gamesOf: (played, games) => `${played} von ${games}`,
    won: 'Siege', drawn: 'Remis', lost: 'Niederlagen', points: 'Punkte',

    claimsDraw: (name) => `${name} reklamiert Remis.`,
    offersDraw: (name) => `${name} bietet Remis an`,
    acceptsDraw: (name) => `${name} nimmt das Remis an.`,
    declinesDraw: (name) => `${name} lehnt das Remis ab.`,
    drawDeclined: 'Das Remis ist abgelehnt.',
    youResigned: 'Du hast aufgegeben.',
    resigned: (name) => `${name} hat aufgegeben.`,
    undo: 'Rückgängig',
    resignedIsGone: 'Die aufgegebene Partie ist nicht mehr auf dem Brett.',
    takenBack: 'Zurückgenommen.',
    movesTakenBack: (number) => (number === 1 ? 'Ein Zug wurde zurückgenommen.' : `${number} Züge wurden zurückgenommen.`),

    adopted: 'Das ist jetzt deine Partie.',
    reopened: 'Eine frühere Partie ist auf dem Brett.',
    notRead: 'Die Partie, die in diesem Browser gespeichert ist, kann nicht gelesen werden.',

    analysisMarks: 'Die Analyse zeigt die besten Züge dieser Partie. Die Partie wird dann markiert und zählt nicht.',
    analyseAnyway: 'Trotzdem analysieren',
    lookingForMove: 'Ein guter Zug wird gesucht …',
    goodMove: (move) => `Ein guter Zug ist ${move}`,
  },
  opponents: {
    fullStrength: 'Volle Stärke',
    characters: {
      Pip: 'Übersieht etwa die Hälfte deiner Drohungen und manchen eigenen Gewinn.',
      Nef: 'Schießt ab, was zu treffen ist, und übersieht viele Drohungen.',
      Mau: 'Verpasst selten einen Gewinn, übersieht aber oft deinen nächsten Schuss.',
      Tia: 'Denkt an deine Antwort und übersieht noch manchen Strahl.',
      Seti: 'Übersieht selten eine Drohung, schätzt Stellungen aber oft falsch ein.',
      Ipi: 'Sieht die meisten Schüsse der nächsten zwei Züge, deine wie die eigenen.',
      Anpu: 'Übersieht kaum je einen Schuss, schaut aber nicht weit voraus.',
      Sobi: 'Übersieht so gut wie nichts und schaut weiter voraus.',
      Tehu: 'Sieht jeden Schuss der nächsten zwei Züge und schätzt manche Stellung falsch ein.',
      Sekhi: 'Schaut mehrere Züge voraus und urteilt gut.',
      Hor: 'Schaut mehrere Züge voraus und schätzt kaum je eine Stellung falsch ein.',
      Khepri: 'Die Engine selbst, die ihre ganze Bedenkzeit nutzt.',
    },
  },
  storage: {
    tooLarge: 'zu groß',
    onlyGameKept: (why) =>
      `In diesem Browser kann nur deine Partie gespeichert werden (${why}). Beim Neuladen gehen Rückblicke und Partien aus Dateien verloren.`,
    notKept: (why) =>
      `Die Partie kann in diesem Browser nicht gespeichert werden (${why}). Sie geht weiter, aber beim Neuladen geht sie verloren.`,
    allowData: 'Erlaube dieser Seite, Daten zu speichern, damit Partien erhalten bleiben.',
  },
  connection: {
    onServer: 'Sie läuft in dem Programm, das diese Seite liefert, und darf alle Kerne seines Rechners nutzen.',
    inPage: 'Sie läuft in dieser Seite, auf einem Kern. Das Programm khepri liefert dieselbe Seite mit einer Engine für alle Kerne.',
    lost: 'Die Verbindung zu Khepri ist unterbrochen',
    tryingAgain: 'Neuer Versuch …',
    notLetIn: 'Khepri lässt diese Seite nicht ein. Öffne die Adresse, die es ausgegeben hat, mit ihrem Token.',
    refused: (why) => `Khepri meldet: ${why}`,
    idle: 'Die Sitzung war zu lange untätig',
    ended: 'Die Engine wurde beendet',
    serverAnswered: (status) => `Der Server antwortete mit ${status}`,
    lacking: 'Diesem Browser fehlt etwas, das die Engine braucht',
    fileIsMissing: 'Die Datei fehlt, oder die Verbindung ist unterbrochen',
    notLoaded: (file) => `${file} kann nicht geladen werden`,
    notLoadedBecause: (file, why) => `${file} kann nicht geladen werden: ${why}. `
      + 'Die Engine braucht diese Datei. Scheitert auch ein neuer Versuch, muss der Ordner der Seite neu auf den Server kopiert werden.',
    noWebAssembly: `Die Engine braucht WebAssembly, das dieser Browser nicht hat oder nicht erlaubt. ${ADVICE} `
      + 'Ein Modus mit höherer Sicherheit kann es verbieten.',
    noVectors: `Die Engine braucht WebAssembly mit 128-Bit-Vektoren (SIMD), das dieser Browser nicht hat. ${ADVICE}`,
    noWorkers: `Die Engine braucht Worker, die dieser Browser nicht hat. ${ADVICE}`,
    noModuleWorkers: `Die Engine braucht Modul-Worker, die dieser Browser nicht hat. ${ADVICE}`,
  },
  learn: {
    lessons: 'Lektionen',
    nextTask: 'Nächste Übung', nextLesson: 'Nächste Lektion', hint: 'Tipp', playFirstGame: 'Erste Partie spielen',
    rules: 'Regeln mit Bildern',
    numbered: (number, lesson) => `${number}. ${lesson}`,
    lesson: (number, lesson) => `Lektion ${number}, ${lesson}`,
    finishedLesson: (number, lesson) => `Lektion ${number}, ${lesson}, abgeschlossen`,
    taskOf: (task, tasks) => `Übung ${task} von ${tasks}`,
    finishedOf: (finished, lessons) => `${finished} von ${lessons} Lektionen abgeschlossen`,
    allFinished: 'Du hast alle Lektionen abgeschlossen.',
    spokenTask: (lesson, idea, task) => `${lesson}. ${idea} ${task}`,
    cheers: ['Richtig!', 'Sehr gut!', 'Genau so!'],
    ready: 'Sehr gut! Jetzt bist du bereit für eine Partie.',
    solved: 'Die Übung ist gelöst',
    moveIs: (move) => `Der Zug ist ${move}.`,
    tryAgain: (reason) => `${reason} Versuch es noch einmal.`,
    cannotCheck: (reason) => `Der Zug kann nicht geprüft werden: ${reason}`,
    cannotStart: (reason) => `Die Partie kann nicht beginnen: ${reason}`,
    newGame: 'Eine neue Partie hat begonnen.',
  },
  goals: {
    ownPharaoh: 'Dein Strahl trifft deinen eigenen ⟦Pharao|King⟧: Damit ist die Partie verloren.',
    ownPiece: ({ letter, square }) => `Dein Strahl trifft ${one('dein', letter, 'accusative', 'eigen')} auf ${square}.`,
    notPiece: (hits, missed) => `${beamHits(hits)}, aber nicht ${placed(missed)}.`,
    notPharaoh: (hits) => `${beamHits(hits)}, aber nicht den ⟦Pharao|King⟧.`,
    stopped: ({ letter, square }) => `${large(the(letter, 'nominative'))} auf ${square} hält deinen Strahl mit der Vorderseite auf.`,
    leavesAt: (square) => `Dein Strahl verlässt bei ${square} das Brett und trifft nichts.`,
    leavesAtOnce: 'Dein Strahl verlässt sofort das Brett und trifft nichts.',
    isHit: (opponent, { letter, square }) =>
      `Dann trifft der Strahl von ${player(opponent)} ${one('dein', letter, 'accusative')} auf ${square}.`,
    notStopped: (opponent) => `Dann kommt der Strahl von ${player(opponent)} durch: Keine deiner Figuren hält ihn auf.`,
    notTurned: (opponent) => `Dann kommt der Strahl von ${player(opponent)} durch: Keine deiner Figuren lenkt ihn um.`,
    opponentWins: (opponent, move) => `Dann spielt ${player(opponent)} ${move} und trifft deinen ⟦Pharao|King⟧.`,
    noThreat: 'Von dort würde keiner deiner nächsten Züge den ⟦Pharao|King⟧ treffen.',
    notThere: (_colour, letter) => `Nach diesem Zug gibt es ${one('kein', letter, 'accusative')}.`,
    notOn: ({ letter, square }) => `Nach diesem Zug steht ${one('kein', letter, 'nominative')} auf ${square}.`,
  },
  lessons: {
    laser: {
      title: 'Ziehen und schießen',
      idea: 'In deinem Zug ziehst du eine Figur auf ein Nachbarfeld oder drehst sie. Danach schießt dein Laser, aus der Ecke j1.',
      tasks: [{
        text: '⟦Deine Pyramide|Dein Deflector⟧ auf i3 trägt einen Spiegel. Wähle ⟦sie|ihn⟧ und dann j3, um ⟦sie|ihn⟧ in den Strahl '
          + 'zu ziehen.',
        hint: 'Wähle ⟦die Pyramide|den Deflector⟧ auf i3, dann das markierte Feld j3.',
      }, {
        text: 'Der Spiegel auf j3 lenkt den Strahl vom Brett. Wähle ihn und dann einen der runden Pfeile, sodass der Strahl f3 trifft.',
        hint: 'Der Spiegel muss nach j1 zeigen, woher der Strahl kommt, und nach f3, wohin er soll.',
      }],
    },
    mirror: {
      title: 'Spiegel',
      idea: 'Trifft ein Strahl auf den Spiegel ⟦einer Pyramide|eines Deflectors⟧, geht er im rechten Winkel weiter. '
        + 'Mehrere Spiegel wirken nacheinander.',
      tasks: [{
        text: 'Drehe deinen zweiten Spiegel auf e3 so, dass der Strahl nach e6 geht.',
        hint: 'Der Spiegel auf e3 muss nach e6 und nach j3 zeigen.',
      }, {
        text: 'Ziehe den Spiegel von f2 auf das Feld, von dem aus der Strahl nach g6 geht.',
        hint: 'Der Strahl läuft durch Reihe 3, und das Ziel steht in Spalte g.',
      }],
    },
    shield: {
      title: 'Treffer und Spiegel',
      idea: '⟦Eine Pyramide|Ein Deflector⟧ hat zwei Seiten mit Spiegel, an denen ein Strahl abbiegt. Von den beiden anderen Seiten '
        + 'nimmt ein Strahl ⟦sie|ihn⟧ vom Brett.',
      tasks: [{
        text: '⟦Eine der beiden roten Pyramiden zeigt dir ihren Spiegel, die andere ihren Rücken. Triff die, die'
          + '|Einer der beiden roten Deflectors zeigt dir seinen Spiegel, der andere seinen Rücken. Triff den, der⟧ sich treffen lässt.',
        hint: '⟦Die Pyramide|Der Deflector⟧ auf f5 kehrt dir den Rücken zu, also muss der Strahl durch Reihe 5 laufen.',
      }, {
        text: 'Jetzt zielt Rot mit dem roten Strahl auf den Rücken ⟦deiner Pyramide|deines Deflectors⟧ auf f4. Drehe '
          + '⟦die Pyramide|den Deflector⟧ so, dass der Spiegel den Strahl umlenkt.',
        hint: 'Der Spiegel muss nach a4 zeigen: Eine der beiden Drehungen schafft das.',
      }],
    },
    scarab: {
      title: 'Der ⟦Skarabäus|Switch⟧',
      idea: 'Ein ⟦Skarabäus|Switch⟧ hat auf allen Seiten Spiegel, und kein Strahl kann ihn vom Brett nehmen. Er darf mit '
        + '⟦einer Pyramide oder einem Anubis|einem Deflector oder einem Defender⟧ auf einem Nachbarfeld den Platz tauschen, '
        + 'ob es deine Figur ist oder eine rote.',
      tasks: [{
        text: 'Drehe den ⟦Skarabäus|Switch⟧ auf f3 so, dass der Strahl nach f6 geht.',
        hint: 'Wähle den ⟦Skarabäus|Switch⟧ und drehe ihn. Beide Richtungen bewirken dasselbe.',
      }, {
        text: 'Ziehe den ⟦Skarabäus|Switch⟧ auf ⟦die rote Pyramide|den roten Deflector⟧ auf e5: Die beiden tauschen den Platz. '
          + 'Der Strahl trifft ⟦die Pyramide|den Deflector⟧ dann auf e4.',
        hint: 'Wähle den ⟦Skarabäus|Switch⟧ auf e4, dann das umrahmte Feld e5.',
      }],
    },
    anubis: {
      title: 'Der ⟦Anubis|Defender⟧',
      idea: 'Ein ⟦Anubis|Defender⟧ hält mit dem Schild an seiner Vorderseite Strahlen auf. Von den drei anderen Seiten kann er '
        + 'getroffen werden.',
      tasks: [{
        text: 'Der rote ⟦Anubis|Defender⟧ auf e4 hält seinen Schild nach j4, also hält er einen Strahl in Reihe 4 auf. '
          + 'Triff ihn von einer anderen Seite.',
        hint: 'Dein zweiter Spiegel auf e5 lenkt einen Strahl aus Reihe 5 nach e4.',
      }, {
        text: 'Der Strahl von Rot zielt auf deinen ⟦Pharao|King⟧ auf g4. Stelle ihm deinen ⟦Anubis|Defender⟧ in den Weg.',
        hint: 'Ziehe den ⟦Anubis|Defender⟧ von e5 in Reihe 4.',
      }],
    },
    pharaoh: {
      title: 'Der ⟦Pharao|King⟧',
      idea: 'Ein ⟦Pharao|King⟧ hat weder Spiegel noch Schild. Wird dein ⟦Pharao|King⟧ getroffen, verlierst du die Partie.',
      tasks: [{
        text: 'Triff den roten ⟦Pharao|King⟧ auf e6 und gewinne.',
        hint: 'Dein Strahl läuft durch Reihe 3: Ein Spiegel auf e3 lenkt ihn nach e6.',
      }, {
        text: 'Dein ⟦Pharao|King⟧ steht im Strahl von Rot. Bring ihn in Sicherheit.',
        hint: 'Ziehe den ⟦Pharao|King⟧ in Reihe 3 oder Reihe 5.',
      }],
    },
    reserved: {
      title: 'Reservierte Felder',
      idea: 'Felder mit einem Auge gehören nur Rot, und Felder mit einem Anch gehören nur dir. Figuren der anderen Seite '
        + 'dürfen dort nicht hin.',
      tasks: [{
        text: '⟦Deine Sphinx|Dein Laser⟧ zeigt nach i1, der Strahl läuft also durch Reihe 1. Ziehe deinen Spiegel von i2 so in den '
          + 'Strahl, dass dieser h5 trifft.',
        hint: 'Das Feld i1 hat ein Auge, also nimm das daneben.',
      }, {
        text: 'Rot versteckt sich auf den Feldern mit einem Auge. Triff ⟦die Pyramide|den Deflector⟧ auf a7, ohne diese Felder zu betreten.',
        hint: 'Dein Spiegel auf b7 lenkt einen Strahl um, der durch Spalte b kommt.',
      }],
    },
    'own-beam': {
      title: 'Dein eigener Strahl',
      idea: 'Dein Laser schießt in jedem Zug und verschont niemanden. Schau vor deinem Zug, wo der Strahl endet.',
      tasks: [{
        text: 'Dein Strahl zielt auf den Rücken ⟦deiner eigenen Pyramide|deines eigenen Deflectors⟧ auf f4. Rette ⟦sie|ihn⟧ mit einem Zug.',
        hint: 'Ziehe oder drehe ⟦eine der beiden Pyramiden|einen der beiden Deflectors⟧.',
      }, {
        text: 'Triff ⟦die rote Pyramide|den roten Deflector⟧ auf f5, und gib auf deinen ⟦Pharao|King⟧ acht.',
        hint: 'Ziehe den Spiegel in Reihe 5.',
      }],
    },
    sphinx: {
      title: '⟦Die Sphinx|Der Laser⟧',
      idea: 'Dein Strahl kommt aus ⟦der Sphinx, die ihre Ecke nie verlässt. Sie|dem Laser, der seine Ecke nie verlässt. Er⟧ kann sich '
        + 'drehen, was ein ganzer Zug ist.',
      tasks: [{
        text: 'Dein Laser schießt durch die leere Spalte j. Drehe ⟦die Sphinx|den Laser⟧ so, dass der Strahl '
          + '⟦die Pyramide|den Deflector⟧ auf f1 trifft.',
        hint: 'Wähle ⟦die Sphinx|den Laser⟧ auf j1, dann den runden Pfeil.',
      }, {
        text: 'Jetzt zielt dein Laser auf deinen eigenen ⟦Pharao|King⟧. Drehe ⟦die Sphinx|den Laser⟧ so, dass der Strahl f5 trifft.',
        hint: 'Der Spiegel auf j5 steht bereit. Nur ⟦die Sphinx|der Laser⟧ muss sich drehen.',
      }],
    },
    threat: {
      title: 'Drohung und Verteidigung',
      idea: 'Suche vor deinem Zug nach Zügen von Rot, die deinen ⟦Pharao|King⟧ treffen würden. Suche dann nach eigenen Drohungen.',
      tasks: [{
        text: 'Der Strahl von Rot zielt auf deinen ⟦Pharao|King⟧, und der rote Spiegel kann ihm folgen. Finde einen Zug, nach dem Rot '
          + 'ihn nicht treffen kann.',
        hint: 'Halte den Strahl mit deinem ⟦Anubis|Defender⟧ auf, oder ziehe dorthin, wo der ⟦Anubis|Defender⟧ deinen '
          + '⟦Pharao|King⟧ abschirmt.',
      }, {
        text: 'Noch kannst du den roten ⟦Pharao|King⟧ auf e7 nicht treffen. Mach einen Zug, nach dem dein nächster ihn treffen könnte.',
        hint: 'Ein Spiegel auf e4 würde deinen Strahl nach e7 lenken, also bring einen in die Nähe dieses Feldes.',
      }],
    },
    reach: {
      title: 'Wohin kann er kommen?',
      idea: 'Jeder deiner Züge kann deinen Strahl auf einen anderen Weg schicken. Sieh dir vor dem Zug an, welche Felder und Figuren er erreichen kann.',
      tasks: [{
        text: '☼ oben oder die Taste l rahmt jede Figur ein, die Züge treffen können, mit deren Zahl, und färbt die Felder, die nur ein Zug beleuchtet. Triff f2.',
        hint: 'Drücke auf f2: Dann steht der Zug, der es trifft, in der Liste. Ein gestrichelter Rahmen ist eine eigene Figur.',
      }, {
        text: 'Hierhin kann der Strahl von Rot kommen: Ein Zug trifft deinen ⟦Pharao|King⟧. Mach einen Zug, nach dem keiner ihn trifft.',
        hint: 'Bring ⟦deine Pyramide|deinen Deflector⟧ als Spiegel in Reihe 5, oder weiche in Reihe 4 aus.',
      }],
    },
    eye: {
      title: 'Das Auge',
      idea: 'Manche Aufstellungen haben Augen des Horus, die nichts vom Brett nehmen kann. Ein Auge teilt einen Strahl: Die eine Hälfte '
        + 'geht geradeaus weiter, die andere biegt ab wie an einem ⟦Skarabäus|Switch⟧.',
      tasks: [{
        text: 'Drehe das Auge auf g3 so, dass ein Schuss sowohl ⟦die Pyramide|den Deflector⟧ auf e3 als auch '
          + 'den ⟦Anubis|Defender⟧ auf g5 trifft.',
        hint: 'Wähle das Auge und drehe es.',
      }, {
        text: 'Ziehe das Auge so in deinen Strahl, dass ein Schuss sowohl e3 als auch g6 trifft.',
        hint: 'Die umgelenkte Hälfte muss durch Spalte g gehen.',
      }],
    },
    stack: {
      title: 'Stapel',
      idea: 'In einer älteren Ausgabe, Khet 1.0, stehen anstelle der ⟦Anubis|Defender⟧ Obelisken ohne Spiegel und Schild, auch zwei auf '
        + 'einem Feld. Die Laser sind dort im Rahmen.',
      tasks: [{
        text: 'Ziehe einen deiner beiden Obelisken auf den anderen.',
        hint: 'Wähle den Obelisken auf g3, dann h3.',
      }, {
        text: 'Ziehe vom Stapel auf g3 nur den oberen Obelisken.',
        hint: 'Wähle den Stapel und ein Feld daneben, dann „Nur der obere“.',
      }, {
        text: 'Drehe deinen Spiegel und triff den roten Stapel auf f3. Der Schuss nimmt nur den oberen Obelisken vom Brett.',
        hint: 'Der Spiegel auf j3 muss den Strahl nach f3 lenken.',
      }],
    },
    'first-game': {
      title: 'Deine erste Partie',
      idea: 'In deiner ersten Partie gibt es weder Augen noch Obelisken. Alle Figuren stehen einander im Weg, und jeder Schuss zählt.',
      tasks: [{
        text: 'In dieser Stellung aus einer Partie trifft ein Zug den roten ⟦Pharao|King⟧. Finde diesen Zug.',
        hint: 'Folge deinem Strahl zum ⟦Skarabäus|Switch⟧ auf f7. Was geschieht, wenn er sich dreht?',
      }],
    },
  },
  rules: {
    lessons: 'Lektionen',
    sections: {
      aim: {
        title: 'Das Ziel',
        paragraphs: [
          'Triff mit deinem Laser den ⟦Pharao|King⟧ des Gegners, und du gewinnst. Wird dein eigener ⟦Pharao|King⟧ getroffen, '
            + 'und sei es von deinem eigenen Laser, verlierst du.',
        ],
        captions: ['Der Anfang einer Partie, mit beiden Strahlen. Silber spielt von unten und beginnt.'],
      },
      turn: {
        title: 'Ein Zug',
        paragraphs: [
          'Zuerst ziehst du eine deiner Figuren auf ein Nachbarfeld, auch diagonal, oder drehst sie um 90 Grad. Passen darfst du nicht.',
          'Danach schießt dein Laser, in jedem Zug. Er nimmt jede Figur vom Brett, die er trifft, auch deine eigenen.',
        ],
        captions: ['Silber zieht ⟦die Pyramide|den Deflector⟧ nach j3 …', '… und der Schuss trifft ⟦die Pyramide|den Deflector⟧ auf f3.'],
      },
      sphinx: {
        title: '⟦Die Sphinx und ihr|Der Laser und sein⟧ Strahl',
        paragraphs: [
          'Dein Strahl kommt aus ⟦deiner Sphinx|deinem Laser⟧ in der Ecke, bei Silber j1, bei Rot a8. Nichts kann '
            + '⟦die Sphinx|den Laser⟧ bewegen oder vom Brett nehmen, und ⟦sie|er⟧ verschluckt jeden Strahl.',
          '⟦Die Sphinx|Den Laser⟧ zu drehen ist ein ganzer Zug. ⟦Sie|Er⟧ zeigt in Richtung der Spalte oder der Reihe, nie zum Rahmen.',
        ],
        captions: ['Der Strahl läuft durch Spalte j nach oben …', '… oder durch Reihe 1 nach links.'],
      },
      pyramid: {
        title: '⟦Die Pyramide|Der Deflector⟧ lenkt Licht um oder wird getroffen',
        paragraphs: [
          '⟦Eine Pyramide|Ein Deflector⟧ hat einen diagonalen Spiegel. Ein Strahl, der auf den Spiegel trifft, geht im rechten Winkel '
            + 'weiter, und ein Strahl von einer der beiden anderen Seiten nimmt ⟦die Pyramide|den Deflector⟧ vom Brett.',
        ],
        captions: ['Die Spiegel auf j4 und e4 lenken den Strahl um. Er trifft ⟦die Pyramide|den Deflector⟧ auf e7 in den Rücken.'],
      },
      scarab: {
        title: 'Der ⟦Skarabäus|Switch⟧ lenkt Licht auf beiden Seiten um',
        paragraphs: [
          'Ein ⟦Skarabäus|Switch⟧ hat Spiegel auf beiden Seiten einer Diagonale, also kann ihn kein Strahl vom Brett nehmen.',
          'Er darf mit ⟦einer Pyramide, einem Anubis|einem Deflector, einem Defender⟧ oder einem Obelisken beliebiger Farbe auf einem '
            + 'Nachbarfeld den Platz tauschen. Keine der beiden Figuren dreht sich dabei.',
        ],
        captions: [
          'Dieser Strahl nutzt beide Seiten des ⟦Skarabäus|Switch⟧ auf e4.',
          'Der ⟦Skarabäus|Switch⟧ auf e4 tauscht den Platz mit ⟦der Pyramide …|dem Deflector …⟧',
          '… ⟦die|der⟧ auf e4 getroffen wird.',
        ],
      },
      anubis: {
        title: 'Der ⟦Anubis|Defender⟧ verschluckt Licht von vorn',
        paragraphs: [
          'Die Vorderseite ⟦eines Anubis|eines Defenders⟧ verschluckt einen Strahl. Ein Strahl von einer der drei anderen Seiten nimmt '
            + 'den ⟦Anubis|Defender⟧ vom Brett.',
        ],
        captions: ['Der ⟦Anubis|Defender⟧ auf e4 hält den Strahl von Silber auf. Der auf f5 wird an der Seite getroffen.'],
      },
      pharaoh: {
        title: 'Der ⟦Pharao|King⟧ wird von jeder Seite getroffen',
        paragraphs: [
          'Ein ⟦Pharao|King⟧ hat weder Spiegel noch Schild und kann sich nicht drehen. Ein Schuss, der beide ⟦Pharaonen|Kings⟧ trifft, '
            + 'ergibt Remis.',
        ],
        captions: ['Der rote ⟦Pharao|King⟧ ist getroffen: Silber hat gewonnen.'],
      },
      eye: {
        title: 'Das Auge teilt Licht',
        paragraphs: [
          'Das Auge des Horus ist eine Ergänzung zu jedem Regelwerk. Die eine Hälfte eines Strahls geht geradeaus weiter, die andere '
            + 'biegt ab wie an einem ⟦Skarabäus|Switch⟧.',
          'Ein Auge zieht, dreht sich und tauscht den Platz wie ein ⟦Skarabäus|Switch⟧, und nichts nimmt es vom Brett. Alle Treffer '
            + 'eines Schusses zählen zugleich.',
        ],
        captions: ['Das Auge auf f4 schickt Licht nach c4 und nach f7.'],
      },
      obelisk: {
        title: 'Obelisken und Stapel',
        paragraphs: [
          'Khet 1.0 und Deflexion haben Obelisken, die von jeder Seite getroffen werden und sich nicht drehen können.',
          'In Khet 1.0 dürfen zwei Obelisken einer Farbe auf einem Feld stehen. Ein Treffer nimmt den oberen vom Brett, und es zieht '
            + 'der ganze Stapel oder nur der obere Obelisk.',
        ],
        captions: ['Der Schuss nimmt auf e4 den oberen Obelisken vom Brett. Der Laser ist im Rahmen.'],
      },
      reserved: {
        title: 'Reservierte Felder',
        paragraphs: [
          'Nur rote Figuren dürfen auf Felder mit einem Auge ziehen, nur silberne auf Felder mit einem Anch. Eine Figur, die mit einem '
            + '⟦Skarabäus|Switch⟧ den Platz tauscht, darf auf jedes von ihnen gelangen.',
        ],
        captions: ['⟦Khet 2.0|Laser Chess⟧ und Khet 1.0', 'Deflexion'],
      },
      end: {
        title: 'Das Ende einer Partie',
        paragraphs: [
          'Die Partie endet, wenn ein ⟦Pharao|King⟧ getroffen wird. Steht dieselbe Anordnung zum dritten Mal auf dem Brett, darf der '
            + 'Spieler am Zug Remis reklamieren.',
          'Remis ist es auch, wenn ein Spieler keinen erlaubten Zug hat, was kaum je vorkommt.',
        ],
        captions: [],
      },
    },
    effectsTitle: 'Was ein Strahl bewirkt', effectsHead: ['Figur', 'Ein Strahl'],
    effects: [
      ['⟦Pharao|King⟧', 'trifft ihn, und die Partie ist zu Ende'],
      ['⟦Pyramide|Deflector⟧', 'biegt am Spiegel ab und trifft die beiden anderen Seiten'],
      ['⟦Skarabäus|Switch⟧', 'biegt ab'],
      ['⟦Anubis|Defender⟧', 'endet an der Vorderseite und trifft die drei anderen Seiten'],
      ['⟦Sphinx|Laser⟧', 'endet'],
      ['Obelisk', 'trifft ihn'],
      ['Auge', 'geht geradeaus weiter und biegt ab'],
    ],
    differencesTitle: 'Die Regelwerke', rule: 'Regel',
    differences: [
      ['Strahl', 'aus ⟦der Sphinx, die|dem Laser, der⟧ sich dreht', 'aus dem Rahmen', 'aus dem Rahmen'],
      ['Wächter', '⟦Anubis|Defender⟧, je zwei', 'Obelisken, je vier, stapelbar', 'Obelisken, je zwei, nicht stapelbar'],
      ['Felder von Rot', 'Spalte a, i1, i8', 'Spalte a, i1, i8', 'Spalte a'],
      ['Felder von Silber', 'Spalte j, b1, b8', 'Spalte j, b1, b8', 'Spalte j'],
      ['Erster Zug', 'Silber', 'Silber', 'Rot'],
      ['Andere Namen', '–', 'Djed für ⟦Skarabäus|Switch⟧', 'Djed für ⟦Skarabäus|Switch⟧, Gold für Rot'],
    ],
  },
  puzzles: {
    next: 'Nächste Aufgabe', hint: 'Tipp (gilt als misslungen)', again: 'Von vorn', analyse: 'Stellung analysieren', rules: 'Regelwerk',
    theme: 'Thema', allThemes: 'Alle',
    themeName: (theme) => PUZZLE_THEMES[theme]?.[0] ?? theme,
    themeMeaning: (theme) => PUZZLE_THEMES[theme]?.[1] ?? '',
    yourRating: 'Deine Wertung',
    deviation: (deviation) => `Die Abweichung ist ${deviation}.`,
    streak: (streak, best) => `Serie ${streak}, beste ${best}`,
    solvedOf: (solved, all) => `${solved} von ${all} gelöst`,
    solvedAndFailed: (solved, all, failed) => `${solved} von ${all} gelöst, ${failed} misslungen`,
    ofDay: 'Laser des Tages',
    ofDayResults: { solved: 'Laser des Tages: gelöst', failed: 'Laser des Tages: misslungen' },
    task: puzzleTask,
    taskOfDay: (number, colour, kind) => `Laser des Tages ${number}. ${puzzleTask(colour, kind)}`,
    aim: 'Tippe zuerst auf das Feld, auf dem der Strahl deines ersten Zuges enden wird. Verlässt er das Brett, ist das sein letztes Feld.',
    aimed: (square) => `Du sagst, dass der Strahl auf ${square} enden wird. Finde jetzt den besten Zug.`,
    otherSquare: 'Anderes Feld',
    beamEnded: (square) => `Der Strahl endete auf ${square}, wie du gesagt hast.`,
    beamEndedElsewhere: (ends, square) => `Der Strahl endete auf ${ends}, nicht auf ${square}.`,
    dayStreak: (rules, streak, best) => `${rules}. Tage in Folge: ${streak}, beste Serie ${best}`,
    shareResult: 'Ergebnis teilen', result: 'Ergebnis',
    sharedTitle: (number, day) => `Khepri, Laser des Tages ${number} (${day})`,
    sharedStreak: (streak) => `${streak} Tage in Folge`,
    runStart: 'Drei Minuten', runStop: 'Beenden', runRules: 'Löse so viele, wie du kannst. Ein falscher Zug führt zur nächsten Aufgabe.',
    runCount: (solved) => `${solved} gelöst`,
    timeLeft: (seconds) => `noch ${counted(seconds, 'Sekunde', 'Sekunden')}`,
    runRight: 'Richtig! Die nächste:', runWrong: 'Falsch. Die nächste:',
    runOver: (solved, failed, best) => `Der Lauf ist vorbei: ${solved} gelöst, ${failed} misslungen. Dein bestes Ergebnis ist ${best}.`,
    runBest: (solved, failed) => `Der Lauf ist vorbei: ${solved} gelöst, ${failed} misslungen. Das ist dein bestes Ergebnis!`,
    spokenTask: (task) => `${task}.`,
    facts: (rating, moves, themes) => `Aufgabe mit Wertung ${rating}${moves ? `, Gewinn in ${counted(moves, 'Zug', 'Zügen')}` : ''}. `
      + `${themes.length ? `Themen: ${themes.map((theme) => PUZZLE_THEMES[theme]?.[0] ?? theme).join(', ')}.` : 'Kein besonderes Thema.'}`,
    loading: 'Die Aufgaben werden geladen …',
    cannotLoad: (reason) => `Die Aufgaben können nicht geladen werden: ${reason}`,
    none: 'Solche Aufgaben gibt es nicht.',
    find: 'Finde den besten Zug. Sein Schuss ist vorher nicht zu sehen.',
    seen: 'Du kennst diese Aufgabe schon: Deine Wertung bleibt.',
    examining: 'Der Zug wird geprüft …',
    cannotExamine: (reason) => `Der Zug kann nicht geprüft werden: ${reason}`,
    right: 'Richtig! Finde den nächsten Zug.',
    solvedNow: 'Gelöst!', solution: 'Das ist die Lösung.', solved: 'Die Aufgabe ist gelöst',
    pieceOn: (square) => `Es ist die Figur auf ${square}.`,
    moveIs: (move) => `Der Zug ist ${move}.`,
    winsLater: (move) => `${move} gewinnt auch, aber später. Finde den schnellsten Gewinn.`,
    wrong: (move, kind) => `${puzzleFault(move, kind)}. Versuch es noch einmal.`,
    draws: (move) => `${move} beendet die Partie mit Remis. Versuch es noch einmal.`,
    loses: (move, hits) => `${move} trifft ${hits} und verliert. Versuch es noch einmal.`,
    answered: (move, kind, opponent, answer) =>
      `${puzzleFault(move, kind)}: ${player(opponent)} antwortet mit ${answer}. Versuch es noch einmal.`,
    answeredWithHits: (move, kind, opponent, answer, hits) =>
      `${puzzleFault(move, kind)}: ${player(opponent)} antwortet mit ${answer} und trifft ${hits}. Versuch es noch einmal.`,
  },
  edit: {
    tools: 'Werkzeuge', move: 'Bewegen', rotate: 'Drehen', erase: 'Löschen',
    piece: (colour, letter) => large(bare({ colour, letter })),
    toMove: 'Am Zug', silver: 'Silber', red: 'Rot', rules: 'Regelwerk', setUp: 'Aufstellung', noSetUp: '…',
    setUpOf: (rules, setUp) => `${rules} ${setUp}`,
    clear: 'Leeren', undo: 'Rückgängig machen',
    putOnBoard: 'Aufs Brett', copyKfen: 'KFEN kopieren', copyKgn: 'KGN kopieren', copyLink: 'Link kopieren', link: 'Link',
    savePicture: 'Bild speichern', saveSvg: 'Als SVG speichern',
    playable: 'Diese Stellung ist spielbar.',
    notPlayable: 'Diese Stellung ist noch nicht spielbar:',
    moreFaults: (count) => (count === 1 ? 'und ein weiterer Fehler' : `und ${count} weitere Fehler`),
    edited: 'Die Stellung wird bearbeitet',
    onBoard: 'Die Stellung steht auf dem Brett.',
    findOpponent: '„Neue Partie“ findet einen Gegner für diese Stellung.',
    cannotWrite: (reason) => `Die Partie kann nicht geschrieben werden: ${reason}`,
  },
  games: {
    ofFile: (file) => `Partien: ${file}`,
    search: 'Suchen', searchGames: 'Partien suchen', games: 'Meine Partien',
    none: 'Eine Partie bleibt hier, wenn eine andere ihren Platz auf dem Brett einnimmt.',
    kept: (count) => (count === 1 ? 'Eine Partie ist in diesem Browser gespeichert.' : `${count} Partien sind in diesem Browser gespeichert.`),
    foundOf: (found, games) => `${found} von ${games} Partien`,
    more: (count) => `Mehr zeigen (${count})`,
    cannotRead: (reason) => `Die Partie kann nicht gelesen werden: ${reason}`,
    cannotSave: (reason) => `Die Partien können nicht gespeichert werden: ${reason}`,
    cannotChange: (reason) => `Das kann in diesem Browser nicht gespeichert werden: ${reason}`,
    players: (silver, red) => `${silver || 'Silber'} – ${red || 'Rot'}`,
    result: (result, outcome) => ({ won: 'Gewonnen', drawn: 'Remis', lost: 'Verloren' }[outcome] ?? (result === '*' ? 'unbeendet' : result.replaceAll('1/2', '½'))),
    facts: ({ place, players, moves, variant, event, date }) => [
      { board: 'Auf dem Brett', waiting: 'Wartet' }[place], players,
      date, counted(moves, 'Zug', 'Züge'), variant, event,
    ].filter(Boolean).join(' · '),
    choose: (game) => `${game} auswählen`,
    changeTitle: (game) => `Titel ändern: ${game}`,
    title: 'Titel', save: 'Speichern',
    delete: (game) => `${game} löschen`,
    deletedGames: (count) => `Gelöscht (${count})`,
    deletedOne: (game) => `${game} wurde gelöscht.`,
    deletedMany: (count) => `${counted(count, 'Partie', 'Partien')} wurden gelöscht.`,
    gone: 'Nicht alle diese Partien sind noch gespeichert.',
    putBack: 'Zurückholen',
    putBackOne: (game) => `${game} zurückholen`,
    backAgain: (game) => `${game} ist wieder da.`,
    whileRoom: 'Gelöschte Partien bleiben hier, bis der Browser ihren Platz braucht.',
    erase: 'Alle endgültig löschen',
    eraseQuestion: (count) => `${count === 1 ? 'Eine Partie kann' : `${count} Partien können`} danach nicht mehr zurückgeholt werden.`,
    chosen: (count) => `${count} ausgewählt`,
    chooseAll: 'Alle auswählen', chooseNone: 'Keine auswählen', deleteChosen: 'Löschen',
    place: 'Zeigen', all: 'Alle Partien',
    folder: 'Ordner', folderOf: (folder, count) => `${folder} (${count})`,
    putInto: 'In den Ordner legen', takeOut: 'Aus dem Ordner nehmen',
    areIn: (count, folder) => `${count === 1 ? 'Die Partie liegt' : `${count} Partien liegen`} im Ordner ${folder}.`,
    areOut: (count) => `${count === 1 ? 'Die Partie liegt' : `${count} Partien liegen`} jetzt in keinem Ordner.`,
    folderName: 'Name des Ordners', renameFolder: 'Ordner umbenennen', removeFolder: 'Ordner auflösen',
    folderRenamed: (before, after) => `Der Ordner ${before} heißt jetzt ${after}.`,
    folderRemoved: (folder) => `Der Ordner ${folder} wurde aufgelöst. Seine Partien bleiben.`,
    saveAll: 'Alle als KGN speichern',
    saveSome: (count) => `${count} als KGN speichern`,
    addFile: 'Aus Datei hinzufügen', file: 'Datei mit Partien',
    addAll: 'Alle zu meinen Partien hinzufügen',
    added: (count) => (count === 1 ? 'Eine Partie wurde hinzugefügt.' : `${count} Partien wurden hinzugefügt.`),
    addedOf: (added, all) => `${added} von ${all} Partien wurden hinzugefügt: Dieser Browser hat keinen Platz mehr.`,
    refused: (count, fault) => `${count === 1 ? 'Ein' : count} Fehler in der Datei: ${fault}.`,
    cannotAdd: (file, reason) => `${file} kann nicht gelesen werden: ${reason}`,
  },
  mistakes: {
    task: (colour) => `${player(colour)} am Zug: Finde einen besseren Zug`,
    none: 'Es gibt keine Fehler zu verbessern.',
    howToFind: 'Nach dem Rückblick auf eine Partie bietet er dir deine Fehler darin als Aufgaben an.',
    facts: (number, against, move, mark, lost) =>
      `${against ? `Gegen ${against}, Zug` : 'Zug'} ${number}: ${move}, ${MARKS[mark]}, ${lost} Gewinnchance verloren`,
    find: 'Ein Zug, der weniger als 5 % kostet, löst die Aufgabe. Sein Schuss ist vorher nicht zu sehen.',
    again: 'Noch einmal', next: 'Nächster Fehler', showBetter: 'Besseren Zug zeigen',
    betterIs: (move) => `Ein besserer Zug ist ${move}. Die Aufgabe bleibt auf der Liste.`,
    right: (move) => `${move} ist richtig.`,
    rightFor: (move, lost) => `${move} ist richtig: Das kostet nur ${lost}.`,
    rightAfterHelp: (move) => `${move} ist richtig. Der Zug wurde gezeigt, daher bleibt die Aufgabe auf der Liste.`,
    costs: (move, lost, opponent, answer, hits) =>
      `${move} kostet ${lost} Gewinnchance: ${player(opponent)} antwortet mit ${answer}${hits && ` und trifft ${hits}`}.`,
    solved: 'Der Fehler ist verbessert',
    left: (count) => `${counted(count, 'Fehler', 'Fehler')} zu verbessern`,
    mine: (count) => `Meine Fehler (${count})`,
    retryMine: (count) => `Meine Fehler verbessern (${count})`,
    retryOf: (name, count) => `Fehler von ${name} verbessern (${count})`,
  },
};

export default TEXTS;
