//! The network: its weights, its file and its sum.
//!
//! One layer of neurons reads the [inputs](super::inputs) of a position twice, from the view of each player, with the same
//! weights. A neuron sums its weighted inputs. The [later layers](super::head) compute the score from the neurons of both views, the
//! view of the side to move first. All numbers are integers. The *accumulator* of a view holds the sums of the neurons before clipping.
//!
//! Source: Y. Nasu, Efficiently Updatable Neural-Network-based Evaluation Functions for Computer Shogi, 2018.

pub use super::block::{BLOCK, ONE};
use super::block::{Block, add, numbers, subtract};
use super::changes::{Changes, Input, Rows};
use super::head::{HIDDEN, Head, OUTPUT_ONE, OUTPUTS, WEIGHT_ONE};
use super::inputs::{BUCKETS, INPUTS, LEG_ROWS, bounds, each_leg_row};
use super::score::Score;
use crate::util::bytes::Bytes;
use khepri_rules::internal::util::fnv::fnv1a;
use khepri_rules::internal::util::random::Random;
use std::sync::{Arc, LazyLock};

/// The numbers of neurons that a network may have: the multiples of 128 in this range.
pub const NEURONS: std::ops::RangeInclusive<usize> = 128..=1024;

/// The greatest score of the network, in centipawns. It is far below the scores of forced wins.
const MOST_SCORE: i64 = 8_000;

/// The first bytes of a file.
pub const MAGIC: [u8; 8] = *b"khepriN2";

/// The length of the header of a file, before the weights: magic, inputs, neurons, buckets, scale.
const HEADER: usize = MAGIC.len() + 4 * 4;

/// The length of the checksum at the end of a file.
const CHECKSUM: usize = 8;

/// The embedded file.
static FILE: &[u8] = include_bytes!("khepri.net");

/// Returns the embedded network, which evaluates unless another one is loaded. It is read once. The overflow checks of
/// [`Network::read`] are omitted here, because a test makes them.
///
/// # Panics
/// The embedded file is not a network. A test rules this out.
pub fn embedded() -> Arc<Network> {
    static EMBEDDED: LazyLock<Arc<Network>> = LazyLock::new(|| {
        let (parts, hash) = read_parts(FILE).expect("the embedded file is a network");
        Arc::new(Network::assemble(parts, hash))
    });
    Arc::clone(&EMBEDDED)
}

/// Returns the parts of a network.
pub fn parts(network: &Network) -> Parts {
    Parts {
        neurons: network.neurons(),
        scale: network.scale,
        rows: numbers(network.inputs()).collect(),
        bias: numbers(&network.bias).collect(),
        layer: network.heads.iter().flat_map(Head::weights).collect(),
        layer_bias: network.heads.iter().flat_map(Head::bias).collect(),
        output: network.heads.iter().flat_map(Head::output).map(|weight| weight as i16).collect(),
    }
}

/// Returns the greatest absolute values of the weights of the inputs, of the biases and of the weights of the second layer, as real numbers.
pub fn greatest_weights(network: &Network) -> [f64; 3] {
    let [inputs, bias] = [network.inputs(), &network.bias].map(|weights| {
        let greatest = numbers(weights).map(i16::unsigned_abs).max().unwrap_or_default();
        f64::from(greatest) / f64::from(ONE)
    });
    let layer = network.heads.iter().flat_map(Head::weights).map(i8::unsigned_abs).max().unwrap_or_default();
    [inputs, bias, f64::from(layer) / f64::from(WEIGHT_ONE)]
}

/// The weights of a network. The format of its file is in `docs/networks.md`.
///
/// ```
/// use khepri_engine::{Engine, Game, InvalidNetwork, Network, Upkeep, Wdl};
/// # let file = include_bytes!("khepri.net");
///
/// assert_eq!(Network::read(b"another file"), Err(InvalidNetwork::Foreign));
/// let network = Network::read(file)?;
/// assert_eq!(network.to_bytes(), file);
/// println!("network {:016x}: {} neurons, scale {}", network.hash(), network.neurons(), network.scale());
/// let engine = Engine::new(Game::new("x39/4k5/////4K5/9X1 s khet2".parse()?), 1)?;
/// engine.upkeep(Upkeep::Network(network.into())).run()?;
///
/// let position = engine.game().position();
/// let chances = Wdl::of(Network::embedded().evaluate(position), position);
/// assert_eq!(chances.win + chances.draw + chances.loss, 1000);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Network {
    /// The number of blocks that hold the neurons of one view.
    blocks: usize,
    /// The score of an output of 1, in centipawns.
    scale: i32,
    /// The rows of weights, one weight per neuron: first a row for each input, then a row for each leg.
    rows: Vec<Block>,
    /// The bias of each neuron, with which its sum starts.
    bias: Vec<Block>,
    /// The later layers, by bucket.
    heads: Vec<Head>,
    /// The checksum of the file.
    hash: u64,
}

