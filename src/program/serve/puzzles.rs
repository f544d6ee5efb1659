//! The puzzles, embedded in the program, as the page requests them.

use include_dir::{Dir, include_dir};
use khepri_lab::puzzles::puzzle;
use khepri_rules::Move;
use serde::Serialize;

static FILES: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/positions/puzzles");

/// The names of the files without their extension, in the order of the response. Any of them may be absent.
const NAMES: [&str; 6] = ["khet2", "khet2-eye", "khet1", "khet1-eye", "deflexion", "deflexion-eye"];

/// A puzzle in the response to `/puzzles`.
#[derive(Debug, Serialize)]
pub struct Puzzle {
    file: &'static str,
    kfen: String,
    best: String,
    line: Vec<String>,
    rating: u32,
    kind: String,
    themes: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    mate: Option<u32>,
}

/// Returns the puzzles of all files.
pub fn all() -> Vec<Puzzle> {
    NAMES.into_iter().flat_map(of_file).collect()
}

/// Returns the puzzles of one file. A test checks that every line is valid.
fn of_file(file: &'static str) -> Vec<Puzzle> {
    let text = FILES.get_file(format!("{file}.txt")).map_or(&[][..], |file| file.contents());
    let puzzles = puzzle::read(text).into_iter().filter_map(|(_, puzzle)| puzzle.ok());
    puzzles.map(|puzzle| view(file, &puzzle)).collect()
}

fn view(file: &'static str, puzzle: &puzzle::Puzzle) -> Puzzle {
    Puzzle {
        file,
        kfen: puzzle.position.to_string(),
        best: puzzle.best().map(|mv| mv.to_string()).unwrap_or_default(),
        line: puzzle.line.iter().map(Move::to_string).collect(),
        rating: puzzle.rating,
        kind: puzzle.goal.to_string(),
        themes: puzzle.themes.iter().map(ToString::to_string).collect(),
        mate: puzzle.mate,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_embedded_line_is_a_puzzle() {
        for file in FILES.files().filter(|file| file.path().extension().is_some_and(|extension| extension == "txt")) {
            let name = file.path().file_stem().and_then(|name| name.to_str()).unwrap_or_default();
            assert!(NAMES.contains(&name), "{name} is a known file");
            for (line, puzzle) in puzzle::read(file.contents()) {
                assert!(puzzle.is_ok(), "{name}.txt, line {line}: {puzzle:?}");
            }
        }
    }
}
