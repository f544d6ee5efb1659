//! The mean losses of predictions against the targets of the training, the results of games, and the scores of searches.

use super::samples::Samples;
use crate::train::logistic::{cross_entropy, expectation, mean, steepness};

/// The largest number of positions to which a scale is fitted.
const SCALE_POSITIONS: usize = 200_000;

/// The mean cross-entropies of some positions.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Losses {
    /// The loss against the targets of the training.
    pub targets: f64,
    /// The loss against the results of the games.
    pub results: f64,
    /// The loss against the scores of the search.
    pub scores: f64,
}

impl Losses {
    /// Returns the losses of `outputs` (in log-odds) for the positions with these numbers.
    pub(super) fn of(samples: &Samples, numbers: &[u32], outputs: &[f32], targets: &[f32], scale: f32) -> Losses {
        let losses = |target: &dyn Fn(usize) -> f32| {
            let each = numbers.iter().zip(outputs);
            mean(each.map(|(&number, &output)| cross_entropy(output.into(), target(number as usize))))
        };
        Losses {
            targets: losses(&|number| targets[number]),
            results: losses(&|number| samples.result(number)),
            scores: losses(&|number| expectation(samples.score(number) / scale)),
        }
    }
}

/// Returns the scale that fits scores best to results: the score in centipawns that corresponds to log-odds of 1.
pub(super) fn scale(samples: &Samples, numbers: &[u32], score: impl Fn(usize) -> f32) -> f32 {
    fitted_scale(numbers, score, |number| samples.result(number))
}

/// Returns the scale that fits scores best to expected results.
pub(super) fn fitted_scale(numbers: &[u32], score: impl Fn(usize) -> f32, target: impl Fn(usize) -> f32) -> f32 {
    let every = numbers.len().div_ceil(SCALE_POSITIONS).max(1);
    let pairs: Vec<(f64, f32)> = numbers
        .iter()
        .step_by(every)
        .map(|&number| (f64::from(score(number as usize)) / 100.0, target(number as usize)))
        .collect();
    let steepness =
        steepness(|steepness| mean(pairs.iter().map(|&(score, result)| cross_entropy(score * steepness, result))));
    (100.0 / steepness) as f32
}
