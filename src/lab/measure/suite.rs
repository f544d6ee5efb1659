//! Perft suites: files of positions with their leaf counts.
//!
//! A line is `KFEN ;D1 n ;D2 n …`. Blank lines and lines that begin with `#` are skipped.

use khepri_engine::perft;
use khepri_rules::Position;
use khepri_rules::internal::notation::excerpt;
use khepri_rules::internal::notation::lines::{Lines, Unreadable};
use khepri_rules::kfen::Rejection;
use std::io::BufRead;
use thiserror::Error;

/// A position of a suite.
#[derive(Clone, Debug)]
pub struct Case {
    /// The number of its line, from 1.
    pub line: usize,
    /// The position as the file writes it.
    pub kfen: String,
    /// The position itself.
    pub position: Position,
    /// Depths in plies, each with its number of leaves.
    pub counts: Vec<(u32, u64)>,
}

/// The first invalid line of a file.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("line {line}: {fault}")]
pub struct SuiteError {
    /// The number of the line, from 1.
    pub line: usize,
    /// The reason why it is invalid.
    pub fault: CaseError,
}

/// The reason why a line is invalid.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum CaseError {
    /// The line could not be read from the file.
    #[error("{0}")]
    Input(String),
    /// The position is not a KFEN.
    #[error(transparent)]
    Position(#[from] Rejection),
    /// A field has unexpected content.
    #[error("expected {expected}, found {found}")]
    Field {
        /// The content that was expected.
        expected: String,
        /// An excerpt of the content.
        found: String,
    },
}

impl CaseError {
    /// Returns the error of a field with unexpected content.
    pub fn field(expected: impl Into<String>, found: &str) -> CaseError {
        CaseError::Field { expected: expected.into(), found: excerpt(found) }
    }
}

/// Returns the positions of a suite.
///
/// # Errors
/// A line cannot be read. The error names the first such line.
pub fn read(input: impl BufRead) -> Result<Vec<Case>, SuiteError> {
    read_each(input, case)
}

/// Calls `case` with the number and the content of each line that is neither blank nor a comment. Returns its results.
pub(crate) fn read_each<T>(
    input: impl BufRead,
    case: impl Fn(usize, &str) -> Result<T, CaseError>,
) -> Result<Vec<T>, SuiteError> {
    let mut cases = Vec::new();
    let mut lines = Lines::of(input, "positions");
    while let Some(content) = lines.next() {
        let (line, content) =
            content.map_err(|Unreadable { line, why }| SuiteError { line, fault: CaseError::Input(why) })?;
        let content = content.trim();
        if !content.is_empty() && !content.starts_with('#') {
            cases.push(case(line, content).map_err(|fault| SuiteError { line, fault })?);
            lines.recognise();
        }
    }
    Ok(cases)
}

fn case(line: usize, content: &str) -> Result<Case, CaseError> {
    let (kfen, counts) = content.split_once(';').unwrap_or((content, ""));
    let kfen = kfen.trim().to_owned();
    let position = kfen.parse::<Position>()?;
    let counts = counts.split(';').map(|field| count(field.trim())).collect::<Result<_, _>>()?;
    Ok(Case { line, kfen, position, counts })
}

fn count(field: &str) -> Result<(u32, u64), CaseError> {
    let read = || {
        let (depth, count) = field.strip_prefix('D')?.split_once(char::is_whitespace)?;
        let depth = depth.parse().ok().filter(|&depth| depth <= perft::DEEPEST)?;
        Some((depth, count.trim().parse().ok()?))
    };
    read().ok_or_else(|| CaseError::field("a depth and a count as in `D2 5920`", field))
}

#[cfg(test)]
mod tests {
    use super::*;

    const CLASSIC: &str = "4okop22/2p37/3P46/p11P31s1s21p21P4/p21P41S2S11p11P3/6p23/7P12/2P4OKO4 r deflexion 0 1";

    #[test]
    fn lines_contain_positions_and_counts() {
        let cases = read(format!("# a comment\r\n\n{CLASSIC} ;D1 73 ;D2 5321\n").as_bytes()).expect("a suite");
        assert_eq!(cases.len(), 1);
        assert_eq!((cases[0].line, cases[0].kfen.as_str()), (3, CLASSIC));
        assert_eq!(cases[0].counts, [(1, 73), (2, 5321)]);
    }

    #[test]
    fn an_error_names_its_line() {
        let bad = [" ;D1", " ;1 73", " ;D1 x", " ;D64 1", ""].map(|end| format!("\n{CLASSIC}{end}"));
        for text in bad.iter().map(String::as_str).chain(["\n8 s ;D1 5"]) {
            assert_eq!(read(text.as_bytes()).expect_err(text).line, 2, "{text}");
        }
    }
}
