//! The inputs of a session, and the effects that it returns for the driver to perform.

use khepri_engine::internal::search::SearchSettings;
use khepri_engine::internal::util::Instant;
use khepri_engine::{BestMove, Depth, Limits, Network, Upkeep};
use khepri_rules::{Game, Position};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

/// The largest number of bytes of a line. A driver skips a longer line.
pub const LONGEST_LINE: usize = 4 << 20;

/// An input of a session. The numbers identify jobs.
#[derive(Debug)]
pub enum Input {
    /// A line of a client, and the time at which it arrived.
    Line(Vec<u8>, Instant),
    /// A line that was skipped because of its length, in bytes.
    LineTooLong(usize),
    /// The client sends no further lines.
    Eof,
    /// A job reports these lines.
    Report(u64, String),
    /// A job has ended.
    Finished(u64, JobEnd),
    /// A job could not be started, for this reason.
    CouldNotStart(u64, String),
    /// The network of [`Effect::ReadNetwork`], or the first network, even without a request; or the reason why there is none.
    NetworkRead(Result<Arc<Network>, String>),
    /// The timer of [`Effect::StartTimer`] has expired.
    TimerExpired,
    /// An answer could not be printed.
    OutputFailed,
}

/// The result of a job.
#[derive(Debug)]
pub enum JobEnd {
    /// The answer of a search.
    Found(BestMove),
    /// The last line of a perft or bench. The session prints it after the end of the job, so a client that has read it knows
    /// that the job is over.
    Counted(String),
    /// No result, for this reason.
    NoResult(String),
    /// The end of work on the memory of the table, or the reason why nothing has changed.
    Upkeep(Result<(), String>),
    /// The message of a panic.
    Panicked(String),
    /// The engine is gone, for this reason. The driver starts another one for the next job.
    EngineLost(String),
}

/// An action that the driver of a session has to perform.
#[derive(Debug)]
pub enum Effect {
    /// Print an answer of one or more lines.
    Print(String),
    /// Start a job. No other one runs.
    Start(u64, Plan),
    /// Stop a job.
    Stop(u64),
    /// Pass a `ponderhit` to a search.
    PonderHit(u64),
    /// Read the network of this file, or use the standard network if no file is named.
    ReadNetwork(Option<PathBuf>),
    /// Start a timer, which gives [`Input::TimerExpired`] after this time.
    StartTimer(Duration),
    /// End the session: nothing follows.
    End,
}

/// The work of a job.
#[derive(Clone, Debug)]
pub enum Plan {
    /// Searches a game.
    Search(Box<SearchPlan>),
    /// Counts move sequences, and reports the count of each move.
    Perft {
        /// The position.
        position: Box<Position>,
        /// The length of a sequence in plies.
        depth: u32,
        /// The number of threads.
        threads: usize,
    },
    /// Runs the bench to this depth.
    Bench(Option<Depth>),
    /// Works on the memory of the table, and prepares this number of threads.
    Upkeep(Upkeep, usize),
}

/// The game, limits and settings of a search.
#[derive(Clone, Debug)]
pub struct SearchPlan {
    /// The game.
    pub game: Game,
    /// The limits.
    pub limits: Limits,
    /// The time from which the clock of the limits runs: the arrival of the `go`, or of a `ponderhit` before the start of the job.
    pub since: Instant,
    /// The other settings.
    pub settings: SearchSettings,
    /// The number of threads.
    pub threads: usize,
    /// Whether scores are reported with win, draw and loss rates.
    pub shows_wdl: bool,
}
