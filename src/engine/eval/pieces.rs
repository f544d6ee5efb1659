//! The number of pieces that a beam can hit, in bands. A lead is worth less where few of them are left.

use khepri_rules::Board;
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
    /// Returns the band of the pieces of both players that can be hit.
    pub fn of(board: &Board) -> PieceBand {
        match board.vulnerable().len() {
            14.. => PieceBand::From14,
            10.. => PieceBand::From10,
            7.. => PieceBand::From7,
            _ => PieceBand::Fewer,
        }
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
