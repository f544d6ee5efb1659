//! Work on many items at once, with a worker on each thread.

use khepri_engine::Signals;
use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError, mpsc};

/// The reason why not all items were done: `F` from a worker, or `E` from the callback for results.
#[derive(Debug, thiserror::Error)]
pub enum WorkError<F, E> {
    /// A worker could not be created, or failed.
    #[error("{0}")]
    Worker(F),
    /// The system did not create the threads.
    #[error("no threads: {0}")]
    Threads(#[from] rayon::ThreadPoolBuildError),
    /// The callback for results failed.
    #[error("{0}")]
    Callback(E),
}

/// Creates a worker on each thread, and calls `work` with each item and the worker of a thread. Items start in their order. Calls
/// `on_result` with each result as it arrives. Ends without an error if `signals` are stopped; `work` then returns `None`. An error
/// also stops `signals`. `name` is the name of the threads.
///
/// # Errors
/// A worker could not be created or failed, threads could not be created, or `on_result` failed.
pub fn run<T, W, R: Send, F: Send, E>(
    items: impl Iterator<Item = T> + Send,
    (threads, name): (usize, &str),
    signals: &Signals,
    create: impl Fn() -> Result<W, F> + Sync,
    work: impl Fn(T, &mut W) -> Result<Option<R>, F> + Sync,
    on_result: &mut dyn FnMut(R) -> Result<(), E>,
) -> Result<(), WorkError<F, E>> {
    let (threads, name) = (threads.max(1), name.to_owned());
    let pool =
        rayon::ThreadPoolBuilder::new().num_threads(threads).thread_name(move |n| format!("{name} {n}")).build()?;
    let items = Mutex::new(items);
    let (sender, receiver) = mpsc::sync_channel(2 * threads);
    pool.in_place_scope(|scope| {
        for _ in 0..threads {
            let (sender, items, create, work) = (sender.clone(), &items, &create, &work);
            scope.spawn(move |_| {
                let mut worker = match create() {
                    Ok(worker) => worker,
                    Err(error) => return drop(sender.send(Err(error))),
                };
                let next = || items.lock().unwrap_or_else(PoisonError::into_inner).next();
                while let Some(item) = next().filter(|_| !signals.is_stopped()) {
                    let Some(result) = work(item, &mut worker).transpose() else { break };
                    if sender.send(result).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        let result = receiver
            .iter()
            .try_for_each(|result| on_result(result.map_err(WorkError::Worker)?).map_err(WorkError::Callback));
        if result.is_err() {
            signals.stop();
        }
        drop(receiver);
        result
    })
}

/// Does the work of [`run`], and calls `on_result` with the results in the order of the items.
///
/// # Errors
/// Those of [`run`].
pub fn run_in_order<T: Send, W, R: Send, F: Send, E>(
    items: impl Iterator<Item = T> + Send,
    threads: (usize, &str),
    signals: &Signals,
    create: impl Fn() -> Result<W, F> + Sync,
    work: impl Fn(T, &mut W) -> Result<Option<R>, F> + Sync,
    on_result: &mut dyn FnMut(R) -> Result<(), E>,
) -> Result<(), WorkError<F, E>> {
    let (mut early, mut expected) = (BTreeMap::new(), 0);
    let numbered = |(number, item), worker: &mut W| Ok(work(item, worker)?.map(|result| (number, result)));
    run(items.enumerate(), threads, signals, create, numbered, &mut |(number, result)| {
        early.insert(number, result);
        while let Some(result) = early.remove(&expected) {
            expected += 1;
            on_result(result)?;
        }
        Ok(())
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::convert::Infallible;

    #[test]
    fn results_arrive_in_the_order_of_the_items() {
        let mut seen = Vec::new();
        let slow_first = |item: u64, (): &mut ()| {
            std::thread::sleep(std::time::Duration::from_micros(40 - item));
            Ok::<_, Infallible>(Some(item))
        };
        let all = run_in_order(0..40, (4, "test"), &Signals::default(), || Ok(()), slow_first, &mut |item| {
            seen.push(item);
            Ok::<(), ()>(())
        });
        assert!(all.is_ok());
        assert_eq!(seen, (0..40).collect::<Vec<u64>>());
    }

    #[test]
    fn a_failure_or_a_signal_ends_the_work() {
        let signals = Signals::default();
        let same = |item: u32, (): &mut ()| if item == 9 { Err("nine") } else { Ok(Some(item)) };
        let run = |items: &[u32], signals: &Signals, on_result: &mut dyn FnMut(u32) -> Result<(), u32>| {
            run_in_order(items.iter().copied(), (1, "test"), signals, || Ok(()), same, on_result)
        };
        assert!(matches!(run(&[1, 2, 3], &signals, &mut |item| Err(item)), Err(WorkError::Callback(1))));
        assert!(signals.is_stopped());
        let mut seen = 0;
        let stopped = run(&[1, 2, 3], &signals, &mut |_| {
            seen += 1;
            Ok(())
        });
        assert!(stopped.is_ok() && seen == 0);
        let failed = run(&[1, 9, 3], &Signals::default(), &mut |_| Ok(()));
        assert!(matches!(failed, Err(WorkError::Worker("nine"))));
        let uncreated =
            super::run([1].into_iter(), (1, "test"), &signals, || Err("full"), same, &mut |_| Ok::<(), ()>(()));
        assert!(matches!(uncreated, Err(WorkError::Worker("full"))));
    }
}
