//! An engine as a player: starts it, requests moves, detects faults, and restarts it after a fault.

use super::log::EngineLog;
use super::offered::OfferedOption;
use super::process::{Process, ProcessEvent};
use super::protocol::{Info, Reply};
use super::spec::EngineSpec;
use crate::interrupts::Interrupts;
use crate::names;
use crate::termination::{EngineFault, Termination};
use crate::time_control::PlayerClock;
use clap::Args;
use khepri_rules::internal::notation::excerpt;
use khepri_rules::{Colour, Move, Position};
use std::fmt::Write;
use std::time::{Duration, Instant};
use thiserror::Error;

/// The longest times to wait for an engine.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Args)]
pub struct Deadlines {
    /// From the start of the process to `uciok`.
    #[arg(long, value_name = "SECONDS", default_value = "10", value_parser = deadline)]
    pub start: Duration,
    /// From `isready` to `readyok`, and from `stop` to `bestmove`.
    #[arg(long, value_name = "SECONDS", default_value = "10", value_parser = deadline)]
    pub ready: Duration,
    /// From `quit` to the end of the process.
    #[arg(long, value_name = "SECONDS", default_value = "5", value_parser = deadline)]
    pub quit: Duration,
    /// From `go` to `bestmove` without a clock.
    #[arg(long, value_name = "SECONDS", default_value = "300", value_parser = deadline)]
    pub answer: Duration,
}

fn deadline(text: &str) -> Result<Duration, &'static str> {
    /// The largest deadline, in seconds.
    const LONGEST: f64 = 86_400.0;
    let seconds = text.parse().ok().filter(|seconds| (0.001..=LONGEST).contains(seconds));
    seconds.map(Duration::from_secs_f64).ok_or("expected seconds up to a day")
}

/// The reason why an engine gave no move.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum Failure {
    /// The engine committed a fault.
    #[error(transparent)]
    Fault(#[from] EngineFault),
    /// The game was abandoned.
    #[error(transparent)]
    Abandoned(#[from] Abandoned),
}

/// The reason why a game was abandoned. Abandoned games do not count.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum Abandoned {
    /// The match was stopped.
    #[error("the match was stopped")]
    Stopped,
    /// The process was stopped, as by Ctrl-Z, and continues. The times of the game mean nothing.
    #[error("the process was stopped for a time")]
    Continued,
    /// The system cannot run an engine: its name and the reason.
    #[error("{0} cannot be started: {1}")]
    NotStarted(String, String),
}

/// A request for a move.
pub struct MoveRequest<'a> {
    /// The start of the game.
    pub start: &'a Position,
    /// The moves so far.
    pub moves: &'a [Move],
    /// The player to move.
    pub mover: Colour,
    /// The clocks of both players, by colour.
    pub clocks: &'a [PlayerClock; 2],
    /// The time by which a move may exceed the limit.
    pub margin: Duration,
}

/// The reply to a [`MoveRequest`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MoveReply {
    /// The word after `bestmove`, unchecked.
    pub word: String,
    /// The opponent's move that the engine expects, unchecked.
    pub expected: Option<String>,
    /// Time from writing `go` or `ponderhit` to reading `bestmove`.
    pub time: Duration,
    /// Processor time used for the move, where the system reports it.
    pub processor: Option<Duration>,
    /// The last values that the engine reported, with the score from its own side.
    pub info: Info,
}

/// The option that enables pondering.
const PONDER: &str = "Ponder";

/// The option for the number of plies without a capture after which a game is drawn.
const DRAW_PLIES: &str = "Draw Plies";
/// Largest value of [`DRAW_PLIES`].
const MAX_DRAW_PLIES: u32 = 1000;

/// Interval between checks of the stop signal.
const POLL: Duration = Duration::from_millis(100);
/// Silence after which no more output is expected.
const QUIET: Duration = Duration::from_millis(20);
/// Longest wait for a process to end after it closed its output. After this time the process counts as running.
const EXIT_TIME: Duration = Duration::from_millis(500);
/// Longest wait for the stop signal after a process ended. If the signal that stops the match also ended the engine, the engine
/// did not crash.
const STOP_TIME: Duration = Duration::from_millis(500);

