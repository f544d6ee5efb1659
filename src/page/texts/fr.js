// @ts-check
// The texts of the page in French.

import { capital } from './grammar.js';

/** @typedef {import('../khet/position.js').Colour} Colour */
/** @typedef {import('../khet/position.js').Piece} Piece */
/** @typedef {import('../khet/speech.js').Hit} Hit */
/** @typedef {import('../khet/words.js').OwnedHit} OwnedHit */
/** @typedef {import('../game/chance.js').Mark} Mark */
/** @typedef {import('../game/reach.js').Target} Target */
/** @typedef {'m'|'f'} Gender */

/** The pieces by the letter of KFEN: Khet's name, its gender, and the name of Laser Chess where it differs. @type {Record<string, [string, Gender, string?]>} */
const NOUNS = {
  k: ['pharaon', 'm', 'King'], p: ['pyramide', 'f', 'Deflector'], s: ['scarabée', 'm', 'Switch'], a: ['anubis', 'm', 'Defender'],
  x: ['sphinx', 'm', 'Laser'], o: ['obélisque', 'm'], t: ['pile d’obélisques', 'f'], e: ['œil', 'm'],
};
/** The plurals of the pieces whose number is limited, by their letters. @type {Record<string, string>} */
const LIMITED = {
  k: '⟦pharaons|Kings⟧', p: '⟦pyramides|Deflectors⟧', s: '⟦scarabées|Switches⟧', a: '⟦anubis|Defenders⟧', e: 'yeux', ot: 'obélisques',
  se: '⟦scarabées|Switches⟧ et yeux en tout',
};
/** The adjectives of the colours: masculine, feminine, and plural for the Obelisks of a stack. @type {Record<Colour, { m: string, f: string, many: string }>} */
const ADJECTIVES = { silver: { m: 'argenté', f: 'argentée', many: 'argentés' }, red: { m: 'rouge', f: 'rouge', many: 'rouges' } };
/** The orientations of pieces by their turn: pieces that face a corner, that face a side, and that have two mirrors. */
const QUADRANTS = ['le nord-est', 'le sud-est', 'le sud-ouest', 'le nord-ouest'], SIDES = ['le nord', 'l’est', 'le sud', 'l’ouest'];
const MIRRORS = ['nord-est et sud-ouest', 'sud-est et nord-ouest'];
/** The sides as the program calls them, by their turn. */
const SIDE_NAMES = ['north', 'east', 'south', 'west'];

/** The names of the colours. @type {Record<Colour, string>} */
const COLOURS = { silver: 'Argent', red: 'Rouge' };
/** The colours as owners. @type {Record<Colour, string>} */
const OF = { silver: 'd’Argent', red: 'de Rouge' };

/** Returns the name of a player. @param {string} colour */
const player = (colour) => COLOURS[/** @type {Colour} */ (colour)];
/** Returns a player as an owner: `d’Argent`. @param {string} colour */
const of = (colour) => OF[/** @type {Colour} */ (colour)];

/** Returns a number with its noun, which is singular below two. @param {number} number @param {string} one @param {string} [many] */
const counted = (number, one, many = `${one}s`) => `${number} ${number < 2 ? one : many}`;

/** Returns what is listed in a sentence: `a, b et c`. @param {string[]} items */
const listed = (items) => items.join(', ').replace(/, ([^,]*)$/, ' et $1');

/** Returns a form of a piece's name, with both names where they differ. @param {string} letter @param {(noun: string, gender: Gender) => string} form */
function named(letter, form) {
  const [noun, gender, other] = NOUNS[letter] ?? ['pièce', 'f'];
  return other ? `⟦${form(noun, gender)}|${form(other, 'm')}⟧` : form(noun, gender);
}

/** Whether the article of a name is elided. @param {string} noun */
const isElided = (noun) => /^[aeioéœ]/i.test(noun);
/** Returns a name with its article: `la pyramide`. @param {string} noun @param {Gender} gender */
const the = (noun, gender) => (isElided(noun) ? `l’${noun}` : `${gender === 'f' ? 'la' : 'le'} ${noun}`);
/** Returns a name with its article at the start of a sentence: `La pyramide`. @param {string} noun @param {Gender} gender */
const theCapital = (noun, gender) => capital(the(noun, gender));
/** Returns `de` with a name and its article: `du sphinx`. @param {string} noun @param {Gender} gender */
const ofThe = (noun, gender) => (gender === 'f' || isElided(noun) ? `de ${the(noun, gender)}` : `du ${noun}`);
/** Returns the adjective of a piece's colour. @param {string} colour @param {string} letter @param {Gender} gender */
const adjective = (colour, letter, gender) => ADJECTIVES[/** @type {Colour} */ (colour)][letter === 't' ? 'many' : gender];

/** The pieces within a sentence, by the letter of KFEN. @type {Record<string, string>} */
const KINDS = Object.fromEntries(Object.keys(NOUNS).map((letter) => [letter, named(letter, (noun) => noun)]));

/** Returns a piece with its colour: `pyramide argentée`. @param {Piece} piece */
const pieceWords = ({ colour, letter }) => named(letter, (noun, gender) => `${noun} ${adjective(colour, letter, gender)}`);
/** Returns a piece with its article and its colour: `la pyramide argentée`. @param {Piece} piece */
const thePiece = ({ colour, letter }) => named(letter, (noun, gender) => `${the(noun, gender)} ${adjective(colour, letter, gender)}`);
/** Returns `de` with a piece: `de la pyramide argentée`. @param {Piece} piece */
const ofThePiece = ({ colour, letter }) => named(letter, (noun, gender) => `${ofThe(noun, gender)} ${adjective(colour, letter, gender)}`);
/** Returns what is missing: `de pyramide`. @param {string} letter */
const lackOf = (letter) => named(letter, (noun) => (isElided(noun) ? `d’${noun}` : `de ${noun}`));

/**
 * Returns the kind, the colour if it is given, and the orientation of a piece: `pyramide argentée orientée vers le nord-est`.
 * @param {string} letter @param {number} turn @param {string} [colour]
 */
const turned = (letter, turn, colour) => named(letter, (noun, gender) => {
  const kind = colour ? `${noun} ${adjective(colour, letter, gender)}` : noun, facing = gender === 'f' ? 'orientée' : 'orienté';
  switch (letter) {
    case 'p': return `${kind} ${facing} vers ${QUADRANTS[turn]}`;
    case 'a': case 'x': return `${kind} ${facing} vers ${SIDES[turn]}`;
    case 's': case 'e': return `${kind} aux miroirs ${MIRRORS[turn]}`;
    default: return kind;
  }
});

/** Returns a piece that moves, with its square. @param {Piece} piece @param {string} square @param {boolean} isTop only the top of a stack */
const mover = (piece, square, isTop) => `${isTop ? `${pieceWords({ ...piece, letter: 'o' })} du dessus` : pieceWords(piece)} de ${square}`;

/** Returns what a beam hits. @param {Hit[]} hits */
const hitsWords = (hits) => (hits.length
  ? `touche ${listed(hits.map(({ square, piece }) => (piece ? `${thePiece(piece)} en ${square}` : square)))}` : 'ne touche rien');

/** Returns what moves can hit, as an object: `la pyramide c4 (2 coups)`. @param {Target[]} targets */
const targetWords = (targets) => listed(targets.map(({ letter, square, moves }) => (
  `${letter ? named(letter, the) : 'une pièce en'} ${square} (${counted(moves, 'coup')})`)));
/** Returns the player's own pieces that moves can hit: `sa propre pyramide c4 (1 coup)`. @param {Target[]} targets */
const ownTargetWords = (targets) => listed(targets.map(({ letter, square, moves }) => (
  `${named(letter, (noun, gender) => `${gender === 'f' ? 'sa' : 'son'} propre ${noun}`)} ${square} (${counted(moves, 'coup')})`)));
/** Returns how many moves light a square and hit a piece on it. @param {number} moves @param {number} hits */
const lightWords = (moves, hits) =>
  `${moves ? counted(moves, 'coup peut', 'coups peuvent') : 'aucun coup ne peut'} l’éclairer${hits ? `, ${counted(hits, 'peut', 'peuvent')} la toucher` : ''}`;

/** Returns pieces that are hit, with their owners. @param {OwnedHit[]} hits */
const ownedWords = (hits) => listed(hits.map(({ square, piece, owner }) => {
  if (!piece) return square;
  const { letter } = piece;
  if (owner === 'you') return `votre ${KINDS[letter] ?? 'pièce'} en ${square}`;
  const itsOwn = named(letter, (noun, gender) => `${gender === 'f' ? 'sa' : 'son'} propre ${noun}`);
  return `${owner === 'itself' ? itsOwn : thePiece(piece)} en ${square}`;
}));

/** What a preview says of no own piece that is hit, of one, and of more. */
const OWN = ['', ', une pièce de son propre camp', ', des pièces de son propre camp'];

/** The results. @type {Record<string, string>} */
const RESULTS = { '1-0': 'Argent gagne', '0-1': 'Rouge gagne', '1/2-1/2': 'Nulle' };
/** The ends of sentences about a result, by its reason. @type {Map<string, string>} */
const ENDS = new Map([
  ['pharaoh', ' : ⟦le pharaon|le King⟧ est touché'],
  ['both-pharaohs', ' : ⟦les deux pharaons|les deux Kings⟧ sont touchés'],
  ['no-moves', ' : plus aucun coup légal'],
  ['repetition', ' par triple répétition'],
  ['resignation', ' par abandon'],
  ['time', ' au temps'],
  ['agreement', ' d’un commun accord'],
]);

/** What is said of a tag that cannot be read. */
const NO_TAG = 'une balise s’écrit comme [Silver "nom"], sur une seule ligne';
/** Where a text ends, as the program calls it in the place of what it found. @type {Record<string, string>} */
const TEXT_ENDS = {
  'the end of the text': 'la fin du texte', 'the end of the line': 'la fin de la ligne', 'the end of the rank': 'la fin de la rangée',
};
/** What the program counts in a game that is too large. @type {Record<string, string>} */
const UNITS = { bytes: 'octets', tags: 'balises', plies: 'demi-coups' };

const ADVICE = 'Mettez le navigateur à jour ou utilisez-en un autre : Chromium à partir de la version 91, Firefox à partir de la 114 '
  + 'ou Safari à partir de la 16.4.';

/** The marks of a review within a sentence. @type {Record<string, string>} */
const MARKS = {
  best: 'meilleur coup', good: 'bon coup', inaccuracy: 'imprécision', mistake: 'erreur', blunder: 'gaffe', book: 'coup de théorie',
};
/** The marks of a review: many of them, and the next one after `aller`. @type {Record<Mark, [string, string]>} */
const MARKED = {
  best: ['meilleurs coups', 'au meilleur coup suivant'], good: ['bons coups', 'au bon coup suivant'],
  inaccuracy: ['imprécisions', 'à l’imprécision suivante'], mistake: ['erreurs', 'à l’erreur suivante'],
  blunder: ['gaffes', 'à la gaffe suivante'],
};
/** The directions of a beam. @type {Record<string, string>} */
const DIRECTIONS = { n: 'vers le haut', e: 'vers la droite', s: 'vers le bas', w: 'vers la gauche' };
/** The ends of a leg of a beam on a square. @type {Record<string, string>} */
const LEG_ENDS = { turn: 'tourne en', split: 'se divise en', hit: 'touche', stop: 'est arrêté en' };
/** What the field for moves and commands takes. The other words are commands, which are the same in all languages. */
const COMMANDS = 'Tapez un coup : h2g2 déplace la pièce, h2+ la fait pivoter dans le sens horaire, h2- dans le sens antihoraire, '
  + 'e1d2t déplace l’obélisque du dessus d’une pile. '
  + 'Autres mots : hint (conseil), undo (reprendre), moves ou moves h2 (coups), beam, beam red ou beam h2g2 (rayons), threats (menaces), silver et red (pièces d’Argent et de Rouge), help (aide).';

