//! The processes and threads of a running match. No fault may leave any of them running.

use super::{AT_A_TIME, Match};
use crate::matches::processes::{all_ids, ids_about, is_running, state};
use crate::support::{PROGRAM, all_at_once, wait_for};
use std::fs;
use std::process::{Command, Stdio};
use tempfile::tempdir;

/// The processes and threads of a match at one moment.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Resources {
    /// 1 if a game is on record, else 0.
    games: usize,
    /// For each engine process, whether it runs. Otherwise it is a zombie.
    engines: Vec<bool>,
    /// The number of threads of the match itself.
    threads: usize,
}

/// Starts a match, waits until its first game is over and it has fitting resources, and kills it. Returns the resources.
fn after_the_first_game(bad: &str, fits: impl Fn(&Resources) -> bool) -> Resources {
    let folder = tempdir().expect("a folder");
    let bad = format!("{bad} --once {{folder}}/once --sleep 100");
    let (deadlines, arguments) = ("ready=3 answer=20", "--max-plies 6 --margin 2000");
    let games = Match { bad: &bad, bad_words: "st=0.5", deadlines, arguments, ..Match::default() };
    let mut child = Command::new(PROGRAM)
        .args(games.command(folder.path(), 1000))
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program starts");
    let id = child.id();
    let resources = || {
        let engines = all_ids().into_iter().filter(|other| state(*other).is_some_and(|(_, parent)| parent == id));
        let records = fs::read_to_string(folder.path().join("games.json")).unwrap_or_default();
        Resources {
            games: records.lines().count().min(1),
            engines: engines.map(is_running).collect(),
            threads: fs::read_dir(format!("/proc/{id}/task")).map(Iterator::count).unwrap_or_default(),
        }
    };
    let found = wait_for(resources, |found| found.games > 0 && fits(found));
    let _ = child.kill();
    let _ = child.wait();
    // Engines read the end of their input once the match has ended.
    wait_for(|| ids_about(folder.path()), Vec::is_empty);
    found
}

#[test]
fn a_fault_leaves_no_process_or_thread_running() {
    let expected = after_the_first_game("", |found| found.engines == [true; 2]);
    let faults = ["--answer a1b1", "--crash-on-go", "--stall --deaf", "--flood-line", "--closes-stdout", "--deaf"];
    all_at_once(&faults, AT_A_TIME, |fault| {
        println!("{fault}");
        after_the_first_game(fault, |found| *found == expected);
    });
}
