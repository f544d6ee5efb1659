//! A block of neurons: their weights, the gradient of the weights, and their part of the output.
//!
//! A row of weights is one cache line. All rows and the gradient of a block fit into the second-level cache.

use super::batch::Chunk;
use khepri_engine::internal::eval::inputs::{BUCKETS, INPUTS};

/// The number of neurons of a block.
pub(super) const LANES: usize = 16;

/// A number for each neuron of a block.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
#[repr(C, align(64))]
pub(super) struct Lanes(pub(super) [f32; LANES]);

impl Lanes {
    #[inline(always)]
    fn add(&mut self, other: &Lanes) {
        self.0.iter_mut().zip(&other.0).for_each(|(sum, number)| *sum += number);
    }
}

/// The row of the biases, which follows the rows of the inputs.
pub(super) const BIAS: usize = INPUTS;

/// The first row of the output weights. Each bucket has a row for the neurons of the side to move and one for the opponent's.
pub(super) const OUTPUT: usize = BIAS + 1;

/// The number of rows of a block.
pub(super) const ROWS: usize = OUTPUT + 2 * BUCKETS;

/// A block of neurons.
#[derive(Clone)]
pub(super) struct Block {
    pub(super) weights: Vec<Lanes>,
    pub(super) gradient: Vec<Lanes>,
    /// The clipped neurons of the last positions, view by view.
    clipped: Vec<Lanes>,
    /// The derivatives of the loss by the neurons of a chunk, view by view.
    slopes: Vec<Lanes>,
    /// The block's part of the output for each of the last positions.
    pub(super) outputs: Vec<f32>,
}

impl Block {
    /// Returns a block with these weights.
    pub(super) fn new(weights: Vec<Lanes>) -> Block {
        let gradient = vec![Lanes::default(); weights.len()];
        Block { weights, gradient, clipped: Vec::new(), slopes: Vec::new(), outputs: Vec::new() }
    }

    /// Computes the neurons and the block's part of the output for positions.
    pub(super) fn forward(&mut self, chunks: &[Chunk]) {
        let Block { weights, clipped, outputs, .. } = self;
        clipped.clear();
        outputs.clear();
        for chunk in chunks {
            let first = clipped.len();
            clipped.resize(first + 2 * chunk.len(), weights[BIAS]);
            let neurons = &mut clipped[first..];
            for (input, views) in chunk.rows() {
                let row = weights[input];
                views.iter().for_each(|&view| neurons[usize::from(view)].add(&row));
            }
            for (neurons, &bucket) in neurons.chunks_exact_mut(2).zip(&chunk.buckets) {
                let mut products = [0.0; LANES];
                for (Lanes(neurons), Lanes(weights)) in neurons.iter_mut().zip(&weights[output_row(bucket)..]) {
                    for lane in 0..LANES {
                        let neuron = neurons[lane].clamp(0.0, 1.0);
                        neurons[lane] = neuron;
                        products[lane] += neuron * neuron * weights[lane];
                    }
                }
                outputs.push(pairwise_sum(products));
            }
        }
    }

    /// Adds the gradient of the loss over the positions of the last [`Block::forward`]. `errors` are the derivatives of the loss
    /// by the output, position by position.
    pub(super) fn backward(&mut self, chunks: &[Chunk], errors: &[f32]) {
        let Block { weights, gradient, clipped, slopes, .. } = self;
        let (inputs, rest) = gradient.split_at_mut(BIAS);
        let (mut errors, mut clipped) = (errors.iter(), clipped.iter());
        for chunk in chunks {
            slopes.clear();
            for (&bucket, &error) in chunk.buckets.iter().zip(errors.by_ref()) {
                let row = output_row(bucket);
                for (row, Lanes(neurons)) in (row..row + 2).zip(clipped.by_ref()) {
                    let (Lanes(weights), Lanes(gradient)) = (&weights[row], &mut rest[row - BIAS]);
                    let mut slope = Lanes::default();
                    for lane in 0..LANES {
                        let neuron = neurons[lane];
                        gradient[lane] += error * neuron * neuron;
                        let unclipped = 2.0 * error * neuron * weights[lane];
                        slope.0[lane] = if neuron < 1.0 { unclipped } else { 0.0 };
                    }
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

/// Returns the row of a bucket's output weights for the neurons of the side to move. The next row is that for the opponent's.
#[inline(always)]
fn output_row(bucket: u8) -> usize {
    OUTPUT + 2 * usize::from(bucket)
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
