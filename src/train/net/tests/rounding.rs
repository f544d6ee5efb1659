//! The network in whole numbers against that in floats.

use super::{GAMES, samples, settings};
use crate::datagen::replay::replay;
use crate::eval::accumulator::evaluate;
use crate::eval::inputs::LIGHT_INPUTS;
use crate::train::net::batch::Gatherer;
use crate::train::net::block::OUTPUT;
use crate::train::net::samples::Selection;
use crate::train::net::{Trainer, TrainingSettings};
use std::collections::HashSet;

/// The greatest and the mean difference of an output by rounding, in log-odds. In games of some strength, log-odds of 1 are 300 to
/// 500 centipawns.
const MOST: f32 = 0.25;
const MEAN: f32 = 0.05;

/// The score for log-odds of 1. With it, the greatest score is far from any output.
const SCALE: f32 = 400.0;

#[test]
fn a_rounded_network_gives_nearly_the_same_scores() {
    let samples = samples();
    let mut trainer = Trainer::new(&samples, &TrainingSettings { lambda: 1.0, ..settings() });
    while !trainer.is_over() {
        trainer.batch().expect("numbers");
    }
    let network = trainer.model.network(SCALE).expect("a network");
    let numbers: Vec<u32> = (0..samples.len() as u32).collect();
    let outputs: Vec<f32> = numbers
        .chunks(4096)
        .flat_map(|numbers| trainer.model.outputs(&Gatherer::new().gather(&samples, numbers)))
        .collect();
    let (mut scores, mut seen) = (Vec::new(), HashSet::new());
    for record in GAMES.iter() {
        let each = &mut |position: &crate::rules::Position, ply: &crate::datagen::record::Ply| {
            let key = (position.side_to_move(), position.rule_set(), position.key());
            if Selection::Quiet.takes(ply.flags) && seen.insert(key) {
                scores.push(evaluate(&network, position).value() as f32);
            }
        };
        replay(record, None, each).expect("a game");
    }
    assert_eq!(scores.len(), outputs.len());
    let off = |(score, output): (&f32, &f32)| (score / network.scale() as f32 - output).abs();
    let differences: Vec<f32> = scores.iter().zip(&outputs).map(off).collect();
    let greatest = differences.iter().copied().fold(0.0, f32::max);
    let mean = differences.iter().sum::<f32>() / differences.len() as f32;
    assert!(greatest < MOST && mean < MEAN, "greatest {greatest}, mean {mean}");
    let spread = outputs.iter().map(|output| output.abs()).sum::<f32>() / outputs.len() as f32;
    assert!(spread > 3.0 * mean, "the outputs are {spread} from zero");
}

#[test]
fn weights_whose_sums_could_overflow_are_reduced() {
    let samples = samples();
    let mut trainer = Trainer::new(&samples, &settings());
    for row in &mut trainer.model.parts[0].block.weights[LIGHT_INPUTS] {
        row.0[3] = 1.9;
    }
    for part in &mut trainer.model.parts {
        part.block.weights[OUTPUT].0[5] = 1.98;
    }
    assert!(trainer.model.network(400.0).is_err());
    let before = trainer.model.clone();
    assert_eq!(trainer.model.limit(), 1);
    assert!(trainer.model.network(400.0).is_ok());
    // Nothing else has changed.
    for (part, before) in trainer.model.parts.iter_mut().zip(before.parts) {
        for row in LIGHT_INPUTS {
            part.block.weights[row].0[3] = before.block.weights[row].0[3];
        }
        assert!(part.block.weights == before.block.weights);
    }
}
