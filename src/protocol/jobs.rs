//! Jobs: a plan becomes work for a thread, and a handle that stops it.

use super::event::{JobEnd, Plan, SearchPlan};
use super::report;
use crate::engine::Engine;
use crate::measure::Measured;
use crate::measure::bench::{self, Benched};
use crate::rules::Move;
use crate::search::Signals;
use crate::search::observer::{Info, Observer};
use crate::shots::perft::{self, Options};
use std::any::Any;
use std::panic::{self, AssertUnwindSafe};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// A job that has not started.
pub struct Job {
    /// The name of its thread.
    pub name: &'static str,
    /// The handle that stops it.
    pub handle: Handle,
    work: Work,
}

type Work = Box<dyn FnOnce(Report) -> JobEnd + Send>;

/// Receives the lines that a job reports.
type Report<'a> = &'a mut (dyn FnMut(String) + Send);

/// The handle of a job.
#[derive(Clone)]
pub enum Handle {
    /// That of a search or a bench.
    Signals(Arc<Signals>),
    /// That of other work.
    Flag(Arc<AtomicBool>),
}

impl Handle {
    /// Stops the job.
    pub fn stop(&self) {
        match self {
            Handle::Signals(signals) => signals.stop(),
            Handle::Flag(stop) => stop.store(true, Ordering::Relaxed),
        }
    }

    /// Passes a `ponderhit` to a search.
    pub fn ponderhit(&self) {
        if let Handle::Signals(signals) = self {
            signals.ponderhit();
        }
    }
}

impl Job {
    /// Returns the job of a plan. The clock of a search runs from now on.
    pub fn new(plan: Plan, engine: &mut Engine) -> Job {
        match plan {
            Plan::Search(plan) => {
                let SearchPlan { game, limits, settings, threads, shows_wdl } = *plan;
                engine.set_threads(threads);
                let search = engine.search_of(game, settings, limits);
                let handle = Handle::Signals(search.signals());
                let work = move |report: Report| JobEnd::Found(search.run(&mut Reporter { report, shows_wdl }));
                Job { name: "search", handle, work: Box::new(work) }
            }
            Plan::Perft { position, depth, threads } => {
                let stop = Arc::new(AtomicBool::new(false));
                let handle = Handle::Flag(Arc::clone(&stop));
                let work = move |report: Report| {
                    let start = Instant::now();
                    let options = Options { threads, stop: Some(&stop), ..Options::default() };
                    match perft::divide(&position, depth, &options, &mut |mv, count| report(format!("{mv}: {count}"))) {
                        Some(stats) => JobEnd::Counted(report::perft_line(stats.nodes, start.elapsed())),
                        None => JobEnd::NoResult("perft was stopped".to_owned()),
                    }
                };
                Job { name: "perft", handle, work: Box::new(work) }
            }
            Plan::Bench(depth) => {
                let signals = Arc::new(Signals::default());
                let handle = Handle::Signals(Arc::clone(&signals));
                let work = move |report: Report| {
                    let mut each = |one: &bench::Searched| report(report::remark(one));
                    match bench::run(depth.unwrap_or(bench::DEPTH), &signals, &mut each) {
                        Ok(Some(Benched { total, groups, .. })) => {
                            for (group, Measured { nodes, time }) in groups {
                                report(report::remark(report::bench_group_line(group, nodes, time)));
                            }
                            JobEnd::Counted(report::bench_line(total.nodes, total.time))
                        }
                        Ok(None) => JobEnd::NoResult("bench was stopped".to_owned()),
                        Err(error) => JobEnd::NoResult(format!("bench: {error}")),
                    }
                };
                Job { name: "bench", handle, work: Box::new(work) }
            }
            Plan::Upkeep(upkeep, threads) => {
                engine.set_threads(threads);
                let work = engine.upkeep(upkeep);
                let handle = Handle::Signals(work.signals());
                let work = move |_: Report| JobEnd::Upkeep(work.run().map_err(|error| error.to_string()));
                Job { name: "upkeep", handle, work: Box::new(work) }
            }
        }
    }

    /// Does the work on this thread. A panic ends only the job.
    pub fn run(self, report: Report) -> JobEnd {
        let work = AssertUnwindSafe(|| (self.work)(report));
        panic::catch_unwind(work).unwrap_or_else(|panic| JobEnd::Panicked(message(&*panic)))
    }
}

/// Reports a running search.
struct Reporter<'a> {
    report: Report<'a>,
    shows_wdl: bool,
}

impl Observer for Reporter<'_> {
    fn iteration(&mut self, info: &Info) {
        (self.report)(report::search_line(info, self.shows_wdl));
    }

    fn current_move(&mut self, mv: Move, number: usize) {
        (self.report)(report::current_move_line(mv, number));
    }
}

fn message(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    text.or(panic.downcast_ref::<&str>().copied()).unwrap_or("no message").to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_is_the_end_of_the_job_alone() {
        let work = Box::new(|_: Report| panic!("{} light", "no"));
        let end = Job { name: "panic", handle: Handle::Flag(Arc::default()), work }.run(&mut |_| {});
        assert!(matches!(&end, JobEnd::Panicked(message) if message == "no light"), "{end:?}");
    }
}
