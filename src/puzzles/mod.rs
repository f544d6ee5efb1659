//! The tactics suite: positions with proven shortest wins, how they are made, and how many of them the search finds.
//!
//! A line is `KFEN ; mate N`; blank lines and those that begin with `#` say nothing.

pub mod maker;
pub mod prover;
pub mod solver;
pub mod tally;

use crate::measure::suite::SuiteError;
use crate::notation::{excerpt, kfen};
use crate::rules::Position;
use std::fmt;

/// The longest wins of the suite, in moves of the winner.
pub const MOST_MOVES: u32 = 5;

/// The files of the suite, each with its name.
pub const FILES: [(&str, &str); 6] = [
    ("khet2", include_str!("../../positions/tactics/khet2.txt")),
    ("khet2-eye", include_str!("../../positions/tactics/khet2-eye.txt")),
    ("khet1", include_str!("../../positions/tactics/khet1.txt")),
    ("khet1-eye", include_str!("../../positions/tactics/khet1-eye.txt")),
    ("deflexion", include_str!("../../positions/tactics/deflexion.txt")),
    ("deflexion-eye", include_str!("../../positions/tactics/deflexion-eye.txt")),
];

/// A position and the shortest win of the side to move.
#[derive(Clone, Debug)]
pub struct Case {
    /// The number of its line, from 1.
    pub line: usize,
    /// The position.
    pub position: Position,
    /// Moves of the winner to the hit, as in `mate N`.
    pub moves: u32,
}

impl fmt::Display for Case {
    /// A line of a file.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ; mate {}", kfen::write(&self.position.setup()), self.moves)
    }
}

/// The positions of a file, up to the first line that cannot be read.
///
/// # Errors
/// Which line that is, and why.
pub fn read(text: &str) -> Result<Vec<Case>, SuiteError> {
    let mut cases = Vec::new();
    for (line, content) in (1..).zip(text.lines()) {
        let content = content.trim();
        if !content.is_empty() && !content.starts_with('#') {
            let (position, moves) = case(content).map_err(|why| SuiteError { line, why })?;
            cases.push(Case { line, position, moves });
        }
    }
    Ok(cases)
}

fn case(content: &str) -> Result<(Position, u32), String> {
    let (kfen, remark) = content
        .split_once(';')
        .ok_or_else(|| format!("expected a KFEN and ` ; mate N`, found {}", excerpt(content)))?;
    let position = kfen::position(kfen.trim()).map_err(|rejection| rejection.to_string())?;
    let remark = remark.trim();
    let moves = remark.strip_prefix("mate ").and_then(|moves| moves.trim().parse().ok());
    match moves.filter(|moves| (1..=MOST_MOVES).contains(moves)) {
        Some(moves) => Ok((position, moves)),
        None => Err(format!("expected `mate 1` to `mate {MOST_MOVES}`, found {}", excerpt(remark))),
    }
}

#[cfg(test)]
mod tests;
