//! A position: the fields of a KFEN, and how a turn changes them.

use super::actions::{self, Action};
use super::board::{Board, RuleSet};
use super::light::{Shot, fire};
use super::pieces::{Colour, Kind};
use super::squares::Square;
use super::{check, kfen};

/// The outcome of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// This player has won.
    Won(Colour),
    /// The game is drawn.
    Draw,
}

/// A position without the game before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    /// The pieces.
    pub board: Board,
    /// The side to move.
    pub side: Colour,
    /// The rule set.
    pub rule_set: RuleSet,
    /// "plies since a shot last removed anything, own pieces and the top of a stack included"
    pub plies_since_capture: u32,
    /// "starts at 1 and grows by 1 after each move of the second player: Red, or Silver under `deflexion`"
    pub move_number: u32,
}

impl Position {
    /// Reads a KFEN, or returns the reason why notation.md refuses it.
    pub fn from_kfen(text: &str) -> Result<Position, String> {
        let position = kfen::read(text)?;
        check::check(&position.board, position.rule_set)?;
        Ok(position)
    }

    /// Returns the KFEN.
    pub fn to_kfen(self) -> String {
        kfen::write(&self)
    }

    /// Returns all legal actions of the player to move, in no particular order; none if a Pharaoh has been hit.
    ///
    /// rules.md, The end of a game: "a Pharaoh is hit by either laser | its owner has lost".
    pub fn actions(&self) -> Vec<Action> {
        match self.pharaohs_outcome() {
            Some(_) => Vec::new(),
            None => actions::legal_actions(&self.board, self.rule_set, self.side),
        }
    }

    /// Returns the legal action with this text.
    ///
    /// notation.md, Moves: "A **Scarab** or **Eye** looks the same after either quarter-turn. Khepri writes `+` and reads
    /// both signs."
    pub fn action(&self, text: &str) -> Option<Action> {
        let rotated = text.strip_suffix('-').and_then(Square::from_name).and_then(|square| self.board.at(square));
        let text = match rotated.map(|piece| piece.kind) {
            Some(Kind::Scarab(_) | Kind::Eye(_)) => text.replace('-', "+"),
            _ => text.to_string(),
        };
        self.actions().into_iter().find(|action| action.text() == text)
    }

    /// Carries out a legal action and fires the mover's laser.
    ///
    /// rules.md, A turn: "1. Act. […] 2. Fire. Your laser fires, every time."
    ///
    /// notation.md, Positions: the counters as at the fields of [`Position`]. "The numbers go up to 4294967295 and stay there if
    /// the game goes on."
    pub fn apply(&mut self, action: &Action) -> Shot {
        actions::carry_out(&mut self.board, action);
        let shot = fire(&mut self.board, self.rule_set, self.side);
        self.plies_since_capture = match shot.hits.is_empty() {
            true => self.plies_since_capture.saturating_add(1),
            false => 0,
        };
        if self.side != self.rule_set.first_player() {
            self.move_number = self.move_number.saturating_add(1);
        }
        self.side = self.side.other();
        shot
    }

    /// Returns the position after a legal action, and its shot.
    pub fn preview(&self, action: &Action) -> (Position, Shot) {
        let mut position = *self;
        let shot = position.apply(action);
        (position, shot)
    }

    /// Returns the outcome that follows from missing Pharaohs.
    ///
    /// rules.md, The end of a game: "a Pharaoh is hit by either laser | its owner has lost, even by a shot of his own" and "one
    /// shot hits both Pharaohs | draw".
    fn pharaohs_outcome(&self) -> Option<Outcome> {
        match (self.board.has_pharaoh(Colour::Silver), self.board.has_pharaoh(Colour::Red)) {
            (true, true) => None,
            (true, false) => Some(Outcome::Won(Colour::Silver)),
            (false, true) => Some(Outcome::Won(Colour::Red)),
            (false, false) => Some(Outcome::Draw),
        }
    }

    /// Returns the outcome if the game is over: by a hit on a Pharaoh, or because there is no legal move.
    ///
    /// rules.md, The end of a game: "the player to move has no legal move | draw, at once". A third occurrence does not end the
    /// game: "the game goes on until a player claims".
    pub fn outcome(&self) -> Option<Outcome> {
        let without_moves = || self.actions().is_empty().then_some(Outcome::Draw);
        self.pharaohs_outcome().or_else(without_moves)
    }
}
