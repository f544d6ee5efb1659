//! The shots that a weak level overlooks within its search; [`Handicap`] decides which.

use super::gain::Candidate;
use super::handicap::Handicap;
use super::worker::Worker;
use khepri_rules::{Colour, Move};

/// The number of plies within which a level overlooks shots. The move of the root is ply 0.
const PLIES: usize = 3;

impl Worker<'_> {
    /// Returns whether a move of the player to move is seen. Without a handicap every move is seen. With one, quiet candidates
    /// and moves after the first plies are seen; no candidate of quiescence is quiet.
    #[inline]
    pub(super) fn sees(&mut self, candidate: &Candidate) -> bool {
        match &self.shared.handicap {
            Some(handicap) if !candidate.quiet && self.line.ply() < PLIES => {
                self.sees_shot(handicap, self.line.position().side_to_move(), candidate.mv)
            }
            _ => true,
        }
    }

    /// Returns whether the opponent's threat to the Pharaoh of the player to move is seen. Without a handicap, after the first
    /// plies, and if a standing shot makes it, it is seen.
    #[inline]
    pub(super) fn sees_threat(&mut self) -> bool {
        match &self.shared.handicap {
            Some(handicap) if self.line.ply() + 1 < PLIES && !self.line.is_under_fire() => {
                let opponent = self.line.position().side_to_move().other();
                self.line.lethal_move_of_opponent().is_some_and(|mv| self.sees_shot(handicap, opponent, mv))
            }
            _ => true,
        }
    }

    #[cold]
    fn sees_shot(&mut self, handicap: &Handicap, colour: Colour, mv: Move) -> bool {
        let (position, beam) = (self.line.position(), &mut self.memory.scratch.beam);
        position.trace_after(colour, mv, beam);
        let to_move = position.side_to_move();
        let own = if self.line.ply().is_multiple_of(2) { to_move } else { to_move.other() };
        handicap.sees_shot(position, (own, colour), mv, beam)
    }
}
