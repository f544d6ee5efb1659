//! Positions with a solution: the tactics suite and the puzzles.
//!
//! The tactics suite has positions with proven shortest wins. [`maker`] makes them, and [`solver`] tests how many the search solves.
//! The puzzles have one solution each. [`finder`] finds them in games, [`examiner`] tests them, and [`puzzle`] is their format,
//! with the [`themes`] of their solutions; [`daily`] is the file with one for each day.
//!
//! A file of the suite has a line `KFEN ; mate N` for each position. Blank lines and lines that begin with `#` are skipped.

pub mod checker;
pub mod examiner;
pub mod finder;
pub mod maker;
pub mod prover;
pub mod rating;
pub mod solved_table;
pub mod solver;

pub use khepri_protocol::puzzles::{daily, puzzle, themes};

use crate::measure::suite::{self, CaseError, SuiteError};
use khepri_rules::Position;
use std::fmt;

/// The largest length of a win of the suite, in moves of the winner.
pub const MOST_MOVES: u32 = 5;

/// A position and the shortest win of the side to move.
#[derive(Clone, Debug)]
pub struct Case {
    /// The number of the line in its file, from 1.
    pub line: usize,
    /// The position.
    pub position: Position,
    /// The length of the win in moves of the winner, as in `mate N`.
    pub moves: u32,
}

impl fmt::Display for Case {
    /// Writes the line of the position.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ; mate {}", self.position, self.moves)
    }
}

/// Returns the positions of a file.
///
/// # Errors
/// A line cannot be read. The error names the first such line.
pub fn read(text: &str) -> Result<Vec<Case>, SuiteError> {
    suite::read_each(text.as_bytes(), case)
}

fn case(line: usize, content: &str) -> Result<Case, CaseError> {
    let (kfen, remark) = content.split_once(';').ok_or_else(|| CaseError::field("a KFEN and ` ; mate N`", content))?;
    let position = kfen.trim().parse::<Position>()?;
    let remark = remark.trim();
    let moves = remark.strip_prefix("mate ").and_then(|moves| moves.trim().parse().ok());
    match moves.filter(|moves| (1..=MOST_MOVES).contains(moves)) {
        Some(moves) => Ok(Case { line, position, moves }),
        None => Err(CaseError::field(format!("`mate 1` to `mate {MOST_MOVES}`"), remark)),
    }
}

#[cfg(test)]
mod tests;
