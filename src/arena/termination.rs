//! The ways a game can end, each with a name: by the rules, by adjudication, or by an engine's fault.

use crate::rules::{EndReason, Game, Outcome};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::time::Duration;

/// What kind of ending a termination is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Class {
    /// By the rules of the game.
    Rules,
    /// By the rules of the match.
    Adjudicated,
    /// By a fault of an engine, which loses the game.
    Fault,
}

macro_rules! terminations {
    ($($(#[$doc:meta])* $variant:ident $class:ident $name:literal,)*) => {
        /// How a game ended.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
        pub enum Termination {
            $($(#[$doc])* #[serde(rename = $name)] $variant,)*
        }

        impl Termination {
            /// All terminations.
            pub const ALL: &[Termination] = &[$(Termination::$variant,)*];

            /// Returns the name in records and tables.
            pub const fn name(self) -> &'static str {
                match self { $(Termination::$variant => $name,)* }
            }

            /// Returns the kind of ending.
            pub const fn class(self) -> Class {
                match self { $(Termination::$variant => Class::$class,)* }
            }
        }
    };
}

terminations! {
    /// A shot hit a Pharaoh, or both.
    PharaohHit Rules "pharaoh hit",
    /// The player to move has no legal move.
    NoLegalMove Rules "no legal move",
    /// The position occurred for the third time. The referee claims the draw at once.
    Repetition Rules "threefold repetition",
    /// The game reached the match's limit of plies.
    MaxPlies Adjudicated "max plies",
    /// The game reached the match's limit of plies without a capture.
    NoCapture Adjudicated "no capture",
    /// Both engines scored the game near zero for the required number of moves.
    DrawByScore Adjudicated "draw by score",
    /// An engine scored its own position as lost for the required number of moves.
    Resignation Adjudicated "resignation",
    /// An engine announced that it is mated, and gave no move.
    ForcedLoss Adjudicated "forced loss",
    /// An engine gave no move in a position that other rules count as drawn.
    DrawClaim Adjudicated "draw claim",
    /// An engine gave no move although it has legal moves.
    NoMove Fault "no move",
    /// An engine gave a move that the rules forbid.
    IllegalMove Fault "illegal move",
    /// An engine gave a word that is not a move.
    UnreadableMove Fault "unreadable move",
    /// An engine exceeded its time and the margin.
    TimeForfeit Fault "time forfeit",
    /// The process ended before its first `go`.
    CrashAtStart Fault "crash at start",
    /// The process ended during a `go`.
    CrashOnGo Fault "crash on go",
    /// The process ended between its moves.
    CrashAfterBestmove Fault "crash after bestmove",
    /// The process runs, and did not print `uciok`.
    NoUciok Fault "no uciok",
    /// The process runs, and did not print `readyok`.
    NoReadyok Fault "no readyok",
    /// The process runs, and printed no `bestmove`, not even after `stop`.
    NoAnswer Fault "no answer",
    /// An engine printed more than the runner reads.
    OutputFlood Fault "output flood",
    /// An engine printed a `bestmove` without a `go`.
    TwoBestmoves Fault "two bestmoves",
}

impl fmt::Display for Termination {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Returns how the rules end a game after its last move, if they do. A threefold repetition is claimed at once.
pub fn by_rules(game: &Game) -> Option<(Outcome, Termination)> {
    let termination = match game.end_reason()? {
        EndReason::Pharaoh | EndReason::BothPharaohs => Termination::PharaohHit,
        EndReason::NoMoves => Termination::NoLegalMove,
        EndReason::Repetition => Termination::Repetition,
    };
    Some((game.outcome()?, termination))
}

/// A fault of an engine, which ends the game.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{termination}: {detail}")]
pub struct Fault {
    /// The kind of fault.
    pub termination: Termination,
    /// What was observed, for people.
    pub detail: String,
    /// The time used beyond the limit, for a time forfeit.
    pub overrun: Option<Duration>,
    /// The processor time used in that move, where the system reports it.
    pub processor: Option<Duration>,
}

impl Fault {
    /// Returns a fault other than a time forfeit.
    pub fn new(termination: Termination, detail: impl Into<String>) -> Fault {
        Fault { termination, detail: detail.into(), overrun: None, processor: None }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn names_differ_and_are_those_of_the_records() {
        let names: BTreeSet<_> = Termination::ALL.iter().map(|end| end.name()).collect();
        assert_eq!(names.len(), Termination::ALL.len());
        for end in Termination::ALL {
            assert_eq!(serde_json::to_string(end).expect("text"), format!("\"{end}\""));
        }
    }
}
