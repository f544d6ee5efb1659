//! The schedule: the engines, the colours and the opening of each game. It depends only on the arguments and the seed.

use crate::shard::Shard;
use khepri_rules::internal::util::random::Random;

/// The format of a tournament.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, clap::ValueEnum)]
pub enum Format {
    /// Every engine plays every other.
    #[default]
    RoundRobin,
    /// The first engine plays all others.
    Gauntlet,
    /// The first plays the second, the third the fourth, and so on.
    Pairs,
}

impl Format {
    /// Returns the name: `round-robin`, `gauntlet` or `pairs`.
    pub fn name(self) -> &'static str {
        match self {
            Format::RoundRobin => "round-robin",
            Format::Gauntlet => "gauntlet",
            Format::Pairs => "pairs",
        }
    }

    fn pairings(self, engines: usize) -> Vec<(usize, usize)> {
        match self {
            Format::RoundRobin => {
                (0..engines).flat_map(|first| (first + 1..engines).map(move |second| (first, second))).collect()
            }
            Format::Gauntlet => (1..engines).map(|second| (0, second)).collect(),
            Format::Pairs => (0..engines / 2).map(|pair| (2 * pair, 2 * pair + 1)).collect(),
        }
    }
}

/// A game of a schedule.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ScheduledGame {
    /// Its number, from 0. Games `2n` and `2n + 1` are a pair: the same opening, colours exchanged.
    pub number: u64,
    /// Its round, from 0. In a round, each pairing plays one opening.
    pub round: u64,
    /// The opening, by its place in the file, from 0.
    pub opening: usize,
    /// The engine that plays Silver, by its place on the command line.
    pub silver: usize,
    /// The engine that plays Red.
    pub red: usize,
}

impl ScheduledGame {
    /// Returns the number of its pair, from 0.
    pub fn pair(&self) -> u64 {
        self.number / 2
    }
}

/// The games of a match, in order.
#[derive(Clone, Debug)]
pub struct Schedule {
    pairings: Vec<(usize, usize)>,
    openings: Vec<usize>,
    games: Option<u64>,
}

impl Schedule {
    /// Creates a schedule with this number of games for each pairing; endless for `None`. Uses the openings in their order,
    /// or shuffled if there is a seed. Starts again with the first opening when all are used.
    pub fn new(format: Format, engines: usize, openings: usize, games: Option<u64>, seed: Option<u64>) -> Schedule {
        let mut order: Vec<usize> = (0..openings).collect();
        if let Some(seed) = seed {
            Random::seed_from_u64(seed).shuffle(&mut order);
        }
        Schedule { pairings: format.pairings(engines), openings: order, games }
    }

    /// Returns the number of games; `None` if it is endless.
    pub fn len(&self) -> Option<u64> {
        self.games.map(|games| games.saturating_mul(self.pairings.len() as u64))
    }

    /// Returns the number of games of a shard; `None` if the schedule is endless. The games of a pair are in the same shard.
    pub fn len_of(&self, shard: Shard) -> Option<u64> {
        let games = self.games?;
        let pairings = self.pairings.len() as u64;
        let share = |pairs| shard.count_below(pairs);
        let whole = (games / 2).saturating_mul(pairings);
        // If the number of games is odd, each pairing ends with half a pair.
        let half = (games % 2).saturating_mul(pairings);
        let half_share = share(whole.saturating_add(half)) - share(whole);
        Some(share(whole).saturating_mul(2).saturating_add(half_share))
    }

    /// Returns whether there is no game.
    pub fn is_empty(&self) -> bool {
        self.pairings.is_empty() || self.openings.is_empty() || self.games == Some(0)
    }

    /// Returns the game with a number, if there is one.
    pub fn get(&self, number: u64) -> Option<ScheduledGame> {
        let pairings = u64::try_from(self.pairings.len()).ok()?;
        let (pair, second) = (number / 2, number % 2 == 1);
        let round = pair.checked_div(pairings)?;
        let game_of_pairing = round.checked_mul(2)? + u64::from(second);
        if self.games.is_some_and(|games| game_of_pairing >= games) {
            return None;
        }
        let &(first, other) = self.pairings.get(usize::try_from(pair % pairings).ok()?)?;
        let openings = u64::try_from(self.openings.len()).ok()?;
        let opening = *self.openings.get(usize::try_from(round.checked_rem(openings)?).ok()?)?;
        let (silver, red) = if second { (other, first) } else { (first, other) };
        Some(ScheduledGame { number, round, opening, silver, red })
    }

