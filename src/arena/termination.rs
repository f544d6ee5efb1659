//! The ways a game can end, each with a name: by the rules, by adjudication, or by an engine's fault.

use khepri_rules::EndReason;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use std::borrow::Cow;
use std::fmt;
use std::time::Duration;

/// The kind of a termination.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Class {
    /// By the rules of the game.
    Rules,
    /// By the rules of the match.
    Adjudicated,
    /// By a fault of an engine, which loses the game.
    Fault,
}

// The names of the terminations by the rules.
const PHARAOH_HIT: &str = "pharaoh hit";
const NO_LEGAL_MOVE: &str = "no legal move";
const REPETITION: &str = "threefold repetition";

macro_rules! terminations {
    ($($(#[$doc:meta])* $variant:ident $class:ident $name:literal,)*) => {
        /// The way in which a game ended.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum Termination {
            /// By the rules. The referee claims a threefold repetition at once. Records have one name for a hit on one
            /// Pharaoh and on both, so `From` converts both reasons to [`EndReason::Pharaoh`]. The outcome distinguishes
            /// them.
            Rules(EndReason),
            $($(#[$doc])* $variant,)*
        }

        impl Termination {
            /// All terminations that records distinguish.
            pub const ALL: &[Termination] = &[
                Termination::Rules(EndReason::Pharaoh),
                Termination::Rules(EndReason::NoMoves),
                Termination::Rules(EndReason::Repetition),
                $(Termination::$variant,)*
            ];

            /// The names of all terminations.
            const NAMES: &[&str] = &[PHARAOH_HIT, NO_LEGAL_MOVE, REPETITION, $($name,)*];

            /// Returns the name in records and tables.
            pub const fn name(self) -> &'static str {
                match self {
                    Termination::Rules(EndReason::Pharaoh | EndReason::BothPharaohs) => PHARAOH_HIT,
                    Termination::Rules(EndReason::NoMoves) => NO_LEGAL_MOVE,
                    Termination::Rules(EndReason::Repetition) => REPETITION,
                    $(Termination::$variant => $name,)*
                }
            }

            /// Returns the kind of the termination.
            pub const fn class(self) -> Class {
                match self {
                    Termination::Rules(_) => Class::Rules,
                    $(Termination::$variant => Class::$class,)*
                }
            }
        }
    };
}

terminations! {
    /// The game reached the match's limit of plies.
    MaxPlies Adjudicated "max plies",
    /// The game reached the match's limit of plies without a capture.
    NoCapture Adjudicated "no capture",
    /// Both engines scored the game near zero for the required number of moves.
    DrawByScore Adjudicated "draw by score",
    /// An engine scored its own position as lost for the required number of moves.
    Resignation Adjudicated "resignation",
    /// An engine with the protocol of Khet2-AI reported a mate against itself and gave no move.
    ForcedLoss Adjudicated "forced loss",
    /// An engine with the protocol of Khet2-AI gave no move in a position that Khet2-AI counts as drawn.
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
    /// The process runs, but did not print `uciok`.
    NoUciok Fault "no uciok",
    /// The process runs, but did not print `readyok`.
    NoReadyok Fault "no readyok",
    /// The process runs, but printed no `bestmove`, not even after `stop`.
    NoAnswer Fault "no answer",
    /// An engine printed more than the runner reads.
    OutputFlood Fault "output flood",
    /// An engine printed a `bestmove` without a `go`, or before the end of pondering.
    TwoBestmoves Fault "two bestmoves",
}

impl fmt::Display for Termination {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl From<EndReason> for Termination {
    fn from(reason: EndReason) -> Termination {
        Termination::Rules(if reason == EndReason::BothPharaohs { EndReason::Pharaoh } else { reason })
    }
}

impl Serialize for Termination {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

impl<'de> Deserialize<'de> for Termination {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Termination, D::Error> {
        let name = Cow::<str>::deserialize(deserializer)?;
        let found = Termination::ALL.iter().find(|termination| termination.name() == name);
        found.copied().ok_or_else(|| de::Error::unknown_variant(&name, Termination::NAMES))
    }
}

/// A fault of an engine. It ends the game, unless it occurs between games.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{termination}: {detail}")]
pub struct EngineFault {
    /// The kind of fault.
    pub termination: Termination,
    /// A description of the fault, for people.
    pub detail: String,
    /// The time used beyond the limit, for a time forfeit.
    pub overrun: Option<Duration>,
    /// The processor time used for the same move, where the system reports it.
    pub processor: Option<Duration>,
}

impl EngineFault {
    /// Creates a fault other than a time forfeit.
    pub fn new(termination: Termination, detail: impl Into<String>) -> EngineFault {
        EngineFault { termination, detail: detail.into(), overrun: None, processor: None }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn names_are_unique_and_used_in_records() {
        let names: BTreeSet<_> = Termination::ALL.iter().map(|termination| termination.name()).collect();
        assert_eq!(names.len(), Termination::ALL.len());
        assert!(Termination::ALL.iter().map(|termination| termination.name()).eq(Termination::NAMES.iter().copied()));
        for termination in Termination::ALL {
            let written = format!("\"{termination}\"");
            assert_eq!(serde_json::to_string(termination).expect("text"), written);
            assert_eq!(serde_json::from_str::<Termination>(&written).expect("a termination"), *termination);
        }
        let unknown = serde_json::from_str::<Termination>("\"mate\"").expect_err("no termination").to_string();
        assert!(
            unknown.starts_with("unknown variant `mate`, expected one of `pharaoh hit`, `no legal move`"),
            "{unknown}"
        );
    }

    #[test]
    fn a_hit_on_both_pharaohs_has_the_name_of_a_hit_on_one() {
        use EndReason::{BothPharaohs, NoMoves, Pharaoh, Repetition};
        for reason in [Pharaoh, BothPharaohs, NoMoves, Repetition] {
            let found = Termination::from(reason);
            assert!(Termination::ALL.contains(&found) && found.name() == Termination::Rules(reason).name(), "{reason}");
        }
    }
}
