//! Tests of the mock engine: its games, and the input that it refuses. The matches show its faults.

use crate::support::mock::mock;
use crate::support::{Ended, Engine};
use khepri::internal::notation::setups;
use khepri::internal::rules::{Game, Move, RuleSet};
use std::process::Command;

/// Runs the mock on an input and returns its output and status.
fn play(flags: &[&str], input: &str) -> Ended {
    let mut engine = Engine::run(Command::new(mock()).args(flags));
    engine.send_bytes(input.as_bytes());
    engine.end()
}

/// Plays the mock against itself, at most 30 plies. Checks that all moves are legal and returns them.
fn game(seed: &str) -> Vec<String> {
    let mut engine = Engine::run(Command::new(mock()).args(["--seed", seed]));
    let mut game = Game::new(setups::named(RuleSet::Khet2, "imhotep").expect("a set-up").position.clone());
    let mut moves: Vec<String> = Vec::new();
    while game.position().outcome().is_none() && moves.len() < 30 {
        engine.send(&format!("position setup imhotep moves {}", moves.join(" ")));
        engine.send("go wtime 1000 btime 1000");
        let best = engine.expect_line("bestmove", |line| line.starts_with("bestmove"));
        let mv = best.strip_prefix("bestmove ").and_then(|text| text.parse::<Move>().ok()).expect("a move");
        game.push(mv).unwrap_or_else(|why| panic!("{mv} is not legal: {why}"));
        moves.push(mv.to_string());
    }
    engine.quit();
    moves
}

#[test]
fn it_plays_legal_games_that_depend_on_the_seed() {
    assert_eq!(game("7"), game("7"));
    assert_ne!(game("7"), game("8"));
}

#[test]
fn it_refuses_faulty_positions_in_both_protocols() {
    for (protocol, position, why) in [
        ("uci", "startpos moves h2h4", "move `h2h4`: h4 is not next to h2"),
        ("uci", "startpos moves f4-", ""),
        ("khet2ai", "imhotep a1b1", "a1 is empty"),
        ("khet2ai", "standard f4-", "f4-: a Scarab or Eye turns with +"),
        ("khet2ai", "standard f4+", ""),
    ] {
        let ended = play(&["--protocol", protocol], &format!("position {position}\ngo depth 1\n"));
        let status = if why.is_empty() { 0 } else { 2 };
        assert_eq!(ended.status.code(), Some(status), "{position}: {}", ended.errors);
        assert!(ended.errors.contains(why) && ended.lines.is_empty() != why.is_empty(), "{position}: {}", ended.errors);
    }
}
