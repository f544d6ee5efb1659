//! What a match has come to: counted from records in any order, each game once.
//!
//! Where an SPRT decides about the end, games count in the schedule's order up to the decision and not beyond it, so that
//! the outcome does not depend on which of several games was over first, nor on who has played them.

use super::record::{GameRecord, GameResult, Mover};
use super::termination::{Class, Termination};
use crate::stats::{Counts, Decision, GameResult as Points, Pairs, Test};
use std::collections::{BTreeMap, HashSet};

/// What was counted of one engine.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Score {
    /// Its games.
    pub games: Counts,
    /// Its pairs of games.
    pub pairs: Pairs,
    /// Moves that it has made.
    pub moves: u64,
    /// Their time, in microseconds.
    pub time_us: u128,
    /// Depths that it has reported, in plies.
    pub depths: Depths,
    /// Games lost by a fault.
    pub faults: u64,
    /// By how much it exceeded its time at worst where it lost by that, in microseconds.
    pub worst_overrun_us: u64,
}

/// What was counted of all games.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Tally {
    /// By the engine's seat.
    pub engines: BTreeMap<usize, Score>,
    /// By the seats of a pairing, the lower one first and in its view.
    pub pairings: BTreeMap<(usize, usize), Counts>,
    /// In Silver's view.
    pub silver: Counts,
    /// In the view of the first player, who makes the first move after the opening.
    pub first_player: Counts,
    /// How the games have ended.
    pub terminations: BTreeMap<Termination, u64>,
    /// Plies of all games.
    pub plies: u128,
    /// Pairs of which only one game is there.
    half: BTreeMap<u64, Points>,
}

/// What counts of a game.
#[derive(Clone, Debug)]
struct Summary {
    number: u64,
    seats: [usize; 2],
    result: GameResult,
    first_player: Mover,
    termination: Termination,
    plies: u32,
    overrun_us: u64,
    /// By colour.
    moves: [Moves; 2],
}

#[derive(Clone, Default, Debug)]
struct Moves {
    count: u64,
    time_us: u128,
    depths: Depths,
}

/// Depths in plies, with how often each was reported.
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

    /// Returns the mean, if there are any.
    pub fn mean(&self) -> Option<f64> {
        let sum: u128 = self.0.iter().map(|(&depth, &count)| u128::from(depth) * u128::from(count)).sum();
        (self.count() > 0).then(|| sum as f64 / self.count() as f64)
    }

    /// Returns the median, half way between the two in the middle if their number is even, if there are any.
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

fn points(result: GameResult) -> Points {
    match result {
        GameResult::Silver => Points::Win,
        GameResult::Red => Points::Loss,
        GameResult::Draw => Points::Draw,
    }
}

impl Summary {
    fn of(record: &GameRecord) -> Summary {
        let mut moves = <[Moves; 2]>::default();
        let first = usize::from(record.first_mover == Mover::Red);
        for (ply, played) in record.moves.iter().enumerate() {
            let moves = &mut moves[(first + ply) % 2];
            moves.count += 1;
            moves.time_us += u128::from(played.time_us);
            played.depth.into_iter().for_each(|depth| moves.depths.record(depth));
        }
        Summary {
            number: record.game.saturating_sub(1),
            seats: record.seats,
            result: record.result,
            first_player: record.first_mover,
            termination: record.termination,
            plies: record.plies,
            overrun_us: record.overrun_us.unwrap_or_default(),
            moves,
        }
    }
}

impl Tally {
    /// How many games there are.
    pub fn games(&self) -> u64 {
        self.first_player.games()
    }

