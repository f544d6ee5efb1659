//! Tests of outputs and gradients against a naive network: double precision, each position on its own, and numerical derivatives.

use super::{GAMES, samples, settings};
use crate::datagen::replay::replay;
use crate::train::net::batch::ChunkBuilder;
use crate::train::net::block::{BIAS, LANES, LAYER, Lanes, PAIRS};
use crate::train::net::model::Model;
use crate::train::net::samples::PositionFilter;
use khepri_engine::internal::eval::inputs::{self, INPUTS, bucket};
use khepri_rules::Colour;
use khepri_rules::internal::util::random::Random;
use std::collections::HashSet;

/// The inputs of the side to move and of the opponent in a position, and the bucket.
struct PositionInputs {
    views: [Vec<u16>; 2],
    bucket: usize,
}

/// Returns the quiet positions of the games in order, without repeated ones.
fn positions() -> Vec<PositionInputs> {
    let (mut all, mut seen) = (Vec::new(), HashSet::new());
    for record in GAMES.iter() {
        let each = &mut |position: &khepri_rules::Position, ply: &crate::datagen::record::Ply| {
            let key = (position.side_to_move(), position.rule_set(), position.key());
            if !PositionFilter::Quiet.accepts(ply.flags) || !seen.insert(key) {
                return;
            }
            let beams = Colour::ALL.map(|colour| position.beam(colour));
            let own = position.side_to_move();
            let views = [own, own.other()].map(|view| {
                let mut ones = Vec::new();
                inputs::each(position, beams.each_ref(), view, |input| ones.push(input));
                ones
            });
            all.push(PositionInputs { views, bucket: bucket(position) });
        };
        replay(record, None, each).expect("a game");
    }
    all
}

/// Returns the weight of a row and neuron.
fn weight(model: &mut Model, row: usize, neuron: usize) -> &mut f32 {
    &mut model.blocks[neuron / LANES].block.weights[row].0[neuron % LANES]
}

/// Returns the output for a position if one weight had another value.
fn output(model: &mut Model, position: &PositionInputs, (row, neuron, value): (usize, usize, f64)) -> f64 {
    let mut at = |r: usize, n: usize| if (r, n) == (row, neuron) { value } else { f64::from(*weight(model, r, n)) };
    let mut layer = [0.0; LANES];
    for (view, inputs) in position.views.iter().enumerate() {
        let mut neuron =
            |n: usize| (at(BIAS, n) + inputs.iter().map(|&input| at(input.into(), n)).sum::<f64>()).clamp(0.0, 1.0);
        let neurons: Vec<f64> = (0..settings().neurons()).map(&mut neuron).collect();
        for (block, neurons) in neurons.chunks_exact(LANES).enumerate() {
            for pair in 0..PAIRS {
                let product = neurons[pair] * neurons[pair + PAIRS];
                let row = LAYER + position.bucket * LANES + view * PAIRS + pair;
                for (output, sum) in layer.iter_mut().enumerate() {
                    *sum += product * at(row, block * LANES + output);
                }
            }
        }
    }
    let head = &model.head.head;
    let number = |numbers: &[Lanes], output: usize| f64::from(numbers[position.bucket].0[output]);
    let output = |output: usize| layer[output] + number(&head.bias, output);
    output(0) + (1..LANES).map(|at| output(at).clamp(0.0, 1.0).powi(2) * number(&head.output, at)).sum::<f64>()
}

#[test]
fn outputs_and_gradients_are_those_of_the_naive_network() {
    let (samples, positions) = (samples(), positions());
    assert_eq!(samples.len(), positions.len());
    let numbers: Vec<u32> = (0..samples.len() as u32).step_by(7).collect();
    let positions: Vec<&PositionInputs> = numbers.iter().map(|&number| &positions[number as usize]).collect();
    assert!(positions.iter().map(|position| position.bucket).collect::<HashSet<_>>().len() >= 4, "several buckets");
    let mut model = Model::new(settings().neurons(), &mut Random::seed_from_u64(3));
    let chunks = ChunkBuilder::new().build(&samples, &numbers);
    let outputs = model.outputs(&chunks);
    let none = (usize::MAX, 0, 0.0);
    for (position, &output_found) in positions.iter().zip(&outputs) {
        let expected = output(&mut model, position, none);
        assert!((f64::from(output_found) - expected).abs() < 1e-4, "{output_found} instead of {expected}");
    }
    // The loss is the sum of the outputs times `errors`, so `errors` are its derivatives by the outputs.
    let errors: Vec<f32> = (0..numbers.len()).map(|number| (number % 5) as f32 - 1.5).collect();
    model.add_gradient(&chunks, &errors);
    let input = usize::from(positions[3].views[0][5]);
    let other = positions[9].views[1].last().map(|&input| usize::from(input)).expect("an input");
    let layer_row = LAYER + LANES * positions[0].bucket;
    let rows = [input, other, INPUTS - 3, BIAS, layer_row, layer_row + PAIRS - 1, layer_row + LANES - 1];
    for row in rows {
        for neuron in [0, 15, 16, 127] {
            let now = f64::from(*weight(&mut model, row, neuron));
            let mut loss = |value: f64| -> f64 {
                let outputs = positions.iter().map(|position| output(&mut model, position, (row, neuron, value)));
                outputs.zip(&errors).map(|(output, &error)| output * f64::from(error)).sum()
            };
            let step = 1e-5;
            let expected = (loss(now + step) - loss(now - step)) / (2.0 * step);
            let found = f64::from(model.blocks[neuron / LANES].block.gradient[row].0[neuron % LANES]);
            let tolerance = 1e-3 * expected.abs().max(1.0);
            assert!((found - expected).abs() < tolerance, "row {row}, neuron {neuron}: {found} instead of {expected}");
        }
    }
}
