//! What a match has of processes and threads while it goes on, and that a fault leaves none of them behind.

use super::Match;
use super::leftovers::{all, lives, processes_about, state};
use crate::support::{PATIENCE, PROGRAM};
use std::fs;
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};
use tempfile::tempdir;

/// How often something is looked at that is waited for.
const LOOK: Duration = Duration::from_millis(10);

/// What a match has at one moment.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Household {
    /// Whether each engine runs, or has ended without being waited for.
    engines: Vec<bool>,
    /// How many threads it has itself.
    threads: usize,
}

impl Household {
    fn of(id: u32) -> Household {
        let engines = all().into_iter().filter(|other| state(*other).is_some_and(|(_, parent)| parent == id));
        let threads = fs::read_dir(format!("/proc/{id}/task")).map(Iterator::count).unwrap_or_default();
        Household { engines: engines.map(lives).collect(), threads }
    }
}

/// A match after its first game, when it has what is `expected`; it is killed then.
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
        sleep(LOOK);
        household = Household::of(child.id());
    }
    assert!(recorded() > 0, "the first game is over");
    let _ = child.kill();
    let _ = child.wait();
    // Engines read the end of their input once the match has ended.
    while !processes_about(folder.path()).is_empty() && start.elapsed() < PATIENCE {
        sleep(LOOK);
    }
    assert_eq!(processes_about(folder.path()), Vec::<u32>::new());
    household
}

#[test]
fn a_match_goes_on_with_as_many_processes_and_threads_as_before_a_fault() {
    let expected = after_the_first_game(&[], None);
    assert_eq!(expected.engines, [true; 2]);
    for fault in ["--illegal", "--crash-on-go", "--stall-ignores-quit", "--flood-line", "--closes-stdout", "--deaf"] {
        assert_eq!(after_the_first_game(&[fault], Some(&expected)), expected, "{fault}");
    }
}
