//! The mock engine plays legal games in both of its protocols and commits the faults that its flags describe.

use crate::support::mock::mock;
use crate::support::{Ended, Engine};
use khepri::internal::notation::setups;
use khepri::internal::rules::{Game, Move, RuleSet};
use std::fs;
use std::path::Path;
use std::process::Command;
use tempfile::tempdir;

/// Flags whose values are files that the mock creates.
const FILES: [&str; 4] = ["--log", "--option-log", "--once", "--grandchild"];

/// All other flags with a value, and a value for each.
const VALUES: &[(&str, &str)] = &[
    ("--protocol", "khet2ai"),
    ("--seed", "7"),
    ("--moves", "h2+ / a8- b8c7"),
    ("--sleep", "10"),
    ("--use-time", "0.5"),
    ("--spin", "1"),
    ("--predict", "7"),
    ("--ponder-word", "h2+"),
    ("--slow-stop", "10"),
    ("--slow-start", "10"),
    ("--slow-quit", "10"),
    ("--name", "Mock 2"),
    ("--depth", "12"),
    ("--session", SESSION),
    ("--resigning-score", "-900"),
    ("--mate-score", "-2"),
    ("--score-list", "-30 m-3"),
    ("--at", "0"),
    ("--none-at", "3"),
    ("--game", "1"),
    ("--late", "10"),
    ("--late-second-bestmove", "10"),
    ("--late-crash", "10"),
    ("--late-flood", "10"),
    ("--long-info", "1"),
    ("--chatter", "1"),
    ("--reports", "1"),
];

/// Runs the mock on an input and returns its output and status.
fn play(flags: &[&str], input: &str) -> Ended {
    let mut engine = Engine::run(Command::new(mock()).args(flags));
    engine.send_bytes(input.as_bytes());
    engine.end()
}

/// Returns its answer to its first `go`, in the classic set-up.
fn answer(flags: &[&str]) -> Vec<String> {
    play(&[flags, &["--at", "1"]].concat(), "position startpos\ngo movetime 5\n").lines
}

/// Plays the mock against itself, at most 60 plies. Checks that all moves are legal and returns them.
fn game(flags: &[&str]) -> Vec<String> {
    let mut engine = Engine::run(Command::new(mock()).args(flags));
    engine.send("uci");
    assert!(engine.lines_until("uciok", |line| line == "uciok").contains(&"id name Mock".to_owned()));
    assert!(engine.ask("ucinewgame").is_empty());
    let mut game = Game::new(setups::named(RuleSet::Khet2, "imhotep").expect("a set-up").position.clone());
    let mut moves: Vec<String> = Vec::new();
    while game.position().outcome().is_none() && moves.len() < 60 {
        engine.send(&format!("position setup imhotep moves {}", moves.join(" ")));
        engine.send("go wtime 1000 btime 1000");
        let reported = engine.lines_until("bestmove", |line| line.starts_with("bestmove"));
        let [info, best] = reported.as_slice() else { panic!("expected one info line and a bestmove: {reported:?}") };
        let best = best.strip_prefix("bestmove ").expect("a bestmove line");
        assert_eq!(*info, format!("info depth 1 score cp 0 nodes 1 time 0 pv {best}"));
        let mv = best.parse::<Move>().expect("a move");
        game.push(mv).unwrap_or_else(|why| panic!("{mv} is not legal: {why}"));
        moves.push(best.to_owned());
    }
    engine.quit();
    moves
}

#[test]
fn it_plays_legal_games_that_depend_on_the_seed() {
    let played = game(&["--seed", "7"]);
    assert!(played.len() > 2, "{played:?}");
    assert_eq!(played, game(&["--seed", "7"]));
    assert_ne!(played, game(&["--seed", "8"]));
}

#[test]
fn every_flag_is_read_and_has_one_line_of_help() {
    let help = play(&["--help"], "").lines;
    let lines: Vec<&str> = help.iter().filter_map(|line| line.trim().strip_prefix("--")).collect();
    assert!(lines.len() > 40, "{help:#?}");
    let folder = tempdir().expect("a folder");
    for line in lines {
        let (flag, text) = line.split_once("  ").unwrap_or_else(|| panic!("`{line}` has no help"));
        let (name, metavariable) = flag.split_once(' ').map_or((flag, None), |(name, value)| (name, Some(value)));
        let name = format!("--{name}");
        assert!(!text.trim().is_empty(), "{name}");
        let file = folder.path().join(&name).display().to_string();
        let value = VALUES.iter().find(|(known, _)| *known == name).map(|(_, value)| *value);
        let value = value.or(FILES.contains(&name.as_str()).then_some(file.as_str()));
        assert_eq!(
            value.is_some(),
            metavariable.is_some(),
            "add {name} to VALUES or FILES if and only if it has a value"
        );
        // The grandchild would outlive the test.
        if name == "--grandchild" {
            continue;
        }
        let arguments: Vec<&str> = [name.as_str()].into_iter().chain(value).collect();
        let status = if name == "--crash-at-start" { 3 } else { 0 };
        let ended = play(&arguments, "");
        assert_eq!(ended.status.code(), Some(status), "{name}: {}", ended.errors);
    }
}

