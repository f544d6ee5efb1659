// @ts-check
// The texts of the page in English.

import { capital, counted, listed } from './grammar.js';

/** @typedef {typeof TEXTS} Texts */
/** @typedef {import('../khet/position.js').Colour} Colour */
/** @typedef {import('../khet/position.js').Piece} Piece */
/** @typedef {import('../khet/speech.js').Hit} Hit */
/** @typedef {import('../khet/words.js').OwnedHit} OwnedHit */
/** @typedef {import('../game/chance.js').Mark} Mark */
/** @typedef {import('../game/reach.js').Target} Target */
/** What a row of the list of games shows. @typedef {{ place: string, players: string, moves: number, variant: string, event: string, date: string }} GameFacts */

/** The pieces within a sentence, by the letter of KFEN. @type {Record<string, string>} */
const KINDS = {
  k: '⟦pharaoh|king⟧', p: '⟦pyramid|deflector⟧', s: '⟦scarab|switch⟧', a: '⟦anubis|defender⟧', x: '⟦sphinx|laser⟧',
  o: 'obelisk', t: 'obelisk stack', e: 'eye',
};
/** The pieces with a capital letter, by the letter of KFEN. @type {Record<string, string>} */
const NAMES = {
  k: '⟦Pharaoh|King⟧', p: '⟦Pyramid|Deflector⟧', s: '⟦Scarab|Switch⟧', a: '⟦Anubis|Defender⟧', x: '⟦Sphinx|Laser⟧',
  o: 'Obelisk', t: 'Obelisk stack', e: 'Eye',
};
/** The pieces as the rules call them where these names are longer. @type {Record<string, string>} */
const LONG_NAMES = { ...NAMES, t: 'stacked Obelisks', e: 'Eye of Horus' };
/** The plurals of the pieces whose number is limited, by their letters. @type {Record<string, string>} */
const LIMITED = {
  k: '⟦Pharaohs|Kings⟧', p: '⟦Pyramids|Deflectors⟧', s: '⟦Scarabs|Switches⟧', a: '⟦Anubis|Defender⟧', e: 'Eyes', ot: 'Obelisks',
  se: '⟦Scarabs|Switches⟧ and Eyes together',
};
/** The orientations of pieces by their turn: pieces that face a corner, that face a side, and that have two mirrors. */
const QUADRANTS = ['north-east', 'south-east', 'south-west', 'north-west'], SIDES = ['north', 'east', 'south', 'west'];
const MIRRORS = ['north-east and south-west', 'south-east and north-west'];

/** Returns the name of a player. @param {Colour} colour */
const player = (colour) => capital(colour);

/** Returns a piece with its colour. @param {Piece} piece */
const pieceWords = ({ colour, letter }) => `${colour} ${KINDS[letter] ?? letter}`;

/** Returns the kind and the orientation of a piece: `pyramid facing north-east`. @param {string} letter @param {number} turn */
function turned(letter, turn) {
  const kind = KINDS[letter] ?? letter;
  switch (letter) {
    case 'p': return `${kind} facing ${QUADRANTS[turn]}`;
    case 'a': case 'x': return `${kind} facing ${SIDES[turn]}`;
    case 's': case 'e': return `${kind} mirrors ${MIRRORS[turn]}`;
    default: return kind;
  }
}

/** Returns a piece that moves, with its square. @param {Piece} piece @param {string} square @param {boolean} [isTop] only the top of a stack */
const mover = (piece, square, isTop = false) => `${isTop ? 'top of ' : ''}${pieceWords(piece)} ${square}`;

/** Returns what a beam hits. @param {Hit[]} hits */
const hitsWords = (hits) =>
  `hits ${hits.map(({ square, piece }) => (piece ? `${pieceWords(piece)} on ${square}` : square)).join(' and ') || 'nothing'}`;

/** Returns pieces that are hit, with their owners. @param {OwnedHit[]} hits */
const ownedWords = (hits) => hits.map(({ square, piece, owner }) => {
  if (!piece) return square;
  const whose = owner === 'you' ? 'your' : owner === 'itself' ? 'its own' : `${player(piece.colour)}’s`;
  return `${whose} ${NAMES[piece.letter] ?? piece.letter} on ${square}`;
}).join(' and ');

/** What a preview says of no own piece that is hit, of one, and of more. */
const OWN = ['', ', a piece of its own', ', pieces of its own'];

/** The results. @type {Record<string, string>} */
const RESULTS = { '1-0': 'Silver wins', '0-1': 'Red wins', '1/2-1/2': 'Draw' };
/** The ends of sentences about a result, by its reason. `src/program/play/text.rs` has the same table. @type {Map<string, string>} */
const ENDS = new Map([
  ['pharaoh', ': the ⟦Pharaoh|King⟧ is hit'],
  ['both-pharaohs', ': both ⟦Pharaohs|Kings⟧ are hit'],
  ['no-moves', ': no legal move is left'],
  ['repetition', ' by threefold repetition'],
  ['resignation', ' by resignation'],
  ['time', ' on time'],
  ['agreement', ' by agreement'],
]);

/** What is said of a tag that cannot be read. */
const NO_TAG = 'a tag is written like [Silver "name"], on one line';

const ADVICE = 'Update the browser, or use another one: Chromium from 91, Firefox from 114 or Safari from 16.4.';

/** The names of the colours. @type {Record<Colour, string>} */
const COLOURS = { silver: 'Silver', red: 'Red' };
/** The names of the marks of a review within a sentence. @type {Record<string, string>} */
const MARKS = { best: 'best', good: 'good', inaccuracy: 'inaccuracy', mistake: 'mistake', blunder: 'blunder', book: 'book' };
/** The marks of a review as nouns: one, and many if an `s` is not enough. @type {Record<Mark, [string, string?]>} */
const MARKED = { best: ['best move'], good: ['good move'], inaccuracy: ['inaccuracy', 'inaccuracies'], mistake: ['mistake'], blunder: ['blunder'] };
/** The directions of a beam. @type {Record<string, string>} */
const DIRECTIONS = { n: 'up', e: 'right', s: 'down', w: 'left' };
/** The ends of a leg of a beam on a square. @type {Record<string, string>} */
const LEG_ENDS = { turn: 'turns at', split: 'is split at', hit: 'hits', stop: 'is stopped at' };
/** What the field for moves and commands takes. The other words are commands, which are the same in all languages. */
const COMMANDS = 'Type a move: h2g2 moves, h2+ rotates clockwise, h2- anticlockwise, e1d2t moves the top of a stack. '
  + 'Other words: hint, undo, moves or moves h2, beam, beam red or beam h2g2, threats, silver, red, help.';

/** A piece on a square, by its letter of KFEN in lower case. @typedef {{ colour: string, letter: string, square: string }} Placed */

/** The tasks of puzzles, by their kinds. @type {Record<string, string>} */
const PUZZLE_TASKS = { win: 'win', material: 'win material', save: 'save yourself' };
/** What a wrong move of a puzzle does not do, by the kind of the puzzle. @type {Record<string, string>} */
const PUZZLE_FAULTS = { win: 'does not force a win', material: 'does not win enough', save: 'does not save you' };
/** The themes of puzzles: the name and what it means. @type {Record<string, [string, string]>} */
const PUZZLE_THEMES = {
  'double-hit': ['double hit', 'One shot hits two or more pieces of the opponent.'],
  'sacrifice': ['own piece given up', 'You let a piece of your own be hit.'],
  'eye-move': ['Eye moved', 'You move, swap or rotate an Eye.'],
  'eye-split': ['split beam', 'An Eye splits your shot, which hits.'],
  'swap': ['swap', 'You swap two pieces.'],
  'scarab': ['⟦Scarab|Switch⟧ as mirror', 'You bring a ⟦Scarab|Switch⟧ into your beam or rotate it there, and it turns the shot to a hit.'],
  'sphinx': ['⟦Sphinx|Laser⟧ rotated', 'You rotate your ⟦Sphinx|Laser⟧.'],
  'borrowed-mirror': ['borrowed mirror', 'A piece of the opponent turns your shot to a hit.'],
  'long-way': ['long way', 'A shot of five straight parts or more hits.'],
  'opened-beam': ['beam opened', 'A piece of yours leaves your beam, and the shot runs over its square to a hit.'],
  'closed-beam': ['beam closed', 'Your first move shortens the beam of the opponent.'],
  'shield': ['shield removed', 'Your last shot runs over a square that a piece of the opponent held at the start.'],
  'double-threat': ['double threat', 'After your first move you threaten the ⟦Pharaoh|King⟧ with two shots.'],
  'hunt': ['hunt', 'The ⟦Pharaoh|King⟧ of the opponent moves in reply.'],
  'defence': ['defence', 'Your first move ends every threat to your ⟦Pharaoh|King⟧.'],
  'interposition': ['piece put in the way', 'You defend with a piece in the path of the threatened shot.'],
  'flight': ['flight', 'You defend by moving your ⟦Pharaoh|King⟧.'],
};

/** Returns a piece with its square: `Pyramid on e4`. @param {Placed} piece */
const placed = ({ letter, square }) => `${NAMES[letter] ?? ''} on ${square}`;
/** Returns what moves can hit: `Pyramid c4 (2 moves) and Anubis f7 (1 move)`. @param {Target[]} targets */
const targetWords = (targets) => listed(targets.map(({ letter, square, moves }) => `${NAMES[letter] ?? 'a piece on'} ${square} (${counted(moves, 'move')})`), 'and');
/** Returns where a beam ends that hits pieces, without a full stop. @param {Placed[]} hits */
const beamHits = (hits) => `Your beam hits ${hits.map((piece) => `the ${placed(piece)}`).join(' and ')}`;
/** Returns the task of a puzzle: `Red to move: win`. @param {string} colour of the player @param {string} kind of the puzzle */
const puzzleTask = (colour, kind) => `${capital(colour)} to move: ${PUZZLE_TASKS[kind] ?? kind}`;
/** Returns why a move of a puzzle is wrong: `h2g2 does not force a win`. @param {string} move @param {string} kind of the puzzle */
const puzzleFault = (move, kind) => `${move} ${PUZZLE_FAULTS[kind] ?? 'is wrong'}`;

export const names = {
  kinds: KINDS,
  /** @type {Record<string, string>} */
  variants: { khet2: '⟦Khet 2.0|Laser Chess⟧', khet1: 'Khet 1.0', deflexion: 'Deflexion' },
  /** The set-ups whose names differ. @type {Record<string, string>} */
  setups: { classic: '⟦Classic|Ace⟧', imhotep: '⟦Imhotep|Curiosity⟧', dynasty: '⟦Dynasty|Grail⟧' },
  withEyes: (/** @type {string} */ setup) => `${setup} with Eyes`,
};

