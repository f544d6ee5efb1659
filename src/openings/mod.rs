//! Balanced openings for matches: random plies, followed by a search that rejects openings with a score too far from zero.
//!
//! Each opening has its own sequence of tries, which depends only on the seed and the number of the opening. The first good
//! try with a new position is used. So the openings do not depend on the number of threads. With a larger count, the first
//! openings stay the same.

pub(crate) mod walk;

use crate::eval::Score;
use crate::notation::{NamedSetup, Opening};
use crate::rules::Game;
use crate::search::limits::Limits;
use crate::search::observer::Info;
use crate::search::{Depth, NoMemory, SearchSettings, Searcher, Signals};
use crate::util::random::Random;
use rand::SeedableRng;
use std::collections::{BTreeMap, HashSet};
use std::fmt;
use std::ops::RangeInclusive;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, Sender};
use thiserror::Error;
use walk::Arrangement;

/// Number of failed tries for one opening after which no more openings are made.
pub const TRIES: u64 = 1000;

/// Size of the table in MiB. It is fixed, since the scores depend on it.
const TABLE_MIB: usize = 16;

/// The search ends early if the score exceeds the bound by more than this, in centipawns. It is the value of one Pyramid.
const HOPELESS: i32 = 100;

/// The openings to make.
#[derive(Clone, Debug)]
pub struct OpeningSettings {
    /// Set-ups to start from, in turn.
    pub setups: Vec<&'static NamedSetup>,
    /// The number of openings.
    pub count: usize,
    /// Range of the number of plies of an opening. All numbers in it are equally likely.
    pub plies: RangeInclusive<u32>,
    /// The largest distance of the score from zero.
    pub bound: Score,
    /// Depth of the search of the last position.
    pub depth: Depth,
    /// Seed of the random plies.
    pub seed: u64,
}

/// An opening with the score of its last position.
#[derive(Clone, Debug)]
pub struct Balanced {
    /// The opening.
    pub opening: Opening,
    /// The score from the view of the side to move.
    pub score: Score,
}

impl fmt::Display for Balanced {
    /// Writes a line of an opening file, with the score as the remark.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ; {}", self.opening, self.score.in_pyramids())
    }
}

/// The reason why there are fewer openings than requested.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum Failure {
    /// There is no memory for the table of a search.
    #[error(transparent)]
    NoMemory(#[from] NoMemory),
    /// All tries for one more opening failed.
    #[error("only {made} openings were found: {TRIES} tries for the next one failed")]
    Exhausted {
        /// The number of openings that were made.
        made: usize,
    },
}

/// Makes openings on a number of threads and calls `each` with them, in order. No two end in the same `Arrangement`.
///
/// # Errors
/// There is no memory, or all tries for an opening failed. The openings that were passed to `each` are valid even then.
pub fn make(settings: &OpeningSettings, threads: usize, each: &mut dyn FnMut(&Balanced)) -> Result<(), Failure> {
    let next = AtomicUsize::new(0);
    let over = Signals::default();
    let mut own = Maker::new(settings, &over)?;
    std::thread::scope(|scope| {
        let _over = StopOnDrop(&over);
        let (sender, receiver) = mpsc::channel();
        for _ in 0..threads {
            let maker = Maker::new(settings, &over)?;
            let (sender, next) = (sender.clone(), &next);
            let work = move || maker.work(next, &sender);
            // If the system refuses a thread, fewer threads make the same openings.
            if std::thread::Builder::new().spawn_scoped(scope, work).is_err() {
                break;
            }
        }
        drop(sender);
        // The openings that cannot be passed on yet, because one with a smaller number is missing. The key is the number.
        let mut early = BTreeMap::new();
        let mut seen = HashSet::new();
        for number in 0..settings.count {
            while !early.contains_key(&number)
                && let Ok((number, found)) = receiver.recv()
            {
                early.insert(number, found);
            }
            let found = match early.remove(&number) {
                // An opening with a smaller number ends in the same arrangement.
                Some(Some(Found { arrangement, try_number, .. })) if seen.contains(&arrangement) => {
                    own.find(number, try_number + 1, &seen)
                }
                Some(found) => found,
                None => own.find(number, 0, &seen),
            };
            let found = found.ok_or(Failure::Exhausted { made: number })?;
            each(&found.balanced);
            seen.insert(found.arrangement);
        }
        Ok(())
    })
}

/// A guard that sends a stop when it is dropped. The stop ends the other threads even after an error or a panic.
struct StopOnDrop<'a>(&'a Signals);

impl Drop for StopOnDrop<'_> {
    fn drop(&mut self) {
        self.0.stop();
    }
}

/// A good opening and the try that found it.
struct Found {
    balanced: Balanced,
    arrangement: Arrangement,
    try_number: u64,
}

/// A maker of openings on one thread.
struct Maker<'a> {
    settings: &'a OpeningSettings,
    searcher: Searcher,
    /// Stopped when no more openings are needed.
    over: &'a Signals,
}

