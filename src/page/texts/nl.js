// @ts-check
// The texts of the page in Dutch.

import { capital, counted, listed } from './grammar.js';

/** @typedef {import('../khet/position.js').Colour} Colour */
/** @typedef {import('../khet/position.js').Piece} Piece */
/** @typedef {import('../khet/speech.js').Hit} Hit */
/** @typedef {import('../khet/words.js').OwnedHit} OwnedHit */
/** @typedef {import('../game/chance.js').Mark} Mark */
/** @typedef {import('../game/reach.js').Target} Target */
/** A piece on a square, by its letter of KFEN in lower case. @typedef {import('./en.js').Placed} Placed */

/** The pieces within a sentence, by the letter of KFEN. @type {Record<string, string>} */
const KINDS = {
  k: '⟦farao|king⟧', p: '⟦piramide|deflector⟧', s: '⟦scarabee|switch⟧', a: '⟦anubis|defender⟧', x: '⟦sfinx|laser⟧',
  o: 'obelisk', t: 'stapel obelisken', e: 'oog',
};
/** The pieces with a capital letter, by the letter of KFEN. @type {Record<string, string>} */
const NAMES = {
  k: '⟦Farao|King⟧', p: '⟦Piramide|Deflector⟧', s: '⟦Scarabee|Switch⟧', a: '⟦Anubis|Defender⟧', x: '⟦Sfinx|Laser⟧',
  o: 'Obelisk', t: 'stapel Obelisken', e: 'Oog',
};
/** The pieces as the rules call them where these names are longer. @type {Record<string, string>} */
const LONG_NAMES = { ...NAMES, t: 'gestapelde Obelisken', e: 'Oog van Horus' };
/** The plurals of the pieces whose number is limited, by their letters. @type {Record<string, string>} */
const LIMITED = {
  k: '⟦Farao’s|Kings⟧', p: '⟦Piramides|Deflectors⟧', s: '⟦Scarabeeën|Switches⟧', a: '⟦Anubissen|Defenders⟧', e: 'Ogen', ot: 'Obelisken',
  se: '⟦Scarabeeën|Switches⟧ en Ogen samen',
};
/** The orientations of pieces by their turn: pieces that face a corner, that face a side, and that have two mirrors. */
const QUADRANTS = ['het noordoosten', 'het zuidoosten', 'het zuidwesten', 'het noordwesten'];
const SIDES = ['het noorden', 'het oosten', 'het zuiden', 'het westen'];
const MIRRORS = ['het noordoosten en het zuidwesten', 'het zuidoosten en het noordwesten'];
/** The sides that a Sphinx may face, by their names in faults. @type {Record<string, string>} */
const FACED = { north: 'het noorden', east: 'het oosten', south: 'het zuiden', west: 'het westen' };

/** The names of the colours. @type {Record<Colour, string>} */
const COLOURS = { silver: 'Zilver', red: 'Rood' };
/** The colours as adjectives after an article, or before a noun with the article «de». @type {Record<Colour, string>} */
const ADJECTIVES = { silver: 'zilveren', red: 'rode' };

/** Returns the name of a player. @param {string} colour */
const player = (colour) => COLOURS[/** @type {Colour} */ (colour)] ?? colour;

/** Returns whether the noun of a piece is neuter. @param {string} letter */
const isNeuter = (letter) => letter === 'e';

/** Returns the article of a piece. @param {string} letter */
const article = (letter) => (isNeuter(letter) ? 'het' : 'de');

/** Returns a piece with its colour and without an article: `rode piramide`, `rood oog`. @param {Piece} piece */
const pieceWords = ({ colour, letter }) =>
  `${colour === 'red' && isNeuter(letter) ? 'rood' : ADJECTIVES[colour]} ${KINDS[letter] ?? letter}`;

/** Returns a piece with its article, its colour and its square: `de rode piramide op e7`. @param {Piece} piece @param {string} square */
const thePiece = ({ colour, letter }, square) => `${article(letter)} ${ADJECTIVES[colour]} ${KINDS[letter] ?? letter} op ${square}`;

/** Returns what follows a piece with an orientation: `, gericht op het noordoosten`. @param {string} letter @param {number} turn */
function turned(letter, turn) {
  switch (letter) {
    case 'p': return `, gericht op ${QUADRANTS[turn]}`;
    case 'a': case 'x': return `, gericht op ${SIDES[turn]}`;
    case 's': case 'e': return `, spiegels naar ${MIRRORS[turn]}`;
    default: return '';
  }
}

/** Returns a piece that moves, with its square. @param {Piece} piece @param {string} square @param {boolean} [isTop] only the top of a stack */
const mover = (piece, square, isTop = false) =>
  `${isTop ? `bovenste ${pieceWords({ ...piece, letter: 'o' })}` : pieceWords(piece)} ${square}`;

/** Returns the pieces that a beam hits, as the object of «raakt». @param {Hit[]} hits */
const hitPieces = (hits) => hits.map(({ square, piece }) => (piece ? thePiece(piece, square) : square)).join(' en ') || 'niets';

/** Returns what a beam hits. @param {Hit[]} hits */
const hitsWords = (hits) => `raakt ${hitPieces(hits)}`;

/** Returns what moves can hit: `Piramide c4 (2 zetten) en Anubis f7 (1 zet)`. @param {Target[]} targets */
const targetWords = (targets) => listed(targets.map(({ letter, square, moves }) =>
  `${NAMES[letter] ?? 'een stuk op'} ${square} (${counted(moves, 'zet', 'zetten')})`), 'en');
/** Returns how many moves light a square and hit a piece on it. @param {number} moves @param {number} hits */
const lightWords = (moves, hits) =>
  `${moves ? counted(moves, 'zet kan', 'zetten kunnen') : 'geen zet kan'} het verlichten${hits ? `, ${counted(hits, 'kan', 'kunnen')} het raken` : ''}`;

/** Returns pieces that are hit, with their owners. @param {OwnedHit[]} hits */
const ownedWords = (hits) => hits.map(({ square, piece, owner }) => {
  if (!piece) return square;
  const { colour, letter } = piece;
  const whose = owner === 'you' ? 'je' : `${article(letter)} ${owner === 'itself' ? 'eigen' : ADJECTIVES[colour]}`;
  return `${whose} ${NAMES[letter] ?? letter} op ${square}`;
}).join(' en ');

/** What a preview says of no own piece that is hit, of one, and of more. */
const OWN = ['', ', een eigen stuk', ', eigen stukken'];

/** The results. @type {Record<string, string>} */
const RESULTS = { '1-0': 'Zilver wint', '0-1': 'Rood wint', '1/2-1/2': 'Remise' };
/** The ends of sentences about a result, by its reason. @type {Map<string, string>} */
const ENDS = new Map([
  ['pharaoh', ': de ⟦Farao|King⟧ is geraakt'],
  ['both-pharaohs', ': beide ⟦Farao’s|Kings⟧ zijn geraakt'],
  ['no-moves', ': er is geen geldige zet meer'],
  ['repetition', ' door driemaal dezelfde stelling'],
  ['resignation', ' door opgave'],
  ['time', ' op tijd'],
  ['agreement', ' in onderling overleg'],
]);

/** What is said of a tag that cannot be read. */
const NO_TAG = 'een tag schrijf je als [Silver "naam"], op één regel';
/** What is said of a tag that is too long, and of a variation without moves. */
const LONG_TAG = 'een tag is te lang', NO_MOVE = 'de variant die hier begint, heeft geen zet, of er staat geen zet voor';
/** What was found where a text ends, by the words of the program. @type {Record<string, string>} */
const TEXT_ENDS = { 'the end of the text': 'het einde van de tekst', 'the end of the line': 'het einde van de regel' };
/** The units of limits. @type {Record<string, string>} */
const UNITS = { plies: 'halve zetten' };

/** Returns what was found in a text. @param {string} found */
const foundWords = (found) => TEXT_ENDS[found] ?? found;
/** Returns a number of plies. @param {number|string} number */
const plies = (number) => counted(number, 'halve zet', 'halve zetten');

const ADVICE = 'Werk de browser bij of gebruik een andere: Chromium vanaf 91, Firefox vanaf 114 of Safari vanaf 16.4.';

/** The names of the marks of a review within a sentence. @type {Record<string, string>} */
const MARKS = {
  best: 'beste zet', good: 'goede zet', inaccuracy: 'onnauwkeurigheid', mistake: 'fout', blunder: 'blunder', book: 'boekzet',
};
/** The marks of a review as nouns: one, and many. @type {Record<Mark, [string, string]>} */
const MARKED = {
  best: ['beste zet', 'beste zetten'], good: ['goede zet', 'goede zetten'], inaccuracy: ['onnauwkeurigheid', 'onnauwkeurigheden'],
  mistake: ['fout', 'fouten'], blunder: ['blunder', 'blunders'],
};
/** The directions of a beam. @type {Record<string, string>} */
const DIRECTIONS = { n: 'omhoog', e: 'naar rechts', s: 'omlaag', w: 'naar links' };
/** The ends of a leg of a beam on a square. @type {Record<string, string>} */
const LEG_ENDS = { turn: 'buigt af op', split: 'splitst zich op', hit: 'raakt', stop: 'stopt op' };
/** What the field for moves and commands takes. The other words are commands, which are the same in all languages. */
const COMMANDS = 'Typ een zet: h2g2 verplaatst, h2+ draait rechtsom, h2- linksom, e1d2t verplaatst de bovenste obelisk van een stapel. '
  + 'Andere opdrachten: hint, undo (terugnemen), moves of moves h2 (zetten), beam, beam red of beam h2g2 (stralen), threats (dreigingen), silver en red (stukken), help.';