/** The games that people own. Their names are the same in all languages. */
export const editions = {
  title: 'Which game do you have?', label: 'Your game', none: 'Not chosen',
  /** What tells a game from the others. @type {Record<string, string>} */
  notes: { laser: 'King, Deflector, Switch', khet2: 'Pharaoh, Scarab, Sphinx', khet1: 'Stacks of Obelisks', deflexion: 'Obelisks; Red begins' },
  chosen: (/** @type {string} */ game) => `${game} is chosen. The settings can change it.`,
  newcomer: 'New to the game?', newTo: (/** @type {string} */ game) => `New to ${game}?`, learn: 'Learn it step by step',
};

export const settings = {
  language: 'Language',
  asBrowser: 'As the browser',
  names: 'Names',
  beams: 'Beams', bothBeams: 'Both beams', nextBeam: 'Next beam', noBeams: 'No beams',
  colours: 'Colours', asSystem: 'As the system', light: 'Light', dark: 'Dark',
  motion: 'Motion', animated: 'Animated', still: 'Still',
  tempo: 'Tempo', calm: 'Calm', quick: 'Quick', instant: 'Instant',
  sounds: 'Sounds', off: 'Off', on: 'On',
  pieces: 'Pieces', khetPieces: 'Khet', laserPieces: 'Laser Chess', plainPieces: 'Plain',
  piecesNotLoaded: 'The pieces could not be loaded.',
  board: 'Board', automatic: 'Automatic', wide: 'Wide', turned: 'Turned',
  size: 'Piece size', small: 'Small', normal: 'Normal', large: 'Large',
  offerSounds: 'Shots can have sounds.', soundsOn: 'Sounds on',
};

export const page = {
  title: 'Khepri – Khet and Laser Chess',
  titleOf: (/** @type {string} */ game) => `Khepri – ${game}`,
  flipBoard: 'Flip board',
  help: 'Help',
  boardAndPlayers: 'Board and players',
  silverToMove: 'Silver to move',
  whatToDo: 'What to do',
  openPanel: 'Open panel', pullUp: 'Pull up', closePanel: 'Close panel',
  ownGameWaits: 'Your own game waits.', backToOwnGame: 'Back to my game', keepThisOne: 'Keep this one instead',
  keepInGames: 'Keep in Games', keptInGames: 'The game is in Games now.',
  undo: 'Undo',
  /** @param {string} what the sentence about what can be undone */
  undoWhat: (what) => `Undo: ${what}`,
  cancel: 'Cancel',
  tryAgain: 'Try again',
  /** @param {string} panel its title @param {unknown} why */
  panelNotOpened: (panel, why) => `${panel} cannot be opened: ${why}`,
  secondTab: 'Khepri is open in another tab. This tab has a board of its own, which is not kept.',
  noAnswer: (/** @type {string} */ why) => `Khepri does not answer: ${why}`,
  newVersion: 'A new version of Khepri is ready.', useNewVersion: 'Use it',
};

export const panels = {
  game: 'Game',
  learn: 'Learn',
  rules: 'Rules',
  analysis: 'Analyse',
  review: 'Review',
  edit: 'Editor',
  puzzles: 'Puzzles',
  settings: 'Settings',
  mistakes: 'My mistakes',
  games: 'Games',
};

export const help = {
  title: 'The game in a minute',
  turn: 'On your turn you move one piece to a neighbouring square (diagonals count) or rotate it by a quarter. Then your laser fires.',
  hits: 'Mirrors turn the beam. It removes the piece that it hits on a side without a mirror, your own pieces too.',
  win: 'Hit the opponent’s ⟦Pharaoh|King⟧ and you win.',
  pieces: '⟦Pyramids|Deflectors⟧ have one mirror, ⟦Scarabs|Switches⟧ mirrors on both sides. '
    + '⟦An Anubis|A Defender⟧ stops light with its shield. An Eye lets light through and turns it as well. '
    + 'Nothing harms a ⟦Sphinx|Laser⟧, a ⟦Scarab|Switch⟧, or an Eye.',
  swaps: 'A ⟦Scarab|Switch⟧ or an Eye may change places with a ⟦Pyramid|Deflector⟧, ⟦an Anubis|a Defender⟧, or an Obelisk beside it. '
    + 'In Khet 1.0 Obelisks may be stacked.',
  reserved: 'Squares with an eye are Red’s alone, squares with an ankh Silver’s.',
  openRules: 'Rules with pictures',
  onBoard: 'On the board',
  mouse: 'Mouse',
  mouseUse: 'Click or drag a piece to a marked square. The wheel over a piece chooses a rotation; click the piece to fire.',
  touch: 'Touch',
  touchUse: 'Tap a square to see the shot, tap it again to fire. At a table and in puzzles the shot stays hidden until then.',
  beams: 'Beams',
  beamsUse: 'The beam of Silver’s laser is pale blue, that of Red’s is red. The settings choose which are shown before a shot.',
  moves: 'Moves',
  movesUse: 'h2g2 moves the piece on h2 to g2, h2↻ rotates it, ×e7 is a hit, and # the end.',
  keys: 'Keys',
  /** What the keys do. Between these three texts are the keys `q` and `e`. */
  keysBefore: 'Arrows and Enter on the board;', keysAnd: 'and',
  keysAfter: 'show a rotation, Enter fires; Escape lets the piece go. Elsewhere the arrows step through the game.',
  /** What the key `l` does, which stands before it. */
  keyReach: 'shows where your beam can get, then the opponent’s.',
  /** What the key `t` does, which stands before it. */
  keyTask: 'leads from a task to the board, and back.',
  engine: 'The engine',
  engineSpeed: (/** @type {string} */ movesPerSecond) => `Its last long search made ${movesPerSecond} moves a second.`,
  close: 'Close',
};

export const review = {
  file: 'File of games', loadFile: 'Load file',
  start: 'Review this game', startAgain: 'Review again',
  depth: 'Depth', quick: 'Quick', normal: 'Normal', thorough: 'Thorough', deep: 'Deep',
  progress: 'Progress',
  cancel: 'Cancel',
  games: 'Games',
  isRunning: 'The game is running: it can be reviewed when it is over.',
  noGame: 'Play a game, load a file of games (KGN), or drop one here.',
  reading: (/** @type {string} */ file) => `Reading ${file}`,
  tooLarge: (/** @type {string} */ file) => `the file ${file} is too large: expected at most 64 MiB`,
  /** Follows the first faults of a file. */
  moreFaults: (/** @type {number} */ count) => `and ${count} more`,
  showMore: (/** @type {number} */ count) => `Show more (${count})`,
  searching: 'Searching',
  searched: (/** @type {number} */ done, /** @type {number} */ all) => `Position ${done} of ${all}`,
  /** @param {string} silver Silver’s accuracy @param {string} red Red’s */
  accuracies: (silver, red) => `Silver’s accuracy ${silver}, Red’s accuracy ${red}`,
  graph: 'Silver’s winning chance after each move',
  lead: 'The graph and the numbers lead to the moves.',
  /** The heads of the columns without names of players. @type {Record<Colour, string>} */
  players: COLOURS,
  /** The heads of the rows. @type {Record<Mark, string>} */
  rows: { best: 'Best', good: 'Good', inaccuracy: 'Inaccuracy', mistake: 'Mistake', blunder: 'Blunder' },
  goToNext: (/** @type {Mark} */ mark) => `Go to the next ${MARKS[mark]}`,
  /** @param {number} count @param {Mark} mark @param {Colour} colour */
  goToNextOf: (count, mark, colour) => `${counted(count, ...MARKED[mark])} by ${COLOURS[colour]}, go to the next`,
  /** What is said of a move. @param {string} move @param {Mark|'book'} mark @param {string} lost how much of the winning chance, or '' @param {string} score */
  judged: (move, mark, lost, score) => `${move}: ${MARKS[mark]}${lost && `, ${lost} of winning chance lost`} (${score})`,
  betterMove: (/** @type {string} */ move, /** @type {string} */ score) => `${move}: the better move (${score})`,
  backTo: (/** @type {string} */ move) => `Back to ${move}`,
  showBetter: 'Show the better move',
  /** The comment on a better move. */
  better: (/** @type {string} */ score) => `better: ${score}`,
};

export const analysis = {
  evaluation: 'Evaluation',
  scoreTitle: 'Scores are Silver’s, in ⟦Pyramids|Deflectors⟧',
  figuresTitle: 'Depth and greatest depth, moves a second, moves',
  silverWins: 'Silver wins', draw: 'Draw', redWins: 'Red wins',
  lines: 'Lines',
  engine: 'Engine',
  stop: 'Stop', goOn: 'Go on',
  threat: 'Threat', threatTitle: 'What the opponent would do if it were their turn',
  pausedHidden: 'The analysis paused while the page was hidden. Go on continues.',
  pausedLong: (/** @type {number} */ minutes) => `The analysis paused after ${minutes} minutes in one position. Go on continues.`,
  /** @param {string} why @param {boolean} isRestarted whether the engine starts again by itself */
  engineLost: (why, isRestarted) => `The engine is lost: ${why}.${isRestarted ? ' It starts again.' : ''}`,
  forSilver: (/** @type {string} */ score) => `${score} for Silver`, notKnown: 'not known yet',
  /** @param {number} win in percent, for Silver @param {number} draw @param {number} loss */
  chances: (win, draw, loss) => `Silver wins ${win} %, draw ${draw} %, Red wins ${loss} %`,
  /**
   * What is said of the search.
   * @param {string} depth @param {string} speed the number of moves a second
   * @param {string} moves their number, or '' if the lines are those of an earlier search
   */
  figures: (depth, speed, moves) => `depth ${depth} · ${speed}/s · ${moves || 'from before'}`,
  isOver: 'the game is over', thinking: 'thinking', stopped: 'stopped',
  lookingForThreat: 'Looking for the threat…',
  threatLine: (/** @type {string} */ moves, /** @type {string} */ score) => `Threat: ${moves}  (${score})`,
  isRunning: 'The game is running: lines can be played out when it is over.',
  hasEnded: 'The game has ended here: go back to try other moves.',
  walkTo: (/** @type {string} */ move) => `Walk to ${move}`,
};

