//! The likeliest distribution of outcomes under a hypothesis: empirical likelihood with one constraint.
//!
//! Given observed shares p̂ and distances d, the distribution p that maximises Σ p̂ᵢ·ln pᵢ subject to Σ pᵢ·dᵢ = 0 is
//! pᵢ = p̂ᵢ / (1 + x·dᵢ), where x is the only zero of the secular function Σ p̂ᵢ·dᵢ / (1 + x·dᵢ) between the poles next to 0
//! (Owen, "Empirical Likelihood"; Van den Bergh, "A practical introduction to the GSPRT").

use super::sample::{OUTCOMES, Probabilities, SCORES, Sample, deviation, mean};

/// A hypothesis about the distribution.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Constraint {
    /// The expected score, between 0 and 1.
    Score(f64),
    /// The expected score above ½ in units of the standard deviation of a trial, (µ − ½)/σ.
    TValue(f64),
}

/// The likeliest distribution under a [`Constraint`], as divisors of the observed shares: pᵢ = p̂ᵢ / divisorᵢ.
pub type Divisors = [f64; OUTCOMES];

/// Returns the log-likelihood ratio of the second constraint against the first, at the maximum of each.
pub fn log_ratio(sample: &Sample, null: Constraint, alternative: Constraint) -> f64 {
    let shares = sample.probabilities();
    let [null, alternative] = [null, alternative].map(|constraint| constraint.divisors(&shares));
    let counts = sample.regularised();
    (0..OUTCOMES).filter(|&i| counts[i] > 0.0).map(|i| counts[i] * (null[i] / alternative[i]).ln()).sum()
}

impl Constraint {
    /// Returns the divisors that turn the observed shares into the likeliest distribution under the constraint.
    pub fn divisors(self, shares: &Probabilities) -> Divisors {
        match self {
            Constraint::Score(score) => {
                let distances = SCORES.map(|outcome| outcome - score);
                secular_zero(shares, &distances).map_or([1.0; OUTCOMES], |x| divisors(x, shares, &distances))
            }
            Constraint::TValue(t) => t_value_divisors(shares, t),
        }
    }
}

/// The number of full steps of the fixed-point iteration. A match needs three or four.
const FULL_STEPS: usize = 20;

/// The largest number of steps. Steps after the full ones are halved, since full steps may oscillate if few outcomes
/// occurred.
const STEPS: usize = 400;

/// The iteration ends when mean and deviation change by less than this.
const STEP_TOLERANCE: f64 = 1e-10;

/// Solves for the constraint µ − ½ = t·σ, which is not linear in p.
///
/// Linearised at a distribution with mean µ and deviation σ, with the scores a, it is
/// Σ pᵢ·(aᵢ − ½ − t·σ/2·(1 + ((µ − aᵢ)/σ)²)) = 0. The next step linearises at the mean and deviation of the solution. The fixed
/// point satisfies both forms of the constraint (Van den Bergh, "Comments on normalized Elo"). The first step starts from equal
/// shares.
fn t_value_divisors(shares: &Probabilities, t: f64) -> Divisors {
    let equal = shares.map(|share| if share > 0.0 { 1.0 } else { 0.0 });
    let equal = equal.map(|one| one / equal.iter().sum::<f64>());
    let (mut mu, mut sigma) = (mean(&equal), deviation(&equal));
    let mut found = [1.0; OUTCOMES];
    for step in 0..STEPS {
        let distances = SCORES.map(|score| {
            let standard = (mu - score) / sigma;
            score - 0.5 - t * sigma / 2.0 * (1.0 + standard * standard)
        });
        let Some(x) = secular_zero(shares, &distances) else { break };
        found = divisors(x, shares, &distances);
        let mut likeliest = *shares;
        likeliest.iter_mut().zip(found).for_each(|(share, divisor)| *share /= divisor);
        let (next_mu, next_sigma) = (mean(&likeliest), deviation(&likeliest));
        let (change_of_mu, change_of_sigma) = (next_mu - mu, next_sigma - sigma);
        if change_of_mu.abs().max(change_of_sigma.abs()) < STEP_TOLERANCE {
            break;
        }
        let length = if step < FULL_STEPS { 1.0 } else { 0.5 };
        mu += length * change_of_mu;
        sigma += length * change_of_sigma;
    }
    found
}

fn divisors(x: f64, shares: &Probabilities, distances: &[f64; OUTCOMES]) -> Divisors {
    std::array::from_fn(|i| divisor(x, shares[i], distances[i]))
}

/// Returns 1 + x·d, but at least the share, since no probability exceeds 1. This keeps the divisor positive if x is rounded
/// to a pole.
fn divisor(x: f64, share: f64, distance: f64) -> f64 {
    (1.0 + x * distance).max(share)
}

/// The largest number of Newton steps and bisections. Five to ten are usual; a zero next to a pole needs more.
const NEWTON_STEPS: usize = 200;

