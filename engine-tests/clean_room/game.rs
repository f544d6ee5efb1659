//! A game: a position and the arrangements before it.

use super::actions::Action;
use super::board::Board;
use super::light::Shot;
use super::position::Position;
use std::ops::Deref;

/// A game from its start position to the current one.
#[derive(Clone, Debug)]
pub struct Game {
    /// The current position.
    position: Position,
    /// The arrangements since the last capture, the current one last. Earlier ones have more pieces and cannot occur again.
    arrangements: Vec<Board>,
}

impl Deref for Game {
    type Target = Position;

    fn deref(&self) -> &Position {
        &self.position
    }
}

impl Game {
    /// Returns a game that starts from a position.
    pub fn new(position: Position) -> Game {
        Game { position, arrangements: vec![position.board] }
    }

    /// Returns a game that starts from a KFEN, or the reason why notation.md refuses it.
    pub fn from_kfen(text: &str) -> Result<Game, String> {
        Ok(Game::new(Position::from_kfen(text)?))
    }

    /// Returns the current position.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// Carries out a legal action and fires the mover's laser.
    pub fn apply(&mut self, action: &Action) -> Shot {
        let shot = self.position.apply(action);
        if !shot.hits.is_empty() {
            self.arrangements.clear();
        }
        self.arrangements.push(self.position.board);
        shot
    }

    /// Returns the number of occurrences of the current arrangement in this game, including the current one.
    ///
    /// rules.md, The end of a game: "The start of the game is a first occurrence." and "An arrangement is which piece of which
    /// colour stands on which square in which orientation, the Sphinxes included. The side to move does not count."
    pub fn occurrences(&self) -> usize {
        self.arrangements.iter().filter(|earlier| **earlier == self.position.board).count()
    }
}
