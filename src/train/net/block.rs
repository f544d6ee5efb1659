//! A block of neurons: their weights, their part of the output, and the gradient of their weights.
//!
//! A row of weights of a block is one cache line. All rows of a block together, and all of its gradient, fit into the second level
//! of the cache.

use super::batch::Chunk;
use crate::eval::inputs::{BUCKETS, INPUTS};

/// The neurons of a block.
pub(super) const LANES: usize = 16;

/// A number for each neuron of a block.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
#[repr(C, align(64))]
pub(super) struct Lane(pub(super) [f32; LANES]);

impl Lane {
    #[inline(always)]
    fn add(&mut self, other: &Lane) {
        self.0.iter_mut().zip(&other.0).for_each(|(sum, number)| *sum += number);
    }
}

/// The row of the biases, after those of the inputs.
pub(super) const BIAS: usize = INPUTS;

/// The first row of the output weights: for each bucket a row for the own neurons and one for the opponent's.
pub(super) const OUTPUT: usize = BIAS + 1;

/// The rows of a block.
pub(super) const ROWS: usize = OUTPUT + 2 * BUCKETS;

/// A block of neurons.
#[derive(Clone)]
pub(super) struct Block {
    pub(super) weights: Vec<Lane>,
    pub(super) gradient: Vec<Lane>,
    /// The clipped neurons of all views of the last positions.
    clipped: Vec<Lane>,
    /// The slopes of the loss by the neurons of a chunk, view by view.
    slopes: Vec<Lane>,
    /// The part of the output of each of the last positions.
    pub(super) outputs: Vec<f32>,
}

impl Block {
    /// Returns the block with these weights.
    pub(super) fn new(weights: Vec<Lane>) -> Block {
        let gradient = vec![Lane::default(); weights.len()];
        Block { weights, gradient, clipped: Vec::new(), slopes: Vec::new(), outputs: Vec::new() }
    }

    /// Computes the neurons and the part of the output for positions.
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
                for (Lane(neurons), Lane(weights)) in neurons.iter_mut().zip(&weights[output(bucket)..]) {
                    for lane in 0..LANES {
                        let neuron = neurons[lane].clamp(0.0, 1.0);
                        neurons[lane] = neuron;
                        products[lane] += neuron * neuron * weights[lane];
                    }
                }
                outputs.push(total(products));
            }
        }
    }

    /// Adds the gradient of the loss over the positions of the last [`Block::forward`]. `errors` are the slopes of the loss by the
    /// output, position by position.
    pub(super) fn backward(&mut self, chunks: &[Chunk], errors: &[f32]) {
        let Block { weights, gradient, clipped, slopes, .. } = self;
        let (inputs, rest) = gradient.split_at_mut(BIAS);
        let (mut errors, mut clipped) = (errors.iter(), clipped.iter());
        for chunk in chunks {
            slopes.clear();
            for (&bucket, &error) in chunk.buckets.iter().zip(errors.by_ref()) {
                let row = output(bucket);
                for (row, Lane(neurons)) in (row..row + 2).zip(clipped.by_ref()) {
                    let (Lane(weights), Lane(gradient)) = (&weights[row], &mut rest[row - BIAS]);
                    let mut slope = Lane::default();
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

/// Returns the row of a bucket's output weights of the own neurons. The opponent's follow it.
#[inline(always)]
fn output(bucket: u8) -> usize {
    OUTPUT + 2 * usize::from(bucket)
}

/// Returns the sum of numbers, added in pairs.
#[inline(always)]
fn total(numbers: [f32; LANES]) -> f32 {
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
