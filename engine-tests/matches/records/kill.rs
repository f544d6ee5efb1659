//! A match has the same games and table even if its runner is killed at any moment or its files are truncated anywhere.

use super::{Folder, comparable, comparable_game, comparable_games, finish};
use crate::support::{PROGRAM, threads, wait, wait_for};
use khepri::internal::util::random::Random;
use rand::SeedableRng;
use serde_json::Value;
use std::fs::{self, OpenOptions};
use std::os::unix::fs::symlink;
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

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
        // After enough kills each run is given more time, so that the match ends on a loaded machine too.
        let beyond = kills.saturating_sub(min_kills);
        sleep(Duration::from_millis(5 + random.below(40) as u64 + u64::from(10 * beyond)));
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
    folder.expect_same_games("games.kgn", &games);
}

#[test]
fn kills_do_not_change_a_match() {
    kill_and_resume(1, "--games 60 --concurrency 1", 10, 1);
}

#[test]
fn kills_do_not_change_a_match_of_two_concurrent_games() {
    kill_and_resume(2, "--games 100 --concurrency 2", 10, 1);
}

#[test]
fn kills_do_not_change_the_decision_of_an_sprt() {
    let test = "--sprt elo0=0 elo1=120 alpha=0.1 beta=0.1";
    kill_and_resume(3, &format!("{test} --concurrency 1"), 1, 1);
    kill_and_resume(4, &format!("{test} --concurrency 2"), 1, 1);
}

#[test]
#[ignore = "takes minutes"]
fn two_hundred_kills_do_not_change_a_match() {
    for concurrency in [1, 2] {
        kill_and_resume(5, &format!("--games 4000 --concurrency {concurrency}"), 200, 0);
    }
}

/// Kills a match this many times at random moments. Checks that its files are those of an undisturbed match, except for dates
/// and times, and that the rest of the KGN stays.
fn kill_at_random_moments(kills: usize, games: usize) {
    let folder = Folder::new();
    let engine = folder.path(&folder.mark);
    symlink(PROGRAM, &engine).expect("a link");
    let play = |games: usize, name: &str| {
        let engine = format!("--engine cmd={engine} option.Threads=1 option.Hash=1");
        let files = format!("--resume {{}}/{name}.json --kgn {{}}/{name}.kgn");
        let rules = format!("--concurrency 1 --max-plies 16 --seed 1 --games {games}");
        let words = format!("match {engine} name=A nodes=60 {engine} name=B nodes=40 {rules} {files}");
        let mut command = Command::new(PROGRAM);
        command.args(folder.words(&words)).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped());
        command.spawn().expect("the program starts")
    };
    let others = "; a note\n[Event \"x\"]\n[Round \"1.1\"]\n[Tournament \"0123456789abcdef\"]\n\n1. h2g2 *\r\n\r\n";
    for name in ["one", "games"] {
        fs::write(folder.path(&format!("{name}.kgn")), others).expect("a file");
    }
    let started = Instant::now();
    assert_eq!(finish(play(2, "span")).status, Some(0));
    let span = started.elapsed().as_micros() as usize;
    assert_eq!(finish(play(games, "one")).status, Some(0));
    let mut random = Random::seed_from_u64(11);
    for kill in 0..kills {
        let mut runner = play(games, "games");
        sleep(Duration::from_micros(random.below(span) as u64));
        assert!(runner.try_wait().expect("a process").is_none(), "the match ended before kill {kill}");
        runner.kill().expect("it runs");
        wait(&mut runner);
        folder.expect_no_engines();
    }
    let output = finish(play(games, "games"));
    assert_eq!((output.status, output.errors.as_str()), (Some(0), ""));
    let records = |name: &str| -> Vec<Value> {
        let text = folder.read(&format!("{name}.json"));
        text.lines().map(|line| comparable_game(&serde_json::from_str(line).expect("a record"))).collect()
    };
    assert_eq!(records("games").len(), games);
    assert!(records("games") == records("one"), "the records differ");
    let without_times = |name: &str| {
        let text = folder.read(&format!("{name}.kgn"));
        let games = text.strip_prefix(others).expect("what the file had").to_owned();
        let lines = games.lines().filter(|line| !line.starts_with("[Date "));
        let words = lines.flat_map(str::split_whitespace);
        let is_time = |word: &&str| {
            let time = word.trim_matches(['{', '}']).strip_suffix('s');
            time.is_some_and(|time| time.parse::<f64>().is_ok())
        };
        words.filter(|word| !is_time(word)).map(str::to_owned).collect::<Vec<_>>()
    };
    assert!(without_times("games") == without_times("one"), "the games differ");
    let names = fs::read_dir(folder.path("")).expect("a folder").map(|entry| entry.expect("a file").file_name());
    assert_eq!(names.count(), 7, "a temporary file is left");
}

