//! Rounds the weights to those of a [`Network`] and back, and limits them so that no sum can overflow.

use super::block::{BIAS, LANES, OUTPUT};
use super::model::Model;
use khepri_engine::internal::eval::inputs::{BUCKETS, INPUTS, LIGHT_INPUTS, bounds};
use khepri_engine::internal::eval::network::{self, ONE, OUTPUT_ONE, Parts};
use khepri_engine::{InvalidNetwork, Network};

/// The largest sum of the absolute output weights of a bucket. Up to this sum, every output fits in 32 bits.
const MOST_OUTPUTS: f32 = 500.0;

/// The factor for the weights of light. It is applied repeatedly until every sum of their neuron fits in 16 bits.
const REDUCTION: f32 = 0.97;

/// Returns a weight as a whole number, where `one` stands for 1.
fn rounded(weight: f32, one: f32) -> i32 {
    (weight * one).round() as i32
}

/// The number that stands for an output of 1 in a bias of the output.
const BIAS_ONE: f32 = ONE as f32 * OUTPUT_ONE as f32;

impl Model {
    /// Returns the model of a network. [`Model::network`] gives the same network back. An output of the model is the score of the
    /// network divided by its scale.
    pub(super) fn of(network: &Network) -> Model {
        let Parts { neurons, rows, bias, output, output_bias, .. } = network::parts(network);
        let mut model = Model::with_weights(neurons, |row, neuron| match row {
            0..INPUTS => f32::from(rows[row * neurons + neuron]) / f32::from(ONE),
            BIAS => f32::from(bias[neuron]) / f32::from(ONE),
            _ => f32::from(output[(row - OUTPUT) * neurons + neuron]) / f32::from(OUTPUT_ONE),
        });
        model.output_bias.weights = output_bias.map(|bias| bias as f32 / BIAS_ONE);
        model
    }

    /// Reduces weights so that no sum can overflow. Returns the number of neurons whose weights of light were reduced.
    pub(super) fn limit(&mut self) -> usize {
        for row in (0..BUCKETS).map(|bucket| OUTPUT + 2 * bucket) {
            let rows = |state: &super::model::BlockState| [state.block.weights[row], state.block.weights[row + 1]];
            let sum: f32 = self.blocks.iter().flat_map(rows).flat_map(|lane| lane.0).map(f32::abs).sum();
            if sum > MOST_OUTPUTS {
                let weights = self.blocks.iter_mut().flat_map(|state| &mut state.block.weights[row..row + 2]);
                weights.flat_map(|lane| &mut lane.0).for_each(|weight| *weight *= MOST_OUTPUTS / sum);
            }
        }
        let mut reduced = 0;
        for state in &mut self.blocks {
            for lane in 0..LANES {
                let weights = &mut state.block.weights;
                reduced += usize::from(!fits(weights, lane));
                while !fits(weights, lane) {
                    weights[LIGHT_INPUTS].iter_mut().for_each(|row| row.0[lane] *= REDUCTION);
                }
            }
        }
        reduced
    }

    /// Returns the network with weights as whole numbers.
    ///
    /// # Errors
    /// A sum of weights could overflow. [`Model::limit`] prevents that.
    pub(super) fn network(&self, scale: f32) -> Result<Network, InvalidNetwork> {
        let row = |row: usize, one: i16| {
            let weights = self.blocks.iter().flat_map(move |state| state.block.weights[row].0);
            weights.map(move |weight| rounded(weight, one.into()) as i16)
        };
        Network::new(Parts {
            neurons: self.neurons(),
            scale: scale.round() as i32,
            rows: (0..INPUTS).flat_map(|input| row(input, ONE)).collect(),
            bias: row(BIAS, ONE).collect(),
            output: (0..2 * BUCKETS).flat_map(|number| row(OUTPUT + number, OUTPUT_ONE)).collect(),
            output_bias: self.output_bias.weights.map(|bias| rounded(bias, BIAS_ONE)),
        })
    }
}

/// Returns whether every sum of a neuron fits in 16 bits.
fn fits(weights: &[super::block::Lanes], lane: usize) -> bool {
    let weight = |row: usize| rounded(weights[row].0[lane], ONE.into());
    let [least, most] = bounds(weight).map(|bound| bound + weight(BIAS));
    least >= i16::MIN.into() && most <= i16::MAX.into()
}
