//! The answer to a `go`, on a thread of its own.

use crate::command::Limits;
use crate::flags::{Flags, GoFaults, Protocol};
use crate::output::{Output, REPORT, flood_stderr};
use crate::{CRASHED, khet2ai, player};
use khepri_rules::Position;
use std::io;
use std::process::{abort, exit};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, TryRecvError};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// The size of a long line.
const LONG: usize = 512 << 10;

/// Pause between two checks for a file.
const POLL: Duration = Duration::from_millis(2);

/// A signal from the thread that reads commands.
pub enum Signal {
    /// The mock should answer now.
    Stop,
    /// The ponder move was played, at this time.
    PonderHit(Instant),
}

/// The input of a turn.
pub struct Turn {
    /// The command line.
    pub flags: Arc<Flags>,
    /// The faults of this turn.
    pub faults: GoFaults,
    /// The output for the answer.
    pub output: Arc<Output>,
    /// The signals from the reading thread. It drops the sender when the next turn begins.
    pub signals: Receiver<Signal>,
    /// The position.
    pub position: Position,
    /// The number of the mock's move in the game, from 1.
    pub own_move: u32,
    /// The value of the option of `--seed-option`.
    pub added: u64,
    /// The limits of the `go`.
    pub limits: Limits,
    /// The time at which the `go` was read.
    pub start: Instant,
}

impl Turn {
    /// Thinks and answers, as far as the faults allow.
    pub fn play(self) {
        let (faults, output) = (&self.faults, &self.output);
        if faults.crash_on_go {
            exit(CRASHED);
        }
        if faults.grandchild.is_some() {
            abort();
        }
        if faults.closes_stdout {
            return output.close();
        }
        if faults.flood_line {
            output.bytes(b"info string ");
            return output.flood("x", || !self.is_over());
        }
        if faults.flood {
            return output.flood(REPORT, || !self.is_over());
        }
        if faults.stall {
            return;
        }
        self.print_noise();
        self.think();
        let chosen = self.flags.choose(&self.position, self.own_move, self.added);
        output.print(&self.info(&chosen));
        let played = faults.answer.clone().unwrap_or(chosen);
        let mut answer = format!("bestmove {played}");
        if faults.two_bestmoves {
            answer += &format!("\nbestmove {}", player::another(&self.position, &played));
        } else if let Some(expected) = self.flags.ponder_move(&self.position, &played) {
            answer += &format!(" ponder {expected}");
        }
        // Stdout stays locked until the exit. Otherwise the other thread could answer `isready` and read the next `go`.
        let _stdout = faults.crash_after_bestmove.then(|| io::stdout().lock());
        output.best_move(&answer);
        if faults.crash_after_bestmove {
            exit(CRASHED);
        }
        if let Some(lines) = faults.chatter {
            output.print(&"info string done\n".repeat(lines));
        }
        if faults.flood_idle {
            output.flood(REPORT, || !self.is_over());
        }
    }

    /// Performs the faults before an answer.
    fn print_noise(&self) {
        if self.faults.stderr_flood {
            flood_stderr();
        }
        if let Some(lines) = self.faults.reports {
            self.output.print(&REPORT.repeat(lines));
        }
        if self.faults.odd_lines {
            self.output.bytes(b"info string \0\xff\xfe \x80\xc3( \0 bestmove\n");
            self.output.print(&format!("info string {}", "x".repeat(LONG)));
        }
    }

    fn think(&self) {
        let mut start = self.start;
        if self.limits.ponder && !self.faults.early {
            let Ok(Signal::PonderHit(at)) = self.signals.recv() else {
                sleep(self.flags.slow_stop.unwrap_or_default());
                return;
            };
            start = at;
        }
        if let Some(file) = &self.flags.until {
            while !file.exists() {
                sleep(POLL);
            }
            start = Instant::now();
        }
        if let Some(time) = self.flags.spin {
            spin(time);
        }
        if let Some(late) = self.faults.late {
            let end = start + self.limits.time(self.position.side_to_move()) + late;
            sleep(end.saturating_duration_since(Instant::now()));
        } else if self.limits.endless {
            let _ = self.signals.recv();
        } else if let Some(thinking) = self.flags.sleep {
            let end = start + thinking;
            let _ = self.signals.recv_timeout(end.saturating_duration_since(Instant::now()));
        }
    }

    /// Returns whether the next turn begins.
    fn is_over(&self) -> bool {
        matches!(self.signals.try_recv(), Err(TryRecvError::Disconnected))
    }

    /// Returns the info line with the score and a move.
    fn info(&self, mv: &str) -> String {
        let score = self.flags.score(self.own_move);
        match self.flags.protocol {
            Protocol::Khet2ai => khet2ai::info(score, self.position.side_to_move()),
            Protocol::Uci => format!("info depth 1 score {score} nodes 1 time 0 pv {mv}"),
        }
    }
}

/// Uses an amount of processor time.
#[cfg(target_os = "linux")]
fn spin(time: Duration) {
    use nix::time::ClockId;
    let used = || ClockId::CLOCK_PROCESS_CPUTIME_ID.now().map(Duration::from).unwrap_or_default();
    let start = used();
    while used() < start + time {}
}

#[cfg(not(target_os = "linux"))]
fn spin(_: Duration) {}
