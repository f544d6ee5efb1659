//! An engine loses nothing by a fault after the end of a game, even if the next game has begun and only its first `go`
//! there is still to come.

use super::{Match, drawn};

/// Plays two games of two plies and checks that the fault of the flag changes neither. `Bad` makes the first move of
/// game 1, and its fault comes 0.6 s later. `Good` thinks 0.4 s for its move in game 1 and 0.4 s for the first move of
/// game 2. So the fault falls between the `isready` of game 2 and the first `go` for `Bad` there.
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
