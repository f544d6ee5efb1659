//! The session: a loop over one channel, on which input lines and ends of jobs arrive.
//!
//! While a job runs, questions are answered at once. Commands that change the game or the settings are pending until the job
//! is over, and are then executed in their order. After `quit` the pending searches end as soon as they start, and what takes
//! longer is left out.

use super::answers;
use super::command::{Command, Go};
use super::event::{Cause, Event, JobEnd};
use super::input;
use super::jobs::Job;
use super::network_file;
use super::options::{self, Change};
use super::pending::Pending;
use super::position::{Start, StartError};
use super::report::{self, Reporter};
use crate::engine::Engine;
use crate::eval::network::{self, Network};
use crate::eval::worth;
use crate::measure::bench;
use crate::notation::excerpt::logged;
use crate::output::Output;
use crate::rules::RuleSet;
use crate::search::{BestMove, DEFAULT_HASH_MIB, Depth, Elo, NoMemory, Upkeep};
use std::io::{self, BufRead};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::time::{Duration, Instant};
use thiserror::Error;

/// The capacity of the channel. The reader waits when it is full.
const EVENTS: usize = 64;

/// The time after `quit` in which a running perft or bench may end by itself. Pending searches that start later are answered
/// without a search.
const QUIT_PATIENCE: Duration = Duration::from_millis(500);

/// The state between two lines.
pub struct Session {
    engine: Engine,
    /// The rule set of named set-ups.
    variant: RuleSet,
    output: Output,
    job: Option<Job>,
    pending: Pending,
    /// The network that evaluates.
    network: Arc<Network>,
    shows_wdl: bool,
    limits_strength: bool,
    elo: Elo,
    debug: bool,
    input_ended: bool,
    quitting: bool,
    /// The end of [`QUIT_PATIENCE`].
    deadline: Option<Instant>,
    sender: SyncSender<Event>,
    events: Receiver<Event>,
}

