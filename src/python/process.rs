//! Engines that run as processes, through the players of the arena: with time-outs, and restarted after a fault.

use super::arguments::{Argument, Home, invalid, items, lock, mistyped, optional, path, seconds, text};
use super::game::Game;
use super::limits::Given;
use super::moves::Move;
use super::score::Score;
use super::waiting::Inbox;
use khepri_arena::engine::player::{Abandoned, Deadlines, Failure, MoveReply, MoveRequest, Player};
use khepri_arena::engine::protocol::{Protocol, unreadable};
use khepri_arena::engine::spec::EngineSpec;
use khepri_arena::interrupts::Interrupts;
use khepri_arena::time_control::PlayerClock;
use khepri_rules::internal::notation::excerpt;
use khepri_rules::{self as rules, Game as Played};
use pyo3::exceptions::{PyKeyboardInterrupt, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyString};
use std::path::PathBuf;
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};
use std::time::Duration;

pyo3::create_exception!(khepri, EngineError, PyValueError, "A fault of an engine that runs as a process.");

/// The time from `quit` to the end of the process.
const QUIT_TIME: Duration = Duration::from_secs(5);

/// A request to the thread that owns the engine.
struct Ask {
    game: Played,
    clocks: [PlayerClock; 2],
    reply: Sender<Result<MoveReply, Failure>>,
}

/// What is the same for all moves.
struct Rules {
    spec: EngineSpec,
    deadlines: Deadlines,
    margin: Duration,
}

/// Any engine of the protocol, in a process of its own. It may be used as a context manager.
#[pyclass(frozen, module = "khepri")]
pub struct Process {
    /// `None` after it was closed.
    asks: Mutex<Option<Sender<Ask>>>,
    thread: Mutex<Option<JoinHandle<()>>>,
    /// The signals of the present process.
    signals: Arc<Mutex<Arc<Interrupts>>>,
    options: Vec<(String, String)>,
    last: Mutex<Option<MoveReply>>,
    name: String,
    protocol: Protocol,
    home: Home,
}

/// The reason why an engine did not start.
enum StartError {
    Failure(Failure),
    /// The engine does not offer an option, or not with this value.
    Option(String),
}

/// Starts the engine, and answers requests until no more can come. After a stop or a fault, the next request starts it again.
fn serve(
    rules: &Rules,
    current: &Mutex<Arc<Interrupts>>,
    started: &Sender<Result<Vec<(String, String)>, StartError>>,
    asks: &Receiver<Ask>,
) {
    let mut waiting = None;
    let mut is_first = true;
    loop {
        let signals = Arc::new(Interrupts::default());
        *lock(current) = Arc::clone(&signals);
        let mut player = Player::new(&rules.spec, rules.deadlines, None, &signals, None);
        let mut engine = Engine { player: &mut player, is_running: false, last: None };
        if std::mem::take(&mut is_first) {
            let found = engine.start();
            let is_started = found.is_ok();
            if started.send(found).is_err() || !is_started {
                return;
            }
        }
        loop {
            let Some(ask) = waiting.take().or_else(|| asks.recv().ok()) else {
                player.quit();
                return;
            };
            if signals.is_stopped() {
                waiting = Some(ask);
                break;
            }
            let reply = engine.play(rules, &ask);
            // No one receives the reply to a request that was interrupted.
            let _ = ask.reply.send(reply);
        }
    }
}

/// An engine with what it has been told.
struct Engine<'a, 'b> {
    player: &'a mut Player<'b>,
    is_running: bool,
    /// The game of the last request: its start and its moves.
    last: Option<(rules::Position, Vec<rules::Move>)>,
}

impl Engine<'_, '_> {
    fn start(&mut self) -> Result<Vec<(String, String)>, StartError> {
        self.player.new_game().map_err(StartError::Failure)?;
        self.is_running = true;
        if let Some(problem) = self.player.option_problems().first() {
            return Err(StartError::Option(problem.clone()));
        }
        Ok(self.player.offered().iter().map(|option| (option.name.clone(), option.kind.to_string())).collect())
    }

