//! Logistic Elo, normalized Elo and the likelihood of superiority, with their 95 % intervals.

use super::sample::{Sample, Trial};
use std::f64::consts::{LN_10, SQRT_2};

/// The normalized Elo for a t-value of 1 per game (Van den Bergh, "Normalized Elo"). Near 0 it equals logistic Elo for games
/// without draws, whose standard deviation is ½.
pub const NORMALIZED_ELO_A_T_VALUE: f64 = 800.0 / LN_10;

/// The least distance of a clamped score from 0 and 1. It corresponds to ±1199.8 Elo. No match is long enough to measure more.
pub const EXTREME_SCORE: f64 = 0.001;

/// 95 % of a normal distribution lie within this number of standard deviations of its mean.
const QUANTILE_95: f64 = 1.959_963_984_540_054;

/// An estimate with its 95 % interval, in logistic or normalized Elo.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Estimate {
    /// The estimate.
    pub value: f64,
    /// The lower end of the interval.
    pub low: f64,
    /// The upper end of the interval.
    pub high: f64,
}

impl Estimate {
    /// Returns half the width of the interval, the number after `±`.
    pub fn margin(&self) -> f64 {
        (self.high - self.low) / 2.0
    }
}

/// The difference in logistic Elo that a match shows.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Difference {
    /// An estimate.
    About(Estimate),
    /// A lower bound, if all or nearly all points were won.
    AtLeast(f64),
    /// An upper bound, if no or nearly no points were won.
    AtMost(f64),
}

/// The probability of a score below a 95 % interval. A score above it has the same probability.
const OUTSIDE: f64 = 0.025;

/// Returns whether [`EXTREME_SCORE`] limits an interval of logistic Elo. The true interval is then wider.
pub fn is_cut_off(elo: &Estimate) -> bool {
    elo.low <= elo_of_score(0.0) || elo.high >= elo_of_score(1.0)
}

/// Returns the expected score against an opponent who is `elo` weaker.
pub fn score_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + 10.0_f64.powf(-elo / 400.0))
}

/// Returns the difference in Elo for an expected score, clamped by [`EXTREME_SCORE`].
pub fn elo_of_score(score: f64) -> f64 {
    let score = score.clamp(EXTREME_SCORE, 1.0 - EXTREME_SCORE);
    400.0 * (score / (1.0 - score)).log10()
}

/// Returns the t-value of one trial, (µ − ½)/σ, for a normalized Elo. The t-value of a pair is √2 times that of a game.
pub fn t_value_of_normalized_elo(elo: f64, trial: Trial) -> f64 {
    let of_a_game = elo / NORMALIZED_ELO_A_T_VALUE;
    match trial {
        Trial::Game => of_a_game,
        Trial::Pair => of_a_game * SQRT_2,
    }
}

/// Returns the probability that a standard normal variable is below `x`.
fn cumulative(x: f64) -> f64 {
    0.5 * (1.0 + libm::erf(x / SQRT_2))
}

impl Sample {
    /// Returns half the width of the 95 % interval of the mean score.
    fn score_margin(&self) -> f64 {
        QUANTILE_95 * self.deviation() / self.trials().sqrt()
    }

    /// Returns logistic Elo, or `None` without trials. The ends of the interval are the ends of the interval of the score,
    /// converted to Elo.
    pub fn elo(&self) -> Option<Estimate> {
        let score = self.score()?;
        let margin = self.score_margin();
        Some(Estimate {
            value: elo_of_score(score),
            low: elo_of_score(score - margin),
            high: elo_of_score(score + margin),
        })
    }

    /// Returns logistic Elo, or a bound of it if all or no points were won, or nearly so. Returns `None` without trials.
    ///
    /// No difference has an expected score of 0 or 1, so such a score gives no estimate. Its bound is the end of the 95 %
    /// interval. With an expected score s, the probability of winning all of n trials is at most sⁿ. The bound is the Elo of
    /// the s for which sⁿ is 2.5 %. If nearly all or nearly no points were won, the bound is the Elo of the clamped score.
    pub fn difference(&self) -> Option<Difference> {
        let (score, elo) = (self.score()?, self.elo()?);
        let bound = elo_of_score(OUTSIDE.powf(self.trials().recip()));
        Some(match score {
            _ if score >= 1.0 => Difference::AtLeast(bound),
            _ if score <= 0.0 => Difference::AtMost(-bound),
            _ if score > 1.0 - EXTREME_SCORE => Difference::AtLeast(elo.value),
            _ if score < EXTREME_SCORE => Difference::AtMost(elo.value),
            _ => Difference::About(elo),
        })
    }

