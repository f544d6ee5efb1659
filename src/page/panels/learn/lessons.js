// @ts-check
// The lessons of the panel "Learn" as data: positions, and goals that the rules check. Their words are the texts `lessons`.

/** @typedef {import('./goals.js').Goal} Goal */
/**
 * A task: find a move that reaches a goal. `view` is the part of the board that is enlarged, from a lower left to an upper right
 * square. `solution` is a move that reaches the goal, and `wrong` one that does not. `reach` is the player for whom the board shows where
 * the beam can get.
 * @typedef {{ kfen: string, view?: string, reach?: import('../../khet/position.js').Colour, goal: Goal, solution: string, wrong: string }} Task
 */
/**
 * A lesson. `beams` says whose beams are shown, and `piece` is the letter of the piece that it explains if not all games have it.
 * @typedef {{ id: keyof import('../../texts/texts.js').Texts['lessons'], piece?: string, beams?: 'mover'|'both', tasks: Task[] }} Lesson
 */

/** @type {Lesson[]} */
export const LESSONS = [
  {
    id: 'laser',
    tasks: [{
      kfen: 'x33k5/////5p42P31//1K7X1 s khet2 0 1', view: 'e1j5',
      goal: { hits: ['f3'] }, solution: 'i3j3', wrong: 'i3j4',
    }, {
      kfen: 'x33k5/////5p43P2//1K7X1 s khet2 0 1', view: 'e1j5',
      goal: { hits: ['f3'] }, solution: 'j3+', wrong: 'j3-',
    }],
  },
  {
    id: 'mirror',
    tasks: [{
      kfen: 'x33k5//4p45///4P24P3//1K7X1 s khet2 0 1', view: 'd1j6',
      goal: { hits: ['e6'] }, solution: 'e3-', wrong: 'e3+',
    }, {
      kfen: 'x36k2//6p43///9P3/5P14/1K7X1 s khet2 0 1', view: 'd1j6',
      goal: { hits: ['g6'] }, solution: 'f2g3', wrong: 'f2e3',
    }],
  },
  {
    id: 'shield', beams: 'both',
    tasks: [{
      kfen: 'x33k5///5p44/5p22P31///1K7X1 s khet2 0 1', view: 'e1j6',
      goal: { hits: ['f5'] }, solution: 'i4j5', wrong: 'i4j4',
    }, {
      kfen: 'x33k5////p14P14///6K2X1 s khet2 0 1', view: 'a3f8',
      goal: { next: 'turn', keeps: true, holds: { f4: 'P' } }, solution: 'f4-', wrong: 'f4+',
    }],
  },
  {
    id: 'scarab',
    tasks: [{
      kfen: 'x33k5//5p44///5S23P3//1K7X1 s khet2 0 1', view: 'd1j6',
      goal: { hits: ['f6'] }, solution: 'f3+', wrong: 'f3g3',
    }, {
      kfen: 'x33k5///4p35/4S24P3///1K7X1 s khet2 0 1', view: 'd1j6',
      goal: { hits: ['e4'] }, solution: 'e4e5', wrong: 'e4+',
    }],
  },
  {
    id: 'anubis', piece: 'a', beams: 'both',
    tasks: [{
      kfen: 'x37k1///4P25/4a23P31///1K7X1 s khet2 0 1', view: 'd1j6',
      goal: { hits: ['e4'] }, solution: 'i4j5', wrong: 'i4j4',
    }, {
      kfen: 'x37k1///4A45/p15K3///9X1 s khet2 0 1', view: 'a3g8',
      goal: { next: 'stop', keeps: true }, solution: 'e5e4', wrong: 'e5e6',
    }],
  },
  {
    id: 'pharaoh', beams: 'both',
    tasks: [{
      kfen: 'x39//4k5///9P3/3P16/2K6X1 s khet2 0 1', view: 'c1j7',
      goal: { win: true }, solution: 'd2e3', wrong: 'd2d3',
    }, {
      kfen: 'x37k1////p15K3///9X1 s khet2 0 1', view: 'a2h8',
      goal: { keeps: true }, solution: 'g4g5', wrong: 'g4f4',
    }],
  },
  {
    id: 'reserved',
    tasks: [{
      kfen: 'x33k5///7p42//1K8/8P11/9X4 s khet2 0 1', view: 'e1j6',
      goal: { hits: ['h5'] }, solution: 'i2h1', wrong: 'i2h3',
    }, {
      kfen: 'x34k4/p4P38//2P17/9P3///2K6X1 s khet2 0 1', view: 'a3f8',
      goal: { hits: ['a7'] }, solution: 'c5b4', wrong: 'c5c4',
    }],
  },
  {
    id: 'own-beam',
    tasks: [{
      kfen: 'x33k5////5P43P3///1K7X1 s khet2 0 1', view: 'e1j6',
      goal: {}, solution: 'f4+', wrong: 'j4+',
    }, {
      kfen: 'x33k5///5p44/9P3/5K4//9X1 s khet2 0 1', view: 'e1j6',
      goal: { hits: ['f5'] }, solution: 'j4j5', wrong: 'j4j3',
    }],
  },
  {
    id: 'sphinx', piece: 'x',
    tasks: [{
      kfen: 'x33k5////7P12/1K8//5p43X1 s khet2 0 1', view: 'e1j5',
      goal: { hits: ['f1'] }, solution: 'j1-', wrong: 'h4h3',
    }, {
      kfen: 'x33k5///5p43P3////4K4X4 s khet2 0 1', view: 'e1j6',
      goal: { hits: ['f5'] }, solution: 'j1+', wrong: 'j5j4',
    }],
  },
  {
    id: 'threat', beams: 'both',
    tasks: [{
      kfen: 'x33k5///3A46/p14K4///9X1 s khet2 0 1', view: 'a2g8',
      goal: { safe: true }, solution: 'd5d4', wrong: 'f4f3',
    }, {
      kfen: 'x39/4k5///9P3//4P15/2K6X1 s khet2 0 1', view: 'c1j7',
      goal: { threat: true }, solution: 'e2e3', wrong: 'c1c2',
    }],
  },
  {
    id: 'reach', beams: 'both',
    tasks: [{
      kfen: 'x33k5/////4p2P31a21P3/5p34/1K4P22X1 s khet2 0 1', view: 'd1j5', reach: 'silver',
      goal: { hits: ['f2'] }, solution: 'j3j2', wrong: 'j3j4',
    }, {
      kfen: 'x33k5//p19/3KA25/3P36/3p36//9X1 s khet2 0 1', view: 'a2g7', reach: 'red',
      goal: { safe: true }, solution: 'd4c5', wrong: 'e5e6',
    }],
  },
  {
    id: 'stack', piece: 't', beams: 'both',
    tasks: [{
      kfen: '4k5/////6OO2//1K8 s khet1 0 1', view: 'd1j6',
      goal: { holds: { '*': 'T' } }, solution: 'g3h3', wrong: 'g3g4',
    }, {
      kfen: '4k5/////6T3//1K8 s khet1 0 1', view: 'd1j6',
      goal: { holds: { 'g3': 'O', '*': 'O' } }, solution: 'g3g4t', wrong: 'g3g4',
    }, {
      kfen: '4k5/////5t3P2//1K8 s khet1 0 1', view: 'd1j6',
      goal: { hits: ['f3'] }, solution: 'j3+', wrong: 'j3-',
    }],
  },
  {
    id: 'eye', piece: 'e',
    tasks: [{
      kfen: 'x33k5///6a13//4p31E22P3//1K7X1 s khet2 0 1', view: 'd1j6',
      goal: { hits: ['e3', 'g5'] }, solution: 'g3+', wrong: 'j3j4',
    }, {
      kfen: 'x33k5//6p43//7E12/4p34P3//1K7X1 s khet2 0 1', view: 'd1j6',
      goal: { hits: ['e3', 'g6'] }, solution: 'h4g3', wrong: 'h4h3',
    }],
  },
  {
    id: 'first-game',
    tasks: [{
      kfen: 'x32a3kP34/5S23P3/p17s11//2S11P45//1s21p2A4P14/p12P41KA12X1 s khet2 0 11',
      goal: { win: true }, solution: 'f7+', wrong: 'e4d4',
    }],
  },
];

/** Returns the lessons for a game, given whether it has a piece. @param {(letter: string) => boolean} hasPiece */
export const lessonsOf = (hasPiece) => LESSONS.filter(({ piece = '' }) => hasPiece(piece));
