//! A second implementation of the network, written from `docs/networks.md`: its file, its inputs and its sums. It evaluates every
//! position from scratch, in plain loops over 64-bit integers.

use super::super::clean_room as second;
use super::state::State;
use second::light::fire;
use second::pieces::{Colour, Kind, Piece};
use second::squares::Direction;
use std::sync::LazyLock;

/// The file that the library embeds.
static FILE: &[u8] = include_bytes!("../../src/engine/eval/khepri.net");

const SQUARES: usize = 80;

/// The first inputs of light, of hits and of the rule set, and the number of inputs.
const LIGHT: usize = 2 * 19 * SQUARES;
const HITS: usize = LIGHT + 2 * 4 * SQUARES;
const RULE_SETS: usize = HITS + 2 * SQUARES;
const INPUTS: usize = RULE_SETS + 3;

/// The number of sets of weights of the later layers.
const SETS: usize = 6;

/// The number of outputs of the second layer.
const OUTPUTS: usize = 8;

/// The largest score, in centipawns.
const MAX_SCORE: i64 = 8000;

/// A network.
pub struct Network {
    neurons: usize,
    scale: i64,
    /// The weights by input, then by neuron.
    weights: Vec<i64>,
    biases: Vec<i64>,
    /// The weights of the second layer by set, then by output, then by product: first those of the side to move.
    layer_weights: Vec<i64>,
    layer_biases: Vec<i64>,
    /// The weights of the squares by set.
    square_weights: Vec<i64>,
}

/// The network that the library embeds.
pub static EMBEDDED: LazyLock<Network> = LazyLock::new(|| Network::read(FILE));

/// Removes the first signed little-endian number of some bytes, and returns it.
fn take(bytes: &mut &[u8], length: usize) -> i64 {
    let (first, rest) = bytes.split_at(length);
    *bytes = rest;
    let highest = i64::from(first[length - 1] as i8);
    first[..length - 1].iter().rev().fold(highest, |number, &byte| number * 256 + i64::from(byte))
}

impl Network {
    /// Reads the bytes of a valid file.
    pub fn read(file: &[u8]) -> Network {
        let mut rest = file.strip_prefix(b"khepriN2").expect("a network");
        let [inputs, neurons, sets, scale] = [0; 4].map(|_| take(&mut rest, 4));
        assert_eq!((inputs, sets), (INPUTS as i64, SETS as i64));
        let neurons = neurons as usize;
        let mut numbers =
            |count: usize, length: usize| -> Vec<i64> { (0..count).map(|_| take(&mut rest, length)).collect() };
        let network = Network {
            neurons,
            scale,
            weights: numbers(INPUTS * neurons, 2),
            biases: numbers(neurons, 2),
            layer_weights: numbers(SETS * OUTPUTS * neurons, 1),
            layer_biases: numbers(SETS * OUTPUTS, 4),
            square_weights: numbers(SETS * (OUTPUTS - 1), 2),
        };
        assert_eq!(rest.len(), 8, "the checksum remains");
        network
    }

    /// Returns whether no neuron can overflow 16 bits, no weight of the second layer is −128, and no output can overflow 32 bits.
    pub fn fits(&self) -> bool {
        let neurons = (0..self.neurons).all(|neuron| {
            let max = self.biases[neuron] + largest_sum(|input| self.weights[input * self.neurons + neuron]);
            let min = self.biases[neuron] - largest_sum(|input| -self.weights[input * self.neurons + neuron]);
            max < 1 << 15 && min >= -(1 << 15)
        });
        let outputs = (0..SETS).all(|set| {
            let size = |numbers: &[i64]| numbers.iter().map(|number| number.abs()).collect::<Vec<_>>();
            let bias = size(&self.layer_biases[OUTPUTS * set..][..OUTPUTS]).into_iter().max().expect("a bias");
            let squares = size(&self.square_weights[(OUTPUTS - 1) * set..][..OUTPUTS - 1]).into_iter().sum::<i64>();
            self.neurons as i64 * 127 * 127 + bias + squares * (32512 * 32512 / 32768) < 1 << 31
        });
        neurons && outputs && !self.layer_weights.contains(&-128)
    }