/// An engine and, while it runs, its process.
pub struct Player<'a> {
    spec: &'a EngineSpec,
    deadlines: Deadlines,
    signals: &'a Interrupts,
    log: Option<EngineLog>,
    process: Option<Process>,
    /// Whether the process has played an earlier game and has not yet answered a `go` of this game. Until then its output may
    /// belong to the earlier game.
    is_from_earlier_game: bool,
    has_moved: bool,
    /// The move on which the engine ponders, if any.
    ponder_move: Option<Move>,
    offered: Vec<OfferedOption>,
    option_problems: Vec<String>,
    /// Number of plies without a capture after which the match draws a game.
    draw_plies: Option<u32>,
    /// [`Interrupts::continuations`] at the start of the game.
    continuations: u64,
}

/// A `bestmove` line.
struct BestMove {
    at: Instant,
    word: String,
    expected: Option<String>,
}

/// The reason why the expected line did not arrive.
#[derive(Debug)]
enum NoReply {
    /// The process runs, but printed no line in time.
    Timeout,
    /// The process runs, but closed its output.
    Closed,
    /// The process ended, with its status.
    Crash(String),
    /// Too much output, with the limit that it exceeded.
    Flood(&'static str),
    /// A `bestmove` without a `go`, or before the end of pondering.
    Unrequested(String),
    /// The match was stopped.
    Stopped,
    /// The process was stopped for a time.
    Continued,
}

impl<'a> Player<'a> {
    /// Creates a player. Its process is started for its first game. `draw_plies` is the number of plies without a capture after
    /// which the match draws a game.
    pub fn new(
        spec: &'a EngineSpec,
        deadlines: Deadlines,
        draw_plies: Option<u32>,
        signals: &'a Interrupts,
        log: Option<EngineLog>,
    ) -> Player<'a> {
        Player {
            spec,
            deadlines,
            signals,
            log,
            process: None,
            is_from_earlier_game: false,
            has_moved: false,
            ponder_move: None,
            offered: Vec::new(),
            option_problems: Vec::new(),
            draw_plies,
            continuations: signals.continuations(),
        }
    }

