//! The one way in which users name a position: where a game starts and the moves from there.

use crate::notation::{excerpt, kfen, movetext, setups};
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
    /// The moves from there, each as it was written.
    pub moves: Vec<String>,
}

impl Wanted {
    /// The game with all its moves made.
    ///
    /// # Errors
    /// What is wrong with it, on one line.
    pub fn read(&self, variant: RuleSet) -> Result<Game, String> {
        let mut game = self.start.read(variant)?;
        for (index, word) in self.moves.iter().enumerate() {
            let refused = |why: String| format!("move {} {}: {why}", index + 1, excerpt(word));
            let mv = movetext::read(word).map_err(|error| refused(error.to_string()))?;
            // The last move may have left the next player none, which no rule about the single move says.
            if game.position().outcome().is_some() {
                return Err(refused("the game is over".to_owned()));
            }
            let mv = game.position().normalised(mv);
            game.play(mv).map_err(|illegal| refused(illegal.to_string()))?;
        }
        Ok(game)
    }
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
    match setups::find(variant, name) {
        Some(named) => Ok(named.position.clone()),
        None => {
            let names: Vec<&str> = setups::names(variant).collect();
            let (set, names) = (variant.name(), names.join(", "));
            Err(format!("{set} has no set-up {}, expected one of {names}", excerpt(name)))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(start: Start, moves: &[&str]) -> Result<Game, String> {
        Wanted { start, moves: moves.iter().map(|&word| word.to_owned()).collect() }.read(RuleSet::Khet2)
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
            (read(Start::Named("pyramid".to_owned()), &[]), "khet2 has no set-up `pyramid`, expected one of classic, "),
            (read(Start::Kfen("8 s".to_owned()), &[]), ""),
        ];
        for (refusal, start) in refusals {
            let reason = refusal.expect_err("it is wrong");
            assert!(reason.starts_with(start) && !reason.contains('\n'), "{reason}");
        }
    }
}
