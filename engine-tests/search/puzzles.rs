//! The files of puzzles: their number, variety and themes, the proofs of their wins by another prover, the list of proved files, and the
//! daily lasers.

use super::prover::Prover;
use crate::clean_room::actions::carry_out;
use crate::clean_room::pieces::Effect;
use crate::clean_room::position::Position as OtherPosition;
use crate::clean_room::squares::{Direction, Square};
use khepri_lab::puzzles::daily;
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
    let mut goals = HashSet::new();
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
        }
    }
    assert!(total >= LEAST && 2 * khet2 >= total, "{total} puzzles, {khet2} of khet2");
    assert_eq!(goals.len(), Goal::ALL.len(), "{goals:?}");
}

/// Returns whether a theme is possible in the puzzles of a file.
fn is_possible(theme: Theme, file: &str) -> bool {
    match theme {
        Theme::DoubleHit | Theme::EyeMove | Theme::EyeSplit => file.ends_with("-eye"),
        Theme::Sphinx => file.starts_with("khet2"),
        _ => true,
    }
}

/// A theme that few puzzles have gives a filter nothing to show, and one that most have says nothing.
#[test]
fn every_theme_is_that_of_2_to_40_percent_of_the_puzzles_that_can_have_it() {
    for (theme, name) in Theme::ALL {
        let possible = FILES.iter().filter(|(_, file, _)| is_possible(theme, file)).flat_map(|(.., puzzles)| puzzles);
        let (mut with, mut all) = (0, 0);
        for puzzle in possible {
            all += 1;
            with += usize::from(puzzle.themes.contains(&theme));
        }
        println!("{name}: {with} of {all}");
        assert!(with >= 25 && 100 * with >= 2 * all && 100 * with <= 40 * all, "{name}: {with} of {all}");
        let impossible =
            FILES.iter().filter(|(_, file, _)| !is_possible(theme, file)).flat_map(|(.., puzzles)| puzzles);
        assert!(impossible.into_iter().all(|puzzle| !puzzle.themes.contains(&theme)), "{name}");
    }
}

/// The daily lasers, and the CRC-32 of the file up to the end of its first lines, which belong to past days. A longer file gets another
/// pair here; the present ones stay.
const DAILY: &str = include_str!("../../positions/daily.txt");
const PREFIXES: [(usize, u32); 1] = [(650, 0x8f0d_054a)];

#[test]
fn the_first_daily_lasers_never_change() {
    for (lines, checksum) in PREFIXES {
        let first: String = DAILY.split_inclusive('\n').take(lines).collect();
        assert_eq!(first.lines().count(), lines);
        assert_eq!(crc32fast::hash(first.as_bytes()), checksum, "the first {lines} lines have changed");
    }
}

/// Returns the squares on which the beams of a move's shot end, by the second implementation of the rules.
fn ends_of_shot(kfen: &str, mv: &str) -> Vec<String> {
    let position = OtherPosition::from_kfen(kfen).expect("a position");
    let action = position.action(mv).expect("a legal move");
    let (_, shot) = position.preview(&action);
    let mut board = position.board;
    carry_out(&mut board, &action);
    let mut ends = Vec::new();
    for (square, heading) in Square::all().flat_map(|square| Direction::ALL.map(|heading| (square, heading))) {
        if !shot.enters(square, heading) {
            continue;
        }
        let exits = match board.at(square).map(|piece| piece.kind.effect(heading)) {
            None => vec![heading],
            Some(Effect::Reflected(side)) => vec![side],
            Some(Effect::Split(side)) => vec![heading, side],
            Some(Effect::Absorbed | Effect::Hit) => vec![],
        };
        let stops = exits.is_empty().then_some(());
        let leaves = exits.into_iter().filter(|&exit| square.towards(exit).is_none()).map(|_| ());
        ends.extend(leaves.chain(stops).map(|()| square.to_string()));
    }
    ends
}

#[test]
fn every_daily_laser_is_a_proven_win_of_its_own_whose_shot_has_one_end() {
    let daily = daily::read(DAILY.as_bytes()).unwrap_or_else(|error| panic!("{error}"));
    assert!(daily.puzzles.len() >= 600, "{} daily lasers", daily.puzzles.len());
    let mut seen = HashSet::new();
    for puzzle in &daily.puzzles {
        assert!(puzzle.goal == Goal::Win && puzzle.mate.is_some() && puzzle.themes.is_empty(), "{puzzle}");
        assert!(seen.insert(board(&puzzle.position)), "{puzzle} is there twice");
        let ends = ends_of_shot(&puzzle.position.to_string(), &puzzle.line[0].to_string());
        assert_eq!(ends.len(), 1, "{puzzle}: {ends:?}");
    }
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
