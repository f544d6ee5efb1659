//! Openings for matches: random plies, followed by a judge that accepts or rejects the opening.
//!
//! Each opening has its own sequence of tries, which depends only on the seed and the number of the opening. The first good
//! try with a new position is used. So the openings do not depend on the number of threads. With a larger count, the first
//! openings stay the same.

pub mod balance;
pub mod lead;
pub mod walk;

use khepri_engine::{NoMemory, Signals};
use khepri_rules::internal::util::random::Random;
use khepri_rules::opening::Opening;
use khepri_rules::setups::NamedSetup;
use khepri_rules::{Game, Move};
use std::collections::{BTreeMap, HashSet};
use std::fmt;
use std::ops::RangeInclusive;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, Sender};
use thiserror::Error;
use walk::Arrangement;

/// Number of failed tries for one opening after which no more openings are made.
pub const TRIES: u64 = 1000;

/// The openings to make.
#[derive(Clone, Debug)]
pub struct OpeningSettings {
    /// Set-ups to start from, in turn.
    pub setups: Vec<&'static NamedSetup>,
    /// The number of openings.
    pub count: usize,
    /// Range of the number of plies of an opening. All numbers in it are equally likely.
    pub plies: RangeInclusive<u32>,
    /// Seed of all random numbers.
    pub seed: u64,
}

/// A condition that openings have to meet.
pub trait Judge: Send {
    /// Returns the game after a legal move if the move may be a ply of an opening.
    fn ply(game: &Game, mv: Move) -> Option<Game>;

    /// Returns the remark of an opening's line, or `None` if the opening does not meet the condition. The answer depends only
    /// on the opening and on `random`.
    fn remark(&mut self, opening: &Opening, random: &mut Random) -> Option<String>;
}

/// An opening that meets the condition.
#[derive(Clone, Debug)]
pub struct Made {
    /// The opening.
    pub opening: Opening,
    /// The remark of its judge.
    pub remark: String,
}

impl fmt::Display for Made {
    /// Writes a line of an opening file.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ; {}", self.opening, self.remark)
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

/// Makes openings on a number of threads and calls `each` with them, in order. No two end in the same `Arrangement`. `judge`
/// creates the judge of a thread.
///
/// # Errors
/// There is no memory, or all tries for an opening failed. The openings that were passed to `each` are valid even then.
pub fn make<J: Judge>(
    settings: &OpeningSettings,
    threads: usize,
    judge: impl Fn() -> Result<J, NoMemory>,
    each: &mut dyn FnMut(&Made),
) -> Result<(), Failure> {
    let next = AtomicUsize::new(0);
    let over = Signals::default();
    let mut own = Maker { settings, judge: judge()?, over: &over };
    std::thread::scope(|scope| {
        let _over = StopOnDrop(&over);
        let (sender, receiver) = mpsc::channel();
        for _ in 0..threads {
            let maker = Maker { settings, judge: judge()?, over: &over };
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
            each(&found.made);
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
    made: Made,
    arrangement: Arrangement,
    try_number: u64,
}

/// A maker of openings on one thread.
struct Maker<'a, J> {
    settings: &'a OpeningSettings,
    judge: J,
    /// Stopped when no more openings are needed.
    over: &'a Signals,
}

impl<J: Judge> Maker<'_, J> {
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
            let random = &mut random.stream(try_number);
            let opening = walk::walk_by(J::ply, &setup.position, &self.settings.plies, random)?;
            let game = opening.game();
            let arrangement = Arrangement::of(game.position());
            if seen.contains(&arrangement) || walk::has_lethal_move(game.position()) {
                return None;
            }
            let remark = self.judge.remark(&opening, random)?;
            Some(Found { made: Made { opening, remark }, arrangement, try_number })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use khepri_rules::{RuleSet, setups};

    fn settings(count: usize) -> OpeningSettings {
        let setups = ["classic", "osiris"].map(|name| setups::named(RuleSet::Khet2, name).expect(name)).to_vec();
        OpeningSettings { setups, count, plies: 2..=3, seed: 5 }
    }

    /// A judge that accepts about a third of the openings, and remarks on their lengths and the next random number.
    struct Third;

    impl Judge for Third {
        fn ply(game: &Game, mv: Move) -> Option<Game> {
            walk::quiet(game, mv)
        }

        fn remark(&mut self, opening: &Opening, random: &mut Random) -> Option<String> {
            let is_accepted = opening.game().position().key().is_multiple_of(3);
            is_accepted.then(|| format!("{} {}", opening.moves().len(), random.below(1_000)))
        }
    }

    fn made(settings: &OpeningSettings, threads: usize) -> (Vec<Made>, Result<(), Failure>) {
        let mut all = Vec::new();
        let result = make(settings, threads, || Ok(Third), &mut |made| all.push(made.clone()));
        (all, result)
    }

    fn lines(settings: &OpeningSettings, threads: usize) -> Vec<String> {
        let (made, result) = made(settings, threads);
        assert_eq!(result, Ok(()));
        made.iter().map(Made::to_string).collect()
    }

    #[test]
    fn openings_meet_the_conditions() {
        let (all, result) = made(&settings(30), 1);
        assert_eq!((all.len(), result), (30, Ok(())));
        for (Made { opening, remark }, name) in all.iter().zip(["classic", "osiris"].into_iter().cycle()) {
            assert_eq!(opening.setup(), Some(name));
            assert!((2..=3).contains(&opening.moves().len()));
            assert!(remark.starts_with(&format!("{} ", opening.moves().len())));
            assert!(opening.game().position().key().is_multiple_of(3));
        }
        for plies in 2..=3 {
            assert!(all.iter().any(|made| made.opening.moves().len() == plies));
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
        // The openings have one quiet ply, and all start from one set-up. It has 77 moves, and about a third is accepted.
        let few = OpeningSettings { plies: 1..=1, setups: settings(0).setups[..1].to_vec(), ..settings(200) };
        let (all, result) = made(&few, 2);
        assert_eq!(result, Err(Failure::Exhausted { made: all.len() }));
        assert!((10..50).contains(&all.len()), "{}", all.len());
        let (alone, _) = made(&few, 1);
        assert!(all.iter().map(Made::to_string).eq(alone.iter().map(Made::to_string)));
        assert_eq!(made(&OpeningSettings { setups: vec![], ..settings(3) }, 1).1, Err(Failure::Exhausted { made: 0 }));
    }
}
