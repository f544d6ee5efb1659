//! The window of alpha-beta: scores between its bounds are still of interest.

use crate::eval::Score;

/// Open on both sides: a score at or below `alpha` is too bad, one at or above `beta` too good to be allowed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Window {
    /// What the side to move has already.
    pub alpha: Score,
    /// What the opponent has already.
    pub beta: Score,
}

impl Window {
    /// Every score.
    pub fn full() -> Window {
        Window { alpha: -Score::INFINITE, beta: Score::INFINITE }
    }

    /// Scores at most `width` centipawns away.
    pub fn around(score: Score, width: i32) -> Window {
        Window { alpha: (score - width).max(-Score::INFINITE), beta: (score + width).min(Score::INFINITE) }
    }

    /// The narrowest: is a score above alpha or not?
    #[inline]
    pub fn null(self) -> Window {
        Window { alpha: self.alpha, beta: self.alpha + 1 }
    }

    /// The window from the other side.
    #[inline]
    pub fn flipped(self) -> Window {
        Window { alpha: -self.beta, beta: -self.alpha }
    }
}
