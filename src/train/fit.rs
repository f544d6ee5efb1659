//! Logistic regression of the results of games on the counts of terms.
//!
//! Source of the gradient descent: D. Kingma, J. Ba, Adam: A Method for Stochastic Optimization, 2015.

use super::logistic::{cross_entropy, expectation, mean, steepness};
use super::samples::Samples;
use crate::eval::params::{PYRAMID, TERMS, Term, Weights, weights};
use crate::util::random::Random;
use rand::SeedableRng;

/// The settings of a fit.
#[derive(Clone, PartialEq, Debug)]
pub struct Recipe {
    /// Seed of the split of the games and of the order of the positions.
    pub seed: u64,
    /// Number of passes over all positions.
    pub epochs: u32,
    /// Weight of the next position's target in the target of a position; the rest is the score that the player reported. At 1
    /// every target is the result of the game.
    pub lambda: f64,
    /// Percentage of the games used for validation only.
    pub validation: u32,
    /// Terms with fixed weights, in [`PYRAMID`]ths.
    pub fixed: Vec<(Term, i32)>,
}

/// The results of a fit for one rule set.
#[derive(Clone, Debug)]
pub struct Fit {
    /// Logistic scale, the K of Texel's method: the log-odds of a win for an advantage of one Pyramid.
    pub scale: f64,
    /// The new weights.
    pub weights: Weights,
    /// The logistic scale of the scores that the players reported; NaN without scores.
    pub score_scale: f64,
    /// Mean loss against the targets before and after, over the training positions.
    pub training: [f64; 2],
    /// Mean loss against the results before and after, over the validation positions; NaN without positions.
    pub validation: [f64; 2],
    /// The effect of each term on the score: its weight times the standard deviation of its count, in [`PYRAMID`]ths.
    pub effects: [f64; TERMS],
}

/// Positions of a batch, after which the weights change.
const BATCH: usize = 4096;

/// Step size of the first epoch in [`PYRAMID`]ths. It decreases linearly to zero.
const STEP: f32 = 8.0;

/// Decay of Adam's two moments.
const MOMENTS: [f32; 2] = [0.9, 0.999];

/// Weights during the fit, in Pyramids times the logistic scale.
type Parameters = [f32; TERMS];

/// Fits the weights of the samples' rule set, starting from the current ones. Calls `each` after every epoch.
pub fn fit(samples: &Samples, recipe: &Recipe, each: &mut dyn FnMut()) -> Fit {
    let mut random = Random::seed_from_u64(recipe.seed);
    let (mut training, validation) = split(samples, recipe.validation, &mut random);
    let old = weights(samples.rule_set);
    let score_scale = steepness(|scale| {
        mean(samples.scored().map(|(score, result)| cross_entropy(f64::from(score) * scale, result)))
    });
    let results = samples.results();
    let targets = samples.targets(recipe.lambda as f32, |score| expectation(score * score_scale as f32));
    // It is fitted before the weights, so that these stay on their scale.
    let scale = steepness(|scale| loss(samples, &training, &targets, &parameters(old, scale)));
    let mut descent = Descent::new(old, scale as f32, &recipe.fixed);
    for epoch in 0..recipe.epochs {
        random.shuffle(&mut training);
        let step = STEP * (1.0 - epoch as f32 / recipe.epochs as f32);
        for batch in training.chunks(BATCH) {
            descent.step(samples, &targets, batch, step);
        }
        each();
    }
    let new = descent.weights();
    let losses = |positions: &[u32], targets: &[f32]| {
        [old, &new].map(|weights| loss(samples, positions, targets, &parameters(weights, scale)))
    };
    Fit {
        scale,
        score_scale,
        weights: new,
        training: losses(&training, &targets),
        validation: losses(&validation, &results),
        effects: effects(samples, &new),
    }
}

/// Splits the positions into training and validation, by whole games: positions of one game are too similar to validate each
/// other.
fn split(samples: &Samples, percent: u32, random: &mut Random) -> (Vec<u32>, Vec<u32>) {
    let mut games: Vec<usize> = (0..samples.games()).collect();
    random.shuffle(&mut games);
    let kept_out = games.len() * percent as usize / 100;
    let positions =
        |games: &[usize]| games.iter().flat_map(|&game| samples.of_game(game)).map(|number| number as u32).collect();
    (positions(&games[kept_out..]), positions(&games[..kept_out]))
}

fn parameters(weights: &Weights, scale: f64) -> Parameters {
    weights.map(|weight| (f64::from(weight) * scale / f64::from(PYRAMID)) as f32)
}

#[inline(always)]
fn score(row: &[i8], parameters: &Parameters) -> f32 {
    row.iter().zip(parameters).map(|(&count, parameter)| f32::from(count) * parameter).sum()
}

/// Returns the mean cross-entropy of positions.
fn loss(samples: &Samples, positions: &[u32], targets: &[f32], parameters: &Parameters) -> f64 {
    mean(positions.iter().map(|&number| {
        let score = score(samples.row(number as usize), parameters);
        cross_entropy(score.into(), targets[number as usize])
    }))
}

/// The weights during the gradient descent.
struct Descent {
    scale: f32,
    /// The weights in [`PYRAMID`]ths.
    weights: [f32; TERMS],
    /// Whether each weight is fixed.
    fixed: [bool; TERMS],
    moments: [[f32; TERMS]; 2],
    /// The bias of the moments towards zero, where they start.
    bias: [f32; 2],
}

impl Descent {
    fn new(start: &Weights, scale: f32, fixed: &[(Term, i32)]) -> Descent {
        let mut descent = Descent {
            scale: scale / PYRAMID as f32,
            weights: start.map(|weight| weight as f32),
            fixed: [false; TERMS],
            moments: [[0.0; TERMS]; 2],
            bias: [1.0; 2],
        };
        for &(term, weight) in fixed {
            descent.weights[term.index()] = weight as f32;
            descent.fixed[term.index()] = true;
        }
        descent
    }

