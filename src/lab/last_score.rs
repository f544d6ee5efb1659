//! The score that a search of a fixed number of nodes ends with.

use khepri_engine::{Bound, Depth, Info, Observer, Score};

/// An observer that keeps the last exact score. It ignores bounds, because the search reports them only after a time, so they
/// depend on the speed of the machine. It ignores a line that is less deep than the one before: it is the untried move that a
/// stopped search answers with if all others lose.
#[derive(Default)]
pub(crate) struct LastScore(Option<(Depth, Score)>);

impl LastScore {
    /// Returns the score, if there was an exact one.
    pub(crate) fn score(&self) -> Option<Score> {
        self.0.map(|(_, score)| score)
    }
}

impl Observer for LastScore {
    fn iteration(&mut self, info: &Info) {
        if info.bound == Bound::Exact && self.0.is_none_or(|(depth, _)| info.depth >= depth) {
            self.0 = Some((info.depth, info.score));
        }
    }
}