    /// Counts a game; says in the view of the lower seat which pair it has completed, if it has.
    fn count(&mut self, game: &Summary) -> Option<(Points, Points)> {
        let silver = points(game.result);
        let [silver_seat, red_seat] = game.seats;
        for (colour, seat, result) in [(0, silver_seat, silver), (1, red_seat, silver.reversed())] {
            let score = self.engines.entry(seat).or_default();
            let moves = &game.moves[colour];
            score.games.record(result);
            score.moves += moves.count;
            score.time_us += moves.time_us;
            score.depths.add(&moves.depths);
            if game.termination.class() == Class::Fault && result == Points::Loss {
                score.faults += 1;
                score.worst_overrun_us = score.worst_overrun_us.max(game.overrun_us);
            }
        }
        let (low, high) = (silver_seat.min(red_seat), silver_seat.max(red_seat));
        let own = if low == silver_seat { silver } else { silver.reversed() };
        self.pairings.entry((low, high)).or_default().record(own);
        self.silver.record(silver);
        self.first_player.record(if game.first_player == Mover::Silver { silver } else { silver.reversed() });
        *self.terminations.entry(game.termination).or_default() += 1;
        self.plies += u128::from(game.plies);
        let Some(other) = self.half.remove(&(game.number / 2)) else {
            self.half.insert(game.number / 2, own);
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
    /// The log-likelihood ratio of the pairs that count for it.
    pub llr: f64,
    /// What it says.
    pub decision: Decision,
    /// So many pairs, from the first on without a gap.
    pub pairs: u64,
}

/// Counts the games of a match.
#[derive(Clone, Debug)]
pub struct Standings {
    seen: HashSet<u64>,
    tally: Tally,
    sprt: Option<Sequence>,
}

/// Games in their order, for an SPRT.
#[derive(Clone, Debug)]
struct Sequence {
    state: SprtState,
    pairs: Pairs,
    next: u64,
    waiting: BTreeMap<u64, Summary>,
}

impl Standings {
    /// Nothing yet; an SPRT is about the engine of the lowest seat.
    pub fn new(sprt: Option<Test>) -> Standings {
        let sprt = sprt.map(|test| Sequence {
            state: SprtState { test, llr: 0.0, decision: Decision::Continue, pairs: 0 },
            pairs: Pairs::default(),
            next: 0,
            waiting: BTreeMap::new(),
        });
        Standings { seen: HashSet::new(), tally: Tally::default(), sprt }
    }

    /// Counts a game; `false` if it was there already.
    pub fn add(&mut self, record: &GameRecord) -> bool {
        if !self.seen.insert(record.game) {
            return false;
        }
        let game = Summary::of(record);
        let Some(sequence) = &mut self.sprt else {
            self.tally.count(&game);
            return true;
        };
        sequence.waiting.insert(game.number, game);
        while sequence.state.decision == Decision::Continue
            && let Some(game) = sequence.waiting.remove(&sequence.next)
        {
            sequence.next += 1;
            if let Some((first, second)) = self.tally.count(&game) {
                sequence.pairs.record(first, second);
                let state = &mut sequence.state;
                state.pairs += 1;
                state.llr = state.test.llr(&sequence.pairs);
                state.decision = state.test.decide(state.llr);
            }
        }
        true
    }

    /// Whether the game with this number, from 1, was counted or waits to be.
    pub fn has(&self, game: u64) -> bool {
        self.seen.contains(&game)
    }

    /// How many different games were added.
    pub fn added(&self) -> u64 {
        self.seen.len() as u64
    }

    /// The state of the SPRT, if there is one.
    pub fn sprt(&self) -> Option<SprtState> {
        self.sprt.as_ref().map(|sequence| sequence.state)
    }

    /// Whether an SPRT has come to its end.
    pub fn is_decided(&self) -> bool {
        self.sprt().is_some_and(|state| state.decision != Decision::Continue)
    }

    /// What counts: up to the decision of an SPRT, or all there is.
    pub fn tally(&self) -> Tally {
        let mut tally = self.tally.clone();
        if !self.is_decided() {
            for game in self.sprt.iter().flat_map(|sequence| sequence.waiting.values()) {
                tally.count(game);
            }
        }
        tally
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::record::tests::record;
    use crate::stats::Parameters;

    fn games() -> Vec<GameRecord> {
        let results = [GameResult::Silver, GameResult::Draw, GameResult::Red, GameResult::Silver, GameResult::Silver];
        (1..).zip(results.into_iter().cycle().take(41)).map(|(game, result)| record(game, result)).collect()
    }

    #[test]
    fn the_order_does_not_matter() {
        let in_order = |games: &mut dyn Iterator<Item = &GameRecord>, test| {
            let mut standings = Standings::new(test);
            games.for_each(|game| assert!(standings.add(game)));
            (standings.tally(), standings.sprt())
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
    fn pairs_are_seen_from_both_sides() {
        // Seat 0 plays Silver in odd games: a win and a draw, then a loss and a loss.
        let mut standings = Standings::new(None);
        games().iter().take(4).for_each(|game| assert!(standings.add(game)));
        let tally = standings.tally();
        let pairs = Pairs { wd: 1, ll: 1, ..Pairs::default() };
        assert_eq!(tally.engines[&0].pairs, pairs);
        assert_eq!(tally.engines[&1].pairs, pairs.reversed());
        assert_eq!(tally.engines[&0].games, Counts { wins: 1, draws: 1, losses: 2 });
        // Red moves first in all of them.
        assert_eq!(tally.silver, Counts { wins: 2, draws: 1, losses: 1 });
        assert_eq!(tally.first_player, tally.silver.reversed());
        assert_eq!(tally.games(), 4);
    }

    #[test]
    fn a_few_great_depths_leave_the_median() {
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
    fn nothing_is_counted_twice() {
        let mut standings = Standings::new(None);
        let game = record(1, GameResult::Silver);
        assert!(standings.add(&game) && !standings.add(&game));
        assert_eq!((standings.tally().games(), standings.added()), (1, 1));
        assert!(standings.has(1) && !standings.has(2));
    }

    #[test]
    fn a_decision_ends_the_count() {
        let test = Test::new(Parameters { elo0: 0.0, elo1: 200.0, ..Parameters::default() }).expect("a test");
        let mut standings = Standings::new(Some(test));
        let won = |game| record(game, if game % 2 == 1 { GameResult::Silver } else { GameResult::Red });
        // The last game first: it waits for those before it.
        for game in (1..=200).rev() {
            standings.add(&won(game));
        }
        let state = standings.sprt().expect("a test");
        assert_eq!(state.decision, Decision::AcceptH1);
        assert_eq!(standings.tally().games(), 2 * state.pairs);
        assert!(state.pairs < 100 && standings.added() == 200);
    }
}
