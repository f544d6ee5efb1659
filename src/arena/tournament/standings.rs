//! The standings of a match. Records may be added in any order, and each game counts once.
//!
//! With an SPRT, games count in the order of the schedule and only up to the decision. So the result does not depend on the
//! order in which games end.

use crate::records::record::GameRecord;
use crate::stats::{Counts, Decision, GameResult, Pairs, Test};
use crate::termination::{Class, Termination};
use khepri_rules::{Colour, Outcome};
use std::collections::{BTreeMap, HashSet};

/// The totals of one engine.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct EngineTotals {
    /// The results of its games.
    pub games: Counts,
    /// The results of its pairs of games.
    pub pairs: Pairs,
    /// Number of its moves.
    pub moves: u64,
    /// Time of its moves, in microseconds.
    pub time_us: u128,
    /// Depths that it reported.
    pub depths: Depths,
    /// Games lost by a fault.
    pub faults: u64,
    /// Largest overrun of a time forfeit, in microseconds.
    pub worst_overrun_us: u64,
}

/// The totals of a match.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Totals {
    /// The engines, by seat.
    pub engines: BTreeMap<usize, EngineTotals>,
    /// The results of each pairing, from the side of its first seat, which is the lower one.
    pub pairings: BTreeMap<(usize, usize), Counts>,
    /// Results from Silver's side.
    pub silver: Counts,
    /// Results from the side of the first player, who makes the first move after the opening.
    pub first_player: Counts,
    /// Number of games by termination.
    pub terminations: BTreeMap<Termination, u64>,
    /// Number of plies of all games.
    pub plies: u128,
    /// The result of the one game played of each incomplete pair, by the number of the pair.
    half_pairs: BTreeMap<u64, GameResult>,
}

/// The values of a game that are counted.
#[derive(Clone, Debug)]
struct GameSummary {
    number: u64,
    seats: [usize; 2],
    outcome: Outcome,
    first_player: Colour,
    termination: Termination,
    plies: u32,
    overrun_us: u64,
    /// By colour.
    moves: [MoveTotals; 2],
}

#[derive(Clone, Default, Debug)]
struct MoveTotals {
    count: u64,
    time_us: u128,
    depths: Depths,
}

/// The number of reports of each depth, by depth in plies.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Depths(BTreeMap<u32, u64>);

impl Depths {
    fn record(&mut self, depth: u32) {
        *self.0.entry(depth).or_default() += 1;
    }

    fn add(&mut self, other: &Depths) {
        for (&depth, &count) in &other.0 {
            *self.0.entry(depth).or_default() += count;
        }
    }

    fn count(&self) -> u64 {
        self.0.values().sum()
    }

    /// Returns the mean, if there is any depth.
    pub fn mean(&self) -> Option<f64> {
        let sum: u128 = self.0.iter().map(|(&depth, &count)| u128::from(depth) * u128::from(count)).sum();
        (self.count() > 0).then(|| sum as f64 / self.count() as f64)
    }

    /// Returns the median, if there is any depth. For an even number of depths, it is the mean of the two in the middle.
    pub fn median(&self) -> Option<f64> {
        let at = |place: u64| {
            let mut passed = 0;
            let mut depths = self.0.iter();
            depths.find_map(|(&depth, &count)| {
                passed += count;
                (passed > place).then_some(f64::from(depth))
            })
        };
        let last = self.count().checked_sub(1)?;
        Some((at(last / 2)? + at(last.div_ceil(2))?) / 2.0)
    }
}

/// Returns the result for Silver.
fn silver_result(outcome: Outcome) -> GameResult {
    match outcome {
        Outcome::Win(Colour::Silver) => GameResult::Win,
        Outcome::Win(Colour::Red) => GameResult::Loss,
        Outcome::Draw => GameResult::Draw,
    }
}

impl GameSummary {
    fn of(record: &GameRecord) -> GameSummary {
        let mut moves = <[MoveTotals; 2]>::default();
        let first = record.first_player.index();
        for (ply, played) in record.moves.iter().enumerate() {
            let moves = &mut moves[(first + ply) % 2];
            moves.count += 1;
            moves.time_us += u128::from(played.time_us);
            played.depth.into_iter().for_each(|depth| moves.depths.record(depth));
        }
        GameSummary {
            number: record.game.saturating_sub(1),
            seats: record.seats,
            outcome: record.outcome,
            first_player: record.first_player,
            termination: record.termination,
            plies: record.plies,
            overrun_us: record.overrun_us.unwrap_or_default(),
            moves,
        }
    }
}

