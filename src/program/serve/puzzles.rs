//! The puzzles, embedded in the program.

use include_dir::{Dir, include_dir};
use khepri_protocol::puzzles::json::{self, PuzzleEntry};

static FILES: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/positions/puzzles");

/// Returns the puzzles of all files. A test checks that every line is valid.
pub fn all() -> Vec<PuzzleEntry> {
    json::entries(|name| FILES.get_file(format!("{name}.txt")).map(|file| file.contents()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use khepri_protocol::puzzles::puzzle;

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
