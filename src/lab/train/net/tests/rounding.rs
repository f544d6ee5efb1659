//! Tests of the integer network against the float network.

use super::{samples, scores, settings};
use crate::train::net::batch::ChunkBuilder;
use crate::train::net::{Trainer, TrainingSettings};
use khepri_engine::internal::eval::inputs::LIGHT_INPUTS;

/// The bound for the change of an output by rounding, in log-odds. Between strong players, log-odds of 1 are 300 to 500 centipawns.
const MOST: f32 = 0.25;
/// The bound for the mean change.
const MEAN: f32 = 0.05;

/// The score for log-odds of 1. With it, no output is near the largest score.
const SCALE: f32 = 400.0;

#[test]
fn rounding_changes_scores_little() {
    let samples = samples();
    let mut trainer = Trainer::new(&samples, &TrainingSettings { lambda: 1.0, ..settings() });
    while !trainer.is_over() {
        trainer.train_batch().expect("numbers");
    }
    let network = trainer.model.network(SCALE).expect("a network");
    let numbers: Vec<u32> = (0..samples.len() as u32).collect();
    let outputs: Vec<f32> = numbers
        .chunks(4096)
        .flat_map(|numbers| trainer.model.outputs(&ChunkBuilder::new().build(&samples, numbers)))
        .collect();
    let scores = scores(&network);
    assert_eq!(scores.len(), outputs.len());
    let difference = |(score, output): (&f32, &f32)| (score / network.scale() as f32 - output).abs();
    let differences: Vec<f32> = scores.iter().zip(&outputs).map(difference).collect();
    let largest = differences.iter().copied().fold(0.0, f32::max);
    let mean = differences.iter().sum::<f32>() / differences.len() as f32;
    assert!(largest < MOST && mean < MEAN, "largest {largest}, mean {mean}");
    let magnitude = outputs.iter().map(|output| output.abs()).sum::<f32>() / outputs.len() as f32;
    assert!(magnitude > 3.0 * mean, "the mean size of an output is {magnitude}");
}

#[test]
fn only_weights_whose_sums_could_overflow_are_reduced() {
    let samples = samples();
    let mut trainer = Trainer::new(&samples, &settings());
    for row in &mut trainer.model.blocks[0].block.weights[LIGHT_INPUTS] {
        row.0[3] = 1.9;
    }
    assert!(trainer.model.network(400.0).is_err());
    let before = trainer.model.clone();
    assert_eq!(trainer.model.limit(), 1);
    assert!(trainer.model.network(400.0).is_ok());
    // Only the weights of the light inputs have changed.
    for (state, before) in trainer.model.blocks.iter_mut().zip(before.blocks) {
        for row in LIGHT_INPUTS {
            state.block.weights[row].0[3] = before.block.weights[row].0[3];
        }
        assert!(state.block.weights == before.block.weights);
    }
}
