//! The reference: a search of many nodes that gives the moves of a position their points.

use super::Case;
use khepri_engine::internal::eval::wdl::Model;
use khepri_engine::internal::search::{SearchSettings, Searcher};
use khepri_engine::{Bound, Info, Limits, NoMemory, Score, Signals};
use khepri_rules::{Game, Move, Position};
use std::collections::BTreeMap;
use std::num::NonZero;

/// The default number of nodes of the search that gives the points, for all moves of a position together.
pub const NODES: NonZero<u64> = NonZero::new(6_000_000).unwrap();

/// The search that rules moves out has this part of the nodes.
const SURVEY: u64 = 30;

/// A move is ruled out if its score is further below the best one, in centipawns.
const MARGIN: i32 = 300;

/// Positions with an expectation nearer to 0 or 1 than this are as good as decided, and are left out.
const DECIDED: f64 = 0.03;

/// The size of the hash table in MiB. It is fixed, because the points depend on it.
const TABLE_MIB: usize = 64;

/// A reference, with one search thread.
pub struct Reference {
    searcher: Searcher,
    nodes: NonZero<u64>,
}

impl Reference {
    /// Creates a reference that searches this number of nodes.
    ///
    /// # Errors
    /// There is no memory for the hash table.
    pub fn new(nodes: NonZero<u64>) -> Result<Reference, NoMemory> {
        Ok(Reference { searcher: Searcher::new(TABLE_MIB, 1)?, nodes })
    }

    /// Returns the case of a position. Returns `None` if the position cannot measure anything, because it is as good as decided
    /// or all moves but one are ruled out, or if `signals` are stopped.
    pub fn examine(&mut self, position: &Position, signals: &Signals) -> Option<Case> {
        let survey = NonZero::new(self.nodes.get() / SURVEY).unwrap_or(NonZero::<u64>::MIN);
        let scores = self.scores(position, survey, Vec::new(), signals)?;
        let best = scores.values().max()?;
        let candidates: Vec<Move> =
            scores.iter().filter(|(_, score)| **score >= *best - MARGIN).map(|(&mv, _)| mv).collect();
        let model = Model::of(position);
        let is_open = (DECIDED..=1.0 - DECIDED).contains(&model.points(*best));
        if candidates.len() < 2 || !is_open {
            return None;
        }
        let scores = self.scores(position, self.nodes, candidates, signals)?;
        let moves = scores.into_iter().map(|(mv, score)| (mv, model.points(score)));
        Case::new(position.clone(), moves.collect())
    }

    /// Returns the last exact score of each move; of all legal moves if `moves` is empty. Returns `None` if `signals` are stopped.
    fn scores(
        &mut self,
        position: &Position,
        nodes: NonZero<u64>,
        moves: Vec<Move>,
        signals: &Signals,
    ) -> Option<BTreeMap<Move, Score>> {
        let lines = if moves.is_empty() { position.legal_moves().len() } else { moves.len() };
        let settings = SearchSettings { multipv: lines, ..SearchSettings::default() };
        let limits = Limits { searchmoves: moves, ..Limits::nodes(nodes) };
        let mut scores = BTreeMap::new();
        let mut observe = |info: &Info| {
            if let (Bound::Exact, Some(&mv)) = (info.bound, info.pv.first()) {
                scores.insert(mv, info.score);
            }
        };
        self.searcher.clear();
        self.searcher.search(&Game::new(position.clone()), &limits, &settings, signals, &mut observe);
        (!signals.is_stopped()).then_some(scores)
    }
}
