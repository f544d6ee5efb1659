//! Tests of training that begins with the weights of a network.

use super::{finish, samples, scores, settings};
use crate::train::net::batch::ChunkBuilder;
use crate::train::net::model::Model;
use crate::train::net::{CheckpointError, Start, Trainer, TrainingSettings};
use khepri_engine::Network;
use khepri_engine::internal::eval::network::{Parts, random_network, random_parts};
use khepri_rules::internal::util::random::Random;
use std::sync::Arc;

/// Returns the settings of a short training that begins with random weights of this seed.
fn settings_from(seed: u64) -> TrainingSettings {
    let network = random_network(&mut Random::seed_from_u64(seed));
    TrainingSettings { start: Start::Network(Arc::new(network)), ..settings() }
}

#[test]
fn a_network_and_its_model_have_the_same_weights_and_outputs() {
    let samples = samples();
    for network in [Arc::new(random_network(&mut Random::seed_from_u64(1))), Network::embedded()] {
        let mut model = Model::of(&network);
        assert!(model.network(network.scale() as f32).as_ref() == Ok(&*network));
        let numbers: Vec<u32> = (0..samples.len() as u32).collect();
        let outputs = model.outputs(&ChunkBuilder::new().build(&samples, &numbers));
        let scores = scores(&network);
        assert_eq!(scores.len(), outputs.len());
        for (score, output) in scores.iter().zip(outputs) {
            // The integer network rounds its products to 1/127.
            let expected = output * network.scale() as f32;
            assert!((score - expected).abs() < 60.0, "{score}, expected {expected}");
        }
    }
}

#[test]
fn tiny_steps_keep_the_weights() {
    let samples = samples();
    for seed in [1, 2] {
        let settings = TrainingSettings { epochs: 1, rate: 1e-9, decay: 0.0, ..settings_from(seed) };
        let mut trainer = Trainer::new(&samples, &settings);
        let [start, scale] = [trainer.start_losses().expect("a start").targets, trainer.scale().round().into()];
        while !trainer.is_over() {
            trainer.train_batch().expect("numbers");
        }
        let after = trainer.epochs()[0].validation.targets;
        assert!((start - after).abs() < 1e-4, "{start}, {after}");
        let parts = random_parts(&mut Random::seed_from_u64(seed));
        let expected = Network::new(Parts { scale: scale as i32, ..parts });
        assert!(trainer.best().map(|(_, network)| network) == expected.as_ref().ok());
    }
}

#[test]
fn training_continued_from_any_batch_gives_the_same_network() {
    let samples = samples();
    let whole = finish(Trainer::new(&samples, &settings_from(1))).to_bytes();
    let batches = Trainer::new(&samples, &settings_from(1)).position_counts()[0].div_ceil(settings().batch);
    for stop in [0, 1, batches, batches + 2] {
        let mut first = Trainer::new(&samples, &settings_from(1));
        (0..stop).for_each(|_| assert!(first.train_batch().is_ok()));
        let mut second = Trainer::new(&samples, &settings_from(1));
        assert_eq!(second.resume(&first.checkpoint()), Ok(()));
        assert_eq!(second.start_losses(), first.start_losses());
        assert!(finish(second).to_bytes() == whole, "stopped after {stop} batches");
    }
}

#[test]
fn a_checkpoint_of_another_start_is_refused() {
    let samples = samples();
    let all = [settings(), settings_from(1), settings_from(2)];
    for (number, settings) in all.iter().enumerate() {
        let checkpoint = Trainer::new(&samples, settings).checkpoint();
        for (other, settings) in all.iter().enumerate().filter(|&(other, _)| other != number) {
            let refusal = Trainer::new(&samples, settings).resume(&checkpoint);
            let is_named = matches!(&refusal, Err(CheckpointError::Setting { option, .. }) if option == "--start");
            assert!(is_named, "{number}, {other}: {refusal:?}");
        }
    }
}
