//! A random game that both implementations play at the same time.

use crate::clean_room::actions::Action;
use crate::clean_room::board::{Board, RuleSet as SecondRuleSet};
use crate::clean_room::game::Game as SecondGame;
use crate::clean_room::light;
use crate::clean_room::pieces::Colour as SecondColour;
use crate::twin::state;
use khepri_rules::internal::util::random::Random;
use khepri_rules::{Beam, Bitboard, Game, Kind, Move, Position};
use std::collections::HashMap;
use std::fmt::Debug;
use std::hash::Hash;

/// A strategy for choosing moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Strategy {
    /// Any move, all with the same probability.
    Any,
    /// A move that hits no Pharaoh, if there is one, for long games and empty boards.
    Peaceful,
    /// Mostly the move back to where the piece came from, for repetitions.
    Shuttling,
    /// A move that hits something, if there is one.
    Greedy,
}

impl Strategy {
    /// All strategies.
    pub const ALL: [Strategy; 4] = [Strategy::Any, Strategy::Peaceful, Strategy::Shuttling, Strategy::Greedy];
}

/// Counts of what was compared.
#[derive(Default, Debug)]
pub struct Tally {
    pub games: u64,
    /// The games that ended by the rules.
    pub ended: u64,
    pub plies: u64,
    /// The legal moves that were compared, each with its shot.
    pub moves: u64,
    /// The hits of these shots.
    pub hits: u64,
    /// The positions whose arrangement occurred for at least the third time.
    pub third: u64,
    /// The arrangements that occurred again with the same key.
    pub repeated: u64,
}

impl Tally {
    /// Returns the sums of the counts of both.
    pub fn plus(&self, other: &Tally) -> Tally {
        Tally {
            games: self.games + other.games,
            ended: self.ended + other.ended,
            plies: self.plies + other.plies,
            moves: self.moves + other.moves,
            hits: self.hits + other.hits,
            third: self.third + other.third,
            repeated: self.repeated + other.repeated,
        }
    }
}

/// Values with their keys, in both directions.
pub struct Keys<T> {
    by_value: HashMap<T, u64>,
    by_key: HashMap<u64, T>,
    /// The number of values that occurred again with the same key.
    pub repeated: u64,
}

impl<T: Copy + Eq + Hash + Debug> Keys<T> {
    /// The number of values at which the maps are cleared.
    const CAPACITY: usize = 50_000;

    /// Returns empty maps.
    pub fn new() -> Keys<T> {
        Keys { by_value: HashMap::new(), by_key: HashMap::new(), repeated: 0 }
    }

    /// Adds a value with its key.
    ///
    /// # Errors
    /// The value has had another key, or the key another value.
    pub fn add(&mut self, value: T, key: u64) -> Result<(), String> {
        if self.by_key.len() >= Self::CAPACITY {
            self.by_value.clear();
            self.by_key.clear();
        }
        match self.by_value.insert(value, key) {
            Some(earlier) if earlier != key => return Err(format!("keys {earlier:#x} and {key:#x} for {value:?}")),
            Some(_) => self.repeated += 1,
            None => {}
        }
        match self.by_key.insert(key, value) {
            Some(earlier) if earlier != value => Err(format!("key {key:#x} for {earlier:?} and {value:?}")),
            _ => Ok(()),
        }
    }
}

/// An arrangement with its rule set.
type Arrangement = (SecondRuleSet, Board);

/// The keys of all games so far.
pub struct Seen {
    /// The repetition keys of arrangements.
    pub arrangements: Keys<Arrangement>,
    /// The keys of positions.
    pub positions: Keys<(Arrangement, SecondColour)>,
}

impl Seen {
    /// Returns no keys.
    pub fn new() -> Seen {
        Seen { arrangements: Keys::new(), positions: Keys::new() }
    }
}

/// Moves, each with the hits of its shot.
type Shots = Vec<(Move, Bitboard)>;

/// A game in both implementations.
struct Pair {
    library: Game,
    second: SecondGame,
    beam: Beam,
    /// The legal actions of the second implementation, each with its move.
    actions: Vec<(Move, Action)>,
    /// The legal moves of the library with their hits.
    shots: Shots,
}

