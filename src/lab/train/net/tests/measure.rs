//! Tests of the losses of a network without training.

use super::{samples, scores};
use crate::train::net::measure::{Estimate, NetworkLosses, PositionLosses, search_scale};
use khepri_engine::internal::eval::network;
use khepri_engine::internal::eval::network::random_network;
use khepri_rules::internal::util::random::Random;

/// Returns the mean cross-entropy of scores with a scale, in double precision.
fn loss(scores: &[f32], scale: f32, targets: &[f64]) -> f64 {
    let losses = scores.iter().zip(targets).map(|(&score, target)| {
        let expected = 1.0 / (1.0 + (-f64::from(score / scale)).exp());
        -(target * expected.ln() + (1.0 - target) * (1.0 - expected).ln())
    });
    losses.sum::<f64>() / scores.len() as f64
}

#[test]
fn losses_are_those_of_the_networks_scores_with_the_best_scale() {
    let samples = samples();
    let results: Vec<f64> = (0..samples.len()).map(|number| samples.result(number).into()).collect();
    let search_scale = search_scale(&samples);
    let expected = |number| 1.0 / (1.0 + (-f64::from(samples.score(number) / search_scale)).exp());
    let expected: Vec<f64> = (0..samples.len()).map(expected).collect();
    let found = NetworkLosses::of(&network::embedded(), &samples);
    let scores = scores(&network::embedded());
    for (PositionLosses { scale, losses }, targets) in [(&found.results, &results), (&found.scores, &expected)] {
        // The integer network rounds its scores.
        let (mean, by_hand) = (Estimate::of(&samples, losses).mean, loss(&scores, *scale, targets));
        assert!((mean - by_hand).abs() < 1e-3, "{mean}, {by_hand}");
    }
    let scale = found.scores.scale;
    for other in [0.9, 1.1].map(|factor| scale * factor) {
        assert!(loss(&scores, other, &expected) > loss(&scores, scale, &expected), "{other} instead of {scale}");
    }
    let random = NetworkLosses::of(&random_network(&mut Random::seed_from_u64(1)), &samples);
    assert!(random.scores.losses.iter().sum::<f64>() > found.scores.losses.iter().sum::<f64>());
}

#[test]
fn the_standard_error_is_that_of_independent_games() {
    let samples = samples();
    assert!(samples.games() > 2);
    // All positions of a game have the same value. So the mean is a mean of games, weighted by their positions.
    let mut values = vec![0.0; samples.len()];
    let sizes: Vec<f64> = (0..samples.games()).map(|game| samples.of_game(game).len() as f64).collect();
    for game in 0..samples.games() {
        values[samples.of_game(game)].fill((game % 3) as f64);
    }
    let total: f64 = sizes.iter().sum();
    let mean = sizes.iter().enumerate().map(|(game, size)| (game % 3) as f64 * size).sum::<f64>() / total;
    let squares: f64 = sizes.iter().enumerate().map(|(game, size)| (size * ((game % 3) as f64 - mean)).powi(2)).sum();
    let games = sizes.iter().filter(|&&size| size > 0.0).count() as f64;
    let Estimate { mean: found, error } = Estimate::of(&samples, &values);
    assert!((found - mean).abs() < 1e-9);
    assert!((error - (squares * games / (games - 1.0)).sqrt() / total).abs() < 1e-9, "{error}");
    assert_eq!(Estimate::of(&samples, &vec![0.5; samples.len()]).error, 0.0);
}
