//! The session: reads commands line by line, answers them or starts a thread that does, and owns the mock's state.

use crate::flags::{Flags, GoFaults, Protocol};
use crate::occasion::Occasion;
use crate::order::{Limits, Order};
use crate::output::Output;
use crate::player;
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

/// The state of the mock between two lines.
pub struct Session {
    flags: Arc<Flags>,
    output: Arc<Output>,
    variant: RuleSet,
    position: Option<Position>,
    /// The line that has set up the position.
    position_line: String,
    /// The recorded answers of the real engine that the mock repeats.
    recorded: khet2ai::Recorded,
    occasion: Occasion,
    /// The last turn, which may be over.
    turn: Option<Running>,
    ignores_quit: bool,
    /// Whether it ponders.
    ponders: bool,
}

/// A turn on its thread.
struct Running {
    signals: Arc<Signals>,
    thread: JoinHandle<()>,
    /// Whether it ends with a bestmove when it is stopped.
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
            occasion: Occasion::default(),
            turn: None,
            ignores_quit: false,
            ponders: false,
        })
    }

    /// Reads to `quit` or the end of the input.
    ///
    /// # Errors
    /// The input cannot be read.
    pub fn run(mut self) -> io::Result<()> {
        let mut input = io::stdin().lock();
        let mut line = Vec::new();
        while input.read_until(b'\n', &mut line)? > 0 {
            let since = Instant::now();
            let text = String::from_utf8_lossy(&line).trim().to_owned();
            self.record(&text);
            if text.starts_with("position ") {
                self.position_line.clone_from(&text);
            }
            let order = match self.flags.play.protocol {
                Protocol::Uci => uci::read(&text, self.variant),
                Protocol::Khet2ai => khet2ai::read(&text),
            };
            if matches!(order, Order::Quit) {
                self.leave();
                return Ok(());
            }
            self.obey(order, since);
            line.clear();
        }
        if let Some(running) = self.turn.take_if(|running| running.answers) {
            running.finish();
        }
        self.leave();
        Ok(())
    }

    fn obey(&mut self, order: Order, since: Instant) {
        match order {
            Order::Handshake => self.shake_hands(),
            Order::IsReady => self.be_ready(),
            Order::NewGame => self.occasion = Occasion { game: self.occasion.game + 1, own_move: 0 },
            Order::Variant(variant) => self.variant = variant,
            Order::Position(Ok(position)) => self.position = Some(*position),
            Order::Position(Err(why)) => self.refuse(&why),
            Order::Go(limits) => self.go(limits, since),
            Order::Stop => {
                // The next `go` is for the move that it pondered on.
                self.occasion.own_move -= u32::from(std::mem::take(&mut self.ponders));
                if let Some(running) = &self.turn {
                    running.signals.stop();
                }
            }
            Order::PonderHit => {
                self.ponders = false;
                if let Some(running) = &self.turn {
                    running.signals.ponderhit(since);
                }
            }
            Order::Quit | Order::Nothing => {}
            Order::Unknown(word) => match self.flags.play.protocol {
                Protocol::Uci => self.output.say(&format!("info string unknown command `{word}`")),
                Protocol::Khet2ai => self.output.say(&format!("info string unknown command {word}")),
            },
        }
    }

    /// Keeps the lines that tests want to see.
    fn record(&self, line: &str) {
        const KEPT: [&str; 7] = ["setoption", "ucinewgame", "newgame", "position", "go", "ponderhit", "stop"];
        if line.split_whitespace().next().is_some_and(|word| KEPT.contains(&word)) {
            self.output.record(line);
        }
    }

    fn shake_hands(&self) {
        let faults = self.flags.when.in_game(&self.flags.handshake, self.occasion);
        if let Some(pause) = self.flags.play.slow_start {
            sleep(pause);
        }
        if faults.no_uciok {
            return;
        }
        self.output.say(&format!("id name {}\nid author the tests", self.flags.talk.name));
        if faults.crash_after_uci {
            exit(CRASHED);
        }
        self.output.say(&format!("{}\nuciok", uci::OPTIONS));
    }

    fn be_ready(&self) {
        let faults = self.flags.when.in_game(&self.flags.ready, self.occasion);
        if faults.no_readyok {
            return;
        }
        self.output.say("readyok");
        if faults.stray_before_go
            && let Some(position) = &self.position
        {
            self.output.say(&format!("bestmove {}", player::another(position, "none")));
        }
    }

    /// A position that cannot be read is a fault of its sender, and no test should miss it.
    fn refuse(&self, why: &str) {
        self.output.record(&format!("error {why}"));
        match self.flags.play.protocol {
            Protocol::Uci => {
                eprintln!("mock: position: {why}");
                exit(REFUSED);
            }
            Protocol::Khet2ai => self.output.say(&format!("info string error {why}")),
        }
    }

    fn go(&mut self, limits: Limits, since: Instant) {
        if let Some(running) = self.turn.take() {
            running.finish();
        }
        let Some(position) = self.position.clone() else { return };
        // A runner that never sends `ucinewgame` plays one game.
        self.occasion.game = self.occasion.game.max(1);
        self.occasion.own_move += 1;
        self.ponders = limits.ponder;
        let faults = self.due();
        let (answers, deaf) = (!faults.leave_unanswered(), faults.deaf);
        self.ignores_quit |= faults.stall_ignores_quit;
        let signals = Arc::new(Signals::default());
        let turn = Turn {
            flags: Arc::clone(&self.flags),
            faults,
            output: Arc::clone(&self.output),
            signals: Arc::clone(&signals),
            position,
            own_move: self.occasion.own_move,
            limits,
            recorded: self.recorded.answer(&self.position_line),
            since,
        };
        self.turn = Some(Running { signals, thread: spawn(move || turn.play()), answers });
        if deaf {
            live_on();
        }
    }

    /// The faults of this move.
    fn due(&self) -> GoFaults {
        let when = &self.flags.when;
        let mut faults = when.at_move(&self.flags.go, self.occasion);
        if when.none_at == Some(self.occasion.own_move) {
            let no_move = GoFaults { none: true, ..GoFaults::default() };
            faults.none |= when.in_game(&no_move, self.occasion).none;
        }
        faults
    }

    fn leave(&self) {
        if self.ignores_quit {
            live_on();
        }
        self.output.settle();
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

/// Does nothing for ever.
fn live_on() -> ! {
    loop {
        park();
    }
}
