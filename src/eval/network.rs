//! The network: its weights, its file and its sum.
//!
//! One layer of neurons sees the [inputs](super::inputs) of a position from the view of each player, with the same weights. The
//! sum of a neuron is clipped to 0 … 1 and squared. The output is a weighted sum of the neurons of both views, first those of the
//! side to move, with weights for each [bucket](super::inputs::bucket). Numbers are whole: the *accumulator* of a view is its
//! neurons before clipping.
//!
//! Source: Y. Nasu, Efficiently Updatable Neural-Network-based Evaluation Functions for Computer Shogi, 2018. The squared
//! clipping is described at <https://www.chessprogramming.org/NNUE>.

pub use super::block::{BLOCK, ONE};
use super::block::{Block, add, numbers, subtract, weighted_sum};
use super::changes::Input;
use super::inputs::{BUCKETS, INPUTS, LEG_ROWS, bounds, each_leg_row};
use super::score::Score;
use crate::util::bytes::Bytes;
use crate::util::fnv::fnv1a;
use std::sync::{Arc, LazyLock};

/// The value of an output weight that counts as 1.
pub const OUTPUT_ONE: i16 = 64;

/// The greatest output weight. Its product with [`ONE`] fits in 16 bits.
pub const MOST_OUTPUT: i16 = 127;

/// The numbers of neurons that a network may have: these multiples of 128.
pub const NEURONS: std::ops::RangeInclusive<usize> = 128..=1024;

/// The greatest score, in centipawns: far from that of a forced win.
const MOST_SCORE: i64 = 8_000;

/// The first bytes of a file.
pub const MAGIC: [u8; 8] = *b"khepriN1";

/// The length of what precedes the weights in a file: magic, inputs, neurons, buckets, scale.
const HEADER: usize = MAGIC.len() + 4 * 4;

/// The length of the checksum at the end of a file.
const CHECKSUM: usize = 8;

/// The file that is embedded.
static FILE: &[u8] = include_bytes!("khepri.net");

/// Returns the network that evaluates unless another one is loaded. It is read once, without the checks of sums that
/// [`Network::read`] makes, which a test repeats.
///
/// # Panics
/// The embedded file is not a network, which a test rules out.
pub fn embedded() -> Arc<Network> {
    static EMBEDDED: LazyLock<Arc<Network>> = LazyLock::new(|| {
        let (parts, hash) = parts(FILE).expect("the embedded file is a network");
        Arc::new(Network::assemble(parts, hash))
    });
    Arc::clone(&EMBEDDED)
}

/// The weights of a network. The format of its file is in `docs/networks.md`.
///
/// ```
/// use khepri::{Engine, Game, InvalidNetwork, Network, Upkeep};
/// # let file = include_bytes!("khepri.net");
///
/// assert_eq!(Network::read(b"another file"), Err(InvalidNetwork::Foreign));
/// let network = Network::read(file)?;
/// assert_eq!(network.to_bytes(), file);
/// println!("network {:016x}", network.hash());
/// let engine = Engine::new(Game::new("x39/4k5/////4K5/9X1 s khet2".parse()?), 1)?;
/// engine.upkeep(Upkeep::Network(network.into())).run()?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Network {
    /// The number of blocks of a view's neurons.
    blocks: usize,
    /// The score of an output of 1, in centipawns.
    scale: i32,
    /// The weights of each input, one row of neurons after the other, followed by the rows of legs.
    rows: Vec<Block>,
    /// What neurons start with.
    bias: Vec<Block>,
    /// For each bucket the weights of the side to move's neurons, then those of the opponent's.
    output: Vec<Block>,
    /// The start of the output by bucket, in units of `ONE × OUTPUT_ONE`.
    output_bias: [i32; BUCKETS],
    /// The checksum of the file.
    hash: u64,
}

