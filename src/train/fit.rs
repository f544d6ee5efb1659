//! Logistic regression of results on counts.
//!
//! Source of the descent: D. Kingma, J. Ba, Adam: A Method for Stochastic Optimization, 2015.

use super::samples::Samples;
use crate::eval::params::{PYRAMID, TERMS, Term, Weights, weights};
use crate::util::random::Random;
use rand::SeedableRng;

/// How the weights are fitted.
#[derive(Clone, PartialEq, Debug)]
pub struct Recipe {
    /// Decides which games validate and in which order positions are looked at.
    pub seed: u64,
    /// How often all positions are looked at.
    pub epochs: u32,
    /// How much of a position's target is what becomes of the next one, down to the result; the rest is what the player
    /// thought who moved. At 1 the target is the result alone.
    pub lambda: f64,
    /// Percent of the games that are kept out of the fit and validate it.
    pub validation: u32,
    /// Terms that keep a weight, in [`PYRAMID`]ths.
    pub fixed: Vec<(Term, i32)>,
}

/// What came out for one rule set.
#[derive(Clone, Debug)]
pub struct Fit {
    /// Steepness of the curve: a position that is so many Pyramids better is won with odds of e to 1, the inverse of K.
    pub scale: f64,
    /// The new weights.
    pub weights: Weights,
    /// The same of the scores that the players told; NaN if they told none.
    pub score_scale: f64,
    /// Mean loss before and after against the targets, of the positions that were fitted to.
    pub training: [f64; 2],
    /// Mean loss before and after against the results, of those that were not; NaN if there are none.
    pub validation: [f64; 2],
    /// How much each term moves the score: its weight times the standard deviation of its count, in [`PYRAMID`]ths.
    pub effects: [f64; TERMS],
}

/// Positions that are looked at before the weights move.
const BATCH: usize = 4096;

/// How far a weight moves with a step at the beginning, in [`PYRAMID`]ths; it falls to nothing in the end.
const STEP: f32 = 8.0;

/// Decay of Adam's two moments.
const MOMENTS: [f32; 2] = [0.9, 0.999];

/// Weights as they are fitted, in Pyramids times the steepness of the curve.
type Parameters = [f32; TERMS];

/// Fits the weights of the samples' rule set, from those that it has; `each` is told after every epoch.
pub fn fit(samples: &Samples, recipe: &Recipe, each: &mut dyn FnMut()) -> Fit {
    let mut random = Random::seed_from_u64(recipe.seed);
    let (mut training, validation) = split(samples, recipe.validation, &mut random);
    let old = weights(samples.rule_set);
    let score_scale = steepness(|scale| {
        mean(samples.scored().map(|(score, result)| cross_entropy(f64::from(score) * scale, result)))
    });
    let results = samples.results();
    let targets = samples.targets(recipe.lambda as f32, |score| expectation(score * score_scale as f32));
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

/// Whole games to either side: positions of one game are too much alike to validate each other.
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

#[inline(always)]
fn expectation(score: f32) -> f32 {
    1.0 / (1.0 + (-score).exp())
}

/// What it costs to have expected this of a score before the result.
fn cross_entropy(score: f64, result: f32) -> f64 {
    // ln(1 + e^x) without overflow, for the loss of either outcome.
    let softplus = |x: f64| x.max(0.0) + (-x.abs()).exp().ln_1p();
    let result = f64::from(result);
    result * softplus(-score) + (1.0 - result) * softplus(score)
}

fn mean(losses: impl Iterator<Item = f64>) -> f64 {
    let (mut sum, mut count) = (0.0, 0.0);
    for loss in losses {
        sum += loss;
        count += 1.0;
    }
    sum / count
}

/// The mean cross-entropy of some positions.
fn loss(samples: &Samples, positions: &[u32], targets: &[f32], parameters: &Parameters) -> f64 {
    mean(positions.iter().map(|&number| {
        let score = score(samples.row(number as usize), parameters);
        cross_entropy(score.into(), targets[number as usize])
    }))
}

/// The steepness with the least loss; fitted before the weights, so that these stay on their scale.
fn steepness(loss: impl Fn(f64) -> f64) -> f64 {
    let (mut low, mut high): (f64, f64) = (0.01, 10.0);
    for _ in 0..40 {
        let third = (high / low).cbrt();
        let [one, other] = [low * third, high / third];
        if loss(one) < loss(other) { high = other } else { low = one }
    }
    (low * high).sqrt()
}

/// The weights on their way down.
struct Descent {
    scale: f32,
    /// In [`PYRAMID`]ths.
    weights: [f32; TERMS],
    /// Whether a weight stays as it is.
    fixed: [bool; TERMS],
    moments: [[f32; TERMS]; 2],
    /// What the moments still lack, because they began at zero.
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

    /// Games of one position with counts by chance, whose results come about as the curve of these weights says.
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
    fn weights_that_have_made_the_results_are_found_again() {
        let (truth, moved) = truth();
        // The steepness is found with the old weights, so what is found is in proportion to the Pyramid.
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
        assert_eq!(
            fit.weights[unseen],
            weights(RuleSet::Khet2)[unseen],
            "of a term that no game has nothing is learned"
        );
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
    fn every_epoch_is_told() {
        let mut epochs = 0;
        fit(&games(&truth().0, 0.8), &Recipe { epochs: 2, ..RECIPE }, &mut || epochs += 1);
        assert_eq!(epochs, 2);
    }
}
