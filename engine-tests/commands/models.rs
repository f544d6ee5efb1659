//! The models of results: wherever the program turns a score into chances, it uses the model of the position that docs/wdl.md states.

use super::data_files::Workspace;
use crate::support::in_process::InProcess;
use crate::support::results::groups;
use crate::support::run;
use std::fs;

#[test]
fn searches_report_the_chances_of_the_model_of_the_position() {
    let mut engine = InProcess::start();
    engine.accept("setoption name UCI_ShowWDL value true");
    for group in groups() {
        engine.accept(&format!("position kfen {}", group.kfen));
        engine.send("go depth 3");
        let lines = engine.lines_until("bestmove", |line| line.starts_with("bestmove"));
        let reported: Vec<[i32; 4]> = lines.iter().filter_map(|line| score_and_wdl(line)).collect();
        assert!(!reported.is_empty(), "{lines:?}");
        for [score, shares @ ..] in reported {
            assert_eq!(shares.map(|share| share as u32), group.wdl(score), "{}: {score}", group.kfen);
        }
    }
}

/// Returns the centipawns of a line, and its chances of a win, a draw and a loss.
fn score_and_wdl(line: &str) -> Option<[i32; 4]> {
    let mut words =
        line.split(" score cp ").nth(1)?.split(' ').filter(|word| !word.ends_with("bound") && *word != "wdl");
    let number = |word: &str| word.parse().expect("a number");
    Some([(); 4].map(|()| number(words.next().expect("four numbers"))))
}

#[test]
fn reviews_have_the_chances_of_the_model_of_the_position_before_a_move() {
    let workspace = Workspace::new();
    let groups = groups();
    let games = groups.iter().map(|group| format!("[KFEN \"{}\"]\n\n1. e2e1 e7e8 *\n\n", group.kfen));
    fs::write(workspace.path("games.kgn"), games.collect::<String>()).expect("a file");
    let output = run(&["analyse", &workspace.path("games.kgn"), "--nodes", "300"]);
    let table = String::from_utf8(output.stdout).expect("text");
    let rows = table.lines().map(|line| line.split_whitespace().collect::<Vec<_>>());
    let rows: Vec<_> = rows.filter(|row| row.first().is_some_and(|number| number.starts_with("1."))).collect();
    assert_eq!(rows.len(), 2 * groups.len(), "{table}");
    for (group, rows) in groups.iter().zip(rows.chunks(2)) {
        for row in rows {
            // Moves of the Pharaohs hit nothing, so both moves have the model of the start.
            let score: f64 = row[2].parse().expect("a score");
            let chance: f64 = row[3].parse().expect("a chance");
            let expected = group.chance((100.0 * score).round() as i32);
            assert!((chance - expected).abs() <= 0.05 + 1e-9, "{row:?}: {expected}");
        }
    }
}

#[test]
fn the_points_of_reliability_and_accuracy_are_those_of_the_model_of_the_position() {
    let workspace = Workspace::new();
    for group in groups() {
        for score in [-250_i32, 30, 420] {
            let scored = format!("{}{}.{:02}", if score < 0 { '-' } else { '+' }, score.abs() / 100, score.abs() % 100);
            let game = format!("[KFEN \"{}\"]\n\n1. e2e1 {{{scored}/9}} 1-0\n", group.kfen);
            fs::write(workspace.path("games.kgn"), game).expect("a file");
            let made = workspace.run("wdl --reliability {}/games.kgn");
            let row = made.stdout.lines().nth(2).unwrap_or_else(|| panic!("{} {}", made.stdout, made.stderr));
            let predicted: f64 = row.split_whitespace().nth(2).and_then(|word| word.parse().ok()).expect("points");
            // The points of reliability are not rounded to thousandths of a win and of a loss.
            assert!((predicted - group.chance(score) / 100.0).abs() < 0.0011, "{}: {row}", group.kfen);
        }
        let mut engine = InProcess::at(&group.kfen);
        engine.send("eval");
        let lines = engine.lines_until("the total", |line| line.starts_with("total "));
        let total = lines.last().and_then(|line| line.split(' ').nth(1)).and_then(|word| word.parse().ok());
        let distance = (group.chance(total.expect("centipawns")) - 50.0).abs();
        fs::write(workspace.path("cases.txt"), format!("{} ; e2e1 0.5000 ; e2d1 0.4000\n", group.kfen))
            .expect("a file");
        let made = workspace.run("bench --accuracy {}/cases.txt --nodes 100");
        let table = made.stdout.split_once("static evaluation").unwrap_or_else(|| panic!("{}", made.stdout)).1;
        let mean: f64 =
            table.lines().nth(1).and_then(|row| row.split_whitespace().nth(2)?.parse().ok()).expect("a mean");
        assert!((mean - distance).abs() < 0.11, "{}: {distance}\n{table}", group.kfen);
    }
}
