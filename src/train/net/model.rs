//! The network in floats: blocks of neurons and the biases of the output.

use super::batch::Chunk;
use super::block::{BIAS, Block, LANES, Lane, OUTPUT, ROWS};
use super::optimiser::Step;
use super::quantise::{MOST_INPUT, MOST_OUTPUT};
use crate::eval::inputs::{BUCKETS, INPUTS};
use crate::util::random::Random;
use rand::Rng;
use rayon::prelude::*;

/// The greatest first weight of an input, and of the output.
const FIRST_INPUT: f32 = 0.08;
const FIRST_OUTPUT: f32 = 0.1;

/// The first bias of a neuron, near which it is neither 0 nor 1 all the time.
const FIRST_BIAS: f32 = 0.2;

/// The greatest bias of the output.
const MOST_OUTPUT_BIAS: f32 = 8.0;

/// A block and the means of its gradient and of the square of it.
#[derive(Clone)]
pub(super) struct Part {
    pub(super) block: Block,
    pub(super) means: [Vec<Lane>; 2],
}

/// The biases of the output by bucket, their gradient and its means.
#[derive(Clone, Default)]
pub(super) struct OutputBias {
    pub(super) weights: [f32; BUCKETS],
    gradient: [f32; BUCKETS],
    pub(super) means: [[f32; BUCKETS]; 2],
}

/// A network that learns.
#[derive(Clone)]
pub(super) struct Model {
    pub(super) parts: Vec<Part>,
    pub(super) output_bias: OutputBias,
}

impl Model {
    /// Returns a network with small random weights.
    pub(super) fn new(neurons: usize, random: &mut Random) -> Model {
        let mut uniform = |most: f32| most * (2.0 * (random.next_u64() >> 40) as f32 / (1 << 24) as f32 - 1.0);
        let parts = (0..neurons / LANES).map(|_| {
            let row = |row: usize| {
                Lane(std::array::from_fn(|_| match row {
                    0..INPUTS => uniform(FIRST_INPUT),
                    BIAS => FIRST_BIAS,
                    _ => uniform(FIRST_OUTPUT),
                }))
            };
            let block = Block::new((0..ROWS).map(row).collect());
            Part { block, means: [(); 2].map(|()| vec![Lane::default(); ROWS]) }
        });
        Model { parts: parts.collect(), output_bias: OutputBias::default() }
    }

    /// Returns the number of neurons of a view.
    pub(super) fn neurons(&self) -> usize {
        self.parts.len() * LANES
    }

    /// Returns the outputs for positions, in log-odds of a win for the side to move.
    pub(super) fn outputs(&mut self, chunks: &[Chunk]) -> Vec<f32> {
        self.parts.par_iter_mut().for_each(|part| part.block.forward(chunks));
        let buckets = chunks.iter().flat_map(|chunk| &chunk.buckets);
        let mut outputs: Vec<f32> = buckets.map(|&bucket| self.output_bias.weights[usize::from(bucket)]).collect();
        for part in &self.parts {
            outputs.iter_mut().zip(&part.block.outputs).for_each(|(sum, output)| *sum += output);
        }
        outputs
    }

    /// Adds the gradient over the positions of the last [`Model::outputs`]. `errors` are the slopes of the loss by the output.
    pub(super) fn learn(&mut self, chunks: &[Chunk], errors: &[f32]) {
        self.parts.par_iter_mut().for_each(|part| part.block.backward(chunks, errors));
        let buckets = chunks.iter().flat_map(|chunk| &chunk.buckets);
        for (&bucket, error) in buckets.zip(errors) {
            self.output_bias.gradient[usize::from(bucket)] += error;
        }
    }

    /// Changes the weights by the gradient, and clears it.
    pub(super) fn step(&mut self, step: &Step) {
        self.parts.par_iter_mut().for_each(
            |Part { block: Block { weights, gradient, .. }, means: [means, squares] }| {
                let rows = weights.iter_mut().zip(gradient).zip(means.iter_mut().zip(squares)).enumerate();
                for (row, ((weights, gradient), (means, squares))) in rows {
                    let limit = if row < OUTPUT { MOST_INPUT } else { MOST_OUTPUT };
                    step.apply(&mut weights.0, &mut gradient.0, [&mut means.0, &mut squares.0], row != BIAS, limit);
                }
            },
        );
        let OutputBias { weights, gradient, means: [means, squares] } = &mut self.output_bias;
        step.apply(weights, gradient, [means, squares], false, MOST_OUTPUT_BIAS);
    }
}
