//! An engine as a player: started, asked for moves, watched, started anew when it has failed.

use super::deadlines::Deadlines;
use super::dialect::{Info, Said};
use super::engine_spec::EngineSpec;
use super::fault::{Failure, Fault, GivenUp};
use super::process::{Event, Process};
use super::stop::Stop;
use super::termination::Termination;
use super::time_control::PlayerClock;
use super::transcript::EngineLog;
use crate::notation::excerpt;
use crate::rules::{Colour, Move, Position};
use std::fmt::Write;
use std::time::{Duration, Instant};

/// What an engine is asked.
pub struct Question<'a> {
    /// Where the game began.
    pub start: &'a Position,
    /// What was played.
    pub moves: &'a [Move],
    /// Who is to move.
    pub mover: Colour,
    /// Both players' clocks, by colour.
    pub clocks: &'a [PlayerClock; 2],
    /// What the time may be exceeded by.
    pub margin: Duration,
}

/// What it has answered.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answer {
    /// The word behind `bestmove`, whatever it is.
    pub word: String,
    /// The move that it expects of its opponent, whatever it is.
    pub expected: Option<String>,
    /// From when `go` went into the pipe to when `bestmove` came out.
    pub time: Duration,
    /// Processor time used meanwhile, where the system says.
    pub processor: Option<Duration>,
    /// What it thought last, from its own side.
    pub info: Info,
}

/// The option that announces thought on the opponent's time.
const PONDER: &str = "Ponder";

/// The option that says after how many plies without a capture a game is drawn, and its largest value.
const DRAW_PLIES: &str = "Draw Plies";
const MOST_DRAW_PLIES: u32 = 1000;

/// How often a wait looks whether the match was stopped.
const LOOK: Duration = Duration::from_millis(100);
/// Lines that nobody asked for have come to an end when none has come for so long.
const QUIET: Duration = Duration::from_millis(20);
/// How long a process that has closed its output may take to end before it counts as running.
const TO_END: Duration = Duration::from_millis(500);

/// How long it may take until we hear that the match is stopped if somebody has told all processes to end: an engine
/// that has obeyed before us has not crashed.
const TO_HEAR_OF_IT: Duration = Duration::from_millis(500);

/// An engine and its process, if it runs.
pub struct Player<'a> {
    spec: &'a EngineSpec,
    deadlines: Deadlines,
    stop: Stop,
    log: Option<EngineLog>,
    process: Option<Process>,
    /// Whether the process played an earlier game and has not answered a `go` of this one: what it says may be left over
    /// from that game, however late it comes.
    is_from_earlier_game: bool,
    has_moved: bool,
    /// The move on which it ponders, if it does.
    pondered: Option<Move>,
    not_offered: Vec<String>,
    /// After how many plies without a capture the match draws its games.
    draw_plies: Option<u32>,
}

/// A `bestmove` line.
struct BestMove {
    at: Instant,
    word: String,
    expected: Option<String>,
}

/// Why a wait has ended without the line waited for.
#[derive(Debug)]
enum Silence {
    /// The process runs and is mute.
    Timeout,
    /// The process runs and has closed its output.
    Mute,
    /// The process has ended, and how.
    Crash(String),
    /// Too much output, and what was exceeded.
    Flood(&'static str),
    /// A `bestmove` that nobody had asked for.
    Unasked(String),
    /// The match was stopped.
    Stopped,
}

impl<'a> Player<'a> {
    /// It is started when its first game begins.
    pub fn new(spec: &'a EngineSpec, deadlines: Deadlines, stop: Stop, log: Option<EngineLog>) -> Player<'a> {
        Player {
            spec,
            deadlines,
            stop,
            log,
            process: None,
            is_from_earlier_game: false,
            has_moved: false,
            pondered: None,
            not_offered: Vec::new(),
            draw_plies: None,
        }
    }

    /// Returns the same player in a match that draws its games after a number of plies without a capture.
    pub fn with_draw_plies(self, draw_plies: Option<u32>) -> Player<'a> {
        Player { draw_plies, ..self }
    }

    /// Which engine it is.
    pub fn spec(&self) -> &'a EngineSpec {
        self.spec
    }

    /// Options that it was given at its last start and does not offer; it was told all the same.
    pub fn not_offered(&self) -> &[String] {
        &self.not_offered
    }

