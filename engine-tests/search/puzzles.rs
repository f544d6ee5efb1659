//! The files of puzzles: their number and variety, the proofs of their wins by another prover, and the list of proved files.

use super::prover::Prover;
use khepri_lab::puzzles::puzzle::{self, Goal, Puzzle};
use khepri_lab::puzzles::themes::{self, Theme};
use khepri_rules::{Colour, Kind, Position, RuleSet};
use std::collections::HashSet;
use std::fs;
use std::sync::LazyLock;

/// The least number of puzzles of all files.
const LEAST: usize = 1_200;

/// The folder of the package.
const ROOT: &str = env!("CARGO_MANIFEST_DIR");

/// The paths of the files, their names without the ending, and their puzzles.
static FILES: LazyLock<Vec<(String, String, Vec<Puzzle>)>> = LazyLock::new(|| {
    let names = RuleSet::ALL.into_iter().flat_map(|rule_set| [rule_set.name().to_owned(), format!("{rule_set}-eye")]);
    names
        .map(|name| {
            let path = format!("positions/puzzles/{name}.txt");
            let text = fs::read(format!("{ROOT}/{path}")).unwrap_or_else(|error| panic!("{path}: {error}"));
            let puzzles = puzzle::read(&*text);
            let puzzle = |(line, puzzle): (usize, Result<Puzzle, _>)| match puzzle {
                Ok(puzzle) => puzzle,
                Err(error) => panic!("{path}: line {line}: {error}"),
            };
            let puzzles = puzzles.into_iter().map(puzzle).collect();
            (path, name, puzzles)
        })
        .collect()
});

/// Returns the board from the view of the side to move.
fn board(position: &Position) -> String {
    let turned = if position.side_to_move() == Colour::Red { position.half_turn() } else { position.clone() };
    turned.to_string().split(' ').next().unwrap_or_default().to_owned()
}

#[test]
fn the_files_have_distinct_puzzles_of_all_rule_sets() {
    let (mut total, mut khet2, mut seen) = (0, 0, HashSet::new());
    let (mut all_themes, mut goals) = (HashSet::new(), HashSet::new());
    for (_, name, puzzles) in &*FILES {
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
    for (_, name, puzzles) in &*FILES {
        let wins: Vec<&Puzzle> = puzzles.iter().filter(|puzzle| puzzle.mate == Some(2)).collect();
        // Four puzzles at equal distances.
        for puzzle in wins.iter().step_by((wins.len() / 4).max(1)).take(4) {
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

/// `engine-tests/puzzles.sh` proves the files that are not listed, and compares the checksums.
#[test]
fn the_list_of_proved_files_names_files_of_puzzles_with_checksums() {
    let list = fs::read_to_string(format!("{ROOT}/engine-tests/puzzles.txt")).expect("the list");
    let mut listed = HashSet::new();
    for line in list.lines().filter(|line| !line.starts_with('#')) {
        let (sum, path) = line.split_once("  ").unwrap_or_else(|| panic!("expected a checksum and a path: {line}"));
        assert!(sum.len() == 64 && sum.bytes().all(|digit| digit.is_ascii_hexdigit()), "{line}");
        assert!(FILES.iter().any(|(file, ..)| file == path), "expected a file of puzzles: {line}");
        assert!(listed.insert(path), "{path} is listed twice");
    }
}
