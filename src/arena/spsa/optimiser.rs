//! Simultaneous perturbation stochastic approximation. In each iteration all values move by a random sign at once, a match
//! compares the two opposite moves, and the values move towards the better one. It plays nothing itself.
//!
//! J. C. Spall, Multivariate Stochastic Approximation Using a Simultaneous Perturbation Gradient Approximation, 1992, and
//! Implementation of the Simultaneous Perturbation Algorithm for Stochastic Optimization, 1998. The constants are those of
//! OpenBench: a parameter states its perturbation and its learning rate in the last iteration.

use super::parameters::{Kind, Parameter};
use khepri_rules::internal::util::random::Random;

/// The exponent by which the steps shrink.
const ALPHA: f64 = 0.602;
/// The exponent by which the perturbations shrink.
const GAMMA: f64 = 0.101;
/// The number of iterations that damps the first steps, as a share of all iterations.
const STABILITY: f64 = 0.1;
/// The smallest perturbation of a whole number. The two values are then always different whole numbers.
const LEAST_INT: f64 = 0.5;

/// The values of parameters, and the iterations that are done.
#[derive(Clone, Debug)]
pub struct Optimiser {
    parameters: Vec<Parameter>,
    /// The number of all iterations.
    iterations: u64,
    random: Random,
    values: Vec<f64>,
    /// The number of iterations that are done.
    done: u64,
}

/// The two sets of values that an iteration compares.
#[derive(Clone, PartialEq, Debug)]
pub struct Trial {
    /// The number of the iteration, from 1.
    pub iteration: u64,
    /// A random number for the order of the openings.
    pub seed: u64,
    /// The values with the perturbation added.
    pub plus: Vec<f64>,
    /// The values with the perturbation subtracted.
    pub minus: Vec<f64>,
    /// The change of each value for each game that `plus` wins more than it loses.
    steps: Vec<f64>,
}

impl Optimiser {
    /// Creates an optimiser at the start values. The seed determines all perturbations.
    pub fn new(parameters: Vec<Parameter>, iterations: u64, seed: u64) -> Optimiser {
        let values = parameters.iter().map(|parameter| parameter.start).collect();
        Optimiser { parameters, iterations, random: Random::seed_from_u64(seed), values, done: 0 }
    }

    /// Returns the current values.
    pub fn values(&self) -> &[f64] {
        &self.values
    }

    /// Returns the number of iterations that are done.
    pub fn done(&self) -> u64 {
        self.done
    }

    /// Returns the trial of the next iteration; `None` after the last one.
    pub fn trial(&self) -> Option<Trial> {
        let iteration = self.done + 1;
        if iteration > self.iterations {
            return None;
        }
        let mut random = self.random.stream(iteration);
        let seed = random.next_u64();
        let mut trial = Trial { iteration, seed, plus: Vec::new(), minus: Vec::new(), steps: Vec::new() };
        for (parameter, value) in self.parameters.iter().zip(&self.values) {
            let (c, rate) = self.gains(parameter);
            let flip = if random.next_u64() & 1 == 0 { c } else { -c };
            let threshold = unit(&mut random);
            let perturbed = |value: f64| {
                // One threshold for both values, so that rounding never makes them equal.
                let value = if parameter.kind == Kind::Int { (value + threshold).floor() } else { value };
                value.clamp(parameter.min, parameter.max)
            };
            trial.plus.push(perturbed(value + flip));
            trial.minus.push(perturbed(value - flip));
            trial.steps.push(rate * flip);
        }
        Some(trial)
    }

    /// Ends an iteration. `result` is the number of games that `plus` won, less the number that it lost.
    pub fn update(&mut self, trial: &Trial, result: f64) {
        for ((parameter, value), step) in self.parameters.iter().zip(&mut self.values).zip(&trial.steps) {
            *value = (*value + step * result).clamp(parameter.min, parameter.max);
        }
        self.done = trial.iteration;
    }

    /// Returns the perturbation of a parameter in the next iteration, and the learning rate: Spall's `a_k` over the square of
    /// the perturbation.
    fn gains(&self, parameter: &Parameter) -> (f64, f64) {
        let (k, last) = ((self.done + 1) as f64, self.iterations as f64);
        let c = parameter.c_end * libm::pow(last / k, GAMMA);
        let c = if parameter.kind == Kind::Int { c.max(LEAST_INT) } else { c };
        let damping = STABILITY * last;
        let a = parameter.r_end * parameter.c_end.powi(2) * libm::pow((damping + last) / (damping + k), ALPHA);
        (c, a / c.powi(2))
    }
}

/// Returns a random number from 0 up to, but not including, 1.
fn unit(random: &mut Random) -> f64 {
    /// The number of bits of an `f64` that are exact below 1.
    const BITS: u32 = 53;
    (random.next_u64() >> (u64::BITS - BITS)) as f64 / (1_u64 << BITS) as f64
}

#[cfg(test)]
mod tests {
    use super::super::parameters::read;
    use super::*;

    fn optimiser(text: &str, iterations: u64, seed: u64) -> Optimiser {
        Optimiser::new(read(text.as_bytes()).expect("parameters"), iterations, seed)
    }

    /// Returns the result of a game for the first player. Its chance to win is that of an Elo difference.
    fn game(elo: f64, random: &mut Random) -> f64 {
        let expected = 1.0 / (1.0 + libm::pow(10.0, -elo / 400.0));
        if unit(random) < expected { 1.0 } else { -1.0 }
    }