/** The tasks of puzzles, by their kinds. @type {Record<string, string>} */
const PUZZLE_TASKS = { win: 'win', material: 'win materiaal', save: 'red jezelf' };
/** What a wrong move of a puzzle does not do, by the kind of the puzzle. @type {Record<string, string>} */
const PUZZLE_FAULTS = { win: 'dwingt geen winst af', material: 'wint niet genoeg', save: 'redt je niet' };
/** The themes of puzzles: the name and what it means. @type {Record<string, [string, string]>} */
const PUZZLE_THEMES = {
  'double-hit': ['dubbele treffer', 'Eén schot raakt twee of meer stukken van de tegenstander.'],
  'sacrifice': ['eigen stuk geofferd', 'Je laat een eigen stuk raken.'],
  'eye-move': ['Oog gespeeld', 'Je verplaatst, wisselt of draait een Oog.'],
  'eye-split': ['gesplitste straal', 'Een Oog splitst je schot, en het raakt.'],
  'swap': ['wissel', 'Je wisselt twee stukken.'],
  'scarab': ['⟦Scarabee|Switch⟧ als spiegel', 'Je brengt een ⟦Scarabee|Switch⟧ in je straal of draait die daar, en die leidt het schot naar een treffer.'],
  'sphinx': ['draai van de ⟦Sfinx|Laser⟧', 'Je draait je ⟦Sfinx|Laser⟧.'],
  'borrowed-mirror': ['geleende spiegel', 'Een stuk van de tegenstander leidt je schot naar een treffer.'],
  'long-way': ['lange weg', 'Een schot van vijf of meer rechte stukken raakt.'],
  'opened-beam': ['straal geopend', 'Een stuk van jou verlaat je straal, en het schot gaat over dat veld naar een treffer.'],
  'closed-beam': ['straal gesloten', 'Je eerste zet maakt de straal van de tegenstander korter.'],
  'shield': ['schild verwijderd', 'Je laatste schot gaat over een veld waar eerst een stuk van de tegenstander stond.'],
  'double-threat': ['dubbele dreiging', 'Na je eerste zet dreig je de ⟦Farao|Koning⟧ met twee schoten te raken.'],
  'hunt': ['jacht', 'De ⟦Farao|Koning⟧ van de tegenstander verplaatst zich als antwoord.'],
  'defence': ['verdediging', 'Je eerste zet maakt een eind aan elke dreiging tegen je ⟦Farao|Koning⟧.'],
  'interposition': ['stuk ertussen', 'Je verdedigt je met een stuk in de baan van het dreigende schot.'],
  'flight': ['vlucht', 'Je verdedigt je door je ⟦Farao|Koning⟧ te verplaatsen.'],
};

/** Returns a piece with its square: `Piramide op e4`. @param {Placed} piece */
const placed = ({ letter, square }) => `${NAMES[letter] ?? ''} op ${square}`;
/** Returns a piece with its article and its square: `de Piramide op e4`. @param {Placed} piece */
const thePlaced = (piece) => `${article(piece.letter)} ${placed(piece)}`;
/** Returns where a beam ends that hits pieces, without a full stop. @param {Placed[]} hits */
const beamHits = (hits) => `Je straal raakt ${hits.map(thePlaced).join(' en ')}`;
/** Returns the task of a puzzle: `Rood aan zet: win`. @param {string} colour of the player @param {string} kind of the puzzle */
const puzzleTask = (colour, kind) => `${player(colour)} aan zet: ${PUZZLE_TASKS[kind] ?? kind}`;
/** Returns why a move of a puzzle is wrong: `h2g2 dwingt geen winst af`. @param {string} move @param {string} kind of the puzzle */
const puzzleFault = (move, kind) => `${move} ${PUZZLE_FAULTS[kind] ?? 'is fout'}`;

