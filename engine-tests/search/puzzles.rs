//! The files of puzzles: their number and variety, the proofs of their wins by another prover, and a sample examined again.

use super::prover::Prover;
use khepri_engine::Signals;
use khepri_lab::puzzles::checker;
use khepri_lab::puzzles::examiner::Examiner;
use khepri_lab::puzzles::puzzle::{self, Goal, Puzzle};
use khepri_lab::puzzles::themes::{self, Theme};
use khepri_rules::{Colour, Kind, Position, RuleSet};
use std::collections::HashSet;
use std::fs;

/// The least number of puzzles of all files.
const LEAST: usize = 1_200;

/// Returns the names of the files without their ending, and their puzzles.
fn files() -> Vec<(String, Vec<Puzzle>)> {
    let names = RuleSet::ALL.into_iter().flat_map(|rule_set| [rule_set.name().to_owned(), format!("{rule_set}-eye")]);
    names
        .map(|name| {
            let path = format!("{}/positions/puzzles/{name}.txt", env!("CARGO_MANIFEST_DIR"));
            let text = fs::read(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
            let puzzles = puzzle::read(&*text);
            let puzzle = |(line, puzzle): (usize, Result<Puzzle, _>)| match puzzle {
                Ok(puzzle) => puzzle,
                Err(error) => panic!("{path}: line {line}: {error}"),
            };
            (name, puzzles.into_iter().map(puzzle).collect())
        })
        .collect()
}

/// Returns the board from the view of the side to move.
fn board(position: &Position) -> String {
    let turned = if position.side_to_move() == Colour::Red { position.half_turn() } else { position.clone() };
    turned.to_string().split(' ').next().unwrap_or_default().to_owned()
}

/// Returns `count` puzzles at equal distances.
fn sample(puzzles: &[Puzzle], count: usize) -> impl Iterator<Item = &Puzzle> {
    puzzles.iter().step_by((puzzles.len() / count).max(1)).take(count)
}

#[test]
fn the_files_have_distinct_puzzles_of_all_rule_sets() {
    let (mut total, mut khet2, mut seen) = (0, 0, HashSet::new());
    let (mut all_themes, mut goals) = (HashSet::new(), HashSet::new());
    for (name, puzzles) in files() {
        let (rule_set, eye) = name.split_once('-').map_or((name.as_str(), false), |(rule_set, _)| (rule_set, true));
        total += puzzles.len();
        khet2 += if rule_set == "khet2" { puzzles.len() } else { 0 };
        for puzzle in puzzles {
            let position = &puzzle.position;
            assert_eq!(position.rule_set().name(), rule_set, "{puzzle}");
            // In a game that started with Eyes, they may have been hit.
            assert!(eye || position.board().kind(Kind::Eye).is_empty(), "{puzzle}");
            assert!(seen.insert(board(position)), "{puzzle} is there twice");
            assert_eq!(themes::themes(position, &puzzle.line), puzzle.themes, "{puzzle}");
            goals.insert(puzzle.goal.to_string());
            all_themes.extend(puzzle.themes.iter().map(Theme::to_string));
        }
    }
    assert!(total >= LEAST && 2 * khet2 >= total, "{total} puzzles, {khet2} of khet2");
    assert_eq!((goals.len(), all_themes.len()), (Goal::ALL.len(), Theme::ALL.len()), "{goals:?} {all_themes:?}");
}

#[test]
fn another_prover_confirms_the_wins_in_two_moves() {
    let (mut prover, mut proven) = (Prover::default(), 0);
    for (name, puzzles) in files() {
        let wins: Vec<Puzzle> = puzzles.into_iter().filter(|puzzle| puzzle.mate == Some(2)).collect();
        for puzzle in sample(&wins, 4) {
            let (position, best, plies) = (&puzzle.position, puzzle.line[0], puzzle.line.len());
            assert!(prover.wins_by(position, best, plies) && !prover.wins(position, plies - 1), "{name}: {puzzle}");
            let others = position.legal_moves().into_iter().filter(|&mv| mv != best);
            let winning: Vec<_> = others.filter(|&mv| prover.wins_by(position, mv, plies)).collect();
            assert!(winning.is_empty(), "{name}: {puzzle}: {winning:?}");
            proven += 1;
        }
    }
    assert!(proven >= 12, "{proven} wins");
}

/// Examines a puzzle of each kind that has no proof. `khepri puzzles --check` examines all of a file.
#[test]
fn a_sample_has_one_solution_each() {
    let mut examiner = Examiner::new().expect("memory");
    for (goal, (name, puzzles)) in [Goal::Material, Goal::Save].into_iter().zip(files()) {
        let puzzle = puzzles.iter().find(|puzzle| puzzle.goal == goal).expect("a puzzle of each kind");
        let faults = checker::faults(puzzle, &mut examiner, &Signals::default()).expect("not stopped");
        assert!(faults.is_empty(), "{name}: {puzzle}: {faults:?}");
    }
}
