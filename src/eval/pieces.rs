//! The number of pieces that a beam can hit, in bands. A lead is worth less where few of them are left.

use crate::rules::{Board, Kind};
use std::fmt;

/// The kinds of the pieces that count. No beam can hit a Scarab, an Eye or a Sphinx.
const KINDS: [Kind; 5] = [Kind::Pharaoh, Kind::Pyramid, Kind::Anubis, Kind::Obelisk, Kind::Stack];

/// A band of numbers of pieces. Displayed as, for example, `7-9`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum PieceBand {
    /// At most 6 pieces.
    UpTo6,
    /// 7 to 9 pieces.
    UpTo9,
    /// 10 to 13 pieces.
    UpTo13,
    /// 14 or more pieces.
    More,
}

impl PieceBand {
    /// Returns the band of the pieces of both players.
    pub fn of(board: &Board) -> PieceBand {
        match KINDS.map(|kind| board.kind(kind).len()).iter().sum::<u32>() {
            0..=6 => PieceBand::UpTo6,
            7..=9 => PieceBand::UpTo9,
            10..=13 => PieceBand::UpTo13,
            _ => PieceBand::More,
        }
    }
}

impl fmt::Display for PieceBand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            PieceBand::UpTo6 => "0-6",
            PieceBand::UpTo9 => "7-9",
            PieceBand::UpTo13 => "10-13",
            PieceBand::More => "14+",
        })
    }
}
