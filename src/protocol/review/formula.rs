//! The formula of reviews with all its constants. It turns scores into winning chances, marks and accuracies.
//!
//! `docs/playing.md` states it for users. The page of `khepri serve` has the same formula in JavaScript. Chances are whole numbers,
//! so that both agree at the thresholds.

use khepri_engine::Wdl;
use std::fmt;

/// A winning chance in twentieths of a percent: the expected result of a player, where a draw counts half. The model gives win,
/// draw and loss in thousandths, so twentieths of a percent are exact.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Chance(u32);

/// The number of units of [`Chance`] in a percent.
const PER_PERCENT: u32 = 20;

impl Chance {
    /// Returns the chance of a player with these probabilities: `2 W + D`, where the protocol prints `wdl W D L`.
    pub fn of(Wdl { win, draw, .. }: Wdl) -> Chance {
        Chance(win.saturating_mul(2).saturating_add(draw))
    }

    /// Returns the opponent's chance.
    pub fn other(self) -> Chance {
        Chance((100 * PER_PERCENT).saturating_sub(self.0))
    }

    /// Returns the chance in percent.
    pub fn percent(self) -> f64 {
        f64::from(self.0) / f64::from(PER_PERCENT)
    }

    /// Returns the loss from this chance to a later one, or zero if the later one is larger.
    pub fn loss_to(self, later: Chance) -> Chance {
        Chance(self.0.saturating_sub(later.0))
    }
}

/// The quality of a move compared with the best one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Mark {
    /// The engine's move, or a move whose score is not lower.
    Best,
    /// A move that costs less winning chance than an inaccuracy.
    Good,
    /// A move that costs at least 10 % of winning chance.
    Inaccuracy,
    /// A move that costs at least 20 % of winning chance.
    Mistake,
    /// A move that costs at least 30 % of winning chance.
    Blunder,
}

impl Mark {
    /// All marks, the best first.
    pub const ALL: [Mark; 5] = [Mark::Best, Mark::Good, Mark::Inaccuracy, Mark::Mistake, Mark::Blunder];

    /// Returns the smallest loss of winning chance with this mark, in percent.
    pub const fn least_loss(self) -> u32 {
        match self {
            Mark::Best | Mark::Good => 0,
            Mark::Inaccuracy => 10,
            Mark::Mistake => 20,
            Mark::Blunder => 30,
        }
    }

    /// Returns the mark of a move that is not the best and has this loss.
    pub fn of_loss(loss: Chance) -> Mark {
        let costs = |mark: &Mark| loss.0 >= mark.least_loss() * PER_PERCENT;
        Mark::ALL.into_iter().rfind(costs).unwrap_or(Mark::Good)
    }

    /// Returns whether the mark is an inaccuracy, a mistake or a blunder. For these a review shows a better move.
    pub fn is_error(self) -> bool {
        self.least_loss() > 0
    }

    /// Returns the name of the mark, in lower case.
    pub const fn name(self) -> &'static str {
        match self {
            Mark::Best => "best",
            Mark::Good => "good",
            Mark::Inaccuracy => "inaccuracy",
            Mark::Mistake => "mistake",
            Mark::Blunder => "blunder",
        }
    }

    /// Returns the mark with this name.
    pub fn from_name(name: &str) -> Option<Mark> {
        Mark::ALL.into_iter().find(|mark| mark.name() == name)
    }
}

impl fmt::Display for Mark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// Returns the accuracy of a move with this loss of winning chance, in percent. It is about 100 without a loss, and about 64
/// for a loss of 10 %.
///
/// Source: the formula of lichess.org, which is fitted to games of chess.
pub fn accuracy_of_move(loss: Chance) -> f64 {
    (103.1668 * libm::exp(-0.04354 * loss.percent()) - 3.1669).clamp(0.0, 100.0)
}

/// Returns the accuracy of a player in percent: the mean of the arithmetic mean and the harmonic mean of the accuracies of the
/// moves. In the harmonic mean, the accuracy of a move is at least 1. Returns `None` without moves.
///
/// Source: lichess.org, which also weights the moves in the arithmetic mean by the volatility of the game around them.
pub fn accuracy_of_player(moves: &[f64]) -> Option<f64> {
    if moves.is_empty() {
        return None;
    }
    let count = moves.len() as f64;
    let arithmetic = moves.iter().sum::<f64>() / count;
    let harmonic = count / moves.iter().map(|accuracy| 1.0 / accuracy.max(1.0)).sum::<f64>();
    Some((arithmetic + harmonic) / 2.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chance(percent: u32) -> Chance {
        Chance(percent * PER_PERCENT)
    }

    #[test]
    fn a_chance_is_the_expected_result() {
        for ([win, draw, loss], percent) in [
            ([300, 400, 300], 50.0),
            ([1000, 0, 0], 100.0),
            ([0, 0, 1000], 0.0),
            ([293, 577, 130], 58.15),
            ([130, 577, 293], 41.85),
        ] {
            let chance = Chance::of(Wdl { win, draw, loss });
            assert!((chance.percent() - percent).abs() < 1e-9, "{chance:?}");
            assert_eq!(chance.other(), Chance::of(Wdl { win: loss, draw, loss: win }));
        }
    }

    #[test]
    fn marks_start_exactly_at_their_thresholds() {
        for (twentieths, mark) in [
            (0, Mark::Good),
            (199, Mark::Good),
            (200, Mark::Inaccuracy),
            (399, Mark::Inaccuracy),
            (400, Mark::Mistake),
            (599, Mark::Mistake),
            (600, Mark::Blunder),
            (2000, Mark::Blunder),
        ] {
            assert_eq!(Mark::of_loss(Chance(twentieths)), mark, "{twentieths}");
        }
        assert_eq!(chance(70).loss_to(chance(40)), chance(30));
        assert_eq!(chance(40).loss_to(chance(70)), chance(0));
    }

    #[test]
    fn names_are_read_back() {
        for mark in Mark::ALL {
            assert_eq!(Mark::from_name(mark.name()), Some(mark));
        }
        assert_eq!(Mark::from_name("Best"), None);
    }

    #[test]
    fn accuracy_decreases_with_the_loss() {
        // Calculated by hand: 103.1668 e^-0.4354 - 3.1669 = 63.58, 103.1668 e^-1.3062 - 3.1669 = 24.78.
        for (loss, expected) in [(0, 99.9999), (10, 63.58), (30, 24.78), (100, 0.0)] {
            let accuracy = accuracy_of_move(chance(loss));
            assert!((accuracy - expected).abs() < 0.01, "{loss}: {accuracy}");
        }
    }

    #[test]
    fn the_accuracy_of_a_player_is_the_mean_of_two_means() {
        assert_eq!(accuracy_of_player(&[]), None);
        assert_eq!(accuracy_of_player(&[80.0, 80.0]), Some(80.0));
        // The arithmetic mean is 75, the harmonic mean 2 / (1/100 + 1/50) = 66.67.
        let mixed = accuracy_of_player(&[100.0, 50.0]).expect("two moves");
        assert!((mixed - 70.833_333).abs() < 1e-5, "{mixed}");
        // An accuracy of 0 counts as 1, so the harmonic mean of 100 and 0 is 200 / 101.
        let lost = accuracy_of_player(&[100.0, 0.0]).expect("two moves");
        assert!((lost - (50.0 + 200.0 / 101.0) / 2.0).abs() < 1e-9, "{lost}");
    }
}
