//! The scores that the mock reports.

use crate::flags::Talk;
use std::fmt;
use std::sync::Arc;

/// A score in an info line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Score {
    /// Hundredths of a Pyramid.
    Centipawns(i32),
    /// Moves to the mate, negative if the mock loses.
    Mate(i32),
}

impl Score {
    /// Reads one or more scores like `-20` or `m3`.
    ///
    /// # Errors
    /// A word is not a score.
    pub fn list(text: &str) -> Result<Arc<[Score]>, String> {
        let read = |word: &str| {
            let score = match word.strip_prefix('m') {
                Some(moves) => moves.parse().map(Score::Mate),
                None => word.parse().map(Score::Centipawns),
            };
            score.map_err(|_| format!("expected scores like `30` or `m-3`, found `{word}`"))
        };
        let scores: Arc<[Score]> = text.split_whitespace().map(read).collect::<Result<_, _>>()?;
        if scores.is_empty() { Err("expected at least one score".to_owned()) } else { Ok(scores) }
    }
}

impl Talk {
    /// Returns the score to report with the move with the number `own_move` of the mock's moves.
    pub fn score(&self, own_move: u32) -> Score {
        let index = own_move.saturating_sub(1) as usize;
        let listed = self.score_list.as_ref().and_then(|scores| scores.get(index).or(scores.last()).copied());
        let mate = self.mate_score.map(Score::Mate);
        listed.or(mate).unwrap_or(Score::Centipawns(self.resigning_score.unwrap_or(0)))
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Score::Centipawns(centipawns) => write!(f, "cp {centipawns}"),
            Score::Mate(moves) => write!(f, "mate {moves}"),
        }
    }
}
