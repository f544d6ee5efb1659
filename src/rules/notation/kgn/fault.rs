//! The errors of a file of games, and their places.

use crate::notation::excerpt;
use std::fmt;
use std::io;
use thiserror::Error;

/// A place in a text.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Place {
    /// The number of the line, from 1.
    pub line: u64,
    /// The column in characters, from 1. The end of a line is the column after its last character.
    pub column: u64,
}

impl Place {
    /// Returns the place this number of characters later in the line.
    pub(super) fn after(self, characters: usize) -> Place {
        Place { column: self.column.saturating_add(characters as u64), ..self }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.line, self.column)
    }
}

/// The faulty move of a game.
///
/// ```
/// use khepri_rules::kgn::{MoveAt, ReadError, Reader};
///
/// let Some(Err(ReadError::Fault(fault))) = Reader::new("[Site \"\"]\n1. h2g9 *".as_bytes()).next() else { panic!() };
/// let Some(MoveAt { number, second, word, .. }) = fault.mv else { panic!() };
/// assert_eq!((number, second, word.as_str()), (1, false, "h2g9"));
/// ```
#[non_exhaustive]
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MoveAt {
    /// The number of the move.
    pub number: u32,
    /// Whether it is a move of the second player.
    pub second: bool,
    /// The move as written.
    pub word: String,
}

impl fmt::Display for MoveAt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let dots = if self.second { "..." } else { "." };
        write!(f, "move {}{dots} {}", self.number, excerpt(&self.word))
    }
}

/// The first fault of a game, on one line: ``LINE:COLUMN: game N, move 12... `h2g9`: what``.
///
/// ```
/// use khepri_rules::kgn::{Place, ReadError, Reader};
///
/// let Some(Err(ReadError::Fault(fault))) = Reader::new("[Site \"\"]\n1. h2g9 *".as_bytes()).next() else { panic!() };
/// assert_eq!((fault.place, fault.mv.as_ref().map(|mv| mv.number)), (Place { line: 2, column: 7 }, Some(1)));
/// assert_eq!(fault.to_string(), "2:7: game 1, move 1. `h2g9`: expected a rank 1 to 8, found `9`");
/// ```
#[non_exhaustive]
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{place}: game {game}{}: {what}", .mv.as_ref().map(|mv| format!(", {mv}")).unwrap_or_default())]
pub struct Fault {
    /// The place in the text.
    pub place: Place,
    /// The number of the game in the text, from 1.
    pub game: u64,
    /// The faulty move, if the fault is in a move.
    pub mv: Option<MoveAt>,
    /// What was expected and found, or why a move is illegal.
    pub what: String,
}

impl Fault {
    /// Returns a fault. The number of the game is set later.
    pub(super) fn new(place: Place, what: impl Into<String>) -> Fault {
        Fault { place, game: 0, mv: None, what: what.into() }
    }
}

/// The error of a game that cannot be read.
#[derive(Debug, Error)]
#[error(transparent)]
pub enum ReadError {
    /// The text cannot be read. No record follows.
    Input(#[from] io::Error),
    /// The game is faulty. The next game may be valid.
    Fault(#[from] Fault),
}
