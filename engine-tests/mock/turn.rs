//! The answer to a `go`, on a thread of its own.

use crate::CRASHED;
use crate::command::Limits;
use crate::flags::{Flags, GoFaults, Protocol};
use crate::khet2ai;
use crate::output::Output;
use crate::player;
use crate::score::Score;
use crate::signals::Signals;
use khepri::internal::rules::Position;
use std::io;
use std::process::{abort, exit};
use std::sync::Arc;
use std::thread::sleep;
use std::time::Instant;

/// The input of a turn.
pub struct Turn {
    /// The command line.
    pub flags: Arc<Flags>,
    /// The faults of this turn.
    pub faults: GoFaults,
    /// The output for the answer.
    pub output: Arc<Output>,
    /// The signals from the reading thread.
    pub signals: Arc<Signals>,
    /// The position.
    pub position: Position,
    /// The number of the mock's move in the game, from 1.
    pub own_move: u32,
    /// The limits of the `go`.
    pub limits: Limits,
    /// The recorded answer of the real engine in this position: its info lines and the word after `bestmove`.
    pub recorded: Option<(Vec<String>, String)>,
    /// The time at which the `go` was read.
    pub start: Instant,
}

impl GoFaults {
    /// Returns whether there is never a bestmove.
    pub fn prevent_answer(&self) -> bool {
        self.stall || self.stall_ignores_quit || self.closes_stdout || self.flood || self.flood_line
    }
}

impl Turn {
    /// Thinks and answers, as far as the faults allow.
    pub fn play(self) {
        self.crash();
        if self.faults.prevent_answer() {
            self.withhold_answer();
            return;
        }
        self.print_noise();
        self.think();
        let (reported, answer) = self.answer();
        if let Some(reported) = reported {
            self.output.print(&reported);
        }
        // Stdout stays locked until the exit. Otherwise the other thread could answer `isready` and read the next `go`.
        let _stdout = self.faults.crash_after_bestmove.then(|| io::stdout().lock());
        match &answer {
            Some(played) if self.faults.two_bestmoves => {
                let second = player::another(&self.position, played);
                self.output.best_move(&format!("bestmove {played}\nbestmove {second}"), self.start, &self.position);
            }
            Some(played) => {
                let ponder = self.flags.play.ponder_move(&self.position, played);
                let ponder = ponder.map(|word| format!(" ponder {word}")).unwrap_or_default();
                self.output.best_move(&format!("bestmove {played}{ponder}"), self.start, &self.position);
            }
            None => self.output.best_move("bestmove", self.start, &self.position),
        }
        self.disturb_after(answer.as_deref().unwrap_or_default());
    }

    /// Ends the process if a fault requires it.
    fn crash(&self) {
        if self.faults.crash_on_go {
            exit(CRASHED);
        }
        if self.faults.abort_on_go || self.faults.grandchild.is_some() {
            abort();
        }
    }

    /// Performs the faults without an answer.
    fn withhold_answer(&self) {
        if self.faults.closes_stdout {
            self.output.close();
        } else if self.faults.flood_line {
            self.output.flood_line();
        } else if self.faults.flood {
            self.output.flood(|| true);
        }
    }

    /// Performs the faults before an answer.
    fn print_noise(&self) {
        if self.faults.stderr_flood {
            self.output.flood_stderr();
        }
        if let Some(lines) = self.faults.reports {
            self.output.print(&"info depth 1 score cp 0 nodes 1 time 0\n".repeat(lines));
        }
        if self.faults.null_bytes {
            self.output.bytes(b"info string \0\xff\xfe \x80\xc3( \0 bestmove\n");
        }
        if let Some(kib) = self.faults.long_info {
            let head = "info string ";
            self.output.print(&format!("{head}{}", "x".repeat((kib << 10).saturating_sub(head.len()))));
        }
    }

    fn think(&self) {
        let mut start = self.start;
        if self.limits.ponder && !self.faults.early {
            let Some(ponderhit) = self.signals.wait_for_ponderhit() else {
                sleep(self.flags.play.slow_stop.unwrap_or_default());
                return;
            };
            start = ponderhit;
        }
        if let Some(time) = self.flags.play.spin {
            spin(time);
        }
        let time = self.limits.time(self.position.side_to_move());
        if let Some(late) = self.faults.late {
            let end = start + time.unwrap_or_default() + late;
            sleep(end.saturating_duration_since(Instant::now()));
            return;
        }
        let play = &self.flags.play;
        let share = play.use_time.map(|fraction| time.unwrap_or_default().mul_f64(fraction));
        let until = play.sleep.or(share).map(|thinking| start + thinking);
        if self.limits.endless {
            self.signals.wait(None);
        } else if until.is_some() {
            self.signals.wait(until);
        }
    }

    /// Returns the info line and the words after `bestmove`, if there are any.
    fn answer(&self) -> (Option<String>, Option<String>) {
        let no_move = match self.flags.play.protocol {
            Protocol::Uci => "(none)",
            Protocol::Khet2ai => "none",
        };
        if let Some((reported, best)) = &self.recorded {
            return (Some(reported.join("\n")), Some(best.clone()));
        }
        if self.faults.none {
            let score = if self.flags.talk.mate_against { Score::Mate(-2) } else { Score::Centipawns(10) };
            return (Some(self.info(score, None)), Some(no_move.to_owned()));
        }
        let Some(chosen) = self.flags.play.choose(&self.position, self.own_move) else {
            return (None, Some(no_move.to_owned()));
        };
        let reported = self.info(self.flags.talk.score(self.own_move), Some(&chosen));
        let answer = match &self.faults {
            GoFaults { bare_bestmove: true, .. } => None,
            GoFaults { unreadable: true, .. } => Some("xyzzy".to_owned()),
            GoFaults { illegal: true, .. } => Some(player::illegal(&self.position)),
            _ => Some(chosen),
        };
        (Some(reported), answer)
    }

    /// Returns the info line with a score and a move.
    fn info(&self, score: Score, mv: Option<&str>) -> String {
        let depth = self.flags.talk.depth;
        match self.flags.play.protocol {
            Protocol::Khet2ai => khet2ai::info(depth, score, self.position.side_to_move()),
            Protocol::Uci => {
                let pv = mv.map(|mv| format!(" pv {mv}")).unwrap_or_default();
                format!("info depth {depth} score {score} nodes 1 time 0{pv}")
            }
        }
    }

    /// Performs the faults after an answer.
    fn disturb_after(&self, played: &str) {
        if self.faults.crash_after_bestmove {
            exit(CRASHED);
        }
        if let Some(pause) = self.faults.late_crash {
            sleep(pause);
            exit(CRASHED);
        }
        if let Some(pause) = self.faults.late_second_bestmove {
            sleep(pause);
            self.output.print(&format!("bestmove {}", player::another(&self.position, played)));
        }
        if let Some(lines) = self.faults.chatter {
            self.output.print(&"info string done\n".repeat(lines));
        }
        if let Some(pause) = self.faults.late_flood {
            sleep(pause);
        }
        if self.faults.flood_idle || self.faults.late_flood.is_some() {
            self.output.flood(|| !self.signals.is_over());
        }
    }
}

/// Uses an amount of processor time.
#[cfg(target_os = "linux")]
fn spin(time: std::time::Duration) {
    use nix::time::ClockId;
    let used = || ClockId::CLOCK_PROCESS_CPUTIME_ID.now().map(std::time::Duration::from).unwrap_or_default();
    let start = used();
    while used() < start + time {}
}

#[cfg(not(target_os = "linux"))]
fn spin(_: std::time::Duration) {}