    fn play(&mut self, rules: &Rules, ask: &Ask) -> Result<MoveReply, Failure> {
        let mut start = None;
        ask.game.replay(|position, _, _| _ = start.get_or_insert_with(|| position.clone()));
        let start = start.unwrap_or_else(|| ask.game.position().clone());
        let moves: Vec<rules::Move> = ask.game.moves().collect();
        let goes_on = self.last.as_ref().is_some_and(|(other, before)| *other == start && moves.starts_with(before));
        let mover = ask.game.position().side_to_move();
        let begun = if self.is_running && goes_on { Ok(()) } else { self.player.new_game() };
        let request = MoveRequest { start: &start, moves: &moves, mover, clocks: &ask.clocks, margin: rules.margin };
        let reply = begun.and_then(|()| self.player.think(&request));
        self.is_running = reply.is_ok();
        self.last = Some((start, moves));
        reply
    }
}

/// Names the arguments in place of the options of the command line.
fn worded(text: &str) -> String {
    [
        ("--deadline start=S", "a larger start_timeout waits longer"),
        ("--deadline ready=S", "a larger ready_timeout waits longer"),
        ("--deadline answer=S", "a larger timeout waits longer"),
    ]
    .into_iter()
    .fold(text.to_owned(), |text, (option, argument)| text.replace(&format!("{option} waits longer"), argument))
}

impl Process {
    fn error(&self, failure: Failure) -> PyErr {
        fault_of(&self.name, failure)
    }

    fn fault(&self, why: impl std::fmt::Display) -> PyErr {
        EngineError::new_err(format!("{}: {why}", self.name))
    }

    /// Ends the thread, which ends the process.
    fn end(&self) {
        drop(lock(&self.asks).take());
        if let Some(thread) = lock(&self.thread).take().filter(|_| self.home.is_here()) {
            // The thread does not panic; if it did, there would be nothing left to end.
            let _ = thread.join();
        }
    }
}

fn fault_of(name: &str, failure: Failure) -> PyErr {
    match failure {
        Failure::Abandoned(Abandoned::Stopped) => PyKeyboardInterrupt::new_err(()),
        failure => EngineError::new_err(format!("{name}: {}", worded(&failure.to_string()))),
    }
}

impl Drop for Process {
    /// Ends the engine. Other threads of Python run meanwhile, because an engine may take seconds to end.
    fn drop(&mut self) {
        if Python::try_attach(|py| py.detach(|| self.end())).is_none() {
            self.end();
        }
    }
}

/// Reads a program with its arguments.
fn read_command(value: &Argument<'_>) -> PyResult<(PathBuf, Vec<String>)> {
    if value.is_instance_of::<PyString>() {
        return Ok((path(value, "command")?, Vec::new()));
    }
    let expected = "a list of a program and its arguments";
    let words = items(value, "command", expected, |word, _| Ok(word.clone()))?;
    let (program, arguments) =
        words.split_first().ok_or_else(|| invalid("command", format_args!("expected {expected}")))?;
    let arguments = arguments.iter().enumerate().map(|(index, word)| {
        let name = format!("command[{}]", index + 1);
        let word = path(word, &name)?;
        word.into_os_string().into_string().map_err(|_| invalid(&name, "expected text"))
    });
    Ok((path(program, "command[0]")?, arguments.collect::<PyResult<_>>()?))
}