/** @type {import('./en.js').Texts} */
const TEXTS = {
  names: {
    kinds: KINDS,
    variants: { khet2: '⟦Khet 2.0|Laser Chess⟧', khet1: 'Khet 1.0', deflexion: 'Deflexion' },
    setups: { classic: '⟦Classic|Ace⟧', imhotep: '⟦Imhotep|Curiosity⟧', dynasty: '⟦Dynasty|Grail⟧' },
    withEyes: (setup) => `${setup} met Ogen`,
  },
  editions: {
    title: 'Welk spel heb je?', label: 'Je spel', none: 'Niet gekozen',
    notes: { laser: 'King, Deflector, Switch', khet2: 'Farao, Scarabee, Sfinx', khet1: 'Stapels obelisken', deflexion: 'Obelisken; Rood begint' },
    chosen: (game) => `${game} is gekozen. Bij de instellingen kun je dat wijzigen.`,
    newcomer: 'Is het spel nieuw voor je?', newTo: (game) => `Is ${game} nieuw voor je?`, learn: 'Leer het stap voor stap',
  },
  settings: {
    language: 'Taal',
    asBrowser: 'Zoals de browser',
    names: 'Namen',
    beams: 'Stralen', bothBeams: 'Beide stralen', nextBeam: 'Volgende straal', noBeams: 'Geen stralen',
    colours: 'Kleuren', asSystem: 'Zoals het systeem', light: 'Licht', dark: 'Donker',
    motion: 'Animaties', animated: 'Aan', still: 'Uit',
    tempo: 'Tempo', calm: 'Rustig', quick: 'Vlot', instant: 'Direct',
    sounds: 'Geluid', off: 'Uit', on: 'Aan',
    pieces: 'Stukken', khetPieces: 'Khet', laserPieces: 'Laser Chess', plainPieces: 'Eenvoudig',
    piecesNotLoaded: 'De stukken konden niet worden geladen.',
    board: 'Bord', automatic: 'Automatisch', wide: 'Breed', turned: 'Gedraaid',
    size: 'Grootte van de stukken', small: 'Klein', normal: 'Normaal', large: 'Groot',
    offerSounds: 'Bij de schoten kan geluid klinken.', soundsOn: 'Geluid aan',
  },
  page: {
    title: 'Khepri – Khet en Laser Chess',
    titleOf: (game) => `Khepri – ${game}`,
    flipBoard: 'Bord omdraaien',
    help: 'Help',
    boardAndPlayers: 'Bord en spelers',
    silverToMove: 'Zilver aan zet',
    whatToDo: 'Onderdelen',
    openPanel: 'Geopend onderdeel', pullUp: 'Omhoog trekken', closePanel: 'Onderdeel sluiten',
    ownGameWaits: 'Je eigen partij wacht.', backToOwnGame: 'Terug naar mijn partij', keepThisOne: 'Deze houden',
    keepInGames: 'Bewaren in Partijen', keptInGames: 'De partij staat nu in Partijen.',
    undo: 'Ongedaan maken',
    undoWhat: (what) => `Ongedaan maken: ${what}`,
    cancel: 'Annuleren',
    tryAgain: 'Opnieuw proberen',
    panelNotOpened: (panel, why) => `“${panel}” kan niet worden geopend: ${why}`,
    secondTab: 'Khepri is al open in een ander tabblad. Dit tabblad heeft een eigen bord, dat niet wordt bewaard.',
    noAnswer: (why) => `Khepri antwoordt niet: ${why}`,
    newVersion: 'Er is een nieuwe versie van Khepri.', useNewVersion: 'Gebruiken',
  },
  panels: {
    game: 'Partij',
    learn: 'Leren',
    rules: 'Spelregels',
    analysis: 'Analyse',
    review: 'Bespreking',
    edit: 'Editor',
    puzzles: 'Puzzels',
    settings: 'Instellingen',
    mistakes: 'Mijn fouten',
    games: 'Partijen',
  },
  help: {
    title: 'Het spel in een minuut',
    turn: 'In je beurt verplaats je één stuk naar een aangrenzend veld (schuin mag ook) of draai je het een kwartslag. '
      + 'Daarna schiet je laser.',
    hits: 'Spiegels buigen de straal af. Raakt hij een stuk op een zijde zonder spiegel, dan gaat dat van het bord, ook als het van jou is.',
    win: 'Raak de ⟦Farao|King⟧ van je tegenstander en je wint.',
    pieces: '⟦Piramides|Deflectors⟧ hebben één spiegel, ⟦Scarabeeën|Switches⟧ hebben spiegels aan beide kanten. '
      + 'Een ⟦Anubis|Defender⟧ stopt licht met zijn schild. Een Oog laat licht door en buigt het ook af. '
      + 'Een ⟦Sfinx|Laser⟧, een ⟦Scarabee|Switch⟧ en een Oog kunnen niet worden uitgeschakeld.',
    swaps: 'Een ⟦Scarabee|Switch⟧ of een Oog mag van plaats wisselen met een ⟦Piramide|Deflector⟧, een ⟦Anubis|Defender⟧ of een Obelisk '
      + 'ernaast. In Khet 1.0 mag je Obelisken stapelen.',
    reserved: 'Velden met een oog zijn alleen voor Rood, velden met een ankh alleen voor Zilver.',
    openRules: 'Spelregels met plaatjes',
    onBoard: 'Op het bord',
    mouse: 'Muis',
    mouseUse: 'Klik op een gemarkeerd veld of sleep een stuk erheen. Met het muiswiel boven een stuk kies je een draaiing; klik op het stuk '
      + 'om te schieten.',
    touch: 'Aanraken',
    touchUse: 'Tik op een veld om het schot te zien, tik nog eens om te schieten. Aan tafel en in puzzels blijft het schot '
      + 'zolang verborgen.',
    beams: 'Stralen',
    beamsUse: 'De straal van Zilver is lichtblauw, die van Rood is rood. In de instellingen kies je welke je vóór een schot ziet.',
    moves: 'Zetten',
    movesUse: 'h2g2 verplaatst het stuk van h2 naar g2, h2↻ draait het, ×e7 is een treffer en # het einde.',
    keys: 'Toetsen',
    keysBefore: 'Pijltjes en Enter op het bord;', keysAnd: 'en',
    keysAfter: 'tonen een draaiing, Enter schiet; Escape laat het stuk los. Elders blader je met de pijltjes door de partij.',
    keyReach: 'toont waar je straal kan komen, daarna die van je tegenstander.',
    keyTask: 'gaat van een opgave naar het bord, en terug.',
    engine: 'De engine',
    engineSpeed: (movesPerSecond) => `De laatste lange berekening haalde ${movesPerSecond} zetten per seconde.`,
    close: 'Sluiten',
  },
  review: {
    file: 'Bestand met partijen', loadFile: 'Bestand laden',
    start: 'Partij bespreken', startAgain: 'Opnieuw bespreken',
    depth: 'Diepte', quick: 'Snel', normal: 'Normaal', thorough: 'Grondig', deep: 'Diep',
    progress: 'Voortgang',
    cancel: 'Annuleren',
    games: 'Partijen',
    isRunning: 'De partij is nog bezig: bespreken kan na afloop.',
    noGame: 'Speel een partij, laad een bestand met partijen (KGN) of sleep er een hierheen.',
    reading: (file) => `${file} wordt gelezen`,
    tooLarge: (file) => `het bestand ${file} is te groot: hoogstens 64 MiB is toegestaan`,
    moreFaults: (count) => `en nog ${count}`,
    showMore: (count) => `Meer tonen (${count})`,
    searching: 'Bezig met rekenen',
    searched: (done, all) => `Stelling ${done} van ${all}`,
    accuracies: (silver, red) => `Nauwkeurigheid van Zilver ${silver}, van Rood ${red}`,
    graph: 'Winstkans van Zilver na elke zet',
    lead: 'De grafiek en de aantallen brengen je naar de zetten.',
    players: COLOURS,
    rows: { best: 'Beste', good: 'Goed', inaccuracy: 'Onnauwkeurig', mistake: 'Fout', blunder: 'Blunder' },
    goToNext: (mark) => `Naar de volgende ${MARKS[mark]}`,
    goToNextOf: (count, mark, colour) => `${counted(count, ...MARKED[mark])} van ${COLOURS[colour]}, naar de volgende`,
    judged: (move, mark, lost, score) => `${move}: ${MARKS[mark]}${lost && `, ${lost} winstkans verloren`} (${score})`,
    betterMove: (move, score) => `${move}: de betere zet (${score})`,
    backTo: (move) => `Terug naar ${move}`,
    showBetter: 'Betere zet tonen',
    better: (score) => `beter: ${score}`,
  },
  analysis: {
    evaluation: 'Evaluatie',
    scoreTitle: 'Scores voor Zilver, in ⟦Piramides|Deflectors⟧',
    figuresTitle: 'Diepte en grootste diepte, zetten per seconde, zetten',
    silverWins: 'Zilver wint', draw: 'Remise', redWins: 'Rood wint',
    lines: 'Lijnen',
    engine: 'Engine',
    stop: 'Stop', goOn: 'Verder',
    threat: 'Dreiging', threatTitle: 'Wat de tegenstander zou doen als die aan zet was',
    pausedHidden: 'De analyse is gepauzeerd omdat de pagina verborgen was. Ga door met “Verder”.',
    pausedLong: (minutes) => `De analyse is gepauzeerd na ${minutes} minuten in één stelling. Ga door met “Verder”.`,
    engineLost: (why, isRestarted) => `De engine is weggevallen: ${why}.${isRestarted ? ' Hij start opnieuw.' : ''}`,
    forSilver: (score) => `${score} voor Zilver`, notKnown: 'nog niet bekend',
    chances: (win, draw, loss) => `Zilver wint ${win} %, remise ${draw} %, Rood wint ${loss} %`,
    figures: (depth, speed, moves) => `diepte ${depth} · ${speed}/s · ${moves || 'van eerder'}`,
    isOver: 'de partij is afgelopen', thinking: 'denkt na', stopped: 'gestopt',
    lookingForThreat: 'De dreiging wordt gezocht…',
    threatLine: (moves, score) => `Dreiging: ${moves}  (${score})`,
    isRunning: 'De partij is nog bezig: lijnen uitspelen kan na afloop.',
    hasEnded: 'De partij is hier afgelopen: ga terug om andere zetten te proberen.',
    walkTo: (move) => `Ga naar ${move}`,
  },
  moves: {
    record: 'Partijverloop',
    title: 'Zetten',
    variation: 'Variant', makeMain: 'Hoofdvariant maken', deleteFromHere: 'Vanaf hier wissen',
    deleted: (move) => `${move} is gewist, met alles wat volgde.`,
    steps: 'Bladeren', toStart: 'Naar het begin', back: 'Terug', forward: 'Vooruit', toEnd: 'Naar het einde',
    hint: (isFree, isAtTable) => [
      'Kies een stuk en daarna een veld of een draaiing.',
      isAtTable ? 'Aan tafel zie je het schot niet voordat je schiet.' : 'Je ziet het schot al voordat je schiet.',
      'Wie de ⟦Farao|King⟧ verliest, verliest de partij; de regels staan in de help.',
      isFree ? 'Hier speel je beide kanten, tot je een tegenstander kiest.' : '',
    ].filter(Boolean).join(' '),
    spoken: ({ number, move, hits, mark, result, shown }) =>
      `${number}. ${capital(move)}, ${hits}${mark && `, ${MARKS[mark] ?? mark}`}${result && `. ${result}`}. ${shown}`,
  },
  notes: {
    title: 'Notities',
    marks: 'Tekens',
    markNames: ['goede zet', 'fout', 'briljante zet', 'blunder', 'interessante zet', 'dubieuze zet'],
    commentOn: (move) => `Commentaar bij ${move}`, commentBefore: 'Commentaar vóór de eerste zet',
    draw: 'Tekenen',
    drawTitle: 'Sleep op het bord: ook de rechterknop tekent, met Shift in rood, met Alt in blauw, met Ctrl in geel',
    clearDrawings: 'Tekeningen wissen',
  },
  play: {
    duringGame: 'Tijdens de partij',
    hint: 'Hint',
    takeBack: 'Terugnemen',
    acceptDraw: 'Aannemen', declineDraw: 'Afslaan', claimDraw: 'Remise claimen', offerDraw: 'Remise bieden',
    resign: 'Opgeven',
    pause: 'Pauze', continue: 'Verder',
    fireAgain: 'Herhaling',
    playAgainst: 'Speel tegen',
    strength: (level, isEasy) => (level ? `${level}${isEasy ? ' · een makkelijke partij' : ''}` : 'Volle sterkte'),
    challenge: (name, strength, character) => `Speel tegen ${name}, ${strength.toLowerCase()}. ${character}`,
    cannotStart: (why) => `De partij kan niet beginnen: ${why}`,
    newGameBegun: 'Er is een nieuwe partij begonnen.',
  },
  newGame: {
    title: 'Nieuwe partij',
    opponent: 'Tegenstander', silversLevel: 'Niveau van Zilver', redsLevel: 'Niveau van Rood',
    full: 'voluit',
    setUp: 'Opstelling', positionOnBoard: 'De stelling op het bord',
    more: 'Meer',
    kind: 'Partij', againstEngine: 'Tegen de engine', twoPeople: 'Twee spelers', engineAgainstEngine: 'Engine tegen engine', withFriend: 'Met een vriend, per link',
    byLink: 'Je speelt en stuurt je vriend een link. Je vriend opent hem, antwoordt en stuurt de volgende link.',
    ruleSet: 'Spelregels',
    colour: 'Kleur', silver: 'Zilver', red: 'Rood', random: 'Willekeurig',
    engine: 'Engine', silversEngine: 'Engine van Zilver', redsEngine: 'Engine van Rood',
    games: 'Partijen',
    board: 'Bord', stays: 'Vast, met voorvertoning', atTable: 'Aan tafel: draait mee, geen voorvertoning',
    time: 'Bedenktijd', secondsPerMove: 'Seconden per zet', clockForBoth: 'Klok voor beiden', noClock: 'Geen klok',
    minutes: 'Minuten', increment: 'Increment in seconden',
    movesFirst: (colour) => `${COLOURS[colour]} begint.`,
    start: 'Partij beginnen',
  },
  ahead: {
    entered: (move) => `Vooruit gezet: ${move}.`,
    shown: (move) => `Vooruit gezet: ${move}`,
    note: 'vooruit gezet',
    drop: 'Zet vooruit annuleren', dropped: 'De zet vooruit is teruggenomen.',
    impossible: (move) => `De zet vooruit ${move} is niet meer mogelijk.`,
    offered: (move) => `De zet vooruit ${move} is niet gedaan: de stelling is veranderd.`,
    tapToFire: 'Tik nog eens om vooruit te zetten', clickToFire: 'Klik om vooruit te zetten', enterToFire: 'Enter om vooruit te zetten',
  },
  ending: {
    draw: 'Remise', youWin: 'Je wint',
    wins: (name) => `${name} wint`,
    pharaohHit: (colour) => `De ⟦Farao|King⟧ van ${COLOURS[colour]} is geraakt`,
    accuracy: 'Nauwkeurigheid:',
    rematch: 'Revanche',
    review: 'Partij bespreken',
    coloursExchanged: (own) => `De kleuren zijn gewisseld: je speelt nu met ${COLOURS[own]}.`,
  },
  share: {
    title: 'Delen',
    link: 'Link', copyLink: 'Link kopiëren', linkTitle: 'Een partij Khet',
    linkTo: (host, plies, shown) => `Link naar de partij op ${host} (${plies === 1 ? '1 halve zet' : `${plies} halve zetten`}${shown ? `, bij halve zet ${shown}` : ''})`,
    saveKgn: 'Opslaan als KGN', savePng: 'Opslaan als PNG', saveGif: 'Opslaan als GIF',
    shot: 'Schot', shareShot: 'Dit schot delen', picture: 'Afbeelding', seconds: 'Gif van 3 seconden', share: 'Delen …',
    notWritten: (why) => `De partij kan niet worden opgeslagen: ${why}`,
    animation: {
      progress: 'Voortgang van de animatie',
      drawing: 'Tekenen',
      frame: (done, all) => `Beeld ${done} van ${all}`,
      cancel: 'Animatie annuleren',
      notMade: (why) => `De animatie kan niet worden gemaakt: ${why}`,
    },
  },
  commands: {
    field: 'Zet of opdracht', placeholder: 'Een zet, een link, of help',
    help: COMMANDS,
    noAnswer: 'Er komt nu geen antwoord.',
    notLegal: (move) => `${move} is hier geen geldige zet.`,
    unknown: (command) => `“${command}” is geen zet en geen opdracht. ${COMMANDS}`,
    notYourMove: 'Je bent niet aan zet.',
    beamHidden: (colour) => `De straal van ${COLOURS[colour]} is hier verborgen.`,
    beam: (colour, legs, hits) => {
      const path = legs.map(({ to, dir, end }) => `${DIRECTIONS[dir]}, ${end === 'edge' ? 'verlaat het bord' : `${LEG_ENDS[end] ?? 'bereikt'} ${to}`}`);
      return `De straal van ${COLOURS[colour]} gaat ${path.join('; ')}. Hij ${hits}.`;
    },
    threatsHidden: 'Dreigingen zijn hier verborgen.',
    isOver: 'De partij is afgelopen.',
    threatensPharaoh: (colour, moves) => `${COLOURS[colour]} dreigt de ⟦Farao|King⟧ te raken: ${moves.join('; ')}.`,
    couldHit: (colour, squares) => `${COLOURS[colour]} kan ${squares.join(', ')} raken.`,
    threatensNothing: (colour) => `${COLOURS[colour]} dreigt niets.`,
    pieces: (colour, pieces) =>
      `${COLOURS[colour]}: ${pieces.map(({ letter, turn, square }) => `${KINDS[letter] ?? letter} op ${square}${turned(letter, turn)}`).join('; ')}.`,
    moves: (moves) => `${moves.length} ${moves.length === 1 ? 'zet' : 'zetten'}: ${moves.map(({ move, hits }) => `${move}${hits && ` ${hits}`}`).join('; ')}.`,
    noMoves: 'Er is geen geldige zet.',
    nothingToUndo: 'Er is geen zet om terug te nemen.',
    noHint: 'Een hint is er als je tegen een tegenstander aan zet bent.',
  },
  reach: {
    title: 'Waar kan hij komen?',
    titleOf: (colour) => `Waar kan de straal van ${player(colour)} komen?`,
    canHit: (colour, targets) => `${player(colour)} kan ${targetWords(targets) || 'niets'} raken.`,
    hitsItself: (colour, targets) => `${player(colour)} zou zichzelf kunnen raken: ${targetWords(targets)}.`,
    note: lightWords,
    square: (square, moves, hits) => `${square}: ${lightWords(moves, hits)}.`,
    pointAt: 'Wijs een veld aan om de zetten te zien die het verlichten.',
    move: (text, move, hits) => `${text}: ${move}, ${hitsWords(hits)}`,
    hidden: 'Waar stralen kunnen komen, is hier verborgen.',
    ended: 'Waar stralen kunnen komen, wordt niet meer getoond.',
  },
  speech: {
    rotates: (piece, square, sign) => `${mover(piece, square)} draait${sign && (sign === '+' ? ' rechtsom' : ' linksom')}`,
    moves: (piece, from, to, isTop) => `${mover(piece, from, isTop)} naar ${to}`,
    stacks: (piece, from, to, isTop) => `${mover(piece, from, isTop)} op obelisk ${to}`,
    swaps: (piece, from, other, to) => `${mover(piece, from)} wisselt met ${pieceWords(other)} ${to}`,
    hits: hitsWords,
    result: (result, reason) => (RESULTS[result] ?? result) + (ENDS.get(reason) ?? (reason && `: ${reason}`)),
  },
  board: {
    board: 'Bord',
    cell: (square, piece) => `${square}, ${piece ? pieceWords(piece) + turned(piece.letter, piece.turn) : 'leeg'}`,
    cellNotes: (isTarget, owner) => [isTarget ? 'geldig doelveld' : '', owner && `alleen voor ${COLOURS[owner]}`].filter(Boolean).join(', '),
    rotatePiece: 'Stuk draaien', rotateAnticlockwise: 'Linksom draaien', rotateClockwise: 'Rechtsom draaien',
    stackOrTop: 'De hele stapel verplaatsen of alleen de bovenste?', wholeStack: 'Hele stapel', topOnly: 'Alleen bovenste',
    tapToFire: 'Tik nog eens om te schieten', clickToFire: 'Klik om te schieten', enterToFire: 'Enter om te schieten',
    noPictures: 'deze browser kan geen afbeeldingen tekenen',
    noPng: 'deze browser kan geen PNG schrijven',
    pictureNotSaved: (why) => `De afbeelding kan niet worden opgeslagen: ${why}`,
  },
  links: {
    faults: {
      altered: 'De link is onderweg afgekapt of veranderd: kopieer de hele link opnieuw.',
      large: 'De link is te lang voor een partij.',
      version: 'De link komt van een andere versie van Khepri.',
      browser: 'Deze browser is te oud voor de link: werk hem bij, of gebruik een andere.',
    },
    unknownAddress: 'Dit adres bestaat niet in Khepri: misschien is het afgekapt of veranderd.',
  },
  friend: {
    play: 'Met een vriend spelen per link', title: 'Partij per link', games: 'Met vrienden',
    yourName: 'Je naam', nameless: 'Je vriend',
    isToMove: (name) => `${name || 'Je vriend'} is aan zet`,
    send: (name) => `Stuur de link naar ${name || 'je vriend'}.`,
    yourMove: (name) => `Jij bent aan zet. Daarna krijg je de link voor ${name || 'je vriend'}.`,
    waits: (name) => `${name || 'Je vriend'} is aan zet. Open de link die terugkomt, of plak hem.`,
    over: 'De partij is afgelopen.',
    copyFor: (name) => `Link voor ${name || 'je vriend'} kopiëren`, again: 'Link opnieuw kopiëren', open: 'Openen', paste: 'Plak de link die terugkwam',
    linkFor: (name) => `Link voor ${name || 'je vriend'}`,
    message: (silver, red, link) => `${silver} – ${red}: onze partij per link. Kopieer deze tekst en plak hem in Khepri: ${link}`,
    invitation: (name) => (name ? `${name} speelt een partij per link` : 'Een partij per link'),
    whichSide: 'Welke kant speel je?', watch: 'Alleen kijken',
    playAs: (colour) => `${COLOURS[colour]} spelen`,
    opened: 'Een partij per link staat op het bord.',
    older: 'De link is ouder dan de partij hier. Dit is de nieuwste stelling.',
    yours: 'De link bevat een zet van jou die niet in deze browser is gedaan. Is die van jou?', mine: 'Die is van mij', notMine: 'Niet van mij',
    changed: (ply, own, other) => `De link is geweigerd: jouw zet, halve zet ${ply} van de partij, was ${own}, en de link heeft ${other}.`,
    otherStart: 'De link is geweigerd: hij heeft een ander begin dan de partij hier.',
    ends: {
      resigned: 'De link is geweigerd: volgens de link heb je opgegeven.',
      agreed: 'De link is geweigerd: volgens de link is een remise afgesproken die je niet hebt aangeboden.',
      claimed: 'De link is geweigerd: hij eist remise, maar geen opstelling staat er voor de derde keer.',
      unknown: 'De link is geweigerd: hij heeft een uitslag die geen speler kan bepalen.',
    },
    second: 'Een tweede antwoord', whichCounts: 'De link bevat een ander antwoord op dezelfde stelling. Welk antwoord telt?',
    keep: (move) => `${move} houden`, take: (move) => `${move} nemen`,
    noHelp: 'In een partij met een vriend is er geen analyse tot de partij voorbij is.',
    listed: { yours: (game) => `Jij bent aan zet: ${game}`, theirs: (game) => `Je vriend is aan zet: ${game}`, watched: (game) => `Je kijkt: ${game}`, over: (game) => `Afgelopen: ${game}` },
  },
  paste: {
    title: 'de geplakte tekst',
    empty: 'Het klembord bevat geen tekst.',
    unknown: (text) => `Geplakt, maar geen partij, stelling, link of zet: “${text}”`,
  },
  messages: {
    copied: (name) => `${name} gekopieerd.`,
    copyBelow: (name) => `${name}: kopieer de tekst uit het veld hieronder.`,
    fires: (colour) => `${COLOURS[colour]} schiet…`,
    toMove: (colour) => `${COLOURS[colour]} aan zet`,
    preview: (move, hits, own) => `${capital(move)}, ${hitsWords(hits)}${OWN[Math.min(own, 2)]}`,
    beamThen: (colour, hits) => `Daarna raakt de straal van ${COLOURS[colour]} ${hitPieces(hits)}`,
    afterMoves: (count, move, hits) => `Na ${counted(count, 'zet', 'zetten')}: ${move} ${hitsWords(hits)}`,
    shot: (colour, move, hits) => `${COLOURS[colour]}: ${move} raakt ${ownedWords(hits) || 'niets'}`,
    hits: (hits) => `Raakt ${ownedWords(hits) || 'niets'}`,
    ownedHits: ownedWords,
    moved: (move, hits) => `${capital(move)}, ${hitsWords(hits)}.`,
    thirdTime: 'Voor de derde keer dezelfde stelling: remise kan worden geclaimd.',
    game: (game) => `${game.silver || 'Zilver'} – ${game.red || 'Rood'}, `
      + `${game.result === '*' ? 'niet uitgespeeld' : game.result.replaceAll('1/2', '½')}, `
      + `${counted(game.moves, 'zet', 'zetten')}, ${game.variant}${game.event && ` (${game.event})`}`,
    quoted: (text) => `“${text}”`,
    faultAt: ({ game, line, move, word }, fault) => {
      const place = [game && `Partij ${game}`, line && `regel ${line}`, move && `zet ${move} ${word}`].filter(Boolean).join(', ');
      return `${place && `${place}: `}${fault}`;
    },
    linkHasNoPosition: 'De link bevat geen stelling.',
    positionOfLink: 'Dit is de stelling van de link.',
    linkNotShown: (why) => `De stelling van de link kan niet worden getoond: ${why}`,
    linkNotPlayed: (faults) => `De stelling van de link is niet speelbaar: ${faults}.`,
    gameOfLinkNotShown: (why) => `De partij van de link kan niet worden getoond: ${why}.`,
    noSetUp: (found) => `een opstelling zoals khet2/classic was verwacht, maar er staat ${found || 'niets'}`,
  },
  faults: {
    'fields': () => 'Na het bord moet staan wie aan zet is; de spelregels en twee getallen mogen volgen',
    'ranks': ({ found }) => `Het bord heeft ${counted(found, 'rij', 'rijen')}: er zijn er 8 nodig`,
    'rank-squares': ({ rank, least, found }) =>
      `Rij ${rank} heeft ${least ? 'minstens ' : ''}${counted(found, 'veld', 'velden')}: er zijn er 10 nodig`,
    'not-a-piece': ({ found }) => `${found} is geen stuk`,
    'no-orientation': ({ letter }) =>
      `Na ${letter} (${KINDS[letter.toLowerCase()]}) is een cijfer van 1 tot en met 4 nodig: de richting van het stuk`,
    'not-a-side': ({ found }) => `${found} zegt niet wie aan zet is: s is Zilver, r is Rood`,
    'not-a-rule-set': ({ found, names }) => `${found} is geen naam van spelregels: mogelijk zijn ${names.join(', ')}`,
    'not-a-number': ({ found }) => `${found} is geen aantal zetten`,
    'pharaohs': ({ colour, count }) => (count
      ? `${player(colour)} heeft ${count} ⟦Farao’s|Kings⟧: er is er maar één toegestaan` : `${player(colour)} heeft een ⟦Farao|King⟧ nodig`),
    'piece-not-in-rule-set': ({ piece, rules }) => `${rules} heeft geen ${LONG_NAMES[piece]}`,
    'sphinx-off-corner': ({ colour, expected }) => `De ⟦Sfinx|Laser⟧ van ${player(colour)} hoort op ${expected}`,
    'sphinx-faces-frame': ({ colour, squares, expected }) =>
      `De ⟦Sfinx|Laser⟧ van ${player(colour)} op ${squares[0]} moet gericht zijn op `
      + expected.map((/** @type {string} */ side) => FACED[side] ?? side).join(' of '),
    'sphinx-missing': ({ colour, squares }) => `${player(colour)} heeft een ⟦Sfinx|Laser⟧ op ${squares[0]} nodig`,
    'too-many-pieces': ({ colour, pieces, kinds, count, limit }) =>
      `${player(colour)} heeft ${count} ${LIMITED[pieces] ?? kinds.join(', ')}: er zijn er hoogstens ${limit} toegestaan`,
    'piece-on-reserved-square': ({ colour, piece, squares, owner }) =>
      `${player(colour)} mag geen ${LONG_NAMES[piece]} op ${squares[0]} hebben: dat veld is alleen voor ${player(owner)}`,
    'not-a-move': () => 'dat is geen zet; een zet schrijf je als h2g2 of h2+',
    'not-own-piece': ({ squares }) => `het stuk op ${squares[0]} is van de tegenstander`,
    'too-far': ({ squares }) => `${squares[1]} ligt niet naast ${squares[0]}`,
    'move-to-reserved-square': ({ squares }) => `${squares[0]} is alleen voor de tegenstander`,
    'empty-square': ({ squares }) => `${squares[0]} is leeg`, 'occupied-square': ({ squares }) => `${squares[0]} is bezet`,
    'game-over': () => 'de partij is afgelopen', 'sphinx-moves': () => 'een ⟦Sfinx|Laser⟧ kan niet worden verplaatst',
    'faces-frame': () => 'de ⟦Sfinx|Laser⟧ zou op de rand gericht zijn',
    'other-sense': () => 'een ⟦Scarabee|Switch⟧ of Oog draait met +',
    'no-rotation': ({ piece }) => `${piece === 't' ? 'gestapelde Obelisken kunnen' : `een ${LONG_NAMES[piece]} kan`} niet draaien`,
    'no-stack': ({ squares }) => `er staat geen stapel op ${squares[0]}`,
    'no-tag-name': () => NO_TAG, 'no-tag-value': () => NO_TAG, 'open-tag-value': () => NO_TAG, 'open-tag': () => NO_TAG,
    'long-tag-name': () => LONG_TAG, 'long-tag-value': () => LONG_TAG,
    'repeated-tag': ({ name }) => `de tag ${name} staat er twee keer`,
    'result-tag': ({ found, names }) => `${found} is geen uitslag: mogelijk zijn ${names.join(', ')}`,
    'rule-set-tag': ({ found, names }) => `${found} is geen naam van spelregels: mogelijk zijn ${names.join(', ')}`,
    'set-up-tag': ({ rules, found, names }) => `${rules} heeft geen opstelling ${found}: mogelijk zijn ${names.join(', ')}`,
    'kfen-tag': ({ reasons }) => reasons,
    'kfen-of-rule-set': ({ expected, found }) => `de tags RuleSet en KFEN verschillen: ${expected} en ${found}`,
    'kfen-of-set-up': ({ ruleSet, name }) => `de tags SetUp en KFEN verschillen: de KFEN is niet die van ${ruleSet} ${name}`,
    'ply-count-tag': ({ found }) => `${found} in de tag PlyCount is geen getal`,
    'ply-count': ({ expected, found }) => `de tag PlyCount zegt ${plies(found)}, maar de partij heeft er ${expected}`,
    'no-move': ({ found }) => `vóór ${foundWords(found)} ontbreekt een zet of de uitslag`,
    'move-number': ({ expected, found }) => `het nummer ${found} moet \`${expected}\` zijn`,
    'result-of-last-move': ({ expected, found }) =>
      `de uitslag is \`${found}\`, maar de laatste zet beëindigt de partij met \`${expected}\``,
    'result-of-tag': ({ expected, found }) => `de uitslag na de zetten is \`${found}\`, maar in de tag Result staat \`${expected}\``,
    'lone-result': () => 'er is een uitslag, maar er zijn geen tags en geen zetten',
    'open-comment': () => 'het commentaar dat hier begint, is niet afgesloten: } ontbreekt',
    'long-comment': () => 'een commentaar is te lang',
    'open-variation': () => 'de variant die hier begint, is niet afgesloten: ) ontbreekt',
    'no-move-in-variation': ({ found }) => `vóór ${foundWords(found)} ontbreekt een zet of de uitslag`,
    'no-move-before-variation': () => NO_MOVE,
    'empty-variation': () => NO_MOVE,
    'deep-variation': ({ limit }) => `varianten mogen hoogstens ${limit} diep zijn`,
    'result-in-variation': ({ found }) => `een variant kan geen uitslag hebben, maar er staat \`${found}\``,
    'no-game': ({ found }) => `een partij begint met een tag of een zet, niet met ${foundWords(found)}`,
    'empty-file': () => 'het bestand bevat geen partij',
    'no-games': () => 'het bestand bevat geen partij in KGN',
    'not-utf-8': () => 'een teken is geen tekst in UTF-8',
    'too-large': ({ limit, unit }) => `er kunnen hoogstens ${limit} ${UNITS[unit] ?? unit} worden gelezen`,
  },
  game: {
    players: COLOURS,
    you: 'Jij',
    newGame: (variant, setup, colour) => `Nieuwe partij, ${variant} ${setup}. ${COLOURS[colour]} is aan zet.`,
    earlierPosition: 'Een eerdere stelling: » gaat terug naar de partij',
    paused: 'De partij is gepauzeerd',
    isThinking: (name) => `${name} denkt na…`,
    yourMove: (colour) => `Jij bent aan zet: je speelt met ${COLOURS[colour]}.`,
    toMove: (colour) => `${COLOURS[colour]} is aan zet.`,
    mayClaim: 'Deze stelling staat er voor de derde keer: je mag remise claimen.',
    youWin: 'Je wint.', youLose: 'Je verliest.',
    noAnswer: (name, why) => `${name} antwoordt niet: ${why}.`,
    nextOfSeries: 'De volgende partij van de reeks is begonnen.',

    crossTable: 'Kruistabel',
    gamesOf: (played, games) => `${played} van ${games}`,
    won: 'gewonnen', drawn: 'remise', lost: 'verloren', points: 'punten',

    claimsDraw: (name) => `${name} claimt remise.`,
    offersDraw: (name) => `${name} biedt remise aan`,
    acceptsDraw: (name) => `${name} neemt het remiseaanbod aan.`,
    declinesDraw: (name) => `${name} slaat het remiseaanbod af.`,
    drawDeclined: 'Het remiseaanbod is afgeslagen.',
    youResigned: 'Je hebt opgegeven.',
    resigned: (name) => `${name} heeft opgegeven.`,
    undo: 'Ongedaan maken',
    resignedIsGone: 'De opgegeven partij staat niet meer op het bord.',
    takenBack: 'Teruggenomen.',
    movesTakenBack: (number) => (number === 1 ? 'Er is een zet teruggenomen.' : `Er zijn ${number} zetten teruggenomen.`),

    adopted: 'Dit is nu jouw partij.',
    reopened: 'Er staat een eerdere partij op het bord.',
    notRead: 'De partij die in deze browser is bewaard, kan niet worden gelezen.',

    analysisMarks: 'De analyse toont de beste zetten van deze partij. De partij wordt dan gemarkeerd en telt niet mee.',
    analyseAnyway: 'Toch analyseren',
    lookingForMove: 'Er wordt een goede zet gezocht…',
    goodMove: (move) => `Een goede zet: ${move}`,
  },
  opponents: {
    fullStrength: 'Volle sterkte',
    characters: {
      Pip: 'Ziet ongeveer de helft van je dreigingen over het hoofd, en soms ook zijn eigen winst.',
      Nef: 'Pakt wat hij kan raken, maar mist veel dreigingen.',
      Mau: 'Mist zelden de winst, maar ziet je volgende schot vaak niet aankomen.',
      Tia: 'Houdt rekening met je antwoord, maar mist nog wel eens een straal.',
      Seti: 'Mist zelden een dreiging, maar schat een stelling vaak verkeerd in.',
      Ipi: 'Ziet de meeste schoten van de volgende twee zetten, van jou en van zichzelf.',
      Anpu: 'Mist bijna nooit een schot, maar kijkt niet ver vooruit.',
      Sobi: 'Mist bijna niets, en kijkt verder vooruit.',
      Tehu: 'Ziet elk schot van de volgende twee zetten, maar schat sommige stellingen verkeerd in.',
      Sekhi: 'Kijkt meerdere zetten vooruit, en schat stellingen goed in.',
      Hor: 'Kijkt meerdere zetten vooruit, en schat bijna nooit een stelling verkeerd in.',
      Khepri: 'De engine zelf, die al zijn bedenktijd gebruikt.',
    },
  },
  storage: {
    tooLarge: 'te groot',
    onlyGameKept: (why) =>
      `Alleen je partij kan in deze browser worden bewaard (${why}). Na herladen zijn besprekingen en partijen uit bestanden weg.`,
    notKept: (why) => `De partij kan in deze browser niet worden bewaard (${why}). Je kunt doorspelen, maar na herladen is ze weg.`,
    allowData: 'Sta deze pagina toe gegevens op te slaan om partijen te bewaren.',
  },
  connection: {
    onServer: 'De engine draait als het programma dat deze pagina levert, en mag alle processorkernen van die machine gebruiken.',
    inPage: 'De engine draait in deze pagina, op één processorkern. Het programma khepri levert dezelfde pagina met een engine '
      + 'die alle kernen gebruikt.',
    lost: 'De verbinding met Khepri is verbroken',
    tryingAgain: 'Nieuwe poging…',
    notLetIn: 'Khepri laat deze pagina niet toe. Open het adres dat het programma heeft getoond, met het token.',
    refused: (why) => `Khepri meldt: ${why}`,
    idle: 'de sessie was inactief',
    ended: 'de engine is gestopt',
    serverAnswered: (status) => `de server antwoordde ${status}`,
    lacking: 'deze browser mist iets wat de engine nodig heeft',
    fileIsMissing: 'het bestand ontbreekt, of de verbinding is verbroken',
    notLoaded: (file) => `${file} kan niet worden geladen`,
    notLoadedBecause: (file, why) => `${file} kan niet worden geladen: ${why}. `
      + 'De engine heeft dit bestand nodig. Lukt het ook de volgende keer niet, dan moet de map van deze pagina opnieuw naar de server '
      + 'worden gekopieerd.',
    noWebAssembly: `De engine heeft WebAssembly nodig, dat deze browser niet heeft of niet toestaat. ${ADVICE} `
      + 'Een modus met hogere beveiliging kan het verbieden.',
    noVectors: `De engine heeft WebAssembly met vectoren van 128 bits (SIMD) nodig, en dat heeft deze browser niet. ${ADVICE}`,
    noWorkers: `De engine heeft workers nodig, en die heeft deze browser niet. ${ADVICE}`,
    noModuleWorkers: `De engine heeft module-workers nodig, en die heeft deze browser niet. ${ADVICE}`,
  },
  learn: {
    lessons: 'Lessen',
    nextTask: 'Volgende opgave', nextLesson: 'Volgende les', hint: 'Hint', playFirstGame: 'Speel je eerste partij',
    rules: 'Spelregels met plaatjes',
    numbered: (number, lesson) => `${number}. ${lesson}`,
    lesson: (number, lesson) => `Les ${number}, ${lesson}`,
    finishedLesson: (number, lesson) => `Les ${number}, ${lesson}, afgerond`,
    taskOf: (task, tasks) => `Opgave ${task} van ${tasks}`,
    finishedOf: (finished, lessons) => `${finished} van ${lessons} lessen afgerond`,
    allFinished: 'Je hebt alle lessen afgerond.',
    spokenTask: (lesson, idea, task) => `${lesson}. ${idea} ${task}`,
    cheers: ['Goed!', 'Goed gedaan!', 'Precies!'],
    ready: 'Goed gedaan! Nu ben je klaar voor een partij.',
    solved: 'De opgave is opgelost',
    moveIs: (move) => `De zet is ${move}.`,
    tryAgain: (reason) => `${reason} Probeer het nog eens.`,
    cannotCheck: (reason) => `De zet kan niet worden gecontroleerd: ${reason}`,
    cannotStart: (reason) => `De partij kan niet beginnen: ${reason}`,
    newGame: 'Er is een nieuwe partij begonnen.',
  },
  goals: {
    ownPharaoh: 'Je straal raakt je eigen ⟦Farao|King⟧: daarmee verlies je de partij.',
    ownPiece: (piece) => `Je straal raakt je eigen ${placed(piece)}.`,
    notPiece: (hits, missed) => `${beamHits(hits)}, maar niet ${thePlaced(missed)}.`,
    notPharaoh: (hits) => `${beamHits(hits)}, maar niet de ⟦Farao|King⟧.`,
    stopped: (piece) => `${capital(thePlaced(piece))} houdt je straal met zijn voorkant tegen.`,
    leavesAt: (square) => `Je straal verlaat het bord bij ${square} en raakt niets.`,
    leavesAtOnce: 'Je straal verlaat meteen het bord en raakt niets.',
    isHit: (opponent, piece) => `Daarna raakt de straal van ${player(opponent)} je ${placed(piece)}.`,
    notStopped: (opponent) => `Daarna gaat de straal van ${player(opponent)} gewoon door: geen van je stukken houdt hem tegen.`,
    notTurned: (opponent) => `Daarna gaat de straal van ${player(opponent)} gewoon door: geen van je stukken buigt hem af.`,
    opponentWins: (opponent, move) => `Daarna speelt ${player(opponent)} ${move} en raakt je ⟦Farao|King⟧.`,
    noThreat: 'Van daaruit raakt geen van je volgende zetten de ⟦Farao|King⟧.',
    notThere: (_colour, letter) => `Na deze zet is er geen ${NAMES[letter] ?? ''}.`,
    notOn: (piece) => `Na deze zet staat er geen ${placed(piece)}.`,
  },
  lessons: {
    laser: {
      title: 'Zetten en schieten',
      idea: 'In je beurt verplaats je één stuk naar een aangrenzend veld of draai je het. Daarna schiet je laser, vanuit hoek j1.',
      tasks: [{
        text: 'Je ⟦Piramide|Deflector⟧ op i3 heeft een spiegel. Kies hem en dan j3, om hem in de straal te zetten.',
        hint: 'Druk op de ⟦Piramide|Deflector⟧ op i3 en dan op het gemarkeerde veld j3.',
      }, {
        text: 'De spiegel op j3 stuurt de straal van het bord af. Kies hem en dan een van de ronde pijlen, zodat de straal f3 raakt.',
        hint: 'De spiegel moet naar j1 wijzen, waar de straal vandaan komt, en naar f3, waar hij heen moet.',
      }],
    },
    mirror: {
      title: 'Spiegels',
      idea: 'Een straal die op de spiegel van een ⟦Piramide|Deflector⟧ valt, buigt haaks af. Spiegels werken na elkaar.',
      tasks: [{
        text: 'Draai je tweede spiegel, die op e3, zodat de straal naar e6 gaat.',
        hint: 'De spiegel op e3 moet naar e6 en naar j3 wijzen.',
      }, {
        text: 'Verplaats de spiegel op f2 naar het veld vanwaar de straal naar g6 gaat.',
        hint: 'De straal loopt over rij 3, en het doel staat in kolom g.',
      }],
    },
    shield: {
      title: 'Treffers en spiegels',
      idea: 'Aan twee zijden van een ⟦Piramide|Deflector⟧ zit de spiegel: daar buigt een straal af. Op de twee andere zijden wordt hij '
        + 'geraakt en gaat hij van het bord.',
      tasks: [{
        text: 'Van de twee rode ⟦Piramides|Deflectors⟧ keert de ene je zijn spiegel toe en de andere zijn rug. Raak degene die te raken is.',
        hint: 'De ⟦Piramide|Deflector⟧ op f5 staat met zijn rug naar je toe, dus moet de straal over rij 5 lopen.',
      }, {
        text: 'Nu is de straal van Rood, de rode, op de rug van je ⟦Piramide|Deflector⟧ op f4 gericht. Draai de ⟦Piramide|Deflector⟧, '
          + 'zodat zijn spiegel de straal afbuigt.',
        hint: 'De spiegel moet naar a4 wijzen: met een van de twee draaiingen lukt dat.',
      }],
    },
    scarab: {
      title: 'De ⟦Scarabee|Switch⟧',
      idea: 'Een ⟦Scarabee|Switch⟧ heeft aan alle zijden spiegels, en geen straal kan hem uitschakelen. Hij mag van plaats wisselen met een '
        + '⟦Piramide|Deflector⟧ of ⟦Anubis|Defender⟧ ernaast, van jou of van Rood.',
      tasks: [{
        text: 'Draai de ⟦Scarabee|Switch⟧ op f3, zodat de straal naar f6 gaat.',
        hint: 'Kies de ⟦Scarabee|Switch⟧ en draai hem. Linksom of rechtsom maakt niet uit.',
      }, {
        text: 'Zet de ⟦Scarabee|Switch⟧ op de rode ⟦Piramide|Deflector⟧ op e5: de twee wisselen van plaats. Dan treft de straal de '
          + '⟦Piramide|Deflector⟧ op e4.',
        hint: 'Kies de ⟦Scarabee|Switch⟧ op e4 en dan het omlijnde veld e5.',
      }],
    },
    anubis: {
      title: 'De ⟦Anubis|Defender⟧',
      idea: 'Een ⟦Anubis|Defender⟧ stopt een straal met het schild aan zijn voorkant. Aan de drie andere zijden is hij te raken.',
      tasks: [{
        text: 'De rode ⟦Anubis|Defender⟧ op e4 houdt zijn schild naar j4, dus een straal over rij 4 wordt gestopt. Raak hem van een '
          + 'andere kant.',
        hint: 'Je tweede spiegel, op e5, stuurt een straal over rij 5 naar e4.',
      }, {
        text: 'De straal van Rood is op je ⟦Farao|King⟧ op g4 gericht. Zet je ⟦Anubis|Defender⟧ ertussen.',
        hint: 'Verplaats de ⟦Anubis|Defender⟧ van e5 naar rij 4.',
      }],
    },
    pharaoh: {
      title: 'De ⟦Farao|King⟧',
      idea: 'Een ⟦Farao|King⟧ heeft geen spiegel en geen schild. Wordt je ⟦Farao|King⟧ geraakt, dan verlies je de partij.',
      tasks: [{
        text: 'Raak de rode ⟦Farao|King⟧ op e6 en win.',
        hint: 'Je straal loopt over rij 3: een spiegel op e3 stuurt hem naar e6.',
      }, {
        text: 'Je ⟦Farao|King⟧ staat in de straal van Rood. Stap eruit.',
        hint: 'Verplaats de ⟦Farao|King⟧ naar rij 3 of rij 5.',
      }],
    },
    reserved: {
      title: 'Gereserveerde velden',
      idea: 'Velden met een oog zijn alleen voor Rood, en velden met een ankh alleen voor jou. De stukken van de ander mogen daar niet komen.',
      tasks: [{
        text: 'Je ⟦Sfinx|Laser⟧ wijst naar i1, dus de straal loopt over rij 1. Verplaats je spiegel op i2 zo dat '
          + 'de straal erop valt en h5 raakt.',
        hint: 'Het veld i1 heeft een oog, dus neem het veld ernaast.',
      }, {
        text: 'Rood verschuilt zich op de velden met een oog. Raak de ⟦Piramide|Deflector⟧ op a7 zonder die velden te betreden.',
        hint: 'Je spiegel op b7 buigt een straal af die door kolom b komt.',
      }],
    },
    'own-beam': {
      title: 'Je eigen straal',
      idea: 'Je laser schiet in elke beurt en spaart niemand. Kijk voor elke zet waar je straal eindigt.',
      tasks: [{
        text: 'Je straal is op de rug van je eigen ⟦Piramide|Deflector⟧ op f4 gericht. Doe een zet die hem redt.',
        hint: 'Verplaats of draai een van de twee ⟦Piramides|Deflectors⟧.',
      }, {
        text: 'Raak de rode ⟦Piramide|Deflector⟧ op f5, en pas op je ⟦Farao|King⟧.',
        hint: 'Verplaats de spiegel naar rij 5.',
      }],
    },
    sphinx: {
      title: 'De ⟦Sfinx|Laser⟧',
      idea: 'Je straal komt uit de ⟦Sfinx|Laser⟧, die zijn hoek nooit verlaat. Hij kan draaien, en dat telt als een hele beurt.',
      tasks: [{
        text: 'Je laser schiet door de lege kolom j. Draai de ⟦Sfinx|Laser⟧, zodat hij de ⟦Piramide|Deflector⟧ op f1 raakt.',
        hint: 'Kies de ⟦Sfinx|Laser⟧ op j1 en dan de ronde pijl.',
      }, {
        text: 'Nu is je laser op je eigen ⟦Farao|King⟧ gericht. Draai de ⟦Sfinx|Laser⟧, zodat zijn straal f5 raakt.',
        hint: 'De spiegel op j5 staat klaar. Alleen de ⟦Sfinx|Laser⟧ moet nog draaien.',
      }],
    },
    threat: {
      title: 'Dreiging en verdediging',
      idea: 'Kijk voor elke zet eerst welke zetten van Rood je ⟦Farao|King⟧ zouden raken. Zoek daarna je eigen dreigingen.',
      tasks: [{
        text: 'De straal van Rood is op je ⟦Farao|King⟧ gericht, en de rode spiegel kan hem volgen. Zoek een zet waarna Rood hem niet '
          + 'kan raken.',
        hint: 'Stop de straal met je ⟦Anubis|Defender⟧, of stap naar een veld waar de ⟦Anubis|Defender⟧ je ⟦Farao|King⟧ dekt.',
      }, {
        text: 'Je kunt de rode ⟦Farao|King⟧ op e7 nog niet raken. Doe een zet waarna je volgende zet dat wel kan.',
        hint: 'Een spiegel op e4 zou je straal naar e7 sturen, dus breng er een dicht bij dat veld.',
      }],
    },
    reach: {
      title: 'Waar kan hij komen?',
      idea: 'Elke zet kan je straal een andere weg op sturen. Kijk voor je zet welke velden en stukken hij kan bereiken.',
      tasks: [{
        text: '☼ bovenaan, of de toets l, zet een kader om elk stuk dat zetten kunnen raken, met hun aantal, en kleurt de velden die alleen een zet verlicht. Raak f2.',
        hint: 'Druk op f2: dan staat de zet die het raakt in de lijst. Een gestippeld kader is een eigen stuk.',
      }, {
        text: 'Hier kan de straal van Rood komen: één zet raakt je ⟦Farao|King⟧. Doe een zet waarna geen zet hem raakt.',
        hint: 'Breng je ⟦Piramide|Deflector⟧ als spiegel naar rij 5, of stap naar rij 4.',
      }],
    },
    eye: {
      title: 'Het Oog',
      idea: 'Sommige opstellingen hebben Ogen van Horus, die niet uit te schakelen zijn. Een Oog splitst een straal: de ene helft gaat '
        + 'rechtdoor, de andere helft buigt af zoals bij een ⟦Scarabee|Switch⟧.',
      tasks: [{
        text: 'Draai het Oog op g3, zodat één schot zowel de ⟦Piramide|Deflector⟧ op e3 als de ⟦Anubis|Defender⟧ op g5 raakt.',
        hint: 'Kies het Oog en draai het.',
      }, {
        text: 'Zet het Oog in je straal, zodat één schot zowel e3 als g6 raakt.',
        hint: 'De afgebogen helft moet door kolom g gaan.',
      }],
    },
    stack: {
      title: 'Stapels',
      idea: 'Een oudere uitgave, Khet 1.0, heeft geen ⟦Anubissen|Defenders⟧ maar Obelisken, zonder spiegel of schild; daarvan mogen er twee op '
        + 'één veld staan. De lasers zitten in de rand.',
      tasks: [{
        text: 'Zet een van je twee Obelisken op de andere.',
        hint: 'Kies de Obelisk op g3 en dan h3.',
      }, {
        text: 'Verplaats alleen de bovenste Obelisk van de stapel op g3.',
        hint: 'Kies de stapel en een veld ernaast, en dan “Alleen bovenste”.',
      }, {
        text: 'Draai je spiegel en raak de rode stapel op f3. Het schot neemt alleen de bovenste Obelisk weg.',
        hint: 'De spiegel op j3 moet de straal naar f3 sturen.',
      }],
    },
    'first-game': {
      title: 'Je eerste partij',
      idea: 'Je eerste partij is zonder Ogen en zonder Obelisken. De stukken staan elkaar flink in de weg, en elk schot telt.',
      tasks: [{
        text: 'In deze stelling uit een partij raakt één zet de rode ⟦Farao|King⟧. Zoek die zet.',
        hint: 'Volg je straal tot de ⟦Scarabee|Switch⟧ op f7. Wat gebeurt er als die draait?',
      }],
    },
  },
  rules: {
    lessons: 'Lessen',
    sections: {
      aim: {
        title: 'Het doel',
        paragraphs: [
          'Raak met je laser de ⟦Farao|King⟧ van de ander, en je wint. Wordt je eigen ⟦Farao|King⟧ geraakt, ook al is het door je '
            + 'eigen laser, dan verlies je.',
        ],
        captions: ['Het begin van een partij, met beide stralen. Zilver speelt van onderen en begint.'],
      },
      turn: {
        title: 'Een beurt',
        paragraphs: [
          'Doe eerst een zet: verplaats een van je stukken naar een aangrenzend veld, ook schuin, of draai het een kwartslag. '
            + 'Passen mag niet.',
          'Daarna schiet je laser, in elke beurt. Alle stukken die hij raakt, gaan van het bord, ook die van jezelf.',
        ],
        captions: ['Zilver verplaatst de ⟦Piramide|Deflector⟧ naar j3 …', '… en het schot raakt de ⟦Piramide|Deflector⟧ op f3.'],
      },
      sphinx: {
        title: 'De ⟦Sfinx|Laser⟧ en zijn straal',
        paragraphs: [
          'Je straal komt uit je ⟦Sfinx|Laser⟧, in de hoek: j1 voor Zilver, a8 voor Rood. Niets verplaatst de ⟦Sfinx|Laser⟧ of schakelt hem uit, '
            + 'en hij absorbeert elke straal.',
          'De ⟦Sfinx|Laser⟧ draaien is een hele beurt. Hij wijst langs zijn kolom of langs zijn rij, nooit naar de rand.',
        ],
        captions: ['De straal loopt omhoog door kolom j …', '… of naar links over rij 1.'],
      },
      pyramid: {
        title: 'De ⟦Piramide|Deflector⟧ buigt licht af, of wordt geraakt',
        paragraphs: [
          'Een ⟦Piramide|Deflector⟧ heeft één schuine spiegel. Een straal die op de spiegel valt, buigt haaks af, en een straal op een van '
            + 'de twee andere zijden schakelt de ⟦Piramide|Deflector⟧ uit.',
        ],
        captions: ['De spiegels op j4 en e4 buigen de straal af. Hij raakt de ⟦Piramide|Deflector⟧ op e7 in de rug.'],
      },
      scarab: {
        title: 'De ⟦Scarabee|Switch⟧ buigt licht aan beide kanten af',
        paragraphs: [
          'Een ⟦Scarabee|Switch⟧ heeft aan beide kanten van een diagonaal een spiegel, dus geen straal kan hem uitschakelen.',
          'Hij mag van plaats wisselen met een ⟦Piramide|Deflector⟧, een ⟦Anubis|Defender⟧ of een Obelisk op een aangrenzend '
            + 'veld, ongeacht de kleur. Geen van de twee draait daarbij.',
        ],
        captions: [
          'Deze straal gebruikt beide kanten van de ⟦Scarabee|Switch⟧ op e4.',
          'De ⟦Scarabee|Switch⟧ op e4 wisselt van plaats met de ⟦Piramide|Deflector⟧ …',
          '… die op e4 wordt geraakt.',
        ],
      },
      anubis: {
        title: 'De ⟦Anubis|Defender⟧ absorbeert licht van voren',
        paragraphs: [
          'De voorkant van een ⟦Anubis|Defender⟧ absorbeert een straal. Een straal op een van de drie andere zijden schakelt de '
            + '⟦Anubis|Defender⟧ uit.',
        ],
        captions: ['De ⟦Anubis|Defender⟧ op e4 stopt de straal van Zilver. Die op f5 wordt van opzij geraakt.'],
      },
      pharaoh: {
        title: 'De ⟦Farao|King⟧ wordt van alle kanten geraakt',
        paragraphs: [
          'Een ⟦Farao|King⟧ heeft geen spiegel en geen schild, en kan niet draaien. Raakt één schot beide ⟦Farao’s|Kings⟧, dan is het remise.',
        ],
        captions: ['De rode ⟦Farao|King⟧ is geraakt: Zilver heeft gewonnen.'],
      },
      eye: {
        title: 'Het Oog splitst licht',
        paragraphs: [
          'Het Oog van Horus is een uitbreiding die bij alle spelregels past. De ene helft van een straal gaat rechtdoor, de andere '
            + 'helft buigt af zoals bij een ⟦Scarabee|Switch⟧.',
          'Een Oog verplaatst zich, draait en wisselt van plaats zoals een ⟦Scarabee|Switch⟧, en niets schakelt het uit. Alle treffers '
            + 'van een schot tellen tegelijk.',
        ],
        captions: ['Het Oog op f4 stuurt licht naar c4 en naar f7.'],
      },
      obelisk: {
        title: 'Obelisken en stapels',
        paragraphs: [
          'Khet 1.0 en Deflexion hebben Obelisken, die van alle kanten worden geraakt en niet kunnen draaien.',
          'In Khet 1.0 mogen twee Obelisken van één kleur op hetzelfde veld staan. Een treffer neemt de bovenste weg. Je verplaatst de '
            + 'hele stapel of alleen de bovenste.',
        ],
        captions: ['Het schot neemt de bovenste Obelisk op e4 weg. De laser zit in de rand.'],
      },
      reserved: {
        title: 'Gereserveerde velden',
        paragraphs: [
          'Alleen stukken van Rood mogen op velden met een oog komen, en alleen stukken van Zilver op velden met een ankh. Een stuk dat '
            + 'van plaats wisselt met een ⟦Scarabee|Switch⟧, mag op al die velden terechtkomen.',
        ],
        captions: ['⟦Khet 2.0|Laser Chess⟧ en Khet 1.0', 'Deflexion'],
      },
      end: {
        title: 'Het einde van een partij',
        paragraphs: [
          'De partij eindigt als een ⟦Farao|King⟧ wordt geraakt. Staat dezelfde stelling voor de derde keer op het bord, dan mag de '
            + 'speler die aan zet is remise claimen.',
          'Ook als een speler geen geldige zet heeft, is het remise, maar dat komt bijna nooit voor.',
        ],
        captions: [],
      },
    },
    effectsTitle: 'Wat een straal doet', effectsHead: ['Stuk', 'Een straal'],
    effects: [
      ['⟦Farao|King⟧', 'raakt hem, en de partij is afgelopen'],
      ['⟦Piramide|Deflector⟧', 'buigt af op de spiegel, en raakt de twee andere zijden'],
      ['⟦Scarabee|Switch⟧', 'buigt af'],
      ['⟦Anubis|Defender⟧', 'stopt op de voorkant, en raakt de drie andere zijden'],
      ['⟦Sfinx|Laser⟧', 'stopt'],
      ['Obelisk', 'raakt hem'],
      ['Oog', 'gaat rechtdoor en buigt af'],
    ],
    differencesTitle: 'De spelregels vergeleken', rule: 'Regel',
    differences: [
      ['Straal', 'uit de ⟦Sfinx|Laser⟧, die draait', 'uit de rand', 'uit de rand'],
      ['Wachters', 'elk twee ⟦Anubissen|Defenders⟧', 'elk vier Obelisken, stapelen mag', 'elk twee Obelisken, stapelen mag niet'],
      ['Velden van Rood', 'kolom a, i1, i8', 'kolom a, i1, i8', 'kolom a'],
      ['Velden van Zilver', 'kolom j, b1, b8', 'kolom j, b1, b8', 'kolom j'],
      ['Eerste zet', 'Zilver', 'Zilver', 'Rood'],
      ['Andere namen', '–', 'Djed voor ⟦Scarabee|Switch⟧', 'Djed voor ⟦Scarabee|Switch⟧, Goud voor Rood'],
    ],
  },
  puzzles: {
    next: 'Volgende', hint: 'Hint (telt als mislukt)', again: 'Opnieuw', analyse: 'Stelling analyseren', rules: 'Regels',
    theme: 'Thema', allThemes: 'Alle',
    themeName: (theme) => PUZZLE_THEMES[theme]?.[0] ?? theme,
    themeMeaning: (theme) => PUZZLE_THEMES[theme]?.[1] ?? '',
    yourRating: 'Je rating',
    deviation: (deviation) => `De afwijking is ${deviation}.`,
    streak: (streak, best) => `Reeks ${streak}, langste ${best}`,
    solvedOf: (solved, all) => `${solved} van ${all} opgelost`,
    solvedAndFailed: (solved, all, failed) => `${solved} van ${all} opgelost, ${failed} mislukt`,
    ofDay: 'Laser van de dag',
    ofDayResults: { solved: 'Laser van de dag: opgelost', failed: 'Laser van de dag: mislukt' },
    task: puzzleTask,
    taskOfDay: (number, colour, kind) => `Laser van de dag ${number}. ${puzzleTask(colour, kind)}`,
    aim: 'Tik eerst op het veld waar de straal van je eerste zet eindigt. Verlaat hij het bord, dan is dat zijn laatste veld.',
    aimed: (square) => `Je zegt dat de straal op ${square} eindigt. Zoek nu de beste zet.`,
    otherSquare: 'Ander veld',
    beamEnded: (square) => `De straal eindigde op ${square}, zoals je zei.`,
    beamEndedElsewhere: (ends, square) => `De straal eindigde op ${ends}, niet op ${square}.`,
    dayStreak: (rules, streak, best) => `${rules}. Dagen op rij: ${streak}, langste reeks ${best}`,
    shareResult: 'Resultaat delen', result: 'Resultaat',
    sharedTitle: (number, day) => `Khepri, laser van de dag ${number} (${day})`,
    sharedStreak: (streak) => `${streak} dagen op rij`,
    runStart: 'Drie minuten', runStop: 'Stoppen', runRules: 'Los er zo veel mogelijk op. Een verkeerde zet leidt naar de volgende puzzel.',
    runCount: (solved) => `${solved} opgelost`,
    timeLeft: (seconds) => `nog ${counted(seconds, 'seconde', 'seconden')}`,
    runRight: 'Goed! De volgende:', runWrong: 'Fout. De volgende:',
    runOver: (solved, failed, best) => `De ronde is voorbij: ${solved} opgelost, ${failed} mislukt. Je beste resultaat is ${best}.`,
    runBest: (solved, failed) => `De ronde is voorbij: ${solved} opgelost, ${failed} mislukt. Dat is je beste resultaat!`,
    spokenTask: (task) => `${task}.`,
    facts: (rating, moves, themes) => `Puzzel met rating ${rating}${moves ? `, winst in ${counted(moves, 'zet', 'zetten')}` : ''}. `
      + `${themes.length ? `Thema’s: ${themes.map((theme) => PUZZLE_THEMES[theme]?.[0] ?? theme).join(', ')}.` : 'Geen bijzonder thema.'}`,
    loading: 'De puzzels worden geladen…',
    cannotLoad: (reason) => `De puzzels kunnen niet worden geladen: ${reason}`,
    none: 'Zulke puzzels zijn er niet.',
    find: 'Zoek de beste zet. Je ziet het schot niet voordat je schiet.',
    seen: 'Deze puzzel heb je al gezien: je rating blijft gelijk.',
    examining: 'De zet wordt onderzocht…',
    cannotExamine: (reason) => `De zet kan niet worden onderzocht: ${reason}`,
    right: 'Goed! Zoek de volgende zet.',
    solvedNow: 'Opgelost!', solution: 'Dat is de oplossing.', solved: 'De puzzel is opgelost',
    pieceOn: (square) => `Het is het stuk op ${square}.`,
    moveIs: (move) => `De zet is ${move}.`,
    winsLater: (move) => `${move} wint ook, maar later. Zoek de snelste winst.`,
    // Below, `hits` are the pieces that a shot hits, as the object of "raakt": `je Piramide op h4`.
    wrong: (move, kind) => `${puzzleFault(move, kind)}. Probeer het nog eens.`,
    draws: (move) => `Met ${move} wordt het remise. Probeer het nog eens.`,
    loses: (move, hits) => `${move} raakt ${hits} en verliest. Probeer het nog eens.`,
    answered: (move, kind, opponent, answer) => `${puzzleFault(move, kind)}: ${player(opponent)} antwoordt ${answer}. Probeer het nog eens.`,
    answeredWithHits: (move, kind, opponent, answer, hits) =>
      `${puzzleFault(move, kind)}: ${player(opponent)} antwoordt ${answer} en raakt ${hits}. Probeer het nog eens.`,
  },
  edit: {
    tools: 'Gereedschap', move: 'Verplaatsen', rotate: 'Draaien', erase: 'Wissen',
    piece: (colour, letter) => capital(pieceWords({ colour: /** @type {Colour} */ (colour), letter, turn: 0 })),
    toMove: 'Aan zet', silver: 'Zilver', red: 'Rood', rules: 'Regels', setUp: 'Opstelling', noSetUp: '…',
    setUpOf: (rules, setUp) => `${rules} ${setUp}`,
    clear: 'Leegmaken', undo: 'Ongedaan maken',
    putOnBoard: 'Op het bord zetten', copyKfen: 'KFEN kopiëren', copyKgn: 'KGN kopiëren', copyLink: 'Link kopiëren', link: 'Link',
    savePicture: 'Afbeelding opslaan', saveSvg: 'Opslaan als SVG',
    playable: 'Deze stelling is speelbaar.',
    notPlayable: 'Deze stelling is nog niet speelbaar:',
    moreFaults: (count) => `en nog ${count}`,
    edited: 'De stelling wordt bewerkt',
    onBoard: 'De stelling staat op het bord.',
    findOpponent: 'Met “Nieuwe partij” vind je een tegenstander voor deze stelling.',
    cannotWrite: (reason) => `De partij kan niet als KGN worden geschreven: ${reason}`,
  },
  games: {
    ofFile: (file) => `Partijen: ${file}`,
    search: 'Zoeken', searchGames: 'Partijen zoeken', games: 'Mijn partijen',
    none: 'Een partij blijft hier bewaard als er een andere op het bord komt.',
    kept: (count) => (count === 1 ? 'In deze browser is één partij bewaard.' : `In deze browser zijn ${count} partijen bewaard.`),
    foundOf: (found, games) => `${found} van ${games} partijen`,
    more: (count) => `Meer tonen (${count})`,
    cannotRead: (reason) => `De partij kan niet worden gelezen: ${reason}`,
    cannotSave: (reason) => `De partijen kunnen niet worden opgeslagen: ${reason}`,
    cannotChange: (reason) => `Dit kan niet in deze browser worden bewaard: ${reason}`,
    players: (silver, red) => `${silver || 'Zilver'} – ${red || 'Rood'}`,
    result: (result, outcome) => ({ won: 'Gewonnen', drawn: 'Remise', lost: 'Verloren' }[outcome] ?? (result === '*' ? 'niet uitgespeeld' : result.replaceAll('1/2', '½'))),
    facts: ({ place, players, moves, variant, event, date }) => [
      { board: 'Op het bord', waiting: 'Wacht' }[place], players,
      date, counted(moves, 'zet', 'zetten'), variant, event,
    ].filter(Boolean).join(' · '),
    choose: (game) => `${game} kiezen`,
    changeTitle: (game) => `Titel wijzigen: ${game}`,
    title: 'Titel', save: 'Opslaan',
    delete: (game) => `${game} verwijderen`,
    deletedGames: (count) => `Verwijderd (${count})`,
    deletedOne: (game) => `${game} is verwijderd.`,
    deletedMany: (count) => `${count} partijen zijn verwijderd.`,
    gone: 'Niet al deze partijen worden nog bewaard.',
    putBack: 'Terugzetten',
    putBackOne: (game) => `${game} terugzetten`,
    backAgain: (game) => `${game} is terug.`,
    whileRoom: 'Verwijderde partijen blijven hier tot de browser de ruimte nodig heeft.',
    erase: 'Alles definitief verwijderen',
    eraseQuestion: (count) => `${count === 1 ? 'Eén partij kan' : `${count} partijen kunnen`} daarna niet meer worden teruggezet.`,
    chosen: (count) => `${count} gekozen`,
    chooseAll: 'Alles kiezen', chooseNone: 'Niets kiezen', deleteChosen: 'Verwijderen',
    place: 'Tonen', all: 'Alle partijen',
    folder: 'Map', folderOf: (folder, count) => `${folder} (${count})`,
    putInto: 'In map plaatsen', takeOut: 'Uit map halen',
    areIn: (count, folder) => `${count === 1 ? 'De partij staat' : `${count} partijen staan`} in de map ${folder}.`,
    areOut: (count) => `${count === 1 ? 'De partij staat' : `${count} partijen staan`} nu in geen map.`,
    folderName: 'Naam van de map', renameFolder: 'Map hernoemen', removeFolder: 'Map opheffen',
    folderRenamed: (before, after) => `De map ${before} heet nu ${after}.`,
    folderRemoved: (folder) => `De map ${folder} is opgeheven. De partijen blijven.`,
    saveAll: 'Alles opslaan als KGN',
    saveSome: (count) => `${count} opslaan als KGN`,
    addFile: 'Uit bestand toevoegen', file: 'Bestand met partijen',
    addAll: 'Alle aan mijn partijen toevoegen',
    added: (count) => (count === 1 ? 'Eén partij is toegevoegd.' : `${count} partijen zijn toegevoegd.`),
    addedOf: (added, all) => `${added} van ${all} partijen zijn toegevoegd: deze browser heeft geen ruimte meer.`,
    refused: (count, fault) => `${counted(count, 'fout', 'fouten')} in het bestand: ${fault}.`,
    cannotAdd: (file, reason) => `${file} kan niet worden gelezen: ${reason}`,
  },
  mistakes: {
    task: (colour) => `${player(colour)} aan zet: zoek een betere zet`,
    none: 'Er zijn geen fouten te verbeteren.',
    howToFind: 'Na de bespreking van een partij biedt die je fouten aan als opgaven.',
    facts: (number, against, move, mark, lost) =>
      `${against ? `Tegen ${against}, zet` : 'Zet'} ${number}: ${move}, ${MARKS[mark]}, ${lost} winstkans verloren`,
    find: 'Een zet die minder dan 5 % kost, lost de opgave op. Je ziet het schot niet voordat je schiet.',
    again: 'Nog eens', next: 'Volgende fout', showBetter: 'Betere zet tonen',
    betterIs: (move) => `Een betere zet is ${move}. De opgave blijft op de lijst.`,
    right: (move) => `${move} is goed.`,
    rightFor: (move, lost) => `${move} is goed: dat kost maar ${lost}.`,
    rightAfterHelp: (move) => `${move} is goed. De zet is getoond, dus de opgave blijft op de lijst.`,
    costs: (move, lost, opponent, answer, hits) =>
      `${move} kost ${lost} winstkans: ${player(opponent)} antwoordt ${answer}${hits && ` en raakt ${hits}`}.`,
    solved: 'De fout is verbeterd',
    left: (count) => `${counted(count, 'fout', 'fouten')} te verbeteren`,
    mine: (count) => `Mijn fouten (${count})`,
    retryMine: (count) => `Mijn fouten verbeteren (${count})`,
    retryOf: (name, count) => `Fouten van ${name} verbeteren (${count})`,
  },
};

export default TEXTS;