/// The reason why a session cannot start.
#[derive(Debug, Error)]
pub enum SessionError {
    /// There is no start position.
    #[error(transparent)]
    Start(#[from] StartError),
    /// There is no memory for the table.
    #[error(transparent)]
    Memory(#[from] NoMemory),
}

impl Session {
    /// Creates a session in the classic set-up.
    ///
    /// # Errors
    /// The reason why it cannot start, usually no memory for the table.
    pub fn new(output: Output) -> Result<Session, SessionError> {
        let (sender, events) = sync_channel(EVENTS);
        let variant = RuleSet::Khet2;
        let failed = sender.clone();
        // The event only wakes the session. If the channel is full, other events do.
        let output = output.on_failure(move |_| drop(failed.try_send(Event::OutputFailed)));
        let game = Start::Classic.read(variant)?;
        let engine = Engine::unprepared(game, DEFAULT_HASH_MIB)?;
        Ok(Session {
            engine,
            variant,
            output,
            job: None,
            pending: Pending::default(),
            network: network::embedded(),
            shows_wdl: false,
            limits_strength: false,
            elo: Elo::DEFAULT,
            debug: false,
            input_ended: false,
            quitting: false,
            deadline: None,
            sender,
            events,
        })
    }

    /// Executes the lines of `input` until it ends, until `quit`, or until an answer cannot be printed.
    ///
    /// # Errors
    /// The thread that reads the input could not be created.
    pub fn run(mut self, input: impl BufRead + Send + 'static) -> io::Result<()> {
        input::spawn(input, self.sender.clone())?;
        while !self.is_over() {
            let event = match self.deadline.filter(|_| self.runs_on()) {
                None => self.events.recv().map_err(|_| RecvTimeoutError::Disconnected),
                Some(deadline) => self.events.recv_timeout(deadline.saturating_duration_since(Instant::now())),
            };
            match event {
                Ok(event) => self.handle(event),
                Err(RecvTimeoutError::Timeout) => self.stop_job(),
                Err(RecvTimeoutError::Disconnected) => break,
            }
            if self.output.failure().is_some() {
                self.quitting = true;
                self.pending.clear();
                self.stop_job();
            }
        }
        Ok(())
    }

    fn is_over(&self) -> bool {
        self.job.is_none() && (self.quitting || self.input_ended)
    }

    /// Returns whether a job runs that was not stopped.
    fn runs_on(&self) -> bool {
        self.job.as_ref().is_some_and(|job| !job.is_stopped())
    }

    fn handle(&mut self, event: Event) {
        match event {
            _ if self.quitting && !matches!(event, Event::Finished(_)) => {}
            Event::Line(line) => {
                log::debug!("< {}", logged(line.trim_ascii_end()));
                self.accept(Command::read(&line), line.len());
            }
            Event::LineTooLong(bytes) => self.output.info(format_args!("a line of {bytes} bytes was skipped")),
            Event::EndOfInput => {
                self.input_ended = true;
                self.end_endless_job();
            }
            Event::Finished(end) => self.finish(end),
            Event::OutputFailed => {}
        }
    }

    /// Executes a command, which arrived as a line of `line` bytes, or makes it pending.
    fn accept(&mut self, command: Command, line: usize) {
        let Some(job) = &self.job else { return self.execute(command, false) };
        let searching = job.is_search() && !job.is_stopped() || self.pending.has_search();
        if searching && matches!(command, Command::Go(_) | Command::Perft(_)) {
            return self.output.info("go refused: a search is running; stop it first");
        }
        let wait = match command {
            Command::Position(_) | Command::SetOption { .. } | Command::NewGame | Command::Flip => true,
            Command::Go(_) | Command::Perft(_) | Command::Bench(_) => true,
            // Work on the memory of the table comes first. A pending command may start it once a stopped search ends.
            Command::IsReady => job.is_upkeep() || job.is_stopped() && !self.pending.is_empty(),
            // These describe the game after the pending commands. A search without limits would delay them for ever.
            Command::Display | Command::LastShot | Command::Beam(_) | Command::Evaluate | Command::Moves => {
                self.pending.can_change_the_game() && job.will_end()
            }
            _ => false,
        };
        if !wait {
            self.execute(command, false);
        } else if self.pending.push(command, line) {
            self.debug_info(|| "pending until the search is over".to_owned());
        } else {
            self.output.info("refused: too many commands are pending until the search is over");
        }
    }

    /// Executes a command; `stopped` if it was pending and a `stop` followed it.
    fn execute(&mut self, command: Command, stopped: bool) {
        match command {
            Command::Empty => {}
            Command::Unknown(word) => self.output.info(format_args!("unknown command {word}; help lists all")),
            Command::Unreadable(why) => self.output.info(why),
            Command::Uci => self.output.print(answers::identity()),
            Command::IsReady if self.job.is_none() && !self.quitting && !self.engine.is_prepared() => {
                self.start_upkeep(Upkeep::Prepare, Cause::IsReady);
            }
            Command::IsReady => self.output.print("readyok"),
            Command::Help => self.output.print(answers::help()),
            Command::Version => self.output.print(answers::version()),
            Command::Debug(on) => self.debug = on,
            Command::Display => self.output.print(answers::board(self.engine.game())),
            Command::LastShot => match answers::last_shot(self.engine.game()) {
                Some(answer) => self.output.print(answer),
                None => self.output.info("d: no shot yet"),
            },
            Command::Beam(source) => match answers::beam(self.engine.game(), source) {
                Ok(report) => self.output.print(report),
                Err(why) => self.output.info(format_args!("beam: {why}")),
            },
            Command::Setups => self.output.print(answers::setups()),
            Command::Moves => self.output.print(answers::moves(self.engine.game().position())),
            Command::Evaluate => {
                self.output.print(worth::table(&self.network, self.engine.game().position()));
            }
            Command::NewGame => self.start_upkeep(Upkeep::Clear, Cause::NewGame),
            Command::SetOption { name, value } => self.set_option(&name, value.as_deref()),
            Command::Position(line) => match line.read(self.variant) {
                Ok(game) => self.engine.set_game(game),
                Err(why) => self.output.info(format_args!("position refused: {why}")),
            },
            Command::Flip => self.engine.flip(),
            Command::Go(go) => self.search(go, stopped),
            Command::Perft(_) | Command::Bench(_) if self.quitting => {}
            Command::Perft(depth) => {
                let position = self.engine.game().position().clone();
                let job = Job::perft(position, depth, self.engine.threads(), self.output.clone(), self.sender.clone());
                self.begin(job, stopped);
            }
            Command::Bench(depth) => {
                let depth = depth.unwrap_or(bench::DEPTH);
                let job = Job::bench(depth, self.output.clone(), self.sender.clone());
                self.begin(job, stopped);
            }
            Command::Stop => self.stop(),
            Command::PonderHit => self.ponderhit(),
            Command::Quit => self.quit(),
        }
    }

    fn set_option(&mut self, name: &str, value: Option<&str>) {
        let change = match options::change(name, value) {
            Ok(change) => change,
            Err(why) => return self.output.info(format_args!("setoption refused: {why}")),
        };
        match &change {
            &Change::Hash(mib) => return self.start_upkeep(Upkeep::Resize(mib), Cause::Option(change)),
            Change::ClearHash => return self.start_upkeep(Upkeep::Clear, Cause::Option(change)),
            Change::EvalFile(path) => match network_file::find(path.as_deref()) {
                Ok(network) => {
                    self.network.clone_from(&network);
                    return self.start_upkeep(Upkeep::Network(network), Cause::Option(change));
                }
                Err(why) => return self.output.info(format_args!("EvalFile: {why}; the old evaluation stays")),
            },
            &Change::Threads(threads) => self.engine.set_threads(threads),
            &Change::MultiPv(lines) => self.engine.set_multipv(lines),
            &Change::MoveOverhead(overhead) => self.engine.set_move_overhead(overhead),
            &Change::LimitStrength(limited) => {
                self.limits_strength = limited;
                self.set_strength();
            }
            &Change::Elo(elo) => {
                self.elo = elo;
                self.set_strength();
            }
            &Change::DrawPlies(plies) => self.engine.set_draw_plies(plies),
            &Change::ShowWdl(shown) => self.shows_wdl = shown,
            &Change::Variant(rule_set) => self.variant = rule_set,
            Change::Ponder => {}
            #[cfg(feature = "tuning")]
            Change::Parameter(parameter, value) => parameter.set(*value),
        }
        self.report_change(&change, Ok(()));
    }

    fn report_change(&self, change: &Change, done: Result<(), NoMemory>) {
        match done {
            Ok(()) => self.debug_info(|| format!("{change:?}")),
            Err(error) => self.output.info(format_args!("{error}; the old value stays")),
        }
    }

    /// Starts work on the memory of the table. After `quit` it is left out.
    fn start_upkeep(&mut self, upkeep: Upkeep, cause: Cause) {
        if self.quitting {
            return;
        }
        let work = self.engine.upkeep(upkeep);
        match Job::upkeep(work.clone(), cause.clone(), self.sender.clone()) {
            Ok(job) => self.job = Some(job),
            // Without a thread the work is done here, and nothing is answered until it ends.
            Err(_) => self.finish_upkeep(cause, work.run()),
        }
    }

    fn finish_upkeep(&self, cause: Cause, done: Result<(), NoMemory>) {
        match cause {
            Cause::NewGame => {}
            Cause::IsReady => self.output.print("readyok"),
            Cause::Option(change) => self.report_change(&change, done),
        }
    }

    fn set_strength(&mut self) {
        self.engine.set_strength(self.limits_strength.then_some(self.elo));
    }

    fn search(&mut self, go: Go, stopped: bool) {
        let Go { mut limits, mut unreadable } = go;
        let position = self.engine.game().position();
        if position.outcome().is_some() {
            if !unreadable.is_empty() {
                self.output.info(report::reasons(&unreadable));
            }
            return self.output.print(report::best_move_line(&BestMove { best: None, ponder: None }));
        }
        limits.searchmoves = limits.searchmoves.iter().map(|&mv| position.normalised(mv)).collect();
        limits.searchmoves.retain(|&mv| match position.legality(mv) {
            Ok(()) => true,
            Err(illegal) => {
                unreadable.push(format!("searchmoves {mv}: {illegal}"));
                false
            }
        });
        if !unreadable.is_empty() {
            limits.depth = Some(Depth(1));
            self.output.info(format_args!("{}; searching depth 1", report::reasons(&unreadable)));
        }
        if self.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            return self.answer_any_move();
        }
        let reporter = Reporter { output: self.output.clone(), shows_wdl: self.shows_wdl };
        let endless = (limits.is_unlimited(position.side_to_move()), limits.ponder);
        let job = Job::search(self.engine.search(limits), endless, reporter, self.sender.clone());
        self.begin(job, stopped);
        if self.job.is_none() {
            self.answer_any_move();
        }
    }

    fn begin(&mut self, job: io::Result<Job>, stopped: bool) {
        match job {
            Ok(mut job) => {
                if stopped || self.quitting {
                    job.stop();
                }
                self.job = Some(job);
                if self.input_ended {
                    self.end_endless_job();
                }
            }
            Err(error) => self.output.info(format_args!("cannot create a thread: {error}")),
        }
    }

    /// Stops a job that would wait for a `stop` or `ponderhit`, which can no longer arrive.
    fn end_endless_job(&mut self) {
        if let Some(job) = &mut self.job
            && !job.will_end()
        {
            job.stop();
        }
    }

    fn finish(&mut self, end: JobEnd) {
        let searched = self.job.take().is_some_and(|job| job.is_search());
        match end {
            JobEnd::Found(answer) => self.output.print(report::best_move_line(&answer)),
            JobEnd::Counted(line) => self.output.print(line),
            JobEnd::Without(why) => self.output.info(why),
            JobEnd::Upkeep(cause, done) => self.finish_upkeep(cause, done),
            JobEnd::Panicked(message) => {
                self.output.info(format_args!("internal error: {message}"));
                if searched {
                    self.answer_any_move();
                }
            }
        }
        while self.is_first_due()
            && let Some((command, stopped)) = self.pending.pop()
        {
            self.execute(command, stopped);
        }
    }

    /// Returns whether the first pending command can be executed.
    fn is_first_due(&self) -> bool {
        // `isready` is answered during a search that was pending too.
        self.job.as_ref().is_none_or(|job| !job.is_upkeep() && self.pending.first() == Some(&Command::IsReady))
    }

    /// Answers a `go` without a search, or whose search has failed, with any legal move.
    fn answer_any_move(&self) {
        let best = self.engine.game().position().legal_moves().first().copied();
        self.output.print(report::best_move_line(&BestMove { best, ponder: None }));
    }

    fn stop(&mut self) {
        let has_pending = !self.pending.is_empty();
        self.pending.stop();
        match &mut self.job {
            // A pending search ends as soon as it starts. The work before it is still needed.
            Some(job) if job.is_upkeep() && has_pending => {}
            Some(job) if !job.is_upkeep() => job.stop(),
            _ => self.output.info("stop: no search is running"),
        }
    }

    fn ponderhit(&mut self) {
        if self.pending.ponderhit() {
            return;
        }
        match &mut self.job {
            Some(job) => job.ponderhit(),
            None => self.output.info("ponderhit: no search is running"),
        }
    }

    /// Stops the running job. A perft or bench may run on for [`QUIT_PATIENCE`]: other engines read nothing while these run,
    /// and scripts rely on it.
    fn quit(&mut self) {
        self.quitting = true;
        self.deadline = Some(Instant::now() + QUIT_PATIENCE);
        if self.job.as_ref().is_some_and(|job| job.is_search() || job.is_upkeep()) {
            self.stop_job();
        }
    }

    fn stop_job(&mut self) {
        if let Some(job) = &mut self.job {
            job.stop();
        }
    }

    fn debug_info(&self, message: impl FnOnce() -> String) {
        if self.debug {
            self.output.info(message());
        }
    }
}

#[cfg(test)]
#[path = "session_tests.rs"]
mod tests;
