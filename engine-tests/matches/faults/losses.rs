//! Faults that lose the game: crashes, wrong answers, floods, and engines that run but are silent.

use super::{AT_A_TIME, Match, NORMAL, lost};
use crate::support::all_at_once;

/// Short deadlines, for tests that wait for them.
const SHORT: &str = "start=5 ready=3 quit=1 answer=1";

/// The recorded detail of a silent engine.
const NO_ANSWER: &str = "it runs: no bestmove within 3 s of stop (--deadline ready=S waits longer)";

/// A fault: its flags, the termination, the plies of the lost game, and a part of the recorded detail.
type Fault = (&'static str, &'static str, u64, &'static str);

/// Checks that each fault loses one game, and that the match then goes on.
fn each_loses_once(games: &Match, faults: &[Fault]) {
    all_at_once(faults, AT_A_TIME, |&(bad, termination, plies, detail)| {
        let finished = Match { bad, ..*games }.loses_once(termination, plies);
        assert!(finished.detail(0).contains(detail), "{bad}: {}", finished.detail(0));
    });
}

#[test]
fn an_exit_is_a_crash_with_its_status() {
    let faults = [
        ("--crash-at-start", "crash at start", 0, "3"),
        ("--crash-after-uci", "crash at start", 0, "3"),
        ("--crash-on-go", "crash on go", 2, "3"),
        // The exit is detected at the next `go`.
        ("--crash-after-bestmove", "crash after bestmove", 4, "3"),
    ];
    each_loses_once(&Match::default(), &faults);
    let all = [lost("crash at start", 0); 2];
    Match { bad: "--crash-at-start", ..Match::default() }.ends(&all);
    let crash = lost("crash on go", 3);
    Match { bad: "--crash-on-go --game 2", ..Match::default() }.ends(&[NORMAL, crash, NORMAL, crash]);
}

#[test]
fn if_neither_engine_starts_silver_loses() {
    let crash = "--crash-at-start";
    let finished = Match { bad: crash, good: crash, ..Match::default() }.play(2);
    let results: Vec<_> = finished.records.iter().map(|game| (&game["result"], &game["termination"])).collect();
    assert!(results.iter().all(|(result, end)| **result == "0-1" && **end == "crash at start"), "{results:?}");
    assert_eq!((finished.speed("Bad", 6), finished.speed("Good", 6)), ("1".to_owned(), "1".to_owned()));
}

#[cfg(unix)]
#[test]
fn a_child_that_holds_the_output_open_does_not_hide_the_crash_and_is_killed() {
    let crash = [lost("crash on go", 2), lost("crash on go", 3)];
    let finished = Match { bad: "--grandchild {folder}/child", ..Match::default() }.ends(&crash);
    assert!(finished.detail(0).contains("signal: 6"), "{}", finished.detail(0));
    let child = finished.read("child").parse().expect("the id of a process");
    assert!(!crate::matches::processes::is_running(child), "the child of the mock still runs");
}

#[test]
fn concurrent_games_crash_independently() {
    let arguments = "--max-plies 6 --concurrency 2";
    let finished = Match { bad: "--crash-on-go --game 2", arguments, ..Match::default() }.play(8);
    let count = |end: &str| finished.records.iter().filter(|game| game["termination"] == end).count();
    let crashes = count("crash on go");
    // Two workers share eight games, and `Bad` crashes in every second game of each worker.
    assert!([3, 4].contains(&crashes) && crashes + count("max plies") == 8, "{}", finished.table);
    let mut numbers: Vec<u64> = finished.records.iter().filter_map(|game| game["game"].as_u64()).collect();
    numbers.sort_unstable();
    assert_eq!(numbers, (1..=8).collect::<Vec<_>>());
}

#[test]
fn wrong_answers_lose() {
    let faults = [
        ("--answer a1b1", "illegal move", 2, "a1b1: a1 is empty"),
        ("--answer a1b1 --at 1", "illegal move", 0, "a1b1"),
        ("--answer xyzzy", "unreadable move", 2, "`xyzzy`"),
        ("--answer ''", "unreadable move", 2, "bestmove without a move"),
        // With UCI a mate score against itself changes nothing.
        ("--answer '(none)' --scores m-2", "no move", 2, "bestmove (none)"),
        // The first is played. The second is detected at the next `go`.
        ("--two-bestmoves", "two bestmoves", 4, ""),
        ("--two-bestmoves --when-ready", "two bestmoves", 0, ""),
    ];
    each_loses_once(&Match::default(), &faults);
}

#[test]
fn output_beyond_the_limits_is_a_flood() {
    let faults = [
        ("--flood", "output flood", 2, "more than 16 MiB since the last command"),
        ("--flood-line", "output flood", 2, "a line longer than 1 MiB"),
    ];
    each_loses_once(&Match::default(), &faults);
    // A flood is also detected after the time is up.
    let late = Match { bad_words: "st=0.01", arguments: "--max-plies 6 --margin 5000", ..Match::default() };
    each_loses_once(&late, &[("--flood", "output flood", 2, "")]);
    let expected = [lost("output flood", 0), lost("output flood", 1)];
    Match { bad: "--flood --at 1", ..Match::default() }.ends(&expected);
}

#[test]
fn endless_lines_while_the_opponent_thinks_are_a_flood() {
    // On a busy machine the flood may pause while the runner sends a `go`. A game has nineteen such moments.
    let (bad, good) = ("--flood-idle --at 0", "--sleep 50");
    let games = Match { bad, good, arguments: "--max-plies 40", ..Match::default() };
    for (record, result) in games.play(2).records.iter().zip(["0-1", "1-0"]) {
        assert_eq!((&record["termination"], &record["result"]), (&"output flood".into(), &result.into()), "{record}");
    }
}

#[test]
fn a_silent_engine_loses_when_its_deadline_is_over() {
    let arguments = "--max-plies 6 --margin 2000";
    let silent = Match { bad_words: "st=0.5", deadlines: SHORT, arguments, ..Match::default() };
    let faults = [
        // It also ignores `quit`, and is killed.
        ("--stall --deaf", "no answer", 2, NO_ANSWER),
        ("--closes-stdout", "no answer", 2, "it runs and has closed its output"),
        ("--deaf", "no readyok", 4, ""),
        (
            "--no-readyok",
            "no readyok",
            0,
            "it runs: no readyok within 3 s of isready (--deadline ready=S waits longer)",
        ),
        ("--no-uciok", "no uciok", 0, ""),
    ];
    each_loses_once(&silent, &faults);
}

#[test]
fn a_fault_after_a_game_costs_nothing() {
    let harmless = [
        // Red's third move is the last of the game, Silver's is not.
        "--crash-after-bestmove --at 3",
        "--two-bestmoves --at 3",
        "--flood-idle --at 3",
        // The next game has begun, but its first `go` for `Bad` is still to come.
        "--crash-after-bestmove --when-ready --game 2",
        "--two-bestmoves --when-ready --game 2",
        // The flood may be left over from the last game, so the same `go` is sent to a new process.
        "--flood --at 1 --game 2",
    ];
    all_at_once(&harmless, AT_A_TIME, |bad| {
        Match { bad, ..Match::default() }.ends(&[NORMAL; 4]);
    });
    // The process stalls before its second game, which is then the first game of a new process.
    let stalls = Match { bad: "--no-readyok --game 2", deadlines: SHORT, ..Match::default() };
    stalls.ends(&[NORMAL; 3]);
}
