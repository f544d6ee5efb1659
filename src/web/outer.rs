//! The instance that runs the session. It does not search: it orders jobs from the searching instance. Until the network has arrived,
//! jobs that need it wait.

use super::message::{End, Order, Work};
use khepri_engine::internal::search::clock::Budget;
use khepri_engine::internal::search::{DEFAULT_HASH_MIB, unsearched};
use khepri_engine::internal::util::{Instant, clock_seed};
use khepri_engine::{BestMove, Network, Upkeep};
use khepri_protocol::event::{Effect, Input, JobEnd, LONGEST_LINE, Plan, SearchPlan};
use khepri_protocol::position::StartError;
use khepri_protocol::session::Session;
use std::sync::Arc;
use std::time::Duration;

/// The actions of the host.
pub trait Host {
    /// Whether a running job can receive signals. Otherwise the host ends a job by ending its instance.
    fn has_signals(&self) -> bool;
    /// Prints an answer of one or more lines.
    fn print(&mut self, answer: &str);
    /// Sends an order to the searching instance. The clock of a search runs from this time.
    fn start(&mut self, job: u32, order: &str, since: Instant);
    /// Sends this order to the spare instances and to those that are created later, and before the network has arrived to all; then
    /// they wait for the network. They do it as job 0, which has no end.
    fn prepare(&mut self, order: &str);
    /// Stops a job. Without signals the host calls [`Outer::end_job`] when the instance is gone.
    fn stop(&mut self, job: u32);
    /// Passes a ponderhit to a search.
    fn ponderhit(&mut self, job: u32);
    /// Calls [`Outer::timer_expired`] after this time.
    fn set_timer(&mut self, timer: Timer, time: Duration);
    /// Notes that the commands of all lines up to this number have been executed. The first line has the number 1.
    fn settle(&mut self, line: u32);
    /// Stores the commands that give another instance the same game and settings.
    fn keep(&mut self, commands: &str);
    /// Ends the session: nothing follows.
    fn end(&mut self);
}

/// A timer of the session.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Timer {
    /// The time after `quit`.
    Quit,
    /// The time of a move after the ponderhit, for this job.
    Move(u32),
}

/// A session with its host and its job.
pub struct Outer<H> {
    session: Session,
    host: H,
    /// The network, once it has arrived, or the reason why there is none.
    network: Option<Result<Arc<Network>, String>>,
    /// The size of the table in MiB.
    hash_mib: usize,
    job: Option<Job>,
    /// The number of the last settled line and the number of changes that the host has received.
    noted: (u64, u64),
}

/// The job that was started last.
struct Job {
    number: u64,
    plan: Plan,
    /// Whether it waits for the network.
    waits: bool,
    /// The first two moves of the last complete line.
    line: BestMove,
}

impl<H: Host> Outer<H> {
    /// Starts a session in the classic set-up.
    ///
    /// # Errors
    /// The classic set-up is missing.
    pub fn new(host: H) -> Result<Outer<H>, StartError> {
        let session = Session::new(None, clock_seed())?.of_commit(option_env!("KHEPRI_COMMIT").unwrap_or("unknown"));
        Ok(Outer { session, host, network: None, hash_mib: DEFAULT_HASH_MIB, job: None, noted: (0, 0) })
    }

    /// Takes a line of the client, without its end, and the time at which it arrived.
    pub fn line(&mut self, line: Vec<u8>, time: Instant) {
        let length = line.len();
        self.give(if length > LONGEST_LINE { Input::LineTooLong(length) } else { Input::Line(line, time) });
    }

    /// Notes that a line of this length in bytes was skipped.
    pub fn line_too_long(&mut self, length: usize) {
        self.give(Input::LineTooLong(length));
    }

    /// Notes that no further lines follow.
    pub fn end_of_input(&mut self) {
        self.give(Input::Eof);
    }

    /// Takes the network, or the reason why there is none. Starts what waits for it.
    pub fn set_network(&mut self, network: Result<Network, String>) {
        let network = network.map(Arc::new);
        self.network = Some(network.clone());
        self.give(Input::NetworkRead(network.clone()));
        let Some(job) = self.job.as_mut().filter(|job| job.waits) else { return };
        job.waits = false;
        let number = job.number;
        match network {
            Ok(_) => self.order(number),
            Err(why) => self.give(Input::CouldNotStart(number, why)),
        }
    }

