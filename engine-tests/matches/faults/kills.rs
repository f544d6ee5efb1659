//! Engines that are killed from outside, in every phase of a match: the termination names the phase, and the match
//! continues.

use super::{Ending, Match, NORMAL, lost};
use crate::matches::processes::ids_with;
use crate::support::wait_for;
use rustix::process::{Pid, Signal, kill_process};
use std::fs;
use std::path::Path;

/// Waits for an event and kills `Bad`, whose log file has that name.
fn kill_when(folder: &Path, has_happened: impl Fn() -> bool) {
    let log = folder.join("Bad").display().to_string();
    // On the command line of the match the same word is a part of `args=`.
    let bad = || ids_with(|word| word == log).first().and_then(|&id| Pid::from_raw(id as i32));
    let found = wait_for(|| bad().filter(|_| has_happened()), Option::is_some);
    kill_process(found.expect("its process"), Signal::KILL).expect("it can be killed");
}

/// Kills `Bad` when one of the engines has received its first `go`. Checks that `Bad` loses the first game, and that the
/// detail names the signal.
fn killed_in(games: &Match, receiver: &str, first: Ending) {
    let finished = games.play_while(2, |folder| {
        let received = || fs::read_to_string(folder.join(receiver)).unwrap_or_default();
        kill_when(folder, || received().lines().any(|line| line.starts_with("go ")));
        fs::write(folder.join("killed"), "").expect("a file");
    });
    finished.check(&[first, NORMAL]);
    assert!(finished.detail(0).contains("signal: 9"), "{}", finished.detail(0));
}

#[test]
fn a_kill_during_the_handshake_is_a_crash_at_start() {
    let games = Match { bad: "--no-uciok --once {folder}/once", ..Match::default() };
    let finished = games.play_while(2, |folder| kill_when(folder, || folder.join("once").exists()));
    finished.check(&[lost("crash at start", 0), NORMAL]);
    assert!(finished.detail(0).contains("signal: 9"), "{}", finished.detail(0));
}

#[test]
fn a_kill_before_its_first_move_is_a_crash_at_start() {
    // Red, which is `Good`, moves first in this rule set.
    let games = Match { good: "--until {folder}/killed", openings: "deflexion classic", ..Match::default() };
    killed_in(&games, "Good", lost("crash at start", 1));
}

#[test]
fn a_kill_while_it_thinks_is_a_crash_on_go() {
    let games = Match { bad: "--until {folder}/killed", ..Match::default() };
    killed_in(&games, "Bad", lost("crash on go", 0));
}

#[test]
fn a_kill_while_the_opponent_thinks_is_a_crash_after_bestmove() {
    let games = Match { good: "--until {folder}/killed", ..Match::default() };
    killed_in(&games, "Good", lost("crash after bestmove", 2));
}

#[test]
fn a_kill_while_it_quits_costs_nothing() {
    let deadlines = "start=20 ready=20 quit=60 answer=20";
    let games = Match { bad: "--slow-quit 600000", deadlines, ..Match::default() };
    let finished = games.play_while(2, |folder| {
        let records = || fs::read_to_string(folder.join("games.json")).unwrap_or_default();
        kill_when(folder, || records().lines().count() == 2);
    });
    finished.check(&[NORMAL; 2]);
}