/// Plays a game of at most `plies`, and compares both implementations at every ply.
///
/// # Errors
/// The first difference, with the position before it.
pub fn walk(
    start: &str,
    plies: u32,
    strategy: Strategy,
    random: &mut Random,
    seen: &mut Seen,
) -> Result<Tally, String> {
    let mut pair = Pair::new(start, start)?;
    let mut tally = Tally { games: 1, ..Tally::default() };
    let mut last = [None; 2];
    for _ in 0..plies {
        pair.compare_position(seen)?;
        tally.third += u64::from(pair.library.occurrences() >= 3);
        if pair.compare_outcome()? {
            tally.ended += 1;
            break;
        }
        tally.hits += pair.compare_moves()?;
        tally.moves += pair.shots.len() as u64;
        let mover = pair.library.position().side_to_move().index();
        let mv = pair.choose(strategy, last[mover], random);
        last[mover] = Some(mv);
        pair.play(mv)?;
        tally.plies += 1;
    }
    Ok(tally)
}

impl Pair {
    /// Returns games that start from these positions.
    fn new(library: &str, second: &str) -> Result<Pair, String> {
        let start = library.parse::<Position>().map_err(|rejection| format!("{library}: the library: {rejection}"))?;
        let second = SecondGame::from_kfen(second).map_err(|reason| format!("{second}: the second: {reason}"))?;
        Ok(Pair { library: Game::new(start), second, beam: Beam::new(), actions: Vec::new(), shots: Vec::new() })
    }

    /// Returns an error with the position and a difference.
    fn differ<T>(&self, what: impl std::fmt::Display) -> Result<T, String> {
        Err(format!("{}: {what}", self.second.to_kfen()))
    }

    /// Compares the position, its counters, the path of its beam, its number of occurrences, and its keys.
    fn compare_position(&mut self, seen: &mut Seen) -> Result<(), String> {
        let (position, second) = (self.library.position(), *self.second.position());
        let (library_text, second_text) = (position.to_string(), second.to_kfen());
        if library_text != second_text {
            return self.differ(format_args!("the library has {library_text}"));
        }
        let (library, other) = (self.library.occurrences(), self.second.occurrences());
        if library as usize != other {
            return self.differ(format_args!("has occurred {library} times for the library, {other} for the second"));
        }
        let arrangement = (second.rule_set, second.board);
        let keys = seen
            .arrangements
            .add(arrangement, position.repetition_key())
            .and_then(|()| seen.positions.add((arrangement, second.side), position.key()));
        if let Err(why) = keys {
            return self.differ(why);
        }
        position.trace(position.side_to_move(), &mut self.beam);
        let shot = light::fire(&mut second.board.clone(), second.rule_set, second.side);
        let (library, other) = (self.beam.path(), state::path(&shot));
        if library != other {
            return self.differ(format_args!("the path is {library:?} for the library, {other:?} for the second"));
        }
        Ok(())
    }

    /// Compares the outcomes. Returns whether the game is over.
    fn compare_outcome(&self) -> Result<bool, String> {
        let (library, second) = (self.library.position().outcome(), self.second.outcome().map(state::from_outcome));
        if library != second {
            return self.differ(format_args!("ends with {library:?} for the library, {second:?} for the second"));
        }
        Ok(library.is_some())
    }

    /// Compares all legal moves and the hits of their shots. Returns the number of hits.
    fn compare_moves(&mut self) -> Result<u64, String> {
        let position = self.library.position();
        self.shots.clear();
        self.shots.extend(position.legal_moves().iter().map(|&mv| (mv, position.shot(&self.beam, mv))));
        self.shots.sort_unstable_by_key(|&(mv, _)| mv);
        self.actions.clear();
        self.actions.extend(self.second.actions().iter().map(|action| (state::from_action(*action), *action)));
        self.actions.sort_unstable_by_key(|&(mv, _)| mv);
        if !self.shots.iter().map(|shot| shot.0).eq(self.actions.iter().map(|action| action.0)) {
            let library: Vec<Move> = self.shots.iter().map(|shot| shot.0).collect();
            let second: Vec<Move> = self.actions.iter().map(|action| action.0).collect();
            return self.differ(format_args!("the library lists {library:?}, the second {second:?}"));
        }
        let mut count = 0;
        for (&(mv, library), (_, action)) in self.shots.iter().zip(&self.actions) {
            let shot = self.second.preview(action).1;
            let hit = state::hits(&shot);
            if library != hit {
                return self.differ(format_args!("{mv} hits {library:?} for the library, {hit:?} for the second"));
            }
            count += shot.hits.len() as u64;
            debug_assert_eq!(mv.to_string(), action.text());
        }
        Ok(count)
    }

