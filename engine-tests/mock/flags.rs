//! The command line of the mock: a flag for each fault, when faults happen, and how the mock plays otherwise.

use crate::score::Score;
use clap::{Args, Parser, ValueEnum};
use std::num::ParseIntError;
use std::path::PathBuf;
use std::time::Duration;

/// An engine that plays random legal moves at once, with the faults that its flags choose.
#[derive(Parser, Clone, Debug)]
#[command(name = "mock", term_width = 0, after_help = "Example: mock --seed 7 --crash-on-go --at 3 --game 2")]
pub struct Flags {
    /// The moves and their times.
    #[command(flatten)]
    pub play: Play,
    /// The output besides the moves.
    #[command(flatten)]
    pub talk: Talk,
    /// The times of the faults.
    #[command(flatten)]
    pub when: When,
    /// Faults before the first command.
    #[command(flatten)]
    pub start: StartFaults,
    /// Faults of the answer to `uci`.
    #[command(flatten)]
    pub handshake: HandshakeFaults,
    /// Faults of the answer to `isready`.
    #[command(flatten)]
    pub ready: ReadyFaults,
    /// Faults of the answer to `go`.
    #[command(flatten)]
    pub go: GoFaults,
}

/// The protocol that the mock speaks.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Protocol {
    /// Khepri's variant of UCI.
    Uci,
    /// The protocol of the Khet2-AI engine, with no handshake and one rule set.
    Khet2ai,
}

/// The moves and their times.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "How it plays")]
pub struct Play {
    /// Protocol, uci or khet2ai
    #[arg(long, value_enum, default_value = "uci", hide_possible_values = true)]
    pub protocol: Protocol,
    /// Seed of the random moves; the same seed plays the same move in the same position
    #[arg(long, value_name = "S", default_value_t = 0)]
    pub seed: u64,
    /// Moves to play in order, unchecked, before random ones; `SILVER / RED` has separate moves for each colour
    #[arg(long, value_name = "MOVES", default_value = "")]
    pub moves: String,
    /// Think this long before every bestmove; `stop` ends it early
    #[arg(long, value_name = "MS", value_parser = milliseconds)]
    pub sleep: Option<Duration>,
    /// Think for this fraction of movetime or of its clock before every bestmove; `stop` ends it early
    #[arg(long, value_name = "FRACTION", conflicts_with = "sleep", value_parser = fraction)]
    pub use_time: Option<f64>,
    /// Use this processor time before every bestmove, even after stop; only on Linux
    #[arg(long, value_name = "MS", value_parser = milliseconds)]
    pub spin: Option<Duration>,
    /// Sleep this long before the answer to `uci`
    #[arg(long, value_name = "MS", value_parser = milliseconds)]
    pub slow_start: Option<Duration>,
    /// Sleep this long between `quit`, or the end of input, and the exit
    #[arg(long, value_name = "MS", value_parser = milliseconds)]
    pub slow_quit: Option<Duration>,
    /// Print after `ponder` the move that a mock with this seed would play next
    #[arg(long, value_name = "S")]
    pub predict: Option<u64>,
    /// Print this word after `ponder` with every move
    #[arg(long, value_name = "WORD", conflicts_with = "predict")]
    pub ponder_word: Option<String>,
    /// Sleep this long between `stop` and the bestmove while it ponders
    #[arg(long, value_name = "MS", value_parser = milliseconds)]
    pub slow_stop: Option<Duration>,
    /// Append to this file a line for each `go`: the microseconds to its bestmove, and the position as KFEN
    #[arg(long, value_name = "FILE")]
    pub log: Option<PathBuf>,
    /// Append to this file each line with setoption, ucinewgame, newgame, position, go, ponderhit or stop, and `error WHY` for each refusal
    #[arg(long, value_name = "FILE")]
    pub option_log: Option<PathBuf>,
}

/// The output besides the moves.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "What it prints")]
pub struct Talk {
    /// The name after `id name`
    #[arg(long, default_value = "Mock")]
    pub name: String,
    /// The depth in its info lines
    #[arg(long, value_name = "D", default_value_t = 1)]
    pub depth: u32,
    /// Answer as in this recorded session with the real engine, in the positions that it contains; khet2ai only
    #[arg(long, value_name = "FILE")]
    pub session: Option<PathBuf>,
    /// Print `score cp CP` in every info line (khet2ai: in its own form)
    #[arg(long, value_name = "CP", allow_negative_numbers = true)]
    pub resigning_score: Option<i32>,
    /// Print `score mate N` in every info line
    #[arg(long, value_name = "N", allow_negative_numbers = true, conflicts_with = "resigning_score")]
    pub mate_score: Option<i32>,
    /// Scores of its moves in order, the last one for all later moves: `30 -20 m3` is cp 30, cp -20, mate 3
    #[arg(long, value_name = "SCORES", allow_hyphen_values = true, value_parser = Score::list,
          conflicts_with_all = ["resigning_score", "mate_score"])]
    pub score_list: Option<std::sync::Arc<[Score]>>,
    /// With --none or --none-at: print `score mate -2` before the missing move instead of `score cp 10`
    #[arg(long)]
    pub mate_against: bool,
    /// End every line with CR LF
    #[arg(long)]
    pub crlf: bool,
}

