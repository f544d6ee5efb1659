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

    /// After a score below the window: so far below that score it begins, and what was its middle is its end.
    pub fn lowered(self, score: Score, width: i32) -> Window {
        let middle = Score::centipawns((self.alpha.value() + self.beta.value()) / 2);
        Window { alpha: (score - width).max(-Score::INFINITE), beta: middle.max(score + 1) }
    }

    /// After a score above the window: it ends so far above that score.
    pub fn raised(self, score: Score, width: i32) -> Window {
        Window { alpha: self.alpha, beta: (score + width).min(Score::INFINITE) }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_side_that_failed_moves_away() {
        let window = Window::around(Score::centipawns(40), 30);
        let low = window.lowered(Score::centipawns(-20), 60);
        assert_eq!((low.alpha.value(), low.beta.value()), (-80, 40));
        let high = window.raised(Score::centipawns(95), 60);
        assert_eq!((high.alpha.value(), high.beta.value()), (10, 155));
    }

    #[test]
    fn a_window_is_never_empty_nor_beyond_all_scores() {
        let window = Window::around(Score::DRAW, 30);
        let low = [-Score::INFINITE, Score::loss_in(1), window.alpha].map(|score| window.lowered(score, 500));
        let high = [Score::INFINITE, Score::win_in(1), window.beta].map(|score| window.raised(score, 500));
        for window in low.into_iter().chain(high) {
            assert!(window.alpha < window.beta, "{window:?}");
            assert!(window.alpha >= -Score::INFINITE && window.beta <= Score::INFINITE, "{window:?}");
        }
    }
}
