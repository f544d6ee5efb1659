//! A game: a position and the arrangements before it.

use super::actions::Action;
use super::board::Board;
use super::light::Shot;
use super::position::{Outcome, Position};

/// A game from its start position to the current one.
#[derive(Clone, Debug)]
pub struct Game {
    /// The current position.
    position: Position,
    /// The arrangements since the last capture, the current one last. Earlier ones have more pieces and cannot occur again.
    arrangements: Vec<Board>,
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

    /// Returns the current position as KFEN.
    pub fn to_kfen(&self) -> String {
        self.position.to_kfen()
    }

    /// Returns the current position.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// Checks the current position, and refuses one from which no game can go on, for example without a Pharaoh.
    pub fn check(&self) -> Result<(), String> {
        self.position.check()
    }

    /// Returns all legal actions of the player to move, in no particular order; none if the game is over.
    pub fn actions(&self) -> Vec<Action> {
        self.position.actions()
    }

    /// Returns the legal action with this text. The rotation of a Scarab or Eye may be written with `+` or `-`.
    pub fn action(&self, text: &str) -> Option<Action> {
        self.position.action(text)
    }

    /// Returns the position after a legal action and its shot, without changing the game.
    pub fn preview(&self, action: &Action) -> (Position, Shot) {
        let mut position = self.position;
        let shot = position.apply(action);
        (position, shot)
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

    /// Returns the outcome if the game is over.
    pub fn outcome(&self) -> Option<Outcome> {
        self.position.outcome()
    }

    /// Returns the current arrangement.
    ///
    /// rules.md, The end of a game: "An arrangement is which piece of which colour stands on which square in which
    /// orientation, the Sphinxes included. The side to move does not count."
    pub fn arrangement(&self) -> Board {
        self.position.board
    }

    /// Returns the number of occurrences of the current arrangement in this game, including the current one.
    ///
    /// rules.md, The end of a game: "The start of the game is a first occurrence."
    pub fn occurrences(&self) -> usize {
        self.arrangements.iter().filter(|earlier| **earlier == self.position.board).count()
    }
}
