//! How games end, each way with a name: by the rules, by adjudication, or by an engine's fault.

use serde::{Deserialize, Serialize};
use std::fmt;

/// Who is to blame for an end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Class {
    /// Nobody: the rules of the game.
    Rules,
    /// The rules of the match.
    Adjudicated,
    /// An engine, which has lost for it.
    Fault,
}

macro_rules! terminations {
    ($($(#[$doc:meta])* $variant:ident $class:ident $name:literal,)*) => {
        /// How a game has ended.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
        pub enum Termination {
            $($(#[$doc])* #[serde(rename = $name)] $variant,)*
        }

        impl Termination {
            /// All of them.
            pub const ALL: &[Termination] = &[$(Termination::$variant,)*];

            /// As it stands in records and tables.
            pub const fn name(self) -> &'static str {
                match self { $(Termination::$variant => $name,)* }
            }

            /// Who is to blame.
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
    /// The referee claims the third occurrence of an arrangement at once.
    Repetition Rules "threefold repetition",
    /// The game was as long as a game of the match may be.
    MaxPlies Adjudicated "max plies",
    /// Nothing was captured for as long as the match allows.
    NoCapture Adjudicated "no capture",
    /// Both engines found the game level for as long as the match asks.
    DrawByScore Adjudicated "draw by score",
    /// An engine found its own position lost for as long as the match asks.
    Resignation Adjudicated "resignation",
    /// An engine has announced that it is mated and gave no move.
    ForcedLoss Adjudicated "forced loss",
    /// An engine gave no move since it takes the game for drawn, and there is something in it.
    DrawClaim Adjudicated "draw claim",
    /// An engine gave no move where there are some.
    NoMove Fault "no move",
    /// A move that the rules forbid.
    IllegalMove Fault "illegal move",
    /// A word that is no move.
    UnreadableMove Fault "unreadable move",
    /// More time than there was, and the margin too.
    TimeForfeit Fault "time forfeit",
    /// The process was started, and ended before its first move was asked for.
    CrashAtStart Fault "crash at start",
    /// The process ended instead of giving a move.
    CrashOnGo Fault "crash on go",
    /// The process ended between its moves.
    CrashAfterBestmove Fault "crash after bestmove",
    /// The process runs, and never said `uciok`.
    NoUciok Fault "no uciok",
    /// The process runs, and never said `readyok`.
    NoReadyok Fault "no readyok",
    /// The process runs, and gave no move, not even when it was told to stop.
    NoAnswer Fault "no answer",
    /// More output than anybody can want.
    OutputFlood Fault "output flood",
    /// A `bestmove` that nobody had asked for.
    TwoBestmoves Fault "two bestmoves",
}

impl fmt::Display for Termination {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
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
