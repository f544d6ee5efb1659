//! Positions as users name them: the start of a game and the moves from there.

use super::report;
use khepri_rules::internal::notation::excerpt;
use khepri_rules::kfen::Rejection;
use khepri_rules::movetext::MoveError;
use khepri_rules::setups::UnknownSetup;
use khepri_rules::{Game, Move, Position, RuleSet, setups};
use std::fmt::Write;
use thiserror::Error;

/// The start of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Start {
    /// The classic set-up of the variant.
    Classic,
    /// A set-up of the variant, by its name.
    Named(String),
    /// Any position, with its own rule set.
    Kfen(String),
}

/// A start and moves, not yet read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// The start of the game.
    pub start: Start,
    /// The moves with blanks between them. They stay text to save memory, because many such lines may be pending.
    pub moves: String,
}

/// All faults of a start and its moves.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{}", report::reasons(.0))]
pub struct LineError(Vec<PositionError>);

#[derive(Clone, PartialEq, Eq, Debug, Error)]
enum PositionError {
    #[error(transparent)]
    Start(#[from] StartError),
    #[error("move {number} {word}: {why}")]
    Move { number: usize, word: String, why: MoveError },
}

/// The reason why a start is refused.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum StartError {
    /// The rule set has no such set-up.
    #[error(transparent)]
    Setup(#[from] UnknownSetup),
    /// The text is not the KFEN of a position.
    #[error(transparent)]
    Kfen(#[from] Rejection),
}

impl Line {
    /// Returns the game with all moves made.
    ///
    /// # Errors
    /// The error has all faults: of the start, of every move that cannot be read, and of the first illegal move. After the
    /// first fault, the legality of moves is unknown.
    pub fn read(&self, variant: RuleSet) -> Result<Game, LineError> {
        let mut faults = Vec::new();
        let mut game = self.start.read(variant).map_err(|why| faults.push(why.into())).ok();
        for (number, word) in (1..).zip(self.moves.split_ascii_whitespace()) {
            if let Err(why) = follow(&mut game, word) {
                faults.push(PositionError::Move { number, word: excerpt(word), why });
                game = None;
            }
        }
        game.ok_or(LineError(faults))
    }
}

/// Returns the command that sets this game.
pub fn command(game: &Game) -> String {
    let mut start = game.clone();
    while start.pop().is_some() {}
    let mut command = format!("position kfen {}", start.position());
    for (number, mv) in game.moves().enumerate() {
        let before = if number == 0 { " moves " } else { " " };
        // Writing to a string cannot fail.
        let _ = write!(command, "{before}{mv}");
    }
    command
}

/// Plays the move, or only reads it if there is no game.
fn follow(game: &mut Option<Game>, word: &str) -> Result<(), MoveError> {
    let Some(game) = game else { return Ok(word.parse::<Move>().map(|_| ())?) };
    game.push(game.position().read_move(word)?)?;
    Ok(())
}

impl Start {
    /// Returns the game before its first move.
    ///
    /// # Errors
    /// The reason why the start is refused.
    pub fn read(&self, variant: RuleSet) -> Result<Game, StartError> {
        Ok(Game::new(match self {
            Start::Classic => named(variant, setups::CLASSIC)?,
            Start::Named(name) => named(variant, name)?,
            Start::Kfen(text) => text.parse::<Position>()?,
        }))
    }
}

fn named(variant: RuleSet, name: &str) -> Result<Position, UnknownSetup> {
    setups::named(variant, name).map(|named| named.position.clone())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(start: Start, moves: &[&str]) -> Result<Game, String> {
        Line { start, moves: moves.join(" ") }.read(RuleSet::Khet2).map_err(|error| error.to_string())
    }

    #[test]
    fn moves_are_made_in_either_spelling() {
        // A Scarab has two orientations; `-` is read as `+`.
        let game = read(Start::Classic, &["f4-", "a8-"]).expect("both are legal");
        assert_eq!(game.position().move_number(), 2);
    }

    #[test]
    fn a_refusal_names_the_move_and_the_reason() {
        let refusals = [
            (read(Start::Classic, &["h2+", "h2+"]), "move 2 `h2+`: "),
            (read(Start::Classic, &["h2+", "huh"]), "move 2 `huh`: column 2: "),
            (read(Start::Classic, &["h2+", "h2+", "h2-"]), "move 2 `h2+`: "),
            (read(Start::Named("pyramid".to_owned()), &[]), "khet2 has no set-up `pyramid`, expected one of classic, "),
            (read(Start::Kfen("8 s".to_owned()), &[]), ""),
        ];
        for (refusal, start) in refusals {
            let reason = refusal.expect_err("it is wrong");
            assert!(reason.starts_with(start) && !reason.contains('\n'), "{reason}");
        }
    }

    #[test]
    fn all_reasons_stand_on_one_line() {
        let reason = read(Start::Named("pyramid".to_owned()), &["zz", "h2+", "yy"]).expect_err("it is wrong");
        for part in ["set-up `pyramid`", "; move 1 `zz`: ", "; move 3 `yy`: "] {
            assert!(reason.contains(part), "{reason}");
        }
        assert!(!reason.contains("move 2"), "its legality is unknown: {reason}");
    }
}