/// The parts of a network that a trainer makes. The trainer rounds all numbers to integers.
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
    /// `BUCKETS × OUTPUTS × neurons` weights of the second layer in units of 1 / [`WEIGHT_ONE`], bucket by bucket and output by
    /// output. The weights for the products of the side to move come first.
    pub layer: Vec<i8>,
    /// `BUCKETS × OUTPUTS` biases of the second layer in units of 1 / [`OUTPUT_ONE`].
    pub layer_bias: Vec<i32>,
    /// `BUCKETS × HIDDEN` weights of the squares in units of 1 / [`LAST_ONE`](super::head::LAST_ONE).
    pub output: Vec<i16>,
}

/// The reason why bytes are not a network that this program can use.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum InvalidNetwork {
    /// The file does not begin like a network.
    #[error("expected a network, found another file")]
    Foreign,
    /// The file has another number of inputs or buckets than this program.
    #[error("expected {expected} {what}, found {found}")]
    Shape {
        /// What is counted.
        what: &'static str,
        /// The number in the file.
        found: u32,
        /// The number that this program has.
        expected: usize,
    },
    /// The number of neurons is not possible.
    #[error("expected a multiple of {BLOCK} from {least} to {most} neurons, found {0}", least = NEURONS.start(), most = NEURONS.end())]
    Neurons(u32),
    /// The scale is not possible.
    #[error("expected {least} to {most} centipawns, found {0}", least = SCALES.start(), most = SCALES.end())]
    Scale(u32),
    /// The length of the file does not match its header.
    #[error("expected {expected} bytes, found {found}")]
    Length {
        /// The length that follows from the header.
        expected: usize,
        /// The length of the file.
        found: usize,
    },
    /// The checksum does not match the bytes.
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

/// Returns the length of the file of a network with this number of neurons, in bytes.
const fn length(neurons: usize) -> usize {
    HEADER + 2 * (INPUTS + 1) * neurons + BUCKETS * (OUTPUTS * (neurons + 4) + 2 * HIDDEN) + CHECKSUM
}

