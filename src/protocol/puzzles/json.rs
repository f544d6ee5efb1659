//! Puzzles and daily lasers as JSON, as the server answers them and as the site has them in files.

use super::daily::{self, DailyError};
use super::puzzle::{self, Puzzle};
use super::themes;
use khepri_rules::{Kind, Move, RuleSet};
use serde::Serialize;

/// The names of the files of puzzles without their extension, in the order of the JSON. Any of them may be absent.
pub const NAMES: [&str; 6] = ["khet2", "khet2-eye", "khet1", "khet1-eye", "deflexion", "deflexion-eye"];

/// A puzzle with the name of its file.
#[derive(Debug, Serialize)]
pub struct PuzzleEntry {
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

impl PuzzleEntry {
    fn of(file: &'static str, puzzle: &Puzzle) -> PuzzleEntry {
        PuzzleEntry {
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
}

/// The daily lasers of a file, each with its themes.
#[derive(Debug, Serialize)]
pub struct DailyEntries {
    from: String,
    puzzles: Vec<PuzzleEntry>,
}

/// Returns the daily lasers of a file.
///
/// # Errors
/// The first fault of the file.
pub fn daily_entries(text: &[u8]) -> Result<DailyEntries, DailyError> {
    let daily = daily::read(text)?;
    let entry = |puzzle: &Puzzle| {
        let themes = themes::themes(&puzzle.position, &puzzle.line);
        PuzzleEntry::of(name_of(puzzle), &Puzzle { themes, ..puzzle.clone() })
    };
    Ok(DailyEntries { from: daily.from.clone(), puzzles: daily.puzzles.iter().map(entry).collect() })
}

/// Returns the name of the file in which a puzzle belongs by its rule set and its Eyes.
fn name_of(puzzle: &Puzzle) -> &'static str {
    let has_eyes = !puzzle.position.board().kind(Kind::Eye).is_empty();
    match (puzzle.position.rule_set(), has_eyes) {
        (RuleSet::Khet2, false) => "khet2",
        (RuleSet::Khet2, true) => "khet2-eye",
        (RuleSet::Khet1, false) => "khet1",
        (RuleSet::Khet1, true) => "khet1-eye",
        (RuleSet::Deflexion, false) => "deflexion",
        (RuleSet::Deflexion, true) => "deflexion-eye",
    }
}

/// Returns the puzzles of all files. `content` returns the content of the file with a name, or `None` if it is absent. Lines that
/// are no puzzles are left out.
pub fn entries<T: AsRef<[u8]>>(mut content: impl FnMut(&str) -> Option<T>) -> Vec<PuzzleEntry> {
    let mut entries = Vec::new();
    for name in NAMES {
        let Some(text) = content(name) else { continue };
        let puzzles = puzzle::read(text.as_ref()).into_iter().filter_map(|(_, puzzle)| puzzle.ok());
        entries.extend(puzzles.map(|puzzle| PuzzleEntry::of(name, &puzzle)));
    }
    entries
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn puzzles_have_the_order_of_the_files_and_no_empty_fields() {
        let win = "////4k4P2///4K5 s khet1 0 1 ; best j4+ ; line j4+ ; rating 700 ; kind win ; themes - ; mate 1";
        let save =
            "4k5////9P2///4K5 s khet1 3 7 ; best e1d1 ; line e1d1 e8d8 ; rating 1 ; kind save ; themes eye-move,flight";
        let content = |name: &str| match name {
            "khet1" => Some(format!("# khet1\n{save}\nno puzzle\n{win}\n")),
            "khet2-eye" => Some(win.to_owned()),
            _ => None,
        };
        let json = serde_json::to_string(&entries(content)).expect("JSON");
        let win = |file: &str| {
            format!(
                "{{\"file\":\"{file}\",\"kfen\":\"////4k4P2///4K5 s khet1 0 1\",\"best\":\"j4+\",\"line\":[\"j4+\"],\
                 \"rating\":700,\"kind\":\"win\",\"themes\":[],\"mate\":1}}"
            )
        };
        let save = "{\"file\":\"khet1\",\"kfen\":\"4k5////9P2///4K5 s khet1 3 7\",\"best\":\"e1d1\",\
                    \"line\":[\"e1d1\",\"e8d8\"],\"rating\":1,\"kind\":\"save\",\"themes\":[\"eye-move\",\"flight\"]}";
        assert_eq!(json, format!("[{},{save},{}]", win("khet2-eye"), win("khet1")));
    }

    #[test]
    fn daily_lasers_have_their_themes() {
        // The Obelisk on g4 leaves the beam, which then reaches the Pharaoh.
        let win = "////4k1O2P3///4K5 s khet1 0 1 ; best g4g5 ; line g4g5 ; rating 700 ; kind win ; themes - ; mate 1";
        let entries = daily_entries(format!("# Daily lasers from 2026-01-31\n{win}\n").as_bytes()).expect("a file");
        let expected = "{\"from\":\"2026-01-31\",\"puzzles\":[{\"file\":\"khet1\",\"kfen\":\"////4k1O2P3///4K5 s khet1 0 1\",\
                        \"best\":\"g4g5\",\"line\":[\"g4g5\"],\"rating\":700,\"kind\":\"win\",\
                        \"themes\":[\"opened-beam\"],\"mate\":1}]}";
        assert_eq!(serde_json::to_string(&entries).expect("JSON"), expected);
    }
}
