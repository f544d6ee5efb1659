//! A game: a position with the arrangements that have stood before it, which the rule of threefold repetition needs.

use super::legality::Illegal;
use super::moves::Move;
use super::position::{Position, Shot};

/// A position and how it has come about.
#[derive(Clone, Debug)]
pub struct Game {
    position: Position,
    /// Of every arrangement that has stood, the present one last.
    keys: Vec<u64>,
}

impl Game {
    /// A game that begins here.
    pub fn new(position: Position) -> Game {
        let keys = vec![position.repetition_key()];
        Game { position, keys }
    }

    /// How it stands.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The repetition keys of all arrangements so far, the present one last.
    pub fn keys(&self) -> &[u64] {
        &self.keys
    }

    /// Makes a move from anywhere, if it is legal.
    ///
    /// # Errors
    /// Why it is not; the game is as it was.
    pub fn play(&mut self, mv: Move) -> Result<Shot, Illegal> {
        let shot = self.position.play(mv)?;
        self.keys.push(self.position.repetition_key());
        Ok(shot)
    }

    /// How often the present arrangement has stood, now included; at 3 the player to move may claim a draw.
    pub fn occurrences(&self) -> u32 {
        self.keys.iter().filter(|&&key| key == self.position.repetition_key()).count() as u32
    }
}
