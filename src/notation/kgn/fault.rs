//! What can be wrong with a file of games, and where.

use crate::notation::excerpt;
use std::fmt;
use std::io;
use thiserror::Error;

/// A place in a text.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Place {
    /// The number of the line, from 1.
    pub line: u64,
    /// Which character of the line, from 1; one behind the last is the end of the line.
    pub column: u64,
}

impl Place {
    /// So many characters further on in the line.
    pub(super) fn behind(self, characters: usize) -> Place {
        Place { column: self.column.saturating_add(characters as u64), ..self }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.line, self.column)
    }
}

/// The move of a game at which something is wrong.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MoveAt {
    /// Its number.
    pub number: u32,
    /// Whether it is the move of the player who moves second under the rule set.
    pub second: bool,
    /// As it is written.
    pub word: String,
}

impl fmt::Display for MoveAt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let dots = if self.second { "..." } else { "." };
        write!(f, "move {}{dots} {}", self.number, excerpt(&self.word))
    }
}

/// The first thing that is wrong with a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    /// Where in the text.
    pub place: Place,
    /// Which game of the text, from 1.
    pub game: u64,
    /// At which move, if at one.
    pub mv: Option<MoveAt>,
    /// What is wrong: what was expected and found, or why a move is illegal.
    pub what: String,
}

impl Fault {
    /// A fault of a game whose number is still to be said.
    pub(super) fn new(place: Place, what: impl Into<String>) -> Fault {
        Fault { place, game: 0, mv: None, what: what.into() }
    }
}

impl fmt::Display for Fault {
    /// On one line: `LINE:COLUMN: game N, move 12... `h2g9`: what`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: game {}", self.place, self.game)?;
        if let Some(mv) = &self.mv {
            write!(f, ", {mv}")?;
        }
        write!(f, ": {}", self.what)
    }
}

impl std::error::Error for Fault {}

/// The error of a game that cannot be read.
#[derive(Debug, Error)]
#[error(transparent)]
pub enum ReadError {
    /// The text cannot be read; no record follows.
    Input(#[from] io::Error),
    /// The game is faulty; the next one may be valid.
    Fault(#[from] Fault),
}
