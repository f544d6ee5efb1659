//! The daily lasers: a file with a proven win for each day, whose first shot has one end.
//!
//! The first line of the file is `# Daily lasers from DATE`, and each line after the comments is a [`Puzzle`] without themes, which may
//! change with the program. The first puzzle is that of the date, in UTC. After the last one, the first follows again.

use super::puzzle::{self, Puzzle, PuzzleError};
use std::io::BufRead;
use thiserror::Error;

/// The beginning of the file.
pub const START: &str = "# Daily lasers from ";

/// The number of characters of a date.
const DATE: usize = "2026-01-31".len();

/// The daily lasers of a file.
#[derive(Clone, Debug)]
pub struct Daily {
    /// The date of the first puzzle: `2026-01-31`.
    pub from: String,
    /// The puzzles in the order of their days.
    pub puzzles: Vec<Puzzle>,
}

/// The reason why a file has no daily lasers.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum DailyError {
    /// The first line has no date.
    #[error("line 1: expected `{START}` and a date such as 2026-01-31")]
    Date,
    /// A line is no puzzle.
    #[error("line {0}: {1}")]
    Puzzle(usize, PuzzleError),
    /// A puzzle is no daily laser.
    #[error("line {0}: expected a proven win whose first shot has one end")]
    Unsuited(usize),
}

/// Reads a file.
///
/// # Errors
/// The first fault of the file.
pub fn read(text: &[u8]) -> Result<Daily, DailyError> {
    let date = text.strip_prefix(START.as_bytes()).and_then(|rest| rest.get(..DATE)).filter(|date| is_date(date));
    let from = date.map(|date| String::from_utf8_lossy(date).into_owned()).ok_or(DailyError::Date)?;
    Ok(Daily { from, puzzles: read_puzzles(text)? })
}

fn read_puzzles(text: impl BufRead) -> Result<Vec<Puzzle>, DailyError> {
    let puzzle = |(line, puzzle): (usize, Result<Puzzle, PuzzleError>)| {
        let puzzle = puzzle.map_err(|error| DailyError::Puzzle(line, error))?;
        is_suited(&puzzle).then_some(puzzle).ok_or(DailyError::Unsuited(line))
    };
    puzzle::read(text).into_iter().map(puzzle).collect()
}

/// Returns whether a text has the form of a date.
fn is_date(text: &[u8]) -> bool {
    text.iter()
        .zip(b"dddd-dd-dd")
        .all(|(found, &form)| if form == b'd' { found.is_ascii_digit() } else { *found == form })
}

/// Returns whether a puzzle is a proven win whose first shot no Eye splits, so that it has one end.
pub fn is_suited(puzzle: &Puzzle) -> bool {
    let shot = puzzle.best().and_then(|best| puzzle.position.beam_after(best).ok());
    puzzle.mate.is_some() && shot.is_some_and(|beam| beam.is_single())
}

#[cfg(test)]
mod tests {
    use super::*;

    const WIN: &str = "////4k4P2///4K5 s khet1 0 1 ; best j4+ ; line j4+ ; rating 700 ; kind win ; themes - ; mate 1";

    #[test]
    fn a_daily_laser_is_a_proven_win_whose_shot_has_one_end() {
        let is_suited = |line: &str| is_suited(&line.parse().expect("a puzzle"));
        assert!(is_suited(WIN));
        assert!(!is_suited(&WIN.replace(" ; mate 1", "")));
        // The beam runs up the j file to j4. An Eye on j2 splits it, and one on i2 stands beside it.
        assert!(!is_suited(&WIN.replace("////4k4P2///4K5", "////4k4P2//9E1/4K5")));
        assert!(is_suited(&WIN.replace("////4k4P2///4K5", "////4k4P2//8E11/4K5")));
    }

    #[test]
    fn a_file_has_a_date_and_proven_wins() {
        let file = |head: &str, line: &str| read(format!("{head}\n# a comment\n{line}\n").as_bytes());
        let daily = file("# Daily lasers from 2026-01-31, one a line", WIN).expect("a file");
        assert_eq!((daily.from.as_str(), daily.puzzles.len()), ("2026-01-31", 1));
        for head in ["", "# Daily lasers from ", "# Daily lasers from 2026-1-310", "# Puzzles from 2026-01-31"] {
            assert_eq!(file(head, WIN).expect_err(head), DailyError::Date);
        }
        let head = "# Daily lasers from 2026-01-31";
        let error = |line: &str| file(head, line).expect_err(line).to_string();
        assert!(error(&WIN.replace("rating 700", "rating x")).starts_with("line 3: column 53: rating: expected"));
        assert_eq!(error(&WIN.replace(" ; mate 1", "")), "line 3: expected a proven win whose first shot has one end");
    }
}
