//! Rounds the weights to those of a [`Network`], and keeps them in the range in which no sum can overflow.

use super::block::{BIAS, LANES, OUTPUT};
use super::model::Model;
use crate::eval::inputs::{BUCKETS, INPUTS, LIGHT_INPUTS, bounds};
use crate::eval::network::{self, InvalidNetwork, Network, ONE, OUTPUT_ONE, Parts};

/// The greatest weight of an input or bias of a neuron. Without light, no sum of such weights leaves 16 bits.
pub(super) const MOST_INPUT: f32 = 1.94;

/// The greatest output weight.
pub(super) const MOST_OUTPUT: f32 = network::MOST_OUTPUT as f32 / OUTPUT_ONE as f32;

/// The greatest sum of the sizes of a bucket's output weights. With it no output leaves 32 bits.
const MOST_OUTPUTS: f32 = 500.0;

/// What a weight of light keeps when the sums of its neuron are too large.
const REDUCTION: f32 = 0.97;

fn rounded(weight: f32, one: f32) -> i32 {
    (weight * one).round() as i32
}

impl Model {
    /// Reduces weights that could let a sum overflow, and returns the number of neurons whose light was reduced.
    pub(super) fn limit(&mut self) -> usize {
        for row in (0..BUCKETS).map(|bucket| OUTPUT + 2 * bucket) {
            let rows = |part: &super::model::Part| [part.block.weights[row], part.block.weights[row + 1]];
            let sum: f32 = self.parts.iter().flat_map(rows).flat_map(|lane| lane.0).map(f32::abs).sum();
            if sum > MOST_OUTPUTS {
                let weights = self.parts.iter_mut().flat_map(|part| &mut part.block.weights[row..row + 2]);
                weights.flat_map(|lane| &mut lane.0).for_each(|weight| *weight *= MOST_OUTPUTS / sum);
            }
        }
        let mut reduced = 0;
        for part in &mut self.parts {
            for lane in 0..LANES {
                let weights = &mut part.block.weights;
                reduced += usize::from(!fits(weights, lane));
                while !fits(weights, lane) {
                    weights[LIGHT_INPUTS].iter_mut().for_each(|row| row.0[lane] *= REDUCTION);
                }
            }
        }
        reduced
    }

    /// Returns the network in whole numbers.
    ///
    /// # Errors
    /// A sum of weights could overflow, which [`Model::limit`] prevents.
    pub(super) fn network(&self, scale: f32) -> Result<Network, InvalidNetwork> {
        let row = |row: usize, one: i16| {
            let weights = self.parts.iter().flat_map(move |part| part.block.weights[row].0);
            weights.map(move |weight| rounded(weight, one.into()) as i16)
        };
        let output_one = f32::from(ONE) * f32::from(OUTPUT_ONE);
        Network::new(Parts {
            neurons: self.neurons(),
            scale: scale.round() as i32,
            rows: (0..INPUTS).flat_map(|input| row(input, ONE)).collect(),
            bias: row(BIAS, ONE).collect(),
            output: (0..2 * BUCKETS).flat_map(|number| row(OUTPUT + number, OUTPUT_ONE)).collect(),
            output_bias: self.output_bias.weights.map(|bias| rounded(bias, output_one)),
        })
    }
}

/// Returns whether the sum of a neuron stays within 16 bits.
fn fits(weights: &[super::block::Lane], lane: usize) -> bool {
    let weight = |row: usize| rounded(weights[row].0[lane], ONE.into());
    let [least, most] = bounds(weight).map(|bound| bound + weight(BIAS));
    least >= i16::MIN.into() && most <= i16::MAX.into()
}
