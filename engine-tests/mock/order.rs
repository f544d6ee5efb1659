//! The commands of a runner, in either protocol.

use khepri::internal::rules::{Colour, Position, RuleSet};
use std::time::Duration;

/// A command of the runner.
pub enum Order {
    /// `uci`
    Handshake,
    /// `isready`
    IsReady,
    /// `ucinewgame`, `newgame`
    NewGame,
    /// `setoption name UCI_Variant value …`
    Variant(RuleSet),
    /// `position …`, or what is wrong with it.
    Position(Result<Box<Position>, String>),
    /// `go …`
    Go(Limits),
    /// `stop`
    Stop,
    /// `ponderhit`
    PonderHit,
    /// `quit`
    Quit,
    /// A line without effect.
    Nothing,
    /// No command begins with this word.
    Unknown(String),
}

/// What a `go` allows.
#[derive(Clone, Copy, Default, Debug)]
pub struct Limits {
    /// `movetime`
    pub movetime: Option<Duration>,
    /// `wtime`
    pub silver: Option<Duration>,
    /// `btime`
    pub red: Option<Duration>,
    /// `infinite`: until `stop`.
    pub endless: bool,
    /// `ponder`: nothing counts before `ponderhit`.
    pub ponder: bool,
}

impl Limits {
    /// Of the words after `go`; what is not about time is passed over.
    pub fn read(words: &[&str]) -> Limits {
        let value = |name: &str| {
            let at = words.iter().position(|word| *word == name)?;
            // A clock that has run out may be negative.
            let milliseconds: i64 = words.get(at + 1)?.parse().ok()?;
            Some(Duration::from_millis(u64::try_from(milliseconds).unwrap_or(0)))
        };
        Limits {
            movetime: value("movetime"),
            silver: value("wtime"),
            red: value("btime"),
            endless: words.contains(&"infinite"),
            ponder: words.contains(&"ponder"),
        }
    }

    /// The time for one move, or all that is left on the clock of the player.
    pub fn time(&self, player: Colour) -> Option<Duration> {
        let clock = match player {
            Colour::Silver => self.silver,
            Colour::Red => self.red,
        };
        self.movetime.or(clock)
    }
}