/// Parses the bytes of a file. Returns its parts and its checksum.
///
/// # Errors
/// The bytes are not a network that this program can use.
fn read_parts(bytes: &[u8]) -> Result<(Parts, u64), InvalidNetwork> {
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
        layer: (0..BUCKETS * OUTPUTS * neurons).map_while(|_| numbers.u8()).map(|weight| weight as i8).collect(),
        layer_bias: (0..BUCKETS * OUTPUTS).map_while(|_| numbers.i32()).collect(),
        output: weights(&mut numbers, BUCKETS * HIDDEN),
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
    /// The bytes are not a network that this program can use.
    pub fn read(bytes: &[u8]) -> Result<Network, InvalidNetwork> {
        let (parts, hash) = read_parts(bytes)?;
        Network::assemble(parts, hash).proven()
    }

    /// Returns the network with these parts.
    ///
    /// # Errors
    /// A sum of weights could overflow.
    ///
    /// # Panics
    /// The number of neurons is not possible, or the lengths of the parts do not fit it.
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

    /// Returns the network with these parts and this hash. Does not check whether a sum could overflow.
    fn assemble(parts: Parts, hash: u64) -> Network {
        let Parts { neurons, scale, rows, bias, layer, layer_bias, output } = parts;
        assert!(NEURONS.contains(&neurons) && neurons.is_multiple_of(BLOCK), "{neurons} neurons");
        let lengths = (rows.len(), bias.len(), layer.len(), layer_bias.len(), output.len());
        let expected = (INPUTS * neurons, neurons, BUCKETS * OUTPUTS * neurons, BUCKETS * OUTPUTS, BUCKETS * HIDDEN);
        assert_eq!(lengths, expected, "{neurons} neurons");
        let [rows, bias] = [rows, bias].map(|numbers| Block::all(&numbers));
        let layers = layer.chunks_exact(OUTPUTS * neurons).zip(layer_bias.chunks_exact(OUTPUTS));
        let heads =
            layers.zip(output.chunks_exact(HIDDEN)).map(|((layer, bias), output)| Head::new(layer, bias, output));
        let mut network = Network { blocks: neurons / BLOCK, scale, rows, bias, heads: heads.collect(), hash };
        network.add_legs();
        network
    }

    /// Adds the rows of the legs. The row of a leg is the sum of the rows for light on its squares. A number in such a row
    /// may wrap around, because only the final sum in an accumulator has to fit.
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

    /// Returns whether the sum of each neuron fits in 16 bits for every possible combination of inputs.
    fn neurons_fit(&self) -> bool {
        (0..self.neurons()).all(|neuron| {
            let (block, at) = (neuron / BLOCK, neuron % BLOCK);
            let weight = |input: usize| i32::from(self.rows[input * self.blocks + block].0[at]);
            let [least, most] = bounds(weight).map(|bound| bound + i32::from(self.bias[block].0[at]));
            least >= i32::from(i16::MIN) && most <= i32::from(i16::MAX)
        })
    }

    /// Returns whether every sum of the later layers fits in its type.
    fn outputs_fit(&self) -> bool {
        self.heads.iter().all(Head::fits)
    }

    /// Returns the network as the bytes of a file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        for number in [INPUTS, self.neurons(), BUCKETS, self.scale as usize] {
            bytes.extend((number as u32).to_le_bytes());
        }
        for weights in [self.inputs(), &self.bias] {
            bytes.extend(numbers(weights).flat_map(i16::to_le_bytes));
        }
        bytes.extend(self.heads.iter().flat_map(Head::weights).map(|weight| weight as u8));
        bytes.extend(self.heads.iter().flat_map(Head::bias).flat_map(i32::to_le_bytes));
        bytes.extend(self.heads.iter().flat_map(Head::output).flat_map(|weight| (weight as i16).to_le_bytes()));
        let hash = fnv1a(&bytes);
        bytes.extend(hash.to_le_bytes());
        bytes
    }

    /// Returns the embedded network.
    pub fn embedded() -> Arc<Network> {
        embedded()
    }

    /// Returns the number of neurons of a view.
    #[inline(always)]
    pub fn neurons(&self) -> usize {
        self.blocks * BLOCK
    }

    /// Returns the score of an output of 1, in centipawns.
    pub fn scale(&self) -> i32 {
        self.scale
    }

    /// Returns the hash that names the network: the checksum of its file.
    pub fn hash(&self) -> u64 {
        self.hash
    }

    /// Sets sums to the biases.
    pub(super) fn start(&self, sums: &mut Vec<Block>) {
        sums.clone_from(&self.bias);
    }

    /// Adds a row to sums.
    pub(super) fn add_row(&self, row: Input, sums: &mut [Block]) {
        let row = &self.rows[usize::from(row) * self.blocks..][..self.blocks];
        sums.iter_mut().zip(row).for_each(|(sums, weights)| add(sums, weights));
    }

    /// Sets `after` to the sums `before`, plus the added rows, minus the removed rows of a view.
    // One copy for both views, because of the instruction cache.
    #[inline(never)]
    pub(super) fn update(&self, before: &[Block], changes: &Changes, view: usize, after: &mut Vec<Block>) {
        after.resize(self.blocks, Block::ZERO);
        // Two blocks fill the registers of a processor with vectors of 256 bits.
        if self.blocks == 2 {
            self.update_by::<2>(1, before, changes, view, after);
        } else {
            self.update_by::<1>(self.blocks, before, changes, view, after);
        }
    }

    /// Does the same as [`Network::update`], `N` blocks at a time.
    #[inline(always)]
    fn update_by<const N: usize>(
        &self,
        in_row: usize,
        before: &[Block],
        changes: &Changes,
        view: usize,
        after: &mut [Block],
    ) {
        let rows = self.rows.as_chunks::<N>().0;
        for (part, (before, after)) in before.as_chunks::<N>().0.iter().zip(after.as_chunks_mut::<N>().0).enumerate() {
            let weights = |views: &Rows| &rows[usize::from(views[view]) * in_row + part];
            // An intermediate sum may wrap around. The final sum fits, as `neurons_fit` checks.
            let mut sums = *before;
            for row in &changes.added {
                sums.iter_mut().zip(weights(row)).for_each(|(sums, weights)| add(sums, weights));
            }
            for row in &changes.removed {
                sums.iter_mut().zip(weights(row)).for_each(|(sums, weights)| subtract(sums, weights));
            }
            *after = sums;
        }
    }

    /// Returns the score in centipawns, from the view of the side to move. `accumulators` holds the sums of the side to
    /// move, then the sums of the opponent.
    #[inline]
    pub(super) fn output(&self, accumulators: [&[Block]; 2], bucket: usize) -> Score {
        let output = self.heads[bucket].evaluate(accumulators);
        let score = i64::from(output) * i64::from(self.scale) / i64::from(OUTPUT_ONE);
        Score::centipawns(score.clamp(-MOST_SCORE, MOST_SCORE) as i32)
    }
}

