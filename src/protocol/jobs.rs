//! Jobs: turns a plan into work for a thread, with signals that stop it.

use super::event::{JobEnd, Plan, SearchPlan};
use super::report;
use crate::bench::{self, Benched, Measured};
use khepri_engine::internal::engine::search_since;
use khepri_engine::internal::eval::wdl::Model;
use khepri_engine::internal::util::Instant;
use khepri_engine::perft::{self, Options};
use khepri_engine::{Engine, Info, Network, Observer, Signals};
use khepri_rules::{Move, Position};
use std::any::Any;
use std::panic::{self, AssertUnwindSafe};
use std::sync::Arc;

/// A job that has not started.
pub struct Job {
    /// The name of its thread.
    pub name: &'static str,
    /// The signals that stop the job, or report that the pondered move was played.
    pub signals: Arc<Signals>,
    work: Work,
}

type Work = Box<dyn FnOnce(Report) -> JobEnd + Send>;

/// A function that receives the lines that a job reports.
type Report<'a> = &'a mut (dyn FnMut(String) + Send);

impl Job {
    /// Returns the job of a plan. A bench evaluates by `standard`, the network that the
    /// engine starts with.
    pub fn new(plan: Plan, engine: &mut Engine, standard: &Arc<Network>) -> Job {
        match plan {
            Plan::Search(plan) => {
                let SearchPlan { game, limits, since, settings, threads, shows_wdl } = *plan;
                engine.set_threads(threads);
                let model = shows_wdl.then(|| Model::of(game.position()));
                let search = search_since(engine, since, game, settings, limits);
                let signals = search.signals();
                let work = move |report: Report| JobEnd::Found(search.run(&mut Reporter { report, model }));
                Job { name: "search", signals, work: Box::new(work) }
            }
            Plan::Perft { position, depth, threads } => Job::perft(position, depth, threads),
            Plan::Bench(depth) => {
                let signals = Arc::new(Signals::default());
                let (given, network) = (Arc::clone(&signals), Arc::clone(standard));
                let work = move |report: Report| {
                    let mut each = |one: &bench::Searched| report(report::remark(one));
                    match bench::run(network, depth.unwrap_or(bench::DEPTH), &given, &mut each) {
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
                Job { name: "bench", signals, work: Box::new(work) }
            }
            Plan::Upkeep(upkeep, threads) => {
                engine.set_threads(threads);
                let work = engine.upkeep(upkeep);
                let signals = work.signals();
                let work = move |_: Report| JobEnd::Upkeep(work.run().map_err(|error| error.to_string()));
                Job { name: "upkeep", signals, work: Box::new(work) }
            }
        }
    }

    /// Returns the job of a perft, which needs no engine.
    pub fn perft(position: Box<Position>, depth: u32, threads: usize) -> Job {
        let signals = Arc::new(Signals::default());
        let given = Arc::clone(&signals);
        let work = move |report: Report| {
            let start = Instant::now();
            let options = Options { threads, stop: Some(&given), ..Options::default() };
            match perft::divide(&position, depth, &options, &mut |mv, count| report(format!("{mv}: {count}"))) {
                Ok(stats) => JobEnd::Counted(report::perft_line(stats.nodes, start.elapsed())),
                Err(why) => JobEnd::NoResult(why.to_string()),
            }
        };
        Job { name: "perft", signals, work: Box::new(work) }
    }

    /// Runs the job on this thread. Catches a panic and returns it as the end of the job.
    pub fn run(self, report: Report) -> JobEnd {
        let work = AssertUnwindSafe(|| (self.work)(report));
        panic::catch_unwind(work).unwrap_or_else(|panic| JobEnd::Panicked(message(&*panic)))
    }
}

/// An observer that reports a running search as lines of the protocol.
struct Reporter<'a> {
    report: Report<'a>,
    /// The model of `UCI_ShowWDL`, if it is on.
    model: Option<Model>,
}

impl Observer for Reporter<'_> {
    fn iteration(&mut self, info: &Info) {
        (self.report)(report::search_line(info, self.model));
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
        let end = Job { name: "panic", signals: Arc::default(), work }.run(&mut |_| {});
        assert!(matches!(&end, JobEnd::Panicked(message) if message == "no light"), "{end:?}");
    }
}
