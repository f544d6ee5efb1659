//! The session, which reads commands and answers them, some of them on another thread.

use crate::command::{Command, Limits};
use crate::flags::{Flags, Protocol};
use crate::output::Output;
use crate::turn::{Signal, Turn};
use crate::{CRASHED, REFUSED, khet2ai, player, uci};
use khepri_rules::{Position, RuleSet, setups};
use std::io::{self, BufRead};
use std::process::exit;
use std::sync::Arc;
use std::sync::mpsc::{Sender, channel};
use std::thread::{JoinHandle, park, sleep, spawn};
use std::time::Instant;

/// The state of the mock.
pub struct Session {
    flags: Arc<Flags>,
    output: Arc<Output>,
    variant: RuleSet,
    position: Option<Position>,
    /// The value of the option of `--seed-option`.
    added: u64,
    /// The number of the game in this process, from 1; 0 before the first game.
    game: u32,
    /// The number of the mock's current or last move in the game, from 1.
    own_move: u32,
    /// The last turn, which may have ended.
    turn: Option<(Sender<Signal>, JoinHandle<()>)>,
    /// Whether the mock ponders.
    ponders: bool,
}

impl Session {
    /// Returns the state before the first line.
    pub fn new(flags: Arc<Flags>, output: Arc<Output>) -> Session {
        let variant = RuleSet::Khet2;
        let position = setups::named(variant, setups::CLASSIC).ok().map(|setup| setup.position.clone());
        Session { flags, output, variant, position, added: 0, game: 0, own_move: 0, turn: None, ponders: false }
    }

    /// Reads commands until `quit` or the end of the input.
    ///
    /// # Errors
    /// The input cannot be read.
    pub fn run(mut self) -> io::Result<()> {
        let mut input = io::stdin().lock();
        let mut line = Vec::new();
        loop {
            line.clear();
            if input.read_until(b'\n', &mut line)? == 0 {
                self.finish_turn();
                break;
            }
            let start = Instant::now();
            let text = String::from_utf8_lossy(&line).trim().to_owned();
            let command = match self.flags.protocol {
                Protocol::Uci => uci::read(&text, self.variant),
                Protocol::Khet2ai => khet2ai::read(&text),
            };
            if matches!(command, Command::Quit) {
                break;
            }
            if !matches!(command, Command::Handshake | Command::IsReady) {
                self.output.log_command(&text);
            }
            self.execute(command, start);
        }
        sleep(self.flags.slow_quit.unwrap_or_default());
        Ok(())
    }

    fn execute(&mut self, command: Command, start: Instant) {
        match command {
            Command::Handshake => self.answer_uci(),
            Command::IsReady => self.answer_isready(),
            Command::NewGame => (self.game, self.own_move) = (self.game + 1, 0),
            Command::Variant(variant) => self.variant = variant,
            Command::Option(name, value) => {
                if self.flags.seed_option.as_ref() == Some(&name) {
                    self.added = value.parse().unwrap_or_default();
                }
            }
            Command::Position(Ok(position)) => self.position = Some(*position),
            Command::Position(Err(why)) => {
                // The test fails, because the runner must not send a faulty position.
                self.output.log_command(&format!("error {why}"));
                eprintln!("mock: position: {why}");
                exit(REFUSED);
            }
            Command::Go(limits) => self.go(limits, start),
            Command::Stop => {
                // The next `go` is for the same move of the mock, and gets the same number.
                self.own_move -= u32::from(std::mem::take(&mut self.ponders));
                self.signal(Signal::Stop);
            }
            Command::PonderHit => {
                self.ponders = false;
                self.signal(Signal::PonderHit(start));
            }
            Command::Quit | Command::Nothing => {}
        }
    }

    fn answer_uci(&self) {
        sleep(self.flags.slow_start.unwrap_or_default());
        if self.flags.happens(self.flags.no_uciok, self.game) {
            return;
        }
        self.output.print(&format!("id name {}\nid author the tests", self.flags.name));
        if self.flags.happens(self.flags.crash_after_uci, self.game) {
            exit(CRASHED);
        }
        if let Some(name) = &self.flags.seed_option {
            self.output.print(&format!("option name {name} type spin default 0 min 0 max 1000"));
        }
        self.output.print(&format!("{}\nuciok", uci::OPTIONS));
    }

    fn answer_isready(&self) {
        if self.flags.happens(self.flags.no_readyok, self.game) {
            return;
        }
        self.output.print("readyok");
        if !self.flags.happens(self.flags.when_ready, self.game) {
            return;
        }
        if let Some(position) = self.position.as_ref().filter(|_| self.flags.go.two_bestmoves) {
            self.output.print(&format!("bestmove {}", player::another(position, "none")));
        }
        if self.flags.go.crash_after_bestmove {
            exit(CRASHED);
        }
    }

    fn go(&mut self, limits: Limits, start: Instant) {
        self.finish_turn();
        let Some(position) = self.position.clone() else { return };
        // Without `ucinewgame` this is the first game.
        self.game = self.game.max(1);
        self.own_move += 1;
        self.ponders = limits.ponder;
        let faults = self.flags.faults(self.game, self.own_move);
        let is_deaf = faults.deaf;
        let (sender, signals) = channel();
        let turn = Turn {
            flags: Arc::clone(&self.flags),
            faults,
            output: Arc::clone(&self.output),
            signals,
            position,
            own_move: self.own_move,
            added: self.added,
            limits,
            start,
        };
        self.turn = Some((sender, spawn(move || turn.play())));
        if is_deaf {
            loop {
                park();
            }
        }
    }

    /// Sends a signal to the turn, if it has not ended.
    fn signal(&self, signal: Signal) {
        if let Some((sender, _)) = &self.turn {
            let _ = sender.send(signal);
        }
    }

    /// Stops the last turn and waits for its end.
    fn finish_turn(&mut self) {
        if let Some((sender, thread)) = self.turn.take() {
            drop(sender);
            // A thread that panicked has printed why.
            let _ = thread.join();
        }
    }
}
