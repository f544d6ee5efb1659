//! Tests with endless and with empty pipes as inputs. A command reads only a bounded part of an input that it does not recognise,
//! and ends at the first signal.
#![cfg(unix)]

use super::data_files::{Workspace, end};
use crate::support::{PATIENCE, PROGRAM, wait_for};
use rustix::process::{Pid, Signal, kill_process};
use std::fs::{self, File, OpenOptions};
use std::io::Write;
use std::process::{Child, Command};
use std::sync::mpsc::channel;
use std::thread::spawn;

/// Commands that read the file `{}/input`, with their status if its format is not recognised.
const COMMANDS: [(&str, i32); 17] = [
    ("net {}/input", 2),
    ("train {}/input --output {}/new.net", 2),
    ("train {}/games --output {}/new.net --resume {}/input", 2),
    ("train {}/games --output {}/new.net --start {}/input", 2),
    ("data check {}/input", 1),
    ("data stats {}/input", 1),
    ("analyse {}/input --output {}/new.kgn", 2),
    ("games {}/input --output {}/new.kgn", 2),
    ("wdl {}/input", 2),
    ("perft --suite {}/input", 2),
    ("puzzles --rate {}/input --output {}/new.txt", 2),
    ("bench --tactics {}/input", 2),
    ("bench --accuracy {}/input", 2),
    ("bench --accuracy {}/new.txt --make {}/input", 2),
    ("match --merge {}/input", 2),
    ("match --engine cmd={khepri} name=A --engine cmd={khepri} name=B --depth 1 --openings {}/input", 2),
    ("spsa --params {}/input --engine cmd={khepri} --depth 1 --games 2", 2),
];

/// Returns a workspace in which `input` is a pipe.
fn workspace() -> Workspace {
    let workspace = Workspace::new();
    fs::write(workspace.path("games"), "").expect("a file");
    let made = Command::new("mkfifo").arg(workspace.path("input")).status().expect("mkfifo");
    assert!(made.success());
    workspace
}

fn start(workspace: &Workspace, line: &str) -> Child {
    workspace.start(&line.replace("{khepri}", PROGRAM))
}

/// Opens the pipe for writing after the program has opened it for reading.
fn opened(workspace: &Workspace) -> File {
    let (sender, receiver) = channel();
    let path = workspace.path("input");
    spawn(move || sender.send(OpenOptions::new().write(true).open(path).expect("a pipe")));
    receiver.recv_timeout(PATIENCE).expect("the program reads")
}

/// Returns the number of files in a workspace.
fn count(workspace: &Workspace) -> usize {
    fs::read_dir(workspace.path("")).expect("a folder").count()
}

#[test]
fn an_endless_input_of_another_format_is_refused() {
    // Each reader of a format serves several commands, so it gets zeros, blank lines and comments.
    for ((line, expected), unit) in COMMANDS.into_iter().zip([&b"\0"[..], b"\n", b"; KG\n"].into_iter().cycle()) {
        let workspace = workspace();
        let before = count(&workspace);
        let child = start(&workspace, line);
        let mut input = opened(&workspace);
        let bytes = unit.repeat(1 << 15);
        // Writing fails when the program has closed the pipe.
        let writer = spawn(move || while input.write_all(&bytes).is_ok() {});
        let (status, [_, errors]) = end(child);
        writer.join().expect("no panic");
        assert_eq!(status, Some(expected), "{line}: {errors}");
        assert!(errors.lines().count() >= 1 || expected == 1, "{line}: {errors}");
        assert!(errors.lines().all(|error| error.len() < 500), "{line}: {errors}");
        assert_eq!(count(&workspace), before, "{line}");
    }
}

#[test]
fn a_signal_ends_a_command_that_waits_for_its_input() {
    let merge = ("data merge {}/input --output {}/new", 2);
    for (line, _) in COMMANDS.into_iter().chain([merge]) {
        for signal in [Signal::INT, Signal::TERM] {
            let workspace = workspace();
            let before = count(&workspace);
            let child = start(&workspace, line);
            let input = opened(&workspace);
            kill_process(Pid::from_child(&child), signal).expect("a signal");
            let (status, [_, errors]) = end(child);
            drop(input);
            assert!([None, Some(130)].contains(&status), "{line}: {status:?} {errors}");
            assert_eq!(count(&workspace), before, "{line}");
        }
    }
}

#[test]
fn a_signal_during_a_copy_leaves_no_file() {
    for command in ["merge", "shuffle", "sample"] {
        let workspace = workspace();
        workspace.make("a", 2, "--nodes 100 --threads 1");
        let before = count(&workspace);
        let child = start(&workspace, &format!("data {command} {{}}/input --output {{}}/new"));
        // The command reads the headers before it starts the copy.
        opened(&workspace).write_all(&workspace.bytes("a")).expect("the program reads");
        wait_for(|| count(&workspace), |&files| files > before);
        let input = opened(&workspace);
        kill_process(Pid::from_child(&child), Signal::TERM).expect("a signal");
        let (status, [_, errors]) = end(child);
        drop(input);
        assert_eq!((status, count(&workspace)), (Some(130), before), "{command}: {errors}");
    }
}
