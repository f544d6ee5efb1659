//! The depth, the score window and the score bound of a search.

use crate::eval::Score;
use std::num::NonZero;

/// A depth in plies: of an iteration, or the remaining depth at a node.
///
/// ```
/// use khepri_engine::{Depth, Limits};
/// use std::num::NonZero;
///
/// const SIX: Depth = Depth::new(NonZero::new(6).unwrap());
/// assert_eq!(Limits::depth(SIX).depth.map(Depth::plies), Some(6));
/// assert_eq!(Depth::new(NonZero::<u8>::MAX), Depth::MAX);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Depth(pub(crate) u8);

impl Depth {
    /// Only quiescence is left.
    pub(crate) const ZERO: Depth = Depth(0);
    /// The first iteration.
    pub const ONE: Depth = Depth(1);
    /// The deepest iteration.
    pub const MAX: Depth = Depth(120);

    /// Returns a depth of a number of plies, at most [`Depth::MAX`].
    pub const fn new(plies: NonZero<u8>) -> Depth {
        let plies = plies.get();
        Depth(if plies < Depth::MAX.0 { plies } else { Depth::MAX.0 })
    }

    /// Returns the depth plus a number of plies, clamped like [`Depth::minus`].
    #[inline]
    pub(crate) const fn plus(self, plies: i32) -> Depth {
        self.minus(-plies)
    }

    /// Returns the depth minus a number of plies, which may be negative, clamped to zero and [`Depth::MAX`].
    #[inline]
    pub(crate) const fn minus(self, plies: i32) -> Depth {
        let value = self.0 as i32 - plies;
        if value <= 0 {
            Depth::ZERO
        } else if value >= Depth::MAX.0 as i32 {
            Depth::MAX
        } else {
            Depth(value as u8)
        }
    }

    /// Returns the number of plies.
    #[inline]
    pub const fn plies(self) -> i32 {
        self.0 as i32
    }

    /// Returns the depth plus one ply, which may be beyond [`Depth::MAX`].
    #[inline]
    pub(crate) const fn plus_one(self) -> Depth {
        Depth(self.0.saturating_add(1))
    }
}

/// Returns a depth of a number of plies; 0 is the depth of quiescence.
pub const fn depth(plies: u8) -> Depth {
    Depth(plies)
}

/// The greatest distance from the root: the deepest iteration, and room for extensions and captures.
pub const MAX_PLY: usize = Depth::MAX.0 as usize + 40;

const _: () = assert!(MAX_PLY + 2 < Score::MAX_PLY);

/// The relation of the true score to a reported or stored one.
///
/// ```
/// use khepri_engine::{Bound, Depth, Engine, Game, Info, Limits};
///
/// // The first iteration searches the full window.
/// let engine = Engine::new(Game::new("x39/4k5/////4K5/9X1 s khet2".parse()?), 1)?;
/// engine.search(Limits::depth(Depth::ONE))?.run(&mut |info: &Info| assert_eq!(info.bound, Bound::Exact));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bound {
    /// The score is exact.
    Exact,
    /// The true score is at least this one.
    Lower,
    /// The true score is at most this one.
    Upper,
}

impl Bound {
    /// Returns whether a score with this bound can replace an estimate: an exact score always can, a bound only if the estimate
    /// is beyond it.
    #[inline]
    pub(crate) fn can_replace(self, score: Score, estimate: Score) -> bool {
        match self {
            Bound::Exact => true,
            Bound::Lower => score > estimate,
            Bound::Upper => score < estimate,
        }
    }
}

/// The window of alpha-beta: scores strictly between the bounds are of interest.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Window {
    /// The score that the side to move is already sure of.
    pub alpha: Score,
    /// The score to which the opponent can hold the side to move.
    pub beta: Score,
}

impl Window {
    /// Returns the window of all scores.
    pub fn full() -> Window {
        Window { alpha: -Score::INFINITE, beta: Score::INFINITE }
    }

    /// Returns the window of scores less than `width` centipawns from `score`.
    pub fn around(score: Score, width: i32) -> Window {
        Window { alpha: (score - width).max(-Score::INFINITE), beta: (score + width).min(Score::INFINITE) }
    }

    /// Returns the window after a score below it: alpha is `width` below that score, beta in the middle of this window.
    pub fn lowered(self, score: Score, width: i32) -> Window {
        let middle = Score::centipawns((self.alpha.value() + self.beta.value()) / 2);
        Window { alpha: (score - width).max(-Score::INFINITE), beta: middle.max(score + 1) }
    }

    /// Returns the window after a score above it: beta is `width` above that score.
    pub fn raised(self, score: Score, width: i32) -> Window {
        Window { alpha: self.alpha, beta: (score + width).min(Score::INFINITE) }
    }

    /// Classifies a score returned by a search with this window.
    #[inline]
    pub fn bound(self, score: Score) -> Bound {
        if score >= self.beta {
            Bound::Lower
        } else if score > self.alpha {
            Bound::Exact
        } else {
            Bound::Upper
        }
    }

    /// Returns the null window, which only separates scores above alpha from the rest.
    #[inline]
    pub fn null(self) -> Window {
        Window { alpha: self.alpha, beta: self.alpha + 1 }
    }

    /// Returns the null window that only separates scores of at least `beta` from the rest.
    #[inline]
    pub fn below(beta: Score) -> Window {
        Window { alpha: beta - 1, beta }
    }

    /// Returns the window from the opponent's view.
    #[inline]
    pub fn flipped(self) -> Window {
        Window { alpha: -self.beta, beta: -self.alpha }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_bound_that_failed_is_widened() {
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
