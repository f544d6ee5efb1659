//! The positions that a network learns from: inputs, score and result of each, in the memory of a few cache lines.

use crate::datagen::record::{Flags, Ply, Record};
use crate::datagen::replay::{ReplayError, replay};
use crate::eval::accumulator::Accumulator;
use crate::eval::inputs::{self, Input};
use crate::eval::network;
use crate::rules::{Beam, Colour, Position};
use crate::util::random::{Random, split_mix};
use rayon::prelude::*;
use std::collections::HashSet;
use std::ops::Range;

/// What is known of a position besides its inputs, from the view of the side to move.
#[derive(Clone, Copy, Debug)]
struct Facts {
    /// The index after its last input.
    end: usize,
    /// The score that the player reported, in centipawns.
    score: i16,
    /// The score of the embedded network, in centipawns.
    embedded: i16,
    bucket: u8,
    /// The result of the game in half points.
    result: u8,
}

/// The positions of games, in the order of the games.
#[derive(Clone, Default, Debug)]
pub struct Samples {
    /// The inputs that are 1 in the view of the side to move, position by position.
    inputs: Vec<Input>,
    positions: Vec<Facts>,
    /// The index after the last position of each game.
    games: Vec<usize>,
    /// A hash of all positions and results.
    fingerprint: u64,
}

/// The positions to use.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Selection {
    /// Those whose score no shot decides: without a gain, a threat to a Pharaoh, or a forced win.
    Quiet,
    /// All but those with a forced win.
    Unforced,
}

impl Selection {
    pub(super) fn takes(self, flags: Flags) -> bool {
        let refused: &[Flags] = match self {
            Selection::Quiet => &[Flags::GAIN, Flags::HIT, Flags::THREAT, Flags::MATE],
            Selection::Unforced => &[Flags::MATE],
        };
        !refused.iter().any(|&flag| flags.has(flag))
    }
}

/// The positions of one game, with their keys.
#[derive(Default)]
struct Replayed {
    samples: Samples,
    keys: Vec<u64>,
}

/// A game that breaks the rules.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("game {game}: {error}")]
pub struct BrokenGame {
    /// Its number.
    game: u64,
    error: ReplayError,
}

/// Collects the positions of games, each position once.
pub struct Loader {
    selection: Selection,
    samples: Samples,
    seen: HashSet<u64>,
    /// The number of positions that had occurred before.
    repeated: usize,
}

impl Loader {
    /// Starts without games.
    pub fn new(selection: Selection) -> Loader {
        Loader { selection, samples: Samples::default(), seen: HashSet::new(), repeated: 0 }
    }

    /// Adds the positions of games, and returns the faults of those that break the rules. They are left out.
    pub fn add(&mut self, games: &[Record]) -> Vec<BrokenGame> {
        let selection = self.selection;
        let replayed: Vec<Result<Replayed, ReplayError>> =
            games.par_iter().map(|record| Replayed::of(record, selection)).collect();
        let mut faults = Vec::new();
        for (record, game) in games.iter().zip(replayed) {
            match game {
                Ok(game) => self.append(&game),
                Err(error) => faults.push(BrokenGame { game: record.number, error }),
            }
        }
        faults
    }

    fn append(&mut self, game: &Replayed) {
        let samples = &mut self.samples;
        for (number, &key) in game.keys.iter().enumerate() {
            if !self.seen.insert(key) {
                self.repeated += 1;
                continue;
            }
            samples.inputs.extend_from_slice(game.samples.inputs(number));
            let facts = game.samples.positions[number];
            samples.positions.push(Facts { end: samples.inputs.len(), ..facts });
            let known = key ^ u64::from(facts.result) ^ (facts.score as u64) << 8;
            samples.fingerprint = split_mix(&mut (samples.fingerprint ^ known));
        }
        samples.games.push(samples.positions.len());
    }

    /// Returns the positions, and the number of those that were left out because they had occurred before.
    pub fn finish(self) -> (Samples, usize) {
        (self.samples, self.repeated)
    }
}

impl Replayed {
    fn of(record: &Record, selection: Selection) -> Result<Replayed, ReplayError> {
        let mut game = Replayed::default();
        let (network, mut accumulator) = (network::embedded(), Accumulator::default());
        replay(record, None, &mut |position, ply| {
            if selection.takes(ply.flags) {
                let beams = Colour::ALL.map(|colour| position.beam(colour));
                accumulator.fill(&network, position, beams.each_ref());
                let embedded = accumulator.score(&network, position);
                game.push(position, beams.each_ref(), embedded.value() as i16, ply, record);
            }
        })?;
        Ok(game)
    }

    fn push(&mut self, position: &Position, beams: [&Beam; 2], embedded: i16, ply: &Ply, record: &Record) {
        let own = position.side_to_move();
        let samples = &mut self.samples;
        inputs::each(position, beams, own, |input| samples.inputs.push(input));
        samples.positions.push(Facts {
            end: samples.inputs.len(),
            score: ply.score.value() as i16,
            embedded,
            bucket: inputs::bucket(position) as u8,
            result: (record.result_of(own) + 1) as u8,
        });
        // The key of a position does not contain the side to move.
        self.keys.push(if own == Colour::Silver { position.key() } else { !position.key() });
    }
}

impl Samples {
    /// Returns the number of positions.
    pub fn len(&self) -> usize {
        self.positions.len()
    }

    /// Returns whether there are no positions.
    pub fn is_empty(&self) -> bool {
        self.positions.is_empty()
    }

    /// Returns the number of games.
    pub fn games(&self) -> usize {
        self.games.len()
    }

    /// Returns a hash of all positions and of the results of their games.
    pub(super) fn fingerprint(&self) -> u64 {
        self.fingerprint
    }

    /// Returns the numbers of the positions of a game.
    fn of_game(&self, game: usize) -> Range<usize> {
        game.checked_sub(1).map_or(0, |before| self.games[before])..self.games[game]
    }

    /// Returns the inputs that are 1 in the view of the side to move.
    #[inline(always)]
    pub(super) fn inputs(&self, number: usize) -> &[Input] {
        let start = number.checked_sub(1).map_or(0, |before| self.positions[before].end);
        &self.inputs[start..self.positions[number].end]
    }

    /// Returns the bucket of a position.
    #[inline(always)]
    pub(super) fn bucket(&self, number: usize) -> u8 {
        self.positions[number].bucket
    }

    /// Returns the result of the game for the side to move: 1, 0.5 or 0.
    pub(super) fn result(&self, number: usize) -> f32 {
        f32::from(self.positions[number].result) / 2.0
    }

    /// Returns the score that the player reported, in centipawns.
    pub(super) fn score(&self, number: usize) -> f32 {
        f32::from(self.positions[number].score)
    }

    /// Returns the score of the embedded network, in centipawns.
    pub(super) fn embedded(&self, number: usize) -> f32 {
        f32::from(self.positions[number].embedded)
    }

    /// Splits the numbers of the positions into training and validation, by whole games: positions of one game are too similar
    /// to validate each other.
    pub(super) fn split(&self, percent: u32, random: &mut Random) -> [Vec<u32>; 2] {
        let mut games: Vec<usize> = (0..self.games()).collect();
        random.shuffle(&mut games);
        let kept_out = games.len() * percent as usize / 100;
        let (validation, training) = games.split_at_mut(kept_out);
        [training, validation].map(|games| {
            games.sort_unstable();
            games.iter().flat_map(|&game| self.of_game(game)).map(|number| number as u32).collect()
        })
    }
}