export const moves = {
  record: 'Record',
  title: 'Moves',
  variation: 'Variation', makeMain: 'Make main line', deleteFromHere: 'Delete from here',
  deleted: (/** @type {string} */ move) => `${move} was deleted, with all that followed.`,
  steps: 'Steps', toStart: 'To the start', back: 'Back', forward: 'Forward', toEnd: 'To the end',
  /** What is said beside a board without moves. @param {boolean} isFree whether there is no opponent @param {boolean} isAtTable */
  hint: (isFree, isAtTable) => [
    'Choose a piece, then a square or a rotation.',
    isAtTable ? 'At a table its shot is not shown before you fire.' : 'Its shot is shown before you fire.',
    'You lose if your ⟦Pharaoh|King⟧ is hit; Help has the rules.',
    isFree ? 'Here you move both sides, until you choose an opponent.' : '',
  ].filter(Boolean).join(' '),
  /**
   * What a screen reader says of a move in the list.
   * @param {{ number: number, move: string, hits: string, mark: string, result: string, shown: string }} parts `move`, `hits` and
   *   `result` are sentences of speech, `mark` is that of a review, and `shown` is the move as the list shows it
   */
  spoken: ({ number, move, hits, mark, result, shown }) =>
    `${number}. ${capital(move)}, ${hits}${mark && `, ${MARKS[mark] ?? mark}`}${result && `. ${result}`}. ${shown}`,
};

export const notes = {
  title: 'Notes',
  marks: 'Marks',
  /** The names of the marks `!`, `?`, `!!`, `??`, `!?` and `?!`. */
  markNames: ['good move', 'mistake', 'brilliant move', 'blunder', 'interesting move', 'dubious move'],
  commentOn: (/** @type {string} */ move) => `Comment on ${move}`, commentBefore: 'Comment before the first move',
  draw: 'Draw', drawTitle: 'Drag on the board: the right button draws too, with Shift in red, with Alt in blue, with Ctrl in yellow',
  clearDrawings: 'Clear drawings',
};

export const play = {
  duringGame: 'During the game',
  hint: 'Hint',
  takeBack: 'Take back',
  acceptDraw: 'Accept draw', declineDraw: 'Decline draw', claimDraw: 'Claim draw', offerDraw: 'Offer draw',
  resign: 'Resign',
  pause: 'Pause', continue: 'Continue',
  fireAgain: 'Fire again',
  playAgainst: 'Play against',
  /** The strength of an opponent. @param {number} level 0 for full strength @param {boolean} isEasy */
  strength: (level, isEasy) => (level ? `${level}${isEasy ? ' · an easy game' : ''}` : 'Full strength'),
  /** @param {string} name @param {string} strength @param {string} character a sentence */
  challenge: (name, strength, character) => `Play against ${name} ${strength}. ${character}`,
  cannotStart: (/** @type {string} */ why) => `The game cannot start: ${why}`,
  newGameBegun: 'A new game has begun.',
};

export const newGame = {
  title: 'New game',
  opponent: 'Opponent', silversLevel: 'Silver’s level', redsLevel: 'Red’s level',
  /** Below the face of the opponent with full strength. */
  full: 'full',
  setUp: 'Set-up', positionOnBoard: 'The position on the board',
  more: 'More',
  kind: 'Game', againstEngine: 'Against the engine', twoPeople: 'Two people', engineAgainstEngine: 'Engine against engine', withFriend: 'With a friend, by link',
  byLink: 'You move, and send your friend a link. Your friend opens it, answers, and sends the next link.',
  ruleSet: 'Rule set',
  colour: 'Colour', silver: 'Silver', red: 'Red', random: 'Random',
  engine: 'Engine', silversEngine: 'Silver’s engine', redsEngine: 'Red’s engine',
  games: 'Games',
  board: 'Board', stays: 'Stays, with previews', atTable: 'At a table: turns, no previews',
  time: 'Time', secondsPerMove: 'Seconds a move', clockForBoth: 'Clock for both', noClock: 'No clock',
  minutes: 'Minutes', increment: 'Increment in seconds',
  movesFirst: (/** @type {Colour} */ colour) => `${COLOURS[colour]} moves first.`,
  start: 'Start game',
};

export const ahead = {
  /** What is said of a move ahead. */
  entered: (/** @type {string} */ move) => `Move ahead: ${move}.`,
  shown: (/** @type {string} */ move) => `Move ahead: ${move}`,
  /** What is said of its squares. */
  note: 'move ahead',
  drop: 'Cancel move ahead', dropped: 'The move ahead is taken back.',
  impossible: (/** @type {string} */ move) => `The move ahead ${move} is no longer possible.`,
  offered: (/** @type {string} */ move) => `The move ahead ${move} was not fired: the position has changed.`,
  tapToFire: 'Tap again to move ahead', clickToFire: 'Click to move ahead', enterToFire: 'Enter to move ahead',
};

export const ending = {
  draw: 'Draw', youWin: 'You win',
  wins: (/** @type {string} */ name) => `${name} wins`,
  /** @param {Colour} colour that of the piece */
  pharaohHit: (colour) => `${COLOURS[colour]}’s ⟦Pharaoh|King⟧ is hit`,
  /** Names of players with numbers follow. */
  accuracy: 'Accuracy:',
  rematch: 'Rematch',
  review: 'Review the game',
  coloursExchanged: (/** @type {Colour} */ own) => `The colours are exchanged: you play ${COLOURS[own]} now.`,
};

export const share = {
  title: 'Share',
  link: 'Link', copyLink: 'Copy link', linkTitle: 'A game of Khet',
  /** What was copied. @param {string} host of the site @param {number} plies @param {number} shown the number of moves up to the shown position, or 0 for the last one */
  linkTo: (host, plies, shown) => `Link to the game on ${host} (${counted(plies, 'ply', 'plies')}${shown ? `, at ply ${shown}` : ''})`,
  saveKgn: 'Save as KGN', savePng: 'Save as PNG', saveGif: 'Save as GIF',
  shot: 'Shot', shareShot: 'Share this shot', picture: 'Picture', seconds: 'GIF of 3 seconds', share: 'Share …',
  notWritten: (/** @type {string} */ why) => `The game cannot be written: ${why}`,
  animation: {
    progress: 'Progress of the animation',
    drawing: 'Drawing',
    frame: (/** @type {number} */ done, /** @type {number} */ all) => `Frame ${done} of ${all}`,
    cancel: 'Cancel animation',
    notMade: (/** @type {string} */ why) => `The animation cannot be made: ${why}`,
  },
};

export const commands = {
  field: 'Move or command', placeholder: 'A move, a link, or help',
  help: COMMANDS,
  noAnswer: 'There is no answer now.',
  notLegal: (/** @type {string} */ move) => `${move} is not legal here.`,
  unknown: (/** @type {string} */ command) => `Expected a move or a command, found “${command}”. ${COMMANDS}`,
  notYourMove: 'It is not your move.',
  beamHidden: (/** @type {Colour} */ colour) => `${COLOURS[colour]}’s beam is hidden here.`,
  /**
   * Tells the path of a beam.
   * @param {Colour} colour @param {{ to: string, dir: string, end: string }[]} legs @param {string} hits a sentence of speech: `hits nothing`
   */
  beam: (colour, legs, hits) => {
    const path = legs.map(({ to, dir, end }) => `${DIRECTIONS[dir]}, ${end === 'edge' ? 'leaves the board' : `${LEG_ENDS[end] ?? 'reaches'} ${to}`}`);
    return `${COLOURS[colour]}’s beam goes ${path.join('; ')}. It ${hits}.`;
  },
  threatsHidden: 'Threats are hidden here.',
  isOver: 'The game is over.',
  /** @param {Colour} colour @param {string[]} moves with which it would hit, as sentences of speech: `silver pyramid h2 to g2` */
  threatensPharaoh: (colour, moves) => `${COLOURS[colour]} threatens to hit the ⟦Pharaoh|King⟧: ${moves.join('; ')}.`,
  couldHit: (/** @type {Colour} */ colour, /** @type {string[]} */ squares) => `${COLOURS[colour]} could hit ${squares.join(', ')}.`,
  threatensNothing: (/** @type {Colour} */ colour) => `${COLOURS[colour]} threatens nothing.`,
  /** Lists the pieces of a side. @param {Colour} colour @param {{ letter: string, turn: number, square: string }[]} pieces */
  pieces: (colour, pieces) => `${COLOURS[colour]}: ${pieces.map(({ letter, turn, square }) => `${turned(letter, turn)} on ${square}`).join(', ')}.`,
  /** Lists moves. @param {{ move: string, hits: string }[]} moves `hits` is a sentence of speech, or '' */
  moves: (moves) => `${counted(moves.length, 'move')}: ${moves.map(({ move, hits }) => `${move}${hits && ` ${hits}`}`).join('; ')}.`,
  noMoves: 'There is no legal move.',
  nothingToUndo: 'There is no move to take back.',
  noHint: 'Hints are given in your own move against an opponent.',
};

/** Moves, hits and results, most of them within a sentence. */
/** Where a player's beam can get with one move. */
export const reach = {
  title: 'Where can it get?',
  titleOf: (/** @type {Colour} */ colour) => `Where can ${player(colour)}’s beam get?`,
  /** @param {Colour} colour of the player who moves @param {Target[]} targets */
  canHit: (colour, targets) => `${player(colour)} can hit ${targetWords(targets) || 'nothing'}.`,
  /** @param {Colour} colour of the player who moves @param {Target[]} targets at least one */
  hitsItself: (colour, targets) => `${player(colour)} could hit its own ${targetWords(targets)}.`,
  /** What is said of a square: the number of moves whose shot enters it, and of those that hit a piece on it. */
  note: (/** @type {number} */ moves, /** @type {number} */ hits) => `${counted(moves, 'move')} can light it${hits ? `, ${hits} can hit it` : ''}`,
  square: (/** @type {string} */ square, /** @type {number} */ moves, /** @type {number} */ hits) =>
    `${square}: ${moves ? counted(moves, 'move') : 'no move'} can light it${hits ? `, ${hits} can hit it` : ''}.`,
  pointAt: 'Point at a square to see the moves that light it.',
  /** A move in the list. @param {string} text as it is shown @param {string} move in words @param {Hit[]} hits */
  move: (text, move, hits) => `${text}: ${move}, ${hitsWords(hits)}`,
  hidden: 'Where beams can get is hidden here.',
  ended: 'Where beams can get is no longer shown.',
};

export const speech = {
  /** The sign is '' for a piece with one rotation. */
  rotates: (/** @type {Piece} */ piece, /** @type {string} */ square, /** @type {''|'+'|'-'} */ sign) =>
    `${mover(piece, square)} rotates${sign && (sign === '+' ? ' clockwise' : ' anticlockwise')}`,
  moves: (/** @type {Piece} */ piece, /** @type {string} */ from, /** @type {string} */ to, /** @type {boolean} */ isTop) =>
    `${mover(piece, from, isTop)} to ${to}`,
  stacks: (/** @type {Piece} */ piece, /** @type {string} */ from, /** @type {string} */ to, /** @type {boolean} */ isTop) =>
    `${mover(piece, from, isTop)} stacks on ${to}`,
  swaps: (/** @type {Piece} */ piece, /** @type {string} */ from, /** @type {Piece} */ other, /** @type {string} */ to) =>
    `${mover(piece, from)} swaps with ${pieceWords(other)} ${to}`,
  hits: hitsWords,
  /** A whole sentence, without its full stop. The reason may be ''. */
  result: (/** @type {string} */ result, /** @type {string} */ reason) =>
    (RESULTS[result] ?? result) + (ENDS.get(reason) ?? (reason && `: ${reason}`)),
};

