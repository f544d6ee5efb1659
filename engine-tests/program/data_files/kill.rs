//! Tests of `kill -9` at random moments and of interrupts. The file keeps all finished games once, and the same command continues.

use super::bytes::read;
use super::{FILE, SHORT, Workspace};
use crate::support::wait;
use khepri::internal::util::random::Random;
use rand::SeedableRng;
use std::collections::HashSet;
use std::fs;
use std::thread::sleep;
use std::time::Duration;

/// Kills a run `kills` times, each time after it has written more bytes. Then continues to the end, and compares the games with those
/// of an uninterrupted run.
fn kill_and_continue(kills: u32, games: u64, threads: u32, seed: u64) {
    let workspace = Workspace::new();
    let options = format!("{SHORT} --threads {threads}");
    let command = format!("datagen --output {{}}/killed --games {games} {options}");
    let mut random = Random::seed_from_u64(seed);
    let mut bytes = 0;
    for _ in 0..kills {
        let mut run = workspace.start(&command);
        // The first time, at least a part of the header. Later a part of a game.
        workspace.wait_for_bytes("killed", if bytes == 0 { 1 } else { bytes + random.below(900) as u64 });
        sleep(Duration::from_micros(random.below(20_000) as u64));
        run.kill().expect("a running command");
        wait(&mut run);
        bytes = fs::metadata(workspace.path(&format!("killed/{FILE}"))).expect("a file").len();
        let checked = workspace.run("data check {}/killed");
        assert!(
            checked.last_line().ends_with(" 0 faults") || checked.last_line().ends_with(" 1 faults"),
            "{}",
            checked.stdout
        );
    }
    let result = workspace.run(&format!("datagen --output {{}}/killed --games 1 {options}"));
    assert_eq!(result.status, Some(0), "{}", result.stderr);
    workspace.make("killed", games, &options);
    workspace.make("whole", games, &options);
    let (killed, whole) = (workspace.bytes("killed"), workspace.bytes("whole"));
    if threads == 1 {
        assert!(killed == whole, "one thread writes the same file");
    }
    let [(_, mut killed), (_, mut whole)] = [read(&killed), read(&whole)];
    let numbers: HashSet<u64> = killed.iter().map(|game| game.number).collect();
    assert_eq!((numbers.len(), killed.len()), (games as usize, games as usize));
    for games in [&mut killed, &mut whole] {
        games.sort_by_key(|game| game.number);
    }
    assert_eq!(killed, whole);
}

#[test]
fn killed_runs_make_the_same_games() {
    kill_and_continue(5, 60, 1, 1);
    kill_and_continue(3, 60, 2, 2);
}

#[test]
#[ignore = "takes minutes"]
fn runs_killed_fifty_times_make_the_same_games() {
    kill_and_continue(50, 1_000, 1, 3);
    kill_and_continue(50, 1_000, 2, 4);
}

#[test]
fn an_incomplete_last_block_is_removed_and_reported() {
    let workspace = Workspace::new();
    let command = format!("datagen --output {{}}/a --games 6 {SHORT} --threads 1");
    workspace.run_ok(&command);
    let whole = workspace.bytes("a");
    let mut random = Random::seed_from_u64(9);
    for _ in 0..8 {
        let length = 91 + random.below(whole.len() - 91);
        fs::write(workspace.path(&format!("a/{FILE}")), &whole[..length]).expect("a file");
        let result = workspace.run(&command);
        assert_eq!(result.status, Some(0), "{}", result.stderr);
        assert!(result.stderr.lines().count() <= 1, "{}", result.stderr);
        assert!(workspace.bytes("a") == whole, "cut at {length}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn an_interrupted_command_keeps_finished_games_and_prints_its_summary() {
    use rustix::process::{Pid, Signal, kill_process};
    use std::io::Read;
    let workspace = Workspace::new();
    for signal in [Signal::INT, Signal::TERM] {
        let mut run = workspace.start(&format!("datagen --output {{}}/a {SHORT} --threads 2"));
        let before = fs::metadata(workspace.path(&format!("a/{FILE}"))).map_or(0, |file| file.len());
        workspace.wait_for_bytes("a", before + 1_000);
        kill_process(Pid::from_child(&run), signal).expect("a running command");
        assert_eq!(wait(&mut run).code(), Some(130));
        let (mut text, mut errors) = (String::new(), String::new());
        run.stdout.take().expect("stdout is a pipe").read_to_string(&mut text).expect("text");
        run.stderr.take().expect("stderr is a pipe").read_to_string(&mut errors).expect("text");
        assert!(errors.contains("interrupted") && errors.lines().count() == 1, "{errors}");
        let checked = workspace.run_ok("data check {}/a").stdout;
        let games = checked.split(' ').next().expect("a number");
        assert!(text.starts_with(&format!("{games} games, ")), "{text}{checked}");
    }
}
