//! Engines that are killed from outside, in every phase of a match: the game is scored by its name and the match goes
//! on.

use super::leftovers::processes_about;
use super::{Ending, Match, NORMAL, lost};
use crate::support::wait_for;
use rustix::process::{Pid, Signal, kill_process};
use std::fs;
use std::path::Path;

/// Long enough for a kill in the middle. Milliseconds.
const PAUSE: &str = "700";

/// The process of `Bad`, which logs into a file of that name.
fn bad(folder: &Path) -> Option<Pid> {
    let log = folder.join("Bad").display().to_string();
    let is_bad = |id: &u32| {
        let line = fs::read(format!("/proc/{id}/cmdline")).unwrap_or_default();
        // The runner has the same words after `arg=`.
        line.split(|&byte| byte == 0).any(|word| word == log.as_bytes())
    };
    let id = processes_about(folder).into_iter().find(is_bad)?;
    Pid::from_raw(id as i32)
}

/// Waits until something has happened and kills `Bad`.
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

/// The detail of the first game on record.
fn killed(games: &Match, first: Ending, what: &str, has_happened: impl Fn(&Path) -> bool) {
    let finished = games.ends_while(&[first, NORMAL, NORMAL], |folder| {
        kill_when(folder, what, || has_happened(folder));
    });
    let detail = finished.records[0]["detail"].as_str().unwrap_or_default();
    assert!(detail.contains("signal: 9"), "{detail}");
}

#[test]
fn a_kill_during_the_handshake_is_a_crash_at_start() {
    let games = Match { bad: &["--slow-start", PAUSE], ..Match::default() };
    killed(&games, lost("crash at start", 0), "it is started", |_| true);
}

#[test]
fn a_kill_before_its_first_move_is_a_crash_at_start() {
    // Red begins in this rule set, and that is the other one.
    let games = Match { good: &["--sleep", PAUSE], openings: "deflexion classic", ..Match::default() };
    killed(&games, lost("crash at start", 1), "the other thinks", |folder| has_received(folder, "Good", "go", 1));
}

#[test]
fn a_kill_while_it_thinks_is_a_crash_on_go() {
    let games = Match { bad: &["--sleep", PAUSE], ..Match::default() };
    killed(&games, lost("crash on go", 0), "it thinks", |folder| has_received(folder, "Bad", "go", 1));
}

#[test]
fn a_kill_while_the_other_thinks_is_a_crash_after_bestmove() {
    let games = Match { good: &["--sleep", PAUSE], ..Match::default() };
    let after = lost("crash after bestmove", 2);
    killed(&games, after, "the other thinks", |folder| has_received(folder, "Good", "go", 1));
}

#[test]
fn a_kill_between_two_games_costs_nothing() {
    // The other one is started anew and takes its time.
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
