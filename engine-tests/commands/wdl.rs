//! Tests of `khepri wdl`: which positions it counts, and the numbers of its tables.

use super::data_files::Workspace;
use crate::support::results::groups;
use std::fs;

/// A game in KGN from the position of a line of tags.
fn game(start: &str, moves: &str, result: &str) -> String {
    format!("[Event \"x\"]\n[RuleSet \"khet2\"]\n{start}\n[Result \"{result}\"]\n\n{moves} {result}\n\n")
}

const CLASSIC: &str = "[SetUp \"classic\"]";
const WITH_EYES: &str = "[SetUp \"classic-eye\"]";
/// The Pharaohs can be hit, the Sphinxes and the Scarab cannot.
const PHARAOHS: &str = "[KFEN \"x39/4k5///4S15//4K5/9X1 s khet2 0 1\"]";

/// Returns the table of the reliability in `games`, without the blanks between its columns.
fn table(games: &[String]) -> String {
    printed("wdl --reliability {}/games.kgn", games)
}

/// Returns what a command prints about `games`, without the blanks between its columns.
fn printed(command: &str, games: &[String]) -> String {
    let workspace = Workspace::new();
    fs::write(workspace.path("games.kgn"), games.concat()).expect("a file");
    let made = workspace.run(command);
    assert_eq!((made.status, made.stderr.as_str()), (Some(0), ""), "{}", made.stdout);
    made.stdout.lines().map(|line| line.split_whitespace().collect::<Vec<_>>().join(" ") + "\n").collect()
}

const HEADER: &str = "score games predicted actual standard error difference\n";

#[test]
fn points_are_predicted_for_the_side_to_move_in_groups_of_pieces_and_eyes() {
    let table = table(&[
        game(CLASSIC, "1. h2g2 {+0.35/9} c7d7 {-9.00/9} 2. g2h2", "1-0"),
        game(CLASSIC, "1. h2g2 {+0.20/9} c7d7", "1/2-1/2"),
        game(WITH_EYES, "1. j1- {+3.20/9}", "0-1"),
        game(PHARAOHS, "1. j1- {-3.20/9}", "1/2-1/2"),
    ]);
    // 1 / (1 + e^((even − s) / slope)) is the probability of a win with the score s, and that of a loss is the same for −s. The
    // groups have 221 and 146, 355 and 127, 89 and 144. The variance of the points is the sum of the variances of the games.
    let expected = format!(
        "without Eyes, 14 or more pieces that can be hit\n{HEADER}\
         -5.00… 1 0.005 0.000 0.052 -0.1\n\
         +0.00…0.99 2 0.528 0.750 0.212 +1.0\n\
         3 games, mean squared error 0.03290 (by chance 0.03098), mean absolute error 0.1497\n\n\
         without Eyes, 6 or fewer pieces that can be hit\n{HEADER}\
         -3.00…3.99 1 0.287 0.500 0.252 +0.8\n\
         1 games, mean squared error 0.04551 (by chance 0.06360), mean absolute error 0.2133\n\n\
         with Eyes, 14 or more pieces that can be hit\n{HEADER}\
         +3.00…3.99 1 0.889 0.000 0.266 -3.3\n\
         1 games, mean squared error 0.78980 (by chance 0.07085), mean absolute error 0.8887\n\n\
         all: 5 games, mean squared error 0.18680 (by chance 0.04548), mean absolute error 0.3102\n"
    );
    assert_eq!(table, expected);
}

#[test]
fn a_game_adds_one_position_to_a_cell_and_none_without_a_score_or_a_result() {
    let moves = "1. h2g2 {+1.00/9} c7d7 {+1.99/9} 2. g2h2 {+1.50/9} d7c7 {+M3/9} 3. h2g2 c7d7 {book}";
    let table = table(&[game(CLASSIC, moves, "1-0"), game(CLASSIC, moves, "*")]);
    let rows: Vec<&str> = table.lines().filter(|line| line.starts_with(['+', '-'])).collect();
    assert_eq!(rows.len(), 1, "{table}");
    assert!(rows[0].starts_with("+1.00…1.99 1 "), "{table}");
}