    /// Takes lines that a job reports. Job 0 prepares memory.
    pub fn report(&mut self, job: u32, text: String) {
        if job == 0 {
            return self.host.print(&text);
        }
        if let Some(job) = self.running(job)
            && let Some(line) = complete_line(&text)
        {
            job.line = line;
        }
        self.give(Input::Report(job.into(), text));
    }

    /// Takes the end of a job, as JSON.
    pub fn finished(&mut self, job: u32, end: &[u8]) {
        let end = serde_json::from_slice(end);
        let end = end.unwrap_or_else(|why| End::NoResult(format!("unreadable end of a job: {why}")));
        let Some(ended) = self.take(job) else { return };
        if let (Plan::Upkeep(Upkeep::Resize(mib), _), End::Upkeep(None)) = (ended.plan, &end) {
            self.hash_mib = mib;
        }
        if matches!(end, End::Upkeep(None)) {
            self.prepare();
        }
        self.give(end.input(job.into()));
    }

    /// Ends a job whose instance the host has ended. A search answers with the best move so far.
    pub fn end_job(&mut self, job: u32) {
        if let Some(ended) = self.take(job) {
            self.give(Input::Finished(job.into(), ended.cut_off()));
        }
    }

    /// Notes that the searching instance has failed during a job.
    pub fn lose_job(&mut self, job: u32, why: String) {
        if self.take(job).is_some() {
            self.give(Input::Finished(job.into(), JobEnd::EngineLost(why)));
        }
    }

    /// Notes that a timer has expired.
    pub fn timer_expired(&mut self, timer: Timer) {
        match timer {
            Timer::Quit => self.give(Input::TimerExpired),
            Timer::Move(job) if self.running(job).is_some() => self.host.stop(job),
            Timer::Move(_) => {}
        }
    }

    fn running(&mut self, job: u32) -> Option<&mut Job> {
        self.job.as_mut().filter(|running| running.number == u64::from(job))
    }

    /// Removes and returns the running job, if it has this number.
    fn take(&mut self, job: u32) -> Option<Job> {
        self.job.take_if(|running| running.number == u64::from(job))
    }

    /// Passes an input to the session, performs all effects, and informs the host of what another instance would need.
    fn give(&mut self, input: Input) {
        let mut inputs = vec![input];
        let mut effects = Vec::new();
        while let Some(input) = inputs.pop() {
            self.session.take(input, &mut effects);
            for effect in effects.drain(..) {
                inputs.extend(self.perform(effect));
            }
        }
        let (line, changes) = self.noted;
        self.noted = (self.session.last_settled_line(), self.session.changes());
        if self.noted.0 != line {
            self.host.settle(self.noted.0 as u32);
        }
        if self.noted.1 != changes {
            let (hash, commands) = (self.hash_mib, self.session.restoring_commands());
            self.host.keep(&format!("setoption name Hash value {hash}\n{commands}"));
        }
    }

    /// Performs an effect. Returns the input that it causes immediately, if any.
    fn perform(&mut self, effect: Effect) -> Option<Input> {
        match effect {
            Effect::Print(answer) => self.host.print(&answer),
            Effect::Start(number, plan) => return self.start(number, plan),
            Effect::Stop(number) => return self.stop(number),
            Effect::PonderHit(number) => self.ponderhit(number),
            // Before the network arrives, there is no answer.
            Effect::ReadNetwork(_) => return self.network.clone().map(Input::NetworkRead),
            Effect::StartTimer(time) => self.host.set_timer(Timer::Quit, time),
            Effect::End => self.host.end(),
        }
        None
    }

