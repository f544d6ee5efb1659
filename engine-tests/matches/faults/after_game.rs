//! A fault after the end of a game costs an engine nothing if it occurs before its first `go` of the next game.

use super::{Match, drawn};

/// Plays two games of two plies and checks that the fault of the flag changes neither. `Bad` makes the first move of
/// game 1, and its fault comes 0.6 s later. `Good` thinks 0.4 s for its move in game 1 and 0.4 s for the first move of
/// game 2. So the fault falls between the `isready` of game 2 and the first `go` for `Bad` there.
fn costs_nothing(flag: &str) {
    let games = Match {
        bad: &[flag, "600", "--at", "1", "--game", "1"],
        good: &["--sleep", "400"],
        arguments: &["--max-plies", "2"],
        ..Match::default()
    };
    games.ends(&[drawn("max plies", 2); 2]);
}

#[test]
fn a_flood_after_the_game_costs_nothing() {
    costs_nothing("--late-flood");
}

#[test]
fn a_bestmove_after_the_game_costs_nothing() {
    costs_nothing("--late-second-bestmove");
}

#[test]
fn a_crash_after_the_game_costs_nothing() {
    costs_nothing("--late-crash");
}
