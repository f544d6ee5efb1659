//! Checks a puzzle again: its only solution by search and prover, and the fields of its line.

use super::examiner::{Examiner, Flaw};
use super::puzzle::Puzzle;
use super::rating;
use super::themes::{self, Theme};
use khepri_engine::Signals;
use khepri_rules::Outcome;
use std::fmt::Display;

/// Returns the faults of a puzzle, or `None` if `signals` stops the check. Only the bounds of the rating are checked: it depends on
/// the version that made it. The later moves of a line are not searched again.
pub fn faults(puzzle: &Puzzle, examiner: &mut Examiner, signals: &Signals) -> Option<Vec<String>> {
    let mut faults = Vec::new();
    let themes = themes::themes(&puzzle.position, &puzzle.line);
    if themes != puzzle.themes {
        faults.push(format!("themes: expected {}, found {}", listed(&themes), listed(&puzzle.themes)));
    }
    if !(rating::LOWEST..=rating::HIGHEST).contains(&puzzle.rating) {
        faults.push(format!("rating: expected {} to {}, found {}", rating::LOWEST, rating::HIGHEST, puzzle.rating));
    }
    faults.extend(line_fault(puzzle).map(|fault| format!("line: {fault}")));
    let solution = match examiner.examine(&puzzle.position, signals) {
        Err(Flaw::Interrupted) => return None,
        Err(flaw) => {
            faults.push(format!("best: {flaw}"));
            return Some(faults);
        }
        Ok(solution) => solution,
    };
    let mut compare = |field: &str, expected: &dyn Display, found: &dyn Display| {
        if expected.to_string() != found.to_string() {
            faults.push(format!("{field}: expected {expected}, found {found}"));
        }
    };
    if let (Some(&best), Some(found)) = (solution.line.first(), puzzle.best()) {
        compare("best", &best, &found);
    }
    compare("kind", &solution.goal, &puzzle.goal);
    let number = |mate: Option<u32>| mate.map_or("none".to_owned(), |mate| mate.to_string());
    compare("mate", &number(solution.mate), &number(puzzle.mate));
    Some(faults)
}

/// Returns what is wrong with the length or the end of the line.
fn line_fault(puzzle: &Puzzle) -> Option<String> {
    let plies = puzzle.line.len();
    let mut after = puzzle.position.clone();
    puzzle.line.iter().for_each(|&mv| {
        after.play_unchecked(mv);
    });
    match puzzle.mate {
        Some(mate) if plies.div_ceil(2) as u32 != mate => {
            Some(format!("expected a win in {mate} moves, found {plies} plies"))
        }
        Some(_) if after.outcome() != Some(Outcome::Win(puzzle.position.side_to_move())) => {
            Some("expected a hit on the opponent's Pharaoh at the end".to_owned())
        }
        None if plies.is_multiple_of(2) => Some("expected a move of the solver at the end".to_owned()),
        _ => None,
    }
}

fn listed(themes: &[Theme]) -> String {
    if themes.is_empty() {
        "none".to_owned()
    } else {
        themes.iter().map(Theme::to_string).collect::<Vec<_>>().join(",")
    }
}
