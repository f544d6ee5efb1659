//! A sample of independent trials, counted by score. A trial is a game or a pair. All other statistics are computed from it.

use super::results::{Counts, Pairs};

/// The number of possible outcomes of a trial.
pub const OUTCOMES: usize = 5;

/// The scores of the outcomes. A single game can only have the scores 0, ½ and 1.
pub const SCORES: [f64; OUTCOMES] = [0.0, 0.25, 0.5, 0.75, 1.0];

/// The replacement of a count of zero, which keeps variances and likelihoods finite.
pub const REGULARISATION: f64 = 0.001;

/// The kind of a trial.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Trial {
    /// One game, with the scores 0, ½ and 1.
    Game,
    /// Two games from one opening, with the mean scores 0, ¼, ½, ¾ and 1.
    Pair,
}

/// The number of trials of each outcome.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sample {
    trial: Trial,
    counts: [f64; OUTCOMES],
}

/// Probabilities of the outcomes, in the order of [`SCORES`]. The probability is zero for outcomes that a trial cannot have.
pub type Probabilities = [f64; OUTCOMES];

impl Sample {
    /// Creates a sample of pairs from the numbers of pairs with 0, ½, 1, 1½ and 2 points.
    pub fn of_pentanomial(counts: [u64; OUTCOMES]) -> Sample {
        Sample { trial: Trial::Pair, counts: counts.map(|count| count as f64) }
    }

    /// Returns the kind of the trials.
    pub fn trial(&self) -> Trial {
        self.trial
    }

    /// Returns the number of games of a trial.
    pub fn games_a_trial(&self) -> f64 {
        match self.trial {
            Trial::Game => 1.0,
            Trial::Pair => 2.0,
        }
    }

    /// Returns the number of trials.
    pub fn trials(&self) -> f64 {
        self.counts.iter().sum()
    }

    /// Returns whether the trials had different outcomes. If not, the deviation results only from regularisation, and error
    /// bars are meaningless.
    pub fn varies(&self) -> bool {
        self.counts.iter().filter(|&&count| count > 0.0).count() > 1
    }

    /// Returns whether there are no trials.
    pub fn is_empty(&self) -> bool {
        self.trials() == 0.0
    }

    /// Returns the mean score, 0 to 1, without regularisation; `None` without trials.
    pub fn score(&self) -> Option<f64> {
        (!self.is_empty()).then(|| mean(&self.counts.map(|count| count / self.trials())))
    }

    /// Returns the counts, with [`REGULARISATION`] for each possible outcome that did not occur.
    pub fn regularised(&self) -> [f64; OUTCOMES] {
        let mut counts = self.counts;
        for (outcome, count) in counts.iter_mut().enumerate() {
            if *count == 0.0 && (self.trial == Trial::Pair || outcome % 2 == 0) {
                *count = REGULARISATION;
            }
        }
        counts
    }

    /// Returns the shares of the regularised counts.
    pub fn probabilities(&self) -> Probabilities {
        let counts = self.regularised();
        let total: f64 = counts.iter().sum();
        counts.map(|count| count / total)
    }

    /// Returns the standard deviation of the score of a trial, from the regularised counts; never zero.
    pub fn deviation(&self) -> f64 {
        deviation(&self.probabilities())
    }
}

impl From<&Counts> for Sample {
    fn from(counts: &Counts) -> Sample {
        let counts = [counts.losses, 0, counts.draws, 0, counts.wins].map(|count| count as f64);
        Sample { trial: Trial::Game, counts }
    }
}

impl From<&Pairs> for Sample {
    fn from(pairs: &Pairs) -> Sample {
        Sample::of_pentanomial(pairs.pentanomial())
    }
}

/// Returns the expected score.
pub fn mean(probabilities: &Probabilities) -> f64 {
    SCORES.iter().zip(probabilities).map(|(score, probability)| score * probability).sum()
}

/// Returns the standard deviation of the score.
pub fn deviation(probabilities: &Probabilities) -> f64 {
    let mean = mean(probabilities);
    let square = |score: f64| (score - mean) * (score - mean);
    SCORES.iter().zip(probabilities).map(|(score, probability)| square(*score) * probability).sum::<f64>().sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_possible_outcomes_are_regularised() {
        let games = Sample::from(&Counts { wins: 3, draws: 0, losses: 1 });
        assert_eq!(games.regularised(), [1.0, 0.0, 0.001, 0.0, 3.0]);
        let pairs = Sample::from(&Pairs { wl: 1, dd: 2, ..Pairs::default() });
        assert_eq!(pairs.regularised(), [0.001, 0.001, 3.0, 0.001, 0.001]);
        assert_eq!((games.trials(), pairs.trials()), (4.0, 3.0));
    }

    #[test]
    fn the_deviation_of_a_fair_coin_is_a_half() {
        let coin = Sample::from(&Counts { wins: 50_000, draws: 0, losses: 50_000 });
        assert!((coin.deviation() - 0.5).abs() < 1e-7);
        assert_eq!(coin.score(), Some(0.5));
        // Five outcomes equally often: the variance of 0, ¼, ½, ¾, 1 is 1/8.
        let even = Sample::of_pentanomial([7; 5]);
        assert!((even.deviation() - 0.125_f64.sqrt()).abs() < 1e-15);
    }

    #[test]
    fn a_sample_without_trials_has_a_deviation_but_no_score() {
        let none = Sample::from(&Pairs::default());
        assert!(none.is_empty() && none.score().is_none());
        assert!(none.deviation() > 0.0);
    }
}
