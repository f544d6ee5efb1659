//! The command line of the mock: how it plays, a flag for each fault, and when the faults happen.

use clap::{Args, Parser, ValueEnum};
use std::fmt;
use std::fs::OpenOptions;
use std::num::ParseIntError;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

/// An engine that plays random legal moves at once, with the faults that its flags choose. Times are in milliseconds.
#[derive(Parser, Debug)]
#[command(name = "mock", after_help = "Example: mock --seed 7 --crash-on-go --at 3 --game 2")]
pub struct Flags {
    /// Protocol, uci or khet2ai
    #[arg(long, value_enum, default_value = "uci", hide_possible_values = true)]
    pub protocol: Protocol,
    /// Seed of the random moves; the same seed plays the same move in the same position
    #[arg(long, default_value_t = 0)]
    pub seed: u64,
    /// Offer this option, a spin from 0 to 1000, whose value is added to the seed
    #[arg(long)]
    pub seed_option: Option<String>,
    /// Words to play in order, unchecked, before random moves; `SILVER / RED` has separate words for each colour
    #[arg(long, default_value = "")]
    pub moves: String,
    /// Think this long before every bestmove; `stop` ends it early
    #[arg(long, value_parser = milliseconds)]
    pub sleep: Option<Duration>,
    /// Before every bestmove wait until this file exists, even after stop, and only then begin to think
    #[arg(long)]
    pub until: Option<PathBuf>,
    /// Use this processor time before every bestmove, even after stop; only on Linux
    #[arg(long, value_parser = milliseconds)]
    pub spin: Option<Duration>,
    /// Sleep this long before the answer to `uci`
    #[arg(long, value_parser = milliseconds)]
    pub slow_start: Option<Duration>,
    /// Sleep this long between `quit`, or the end of input, and the exit
    #[arg(long, value_parser = milliseconds)]
    pub slow_quit: Option<Duration>,
    /// Print after `ponder` the move that a mock with this seed would play next
    #[arg(long)]
    pub predict: Option<u64>,
    /// Print this word after `ponder` with every move
    #[arg(long)]
    pub ponder_word: Option<String>,
    /// Sleep this long between `stop` and the bestmove while it ponders
    #[arg(long, value_parser = milliseconds)]
    pub slow_stop: Option<Duration>,
    /// Append to this file each answer to `go`, once it is printed
    #[arg(long)]
    pub log: Option<PathBuf>,
    /// Append to this file each received line except uci, isready and quit, and `error WHY` for each refusal
    #[arg(long)]
    pub option_log: Option<PathBuf>,
    /// The name after `id name`
    #[arg(long, default_value = "Mock")]
    pub name: String,
    /// Scores of its moves in order, the last one for all later moves: `30 -20 m3` is cp 30, cp -20, mate 3
    #[arg(long, default_value = "0", allow_hyphen_values = true, value_parser = Score::list)]
    pub scores: Arc<[Score]>,
    /// Own move of a game at which the faults of a move happen, from 1; 0: every move
    #[arg(long, default_value_t = 2)]
    pub at: u32,
    /// Game of the process in which faults happen, from 1; default: every game
    #[arg(long)]
    pub game: Option<u32>,
    /// Faults happen only if this file does not exist; the first one creates it
    #[arg(long)]
    pub once: Option<PathBuf>,
    /// Faults after a bestmove happen after `readyok` instead
    #[arg(long)]
    pub when_ready: bool,

    /// Exit with status 3 before anything else
    #[arg(long)]
    pub crash_at_start: bool,
    /// Exit with status 3 after `id name`, before uciok
    #[arg(long)]
    pub crash_after_uci: bool,
    /// Do not answer uci
    #[arg(long)]
    pub no_uciok: bool,
    /// Do not answer isready
    #[arg(long)]
    pub no_readyok: bool,
    /// Faults of a move.
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

/// Faults of a move.
#[derive(Args, Clone, PartialEq, Default, Debug)]
pub struct GoFaults {
    /// Print this word after `bestmove` instead of a move
    #[arg(long)]
    pub answer: Option<String>,
    /// Exit with status 3 when go arrives
    #[arg(long)]
    pub crash_on_go: bool,
    /// Exit with status 3 after the bestmove
    #[arg(long)]
    pub crash_after_bestmove: bool,
    /// Print a second bestmove, another legal move, together with the first
    #[arg(long)]
    pub two_bestmoves: bool,
    /// Answer `go ponder` at once
    #[arg(long)]
    pub early: bool,
    /// Answer neither go nor stop; quit ends the process
    #[arg(long)]
    pub stall: bool,
    /// Never read stdin again
    #[arg(long)]
    pub deaf: bool,
    /// Answer this long after movetime or the end of its clock (without either: after go), even after stop
    #[arg(long, value_parser = milliseconds)]
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
    /// Number of info lines right after the bestmove
    #[arg(long)]
    pub chatter: Option<usize>,
    /// Number of further info lines before the bestmove
    #[arg(long)]
    pub reports: Option<usize>,
    /// Close stdout instead of an answer, and do not exit
    #[arg(long)]
    pub closes_stdout: bool,
    /// Print 10 MiB to stderr before the bestmove
    #[arg(long)]
    pub stderr_flood: bool,
    /// Print an info line with NUL and invalid UTF-8, and one of 512 KiB, before the bestmove
    #[arg(long)]
    pub odd_lines: bool,
    /// Start a child `sleep 1000` that inherits stdout, and write its id to this file; die by SIGABRT on go
    #[arg(long)]
    pub grandchild: Option<PathBuf>,
}

/// A score in an info line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Score {
    /// Hundredths of a Pyramid.
    Centipawns(i32),
    /// Moves to the mate, negative if the mock loses.
    Mate(i32),
}

impl Flags {
    /// Returns whether a fault that is set happens in a game of the process. Creates the file of `--once`.
    pub fn happens(&self, is_set: bool, game: u32) -> bool {
        let creates = |path: &PathBuf| OpenOptions::new().write(true).create_new(true).open(path).is_ok();
        is_set && self.game.is_none_or(|of| of == game) && self.once.as_ref().is_none_or(creates)
    }

    /// Returns the faults of a move, with the number of the mock's move in the game, from 1.
    pub fn faults(&self, game: u32, own_move: u32) -> GoFaults {
        let is_set = self.go != GoFaults::default() && !self.when_ready && [0, own_move].contains(&self.at);
        if self.happens(is_set, game) { self.go.clone() } else { GoFaults::default() }
    }

    /// Returns the score to report with the mock's move number `own_move`.
    pub fn score(&self, own_move: u32) -> Score {
        let index = (own_move as usize).clamp(1, self.scores.len());
        self.scores[index - 1]
    }
}

impl Score {
    /// Reads scores like `-20` or `m3`.
    fn list(text: &str) -> Result<Arc<[Score]>, ParseIntError> {
        let read = |word: &str| match word.strip_prefix('m') {
            Some(moves) => moves.parse().map(Score::Mate),
            None => word.parse().map(Score::Centipawns),
        };
        text.split_whitespace().map(read).collect()
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Score::Centipawns(centipawns) => write!(f, "cp {centipawns}"),
            Score::Mate(moves) => write!(f, "mate {moves}"),
        }
    }
}

fn milliseconds(text: &str) -> Result<Duration, ParseIntError> {
    text.parse().map(Duration::from_millis)
}
