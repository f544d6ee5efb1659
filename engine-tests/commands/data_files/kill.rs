//! Tests of `kill -9` at random moments and of interrupts. The file keeps all finished games once, and the same command continues.

use super::bytes::read;
use super::{FILE, SHORT, Workspace};
use crate::support::wait;
use khepri_rules::internal::util::random::Random;
use std::collections::HashSet;
use std::fs;
use std::thread::sleep;
use std::time::Duration;

/// Kills a run without an end `kills` times. Then continues it for `more` games, and compares the games with those of an
/// uninterrupted run.
fn kill_and_continue(kills: u32, more: u64, threads: u64, seed: u64) {
    let workspace = Workspace::new();
    let options = format!("{SHORT} --threads {threads}");
    let command = format!("datagen --output {{}}/killed {options}");
    let mut random = Random::seed_from_u64(seed);
    let mut bytes = 0;
    for _ in 0..kills {
        let mut run = workspace.start(&command);
        // The first kill waits for at least one byte of the header. A later kill waits for a random number of further bytes.
        workspace.wait_for_bytes("killed", if bytes == 0 { 1 } else { bytes + random.below(900) as u64 });
        sleep(Duration::from_micros(random.below(20_000) as u64));
        run.kill().expect("a running command");
        wait(&mut run);
        bytes = fs::metadata(workspace.path(&format!("killed/{FILE}"))).expect("a file").len();
        let checked = workspace.run("data check {}/killed");
        let ends_with = |faults: &str| checked.last_line().ends_with(faults);
        assert!(ends_with(" 0 faults") || ends_with(" 1 faults"), "{}", checked.stdout);
    }
    // The incomplete block of the last kill is reported when the next game is played.
    let checked = workspace.run("data check {}/killed").stdout;
    let games_left: u64 =
        checked.lines().last().and_then(|line| line.split(' ').next()?.parse().ok()).expect("a number");
    let result = workspace.run(&format!("datagen --output {{}}/killed --games {} {options}", games_left + 1));
    assert!(result.status == Some(0) && result.stderr.lines().count() <= 1, "{}", result.stderr);
    // The numbers of unfinished games are below those of the games after them.
    let games = games_left + threads + more;
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
    kill_and_continue(4, 3, 1, 1);
    kill_and_continue(3, 3, 2, 2);
}

#[test]
#[ignore = "takes minutes"]
fn runs_killed_fifty_times_make_the_same_games() {
    kill_and_continue(50, 900, 1, 3);
    kill_and_continue(50, 900, 2, 4);
}

#[cfg(target_os = "linux")]
#[test]
fn an_interrupted_command_keeps_finished_games_and_prints_its_summary() {
    use super::end;
    use rustix::process::{Pid, Signal, kill_process};
    let workspace = Workspace::new();
    for signal in [Signal::INT, Signal::TERM] {
        let run = workspace.start(&format!("datagen --output {{}}/a {SHORT} --threads 2"));
        let before = fs::metadata(workspace.path(&format!("a/{FILE}"))).map_or(0, |file| file.len());
        workspace.wait_for_bytes("a", before + 1_000);
        kill_process(Pid::from_child(&run), signal).expect("a running command");
        let (status, [text, errors]) = end(run);
        assert_eq!(status, Some(130), "{errors}");
        assert!(errors.contains("interrupted") && errors.lines().count() == 1, "{errors}");
        let checked = workspace.run_ok("data check {}/a").stdout;
        let games = checked.split(' ').next().expect("a number");
        assert!(text.starts_with(&format!("{games} games, ")), "{text}{checked}");
    }
}