    fn start(&mut self, number: u64, plan: Plan) -> Option<Input> {
        let needs_network = !matches!(plan, Plan::Perft { .. });
        let is_upkeep = matches!(plan, Plan::Upkeep(..));
        let waits = needs_network && self.network.is_none() && !is_upkeep;
        if is_upkeep && !matches!(self.network, Some(Ok(_))) {
            // There is no engine yet.
            if let Plan::Upkeep(Upkeep::Resize(mib), _) = plan {
                self.hash_mib = mib;
            }
            self.prepare();
            return Some(Input::Finished(number, JobEnd::Upkeep(Ok(()))));
        }
        if let (true, Some(Err(why))) = (needs_network, &self.network) {
            return Some(Input::CouldNotStart(number, why.clone()));
        }
        let line = BestMove { best: None, ponder: None };
        self.job = Some(Job { number, plan, waits, line });
        if !waits {
            self.order(number);
        }
        None
    }

    /// Sends the order of the present job to the searching instance.
    fn order(&mut self, number: u64) {
        let Some(job) = &self.job else { return };
        let since = if let Plan::Search(plan) = &job.plan { plan.since } else { Instant::now() };
        if let Ok(order) = serde_json::to_string(&Order::new(&job.plan, self.hash_mib)) {
            self.host.start(number as u32, &order, since);
        }
    }

    /// Has the memory of instances that do no job prepared, with the present size of the table.
    fn prepare(&mut self) {
        if let Ok(order) = serde_json::to_string(&Order { hash_mib: self.hash_mib, work: Work::Prepare }) {
            self.host.prepare(&order);
        }
    }

    fn stop(&mut self, number: u64) -> Option<Input> {
        let Some(job) = self.job.take_if(|job| job.number == number && job.waits) else {
            if self.job.is_some() {
                self.host.stop(number as u32);
                return None;
            }
            // The session reads the network for an `eval`.
            return self.network.is_none().then(|| Input::NetworkRead(Err("stopped".to_owned())));
        };
        Some(Input::Finished(number, job.cut_off()))
    }

    /// Passes on a ponderhit. If the job receives no signals, this instance keeps the time: it stops the search after the planned
    /// time of the move. A search without a clock starts again, because its other limits count from now on.
    fn ponderhit(&mut self, number: u64) {
        let has_signals = self.host.has_signals();
        let Some(job) = self.running(number as u32) else { return };
        let Plan::Search(plan) = &mut job.plan else { return };
        // Only the first ponderhit of a search that ponders counts.
        if !std::mem::take(&mut plan.limits.ponder) {
            return;
        }
        // A search that waits starts without pondering.
        if job.waits {
            plan.since = Instant::now();
            return;
        }
        if has_signals {
            return self.host.ponderhit(number as u32);
        }
        let SearchPlan { game, limits, since, settings, .. } = &**plan;
        let budget = Budget::new(limits, game.position().side_to_move(), settings.move_overhead);
        match budget.planned.or(budget.hard) {
            Some(time) if budget.planned.is_some() && since.elapsed() >= time => self.host.stop(number as u32),
            Some(time) => self.host.set_timer(Timer::Move(number as u32), time),
            None if limits.is_unlimited(game.position().side_to_move()) => {}
            None => self.order(number),
        }
    }
}

impl Job {
    /// Returns the end of a job that was cut off.
    fn cut_off(&self) -> JobEnd {
        match &self.plan {
            Plan::Search(plan) => JobEnd::Found(match self.line.best {
                Some(_) => self.line,
                None => BestMove { best: unsearched::best_move(&plan.game, &plan.limits.searchmoves), ponder: None },
            }),
            Plan::Perft { .. } => JobEnd::NoResult("perft was stopped".to_owned()),
            Plan::Bench(_) => JobEnd::NoResult("bench was stopped".to_owned()),
            Plan::Upkeep(..) => JobEnd::Upkeep(Ok(())),
        }
    }
}

/// Returns the first two moves of the report of a completed iteration, if it is one.
fn complete_line(report: &str) -> Option<BestMove> {
    let (head, moves) = report.split_once(" pv ")?;
    if !head.contains(" multipv 1 ") || head.contains("bound ") {
        return None;
    }
    let mut moves = moves.split(' ').map(|word| word.parse().ok());
    Some(BestMove { best: Some(moves.next()??), ponder: moves.next().flatten() })
}
