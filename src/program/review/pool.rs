//! Reviews several games in parallel. Each thread has its own searcher.

use khepri_engine::internal::search::Searcher;
use khepri_engine::{NoMemory, Signals};
use khepri_protocol::review::Review;
use khepri_protocol::review::game::review;
use khepri_rules::kgn::Record;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::channel;
use std::thread;

/// The size of each searcher's hash table in MiB, enough for the nodes of a few positions.
const HASH_MIB: usize = 16;

/// Reviews games on a number of threads, with a number of nodes per position. Calls `on_position` after each position, on any
/// thread. Calls `on_review` with each review, in the order of the games. Ends early if `signals` stops it.
///
/// # Errors
/// There is no memory for the searchers.
pub fn review_all(
    games: &[&Record],
    threads: usize,
    nodes: u64,
    signals: &Signals,
    on_position: &(dyn Fn() + Sync),
    on_review: &mut dyn FnMut(usize, &Review),
) -> Result<(), NoMemory> {
    let searcher = |_| Searcher::new(HASH_MIB, 1);
    let searchers = (0..threads.max(1).min(games.len())).map(searcher).collect::<Result<Vec<_>, _>>()?;
    let next = AtomicUsize::new(0);
    let (sender, results) = channel();
    thread::scope(|scope| {
        for mut searcher in searchers {
            let (sender, next) = (sender.clone(), &next);
            scope.spawn(move || {
                loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    let Some(record) = games.get(index) else { return };
                    let Some(review) = review(record, &mut searcher, nodes, signals, &|| on_position()) else { return };
                    if sender.send((index, review)).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        // Finished reviews that wait for an earlier one.
        let (mut pending, mut next_review) = (BTreeMap::new(), 0);
        for (index, review) in results {
            pending.insert(index, review);
            while let Some(review) = pending.remove(&next_review) {
                on_review(next_review, &review);
                next_review += 1;
            }
        }
    });
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::review::tests::read;

    #[test]
    fn reviews_come_in_the_order_of_the_games() {
        let long = read("[SetUp \"classic\"]\n\n1. h2g2 c7d7 2. g2h2 d7c7 3. h2g2 c7d7 *\n");
        let short = read("[SetUp \"imhotep\"]\n\n*\n");
        let (mut order, counted) = (Vec::new(), AtomicUsize::new(0));
        let count = || {
            counted.fetch_add(1, Ordering::Relaxed);
        };
        let games = [&long, &short, &short, &long, &short];
        let mut each = |index: usize, review: &Review| order.push((index, review.moves.len()));
        review_all(&games, 3, 600, &Signals::default(), &count, &mut each).expect("memory");
        assert_eq!(order, [(0, 6), (1, 0), (2, 0), (3, 6), (4, 0)]);
        assert_eq!(counted.load(Ordering::Relaxed), 7 + 1 + 1 + 7 + 1);
    }

    #[test]
    fn nothing_is_reviewed_after_a_stop() {
        let game = read("[SetUp \"classic\"]\n\n1. h2g2 *\n");
        let mut each = |_: usize, _: &Review| panic!("a review");
        let signals = Signals::default();
        signals.stop();
        review_all(&[&game], 2, 600, &signals, &|| {}, &mut each).expect("memory");
        review_all(&[], 2, 600, &Signals::default(), &|| {}, &mut each).expect("nothing to do");
    }
}
