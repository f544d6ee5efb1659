//! The positions for training. Each stores its inputs, its score and its result in a few cache lines.

use crate::datagen::record::{Flags, Ply, Record};
use crate::datagen::replay::{ReplayError, replay};
use khepri_engine::internal::eval::accumulator::Accumulator;
use khepri_engine::internal::eval::inputs::{self, Input};
use khepri_engine::internal::eval::network;
use khepri_rules::internal::util::random::{Random, split_mix};
use khepri_rules::{Beam, Colour, Position};
use rayon::prelude::*;
use std::collections::HashSet;
use std::ops::Range;

/// The data of a position besides its inputs, from the view of the side to move.
#[derive(Clone, Copy, Debug)]
struct PositionData {
    /// The index after the position's last input.
    end: usize,
    /// The score that the search reported, in centipawns.
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
    positions: Vec<PositionData>,
    /// The index after the last position of each game.
    games: Vec<usize>,
    /// A hash of all positions, scores and results.
    fingerprint: u64,
}

/// A choice of the positions to use.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PositionFilter {
    /// Uses positions in which no shot gains, no Pharaoh is threatened, and the score is not forced.
    Quiet,
    /// Uses all positions without a forced win or loss.
    Unforced,
    /// Uses the quiet positions that are relabelled.
    Relabelled,
}

impl PositionFilter {
    pub(super) fn accepts(self, flags: Flags) -> bool {
        let is_chosen = match self {
            PositionFilter::Quiet => flags.is_quiet(),
            PositionFilter::Unforced => !flags.has(Flags::MATE),
            PositionFilter::Relabelled => flags.is_quiet() && flags.has(Flags::RELABELLED),
        };
        is_chosen && !flags.has(Flags::EXCLUDED)
    }
}

/// The positions of one game, with their keys.
#[derive(Default)]
struct Replayed {
    samples: Samples,
    keys: Vec<u64>,
}

/// A game that contradicts the rules.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("game {game}: {error}")]
pub struct BrokenGame {
    /// The number of the game.
    game: u64,
    error: ReplayError,
}

/// A collector of the positions of games, which keeps each position once.
pub struct Loader {
    filter: PositionFilter,
    samples: Samples,
    seen: HashSet<u64>,
    /// The number of repeated positions, which are left out.
    repeated: usize,
}

impl Loader {
    /// Returns a loader without games.
    pub fn new(filter: PositionFilter) -> Loader {
        Loader { filter, samples: Samples::default(), seen: HashSet::new(), repeated: 0 }
    }

    /// Adds the positions of games. Leaves out games that contradict the rules, and returns their errors.
    pub fn add(&mut self, games: &[Record]) -> Vec<BrokenGame> {
        let filter = self.filter;
        let replayed: Vec<Result<Replayed, ReplayError>> =
            games.par_iter().map(|record| Replayed::new(record, filter)).collect();
        let mut broken = Vec::new();
        for (record, game) in games.iter().zip(replayed) {
            match game {
                Ok(game) => self.append(&game),
                Err(error) => broken.push(BrokenGame { game: record.number, error }),
            }
        }
        broken
    }

    fn append(&mut self, game: &Replayed) {
        let samples = &mut self.samples;
        for (number, &key) in game.keys.iter().enumerate() {
            if !self.seen.insert(key) {
                self.repeated += 1;
                continue;
            }
            samples.inputs.extend_from_slice(game.samples.inputs(number));
            let data = game.samples.positions[number];
            samples.positions.push(PositionData { end: samples.inputs.len(), ..data });
            let hash = key ^ u64::from(data.result) ^ (data.score as u64) << 8;
            samples.fingerprint = split_mix(&mut (samples.fingerprint ^ hash));
        }
        samples.games.push(samples.positions.len());
    }

    /// Returns the positions, and the number of repeated ones that were left out.
    pub fn finish(self) -> (Samples, usize) {
        (self.samples, self.repeated)
    }
}

impl Replayed {
    fn new(record: &Record, filter: PositionFilter) -> Result<Replayed, ReplayError> {
        let mut game = Replayed::default();
        let (network, mut accumulator) = (network::embedded(), Accumulator::default());
        replay(record, None, &mut |position, ply| {
            if filter.accepts(ply.flags) {
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
        samples.positions.push(PositionData {
            end: samples.inputs.len(),
            score: ply.score.value() as i16,
            embedded,
            bucket: inputs::bucket(position) as u8,
            result: (record.result_of(own) + 1) as u8,
        });
        // The key is inverted if Red is to move. The fingerprints in checkpoints depend on this.
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

    /// Returns a hash of all positions, their scores and their results.
    pub(super) fn fingerprint(&self) -> u64 {
        self.fingerprint
    }

    /// Returns the numbers of the positions of a game.
    pub(super) fn of_game(&self, game: usize) -> Range<usize> {
        game.checked_sub(1).map_or(0, |before| self.games[before])..self.games[game]
    }

    /// Returns the inputs of a position that are 1 in the view of the side to move.
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

    /// Returns the result of a position's game for the side to move: 1, 0.5 or 0.
    pub(super) fn result(&self, number: usize) -> f32 {
        f32::from(self.positions[number].result) / 2.0
    }

    /// Returns the score that the search reported for a position, in centipawns.
    pub(super) fn score(&self, number: usize) -> f32 {
        f32::from(self.positions[number].score)
    }

    /// Returns the score of a position by the embedded network, in centipawns.
    pub(super) fn embedded(&self, number: usize) -> f32 {
        f32::from(self.positions[number].embedded)
    }

    /// Splits the numbers of the positions into training and validation positions. `percent` of the games are for validation.
    /// Games are not split, because positions of one game are too similar to validate each other.
    pub(super) fn split(&self, percent: u32, random: &mut Random) -> [Vec<u32>; 2] {
        let mut games: Vec<usize> = (0..self.games()).collect();
        random.shuffle(&mut games);
        let count = games.len() * percent as usize / 100;
        let (validation, training) = games.split_at_mut(count);
        [training, validation].map(|games| {
            games.sort_unstable();
            games.iter().flat_map(|&game| self.of_game(game)).map(|number| number as u32).collect()
        })
    }
}