/// Reads the options into the description of an engine.
fn read_options(value: &Argument<'_>, spec: &mut EngineSpec) -> PyResult<()> {
    let options = value.cast::<PyDict>().map_err(|_| mistyped("options", "a dict of names and values", value))?;
    for (key, value) in options {
        let key = text(&key, "options")?;
        let name = format!("options[{}]", excerpt(&key));
        let value = if let Ok(truth) = value.cast::<PyBool>() {
            truth.is_true().to_string()
        } else if value.is_instance_of::<PyString>() {
            text(&value, &name)?
        } else {
            let number: PyResult<i64> = value.extract();
            let wrong = |error: PyErr| {
                if error.is_instance_of::<PyTypeError>(value.py()) {
                    mistyped(&name, "a str, int or bool", &value)
                } else {
                    invalid(&name, "expected an int of at most 64 bits")
                }
            };
            number.map_err(wrong)?.to_string()
        };
        if key.is_empty() || key.contains('=') {
            return Err(invalid("options", format_args!("expected a name without =, found {}", excerpt(&key))));
        }
        spec.read([format!("option.{key}={value}").as_str()]).map_err(|error| invalid("options", error))?;
    }
    Ok(())
}

#[pymethods]
impl Process {
    /// Starts an engine and waits until it is ready. All times are in seconds: `timeout` for a move without a time, `margin` for
    /// what a move may take beyond its time.
    #[new]
    #[pyo3(signature = (command, *, options=None, folder=None, protocol=None, start_timeout=None, ready_timeout=None, timeout=None, margin=None))]
    #[allow(clippy::too_many_arguments, reason = "they are keywords")]
    fn new(
        py: Python<'_>,
        command: &Argument<'_>,
        options: Option<&Argument<'_>>,
        folder: Option<&Argument<'_>>,
        protocol: Option<&Argument<'_>>,
        start_timeout: Option<&Argument<'_>>,
        ready_timeout: Option<&Argument<'_>>,
        timeout: Option<&Argument<'_>>,
        margin: Option<&Argument<'_>>,
    ) -> PyResult<Process> {
        let (command, arguments) = read_command(command)?;
        let name = command.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let protocol = match optional(protocol, "protocol", text)? {
            None => Protocol::Uci,
            Some(word) => Protocol::from_name(&word).ok_or_else(|| {
                invalid("protocol", format_args!("expected uci or khet2ai, found {}", excerpt(&word)))
            })?,
        };
        let folder = optional(folder, "folder", path)?;
        if let Some(folder) = folder.as_deref().filter(|folder| !folder.is_dir()) {
            return Err(invalid("folder", format_args!("no such folder: {}", folder.display())));
        }
        let mut spec = EngineSpec { command, arguments, folder, name: name.clone(), protocol, ..EngineSpec::default() };
        if let Some(options) = options {
            read_options(options, &mut spec)?;
        }
        if protocol == Protocol::Khet2Ai && !spec.options.is_empty() {
            return Err(invalid("options", "the protocol khet2ai has no options"));
        }
        let time = |value, name, default| {
            Ok::<_, PyErr>(optional(value, name, seconds)?.unwrap_or(Duration::from_secs(default)))
        };
        let deadlines = Deadlines {
            start: time(start_timeout, "start_timeout", 10)?,
            ready: time(ready_timeout, "ready_timeout", 10)?,
            quit: QUIT_TIME,
            answer: time(timeout, "timeout", 300)?,
        };
        let margin = time(margin, "margin", 1)?;
        spec.check(false).map_err(|error| invalid("command", error))?;
        let rules = Rules { spec, deadlines, margin };
        let signals = Arc::new(Mutex::new(Arc::new(Interrupts::default())));
        let current = Arc::clone(&signals);
        let (started, start) = mpsc::channel();
        let (asks, queue) = mpsc::channel();
        let thread = thread::Builder::new()
            .name("engine".to_owned())
            .spawn(move || serve(&rules, &current, &started, &queue))?;
        let start = Inbox::new(start);
        let found = start.next(py).inspect_err(|_| lock(&signals).stop());
        let (asks, thread) = (Mutex::new(Some(asks)), Mutex::new(Some(thread)));
        let (options, last, home) = (Vec::new(), Mutex::new(None), Home::here());
        let mut process = Process { asks, thread, signals, options, last, name, protocol, home };
        let Some(found) = found? else { return Err(process.fault("it has ended")) };
        process.options = found.map_err(|error| match error {
            StartError::Failure(failure) => process.error(failure),
            StartError::Option(problem) => invalid("options", problem),
        })?;
        Ok(process)
    }