impl Totals {
    /// Returns the number of games.
    pub fn games(&self) -> u64 {
        self.first_player.games()
    }

    /// Counts a game. If the game completes a pair, returns the results of both games from the side of the lower seat.
    fn count(&mut self, game: &GameSummary) -> Option<(GameResult, GameResult)> {
        let silver = silver_result(game.outcome);
        let [silver_seat, red_seat] = game.seats;
        for (colour, seat, result) in [(0, silver_seat, silver), (1, red_seat, silver.reversed())] {
            let engine = self.engines.entry(seat).or_default();
            let moves = &game.moves[colour];
            engine.games.record(result);
            engine.moves += moves.count;
            engine.time_us += moves.time_us;
            engine.depths.add(&moves.depths);
            if game.termination.class() == Class::Fault && result == GameResult::Loss {
                engine.faults += 1;
                engine.worst_overrun_us = engine.worst_overrun_us.max(game.overrun_us);
            }
        }
        let (low, high) = (silver_seat.min(red_seat), silver_seat.max(red_seat));
        let own = if low == silver_seat { silver } else { silver.reversed() };
        self.pairings.entry((low, high)).or_default().record(own);
        self.silver.record(silver);
        self.first_player.record(if game.first_player == Colour::Silver { silver } else { silver.reversed() });
        *self.terminations.entry(game.termination).or_default() += 1;
        self.plies += u128::from(game.plies);
        let Some(other) = self.half_pairs.remove(&(game.number / 2)) else {
            self.half_pairs.insert(game.number / 2, own);
            return None;
        };
        self.engines.entry(low).or_default().pairs.record(other, own);
        self.engines.entry(high).or_default().pairs.record(other.reversed(), own.reversed());
        Some((other, own))
    }
}

/// The state of an SPRT.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct SprtState {
    /// The test.
    pub test: Test,
    /// The log-likelihood ratio of the pairs.
    pub llr: f64,
    /// Its decision.
    pub decision: Decision,
    /// Number of pairs counted. The first incomplete pair ends the count.
    pub pairs: u64,
}

/// The standings of a match.
#[derive(Clone, Default, Debug)]
pub struct Standings {
    seen: HashSet<u64>,
    totals: Totals,
    sprt: Option<Sequence>,
}

/// The SPRT, which counts games in the order of the schedule.
#[derive(Clone, Debug)]
struct Sequence {
    state: SprtState,
    pairs: Pairs,
    next: u64,
    waiting: BTreeMap<u64, GameSummary>,
}

impl Standings {
    /// Creates empty standings. An SPRT tests the engine in the lowest seat.
    pub fn new(sprt: Option<Test>) -> Standings {
        let sprt = sprt.map(|test| Sequence {
            state: SprtState { test, llr: 0.0, decision: Decision::Continue, pairs: 0 },
            pairs: Pairs::default(),
            next: 0,
            waiting: BTreeMap::new(),
        });
        Standings { sprt, ..Standings::default() }
    }

    /// Adds a game. Returns `false` if it was added before.
    pub fn add(&mut self, record: &GameRecord) -> bool {
        if !self.seen.insert(record.game) {
            return false;
        }
        let game = GameSummary::of(record);
        let Some(sequence) = &mut self.sprt else {
            self.totals.count(&game);
            return true;
        };
        sequence.waiting.insert(game.number, game);
        while sequence.state.decision == Decision::Continue
            && let Some(game) = sequence.waiting.remove(&sequence.next)
        {
            sequence.next += 1;
            if let Some((first, second)) = self.totals.count(&game) {
                sequence.pairs.record(first, second);
                let state = &mut sequence.state;
                state.pairs += 1;
                state.llr = state.test.llr(&sequence.pairs);
                state.decision = state.test.decide(state.llr);
            }
        }
        true
    }

    /// Returns whether the game with this number, from 1, was added.
    pub fn has(&self, game: u64) -> bool {
        self.seen.contains(&game)
    }

    /// Returns the number of different games added.
    pub fn added(&self) -> u64 {
        self.seen.len() as u64
    }

    /// Returns the state of the SPRT, if there is one.
    pub fn sprt(&self) -> Option<SprtState> {
        self.sprt.as_ref().map(|sequence| sequence.state)
    }

