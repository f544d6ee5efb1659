//! The losses of a network over positions, without training: against the scores of the search and the results of the games.

use super::batch::ChunkBuilder;
use super::losses::{fitted_scale, scale};
use super::model::Model;
use super::samples::Samples;
use super::trainer::outputs;
use crate::train::logistic::{cross_entropy, expectation};
use khepri_engine::Network;

/// The losses of all positions against one kind of target.
#[derive(Clone, PartialEq, Debug)]
pub struct PositionLosses {
    /// The network's score in centipawns that means log-odds of 1. It is fitted to the targets, so that networks of different
    /// scales can be compared.
    pub scale: f32,
    /// The loss of each position.
    pub losses: Vec<f64>,
}

/// The losses of a network over all positions.
#[derive(Clone, PartialEq, Debug)]
pub struct NetworkLosses {
    /// The losses against the scores of the search.
    pub scores: PositionLosses,
    /// The losses against the results of the games.
    pub results: PositionLosses,
}

impl NetworkLosses {
    /// Returns the losses of a network.
    pub fn of(network: &Network, samples: &Samples) -> NetworkLosses {
        let numbers = numbers(samples);
        let outputs = outputs(&mut Model::of(network), &ChunkBuilder::new(), samples, &numbers);
        let score = |number: usize| outputs[number] * network.scale() as f32;
        let losses = |target: &dyn Fn(usize) -> f32| {
            let scale = fitted_scale(&numbers, score, target);
            let loss = |number| cross_entropy((score(number) / scale).into(), target(number));
            PositionLosses { scale, losses: (0..samples.len()).map(loss).collect() }
        };
        let search_scale = search_scale(samples);
        NetworkLosses {
            scores: losses(&|number| expectation(samples.score(number) / search_scale)),
            results: losses(&|number| samples.result(number)),
        }
    }
}

/// Returns the score of the search in centipawns that means log-odds of 1, fitted to the results.
pub fn search_scale(samples: &Samples) -> f32 {
    scale(samples, &numbers(samples), |number| samples.score(number))
}

fn numbers(samples: &Samples) -> Vec<u32> {
    (0..samples.len() as u32).collect()
}

/// A mean with its standard error. Positions of one game depend on each other, so the error is that of independent games.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Estimate {
    /// The mean.
    pub mean: f64,
    /// The standard error; not finite if there are fewer than two games.
    pub error: f64,
}

impl Estimate {
    /// Returns the mean of a value of each position.
    pub fn of(samples: &Samples, values: &[f64]) -> Estimate {
        let mean = values.iter().sum::<f64>() / values.len() as f64;
        // The variance of a ratio: the sum of the values of a game divided by its number of positions.
        let games = (0..samples.games()).map(|game| samples.of_game(game)).filter(|positions| !positions.is_empty());
        let (games, squares) = games.fold((0.0, 0.0), |(games, squares), positions| {
            let deviation: f64 = values[positions].iter().map(|value| value - mean).sum();
            (games + 1.0, squares + deviation * deviation)
        });
        let variance: f64 = squares * games / (games - 1.0);
        Estimate { mean, error: variance.sqrt() / values.len() as f64 }
    }
}