/// The parts of a network that a trainer makes. All are rounded to whole numbers by it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Parts {
    /// The number of neurons, in [`NEURONS`] and a multiple of 128.
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
#[non_exhaustive]
pub enum InvalidNetwork {
    /// The file does not begin as one.
    #[error("expected a network, found another file")]
    Foreign,
    /// Another number of inputs or buckets.
    #[error("expected {expected} {what}, found {found}")]
    Shape {
        /// What is counted.
        what: &'static str,
        /// The number in the file.
        found: u32,
        /// The number that this program has.
        expected: usize,
    },
    /// A number of neurons that is not possible.
    #[error("expected a multiple of {BLOCK} from {least} to {most} neurons, found {0}", least = NEURONS.start(), most = NEURONS.end())]
    Neurons(u32),
    /// A scale that is not possible.
    #[error("expected {least} to {most} centipawns, found {0}", least = SCALES.start(), most = SCALES.end())]
    Scale(u32),
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

/// The scores that an output of 1 may have, in centipawns.
const SCALES: std::ops::RangeInclusive<u32> = 1..=4096;

/// The length of the longest file, in bytes.
pub const MOST_BYTES: usize = length(*NEURONS.end());

/// Returns the length of a file.
const fn length(neurons: usize) -> usize {
    HEADER + 2 * (INPUTS + 1 + 2 * BUCKETS) * neurons + 4 * BUCKETS + CHECKSUM
}

/// Returns the parts that the bytes of a file hold, and its checksum.
///
/// # Errors
/// The bytes are not such a file.
fn parts(bytes: &[u8]) -> Result<(Parts, u64), InvalidNetwork> {
    if bytes.len() < HEADER || !bytes.starts_with(&MAGIC) {
        return Err(InvalidNetwork::Foreign);
    }
    let mut numbers = Bytes(&bytes[MAGIC.len()..]);
    let [inputs, neurons, buckets, scale] = [0; 4].map(|_| numbers.u32().unwrap_or_default());
    let shape = |what, found, expected| Err(InvalidNetwork::Shape { what, found, expected });
    if inputs as usize != INPUTS {
        return shape("inputs", inputs, INPUTS);
    }
    if !NEURONS.contains(&(neurons as usize)) || !(neurons as usize).is_multiple_of(BLOCK) {
        return Err(InvalidNetwork::Neurons(neurons));
    }
    if buckets as usize != BUCKETS {
        return shape("buckets", buckets, BUCKETS);
    }
    if !SCALES.contains(&scale) {
        return Err(InvalidNetwork::Scale(scale));
    }
    let neurons = neurons as usize;
    let expected = length(neurons);
    if bytes.len() != expected {
        return Err(InvalidNetwork::Length { expected, found: bytes.len() });
    }
    // The length was checked, so no number is missing.
    let weights = |numbers: &mut Bytes<'_>, count| (0..count).map_while(|_| numbers.i16()).collect();
    let parts = Parts {
        neurons,
        scale: scale as i32,
        rows: weights(&mut numbers, INPUTS * neurons),
        bias: weights(&mut numbers, neurons),
        output: weights(&mut numbers, BUCKETS * 2 * neurons),
        output_bias: [0; BUCKETS].map(|_| numbers.i32().unwrap_or_default()),
    };
    let found = numbers.u64().unwrap_or_default();
    let expected = fnv1a(&bytes[..bytes.len() - CHECKSUM]);
    if found != expected {
        return Err(InvalidNetwork::Checksum { expected, found });
    }
    Ok((parts, found))
}

impl Network {
    /// Reads the bytes of a file.
    ///
    /// # Errors
    /// The reason why they are not a network that can be used.
    pub fn read(bytes: &[u8]) -> Result<Network, InvalidNetwork> {
        let (parts, hash) = parts(bytes)?;
        Network::assemble(parts, hash).proven()
    }

    /// Returns the network with these parts.
    ///
    /// # Errors
    /// A sum of weights could overflow.
    ///
    /// # Panics
    /// If the lengths of the parts do not fit each other.
    pub fn new(parts: Parts) -> Result<Network, InvalidNetwork> {
        let mut network = Network::assemble(parts, 0);
        let bytes = network.to_bytes();
        network.hash = fnv1a(&bytes[..bytes.len() - CHECKSUM]);
        network.proven()
    }

