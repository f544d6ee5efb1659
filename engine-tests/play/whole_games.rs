//! Tests of whole games through a pipe: all rule sets, stacks, Eyes and both colours. `pty` has those in a terminal.

use crate::session::{Session, arguments, kfen, play_a_game};
use crate::support::{Engine, PROGRAM};
use std::process::Command;

impl Session for Engine {
    fn send(&mut self, line: &str) {
        Engine::send(self, line);
    }

    fn next_line(&mut self, waited_for: &str) -> String {
        Engine::next_line(self, waited_for).unwrap_or_else(|| panic!("the program ended, waited for {waited_for}"))
    }
}

fn play(rule_set: &str, set_up: &str, colour: &str) {
    let folder = tempfile::tempdir().expect("a folder");
    let mut session = Engine::run(Command::new(PROGRAM).args(arguments(rule_set, set_up, colour)));
    let plies = play_a_game(&mut session, kfen(rule_set, set_up), &folder.path().join("game.kgn"));
    assert!(plies > 0);
    let ended = session.end_by_itself();
    assert_eq!((ended.status.code(), ended.errors.as_str()), (Some(0), ""));
    assert!(ended.lines.iter().all(|line| !line.contains('\u{1b}')), "{:?}", ended.lines);
}

#[test]
fn khet2_as_silver() {
    play("khet2", "classic", "silver");
}

#[test]
fn khet2_with_eyes_as_red() {
    play("khet2", "osiris", "red");
}

#[test]
fn khet1_with_stacks_as_red() {
    play("khet1", "imhotep", "red");
}

#[test]
fn deflexion_with_eyes_as_silver_who_moves_second() {
    play("deflexion", "classic-eye", "silver");
}
