//! Any bytes as the file of a network. A file is too long to be made by chance, so the input is also read as lines that change a
//! good file. What is accepted is written again as the same bytes, and its scores are those of a naive network. A file
//! that is refused as too large exceeds the bounds of the naive network too.
//!
//! The lines, where numbers that are too large wrap around:
//!
//! - `neurons N`: begin again with the good file of 128 or 256 neurons;
//! - `row INPUT WEIGHT`, `column NEURON WEIGHT`: set all weights of an input or of a neuron;
//! - `weight INPUT NEURON WEIGHT`, `bias NEURON WEIGHT`: set one number;
//! - `output SET WEIGHT`, `offset SET BIAS`: set all output weights or the output bias of a set;
//! - `header FIELD VALUE`, `byte AT VALUE`, `cut BYTES`, `add BYTES`: damage the file;
//! - `damaged`: leave the checksum as it is, which is otherwise repaired;
//! - `game SETUP CHOICE …`: evaluate the positions of this game.

use super::check_message;
use super::twin::network::Network as Naive;
use super::twin::random_positions::game;
use super::twin::state::State;
use khepri::internal::eval::accumulator::{Accumulator, evaluate};
use khepri::internal::eval::changes::{Changes, Difference};
use khepri::internal::eval::network::{InvalidNetwork, Network};
use khepri::internal::rules::{Beam, Bitboard, Colour, Position};
use std::sync::LazyLock;

/// The lines of an input that count.
const LINES: usize = 60;

/// The positions that are evaluated.
const POSITIONS: usize = 8;

const INPUTS: usize = 3843;
const SETS: usize = 6;

/// The length of the header and of the checksum.
const HEADER: usize = 24;
const CHECKSUM: usize = 8;

/// The good files, of 128 and of 256 neurons.
static GOOD: LazyLock<[Vec<u8>; 2]> = LazyLock::new(|| [128, 256].map(good));

/// Reads the input.
pub fn check(input: &[u8]) {
    check_file(input, &[]);
    let script = Script::of(&String::from_utf8_lossy(input));
    check_file(&script.file, &script.line);
}

fn check_file(file: &[u8], line: &[Position]) {
    let network = match Network::read(file) {
        Ok(network) => network,
        Err(why) => {
            check_message(&why.to_string());
            assert!(!matches!(why, InvalidNetwork::TooLarge(_)) || !Naive::read(file).fits(), "{why}");
            return;
        }
    };
    assert!(network.to_bytes() == file, "what was read is written");
    assert!(file.ends_with(&network.hash().to_le_bytes()), "the checksum is the name");
    let naive = Naive::read(file);
    assert!(naive.fits(), "no sum can overflow");
    let mut changes = Changes::default();
    let mut earlier: Option<(Accumulator, [Beam; 2])> = None;
    for position in line {
        let expected = naive.evaluate(&State::from(&position.setup()));
        let beams = Colour::ALL.map(|colour| position.beam(colour));
        let mut accumulator = Accumulator::default();
        match &earlier {
            None => accumulator.fill(&network, position, beams.each_ref()),
            Some((before, beams_before)) => {
                let pairs = [0, 1].map(|colour| Some([&beams_before[colour], &beams[colour]]));
                let difference = Difference { squares: Bitboard::FULL, beams: pairs };
                accumulator.update(&network, before, position, &difference, &mut changes);
            }
        }
        let along_the_line = accumulator.score(&network, position);
        earlier = Some((accumulator, beams));
        let found = [evaluate(&network, position), along_the_line].map(|score| i64::from(score.value()));
        assert_eq!(found, [expected; 2], "{position}");
    }
}

/// Returns a file that is a network: weights of the inputs from -40 to 40, and output weights from -120 to 120.
fn good(neurons: usize) -> Vec<u8> {
    let mut file = b"khepriN1".to_vec();
    for number in [INPUTS, neurons, SETS, 300] {
        file.extend((number as u32).to_le_bytes());
    }
    let mut numbers = |count: usize, most: usize| {
        (0..count).for_each(|index| file.extend(((index * 7919 % (2 * most + 1)) as i16 - most as i16).to_le_bytes()));
    };
    numbers(INPUTS * neurons, 40);
    numbers(neurons, 200);
    numbers(SETS * 2 * neurons, 120);
    (0..SETS).for_each(|set| file.extend((set as i32 * 1000 - 2000).to_le_bytes()));
    file.extend([0; CHECKSUM]);
    repair(&mut file);
    file
}