    /// Returns the network if no sum of weights can overflow.
    fn proven(self) -> Result<Network, InvalidNetwork> {
        if !self.neurons_fit() {
            return Err(InvalidNetwork::TooLarge("weights of the inputs"));
        }
        if !self.outputs_fit() {
            return Err(InvalidNetwork::TooLarge("weights of the output"));
        }
        Ok(self)
    }

    /// Returns the network with these parts, whose lengths fit each other, and this hash.
    fn assemble(parts: Parts, hash: u64) -> Network {
        let Parts { neurons, scale, rows, bias, output, output_bias } = parts;
        assert!(NEURONS.contains(&neurons) && neurons.is_multiple_of(BLOCK), "{neurons} neurons");
        let lengths = (rows.len(), bias.len(), output.len());
        assert_eq!(lengths, (INPUTS * neurons, neurons, BUCKETS * 2 * neurons), "{neurons} neurons");
        let [rows, bias, output] = [rows, bias, output].map(|numbers| Block::all(&numbers));
        let mut network = Network { blocks: neurons / BLOCK, scale, rows, bias, output, output_bias, hash };
        network.add_legs();
        network
    }

    /// Adds the rows of legs: the sums of the rows of their light. A sum may wrap around; that of an accumulator fits.
    fn add_legs(&mut self) {
        let blocks = self.blocks;
        self.rows.resize((INPUTS + LEG_ROWS) * blocks, Block::ZERO);
        let first = |row: Input| usize::from(row) * blocks;
        each_leg_row(|leg, shorter, light| {
            for block in 0..blocks {
                let mut sums = shorter.map_or(Block::ZERO, |shorter| self.rows[first(shorter) + block]);
                add(&mut sums, &self.rows[first(light) + block]);
                self.rows[first(leg) + block] = sums;
            }
        });
    }

    /// Returns the weights of the inputs.
    fn inputs(&self) -> &[Block] {
        &self.rows[..INPUTS * self.blocks]
    }

    /// Returns whether no neuron can leave 16 bits, whatever inputs can be 1 together.
    fn neurons_fit(&self) -> bool {
        (0..self.neurons()).all(|neuron| {
            let (block, at) = (neuron / BLOCK, neuron % BLOCK);
            let weight = |input: usize| i32::from(self.rows[input * self.blocks + block].0[at]);
            let [least, most] = bounds(weight).map(|bound| bound + i32::from(self.bias[block].0[at]));
            least >= i32::from(i16::MIN) && most <= i32::from(i16::MAX)
        })
    }

    /// Returns whether no output can leave 32 bits.
    fn outputs_fit(&self) -> bool {
        let in_range = numbers(&self.output).all(|weight| (-MOST_OUTPUT..=MOST_OUTPUT).contains(&weight));
        let square = i64::from(ONE) * i64::from(ONE);
        let sums = self.output.chunks_exact(2 * self.blocks);
        in_range
            && sums.zip(self.output_bias).all(|(weights, bias)| {
                let sum = numbers(weights).map(|weight| i64::from(weight).abs()).sum::<i64>() * square;
                sum + i64::from(bias).abs() <= i64::from(i32::MAX)
            })
    }

