//! Perft suites: files that say how many leaves positions have.
//!
//! A line is `KFEN ;D1 n ;D2 n …`; blank lines and those that begin with `#` say nothing.

use crate::notation::lines::{Lines, Unreadable};
use crate::notation::{excerpt, kfen};
use crate::rules::{Position, perft};
use std::fmt;
use std::io::BufRead;

/// A position of a suite.
#[derive(Clone, Debug)]
pub struct Case {
    /// The number of its line, from 1.
    pub line: usize,
    /// As it is written.
    pub kfen: String,
    /// What it says.
    pub position: Position,
    /// Depths and the leaves there.
    pub counts: Vec<(u32, u64)>,
}

/// Why a file is no suite.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SuiteError {
    /// The number of the line, from 1.
    pub line: usize,
    /// What is wrong with it.
    pub why: String,
}

impl fmt::Display for SuiteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.why)
    }
}

impl std::error::Error for SuiteError {}

impl From<Unreadable> for SuiteError {
    fn from(Unreadable { line, why }: Unreadable) -> SuiteError {
        SuiteError { line, why }
    }
}

/// The positions of a suite, up to the first line that cannot be read.
///
/// # Errors
/// Which line that is, and why.
pub fn read(input: impl BufRead) -> Result<Vec<Case>, SuiteError> {
    let mut cases = Vec::new();
    for content in Lines::new(input) {
        let (line, content) = content?;
        let content = content.trim();
        if !content.is_empty() && !content.starts_with('#') {
            cases.push(case(line, content).map_err(|why| SuiteError { line, why })?);
        }
    }
    Ok(cases)
}

fn case(line: usize, content: &str) -> Result<Case, String> {
    let mut fields = content.split(';').map(str::trim);
    let kfen = fields.next().unwrap_or_default().to_owned();
    let position = kfen::position(&kfen).map_err(|rejection| rejection.to_string())?;
    let counts: Vec<(u32, u64)> = fields.map(count).collect::<Result<_, _>>()?;
    if counts.is_empty() { Err("no count".to_owned()) } else { Ok(Case { line, kfen, position, counts }) }
}

fn count(field: &str) -> Result<(u32, u64), String> {
    let read = || {
        let (depth, count) = field.strip_prefix('D')?.split_once(char::is_whitespace)?;
        let depth = depth.parse().ok().filter(|&depth| depth <= perft::DEEPEST)?;
        Some((depth, count.trim().parse().ok()?))
    };
    read().ok_or_else(|| format!("expected a depth and a count as in `D2 5920`, found {}", excerpt(field)))
}

#[cfg(test)]
mod tests {
    use super::*;

    const CLASSIC: &str = "4okop22/2p37/3P46/p11P31s1s21p21P4/p21P41S2S11p11P3/6p23/7P12/2P4OKO4 r deflexion 0 1";

    #[test]
    fn lines_give_positions_and_counts() {
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
