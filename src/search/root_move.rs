//! A move of the root and what is known of it.

use super::gain::Candidate;
use super::observer::Bound;
use super::window::Depth;
use crate::eval::Score;
use crate::rules::{Beam, Move, Position};

/// A move of the root and what is known of it.
#[derive(Clone, Debug)]
pub struct RootMove {
    pub(super) candidate: Candidate,
    /// Of the last iteration in which it was the best of its line, or below all scores.
    pub(super) score: Score,
    /// Whether `score` is exact: not after a search that has failed high and was stopped before it was repeated.
    pub(super) bound: Bound,
    /// What is told in place of a bound that is a forced end: that is told with its complete line only.
    pub(super) tellable: Score,
    /// Begins with the move.
    pub(super) line: Vec<Move>,
    /// The iteration that `score` and `line` are of.
    pub(super) depth: Depth,
    /// How many nodes this thread has counted below it.
    pub(super) nodes: u64,
}

impl RootMove {
    /// The moves to search, the most promising first: all legal ones, or those of `only` if there are any.
    pub fn list(position: &Position, only: &[Move]) -> Vec<RootMove> {
        let mut beam = Beam::new();
        position.trace(position.side_to_move(), &mut beam);
        let mut moves: Vec<RootMove> = position
            .legal_moves()
            .into_iter()
            .filter(|mv| only.is_empty() || only.contains(mv))
            .map(|mv| RootMove {
                candidate: Candidate::new(position, mv, position.shot(&beam, mv)),
                score: -Score::INFINITE,
                bound: Bound::Exact,
                tellable: -Score::INFINITE,
                line: vec![mv],
                depth: Depth::ZERO,
                nodes: 0,
            })
            .collect();
        moves.sort_by_key(|root| std::cmp::Reverse(root.candidate.gain));
        moves
    }

    /// The move.
    pub fn mv(&self) -> Move {
        self.candidate.mv
    }

    /// The line that begins with it.
    pub fn line(&self) -> &[Move] {
        &self.line
    }

    /// Whether anything is known of it.
    pub(super) fn is_resolved(&self) -> bool {
        self.depth > Depth::ZERO
    }

    /// The score as it is told.
    pub(super) fn told(&self) -> Score {
        if self.bound != Bound::Exact && self.score.is_mate() { self.tellable } else { self.score }
    }

    /// The plies to a win that is proven, line and all.
    pub(super) fn proven_win(&self) -> Option<u32> {
        let proven = self.is_resolved() && self.bound == Bound::Exact && self.score > Score::DRAW;
        if proven { self.score.mate_plies() } else { None }
    }
}
