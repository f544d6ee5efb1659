//! Shots: the paths of their beams and what they hit.

use super::board::{Board, RuleSet, laser_corner};
use super::pieces::{Colour, Effect, Kind, Piece};
use super::squares::{Direction, Square};

/// A piece that was hit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Hit {
    /// The square of the piece.
    pub square: Square,
    /// The piece before the shot. A [`Kind::Stack`] loses only its upper Obelisk.
    pub piece: Piece,
}

/// A shot of a laser.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shot {
    /// Whether a beam enters a square in a direction: by the index of the square, then in the order of [`Direction::ALL`].
    /// The square on which a beam ends counts as entered.
    pub path: [[bool; 4]; Square::COUNT],
    /// The pieces that are hit, each once, by square from `a1` to `j8`.
    pub hits: Vec<Hit>,
}

impl Shot {
    /// Returns whether a beam enters a square in a direction.
    pub fn enters(&self, square: Square, heading: Direction) -> bool {
        self.path[square.index()][heading as usize]
    }
}

/// Returns the first square that a player's beam enters, or none at the frame, and the direction of the beam.
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

/// Traces a beam from the next square that it enters, with the beams that are split from it, and marks the path and the hits.
///
/// rules.md, Lasers: "A beam runs straight across empty squares. It ends at the frame, in a piece that absorbs it, or
/// in a piece that it hits. A mirror deflects it by 90°."
///
/// rules.md, Eye of Horus: "One half of the beam goes straight through. The other half is reflected […] A second pass
/// over the same square in the same direction adds nothing, so every shot ends."
fn trace(
    board: &Board,
    first: Option<Square>,
    direction: Direction,
    path: &mut [[bool; 4]; Square::COUNT],
    is_hit: &mut [bool; Square::COUNT],
) {
    let mut heading = direction;
    let mut next = first;
    while let Some(square) = next {
        let is_entered = &mut path[square.index()][heading as usize];
        if *is_entered {
            return;
        }
        *is_entered = true;
        if let Some(piece) = board.at(square) {
            match piece.kind.effect(heading) {
                Effect::Absorbed => return,
                Effect::Hit => {
                    is_hit[square.index()] = true;
                    return;
                }
                Effect::Reflected(side) => heading = side,
                Effect::Split(side) => trace(board, square.towards(side), side, path, is_hit),
            }
        }
        next = square.towards(heading);
    }
}

/// Fires the laser of a player, and removes the pieces that it hits.
///
/// rules.md, A turn: "It removes every piece that it hits on an unprotected side, your own pieces too."
///
/// rules.md, Eye of Horus: "A shot with several beams first traces all of them and then removes all hit pieces at once.
/// Until then a piece that is hit still stops beams and reflects them. […] A stack loses one Obelisk, however many
/// beams hit it."
pub fn fire(board: &mut Board, rule_set: RuleSet, colour: Colour) -> Shot {
    let (first, direction) = beam_start(board, rule_set, colour);
    let mut path = [[false; 4]; Square::COUNT];
    let mut is_hit = [false; Square::COUNT];
    trace(board, first, direction, &mut path, &mut is_hit);

    let mut hits = Vec::new();
    for square in Square::all().filter(|square| is_hit[square.index()]) {
        let piece = board.at(square).expect("only pieces are hit");
        board.put(square, piece.kind.remains().map(|kind| Piece { colour: piece.colour, kind }));
        hits.push(Hit { square, piece });
    }
    Shot { path, hits }
}