/// Writes the checksum: the FNV-1a hash of what precedes it.
fn repair(file: &mut [u8]) {
    if let Some((body, checksum)) = file.split_last_chunk_mut::<CHECKSUM>() {
        let hash = body
            .iter()
            .fold(0xcbf2_9ce4_8422_2325u64, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3));
        *checksum = hash.to_le_bytes();
    }
}

/// What an input says.
struct Script {
    file: Vec<u8>,
    line: Vec<Position>,
}

impl Script {
    fn of(text: &str) -> Script {
        let mut file = Layout { neurons: 128, bytes: GOOD[0].clone() };
        let (mut is_damaged, mut line) = (false, Vec::new());
        for words in text.lines().take(LINES) {
            let mut words = words.split(' ');
            let command = words.next().unwrap_or_default();
            let numbers: Vec<i64> = words.map(|word| word.parse().unwrap_or_default()).collect();
            match command {
                "damaged" => is_damaged = true,
                "game" => line = positions(&numbers),
                _ => file.change(command, &numbers),
            }
        }
        if !is_damaged {
            repair(&mut file.bytes);
        }
        Script { file: file.bytes, line }
    }
}

/// Returns the last positions of a game: the number of a set-up, then choices of moves.
fn positions(numbers: &[i64]) -> Vec<Position> {
    let mut numbers = numbers.iter().map(|&number| number.unsigned_abs() as usize % 1000);
    let set_up = numbers.next().unwrap_or_default();
    let (played, last) = game(set_up, &numbers.collect::<Vec<usize>>());
    let mut line: Vec<Position> = played.into_iter().map(|(position, _)| position).collect();
    line.extend(Some(last).filter(Position::pharaohs_stand));
    line.split_off(line.len().saturating_sub(POSITIONS))
}

/// A file, and where its numbers are.
struct Layout {
    neurons: usize,
    bytes: Vec<u8>,
}

impl Layout {
    fn change(&mut self, command: &str, numbers: &[i64]) {
        let number = |place: usize| numbers.get(place).copied().unwrap_or_default();
        let below = |place: usize, end: usize| number(place).rem_euclid(end as i64) as usize;
        let neurons = self.neurons;
        let (biases, outputs) = (INPUTS * neurons, (INPUTS + 1) * neurons);
        match command {
            "neurons" => {
                let large = usize::from(number(0) == 256);
                *self = Layout { neurons: [128, 256][large], bytes: GOOD[large].clone() };
            }
            "row" => (0..neurons).for_each(|neuron| self.set(below(0, INPUTS) * neurons + neuron, number(1))),
            "column" => (0..INPUTS).for_each(|input| self.set(input * neurons + below(0, neurons), number(1))),
            "weight" => self.set(below(0, INPUTS) * neurons + below(1, neurons), number(2)),
            "bias" => self.set(biases + below(0, neurons), number(1)),
            "output" => {
                (0..2 * neurons).for_each(|at| self.set(outputs + below(0, SETS) * 2 * neurons + at, number(1)))
            }
            "offset" => {
                let at = HEADER + 2 * (INPUTS + 1 + 2 * SETS) * neurons + 4 * below(0, SETS);
                self.write(at, &(number(1) as i32).to_le_bytes());
            }
            "header" => self.write(8 + 4 * below(0, 4), &(number(1) as u32).to_le_bytes()),
            "byte" => self.write(below(0, self.bytes.len().max(1)), &[number(1) as u8]),
            "cut" => self.bytes.truncate(self.bytes.len() - below(0, self.bytes.len() + 1)),
            "add" => self.bytes.resize(self.bytes.len() + below(0, 1000), 0),
            _ => {}
        }
    }

    /// Sets one of the numbers of two bytes.
    fn set(&mut self, index: usize, value: i64) {
        self.write(HEADER + 2 * index, &(value as i16).to_le_bytes());
    }

    /// Writes bytes, if the file has not been cut before them.
    fn write(&mut self, at: usize, bytes: &[u8]) {
        if let Some(place) = self.bytes.get_mut(at..at + bytes.len()) {
            place.copy_from_slice(bytes);
        }
    }
}
