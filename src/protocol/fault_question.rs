//! Answers which faults a position, a move or games have.

use crate::faults::{Fault, of_rejection};
use crate::json::{Object, bounded_list};
use crate::kgn_json::{ConversionError, MAX_MOVES, faults_of_games};
use khepri_rules::movetext::MoveError;
use khepri_rules::{Game, Position};
use serde::{Deserialize, Deserializer, Serialize};
use std::io::{self, Read, Write};

/// The largest number of bytes of a question.
pub const MAX_QUESTION: u64 = 20 << 20;

/// A position with moves, or a text of games.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Question {
    kfen: Option<String>,
    /// Moves that are played from the position.
    #[serde(deserialize_with = "moves")]
    moves: Vec<String>,
    kgn: Option<String>,
}

fn moves<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<String>, D::Error> {
    bounded_list(deserializer, "moves", MAX_MOVES, |word| word)
}

#[derive(Serialize)]
struct Answer {
    faults: Vec<Fault>,
}

/// The form of a question.
const EXPECTED: &str = "expected {\"kfen\": TEXT, \"moves\": [TEXT, …]} or {\"kgn\": TEXT}";

/// Writes `{"faults": […]}` for `{"kfen": TEXT, "moves": [TEXT, …]}` or `{"kgn": TEXT}`: the reasons why the text is no position, or
/// the first move that cannot be played, or the faults of games.
///
/// # Errors
/// The question cannot be read, or there are too many moves or games.
pub fn answer_faults(mut question: impl Read, answer: &mut dyn Write) -> Result<(), ConversionError> {
    let mut text = Vec::new();
    question.read_to_end(&mut text)?;
    let question: Result<Object<Question>, _> = serde_json::from_slice(&text);
    let faults = match question {
        Ok(Object(Question { moves, .. })) if moves.len() > MAX_MOVES => {
            return Err(ConversionError::too_many(MAX_MOVES, "plies"));
        }
        Ok(Object(Question { kfen: Some(kfen), moves, kgn: None })) => of_line(&kfen, &moves),
        Ok(Object(Question { kfen: None, moves, kgn: Some(kgn) })) if moves.is_empty() => {
            faults_of_games(kgn.as_bytes())?
        }
        Ok(_) => return Err(ConversionError::Unreadable(EXPECTED.to_owned())),
        Err(error) => return Err(ConversionError::Unreadable(format!("{EXPECTED}: {error}"))),
    };
    Ok(serde_json::to_writer(answer, &Answer { faults }).map_err(io::Error::from)?)
}

/// Returns the faults of a position, or else of the first move that cannot be played.
fn of_line(kfen: &str, moves: &[String]) -> Vec<Fault> {
    let mut game = match kfen.parse::<Position>() {
        Ok(position) => Game::new(position),
        Err(rejection) => return of_rejection(&rejection),
    };
    for word in moves {
        let played = match game.position().read_move(word) {
            Ok(mv) => game.push(mv).map(|_| ()).map_err(MoveError::Illegal),
            Err(error) => Err(error),
        };
        if let Err(error) = played {
            return vec![Fault::of_move(game.position(), word, &error)];
        }
    }
    Vec::new()
}
