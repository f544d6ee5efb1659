//! The tactics suite: the prover compared with an exhaustive recursion, the files, and the commands that make and search them.

use crate::search::prover::wins_plainly;
use crate::support::run;
use crate::twin::random_positions::{Candidate, Plan, arrange, random_game};
use khepri::internal::positions::TACTICS;
use khepri_lab::puzzles::maker::{self, PuzzleSettings};
use khepri_lab::puzzles::prover::{Prover, Verdict};
use khepri_lab::puzzles::{self, Case};
use khepri_rules::internal::util::random::Random;
use khepri_rules::setups::NamedSetup;
use khepri_rules::{Colour, Kind, Move, Orientation, Piece, Position, RuleSet, Setup, setups};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::RangeInclusive;

/// A limit of nodes that no proof here reaches.
const NODES: u64 = 1_000_000_000;

/// Compares the prover with the recursion, and returns the length of the shortest win in plies.
fn compare(prover: &mut Prover, position: &Position, max_plies: usize) -> Option<usize> {
    let shortest = (1..=max_plies).find(|&plies| wins_plainly(position, position.side_to_move(), plies, u32::MAX));
    let expected = shortest.map_or(Verdict::NoWin, |plies| Verdict::Win { plies });
    assert_eq!(prover.shortest_win(position, max_plies, NODES), expected, "{position}");
    shortest
}

/// Returns a random arrangement with up to `pieces` pieces besides Pharaohs and Sphinxes. The Pharaohs are often close together.
fn arrangement(random: &mut Random, pieces: usize) -> Position {
    let candidate = |random: &mut Random| {
        let (kind, on_beam) = (random.below(8), random.below(3) > 0);
        Candidate::random(random, kind, on_beam)
    };
    let candidates = (0..pieces).map(|_| candidate(random)).collect();
    let plan = Plan::random(random, candidates);
    let [first, second] = plan.pharaohs;
    let second = if random.below(2) == 0 { second } else { (first + 1 + random.below(12)) % 80 };
    arrange(&Plan { pharaohs: [first, second], ..plan })
}

#[test]
fn the_prover_agrees_with_a_plain_recursion_on_small_boards() {
    // The numbers of pieces, the arrangements with each, the limit of plies, and the least number of wins one ply below the limit.
    for (pieces, count, max_plies, least) in [(2..=7, 200, 4, 10), (1..=3, 100, 6, 1)] {
        let (mut prover, mut wins, mut kinds) = (Prover::default(), 0, BTreeSet::new());
        for number in pieces {
            let mut random = Random::seed_from_u64((number + max_plies) as u64);
            for position in (0..count).map(|_| arrangement(&mut random, number)) {
                let shortest =
                    if position.outcome().is_none() { compare(&mut prover, &position, max_plies) } else { None };
                wins += u32::from(shortest == Some(max_plies - 1));
                kinds.insert((position.rule_set(), position.board().kind(Kind::Eye).is_empty()));
            }
        }
        assert_eq!(kinds.len(), 6, "each rule set with Eyes and without");
        assert!(wins >= least, "{wins} wins in {} plies", max_plies - 1);
    }
}

#[test]
fn the_prover_agrees_with_a_plain_recursion_at_the_ends_of_random_games() {
    let (mut random, mut prover) = (Random::seed_from_u64(5), Prover::default());
    let mut found = BTreeMap::new();
    for _ in 0..80 {
        for (position, _) in random_game(&mut random, 120).0.into_iter().rev().take(3) {
            *found.entry(compare(&mut prover, &position, 3)).or_insert(0) += 1;
        }
    }
    assert!(found.get(&Some(3)).is_some_and(|&wins| wins >= 2), "{found:?}");
}

/// Returns a random position in which Red has its Pharaoh on the file of its own laser and at most one other piece, with Silver
/// pieces near the Pharaoh.
fn pharaoh_in_own_beam(random: &mut Random) -> Option<Position> {
    let mut setup = Setup::empty([RuleSet::Khet1, RuleSet::Deflexion][random.below(2)]);
    let rank = 1 + random.below(6);
    let mut put = |square: usize, colour: Colour, kind: Kind, digit: u8| {
        let orientation = Orientation::from_digit(digit).expect("1 to 4");
        if setup.squares[square].is_none() {
            setup.squares[square] = Some(Piece::new(colour, kind, orientation));
        }
    };
    put(10 * rank, Colour::Red, Kind::Pharaoh, 1);
    put(5 + random.below(3), Colour::Silver, Kind::Pharaoh, 1);
    for _ in 0..3 + random.below(3) {
        let square = 10 * (rank + random.below(3) - 1) + 1 + random.below(2);
        let kind = [Kind::Obelisk, Kind::Pyramid, Kind::Scarab, Kind::Eye][random.below(4)];
        let digits = if matches!(kind, Kind::Scarab | Kind::Eye) { 2 } else { 4 };
        put(square, Colour::Silver, kind, if kind == Kind::Obelisk { 1 } else { 1 + random.below(digits) as u8 });
    }
    if random.below(3) == 0 {
        put(random.below(80), Colour::Red, Kind::Pyramid, 1 + random.below(4) as u8);
    }
    Position::try_from(setup).ok()
}

#[test]
fn the_prover_agrees_with_a_plain_recursion_where_the_loser_must_hit_his_own_pharaoh() {
    let (mut random, mut prover) = (Random::seed_from_u64(7), Prover::default());
    let mut found = BTreeMap::new();
    for number in 0..600 {
        let Some(position) = pharaoh_in_own_beam(&mut random) else { continue };
        let position = if number % 2 == 0 { position } else { position.half_turn() };
        *found.entry(compare(&mut prover, &position, 4)).or_insert(0) += 1;
    }
    for plies in [2, 4] {
        assert!(found.get(&Some(plies)).is_some_and(|&wins| wins >= 2), "{found:?}");
    }
}

