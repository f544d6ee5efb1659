//! The gain of a move: the value of the opponent's pieces that its shot hits, minus that of the player's own.

use crate::eval::hit_value;
use khepri_rules::{Bitboard, Kind, Move, Piece, Position};

/// A move with the hits of its shot. In quiescence `gain` is that of the shot alone, and `quiet` is false for every move.
#[derive(Clone, Copy, Debug)]
pub struct Candidate {
    /// The move.
    pub mv: Move,
    /// The squares that its shot hits.
    pub hits: Bitboard,
    /// The gain of its shot beyond that of the standing shot, in centipawns; see [`gain`]. Zero for quiet moves,
    /// except from [`Candidate::new`].
    pub gain: i32,
    /// Whether its shot hits the squares of the standing one.
    pub quiet: bool,
}

impl Candidate {
    /// Computes the gain of a move whose shot hits `hits`. `standing` are the hits of the standing shot, which is the shot of
    /// every move off the beam except a rotation of the Sphinx.
    pub fn new(position: &Position, mv: Move, hits: Bitboard, standing: Bitboard) -> Candidate {
        let gain = gain(position, mv, hits) - gain_in_place(position, standing);
        Candidate { mv, hits, gain, quiet: hits == standing }
    }

    /// Returns whether the shot hits the opponent's Pharaoh and spares the player's own. The standing shot must hit neither.
    pub fn wins(&self) -> bool {
        self.gain > PHARAOH / 2
    }
}

/// The value of a Pharaoh, in centipawns: more than all other pieces of a side together.
pub const PHARAOH: i32 = 100_000;

/// Returns the value of the opponent's pieces that the shot of a move hits, minus that of the player's own, in centipawns.
#[inline]
pub fn gain(position: &Position, mv: Move, hits: Bitboard) -> i32 {
    sum(position, hits.into_iter().filter_map(|square| position.piece_after(mv, square)))
}

/// Returns the gain of a shot that hits pieces on their present squares, in centipawns.
#[inline]
pub fn gain_in_place(position: &Position, hits: Bitboard) -> i32 {
    sum(position, hits.into_iter().filter_map(|square| position.piece_at(square)))
}

/// Returns the value of hits on these pieces for the player to move, in centipawns.
#[inline]
fn sum(position: &Position, pieces: impl Iterator<Item = Piece>) -> i32 {
    let (own, rule_set) = (position.side_to_move(), position.rule_set());
    pieces
        .map(|piece| {
            let value = if piece.kind() == Kind::Pharaoh { PHARAOH } else { hit_value(rule_set, piece.kind()) };
            if piece.colour() == own { -value } else { value }
        })
        .sum()
}
