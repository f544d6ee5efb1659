//! A block of neurons: their weights, the gradient of the weights, and their part of the output.
//!
//! A row of weights is one cache line. All rows and the gradient of a block fit into the second-level cache.

use super::batch::Chunk;
use khepri_engine::internal::eval::head::OUTPUTS;
use khepri_engine::internal::eval::inputs::{BUCKETS, INPUTS};

/// The number of neurons of a block.
pub(super) const LANES: usize = 16;

/// A number for each neuron of a block.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
#[repr(C, align(64))]
pub(super) struct Lanes(pub(super) [f32; LANES]);

impl Lanes {
    #[inline(always)]
    pub(super) fn add(&mut self, other: &Lanes) {
        self.0.iter_mut().zip(&other.0).for_each(|(sum, number)| *sum += number);
    }
}

/// The row of the biases, which follows the rows of the inputs.
pub(super) const BIAS: usize = INPUTS;

/// The first row of the weights of the second layer. Each bucket has a row for each product of the block: first those of the
/// side to move, then those of the opponent. The first lanes are the outputs of the layer, and the rest are 0.
pub(super) const LAYER: usize = BIAS + 1;

/// The number of rows of a block.
pub(super) const ROWS: usize = LAYER + BUCKETS * LANES;

/// The number of products of a view in a block. Product `n` is that of the neurons `n` and `n + PAIRS`.
pub(super) const PAIRS: usize = LANES / 2;

const _: () = assert!(OUTPUTS <= LANES, "the outputs of the second layer fit in the lanes");

/// A block of neurons.
#[derive(Clone)]
pub(super) struct Block {
    pub(super) weights: Vec<Lanes>,
    pub(super) gradient: Vec<Lanes>,
    /// The clipped neurons of the last positions, view by view.
    clipped: Vec<Lanes>,
    /// The derivatives of the loss by the neurons of a chunk, view by view.
    slopes: Vec<Lanes>,
    /// The block's part of the outputs of the second layer for each of the last positions.
    pub(super) outputs: Vec<Lanes>,
}

impl Block {
    /// Returns a block with these weights.
    pub(super) fn new(weights: Vec<Lanes>) -> Block {
        let gradient = vec![Lanes::default(); weights.len()];
        Block { weights, gradient, clipped: Vec::new(), slopes: Vec::new(), outputs: Vec::new() }
    }

    /// Computes the neurons and the block's part of the outputs of the second layer for positions.
    pub(super) fn forward(&mut self, chunks: &[Chunk]) {
        let Block { weights, clipped, outputs: block_outputs, .. } = self;
        clipped.clear();
        block_outputs.clear();
        for chunk in chunks {
            let first = clipped.len();
            clipped.resize(first + 2 * chunk.len(), weights[BIAS]);
            let neurons = &mut clipped[first..];
            for (input, views) in chunk.rows() {
                let row = weights[input];
                views.iter().for_each(|&view| neurons[usize::from(view)].add(&row));
            }
            for (views, &bucket) in neurons.as_chunks_mut::<2>().0.iter_mut().zip(&chunk.buckets) {
                views.iter_mut().flat_map(|view| &mut view.0).for_each(|neuron| *neuron = neuron.clamp(0.0, 1.0));
                let mut outputs = Lanes::default();
                for (product, Lanes(weights)) in products(views).into_iter().zip(&weights[layer_row(bucket)..]) {
                    outputs.0.iter_mut().zip(weights).for_each(|(output, weight)| *output += product * weight);
                }
                block_outputs.push(outputs);
            }
        }
    }

    /// Adds the gradient of the loss over the positions of the last [`Block::forward`]. `errors` are the derivatives of the loss
    /// by the outputs of the second layer, position by position.
    pub(super) fn backward(&mut self, chunks: &[Chunk], errors: &[Lanes]) {
        let Block { weights, gradient, clipped, slopes, .. } = self;
        let (inputs, rest) = gradient.split_at_mut(BIAS);
        let (mut errors, mut clipped) = (errors.iter(), clipped.as_chunks::<2>().0.iter());
        for chunk in chunks {
            slopes.clear();
            for ((&bucket, Lanes(errors)), views) in chunk.buckets.iter().zip(errors.by_ref()).zip(clipped.by_ref()) {
                let row = layer_row(bucket);
                let mut by_product = [0.0; LANES];
                for (number, product) in products(views).into_iter().enumerate() {
                    let (Lanes(weights), Lanes(gradient)) = (&weights[row + number], &mut rest[row + number - BIAS]);
                    gradient.iter_mut().zip(errors).for_each(|(sum, error)| *sum += product * error);
                    by_product[number] = pairwise_sum(std::array::from_fn(|lane| weights[lane] * errors[lane]));
                }
                for (view, Lanes(neurons)) in views.iter().enumerate() {
                    let slope = Lanes(std::array::from_fn(|lane| {
                        let slope = by_product[view * PAIRS + lane % PAIRS] * neurons[(lane + PAIRS) % LANES];
                        if neurons[lane] > 0.0 && neurons[lane] < 1.0 { slope } else { 0.0 }
                    }));
                    rest[0].add(&slope);
                    slopes.push(slope);
                }
            }
            for (input, views) in chunk.rows() {
                let mut sum = inputs[input];
                views.iter().for_each(|&view| sum.add(&slopes[usize::from(view)]));
                inputs[input] = sum;
            }
        }
    }
}

/// Returns the products of the clipped neurons of both views.
#[inline(always)]
fn products(views: &[Lanes; 2]) -> [f32; LANES] {
    std::array::from_fn(|at| {
        let Lanes(neurons) = &views[at / PAIRS];
        neurons[at % PAIRS] * neurons[at % PAIRS + PAIRS]
    })
}

/// Returns the first row of a bucket's weights of the second layer.
#[inline(always)]
fn layer_row(bucket: u8) -> usize {
    LAYER + LANES * usize::from(bucket)
}

/// Returns the sum of numbers, by pairwise summation.
#[inline(always)]
fn pairwise_sum(numbers: [f32; LANES]) -> f32 {
    let mut sums = numbers;
    let mut half = LANES / 2;
    while half > 0 {
        for lane in 0..half {
            sums[lane] += sums[lane + half];
        }
        half /= 2;
    }
    sums[0]
}