/// Returns the positions of the suite that are won in a number of moves within a range.
fn suite(moves: RangeInclusive<u32>) -> Vec<Case> {
    let read = |(name, text)| puzzles::read(text).unwrap_or_else(|error| panic!("{name}: {error}"));
    TACTICS.into_iter().flat_map(read).filter(|case| moves.contains(&case.moves)).collect()
}

#[test]
fn the_prover_and_a_plain_recursion_find_the_wins_of_the_suite_in_up_to_three_moves() {
    let mut prover = Prover::default();
    let cases = suite(1..=3);
    assert!(cases.len() >= 180, "ten of each length in each of the six files");
    for case in cases {
        let shortest = compare(&mut prover, &case.position, 6);
        assert_eq!(shortest.map(|plies| plies.div_ceil(2)), Some(case.moves as usize), "{case}");
    }
}

#[test]
fn the_prover_finds_the_wins_that_begin_with_another_move() {
    let (mut prover, mut plain, mut found) = (Prover::default(), super::prover::Prover::default(), [0; 2]);
    for case in suite(1..=2) {
        let plies = 2 * case.moves as usize;
        let moves = case.position.legal_moves();
        let winning: Vec<Move> = moves.into_iter().filter(|&mv| plain.wins_by(&case.position, mv, plies)).collect();
        let first = *winning.first().expect("a winning move");
        let is_won = matches!(prover.shortest_other_win(&case.position, first, plies, NODES), Verdict::Win { .. });
        assert_eq!(is_won, winning.len() > 1, "{case}: {first} of {winning:?}");
        found[usize::from(is_won)] += 1;
    }
    assert!(found.iter().all(|&count| count >= 10), "{found:?}");
}

#[test]
#[ignore = "takes as long as all other tests of this file: the longer wins"]
fn the_prover_finds_the_wins_of_the_suite_in_four_and_five_moves() {
    for case in suite(4..=5) {
        let verdict = Prover::default().shortest_win(&case.position, 9, NODES);
        assert_eq!(verdict.moves(), Some(case.moves), "{case}: {verdict:?}");
    }
}

fn text(arguments: &[&str]) -> String {
    let output = run(arguments);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{arguments:?}: {errors}");
    assert!(errors.is_empty(), "no progress without a terminal: {errors}");
    String::from_utf8(output.stdout).expect("text")
}

/// Arguments for few and short games.
const SMALL: [&str; 11] =
    ["tactics", "--variant", "khet1", "--each", "1", "--nodes", "100", "--proof-nodes", "20000", "--games", "9"];

#[test]
fn the_same_command_makes_the_same_file_and_bench_counts_what_is_solved() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("made.txt");
    let made = text(&SMALL);
    let cases = puzzles::read(&made).expect("a suite");
    assert!(!cases.is_empty(), "{made}");
    let is_start = |set_up: &&NamedSetup| {
        set_up.position.rule_set() == RuleSet::Khet1 && set_up.position.board().kind(Kind::Eye).is_empty()
    };
    let setups = setups::all().iter().filter(is_start).collect();
    let settings = PuzzleSettings { setups, each: 1, nodes: 100, proof_nodes: 20_000, games: 9, seed: 1 };
    let again = maker::make(&settings, &mut |_| {}).expect("memory");
    assert!(again.cases.iter().map(Case::to_string).eq(cases.iter().map(Case::to_string)), "{made}");
    let command = "khepri tactics --variant khet1 --each 1 --nodes 100 --proof-nodes 20000 --games 9 --seed 1";
    assert!(made.lines().any(|line| line.starts_with('#') && line.ends_with(command)), "{made}");
    // The file calls a win in one move a win in two.
    let wrong = format!("{} ; mate 2", cases[0].position);
    assert_eq!(cases[0].moves, 1);
    std::fs::write(&file, format!("{wrong}\n{}\n", cases[0])).expect("a file");
    let found = text(&["bench", "--tactics", &file.to_string_lossy()]);
    let lines: Vec<&str> = found.lines().collect();
    assert!(
        lines[0].starts_with("unsolved, mate 1 after ") && lines[0].ends_with(&format!(" nodes: {wrong}")),
        "{found}"
    );
    let words = |line: &str| line.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(words(lines[1]), ["nodes", "10000", "100000", "1000000"]);
    assert_eq!(words(lines[3]), ["mate", "1", "1", "1", "1", "1", "1", "1", "1"]);
    assert_eq!(words(lines[4]), ["mate", "2", "1", "0", "1", "0", "1", "0", "1"]);
    assert_eq!(words(lines[lines.len() - 1]), ["all", "2", "1", "2", "1", "2", "1", "2"]);
}

#[test]
fn a_faulty_file_is_reported_with_its_line() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("bad.txt");
    std::fs::write(&file, "# a comment\n////4k4P3///4K5 s khet1 ; mate 0\n").expect("a file");
    for (name, reason) in [(file.clone(), "line 2"), (folder.path().join("none.txt"), "none.txt")] {
        let output = run(&["bench", "--tactics", &name.to_string_lossy()]);
        let errors = String::from_utf8_lossy(&output.stderr);
        assert_eq!((output.status.code(), errors.lines().count()), (Some(2), 1), "{errors}");
        assert!(errors.contains("--tactics") && errors.contains(reason) && output.stdout.is_empty(), "{errors}");
    }
}