#[test]
fn the_chosen_positions_are_of_both_sides() {
    // Both sides have the same score, so the one position of a game has either of them to move. Silver wins all games.
    let moves = ["h2g2", "h2g1", "h2h1", "h2i2", "c5b5", "c5b4", "c5b6", "c5d5", "j4j3", "j4i3", "j4i4", "j4-"];
    let games = moves.map(|mv| game(CLASSIC, &format!("1. {mv} {{+1.00/9}} c7d7 {{+1.00/9}}"), "1-0"));
    let table = table(&games);
    let row = table.lines().find(|line| line.starts_with("+1.00…1.99 12 ")).unwrap_or_else(|| panic!("{table}"));
    let points: f64 = row.split(' ').nth(3).and_then(|word| word.parse().ok()).expect("the actual points");
    assert!((0.2..=0.8).contains(&points), "{row}");
}

#[test]
fn the_built_in_and_the_fitted_model_are_compared_in_each_group() {
    let text = printed(
        "wdl {}/games.kgn",
        &[
            game(CLASSIC, "1. h2g2 {+0.35/9} c7d7 {+M2/9}", "1-0"),
            game(CLASSIC, "1. h2g2 {-0.70/9} c7d7 2. g2h2 {-0.90/9}", "0-1"),
            game(WITH_EYES, "1. j1- {+3.20/9}", "1/2-1/2"),
        ],
    );
    let rows = text.lines().filter(|line| line.starts_with("with")).map(|line| line.split(' ').collect::<Vec<_>>());
    let rows = rows.collect::<Vec<_>>();
    let groups = groups();
    assert_eq!(rows.len(), groups.len(), "{text}");
    let [first, with_eyes] = [&groups[0], &groups[4]];
    let share = |even: f64, slope: f64, score: f64| 1.0 / (1.0 + ((even - score) / slope).exp());
    // Two scores of the second game share the weight 1.
    let loss = |score: f64| share(first.even, first.slope, -score).ln();
    let likelihood = (share(first.even, first.slope, 35.0).ln() + (loss(-70.0) + loss(-90.0)) / 2.0) / 2.0;
    let [win, lost] = [320.0, -320.0].map(|score| share(with_eyes.even, with_eyes.slope, score));
    for (number, (row, group)) in rows.iter().zip(&groups).enumerate() {
        let [games, scores, even, slope, built_in, ..] = row[row.len() - 8..] else { panic!("{row:?}") };
        let expected = match number {
            0 => ("2", "3", likelihood),
            4 => ("1", "1", (1.0 - win - lost).ln()),
            _ => ("0", "0", 0.0),
        };
        assert_eq!((games, scores), (expected.0, expected.1), "{row:?}");
        let numbers = [even, slope, built_in].map(|word| word.parse::<f64>().expect("a number"));
        for (found, expected) in numbers.into_iter().zip([group.even, group.slope, expected.2]) {
            assert!((found - expected).abs() < 1e-5, "{row:?}: {expected}");
        }
        // No group has enough games for a model of its own, so all have that of the one curve.
        let one = text.lines().find_map(|line| line.strip_prefix("one curve even ")).expect("the one curve");
        assert!(one.starts_with(&format!("{} slope {} ", row[row.len() - 3], row[row.len() - 2])), "{one} {row:?}");
    }
    assert!(text.ends_with("games 3 scores 4\n"), "{text}");
}

#[test]
fn files_without_a_scored_game_are_refused() {
    let workspace = Workspace::new();
    for text in [game(CLASSIC, "1. h2g2 {+0.35/9}", "*"), game(CLASSIC, "1. h2g2 {book}", "1-0"), String::new()] {
        fs::write(workspace.path("games.kgn"), text).expect("a file");
        let made = workspace.run("wdl --reliability {}/games.kgn");
        let expected = format!("{}: no finished game has a score", workspace.path("games.kgn"));
        assert_eq!((made.status, made.stdout.as_str()), (Some(2), ""), "{}", made.stderr);
        assert!(made.stderr.contains(&expected), "{}", made.stderr);
    }
}
