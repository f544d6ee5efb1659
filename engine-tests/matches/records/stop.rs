//! Stops of the match by SIGSTOP or Ctrl-Z: the games in progress are played again, and the records are those of an undisturbed
//! match.

use super::{Folder, comparable, comparable_games, finish, run_program, start};
use crate::support::{PROGRAM, threads, wait_for};
use rustix::process::{Pid, Signal, kill_process};
use std::fs;
use std::process::Command;

/// An engine that waits for a file before each move, and logs the commands that it receives.
const WAITS: &str = "arg=--until arg={}/move arg=--option-log arg={}/received";

/// Waits until the engines have received `go` for this number of times.
fn wait_for_go(folder: &Folder, count: usize) {
    wait_for(
        || folder.read("received").lines().filter(|line| line.starts_with("go ")).count(),
        |&found| found == count,
    );
}

/// Sends a signal to a process that was not waited for.
fn send(id: u32, signal: Signal) {
    kill_process(Pid::from_raw(id as i32).expect("an id"), signal).expect("it was not waited for");
}

/// Stops processes, and waits until they have stopped.
fn stop(ids: &[u32]) {
    ids.iter().for_each(|&id| send(id, Signal::STOP));
    let states = || ids.iter().flat_map(|&id| threads(id)).map(|(_, state)| state).collect::<Vec<_>>();
    wait_for(states, |states| states.iter().all(|state| state == "T"));
}

/// Returns the lines on stderr without progress.
fn remarks(command: &str, errors: &str) -> Vec<String> {
    let is_progress = |line: &&str| {
        let words = ["begins: ", "ends: ", "iteration "];
        line.contains("number of processors") || words.iter().any(|word| line.contains(&format!("{command}: {word}")))
    };
    errors.lines().filter(|line| !is_progress(line)).map(str::to_owned).collect()
}

#[test]
fn games_in_progress_are_played_again_after_a_stop() {
    let files = "--resume {}/games.json --kgn {}/games.kgn";
    let games = "--games 6 --concurrency 2 --deadline quit=0.1";
    let undisturbed = Folder::new();
    let table = undisturbed.play_to_end(&format!("{games} {files}"));
    let expected = comparable_games(&undisturbed.games("games.json"));
    for with_engines in [false, true] {
        let folder = Folder::new();
        let runner = folder.start(&format!("{games} {files} --each {WAITS}"));
        // In both games the first engine thinks.
        wait_for_go(&folder, 2);
        let engines = if with_engines { folder.engines() } else { Vec::new() };
        stop(&[&[runner.id()][..], &engines].concat());
        send(runner.id(), Signal::CONT);
        wait_for_go(&folder, 4);
        fs::write(folder.path("move"), "").expect("a file");
        let output = finish(runner);
        assert_eq!(output.status, Some(0), "{}", output.errors);
        let line = "khepri: match: continues after a stop, and plays the games in progress again";
        assert_eq!(output.errors.trim_end(), line);
        assert_eq!(comparable(&output.table), comparable(&table));
        let mut found = comparable_games(&folder.games("games.json"));
        for (number, game) in &mut found {
            // The command lines differ.
            for key in ["tournament", "commands"] {
                game[key] = expected[number][key].clone();
            }
        }
        assert!(found == expected, "the records");
        folder.expect_same_games("games.kgn", &folder.games("games.json"));
        folder.expect_no_engines();
    }
}

#[test]
fn pairs_in_progress_are_played_again_after_a_stop() {
    let folder = Folder::new();
    fs::write(folder.path("params"), "Tuned, int, 500, 0, 1000, 60, 0.02\n").expect("a file");
    let undisturbed = run_program(&folder.tuning("", "--games 8 --pairs 2 --csv {}/one.csv"));
    assert_eq!(undisturbed.status, Some(0), "{}", undisturbed.errors);
    let runner = start(Command::new(PROGRAM).args(folder.tuning(WAITS, "--games 8 --pairs 2 --csv {}/run.csv")));
    wait_for_go(&folder, 1);
    stop(&[runner.id()]);
    send(runner.id(), Signal::CONT);
    wait_for_go(&folder, 2);
    fs::write(folder.path("move"), "").expect("a file");
    let output = finish(runner);
    assert_eq!(output.status, Some(0), "{}", output.errors);
    let line = "khepri: spsa: continues after a stop, and plays the games in progress again";
    assert_eq!(remarks("spsa", &output.errors), [line]);
    assert_eq!((output.table, folder.read("run.csv")), (undisturbed.table, folder.read("one.csv")));
}

#[test]
fn an_interrupt_of_a_stopped_match_only_ends_it() {
    let folder = Folder::new();
    let runner = folder.start(&format!("--games 6 --deadline quit=0.1 --each {WAITS}"));
    wait_for_go(&folder, 1);
    // `timeout` and batch systems send both signals, so that a stopped process can end.
    stop(&[runner.id()]);
    [Signal::TERM, Signal::CONT].into_iter().for_each(|signal| send(runner.id(), signal));
    let output = finish(runner);
    assert_eq!(output.status, Some(130), "{}", output.errors);
    assert_eq!(output.errors.lines().count(), 1, "{}", output.errors);
    assert!(output.errors.contains("match: interrupted; no records were kept"), "{}", output.errors);
    folder.expect_no_engines();
}