    /// Returns all games in order.
    pub fn games(&self) -> impl Iterator<Item = ScheduledGame> {
        let rounds = self.games.map(|games| games.div_ceil(2));
        let end = rounds.map_or(u64::MAX, |rounds| rounds.saturating_mul(2 * self.pairings.len() as u64));
        (0..end).filter_map(|number| self.get(number))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_opening_is_played_with_both_colours() {
        let schedule = Schedule::new(Format::RoundRobin, 3, 2, Some(6), None);
        let games: Vec<_> = schedule.games().map(|game| (game.round, game.opening, game.silver, game.red)).collect();
        let round = |round, opening| {
            [(0, 1), (1, 0), (0, 2), (2, 0), (1, 2), (2, 1)].map(|(silver, red)| (round, opening, silver, red))
        };
        assert_eq!(games, [round(0, 0), round(1, 1), round(2, 0)].concat());
        assert_eq!(schedule.len(), Some(18));
    }

    #[test]
    fn each_format_has_its_pairings() {
        assert_eq!(Format::Gauntlet.pairings(4), [(0, 1), (0, 2), (0, 3)]);
        assert_eq!(Format::Pairs.pairings(5), [(0, 1), (2, 3)]);
        assert_eq!(Format::RoundRobin.pairings(2), [(0, 1)]);
    }

    #[test]
    fn an_odd_number_of_games_ends_with_half_a_pair() {
        let schedule = Schedule::new(Format::Gauntlet, 3, 1, Some(3), None);
        let numbers: Vec<_> = schedule.games().map(|game| game.number).collect();
        assert_eq!(numbers, [0, 1, 2, 3, 4, 6]);
        assert_eq!(schedule.get(5), None);
    }

    #[test]
    fn a_seed_determines_the_order() {
        let openings = |seed| {
            let schedule = Schedule::new(Format::RoundRobin, 2, 100, Some(200), seed);
            schedule.games().map(|game| game.opening).collect::<Vec<_>>()
        };
        assert_eq!(openings(Some(7)), openings(Some(7)));
        assert_ne!(openings(Some(7)), openings(Some(8)));
        assert_ne!(openings(Some(7)), openings(None));
        let mut sorted = openings(Some(7));
        sorted.sort_unstable();
        assert_eq!(sorted, openings(None));
    }

    #[test]
    fn shards_are_a_partition_of_whole_pairs() {
        let schedule = Schedule::new(Format::RoundRobin, 3, 5, Some(10), None);
        let shards: Vec<_> = (1..=4).filter_map(|number| Shard::new(number, 4)).collect();
        for game in schedule.games() {
            let owners = shards.iter().filter(|shard| shard.has(game.pair())).count();
            assert_eq!(owners, 1);
            let twin = schedule.get(game.number ^ 1).expect("the other game of the pair");
            assert!(shards.iter().all(|shard| shard.has(game.pair()) == shard.has(twin.pair())));
        }
        assert_eq!(Shard::new(0, 4), None);
        assert_eq!(Shard::new(5, 4), None);
    }

    #[test]
    fn the_games_of_a_shard_are_counted_without_listing_them() {
        for (engines, games, count) in [(2, 10, 3), (3, 7, 2), (4, 9, 5), (3, 1, 4), (2, 0, 2)] {
            let schedule = Schedule::new(Format::RoundRobin, engines, 3, Some(games), None);
            for shard in (1..=count).filter_map(|number| Shard::new(number, count)) {
                let counted = schedule.games().filter(|game| shard.has(game.pair())).count() as u64;
                assert_eq!(schedule.len_of(shard), Some(counted));
            }
            assert_eq!(schedule.len_of(Shard::WHOLE), schedule.len());
        }
        let endless = Schedule::new(Format::RoundRobin, 9, 1, Some(u64::MAX), None);
        assert!(Shard::new(2, 2).is_some_and(|shard| endless.len_of(shard).is_some()));
        assert_eq!(Schedule::new(Format::RoundRobin, 2, 1, None, None).len_of(Shard::WHOLE), None);
    }

    #[test]
    fn a_match_may_have_no_end() {
        let schedule = Schedule::new(Format::RoundRobin, 2, 3, None, None);
        assert_eq!((schedule.len(), schedule.is_empty()), (None, false));
        assert_eq!(schedule.games().nth(1_000_001).map(|game| game.number), Some(1_000_001));
        assert!(Schedule::new(Format::RoundRobin, 1, 3, None, None).is_empty());
    }
}