#[test]
fn the_flags_determine_the_answer_to_go() {
    let info = "info depth 1 score cp 0 nodes 1 time 0 pv h2+";
    let script = ["--moves", "h2+"];
    let answers: [(&[&str], &[&str]); 12] = [
        (&[], &[info, "bestmove h2+"]),
        (&["--unreadable"], &[info, "bestmove xyzzy"]),
        (&["--bare-bestmove"], &[info, "bestmove"]),
        (&["--none"], &["info depth 1 score cp 10 nodes 1 time 0", "bestmove (none)"]),
        (&["--none-at", "1", "--mate-against"], &["info depth 1 score mate -2 nodes 1 time 0", "bestmove (none)"]),
        (&["--stall"], &[]),
        (&["--closes-stdout"], &[]),
        (&["--crash-on-go"], &[]),
        (&["--crash-after-bestmove"], &[info, "bestmove h2+"]),
        (&["--late", "20"], &[info, "bestmove h2+"]),
        (&["--stderr-flood"], &[info, "bestmove h2+"]),
        (
            &["--score-list", "-3 m2", "--depth", "9"],
            &["info depth 9 score cp -3 nodes 1 time 0 pv h2+", "bestmove h2+"],
        ),
    ];
    for (flags, expected) in answers {
        assert_eq!(answer(&[&script, flags].concat()), expected, "{flags:?}");
    }
    for flags in [["--two-bestmoves"].as_slice(), &["--late-second-bestmove", "5"]] {
        let reported = answer(&[&script, flags].concat());
        assert!(
            reported.len() == 3 && reported[1] == "bestmove h2+" && reported[2].starts_with("bestmove "),
            "{reported:?}"
        );
    }
    let reported = answer(&["--illegal"]);
    let played = reported[1].strip_prefix("bestmove ").and_then(|text| text.parse::<Move>().ok()).expect("well-formed");
    let classic = setups::named(RuleSet::Khet2, "classic").expect("a set-up");
    assert!(!classic.position.is_legal(played), "{played}");
    let reported = answer(&[&script, ["--null-bytes", "--long-info", "3"].as_slice()].concat());
    assert_eq!(reported.len(), 4);
    assert!(reported[0].contains('\0') && reported[0].contains('\u{fffd}'), "{:?}", reported[0]);
    assert_eq!(reported[1].len(), 3 << 10);
}

#[test]
fn floods_continue_until_quit() {
    for (flag, second) in [("--flood", "info "), ("--flood-idle", "bestmove ")] {
        let mut engine = Engine::run(Command::new(mock()).args([flag, "--at", "1"]));
        engine.send("go infinite\nstop");
        assert!(engine.next_line("an info line").is_some_and(|line| line.starts_with("info ")));
        assert!(engine.next_line(flag).is_some_and(|line| line.starts_with(second)));
        for _ in 0..10_000 {
            assert!(engine.next_line(flag).is_some_and(|line| line.starts_with("info ")));
        }
        engine.quit();
    }
}

#[test]
fn it_answers_stop_and_isready_during_a_search() {
    let mut engine = Engine::run(Command::new(mock()).args(["--sleep", "500000"]));
    engine.send("go movetime 1");
    assert!(engine.sync().is_empty());
    engine.send("stop");
    assert_ne!(engine.expect_line("bestmove", |line| line.starts_with("bestmove")), "bestmove (none)");
    engine.quit();
}

#[test]
fn faults_occur_at_the_given_move_and_game_or_once() {
    let folder = tempdir().expect("a folder");
    let once = folder.path().join("once").display().to_string();
    let two_games = "go depth 1\ngo depth 1\ngo depth 1\nucinewgame\ngo depth 1\ngo depth 1\n";
    let faults = |flags: &[&str]| -> Vec<bool> {
        let reported = play(&[&["--unreadable"], flags].concat(), &format!("ucinewgame\n{two_games}")).lines;
        reported.iter().filter(|line| line.starts_with("bestmove")).map(|line| line == "bestmove xyzzy").collect()
    };
    assert_eq!(faults(&[]), [false, true, false, false, true]);
    assert_eq!(faults(&["--at", "0"]), [true; 5]);
    assert_eq!(faults(&["--game", "2", "--at", "1"]), [false, false, false, true, false]);
    assert_eq!(faults(&["--once", &once]), [false, true, false, false, false]);
    assert_eq!(faults(&["--once", &once]), [false; 5]);
}

