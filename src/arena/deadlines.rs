//! How long an engine is waited for before it counts as mute.

use std::time::Duration;

/// How long an engine is waited for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Deadlines {
    /// From its start to `uciok`.
    pub start: Duration,
    /// From `isready` to `readyok`, and from `stop` to `bestmove`.
    pub ready: Duration,
    /// From `quit` to its end.
    pub quit: Duration,
    /// From `go` to `bestmove` where no clock runs.
    pub answer: Duration,
}

impl Default for Deadlines {
    fn default() -> Deadlines {
        Deadlines {
            start: Duration::from_secs(10),
            ready: Duration::from_secs(10),
            quit: Duration::from_secs(5),
            answer: Duration::from_secs(300),
        }
    }
}
