//! The game: a position and the arrangements that have stood before it.

use super::actions::Action;
use super::board::Board;
use super::light::Shot;
use super::position::{Outcome, Position};

/// A game from the position in which it starts up to now.
#[derive(Clone, Debug)]
pub struct Game {
    /// The position now.
    position: Position,
    /// The arrangements since the last capture, the present one at the end. An earlier one cannot come back, since it
    /// has more pieces.
    arrangements: Vec<Board>,
}

impl Game {
    /// A game that starts from a position.
    pub fn new(position: Position) -> Game {
        Game { position, arrangements: vec![position.board] }
    }

    /// A game that starts from a KFEN, which is refused as notation.md says.
    pub fn from_kfen(text: &str) -> Result<Game, String> {
        Ok(Game::new(Position::from_kfen(text)?))
    }

    /// The present position as KFEN.
    pub fn to_kfen(&self) -> String {
        self.position.to_kfen()
    }

    /// The present position.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// Refuses a position from which no game can go on, as one in which a Pharaoh has been hit.
    pub fn check(&self) -> Result<(), String> {
        self.position.check()
    }

    /// Every legal action of the player to move, in no particular order; none when the game is over.
    pub fn actions(&self) -> Vec<Action> {
        self.position.actions()
    }

    /// The legal action that is written so; the turn of a Scarab or Eye may be written with `-` too.
    pub fn action(&self, text: &str) -> Option<Action> {
        self.position.action(text)
    }

    /// The position that an action would lead to and the shot that would be fired; the game stays as it is.
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

    /// How the game has ended, if it has.
    pub fn outcome(&self) -> Option<Outcome> {
        self.position.outcome()
    }

    /// The present arrangement: equal values are equal arrangements.
    ///
    /// rules.md, The end of a game: "An arrangement is which piece of which colour stands on which square in which
    /// orientation, the Sphinxes included. The side to move does not count."
    pub fn arrangement(&self) -> Board {
        self.position.board
    }

    /// How often the present arrangement has stood in this game, now included.
    ///
    /// rules.md, The end of a game: "The start of the game is a first occurrence."
    pub fn occurrences(&self) -> usize {
        self.arrangements.iter().filter(|earlier| **earlier == self.position.board).count()
    }
}
