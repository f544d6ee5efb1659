//! A game: a position with the arrangements that have stood before it, which the rule of threefold repetition needs.

use super::legality::Illegal;
use super::moves::Move;
use super::piece::Colour;
use super::position::{Position, Shot};
use std::fmt;

/// Why a game is over, or could be.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Reason {
    /// A shot hit a Pharaoh.
    Pharaoh,
    /// One shot hit both Pharaohs.
    BothPharaohs,
    /// The player to move has no legal move.
    NoMoves,
    /// The arrangement stands for the third time or more: a draw if a player claims it.
    Repetition,
}

impl fmt::Display for Reason {
    /// As the protocol writes it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Reason::Pharaoh => "pharaoh",
            Reason::BothPharaohs => "both-pharaohs",
            Reason::NoMoves => "no-moves",
            Reason::Repetition => "repetition",
        })
    }
}

/// A position and how it has come about.
#[derive(Clone, Debug)]
pub struct Game {
    position: Position,
    /// The position before the last move, and that move.
    last: Option<(Position, Move)>,
    /// Of every arrangement that has stood, the present one last.
    keys: Vec<u64>,
}

impl Game {
    /// A game that begins here.
    pub fn new(position: Position) -> Game {
        let keys = vec![position.repetition_key()];
        Game { position, last: None, keys }
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
        let before = self.position.clone();
        let shot = self.position.play(mv)?;
        self.last = Some((before, mv));
        self.keys.push(self.position.repetition_key());
        Ok(shot)
    }

    /// How often the present arrangement has stood, now included; at 3 the player to move may claim a draw.
    pub fn occurrences(&self) -> u32 {
        self.keys.iter().filter(|&&key| key == self.position.repetition_key()).count() as u32
    }

    /// The last move and the position in which it was made; nothing before the first move.
    pub fn last(&self) -> Option<(&Position, Move)> {
        self.last.as_ref().map(|(before, mv)| (before, *mv))
    }

    /// Why the game is over or, by repetition, could be.
    pub fn reason(&self) -> Option<Reason> {
        let stands = Colour::ALL.map(|colour| self.position.pharaoh(colour).is_some());
        match stands {
            [false, false] => Some(Reason::BothPharaohs),
            [true, false] | [false, true] => Some(Reason::Pharaoh),
            [true, true] if self.position.is_stalemate() => Some(Reason::NoMoves),
            [true, true] => (self.occurrences() >= 3).then_some(Reason::Repetition),
        }
    }
}