    /// Returns the move that the engine plays. Raises an `EngineError` if it dies, answers too late, or with nonsense; the next
    /// call starts it again.
    #[pyo3(signature = (game, *, movetime=None, nodes=None, depth=None, clock=None, increment=None, moves_to_go=None))]
    #[allow(clippy::too_many_arguments, reason = "they are keywords")]
    fn play(
        &self,
        py: Python<'_>,
        game: &Argument<'_>,
        movetime: Option<&Argument<'_>>,
        nodes: Option<&Argument<'_>>,
        depth: Option<&Argument<'_>>,
        clock: Option<&Argument<'_>>,
        increment: Option<&Argument<'_>>,
        moves_to_go: Option<&Argument<'_>>,
    ) -> PyResult<Move> {
        self.home.check("engine")?;
        let game = Game::read(game, "game")?;
        let position = game.position().clone();
        if position.outcome().is_some() {
            return Err(invalid("game", "the game is over"));
        }
        if !self.protocol.supports(position.rule_set()) {
            return Err(invalid("game", format_args!("the protocol {} has only khet2", self.protocol.name())));
        }
        let given = Given { movetime, nodes, depth, clock, increment, moves_to_go, ..Given::default() };
        let (reply, answer) = mpsc::channel();
        let ask = Ask { game, clocks: given.of_process()?, reply };
        let closed = || PyValueError::new_err("the engine is closed");
        lock(&self.asks).as_ref().ok_or_else(closed)?.send(ask).map_err(|_| closed())?;
        let found = Inbox::new(answer).next(py).inspect_err(|_| lock(&self.signals).stop())?;
        let reply = found.ok_or_else(|| self.fault("it has ended"))?.map_err(|failure| self.error(failure))?;
        let word = reply.word.clone();
        *lock(&self.last) = Some(reply);
        if self.protocol.is_no_move(&word) {
            return Err(self.fault("no move: the game is not over"));
        }
        let mv = position.read_move(&word).map_err(|error| self.fault(unreadable(&word, &error)))?;
        Ok(Move(mv))
    }

    /// The names of the options that the engine offers, with their types.
    #[getter]
    fn options(&self) -> Vec<(String, String)> {
        self.options.clone()
    }

    /// The name of the program.
    #[getter]
    fn name(&self) -> &str {
        &self.name
    }

    /// The score of the last move, from its player's side, if the engine has reported one.
    #[getter]
    fn last_score(&self) -> Option<Score> {
        lock(&self.last).as_ref().and_then(|reply| reply.info.evaluation).map(Score)
    }

    /// The depth of the last move, if the engine has reported it.
    #[getter]
    fn last_depth(&self) -> Option<u32> {
        lock(&self.last).as_ref().and_then(|reply| reply.info.depth)
    }

    /// The nodes of the last move, if the engine has reported them.
    #[getter]
    fn last_nodes(&self) -> Option<u64> {
        lock(&self.last).as_ref().and_then(|reply| reply.info.nodes)
    }

    /// The seconds of the last move.
    #[getter]
    fn last_time(&self) -> Option<f64> {
        lock(&self.last).as_ref().map(|reply| reply.time.as_secs_f64())
    }

    /// Ends the engine.
    fn close(&self, py: Python<'_>) -> PyResult<()> {
        if lock(&self.asks).is_none() {
            return Err(PyValueError::new_err("the engine is closed"));
        }
        py.detach(|| self.end());
        Ok(())
    }

    fn __enter__(slf: Bound<'_, Process>) -> Bound<'_, Process> {
        slf
    }

    #[pyo3(signature = (*_exception))]
    fn __exit__(&self, py: Python<'_>, _exception: &Bound<'_, PyAny>) {
        py.detach(|| self.end());
    }

    fn __repr__(&self) -> String {
        let state = if lock(&self.asks).is_none() { " closed" } else { "" };
        format!("<Process {}{state}>", excerpt(&self.name))
    }
}
