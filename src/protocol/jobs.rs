//! Jobs, which run on their own thread: a search, a perft, a bench, or work on the memory of the table.
//!
//! A job prints while it runs and sends its result to the session as an event. A panic ends only the job.

use super::event::{Cause, Event, JobEnd};
use super::report::{self, Reporter};
use crate::engine::{Search, Work};
use crate::measure::bench::{self, Benched};
use crate::output::Output;
use crate::rules::Position;
use crate::search::{Depth, Signals};
use crate::shots::perft::{self, Options};
use std::any::Any;
use std::io;
use std::panic::{self, AssertUnwindSafe};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::SyncSender;
use std::thread;
use std::time::Instant;

/// A running job.
pub struct Job {
    stopper: Stopper,
    /// Whether only [`Job::stop`] ends it.
    unlimited: bool,
    /// Whether it waits for a `ponderhit`.
    ponders: bool,
    stopped: bool,
}

enum Stopper {
    Search(Arc<Signals>),
    Bench(Arc<Signals>),
    Perft(Arc<AtomicBool>),
    Upkeep(Arc<AtomicBool>),
}

impl Job {
    /// Starts a search.
    pub fn search(
        search: Search,
        (unlimited, ponders): (bool, bool),
        mut reporter: Reporter,
        events: SyncSender<Event>,
    ) -> io::Result<Job> {
        let signals = search.signals();
        let job = start("search", Stopper::Search(signals), events, move || JobEnd::Found(search.run(&mut reporter)))?;
        Ok(Job { unlimited, ponders, ..job })
    }

    /// Starts a perft that prints the count of each move.
    pub fn perft(
        position: Position,
        depth: u32,
        threads: usize,
        output: Output,
        events: SyncSender<Event>,
    ) -> io::Result<Job> {
        let stop = Arc::new(AtomicBool::new(false));
        let flag = Arc::clone(&stop);
        start("perft", Stopper::Perft(stop), events, move || {
            let start = Instant::now();
            let options = Options { threads, stop: Some(&flag), ..Options::default() };
            let mut each = |mv, count| output.print(format_args!("{mv}: {count}"));
            match perft::divide(&position, depth, &options, &mut each) {
                Some(stats) => JobEnd::Counted(report::perft_line(stats.nodes, start.elapsed())),
                None => JobEnd::Without("perft was stopped".to_owned()),
            }
        })
    }

    /// Starts the bench.
    pub fn bench(depth: Depth, output: Output, events: SyncSender<Event>) -> io::Result<Job> {
        let signals = Arc::new(Signals::default());
        let shared = Arc::clone(&signals);
        start("bench", Stopper::Bench(signals), events, move || {
            let mut each = |one: &bench::Searched| output.info(one);
            match bench::run(depth, &shared, &mut each) {
                Ok(Some(Benched { total, groups, .. })) => {
                    groups.iter().for_each(|(group, measured)| output.info(report::bench_group_line(group, measured)));
                    JobEnd::Counted(report::bench_line(&total))
                }
                Ok(None) => JobEnd::Without("bench was stopped".to_owned()),
                Err(error) => JobEnd::Without(format!("bench: {error}")),
            }
        })
    }

    /// Starts work on the memory of the table.
    pub fn upkeep(work: Work, cause: Cause, events: SyncSender<Event>) -> io::Result<Job> {
        start("upkeep", Stopper::Upkeep(work.abandoned()), events, move || JobEnd::Upkeep(cause, work.run()))
    }

    /// Stops the job.
    pub fn stop(&mut self) {
        self.stopped = true;
        match &self.stopper {
            Stopper::Search(signals) | Stopper::Bench(signals) => signals.stop(),
            Stopper::Perft(stop) | Stopper::Upkeep(stop) => stop.store(true, Ordering::Relaxed),
        }
    }

    /// Passes a `ponderhit` to the search.
    pub fn ponderhit(&mut self) {
        self.ponders = false;
        if let Stopper::Search(signals) = &self.stopper {
            signals.ponderhit();
        }
    }

    /// Returns whether the job is a search, which ends with a `bestmove`.
    pub fn is_search(&self) -> bool {
        matches!(self.stopper, Stopper::Search(_))
    }

    /// Returns whether the job is work on the memory of the table.
    pub fn is_upkeep(&self) -> bool {
        matches!(self.stopper, Stopper::Upkeep(_))
    }

    /// Returns whether [`Job::stop`] was called.
    pub fn is_stopped(&self) -> bool {
        self.stopped
    }

    /// Returns whether the job ends by itself.
    pub fn will_end(&self) -> bool {
        self.stopped || !(self.unlimited || self.ponders)
    }
}

/// Runs `work` on a thread that sends its result to the session.
fn start(
    name: &str,
    stopper: Stopper,
    events: SyncSender<Event>,
    work: impl FnOnce() -> JobEnd + Send + 'static,
) -> io::Result<Job> {
    let guarded = move || {
        let end =
            panic::catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|panic| JobEnd::Panicked(message(&*panic)));
        // The session may have ended.
        let _ = events.send(Event::Finished(end));
    };
    thread::Builder::new().name(name.to_owned()).spawn(guarded)?;
    Ok(Job { stopper, unlimited: false, ponders: false, stopped: false })
}

fn message(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    text.or(panic.downcast_ref::<&str>().copied()).unwrap_or("no message").to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc::sync_channel;

    #[test]
    fn a_panic_is_the_end_of_the_job_alone() {
        let (sender, events) = sync_channel(1);
        let stopper = Stopper::Upkeep(Arc::default());
        start("panic", stopper, sender, || panic!("{} light", "no")).expect("a thread");
        let event = events.recv().expect("an event at the end of the job");
        assert!(matches!(&event, Event::Finished(JobEnd::Panicked(message)) if message == "no light"), "{event:?}");
    }
}
