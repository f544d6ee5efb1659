//! Rounds the weights to those of a [`Network`] and back, and limits them so that no sum can overflow.

use super::block::{BIAS, LANES, LAYER, Lanes, PAIRS};
use super::model::Model;
use khepri_engine::internal::eval::head::{HIDDEN, LAST_ONE, OUTPUT_ONE, OUTPUTS, SQUARE_ONE, WEIGHT_ONE};
use khepri_engine::internal::eval::inputs::{BUCKETS, INPUTS, LIGHT_INPUTS, bounds};
use khepri_engine::internal::eval::network::{self, ONE, Parts};
use khepri_engine::{InvalidNetwork, Network};

/// The factor for the weights of light. It is applied repeatedly until every sum of their neuron fits in 16 bits.
const REDUCTION: f32 = 0.97;

/// Returns a weight as a whole number, where `one` stands for 1.
fn rounded(weight: f32, one: f32) -> i32 {
    (weight * one).round() as i32
}

/// The number that stands for 1 in a weight of a square: the square of an output of 1 is less than the output.
const SQUARE_WEIGHT_ONE: f32 = LAST_ONE as f32 * OUTPUT_ONE as f32 / SQUARE_ONE as f32;

/// Returns the number of a neuron in a [`Network`], whose first half of neurons is multiplied by the second half.
const fn in_network(neuron: usize, neurons: usize) -> usize {
    let (block, lane) = (neuron / LANES, neuron % LANES);
    lane / PAIRS * (neurons / 2) + block * PAIRS + lane % PAIRS
}

impl Model {
    /// Returns the model of a network. [`Model::network`] gives the same network back. An output of the model is the score of the
    /// network divided by its scale.
    pub(super) fn of(network: &Network) -> Model {
        let Parts { neurons, rows, bias, layer, layer_bias, output, .. } = network::parts(network);
        let mut model = Model::with_weights(neurons, |row, neuron| {
            let at = in_network(neuron, neurons);
            match row {
                0..INPUTS => f32::from(rows[row * neurons + at]) / f32::from(ONE),
                BIAS => f32::from(bias[at]) / f32::from(ONE),
                _ => {
                    let (bucket, product) = ((row - LAYER) / LANES, (row - LAYER) % LANES);
                    if neuron % LANES >= OUTPUTS {
                        return 0.0;
                    }
                    let input = product / PAIRS * (neurons / 2) + neuron / LANES * PAIRS + product % PAIRS;
                    let weight = layer[(bucket * OUTPUTS + neuron % LANES) * neurons + input];
                    f32::from(weight) / WEIGHT_ONE as f32
                }
            }
        });
        let head = &mut model.head.head;
        for (bucket, (Lanes(biases), Lanes(weights))) in head.bias.iter_mut().zip(&mut head.output).enumerate() {
            for (bias, &number) in biases.iter_mut().zip(&layer_bias[bucket * OUTPUTS..][..OUTPUTS]) {
                *bias = number as f32 / OUTPUT_ONE as f32;
            }
            for (weight, &number) in weights[1..].iter_mut().zip(&output[bucket * HIDDEN..][..HIDDEN]) {
                *weight = f32::from(number) / SQUARE_WEIGHT_ONE;
            }
        }
        model
    }

    /// Reduces weights so that no sum can overflow. Returns the number of neurons whose weights of light were reduced.
    pub(super) fn limit(&mut self) -> usize {
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
        let neurons = self.neurons();
        let row = |row: usize| {
            let mut numbers = vec![0; neurons];
            let weights = self.blocks.iter().flat_map(|state| state.block.weights[row].0);
            weights
                .enumerate()
                .for_each(|(at, weight)| numbers[in_network(at, neurons)] = rounded(weight, ONE.into()) as i16);
            numbers
        };
        let layer = |bucket: usize, output: usize| {
            let products = (0..2).flat_map(move |view| self.blocks.iter().map(move |block| (view, block)));
            products.flat_map(move |(view, state)| {
                let first = LAYER + bucket * LANES + view * PAIRS;
                let weights = state.block.weights[first..first + PAIRS].iter();
                weights.map(move |weights| rounded(weights.0[output], WEIGHT_ONE as f32) as i8)
            })
        };
        let head = &self.head.head;
        let outputs = |bucket: usize| (0..OUTPUTS).map(move |output| (bucket, output));
        Network::new(Parts {
            neurons,
            scale: scale.round() as i32,
            rows: (0..INPUTS).flat_map(row).collect(),
            bias: row(BIAS),
            layer: (0..BUCKETS).flat_map(outputs).flat_map(|(bucket, output)| layer(bucket, output)).collect(),
            layer_bias: head
                .bias
                .iter()
                .flat_map(|bias| &bias.0[..OUTPUTS])
                .map(|&bias| rounded(bias, OUTPUT_ONE as f32))
                .collect(),
            output: head
                .output
                .iter()
                .flat_map(|output| output.0[1..OUTPUTS].iter())
                .map(|&weight| rounded(weight, SQUARE_WEIGHT_ONE) as i16)
                .collect(),
        })
    }
}

/// Returns whether every sum of a neuron fits in 16 bits.
fn fits(weights: &[super::block::Lanes], lane: usize) -> bool {
    let weight = |row: usize| rounded(weights[row].0[lane], ONE.into());
    let [least, most] = bounds(weight).map(|bound| bound + weight(BIAS));
    least >= i16::MIN.into() && most <= i16::MAX.into()
}
