//! The session: one loop over one channel on which input lines and ends of jobs arrive.
//!
//! While a job runs, what only asks is answered at once; what changes the game or the settings is kept and done in its
//! order when the job is over.

use super::answers;
use super::command::{Command, Go};
use super::input;
use super::jobs::{End, Job, Occasion};
use super::kept::Kept;
use super::options::{self, Change};
use super::position::Start;
use super::report::{self, Reporter};
use crate::engine::Engine;
use crate::eval;
use crate::measure::bench;
use crate::notation::excerpt::logged;
use crate::output::Output;
use crate::rules::RuleSet;
use crate::search::{BestMove, DEFAULT_HASH_MIB, Depth, Elo, NoMemory, Upkeep};
use std::io::{self, BufRead};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::time::{Duration, Instant};

/// What the session hears of.
#[derive(Debug)]
pub enum Event {
    /// A line of the input.
    Line(Vec<u8>),
    /// A line that nobody can mean, of so many bytes.
    LineTooLong(usize),
    /// There are no more lines.
    EndOfInput,
    /// The running job is over.
    Finished(End),
    /// An answer could not be printed.
    OutputFailed,
}

/// How many lines may wait to be looked at before the reader waits.
const EVENTS: usize = 64;

/// How long a perft or bench may go on after `quit`; tournament scripts kill an engine after 5 s.
const QUIT_PATIENCE: Duration = Duration::from_secs(3);

/// The state between two lines.
pub struct Session {
    engine: Engine,
    /// The rule set of named set-ups.
    variant: RuleSet,
    output: Output,
    job: Option<Job>,
    kept: Kept,
    shows_wdl: bool,
    limits_strength: bool,
    elo: Elo,
    debug: bool,
    input_ended: bool,
    quitting: bool,
    /// When work that `quit` has let go on is ended.
    deadline: Option<Instant>,
    sender: SyncSender<Event>,
    events: Receiver<Event>,
}

/// When a command may be done.
enum Turn {
    /// Whatever else is going on.
    AtOnce,
    /// At once, unless work on the table's memory is going on or about to begin.
    WhenReady,
    /// At once, unless the game is about to change.
    WithTheGame,
    /// When no job is running.
    WhenIdle,
}

impl Command {
    fn turn(&self) -> Turn {
        match self {
            Command::Position(_)
            | Command::SetOption { .. }
            | Command::NewGame
            | Command::Flip
            | Command::Go(_)
            | Command::Perft(_)
            | Command::Bench(_) => Turn::WhenIdle,
            Command::Display | Command::LastShot | Command::Beam(_) | Command::Evaluate | Command::Moves => {
                Turn::WithTheGame
            }
            Command::IsReady => Turn::WhenReady,
            Command::Empty
            | Command::Unknown(_)
            | Command::Unreadable(_)
            | Command::Uci
            | Command::Debug(_)
            | Command::Stop
            | Command::PonderHit
            | Command::Quit
            | Command::Setups
            | Command::Help
            | Command::Version => Turn::AtOnce,
        }
    }
}

