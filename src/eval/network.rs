//! The network: its weights, its file and its sum.
//!
//! One layer of neurons sees the [inputs](super::inputs) of a position from the view of each player, with the same weights. The
//! sum of a neuron is clipped to 0 … 1 and squared. The output is a weighted sum of the neurons of both views, first those of the
//! side to move, with weights for each [bucket](super::inputs::bucket). Numbers are whole: the *accumulator* of a view is its
//! neurons before clipping.
//!
//! Source: Y. Nasu, Efficiently Updatable Neural-Network-based Evaluation Functions for Computer Shogi, 2018. The squared
//! clipping is described at <https://www.chessprogramming.org/NNUE>.

use super::changes::Changes;
use super::inputs::{BUCKETS, INPUTS, Input, Inputs, bounds};
use super::score::Score;
use crate::rules::Colour;
use std::fmt;

/// The value of a neuron that counts as 1.
pub const ONE: i16 = 255;

/// The value of an output weight that counts as 1.
pub const OUTPUT_ONE: i16 = 64;

/// The greatest output weight. Its product with [`ONE`] fits in 16 bits.
pub const MOST_OUTPUT: i16 = 127;

/// Neurons are processed in blocks of this number.
const BLOCK: usize = 32;

/// The numbers of neurons that a network may have.
pub const NEURONS: std::ops::RangeInclusive<usize> = 32..=1024;

/// The greatest score, in centipawns: far from that of a forced win.
const MOST_SCORE: i64 = 8_000;

/// The first bytes of a file.
const MAGIC: [u8; 8] = *b"khepriN1";

/// The length of what precedes the weights in a file: magic, inputs, neurons, buckets, scale.
const HEADER: usize = MAGIC.len() + 4 * 4;

/// The length of the checksum at the end of a file.
const CHECKSUM: usize = 8;

/// The weights of a network.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Network {
    neurons: usize,
    /// The score of an output of 1, in centipawns.
    scale: i32,
    /// The weights of each input, one row of neurons after the other.
    rows: Vec<i16>,
    /// What neurons start with.
    bias: Vec<i16>,
    /// For each bucket the weights of the side to move's neurons, then those of the opponent's.
    output: Vec<i16>,
    /// The start of the output by bucket, in units of `ONE × OUTPUT_ONE`.
    output_bias: [i32; BUCKETS],
}

/// The parts of a network that a trainer makes. All are rounded to whole numbers by it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Parts {
    /// The number of neurons, in [`NEURONS`] and a multiple of 32.
    pub neurons: usize,
    /// The score of an output of 1, in centipawns.
    pub scale: i32,
    /// `INPUTS × neurons` weights in units of 1 / [`ONE`], input by input.
    pub rows: Vec<i16>,
    /// `neurons` biases, in the same unit.
    pub bias: Vec<i16>,
    /// `BUCKETS × 2 × neurons` weights in units of 1 / [`OUTPUT_ONE`], bucket by bucket; own neurons first.
    pub output: Vec<i16>,
    /// The biases of the output in units of 1 / ([`ONE`] × [`OUTPUT_ONE`]).
    pub output_bias: [i32; BUCKETS],
}

/// The reason why bytes are not a network that this program can use.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Unusable {
    /// The file does not begin as one.
    #[error("expected a network, found another file")]
    Foreign,
    /// Another number of inputs, neurons or buckets.
    #[error("expected {expected} {what}, found {found}")]
    Shape {
        /// What is counted.
        what: &'static str,
        /// The number in the file.
        found: u32,
        /// The numbers that are possible.
        expected: Expected,
    },
    /// The file has another length than its header says.
    #[error("expected {expected} bytes, found {found}")]
    Length {
        /// The length that follows from the header.
        expected: usize,
        /// The length of the file.
        found: usize,
    },
    /// The checksum is not that of the bytes.
    #[error("expected the checksum {expected:016x}, found {found:016x}: the file is damaged")]
    Checksum {
        /// The checksum of the bytes.
        expected: u64,
        /// The checksum in the file.
        found: u64,
    },
    /// A weight is so large that a sum could overflow.
    #[error("the {0} are too large: a sum could overflow")]
    TooLarge(&'static str),
}

/// A number, or the numbers of neurons that are possible.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Expected {
    /// This number.
    Exactly(usize),
    /// A multiple of 32 in [`NEURONS`].
    Neurons,
    /// A number in this range.
    From(u32, u32),
}

impl fmt::Display for Expected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Expected::Exactly(number) => write!(f, "{number}"),
            Expected::Neurons => write!(f, "a multiple of {BLOCK} from {} to {}", NEURONS.start(), NEURONS.end()),
            Expected::From(least, most) => write!(f, "{least} to {most}"),
        }
    }
}

