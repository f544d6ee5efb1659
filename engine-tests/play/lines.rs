//! Tests of single lines through a pipe: every command, invalid lines, the end of the input, and invalid bytes.

use crate::support::{Ended, Engine, PROGRAM};
use std::fs;
use std::process::Command;

/// A position with two Pharaohs and two Sphinxes.
const BARE: &str = "x39/4k5/////4K5/9X1 s khet2 0 1";

fn play(arguments: &[&str], input: &[u8]) -> Ended {
    let mut session = Engine::run(Command::new(PROGRAM).arg("play").args(arguments));
    session.send_bytes(input);
    session.end()
}

/// The arguments for a weak opponent, and for one that plays [`BARE`] without errors.
const WEAK: [&str; 2] = ["--level", "600"];
const STRONG: [&str; 4] = ["--level", "full", "--movetime", "30"];

/// Returns the lines of a run that ended with status 0.
fn lines(opponent: &[&str], arguments: &[&str], input: &str) -> Vec<String> {
    let ended = play(&[opponent, arguments].concat(), input.as_bytes());
    assert_eq!((ended.status.code(), ended.errors.as_str()), (Some(0), ""), "{:#?}", ended.lines);
    ended.lines
}

fn has(lines: &[String], part: &str) -> bool {
    lines.iter().any(|line| line.contains(part))
}

#[test]
fn every_command_prints_at_most_80_columns() {
    let commands =
        "help\nmoves\nmoves h2\nbeam\nbeam red\nbeam j1-\nshow\nhint\neval\nh2g\nh2g2\nundo\ndraw\nnew\nresign\n";
    let lines = lines(&WEAK, &["--movetime", "50"], commands);
    for part in [
        "h2+, h2-           rotate",
        "h2+   h2-   h2g1",
        "If you play: j1-. The shot hits the silver Anubis on f1.",
        "Khepri would play ",
        "total ",
        "`h2g`: expected one of h2g1, h2g2",
        "You: h2g2. The shot hits nothing.",
        "Taken back: ",
        "no draw to claim: this position has stood once",
        "The game is over. Khepri wins as red by resignation (0-1).",
    ] {
        assert!(has(&lines, part), "{part}: {lines:#?}");
    }
    assert!(lines.iter().all(|line| line.chars().count() <= 80), "{lines:#?}");
}

#[test]
fn an_invalid_line_is_answered_by_one_line() {
    let mut session = Engine::run(Command::new(PROGRAM).arg("play"));
    session.lines_until("the first turn", |line| line.starts_with("Move 1"));
    for (line, part) in [
        ("foo", "`help` lists them"),
        ("h2h4", "h4 is not next to h2"),
        ("moves x", "a square is"),
        ("undo", "no move of yours"),
        ("save", "expected a file"),
        ("save /", "is there already"),
        ("save /no/such/folder/game.kgn", "/no/such/folder/game.kgn"),
        ("\u{1b}]0;title\u{7}", "expected a move"),
        // The next line is the answer to the next command, so nothing else was printed.
        ("draw", "no draw to claim"),
    ] {
        session.send(line);
        let answer = session.next_line("an answer").expect("an answer");
        assert!(answer.contains(part) && !answer.contains('\u{1b}'), "{line}: {answer}");
    }
    assert_eq!(session.end().status.code(), Some(0));
}

#[test]
fn the_end_of_the_input_prints_the_command_that_continues_the_game() {
    let first = lines(&WEAK, &["--variant", "khet1", "--setup", "imhotep", "--colour", "red"], "moves\n");
    let command = first.last().expect("a command");
    let words = shlex::split(command).expect("a command for a shell");
    assert_eq!(words[..2], ["khepri", "play"], "{command}");
    let words: Vec<&str> = words[2..].iter().map(String::as_str).collect();
    assert_eq!(play(&words, b"").lines.last(), Some(command), "the same game without further moves");
    let unplayed = lines(&WEAK, &[], "");
    assert!(unplayed.last().is_some_and(|line| line.starts_with("Move 1")), "no move, no command: {unplayed:?}");
}

#[test]
fn the_human_moves_first_unless_a_colour_is_given() {
    for (rule_set, named, turn) in [
        ("khet2", &[][..], "Move 1: your turn, silver."),
        ("deflexion", &[], "Move 1: your turn, red."),
        ("deflexion", &["--colour", "silver"], "Move 1: your turn, silver."),
    ] {
        let printed = lines(&WEAK, &[&["--variant", rule_set], named].concat(), "moves\n");
        let first_turn = printed.iter().position(|line| line == turn);
        let first_turn = first_turn.unwrap_or_else(|| panic!("expected `{turn}` in {printed:#?}"));
        let engine_moved = printed[..first_turn].iter().any(|line| line.starts_with("Khepri: "));
        assert_eq!(engine_moved, !named.is_empty(), "{printed:#?}");
        assert_eq!(printed.last().is_some_and(|line| line.contains("--colour silver")), engine_moved, "{printed:#?}");
    }
}

