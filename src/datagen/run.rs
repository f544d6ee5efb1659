//! Plays the games of a recipe on several threads and hands them to one place as they end.

use super::recipe::Recipe;
use super::record::Record;
use super::selfplay::{Failure, SelfPlay};
use std::collections::HashSet;
use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc;
use std::sync::{Mutex, PoisonError};

/// Which games are to be played.
pub struct Task<'a> {
    /// How they are made.
    pub recipe: &'a Recipe,
    /// Only games with smaller numbers; without end if there is none.
    pub games: Option<u64>,
    /// Games that are there already.
    pub done: &'a HashSet<u64>,
    /// How many are played at a time.
    pub threads: usize,
}

/// Why the games ended early.
#[derive(Debug)]
pub enum RunError<E> {
    /// The games could not be played.
    Play(Failure),
    /// There are no threads.
    Threads(String),
    /// What was done with a game failed.
    Each(E),
}

impl<E: fmt::Display> fmt::Display for RunError<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RunError::Play(failure) => write!(f, "{failure}"),
            RunError::Threads(why) => write!(f, "no threads: {why}"),
            RunError::Each(error) => write!(f, "{error}"),
        }
    }
}

/// Plays all games that are not there yet and calls `each` with every one as it ends; one thread plays them in the order of
/// their numbers. Games in progress are given up when `is_stopped`.
///
/// # Errors
/// Why not all of them were played.
pub fn run<E>(
    task: &Task<'_>,
    is_stopped: &(dyn Fn() -> bool + Sync),
    each: &mut dyn FnMut(&Record) -> Result<(), E>,
) -> Result<(), RunError<E>> {
    let &Task { recipe, games, done, threads } = task;
    let threads = threads.max(1);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).thread_name(|n| format!("game {n}")).build();
    let pool = pool.map_err(|error| RunError::Threads(error.to_string()))?;
    let numbers = recipe.shard.games().take_while(|&number| games.is_none_or(|games| number < games));
    let numbers = Mutex::new(numbers.filter(|number| !done.contains(number)));
    let is_over = AtomicBool::new(false);
    let stops = || is_over.load(Ordering::Relaxed) || is_stopped();
    let (sender, receiver) = mpsc::sync_channel(2 * threads);
    pool.in_place_scope(|scope| {
        for _ in 0..threads {
            let (sender, numbers, stops) = (sender.clone(), &numbers, &stops);
            scope.spawn(move |_| {
                let mut player = match SelfPlay::new(recipe) {
                    Ok(player) => player,
                    Err(error) => return drop(sender.send(Err(Failure::NoMemory(error)))),
                };
                let next = || numbers.lock().unwrap_or_else(PoisonError::into_inner).next();
                while let Some(number) = next() {
                    let Some(played) = player.play(number, stops).transpose() else { break };
                    if sender.send(played).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        // Whichever way this ends, the others end too.
        let result = receiver.iter().try_for_each(|played| {
            let record = played.map_err(RunError::Play)?;
            each(&record).map_err(RunError::Each)
        });
        is_over.store(true, Ordering::Relaxed);
        drop(receiver);
        result
    })
}

#[cfg(test)]
mod tests {
    use super::super::recipe::tests::recipe;
    use super::super::recipe::{RuleSets, Shard};
    use super::*;
    use crate::rules::RuleSet;

    fn few() -> Recipe {
        let rule_sets = RuleSets::only(RuleSet::Khet1);
        Recipe { nodes: 100, shard: Shard::new(2, 3).expect("a part"), rule_sets, ..recipe() }
    }

    fn play(done: &[u64], threads: usize) -> Vec<Record> {
        let done = done.iter().copied().collect();
        let mut records = Vec::new();
        let task = Task { recipe: &few(), games: Some(20), done: &done, threads };
        let result: Result<(), RunError<String>> = run(&task, &|| false, &mut |record| {
            records.push(record.clone());
            Ok(())
        });
        assert!(result.is_ok());
        records
    }

    #[test]
    fn any_number_of_threads_plays_the_same_games() {
        let one = play(&[], 1);
        let numbers: Vec<u64> = one.iter().map(|record| record.number).collect();
        assert_eq!(numbers, [1, 4, 7, 10, 13, 16, 19]);
        let mut three = play(&[], 3);
        three.sort_by_key(|record| record.number);
        assert_eq!(three, one);
        let rest = play(&[1, 7, 10], 1);
        assert!(rest.iter().eq(one.iter().filter(|record| ![1, 7, 10].contains(&record.number))));
        assert!(play(&numbers, 2).is_empty());
    }

    #[test]
    fn a_failure_ends_it() {
        let done = HashSet::new();
        let task = Task { recipe: &few(), games: None, done: &done, threads: 2 };
        let mut count = 0;
        let result = run(&task, &|| false, &mut |_| {
            count += 1;
            if count < 3 { Ok(()) } else { Err("full") }
        });
        assert!(matches!(result, Err(RunError::Each("full"))));
        let result: Result<(), RunError<String>> = run(&task, &|| true, &mut |_| Ok(()));
        assert!(result.is_ok());
    }
}
