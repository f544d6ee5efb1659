//! The network with weights as floats: blocks of neurons, and the biases and output weights of the second layer.

use super::batch::Chunk;
use super::block::{BIAS, Block, LANES, LAYER, Lanes, ROWS};
use super::optimiser::Step;
use khepri_engine::internal::eval::head::{MOST_WEIGHT, OUTPUTS, WEIGHT_ONE};
use khepri_engine::internal::eval::inputs::{BUCKETS, INPUTS};
use khepri_rules::internal::util::random::Random;
use rayon::prelude::*;

/// The largest initial weight of an input.
const FIRST_INPUT: f32 = 0.08;
/// The largest initial weight of the second layer.
const FIRST_LAYER: f32 = 0.1;
/// The initial bias of the second layer.
const FIRST_LAYER_BIAS: f32 = 0.2;
/// The largest initial weight of a square.
const FIRST_OUTPUT: f32 = 0.5;

/// The initial bias of a neuron. With this value few neurons are clipped to 0 or 1.
const FIRST_BIAS: f32 = 0.2;

/// The largest weight of an input and the largest bias of a neuron. Without the inputs of light, every
/// sum of them fits in 16 bits.
const MOST_INPUT: f32 = 1.94;

/// The largest weight of the second layer.
const MOST_LAYER: f32 = MOST_WEIGHT as f32 / WEIGHT_ONE as f32;

/// The largest bias of the second layer and the largest weight of a square.
const MOST_OUTPUT: f32 = 8.0;

/// A block, and the running means of its gradient and of the squared gradient.
#[derive(Clone)]
pub(super) struct BlockState {
    pub(super) block: Block,
    pub(super) means: [Vec<Lanes>; 2],
}

/// The biases of the second layer and the weights of its squared outputs, by bucket. Output 0 is not squared, and its weight is 1.
#[derive(Clone)]
pub(super) struct Head {
    pub(super) bias: [Lanes; BUCKETS],
    pub(super) output: [Lanes; BUCKETS],
}

impl Head {
    const ZERO: Head = Head { bias: [Lanes([0.0; LANES]); BUCKETS], output: [Lanes([0.0; LANES]); BUCKETS] };

    /// Returns all numbers.
    pub(super) fn numbers(&mut self) -> impl Iterator<Item = &mut [f32; LANES]> {
        self.bias.iter_mut().chain(&mut self.output).map(|lanes| &mut lanes.0)
    }
}

/// The head, its gradient, and the running means of the gradient and of the squared gradient.
#[derive(Clone)]
pub(super) struct HeadState {
    pub(super) head: Head,
    gradient: Head,
    pub(super) means: [Head; 2],
    /// The outputs of the second layer for the last positions.
    layer: Vec<Lanes>,
}

/// A network in training.
#[derive(Clone)]
pub(super) struct Model {
    pub(super) blocks: Vec<BlockState>,
    pub(super) head: HeadState,
}

impl Model {
    /// Returns a network with small random weights.
    pub(super) fn new(neurons: usize, random: &mut Random) -> Model {
        let mut uniform = |most: f32| most * (2.0 * (random.next_u64() >> 40) as f32 / (1 << 24) as f32 - 1.0);
        let mut model = Model::with_weights(neurons, |row, neuron| match row {
            0..INPUTS => uniform(FIRST_INPUT),
            BIAS => FIRST_BIAS,
            _ if neuron % LANES < OUTPUTS => uniform(FIRST_LAYER),
            _ => 0.0,
        });
        let Head { bias, output } = &mut model.head.head;
        for (Lanes(bias), Lanes(output)) in bias.iter_mut().zip(output) {
            bias[1..OUTPUTS].fill(FIRST_LAYER_BIAS);
            output[1..OUTPUTS].iter_mut().for_each(|weight| *weight = uniform(FIRST_OUTPUT));
        }
        model
    }