#[test]
fn kills_at_random_moments_lose_and_double_nothing() {
    kill_at_random_moments(6, 60);
}

#[test]
#[ignore = "takes half a minute"]
fn sixty_kills_at_random_moments_lose_and_double_nothing() {
    kill_at_random_moments(60, 400);
}

#[test]
fn searching_engines_end_with_their_runner() {
    let folder = Folder::new();
    let engine = folder.path(&folder.mark);
    symlink(PROGRAM, &engine).expect("a link");
    let mut words = vec!["match".to_owned(), "--engine".to_owned(), format!("cmd={engine}"), "name=A".to_owned()];
    words.extend(folder.mock("B", 1));
    // At the end of its input, Khepri finishes a search that has a limit.
    words.extend(folder.words("arg=--sleep arg=500000 st=500 --each st=2 --concurrency 2"));
    let mut runner = Command::new(PROGRAM).args(words).stdout(Stdio::null()).spawn().expect("the program starts");
    // Waits until two games with two engines each run and one engine searches.
    wait_for(|| folder.engines(), |&engines| engines >= 4);
    let engines = || folder.engine_ids().into_iter().flat_map(|id| threads(id as u32)).collect();
    wait_for(engines, |threads: &Vec<_>| threads.iter().any(|(name, _)| name == "search"));
    runner.kill().expect("it runs");
    wait(&mut runner);
    folder.expect_no_engines();
}

/// Truncates a file to a length.
fn truncate(path: &str, length: usize) {
    let file = OpenOptions::new().write(true).open(path).expect("a file");
    file.set_len(length as u64).expect("truncated");
}

#[test]
fn truncated_files_are_repaired() {
    let folder = Folder::new();
    let match_words = "--games 6 --resume {}/games.json --kgn {}/games.kgn";
    let expected_table = comparable(&folder.play_to_end(match_words));
    let (json, kgn) = (folder.read("games.json"), folder.read("games.kgn"));
    let expected = comparable_games(&folder.games("games.json"));
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
        let whole = random.below(7);
        let next = json_ends.get(whole + 1).copied().unwrap_or(json.len());
        let in_line = |from: usize, to: usize, at: usize| from + at % (to - from).max(1);
        let json_length = match round % 5 {
            0 => json_ends[whole],
            1 => next.saturating_sub(1).max(json_ends[whole]),
            _ => in_line(json_ends[whole], next, random.below(1 << 20)),
        };
        // A game is written to the records first, but these may be truncated later.
        let kgn_length = match round % 3 {
            0 if round % 2 == 0 => kgn.len(),
            0 => kgn_ends[whole].saturating_sub(round % 4),
            _ => random.below(kgn_ends[whole] + 1),
        };
        fs::write(folder.path("games.json"), &json).expect("a file");
        fs::write(folder.path("games.kgn"), &kgn).expect("a file");
        truncate(&folder.path("games.json"), json_length);
        truncate(&folder.path("games.kgn"), kgn_length);
        let table = folder.play_to_end(match_words);
        assert_eq!(comparable(&table), expected_table, "truncated to {json_length} and {kgn_length}");
        let games = folder.games("games.json");
        assert!(comparable_games(&games) == expected, "truncated to {json_length} and {kgn_length}");
        folder.expect_same_games("games.kgn", &games);
    }
}