    /// Returns the bytes of a file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        for number in [INPUTS, self.neurons(), BUCKETS, self.scale as usize] {
            bytes.extend((number as u32).to_le_bytes());
        }
        for weights in [self.inputs(), &self.bias, &self.output] {
            bytes.extend(numbers(weights).flat_map(i16::to_le_bytes));
        }
        bytes.extend(self.output_bias.iter().flat_map(|bias| bias.to_le_bytes()));
        let hash = fnv1a(&bytes);
        bytes.extend(hash.to_le_bytes());
        bytes
    }

    /// Returns the number of neurons of a view.
    #[inline(always)]
    pub(crate) fn neurons(&self) -> usize {
        self.blocks * BLOCK
    }

    /// Returns the hash that names the network: the checksum of its file.
    pub fn hash(&self) -> u64 {
        self.hash
    }

    /// Returns the greatest size of a weight of the inputs, of a bias and of an output weight, each as a multiple of its 1.
    pub(crate) fn greatest_weights(&self) -> [f64; 3] {
        [(self.inputs(), ONE), (&self.bias, ONE), (&self.output, OUTPUT_ONE)].map(|(weights, one)| {
            let greatest = numbers(weights).map(i16::unsigned_abs).max().unwrap_or_default();
            f64::from(greatest) / f64::from(one)
        })
    }

    /// Returns the score of an output of 1, in centipawns.
    pub(crate) fn scale(&self) -> i32 {
        self.scale
    }

    /// Sets sums to what they start with.
    pub(super) fn start(&self, sums: &mut Vec<Block>) {
        sums.clone_from(&self.bias);
    }

    /// Adds a row to sums.
    pub(super) fn add_row(&self, row: Input, sums: &mut [Block]) {
        let row = &self.rows[usize::from(row) * self.blocks..][..self.blocks];
        sums.iter_mut().zip(row).for_each(|(sums, weights)| add(sums, weights));
    }

    /// Sets `after` to the sums after changes: rows that are added and rows that are subtracted.
    #[inline]
    pub(super) fn update(&self, before: &[Block], changes: [&[Input]; 2], after: &mut Vec<Block>) {
        after.resize(self.blocks, Block::ZERO);
        // Two blocks fill the registers of a processor with vectors of 256 bits.
        if self.blocks == 2 {
            self.update_by::<2>(1, before, changes, after);
        } else {
            self.update_by::<1>(self.blocks, before, changes, after);
        }
    }

    /// Does the same, a number of blocks at a time.
    #[inline(always)]
    fn update_by<const N: usize>(
        &self,
        in_row: usize,
        before: &[Block],
        [added, removed]: [&[Input]; 2],
        after: &mut [Block],
    ) {
        let rows = self.rows.as_chunks::<N>().0;
        for (part, (before, after)) in before.as_chunks::<N>().0.iter().zip(after.as_chunks_mut::<N>().0).enumerate() {
            let weights = |row: Input| &rows[usize::from(row) * in_row + part];
            // A sum in between may wrap around; the last one fits, as `neurons_fit` checks.
            let mut sums = *before;
            for &row in added {
                sums.iter_mut().zip(weights(row)).for_each(|(sums, weights)| add(sums, weights));
            }
            for &row in removed {
                sums.iter_mut().zip(weights(row)).for_each(|(sums, weights)| subtract(sums, weights));
            }
            *after = sums;
        }
    }

    /// Returns the score for the side to move in centipawns: `accumulators` are its own and the opponent's.
    #[inline]
    pub(super) fn output(&self, accumulators: [&[Block]; 2], bucket: usize) -> Score {
        let weights = &self.output[bucket * 2 * self.blocks..][..2 * self.blocks];
        let (own, opponent) = weights.split_at(self.blocks);
        let sum = weighted_sum([[accumulators[0], own], [accumulators[1], opponent]]);
        let output = sum / i32::from(ONE) + self.output_bias[bucket];
        let score = i64::from(output) * i64::from(self.scale) / (i64::from(ONE) * i64::from(OUTPUT_ONE));
        Score::centipawns(score.clamp(-MOST_SCORE, MOST_SCORE) as i32)
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::eval::{accumulator, inputs};
    use crate::notation::setups;
    use crate::rules::Colour;
    use crate::util::random::Random;
    use rand::SeedableRng;

    /// Returns the parts of a small network with random weights.
    pub fn random_parts(random: &mut Random) -> Parts {
        let neurons = *NEURONS.start();
        let mut weights = |count: usize, most: usize| -> Vec<i16> {
            (0..count).map(|_| random.below(2 * most + 1) as i16 - most as i16).collect()
        };
        Parts {
            neurons,
            scale: 300,
            rows: weights(INPUTS * neurons, 40),
            bias: weights(neurons, 200),
            output: weights(BUCKETS * 2 * neurons, 120),
            output_bias: [0, 100, -200, 3000, 5, -6],
        }
    }

    pub fn random_network(random: &mut Random) -> Network {
        Network::new(random_parts(random)).expect("small weights")
    }

    #[test]
    fn a_file_gives_the_network_that_was_written() {
        let network = random_network(&mut Random::seed_from_u64(1));
        let bytes = network.to_bytes();
        assert_eq!(Network::read(&bytes), Ok(network.clone()));
        assert_eq!(bytes[bytes.len() - 8..], network.hash().to_le_bytes());
    }

    #[test]
    fn the_embedded_file_is_a_network_of_at_most_three_megabytes() {
        assert_eq!(Network::read(FILE).as_ref(), Ok(&*embedded()));
        assert!(embedded().to_bytes() == FILE);
        assert!(FILE.len() <= 3_000_000, "{} bytes", FILE.len());
    }

    #[test]
    fn damaged_and_foreign_files_are_refused() {
        let bytes = random_network(&mut Random::seed_from_u64(1)).to_bytes();
        let reason = |bytes: &[u8]| Network::read(bytes).expect_err("refused").to_string();
        assert_eq!(reason(b""), "expected a network, found another file");
        assert_eq!(reason(&[0; 100]), "expected a network, found another file");
        assert_eq!(reason(&bytes[..20]), "expected a network, found another file");
        let length = bytes.len();
        assert_eq!(reason(&bytes[..length - 1]), format!("expected {length} bytes, found {}", length - 1));
        assert_eq!(reason(&[&bytes[..], &[0]].concat()), format!("expected {length} bytes, found {}", length + 1));
        let with = |at: usize, value: u8| {
            let mut bytes = bytes.clone();
            bytes[at] = value;
            bytes
        };
        assert!(reason(&with(1000, bytes[1000] ^ 1)).ends_with("the file is damaged"));
        assert!(reason(&with(8, 1)).starts_with("expected 3843 inputs, found "));
        assert_eq!(reason(&with(12, 64)), "expected a multiple of 128 from 128 to 1024 neurons, found 64");
        assert_eq!(reason(&with(16, 7)), "expected 6 buckets, found 7");
        assert_eq!(reason(&with(22, 255)), "expected 1 to 4096 centipawns, found 16711980");
    }

    #[test]
    fn weights_whose_sums_could_overflow_are_refused() {
        let parts = random_parts(&mut Random::seed_from_u64(1));
        // 30 pieces of this weight exceed 16 bits.
        let mut heavy = parts.clone();
        heavy.rows.iter_mut().for_each(|weight| *weight = 1200);
        assert_eq!(Network::new(heavy), Err(InvalidNetwork::TooLarge("weights of the inputs")));
        let mut heavy = parts.clone();
        heavy.output[17] = -128;
        assert_eq!(Network::new(heavy), Err(InvalidNetwork::TooLarge("weights of the output")));
        let mut heavy = parts;
        heavy.output_bias[3] = i32::MAX;
        assert_eq!(Network::new(heavy), Err(InvalidNetwork::TooLarge("weights of the output")));
    }

    #[test]
    fn the_score_is_the_sum_that_the_module_describes() {
        let parts = random_parts(&mut Random::seed_from_u64(2));
        let network = Network::new(parts.clone()).expect("small weights");
        for set_up in setups::all() {
            let position = &set_up.position;
            let beams = Colour::ALL.map(|colour| position.beam(colour));
            let own = position.side_to_move();
            let bucket = crate::eval::inputs::bucket(position);
            let mut output = f64::from(parts.output_bias[bucket]) / 255.0 / 64.0;
            for (side, view) in [own, own.other()].into_iter().enumerate() {
                let mut sums: Vec<f64> = parts.bias.iter().map(|&bias| f64::from(bias) / 255.0).collect();
                inputs::each(position, beams.each_ref(), view, |input| {
                    let row = &parts.rows[usize::from(input) * parts.neurons..];
                    sums.iter_mut().zip(row).for_each(|(sum, &weight)| *sum += f64::from(weight) / 255.0);
                });
                let weights = &parts.output[(2 * bucket + side) * parts.neurons..];
                let squares = sums.iter().map(|sum| sum.clamp(0.0, 1.0).powi(2));
                output += squares.zip(weights).map(|(square, &weight)| square * f64::from(weight) / 64.0).sum::<f64>();
            }
            let score = f64::from(accumulator::evaluate(&network, position).value());
            assert!((score - 300.0 * output).abs() <= 1.1, "{}: {score}, {}", set_up.name, 300.0 * output);
        }
    }
}
