//! The moves of the root, with their scores and lines.

use super::gain::Candidate;
use super::window::{Bound, Depth};
use crate::eval::Score;
use crate::rules::{Beam, Move, Position};

/// A move of the root, with the result of its last search.
#[derive(Clone, Debug)]
pub struct RootMove {
    pub(super) candidate: Candidate,
    /// The score in the last iteration in which the move was the best of its line; below all scores if there was none.
    pub(super) score: Score,
    /// Whether `score` is exact. It is not if the search failed high and was stopped before it was repeated.
    pub(super) bound: Bound,
    /// The reported score if `score` is a bound and a mate: a mate is only reported with its complete line.
    pub(super) reportable_score: Score,
    /// The principal variation, which starts with the move.
    pub(super) line: Vec<Move>,
    /// The iteration of `score` and `line`; zero if there was none.
    pub(super) depth: Depth,
    /// The number of nodes that this thread has counted below the move.
    pub(super) nodes: u64,
}

impl RootMove {
    /// Returns the moves to search, those with the greatest gain first: all legal moves, or those in `only` if not empty.
    pub fn list(position: &Position, only: &[Move]) -> Vec<RootMove> {
        let mut beam = Beam::new();
        position.trace(position.side_to_move(), &mut beam);
        let mut moves: Vec<RootMove> = position
            .legal_moves()
            .into_iter()
            .filter(|mv| only.is_empty() || only.contains(mv))
            .map(|mv| RootMove {
                candidate: Candidate::new(position, mv, position.shot(&beam, mv), beam.hits()),
                score: -Score::INFINITE,
                bound: Bound::Exact,
                reportable_score: -Score::INFINITE,
                line: vec![mv],
                depth: Depth::ZERO,
                nodes: 0,
            })
            .collect();
        moves.sort_by_key(|root| std::cmp::Reverse(root.candidate.gain));
        moves
    }

    /// Returns the move.
    pub fn mv(&self) -> Move {
        self.candidate.mv
    }

    /// Returns the principal variation, which starts with the move.
    pub fn line(&self) -> &[Move] {
        &self.line
    }

    /// Returns whether the move has a score.
    pub(super) fn is_resolved(&self) -> bool {
        self.depth > Depth::ZERO
    }

    /// Returns the score to report.
    pub(super) fn reported_score(&self) -> Score {
        if self.bound != Bound::Exact && self.score.is_mate() { self.reportable_score } else { self.score }
    }

    /// Returns the number of plies to a win that is proven, with its complete line.
    pub(super) fn proven_win(&self) -> Option<u32> {
        let proven = self.is_resolved() && self.bound == Bound::Exact && self.score > Score::DRAW;
        if proven { self.score.mate_plies() } else { None }
    }
}
