//! Engines that exit or are killed at different times. The match reports a crash and not that a running engine is silent.

use super::{Match, NORMAL, lost};

const ONCE: [&str; 2] = ["--once", "{folder}/once"];

/// Checks that `Bad` loses only the first game, with this termination, and returns the recorded detail.
fn first_game_ends(flags: &[&str], termination: &'static str, plies: u64) -> String {
    let bad = [flags, &ONCE].concat();
    let finished = Match { bad: &bad, ..Match::default() }.ends(&[lost(termination, plies), NORMAL, NORMAL]);
    finished.records[0]["detail"].as_str().unwrap_or_default().to_owned()
}

#[test]
fn an_exit_before_the_handshake_is_a_crash_at_start() {
    let detail = first_game_ends(&["--crash-at-start"], "crash at start", 0);
    assert!(detail.contains('3'), "the exit status of the mock is missing: {detail}");
}

#[test]
fn an_exit_during_the_handshake_is_a_crash_at_start() {
    first_game_ends(&["--crash-after-uci"], "crash at start", 0);
}

#[test]
fn an_engine_that_crashes_at_every_start_loses_every_game() {
    let all = [lost("crash at start", 0); 4];
    Match { bad: &["--crash-at-start"], ..Match::default() }.ends(&all);
}

#[test]
fn if_neither_engine_starts_silver_loses() {
    let crash = ["--crash-at-start"];
    let finished = Match { bad: &crash, good: &crash, ..Match::default() }.play(2);
    let results: Vec<_> = finished.records.iter().map(|game| (&game["result"], &game["termination"])).collect();
    assert!(results.iter().all(|(result, end)| **result == "0-1" && **end == "crash at start"), "{results:?}");
    assert_eq!((finished.speed("Bad", 6), finished.speed("Good", 6)), ("1".to_owned(), "1".to_owned()));
}

#[test]
fn an_exit_instead_of_a_move_is_a_crash_on_go() {
    let detail = first_game_ends(&["--crash-on-go"], "crash on go", 2);
    assert!(detail.contains('3'), "{detail}");
}

#[cfg(unix)]
#[test]
fn a_signal_instead_of_a_move_is_a_crash_on_go() {
    let detail = first_game_ends(&["--abort-on-go"], "crash on go", 2);
    assert!(detail.contains("signal: 6"), "{detail}");
}

#[test]
fn a_crashed_engine_is_restarted_each_time() {
    let crash = lost("crash on go", 3);
    let bad = ["--crash-on-go", "--game", "2"];
    Match { bad: &bad, ..Match::default() }.ends(&[NORMAL, crash, NORMAL, crash]);
}

#[test]
fn an_exit_after_a_move_is_detected_at_the_next_go() {
    let detail = first_game_ends(&["--crash-after-bestmove"], "crash after bestmove", 4);
    assert!(detail.contains('3'), "{detail}");
}

#[test]
fn an_exit_after_the_last_move_of_a_game_is_no_fault() {
    let bad = ["--crash-after-bestmove", "--at", "3"];
    Match { bad: &bad, ..Match::default() }.ends(&[NORMAL; 4]);
}

#[cfg(unix)]
#[test]
fn a_child_that_holds_the_output_open_does_not_hide_the_crash_and_is_killed() {
    let bad = ["--grandchild", "{folder}/child"];
    let crash = [lost("crash on go", 2), lost("crash on go", 3)];
    let finished = Match { bad: &bad, ..Match::default() }.ends(&crash);
    let child = finished.received("child").parse().expect("the id of a process");
    assert!(!super::processes::is_running(child), "the child of the mock still runs");
}

#[test]
fn concurrent_games_crash_independently() {
    let bad = ["--crash-on-go", "--game", "2"];
    let arguments = ["--max-plies", "6", "--concurrency", "2"];
    let finished = Match { bad: &bad, arguments: &arguments, ..Match::default() }.play(8);
    let crashes = finished.records.iter().filter(|game| game["termination"] == "crash on go").count();
    let normal = finished.records.iter().filter(|game| game["termination"] == "max plies").count();
    // Two workers share eight games, and `Bad` crashes in every second game of each worker.
    assert!((crashes == 4 || crashes == 3) && crashes + normal == 8, "{}", finished.table);
    let mut numbers: Vec<u64> = finished.records.iter().filter_map(|game| game["game"].as_u64()).collect();
    numbers.sort_unstable();
    assert_eq!(numbers, (1..=8).collect::<Vec<_>>());
}
