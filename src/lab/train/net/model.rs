//! The network with weights as floats: blocks of neurons, and the biases of the output.

use super::batch::Chunk;
use super::block::{BIAS, Block, LANES, Lanes, OUTPUT, ROWS};
use super::optimiser::Step;
use khepri_engine::internal::eval::inputs::{BUCKETS, INPUTS};
use khepri_engine::internal::eval::network::{self, OUTPUT_ONE};
use khepri_rules::internal::util::random::Random;
use rayon::prelude::*;

/// The largest initial weight of an input.
const FIRST_INPUT: f32 = 0.08;
/// The largest initial weight of the output.
const FIRST_OUTPUT: f32 = 0.1;

/// The initial bias of a neuron. With this value few neurons are clipped to 0 or 1.
const FIRST_BIAS: f32 = 0.2;

/// The largest weight of an input and the largest bias of a neuron. Without the inputs of light, every
/// sum of them fits in 16 bits.
const MOST_INPUT: f32 = 1.94;

/// The largest output weight.
const MOST_OUTPUT: f32 = network::MOST_OUTPUT as f32 / OUTPUT_ONE as f32;

/// The largest bias of the output.
const MOST_OUTPUT_BIAS: f32 = 8.0;

/// A block, and the running means of its gradient and of the squared gradient.
#[derive(Clone)]
pub(super) struct BlockState {
    pub(super) block: Block,
    pub(super) means: [Vec<Lanes>; 2],
}

/// The biases of the output by bucket, their gradient, and the running means of the gradient and of the squared gradient.
#[derive(Clone, Default)]
pub(super) struct OutputBias {
    pub(super) weights: [f32; BUCKETS],
    gradient: [f32; BUCKETS],
    pub(super) means: [[f32; BUCKETS]; 2],
}

/// A network in training.
#[derive(Clone)]
pub(super) struct Model {
    pub(super) blocks: Vec<BlockState>,
    pub(super) output_bias: OutputBias,
}

impl Model {
    /// Returns a network with small random weights.
    pub(super) fn new(neurons: usize, random: &mut Random) -> Model {
        let mut uniform = |most: f32| most * (2.0 * (random.next_u64() >> 40) as f32 / (1 << 24) as f32 - 1.0);
        Model::with_weights(neurons, |row, _| match row {
            0..INPUTS => uniform(FIRST_INPUT),
            BIAS => FIRST_BIAS,
            _ => uniform(FIRST_OUTPUT),
        })
    }

    /// Returns a network in which `weight` gives the weight of each row and neuron. The biases of the output are 0.
    pub(super) fn with_weights(neurons: usize, mut weight: impl FnMut(usize, usize) -> f32) -> Model {
        let blocks = (0..neurons / LANES).map(|block| {
            let first = block * LANES;
            let row = |row: usize| Lanes(std::array::from_fn(|lane| weight(row, first + lane)));
            let block = Block::new((0..ROWS).map(row).collect());
            BlockState { block, means: [(); 2].map(|()| vec![Lanes::default(); ROWS]) }
        });
        Model { blocks: blocks.collect(), output_bias: OutputBias::default() }
    }

    /// Returns the number of neurons for one player's view of a position.
    pub(super) fn neurons(&self) -> usize {
        self.blocks.len() * LANES
    }

    /// Returns the outputs for positions, in log-odds of a win for the side to move.
    pub(super) fn outputs(&mut self, chunks: &[Chunk]) -> Vec<f32> {
        self.blocks.par_iter_mut().for_each(|state| state.block.forward(chunks));
        let buckets = chunks.iter().flat_map(|chunk| &chunk.buckets);
        let mut outputs: Vec<f32> = buckets.map(|&bucket| self.output_bias.weights[usize::from(bucket)]).collect();
        for state in &self.blocks {
            outputs.iter_mut().zip(&state.block.outputs).for_each(|(sum, output)| *sum += output);
        }
        outputs
    }

    /// Adds the gradient of the loss over the positions of the last [`Model::outputs`]. `errors` are the derivatives of the
    /// loss with respect to the outputs.
    pub(super) fn add_gradient(&mut self, chunks: &[Chunk], errors: &[f32]) {
        self.blocks.par_iter_mut().for_each(|state| state.block.backward(chunks, errors));
        let buckets = chunks.iter().flat_map(|chunk| &chunk.buckets);
        for (&bucket, error) in buckets.zip(errors) {
            self.output_bias.gradient[usize::from(bucket)] += error;
        }
    }

    /// Updates the weights from the gradient, and clears the gradient.
    pub(super) fn step(&mut self, step: &Step) {
        self.blocks.par_iter_mut().for_each(
            |BlockState { block: Block { weights, gradient, .. }, means: [means, squares] }| {
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
