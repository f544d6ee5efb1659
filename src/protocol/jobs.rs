//! Work that takes long, on a thread of its own: a search, a perft, a bench, the table's memory.
//!
//! A job prints while it runs; its end comes back to the session as an event. A panic ends the job and nothing else.

use super::options::Change;
use super::report::{self, Reporter};
use super::session::Event;
use crate::engine::{Search, Work};
use crate::measure::bench;
use crate::output::Output;
use crate::rules::Position;
use crate::rules::perft::{self, Options};
use crate::search::{BestMove, Depth, NoMemory, Signals};
use std::any::Any;
use std::io;
use std::panic::{self, AssertUnwindSafe};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::SyncSender;
use std::thread;
use std::time::Instant;

/// How a job ended.
#[derive(Debug)]
pub enum End {
    /// A search has found its move.
    Found(BestMove),
    /// The last line of a job that prints the others itself. It is printed when the job is over, so that a client that has
    /// read it can rely on that.
    Counted(String),
    /// The job has no result, and why.
    Without(String),
    /// Work on the table's memory is done, or there is too little of it.
    SeenTo(Occasion, Result<(), NoMemory>),
    /// The job panicked, with this message.
    Panicked(String),
}

/// Why there is work on the table's memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Occasion {
    /// `ucinewgame`
    NewGame,
    /// The first `isready`, which is answered afterwards.
    IsReady,
    /// An option.
    Changed(Change),
}

/// A job that runs.
pub struct Job {
    stopper: Stopper,
    /// Whether it goes on until it is told to stop.
    unlimited: bool,
    /// Whether it goes on until a `ponderhit`.
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
    pub fn search(search: Search, mut reporter: Reporter, events: SyncSender<Event>) -> io::Result<Job> {
        let (unlimited, ponders) = (search.is_unlimited(), search.ponders());
        let signals = search.signals();
        spawn("search", events, move || End::Found(search.run(&mut reporter)))?;
        Ok(Job { stopper: Stopper::Search(signals), unlimited, ponders, stopped: false })
    }

    /// Starts a perft that tells the count of each move.
    pub fn perft(
        position: Position,
        depth: u32,
        threads: usize,
        output: Output,
        events: SyncSender<Event>,
    ) -> io::Result<Job> {
        let stop = Arc::new(AtomicBool::new(false));
        let flag = Arc::clone(&stop);
        spawn("perft", events, move || {
            let start = Instant::now();
            let options = Options { threads, stop: Some(&flag), ..Options::default() };
            let mut each = |mv, count| output.print(format_args!("{mv}: {count}"));
            match perft::divide(&position, depth, &options, &mut each) {
                Some(stats) => End::Counted(report::perft_line(stats.nodes, start.elapsed())),
                None => End::Without("perft was stopped".to_owned()),
            }
        })?;
        Ok(Job { stopper: Stopper::Perft(stop), unlimited: false, ponders: false, stopped: false })
    }

    /// Starts the bench.
    pub fn bench(depth: Depth, output: Output, events: SyncSender<Event>) -> io::Result<Job> {
        let signals = Arc::new(Signals::default());
        let heard = Arc::clone(&signals);
        spawn("bench", events, move || {
            let mut each = |one: &bench::Searched| output.info(one);
            match bench::run(depth, &heard, &mut each) {
                Ok(Some(total)) => End::Counted(report::bench_line(total.nodes, total.time)),
                Ok(None) => End::Without("bench was stopped".to_owned()),
                Err(error) => End::Without(format!("bench: {error}")),
            }
        })?;
        Ok(Job { stopper: Stopper::Bench(signals), unlimited: false, ponders: false, stopped: false })
    }

    /// Starts work on the table's memory.
    pub fn upkeep(work: Work, occasion: Occasion, events: SyncSender<Event>) -> io::Result<Job> {
        let abandoned = work.abandoned();
        spawn("upkeep", events, move || End::SeenTo(occasion, work.run()))?;
        Ok(Job { stopper: Stopper::Upkeep(abandoned), unlimited: false, ponders: false, stopped: false })
    }

    /// Tells the job to end.
    pub fn stop(&mut self) {
        self.stopped = true;
        match &self.stopper {
            Stopper::Search(signals) | Stopper::Bench(signals) => signals.stop(),
            Stopper::Perft(stop) | Stopper::Upkeep(stop) => stop.store(true, Ordering::Relaxed),
        }
    }

    /// Tells a pondering search that the expected move was played.
    pub fn ponderhit(&mut self) {
        self.ponders = false;
        if let Stopper::Search(signals) = &self.stopper {
            signals.ponderhit();
        }
    }

    /// Whether the job is a search that a `go` has started and nothing has stopped.
    pub fn is_unstopped_search(&self) -> bool {
        !self.stopped && self.is_search()
    }

    /// Whether the job is a search that a `go` has started: it owes a `bestmove`.
    pub fn is_search(&self) -> bool {
        matches!(self.stopper, Stopper::Search(_))
    }

    /// Whether the job is work on the table's memory.
    pub fn is_upkeep(&self) -> bool {
        matches!(self.stopper, Stopper::Upkeep(_))
    }

    /// Whether the job was told to stop.
    pub fn is_stopped(&self) -> bool {
        self.stopped
    }

    /// Whether the job will end without being told to.
    pub fn will_end(&self) -> bool {
        self.stopped || !(self.unlimited || self.ponders)
    }
}

fn spawn(name: &str, events: SyncSender<Event>, work: impl FnOnce() -> End + Send + 'static) -> io::Result<()> {
    let guarded = move || {
        let end = panic::catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|panic| End::Panicked(message(&*panic)));
        // A session that has ended waits for nobody.
        let _ = events.send(Event::Finished(end));
    };
    thread::Builder::new().name(name.to_owned()).spawn(guarded).map(|_| ())
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
        spawn("panic", sender, || panic!("{} light", "no")).expect("a thread");
        let event = events.recv().expect("the job tells its end");
        assert!(matches!(&event, Event::Finished(End::Panicked(message)) if message == "no light"), "{event:?}");
    }
}