export const board = {
  board: 'Board',
  cell: (/** @type {string} */ square, /** @type {Piece|null} */ piece) => `${square}, ${piece ? `${piece.colour} ${turned(piece.letter, piece.turn)}` : 'empty'}`,
  /** What else is said of a square, whose owner may be ''. */
  cellNotes: (/** @type {boolean} */ isTarget, /** @type {Colour|''} */ owner) =>
    [isTarget ? 'legal target' : '', owner && `reserved for ${owner}`].filter(Boolean).join(', '),
  rotatePiece: 'Rotate the piece', rotateAnticlockwise: 'Rotate anticlockwise', rotateClockwise: 'Rotate clockwise',
  stackOrTop: 'Move the whole stack or its top?', wholeStack: 'Whole stack', topOnly: 'Top only',
  tapToFire: 'Tap again to fire', clickToFire: 'Click to fire', enterToFire: 'Enter to fire',
  noPictures: 'this browser cannot draw pictures',
  noPng: 'this browser cannot write PNG',
  pictureNotSaved: (/** @type {string} */ why) => `The picture cannot be saved: ${why}`,
};

/** Links to games, and what is pasted. */
export const links = {
  /** What is wrong with a link. */
  faults: {
    altered: 'The link was cut or changed on its way: copy the whole link again.',
    large: 'The link is too long for a game.',
    version: 'The link comes from another version of Khepri.',
    browser: 'This browser is too old for the link: update it, or use another one.',
  },
  unknownAddress: 'This address does not exist in Khepri: it may have been cut or changed.',
};

/** Returns a name, or the words for a player without one. @param {string} name */
const friendWords = (name) => name || 'your friend';
/** A game with a friend, who gets a link after each move. Names may be ''. */
export const friend = {
  play: 'Play a friend by link', title: 'Game by link', games: 'With friends',
  yourName: 'Your name', nameless: 'Your friend',
  isToMove: (/** @type {string} */ name) => `${capital(friendWords(name))} is to move`,
  send: (/** @type {string} */ name) => `Send the link to ${friendWords(name)}.`,
  yourMove: (/** @type {string} */ name) => `Your move. Then you get the link for ${friendWords(name)}.`,
  waits: (/** @type {string} */ name) => `${capital(friendWords(name))} is to move. Open the link that comes back, or paste it.`,
  over: 'The game is over.',
  copyFor: (/** @type {string} */ name) => `Copy link for ${friendWords(name)}`, again: 'Copy link again', open: 'Open', paste: 'Paste the link that came back',
  linkFor: (/** @type {string} */ name) => `Link for ${friendWords(name)}`,
  /** What is sent from a page that others cannot reach. @param {string} silver @param {string} red names @param {string} link */
  message: (silver, red, link) => `${silver} – ${red}: our game by link. Copy this text and paste it into Khepri: ${link}`,
  invitation: (/** @type {string} */ name) => (name ? `${name} plays a game by link` : 'A game by link'),
  whichSide: 'Which side do you play?', watch: 'Only watch',
  playAs: (/** @type {Colour} */ colour) => `Play ${COLOURS[colour]}`,
  opened: 'A game by link is on the board.',
  older: 'The link is older than the game here. This is its newest position.',
  yours: 'The link has a move of yours that was not made in this browser. Is it yours?', mine: 'It is mine', notMine: 'Not mine',
  /** @param {number} ply @param {string} own the move here @param {string} other that of the link */
  changed: (ply, own, other) => `The link was refused: your move, ply ${ply} of the game, was ${own}, and the link has ${other}.`,
  otherStart: 'The link was refused: it has another start than the game here.',
  /** Why the end of a game was refused. */
  ends: {
    resigned: 'The link was refused: it says that you resigned.',
    agreed: 'The link was refused: it says that a draw was agreed, which you did not offer.',
    claimed: 'The link was refused: it claims a draw, but no arrangement stands for the third time.',
    unknown: 'The link was refused: it has a result that no player can decide.',
  },
  second: 'A second answer', whichCounts: 'The link has another answer to the same position. Which one counts?',
  keep: (/** @type {string} */ move) => `Keep ${move}`, take: (/** @type {string} */ move) => `Take ${move}`,
  noHelp: 'In a game with a friend there is no analysis until it is over.',
  /** A game in the list, by who is to move. */
  listed: {
    yours: (/** @type {string} */ game) => `Your move: ${game}`, theirs: (/** @type {string} */ game) => `Waits for your friend: ${game}`,
    watched: (/** @type {string} */ game) => `You watch: ${game}`,
    over: (/** @type {string} */ game) => `Over: ${game}`,
  },
};

export const paste = {
  /** The name of what was pasted, as that of a file. */
  title: 'the pasted text',
  empty: 'The clipboard has no text.',
  unknown: (/** @type {string} */ text) => `Pasted, but no game, position, link or move: “${text}”`,
};

export const messages = {
  copied: (/** @type {string} */ name) => `${name} copied.`,
  copyBelow: (/** @type {string} */ name) => `${name}: copy it from the field below.`,
  fires: (/** @type {Colour} */ colour) => `${player(colour)} fires…`,
  toMove: (/** @type {Colour} */ colour) => `${player(colour)} to move`,
  /** A move that is previewed, and the number of own pieces that it hits. */
  preview: (/** @type {string} */ move, /** @type {Hit[]} */ hits, /** @type {number} */ own) =>
    `${capital(move)}, ${hitsWords(hits)}${OWN[Math.min(own, 2)]}`,
  beamThen: (/** @type {Colour} */ colour, /** @type {Hit[]} */ hits) => `${player(colour)}’s beam then ${hitsWords(hits)}`,
  afterMoves: (/** @type {number} */ count, /** @type {string} */ move, /** @type {Hit[]} */ hits) =>
    `After ${counted(count, 'move')}: ${move} ${hitsWords(hits)}`,
  shot: (/** @type {Colour} */ colour, /** @type {string} */ move, /** @type {OwnedHit[]} */ hits) =>
    `${player(colour)}: ${move} hits ${ownedWords(hits) || 'nothing'}`,
  /** The hits of a previewed shot. */
  hits: (/** @type {OwnedHit[]} */ hits) => `Hits ${ownedWords(hits) || 'nothing'}`,
  /** What `hits` is followed by. */
  ownedHits: ownedWords,
  moved: (/** @type {string} */ move, /** @type {Hit[]} */ hits) => `${capital(move)}, ${hitsWords(hits)}.`,
  thirdTime: 'Third occurrence: a draw can be claimed.',
  /** A game in a list. Names of players and the event may be ''. */
  game: (/** @type {{ silver: string, red: string, result: string, moves: number, variant: string, event: string }} */ game) =>
    `${game.silver || 'Silver'} – ${game.red || 'Red'}, ${game.result === '*' ? 'unfinished' : game.result.replaceAll('1/2', '½')}, `
    + `${counted(game.moves, 'move', 'moves')}, ${game.variant}${game.event && ` (${game.event})`}`,
  quoted: (/** @type {string} */ text) => `“${text}”`,
  /** A fault of a game, with its place. The word is a move in quotation marks. */
  faultAt: (
    /** @type {{ game?: number, line?: number, move?: number, word?: string }} */
    { game, line, move, word }, /** @type {string} */ fault,
  ) => {
    const place = [game && `Game ${game}`, line && `line ${line}`, move && `move ${move} ${word}`].filter(Boolean).join(', ');
    return `${place && `${place}: `}${fault}`;
  },
  linkHasNoPosition: 'The link has no position.',
  positionOfLink: 'This is the position of the link.',
  linkNotShown: (/** @type {string} */ why) => `The position of the link cannot be shown: ${why}`,
  linkNotPlayed: (/** @type {string} */ faults) => `The position of the link cannot be played: ${faults}.`,
  gameOfLinkNotShown: (/** @type {string} */ why) => `The game of the link cannot be shown: ${why}.`,
  noSetUp: (/** @type {string} */ found) => `expected a set-up such as khet2/classic, found ${found || 'nothing'}`,
};

/**
 * The faults of positions, moves and games by their codes. Of the values, `piece` is a letter of KFEN, `pieces` has several,
 * `rules` is the name of a rule set, and `reasons` are faults in words. Some texts are parts of a sentence, after their place.
 * @type {Record<string, (values: import('../khet/faults.js').Values) => string>}
 */