    /// Returns normalized Elo, or `None` without trials. It is proportional to the score above ½ divided by the standard
    /// deviation (Van den Bergh, "Normalized Elo"). The interval neglects the error of the deviation, which is of second order
    /// near ½.
    pub fn normalized_elo(&self) -> Option<Estimate> {
        let score = self.score()?;
        let unit = NORMALIZED_ELO_A_T_VALUE / (self.deviation() * self.games_a_trial().sqrt());
        let margin = self.score_margin() * unit;
        let value = (score - 0.5) * unit;
        Some(Estimate { value, low: value - margin, high: value + margin })
    }

    /// Returns the likelihood of superiority, or `None` without trials. It is the probability, from 0 to 1, that the engine is
    /// stronger, given only these trials. The distribution of the mean is taken as normal.
    pub fn superiority(&self) -> Option<f64> {
        let score = self.score()?;
        Some(cumulative((score - 0.5) * self.trials().sqrt() / self.deviation()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::results::{Counts, Pairs};

    fn near(value: f64, expected: f64, within: f64) {
        assert!((value - expected).abs() <= within, "{value} is not {expected}");
    }

    #[test]
    fn the_normal_distribution_agrees_with_tables() {
        // Abramowitz and Stegun, table 7.1, and further digits from arbitrary-precision arithmetic.
        for (x, erf) in [
            (0.0, 0.0),
            (0.1, 0.112_462_916_018_284_89),
            (0.5, 0.520_499_877_813_046_5),
            (1.0, 0.842_700_792_949_714_9),
            (2.0, 0.995_322_265_018_952_7),
            (3.0, 0.999_977_909_503_001_4),
            (5.9, 1.0),
            (40.0, 1.0),
        ] {
            near(cumulative(x * SQRT_2), (1.0 + erf) / 2.0, 1e-14);
            near(cumulative(-x * SQRT_2), (1.0 - erf) / 2.0, 1e-14);
        }
        near(cumulative(QUANTILE_95), 0.975, 1e-14);
        near(cumulative(-QUANTILE_95), 0.025, 1e-14);
    }

    #[test]
    fn scores_and_elo_follow_the_closed_form() {
        // 400·log10(3), 400·log10(9), 400·log10(999).
        near(elo_of_score(0.75), 190.848_501_887_865, 1e-9);
        near(elo_of_score(0.1), -381.697_003_775_730, 1e-9);
        near(elo_of_score(1.0), 1_199.826_195_4, 1e-6);
        near(score_of_elo(0.0), 0.5, 0.0);
        near(score_of_elo(400.0), 10.0 / 11.0, 1e-15);
        for elo in [-300.0, -5.0, 1.0, 700.0] {
            near(elo_of_score(score_of_elo(elo)), elo, 1e-9);
        }
    }

    #[test]
    fn a_clean_sweep_has_a_bound_and_no_estimate() {
        let pairs = |ll, ww| Sample::from(&Pairs { ll, ww, ..Pairs::default() }).difference().expect("pairs");
        // 0.025^(1/10) = 0.691503 is 400·log10(0.691503/0.308497) = 140.22; 0.025^(1/1000) = 0.996318 is 972.9.
        for (count, bound, within) in [(10, 140.22, 0.01), (1_000, 972.9, 0.1), (1_000_000, 1_199.826, 0.001)] {
            let Difference::AtLeast(least) = pairs(0, count) else { panic!("{count} pairs won") };
            let Difference::AtMost(most) = pairs(count, 0) else { panic!("{count} pairs lost") };
            near(least, bound, within);
            near(most, -bound, within);
        }
        assert!(matches!(pairs(1, 9_999), Difference::AtLeast(least) if (least - 1_199.826).abs() < 0.001));
        assert!(matches!(pairs(1, 10), Difference::About(_)));
        assert_eq!(Sample::from(&Pairs::default()).difference(), None);
    }

    #[test]
    fn figures_of_400_games_without_draws() {
        // 220 of 400 without draws: σ = √(0.55·0.45) a game, margin 1.959964·σ/20 = 0.048753; the regularised draw
        // count changes the seventh digit. LOS is Φ(0.05·20/σ) = Φ(2.010076).
        let sample = Sample::from(&Counts { wins: 220, draws: 0, losses: 180 });
        let elo = sample.elo().expect("games");
        near(elo.value, 34.860_070, 1e-5);
        near(elo.low, elo_of_score(0.501_247), 1e-3);
        near(elo.high, elo_of_score(0.598_753), 1e-3);
        near(elo.margin(), (elo.high - elo.low) / 2.0, 0.0);
        near(sample.superiority().expect("games"), 0.977_788, 2e-6);
        let normalized = sample.normalized_elo().expect("games");
        // 0.05/0.497494 · 347.435586 ± 1.959964/20 · 347.435586.
        near(normalized.value, 34.918_59, 1e-3);
        near(normalized.margin(), 34.048_06, 1e-3);
    }

    #[test]
    fn the_interval_of_pairs_that_cancel_is_shorter_than_that_of_their_games() {
        // The same side wins nearly every opening. The pairs have little variance. Single games have the variance of a coin
        // toss.
        let pairs = Pairs { wl: 99, ww: 1, ..Pairs::default() };
        let paired = Sample::from(&pairs).elo().expect("games");
        let single = Sample::from(&pairs.counts()).elo().expect("games");
        assert_eq!(paired.value, single.value);
        assert!(paired.margin() * 5.0 < single.margin());
    }

    #[test]
    fn independent_games_have_the_same_interval_in_pairs() {
        // Two independent coin tosses give WW and LL in a quarter of the pairs each, and WL in half of them.
        let pairs = Pairs { ll: 1000, wl: 2000, ww: 1000, ..Pairs::default() };
        let (paired, single) = (Sample::from(&pairs), Sample::from(&pairs.counts()));
        near(paired.elo().expect("games").margin(), single.elo().expect("games").margin(), 1e-4);
        let margins = [paired, single].map(|sample| sample.normalized_elo().expect("games").margin());
        near(margins[0], margins[1], 1e-9);
    }

    #[test]
    fn figures_of_the_opponent_are_negated() {
        let pairs = Pairs { ll: 3, ld: 10, wl: 20, dd: 7, wd: 14, ww: 6 };
        let [own, other] = [pairs, pairs.reversed()].map(|pairs| Sample::from(&pairs));
        for figure in [Sample::elo, Sample::normalized_elo] {
            let [own, other] = [own, other].map(|sample| figure(&sample).expect("games"));
            near(own.value, -other.value, 1e-9);
            near(own.low, -other.high, 1e-9);
        }
        near(own.superiority().expect("games") + other.superiority().expect("games"), 1.0, 1e-14);
    }

    #[test]
    fn an_interval_that_reaches_an_extreme_score_is_cut_off() {
        let elo = |pairs: Pairs| Sample::from(&pairs).elo().expect("games");
        assert!(!is_cut_off(&elo(Pairs { ll: 10, ww: 12, ..Pairs::default() })));
        // Nine of ten pairs are two wins, one is a win and a loss. The mean 0.95 plus 1.96·0.15/√10 = 0.093 exceeds 1.
        assert!(is_cut_off(&elo(Pairs { wl: 1, ww: 9, ..Pairs::default() })));
        assert!(is_cut_off(&elo(Pairs { wl: 1, ll: 9, ..Pairs::default() })));
        assert!(!Sample::from(&Pairs { wd: 2, ..Pairs::default() }).varies());
        assert!(Sample::from(&Pairs { wd: 2, ll: 1, ..Pairs::default() }).varies());
        assert!(!Sample::from(&Counts::default()).varies());
    }

    #[test]
    fn all_figures_are_finite_or_absent() {
        let none = Sample::from(&Counts::default());
        assert!(none.elo().is_none() && none.normalized_elo().is_none() && none.superiority().is_none());
        for one_sided in [1, 10, u64::MAX] {
            for outcome in 0..5 {
                let mut counts = [0; 5];
                counts[outcome] = one_sided;
                let sample = Sample::of_pentanomial(counts);
                for estimate in [sample.elo(), sample.normalized_elo()] {
                    let Estimate { value, low, high } = estimate.expect("games");
                    assert!(low <= value && value <= high && low.is_finite() && high.is_finite(), "{counts:?}");
                }
                assert!(sample.superiority().is_some_and(|los| (0.0..=1.0).contains(&los)));
            }
        }
        let won = Sample::from(&Counts { wins: 10, ..Counts::default() });
        near(won.elo().expect("games").value, 1_199.826_195_4, 1e-6);
        assert!(won.superiority().is_some_and(|los| los > 0.999));
    }
}