#[test]
fn saved_games_are_saved_again_at_their_end_and_replace_no_other_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let [game, other] = ["a game.kgn", "other.kgn"].map(|name| folder.path().join(name).to_string_lossy().into_owned());
    fs::write(&other, "mine").expect("a file");
    let input = format!("j1-\nsave -\nsave {game}\nsave {other}\nj1+\nundo\nj1+\nnew\nj1-\nresign\n");
    let lines = lines(&STRONG, &["--kfen", BARE], &input);
    assert!(has(&lines, "is there already"), "{lines:#?}");
    assert_eq!(fs::read_to_string(other).expect("the file"), "mine");
    let text = fs::read_to_string(game).expect("the game");
    assert!(text.contains("[PlyCount \"4\"]") && text.contains("[Result \"*\"]"), "the game before `new`: {text}");
    assert!(text.contains("[Silver \"Player\"]\n[Red \"Khepri "), "{text}");
    assert!(has(&lines, "[Silver \"Player\"]") && !std::path::Path::new("-").exists(), "a minus is stdout: {lines:#?}");
    let last = lines.last().expect("a line");
    assert!(last.starts_with("khepri play --kfen ") && last.contains(" --moves 'j1- "), "the second game: {lines:#?}");
    assert_eq!(lines.iter().filter(|line| line.starts_with("The game is not saved")).count(), 1, "{lines:#?}");
}

#[test]
fn a_name_in_quotation_marks_is_read_without_them_and_an_empty_one_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let game = folder.path().join("a game.kgn");
    let program = |input: &str| {
        let mut session =
            Engine::run(Command::new(PROGRAM).args(["play", "--level", "600"]).current_dir(folder.path()));
        session.send(input);
        session.end().lines
    };
    let refused = program("save \"\"");
    assert!(has(&refused, "expected the name of a file, as in `save game.kgn`, found `\"\"`"), "{refused:#?}");
    assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 0);
    let saved = program("save \"a game.kgn\"");
    assert!(has(&saved, "Saved to a game.kgn.") && game.exists(), "{saved:#?}");
}

#[test]
fn a_draw_can_be_claimed_at_the_third_occurrence() {
    let eight = "j1- a8- j1+ a8+ j1- a8- j1+ a8+";
    let claimed = lines(&STRONG, &["--kfen", BARE, "--moves", eight], "draw\nj1-\nundo\n");
    assert!(has(&claimed, "your turn, silver. This position stands for the third time"), "{claimed:#?}");
    assert!(has(&claimed, "The game is over. A draw by threefold repetition (1/2-1/2)."), "{claimed:#?}");
    assert!(has(&claimed, "Taken back: the end of the game."), "{claimed:#?}");
    let seven = eight.strip_suffix(" a8+").expect("eight moves");
    let refused = lines(&STRONG, &["--kfen", BARE, "--moves", seven, "--colour", "red"], "draw\n");
    assert!(has(&refused, "no draw to claim: this position has stood 2 times"), "{refused:#?}");
}

#[test]
fn the_engine_wins_and_the_end_of_the_game_is_printed() {
    // Silver's Sphinx rotates to the west and hits the Pharaoh on e1.
    let lines = lines(&STRONG, &["--kfen", "x39/////4K5//4k4X1 s khet2", "--colour", "red"], "e1e2\nhint\n");
    assert!(has(&lines, "Khepri: j1-. The shot hits the red Pharaoh on e1."), "{lines:#?}");
    assert!(has(&lines, "The game is over. Khepri wins as silver: the Pharaoh is hit (1-0)."), "{lines:#?}");
    assert!(has(&lines, "the game is over"), "a move after the end: {lines:#?}");
}

#[test]
fn invalid_bytes_and_an_endless_line_are_handled() {
    let ended = play(&[], b"\xff\xfe\x00\x1b[31m\n\r\n\t\nh2g2\x00\nquit");
    assert_eq!((ended.status.code(), ended.errors.as_str()), (Some(0), ""));
    assert!(ended.lines.iter().all(|line| !line.contains(|letter: char| letter.is_control())), "{:?}", ended.lines);
    let mut session = Engine::run(Command::new(PROGRAM).arg("play"));
    session.send_bytes(&vec![b'x'; (1 << 20) + 1]);
    let ended = session.end();
    assert_eq!(ended.status.code(), Some(1));
    assert!(has(&ended.lines, "the input cannot be read: line 1: expected a line of at most"), "{:?}", ended.lines);
}