export const faults = {
  'fields': () => 'The side to move must follow the board; the rule set and two numbers may follow',
  'ranks': ({ found }) => `The board has ${counted(found, 'rank')}: 8 are needed`,
  'rank-squares': ({ rank, least, found }) =>
    `Rank ${rank} has ${least ? 'at least ' : ''}${counted(found, 'square')}: 10 are needed`,
  'not-a-piece': ({ found }) => `${found} is no piece`,
  'no-orientation': ({ letter }) =>
    `After ${letter} (${KINDS[letter.toLowerCase()]}) a digit from 1 to 4 is needed: where the piece faces`,
  'not-a-side': ({ found }) => `${found} is no side to move: s is Silver, r is Red`,
  'not-a-rule-set': ({ found, names }) => `${found} is no rule set: there are ${names.join(', ')}`,
  'not-a-number': ({ found }) => `${found} is no number of moves`,
  'pharaohs': ({ colour, count }) => (count
    ? `${player(colour)} has ${count} ⟦Pharaohs|Kings⟧: only one is allowed` : `${player(colour)} needs a ⟦Pharaoh|King⟧`),
  'piece-not-in-rule-set': ({ piece, rules }) => `${rules} has no ${LONG_NAMES[piece]}`,
  'sphinx-off-corner': ({ colour, expected }) => `${player(colour)}’s ⟦Sphinx|Laser⟧ belongs on ${expected}`,
  'sphinx-faces-frame': ({ colour, squares, expected }) =>
    `${player(colour)}’s ⟦Sphinx|Laser⟧ on ${squares[0]} must face ${expected.join(' or ')}`,
  'sphinx-missing': ({ colour, squares }) => `${player(colour)} needs a ⟦Sphinx|Laser⟧ on ${squares[0]}`,
  'too-many-pieces': ({ colour, pieces, kinds, count, limit }) =>
    `${player(colour)} has ${count} ${LIMITED[pieces] ?? kinds.join(', ')}: only ${limit} are allowed`,
  'piece-on-reserved-square': ({ colour, piece, squares, owner }) =>
    `${player(colour)}’s ${LONG_NAMES[piece]} cannot stand on ${squares[0]}: the square is ${player(owner)}’s alone`,
  'not-a-move': () => 'it is no move, which is written like h2g2 or h2+',
  'not-own-piece': ({ squares }) => `the piece on ${squares[0]} is the opponent's`,
  'too-far': ({ squares }) => `${squares[1]} is not next to ${squares[0]}`,
  'move-to-reserved-square': ({ squares }) => `${squares[0]} is reserved for the opponent`,
  'empty-square': ({ squares }) => `${squares[0]} is empty`, 'occupied-square': ({ squares }) => `${squares[0]} is occupied`,
  'game-over': () => 'the game is over', 'sphinx-moves': () => 'a ⟦Sphinx|Laser⟧ does not move',
  'faces-frame': () => 'the ⟦Sphinx|Laser⟧ would face the frame', 'other-sense': () => 'a ⟦Scarab|Switch⟧ or Eye turns with +',
  'no-rotation': ({ piece }) => `${LONG_NAMES[piece]} cannot rotate`, 'no-stack': ({ squares }) => `there is no stack on ${squares[0]}`,
  'no-tag-name': () => NO_TAG, 'no-tag-value': () => NO_TAG, 'open-tag-value': () => NO_TAG, 'open-tag': () => NO_TAG,
  'long-tag-name': () => 'a tag is too long', 'long-tag-value': () => 'a tag is too long',
  'repeated-tag': ({ name }) => `the tag ${name} is there twice`,
  'result-tag': ({ found, names }) => `${found} is no result: there are ${names.join(', ')}`,
  'rule-set-tag': ({ found, names }) => `${found} is no rule set: there are ${names.join(', ')}`,
  'set-up-tag': ({ rules, found, names }) => `${rules} has no set-up ${found}: there are ${names.join(', ')}`,
  'kfen-tag': ({ reasons }) => reasons,
  'kfen-of-rule-set': ({ expected, found }) => `the tags RuleSet and KFEN differ: ${expected} and ${found}`,
  'kfen-of-set-up': ({ ruleSet, name }) => `the tags SetUp and KFEN differ: the KFEN is not that of ${ruleSet} ${name}`,
  'ply-count-tag': ({ found }) => `${found} in the tag PlyCount is no number`,
  'ply-count': ({ expected, found }) => `the tag PlyCount says ${counted(found, 'ply', 'plies')}, but the game has ${expected}`,
  'no-move': ({ found }) => `a move or the result is missing before ${found}`,
  'move-number': ({ expected, found }) => `the number ${found} should be \`${expected}\``,
  'result-of-last-move': ({ expected, found }) =>
    `the result is \`${found}\`, but the last move ends the game with \`${expected}\``,
  'result-of-tag': ({ expected, found }) => `the result is \`${found}\` after the moves, but \`${expected}\` in the tag Result`,
  'lone-result': () => 'it has a result, but neither tags nor moves',
  'open-comment': () => 'the comment that begins here is not closed: } is missing',
  'long-comment': () => 'a comment is too long',
  'open-variation': () => 'the variation that begins here is not closed: ) is missing',
  'no-move-in-variation': ({ found }) => `a move or the result is missing before ${found}`,
  'no-move-before-variation': () => 'the variation that begins here has no move, or none before it',
  'empty-variation': () => 'the variation that begins here has no move, or none before it',
  'deep-variation': ({ limit }) => `variations may be at most ${limit} deep`,
  'result-in-variation': ({ found }) => `a variation cannot have a result, found \`${found}\``,
  'no-game': ({ found }) => `a game begins with a tag or a move, not with ${found}`,
  'empty-file': () => 'the file has no game',
  'no-games': () => 'the file has no game in KGN',
  'not-utf-8': () => 'a character is not text in UTF-8',
  'too-large': ({ limit, unit }) => `only at most ${limit} ${unit} can be read`,
};

export const game = {
  /** The names of players without a name. @type {Record<Colour, string>} */
  players: { silver: 'Silver', red: 'Red' },
  you: 'You',
  newGame: (/** @type {string} */ variant, /** @type {string} */ setup, /** @type {Colour} */ colour) =>
    `New game, ${variant} ${setup}. ${player(colour)} to move.`,
  earlierPosition: 'An earlier position: » returns to the game',
  paused: 'The game is paused',
  isThinking: (/** @type {string} */ name) => `${name} is thinking…`,
  yourMove: (/** @type {Colour} */ colour) => `Your move: you play ${player(colour)}.`,
  toMove: (/** @type {Colour} */ colour) => `${player(colour)} to move.`,
  mayClaim: 'This arrangement stands for the third time: you may claim a draw.',
  youWin: 'You win.', youLose: 'You lose.',
  noAnswer: (/** @type {string} */ name, /** @type {string} */ why) => `${name} does not answer: ${why}.`,
  nextOfSeries: 'The next game of the series has begun.',

  crossTable: 'Cross table',
  gamesOf: (/** @type {number} */ played, /** @type {number} */ games) => `${played} of ${games}`,
  won: 'won', drawn: 'drawn', lost: 'lost', points: 'points',

  claimsDraw: (/** @type {string} */ name) => `${name} claims a draw.`,
  offersDraw: (/** @type {string} */ name) => `${name} offers a draw`,
  acceptsDraw: (/** @type {string} */ name) => `${name} accepts the draw.`,
  declinesDraw: (/** @type {string} */ name) => `${name} declines the draw.`,
  drawDeclined: 'The draw is declined.',
  youResigned: 'You resigned.',
  resigned: (/** @type {string} */ name) => `${name} resigned.`,
  undo: 'Undo',
  resignedIsGone: 'The game that was resigned is no longer on the board.',
  takenBack: 'Taken back.',
  movesTakenBack: (/** @type {number} */ number) => (number === 1 ? 'A move was taken back.' : `${number} moves were taken back.`),

  adopted: 'This is your game now.',
  reopened: 'An earlier game is on the board.',
  notRead: 'The game kept in this browser cannot be read.',

  analysisMarks: 'The analysis shows the best moves of this game. The game is then marked, and does not count.',
  analyseAnyway: 'Analyse anyway',
  lookingForMove: 'Looking for a good move…',
  goodMove: (/** @type {string} */ move) => `A good move is ${move}`,
};

export const opponents = {
  fullStrength: 'Full strength',
  /** The characters of the opponents by their names. @type {Record<string, string>} */
  characters: {
    Pip: 'Overlooks about half of your threats, and some of its own wins.',
    Nef: 'Takes what it can hit, and overlooks many threats.',
    Mau: 'Seldom misses a win, but often overlooks your next shot.',
    Tia: 'Thinks of your reply, and still overlooks some beams.',
    Seti: 'Seldom overlooks a threat, but often misjudges a position.',
    Ipi: 'Sees most shots of the next two moves, yours and its own.',
    Anpu: 'Hardly ever overlooks a shot, but does not look far ahead.',
    Sobi: 'Overlooks next to nothing, and looks further ahead.',
    Tehu: 'Sees every shot of the next two moves, and misjudges some positions.',
    Sekhi: 'Looks several moves ahead, and judges well.',
    Hor: 'Looks several moves ahead, and hardly ever misjudges a position.',
    Khepri: 'The engine itself, which uses all of its time.',
  },
};

export const storage = {
  tooLarge: 'too large',
  onlyGameKept: (/** @type {string} */ why) => `Only your game can be kept in this browser (${why}). A reload loses reviews and games of files.`,
  notKept: (/** @type {string} */ why) => `The game cannot be kept in this browser (${why}). It goes on, but a reload loses it.`,
  allowData: 'To keep games, allow this page to store data.',
};

export const connection = {
  onServer: 'It runs as the program that serves this page, and may use all cores of that machine.',
  inPage: 'It runs in this page, on one core. The program khepri serves the same page with an engine for all cores.',
  /** A sentence without its full stop, which `tryingAgain` may follow. */
  lost: 'The connection to Khepri is lost',
  tryingAgain: 'Trying again…',
  notLetIn: 'Khepri does not let this page in. Open the address that it printed, with its token.',
  /** The reason is that of the program, such as `no room: …`. */
  refused: (/** @type {string} */ why) => `Khepri has ${why}`,
  idle: 'the session was idle',
  ended: 'the engine has ended',
  serverAnswered: (/** @type {number} */ status) => `the server answered ${status}`,
  lacking: 'this browser lacks what the engine needs',
  fileIsMissing: 'it is missing, or the connection is lost',
  notLoaded: (/** @type {string} */ file) => `${file} cannot be loaded`,
  notLoadedBecause: (/** @type {string} */ file, /** @type {string} */ why) => `${file} cannot be loaded: ${why}. `
    + 'The engine needs this file. If another try fails, the folder of this page has to be copied to the server again.',
  noWebAssembly: `The engine needs WebAssembly, which this browser does not have or does not allow. ${ADVICE} `
    + 'Modes of higher security may forbid it.',
  noVectors: `The engine needs WebAssembly with 128-bit vectors (SIMD), which this browser does not have. ${ADVICE}`,
  noWorkers: `The engine needs workers, which this browser does not have. ${ADVICE}`,
  noModuleWorkers: `The engine needs module workers, which this browser does not have. ${ADVICE}`,
};

export const learn = {
  lessons: 'Lessons',
  nextTask: 'Next task', nextLesson: 'Next lesson', hint: 'Hint', playFirstGame: 'Play your first game', rules: 'Rules with pictures',
  numbered: (/** @type {number} */ number, /** @type {string} */ lesson) => `${number}. ${lesson}`,
  /** The names of the buttons of lessons, for screen readers. */
  lesson: (/** @type {number} */ number, /** @type {string} */ lesson) => `Lesson ${number}, ${lesson}`,
  finishedLesson: (/** @type {number} */ number, /** @type {string} */ lesson) => `Lesson ${number}, ${lesson}, finished`,
  taskOf: (/** @type {number} */ task, /** @type {number} */ tasks) => `Task ${task} of ${tasks}`,
  finishedOf: (/** @type {number} */ finished, /** @type {number} */ lessons) => `${finished} of ${lessons} lessons finished`,
  allFinished: 'You have finished all lessons.',
  /** What screen readers say of a task. */
  spokenTask: (/** @type {string} */ lesson, /** @type {string} */ idea, /** @type {string} */ task) => `${lesson}. ${idea} ${task}`,
  cheers: ['Right!', 'Well done!', 'That is it!'],
  ready: 'Well done! Now you are ready for a game.',
  solved: 'The task is solved',
  moveIs: (/** @type {string} */ move) => `The move is ${move}.`,
  /** @param {string} reason one of `goals` */
  tryAgain: (reason) => `${reason} Try again.`,
  cannotCheck: (/** @type {string} */ reason) => `The move cannot be checked: ${reason}`,
  cannotStart: (/** @type {string} */ reason) => `The game cannot start: ${reason}`,
  newGame: 'A new game has begun.',
};