/** A piece on a square, by its letter of KFEN in lower case. @typedef {{ colour: string, letter: string, square: string }} Placed */

/** The tasks of puzzles after the player, by their kinds. @type {Record<string, string>} */
const PUZZLE_TASKS = { win: 'joue et gagne', material: 'joue et gagne du matériel', save: 'joue et s’en sort' };
/** What a wrong move of a puzzle does not do, by the kind of the puzzle. @type {Record<string, string>} */
const PUZZLE_FAULTS = { win: 'ne force pas le gain', material: 'ne gagne pas assez', save: 'ne vous sauve pas' };
/** The themes of puzzles: the name and what it means. @type {Record<string, [string, string]>} */
const PUZZLE_THEMES = {
  'double-hit': ['tir double', 'Un tir touche au moins deux pièces adverses.'],
  'sacrifice': ['sacrifice', 'Vous laissez toucher une de vos pièces.'],
  'eye-move': ['œil joué', 'Vous déplacez, échangez ou tournez un œil.'],
  'eye-split': ['rayon divisé', 'Un œil divise votre tir, et il touche.'],
  'swap': ['échange de places', 'Vous échangez deux pièces.'],
  'scarab': ['⟦scarabée|Switch⟧ comme miroir', 'Vous amenez un ⟦scarabée|Switch⟧ dans votre rayon ou l’y tournez, et il dévie le tir vers une cible.'],
  'sphinx': ['⟦rotation du sphinx|rotation du Laser⟧', 'Vous tournez votre ⟦sphinx|Laser⟧.'],
  'borrowed-mirror': ['miroir emprunté', 'Une pièce adverse dévie votre tir vers une cible.'],
  'long-way': ['long trajet', 'Un tir d’au moins cinq segments touche.'],
  'opened-beam': ['rayon ouvert', 'Une de vos pièces quitte votre rayon, et le tir passe par sa case pour toucher.'],
  'closed-beam': ['rayon fermé', 'Votre premier coup raccourcit le rayon adverse.'],
  'shield': ['bouclier écarté', 'Votre dernier tir passe par une case où se trouvait une pièce adverse au départ.'],
  'double-threat': ['double menace', 'Après votre premier coup, deux tirs menacent le ⟦pharaon|Roi⟧.'],
  'hunt': ['chasse', 'Le ⟦pharaon|Roi⟧ adverse se déplace en réponse.'],
  'defence': ['défense', 'Votre premier coup met fin à toute menace contre votre ⟦pharaon|Roi⟧.'],
  'interposition': ['interposition', 'Vous vous défendez avec une pièce sur le trajet du tir menacé.'],
  'flight': ['fuite', 'Vous vous défendez en déplaçant votre ⟦pharaon|Roi⟧.'],
};

/** Returns a piece with its article and its square: `la pyramide en e4`. @param {Placed} piece */
const thePlaced = ({ letter, square }) => `${named(letter, the)} en ${square}`;
/** Returns an own piece with its square: `votre pyramide en e4`. @param {Placed} piece */
const yourPlaced = ({ letter, square }) => `votre ${KINDS[letter] ?? 'pièce'} en ${square}`;
/** Returns where a beam ends that hits pieces, without a full stop. @param {Placed[]} hits */
const beamHits = (hits) => `Votre rayon touche ${listed(hits.map(thePlaced))}`;
/** Returns the task of a puzzle: `Rouge joue et gagne`. @param {string} colour of the player @param {string} kind of the puzzle */
const puzzleTask = (colour, kind) => `${player(colour)} ${PUZZLE_TASKS[kind] ?? 'joue'}`;
/** Returns why a move of a puzzle is wrong: `h2g2 ne force pas le gain`. @param {string} move @param {string} kind of the puzzle */
const puzzleFault = (move, kind) => `${move} ${PUZZLE_FAULTS[kind] ?? 'n’est pas la solution'}`;