/// The times of the faults.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "When the faults happen")]
pub struct When {
    /// Own move of a game at which the faults of a move happen, from 1; 0: every move
    #[arg(long, value_name = "PLY", default_value_t = 2)]
    pub at: u32,
    /// Game of the process in which faults happen, from 1; default: every game
    #[arg(long, value_name = "G")]
    pub game: Option<u32>,
    /// Like --none, at this own move of a game instead of --at
    #[arg(long, value_name = "PLY")]
    pub none_at: Option<u32>,
    /// Faults happen only if this file does not exist; the first one creates it
    #[arg(long, value_name = "FILE")]
    pub once: Option<PathBuf>,
}

/// Faults before the first command.
#[derive(Args, Clone, PartialEq, Default, Debug)]
#[command(next_help_heading = "Faults at the start")]
pub struct StartFaults {
    /// Exit with status 3 before anything else
    #[arg(long)]
    pub crash_at_start: bool,
}

/// Faults of the answer to `uci`.
#[derive(Args, Clone, PartialEq, Default, Debug)]
#[command(next_help_heading = "Faults of the answer to uci")]
pub struct HandshakeFaults {
    /// Exit with status 3 after `id name`, before uciok
    #[arg(long)]
    pub crash_after_uci: bool,
    /// Do not answer uci
    #[arg(long)]
    pub no_uciok: bool,
}

/// Faults of the answer to `isready`.
#[derive(Args, Clone, PartialEq, Default, Debug)]
#[command(next_help_heading = "Faults of the answer to isready")]
pub struct ReadyFaults {
    /// Do not answer isready
    #[arg(long)]
    pub no_readyok: bool,
    /// Print a bestmove right after readyok, without a go
    #[arg(long)]
    pub stray_before_go: bool,
}

/// Faults of the answer to `go`.
#[derive(Args, Clone, PartialEq, Default, Debug)]
#[command(next_help_heading = "Faults of a move")]
pub struct GoFaults {
    /// Play a well-formed illegal move
    #[arg(long)]
    pub illegal: bool,
    /// Answer `bestmove xyzzy`
    #[arg(long)]
    pub unreadable: bool,
    /// Answer `bestmove` without a move
    #[arg(long)]
    pub bare_bestmove: bool,
    /// Answer `bestmove (none)` (khet2ai: `bestmove none`) although there are legal moves
    #[arg(long)]
    pub none: bool,
    /// Exit with status 3 when go arrives
    #[arg(long)]
    pub crash_on_go: bool,
    /// Die by SIGABRT when go arrives
    #[arg(long)]
    pub abort_on_go: bool,
    /// Exit with status 3 after the bestmove
    #[arg(long)]
    pub crash_after_bestmove: bool,
    /// Exit with status 3 this long after the bestmove
    #[arg(long, value_name = "MS", value_parser = milliseconds)]
    pub late_crash: Option<Duration>,
    /// Answer `go ponder` at once
    #[arg(long)]
    pub early: bool,
    /// Answer neither go nor stop; quit ends the process
    #[arg(long)]
    pub stall: bool,
    /// Like --stall, and from then on neither quit nor the end of input ends the process
    #[arg(long)]
    pub stall_ignores_quit: bool,
    /// Answer this long after movetime or the end of its clock (without either: after go), even after stop
    #[arg(long, value_name = "MS", value_parser = milliseconds)]
    pub late: Option<Duration>,
    /// Print endless info lines instead of a bestmove, as fast as possible
    #[arg(long)]
    pub flood: bool,
    /// Print one endless line instead of a bestmove, as fast as possible
    #[arg(long)]
    pub flood_line: bool,
    /// Print info lines from the bestmove to the next go, as fast as possible
    #[arg(long)]
    pub flood_idle: bool,
    /// Like --flood-idle, but begin this long after the bestmove
    #[arg(long, value_name = "MS", value_parser = milliseconds)]
    pub late_flood: Option<Duration>,
    /// Number of info lines right after the bestmove
    #[arg(long, value_name = "LINES")]
    pub chatter: Option<usize>,
    /// Print a second bestmove, another legal move, together with the first
    #[arg(long)]
    pub two_bestmoves: bool,
    /// Print a second bestmove, another legal move, this long after the first
    #[arg(long, value_name = "MS", value_parser = milliseconds)]
    pub late_second_bestmove: Option<Duration>,
    /// Answer this go, and never read stdin again
    #[arg(long)]
    pub deaf: bool,
    /// Close stdout instead of an answer, and do not exit
    #[arg(long)]
    pub closes_stdout: bool,
    /// Print 10 MiB to stderr before the bestmove
    #[arg(long)]
    pub stderr_flood: bool,
    /// Start a child `sleep 1000` that inherits stdout, and write its id to this file; die by SIGABRT on go
    #[arg(long, value_name = "FILE")]
    pub grandchild: Option<PathBuf>,
    /// Number of further info lines before the bestmove
    #[arg(long, value_name = "LINES")]
    pub reports: Option<usize>,
    /// Print an info line with NUL and invalid UTF-8 before the bestmove
    #[arg(long)]
    pub null_bytes: bool,
    /// Print an info line of this size before the bestmove
    #[arg(long, value_name = "KIB")]
    pub long_info: Option<usize>,
}

fn milliseconds(text: &str) -> Result<Duration, ParseIntError> {
    text.parse().map(Duration::from_millis)
}

fn fraction(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(fraction) if (0.0..=1000.0).contains(&fraction) => Ok(fraction),
        _ => Err("expected a number from 0 to 1000".to_owned()),
    }
}