    /// Announces a new game, and starts the engine if it does not run, or runs but does not answer.
    ///
    /// # Errors
    /// It could not be started.
    pub fn new_game(&mut self) -> Result<(), Failure> {
        self.has_moved = false;
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

    /// Starts a process and begins the game with it.
    fn start_for_game(&mut self) -> Result<(), Failure> {
        self.process = None;
        self.is_from_earlier_game = false;
        self.start().and_then(|()| self.begin_game()).inspect_err(|_| self.process = None)
    }

    /// Replaces a process that did something wrong after the end of its last game, which costs it no game.
    fn restart_after(&mut self, fault: &Fault) -> Result<(), Failure> {
        log::warn!("{} is restarted: {}", self.spec.name, fault.detail);
        self.start_for_game()
    }

    fn begin_game(&mut self) -> Result<(), Failure> {
        self.send(self.spec.dialect.new_game());
        self.synchronise()?;
        if let Some(process) = &mut self.process {
            process.find_started();
        }
        Ok(())
    }

    fn start(&mut self) -> Result<(), Failure> {
        if self.stop.is_raised() {
            return Err(GivenUp::Stopped.into());
        }
        let process = Process::start(self.spec, self.log.clone())
            .map_err(|error| GivenUp::NotStarted(format!("{} cannot be started: {error}", self.spec.name)))?;
        self.process = Some(process);
        self.pondered = None;
        let dialect = self.spec.dialect;
        if !dialect.has_handshake() {
            return Ok(());
        }
        self.send("uci");
        let deadline = Instant::now() + self.deadlines.start;
        let mut offered = Vec::new();
        loop {
            match self.hear(deadline) {
                Ok((_, Said::UciOk)) => break,
                Ok((_, Said::Option(name))) => offered.push(name),
                Ok(_) => {}
                Err(silence) => return Err(self.failure(silence, Termination::NoUciok, Termination::CrashAtStart)),
            }
        }
        for (name, value) in &self.spec.options {
            self.send(&dialect.option(name, value));
        }
        let is_offered = |name: &str| offered.iter().any(|offer| offer.eq_ignore_ascii_case(name));
        let is_set = |name: &str| self.spec.options.iter().any(|(option, _)| option.eq_ignore_ascii_case(name));
        if self.spec.ponder && is_offered(PONDER) && !is_set(PONDER) {
            self.send(&dialect.option(PONDER, "true"));
        }
        if let Some(plies) = self.draw_plies
            && plies <= MOST_DRAW_PLIES
            && is_offered(DRAW_PLIES)
            && !is_set(DRAW_PLIES)
        {
            self.send(&dialect.option(DRAW_PLIES, &plies.to_string()));
        }
        let names = self.spec.options.iter().map(|(name, _)| name);
        self.not_offered = names.filter(|name| !is_offered(name)).cloned().collect();
        self.synchronise()
    }

    /// Asks for a move and waits for it.
    ///
    /// # Errors
    /// What it did wrong; it is gone then.
    pub fn think(&mut self, question: &Question) -> Result<Answer, Failure> {
        let is_hit = self.pondered.is_some() && self.pondered.as_ref() == question.moves.last();
        if is_hit {
            return self.ask(question).inspect_err(|_| self.process = None);
        }
        self.end_pondering().inspect_err(|_| self.process = None)?;
        let answer = match self.prepare().and_then(|()| self.ask(question)) {
            // No barrier ends a flood: it may have begun after the last game. A new process has no such excuse.
            Err(Failure::Fault(fault))
                if self.is_from_earlier_game && fault.termination == Termination::OutputFlood =>
            {
                self.restart_after(&fault).and_then(|()| self.ask(question))
            }
            answer => answer,
        };
        self.is_from_earlier_game = false;
        self.has_moved = true;
        answer.inspect_err(|_| self.process = None)
    }

    /// Synchronises before `go`. Nothing that a process of an earlier game does before its first `go` belongs to this game.
    fn prepare(&mut self) -> Result<(), Failure> {
        match self.synchronise() {
            Err(Failure::Fault(fault)) if self.is_from_earlier_game => self.restart_after(&fault),
            done => done,
        }
    }

    /// Has it think on its opponent's time about its answer to the last of these moves, the one that it expects.
    pub fn ponder(&mut self, question: &Question) {
        let dialect = self.spec.dialect;
        let position = dialect.position(question.start, question.moves);
        self.send(&format!("{position}\n{}", dialect.go_ponder(question.clocks, question.mover)));
        self.pondered = question.moves.last().copied();
    }

    /// Ends its thought on the opponent's time; what it then answers counts for nothing, and neither does the time.
    fn end_pondering(&mut self) -> Result<(), Failure> {
        if self.pondered.take().is_none() {
            return Ok(());
        }
        self.send("stop");
        let deadline = Instant::now() + self.deadlines.ready;
        let answer = self.bestmove(|_| deadline, &mut Info::default());
        let failure = |silence| self.failure(silence, Termination::NoAnswer, Termination::CrashOnGo);
        answer.map(|_| ()).map_err(failure)
    }

    /// Ends what it does in a game that is over. A fault costs it nothing: it is started anew for the next game.
    pub fn game_over(&mut self) {
        if let Err(Failure::Fault(fault)) = self.end_pondering() {
            log::warn!("{} is ended after its game: {}", self.spec.name, fault.detail);
            self.process = None;
        }
    }

    /// Asks for a move, or for that on which it ponders.
    fn ask(&mut self, question: &Question) -> Result<Answer, Failure> {
        let dialect = self.spec.dialect;
        let command = match self.pondered.take() {
            Some(_) => "ponderhit".to_owned(),
            None => {
                let position = dialect.position(question.start, question.moves);
                format!("{position}\n{}", dialect.go(question.clocks, question.mover))
            }
        };
        let budget = question.clocks[question.mover.index()].budget();
        let patience = budget.map_or(self.deadlines.answer, |budget| budget + question.margin);
        let processor_before = self.processor_time();
        let asked = Instant::now();
        self.send(&command);
        let mut info = Info::default();
        // A pipe that is full keeps `go` out, and the clock runs all the same.
        let started = |player: &Self| player.process.as_ref().and_then(Process::sent_at).unwrap_or(asked);
        let mut answer = self.bestmove(|player| started(player) + patience, &mut info);
        let overdue = matches!(answer, Err(Silence::Timeout));
        if overdue {
            if let Some(process) = &self.process {
                process.add("stop");
            }
            let deadline = Instant::now() + self.deadlines.ready;
            answer = self.bestmove(|_| deadline, &mut info);
        }
        let BestMove { at, word, expected } =
            answer.map_err(|silence| self.failure(silence, Termination::NoAnswer, Termination::CrashOnGo))?;
        let time = at.saturating_duration_since(started(self));
        let processor = self.processor_time().zip(processor_before).map(|(now, before)| now.saturating_sub(before));
        let overrun = time.saturating_sub(budget.unwrap_or(self.deadlines.answer));
        let margin = if budget.is_some() { question.margin } else { Duration::ZERO };
        if overrun > margin {
            let mut detail = format!("{:.3} s used, {:.3} s too many", time.as_secs_f64(), overrun.as_secs_f64());
            if let Some(processor) = processor {
                let _ = write!(detail, ", {:.3} s of processor time", processor.as_secs_f64());
            }
            if budget.is_none() {
                detail.push_str(" (--deadline answer=S waits longer)");
            }
            let termination = Termination::TimeForfeit;
            return Err(Fault { termination, detail, overrun: Some(overrun), processor }.into());
        }
        Ok(Answer { word, expected, time, processor, info: dialect.from_mover(info, question.mover) })
    }

    /// Waits for a `bestmove` said after `go`, `ponderhit` or `stop` was sent. The deadline may become later when `go` goes out.
    fn bestmove(&mut self, deadline: impl Fn(&Self) -> Instant, info: &mut Info) -> Result<BestMove, Silence> {
        loop {
            let heard = match self.hear(deadline(self)) {
                Err(Silence::Timeout) if Instant::now() < deadline(self) => continue,
                heard => heard?,
            };
            match heard {
                (at, Said::BestMove(word, expected)) => {
                    let go = self.process.as_ref().and_then(Process::sent_at);
                    let is_asked = go.is_some_and(|go| at >= go);
                    return if is_asked { Ok(BestMove { at, word, expected }) } else { Err(Silence::Unasked(word)) };
                }
                (_, Said::Info(later)) => info.update(later),
                _ => {}
            }
        }
    }

    /// Sees to it that the engine has heard all that was sent, and that we have heard all that it said before.
    fn synchronise(&mut self) -> Result<(), Failure> {
        let crash = if self.has_moved { Termination::CrashAfterBestmove } else { Termination::CrashAtStart };
        let mut heard = self.catch_up();
        if heard.is_ok() && self.spec.dialect.has_handshake() {
            self.send("isready");
            heard = self.readyok(Instant::now() + self.deadlines.ready);
        }
        heard.map_err(|silence| self.failure(silence, Termination::NoReadyok, crash))
    }

    /// Hears what has been said already, for which nobody has asked; it may be much, but has to come to an end.
    fn catch_up(&mut self) -> Result<(), Silence> {
        let deadline = Instant::now() + self.deadlines.ready;
        let mut pause = Duration::ZERO;
        while Instant::now() < deadline {
            let heard = self.hear(Instant::now() + pause);
            pause = QUIET;
            match heard {
                Ok((_, Said::BestMove(word, _))) => return Err(Silence::Unasked(word)),
                Ok(_) => {}
                Err(Silence::Timeout) => return Ok(()),
                Err(silence) => return Err(silence),
            }
        }
        Err(Silence::Flood("output that does not end and that nobody asked for"))
    }

    fn readyok(&mut self, deadline: Instant) -> Result<(), Silence> {
        loop {
            match self.hear(deadline)? {
                (_, Said::ReadyOk) => return Ok(()),
                (_, Said::BestMove(word, _)) => return Err(Silence::Unasked(word)),
                _ => {}
            }
        }
    }

    /// The next line up to a deadline. One that comes later counts only if it may be what is waited for.
    fn hear(&mut self, deadline: Instant) -> Result<(Instant, Said), Silence> {
        loop {
            if self.stop.is_raised() {
                return Err(Silence::Stopped);
            }
            let Some(process) = &mut self.process else { return Err(Silence::Crash("not running".to_owned())) };
            match process.receive(deadline.min(Instant::now() + LOOK)) {
                Event::Line(at, line) => {
                    let said = self.spec.dialect.understand(&line);
                    let is_answer = matches!(said, Said::BestMove(..) | Said::UciOk | Said::ReadyOk);
                    return if at <= deadline || is_answer { Ok((at, said)) } else { Err(Silence::Timeout) };
                }
                Event::Flood(exceeded) => return Err(Silence::Flood(exceeded)),
                Event::Closed => {
                    return Err(match process.ended(TO_END) {
                        Some(status) => Silence::Crash(status.to_string()),
                        None => Silence::Mute,
                    });
                }
                Event::Timeout if Instant::now() >= deadline => return Err(Silence::Timeout),
                Event::Timeout => {}
            }
        }
    }

    /// What a silence means where these are the names for an engine that runs and for one that does not.
    fn failure(&self, silence: Silence, stalled: Termination, crashed: Termination) -> Failure {
        let fault = match silence {
            Silence::Timeout => Fault::new(stalled, self.exceeded(stalled)),
            Silence::Mute => Fault::new(stalled, "it runs and has closed its output"),
            Silence::Crash(_) if self.stop.is_raised_within(TO_HEAR_OF_IT) => return GivenUp::Stopped.into(),
            Silence::Crash(status) => Fault::new(crashed, status),
            Silence::Flood(exceeded) => Fault::new(Termination::OutputFlood, exceeded),
            Silence::Unasked(word) => {
                Fault::new(Termination::TwoBestmoves, format!("unasked bestmove {}", excerpt(&word)))
            }
            Silence::Stopped => return GivenUp::Stopped.into(),
        };
        Failure::Fault(fault)
    }

    /// Which deadline a stall has exceeded, and how to allow more.
    fn exceeded(&self, stalled: Termination) -> String {
        let (what, since, key, deadline) = match stalled {
            Termination::NoUciok => ("uciok", "its start", "start", self.deadlines.start),
            Termination::NoReadyok => ("readyok", "isready", "ready", self.deadlines.ready),
            _ => ("bestmove", "stop", "ready", self.deadlines.ready),
        };
        let seconds = deadline.as_secs_f64();
        format!("it runs: no {what} within {seconds} s of {since} (--deadline {key}=S waits longer)")
    }

    fn processor_time(&self) -> Option<Duration> {
        self.process.as_ref().and_then(Process::processor_time)
    }

    fn send(&self, command: &str) {
        if let Some(process) = &self.process {
            process.send(command);
        }
    }

    /// Ends its process, in peace if that is possible.
    pub fn quit(&mut self) {
        if let Some(process) = self.process.take() {
            process.quit(self.deadlines.quit);
        }
    }
}
