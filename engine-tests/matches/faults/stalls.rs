//! Engines that run and are silent. None is reported as ended, and none holds up the match.

use super::{Match, NORMAL, lost};

/// Deadlines short enough for tests that wait for them.
const SHORT: [&str; 4] = ["start=2", "ready=1", "quit=1", "answer=1"];

/// The recorded detail of a silent engine.
const NO_ANSWER: &str = "it runs: no bestmove within 1 s of stop (--deadline ready=S waits longer)";

const ONCE: [&str; 2] = ["--once", "{folder}/once"];

/// Checks a fault in the first game, where a time per move reveals the stall.
fn first_game_ends(flags: &[&str], termination: &'static str, plies: u64) -> String {
    let bad = [flags, &ONCE].concat();
    let arguments = ["--margin", "500", "--max-plies", "6"];
    let stalled =
        Match { bad: &bad, bad_words: &["st=0.5"], deadlines: &SHORT, arguments: &arguments, ..Match::default() };
    let finished = stalled.ends(&[lost(termination, plies), NORMAL, NORMAL]);
    finished.records[0]["detail"].as_str().unwrap_or_default().to_owned()
}

#[test]
fn to_answer_neither_go_nor_stop_is_no_answer() {
    assert_eq!(first_game_ends(&["--stall"], "no answer", 2), NO_ANSWER);
}

#[test]
fn an_engine_that_does_not_want_to_end_is_killed() {
    assert_eq!(first_game_ends(&["--stall-ignores-quit"], "no answer", 2), NO_ANSWER);
}

#[test]
fn a_stall_without_a_clock_ends_at_the_deadline_of_answers() {
    let bad = ["--stall", "--once", "{folder}/once"];
    Match { bad: &bad, deadlines: &SHORT, ..Match::default() }.ends(&[lost("no answer", 2), NORMAL]);
}

#[test]
fn a_stall_under_a_clock_ends_after_the_flag() {
    let bad = ["--stall", "--once", "{folder}/once"];
    let stalled = Match { bad: &bad, bad_words: &["tc=2"], deadlines: &SHORT, ..Match::default() };
    stalled.ends(&[lost("no answer", 2), NORMAL]);
}

#[test]
fn an_answer_that_comes_long_after_stop_is_none() {
    assert_eq!(first_game_ends(&["--late", "600000"], "no answer", 2), NO_ANSWER);
}

#[test]
fn an_engine_that_reads_nothing_any_more_is_not_ready() {
    first_game_ends(&["--deaf"], "no readyok", 4);
}

#[test]
fn an_engine_that_closes_its_output_and_lives_has_not_crashed() {
    assert_eq!(first_game_ends(&["--closes-stdout"], "no answer", 2), "it runs and has closed its output");
}

#[test]
fn to_say_no_uciok_has_its_name() {
    let bad = ["--no-uciok", "--once", "{folder}/once"];
    Match { bad: &bad, deadlines: &SHORT, ..Match::default() }.ends(&[lost("no uciok", 0), NORMAL, NORMAL]);
}

#[test]
fn to_say_no_readyok_has_its_name() {
    let detail = first_game_ends(&["--no-readyok"], "no readyok", 0);
    assert_eq!(detail, "it runs: no readyok within 1 s of isready (--deadline ready=S waits longer)");
}

#[test]
fn an_engine_that_stalls_between_two_games_is_started_anew() {
    // The second game of the process never begins, so that it is the first of the next.
    let bad = ["--no-readyok", "--game", "2"];
    Match { bad: &bad, deadlines: &SHORT, ..Match::default() }.ends(&[NORMAL, NORMAL, NORMAL]);
}
