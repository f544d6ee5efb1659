//! Signals: an engine ends at once, whatever it is doing.

use crate::support::{Engine, PROGRAM, default_signals};
use rustix::process::{Pid, Signal, kill_process};
use std::os::unix::process::ExitStatusExt;
use std::process::{Command, Stdio};

/// The work of the engine. The answer to the last line shows that it has begun.
const WORK: [&[&str]; 5] = [
    &["isready"],
    &["go infinite", "isready"],
    &["setoption name Threads value 2", "go movetime 600000", "isready"],
    &["go perft 12", "isready"],
    &["bench 40", "isready"],
];

fn ended_by(signal: Signal, work: &[&str]) {
    let mut engine = Engine::start();
    work.iter().for_each(|line| engine.send(line));
    engine.lines_until("readyok", |line| line == "readyok");
    let id = Pid::from_raw(engine.id() as i32).expect("an id");
    kill_process(id, signal).expect("it runs");
    let ended = engine.end_by_itself();
    assert_eq!(ended.status.signal(), Some(signal.as_raw()), "{work:?}: {:?}", ended.status);
    assert_eq!(ended.errors, "", "{work:?}");
}

#[test]
fn a_signal_ends_an_engine_at_once() {
    default_signals();
    for signal in [Signal::TERM, Signal::INT, Signal::HUP] {
        WORK.iter().for_each(|work| ended_by(signal, work));
    }
}

#[test]
fn a_signal_ends_a_command_at_once() {
    default_signals();
    for signal in [Signal::TERM, Signal::INT, Signal::HUP] {
        let mut command = Command::new(PROGRAM);
        let child = command.args(["perft", "9"]).stdout(Stdio::null()).stderr(Stdio::piped()).spawn();
        let child = child.expect("the program starts");
        kill_process(Pid::from_child(&child), signal).expect("it runs");
        let (status, errors) = super::end_of(child);
        assert_eq!((status.signal(), errors.as_str()), (Some(signal.as_raw()), ""));
    }
}