/** @type {import('./en.js').Texts} */
const TEXTS = {
  names: {
    kinds: KINDS,
    variants: { khet2: '⟦Khet 2.0|Laser Chess⟧', khet1: 'Khet 1.0', deflexion: 'Deflexion' },
    setups: { classic: '⟦Classic|Ace⟧', imhotep: '⟦Imhotep|Curiosity⟧', dynasty: '⟦Dynasty|Grail⟧' },
    withEyes: (setup) => `${setup} avec yeux`,
  },
  editions: {
    title: 'Quel jeu avez-vous ?', label: 'Votre jeu', none: 'Pas encore choisi',
    notes: { laser: 'King, Deflector, Switch', khet2: 'Pharaon, scarabée, sphinx', khet1: 'Piles d’obélisques', deflexion: 'Obélisques ; Rouge commence' },
    chosen: (game) => `${game} est choisi. Les réglages permettent d’en changer.`,
    newcomer: 'Vous découvrez le jeu ?', newTo: (game) => `Vous découvrez ${game} ?`, learn: 'Apprendre pas à pas',
  },
  settings: {
    language: 'Langue',
    asBrowser: 'Celle du navigateur',
    names: 'Noms',
    beams: 'Rayons', bothBeams: 'Les deux', nextBeam: 'Le prochain', noBeams: 'Aucun',
    colours: 'Thème', asSystem: 'Selon le système', light: 'Clair', dark: 'Sombre',
    motion: 'Animations', animated: 'Activées', still: 'Désactivées',
    tempo: 'Tempo', calm: 'Calme', quick: 'Rapide', instant: 'Instantané',
    sounds: 'Sons', off: 'Désactivés', on: 'Activés',
    pieces: 'Pièces', khetPieces: 'Khet', laserPieces: 'Laser Chess', plainPieces: 'Sobres',
    piecesNotLoaded: 'Impossible de charger les pièces.',
    board: 'Plateau', automatic: 'Automatique', wide: 'Large', turned: 'Tourné',
    size: 'Taille des pièces', small: 'Petites', normal: 'Normales', large: 'Grandes',
    offerSounds: 'Les tirs peuvent avoir des sons.', soundsOn: 'Activer les sons',
  },
  page: {
    title: 'Khepri – Khet et Laser Chess',
    titleOf: (game) => `Khepri – ${game}`,
    flipBoard: 'Retourner le plateau',
    help: 'Aide',
    boardAndPlayers: 'Plateau et joueurs',
    silverToMove: 'À Argent de jouer',
    whatToDo: 'Activités',
    openPanel: 'Volet ouvert', pullUp: 'Agrandir', closePanel: 'Fermer le volet',
    ownGameWaits: 'Votre partie vous attend.', backToOwnGame: 'Retour à ma partie', keepThisOne: 'Garder plutôt celle-ci',
    keepInGames: 'Garder dans Parties', keptInGames: 'La partie se trouve maintenant dans Parties.',
    undo: 'Annuler',
    undoWhat: (what) => `Annuler : ${what}`,
    cancel: 'Annuler',
    tryAgain: 'Réessayer',
    panelNotOpened: (panel, why) => `Impossible d’ouvrir « ${panel} » : ${why}`,
    secondTab: 'Khepri est déjà ouvert dans un autre onglet. Celui-ci a son propre plateau, qui n’est pas conservé.',
    noAnswer: (why) => `Khepri ne répond pas : ${why}`,
    newVersion: 'Une nouvelle version de Khepri est prête.', useNewVersion: 'L’utiliser',
  },
  panels: {
    game: 'Partie',
    learn: 'Leçons',
    rules: 'Règles',
    analysis: 'Analyse',
    review: 'Bilan',
    edit: 'Éditeur',
    puzzles: 'Problèmes',
    settings: 'Réglages',
    mistakes: 'Mes fautes',
    games: 'Parties',
  },
  help: {
    title: 'Le jeu en une minute',
    turn: 'À votre tour, vous déplacez une pièce sur une case voisine (même en diagonale) ou vous la faites pivoter d’un quart de tour. '
      + 'Puis votre laser tire.',
    hits: 'Les miroirs dévient le rayon. Il élimine toute pièce qu’il touche sur une face sans miroir, même l’une des vôtres.',
    win: 'Touchez ⟦le pharaon|le King⟧ adverse et vous gagnez.',
    pieces: '⟦Les pyramides|Les Deflectors⟧ ont un seul miroir, ⟦les scarabées|les Switches⟧ en ont un de chaque côté. '
      + '⟦L’anubis|Le Defender⟧ arrête la lumière avec son bouclier. L’œil laisse passer la lumière et la dévie à la fois. '
      + 'Rien ne peut éliminer ⟦un sphinx, un scarabée|un Laser, un Switch⟧ ou un œil.',
    swaps: '⟦Un scarabée|Un Switch⟧ ou un œil peut échanger sa place avec ⟦une pyramide, un anubis|un Deflector, un Defender⟧ ou un '
      + 'obélisque sur une case voisine. Dans Khet 1.0, on peut empiler les obélisques.',
    reserved: 'Les cases marquées d’un œil sont réservées à Rouge, celles marquées d’un ankh à Argent.',
    openRules: 'Règles illustrées',
    onBoard: 'Sur le plateau',
    mouse: 'Souris',
    mouseUse: 'Cliquez sur une pièce puis sur une case marquée, ou faites-y glisser la pièce. La molette sur une pièce choisit une '
      + 'rotation ; cliquez sur la pièce pour tirer.',
    touch: 'Tactile',
    touchUse: 'Appuyez sur une case pour voir le tir, appuyez encore pour tirer. Autour d’une table et dans les problèmes, le tir '
      + 'reste caché jusque-là.',
    beams: 'Rayons',
    beamsUse: 'Le rayon du laser d’Argent est bleu pâle, celui de Rouge est rouge. Les réglages déterminent lesquels sont montrés avant '
      + 'un tir.',
    moves: 'Coups',
    movesUse: 'h2g2 déplace la pièce de h2 à g2, h2↻ la fait pivoter, ×e7 indique une pièce touchée et # la fin de la partie.',
    keys: 'Clavier',
    keysBefore: 'Flèches et Entrée sur le plateau ;', keysAnd: 'et',
    keysAfter: 'montrent une rotation, Entrée tire ; Échap repose la pièce. Ailleurs, les flèches parcourent la partie.',
    keyReach: 'montre où votre rayon peut aller, puis celui de l’adversaire.',
    keyTask: 'mène d’un exercice au plateau, et retour.',
    engine: 'Le moteur',
    engineSpeed: (movesPerSecond) => `Sa dernière longue recherche a examiné ${movesPerSecond} coups par seconde.`,
    close: 'Fermer',
  },
  review: {
    file: 'Fichier de parties', loadFile: 'Ouvrir un fichier',
    start: 'Faire le bilan', startAgain: 'Refaire le bilan',
    depth: 'Recherche', quick: 'Rapide', normal: 'Normale', thorough: 'Approfondie', deep: 'Maximale',
    progress: 'Progression',
    cancel: 'Annuler',
    games: 'Parties',
    isRunning: 'La partie est en cours : son bilan sera possible quand elle sera terminée.',
    noGame: 'Jouez une partie, ouvrez un fichier de parties (KGN) ou déposez-en un ici.',
    reading: (file) => `Lecture du fichier ${file}`,
    tooLarge: (file) => `le fichier ${file} est trop volumineux : 64 Mio au plus`,
    moreFaults: (count) => `et ${counted(count, 'autre')}`,
    showMore: (count) => `Voir plus (${count})`,
    searching: 'Recherche en cours',
    searched: (done, all) => `Position ${done} sur ${all}`,
    accuracies: (silver, red) => `Précision d’Argent : ${silver}, précision de Rouge : ${red}`,
    graph: 'Chances de gain d’Argent après chaque coup',
    lead: 'Le graphique et les nombres mènent aux coups.',
    players: COLOURS,
    rows: {
      best: 'Meilleurs coups', good: 'Bons coups', inaccuracy: 'Imprécisions', mistake: 'Erreurs', blunder: 'Gaffes',
    },
    goToNext: (mark) => `Aller ${MARKED[mark][1]}`,
    goToNextOf: (count, mark, colour) => `${counted(count, MARKS[mark] ?? '', MARKED[mark][0])} ${of(colour)}, aller ${MARKED[mark][1]}`,
    judged: (move, mark, lost, score) => `${move} : ${MARKS[mark]}${lost && `, ${lost} de chances de gain perdus`} (${score})`,
    betterMove: (move, score) => `${move} : le meilleur coup (${score})`,
    backTo: (move) => `Retour à ${move}`,
    showBetter: 'Voir le meilleur coup',
    better: (score) => `mieux : ${score}`,
  },
  analysis: {
    evaluation: 'Évaluation',
    scoreTitle: 'Évaluations du point de vue d’Argent, en ⟦pyramides|Deflectors⟧',
    figuresTitle: 'Profondeur et profondeur maximale, coups par seconde, coups',
    silverWins: 'Argent gagne', draw: 'Nulle', redWins: 'Rouge gagne',
    lines: 'Lignes',
    engine: 'Moteur',
    stop: 'Arrêter', goOn: 'Continuer',
    threat: 'Menace', threatTitle: 'Ce que ferait l’adversaire si c’était à lui de jouer',
    pausedHidden: 'L’analyse s’est mise en pause pendant que la page était masquée. « Continuer » la relance.',
    pausedLong: (minutes) => `L’analyse s’est mise en pause après ${minutes} minutes sur une même position. « Continuer » la relance.`,
    engineLost: (why, isRestarted) => `Le moteur ne répond plus : ${why}.${isRestarted ? ' Il redémarre.' : ''}`,
    forSilver: (score) => `${score} pour Argent`, notKnown: 'encore inconnue',
    chances: (win, draw, loss) => `Argent gagne ${win} %, nulle ${draw} %, Rouge gagne ${loss} %`,
    figures: (depth, speed, moves) => `prof. ${depth} · ${speed}/s · ${moves || 'déjà calculé'}`,
    isOver: 'la partie est terminée', thinking: 'réflexion en cours', stopped: 'à l’arrêt',
    lookingForThreat: 'Recherche de la menace…',
    threatLine: (moves, score) => `Menace : ${moves}  (${score})`,
    isRunning: 'La partie est en cours : les lignes pourront être jouées quand elle sera terminée.',
    hasEnded: 'La partie est terminée ici : revenez en arrière pour essayer d’autres coups.',
    walkTo: (move) => `Aller jusqu’à ${move}`,
  },
  moves: {
    record: 'Feuille de partie',
    title: 'Coups',
    variation: 'Variante', makeMain: 'Rendre principale', deleteFromHere: 'Supprimer à partir d’ici',
    deleted: (move) => `${move} a été supprimé, avec toute la suite.`,
    steps: 'Navigation', toStart: 'Au début', back: 'Coup précédent', forward: 'Coup suivant', toEnd: 'À la fin',
    hint: (isFree, isAtTable) => [
      'Choisissez une pièce, puis une case ou une rotation.',
      isAtTable ? 'Autour d’une table, son tir ne s’affiche pas à l’avance.' : 'Son tir s’affiche à l’avance.',
      'Qui perd ⟦son pharaon|son King⟧ perd la partie ; l’aide donne les règles.',
      isFree ? 'Ici, vous jouez les deux camps tant que vous n’avez pas choisi d’adversaire.' : '',
    ].filter(Boolean).join(' '),
    spoken: ({ number, move, hits, mark, result, shown }) =>
      `${number}. ${capital(move)}, le tir ${hits}${mark && `, ${MARKS[mark] ?? mark}`}${result && `. ${result}`}. ${shown}`,
  },
  notes: {
    title: 'Notes',
    marks: 'Annotations',
    markNames: ['bon coup', 'erreur', 'coup brillant', 'gaffe', 'coup intéressant', 'coup douteux'],
    commentOn: (move) => `Commentaire sur ${move}`, commentBefore: 'Commentaire avant le premier coup',
    draw: 'Dessiner',
    drawTitle: 'Faites glisser sur le plateau : le bouton droit dessine aussi, en rouge avec Maj, en bleu avec Alt, en jaune avec Ctrl',
    clearDrawings: 'Effacer les dessins',
  },
  play: {
    duringGame: 'Pendant la partie',
    hint: 'Indice',
    takeBack: 'Reprendre',
    acceptDraw: 'Accepter la nulle', declineDraw: 'Refuser la nulle', claimDraw: 'Réclamer la nulle', offerDraw: 'Proposer nulle',
    resign: 'Abandonner',
    pause: 'Pause', continue: 'Continuer',
    fireAgain: 'Revoir le tir',
    playAgainst: 'Jouer contre',
    strength: (level, isEasy) => (level ? `${level}${isEasy ? ' · partie facile' : ''}` : 'Pleine force'),
    challenge: (name, strength, character) => `Jouer contre ${name} ${strength}. ${character}`,
    cannotStart: (why) => `La partie ne peut pas commencer : ${why}`,
    newGameBegun: 'Une nouvelle partie a commencé.',
  },
  newGame: {
    title: 'Nouvelle partie',
    opponent: 'Adversaire', silversLevel: 'Niveau d’Argent', redsLevel: 'Niveau de Rouge',
    full: 'max.',
    setUp: 'Disposition', positionOnBoard: 'La position du plateau',
    more: 'Plus d’options',
    kind: 'Partie', againstEngine: 'Contre le moteur', twoPeople: 'À deux', engineAgainstEngine: 'Moteur contre moteur', withFriend: 'Avec un ami, par lien',
    byLink: 'Vous jouez et envoyez un lien à votre ami. Il l’ouvre, répond et envoie le lien suivant.',
    ruleSet: 'Règles',
    colour: 'Couleur', silver: 'Argent', red: 'Rouge', random: 'Au hasard',
    engine: 'Moteur', silversEngine: 'Moteur d’Argent', redsEngine: 'Moteur de Rouge',
    games: 'Nombre de parties',
    board: 'Plateau', stays: 'Fixe, avec aperçus', atTable: 'Autour d’une table : tourne, sans aperçus',
    time: 'Cadence', secondsPerMove: 'Secondes par coup', clockForBoth: 'Pendule pour les deux', noClock: 'Sans pendule',
    minutes: 'Minutes', increment: 'Incrément en secondes',
    movesFirst: (colour) => `${COLOURS[colour]} commence.`,
    start: 'Commencer',
  },
  ahead: {
    entered: (move) => `Coup anticipé : ${move}.`,
    shown: (move) => `Coup anticipé : ${move}`,
    note: 'coup anticipé',
    drop: 'Annuler le coup anticipé', dropped: 'Le coup anticipé est annulé.',
    impossible: (move) => `Le coup anticipé ${move} n’est plus possible.`,
    offered: (move) => `Le coup anticipé ${move} n’a pas été joué : la position a changé.`,
    tapToFire: 'Appuyez encore pour anticiper', clickToFire: 'Cliquez pour anticiper', enterToFire: 'Entrée pour anticiper',
  },
  ending: {
    draw: 'Nulle', youWin: 'Vous avez gagné',
    wins: (name) => `${name} gagne`,
    pharaohHit: (colour) => `⟦Le pharaon|Le King⟧ ${of(colour)} est touché`,
    accuracy: 'Précision :',
    rematch: 'Revanche',
    review: 'Bilan de la partie',
    coloursExchanged: (own) => `Les couleurs sont échangées : vous jouez maintenant ${COLOURS[own]}.`,
  },
  share: {
    title: 'Partager',
    link: 'Lien', copyLink: 'Copier le lien', linkTitle: 'Une partie de Khet',
    linkTo: (host, plies, shown) => `Lien vers la partie sur ${host} (${counted(plies, 'demi-coup')}${shown ? `, au demi-coup ${shown}` : ''})`,
    saveKgn: 'Enregistrer en KGN', savePng: 'Enregistrer en PNG', saveGif: 'Enregistrer en GIF',
    shot: 'Tir', shareShot: 'Partager ce tir', picture: 'Image', seconds: 'GIF de 3 secondes', share: 'Partager…',
    notWritten: (why) => `Impossible d’écrire la partie : ${why}`,
    animation: {
      progress: 'Progression de l’animation',
      drawing: 'Dessin en cours',
      frame: (done, all) => `Image ${done} sur ${all}`,
      cancel: 'Annuler l’animation',
      notMade: (why) => `Impossible de créer l’animation : ${why}`,
    },
  },
  commands: {
    field: 'Coup ou commande', placeholder: 'Un coup, un lien, ou help',
    help: COMMANDS,
    noAnswer: 'Pas de réponse pour le moment.',
    notLegal: (move) => `${move} n’est pas un coup légal ici.`,
    unknown: (command) => `« ${command} » n’est ni un coup ni une commande. ${COMMANDS}`,
    notYourMove: 'Ce n’est pas à vous de jouer.',
    beamHidden: (colour) => `Le rayon ${of(colour)} est caché ici.`,
    beam: (colour, legs, hits) => {
      const path = legs.map(({ to, dir, end }) =>
        `${DIRECTIONS[dir]}, ${end === 'edge' ? 'quitte le plateau' : `${LEG_ENDS[end] ?? 'atteint'} ${to}`}`);
      return `Le rayon ${of(colour)} va ${path.join(' ; ')}. Il ${hits}.`;
    },
    threatsHidden: 'Les menaces sont cachées ici.',
    isOver: 'La partie est terminée.',
    threatensPharaoh: (colour, moves) => `${COLOURS[colour]} menace de toucher ⟦le pharaon|le King⟧ : ${moves.join(' ; ')}.`,
    couldHit: (colour, squares) => `${COLOURS[colour]} pourrait toucher ${squares.join(', ')}.`,
    threatensNothing: (colour) => `${COLOURS[colour]} ne menace rien.`,
    pieces: (colour, pieces) =>
      `${COLOURS[colour]} : ${pieces.map(({ letter, turn, square }) => `${turned(letter, turn)} en ${square}`).join(', ')}.`,
    moves: (moves) => `${moves.length} coup${moves.length > 1 ? 's' : ''} : ${moves.map(({ move, hits }) => `${move}${hits && ` ${hits}`}`).join(' ; ')}.`,
    noMoves: 'Il n’y a aucun coup légal.',
    nothingToUndo: 'Il n’y a aucun coup à reprendre.',
    noHint: 'Un conseil se donne quand c’est à vous de jouer contre un adversaire.',
  },
  reach: {
    title: 'Où peut-il aller ?',
    titleOf: (colour) => `Où peut aller le rayon ${of(colour)} ?`,
    canHit: (colour, targets) => (targets.length ? `${player(colour)} peut toucher ${targetWords(targets)}.` : `${player(colour)} ne peut rien toucher.`),
    hitsItself: (colour, targets) => `${player(colour)} pourrait toucher ${ownTargetWords(targets)}.`,
    note: lightWords,
    square: (square, moves, hits) => `${square} : ${lightWords(moves, hits)}.`,
    pointAt: 'Pointez une case pour voir les coups qui l’éclairent.',
    move: (text, move, hits) => `${text} : ${move}, le tir ${hitsWords(hits)}`,
    hidden: 'Ici, la page cache où les rayons peuvent aller.',
    ended: 'La page ne montre plus où les rayons peuvent aller.',
  },
  speech: {
    rotates: (piece, square, sign) => `rotation ${sign && (sign === '+' ? 'horaire ' : 'antihoraire ')}${ofThePiece(piece)} en ${square}`,
    moves: (piece, from, to, isTop) => `${mover(piece, from, isTop)} à ${to}`,
    stacks: (piece, from, to, isTop) => `${mover(piece, from, isTop)} empilé sur ${to}`,
    swaps: (piece, from, other, to) => `échange entre ${thePiece(piece)} en ${from} et ${thePiece(other)} en ${to}`,
    hits: hitsWords,
    result: (result, reason) => (RESULTS[result] ?? result) + (ENDS.get(reason) ?? (reason && ` : ${reason}`)),
  },
  board: {
    board: 'Plateau',
    cell: (square, piece) => `${square}, ${piece ? turned(piece.letter, piece.turn, piece.colour) : 'vide'}`,
    cellNotes: (isTarget, owner) => [isTarget ? 'coup possible' : '', owner && `réservée à ${player(owner)}`].filter(Boolean).join(', '),
    rotatePiece: 'Faire pivoter la pièce', rotateAnticlockwise: 'Tourner dans le sens antihoraire',
    rotateClockwise: 'Tourner dans le sens horaire',
    stackOrTop: 'Déplacer la pile entière ou l’obélisque du dessus ?', wholeStack: 'Pile entière', topOnly: 'Celui du dessus',
    tapToFire: 'Appuyez encore pour tirer', clickToFire: 'Cliquez pour tirer', enterToFire: 'Entrée pour tirer',
    noPictures: 'ce navigateur ne peut pas dessiner d’images',
    noPng: 'ce navigateur ne peut pas écrire de PNG',
    pictureNotSaved: (why) => `Impossible d’enregistrer l’image : ${why}`,
  },
  links: {
    faults: {
      altered: 'Le lien a été coupé ou modifié en chemin : copiez-le de nouveau en entier.',
      large: 'Le lien est trop long pour une partie.',
      version: 'Le lien vient d’une autre version de Khepri.',
      browser: 'Ce navigateur est trop ancien pour ce lien : mettez-le à jour, ou utilisez-en un autre.',
    },
    unknownAddress: 'Cette adresse n’existe pas dans Khepri : elle a peut-être été coupée ou modifiée.',
  },
  friend: {
    play: 'Jouer avec un ami par lien', title: 'Partie par lien', games: 'Entre amis',
    yourName: 'Votre nom', nameless: 'Votre ami',
    isToMove: (name) => `C’est à ${name || 'votre ami'} de jouer`,
    send: (name) => `Envoyez le lien à ${name || 'votre ami'}.`,
    yourMove: (name) => `C’est à vous de jouer. Vous aurez ensuite le lien pour ${name || 'votre ami'}.`,
    waits: (name) => `C’est à ${name || 'votre ami'} de jouer. Ouvrez le lien que vous recevrez, ou collez-le.`,
    over: 'La partie est terminée.',
    copyFor: (name) => `Copier le lien pour ${name || 'votre ami'}`, again: 'Copier encore le lien', open: 'Ouvrir', paste: 'Collez le lien reçu',
    linkFor: (name) => `Lien pour ${name || 'votre ami'}`,
    message: (silver, red, link) => `${silver} – ${red} : notre partie par lien. Copiez ce texte et collez-le dans Khepri : ${link}`,
    invitation: (name) => (name ? `${name} joue une partie par lien` : 'Une partie par lien'),
    whichSide: 'De quel côté jouez-vous ?', watch: 'Seulement regarder',
    playAs: (colour) => `Jouer ${COLOURS[colour]}`,
    opened: 'Une partie par lien est sur le plateau.',
    older: 'Le lien est plus ancien que la partie ici. Voici sa dernière position.',
    yours: 'Le lien contient un coup de vous qui n’a pas été joué dans ce navigateur. Est-il de vous ?', mine: 'Il est de moi', notMine: 'Pas de moi',
    changed: (ply, own, other) => `Lien refusé : votre coup, le demi-coup ${ply} de la partie, était ${own}, et le lien a ${other}.`,
    otherStart: 'Lien refusé : il a un autre début que la partie ici.',
    ends: {
      resigned: 'Lien refusé : il indique que vous avez abandonné.',
      agreed: 'Lien refusé : il indique une nulle par accord, que vous n’avez pas proposée.',
      claimed: 'Lien refusé : il demande la nulle, mais aucune disposition n’apparaît pour la troisième fois.',
      unknown: 'Lien refusé : il a un résultat qu’aucun joueur ne peut décider.',
    },
    second: 'Une seconde réponse', whichCounts: 'Le lien contient une autre réponse à la même position. Laquelle compte ?',
    keep: (move) => `Garder ${move}`, take: (move) => `Prendre ${move}`,
    noHelp: 'Dans une partie entre amis, il n’y a pas d’analyse avant la fin.',
    listed: { yours: (game) => `À vous de jouer : ${game}`, theirs: (game) => `À votre ami de jouer : ${game}`, watched: (game) => `Vous regardez : ${game}`, over: (game) => `Terminée : ${game}` },
  },
  paste: {
    title: 'le texte collé',
    empty: 'Le presse-papiers ne contient pas de texte.',
    unknown: (text) => `Ce texte collé n’est ni une partie, ni une position, ni un lien, ni un coup : « ${text} »`,
  },
  messages: {
    copied: (name) => `${name} copié.`,
    copyBelow: (name) => `${name} : copiez-le depuis le champ ci-dessous.`,
    fires: (colour) => `${player(colour)} tire…`,
    toMove: (colour) => `À ${player(colour)} de jouer`,
    preview: (move, hits, own) => `${capital(move)} : le tir ${hitsWords(hits)}${OWN[Math.min(own, 2)]}`,
    beamThen: (colour, hits) => `Ensuite, le rayon ${of(colour)} ${hitsWords(hits)}`,
    afterMoves: (count, move, hits) => `Après ${counted(count, 'coup')} : ${move} ${hitsWords(hits)}`,
    shot: (colour, move, hits) => `${player(colour)} : ${move} ${hits.length ? `touche ${ownedWords(hits)}` : 'ne touche rien'}`,
    hits: (hits) => (hits.length ? `Touche ${ownedWords(hits)}` : 'Ne touche rien'),
    ownedHits: ownedWords,
    moved: (move, hits) => `${capital(move)} : le tir ${hitsWords(hits)}.`,
    thirdTime: 'Troisième occurrence : la nulle peut être réclamée.',
    game: (game) => `${game.silver || 'Argent'} – ${game.red || 'Rouge'}, `
      + `${game.result === '*' ? 'inachevée' : game.result.replaceAll('1/2', '½')}, `
      + `${counted(game.moves, 'coup')}, ${game.variant}${game.event && ` (${game.event})`}`,
    quoted: (text) => `« ${text} »`,
    faultAt: ({ game, line, move, word }, fault) => {
      const place = [game && `Partie ${game}`, line && `ligne ${line}`, move && `coup ${move} ${word}`].filter(Boolean).join(', ');
      return `${place && `${place} : `}${fault}`;
    },
    linkHasNoPosition: 'Le lien ne contient pas de position.',
    positionOfLink: 'La position du lien est sur le plateau.',
    linkNotShown: (why) => `Impossible d’afficher la position du lien : ${why}`,
    linkNotPlayed: (faults) => `La position du lien n’est pas jouable : ${faults}.`,
    gameOfLinkNotShown: (why) => `Impossible d’afficher la partie du lien : ${why}.`,
    noSetUp: (found) =>
      `${found ? `${found} n’est pas une disposition` : 'il manque une disposition'} (exemple : khet2/classic)`,
  },
  faults: {
    'fields': () => 'Le camp qui a le trait doit suivre le plateau ; le jeu de règles et deux nombres peuvent suivre',
    'ranks': ({ found }) => `Le plateau a ${counted(found, 'rangée')} : il en faut 8`,
    'rank-squares': ({ rank, least, found }) => `La rangée ${rank} a ${least ? 'au moins ' : ''}${counted(found, 'case')} : il en faut 10`,
    'not-a-piece': ({ found }) => `${found} n’est pas une pièce`,
    'no-orientation': ({ letter }) =>
      `Après ${letter} (${KINDS[letter.toLowerCase()]}), il faut un chiffre de 1 à 4 pour l’orientation de la pièce`,
    'not-a-side': ({ found }) => `${found} ne désigne pas le camp qui a le trait : s pour Argent, r pour Rouge`,
    'not-a-rule-set': ({ found, names }) => `${found} n’est pas un jeu de règles (au choix : ${names.join(', ')})`,
    'not-a-number': ({ found }) => `${found} n’est pas un nombre de coups`,
    'pharaohs': ({ colour, count }) => (count
      ? `${player(colour)} a ${count} ⟦pharaons|Kings⟧ : un seul est permis` : `${player(colour)} doit avoir ⟦un pharaon|un King⟧`),
    'piece-not-in-rule-set': ({ piece, rules }) => `${rules} n’a pas ${lackOf(piece)}`,
    'sphinx-off-corner': ({ colour, expected }) => `⟦Le sphinx|Le Laser⟧ ${of(colour)} doit se trouver en ${expected}`,
    'sphinx-faces-frame': ({ colour, squares, expected }) => `⟦Le sphinx|Le Laser⟧ ${of(colour)} en ${squares[0]} doit être tourné vers `
      + expected.map((/** @type {string} */ side) => SIDES[SIDE_NAMES.indexOf(side)] ?? side).join(' ou '),
    'sphinx-missing': ({ colour, squares }) => `${player(colour)} doit avoir ⟦un sphinx|un Laser⟧ en ${squares[0]}`,
    'too-many-pieces': ({ colour, pieces, kinds, count, limit }) =>
      `${player(colour)} a ${count} ${LIMITED[pieces] ?? kinds.join(', ')} : ${limit} au plus`,
    'piece-on-reserved-square': ({ colour, piece, squares, owner }) =>
      `${named(piece, (noun, gender) => `${theCapital(noun, gender)} ${adjective(colour, piece, gender)}`)} ne peut pas se trouver en `
      + `${squares[0]} : la case est réservée à ${player(owner)}`,
    'not-a-move': () => 'ce n’est pas un coup, qui s’écrit comme h2g2 ou h2+',
    'not-own-piece': ({ squares }) => `la pièce en ${squares[0]} est à l’adversaire`,
    'too-far': ({ squares }) => `${squares[1]} n’est pas voisine de ${squares[0]}`,
    'move-to-reserved-square': ({ squares }) => `${squares[0]} est réservée à l’adversaire`,
    'empty-square': ({ squares }) => `${squares[0]} est vide`, 'occupied-square': ({ squares }) => `${squares[0]} est occupée`,
    'game-over': () => 'la partie est terminée', 'sphinx-moves': () => '⟦un sphinx|un Laser⟧ ne se déplace pas',
    'faces-frame': () => '⟦le sphinx|le Laser⟧ serait tourné vers le cadre',
    'other-sense': () => '⟦un scarabée|un Switch⟧ ou un œil pivote avec +',
    'no-rotation': ({ piece }) => `${named(piece, the)} ne peut pas pivoter`,
    'no-stack': ({ squares }) => `il n’y a pas de pile en ${squares[0]}`,
    'no-tag-name': () => NO_TAG, 'no-tag-value': () => NO_TAG, 'open-tag-value': () => NO_TAG, 'open-tag': () => NO_TAG,
    'long-tag-name': () => 'une balise est trop longue', 'long-tag-value': () => 'une balise est trop longue',
    'repeated-tag': ({ name }) => `la balise ${name} apparaît deux fois`,
    'result-tag': ({ found, names }) => `${found} n’est pas un résultat (au choix : ${names.join(', ')})`,
    'rule-set-tag': ({ found, names }) => `${found} n’est pas un jeu de règles (au choix : ${names.join(', ')})`,
    'set-up-tag': ({ rules, found, names }) => `${rules} n’a pas de disposition ${found} (au choix : ${names.join(', ')})`,
    'kfen-tag': ({ reasons }) => reasons,
    'kfen-of-rule-set': ({ expected, found }) => `les balises RuleSet et KFEN diffèrent : ${expected} et ${found}`,
    'kfen-of-set-up': ({ ruleSet, name }) => `les balises SetUp et KFEN diffèrent : le KFEN n’est pas celui de ${ruleSet} ${name}`,
    'ply-count-tag': ({ found }) => `${found} dans la balise PlyCount n’est pas un nombre`,
    'ply-count': ({ expected, found }) => `la balise PlyCount annonce ${counted(found, 'demi-coup')}, mais la partie en a ${expected}`,
    'no-move': ({ found }) => `il manque un coup ou le résultat avant ${TEXT_ENDS[found] ?? found}`,
    'move-number': ({ expected, found }) => `le numéro ${found} devrait être \`${expected}\``,
    'result-of-last-move': ({ expected, found }) =>
      `le résultat est \`${found}\`, mais le dernier coup termine la partie par \`${expected}\``,
    'result-of-tag': ({ expected, found }) => `le résultat est \`${found}\` après les coups, mais \`${expected}\` dans la balise Result`,
    'lone-result': () => 'la partie a un résultat, mais ni balises ni coups',
    'open-comment': () => 'le commentaire qui commence ici n’est pas fermé : il manque }',
    'long-comment': () => 'un commentaire est trop long',
    'open-variation': () => 'la variante qui commence ici n’est pas fermée : il manque )',
    'no-move-in-variation': ({ found }) => `il manque un coup ou le résultat avant ${TEXT_ENDS[found] ?? found}`,
    'no-move-before-variation': () => 'la variante qui commence ici n’a pas de coup, ou n’en suit aucun',
    'empty-variation': () => 'la variante qui commence ici n’a pas de coup, ou n’en suit aucun',
    'deep-variation': ({ limit }) => `les variantes peuvent avoir au plus ${limit} niveaux`,
    'result-in-variation': ({ found }) => `une variante ne peut pas avoir de résultat, ici \`${found}\``,
    'no-game': ({ found }) => `une partie commence par une balise ou un coup, non par ${TEXT_ENDS[found] ?? found}`,
    'empty-file': () => 'le fichier ne contient aucune partie',
    'no-games': () => 'le fichier ne contient aucune partie en KGN',
    'not-utf-8': () => 'un caractère n’est pas du texte en UTF-8',
    'too-large': ({ limit, unit }) => `on ne peut lire que ${limit} ${UNITS[unit] ?? unit} au plus`,
  },
  game: {
    players: COLOURS,
    you: 'Vous',
    newGame: (variant, setup, colour) => `Nouvelle partie, ${variant} ${setup}. À ${player(colour)} de jouer.`,
    earlierPosition: 'Position antérieure : » ramène à la partie',
    paused: 'La partie est en pause',
    isThinking: (name) => `${name} réfléchit…`,
    yourMove: (colour) => `À vous : vous jouez ${player(colour)}.`,
    toMove: (colour) => `À ${player(colour)} de jouer.`,
    mayClaim: 'Cette position se présente pour la troisième fois : vous pouvez réclamer la nulle.',
    youWin: 'Vous avez gagné.', youLose: 'Vous avez perdu.',
    noAnswer: (name, why) => `${name} ne répond pas : ${why}.`,
    nextOfSeries: 'La partie suivante de la série a commencé.',

    crossTable: 'Tableau des résultats',
    gamesOf: (played, games) => `${played} sur ${games}`,
    won: 'gains', drawn: 'nulles', lost: 'pertes', points: 'points',

    claimsDraw: (name) => `${name} réclame la nulle.`,
    offersDraw: (name) => `${name} propose nulle`,
    acceptsDraw: (name) => `${name} accepte la nulle.`,
    declinesDraw: (name) => `${name} refuse la nulle.`,
    drawDeclined: 'La nulle est refusée.',
    youResigned: 'Vous avez abandonné.',
    resigned: (name) => `${name} a abandonné.`,
    undo: 'Annuler',
    resignedIsGone: 'La partie abandonnée n’est plus sur le plateau.',
    takenBack: 'Coup repris.',
    movesTakenBack: (number) => (number === 1 ? 'Un coup a été repris.' : `${number} coups ont été repris.`),

    adopted: 'Cette partie est maintenant la vôtre.',
    reopened: 'Une ancienne partie est sur le plateau.',
    notRead: 'La partie conservée dans ce navigateur est illisible.',

    analysisMarks: 'L’analyse montre les meilleurs coups de cette partie. Celle-ci sera alors marquée et ne comptera pas.',
    analyseAnyway: 'Analyser quand même',
    lookingForMove: 'Recherche d’un bon coup…',
    goodMove: (move) => `Un bon coup : ${move}`,
  },
  opponents: {
    fullStrength: 'Pleine force',
    characters: {
      Pip: 'Laisse passer environ la moitié de vos menaces et manque certains de ses propres gains.',
      Nef: 'Prend ce qui est à portée de tir et laisse passer beaucoup de menaces.',
      Mau: 'Manque rarement un gain, mais ne voit souvent pas votre prochain tir.',
      Tia: 'Pense à votre réponse, mais oublie encore quelques rayons.',
      Seti: 'Laisse rarement passer une menace, mais juge souvent mal une position.',
      Ipi: 'Voit la plupart des tirs des deux prochains coups, les vôtres comme les siens.',
      Anpu: 'Ne manque presque aucun tir, mais ne regarde pas loin.',
      Sobi: 'Ne laisse presque rien passer et regarde plus loin.',
      Tehu: 'Voit chaque tir des deux prochains coups, mais juge mal certaines positions.',
      Sekhi: 'Calcule plusieurs coups à l’avance et juge bien.',
      Hor: 'Calcule plusieurs coups à l’avance et ne se trompe presque jamais sur une position.',
      Khepri: 'Le moteur lui-même, qui utilise tout son temps.',
    },
  },
  storage: {
    tooLarge: 'trop volumineux',
    onlyGameKept: (why) => `Ce navigateur ne peut conserver que votre partie (${why}). `
      + 'Les bilans et les parties de fichiers seront perdus si la page est rechargée.',
    notKept: (why) => `Ce navigateur ne peut pas conserver la partie (${why}). `
      + 'Elle continue, mais elle sera perdue si la page est rechargée.',
    allowData: 'Pour conserver les parties, autorisez cette page à stocker des données.',
  },
  connection: {
    onServer: 'C’est le programme qui fournit cette page ; il peut utiliser tous les cœurs de la machine.',
    inPage: 'Il fonctionne dans cette page, sur un seul cœur. Le programme khepri fournit la même page avec un moteur pour tous les cœurs.',
    lost: 'La connexion à Khepri est perdue',
    tryingAgain: 'Nouvelle tentative…',
    notLetIn: 'Khepri n’admet pas cette page. Ouvrez l’adresse qu’il a affichée, avec son jeton.',
    refused: (why) => `Khepri a refusé la connexion (${why})`,
    idle: 'la session était inactive',
    ended: 'le moteur s’est arrêté',
    serverAnswered: (status) => `le serveur a répondu ${status}`,
    lacking: 'ce navigateur n’a pas ce dont le moteur a besoin',
    fileIsMissing: 'il est absent, ou la connexion est perdue',
    notLoaded: (file) => `${file} ne peut pas être chargé`,
    notLoadedBecause: (file, why) => `${file} ne peut pas être chargé : ${why}. Le moteur a besoin de ce fichier. `
      + 'Si un nouvel essai échoue, il faut copier de nouveau le dossier de cette page sur le serveur.',
    noWebAssembly: `Le moteur a besoin de WebAssembly, que ce navigateur n’a pas ou n’autorise pas. ${ADVICE} `
      + 'Un mode de sécurité renforcée peut l’interdire.',
    noVectors: `Le moteur a besoin de WebAssembly avec des vecteurs de 128 bits (SIMD), que ce navigateur n’a pas. ${ADVICE}`,
    noWorkers: `Le moteur a besoin de workers, que ce navigateur n’a pas. ${ADVICE}`,
    noModuleWorkers: `Le moteur a besoin de workers de type module, que ce navigateur n’a pas. ${ADVICE}`,
  },
  learn: {
    lessons: 'Leçons',
    nextTask: 'Exercice suivant', nextLesson: 'Leçon suivante', hint: 'Indice', playFirstGame: 'Jouer une première partie',
    rules: 'Règles illustrées',
    numbered: (number, lesson) => `${number}. ${lesson}`,
    lesson: (number, lesson) => `Leçon ${number}, ${lesson}`,
    finishedLesson: (number, lesson) => `Leçon ${number}, ${lesson}, terminée`,
    taskOf: (task, tasks) => `Exercice ${task} sur ${tasks}`,
    finishedOf: (finished, lessons) => `${counted(finished, 'leçon terminée', 'leçons terminées')} sur ${lessons}`,
    allFinished: 'Vous avez terminé toutes les leçons.',
    spokenTask: (lesson, idea, task) => `${lesson}. ${idea} ${task}`,
    cheers: ['Exact !', 'Bravo !', 'C’est ça !'],
    ready: 'Bravo ! Place maintenant à une vraie partie.',
    solved: 'L’exercice est résolu',
    moveIs: (move) => `Le coup est ${move}.`,
    tryAgain: (reason) => `${reason} Réessayez.`,
    cannotCheck: (reason) => `Impossible de vérifier le coup : ${reason}`,
    cannotStart: (reason) => `La partie ne peut pas commencer : ${reason}`,
    newGame: 'Une nouvelle partie a commencé.',
  },
  goals: {
    ownPharaoh: 'Votre rayon touche ⟦votre propre pharaon|votre propre King⟧ : la partie est perdue.',
    ownPiece: ({ letter, square }) => `Votre rayon touche votre propre ${KINDS[letter] ?? 'pièce'} en ${square}.`,
    notPiece: (hits, missed) => `${beamHits(hits)}, mais pas ${thePlaced(missed)}.`,
    notPharaoh: (hits) => `${beamHits(hits)}, mais pas ⟦le pharaon|le King⟧.`,
    stopped: ({ letter, square }) => `${named(letter, theCapital)} en ${square} arrête votre rayon de face.`,
    leavesAt: (square) => `Votre rayon quitte le plateau en ${square} et ne touche rien.`,
    leavesAtOnce: 'Votre rayon quitte aussitôt le plateau et ne touche rien.',
    isHit: (opponent, piece) => `Le rayon ${of(opponent)} touche ensuite ${yourPlaced(piece)}.`,
    notStopped: (opponent) => `Le rayon ${of(opponent)} passe ensuite : aucune de vos pièces ne l’arrête.`,
    notTurned: (opponent) => `Le rayon ${of(opponent)} passe ensuite : aucune de vos pièces ne le dévie.`,
    opponentWins: (opponent, move) => `${player(opponent)} joue ensuite ${move} et touche ⟦votre pharaon|votre King⟧.`,
    noThreat: 'De là, aucun coup ne vous permettrait de toucher ⟦le pharaon|le King⟧ au tour suivant.',
    notThere: (_colour, letter) => `Il n’y a pas ${lackOf(letter)} après ce coup.`,
    notOn: ({ letter, square }) => `Il n’y a pas ${lackOf(letter)} en ${square} après ce coup.`,
  },
  lessons: {
    laser: {
      title: 'Déplacer et tirer',
      idea: 'À votre tour, vous déplacez une pièce sur une case voisine ou vous la faites pivoter. Puis votre laser tire, depuis le '
        + 'coin j1.',
      tasks: [{
        text: '⟦Votre pyramide|Votre Deflector⟧ en i3 porte un miroir. ⟦Choisissez-la, puis j3, pour la|Choisissez-le, puis j3, pour le⟧ '
          + 'déplacer dans le rayon.',
        hint: 'Appuyez sur ⟦la pyramide|le Deflector⟧ en i3, puis sur la case marquée j3.',
      }, {
        text: 'Le miroir en j3 envoie le rayon hors du plateau. Choisissez-le, puis l’une des flèches rondes, pour que le rayon touche f3.',
        hint: 'Le miroir doit être tourné vers j1, d’où vient le rayon, et vers f3, où il va.',
      }],
    },
    mirror: {
      title: 'Les miroirs',
      idea: 'Un rayon qui rencontre le miroir ⟦d’une pyramide|d’un Deflector⟧ repart à angle droit. Plusieurs miroirs peuvent se relayer.',
      tasks: [{
        text: 'Faites pivoter votre second miroir, en e3, pour que le rayon aille jusqu’à e6.',
        hint: 'Le miroir en e3 doit être tourné vers e6 et vers j3.',
      }, {
        text: 'Déplacez le miroir de f2 sur la case d’où le rayon va jusqu’à g6.',
        hint: 'Le rayon suit la rangée 3, et la cible est dans la colonne g.',
      }],
    },
    shield: {
      title: 'Toucher ou dévier',
      idea: '⟦Une pyramide|Un Deflector⟧ a deux faces à miroir, qui dévient le rayon. Par ses deux autres faces, un rayon l’élimine.',
      tasks: [{
        text: '⟦L’une des deux pyramides rouges vous montre son miroir, l’autre son dos. Touchez celle|L’un des deux Deflectors rouges '
          + 'vous montre son miroir, l’autre son dos. Touchez celui⟧ qui peut l’être.',
        hint: '⟦La pyramide|Le Deflector⟧ en f5 vous tourne le dos : le rayon doit donc suivre la rangée 5.',
      }, {
        text: 'Maintenant, le rayon de Rouge, en rouge, vise le dos de ⟦votre pyramide|votre Deflector⟧ en f4. ⟦Faites-la|Faites-le⟧ '
          + 'pivoter pour que son miroir dévie le rayon.',
        hint: 'Le miroir doit être tourné vers a4 : l’une des deux rotations convient.',
      }],
    },
    scarab: {
      title: '⟦Le scarabée|Le Switch⟧',
      idea: '⟦Un scarabée|Un Switch⟧ a des miroirs de tous les côtés, et aucun rayon ne peut l’éliminer. Il peut échanger sa place avec '
        + '⟦une pyramide ou un anubis|un Deflector ou un Defender⟧ sur une case voisine, de votre camp ou de celui de Rouge.',
      tasks: [{
        text: 'Faites pivoter ⟦le scarabée|le Switch⟧ en f3 pour que le rayon aille jusqu’à f6.',
        hint: 'Choisissez ⟦le scarabée|le Switch⟧ et faites-le pivoter. Les deux sens donnent le même résultat.',
      }, {
        text: 'Déplacez ⟦le scarabée sur la pyramide|le Switch sur le Deflector⟧ rouge en e5 : les deux échangent leurs places. Le rayon '
          + 'trouve alors ⟦la pyramide|le Deflector⟧ en e4.',
        hint: 'Choisissez ⟦le scarabée|le Switch⟧ en e4, puis la case encadrée e5.',
      }],
    },
    anubis: {
      title: '⟦L’anubis|Le Defender⟧',
      idea: '⟦Un anubis|Un Defender⟧ arrête un rayon avec le bouclier de sa face avant. Par ses trois autres faces, il peut être touché.',
      tasks: [{
        text: '⟦L’anubis|Le Defender⟧ rouge en e4 tourne son bouclier vers j4 et arrête ainsi tout rayon qui suit la rangée 4. '
          + 'Touchez-le par une autre face.',
        hint: 'Votre second miroir, en e5, envoie vers e4 un rayon qui suit la rangée 5.',
      }, {
        text: 'Le rayon de Rouge vise ⟦votre pharaon|votre King⟧ en g4. Placez ⟦votre anubis|votre Defender⟧ sur son chemin.',
        hint: 'Déplacez ⟦l’anubis|le Defender⟧ de e5 à la rangée 4.',
      }],
    },
    pharaoh: {
      title: '⟦Le pharaon|Le King⟧',
      idea: '⟦Un pharaon|Un King⟧ n’a ni miroir ni bouclier. Si ⟦votre pharaon|votre King⟧ est touché, vous perdez la partie.',
      tasks: [{
        text: 'Touchez ⟦le pharaon|le King⟧ rouge en e6 et gagnez.',
        hint: 'Votre rayon suit la rangée 3 : un miroir en e3 l’envoie vers e6.',
      }, {
        text: '⟦Votre pharaon|Votre King⟧ se trouve dans le rayon de Rouge. Mettez-le à l’abri.',
        hint: 'Déplacez ⟦le pharaon|le King⟧ sur la rangée 3 ou la rangée 5.',
      }],
    },
    reserved: {
      title: 'Les cases réservées',
      idea: 'Les cases marquées d’un œil sont réservées à Rouge, celles marquées d’un ankh sont les vôtres. Les pièces de l’autre joueur ne '
        + 'peuvent pas y entrer.',
      tasks: [{
        text: '⟦Votre sphinx|Votre Laser⟧ est tourné vers i1 : le rayon suit la rangée 1. Déplacez votre miroir de i2 dans le rayon '
          + 'pour que celui-ci touche h5.',
        hint: 'La case i1 est marquée d’un œil : prenez celle d’à côté.',
      }, {
        text: 'Rouge se cache sur les cases marquées d’un œil. Touchez ⟦la pyramide|le Deflector⟧ en a7 sans y entrer.',
        hint: 'Votre miroir en b7 dévie un rayon qui suit la colonne b.',
      }],
    },
    'own-beam': {
      title: 'Votre propre rayon',
      idea: 'Votre laser tire à chaque tour et n’épargne personne. Avant de jouer, regardez où finit votre rayon.',
      tasks: [{
        text: 'Votre rayon vise le dos de ⟦votre propre pyramide|votre propre Deflector⟧ en f4. Jouez un coup qui ⟦la|le⟧ sauve.',
        hint: 'Déplacez ou faites pivoter ⟦l’une des deux pyramides|l’un des deux Deflectors⟧.',
      }, {
        text: 'Touchez ⟦la pyramide|le Deflector⟧ rouge en f5, et prenez garde à ⟦votre pharaon|votre King⟧.',
        hint: 'Déplacez le miroir à la rangée 5.',
      }],
    },
    sphinx: {
      title: '⟦Le sphinx|Le Laser⟧',
      idea: 'Votre rayon part ⟦du sphinx|du Laser⟧, qui ne quitte jamais son coin. Il peut pivoter, ce qui compte pour un tour entier.',
      tasks: [{
        text: 'Votre laser tire dans la colonne j, qui est vide. Faites pivoter ⟦le sphinx pour qu’il touche la pyramide'
          + '|le Laser pour qu’il touche le Deflector⟧ en f1.',
        hint: 'Choisissez ⟦le sphinx|le Laser⟧ en j1, puis la flèche ronde.',
      }, {
        text: 'Maintenant, votre laser vise ⟦votre propre pharaon. Faites pivoter le sphinx|votre propre King. Faites pivoter le Laser⟧ '
          + 'pour que son rayon touche f5.',
        hint: 'Le miroir en j5 est prêt. Seul ⟦le sphinx|le Laser⟧ doit pivoter.',
      }],
    },
    threat: {
      title: 'Menace et défense',
      idea: 'Avant de jouer, cherchez les coups de Rouge qui toucheraient ⟦votre pharaon|votre King⟧. Cherchez ensuite vos propres menaces.',
      tasks: [{
        text: 'Le rayon de Rouge vise ⟦votre pharaon|votre King⟧, et le miroir de Rouge peut le suivre. Trouvez un coup après lequel Rouge '
          + 'ne peut plus le toucher.',
        hint: 'Arrêtez le rayon avec ⟦votre anubis, ou allez là où l’anubis protège votre pharaon|votre Defender, ou allez là où le '
          + 'Defender protège votre King⟧.',
      }, {
        text: 'Vous ne pouvez pas encore toucher ⟦le pharaon|le King⟧ rouge en e7. Jouez un coup qui prépare ce tir pour le tour suivant.',
        hint: 'Un miroir en e4 enverrait votre rayon jusqu’à e7 : approchez-en un de cette case.',
      }],
    },
    reach: {
      title: 'Où peut-il aller ?',
      idea: 'Chacun de vos coups peut envoyer votre rayon sur un autre chemin. Avant de jouer, regardez quelles cases et quelles pièces il peut atteindre.',
      tasks: [{
        text: '☼ en haut, ou la touche l, encadre chaque pièce que des coups peuvent toucher, avec leur nombre, et teinte les cases que seul un coup éclaire. Touchez f2.',
        hint: 'Appuyez sur f2 : le coup qui la touche est alors dans la liste. Un cadre en tirets est une pièce à vous.',
      }, {
        text: 'Voici où le rayon de Rouge peut aller : un coup touche votre ⟦pharaon|King⟧. Jouez un coup après lequel aucun ne le touche.',
        hint: 'Amenez ⟦votre pyramide|votre Deflector⟧ comme miroir sur la rangée 5, ou passez sur la rangée 4.',
      }],
    },
    eye: {
      title: 'L’œil',
      idea: 'Certaines dispositions ont des yeux d’Horus, que rien ne peut éliminer. Un œil divise le rayon : une moitié continue tout '
        + 'droit, l’autre est déviée comme par ⟦un scarabée|un Switch⟧.',
      tasks: [{
        text: 'Faites pivoter l’œil en g3 pour qu’un seul tir touche à la fois ⟦la pyramide en e3 et l’anubis|le Deflector en e3 et '
          + 'le Defender⟧ en g5.',
        hint: 'Choisissez l’œil et faites-le pivoter.',
      }, {
        text: 'Déplacez l’œil dans votre rayon pour qu’un seul tir touche à la fois e3 et g6.',
        hint: 'La moitié déviée doit suivre la colonne g.',
      }],
    },
    stack: {
      title: 'Les piles',
      idea: 'Une édition plus ancienne, Khet 1.0, a, au lieu des ⟦anubis|Defenders⟧, des obélisques sans miroir ni bouclier ; une case peut '
        + 'en porter deux. Ses lasers sont dans le cadre.',
      tasks: [{
        text: 'Déplacez l’un de vos deux obélisques sur l’autre.',
        hint: 'Choisissez l’obélisque en g3, puis h3.',
      }, {
        text: 'Déplacez seulement l’obélisque du dessus de la pile en g3.',
        hint: 'Choisissez la pile et une case voisine, puis « Celui du dessus ».',
      }, {
        text: 'Faites pivoter votre miroir et touchez la pile de Rouge en f3. Le tir n’élimine que l’obélisque du dessus.',
        hint: 'Le miroir en j3 doit envoyer le rayon vers f3.',
      }],
    },
    'first-game': {
      title: 'Votre première partie',
      idea: 'Votre première partie se joue sans yeux ni obélisques. Les pièces se gênent les unes les autres, et chaque tir compte.',
      tasks: [{
        text: 'Dans cette position d’une vraie partie, un coup touche ⟦le pharaon|le King⟧ rouge. Trouvez ce coup.',
        hint: 'Suivez votre rayon jusqu’au ⟦scarabée|Switch⟧ en f7. Que se passe-t-il s’il pivote ?',
      }],
    },
  },
  rules: {
    lessons: 'Leçons',
    sections: {
      aim: {
        title: 'Le but',
        paragraphs: [
          'Touchez avec votre laser ⟦le pharaon|le King⟧ de l’autre joueur, et vous gagnez. Si ⟦votre propre pharaon|votre propre King⟧ '
            + 'est touché, même par votre laser, vous perdez.',
        ],
        captions: ['Le début d’une partie, avec les deux rayons. Argent joue depuis le bas et commence.'],
      },
      turn: {
        title: 'Un tour',
        paragraphs: [
          'Jouez d’abord : déplacez l’une de vos pièces sur une case voisine, même en diagonale, ou faites-la pivoter d’un quart de tour. '
            + 'On ne peut pas passer.',
          'Puis votre laser tire, à chaque tour. Il élimine toutes les pièces qu’il touche, même les vôtres.',
        ],
        captions: ['Argent déplace ⟦la pyramide|le Deflector⟧ en j3…', '… et le tir touche ⟦la pyramide|le Deflector⟧ en f3.'],
      },
      sphinx: {
        title: '⟦Le sphinx|Le Laser⟧ et son rayon',
        paragraphs: [
          'Votre rayon part de ⟦votre sphinx|votre Laser⟧, dans le coin j1 pour Argent et a8 pour Rouge. Rien ne déplace ni n’élimine ⟦le sphinx|le Laser⟧, '
            + 'et il absorbe tous les rayons.',
          'Faire pivoter ⟦le sphinx|le Laser⟧ compte pour un tour entier. Il regarde le long de sa colonne ou de sa rangée, jamais vers le '
            + 'cadre.',
        ],
        captions: ['Le rayon monte par la colonne j…', '… ou va vers la gauche par la rangée 1.'],
      },
      pyramid: {
        title: '⟦La pyramide|Le Deflector⟧ dévie la lumière ou est ⟦touchée|touché⟧',
        paragraphs: [
          '⟦Une pyramide|Un Deflector⟧ a un miroir en diagonale. Un rayon qui rencontre le miroir repart à angle droit ; un rayon qui arrive '
            + 'par l’une des deux autres faces élimine ⟦la pyramide|le Deflector⟧.',
        ],
        captions: ['Les miroirs en j4 et e4 dévient le rayon. Il touche ⟦la pyramide|le Deflector⟧ en e7 dans le dos.'],
      },
      scarab: {
        title: '⟦Le scarabée|Le Switch⟧ dévie la lumière des deux côtés',
        paragraphs: [
          '⟦Un scarabée|Un Switch⟧ a des miroirs des deux côtés d’une diagonale : aucun rayon ne peut donc l’éliminer.',
          'Il peut échanger sa place avec ⟦une pyramide, un anubis|un Deflector, un Defender⟧ ou un obélisque de n’importe quelle couleur '
            + 'sur une case voisine. Aucune des deux pièces ne pivote.',
        ],
        captions: [
          'Ce rayon utilise les deux côtés ⟦du scarabée|du Switch⟧ en e4.',
          '⟦Le scarabée en e4 échange sa place avec la pyramide|Le Switch en e4 échange sa place avec le Deflector⟧…',
          '… ⟦qui est touchée|qui est touché⟧ en e4.',
        ],
      },
      anubis: {
        title: '⟦L’anubis|Le Defender⟧ absorbe la lumière de face',
        paragraphs: [
          'La face avant ⟦d’un anubis|d’un Defender⟧ absorbe le rayon. Un rayon qui arrive par l’une des trois autres faces élimine '
            + '⟦l’anubis|le Defender⟧.',
        ],
        captions: ['⟦L’anubis|Le Defender⟧ en e4 arrête le rayon d’Argent. Celui de f5 est touché sur le côté.'],
      },
      pharaoh: {
        title: '⟦Le pharaon|Le King⟧ est touché de tous les côtés',
        paragraphs: [
          '⟦Un pharaon|Un King⟧ n’a ni miroir ni bouclier et ne peut pas pivoter. Un tir qui touche ⟦les deux pharaons|les deux Kings⟧ donne '
            + 'une partie nulle.',
        ],
        captions: ['⟦Le pharaon|Le King⟧ de Rouge est touché : Argent a gagné.'],
      },
      eye: {
        title: 'L’œil divise la lumière',
        paragraphs: [
          'L’œil d’Horus peut s’ajouter à toutes les règles. Une moitié du rayon continue tout droit, l’autre moitié est déviée comme par '
            + '⟦un scarabée|un Switch⟧.',
          'Un œil se déplace, pivote et échange sa place comme ⟦un scarabée|un Switch⟧, et rien ne l’élimine. Tout ce qu’un tir touche '
            + 'compte en même temps.',
        ],
        captions: ['L’œil en f4 envoie la lumière en c4 et en f7.'],
      },
      obelisk: {
        title: 'Obélisques et piles',
        paragraphs: [
          'Khet 1.0 et Deflexion ont des obélisques, qui sont touchés de tous les côtés et ne peuvent pas pivoter.',
          'Dans Khet 1.0, deux obélisques d’une même couleur peuvent se trouver sur une case. Un tir élimine celui du dessus ; la pile se '
            + 'déplace en entier, ou celui du dessus seul.',
        ],
        captions: ['Le tir élimine l’obélisque du dessus en e4. Le laser est dans le cadre.'],
      },
      reserved: {
        title: 'Les cases réservées',
        paragraphs: [
          'Seules les pièces de Rouge peuvent entrer sur les cases marquées d’un œil, et seules celles d’Argent sur les cases marquées d’un '
            + 'ankh. Une pièce qui échange sa place avec ⟦un scarabée|un Switch⟧ peut se retrouver sur '
            + 'n’importe laquelle de ces cases.',
        ],
        captions: ['⟦Khet 2.0|Laser Chess⟧ et Khet 1.0', 'Deflexion'],
      },
      end: {
        title: 'La fin de la partie',
        paragraphs: [
          'La partie se termine quand ⟦un pharaon|un King⟧ est touché. Si la même position se présente pour la troisième fois, le joueur '
            + 'qui a le trait peut réclamer la nulle.',
          'La partie est nulle aussi si un joueur n’a plus de coup légal, ce qui n’arrive presque jamais.',
        ],
        captions: [],
      },
    },
    effectsTitle: 'Ce que fait le rayon', effectsHead: ['Pièce', 'Le rayon'],
    effects: [
      ['⟦Pharaon|King⟧', 'le touche, et la partie est terminée'],
      ['⟦Pyramide|Deflector⟧', 'est dévié par le miroir, et touche les deux autres faces'],
      ['⟦Scarabée|Switch⟧', 'est dévié'],
      ['⟦Anubis|Defender⟧', 'est arrêté de face, et touche les trois autres faces'],
      ['⟦Sphinx|Laser⟧', 'est arrêté'],
      ['Obélisque', 'le touche'],
      ['Œil', 'continue tout droit et est dévié'],
    ],
    differencesTitle: 'Les différentes règles', rule: 'Règle',
    differences: [
      ['Rayon', '⟦du sphinx|du Laser⟧, qui pivote', 'du cadre', 'du cadre'],
      ['Gardes', '⟦anubis|Defenders⟧, deux par joueur', 'obélisques, quatre par joueur, empilables', 'obélisques, deux par joueur, sans piles'],
      ['Cases de Rouge', 'colonne a, i1, i8', 'colonne a, i1, i8', 'colonne a'],
      ['Cases d’Argent', 'colonne j, b1, b8', 'colonne j, b1, b8', 'colonne j'],
      ['Premier coup', 'Argent', 'Argent', 'Rouge'],
      ['Autres noms', '–', 'djed pour ⟦scarabée|Switch⟧', 'djed pour ⟦scarabée|Switch⟧, Or pour Rouge'],
    ],
  },
  puzzles: {
    next: 'Problème suivant', hint: 'Indice (compte comme raté)', again: 'Recommencer', analyse: 'Analyser la position', rules: 'Règles',
    theme: 'Thème', allThemes: 'Tous',
    themeName: (theme) => PUZZLE_THEMES[theme]?.[0] ?? theme,
    themeMeaning: (theme) => PUZZLE_THEMES[theme]?.[1] ?? '',
    yourRating: 'Votre cote :',
    deviation: (deviation) => `L’écart est de ${deviation}.`,
    streak: (streak, best) => `Série : ${streak}, record : ${best}`,
    solvedOf: (solved, all) => `${counted(solved, 'résolu')} sur ${all}`,
    solvedAndFailed: (solved, all, failed) => `${counted(solved, 'résolu')} sur ${all}, ${counted(failed, 'raté')}`,
    ofDay: 'Laser du jour',
    ofDayResults: { solved: 'Laser du jour : résolu', failed: 'Laser du jour : raté' },
    task: puzzleTask,
    taskOfDay: (number, colour, kind) => `Laser du jour ${number}. ${puzzleTask(colour, kind)}`,
    aim: 'Touchez d’abord la case où le rayon de votre premier coup s’arrêtera. S’il sort du plateau, c’est sa dernière case.',
    aimed: (square) => `Selon vous, le rayon s’arrêtera en ${square}. Trouvez maintenant le meilleur coup.`,
    otherSquare: 'Autre case',
    beamEnded: (square) => `Le rayon s’est arrêté en ${square}, comme vous l’aviez dit.`,
    beamEndedElsewhere: (ends, square) => `Le rayon s’est arrêté en ${ends}, pas en ${square}.`,
    dayStreak: (rules, streak, best) => `${rules}. Jours de suite : ${streak}, record : ${best}`,
    shareResult: 'Partager le résultat', result: 'Résultat',
    sharedTitle: (number, day) => `Khepri, laser du jour ${number} (${day})`,
    sharedStreak: (streak) => `${streak} jours de suite`,
    runStart: 'Trois minutes', runStop: 'Arrêter', runRules: 'Résolvez-en le plus possible. Un mauvais coup mène au problème suivant.',
    runCount: (solved) => counted(solved, 'résolu'),
    timeLeft: (seconds) => `encore ${counted(seconds, 'seconde')}`,
    runRight: 'Exact ! Le suivant :', runWrong: 'Raté. Le suivant :',
    runOver: (solved, failed, best) =>
      `La course est finie : ${counted(solved, 'résolu')}, ${counted(failed, 'raté')}. Votre meilleur résultat est ${best}.`,
    runBest: (solved, failed) =>
      `La course est finie : ${counted(solved, 'résolu')}, ${counted(failed, 'raté')}. C’est votre meilleur résultat !`,
    spokenTask: (task) => `${task}.`,
    facts: (rating, moves, themes) => `Problème coté ${rating}${moves ? `, gain en ${counted(moves, 'coup')}` : ''}. `
      + (themes.length ? `${themes.length > 1 ? 'Thèmes' : 'Thème'} : ${themes.map((theme) => PUZZLE_THEMES[theme]?.[0] ?? theme).join(', ')}.`
        : 'Aucun thème particulier.'),
    loading: 'Chargement des problèmes…',
    cannotLoad: (reason) => `Impossible de charger les problèmes : ${reason}`,
    none: 'Aucun problème de ce type.',
    find: 'Trouvez le meilleur coup. Son tir ne s’affiche pas à l’avance.',
    seen: 'Vous avez déjà vu ce problème : votre cote ne change pas.',
    examining: 'Examen du coup…',
    cannotExamine: (reason) => `Impossible d’examiner le coup : ${reason}`,
    right: 'Exact ! Trouvez le coup suivant.',
    solvedNow: 'Résolu !', solution: 'C’est la solution.', solved: 'Le problème est résolu',
    pieceOn: (square) => `C’est la pièce en ${square}.`,
    moveIs: (move) => `Le coup est ${move}.`,
    winsLater: (move) => `${move} gagne aussi, mais plus tard. Trouvez le gain le plus rapide.`,
    wrong: (move, kind) => `${puzzleFault(move, kind)}. Réessayez.`,
    draws: (move) => `${move} mène à la nulle. Réessayez.`,
    loses: (move, hits) => `${move} touche ${hits} et perd. Réessayez.`,
    answered: (move, kind, opponent, answer) => `${puzzleFault(move, kind)} : ${player(opponent)} répond par ${answer}. Réessayez.`,
    answeredWithHits: (move, kind, opponent, answer, hits) =>
      `${puzzleFault(move, kind)} : ${player(opponent)} répond par ${answer} et touche ${hits}. Réessayez.`,
  },
  edit: {
    tools: 'Outils', move: 'Déplacer', rotate: 'Tourner', erase: 'Effacer',
    piece: (colour, letter) => named(letter, (noun, gender) => capital(`${noun} ${adjective(colour, letter, gender)}`)),
    toMove: 'Trait à', silver: 'Argent', red: 'Rouge', rules: 'Règles', setUp: 'Disposition', noSetUp: '…',
    setUpOf: (rules, setUp) => `${rules} ${setUp}`,
    clear: 'Vider', undo: 'Annuler le changement',
    putOnBoard: 'Mettre sur le plateau', copyKfen: 'Copier le KFEN', copyKgn: 'Copier le KGN', copyLink: 'Copier le lien', link: 'Lien',
    savePicture: 'Enregistrer l’image', saveSvg: 'Enregistrer en SVG',
    playable: 'Cette position est jouable.',
    notPlayable: 'Cette position n’est pas encore jouable :',
    moreFaults: (count) => `et ${counted(count, 'autre')}`,
    edited: 'La position est en cours d’édition',
    onBoard: 'La position est sur le plateau.',
    findOpponent: '« Nouvelle partie » vous trouve un adversaire pour cette position.',
    cannotWrite: (reason) => `Impossible d’écrire la partie : ${reason}`,
  },
  games: {
    ofFile: (file) => `Parties : ${file}`,
    search: 'Rechercher', searchGames: 'Rechercher des parties', games: 'Mes parties',
    none: 'Une partie est gardée ici quand une autre la remplace sur le plateau.',
    kept: (count) => `${count === 1 ? 'Une partie est conservée' : `${count} parties sont conservées`} dans ce navigateur.`,
    foundOf: (found, games) => `${counted(found, 'partie')} sur ${games}`,
    more: (count) => `Voir plus (${count})`,
    cannotRead: (reason) => `Impossible de lire la partie : ${reason}`,
    cannotSave: (reason) => `Impossible d’enregistrer les parties : ${reason}`,
    cannotChange: (reason) => `Impossible de conserver cela dans ce navigateur : ${reason}`,
    players: (silver, red) => `${silver || 'Argent'} – ${red || 'Rouge'}`,
    result: (result, outcome) => ({ won: 'Gagnée', drawn: 'Nulle', lost: 'Perdue' }[outcome] ?? (result === '*' ? 'inachevée' : result.replaceAll('1/2', '½'))),
    facts: ({ place, players, moves, variant, event, date }) => [
      { board: 'Sur le plateau', waiting: 'En attente' }[place], players,
      date, counted(moves, 'coup'), variant, event,
    ].filter(Boolean).join(' · '),
    choose: (game) => `Choisir ${game}`,
    changeTitle: (game) => `Changer le titre de ${game}`,
    title: 'Titre', save: 'Enregistrer',
    delete: (game) => `Supprimer ${game}`,
    deletedGames: (count) => `Supprimées (${count})`,
    deletedOne: (game) => `${game} : partie supprimée.`,
    deletedMany: (count) => `${count} parties supprimées.`,
    gone: 'Certaines de ces parties ne sont plus conservées.',
    putBack: 'Remettre',
    putBackOne: (game) => `Remettre ${game}`,
    backAgain: (game) => `${game} : la partie est de retour.`,
    whileRoom: 'Les parties supprimées restent ici tant que le navigateur a de la place.',
    erase: 'Tout supprimer définitivement',
    eraseQuestion: (count) => `${count === 1 ? 'Une partie ne pourra' : `${count} parties ne pourront`} plus être remises.`,
    chosen: (count) => `${counted(count, 'choisie')}`,
    chooseAll: 'Tout choisir', chooseNone: 'Ne rien choisir', deleteChosen: 'Supprimer',
    place: 'Voir', all: 'Toutes les parties',
    folder: 'Dossier', folderOf: (folder, count) => `${folder} (${count})`,
    putInto: 'Mettre dans le dossier', takeOut: 'Retirer du dossier',
    areIn: (count, folder) => `${count === 1 ? 'La partie est' : `${count} parties sont`} dans le dossier ${folder}.`,
    areOut: (count) => `${count === 1 ? 'La partie n’est' : `${count} parties ne sont`} plus dans aucun dossier.`,
    folderName: 'Nom du dossier', renameFolder: 'Renommer le dossier', removeFolder: 'Dissoudre le dossier',
    folderRenamed: (before, after) => `Le dossier ${before} s’appelle maintenant ${after}.`,
    folderRemoved: (folder) => `Le dossier ${folder} est dissous. Ses parties restent.`,
    saveAll: 'Tout enregistrer en KGN',
    saveSome: (count) => `Enregistrer ${count} en KGN`,
    addFile: 'Ajouter un fichier', file: 'Fichier de parties',
    addAll: 'Tout ajouter à mes parties',
    added: (count) => (count === 1 ? 'Une partie ajoutée.' : `${count} parties ajoutées.`),
    addedOf: (added, all) => `${added} parties sur ${all} ajoutées : ce navigateur n’a plus de place.`,
    refused: (count, fault) => `${counted(count, 'faute')} dans le fichier : ${fault}.`,
    cannotAdd: (file, reason) => `Impossible de lire ${file} : ${reason}`,
  },
  mistakes: {
    task: (colour) => `${player(colour)} au trait : trouvez un meilleur coup`,
    none: 'Aucune faute à corriger.',
    howToFind: 'Quand vous avez fait le bilan d’une partie, il propose vos fautes comme exercices.',
    facts: (number, against, move, mark, lost) =>
      `${against ? `Contre ${against}, coup` : 'Coup'} ${number} : ${move}, ${MARKS[mark]}, ${lost} de chances de gain perdus`,
    find: 'Un coup qui coûte moins de 5 % résout l’exercice. Son tir ne s’affiche pas à l’avance.',
    again: 'Réessayer', next: 'Faute suivante', showBetter: 'Voir un meilleur coup',
    betterIs: (move) => `Un meilleur coup est ${move}. L’exercice reste dans la liste.`,
    right: (move) => `${move} est exact.`,
    rightFor: (move, lost) => `${move} est exact : il ne coûte que ${lost}.`,
    rightAfterHelp: (move) => `${move} est exact. Le coup a été montré, l’exercice reste donc dans la liste.`,
    costs: (move, lost, opponent, answer, hits) =>
      `${move} coûte ${lost} de chances de gain : ${player(opponent)} répond par ${answer}${hits && ` et touche ${hits}`}.`,
    solved: 'La faute est corrigée',
    left: (count) => `${counted(count, 'faute')} à corriger`,
    mine: (count) => `Mes fautes (${count})`,
    retryMine: (count) => `Corriger mes fautes (${count})`,
    retryOf: (name, count) => `Corriger les fautes de ${name} (${count})`,
  },
};

export default TEXTS;