/// The Newton iteration ends after a step of at most this length, relative to the distance to the nearest pole. |f″/2f′| is at
/// most 1 over that distance, so each step squares the relative error.
const NEWTON_TOLERANCE: f64 = 1e-8;

/// Returns the zero of the secular function. `None` if the distances of all possible outcomes have the same sign: then no
/// distribution has mean distance 0.
fn secular_zero(shares: &Probabilities, distances: &[f64; OUTCOMES]) -> Option<f64> {
    let (mut least, mut most) = (0.0_f64, 0.0_f64);
    let (mut low, mut high) = (f64::NEG_INFINITY, f64::INFINITY);
    for (&distance, &share) in distances.iter().zip(shares) {
        // Where the divisor equals the share, the probability is 1, so the zero does not lie beyond.
        if share > 0.0 && distance < 0.0 {
            least = least.min(distance);
            high = high.min((share - 1.0) / distance);
        } else if share > 0.0 && distance > 0.0 {
            most = most.max(distance);
            low = low.max((share - 1.0) / distance);
        }
    }
    if least == 0.0 || most == 0.0 {
        return None;
    }
    // The function falls from +∞ at one pole to −∞ at the other.
    let poles = (-1.0 / most, -1.0 / least);
    let mut x = 0.0;
    for _ in 0..NEWTON_STEPS {
        let (mut value, mut slope) = (0.0, 0.0);
        for (distance, share) in distances.iter().zip(shares) {
            let quotient = distance / divisor(x, *share, *distance);
            value += share * quotient;
            slope -= share * quotient * quotient;
        }
        if value > 0.0 {
            low = x;
        } else {
            high = x;
        }
        let newton = x - value / slope;
        let next = if newton > low && newton < high { newton } else { low + (high - low) / 2.0 };
        let change = next - x;
        x = next;
        if change.abs() <= NEWTON_TOLERANCE * (x - poles.0).min(poles.1 - x) {
            break;
        }
    }
    Some(x)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn likeliest(shares: &Probabilities, constraint: Constraint) -> Probabilities {
        let divisors = constraint.divisors(shares);
        let mut likeliest = *shares;
        likeliest.iter_mut().zip(divisors).for_each(|(share, divisor)| *share /= divisor);
        likeliest
    }

    /// Returns samples with all combinations of no, few and many trials of each outcome.
    fn samples() -> impl Iterator<Item = Sample> {
        let counts = [0, 1, 30, 100_000];
        (0..4_usize.pow(5)).map(move |number| {
            let counts: [u64; 5] = std::array::from_fn(|digit| counts[number / 4_usize.pow(digit as u32) % 4]);
            Sample::of_pentanomial(counts)
        })
    }

    #[test]
    fn the_constraint_on_the_score_holds() {
        for sample in samples() {
            for score in [0.003, 0.3, 0.5, 0.507, 0.997] {
                let found = likeliest(&sample.probabilities(), Constraint::Score(score));
                let total: f64 = found.iter().sum();
                assert!(found.iter().all(|p| *p >= 0.0) && (total - 1.0).abs() < 1e-6, "{sample:?} {score} {found:?}");
                assert!((mean(&found) - score).abs() < 1e-6, "{sample:?} {score} {found:?}");
            }
        }
    }

    #[test]
    fn the_constraint_on_the_t_value_holds() {
        for sample in samples() {
            for t in [-0.8, -0.01, 0.0, 0.004, 0.1, 0.8] {
                let found = likeliest(&sample.probabilities(), Constraint::TValue(t));
                let total: f64 = found.iter().sum();
                assert!(found.iter().all(|p| *p >= 0.0) && (total - 1.0).abs() < 1e-6, "{sample:?} {t} {found:?}");
                let t_value = (mean(&found) - 0.5) / deviation(&found);
                assert!((t_value - t).abs() < 1e-6, "{sample:?} {t} {t_value} {found:?}");
            }
        }
    }

    #[test]
    fn the_observed_shares_are_likeliest_under_their_own_mean() {
        let shares = [0.1, 0.2, 0.4, 0.25, 0.05];
        let own_t = (mean(&shares) - 0.5) / deviation(&shares);
        for constraint in [Constraint::Score(mean(&shares)), Constraint::TValue(own_t)] {
            for (found, share) in likeliest(&shares, constraint).iter().zip(shares) {
                assert!((found - share).abs() < 1e-9);
            }
        }
    }

    #[test]
    fn two_outcomes_have_the_binomial_likelihood() {
        // 60 of 100 won: ln L(s) = 60·ln s + 40·ln(1 − s); the regularised draw adds less than 0.001.
        let sample = Sample::from(&crate::stats::Counts { wins: 60, draws: 0, losses: 40 });
        let likelihood = |score: f64| 60.0 * score.ln() + 40.0 * (1.0 - score).ln();
        let ratio = log_ratio(&sample, Constraint::Score(0.5), Constraint::Score(0.55));
        assert!((ratio - (likelihood(0.55) - likelihood(0.5))).abs() < 1e-3, "{ratio}");
    }
}
