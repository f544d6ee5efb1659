//! The puzzles and the daily lasers, embedded in the program.

use include_dir::{Dir, include_dir};
use khepri_protocol::puzzles::daily::DailyError;
use khepri_protocol::puzzles::json::{self, DailyEntries, PuzzleEntry};

static FILES: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/positions/puzzles");
static DAILY: &[u8] = include_bytes!("../../../positions/daily.txt");

/// Returns the puzzles of all files. A test checks that every line is valid.
pub fn all() -> Vec<PuzzleEntry> {
    json::entries(|name| FILES.get_file(format!("{name}.txt")).map(|file| file.contents()))
}

/// Returns the daily lasers.
///
/// # Errors
/// The file has a fault. A test checks that it has none.
pub fn daily() -> Result<DailyEntries, DailyError> {
    json::daily_entries(DAILY)
}

#[cfg(test)]
mod tests {
    use super::*;
    use khepri_protocol::puzzles::puzzle;

    #[test]
    fn the_embedded_daily_lasers_can_be_read() {
        assert!(daily().is_ok(), "{:?}", daily());
    }

    #[test]
    fn every_embedded_line_is_a_puzzle() {
        for file in FILES.files().filter(|file| file.path().extension().is_some_and(|extension| extension == "txt")) {
            let name = file.path().file_stem().and_then(|name| name.to_str()).unwrap_or_default();
            assert!(json::NAMES.contains(&name), "{name} is a known file");
            for (line, puzzle) in puzzle::read(file.contents()) {
                assert!(puzzle.is_ok(), "{name}.txt, line {line}: {puzzle:?}");
            }
        }
    }
}