    /// Returns the description of the engine.
    pub fn spec(&self) -> &'a EngineSpec {
        self.spec
    }

    /// Returns the options that the engine offered at the last start.
    pub fn offered(&self) -> &[OfferedOption] {
        &self.offered
    }

    /// Returns a sentence for each option that was sent at the last start but that the engine does not offer, or not with
    /// this value.
    pub fn option_problems(&self) -> &[String] {
        &self.option_problems
    }

    /// Prepares the engine for a new game. Starts it if it does not run. Restarts it after a fault, and always if
    /// [`EngineSpec::restart`] is set.
    ///
    /// # Errors
    /// The engine cannot be started, committed a fault at its start, or the game was abandoned.
    pub fn new_game(&mut self) -> Result<(), Failure> {
        self.has_moved = false;
        self.continuations = self.signals.continuations();
        if self.spec.restart {
            self.quit();
        }
        if self.process.is_none() {
            return self.start_for_game();
        }
        self.is_from_earlier_game = true;
        match self.begin_game() {
            Err(Failure::Fault(fault)) => self.restart_after(&fault),
            done => done,
        }
    }

    /// Starts a new process and begins the game with it.
    fn start_for_game(&mut self) -> Result<(), Failure> {
        self.process = None;
        self.is_from_earlier_game = false;
        self.start().and_then(|()| self.begin_game()).inspect_err(|_| self.process = None)
    }

    /// Restarts the engine after a fault between games. Such a fault loses no game.
    fn restart_after(&mut self, fault: &EngineFault) -> Result<(), Failure> {
        log::warn!("{} is restarted: {}", self.spec.name, fault.detail);
        self.start_for_game()
    }

    fn begin_game(&mut self) -> Result<(), Failure> {
        self.send(self.spec.protocol.new_game());
        self.synchronise()?;
        if let Some(process) = &mut self.process {
            process.list_descendants();
        }
        Ok(())
    }

    fn start(&mut self) -> Result<(), Failure> {
        if self.signals.is_stopped() {
            return Err(Abandoned::Stopped.into());
        }
        let process = Process::start(self.spec, self.log.clone())
            .map_err(|error| Abandoned::NotStarted(self.spec.name.clone(), error.to_string()))?;
        self.process = Some(process);
        self.ponder_move = None;
        let protocol = self.spec.protocol;
        if !protocol.is_uci() {
            return Ok(());
        }
        self.send("uci");
        let deadline = Instant::now() + self.deadlines.start;
        let mut offered = Vec::new();
        loop {
            match self.receive(deadline) {
                Ok((_, Reply::UciOk)) => break,
                Ok((_, Reply::Option(option))) => offered.push(option),
                Ok(_) => {}
                Err(error) => return Err(self.failure(error, Termination::NoUciok, Termination::CrashAtStart)),
            }
        }
        for (name, value) in &self.spec.options {
            self.send(&protocol.option(name, value));
        }
        let is_offered = |name: &str| offered.iter().any(|option: &OfferedOption| option.is_named(name));
        let is_set = |name: &str| self.spec.options.iter().any(|(option, _)| option.eq_ignore_ascii_case(name));
        if self.spec.ponder && is_offered(PONDER) && !is_set(PONDER) {
            self.send(&protocol.option(PONDER, "true"));
        }
        if let Some(plies) = self.draw_plies
            && plies <= MAX_DRAW_PLIES
            && is_offered(DRAW_PLIES)
            && !is_set(DRAW_PLIES)
        {
            self.send(&protocol.option(DRAW_PLIES, &plies.to_string()));
        }
        self.offered = offered;
        self.option_problems = self.spec.options.iter().filter_map(|(name, value)| self.problem(name, value)).collect();
        self.synchronise()
    }

    /// Returns a sentence if the engine does not offer an option, or not with this value.
    fn problem(&self, name: &str, value: &str) -> Option<String> {
        let engine = names::shown(&self.spec.name);
        let Some(option) = self.offered.iter().find(|option| option.is_named(name)) else {
            return Some(format!("{engine} offers no option {name}"));
        };
        let expected = option.expected(value)?;
        Some(format!("{engine}: option {name}: expected {expected}, found {}", excerpt(value)))
    }

    /// Requests a move and waits for it.
    ///
    /// # Errors
    /// The engine committed a fault or the game was abandoned. The process is then killed.
    pub fn think(&mut self, request: &MoveRequest) -> Result<MoveReply, Failure> {
        let is_ponder_hit = self.ponder_move.is_some() && self.ponder_move.as_ref() == request.moves.last();
        if is_ponder_hit {
            return self.go(request).inspect_err(|_| self.process = None);
        }
        self.end_pondering().inspect_err(|_| self.process = None)?;
        let reply = match self.prepare().and_then(|()| self.go(request)) {
            // The flood may come from the previous game, so the move is requested again from a new process.
            Err(Failure::Fault(fault))
                if self.is_from_earlier_game && fault.termination == Termination::OutputFlood =>
            {
                self.restart_after(&fault).and_then(|()| self.go(request))
            }
            reply => reply,
        };
        self.is_from_earlier_game = false;
        self.has_moved = true;
        reply.inspect_err(|_| self.process = None)
    }

    /// Synchronises before `go`. A process from an earlier game is restarted after a fault, and the game continues.
    fn prepare(&mut self) -> Result<(), Failure> {
        match self.synchronise() {
            Err(Failure::Fault(fault)) if self.is_from_earlier_game => self.restart_after(&fault),
            done => done,
        }
    }

    /// Starts pondering on the last move of the request, the expected move.
    pub fn ponder(&mut self, request: &MoveRequest) {
        let protocol = self.spec.protocol;
        let position = protocol.position(request.start, request.moves);
        self.send(&format!("{position}\n{}", protocol.go_ponder(request.clocks, request.mover)));
        self.ponder_move = request.moves.last().copied();
    }

    /// Stops pondering. Ignores the move and the time.
    fn end_pondering(&mut self) -> Result<(), Failure> {
        if self.ponder_move.take().is_none() {
            return Ok(());
        }
        self.send("stop");
        let deadline = Instant::now() + self.deadlines.ready;
        let reply = self.bestmove(|_| deadline, &mut Info::default());
        let failure = |error| self.failure(error, Termination::NoAnswer, Termination::CrashOnGo);
        reply.map(|_| ()).map_err(failure)
    }

    /// Stops pondering after a game. A fault only causes a restart before the next game.
    pub fn game_over(&mut self) {
        if let Err(Failure::Fault(fault)) = self.end_pondering() {
            log::warn!("{} is ended after its game: {}", self.spec.name, fault.detail);
            self.process = None;
        }
    }

    /// Sends `go`, or `ponderhit` if the engine ponders, and waits for the move.
    fn go(&mut self, request: &MoveRequest) -> Result<MoveReply, Failure> {
        let protocol = self.spec.protocol;
        let command = match self.ponder_move.take() {
            Some(_) => "ponderhit".to_owned(),
            None => {
                let position = protocol.position(request.start, request.moves);
                format!("{position}\n{}", protocol.go(request.clocks, request.mover))
            }
        };
        let budget = request.clocks[request.mover.index()].budget();
        let timeout = budget.map_or(self.deadlines.answer, |budget| budget + request.margin);
        let processor_before = self.processor_time();
        let requested = Instant::now();
        self.send(&command);
        let mut info = Info::default();
        // A full pipe can delay the writing of `go`. Until it is written, the time counts from the request.
        let started = |player: &Self| player.process.as_ref().and_then(Process::sent_at).unwrap_or(requested);
        let mut reply = self.bestmove(|player| started(player) + timeout, &mut info);
        let overdue = matches!(reply, Err(NoReply::Timeout));
        if overdue {
            if let Some(process) = &self.process {
                process.send_untimed("stop");
            }
            let deadline = Instant::now() + self.deadlines.ready;
            reply = self.bestmove(|_| deadline, &mut info);
        }
        let BestMove { at, word, expected } =
            reply.map_err(|error| self.failure(error, Termination::NoAnswer, Termination::CrashOnGo))?;
        let time = at.saturating_duration_since(started(self));
        let processor = self.processor_time().zip(processor_before).map(|(now, before)| now.saturating_sub(before));
        let overrun = time.saturating_sub(budget.unwrap_or(self.deadlines.answer));
        let margin = if budget.is_some() { request.margin } else { Duration::ZERO };
        if overrun > margin {
            let mut detail = format!("{:.3} s used, {:.3} s too many", time.as_secs_f64(), overrun.as_secs_f64());
            if let Some(processor) = processor {
                let _ = write!(detail, ", {:.3} s of processor time", processor.as_secs_f64());
            }
            if budget.is_none() {
                detail.push_str(" (--deadline answer=S waits longer)");
            }
            let termination = Termination::TimeForfeit;
            return Err(EngineFault { termination, detail, overrun: Some(overrun), processor }.into());
        }
        Ok(MoveReply { word, expected, time, processor, info: protocol.for_mover(info, request.mover) })
    }

    /// Waits for a `bestmove` after `go`, `ponderhit` or `stop`. The deadline is a function, since it changes when `go` is
    /// written.
    fn bestmove(&mut self, deadline: impl Fn(&Self) -> Instant, info: &mut Info) -> Result<BestMove, NoReply> {
        loop {
            let received = match self.receive(deadline(self)) {
                Err(NoReply::Timeout) if Instant::now() < deadline(self) => continue,
                received => received?,
            };
            match received {
                (at, Reply::BestMove(word, expected)) => {
                    let go = self.process.as_ref().and_then(Process::sent_at);
                    let is_requested = go.is_some_and(|go| at >= go);
                    return if is_requested {
                        Ok(BestMove { at, word, expected })
                    } else {
                        Err(NoReply::Unrequested(word))
                    };
                }
                (_, Reply::Info(later)) => info.update(later),
                _ => {}
            }
        }
    }

    /// Reads the pending output, then waits for `readyok`.
    fn synchronise(&mut self) -> Result<(), Failure> {
        let crash = if self.has_moved { Termination::CrashAfterBestmove } else { Termination::CrashAtStart };
        let mut done = self.drain_output();
        if done.is_ok() && self.spec.protocol.is_uci() {
            self.send("isready");
            done = self.readyok(Instant::now() + self.deadlines.ready);
        }
        done.map_err(|error| self.failure(error, Termination::NoReadyok, crash))
    }

    /// Reads the pending output. It is a flood if it does not end in time.
    fn drain_output(&mut self) -> Result<(), NoReply> {
        let deadline = Instant::now() + self.deadlines.ready;
        let mut pause = Duration::ZERO;
        while Instant::now() < deadline {
            let received = self.receive(Instant::now() + pause);
            pause = QUIET;
            match received {
                Ok((_, Reply::BestMove(word, _))) => return Err(NoReply::Unrequested(word)),
                Ok(_) => {}
                Err(NoReply::Timeout) => return Ok(()),
                Err(error) => return Err(error),
            }
        }
        Err(NoReply::Flood("unrequested output that does not end"))
    }

    fn readyok(&mut self, deadline: Instant) -> Result<(), NoReply> {
        loop {
            match self.receive(deadline)? {
                (_, Reply::ReadyOk) => return Ok(()),
                (_, Reply::BestMove(word, _)) => return Err(NoReply::Unrequested(word)),
                _ => {}
            }
        }
    }

    /// Returns the next line. After the deadline, returns only a line that may be the awaited reply.
    fn receive(&mut self, deadline: Instant) -> Result<(Instant, Reply), NoReply> {
        loop {
            if self.signals.is_stopped() {
                return Err(NoReply::Stopped);
            }
            if self.has_continued() {
                return Err(NoReply::Continued);
            }
            let Some(process) = &mut self.process else { return Err(NoReply::Crash("not running".to_owned())) };
            match process.receive(deadline.min(Instant::now() + POLL)) {
                ProcessEvent::Line(at, line) => {
                    let reply = self.spec.protocol.parse(&line);
                    let is_awaited = matches!(reply, Reply::BestMove(..) | Reply::UciOk | Reply::ReadyOk);
                    return if at <= deadline || is_awaited { Ok((at, reply)) } else { Err(NoReply::Timeout) };
                }
                ProcessEvent::Flood(exceeded) => return Err(NoReply::Flood(exceeded)),
                ProcessEvent::Closed => {
                    return Err(match process.wait(EXIT_TIME) {
                        Some(status) => NoReply::Crash(status.to_string()),
                        None => NoReply::Closed,
                    });
                }
                ProcessEvent::Timeout if Instant::now() >= deadline => return Err(NoReply::Timeout),
                ProcessEvent::Timeout => {}
            }
        }
    }

    /// Converts a missing reply to a failure. The termination is `stalled` if the process did not reply in time or closed its
    /// output, and `crashed` if it ended.
    fn failure(&self, error: NoReply, stalled: Termination, crashed: Termination) -> Failure {
        // The deadline may have passed during the stop.
        if self.has_continued() {
            return Abandoned::Continued.into();
        }
        let fault = match error {
            NoReply::Timeout => EngineFault::new(stalled, self.exceeded(stalled)),
            NoReply::Closed => EngineFault::new(stalled, "it runs and has closed its output"),
            NoReply::Crash(_) if self.signals.is_stopped_within(STOP_TIME) => return Abandoned::Stopped.into(),
            NoReply::Crash(status) => EngineFault::new(crashed, status),
            NoReply::Flood(exceeded) => EngineFault::new(Termination::OutputFlood, exceeded),
            NoReply::Unrequested(word) => {
                EngineFault::new(Termination::TwoBestmoves, format!("unasked bestmove {}", excerpt(&word)))
            }
            NoReply::Stopped => return Abandoned::Stopped.into(),
            NoReply::Continued => return Abandoned::Continued.into(),
        };
        Failure::Fault(fault)
    }

    /// Describes the deadline that a stall exceeded, and the option that extends it.
    fn exceeded(&self, stalled: Termination) -> String {
        let (awaited, since, key, deadline) = match stalled {
            Termination::NoUciok => ("uciok", "its start", "start", self.deadlines.start),
            Termination::NoReadyok => ("readyok", "isready", "ready", self.deadlines.ready),
            _ => ("bestmove", "stop", "ready", self.deadlines.ready),
        };
        let seconds = deadline.as_secs_f64();
        format!("it runs: no {awaited} within {seconds} s of {since} (--deadline {key}=S waits longer)")
    }

    /// Returns whether this process was stopped for a time since the start of the game.
    fn has_continued(&self) -> bool {
        self.signals.continuations() != self.continuations
    }

    fn processor_time(&self) -> Option<Duration> {
        self.process.as_ref().and_then(Process::processor_time)
    }

    fn send(&self, command: &str) {
        if let Some(process) = &self.process {
            process.send(command);
        }
    }

    /// Sends `quit`, and kills the process if it has not ended by the deadline.
    pub fn quit(&mut self) {
        if let Some(process) = self.process.take() {
            process.quit(self.deadlines.quit, self.signals);
        }
    }
}