/// The scores that an output of 1 may have, in centipawns.
const SCALES: std::ops::RangeInclusive<u32> = 1..=4096;

/// Reads little-endian numbers one after the other.
struct Numbers<'a>(&'a [u8]);

impl Numbers<'_> {
    fn take<const N: usize>(&mut self) -> [u8; N] {
        let (first, rest) = self.0.split_first_chunk::<N>().map_or(([0; N], &[][..]), |(first, rest)| (*first, rest));
        self.0 = rest;
        first
    }

    fn u32(&mut self) -> u32 {
        u32::from_le_bytes(self.take())
    }

    fn weights(&mut self, count: usize) -> Vec<i16> {
        (0..count).map(|_| i16::from_le_bytes(self.take())).collect()
    }
}

/// Returns the 64-bit FNV-1a hash, which is the checksum of a file and the name of a network.
/// Source: <https://datatracker.ietf.org/doc/html/draft-eastlake-fnv>.
fn hash(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

impl Network {
    /// Reads the bytes of a file.
    ///
    /// # Errors
    /// The reason why they are not a network that can be used.
    pub fn read(bytes: &[u8]) -> Result<Network, Unusable> {
        if bytes.len() < HEADER || !bytes.starts_with(&MAGIC) {
            return Err(Unusable::Foreign);
        }
        let mut numbers = Numbers(&bytes[MAGIC.len()..]);
        let [inputs, neurons, buckets, scale] = [0; 4].map(|_| numbers.u32());
        let shape = |what, found, expected| Err(Unusable::Shape { what, found, expected });
        if inputs as usize != INPUTS {
            return shape("inputs", inputs, Expected::Exactly(INPUTS));
        }
        if !NEURONS.contains(&(neurons as usize)) || neurons as usize % BLOCK != 0 {
            return shape("neurons", neurons, Expected::Neurons);
        }
        if buckets as usize != BUCKETS {
            return shape("buckets", buckets, Expected::Exactly(BUCKETS));
        }
        if !SCALES.contains(&scale) {
            return shape("centipawns", scale, Expected::From(*SCALES.start(), *SCALES.end()));
        }
        let neurons = neurons as usize;
        let weights = INPUTS * neurons + neurons + BUCKETS * 2 * neurons;
        let expected = HEADER + 2 * weights + 4 * BUCKETS + CHECKSUM;
        if bytes.len() != expected {
            return Err(Unusable::Length { expected, found: bytes.len() });
        }
        let parts = Parts {
            neurons,
            scale: scale as i32,
            rows: numbers.weights(INPUTS * neurons),
            bias: numbers.weights(neurons),
            output: numbers.weights(BUCKETS * 2 * neurons),
            output_bias: [0; BUCKETS].map(|_| numbers.u32() as i32),
        };
        let found = u64::from_le_bytes(numbers.take());
        let expected = hash(&bytes[..bytes.len() - CHECKSUM]);
        if found != expected {
            return Err(Unusable::Checksum { expected, found });
        }
        Network::new(parts)
    }

    /// Returns the network with these parts.
    ///
    /// # Errors
    /// A sum of weights could overflow.
    ///
    /// # Panics
    /// If the lengths of the parts do not fit each other.
    pub fn new(parts: Parts) -> Result<Network, Unusable> {
        let Parts { neurons, scale, rows, bias, output, output_bias } = parts;
        assert!(NEURONS.contains(&neurons) && neurons.is_multiple_of(BLOCK), "{neurons} neurons");
        let lengths = (rows.len(), bias.len(), output.len());
        assert_eq!(lengths, (INPUTS * neurons, neurons, BUCKETS * 2 * neurons), "{neurons} neurons");
        let network = Network { neurons, scale, rows, bias, output, output_bias };
        if !network.neurons_fit() {
            return Err(Unusable::TooLarge("weights of the inputs"));
        }
        if !network.outputs_fit() {
            return Err(Unusable::TooLarge("weights of the output"));
        }
        Ok(network)
    }

    /// Returns whether no neuron can leave 16 bits, whatever inputs can be 1 together.
    fn neurons_fit(&self) -> bool {
        (0..self.neurons).all(|neuron| {
            let weight = |input: usize| i32::from(self.rows[input * self.neurons + neuron]);
            let [least, most] = bounds(weight).map(|bound| bound + i32::from(self.bias[neuron]));
            least >= i32::from(i16::MIN) && most <= i32::from(i16::MAX)
        })
    }

    /// Returns whether no output can leave 32 bits.
    fn outputs_fit(&self) -> bool {
        let in_range = self.output.iter().all(|weight| weight.abs() <= MOST_OUTPUT);
        let square = i64::from(ONE) * i64::from(ONE);
        let sums = self.output.chunks_exact(2 * self.neurons);
        in_range
            && sums.zip(self.output_bias).all(|(weights, bias)| {
                let sum = weights.iter().map(|&weight| i64::from(weight.abs())).sum::<i64>() * square;
                sum + i64::from(bias).abs() <= i64::from(i32::MAX)
            })
    }

    /// Returns the bytes of a file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        for number in [INPUTS, self.neurons, BUCKETS, self.scale as usize] {
            bytes.extend((number as u32).to_le_bytes());
        }
        for weights in [&self.rows, &self.bias, &self.output] {
            bytes.extend(weights.iter().flat_map(|weight| weight.to_le_bytes()));
        }
        bytes.extend(self.output_bias.iter().flat_map(|bias| bias.to_le_bytes()));
        let hash = hash(&bytes);
        bytes.extend(hash.to_le_bytes());
        bytes
    }

    /// Returns the number of neurons of a view.
    #[inline(always)]
    pub fn neurons(&self) -> usize {
        self.neurons
    }

    /// Returns the hash that names the network: the checksum of its file.
    pub fn hash(&self) -> u64 {
        let bytes = self.to_bytes();
        hash(&bytes[..bytes.len() - CHECKSUM])
    }

    /// Returns the score of an output of 1, in centipawns.
    pub fn scale(&self) -> i32 {
        self.scale
    }

    /// Returns the weights of an input.
    #[inline(always)]
    fn row(&self, input: Input) -> &[i16] {
        let start = usize::from(input) * self.neurons;
        &self.rows[start..start + self.neurons]
    }

    /// Sets the accumulator of a view from all inputs.
    pub(super) fn fill(&self, inputs: &Inputs, view: Colour, accumulator: &mut [i16]) {
        accumulator.copy_from_slice(&self.bias);
        inputs.each(view, |input| {
            accumulator.iter_mut().zip(self.row(input)).for_each(|(sum, &weight)| *sum = sum.wrapping_add(weight));
        });
    }

    /// Sets the accumulator of a view to that of another position after changes.
    #[inline]
    pub(super) fn update(&self, before: &[i16], changes: &Changes, view: Colour, accumulator: &mut [i16]) {
        let [added, removed] = changes.of(view);
        let blocks = before.chunks_exact(BLOCK).zip(accumulator.chunks_exact_mut(BLOCK));
        for (number, (before, accumulator)) in blocks.enumerate() {
            // A sum in between may wrap around; the last one fits, as `neurons_fit` checks.
            let mut sums: [i16; BLOCK] = std::array::from_fn(|neuron| before[neuron]);
            let at = number * BLOCK;
            for &input in added {
                let weights = &self.row(input)[at..at + BLOCK];
                sums.iter_mut().zip(weights).for_each(|(sum, &weight)| *sum = sum.wrapping_add(weight));
            }
            for &input in removed {
                let weights = &self.row(input)[at..at + BLOCK];
                sums.iter_mut().zip(weights).for_each(|(sum, &weight)| *sum = sum.wrapping_sub(weight));
            }
            accumulator.copy_from_slice(&sums);
        }
    }

    /// Returns the score for the side to move in centipawns: `accumulators` are its own and the opponent's.
    #[inline]
    pub(super) fn output(&self, accumulators: [&[i16]; 2], bucket: usize) -> Score {
        let weights = &self.output[bucket * 2 * self.neurons..(bucket + 1) * 2 * self.neurons];
        let (own, theirs) = weights.split_at(self.neurons);
        let sum = weighted(accumulators[0], own) + weighted(accumulators[1], theirs);
        let output = sum / i32::from(ONE) + self.output_bias[bucket];
        let score = i64::from(output) * i64::from(self.scale) / (i64::from(ONE) * i64::from(OUTPUT_ONE));
        Score::centipawns(score.clamp(-MOST_SCORE, MOST_SCORE) as i32)
    }
}

/// Returns the sum of the squares of the clipped neurons times their weights.
#[inline(always)]
fn weighted(neurons: &[i16], weights: &[i16]) -> i32 {
    neurons
        .iter()
        .zip(weights)
        .map(|(&neuron, &weight)| {
            let clipped = neuron.clamp(0, ONE);
            // The first product fits in 16 bits, as `outputs_fit` checks.
            i32::from(clipped) * i32::from(clipped.wrapping_mul(weight))
        })
        .sum()
}
