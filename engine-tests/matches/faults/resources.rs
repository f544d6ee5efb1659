//! The processes and threads of a running match. No fault may leave any of them running.

use super::Match;
use super::processes::{all_ids, ids_about, is_running, state};
use crate::support::{PATIENCE, PROGRAM};
use std::fs;
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};
use tempfile::tempdir;

/// Pause between two checks of a condition that the test waits for.
const PAUSE: Duration = Duration::from_millis(10);

/// The processes and threads of a match at one moment.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Resources {
    /// For each engine process, whether it runs. Otherwise it is a zombie.
    engines: Vec<bool>,
    /// The number of threads of the match itself.
    threads: usize,
}

impl Resources {
    fn of(id: u32) -> Resources {
        let engines = all_ids().into_iter().filter(|other| state(*other).is_some_and(|(_, parent)| parent == id));
        let threads = fs::read_dir(format!("/proc/{id}/task")).map(Iterator::count).unwrap_or_default();
        Resources { engines: engines.map(is_running).collect(), threads }
    }
}

/// Starts a match, waits until its first game is over and it has the expected resources, and kills it. Returns the
/// resources.
fn after_the_first_game(bad: &[&str], expected: Option<&Resources>) -> Resources {
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
    let mut resources = Resources::of(child.id());
    let is_as_expected = |found: &Resources| match expected {
        Some(expected) => found == expected,
        None => found.engines.len() == 2,
    };
    while (recorded() == 0 || !is_as_expected(&resources)) && start.elapsed() < PATIENCE / 2 {
        sleep(PAUSE);
        resources = Resources::of(child.id());
    }
    assert!(recorded() > 0, "the first game is not over");
    let _ = child.kill();
    let _ = child.wait();
    // Engines read the end of their input once the match has ended.
    while !ids_about(folder.path()).is_empty() && start.elapsed() < PATIENCE {
        sleep(PAUSE);
    }
    assert_eq!(ids_about(folder.path()), Vec::<u32>::new());
    resources
}

#[test]
fn a_fault_leaves_no_process_or_thread_running() {
    let expected = after_the_first_game(&[], None);
    assert_eq!(expected.engines, [true; 2]);
    for fault in ["--illegal", "--crash-on-go", "--stall-ignores-quit", "--flood-line", "--closes-stdout", "--deaf"] {
        assert_eq!(after_the_first_game(&[fault], Some(&expected)), expected, "{fault}");
    }
}
