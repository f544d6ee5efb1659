//! Differences of strength, with error bars: logistic Elo, normalized Elo, and the likelihood of superiority.

use super::normal::{self, QUANTILE_95};
use super::sample::{Sample, Trial};
use std::f64::consts::{LN_10, SQRT_2};

/// Normalized Elo of a t-value of one a game (Van den Bergh, "Normalized Elo"). With it both scales agree near 0 for games
/// without draws, whose deviation is ½.
pub const NORMALIZED_ELO_A_T_VALUE: f64 = 800.0 / LN_10;

/// Scores nearer to 0 or 1 than this are shown as this one, ±1199.8 Elo: beyond it no Elo can be told from a match.
pub const EXTREME_SCORE: f64 = 0.001;

/// An estimate and its 95 % interval, in Elo of the kind that was asked for.
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
    /// Half the width of the interval, as what stands behind `±`.
    pub fn margin(&self) -> f64 {
        (self.high - self.low) / 2.0
    }
}

/// A difference in logistic Elo as far as a match can say it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Difference {
    /// An estimate.
    About(Estimate),
    /// Too many points were won for an estimate; the difference is this or more.
    AtLeast(f64),
    /// Too few points were won for an estimate; the difference is this or less.
    AtMost(f64),
}

/// How likely a true score outside the 95 % interval is on one side of it.
const OUTSIDE: f64 = 0.025;

/// Whether an interval of logistic Elo ends where scores are cut off, so that it is wider than it says.
pub fn is_cut_off(elo: &Estimate) -> bool {
    elo.low <= elo_of_score(0.0) || elo.high >= elo_of_score(1.0)
}

/// The expected score against an opponent who is `elo` weaker.
pub fn score_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + 10.0_f64.powf(-elo / 400.0))
}

/// The difference in Elo that makes this score expected; scores beyond [`EXTREME_SCORE`] count as that.
pub fn elo_of_score(score: f64) -> f64 {
    let score = score.clamp(EXTREME_SCORE, 1.0 - EXTREME_SCORE);
    400.0 * (score / (1.0 - score)).log10()
}

/// The t-value of one trial, (µ − ½)/σ, at a normalized Elo: a pair's is √2 times that of a game.
pub fn t_value_of_normalized_elo(elo: f64, trial: Trial) -> f64 {
    let of_a_game = elo / NORMALIZED_ELO_A_T_VALUE;
    match trial {
        Trial::Game => of_a_game,
        Trial::Pair => of_a_game * SQRT_2,
    }
}

impl Sample {
    /// Half the width of the 95 % interval of the mean score.
    fn score_margin(&self) -> f64 {
        QUANTILE_95 * self.deviation() / self.trials().sqrt()
    }

    /// Logistic Elo: the ends of the interval are those of the score's; `None` without trials.
    pub fn elo(&self) -> Option<Estimate> {
        let score = self.score()?;
        let margin = self.score_margin();
        Some(Estimate {
            value: elo_of_score(score),
            low: elo_of_score(score - margin),
            high: elo_of_score(score + margin),
        })
    }

    /// Returns logistic Elo, or where all points or none were won its bound, since no difference makes such a score
    /// expected; `None` without trials.
    ///
    /// The bound is the end of the 95 % interval: a player who expects a score s wins all of n trials with a probability of at
    /// most sⁿ, whatever the trials count, and that is 2.5 % at the bound.
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

    /// Normalized Elo, the score above ½ in units of its deviation (Van den Bergh, "Normalized Elo"); `None` without
    /// trials. The deviation is taken as known in the interval, which is right to the second order near ½.
    pub fn normalized_elo(&self) -> Option<Estimate> {
        let score = self.score()?;
        let unit = NORMALIZED_ELO_A_T_VALUE / (self.deviation() * self.games_a_trial().sqrt());
        let margin = self.score_margin() * unit;
        let value = (score - 0.5) * unit;
        Some(Estimate { value, low: value - margin, high: value + margin })
    }

    /// The likelihood of superiority, 0 to 1: how likely the engine is the stronger one if nothing else is known of
    /// both, in the normal approximation; `None` without trials.
    pub fn superiority(&self) -> Option<f64> {
        let score = self.score()?;
        Some(normal::cumulative((score - 0.5) * self.trials().sqrt() / self.deviation()))
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
    fn a_coin_thrown_400_times() {
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
    fn pairs_that_cancel_tell_more_than_their_games() {
        // Every opening is won by the same side: the pairs have no variance, the single games have that of a coin.
        let pairs = Pairs { wl: 99, ww: 1, ..Pairs::default() };
        let paired = Sample::from(&pairs).elo().expect("games");
        let single = Sample::from(&pairs.counts()).elo().expect("games");
        assert_eq!(paired.value, single.value);
        assert!(paired.margin() * 5.0 < single.margin());
    }

    #[test]
    fn games_without_correlation_give_the_same_error_in_pairs() {
        // A quarter each of WW, LL and half WL is what two independent coins give.
        let pairs = Pairs { ll: 1000, wl: 2000, ww: 1000, ..Pairs::default() };
        let (paired, single) = (Sample::from(&pairs), Sample::from(&pairs.counts()));
        near(paired.elo().expect("games").margin(), single.elo().expect("games").margin(), 1e-4);
        let margins = [paired, single].map(|sample| sample.normalized_elo().expect("games").margin());
        near(margins[0], margins[1], 1e-9);
    }

    #[test]
    fn the_opponent_has_the_negative() {
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
    fn an_interval_knows_that_it_is_cut_off() {
        let elo = |pairs: Pairs| Sample::from(&pairs).elo().expect("games");
        assert!(!is_cut_off(&elo(Pairs { ll: 10, ww: 12, ..Pairs::default() })));
        // Nine of ten pairs won twice, one shared: the mean 0.95 plus 1.96·0.15/√10 = 0.093 is beyond 1.
        assert!(is_cut_off(&elo(Pairs { wl: 1, ww: 9, ..Pairs::default() })));
        assert!(is_cut_off(&elo(Pairs { wl: 1, ll: 9, ..Pairs::default() })));
        assert!(!Sample::from(&Pairs { wd: 2, ..Pairs::default() }).varies());
        assert!(Sample::from(&Pairs { wd: 2, ll: 1, ..Pairs::default() }).varies());
        assert!(!Sample::from(&Counts::default()).varies());
    }

    #[test]
    fn everything_is_finite_or_absent() {
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
