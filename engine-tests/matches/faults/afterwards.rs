//! What an engine does after the end of a game costs it nothing, even if it does so in the next game, before its first
//! `go` there.

use super::{Match, drawn};

/// Games of two plies. `Bad` makes the first move of game 1; `Good` thinks 0.4 s, then 0.4 s again in game 2, before `Bad`
/// is asked there. What `Bad` does 0.6 s after its move falls between the barrier of game 2 and that first `go`.
fn is_no_fault(flag: &str) {
    let games = Match {
        bad: &[flag, "600", "--at", "1", "--game", "1"],
        good: &["--sleep", "400"],
        arguments: &["--max-plies", "2"],
        ..Match::default()
    };
    games.ends(&[drawn("max plies", 2); 2]);
}

#[test]
fn a_flood_is_no_fault() {
    is_no_fault("--late-flood");
}

#[test]
fn a_bestmove_is_no_fault() {
    is_no_fault("--late-second-bestmove");
}

#[test]
fn a_crash_is_no_fault() {
    is_no_fault("--late-crash");
}
