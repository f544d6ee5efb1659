//! The session, which reads commands and answers them, some of them on another thread.

use crate::command::{Command, Limits};
use crate::flags::{Flags, GoFaults, Protocol};
use crate::output::Output;
use crate::player;
use crate::schedule::Progress;
use crate::signals::Signals;
use crate::turn::Turn;
use crate::{CRASHED, REFUSED, khet2ai, uci};
use khepri::internal::notation::setups;
use khepri::internal::rules::{Position, RuleSet};
use std::io::{self, BufRead};
use std::process::exit;
use std::sync::Arc;
use std::thread::{JoinHandle, park, sleep, spawn};
use std::time::Instant;

/// The state of the mock.
pub struct Session {
    flags: Arc<Flags>,
    output: Arc<Output>,
    variant: RuleSet,
    position: Option<Position>,
    /// The line that set the position.
    position_line: String,
    /// The recorded answers of the real engine, which the mock repeats.
    recorded: khet2ai::Recorded,
    progress: Progress,
    /// The last turn, which may have ended.
    turn: Option<Running>,
    ignores_quit: bool,
    /// Whether the mock ponders.
    ponders: bool,
}

/// A turn and its thread.
struct Running {
    signals: Arc<Signals>,
    thread: JoinHandle<()>,
    /// Whether the turn ends with a bestmove when it is stopped.
    answers: bool,
}

impl Session {
    /// Returns the state before the first line.
    ///
    /// # Errors
    /// The recorded session cannot be read.
    pub fn new(flags: Arc<Flags>, output: Arc<Output>) -> io::Result<Session> {
        let variant = RuleSet::Khet2;
        let recorded = flags.talk.session.as_deref().map(khet2ai::Recorded::read).transpose()?.unwrap_or_default();
        Ok(Session {
            flags,
            output,
            variant,
            position: setups::named(variant, setups::CLASSIC).ok().map(|setup| setup.position.clone()),
            position_line: String::new(),
            recorded,
            progress: Progress::default(),
            turn: None,
            ignores_quit: false,
            ponders: false,
        })
    }

    /// Reads commands until `quit` or the end of the input.
    ///
    /// # Errors
    /// The input cannot be read.
    pub fn run(mut self) -> io::Result<()> {
        let mut input = io::stdin().lock();
        let mut line = Vec::new();
        while input.read_until(b'\n', &mut line)? > 0 {
            let start = Instant::now();
            let text = String::from_utf8_lossy(&line).trim().to_owned();
            self.log(&text);
            if text.starts_with("position ") {
                self.position_line.clone_from(&text);
            }
            let command = match self.flags.play.protocol {
                Protocol::Uci => uci::read(&text, self.variant),
                Protocol::Khet2ai => khet2ai::read(&text),
            };
            if matches!(command, Command::Quit) {
                self.shut_down();
                return Ok(());
            }
            self.execute(command, start);
            line.clear();
        }
        if let Some(running) = self.turn.take_if(|running| running.answers) {
            running.finish();
        }
        self.shut_down();
        Ok(())
    }

    fn execute(&mut self, command: Command, start: Instant) {
        match command {
            Command::Handshake => self.answer_uci(),
            Command::IsReady => self.answer_isready(),
            Command::NewGame => self.progress = Progress { game: self.progress.game + 1, own_move: 0 },
            Command::Variant(variant) => self.variant = variant,
            Command::Position(Ok(position)) => self.position = Some(*position),
            Command::Position(Err(why)) => self.refuse(&why),
            Command::Go(limits) => self.go(limits, start),
            Command::Stop => {
                // The next `go` is for the move that was pondered on.
                self.progress.own_move -= u32::from(std::mem::take(&mut self.ponders));
                if let Some(running) = &self.turn {
                    running.signals.stop();
                }
            }
            Command::PonderHit => {
                self.ponders = false;
                if let Some(running) = &self.turn {
                    running.signals.ponderhit(start);
                }
            }
            Command::Quit | Command::Nothing => {}
            Command::Unknown(word) => match self.flags.play.protocol {
                Protocol::Uci => self.output.print(&format!("info string unknown command `{word}`")),
                Protocol::Khet2ai => self.output.print(&format!("info string unknown command {word}")),
            },
        }
    }

