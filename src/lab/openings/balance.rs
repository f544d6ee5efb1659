//! Balanced openings: the score of a search is close to zero.

use super::{Judge, walk};
use khepri_engine::internal::search::{SearchSettings, Searcher};
use khepri_engine::{Depth, Info, Limits, NoMemory, Score, Signals};
use khepri_rules::internal::util::random::Random;
use khepri_rules::opening::Opening;
use khepri_rules::{Game, Move};

/// Size of the table in MiB. It is fixed, since the scores depend on it.
const TABLE_MIB: usize = 16;

/// The search ends early if the score exceeds the bound by more than this, in centipawns. It is the value of one Pyramid.
const HOPELESS: i32 = 100;

/// The judge of balanced openings.
pub struct Balance {
    bound: Score,
    depth: Depth,
    searcher: Searcher,
}

impl Balance {
    /// Returns a judge that searches to `depth`, and accepts scores whose distance from zero is at most `bound`.
    ///
    /// # Errors
    /// There is no memory for the table.
    pub fn new(bound: Score, depth: Depth) -> Result<Balance, NoMemory> {
        Ok(Balance { bound, depth, searcher: Searcher::new(TABLE_MIB, 1)? })
    }
}

impl Judge for Balance {
    fn ply(game: &Game, mv: Move) -> Option<Game> {
        walk::quiet(game, mv)
    }

    /// Returns the score for the side to move, in Pyramids.
    fn remark(&mut self, opening: &Opening, _: &mut Random) -> Option<String> {
        let signals = Signals::default();
        let mut last = None;
        let mut observe = |info: &Info| {
            last = Some(info.score);
            if !is_within(info.score, self.bound + HOPELESS) {
                signals.stop();
            }
        };
        let limits = Limits::depth(self.depth);
        self.searcher.clear();
        self.searcher.search(&opening.game(), &limits, &SearchSettings::default(), &signals, &mut observe);
        let score = last.filter(|&score| !signals.is_stopped() && is_within(score, self.bound))?;
        Some(score.in_pyramids())
    }
}

fn is_within(score: Score, bound: Score) -> bool {
    (-bound..=bound).contains(&score)
}
