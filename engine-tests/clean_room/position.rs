//! The position: everything a KFEN says, and how one turn changes it.

use super::actions::{self, Action};
use super::board::{Board, RuleSet};
use super::light::{Shot, fire};
use super::pieces::Colour;
use super::{check, kfen};

/// How a game has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// This player has won.
    Won(Colour),
    /// Neither player has won.
    Draw,
}

/// A position, with nothing of what has been before.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    /// The pieces.
    pub board: Board,
    /// Who is to move.
    pub side: Colour,
    /// The rules by which the game is played.
    pub rule_set: RuleSet,
    /// "how long no shot has removed anything; one's own losses and the top of a stack end the count too"
    pub plies_since_capture: u32,
    /// "starts at 1 and grows when the player who moves second has moved: Red, or Silver under `deflexion`"
    pub move_number: u32,
}

impl Position {
    /// Reads a KFEN and refuses it as notation.md says.
    pub fn from_kfen(text: &str) -> Result<Position, String> {
        let position = kfen::read(text)?;
        position.check()?;
        Ok(position)
    }

    /// Writes the KFEN: "always the same for the same position".
    pub fn to_kfen(self) -> String {
        kfen::write(&self)
    }

    /// Refuses a position from which no game can go on.
    pub fn check(&self) -> Result<(), String> {
        check::check(&self.board, self.rule_set)
    }

    /// Every legal action of the player to move, in no particular order; none when a Pharaoh has been hit.
    ///
    /// rules.md, The end of a game: "a Pharaoh is hit by either laser: its owner has lost".
    pub fn actions(&self) -> Vec<Action> {
        match self.pharaohs_outcome() {
            Some(_) => Vec::new(),
            None => actions::legal_actions(&self.board, self.rule_set, self.side),
        }
    }

    /// The legal action that is written so; the turn of a Scarab or Eye may be written with `-` too.
    pub fn action(&self, text: &str) -> Option<Action> {
        let canonical = actions::canonical_text(&self.board, text);
        self.actions().into_iter().find(|action| action.text() == canonical)
    }

    /// Carries out a legal action and fires the mover's laser.
    ///
    /// rules.md, A turn: "1. Act. […] 2. Fire. Your laser fires, every time."
    ///
    /// notation.md, Positions: the counters, as said at the fields of [`Position`]. A number that has reached the
    /// greatest that can be written stays there.
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

    /// The outcome that follows from missing Pharaohs.
    ///
    /// rules.md, The end of a game: "a Pharaoh is hit by either laser: its owner has lost, even by a shot of his own;
    /// one shot hits both Pharaohs: draw".
    fn pharaohs_outcome(&self) -> Option<Outcome> {
        match (self.board.has_pharaoh(Colour::Silver), self.board.has_pharaoh(Colour::Red)) {
            (true, true) => None,
            (true, false) => Some(Outcome::Won(Colour::Silver)),
            (false, true) => Some(Outcome::Won(Colour::Red)),
            (false, false) => Some(Outcome::Draw),
        }
    }

    /// How the game has ended, if it has.
    ///
    /// rules.md, The end of a game: what is said at the Pharaohs, and "the player to move has no legal move: draw, at
    /// once". A third occurrence only lets the player to move claim a draw, "the game goes on until a player claims".
    pub fn outcome(&self) -> Option<Outcome> {
        let nothing_to_do = || self.actions().is_empty().then_some(Outcome::Draw);
        self.pharaohs_outcome().or_else(nothing_to_do)
    }
}
