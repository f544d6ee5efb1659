//! Engines that are killed from outside, in every phase of a match: the termination names the phase, and the match
//! continues.

use super::processes::ids_about;
use super::{Ending, Match, NORMAL, lost};
use crate::support::wait_for;
use rustix::process::{Pid, Signal, kill_process};
use std::fs;
use std::path::Path;

/// Time during which a test can kill an engine, in milliseconds.
const PAUSE: &str = "700";

/// Returns the process of `Bad`, whose log file has that name.
fn bad(folder: &Path) -> Option<Pid> {
    let log = folder.join("Bad").display().to_string();
    let is_bad = |id: &u32| {
        let line = fs::read(format!("/proc/{id}/cmdline")).unwrap_or_default();
        // On the command line of the match the same word follows `arg=`.
        line.split(|&byte| byte == 0).any(|word| word == log.as_bytes())
    };
    let id = ids_about(folder).into_iter().find(is_bad)?;
    Pid::from_raw(id as i32)
}

/// Waits for an event and kills `Bad`. `what` names the event.
fn kill_when(folder: &Path, what: &str, has_happened: impl Fn() -> bool) {
    let found = wait_for(|| bad(folder).filter(|_| has_happened()), Option::is_some);
    kill_process(found.expect(what), Signal::KILL).expect("it can be killed");
}

/// Returns whether an engine has received a command at least this number of times.
fn has_received(folder: &Path, name: &str, word: &str, times: usize) -> bool {
    let log = fs::read_to_string(folder.join(name)).unwrap_or_default();
    log.lines().filter(|line| line.split(' ').next() == Some(word)).count() >= times
}

fn games_on_record(folder: &Path) -> usize {
    fs::read_to_string(folder.join("games.json")).unwrap_or_default().lines().count()
}

/// Kills `Bad` at an event, and checks that it loses the first game and that the detail names the signal.
fn kill_bad(games: &Match, first: Ending, what: &str, has_happened: impl Fn(&Path) -> bool) {
    let finished = games.ends_while(&[first, NORMAL, NORMAL], |folder| {
        kill_when(folder, what, || has_happened(folder));
    });
    let detail = finished.records[0]["detail"].as_str().unwrap_or_default();
    assert!(detail.contains("signal: 9"), "{detail}");
}

#[test]
fn a_kill_during_the_handshake_is_a_crash_at_start() {
    let games = Match { bad: &["--slow-start", PAUSE], ..Match::default() };
    kill_bad(&games, lost("crash at start", 0), "it starts", |_| true);
}

#[test]
fn a_kill_before_its_first_move_is_a_crash_at_start() {
    // Red, which is `Good`, moves first in this rule set.
    let games = Match { good: &["--sleep", PAUSE], openings: "deflexion classic", ..Match::default() };
    kill_bad(&games, lost("crash at start", 1), "the opponent thinks", |folder| has_received(folder, "Good", "go", 1));
}

#[test]
fn a_kill_while_it_thinks_is_a_crash_on_go() {
    let games = Match { bad: &["--sleep", PAUSE], ..Match::default() };
    kill_bad(&games, lost("crash on go", 0), "it thinks", |folder| has_received(folder, "Bad", "go", 1));
}

#[test]
fn a_kill_while_the_opponent_thinks_is_a_crash_after_bestmove() {
    let games = Match { good: &["--sleep", PAUSE], ..Match::default() };
    let after = lost("crash after bestmove", 2);
    kill_bad(&games, after, "the opponent thinks", |folder| has_received(folder, "Good", "go", 1));
}

#[test]
fn a_kill_between_two_games_costs_nothing() {
    // `Good` is restarted for each game and starts slowly.
    let words = ["depth=1", "restart=on"];
    let games = Match { good: &["--slow-start", PAUSE], good_words: &words, ..Match::default() };
    games.ends_while(&[NORMAL, NORMAL, NORMAL], |folder| {
        kill_when(folder, "a game is over", || games_on_record(folder) == 1);
    });
}

#[test]
fn a_kill_while_it_quits_costs_nothing() {
    let games = Match { bad: &["--slow-quit", PAUSE], ..Match::default() };
    games.ends_while(&[NORMAL, NORMAL], |folder| {
        kill_when(folder, "the last game is over", || games_on_record(folder) == 2);
    });
}
