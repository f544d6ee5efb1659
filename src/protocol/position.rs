//! The one way in which users name a position: where a game starts and the moves from there.

use super::report;
use crate::notation::movetext::{self, MoveError};
use crate::notation::{excerpt, kfen, setups};
use crate::rules::{Game, Position, RuleSet};

/// Where a game starts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Start {
    /// The classic set-up of the variant.
    Classic,
    /// A set-up of the variant, by its name.
    Named(String),
    /// Any position, with its own rule set.
    Kfen(String),
}

/// A position as a user names it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Wanted {
    /// Where the game starts.
    pub start: Start,
    /// The moves from there, as they were written, with blanks between them: many such texts may wait for a search.
    pub moves: String,
}

impl Wanted {
    /// The game with all its moves made.
    ///
    /// # Errors
    /// All that is wrong with it, on one line: the start, every move that cannot be read, and the first that is illegal
    /// (where a game goes on from behind a wrong move, nobody knows).
    pub fn read(&self, variant: RuleSet) -> Result<Game, String> {
        let mut reasons = Vec::new();
        let mut game = self.start.read(variant).map_err(|why| reasons.push(why)).ok();
        for (index, word) in self.moves.split_ascii_whitespace().enumerate() {
            if let Err(why) = follow(&mut game, word) {
                reasons.push(format!("move {} {}: {why}", index + 1, excerpt(word)));
                game = None;
            }
        }
        game.ok_or_else(|| report::reasons(&reasons))
    }
}

/// Makes the move in the game, if that is known; else only reads it.
fn follow(game: &mut Option<Game>, word: &str) -> Result<(), MoveError> {
    let Some(game) = game else { return Ok(movetext::read(word).map(|_| ())?) };
    game.push(game.position().read_move(word)?)?;
    Ok(())
}

impl Start {
    /// The game before its first move.
    ///
    /// # Errors
    /// What is wrong with it, on one line.
    pub fn read(&self, variant: RuleSet) -> Result<Game, String> {
        Ok(Game::new(match self {
            Start::Classic => named(variant, setups::CLASSIC)?,
            Start::Named(name) => named(variant, name)?,
            Start::Kfen(text) => kfen::position(text).map_err(|rejection| rejection.to_string())?,
        }))
    }
}

fn named(variant: RuleSet, name: &str) -> Result<Position, String> {
    setups::named(variant, name).map(|named| named.position.clone()).map_err(|unknown| unknown.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(start: Start, moves: &[&str]) -> Result<Game, String> {
        Wanted { start, moves: moves.join(" ") }.read(RuleSet::Khet2)
    }

    #[test]
    fn moves_are_made_in_either_spelling() {
        // The Scarab on f4 turns; `-` is read as `+`.
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
        assert!(!reason.contains("move 2"), "what cannot be judged is not: {reason}");
    }
}