    /// Returns the score of a position for the side to move, in centipawns.
    pub fn evaluate(&self, state: &State) -> i64 {
        let (position, own) = (&state.0, state.0.side);
        let has_eyes = position.board.pieces().any(|(_, piece)| matches!(piece.kind, Kind::Eye(_)));
        let set = 2 * position.rule_set as usize + usize::from(has_eyes);
        let mut products = Vec::new();
        for view in [own, own.other()] {
            let mut neurons = self.biases.clone();
            for input in inputs(position, view) {
                let weights = &self.weights[input * self.neurons..][..self.neurons];
                for (neuron, weight) in neurons.iter_mut().zip(weights) {
                    *neuron += weight;
                }
            }
            let (first, second) = neurons.split_at(self.neurons / 2);
            for (first, second) in first.iter().zip(second) {
                products.push((first.clamp(&0, &255) * second.clamp(&0, &255) + 256) / 512);
            }
        }
        let layer = |output: usize| {
            let number = OUTPUTS * set + output;
            let weights = &self.layer_weights[number * self.neurons..];
            products.iter().zip(weights).map(|(product, weight)| product * weight).sum::<i64>()
                + self.layer_biases[number]
        };
        let squares = (1..OUTPUTS).map(|output| {
            let clipped = layer(output).clamp(0, 127 * 256);
            clipped * clipped / 32768 * self.square_weights[(OUTPUTS - 1) * set + output - 1]
        });
        let output = layer(0) + squares.sum::<i64>() / 64;
        (output * self.scale / (127 * 256)).clamp(-MAX_SCORE, MAX_SCORE)
    }
}

/// Returns the largest possible sum of the weights of a position's inputs: 30 pieces on different squares, all inputs of light, 17
/// hits of each shot, and a rule set.
fn largest_sum(weight: impl Fn(usize) -> i64) -> i64 {
    let largest = |mut weights: Vec<i64>, count: usize| {
        weights.sort();
        weights.into_iter().rev().take(count).filter(|&weight| weight > 0).sum::<i64>()
    };
    let piece_on = |square: usize| (0..2 * 19).map(|shape| weight(shape * SQUARES + square)).max().expect("a shape");
    let pieces = largest((0..SQUARES).map(piece_on).collect(), 30);
    let light = largest((LIGHT..HITS).map(&weight).collect(), HITS - LIGHT);
    let [own, theirs] =
        [HITS, HITS + SQUARES].map(|first| largest((first..first + SQUARES).map(&weight).collect(), 17));
    pieces + light + own + theirs + (RULE_SETS..INPUTS).map(&weight).max().expect("a rule set")
}

/// Returns the active inputs in a player's view.
fn inputs(position: &second::position::Position, view: Colour) -> Vec<usize> {
    let side = |colour: Colour| usize::from(colour != view);
    let seen = |square: usize| if view == Colour::Silver { square } else { SQUARES - 1 - square };
    let mut inputs = vec![RULE_SETS + position.rule_set as usize];
    for (square, piece) in position.board.pieces() {
        inputs.push((19 * side(piece.colour) + shape(piece, view)) * SQUARES + seen(square.index()));
    }
    for colour in [Colour::Silver, Colour::Red] {
        let shot = fire(&mut position.board.clone(), position.rule_set, colour);
        for (square, entered) in shot.path.into_iter().enumerate() {
            for heading in Direction::ALL.into_iter().filter(|&heading| entered[heading as usize]) {
                let heading = if view == Colour::Silver { heading } else { heading.opposite() };
                inputs.push(LIGHT + (4 * side(colour) + heading as usize) * SQUARES + seen(square));
            }
        }
        for hit in shot.hits {
            inputs.push(HITS + side(colour) * SQUARES + seen(hit.square.index()));
        }
    }
    inputs
}

/// Returns the index of a piece with its orientation among those of its colour, in a player's view.
fn shape(piece: Piece, view: Colour) -> usize {
    let kind = if view == Colour::Silver { piece.kind } else { piece.kind.turned(true).turned(true) };
    match kind {
        Kind::Pharaoh => 0,
        Kind::Pyramid(quarter) => 1 + quarter as usize,
        Kind::Scarab(diagonal) => 5 + diagonal as usize,
        Kind::Anubis(front) => 7 + front as usize,
        Kind::Sphinx(front) => 11 + front as usize,
        Kind::Obelisk => 15,
        Kind::Stack => 16,
        Kind::Eye(diagonal) => 17 + diagonal as usize,
    }
}
