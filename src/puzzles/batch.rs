//! Work on many items at once, with a worker on each thread. Results arrive in the order of the items, for any number of threads.

use crate::search::{NoMemory, Signals};
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;

/// The reason why not all items were done.
#[derive(Debug, thiserror::Error)]
pub enum BatchError<E> {
    /// There is no memory for a hash table.
    #[error(transparent)]
    NoMemory(#[from] NoMemory),
    /// The system did not create the threads.
    #[error("no threads: {0}")]
    Threads(#[from] rayon::ThreadPoolBuildError),
    /// The callback for results failed.
    #[error("{0}")]
    Callback(E),
}

/// Creates a worker on each thread. Calls `work` with each item and the worker of a thread, and `on_result` with each result in the order of the items. Ends without an
/// error if `signals` are stopped; `work` then returns `None`. An error also stops `signals`.
///
/// # Errors
/// Memory or threads could not be created, or `on_result` failed.
pub fn run<T: Sync, W, R: Send, E>(
    items: &[T],
    threads: usize,
    signals: &Signals,
    create: impl Fn() -> Result<W, NoMemory> + Sync,
    work: impl Fn(&T, &mut W) -> Option<R> + Sync,
    on_result: &mut dyn FnMut(R) -> Result<(), E>,
) -> Result<(), BatchError<E>> {
    let threads = threads.max(1);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).thread_name(|n| format!("puzzles {n}")).build()?;
    let next = AtomicUsize::new(0);
    let (sender, receiver) = mpsc::channel();
    pool.in_place_scope(|scope| {
        for _ in 0..threads {
            let (sender, next, create, work) = (sender.clone(), &next, &create, &work);
            scope.spawn(move |_| {
                let mut worker = match create() {
                    Ok(worker) => worker,
                    Err(error) => return drop(sender.send(Err(error))),
                };
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    let Some(item) = items.get(number).filter(|_| !signals.is_stopped()) else { break };
                    let Some(result) = work(item, &mut worker) else { break };
                    if sender.send(Ok((number, result))).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        let mut early = BTreeMap::new();
        let mut expected = 0;
        let result = receiver.iter().try_for_each(|done| {
            let (number, result) = done?;
            early.insert(number, result);
            while let Some(result) = early.remove(&expected) {
                expected += 1;
                on_result(result).map_err(BatchError::Callback)?;
            }
            Ok(())
        });
        if result.is_err() {
            signals.stop();
        }
        drop(receiver);
        result
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_arrive_in_the_order_of_the_items() {
        let items: Vec<u64> = (0..40).collect();
        let mut seen = Vec::new();
        let slow_first = |&item: &u64, (): &mut ()| {
            std::thread::sleep(std::time::Duration::from_micros(40 - item));
            Some(item)
        };
        let all = run(&items, 4, &Signals::default(), || Ok(()), slow_first, &mut |item| {
            seen.push(item);
            Ok::<(), ()>(())
        });
        assert!(all.is_ok());
        assert_eq!(seen, items);
    }

    #[test]
    fn a_failed_callback_and_a_signal_end_the_work() {
        let items = [1, 2, 3];
        let signals = Signals::default();
        let failed = run(&items, 1, &signals, || Ok(()), |&item, ()| Some(item), &mut |item| Err(item));
        assert!(matches!(failed, Err(BatchError::Callback(1))));
        assert!(signals.is_stopped());
        let mut seen = 0;
        let stopped = run(&items, 1, &signals, || Ok(()), |&item, ()| Some(item), &mut |_| {
            seen += 1;
            Ok::<(), ()>(())
        });
        assert!(stopped.is_ok() && seen == 0);
    }
}