#[test]
fn it_logs_its_input_and_the_times_of_its_answers() {
    let folder = tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).display().to_string();
    let read = |name: &str| fs::read_to_string(Path::new(&path(name))).expect("the mock wrote it");
    let flags = ["--log", &path("times"), "--option-log", &path("received")];
    let input = "uci\nsetoption name Hash value 1\nucinewgame\nisready\nposition startpos\ngo depth 1\n";
    play(&flags, input);
    assert_eq!(read("received"), "setoption name Hash value 1\nucinewgame\nposition startpos\ngo depth 1\n");
    let times = read("times");
    let (time, position) = times.split_once(' ').expect("a time and a position");
    assert!(time.parse::<u64>().is_ok(), "{times}");
    let classic = setups::named(RuleSet::Khet2, setups::CLASSIC).expect("a set-up");
    assert_eq!(position, format!("{}\n", classic.kfen));
    let ended = play(&flags, "position startpos moves h2h4\n");
    assert_eq!(ended.status.code(), Some(2), "an illegal move in its input ends it with an error");
    assert!(read("received").ends_with("error move `h2h4`: h4 is not next to h2\n"), "{}", read("received"));
}

#[test]
fn khet2_ai_has_no_handshake_and_rotates_scarabs_only_with_plus() {
    let board = setups::named(RuleSet::Khet2, "classic").expect("a set-up").kfen.split(' ').next().expect("a board");
    let positions = [
        "standard".to_owned(),
        "standard 0 f4+".to_owned(),
        "imhotep a1b1".to_owned(),
        "dynasty 1".to_owned(),
        format!("{board} 1 a8-"),
        format!("{board} 0 f4-"),
        board.to_owned(),
    ];
    let expected = ["", "", "a1 is empty", "", "", "f4-: a Scarab or Eye turns with +", "side to move"];
    for (position, why) in positions.iter().zip(expected) {
        let input = format!("uci\nnewgame\nposition {position}\ngo movetime 1\n");
        let reported = play(&["--protocol", "khet2ai"], &input).lines;
        assert_eq!(reported[0], "info string unknown command uci");
        let answer = if why.is_empty() { &reported[1..] } else { &reported[2..] };
        assert!(
            why.is_empty() || (reported[1].starts_with("info string error") && reported[1].contains(why)),
            "{position}: {reported:?}"
        );
        let [info, best] = answer else { panic!("{position}: {reported:?}") };
        assert_eq!(info, "info time 0 depth 1 score 0");
        assert!(best.strip_prefix("bestmove ").is_some_and(crate::support::is_move_text), "{best}");
    }
    let none = play(&["--protocol", "khet2ai", "--none-at", "1", "--mate-against"], "go infinite\nstop\n").lines;
    assert_eq!(none, ["info time 0 mate -4", "bestmove none"]);
}

/// The recorded session with Khet2-AI.
const SESSION: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/engine-tests/matches/khet2ai-session.txt");

#[test]
fn it_answers_as_in_the_recorded_session() {
    let session = fs::read_to_string(SESSION).expect("a session");
    let is_content = |line: &&str| !line.is_empty() && !line.starts_with('#');
    let (sent, answers): (Vec<&str>, Vec<&str>) =
        session.lines().filter(is_content).partition(|line| line.starts_with('>'));
    assert_eq!(answers.iter().filter(|line| line.starts_with("bestmove")).count(), 12);
    let sent: String = sent.iter().map(|line| format!("{}\n", line.trim_start_matches("> "))).collect();
    let reported = play(&["--protocol", "khet2ai", "--session", SESSION], &sent).lines;
    assert_eq!(reported, answers);
}

#[test]
fn khet2_ai_scores_from_silvers_side() {
    let reported = |flag: &str, score: &str, side: &str| {
        let input = format!("position standard {side}\ngo depth 3\n");
        play(&["--protocol", "khet2ai", "--depth", "3", flag, score], &input).lines[0].clone()
    };
    assert_eq!(reported("--resigning-score", "-35", "0"), "info time 0 depth 3 score -350");
    assert_eq!(reported("--resigning-score", "-35", "1"), "info time 0 depth 3 score 350");
    assert_eq!(reported("--mate-score", "2", "0"), "info time 0 mate 3");
    assert_eq!(reported("--mate-score", "2", "1"), "info time 0 mate -3");
    assert_eq!(reported("--mate-score", "-1", "1"), "info time 0 mate 2");
}