    /// Logs the commands that tests check.
    fn log(&self, line: &str) {
        const LOGGED: [&str; 7] = ["setoption", "ucinewgame", "newgame", "position", "go", "ponderhit", "stop"];
        if line.split_whitespace().next().is_some_and(|word| LOGGED.contains(&word)) {
            self.output.log_command(line);
        }
    }

    fn answer_uci(&self) {
        let faults = self.flags.when.in_game(&self.flags.handshake, self.progress);
        if let Some(pause) = self.flags.play.slow_start {
            sleep(pause);
        }
        if faults.no_uciok {
            return;
        }
        self.output.print(&format!("id name {}\nid author the tests", self.flags.talk.name));
        if faults.crash_after_uci {
            exit(CRASHED);
        }
        self.output.print(&format!("{}\nuciok", uci::OPTIONS));
    }

    fn answer_isready(&self) {
        let faults = self.flags.when.in_game(&self.flags.ready, self.progress);
        if faults.no_readyok {
            return;
        }
        self.output.print("readyok");
        if faults.stray_before_go
            && let Some(position) = &self.position
        {
            self.output.print(&format!("bestmove {}", player::another(position, "none")));
        }
    }

    /// Reports a faulty position so that the test fails, because the runner must not send one.
    fn refuse(&self, why: &str) {
        self.output.log_command(&format!("error {why}"));
        match self.flags.play.protocol {
            Protocol::Uci => {
                eprintln!("mock: position: {why}");
                exit(REFUSED);
            }
            Protocol::Khet2ai => self.output.print(&format!("info string error {why}")),
        }
    }

    fn go(&mut self, limits: Limits, start: Instant) {
        if let Some(running) = self.turn.take() {
            running.finish();
        }
        let Some(position) = self.position.clone() else { return };
        // Without `ucinewgame` this is the first game.
        self.progress.game = self.progress.game.max(1);
        self.progress.own_move += 1;
        self.ponders = limits.ponder;
        let faults = self.scheduled_faults();
        let (answers, deaf) = (!faults.prevent_answer(), faults.deaf);
        self.ignores_quit |= faults.stall_ignores_quit;
        let signals = Arc::new(Signals::default());
        let turn = Turn {
            flags: Arc::clone(&self.flags),
            faults,
            output: Arc::clone(&self.output),
            signals: Arc::clone(&signals),
            position,
            own_move: self.progress.own_move,
            limits,
            recorded: self.recorded.answer(&self.position_line),
            start,
        };
        self.turn = Some(Running { signals, thread: spawn(move || turn.play()), answers });
        if deaf {
            hang();
        }
    }

    /// Returns the faults of this move.
    fn scheduled_faults(&self) -> GoFaults {
        let when = &self.flags.when;
        let mut faults = when.at_move(&self.flags.go, self.progress);
        if when.none_at == Some(self.progress.own_move) {
            let no_move = GoFaults { none: true, ..GoFaults::default() };
            faults.none |= when.in_game(&no_move, self.progress).none;
        }
        faults
    }

    fn shut_down(&self) {
        if self.ignores_quit {
            hang();
        }
        self.output.wait_for_log();
        if let Some(pause) = self.flags.play.slow_quit {
            sleep(pause);
        }
    }
}

impl Running {
    /// Stops the turn and waits for its end.
    fn finish(self) {
        self.signals.end();
        // A thread that panicked has printed why.
        let _ = self.thread.join();
    }
}

/// Waits for ever.
fn hang() -> ! {
    loop {
        park();
    }
}
