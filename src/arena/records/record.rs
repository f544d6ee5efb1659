//! The record of a game: one line of JSON, the source of the KGN and the tables.

use crate::stats::Parameters;
use crate::termination::Termination;
use khepri_rules::internal::notation::excerpt;
use khepri_rules::{Colour, Outcome};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt::Display;
use std::time::Duration;
use thiserror::Error;

fn write_outcome<S: Serializer>(outcome: &Outcome, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(outcome)
}

fn read_outcome<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Outcome, D::Error> {
    String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "Colour", rename_all = "lowercase")]
enum RecordedColour {
    Silver,
    Red,
}

/// A move of an engine.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct RecordedMove {
    /// The move in notation.
    #[serde(rename = "move")]
    pub mv: String,
    /// The engine's score of the move, from the engine's own side, as in KGN: `+0.35`, `-M2`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub score: Option<String>,
    /// Depth of the search, in plies.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// Time charged for the move, in microseconds.
    pub time_us: u64,
    /// Number of nodes searched.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// Time on the clock after the move and its increment, in microseconds; absent without a clock.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock_left_us: Option<u64>,
    /// Processor time used for the move, in microseconds; absent where the system does not report it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub processor_us: Option<u64>,
}

/// Converts a time to whole microseconds, the unit of records.
pub fn microseconds(time: Duration) -> u64 {
    u64::try_from(time.as_micros()).unwrap_or(u64::MAX)
}

/// The record of a finished game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct GameRecord {
    /// The digest of everything that determines the games of the match.
    pub tournament: String,
    /// Number of games in the schedule; absent if it is endless.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub games: Option<u64>,
    /// The SPRT that may end the match, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sprt: Option<Parameters>,
    /// Number of the game in the schedule, from 1.
    pub game: u64,
    /// Round of the game, from 1.
    pub round: u64,
    /// Name of the engine that played Silver.
    pub silver: String,
    /// Name of the engine that played Red.
    pub red: String,
    /// Places of the engines on the command line, from 0; Silver's first.
    pub seats: [usize; 2],
    /// Command lines of the engines as given; Silver's first.
    #[serde(default)]
    pub commands: [String; 2],
    /// Limits of the engines' moves; Silver's first.
    pub time_controls: [String; 2],
    /// The opening, as in a file of openings.
    pub opening: String,
    /// The first player, who makes the first move after the opening.
    #[serde(rename = "first_mover", with = "RecordedColour")]
    pub first_player: Colour,
    /// The outcome.
    #[serde(rename = "result", serialize_with = "write_outcome", deserialize_with = "read_outcome")]
    pub outcome: Outcome,
    /// How the game ended.
    pub termination: Termination,
    /// Details of the ending, for people to read.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub detail: String,
    /// Time used beyond the limit, for a time forfeit, in microseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub overrun_us: Option<u64>,
    /// Processor time of the move that exceeded its limit, in microseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub processor_us: Option<u64>,
    /// Number of plies, those of the opening included.
    pub plies: u32,
    /// Start of the game, in UTC.
    pub started: String,
    /// Duration of the game, in microseconds.
    pub duration_us: u64,
    /// The moves of the engines, after the opening.
    pub moves: Vec<RecordedMove>,
}

/// A field of a record that is invalid or contradicts the moves.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{field}: {problem}")]
pub struct RecordError {
    field: &'static str,
    problem: String,
}

impl RecordError {
    pub(crate) fn new(field: &'static str, problem: impl Display) -> RecordError {
        RecordError { field, problem: problem.to_string() }
    }

    pub(super) fn at_move(number: usize, played: &RecordedMove, error: impl Display) -> RecordError {
        RecordError::new("moves", format_args!("move {number} {}: {error}", excerpt(&played.mv)))
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::records::check::check;

    #[test]
    fn a_record_of_an_earlier_version_is_read() {
        let line = r#"{"tournament":"0123456789abcdef","games":2,"game":1,"round":1,"silver":"A","red":"B","seats":[0,1],
            "time_controls":["st=0.1","depth=5"],"opening":"khet2 classic","first_mover":"silver","result":"1-0",
            "termination":"time forfeit","detail":"0.201 s used, 0.101 s too many","overrun_us":101000,"plies":1,
            "started":"2026-11-21T08:05:09Z","duration_us":250000,"moves":[{"move":"h2g2","time_us":99000}]}"#;
        let record: GameRecord = serde_json::from_str(line).expect("a record");
        assert_eq!(check(&record), Ok(()));
        assert_eq!((record.overrun_us, record.processor_us), (Some(101_000), None));
        assert_eq!((record.moves[0].time_us, record.moves[0].processor_us), (99_000, None));
    }

    pub(crate) const SILVER: Outcome = Outcome::Win(Colour::Silver);
    pub(crate) const RED: Outcome = Outcome::Win(Colour::Red);

    /// Returns the record of a game between seats 0 and 1. Seat 0 plays Silver in odd games, seat 1 in even games. Red is to
    /// move at the end.
    pub(crate) fn record(game: u64, outcome: Outcome) -> GameRecord {
        let second = game.is_multiple_of(2);
        let names = ["A", "B"];
        let seats = if second { [1, 0] } else { [0, 1] };
        let mv = |mv: &str, score: Option<&str>| RecordedMove {
            mv: mv.to_owned(),
            score: score.map(str::to_owned),
            depth: score.map(|_| 5),
            time_us: 103_400,
            nodes: None,
            clock_left_us: None,
            processor_us: None,
        };
        GameRecord {
            tournament: "0123456789abcdef".to_owned(),
            games: Some(100),
            sprt: None,
            game,
            round: game.div_ceil(2),
            silver: names[seats[0]].to_owned(),
            red: names[seats[1]].to_owned(),
            seats,
            commands: ["./a", "./b --x"].map(str::to_owned),
            time_controls: ["st=0.1", "depth=5"].map(str::to_owned),
            opening: "khet2 classic moves h2g2".to_owned(),
            first_player: Colour::Red,
            outcome,
            termination: match outcome {
                SILVER => Termination::CrashOnGo,
                Outcome::Win(Colour::Red) => Termination::Resignation,
                Outcome::Draw => Termination::MaxPlies,
            },
            detail: String::new(),
            overrun_us: None,
            processor_us: None,
            plies: 3,
            started: "2026-11-21T08:05:09Z".to_owned(),
            duration_us: 250_000,
            moves: vec![mv("c7d7", Some("-0.35")), mv("j4j3", Some("-7.00"))],
        }
    }
}
