//! Files that another process has locked: a command waits for them and says so, and is refused if the wait is long.
#![cfg(unix)]

use super::data_files::{Workspace, end};
use crate::support::{PROGRAM, all_at_once, wait, wait_for};
use std::fs::{self, File};
use std::io::{BufRead, BufReader};
use std::process::Child;

/// Commands, each with a file that it locks and the argument that names the file.
const COMMANDS: [(&str, &str, &str); 6] = [
    (
        "match --engine cmd={khepri} name=A --engine cmd={khepri} name=B --depth 1 --max-plies 4 --resume {}/games.json",
        "games.json",
        "--resume",
    ),
    (
        "match --engine cmd={khepri} name=A --engine cmd={khepri} name=B --depth 1 --max-plies 4 --kgn {}/games.kgn",
        "games.kgn",
        "--kgn",
    ),
    ("match --merge {}/records --kgn {}/merged.kgn", "merged.kgn", "--kgn"),
    (
        "spsa --games 2 --params {}/params --engine cmd={khepri} --depth 1 --max-plies 4 --resume {}/run.json",
        "run.json",
        "--resume",
    ),
    ("datagen --games 1 --threads 1 --nodes 100 --output {}/games", "games/games.khepri", "--output"),
    ("puzzles {}/a/games.khepri --threads 1 --force --output {}/puzzles", "puzzles.journal", "--output"),
];

/// A command that was started while its file was locked.
struct Started {
    command: Child,
    locked: File,
    path: String,
    argument: &'static str,
}

fn start(workspace: &Workspace, (line, file, argument): (&str, &str, &'static str)) -> Started {
    let path = workspace.path(file);
    let locked = File::create(&path).expect("a file");
    locked.lock().expect("a lock");
    Started { command: workspace.start(&line.replace("{khepri}", PROGRAM)), locked, path, argument }
}

fn workspace() -> Workspace {
    let workspace = Workspace::new();
    workspace.make("a", 2, "--nodes 100 --threads 1");
    fs::create_dir(workspace.path("games")).expect("a folder");
    let engines = format!("--engine cmd={PROGRAM} name=A --engine cmd={PROGRAM} name=B");
    let made = workspace.run(&format!("match {engines} --depth 1 --max-plies 4 --games 1 --json {{}}/records"));
    assert_eq!(made.status, Some(0), "{}", made.stderr);
    fs::write(workspace.path("params"), "Move Overhead, int, 10, 0, 5000, 2, 0.1\n").expect("a file");
    workspace
}

fn length(path: &str) -> u64 {
    fs::metadata(path).expect("a file").len()
}

#[test]
fn a_command_waits_for_a_file_that_another_process_has_locked() {
    let workspace = workspace();
    let check = |case| {
        let Started { mut command, locked, path, argument } = start(&workspace, case);
        let errors = BufReader::new(command.stderr.take().expect("a pipe")).lines();
        let mut errors = errors.map(|line| line.expect("text"));
        let waits = errors.find(|line| line.ends_with("; waiting up to 10 s")).expect("a line about the wait");
        assert!(waits.contains(argument) && waits.contains(" writ"), "{waits}");
        assert_eq!(length(&path), 0, "{path}");
        drop(locked);
        wait_for(|| length(&path), |&length| length > 0);
        command.kill().expect("it was not waited for");
        wait(&mut command);
    };
    all_at_once(&COMMANDS, COMMANDS.len(), |&case| check(case));
}

#[test]
fn a_command_is_refused_if_another_process_keeps_its_lock() {
    let workspace = workspace();
    for Started { command, locked, path, argument } in COMMANDS.map(|case| start(&workspace, case)) {
        let (status, [_, errors]) = end(command);
        assert_eq!(status, Some(2), "{errors}");
        let last = errors.lines().last().unwrap_or_default();
        assert!(last.contains(argument) && last.contains(&path) && last.contains(" writ"), "{errors}");
        assert_eq!(length(&path), 0, "{path}");
        drop(locked);
    }
}
