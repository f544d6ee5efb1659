//! Scores. A score is a number of centipawns, where 100 are one Pyramid, or a distance to a hit on a Pharaoh.

use std::fmt;
use std::ops::{Add, Neg, Sub};

/// A score in centipawns, from the view of the side to move. Forced wins are greater than all other scores, and a sooner win is
/// greater than a later one. Forced losses are their negatives.
///
/// ```
/// use khepri_engine::Score;
///
/// let (better, win) = (Score::centipawns(35), Score::win_in(5));
/// assert!(better < win && -win < Score::DRAW);
/// assert_eq!((better.to_string(), better.in_pyramids()), ("cp 35".to_owned(), "+0.35".to_owned()));
/// assert_eq!((win.to_string(), win.mate_plies()), ("mate 3".to_owned(), Some(5)));
/// assert_eq!((better.value(), better.is_mate()), (35, false));
/// assert!(Score::loss_in(4).is_loss());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
pub struct Score(i32);

impl Score {
    /// A drawn game.
    pub const DRAW: Score = Score(0);
    /// A win that is already on the board: the opponent's Pharaoh is hit.
    ///
    /// ```
    /// use khepri_engine::Score;
    ///
    /// assert_eq!(Score::win_in(0), Score::MATE);
    /// ```
    pub const MATE: Score = Score(32_000);
    /// More plies than any forced win that a search finds.
    pub(crate) const MAX_PLY: usize = 256;
    /// Scores above this are forced wins.
    pub(crate) const LONGEST_MATE: Score = Score(Score::MATE.0 - Score::MAX_PLY as i32);
    /// A bound above every score.
    pub(crate) const INFINITE: Score = Score(32_001);

    /// Returns a score of this number of centipawns, clamped so that it is not a forced win or loss.
    pub const fn centipawns(value: i32) -> Score {
        let limit = Score::LONGEST_MATE.0 - 1;
        if value > limit {
            Score(limit)
        } else if value < -limit {
            Score(-limit)
        } else {
            Score(value)
        }
    }

    /// Returns a win by a hit after this number of plies.
    #[inline]
    pub const fn win_in(plies: usize) -> Score {
        Score(Score::MATE.0 - plies as i32)
    }

    /// Returns a loss by a hit after this number of plies.
    #[inline]
    pub const fn loss_in(plies: usize) -> Score {
        Score(plies as i32 - Score::MATE.0)
    }

    /// Returns the number of centipawns. The number of a forced win or loss is larger in magnitude than any other.
    #[inline]
    pub const fn value(self) -> i32 {
        self.0
    }

    /// Returns whether this is a forced win or loss.
    #[inline]
    pub const fn is_mate(self) -> bool {
        self.0.abs() > Score::LONGEST_MATE.0
    }

    /// Returns whether this is a forced loss.
    #[inline]
    pub const fn is_loss(self) -> bool {
        self.0 < -Score::LONGEST_MATE.0
    }

    /// Returns the number of plies to a forced hit on a Pharaoh, if there is one.
    pub const fn mate_plies(self) -> Option<u32> {
        debug_assert!(self.0.abs() <= Score::MATE.0);
        if self.is_mate() { Some((Score::MATE.0 - self.0.abs()) as u32) } else { None }
    }

    /// Returns the stored form of a score at `ply`. In the table, the distance to a mate counts from that ply, not from the
    /// root.
    #[inline]
    pub(crate) const fn to_table(self, ply: usize) -> i16 {
        (self.0 + self.nearer(ply)) as i16
    }

    /// Returns the score at `ply` from its stored form.
    #[inline]
    pub(crate) const fn from_table(stored: i16, ply: usize) -> Score {
        let stored = Score(stored as i32);
        Score(stored.0 - stored.nearer(ply))
    }

    /// Returns the change of the score if a mate comes this number of plies nearer, and 0 for other scores.
    #[inline]
    const fn nearer(self, plies: usize) -> i32 {
        if self.is_mate() { self.0.signum() * plies as i32 } else { 0 }
    }

    /// Returns the score in Pyramids, such as `+0.35`, or the number of moves to a mate, such as `+M3` or `-M2`.
    pub fn in_pyramids(self) -> String {
        let sign = if self.0 < 0 { '-' } else { '+' };
        match self.mate_plies() {
            None => format!("{sign}{}.{:02}", self.0.abs() / 100, self.0.abs() % 100),
            Some(plies) => format!("{sign}M{}", plies.div_ceil(2)),
        }
    }
}

impl Neg for Score {
    type Output = Score;
    #[inline]
    fn neg(self) -> Score {
        Score(-self.0)
    }
}

impl Add<i32> for Score {
    type Output = Score;
    #[inline]
    fn add(self, other: i32) -> Score {
        Score(self.0 + other)
    }
}

impl Sub<i32> for Score {
    type Output = Score;
    #[inline]
    fn sub(self, other: i32) -> Score {
        Score(self.0 - other)
    }
}

impl fmt::Display for Score {
    /// Writes the score as in the protocol, such as `cp 35`, `mate 3` or `mate -2`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.mate_plies() {
            None => write!(f, "cp {}", self.0),
            Some(plies) => write!(f, "mate {}{}", if self.0 < 0 { "-" } else { "" }, plies.div_ceil(2)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mates_are_counted_in_moves_of_the_side_that_wins() {
        for (plies, text) in [(1, "mate 1"), (2, "mate 1"), (3, "mate 2"), (5, "mate 3")] {
            assert_eq!(Score::win_in(plies).to_string(), text);
            assert_eq!(Score::win_in(plies).mate_plies(), Some(plies as u32));
        }
        assert_eq!(Score::loss_in(2).to_string(), "mate -1");
        assert_eq!(Score::loss_in(4).to_string(), "mate -2");
        assert_eq!(Score::centipawns(-35).to_string(), "cp -35");
        assert!(!Score::centipawns(1_000_000).is_mate());
    }

    #[test]
    fn scores_beyond_the_longest_mate_are_mates() {
        let longest = Score::win_in(Score::MAX_PLY - 1);
        assert_eq!((longest.is_mate(), longest.mate_plies()), (true, Some(Score::MAX_PLY as u32 - 1)));
        for score in [Score::LONGEST_MATE, Score::centipawns(i32::MAX)] {
            assert!(!score.is_mate() && !(-score).is_mate() && !(-score).is_loss(), "{score:?}");
        }
        assert!((-longest).is_mate() && (-longest).is_loss() && !longest.is_loss());
    }

    #[test]
    fn scores_are_written_for_people() {
        for (value, text) in [(0, "+0.00"), (35, "+0.35"), (-7, "-0.07"), (-120, "-1.20"), (1234, "+12.34")] {
            assert_eq!(Score::centipawns(value).in_pyramids(), text);
        }
        assert_eq!(Score::win_in(5).in_pyramids(), "+M3");
        assert_eq!(Score::loss_in(2).in_pyramids(), "-M1");
    }

    #[test]
    fn a_table_stores_the_distance_of_a_mate_from_the_stored_position() {
        let at_ply_3 = Score::win_in(8);
        assert_eq!(Score::from_table(at_ply_3.to_table(3), 1), Score::win_in(6));
        assert_eq!(Score::from_table(Score::loss_in(8).to_table(3), 5), Score::loss_in(10));
        assert_eq!(Score::from_table(Score::centipawns(7).to_table(3), 9), Score::centipawns(7));
    }
}
