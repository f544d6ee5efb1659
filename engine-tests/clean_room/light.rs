//! The light: where the beams of one shot run and what they hit.

use super::board::{Board, RuleSet, laser_corner};
use super::pieces::{Colour, Kind, Meeting, Piece};
use super::squares::{Direction, Square};

/// A piece that was hit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Hit {
    /// Where it stood.
    pub square: Square,
    /// What stood there before the shot: of a [`Kind::Stack`] only the upper Obelisk is gone.
    pub piece: Piece,
}

impl Hit {
    /// What has left the board: the piece, or the upper Obelisk of a stack.
    pub fn removed(&self) -> Piece {
        match self.piece.kind {
            Kind::Stack => Piece { colour: self.piece.colour, kind: Kind::Obelisk },
            _ => self.piece,
        }
    }
}

/// Everything that one shot of a laser does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shot {
    /// For each square by its index, and each direction in the order of [`Direction::ALL`], whether light enters the
    /// square flying in that direction. The square on which a beam ends is entered too.
    pub light: [[bool; 4]; Square::COUNT],
    /// The pieces that were hit, each once, by square from `a1` to `j8`.
    pub hits: Vec<Hit>,
}

impl Shot {
    /// Whether light enters a square flying in a direction.
    pub fn enters(&self, square: Square, flight: Direction) -> bool {
        self.light[square.index()][flight as usize]
    }
}

/// The first square that a player's beam enters, if it is not the frame, and the direction in which it flies.
///
/// rules.md, Lasers: "In `khet2` a **Sphinx** stands there and fires the way it faces […] The beam starts on the square
/// in front of the Sphinx. […] In `khet1` and `deflexion` the laser is in the frame and never changes: Silver's fires
/// up file `j`, Red's down file `a`. The corner squares are ordinary squares of their files, so the beam first meets a
/// piece that stands there."
pub fn beam_start(board: &Board, rule_set: RuleSet, colour: Colour) -> (Option<Square>, Direction) {
    let corner = laser_corner(colour);
    match (rule_set, colour) {
        (RuleSet::Khet2, _) => match board.at(corner) {
            Some(Piece { kind: Kind::Sphinx(front), .. }) => (corner.towards(front), front),
            other => panic!("expected a Sphinx on {corner}, found {other:?}"),
        },
        (RuleSet::Khet1 | RuleSet::Deflexion, Colour::Silver) => (Some(corner), Direction::North),
        (RuleSet::Khet1 | RuleSet::Deflexion, Colour::Red) => (Some(corner), Direction::South),
    }
}

/// Follows a beam from the square it enters next, and the beams that are split from it, and marks what is hit.
///
/// rules.md, Lasers: "A beam runs straight across empty squares. It ends at the frame, in a piece that absorbs it, or
/// in a piece that it hits. A mirror deflects it by 90°."
///
/// rules.md, Eye of Horus: "One half of the beam goes straight through. The other half is reflected […] A second pass
/// over the same square in the same direction adds nothing, so every shot ends."
fn follow(
    board: &Board,
    first: Option<Square>,
    direction: Direction,
    light: &mut [[bool; 4]; Square::COUNT],
    struck: &mut [bool; Square::COUNT],
) {
    let mut flight = direction;
    let mut next = first;
    while let Some(square) = next {
        let passed = &mut light[square.index()][flight as usize];
        if *passed {
            return;
        }
        *passed = true;
        if let Some(piece) = board.at(square) {
            match piece.kind.meeting(flight) {
                Meeting::Stopped => return,
                Meeting::Hit => {
                    struck[square.index()] = true;
                    return;
                }
                Meeting::Reflected(side) => flight = side,
                Meeting::Split(side) => follow(board, square.towards(side), side, light, struck),
            }
        }
        next = square.towards(flight);
    }
}

/// Fires the laser of a player and removes what it hits.
///
/// rules.md, A turn: "It removes every piece that it hits on an unprotected side, your own pieces too."
///
/// rules.md, Eye of Horus: "A shot with several beams first traces all of them and then removes all hit pieces at once.
/// Until then a piece that is hit still stops beams and reflects them. […] A stack loses one Obelisk, however many
/// beams hit it."
pub fn fire(board: &mut Board, rule_set: RuleSet, colour: Colour) -> Shot {
    let (first, direction) = beam_start(board, rule_set, colour);
    let mut light = [[false; 4]; Square::COUNT];
    let mut struck = [false; Square::COUNT];
    follow(board, first, direction, &mut light, &mut struck);

    let mut hits = Vec::new();
    for square in Square::all().filter(|square| struck[square.index()]) {
        let piece = board.at(square).expect("only pieces are hit");
        board.put(square, piece.kind.remains().map(|kind| Piece { colour: piece.colour, kind }));
        hits.push(Hit { square, piece });
    }
    Shot { light, hits }
}
