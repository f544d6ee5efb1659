// @ts-check
// The lessons of the panel "Learn" as data: positions, texts, and goals that the rules check. Texts use Khet's names.

/** @typedef {import('./goals.js').Goal} Goal */
/**
 * A task: find a move that reaches a goal. `view` is the part of the board that is enlarged, from a lower left to an upper right
 * square. `solution` is a move that reaches the goal, and `wrong` one that does not.
 * @typedef {{ kfen: string, view?: string, text: string, hint: string, goal: Goal, solution: string, wrong: string }} Task
 */
/** A lesson. `idea` is what it teaches. `beams` says whose beams are shown. @typedef {{ id: string, title: string, idea: string, beams?: 'mover'|'both', tasks: Task[] }} Lesson */

/** @type {Lesson[]} */
export const LESSONS = [
  {
    id: 'laser', title: 'Move and fire',
    idea: 'In your turn you move one piece to a neighbouring square or rotate it. Then your laser fires, from the corner on your right.',
    tasks: [{
      kfen: 'x33k5/////5p42P31//1K7X1 s khet2 0 1', view: 'e1j5',
      text: 'Your Pyramid on i3 carries a mirror. Choose it, then j3, to move it into the beam.',
      hint: 'Press the Pyramid on i3, then the square on its right.',
      goal: { hits: ['f3'] }, solution: 'i3j3', wrong: 'i3j4',
    }, {
      kfen: 'x33k5/////5p43P2//1K7X1 s khet2 0 1', view: 'e1j5',
      text: 'The mirror on j3 sends the beam off the board. Choose it, then one of the round arrows, so that the beam hits f3.',
      hint: 'The mirror must face down and to the left, where the beam comes from and goes to.',
      goal: { hits: ['f3'] }, solution: 'j3+', wrong: 'j3-',
    }],
  },
  {
    id: 'mirror', title: 'Mirrors',
    idea: 'A beam that meets the mirror of a Pyramid leaves at a right angle. Mirrors work one after another.',
    tasks: [{
      kfen: 'x33k5//4p45///4P24P3//1K7X1 s khet2 0 1', view: 'd1j6',
      text: 'Rotate your second mirror on e3, so that the beam goes up to e6.',
      hint: 'The mirror on e3 must face up and to the right.',
      goal: { hits: ['e6'] }, solution: 'e3-', wrong: 'e3+',
    }, {
      kfen: 'x36k2//6p43///9P3/5P14/1K7X1 s khet2 0 1', view: 'd1j6',
      text: 'Move the mirror on f2 to the square from which the beam goes up to g6.',
      hint: 'The beam runs along row 3, and the target stands in column g.',
      goal: { hits: ['g6'] }, solution: 'f2g3', wrong: 'f2e3',
    }],
  },
  {
    id: 'shield', title: 'Hits and mirrors', beams: 'both',
    idea: 'A Pyramid has two sides with a mirror, where a beam turns. From its other two sides a beam removes it.',
    tasks: [{
      kfen: 'x33k5///5p44/5p22P31///1K7X1 s khet2 0 1', view: 'e1j6',
      text: 'One of Red’s two Pyramids shows you its mirror, the other one its back. Hit the one that can be hit.',
      hint: 'The Pyramid on f5 has its back to you, so the beam must run along row 5.',
      goal: { hits: ['f5'] }, solution: 'i4j5', wrong: 'i4j4',
    }, {
      kfen: 'x33k5////p14P14///6K2X1 s khet2 0 1', view: 'a3f8',
      text: 'Now Red’s beam, the red one, aims at the back of your Pyramid on f4. Rotate the Pyramid so that its mirror turns the beam.',
      hint: 'The mirror must face left: one of the two rotations does that.',
      goal: { next: 'turn', keeps: true, holds: { f4: 'P' } }, solution: 'f4-', wrong: 'f4+',
    }],
  },
  {
    id: 'scarab', title: 'The Scarab',
    idea: 'A Scarab has mirrors on all sides, and no beam can remove it. It may change places with a neighbouring Pyramid or Anubis, yours or Red’s.',
    tasks: [{
      kfen: 'x33k5//5p44///5S23P3//1K7X1 s khet2 0 1', view: 'd1j6',
      text: 'Rotate the Scarab on f3, so that the beam goes up to f6.',
      hint: 'Choose the Scarab and rotate it. Both directions give the same.',
      goal: { hits: ['f6'] }, solution: 'f3+', wrong: 'f3g3',
    }, {
      kfen: 'x33k5///4p35/4S24P3///1K7X1 s khet2 0 1', view: 'd1j6',
      text: 'Move the Scarab onto Red’s Pyramid on e5: the two change places. The beam then finds the Pyramid on e4.',
      hint: 'Choose the Scarab on e4, then the framed square above it.',
      goal: { hits: ['e4'] }, solution: 'e4e5', wrong: 'e4+',
    }],
  },
  {
    id: 'anubis', title: 'The Anubis', beams: 'both',
    idea: 'An Anubis stops a beam with the shield on its front. From the other three sides it can be hit.',
    tasks: [{
      kfen: 'x37k1///4P25/4a23P31///1K7X1 s khet2 0 1', view: 'd1j6',
      text: 'Red’s Anubis on e4 turns its shield to the right, so a beam along row 4 is stopped. Hit it from another side.',
      hint: 'Your second mirror on e5 sends a beam along row 5 down to e4.',
      goal: { hits: ['e4'] }, solution: 'i4j5', wrong: 'i4j4',
    }, {
      kfen: 'x37k1///4A45/p15K3///9X1 s khet2 0 1', view: 'a3g8',
      text: 'Red’s beam aims at your Pharaoh on g4. Put your Anubis in its way.',
      hint: 'Move the Anubis down from e5 to row 4.',
      goal: { next: 'stop', keeps: true }, solution: 'e5e4', wrong: 'e5e6',
    }],
  },
  {
    id: 'pharaoh', title: 'The Pharaoh', beams: 'both',
    idea: 'A Pharaoh has no mirror and no shield. If your Pharaoh is hit, you lose the game.',
    tasks: [{
      kfen: 'x39//4k5///9P3/3P16/2K6X1 s khet2 0 1', view: 'c1j7',
      text: 'Hit Red’s Pharaoh on e6 and win.',
      hint: 'Your beam runs along row 3: a mirror on e3 sends it up.',
      goal: { win: true }, solution: 'd2e3', wrong: 'd2d3',
    }, {
      kfen: 'x37k1////p15K3///9X1 s khet2 0 1', view: 'a2h8',
      text: 'Your Pharaoh stands in Red’s beam. Step out of it.',
      hint: 'Move the Pharaoh to row 3 or row 5.',
      goal: { keeps: true }, solution: 'g4g5', wrong: 'g4f4',
    }],
  },
  {
    id: 'reserved', title: 'Reserved squares',
    idea: 'Squares with an eye are Red’s alone, and squares with an ankh are yours. The other player’s pieces may not step there.',
    tasks: [{
      kfen: 'x33k5///7p42//1K8/8P11/9X4 s khet2 0 1', view: 'e1j6',
      text: 'Your Sphinx faces left, so the beam runs along row 1. Move your mirror from i2 into the beam, so that it hits h5.',
      hint: 'The square i1 has an eye, so use the one beside it.',
      goal: { hits: ['h5'] }, solution: 'i2h1', wrong: 'i2h3',
    }, {
      kfen: 'x34k4/p4P38//2P17/9P3///2K6X1 s khet2 0 1', view: 'a3f8',
      text: 'Red hides on the squares with an eye. Hit the Pyramid on a7 without stepping there.',
      hint: 'Your mirror on b7 turns a beam that comes up column b.',
      goal: { hits: ['a7'] }, solution: 'c5b4', wrong: 'c5c4',
    }],
  },
  {
    id: 'own-beam', title: 'Your own beam',
    idea: 'Your laser fires in every turn and spares no one. Look where your beam ends before you move.',
    tasks: [{
      kfen: 'x33k5////5P43P3///1K7X1 s khet2 0 1', view: 'e1j6',
      text: 'Your beam aims at the back of your own Pyramid on f4. Make a move that saves it.',
      hint: 'Move or rotate one of the two Pyramids.',
      goal: {}, solution: 'f4+', wrong: 'j4+',
    }, {
      kfen: 'x33k5///5p44/9P3/5K4//9X1 s khet2 0 1', view: 'e1j6',
      text: 'Hit Red’s Pyramid on f5, and beware of your Pharaoh.',
      hint: 'Move the mirror one square up, to row 5.',
      goal: { hits: ['f5'] }, solution: 'j4j5', wrong: 'j4j3',
    }],
  },
  {
    id: 'sphinx', title: 'The Sphinx',
    idea: 'Your beam comes from the Sphinx, which never leaves its corner. It can rotate, which is a whole turn.',
    tasks: [{
      kfen: 'x33k5////7P12/1K8//5p43X1 s khet2 0 1', view: 'e1j5',
      text: 'Your laser fires up the empty column j. Rotate the Sphinx, so that it hits the Pyramid on f1.',
      hint: 'Choose the Sphinx on j1, then the round arrow.',
      goal: { hits: ['f1'] }, solution: 'j1-', wrong: 'h4h3',
    }, {
      kfen: 'x33k5///5p43P3////4K4X4 s khet2 0 1', view: 'e1j6',
      text: 'Now your laser aims at your own Pharaoh. Rotate the Sphinx, so that its beam hits f5.',
      hint: 'The mirror on j5 is ready. Only the Sphinx has to rotate.',
      goal: { hits: ['f5'] }, solution: 'j1+', wrong: 'j5j4',
    }],
  },
  {
    id: 'threat', title: 'Threat and defence', beams: 'both',
    idea: 'Before you move, look for moves of Red that would hit your Pharaoh. Then look for your own threats.',
    tasks: [{
      kfen: 'x33k5///3A46/p14K4///9X1 s khet2 0 1', view: 'a2g8',
      text: 'Red’s beam aims at your Pharaoh, and Red’s mirror can follow it. Find a move after which Red cannot hit it.',
      hint: 'Stop the beam with your Anubis, or step to where the Anubis shields your Pharaoh.',
      goal: { safe: true }, solution: 'd5d4', wrong: 'f4f3',
    }, {
      kfen: 'x39/4k5///9P3//4P15/2K6X1 s khet2 0 1', view: 'c1j7',
      text: 'You cannot hit Red’s Pharaoh on e7 yet. Make a move after which your next one could.',
      hint: 'A mirror on e4 would send your beam up to e7, so bring one close to that square.',
      goal: { threat: true }, solution: 'e2e3', wrong: 'c1c2',
    }],
  },
  {
    id: 'eye', title: 'The Eye',
    idea: 'Some set-ups have Eyes of Horus, which nothing can remove. An Eye splits a beam: one half goes straight on, the other half turns as at a Scarab.',
    tasks: [{
      kfen: 'x33k5///6a13//4p31E22P3//1K7X1 s khet2 0 1', view: 'd1j6',
      text: 'Rotate the Eye on g3, so that one shot hits both the Pyramid on e3 and the Anubis on g5.',
      hint: 'Choose the Eye and rotate it.',
      goal: { hits: ['e3', 'g5'] }, solution: 'g3+', wrong: 'j3j4',
    }, {
      kfen: 'x33k5//6p43//7E12/4p34P3//1K7X1 s khet2 0 1', view: 'd1j6',
      text: 'Move the Eye into your beam, so that one shot hits both e3 and g6.',
      hint: 'The turned half must go up column g.',
      goal: { hits: ['e3', 'g6'] }, solution: 'h4g3', wrong: 'h4h3',
    }],
  },
  {
    id: 'stack', title: 'Stacks', beams: 'both',
    idea: 'An older edition, Khet 1.0, has Obelisks instead of Anubis, without mirror or shield; two may stand on one square. Its lasers are in the frame.',
    tasks: [{
      kfen: '4k5/////6OO2//1K8 s khet1 0 1', view: 'd1j6',
      text: 'Move one of your two Obelisks onto the other one.',
      hint: 'Choose the Obelisk on g3, then h3.',
      goal: { holds: { '*': 'T' } }, solution: 'g3h3', wrong: 'g3g4',
    }, {
      kfen: '4k5/////6T3//1K8 s khet1 0 1', view: 'd1j6',
      text: 'Move only the upper Obelisk from the stack on g3.',
      hint: 'Choose the stack and a square beside it, then “Top only”.',
      goal: { holds: { 'g3': 'O', '*': 'O' } }, solution: 'g3g4t', wrong: 'g3g4',
    }, {
      kfen: '4k5/////5t3P2//1K8 s khet1 0 1', view: 'd1j6',
      text: 'Rotate your mirror and hit Red’s stack on f3. The shot takes only the upper Obelisk.',
      hint: 'The mirror on j3 must send the beam to the left.',
      goal: { hits: ['f3'] }, solution: 'j3+', wrong: 'j3-',
    }],
  },
  {
    id: 'first-game', title: 'Your first game',
    idea: 'Your first game has no Eyes and no Obelisks. All pieces stand in each other’s way, and every shot counts.',
    tasks: [{
      kfen: 'x32a3kP34/5S23P3/p17s11//2S11P45//1s21p2A4P14/p12P41KA12X1 s khet2 0 11',
      text: 'In this position from a game one move hits Red’s Pharaoh. Find it.',
      hint: 'Follow your beam to the Scarab on f7. What happens if it rotates?',
      goal: { win: true }, solution: 'f7+', wrong: 'e4d4',
    }],
  },
];