impl<'a> Maker<'a> {
    fn new(settings: &'a OpeningSettings, over: &'a Signals) -> Result<Maker<'a>, Failure> {
        let searcher = Searcher::new(TABLE_MIB, 1)?;
        Ok(Maker { settings, searcher, over })
    }

    /// Finds openings, each with the next unused number, until all numbers are used or the receiver is dropped.
    fn work(mut self, next: &AtomicUsize, found: &Sender<(usize, Option<Found>)>) {
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= self.settings.count || found.send((number, self.find(number, 0, &HashSet::new()))).is_err() {
                break;
            }
        }
    }

    /// Makes the tries for the opening with this number, from try `from` on. Returns the first good opening whose
    /// arrangement is not in `seen`.
    fn find(&mut self, number: usize, from: u64, seen: &HashSet<Arrangement>) -> Option<Found> {
        let setups = &self.settings.setups;
        let setup = *setups.get(number.checked_rem(setups.len())?)?;
        let random = Random::seed_from_u64(self.settings.seed).stream(number as u64);
        (from..TRIES).take_while(|_| !self.over.is_stopped()).find_map(|try_number| {
            let opening = walk::walk(&setup.position, &self.settings.plies, &mut random.stream(try_number))?;
            let game = opening.game();
            let arrangement = Arrangement::of(game.position());
            if seen.contains(&arrangement) || walk::has_lethal_move(game.position()) {
                return None;
            }
            let score = self.score(&game)?;
            Some(Found { balanced: Balanced { opening, score }, arrangement, try_number })
        })
    }

    /// Returns the score of the last position if it is within the bound. Earlier searches do not influence it.
    fn score(&mut self, game: &Game) -> Option<Score> {
        let &OpeningSettings { bound, depth, .. } = self.settings;
        let signals = Signals::default();
        let mut last = None;
        let mut observe = |info: &Info| {
            last = Some(info.score);
            if !is_within(info.score, bound + HOPELESS) {
                signals.stop();
            }
        };
        let limits = Limits { depth: Some(depth), ..Limits::default() };
        self.searcher.clear();
        self.searcher.search(game, &limits, &SearchSettings::default(), &signals, &mut observe);
        last.filter(|&score| !signals.is_stopped() && is_within(score, bound))
    }
}

fn is_within(score: Score, bound: Score) -> bool {
    (-bound..=bound).contains(&score)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::setups;
    use crate::rules::RuleSet;

    fn settings(count: usize) -> OpeningSettings {
        let setups = ["classic", "osiris"].map(|name| setups::named(RuleSet::Khet2, name).expect(name)).to_vec();
        OpeningSettings { setups, count, plies: 2..=3, bound: Score::centipawns(40), depth: Depth(2), seed: 5 }
    }

    fn made(settings: &OpeningSettings, threads: usize) -> (Vec<Balanced>, Result<(), Failure>) {
        let mut all = Vec::new();
        let result = make(settings, threads, &mut |balanced| all.push(balanced.clone()));
        (all, result)
    }

    fn lines(settings: &OpeningSettings, threads: usize) -> Vec<String> {
        let (made, result) = made(settings, threads);
        assert_eq!(result, Ok(()));
        made.iter().map(Balanced::to_string).collect()
    }

    #[test]
    fn openings_meet_the_conditions() {
        let (all, result) = made(&settings(30), 1);
        assert_eq!((all.len(), result), (30, Ok(())));
        for (balanced, name) in all.iter().zip(["classic", "osiris"].into_iter().cycle()) {
            assert_eq!(balanced.opening.setup(), Some(name));
            assert!((2..=3).contains(&balanced.opening.moves().len()));
            assert!(is_within(balanced.score, Score::centipawns(40)));
        }
        for plies in 2..=3 {
            assert!(all.iter().any(|balanced| balanced.opening.moves().len() == plies));
        }
    }

    #[test]
    fn threads_do_not_change_openings_and_a_larger_count_begins_with_the_same() {
        let all = lines(&settings(20), 1);
        for threads in [0, 2, 3] {
            assert_eq!(lines(&settings(20), threads), all, "{threads} threads");
        }
        assert_eq!(lines(&settings(7), 2), all[..7]);
        assert_ne!(lines(&OpeningSettings { seed: 6, ..settings(20) }, 1), all);
    }

    #[test]
    fn exhausted_tries_end_with_the_openings_found_so_far() {
        // The openings have one quiet ply, and all start from one set-up. It has 77 moves, and fewer of them are quiet.
        let few = OpeningSettings {
            plies: 1..=1,
            bound: Score::centipawns(10_000),
            setups: settings(0).setups[..1].to_vec(),
            ..settings(200)
        };
        let (all, result) = made(&few, 2);
        assert_eq!(result, Err(Failure::Exhausted { made: all.len() }));
        assert!((40..77).contains(&all.len()), "{}", all.len());
        let (alone, _) = made(&few, 1);
        assert!(all.iter().map(Balanced::to_string).eq(alone.iter().map(Balanced::to_string)));
        assert_eq!(made(&OpeningSettings { setups: vec![], ..settings(3) }, 1).1, Err(Failure::Exhausted { made: 0 }));
    }
}
