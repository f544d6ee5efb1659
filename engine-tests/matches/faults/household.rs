//! The processes and threads of a running match. A fault must not leave any of them running.

use super::Match;
use super::leftovers::{all, lives, processes_about, state};
use crate::support::{PATIENCE, PROGRAM};
use std::fs;
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};
use tempfile::tempdir;

/// The time between two checks of something that the test waits for.
const PAUSE: Duration = Duration::from_millis(10);

/// The processes and threads of a match at one moment.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Household {
    /// For each engine process whether it runs; if not, it is a zombie.
    engines: Vec<bool>,
    /// The number of threads of the match itself.
    threads: usize,
}

impl Household {
    fn of(id: u32) -> Household {
        let engines = all().into_iter().filter(|other| state(*other).is_some_and(|(_, parent)| parent == id));
        let threads = fs::read_dir(format!("/proc/{id}/task")).map(Iterator::count).unwrap_or_default();
        Household { engines: engines.map(lives).collect(), threads }
    }
}

/// Starts a match, waits until its first game is over and it has what is `expected`, and kills it. Returns what it had.
fn after_the_first_game(bad: &[&str], expected: Option<&Household>) -> Household {
    let folder = tempdir().expect("a folder");
    let bad = [bad, &["--once", "{folder}/once", "--sleep", "100"]].concat();
    let deadlines = ["ready=1", "answer=20"];
    let arguments = ["--max-plies", "6", "--margin", "500"];
    let games =
        Match { bad: &bad, bad_words: &["st=0.5"], deadlines: &deadlines, arguments: &arguments, ..Match::default() };
    let mut child = Command::new(PROGRAM)
        .args(games.command(folder.path(), 1000))
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program starts");
    let start = Instant::now();
    let recorded = || fs::read_to_string(folder.path().join("games.json")).unwrap_or_default().lines().count();
    let mut household = Household::of(child.id());
    let is_as_expected = |found: &Household| match expected {
        Some(expected) => found == expected,
        None => found.engines.len() == 2,
    };
    while (recorded() == 0 || !is_as_expected(&household)) && start.elapsed() < PATIENCE / 2 {
        sleep(PAUSE);
        household = Household::of(child.id());
    }
    assert!(recorded() > 0, "the first game is over");
    let _ = child.kill();
    let _ = child.wait();
    // Engines read the end of their input once the match has ended.
    while !processes_about(folder.path()).is_empty() && start.elapsed() < PATIENCE {
        sleep(PAUSE);
    }
    assert_eq!(processes_about(folder.path()), Vec::<u32>::new());
    household
}

#[test]
fn a_match_has_the_same_processes_and_threads_after_a_fault_as_without() {
    let expected = after_the_first_game(&[], None);
    assert_eq!(expected.engines, [true; 2]);
    for fault in ["--illegal", "--crash-on-go", "--stall-ignores-quit", "--flood-line", "--closes-stdout", "--deaf"] {
        assert_eq!(after_the_first_game(&[fault], Some(&expected)), expected, "{fault}");
    }
}
