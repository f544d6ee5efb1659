//! A match has the same games and table even if its runner is killed at any moment or its files are cut at any place.

use super::{Folder, courses, finish, timeless};
use crate::support::{PROGRAM, threads, wait, wait_for};
use khepri::internal::util::random::Random;
use rand::SeedableRng;
use std::fs::{self, OpenOptions};
use std::os::unix::fs::symlink;
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

/// Kills and resumes a match until it ends on its own, after at least `least_kills` kills, and compares its games with
/// those of an undisturbed match. The engines sleep before each move for `sleep_of_engines` milliseconds, so that the match
/// is long enough for all kills on a fast machine too.
fn kill_and_resume(seed: u64, match_of: &str, least_kills: u32, sleep_of_engines: u32) {
    let folder = Folder::new();
    let match_of = &format!("--each arg=--sleep arg={sleep_of_engines} {match_of}");
    let expected = folder.play_well(&format!("{match_of} --json {{}}/one.json --kgn {{}}/one.kgn"));
    let one = folder.games("one.json");
    folder.expect_same_games("one.kgn", &one);
    let mut random = Random::seed_from_u64(seed);
    let more = format!("{match_of} --resume {{}}/games.json --kgn {{}}/games.kgn");
    let mut kills: u32 = 0;
    loop {
        let mut runner = folder.start(&more);
        // After enough kills the runner gets more and more time, so that the match ends on a loaded machine too.
        let beyond = kills.saturating_sub(least_kills);
        sleep(Duration::from_millis(5 + random.below(40) as u64 + u64::from(10 * beyond)));
        let is_over = runner.try_wait().expect("a process").is_some();
        if is_over {
            let said = finish(runner);
            assert_eq!(said.status, Some(0), "{}", said.errors);
            assert_eq!(timeless(&said.table), timeless(&expected));
            break;
        }
        runner.kill().expect("it runs");
        wait(&mut runner);
        folder.expect_no_engines();
        kills += 1;
        assert!(kills < 2_000, "the match does not end");
    }
    assert!(kills >= least_kills, "only {kills} kills");
    folder.expect_no_engines();
    let games = folder.games("games.json");
    let (found, expected) = (courses(&games), courses(&one));
    if match_of.contains("--sprt") {
        // The workers determine which games are over before a decision. The games up to it are the same.
        let common = found.iter().filter(|(number, game)| expected.get(number).is_some_and(|one| one == *game)).count();
        assert!(common + 4 >= found.len().max(expected.len()), "{common} of {} and {}", found.len(), expected.len());
    } else {
        assert!(found == expected, "the games differ");
    }
    folder.expect_same_games("games.kgn", &games);
}

#[test]
fn kills_do_not_change_a_match() {
    kill_and_resume(1, "--games 60 --concurrency 1", 10, 1);
}

#[test]
fn kills_do_not_change_a_match_of_two_at_a_time() {
    kill_and_resume(2, "--games 100 --concurrency 2", 10, 1);
}

#[test]
fn kills_do_not_change_a_decision() {
    let test = "--sprt elo0=0 elo1=120 alpha=0.1 beta=0.1";
    kill_and_resume(3, &format!("{test} --concurrency 1"), 1, 1);
    kill_and_resume(4, &format!("{test} --concurrency 2"), 1, 1);
}

/// For a night: two hundred kills and more.
#[test]
#[ignore = "takes minutes"]
fn two_hundred_kills_do_not_change_a_match() {
    for concurrency in [1, 2] {
        kill_and_resume(5, &format!("--games 4000 --concurrency {concurrency}"), 200, 0);
    }
}

#[test]
fn engines_that_think_end_with_their_runner() {
    let folder = Folder::new();
    let engine = folder.path(&folder.mark);
    symlink(PROGRAM, &engine).expect("a link");
    let mut words = vec!["match".to_owned(), "--engine".to_owned(), format!("cmd={engine}"), "name=A".to_owned()];
    words.extend(folder.mock("B", 1));
    // Khepri finishes a search after the end of its input if the search has an end.
    words.extend(folder.words("arg=--sleep arg=500000 st=500 --each st=2 --concurrency 2"));
    let mut runner = Command::new(PROGRAM).args(words).stdout(Stdio::null()).spawn().expect("the program starts");
    // Two games with two engines each, and one of them searches.
    wait_for(|| folder.engines(), |&engines| engines >= 4);
    let engines = || folder.engine_ids().into_iter().flat_map(|id| threads(id as u32)).collect();
    wait_for(engines, |threads: &Vec<_>| threads.iter().any(|(name, _)| name == "search"));
    runner.kill().expect("it runs");
    wait(&mut runner);
    folder.expect_no_engines();
}

/// Cuts a file to a length.
fn cut(path: &str, length: usize) {
    let file = OpenOptions::new().write(true).open(path).expect("a file");
    file.set_len(length as u64).expect("cut");
}

#[test]
fn torn_files_are_mended() {
    let folder = Folder::new();
    let match_of = "--games 6 --resume {}/games.json --kgn {}/games.kgn";
    let expected_table = timeless(&folder.play_well(match_of));
    let (json, kgn) = (folder.read("games.json"), folder.read("games.kgn"));
    let expected = courses(&folder.games("games.json"));
    let ends = |text: &str, end: &str| -> Vec<usize> {
        let games: Vec<usize> = text.match_indices(end).map(|(at, _)| at + end.len()).collect();
        [vec![0], games].concat()
    };
    let json_ends = ends(&json, "\n");
    // A blank line follows the tags too.
    let kgn_ends: Vec<usize> = ends(&kgn, "\n\n").into_iter().step_by(2).collect();
    assert_eq!((json_ends.len(), kgn_ends.len()), (7, 7));
    let mut random = Random::seed_from_u64(7);
    for round in 0..25 {
        // The KGN never has more games than the records: a game is recorded first.
        let whole = random.below(7);
        let next = json_ends.get(whole + 1).copied().unwrap_or(json.len());
        let in_line = |from: usize, to: usize, at: usize| from + at % (to - from).max(1);
        let json_length = match round % 5 {
            0 => json_ends[whole],
            1 => next.saturating_sub(1).max(json_ends[whole]),
            _ => in_line(json_ends[whole], next, random.below(1 << 20)),
        };
        let kgn_length = match round % 3 {
            0 => kgn_ends[whole].saturating_sub(round % 4),
            _ => random.below(kgn_ends[whole] + 1),
        };
        fs::write(folder.path("games.json"), &json).expect("a file");
        fs::write(folder.path("games.kgn"), &kgn).expect("a file");
        cut(&folder.path("games.json"), json_length);
        cut(&folder.path("games.kgn"), kgn_length);
        let table = folder.play_well(match_of);
        assert_eq!(timeless(&table), expected_table, "cut to {json_length} and {kgn_length}");
        let games = folder.games("games.json");
        assert!(courses(&games) == expected, "cut to {json_length} and {kgn_length}");
        folder.expect_same_games("games.kgn", &games);
    }
}
