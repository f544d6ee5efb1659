//! Any bytes as a network file. Random bytes hardly ever are a valid file, so the input is also read as commands that change a
//! valid file. An accepted file is written as the same bytes, and its scores are those of a naive network. A file that is
//! refused as too large also exceeds the limits of the naive network.
//!
//! The commands, one a line, where numbers that are too large wrap around:
//!
//! - `neurons N`: begin again with the valid file of 128 or 256 neurons;
//! - `row INPUT WEIGHT`, `column NEURON WEIGHT`: set all weights of an input or of a neuron;
//! - `weight INPUT NEURON WEIGHT`, `bias NEURON WEIGHT`: set one number;
//! - `output N WEIGHT`, `offset N BIAS`: set all weights or the bias of an output of the second layer, where a set has 8 outputs;
//! - `square N WEIGHT`: set the weight of a square, where a set has 7 squares;
//! - `header FIELD VALUE`, `byte AT VALUE`, `cut BYTES`, `add BYTES`: damage the file;
//! - `damaged`: do not repair the checksum;
//! - `game SETUP CHOICE …`: evaluate the last positions of this game.

use super::check_message;
use super::twin::network::Network as Naive;
use super::twin::random_positions::game;
use super::twin::state::State;
use khepri_engine::internal::eval::accumulator::{Accumulator, evaluate};
use khepri_engine::internal::eval::changes::{Changes, Difference};
use khepri_engine::{InvalidNetwork, Network};
use khepri_rules::{Beam, Bitboard, Colour, Position};
use std::sync::LazyLock;

/// The largest number of commands of an input.
const LINES: usize = 60;

/// The largest number of positions that are evaluated.
const POSITIONS: usize = 8;

const INPUTS: usize = 3843;
const SETS: usize = 6;
const OUTPUTS: usize = 8;

/// The lengths of the header and of the checksum, in bytes.
const HEADER: usize = 24;
const CHECKSUM: usize = 8;

/// The valid files of 128 and of 256 neurons.
static VALID: LazyLock<[Vec<u8>; 2]> = LazyLock::new(|| [128, 256].map(valid_file));

/// Reads the input as a file, and as commands that change a file.
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
    assert!(network.to_bytes() == file, "the file is written as it was read");
    assert!(file.ends_with(&network.hash().to_le_bytes()), "the hash is the checksum");
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
        let incremental = accumulator.score(&network, position);
        earlier = Some((accumulator, beams));
        let found = [evaluate(&network, position), incremental].map(|score| i64::from(score.value()));
        assert_eq!(found, [expected; 2], "{position}");
    }
}

/// Returns a valid file with input weights from -40 to 40, biases from -200 to 200 and later weights from -120 to 120.
fn valid_file(neurons: usize) -> Vec<u8> {
    let mut file = b"khepriN2".to_vec();
    for number in [INPUTS, neurons, SETS, 300] {
        file.extend((number as u32).to_le_bytes());
    }
    let mut numbers = |count: usize, max: usize| {
        (0..count).for_each(|index| file.extend(((index * 7919 % (2 * max + 1)) as i16 - max as i16).to_le_bytes()));
    };
    numbers(INPUTS * neurons, 40);
    numbers(neurons, 200);
    file.extend((0..SETS * OUTPUTS * neurons).map(|index| ((index * 7919 % 241) as i16 - 120) as i8 as u8));
    (0..SETS * OUTPUTS).for_each(|output| file.extend((output as i32 % 7 * 1000 - 3000).to_le_bytes()));
    (0..SETS * (OUTPUTS - 1)).for_each(|square| file.extend((square as i16 % 11 * 40 - 200).to_le_bytes()));
    file.extend([0; CHECKSUM]);
    repair(&mut file);
    file
}

/// Sets the checksum to the FNV-1a hash of the bytes before it.
fn repair(file: &mut [u8]) {
    if let Some((body, checksum)) = file.split_last_chunk_mut::<CHECKSUM>() {
        let hash = body
            .iter()
            .fold(0xcbf2_9ce4_8422_2325u64, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3));
        *checksum = hash.to_le_bytes();
    }
}

/// The file and the positions that an input describes.
struct Script {
    file: Vec<u8>,
    line: Vec<Position>,
}

impl Script {
    fn of(text: &str) -> Script {
        let mut file = EditedFile { neurons: 128, bytes: VALID[0].clone() };
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

/// Returns the last positions of a game, given the number of a set-up and the choices of moves.
fn positions(numbers: &[i64]) -> Vec<Position> {
    let mut numbers = numbers.iter().map(|&number| number.unsigned_abs() as usize % 1000);
    let set_up = numbers.next().unwrap_or_default();
    let (played, last) = game(set_up, &numbers.collect::<Vec<usize>>());
    let mut line: Vec<Position> = played.into_iter().map(|(position, _)| position).collect();
    line.extend(Some(last).filter(Position::pharaohs_stand));
    line.split_off(line.len().saturating_sub(POSITIONS))
}

/// A file to change.
struct EditedFile {
    neurons: usize,
    bytes: Vec<u8>,
}

impl EditedFile {
    /// Executes a command with its numbers.
    fn change(&mut self, command: &str, numbers: &[i64]) {
        let number = |index: usize| numbers.get(index).copied().unwrap_or_default();
        let below = |index: usize, end: usize| number(index).rem_euclid(end as i64) as usize;
        let neurons = self.neurons;
        let layer = HEADER + 2 * (INPUTS + 1) * neurons;
        let layer_biases = layer + SETS * OUTPUTS * neurons;
        match command {
            "neurons" => {
                let large = usize::from(number(0) == 256);
                *self = EditedFile { neurons: [128, 256][large], bytes: VALID[large].clone() };
            }
            "row" => (0..neurons).for_each(|neuron| self.set(below(0, INPUTS) * neurons + neuron, number(1))),
            "column" => (0..INPUTS).for_each(|input| self.set(input * neurons + below(0, neurons), number(1))),
            "weight" => self.set(below(0, INPUTS) * neurons + below(1, neurons), number(2)),
            "bias" => self.set(INPUTS * neurons + below(0, neurons), number(1)),
            "output" => {
                let first = layer + below(0, SETS * OUTPUTS) * neurons;
                (0..neurons).for_each(|at| self.write(first + at, &[number(1) as u8]));
            }
            "offset" => {
                let at = layer_biases + 4 * below(0, SETS * OUTPUTS);
                self.write(at, &(number(1) as i32).to_le_bytes());
            }
            "square" => {
                let at = layer_biases + 4 * SETS * OUTPUTS + 2 * below(0, SETS * (OUTPUTS - 1));
                self.write(at, &(number(1) as i16).to_le_bytes());
            }
            "header" => self.write(8 + 4 * below(0, 4), &(number(1) as u32).to_le_bytes()),
            "byte" => self.write(below(0, self.bytes.len().max(1)), &[number(1) as u8]),
            "cut" => self.bytes.truncate(self.bytes.len() - below(0, self.bytes.len() + 1)),
            "add" => self.bytes.resize(self.bytes.len() + below(0, 1000), 0),
            _ => {}
        }
    }

    /// Sets one of the two-byte numbers.
    fn set(&mut self, index: usize, value: i64) {
        self.write(HEADER + 2 * index, &(value as i16).to_le_bytes());
    }

    /// Writes bytes, unless the file has been cut before their end.
    fn write(&mut self, at: usize, bytes: &[u8]) {
        if let Some(target) = self.bytes.get_mut(at..at + bytes.len()) {
            target.copy_from_slice(bytes);
        }
    }
}