    fn step(&mut self, samples: &Samples, targets: &[f32], batch: &[u32], step: f32) {
        let parameters = self.weights.map(|weight| weight * self.scale);
        let mut gradient = [0.0; TERMS];
        for &number in batch {
            let row = samples.row(number as usize);
            let error = expectation(score(row, &parameters)) - targets[number as usize];
            for (slope, &count) in gradient.iter_mut().zip(row) {
                *slope += error * f32::from(count);
            }
        }
        for (bias, decay) in self.bias.iter_mut().zip(MOMENTS) {
            *bias *= decay;
        }
        for (term, slope) in gradient.into_iter().map(|sum| sum / batch.len() as f32).enumerate() {
            for (order, decay) in MOMENTS.into_iter().enumerate() {
                let moment = &mut self.moments[order][term];
                *moment = decay * *moment + (1.0 - decay) * slope.powi(order as i32 + 1);
            }
            if self.fixed[term] {
                continue;
            }
            let mean = self.moments[0][term] / (1.0 - self.bias[0]);
            let square = self.moments[1][term] / (1.0 - self.bias[1]);
            let range = Term::ALL[term].range();
            let moved = self.weights[term] - step * mean / (square.sqrt() + f32::EPSILON);
            self.weights[term] = moved.clamp(*range.start() as f32, *range.end() as f32);
        }
    }

    fn weights(&self) -> Weights {
        self.weights.map(|weight| weight.round() as i32)
    }
}

fn effects(samples: &Samples, weights: &Weights) -> [f64; TERMS] {
    let mut sums = [[0.0; 2]; TERMS];
    for number in 0..samples.len() {
        for (sums, &count) in sums.iter_mut().zip(samples.row(number)) {
            sums[0] += f64::from(count);
            sums[1] += f64::from(count) * f64::from(count);
        }
    }
    let positions = samples.len() as f64;
    std::array::from_fn(|term| {
        let [sum, squares] = sums[term].map(|sum| sum / positions);
        f64::from(weights[term]) * (squares - sum * sum).max(0.0).sqrt()
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::RuleSet;

    const RECIPE: Recipe = Recipe { seed: 1, epochs: 60, lambda: 1.0, validation: 10, fixed: Vec::new() };

    /// Weights that differ from those of the library, and the terms that differ.
    fn truth() -> (Weights, [Term; 3]) {
        let mut weights = *weights(RuleSet::Khet2);
        let moved = [(Term::Guard, 500), (Term::OpenLine, -150), (Term::Tempo, 300)];
        for (term, weight) in moved {
            weights[term.index()] = weight;
        }
        (weights, moved.map(|(term, _)| term))
    }

    /// Returns games of one position with random counts, whose results are drawn from the logistic model of these weights.
    fn games(weights: &Weights, scale: f64) -> Samples {
        let mut random = Random::seed_from_u64(5);
        let mut samples = Samples::new(RuleSet::Khet2);
        let terms = [Term::Pyramid, Term::Guard, Term::OpenLine, Term::Tempo];
        for _ in 0..60_000 {
            let mut counts = [0; TERMS];
            for (term, most) in terms.into_iter().zip([4, 2, 9, 1]) {
                counts[term.index()] = random.below(2 * most + 1) as i8 - most as i8;
            }
            let expected = expectation(score(&counts, &parameters(weights, scale)));
            let result = if (random.below(1 << 20) as f32) < expected * (1 << 20) as f32 { 1.0 } else { 0.0 };
            samples.push_row(counts, result);
        }
        samples
    }

    #[test]
    fn the_weights_behind_the_results_are_found() {
        let (truth, moved) = truth();
        // The logistic scale is fitted with the old weights, so only ratios to the Pyramid are comparable.
        let fit = fit(&games(&truth, 0.8), &RECIPE, &mut || ());
        let share = |weights: &Weights, term: Term| {
            f64::from(weights[term.index()]) / f64::from(weights[Term::Pyramid.index()])
        };
        for term in moved {
            let [found, expected] = [&fit.weights, &truth].map(|weights| share(weights, term));
            assert!((found - expected).abs() < 0.05, "{}: {found} instead of {expected}", term.name());
        }
        assert!(fit.training[1] < fit.training[0] && fit.validation[1] < fit.validation[0]);
        let unseen = Term::Legs.index();
        assert_eq!(fit.weights[unseen], weights(RuleSet::Khet2)[unseen], "a term without counts keeps its weight");
    }

    #[test]
    fn the_same_seed_gives_the_same_weights_and_fixed_terms_stay() {
        let samples = games(&truth().0, 0.8);
        let short = Recipe { epochs: 3, ..RECIPE };
        let [one, same] = [0; 2].map(|_| fit(&samples, &short, &mut || ()));
        assert_eq!((one.weights, one.training, one.validation), (same.weights, same.training, same.validation));
        let other = fit(&samples, &Recipe { seed: 2, ..short.clone() }, &mut || ());
        assert_ne!(one.validation, other.validation);
        let fixed = fit(&samples, &Recipe { fixed: vec![(Term::Guard, 777)], ..short }, &mut || ());
        assert_eq!(fixed.weights[Term::Guard.index()], 777);
    }

    #[test]
    fn every_epoch_is_reported() {
        let mut epochs = 0;
        fit(&games(&truth().0, 0.8), &Recipe { epochs: 2, ..RECIPE }, &mut || epochs += 1);
        assert_eq!(epochs, 2);
    }
}
