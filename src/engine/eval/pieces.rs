//! Groups of positions by the number of pieces that a beam can hit, in bands, and by Eyes. A lead is worth less where few pieces
//! are left.

use khepri_rules::{Board, Kind};
use std::fmt;

/// A band of numbers of pieces, the largest numbers first. Displayed as, for example, `7 to 9`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum PieceBand {
    /// 14 or more pieces.
    From14,
    /// 10 to 13 pieces.
    From10,
    /// 7 to 9 pieces.
    From7,
    /// At most 6 pieces.
    Fewer,
}

impl PieceBand {
    /// All bands, the largest numbers first.
    pub const ALL: [PieceBand; 4] = [PieceBand::From14, PieceBand::From10, PieceBand::From7, PieceBand::Fewer];

    /// Returns the least number of pieces in the band.
    pub const fn least(self) -> usize {
        match self {
            PieceBand::From14 => 14,
            PieceBand::From10 => 10,
            PieceBand::From7 => 7,
            PieceBand::Fewer => 0,
        }
    }

    /// Returns the band of the pieces of both players that can be hit.
    pub fn of(board: &Board) -> PieceBand {
        let pieces = board.vulnerable().len() as usize;
        PieceBand::ALL.into_iter().find(|band| pieces >= band.least()).unwrap_or(PieceBand::Fewer)
    }
}

impl fmt::Display for PieceBand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            PieceBand::From14 => "14 or more",
            PieceBand::From10 => "10 to 13",
            PieceBand::From7 => "7 to 9",
            PieceBand::Fewer => "6 or fewer",
        })
    }
}

/// The positions with or without Eyes and with a number of pieces in a band.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct PieceGroup {
    /// Whether an Eye is on the board.
    pub has_eyes: bool,
    /// The number of pieces that can be hit.
    pub pieces: PieceBand,
}

impl PieceGroup {
    /// Returns the group of a position with this board.
    pub fn of(board: &Board) -> PieceGroup {
        PieceGroup { has_eyes: !board.kind(Kind::Eye).is_empty(), pieces: PieceBand::of(board) }
    }

    /// Returns all groups: those without Eyes, then those with Eyes, the largest numbers of pieces first.
    pub fn all() -> impl Iterator<Item = PieceGroup> {
        [false, true].into_iter().flat_map(|has_eyes| PieceBand::ALL.map(|pieces| PieceGroup { has_eyes, pieces }))
    }
}

impl fmt::Display for PieceGroup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let eyes = if self.has_eyes { "with" } else { "without" };
        write!(f, "{eyes} Eyes, {} pieces that can be hit", self.pieces)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use khepri_rules::{Colour, Orientation, Piece, Position, RuleSet, Setup, Square};

    /// Returns a position with this number of Pyramids, with two Pharaohs, two Scarabs, and with an Eye or without one.
    fn position(pyramids: usize, has_eye: bool) -> Position {
        let mut setup = Setup::empty(RuleSet::Khet1);
        let mut put = |square: &str, colour, kind| {
            let orientation = Orientation::from_digit(1).expect("a digit");
            let square = square.parse::<Square>().expect(square);
            setup.squares[square.index()] = Some(Piece::new(colour, kind, orientation));
        };
        put("e1", Colour::Silver, Kind::Pharaoh);
        put("e8", Colour::Red, Kind::Pharaoh);
        put("f1", Colour::Silver, Kind::Scarab);
        put("f8", Colour::Red, Kind::Scarab);
        if has_eye {
            put("g1", Colour::Silver, Kind::Eye);
        }
        let squares = ["b4", "c4", "d4", "e4", "f4", "g4", "h4", "b5", "c5", "d5", "e5", "f5", "g5", "h5"];
        for (number, square) in squares.into_iter().take(pyramids).enumerate() {
            put(square, if number < 7 { Colour::Silver } else { Colour::Red }, Kind::Pyramid);
        }
        Position::try_from(setup).expect("a position")
    }

    #[test]
    fn groups_are_by_eyes_and_the_number_of_pieces_that_can_be_hit() {
        for (pyramids, expected) in [
            (0, "6 or fewer"),
            (4, "6 or fewer"),
            (5, "7 to 9"),
            (7, "7 to 9"),
            (8, "10 to 13"),
            (11, "10 to 13"),
            (12, "14 or more"),
            (14, "14 or more"),
        ] {
            for (has_eye, eyes) in [(false, "without"), (true, "with")] {
                let group = PieceGroup::of(position(pyramids, has_eye).board()).to_string();
                assert_eq!(group, format!("{eyes} Eyes, {expected} pieces that can be hit"), "{pyramids}");
            }
        }
        let all: Vec<_> = PieceGroup::all().collect();
        assert!(all.is_sorted() && all.len() == 8, "{all:?}");
    }
}