impl Session {
    /// A session that stands in the classic set-up and has heard of nothing yet.
    ///
    /// # Errors
    /// Why it cannot begin: above all, no memory for the search's table.
    pub fn new(output: Output) -> Result<Session, String> {
        let (sender, events) = sync_channel(EVENTS);
        let variant = RuleSet::Khet2;
        let failed = sender.clone();
        // Where there is no room the session looks by itself: there are other events to hear.
        let output = output.telling(move |_| drop(failed.try_send(Event::OutputFailed)));
        let game = Start::Classic.read(variant)?;
        let engine = Engine::unprepared(game, DEFAULT_HASH_MIB).map_err(|error| error.to_string())?;
        Ok(Session {
            engine,
            variant,
            output,
            job: None,
            kept: Kept::default(),
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

    /// Does what the lines of `input` ask for, to their end or to `quit`, or until nobody can hear the answers.
    ///
    /// # Errors
    /// The system gives no thread on which to read.
    pub fn run(mut self, input: impl BufRead + Send + 'static) -> io::Result<()> {
        input::spawn(input, self.sender.clone())?;
        while !self.is_over() {
            let event = match self.deadline {
                None => self.events.recv().map_err(|_| RecvTimeoutError::Disconnected),
                Some(deadline) => self.events.recv_timeout(deadline.saturating_duration_since(Instant::now())),
            };
            match event {
                Ok(event) => self.hear(event),
                Err(RecvTimeoutError::Timeout) => self.drop_everything(),
                Err(RecvTimeoutError::Disconnected) => break,
            }
            if self.output.failure().is_some() {
                self.quitting = true;
                self.drop_everything();
            }
        }
        Ok(())
    }

    fn is_over(&self) -> bool {
        self.job.is_none() && (self.quitting || self.input_ended)
    }

    fn hear(&mut self, event: Event) {
        match event {
            _ if self.quitting && !matches!(event, Event::Finished(_)) => {}
            Event::Line(line) => {
                log::debug!("< {}", logged(line.trim_ascii_end()));
                self.take(Command::read(&line), line.len());
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

    /// Does a command, which came as a line of so many bytes, now or keeps it.
    fn take(&mut self, command: Command, line: usize) {
        let Some(job) = &self.job else { return self.execute(command, false) };
        let searching = job.is_unstopped_search() || self.kept.has_search();
        if searching && matches!(command, Command::Go(_) | Command::Perft(_)) {
            return self.output.info("go refused: a search is running; stop it first");
        }
        let wait = match command.turn() {
            Turn::AtOnce => false,
            // What waits for a search that ends now may be such work.
            Turn::WhenReady => job.is_upkeep() || job.is_stopped() && !self.kept.is_empty(),
            // A search without an end would keep it for ever.
            Turn::WithTheGame => self.kept.can_change_the_game() && job.will_end(),
            Turn::WhenIdle => true,
        };
        if !wait {
            self.execute(command, false);
        } else if self.kept.push(command, line) {
            self.say_more(|| "kept until the search is over".to_owned());
        } else {
            self.output.info("refused: too much is waiting for the end of the search");
        }
    }

    /// Does a command; `stopped` if it is one that was kept and a `stop` came behind it.
    fn execute(&mut self, command: Command, stopped: bool) {
        match command {
            Command::Empty => {}
            Command::Unknown(word) => self.output.info(format_args!("unknown command {word}; help lists all")),
            Command::Unreadable(why) => self.output.info(why),
            Command::Uci => self.output.print(answers::identity()),
            Command::IsReady if self.job.is_none() && !self.engine.is_prepared() => {
                self.see_to(Upkeep::Prepare, Occasion::IsReady);
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
                Ok(light) => self.output.print(light),
                Err(why) => self.output.info(format_args!("beam: {why}")),
            },
            Command::Setups => self.output.print(answers::setups()),
            Command::Moves => self.output.print(answers::moves(self.engine.game().position())),
            Command::Evaluate => self.output.print(eval::explain(self.engine.game().position())),
            Command::NewGame => self.see_to(Upkeep::Clear, Occasion::NewGame),
            Command::SetOption { name, value } => self.set_option(&name, value.as_deref()),
            Command::Position(wanted) => match wanted.read(self.variant) {
                Ok(game) => self.engine.set_game(game),
                Err(why) => self.output.info(format_args!("position refused: {why}")),
            },
            Command::Flip => self.engine.flip(),
            Command::Go(go) => self.search(go, stopped),
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
        match change {
            Change::Hash(mib) => return self.see_to(Upkeep::Resize(mib), Occasion::Changed(change)),
            Change::ClearHash => return self.see_to(Upkeep::Clear, Occasion::Changed(change)),
            Change::Threads(threads) => self.engine.set_threads(threads),
            Change::MultiPv(lines) => self.engine.set_multipv(lines),
            Change::MoveOverhead(overhead) => self.engine.set_move_overhead(overhead),
            Change::LimitStrength(limited) => {
                self.limits_strength = limited;
                self.set_strength();
            }
            Change::Elo(elo) => {
                self.elo = elo;
                self.set_strength();
            }
            Change::DrawPlies(plies) => self.engine.set_draw_plies(plies),
            Change::ShowWdl(shown) => self.shows_wdl = shown,
            Change::Variant(rule_set) => self.variant = rule_set,
            Change::Ponder => {}
            #[cfg(feature = "tuning")]
            Change::Parameter(parameter, value) => parameter.set(value),
        }
        self.report_change(change, Ok(()));
    }

    fn report_change(&self, change: Change, done: Result<(), NoMemory>) {
        match done {
            Ok(()) => self.say_more(|| format!("{change:?}")),
            Err(error) => self.output.info(format_args!("{error}; the old value stays")),
        }
    }

    /// Starts work on the table's memory, which can take long.
    fn see_to(&mut self, upkeep: Upkeep, occasion: Occasion) {
        let work = self.engine.upkeep(upkeep);
        match Job::upkeep(work.clone(), occasion, self.sender.clone()) {
            Ok(mut job) => {
                if self.quitting {
                    job.stop();
                }
                self.job = Some(job);
            }
            // No thread: here then, even if nothing is answered meanwhile.
            Err(_) => self.seen_to(occasion, work.run()),
        }
    }

    fn seen_to(&self, occasion: Occasion, done: Result<(), NoMemory>) {
        match occasion {
            Occasion::NewGame => {}
            Occasion::IsReady => self.output.print("readyok"),
            Occasion::Changed(change) => self.report_change(change, done),
        }
    }

    fn set_strength(&mut self) {
        self.engine.set_strength(self.limits_strength.then_some(self.elo));
    }

    fn search(&mut self, go: Go, stopped: bool) {
        let Go { mut limits, mut unreadable } = go;
        // It may have been kept for a while.
        limits.started = Instant::now();
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
        let reporter = Reporter { output: self.output.clone(), shows_wdl: self.shows_wdl };
        let job = Job::search(self.engine.search(limits), reporter, self.sender.clone());
        self.begin(job, stopped);
        if self.job.is_none() {
            self.answer_any_move();
        }
    }

    fn begin(&mut self, job: io::Result<Job>, stopped: bool) {
        match job {
            Ok(mut job) => {
                if stopped || self.quitting && job.is_search() {
                    job.stop();
                }
                self.job = Some(job);
                if self.input_ended {
                    self.end_endless_job();
                }
            }
            Err(error) => self.output.info(format_args!("no thread to work on: {error}")),
        }
    }

    /// Nobody is left who could say `stop` or `ponderhit`.
    fn end_endless_job(&mut self) {
        if let Some(job) = &mut self.job
            && !job.will_end()
        {
            job.stop();
        }
    }

    fn finish(&mut self, end: End) {
        let searched = self.job.take().is_some_and(|job| job.is_search());
        match end {
            End::Found(answer) => self.output.print(report::best_move_line(&answer)),
            End::Counted(line) => self.output.print(line),
            End::Without(why) => self.output.info(why),
            End::SeenTo(occasion, done) => self.seen_to(occasion, done),
            End::Panicked(message) => {
                self.output.info(format_args!("internal error: {message}"));
                if searched {
                    self.answer_any_move();
                }
            }
        }
        while self.may_go_on()
            && let Some(waiting) = self.kept.pop()
        {
            self.execute(waiting.command, waiting.stopped);
        }
    }

    /// Whether the first command that waits need not wait any longer.
    fn may_go_on(&self) -> bool {
        // During a search that has waited as well, `isready` is answered.
        self.job.as_ref().is_none_or(|job| !job.is_upkeep() && self.kept.first() == Some(&Command::IsReady))
    }

    /// The answer to a `go` whose search has failed: better than none.
    fn answer_any_move(&self) {
        let best = self.engine.game().position().legal_moves().first().copied();
        self.output.print(report::best_move_line(&BestMove { best, ponder: None }));
    }

    fn stop(&mut self) {
        let waiting = !self.kept.is_empty();
        self.kept.stop();
        match &mut self.job {
            // A search that waits will end as soon as it begins; what it waits for has to be done.
            Some(job) if job.is_upkeep() && waiting => {}
            Some(job) if !job.is_upkeep() => job.stop(),
            _ => self.output.info("stop: no search is running"),
        }
    }

    fn ponderhit(&mut self) {
        if self.kept.ponderhit() {
            return;
        }
        match &mut self.job {
            Some(job) => job.ponderhit(),
            None => self.output.info("ponderhit: no search is running"),
        }
    }

    /// A search is stopped. In other engines nothing is read while a perft or bench runs, and scripts count on that: it may
    /// go on for a while, and so may what waits after it. Work on the table's memory is for nothing.
    fn quit(&mut self) {
        self.quitting = true;
        if let Some(job) = &mut self.job
            && !job.is_search()
            && job.will_end()
        {
            if job.is_upkeep() {
                job.stop();
            }
            self.input_ended = true;
            self.deadline = Some(Instant::now() + QUIT_PATIENCE);
        } else {
            self.drop_everything();
        }
    }

    fn drop_everything(&mut self) {
        self.deadline = None;
        self.kept.clear();
        if let Some(job) = &mut self.job {
            job.stop();
        }
    }

    fn say_more(&self, message: impl FnOnce() -> String) {
        if self.debug {
            self.output.info(message());
        }
    }
}

#[cfg(test)]
#[path = "session_tests.rs"]
mod tests;
