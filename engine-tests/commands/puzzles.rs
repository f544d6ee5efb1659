//! Tests of `khepri puzzles`: the files that it makes from games, interruptions, the check and the rating of a file.

use super::data_files::Workspace;
use crate::support::{wait, wait_for};
use khepri::internal::puzzles::puzzle::Puzzle;
use std::fs;

/// Silver rotates the Scarab beside Red's Pharaoh and wins in two moves; the proof is in `engine-tests/search/puzzles.rs`.
const WIN: &str = "x32kS23p31//3p2S13P3K/7s22//p16s21P3//4P14X4 s khet2 3 101 ; best e8+ ; line e8+ d6- j3i2 ; rating 600 ; \
                   kind win ; themes quiet ; mate 2";

/// Returns the lines of a file that are not comments.
fn lines(workspace: &Workspace, file: &str) -> Vec<String> {
    let text = fs::read_to_string(workspace.path(file)).expect("a file");
    text.lines().filter(|line| !line.starts_with('#')).map(str::to_owned).collect()
}

#[test]
fn threads_and_interruptions_do_not_change_the_puzzles() {
    let workspace = Workspace::new();
    workspace.make("a", 20, "--nodes 100 --threads 1");
    // Seed 32 gives one puzzle in little time. Another search may need another seed.
    let command =
        |file: &str, options: &str| format!("puzzles {{}}/a --output {{}}/{file} --games 2 --seed 32 {options}");
    let result = workspace.run_ok(&command("one.txt", "--threads 1"));
    let one = lines(&workspace, "one.txt");
    assert!(!one.is_empty(), "there are puzzles");
    assert_eq!(result.last_line(), format!("2 games, {} puzzles", one.len()));
    let head = fs::read_to_string(workspace.path("one.txt")).expect("a file");
    assert!(head.contains(" with bench 2378792: khepri puzzles ") && head.contains("--seed 32 --games 2\n"), "{head}");

    let mut run = workspace.start(&command("two.txt", "--threads 2"));
    let journal = workspace.path("two.txt.journal");
    wait_for(|| fs::read_to_string(&journal).unwrap_or_default(), |text: &String| text.contains("# games 1\n"));
    run.kill().expect("a running command");
    wait(&mut run);
    assert!(!fs::exists(workspace.path("two.txt")).expect("a folder"), "the file is only written when it is complete");
    workspace.assert_refused(
        &command("two.txt", "").replace("--seed 32", "--seed 2"),
        &["--output", "two.txt.journal", "other work", "--force"],
    );
    workspace.run_ok(&command("two.txt", "--threads 1"));
    assert_eq!(lines(&workspace, "two.txt"), one);
    assert!(!fs::exists(journal).expect("a folder"), "the journal is removed at the end");

    let result = workspace.run("puzzles {}/a --output - --games 1 --seed 2");
    let puzzles = result.stdout.lines().filter(|line| !line.starts_with('#')).count();
    assert!(result.status == Some(0) && result.stdout.starts_with("# Puzzles, one a line"), "{}", result.stdout);
    assert_eq!(result.stderr, format!("1 games, {puzzles} puzzles\n"));
    workspace.assert_refused(&command("one.txt", ""), &["--output", "one.txt", "--force replaces it"]);
    workspace.assert_refused("puzzles {}/a --output {}/a/games.khepri", &["--output", "<FILE> reads this file"]);
    workspace.assert_refused("puzzles {}/missing --output {}/new.txt", &["missing"]);
}

