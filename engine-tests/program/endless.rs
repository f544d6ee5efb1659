//! Inputs without an end, and inputs that never come: each command reads a bounded part of a foreign one, and ends at the first
//! signal.
#![cfg(unix)]

use super::data_files::Place;
use crate::support::{PATIENCE, PROGRAM, wait};
use rustix::process::{Pid, Signal, kill_process};
use std::fs::{self, File, OpenOptions};
use std::io::{Read, Write};
use std::process::{Child, Command};
use std::sync::mpsc::channel;
use std::thread::{sleep, spawn};
use std::time::{Duration, Instant};

/// Commands that read the file `{}/input`, with the status after a foreign one.
const COMMANDS: [(&str, i32); 12] = [
    ("net {}/input", 2),
    ("train {}/input --output {}/new.net", 2),
    ("train {}/games --output {}/new.net --resume {}/input", 2),
    ("data check {}/input", 1),
    ("data stats {}/input", 1),
    ("analyse {}/input --output {}/new.kgn", 2),
    ("games {}/input --output {}/new.kgn", 2),
    ("wdl {}/input", 2),
    ("perft --suite {}/input", 2),
    ("bench --tactics {}/input", 2),
    ("match --merge {}/input", 2),
    ("match --engine cmd={khepri} name=A --engine cmd={khepri} name=B --depth 1 --openings {}/input", 2),
];

/// A place in which `input` is a pipe.
fn place() -> Place {
    let place = Place::new();
    fs::write(place.path("games"), "").expect("a file");
    let made = Command::new("mkfifo").arg(place.path("input")).status().expect("mkfifo");
    assert!(made.success());
    place
}

fn start(place: &Place, line: &str) -> Child {
    place.start(&line.replace("{khepri}", PROGRAM))
}

/// Opens the pipe for writing, which waits until the program has opened it.
fn opened(place: &Place) -> File {
    let (sender, receiver) = channel();
    let path = place.path("input");
    spawn(move || sender.send(OpenOptions::new().write(true).open(path).expect("a pipe")));
    receiver.recv_timeout(PATIENCE).expect("the program reads")
}

/// Returns what a process prints on stderr before it ends, and its status.
fn end(mut child: Child) -> (Option<i32>, String) {
    let mut stderr = child.stderr.take().expect("a pipe");
    let errors = spawn(move || {
        let mut bytes = Vec::new();
        let _ = stderr.read_to_end(&mut bytes);
        String::from_utf8_lossy(&bytes).into_owned()
    });
    let status = wait(&mut child).code();
    (status, errors.join().expect("text"))
}

/// Returns the number of files of a place.
fn count(place: &Place) -> usize {
    fs::read_dir(place.path("")).expect("a folder").count()
}

#[test]
fn an_input_without_an_end_is_refused() {
    for (line, expected) in COMMANDS {
        for unit in [&b"\0"[..], b"\n", b"; KG\n"] {
            let place = place();
            let before = count(&place);
            let child = start(&place, line);
            let mut input = opened(&place);
            let bytes = unit.repeat(1 << 15);
            // It can be written as long as the program reads.
            let writer = spawn(move || while input.write_all(&bytes).is_ok() {});
            let (status, errors) = end(child);
            writer.join().expect("no panic");
            assert_eq!(status, Some(expected), "{line}: {errors}");
            assert!(errors.lines().count() >= 1 || expected == 1, "{line}: {errors}");
            assert!(errors.lines().all(|error| error.len() < 500), "{line}: {errors}");
            assert_eq!(count(&place), before, "{line}");
        }
    }
}

#[test]
fn a_signal_ends_a_command_that_waits_for_its_input() {
    let merge = ("data merge {}/input --output {}/new", 2);
    for (line, _) in COMMANDS.into_iter().chain([merge]) {
        for signal in [Signal::INT, Signal::TERM] {
            let place = place();
            let before = count(&place);
            let child = start(&place, line);
            let input = opened(&place);
            kill_process(Pid::from_child(&child), signal).expect("a signal");
            let (status, errors) = end(child);
            drop(input);
            assert!([None, Some(130)].contains(&status), "{line}: {status:?} {errors}");
            assert_eq!(count(&place), before, "{line}");
        }
    }
}

#[test]
fn a_signal_ends_a_copy_without_a_trace() {
    for command in ["merge", "shuffle", "sample"] {
        let place = place();
        place.make("a", 2, "--nodes 100 --threads 1");
        let before = count(&place);
        let child = start(&place, &format!("data {command} {{}}/input --output {{}}/new"));
        // Headers are read before the copy begins.
        opened(&place).write_all(&place.bytes("a")).expect("the program reads");
        let started = Instant::now();
        while count(&place) == before {
            assert!(started.elapsed() < PATIENCE, "{command}: no copy begins");
            sleep(Duration::from_millis(2));
        }
        let input = opened(&place);
        kill_process(Pid::from_child(&child), Signal::TERM).expect("a signal");
        let (status, errors) = end(child);
        drop(input);
        assert_eq!((status, count(&place)), (Some(130), before), "{command}: {errors}");
    }
}