/** Why a move does not solve the task of a lesson. */
export const goals = {
  ownPharaoh: 'Your beam hits your own ⟦Pharaoh|King⟧: that loses the game.',
  ownPiece: (/** @type {Placed} */ piece) => `Your beam hits your own ${placed(piece)}.`,
  notPiece: (/** @type {Placed[]} */ hits, /** @type {Placed} */ missed) => `${beamHits(hits)}, but not the ${placed(missed)}.`,
  notPharaoh: (/** @type {Placed[]} */ hits) => `${beamHits(hits)}, but not the ⟦Pharaoh|King⟧.`,
  stopped: (/** @type {Placed} */ piece) => `The ${placed(piece)} stops your beam with its front.`,
  leavesAt: (/** @type {string} */ square) => `Your beam leaves the board at ${square} and hits nothing.`,
  leavesAtOnce: 'Your beam leaves the board at once and hits nothing.',
  isHit: (/** @type {string} */ opponent, /** @type {Placed} */ piece) => `${capital(opponent)}’s beam then hits your ${placed(piece)}.`,
  notStopped: (/** @type {string} */ opponent) => `${capital(opponent)}’s beam then passes: no piece of yours stops it.`,
  notTurned: (/** @type {string} */ opponent) => `${capital(opponent)}’s beam then passes: no piece of yours turns it.`,
  opponentWins: (/** @type {string} */ opponent, /** @type {string} */ move) =>
    `${capital(opponent)} then plays ${move} and hits your ⟦Pharaoh|King⟧.`,
  noThreat: 'From there no next move of yours would hit the ⟦Pharaoh|King⟧.',
  /** @param {string} _colour @param {string} letter */
  notThere: (_colour, letter) => `There is no ${NAMES[letter] ?? ''} after this move.`,
  notOn: (/** @type {Placed} */ piece) => `There is no ${placed(piece)} after this move.`,
};

/** The lessons, with the words of their tasks in the order of the tasks. */
export const lessons = {
  laser: {
    title: 'Move and fire',
    idea: 'On your turn you move one piece to a neighbouring square or rotate it. Then your laser fires, from the corner j1.',
    tasks: [{
      text: 'Your ⟦Pyramid|Deflector⟧ on i3 carries a mirror. Choose it, then j3, to move it into the beam.',
      hint: 'Press the ⟦Pyramid|Deflector⟧ on i3, then the marked square j3.',
    }, {
      text: 'The mirror on j3 sends the beam off the board. Choose it, then one of the round arrows, so that the beam hits f3.',
      hint: 'The mirror must face j1, where the beam comes from, and f3, where it goes to.',
    }],
  },
  mirror: {
    title: 'Mirrors',
    idea: 'A beam that meets the mirror of a ⟦Pyramid|Deflector⟧ leaves at a right angle. Mirrors work one after another.',
    tasks: [{
      text: 'Rotate your second mirror on e3, so that the beam goes to e6.',
      hint: 'The mirror on e3 must face e6 and j3.',
    }, {
      text: 'Move the mirror on f2 to the square from which the beam goes to g6.',
      hint: 'The beam runs along row 3, and the target stands in column g.',
    }],
  },
  shield: {
    title: 'Hits and mirrors',
    idea: 'A ⟦Pyramid|Deflector⟧ has two sides with a mirror, where a beam turns. From its other two sides a beam removes it.',
    tasks: [{
      text: 'One of Red’s two ⟦Pyramids|Deflectors⟧ shows you its mirror, the other one its back. Hit the one that can be hit.',
      hint: 'The ⟦Pyramid|Deflector⟧ on f5 has its back to you, so the beam must run along row 5.',
    }, {
      text: 'Now Red’s beam, the red one, aims at the back of your ⟦Pyramid|Deflector⟧ on f4. Rotate the ⟦Pyramid|Deflector⟧ '
        + 'so that its mirror turns the beam.',
      hint: 'The mirror must face a4: one of the two rotations does that.',
    }],
  },
  scarab: {
    title: 'The ⟦Scarab|Switch⟧',
    idea: 'A ⟦Scarab|Switch⟧ has mirrors on all sides, and no beam can remove it. It may change places with a neighbouring '
      + '⟦Pyramid|Deflector⟧ or ⟦Anubis|Defender⟧, yours or Red’s.',
    tasks: [{
      text: 'Rotate the ⟦Scarab|Switch⟧ on f3, so that the beam goes to f6.',
      hint: 'Choose the ⟦Scarab|Switch⟧ and rotate it. Both directions give the same.',
    }, {
      text: 'Move the ⟦Scarab|Switch⟧ onto Red’s ⟦Pyramid|Deflector⟧ on e5: the two change places. The beam then finds the '
        + '⟦Pyramid|Deflector⟧ on e4.',
      hint: 'Choose the ⟦Scarab|Switch⟧ on e4, then the framed square e5.',
    }],
  },
  anubis: {
    title: 'The ⟦Anubis|Defender⟧',
    idea: '⟦An Anubis|A Defender⟧ stops a beam with the shield on its front. From the other three sides it can be hit.',
    tasks: [{
      text: 'Red’s ⟦Anubis|Defender⟧ on e4 turns its shield to j4, so a beam along row 4 is stopped. Hit it from another side.',
      hint: 'Your second mirror on e5 sends a beam along row 5 to e4.',
    }, {
      text: 'Red’s beam aims at your ⟦Pharaoh|King⟧ on g4. Put your ⟦Anubis|Defender⟧ in its way.',
      hint: 'Move the ⟦Anubis|Defender⟧ from e5 to row 4.',
    }],
  },
  pharaoh: {
    title: 'The ⟦Pharaoh|King⟧',
    idea: 'A ⟦Pharaoh|King⟧ has no mirror and no shield. If your ⟦Pharaoh|King⟧ is hit, you lose the game.',
    tasks: [{
      text: 'Hit Red’s ⟦Pharaoh|King⟧ on e6 and win.',
      hint: 'Your beam runs along row 3: a mirror on e3 sends it to e6.',
    }, {
      text: 'Your ⟦Pharaoh|King⟧ stands in Red’s beam. Step out of it.',
      hint: 'Move the ⟦Pharaoh|King⟧ to row 3 or row 5.',
    }],
  },
  reserved: {
    title: 'Reserved squares',
    idea: 'Squares with an eye are Red’s alone, and squares with an ankh are yours. The other player’s pieces may not step there.',
    tasks: [{
      text: 'Your ⟦Sphinx|Laser⟧ faces i1, so the beam runs along row 1. Move your mirror from i2 into the beam, so that it hits h5.',
      hint: 'The square i1 has an eye, so use the one beside it.',
    }, {
      text: 'Red hides on the squares with an eye. Hit the ⟦Pyramid|Deflector⟧ on a7 without stepping there.',
      hint: 'Your mirror on b7 turns a beam that comes along column b.',
    }],
  },
  'own-beam': {
    title: 'Your own beam',
    idea: 'Your laser fires in every turn and spares no one. Look where your beam ends before you move.',
    tasks: [{
      text: 'Your beam aims at the back of your own ⟦Pyramid|Deflector⟧ on f4. Make a move that saves it.',
      hint: 'Move or rotate one of the two ⟦Pyramids|Deflectors⟧.',
    }, {
      text: 'Hit Red’s ⟦Pyramid|Deflector⟧ on f5, and beware of your ⟦Pharaoh|King⟧.',
      hint: 'Move the mirror to row 5.',
    }],
  },
  sphinx: {
    title: 'The ⟦Sphinx|Laser⟧',
    idea: 'Your beam comes from the ⟦Sphinx|Laser⟧, which never leaves its corner. It can rotate, which is a whole turn.',
    tasks: [{
      text: 'Your laser fires along the empty column j. Rotate the ⟦Sphinx|Laser⟧, so that it hits the ⟦Pyramid|Deflector⟧ on f1.',
      hint: 'Choose the ⟦Sphinx|Laser⟧ on j1, then the round arrow.',
    }, {
      text: 'Now your laser aims at your own ⟦Pharaoh|King⟧. Rotate the ⟦Sphinx|Laser⟧, so that its beam hits f5.',
      hint: 'The mirror on j5 is ready. Only the ⟦Sphinx|Laser⟧ has to rotate.',
    }],
  },
  threat: {
    title: 'Threat and defence',
    idea: 'Before you move, look for moves of Red that would hit your ⟦Pharaoh|King⟧. Then look for your own threats.',
    tasks: [{
      text: 'Red’s beam aims at your ⟦Pharaoh|King⟧, and Red’s mirror can follow it. Find a move after which Red cannot hit it.',
      hint: 'Stop the beam with your ⟦Anubis|Defender⟧, or step to where the ⟦Anubis|Defender⟧ shields your ⟦Pharaoh|King⟧.',
    }, {
      text: 'You cannot hit Red’s ⟦Pharaoh|King⟧ on e7 yet. Make a move after which your next one could.',
      hint: 'A mirror on e4 would send your beam to e7, so bring one close to that square.',
    }],
  },
  reach: {
    title: 'Where can it get?',
    idea: 'Each of your moves may send your beam on another path. See which squares and pieces it can get to before you choose.',
    tasks: [{
      text: '☼ at the top, or the key l, frames each piece that moves can hit, with their number, and tints the squares that only a move lights. Hit f2.',
      hint: 'Press f2: the list then has the move that hits it. A dashed frame is a piece of your own.',
    }, {
      text: 'This is where Red’s beam can get: one move hits your ⟦Pharaoh|King⟧. Make a move after which none does.',
      hint: 'Bring your ⟦Pyramid|Deflector⟧ into row 5 as a mirror, or step to row 4.',
    }],
  },
  eye: {
    title: 'The Eye',
    idea: 'Some set-ups have Eyes of Horus, which nothing can remove. An Eye splits a beam: one half goes straight on, the '
      + 'other half turns as at a ⟦Scarab|Switch⟧.',
    tasks: [{
      text: 'Rotate the Eye on g3, so that one shot hits both the ⟦Pyramid|Deflector⟧ on e3 and the ⟦Anubis|Defender⟧ on g5.',
      hint: 'Choose the Eye and rotate it.',
    }, {
      text: 'Move the Eye into your beam, so that one shot hits both e3 and g6.',
      hint: 'The turned half must go along column g.',
    }],
  },
  stack: {
    title: 'Stacks',
    idea: 'An older edition, Khet 1.0, has Obelisks instead of ⟦Anubis|Defender⟧, without mirror or shield; two may stand on '
      + 'one square. Its lasers are in the frame.',
    tasks: [{
      text: 'Move one of your two Obelisks onto the other one.',
      hint: 'Choose the Obelisk on g3, then h3.',
    }, {
      text: 'Move only the upper Obelisk from the stack on g3.',
      hint: 'Choose the stack and a square beside it, then “Top only”.',
    }, {
      text: 'Rotate your mirror and hit Red’s stack on f3. The shot takes only the upper Obelisk.',
      hint: 'The mirror on j3 must send the beam to f3.',
    }],
  },
  'first-game': {
    title: 'Your first game',
    idea: 'Your first game has no Eyes and no Obelisks. All pieces stand in each other’s way, and every shot counts.',
    tasks: [{
      text: 'In this position from a game one move hits Red’s ⟦Pharaoh|King⟧. Find it.',
      hint: 'Follow your beam to the ⟦Scarab|Switch⟧ on f7. What happens if it rotates?',
    }],
  },
};

