//! The gain of a move: the value of the pieces that its shot hits.

use crate::eval::hit_value;
use khepri_rules::internal::shots::all::{self, Group, Visitor};
use khepri_rules::internal::shots::gaining::{self, Scratch};
use khepri_rules::{Beam, Bitboard, Kind, Move, Piece, Position, Square, Turn};

/// A move with the hits of its shot.
#[derive(Clone, Copy, Debug)]
pub struct Candidate {
    /// The move.
    pub mv: Move,
    /// The squares that its shot hits.
    pub hits: Bitboard,
    /// The gain of its shot beyond that of the standing shot, in centipawns; see [`gain`].
    pub gain: i32,
    /// Whether its shot is the standing one.
    pub quiet: bool,
}

impl Candidate {
    /// Computes the gain of a move whose shot hits `hits`. `standing` are the hits of the standing shot, which is the shot of
    /// every move off the beam except a rotation of the Sphinx.
    pub fn new(position: &Position, mv: Move, hits: Bitboard, standing: Bitboard) -> Candidate {
        let gain = gain(position, mv, hits) - gain_in_place(position, standing);
        Candidate { mv, hits, gain, quiet: hits == standing }
    }
}

/// The value of a Pharaoh, in centipawns: more than all other pieces of a side together.
const PHARAOH: i32 = 100_000;

/// Returns whether the gain of a shot includes the opponent's Pharaoh, but not the player's own.
#[inline]
pub const fn hits_pharaoh(gain: i32) -> bool {
    gain > PHARAOH / 2
}

/// Returns the value of the opponent's pieces that the shot of a move hits, minus that of the player's own, in centipawns.
#[inline]
pub fn gain(position: &Position, mv: Move, hits: Bitboard) -> i32 {
    sum(position, hits.into_iter().filter_map(|square| position.piece_after(mv, square)))
}

/// Returns the gain of a shot that hits pieces on their present squares, in centipawns.
#[inline]
pub(super) fn gain_in_place(position: &Position, hits: Bitboard) -> i32 {
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

/// Returns the greatest gain of a shot of the player to move, the standing shot included; at least 0. `beam` is the player's;
/// `scratch` is overwritten.
pub fn best_shot(position: &Position, beam: &Beam, scratch: &mut Scratch) -> i32 {
    let mut best = Best { position, gain: gain_in_place(position, beam.hits()).max(0) };
    if beam.is_single() {
        gaining::shots(position, beam, scratch, |mv, hits| best.offer(gain(position, mv, hits)));
    } else {
        all::shots(position, beam, &mut scratch.beam, &mut best);
    }
    best.gain
}

/// The greatest gain so far.
struct Best<'a> {
    position: &'a Position,
    gain: i32,
}

impl Best<'_> {
    #[inline]
    fn offer(&mut self, gain: i32) {
        self.gain = self.gain.max(gain);
    }
}

impl Visitor for Best<'_> {
    const OFF_BEAM: bool = false;

    #[inline(always)]
    fn wants(&self, hits: Bitboard) -> bool {
        !hits.is_empty()
    }

    #[inline]
    fn steps(&mut self, group: Group) {
        if !group.targets.is_empty() {
            self.offer(gain_in_place(self.position, group.hits));
        }
    }

    #[inline]
    fn rotations(&mut self, _: Square, _: Piece, _: &'static [Turn], _: Bitboard) {}

    #[inline]
    fn single(&mut self, mv: Move, hits: Bitboard) {
        self.offer(gain(self.position, mv, hits));
    }
}
