//! A match has the same games and table even if its runner is killed at any moment.

use super::{Folder, comparable, comparable_games, finish};
use crate::support::{PROGRAM, threads, wait, wait_for};
use khepri_rules::internal::util::random::Random;
use std::os::unix::fs::symlink;
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

/// Returns the additional time of a run after a number of kills. It doubles, so that a run gets on even if a loaded machine takes
/// seconds to start its engines.
pub(super) fn more_time(kills: u32) -> Duration {
    Duration::from_millis(10 << (kills / 4).min(12)) - Duration::from_millis(10)
}

/// Kills and resumes a match until it ends on its own, and compares its games with those of an undisturbed match. Checks
/// that there were at least `min_kills` kills. The engines sleep for `engine_sleep_ms` milliseconds before each move, so
/// that the match is long enough on a fast machine.
fn kill_and_resume(seed: u64, match_words: &str, min_kills: u32, engine_sleep_ms: u32) {
    let folder = Folder::new();
    let match_words = &format!("--each arg=--sleep arg={engine_sleep_ms} {match_words}");
    let expected = folder.play_to_end(&format!("{match_words} --json {{}}/one.json --kgn {{}}/one.kgn"));
    let one = folder.games("one.json");
    folder.expect_same_games("one.kgn", &one);
    let mut random = Random::seed_from_u64(seed);
    let more = format!("{match_words} --resume {{}}/games.json --kgn {{}}/games.kgn");
    let mut kills: u32 = 0;
    loop {
        let mut runner = folder.start(&more);
        let more = more_time(kills.saturating_sub(min_kills));
        sleep(Duration::from_millis(random.below(45) as u64) + more);
        let is_over = runner.try_wait().expect("a process").is_some();
        if is_over {
            let output = finish(runner);
            assert_eq!(output.status, Some(0), "{}", output.errors);
            assert_eq!(comparable(&output.table), comparable(&expected));
            break;
        }
        runner.kill().expect("it runs");
        wait(&mut runner);
        folder.expect_no_engines();
        kills += 1;
        assert!(kills < 2_000, "the match does not end");
    }
    assert!(kills >= min_kills, "only {kills} kills");
    folder.expect_no_engines();
    let games = folder.games("games.json");
    let (found, expected) = (comparable_games(&games), comparable_games(&one));
    if match_words.contains("--sprt") {
        // Games in progress at the decision may or may not be recorded. The games before it are the same.
        let common = found.iter().filter(|(number, game)| expected.get(number).is_some_and(|one| one == *game)).count();
        assert!(common + 4 >= found.len().max(expected.len()), "{common} of {} and {}", found.len(), expected.len());
    } else {
        assert!(found == expected, "the games differ");
    }
    assert_eq!(folder.contents().len(), 4, "a temporary file is left");
    folder.expect_same_games("games.kgn", &games);
}

#[test]
fn kills_do_not_change_a_match() {
    kill_and_resume(2, "--games 30 --concurrency 2", 5, 1);
}

#[test]
fn kills_do_not_change_the_decision_of_an_sprt() {
    kill_and_resume(3, "--sprt elo0=0 elo1=120 alpha=0.1 beta=0.1 --concurrency 1", 1, 1);
}

#[test]
#[ignore = "takes minutes"]
fn two_hundred_kills_do_not_change_a_match() {
    for concurrency in [1, 2] {
        kill_and_resume(5, &format!("--games 4000 --concurrency {concurrency}"), 200, 0);
    }
}

#[test]
fn searching_engines_end_with_their_runner() {
    let folder = Folder::new();
    let engine = folder.path(&folder.mark);
    symlink(PROGRAM, &engine).expect("a link");
    let mut words = folder.words(&format!("match --engine cmd={engine} name=A"));
    words.extend(folder.mock("B", 1));
    // At the end of its input, Khepri finishes a search that has a limit.
    words.extend(folder.words("arg=--sleep arg=500000 st=500 --each st=2 --concurrency 2"));
    let mut runner = Command::new(PROGRAM).args(words).stdout(Stdio::null()).spawn().expect("the program starts");
    // Waits until two games with two engines each run and one engine searches.
    wait_for(|| folder.engines(), |engines| engines.len() >= 4);
    let engines = || folder.engines().into_iter().flat_map(threads).collect();
    wait_for(engines, |threads: &Vec<_>| threads.iter().any(|(name, _)| name == "search"));
    runner.kill().expect("it runs");
    wait(&mut runner);
    folder.expect_no_engines();
}