    /// Three parameters start far from the best values, 80, 30 and 1.5, at which an engine is strongest. Each costs 40 Elo at a
    /// distance of one unit, which is 30, 10 and 0.5.
    fn strength(values: &[f64]) -> f64 {
        let best_and_unit = [(80.0, 30.0), (30.0, 10.0), (1.5, 0.5)];
        let loss = values.iter().zip(best_and_unit).map(|(value, (best, unit))| ((value - best) / unit).powi(2));
        -40.0 * loss.sum::<f64>()
    }

    #[test]
    fn three_spoilt_parameters_come_back() {
        let text = "a, int, 15, 10, 200, 12, 0.006\nb, int, 55, 0, 80, 4, 0.006\nc, float, 0.5, 0, 4, 0.2, 0.006";
        for seed in 1..=8 {
            let mut optimiser = optimiser(text, 1_500, seed);
            let mut random = Random::seed_from_u64(1_000 + seed);
            assert!(strength(optimiser.values()) < -500.0);
            while let Some(trial) = optimiser.trial() {
                let elo = strength(&trial.plus) - strength(&trial.minus);
                let result = (0..16).map(|_| game(elo, &mut random)).sum();
                optimiser.update(&trial, result);
            }
            let &[a, b, c] = optimiser.values() else { panic!("three values") };
            assert!((a - 80.0).abs() < 12.0 && (b - 30.0).abs() < 4.0 && (c - 1.5).abs() < 0.2, "{seed}: {a} {b} {c}");
        }
    }

    #[test]
    fn the_gains_are_those_of_openbench() {
        // 100 iterations, C_end 4, R_end 0.25: c = 4 · 100^0.101 = 6.369, a_end = 4, a = 4 · 110^0.602 = 67.761.
        let mut optimiser = optimiser("x, float, 0, -1000, 1000, 4, 0.25", 100, 1);
        let mut gains = Vec::new();
        while let Some(trial) = optimiser.trial() {
            gains.push(optimiser.gains(&optimiser.parameters[0]));
            optimiser.update(&trial, 0.0);
        }
        let expected = [(1, 6.369, 0.394), (50, 4.290, 0.313), (100, 4.0, 0.25)];
        for (iteration, c, rate) in expected {
            let (found_c, found_rate) = gains[iteration - 1];
            assert!(
                (found_c - c).abs() < 1e-3 && (found_rate - rate).abs() < 1e-3,
                "{iteration}: {found_c} {found_rate}"
            );
        }
    }

    #[test]
    fn a_result_moves_the_values_towards_the_better_ones() {
        let mut optimiser = optimiser("x, float, 0, -9, 9, 2, 0.25\ny, float, 0, -9, 9, 2, 0.25", 1, 3);
        let trial = optimiser.trial().expect("a trial");
        assert!(trial.plus.iter().all(|value| value.abs() == 2.0));
        assert!(trial.plus.iter().zip(&trial.minus).all(|(plus, minus)| *plus == -minus));
        // In the last iteration a game is worth R_end · C_end = 0.5.
        optimiser.update(&trial, 3.0);
        let expected: Vec<f64> = trial.plus.iter().map(|value| value.signum() * 1.5).collect();
        assert_eq!((optimiser.values(), optimiser.trial()), (expected.as_slice(), None));
    }

    #[test]
    fn whole_numbers_are_rounded_without_bias_and_differ() {
        // The perturbation of 0.1 is raised to 0.5, so both values are whole numbers around 10.25.
        let (mut sum, trials) = (0.0, 2_000);
        for seed in 0..trials {
            let trial = optimiser("x, int, 10.25, 0, 20, 0.1, 0.01", 1, seed).trial().expect("a trial");
            let (plus, minus) = (trial.plus[0], trial.minus[0]);
            assert!(plus.fract() == 0.0 && (plus - minus).abs() == 1.0, "{plus} {minus}");
            sum += (plus + minus) / 2.0;
        }
        assert!((sum / trials as f64 - 10.25).abs() < 0.05, "{}", sum / trials as f64);
    }

    #[test]
    fn values_stay_in_their_range() {
        let mut optimiser = optimiser("x, int, 1, 0, 3, 5, 9", 2, 1);
        let trial = optimiser.trial().expect("a trial");
        let mut both = [trial.plus[0], trial.minus[0]];
        both.sort_by(f64::total_cmp);
        assert_eq!(both, [0.0, 3.0]);
        optimiser.update(&trial, if trial.plus[0] > 0.0 { 16.0 } else { -16.0 });
        assert_eq!(optimiser.values(), [3.0]);
    }

    #[test]
    fn trials_depend_on_the_seed_and_the_iteration_alone() {
        let text = "x, int, 50, 0, 100, 5, 0.01\ny, float, 50, 0, 100, 5, 0.01";
        let [mut first, second] = [7, 7].map(|seed| optimiser(text, 40, seed));
        assert_eq!(first.trial(), second.trial());
        let (before, other) = (first.trial().expect("a trial"), optimiser(text, 40, 8).trial().expect("a trial"));
        assert_ne!(before.seed, other.seed);
        first.update(&before, 0.0);
        assert_ne!(first.trial().expect("a trial").seed, before.seed);
    }
}
