//! Unusual behaviour that is not a fault.

use super::{Match, NORMAL};

fn is_harmless(flags: &[&str], words: &[&str]) -> super::Finished {
    Match { bad: flags, bad_words: words, ..Match::default() }.ends(&[NORMAL, NORMAL])
}

#[test]
fn carriage_returns_are_ignored() {
    is_harmless(&["--crlf"], &["depth=1"]);
}

#[test]
fn bytes_that_are_not_text_are_ignored() {
    is_harmless(&["--null-bytes", "--at", "0"], &["depth=1"]);
}

#[test]
fn a_long_info_line_is_ignored() {
    is_harmless(&["--long-info", "512", "--at", "0"], &["depth=1"]);
}

#[test]
fn lines_while_the_opponent_thinks_are_ignored() {
    is_harmless(&["--chatter", "5000", "--at", "0"], &["depth=1"]);
}

#[test]
fn a_slow_start_within_the_deadline_is_waited_for() {
    is_harmless(&["--slow-start", "300"], &["depth=1"]);
}

#[test]
fn a_slow_exit_within_the_deadline_is_waited_for() {
    is_harmless(&["--slow-quit", "300"], &["depth=1"]);
}

#[test]
fn an_engine_that_does_not_quit_by_the_deadline_is_killed() {
    // The engine would take ten minutes to quit.
    is_harmless(&["--slow-quit", "600000"], &["depth=1"]);
}

#[test]
fn options_that_an_engine_does_not_offer_are_sent_with_a_warning() {
    let finished = is_harmless(&[], &["depth=1", "option.Contempt=5", "option.Hash=2", "option.Clear="]);
    let received = finished.received("Bad");
    let options: Vec<&str> = received.lines().filter(|line| line.starts_with("setoption")).collect();
    let expected = ["setoption name Contempt value 5", "setoption name Hash value 2", "setoption name Clear"];
    assert_eq!(options, expected, "each option is sent once and in order to the process of both games");
    let reported: Vec<&str> = finished.errors.lines().collect();
    assert_eq!(
        reported.iter().filter(|line| **line == "khepri: match: Bad offers no option Contempt").count(),
        1,
        "{reported:?}"
    );
}

#[test]
fn an_engine_can_be_restarted_for_each_game() {
    let finished = is_harmless(&[], &["depth=1", "restart=on", "option.Hash=2"]);
    assert_eq!(finished.received("Bad").matches("setoption name Hash value 2").count(), 2);
}