    /// Returns a network in which `weight` gives the weight of each row and neuron. The numbers of the head are 0.
    pub(super) fn with_weights(neurons: usize, mut weight: impl FnMut(usize, usize) -> f32) -> Model {
        let blocks = (0..neurons / LANES).map(|block| {
            let first = block * LANES;
            let row = |row: usize| Lanes(std::array::from_fn(|lane| weight(row, first + lane)));
            let block = Block::new((0..ROWS).map(row).collect());
            BlockState { block, means: [(); 2].map(|()| vec![Lanes::default(); ROWS]) }
        });
        let head = HeadState { head: Head::ZERO, gradient: Head::ZERO, means: [Head::ZERO; 2], layer: Vec::new() };
        Model { blocks: blocks.collect(), head }
    }

    /// Returns the number of neurons for one player's view of a position.
    pub(super) fn neurons(&self) -> usize {
        self.blocks.len() * LANES
    }

    /// Returns the outputs for positions, in log-odds of a win for the side to move.
    pub(super) fn outputs(&mut self, chunks: &[Chunk]) -> Vec<f32> {
        self.blocks.par_iter_mut().for_each(|state| state.block.forward(chunks));
        let HeadState { head, layer, .. } = &mut self.head;
        let buckets = chunks.iter().flat_map(|chunk| &chunk.buckets).map(|&bucket| usize::from(bucket));
        layer.clear();
        layer.extend(buckets.clone().map(|bucket| head.bias[bucket]));
        for state in &self.blocks {
            layer.iter_mut().zip(&state.block.outputs).for_each(|(sum, output)| sum.add(output));
        }
        let outputs = layer.iter().zip(buckets).map(|(Lanes(layer), bucket)| {
            let squares = layer[1..OUTPUTS].iter().zip(&head.output[bucket].0[1..OUTPUTS]);
            layer[0] + squares.map(|(output, weight)| output.clamp(0.0, 1.0).powi(2) * weight).sum::<f32>()
        });
        outputs.collect()
    }

    /// Adds the gradient of the loss over the positions of the last [`Model::outputs`]. `errors` are the derivatives of the
    /// loss with respect to the outputs.
    pub(super) fn add_gradient(&mut self, chunks: &[Chunk], errors: &[f32]) {
        let HeadState { head, gradient, layer, .. } = &mut self.head;
        let buckets = chunks.iter().flat_map(|chunk| &chunk.buckets).map(|&bucket| usize::from(bucket));
        let by_layer: Vec<Lanes> = layer
            .iter()
            .zip(buckets.zip(errors))
            .map(|(Lanes(layer), (bucket, &error))| {
                let mut slopes = Lanes(std::array::from_fn(|at| {
                    let clipped = layer[at].clamp(0.0, 1.0);
                    if clipped < 1.0 { 2.0 * error * clipped * head.output[bucket].0[at] } else { 0.0 }
                }));
                slopes.0[0] = error;
                for (sum, output) in gradient.output[bucket].0.iter_mut().zip(layer).take(OUTPUTS).skip(1) {
                    *sum += error * output.clamp(0.0, 1.0).powi(2);
                }
                gradient.bias[bucket].add(&slopes);
                slopes
            })
            .collect();
        self.blocks.par_iter_mut().for_each(|state| state.block.backward(chunks, &by_layer));
    }

    /// Updates the weights from the gradient, and clears the gradient.
    pub(super) fn step(&mut self, step: &Step) {
        self.blocks.par_iter_mut().for_each(
            |BlockState { block: Block { weights, gradient, .. }, means: [means, squares] }| {
                let rows = weights.iter_mut().zip(gradient).zip(means.iter_mut().zip(squares)).enumerate();
                for (row, ((weights, gradient), (means, squares))) in rows {
                    let limit = if row < LAYER { MOST_INPUT } else { MOST_LAYER };
                    step.apply(&mut weights.0, &mut gradient.0, [&mut means.0, &mut squares.0], row != BIAS, limit);
                }
            },
        );
        let HeadState { head, gradient, means: [means, squares], .. } = &mut self.head;
        let numbers = head.numbers().zip(gradient.numbers()).zip(means.numbers().zip(squares.numbers()));
        for ((weights, gradient), (means, squares)) in numbers {
            step.apply(weights, gradient, [means, squares], false, MOST_OUTPUT);
        }
    }
}