/// Returns the parts of a small network with random weights, for tests.
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
        layer: weights(BUCKETS * OUTPUTS * neurons, 120).into_iter().map(|weight| weight as i8).collect(),
        layer_bias: weights(BUCKETS * OUTPUTS, 3000).into_iter().map(i32::from).collect(),
        output: weights(BUCKETS * HIDDEN, 120),
    }
}

/// Returns a small network with random weights, for tests.
///
/// # Panics
/// A sum of the weights overflows. They are too small for this.
pub fn random_network(random: &mut Random) -> Network {
    Network::new(random_parts(random)).expect("small weights")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::{accumulator, inputs};
    use khepri_rules::{Colour, setups};

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
        // The sum of 30 such weights exceeds 16 bits.
        let mut heavy = parts.clone();
        heavy.rows.iter_mut().for_each(|weight| *weight = 1200);
        assert_eq!(Network::new(heavy), Err(InvalidNetwork::TooLarge("weights of the inputs")));
        let mut heavy = parts.clone();
        heavy.layer[17] = -128;
        assert_eq!(Network::new(heavy), Err(InvalidNetwork::TooLarge("weights of the output")));
        let mut heavy = parts;
        heavy.layer_bias[3] = i32::MAX;
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
            let mut products = Vec::new();
            for view in [own, own.other()] {
                let mut sums: Vec<f64> = parts.bias.iter().map(|&bias| f64::from(bias) / 255.0).collect();
                inputs::each(position, beams.each_ref(), view, |input| {
                    let row = &parts.rows[usize::from(input) * parts.neurons..];
                    sums.iter_mut().zip(row).for_each(|(sum, &weight)| *sum += f64::from(weight) / 255.0);
                });
                let (first, second) = sums.split_at(parts.neurons / 2);
                let clipped = |sum: &f64| sum.clamp(0.0, 1.0);
                products.extend(first.iter().zip(second).map(|(one, other)| clipped(one) * clipped(other)));
            }
            let layer = |output: usize| {
                let number = bucket * OUTPUTS + output;
                let weights = parts.layer[number * parts.neurons..].iter().map(|&weight| f64::from(weight) / 256.0);
                let sum: f64 = products.iter().zip(weights).map(|(product, weight)| product * weight).sum();
                sum + f64::from(parts.layer_bias[number]) / 127.0 / 256.0
            };
            let weights = &parts.output[bucket * HIDDEN..][..HIDDEN];
            let squares = (1..).map(|output| layer(output).clamp(0.0, 1.0).powi(2));
            let squares = squares.zip(weights).map(|(square, &weight)| square * f64::from(weight) / 64.0);
            let expected = 300.0 * (layer(0) + squares.sum::<f64>());
            let score = f64::from(accumulator::evaluate(&network, position).value());
            // A product is rounded by up to 1/254, and the weights of a sum are up to 2.
            assert!((score - expected).abs() <= 40.0, "{}: {score}, {expected}", set_up.name);
        }
    }
}
