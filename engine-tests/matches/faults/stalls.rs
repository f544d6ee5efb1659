//! Engines that run but are silent. They are not reported as ended, and they do not delay the match.

use super::{Match, NORMAL, lost};

/// Short deadlines, for tests that wait for them.
const SHORT: [&str; 4] = ["start=2", "ready=1", "quit=1", "answer=1"];

/// The recorded detail of a silent engine.
const NO_ANSWER: &str = "it runs: no bestmove within 1 s of stop (--deadline ready=S waits longer)";

const ONCE: [&str; 2] = ["--once", "{folder}/once"];

/// Checks that `Bad`, which has a time for each move, loses only the first game, and returns the recorded detail.
fn first_game_ends(flags: &[&str], termination: &'static str, plies: u64) -> String {
    let bad = [flags, &ONCE].concat();
    let arguments = ["--margin", "500", "--max-plies", "6"];
    let stalled =
        Match { bad: &bad, bad_words: &["st=0.5"], deadlines: &SHORT, arguments: &arguments, ..Match::default() };
    let finished = stalled.ends(&[lost(termination, plies), NORMAL, NORMAL]);
    finished.records[0]["detail"].as_str().unwrap_or_default().to_owned()
}

#[test]
fn no_reply_to_go_and_stop_is_no_answer() {
    assert_eq!(first_game_ends(&["--stall"], "no answer", 2), NO_ANSWER);
}

#[test]
fn an_engine_that_ignores_quit_is_killed() {
    assert_eq!(first_game_ends(&["--stall-ignores-quit"], "no answer", 2), NO_ANSWER);
}

#[test]
fn a_stall_without_a_clock_ends_at_the_deadline() {
    let bad = ["--stall", "--once", "{folder}/once"];
    Match { bad: &bad, deadlines: &SHORT, ..Match::default() }.ends(&[lost("no answer", 2), NORMAL]);
}

#[test]
fn a_stall_with_a_clock_ends_when_the_time_is_up() {
    let bad = ["--stall", "--once", "{folder}/once"];
    let stalled = Match { bad: &bad, bad_words: &["tc=2"], deadlines: &SHORT, ..Match::default() };
    stalled.ends(&[lost("no answer", 2), NORMAL]);
}

#[test]
fn a_reply_long_after_stop_is_no_answer() {
    assert_eq!(first_game_ends(&["--late", "600000"], "no answer", 2), NO_ANSWER);
}

#[test]
fn an_engine_that_no_longer_reads_its_input_is_no_readyok() {
    first_game_ends(&["--deaf"], "no readyok", 4);
}

#[test]
fn an_engine_that_closes_its_output_and_runs_is_no_crash() {
    assert_eq!(first_game_ends(&["--closes-stdout"], "no answer", 2), "it runs and has closed its output");
}

#[test]
fn no_uciok_has_its_own_termination() {
    let bad = ["--no-uciok", "--once", "{folder}/once"];
    Match { bad: &bad, deadlines: &SHORT, ..Match::default() }.ends(&[lost("no uciok", 0), NORMAL, NORMAL]);
}

#[test]
fn no_readyok_has_its_own_termination() {
    let detail = first_game_ends(&["--no-readyok"], "no readyok", 0);
    assert_eq!(detail, "it runs: no readyok within 1 s of isready (--deadline ready=S waits longer)");
}

#[test]
fn an_engine_that_stalls_between_two_games_is_restarted() {
    // The process stalls before its second game, which is then the first game of a new process.
    let bad = ["--no-readyok", "--game", "2"];
    Match { bad: &bad, deadlines: &SHORT, ..Match::default() }.ends(&[NORMAL, NORMAL, NORMAL]);
}
