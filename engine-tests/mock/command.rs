//! The commands of a runner, in either protocol.

use khepri_rules::{Colour, Move, Position, RuleSet};
use std::time::Duration;

/// A command of the runner.
pub enum Command {
    /// `uci`
    Handshake,
    /// `isready`
    IsReady,
    /// `ucinewgame`, `newgame`
    NewGame,
    /// `setoption name UCI_Variant value …`
    Variant(RuleSet),
    /// `setoption name NAME value VALUE` with any other name
    Option(String, String),
    /// `position …`, or what is wrong with it
    Position(Result<Box<Position>, String>),
    /// `go …`
    Go(Limits),
    /// `stop`
    Stop,
    /// `ponderhit`
    PonderHit,
    /// `quit`
    Quit,
    /// A line without effect
    Nothing,
}

/// The limits of a `go`.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    movetime: Option<Duration>,
    clocks: [Option<Duration>; 2],
    /// `infinite`: the search lasts until `stop`.
    pub endless: bool,
    /// `ponder`: the time starts at `ponderhit`.
    pub ponder: bool,
}

impl Limits {
    /// Reads the words after `go`. Ignores limits that do not concern time, such as `depth`.
    pub fn read(words: &[&str]) -> Limits {
        let value = |name: &str| {
            let at = words.iter().position(|word| *word == name)?;
            // The time of a clock that has run out may be negative.
            let milliseconds: i64 = words.get(at + 1)?.parse().ok()?;
            Some(Duration::from_millis(u64::try_from(milliseconds).unwrap_or(0)))
        };
        Limits {
            movetime: value("movetime"),
            clocks: [value("wtime"), value("btime")],
            endless: words.contains(&"infinite"),
            ponder: words.contains(&"ponder"),
        }
    }

    /// Returns the time for the move, or else the time left on the player's clock, or else zero.
    pub fn time(&self, player: Colour) -> Duration {
        self.movetime.or(self.clocks[player.index()]).unwrap_or_default()
    }
}

/// Plays moves, each after `change` was applied to it.
///
/// # Errors
/// A move is not legal.
pub fn play(position: &mut Position, words: &[&str], change: fn(&Position, Move) -> Move) -> Result<(), String> {
    for word in words {
        let mv = word.parse::<Move>().map_err(|why| format!("move `{word}`: {why}"))?;
        position.play(change(position, mv)).map_err(|why| format!("move `{word}`: {why}"))?;
    }
    Ok(())
}