    /// Chooses the next move.
    fn choose(&self, strategy: Strategy, last: Option<Move>, random: &mut Random) -> Move {
        let any = |random: &mut Random, fits: &dyn Fn(&(Move, Bitboard)) -> bool| {
            let fitting: Vec<Move> = self.shots.iter().filter(|shot| fits(shot)).map(|shot| shot.0).collect();
            fitting.get(random.below(fitting.len())).copied()
        };
        let pharaohs = self.library.position().board().kind(Kind::Pharaoh);
        let peaceful = |shot: &(Move, Bitboard)| shot.1.is_disjoint(pharaohs);
        let chosen = match strategy {
            Strategy::Any => None,
            Strategy::Peaceful => any(random, &peaceful),
            Strategy::Shuttling if random.below(5) < 3 => {
                let back = last.and_then(|mv| self.reverse_of(mv));
                back.or_else(|| any(random, &|shot| shot.1.is_empty()))
            }
            Strategy::Shuttling => any(random, &peaceful),
            Strategy::Greedy => any(random, &|shot| !shot.1.is_empty()),
        };
        chosen.or_else(|| any(random, &|_| true)).expect("an unfinished game has a move")
    }

    /// Returns the move that reverses another one, if it is legal and hits nothing.
    fn reverse_of(&self, mv: Move) -> Option<Move> {
        let mut quiet = self.shots.iter().filter(|(_, hits)| hits.is_empty()).map(|shot| shot.0);
        let reverses = |back: &Move| back.from() == mv.to() && back.to() == mv.from();
        quiet.find(|back| reverses(back) && (mv.from() != mv.to() || *back != mv))
    }

    /// Plays a move in both implementations, and compares the hits.
    fn play(&mut self, mv: Move) -> Result<(), String> {
        let action = self.actions.iter().find(|action| action.0 == mv).map(|action| action.1);
        let action = action.expect("both have the same legal moves");
        let hits = match self.library.push(mv) {
            Ok(played) => played.hits(),
            Err(why) => return self.differ(format_args!("the library lists {mv} and refuses it: {why}")),
        };
        let before = self.second.to_kfen();
        let shot = self.second.apply(&action);
        let hit = state::hits(&shot);
        if hits != hit {
            return Err(format!("{before}: {mv} hits {hits:?} for the library, {hit:?} for the second"));
        }
        Ok(())
    }
}

#[test]
fn each_comparison_finds_a_difference() {
    let expect = |what: &str, mut pair: Pair, compare: fn(&mut Pair, &mut Seen) -> Result<(), String>| {
        pair.library.position().trace(pair.library.position().side_to_move(), &mut pair.beam);
        let why = compare(&mut pair, &mut Seen::new()).expect_err(what);
        assert!(why.contains(what), "{why}");
    };
    let pair = |library: &str, second: &str| Pair::new(library, second).expect("positions");
    let moves: fn(&mut Pair, &mut Seen) -> _ = |pair, _| pair.compare_moves().map(|_| ());
    let outcome: fn(&mut Pair, &mut Seen) -> _ = |pair, _| pair.compare_outcome().map(|_| ());
    let (one, other) = ("6k3////9P1///4K5 s khet1 0 1", "6k3////9P4///4K5 s khet1 0 1");
    expect("the library has", pair(other, one), Pair::compare_position);
    expect("the library has", pair("6k3////9P1///4K5 s khet1 0 2", one), Pair::compare_position);
    expect("the library lists", pair("6k3////9P1///4K5 r khet1 0 1", one), moves);
    expect("hits", pair(other, one), moves);
    expect("ends with", pair(one, "5k4//////8p1p1/9K s khet1 0 1"), outcome);

    let mut repeated = pair("6k3///////4K5 s khet1 0 1", one);
    for mv in ["e1e2", "g8g7", "e2e1", "g7g8"] {
        repeated.library.push(mv.parse().expect("a move")).expect("it is legal");
    }
    repeated.second = SecondGame::from_kfen(&repeated.library.position().to_string()).expect("a position");
    expect("has occurred 2 times for the library, 1", repeated, Pair::compare_position);

    let mut keys = Keys::new();
    assert_eq!([keys.add(1, 10), keys.add(2, 20), keys.add(1, 10)], [Ok(()), Ok(()), Ok(())]);
    assert!(keys.add(1, 11).is_err() && keys.add(3, 20).is_err(), "two keys of a value, two values of a key");
}