export const rules = {
  lessons: 'Lessons',
  /** By section, its heading, its paragraphs, and the sentences below its pictures. */
  sections: {
    aim: {
      title: 'The aim',
      paragraphs: [
        'Hit the other player’s ⟦Pharaoh|King⟧ with your laser, and you win. If your own ⟦Pharaoh|King⟧ is hit, even by your '
          + 'own laser, you lose.',
      ],
      captions: ['The start of a game, with both beams. Silver plays from below and begins.'],
    },
    turn: {
      title: 'A turn',
      paragraphs: [
        'First act: move one of your pieces to a neighbouring square, diagonals included, or rotate it by a quarter. You cannot pass.',
        'Then your laser fires, in every turn. It removes every piece that it hits, your own pieces too.',
      ],
      captions: ['Silver moves the ⟦Pyramid|Deflector⟧ to j3 …', '… and the shot hits the ⟦Pyramid|Deflector⟧ on f3.'],
    },
    sphinx: {
      title: 'The ⟦Sphinx|Laser⟧ and its beam',
      paragraphs: [
        'Your beam comes from your ⟦Sphinx|Laser⟧, in the corner j1 for Silver and a8 for Red. Nothing moves or removes the ⟦Sphinx|Laser⟧, '
          + 'and it absorbs every beam.',
        'Rotating the ⟦Sphinx|Laser⟧ is a whole turn. It faces along its column or along its row, never the frame.',
      ],
      captions: ['The beam runs up column j …', '… or left along row 1.'],
    },
    pyramid: {
      title: 'The ⟦Pyramid|Deflector⟧ turns light, or is hit',
      paragraphs: [
        'A ⟦Pyramid|Deflector⟧ has one diagonal mirror. A beam that meets the mirror leaves at a right angle, and a beam '
          + 'from one of the two other sides removes the ⟦Pyramid|Deflector⟧.',
      ],
      captions: ['The mirrors on j4 and e4 turn the beam. It hits the ⟦Pyramid|Deflector⟧ on e7 in the back.'],
    },
    scarab: {
      title: 'The ⟦Scarab|Switch⟧ turns light on both sides',
      paragraphs: [
        'A ⟦Scarab|Switch⟧ has mirrors on both sides of a diagonal, so no beam can remove it.',
        'It may change places with a ⟦Pyramid|Deflector⟧, ⟦an Anubis|a Defender⟧ or an Obelisk of either colour on a '
          + 'neighbouring square. Neither of the two rotates.',
      ],
      captions: [
        'This beam uses both sides of the ⟦Scarab|Switch⟧ on e4.',
        'The ⟦Scarab|Switch⟧ on e4 changes places with the ⟦Pyramid|Deflector⟧ …',
        '… which is hit on e4.',
      ],
    },
    anubis: {
      title: 'The ⟦Anubis|Defender⟧ absorbs light in front',
      paragraphs: [
        'The front of ⟦an Anubis|a Defender⟧ absorbs a beam. A beam from one of the three other sides removes the ⟦Anubis|Defender⟧.',
      ],
      captions: ['The ⟦Anubis|Defender⟧ on e4 stops Silver’s beam. The one on f5 is hit on its side.'],
    },
    pharaoh: {
      title: 'The ⟦Pharaoh|King⟧ is hit from every side',
      paragraphs: [
        'A ⟦Pharaoh|King⟧ has neither mirror nor shield, and it cannot rotate. One shot that hits both ⟦Pharaohs|Kings⟧ is a draw.',
      ],
      captions: ['Red’s ⟦Pharaoh|King⟧ is hit: Silver has won.'],
    },
    eye: {
      title: 'The Eye splits light',
      paragraphs: [
        'The Eye of Horus is an addition to every rule set. One half of a beam goes straight on, and the other half turns as '
          + 'at a ⟦Scarab|Switch⟧.',
        'An Eye moves, rotates and changes places like a ⟦Scarab|Switch⟧, and nothing removes it. All hits of a shot count at once.',
      ],
      captions: ['The Eye on f4 sends light to c4 and to f7.'],
    },
    obelisk: {
      title: 'Obelisks and stacks',
      paragraphs: [
        'Khet 1.0 and Deflexion have Obelisks, which are hit from every side and cannot rotate.',
        'In Khet 1.0 two Obelisks of a colour may stand on one square. A hit removes the upper one, and the stack moves as a '
          + 'whole or the upper one alone.',
      ],
      captions: ['The shot takes the upper Obelisk on e4. The laser is in the frame.'],
    },
    reserved: {
      title: 'Reserved squares',
      paragraphs: [
        'Only Red’s pieces may step on squares with an eye, and only Silver’s on squares with an ankh. A piece that changes '
          + 'places with a ⟦Scarab|Switch⟧ may be put on any of them.',
      ],
      captions: ['⟦Khet 2.0|Laser Chess⟧ and Khet 1.0', 'Deflexion'],
    },
    end: {
      title: 'The end of a game',
      paragraphs: [
        'The game ends when a ⟦Pharaoh|King⟧ is hit. If the same arrangement stands on the board for the third time, the '
          + 'player to move may claim a draw.',
        'A player without a legal move has a draw as well, which hardly ever happens.',
      ],
      captions: [],
    },
  },
  effectsTitle: 'What a beam does', effectsHead: ['Piece', 'A beam'],
  /** What a beam does at each piece: the piece, then the effect. */
  effects: [
    ['⟦Pharaoh|King⟧', 'hits it, and the game is over'],
    ['⟦Pyramid|Deflector⟧', 'turns at the mirror, and hits the two other sides'],
    ['⟦Scarab|Switch⟧', 'turns'],
    ['⟦Anubis|Defender⟧', 'stops at the front, and hits the three other sides'],
    ['⟦Sphinx|Laser⟧', 'stops'],
    ['Obelisk', 'hits it'],
    ['Eye', 'goes straight on and turns'],
  ],
  differencesTitle: 'The rule sets', rule: 'Rule',
  /** The differences of the rule sets: what differs, and how in Khet 2.0, Khet 1.0 and Deflexion. */
  differences: [
    ['Beam', 'from the ⟦Sphinx|Laser⟧, which rotates', 'from the frame', 'from the frame'],
    ['Guards', '⟦Anubis|Defender⟧, two each', 'Obelisks, four each, stacks allowed', 'Obelisks, two each, no stacks'],
    ['Red’s squares', 'column a, i1, i8', 'column a, i1, i8', 'column a'],
    ['Silver’s squares', 'column j, b1, b8', 'column j, b1, b8', 'column j'],
    ['First move', 'Silver', 'Silver', 'Red'],
    ['Other names', '–', 'Djed for ⟦Scarab|Switch⟧', 'Djed for ⟦Scarab|Switch⟧, Gold for Red'],
  ],
};

