//! What is kept of a game: one line of JSON, from which everything else is made, the KGN and the tables.

use super::engine_spec::EngineSpec;
use super::schedule::Encounter;
use super::termination::Termination;
use crate::notation::movetext;
use crate::notation::opening::Opening;
use crate::rules::{Colour, Outcome};
use crate::stats::{Model, Parameters, Test};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::time::Duration;

/// The result of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum GameResult {
    /// Silver has won.
    #[serde(rename = "1-0")]
    Silver,
    /// Red has won.
    #[serde(rename = "0-1")]
    Red,
    /// Nobody has.
    #[serde(rename = "1/2-1/2")]
    Draw,
}

impl fmt::Display for GameResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            GameResult::Silver => "1-0",
            GameResult::Red => "0-1",
            GameResult::Draw => "1/2-1/2",
        })
    }
}

impl From<Outcome> for GameResult {
    fn from(outcome: Outcome) -> GameResult {
        match outcome {
            Outcome::Win(Colour::Silver) => GameResult::Silver,
            Outcome::Win(Colour::Red) => GameResult::Red,
            Outcome::Draw => GameResult::Draw,
        }
    }
}

/// A colour in a record.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Mover {
    /// Silver
    Silver,
    /// Red
    Red,
}

impl From<Colour> for Mover {
    fn from(colour: Colour) -> Mover {
        match colour {
            Colour::Silver => Mover::Silver,
            Colour::Red => Mover::Red,
        }
    }
}

/// A move of an engine.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct RecordedMove {
    /// As the notation has it.
    #[serde(rename = "move")]
    pub mv: String,
    /// What the engine thought of it, from its own side, as KGN has it: `+0.35`, `-M2`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub score: Option<String>,
    /// How deep it had searched, in plies.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// What was charged to its clock, in microseconds.
    pub time_us: u64,
    /// How many nodes it had searched.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// What its clock showed after the move, the increment included, in microseconds; absent if no clock runs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock_left_us: Option<u64>,
    /// Processor time that the engine used meanwhile, in microseconds; absent where the system does not say.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub processor_us: Option<u64>,
}

/// Returns a time as records have it, in whole microseconds.
pub fn microseconds(time: Duration) -> u64 {
    u64::try_from(time.as_micros()).unwrap_or(u64::MAX)
}

/// How an SPRT was set up, for whoever merges records.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct RecordedSprt {
    /// The Elo of H0.
    pub elo0: f64,
    /// The Elo of H1.
    pub elo1: f64,
    /// How probable it may be that H1 is accepted at `elo0`.
    pub alpha: f64,
    /// How probable it may be that H0 is accepted at `elo1`.
    pub beta: f64,
    /// `logistic` or `normalized`.
    pub model: String,
}

impl From<&Test> for RecordedSprt {
    fn from(test: &Test) -> RecordedSprt {
        let &Parameters { elo0, elo1, alpha, beta, model } = test.parameters();
        RecordedSprt { elo0, elo1, alpha, beta, model: model.name().to_owned() }
    }
}

impl RecordedSprt {
    /// The test, if it is one.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn test(&self) -> Result<Test, String> {
        let RecordedSprt { elo0, elo1, alpha, beta, ref model } = *self;
        let model = Model::from_name(model).ok_or_else(|| format!("model: no such model: {model}"))?;
        Test::new(Parameters { elo0, elo1, alpha, beta, model }).map_err(|error| error.to_string())
    }
}

/// A finished game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct GameRecord {
    /// The tournament to which it belongs: a digest of all that decides about its games.
    pub tournament: String,
    /// How many games the schedule has; absent if it has no end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub games: Option<u64>,
    /// The SPRT that decides about its end, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sprt: Option<RecordedSprt>,
    /// Its number in the schedule, from 1.
    pub game: u64,
    /// Its round, from 1.
    pub round: u64,
    /// Who plays Silver.
    pub silver: String,
    /// Who plays Red.
    pub red: String,
    /// Their places among the arguments, from 0; Silver's first.
    pub seats: [usize; 2],
    /// Their programs and arguments as they were given, as a shell takes them; Silver's first.
    #[serde(default)]
    pub commands: [String; 2],
    /// The limits of their moves; Silver's first.
    pub time_controls: [String; 2],
    /// The opening, as in a file of openings.
    pub opening: String,
    /// Who has made the first move behind the opening.
    pub first_mover: Mover,
    /// The result.
    pub result: GameResult,
    /// How it came about.
    pub termination: Termination,
    /// More about that, for people.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub detail: String,
    /// By how much the time was exceeded where that has ended the game, in microseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub overrun_us: Option<u64>,
    /// Processor time that the engine used in the move that exceeded its time, in microseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub processor_us: Option<u64>,
    /// Moves of the game, those of the opening included.
    pub plies: u32,
    /// When it began, in universal time.
    pub started: String,
    /// How long it took, in microseconds.
    pub duration_us: u64,
    /// What the engines played, behind the opening.
    pub moves: Vec<RecordedMove>,
}

impl GameRecord {
    /// Whether it can be the record of a game at all, whoever wrote it.
    ///
    /// # Errors
    /// The field at fault and what was expected.
    pub fn check(&self) -> Result<(), String> {
        match self {
            GameRecord { game: 0, .. } => Err("game: expected a number from 1".to_owned()),
            GameRecord { seats: [silver, red], .. } if silver == red => {
                Err("seats: expected two that differ".to_owned())
            }
            GameRecord { moves, .. } => (1..).zip(moves).try_for_each(|(number, played)| {
                movetext::read(&played.mv).map(|_| ()).map_err(|error| format!("moves: move {number}: {error}"))
            }),
        }
    }

    /// Whether it is what the schedule has in its place.
    pub fn is_of(&self, encounter: &Encounter, engines: &[EngineSpec], openings: &[Opening]) -> bool {
        let name = |seat: usize| engines.get(seat).map(|engine| engine.name.as_str());
        self.game == encounter.number + 1
            && self.seats == [encounter.silver, encounter.red]
            && Some(self.silver.as_str()) == name(encounter.silver)
            && Some(self.red.as_str()) == name(encounter.red)
            && openings.get(encounter.opening).is_some_and(|opening| opening.to_string() == self.opening)
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    #[test]
    fn a_record_of_an_earlier_version_is_read() {
        let line = r#"{"tournament":"0123456789abcdef","games":2,"game":1,"round":1,"silver":"A","red":"B","seats":[0,1],
            "time_controls":["st=0.1","depth=5"],"opening":"khet2 classic","first_mover":"silver","result":"1-0",
            "termination":"time forfeit","detail":"0.201 s used, 0.101 s too many","overrun_us":101000,"plies":1,
            "started":"2026-11-21T08:05:09Z","duration_us":250000,"moves":[{"move":"h2g2","time_us":99000}]}"#;
        let record: GameRecord = serde_json::from_str(line).expect("a record");
        assert_eq!(record.check(), Ok(()));
        assert_eq!((record.overrun_us, record.processor_us), (Some(101_000), None));
        assert_eq!((record.moves[0].time_us, record.moves[0].processor_us), (99_000, None));
    }

    /// A game of seats 0 and 1, which take turns in playing Silver. It ends with Red to move.
    pub(crate) fn record(game: u64, result: GameResult) -> GameRecord {
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
            first_mover: Mover::Red,
            result,
            termination: match result {
                GameResult::Silver => Termination::CrashOnGo,
                GameResult::Red => Termination::Resignation,
                GameResult::Draw => Termination::MaxPlies,
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