    /// Returns whether an SPRT has decided.
    pub fn is_decided(&self) -> bool {
        self.sprt().is_some_and(|state| state.decision != Decision::Continue)
    }

    /// Returns the totals of the games up to the decision of an SPRT, or of all games.
    pub fn totals(&self) -> Totals {
        let mut totals = self.totals.clone();
        if !self.is_decided() {
            for game in self.sprt.iter().flat_map(|sequence| sequence.waiting.values()) {
                totals.count(game);
            }
        }
        totals
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::records::record::tests::{RED, SILVER, record};
    use crate::stats::Parameters;

    fn games() -> Vec<GameRecord> {
        let outcomes = [SILVER, Outcome::Draw, RED, SILVER, SILVER];
        (1..).zip(outcomes.into_iter().cycle().take(41)).map(|(game, outcome)| record(game, outcome)).collect()
    }

    #[test]
    fn the_order_of_records_does_not_matter() {
        let in_order = |games: &mut dyn Iterator<Item = &GameRecord>, test| {
            let mut standings = Standings::new(test);
            games.for_each(|game| assert!(standings.add(game)));
            (standings.totals(), standings.sprt())
        };
        let games = games();
        let wide = Test::new(Parameters::default()).expect("a test");
        let narrow = Test::new(Parameters { elo0: -400.0, elo1: 400.0, ..Parameters::default() }).expect("a test");
        for test in [None, Some(wide), Some(narrow)] {
            let expected = in_order(&mut games.iter(), test);
            assert_eq!(in_order(&mut games.iter().rev(), test), expected);
            let shuffled = (0..games.len()).map(|index| &games[index * 7 % games.len()]);
            assert_eq!(in_order(&mut shuffled.into_iter(), test), expected);
        }
    }

    #[test]
    fn pairs_count_for_both_engines() {
        // Seat 0 plays Silver in odd games. Its results are a win and a draw, then two losses.
        let mut standings = Standings::new(None);
        games().iter().take(4).for_each(|game| assert!(standings.add(game)));
        let totals = standings.totals();
        let pairs = Pairs { wd: 1, ll: 1, ..Pairs::default() };
        assert_eq!(totals.engines[&0].pairs, pairs);
        assert_eq!(totals.engines[&1].pairs, pairs.reversed());
        assert_eq!(totals.engines[&0].games, Counts { wins: 1, draws: 1, losses: 2 });
        // Red moves first in all four games.
        assert_eq!(totals.silver, Counts { wins: 2, draws: 1, losses: 1 });
        assert_eq!(totals.first_player, totals.silver.reversed());
        assert_eq!(totals.games(), 4);
    }

    #[test]
    fn a_few_large_depths_do_not_change_the_median() {
        let depths = |depths: &[u32]| {
            let mut counted = Depths::default();
            depths.iter().for_each(|&depth| counted.record(depth));
            (counted.mean(), counted.median())
        };
        assert_eq!(depths(&[]), (None, None));
        assert_eq!(depths(&[7]), (Some(7.0), Some(7.0)));
        assert_eq!(depths(&[246, 9, 8, 9, 8]), (Some(56.0), Some(9.0)));
        assert_eq!(depths(&[4, 8, 10, 2]), (Some(6.0), Some(6.0)));
    }

    #[test]
    fn a_game_is_counted_once() {
        let mut standings = Standings::new(None);
        let game = record(1, SILVER);
        assert!(standings.add(&game) && !standings.add(&game));
        assert_eq!((standings.totals().games(), standings.added()), (1, 1));
        assert!(standings.has(1) && !standings.has(2));
    }

    #[test]
    fn a_decision_ends_the_count() {
        let test = Test::new(Parameters { elo0: 0.0, elo1: 200.0, ..Parameters::default() }).expect("a test");
        let mut standings = Standings::new(Some(test));
        let won = |game| record(game, if game % 2 == 1 { SILVER } else { RED });
        // Games are added in reverse order. Each one waits for the earlier ones.
        for game in (1..=200).rev() {
            standings.add(&won(game));
        }
        let state = standings.sprt().expect("a test");
        assert_eq!(state.decision, Decision::AcceptH1);
        assert_eq!(standings.totals().games(), 2 * state.pairs);
        assert!(state.pairs < 100 && standings.added() == 200);
    }
}