export const puzzles = {
  next: 'Next puzzle', hint: 'Hint (counts as failed)', again: 'Start again', analyse: 'Analyse position', rules: 'Rules',
  theme: 'Theme', allThemes: 'All',
  themeName: (/** @type {string} */ theme) => PUZZLE_THEMES[theme]?.[0] ?? theme,
  themeMeaning: (/** @type {string} */ theme) => PUZZLE_THEMES[theme]?.[1] ?? '',
  yourRating: 'Your rating',
  deviation: (/** @type {number} */ deviation) => `The deviation is ${deviation}.`,
  streak: (/** @type {number} */ streak, /** @type {number} */ best) => `Streak ${streak}, best ${best}`,
  solvedOf: (/** @type {number} */ solved, /** @type {number} */ all) => `${solved} of ${all} solved`,
  solvedAndFailed: (/** @type {number} */ solved, /** @type {number} */ all, /** @type {number} */ failed) =>
    `${solved} of ${all} solved, ${failed} failed`,
  ofDay: 'Daily laser',
  ofDayResults: { solved: 'Daily laser: solved', failed: 'Daily laser: failed' },
  task: puzzleTask,
  /** @param {number} number of the daily laser @param {string} colour of the player @param {string} kind of the puzzle */
  taskOfDay: (number, colour, kind) => `Daily laser ${number}. ${puzzleTask(colour, kind)}`,
  aim: 'First tap the square where the beam of your first move will end. If it leaves the board, that is its last square.',
  aimed: (/** @type {string} */ square) => `You say that the beam will end on ${square}. Now find the best move.`,
  otherSquare: 'Other square',
  beamEnded: (/** @type {string} */ square) => `The beam ended on ${square}, as you said.`,
  beamEndedElsewhere: (/** @type {string} */ ends, /** @type {string} */ square) => `The beam ended on ${ends}, not on ${square}.`,
  /** @param {string} rules their name @param {number} streak in days @param {number} best */
  dayStreak: (rules, streak, best) => `${rules}. Days in a row: ${streak}, best ${best}`,
  shareResult: 'Share result', result: 'Result',
  sharedTitle: (/** @type {number} */ number, /** @type {string} */ day) => `Khepri, daily laser ${number} (${day})`,
  sharedStreak: (/** @type {number} */ streak) => `${streak} days in a row`,
  runStart: 'Three minutes', runStop: 'Stop', runRules: 'Solve as many as you can. A wrong move leads to the next puzzle.',
  runCount: (/** @type {number} */ solved) => `${solved} solved`,
  timeLeft: (/** @type {number} */ seconds) => `${counted(seconds, 'second')} left`,
  runRight: 'Right! The next one:', runWrong: 'Wrong. The next one:',
  /** @param {number} solved @param {number} failed @param {number} best */
  runOver: (solved, failed, best) => `The run is over: ${solved} solved, ${failed} failed. Your best result is ${best}.`,
  /** @param {number} solved @param {number} failed */
  runBest: (solved, failed) => `The run is over: ${solved} solved, ${failed} failed. That is your best result!`,
  /** What screen readers say of a puzzle. */
  spokenTask: (/** @type {string} */ task) => `${task}.`,
  /** The rating and the themes of a solved puzzle. @param {number} rating @param {number} moves of a win, or 0 @param {string[]} themes */
  facts: (rating, moves, themes) => `Puzzle rated ${rating}${moves ? `, a win in ${counted(moves, 'move')}` : ''}. `
    + `${themes.length ? `Themes: ${themes.map((theme) => PUZZLE_THEMES[theme]?.[0] ?? theme).join(', ')}.` : 'No special theme.'}`,
  loading: 'The puzzles are loading…',
  cannotLoad: (/** @type {string} */ reason) => `The puzzles cannot be loaded: ${reason}`,
  none: 'There are no such puzzles.',
  find: 'Find the best move. Its shot is not shown before you fire.',
  seen: 'You have seen this puzzle: your rating stays.',
  examining: 'Examining the move…',
  cannotExamine: (/** @type {string} */ reason) => `The move cannot be examined: ${reason}`,
  right: 'Right! Find the next move.',
  solvedNow: 'Solved!', solution: 'That is the solution.', solved: 'The puzzle is solved',
  pieceOn: (/** @type {string} */ square) => `It is the piece on ${square}.`,
  moveIs: (/** @type {string} */ move) => `The move is ${move}.`,
  winsLater: (/** @type {string} */ move) => `${move} wins too, but later. Find the quickest win.`,
  // Below, `hits` are the pieces that a shot hits, as the object of "hits": `your Pyramid on h4`.
  wrong: (/** @type {string} */ move, /** @type {string} */ kind) => `${puzzleFault(move, kind)}. Try again.`,
  draws: (/** @type {string} */ move) => `${move} ends the game in a draw. Try again.`,
  loses: (/** @type {string} */ move, /** @type {string} */ hits) => `${move} hits ${hits} and loses. Try again.`,
  /** @param {string} move @param {string} kind of the puzzle @param {string} opponent the colour @param {string} answer */
  answered: (move, kind, opponent, answer) => `${puzzleFault(move, kind)}: ${capital(opponent)} answers ${answer}. Try again.`,
  /** @param {string} move @param {string} kind of the puzzle @param {string} opponent the colour @param {string} answer @param {string} hits */
  answeredWithHits: (move, kind, opponent, answer, hits) =>
    `${puzzleFault(move, kind)}: ${capital(opponent)} answers ${answer} and hits ${hits}. Try again.`,
};

export const edit = {
  tools: 'Tools', move: 'Move', rotate: 'Rotate', erase: 'Erase',
  piece: (/** @type {string} */ colour, /** @type {string} */ letter) => `${capital(colour)} ${NAMES[letter]?.toLowerCase() ?? letter}`,
  toMove: 'To move', silver: 'Silver', red: 'Red', rules: 'Rules', setUp: 'Set-up', noSetUp: '…',
  setUpOf: (/** @type {string} */ rules, /** @type {string} */ setUp) => `${rules} ${setUp}`,
  clear: 'Clear', undo: 'Undo change',
  putOnBoard: 'Put on the board', copyKfen: 'Copy KFEN', copyKgn: 'Copy KGN', copyLink: 'Copy link', link: 'Link',
  savePicture: 'Save picture', saveSvg: 'Save as SVG',
  playable: 'This position can be played.',
  notPlayable: 'This position cannot be played yet:',
  moreFaults: (/** @type {number} */ count) => `and ${count} more`,
  edited: 'The position is edited',
  onBoard: 'The position stands on the board.',
  findOpponent: 'New game finds an opponent for this position.',
  cannotWrite: (/** @type {string} */ reason) => `The game cannot be written: ${reason}`,
};

export const games = {
  ofFile: (/** @type {string} */ file) => `Games of ${file}`,
  search: 'Search', searchGames: 'Search games', games: 'My games',
  none: 'A game stays here when another one takes its place on the board.',
  kept: (/** @type {number} */ count) => `${count === 1 ? 'One game is' : `${count} games are`} kept in this browser.`,
  foundOf: (/** @type {number} */ found, /** @type {number} */ games) => `${found} of ${games} games`,
  more: (/** @type {number} */ count) => `Show more (${count})`,
  cannotRead: (/** @type {string} */ reason) => `The game cannot be read: ${reason}`,
  cannotSave: (/** @type {string} */ reason) => `The games cannot be saved: ${reason}`,
  cannotChange: (/** @type {string} */ reason) => `This cannot be kept in this browser: ${reason}`,

  // A row
  players: (/** @type {string} */ silver, /** @type {string} */ red) => `${silver || 'Silver'} – ${red || 'Red'}`,
  /** The result of a game. `outcome` is that of the player, or ''. */
  result: (/** @type {string} */ result, /** @type {string} */ outcome) =>
    ({ won: 'You won', drawn: 'Draw', lost: 'You lost' }[outcome] ?? (result === '*' ? 'unfinished' : result.replaceAll('1/2', '½'))),
  /** What follows the result. `place`, `players` and `event` may be ''. */
  facts: (/** @type {GameFacts} */ { place, players, moves, variant, event, date }) => [
    { board: 'On the board', waiting: 'Waiting' }[place], players,
    date, counted(moves, 'move', 'moves'), variant, event,
  ].filter(Boolean).join(' · '),
  choose: (/** @type {string} */ game) => `Choose ${game}`,
  changeTitle: (/** @type {string} */ game) => `Change the title of ${game}`,
  title: 'Title', save: 'Save',
  delete: (/** @type {string} */ game) => `Delete ${game}`,

  // Deleted games
  deletedGames: (/** @type {number} */ count) => `Deleted (${count})`,
  deletedOne: (/** @type {string} */ game) => `${game} was deleted.`,
  deletedMany: (/** @type {number} */ count) => `${counted(count, 'game')} were deleted.`,
  gone: 'Not all of these games are kept any more.',
  putBack: 'Put back',
  putBackOne: (/** @type {string} */ game) => `Put back ${game}`,
  backAgain: (/** @type {string} */ game) => `${game} is back.`,
  whileRoom: 'Deleted games stay here until the browser needs their room.',
  erase: 'Delete all for good',
  eraseQuestion: (/** @type {number} */ count) => `${count === 1 ? 'One game' : `${count} games`} cannot be put back afterwards.`,

  // Chosen games and folders
  chosen: (/** @type {number} */ count) => `${count} chosen`,
  chooseAll: 'Choose all', chooseNone: 'Choose none', deleteChosen: 'Delete',
  place: 'Show', all: 'All games',
  folder: 'Folder', folderOf: (/** @type {string} */ folder, /** @type {number} */ count) => `${folder} (${count})`,
  putInto: 'Put into folder', takeOut: 'Take out of folder',
  areIn: (/** @type {number} */ count, /** @type {string} */ folder) => `${count === 1 ? 'The game is' : `${count} games are`} in the folder ${folder}.`,
  areOut: (/** @type {number} */ count) => `${count === 1 ? 'The game is' : `${count} games are`} in no folder now.`,
  folderName: 'Name of the folder', renameFolder: 'Rename folder', removeFolder: 'Remove folder',
  folderRenamed: (/** @type {string} */ before, /** @type {string} */ after) => `The folder ${before} is called ${after} now.`,
  folderRemoved: (/** @type {string} */ folder) => `The folder ${folder} was removed. Its games are kept.`,

  // Files
  saveAll: 'Save all as KGN',
  saveSome: (/** @type {number} */ count) => `Save ${count} as KGN`,
  addFile: 'Add from file', file: 'File of games',
  addAll: 'Add all to my games',
  added: (/** @type {number} */ count) => `${count === 1 ? 'One game was' : `${count} games were`} added.`,
  addedOf: (/** @type {number} */ added, /** @type {number} */ all) => `${added} of ${all} games were added: this browser has no more room.`,
  refused: (/** @type {number} */ count, /** @type {string} */ fault) => `${counted(count, 'fault')} in the file: ${fault}.`,
  cannotAdd: (/** @type {string} */ file, /** @type {string} */ reason) => `${file} cannot be read: ${reason}`,
};

export const mistakes = {
  task: (/** @type {Colour} */ colour) => `${player(colour)} to move: find a better move`,
  none: 'There are no mistakes to retry.',
  howToFind: 'When you have reviewed a game, the review offers your mistakes in it as tasks.',
  /** A mistake of a game. `against` is the opponent, or ''. */
  facts: (
    /** @type {number} */ number, /** @type {string} */ against, /** @type {string} */ move, /** @type {Mark} */ mark, /** @type {string} */ lost,
  ) => `${against ? `Against ${against}, move` : 'Move'} ${number}: ${move}, ${MARKS[mark]}, ${lost} of winning chance lost`,
  find: 'A move that costs less than 5 % solves the task. Its shot is not shown before you fire.',
  again: 'Try again', next: 'Next mistake', showBetter: 'Show a better move',
  betterIs: (/** @type {string} */ move) => `A better move is ${move}. The task stays on the list.`,
  right: (/** @type {string} */ move) => `${move} is right.`,
  rightFor: (/** @type {string} */ move, /** @type {string} */ lost) => `${move} is right: it costs only ${lost}.`,
  rightAfterHelp: (/** @type {string} */ move) => `${move} is right. It was shown, so the task stays on the list.`,
  /** `hits` are the pieces that the answer hits, or ''. @param {string} move @param {string} lost @param {Colour} opponent @param {string} answer @param {string} hits */
  costs: (move, lost, opponent, answer, hits) =>
    `${move} costs ${lost} of winning chance: ${player(opponent)} answers ${answer}${hits && ` and hits ${hits}`}.`,
  solved: 'The mistake is corrected',
  left: (/** @type {number} */ count) => `${counted(count, 'mistake')} to retry`,
  mine: (/** @type {number} */ count) => `My mistakes (${count})`,
  retryMine: (/** @type {number} */ count) => `Retry my mistakes (${count})`,
  retryOf: (/** @type {string} */ name, /** @type {number} */ count) => `Retry the mistakes of ${name} (${count})`,
};

const TEXTS = {
  names, editions, settings, page, panels, help, review, analysis, moves, notes, play, newGame, ahead, ending, share, commands, reach,
  speech, board, links, friend, paste, messages, faults, game, opponents, storage, connection, learn, goals, lessons, rules, puzzles,
  edit, games, mistakes,
};

export default TEXTS;