#[test]
fn a_check_names_each_fault_with_its_line() {
    let workspace = Workspace::new();
    let puzzle = WIN.parse::<Puzzle>().expect("a puzzle");
    assert_eq!(puzzle.to_string(), WIN);
    let turned = Puzzle {
        position: puzzle.position.half_turn(),
        line: puzzle.line.iter().map(|mv| mv.half_turn()).collect(),
        ..puzzle.clone()
    };
    let wrong = WIN
        .replace("s khet2 3 101", "s khet2 4 101")
        .replace("kind win ; themes quiet ; mate 2", "kind save ; themes quiet,swap ; mate 1");
    // The beam already hits the Pharaoh on e4.
    let standing = "////4k4P3///4K5 s khet1 0 1 ; best e1d1 ; line e1d1 ; rating 600 ; kind win ; themes - ; mate 1";
    let text =
        format!("# a comment\n{WIN}\n{turned}\n\n{wrong}\n{standing}\n{}\n", WIN.replace("rating 600", "rating x"));
    fs::write(workspace.path("faults.txt"), text).expect("a file");
    let result = workspace.run("puzzles --check {}/faults.txt --threads 2");
    let found: Vec<&str> = result.stdout.lines().collect();
    let expected = [
        "line 3: the position of line 2 again",
        "line 5: themes: expected quiet, found quiet,swap",
        "line 5: line: expected a win in 1 moves, found 3 plies",
        "line 5: kind: expected win, found save",
        "line 5: mate: expected 2, found 1",
        "line 5: the position of line 3 again",
        "line 6: best: the standing beam already hits the opponent's Pharaoh",
    ];
    assert_eq!((result.status, &found[..7]), (Some(1), &expected[..]), "{}{}", result.stdout, result.stderr);
    assert!(found[7].starts_with("line 7: column ") && found[7].contains(": rating: "), "{}", found[7]);
    assert_eq!(found[8..], ["4 puzzles, 8 faults"]);

    fs::write(workspace.path("good.txt"), format!("# a comment\n{WIN}\n")).expect("a file");
    assert_eq!(workspace.run_ok("puzzles --check {}/good.txt").stdout, "1 puzzles, 0 faults\n");
    workspace.assert_refused("puzzles --check {}/missing.txt", &["--check", "missing.txt"]);
}

#[test]
fn a_rated_file_differs_only_in_the_ratings_and_one_line_of_the_head() {
    let workspace = Workspace::new();
    let start = "# Rated by 12 levels from 600 to 2800, 12 searches each: ";
    let other = WIN.replace("s khet2 3 101", "s khet2 4 101").replace("rating 600", "rating 2999");
    fs::write(workspace.path("old.txt"), format!("# a comment\n{WIN}\n\n# another\n{other}\n")).expect("a file");
    let result = workspace.run_ok("puzzles --rate {}/old.txt --output {}/new.txt --threads 2");
    assert!(result.last_line().starts_with("2 puzzles, "), "{}", result.stdout);
    let text = fs::read_to_string(workspace.path("new.txt")).expect("a file");
    let new: Vec<&str> = text.lines().collect();
    assert_eq!((new[0], new[3], new[4], new.len()), ("# a comment", "", "# another", 6));
    assert!(
        new[1].starts_with(start) && new[1].ends_with(" of 2 ratings (0.0 %) at the bounds 400 and 3000."),
        "{text}"
    );
    // The counters of a position do not change what a level sees.
    let rating = new[2].parse::<Puzzle>().expect("a puzzle").rating;
    assert!((401..3000).contains(&rating), "{text}");
    assert_eq!(new[2], WIN.replace("rating 600", &format!("rating {rating}")));
    assert_eq!(new[5], other.replace("rating 2999", &format!("rating {rating}")));

    workspace.run_ok("puzzles --rate {}/new.txt --output {}/again.txt --threads 1");
    assert_eq!(fs::read_to_string(workspace.path("again.txt")).expect("a file"), text);
    workspace.assert_refused(
        "puzzles --rate {}/old.txt --output {}/old.txt --force",
        &["--output", "--rate reads this file"],
    );
    workspace.assert_refused("puzzles --rate {}/old.txt --output {}/new.txt", &["--output", "--force replaces it"]);
    workspace.assert_refused("puzzles --rate {}/missing.txt --output {}/x.txt", &["--rate", "missing.txt"]);
    fs::write(workspace.path("bad.txt"), format!("{WIN}\n{}\n", WIN.replace("kind win", "kind lose"))).expect("a file");
    workspace.assert_refused("puzzles --rate {}/bad.txt --output {}/x.txt", &["--rate", "bad.txt: line 2: ", "kind: "]);
    assert!(!fs::exists(workspace.path("x.txt")).expect("a folder"));
}
