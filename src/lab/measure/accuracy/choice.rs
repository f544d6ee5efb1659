//! Chooses the positions from games: an equal number of each kind, so far as the games have them.

use khepri_engine::internal::eval::pieces::PieceBand;
use khepri_protocol::bench::Group;
use khepri_rules::internal::util::random::Random;
use khepri_rules::kgn::Record;
use khepri_rules::{Game, Position};
use std::collections::{BTreeMap, HashSet};

/// The plies at the beginning of each game from which no position is chosen: its opening.
const OPENING: usize = 8;

/// The largest number of positions of one kind from a game.
const MOST_OF_A_KIND: usize = 2;

/// The kind of a position.
type Kind = (Group, PieceBand);

/// The positions of games, by kind.
pub struct Choice {
    random: Random,
    games: u64,
    /// The positions of each kind, in a random order that the keys give.
    kinds: BTreeMap<Kind, BTreeMap<u64, Position>>,
}

impl Choice {
    /// Returns a choice without positions. The seed decides which positions of a game are chosen.
    pub fn new(seed: u64) -> Choice {
        Choice { random: Random::seed_from_u64(seed), games: 0, kinds: BTreeMap::new() }
    }

    /// Adds up to two positions of each kind that occurs after the opening of a game.
    pub fn add_game(&mut self, record: &Record) {
        let mut random = self.random.stream(self.games);
        self.games += 1;
        let mut game = Game::new(record.start.clone());
        let mut found: BTreeMap<Kind, BTreeMap<u64, Position>> = BTreeMap::new();
        for (ply, played) in record.moves.iter().enumerate() {
            let position = game.position();
            if ply >= OPENING && position.outcome().is_none() {
                let kind = (Group::of(position), PieceBand::of(position.board()));
                found.entry(kind).or_default().insert(random.next_u64(), position.clone());
            }
            if game.push(played.mv).is_err() {
                break;
            }
        }
        for (kind, positions) in found {
            self.kinds.entry(kind).or_default().extend(positions.into_iter().take(MOST_OF_A_KIND));
        }
    }

    /// Returns all positions, no arrangement twice. The kinds alternate, so that each beginning of the list is as balanced as
    /// the games allow.
    pub fn into_positions(self) -> Vec<Position> {
        let mut kinds: Vec<_> = self.kinds.into_values().map(BTreeMap::into_values).collect();
        let mut seen = HashSet::new();
        let mut positions = Vec::new();
        while !kinds.is_empty() {
            kinds.retain_mut(|kind| {
                let next = kind.find(|position| seen.insert(position.key()));
                let is_left = next.is_some();
                positions.extend(next);
                is_left
            });
        }
        positions
    }
}
