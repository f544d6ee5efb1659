//! Invalid moves after `bestmove`, and `bestmove` without a `go`.

use super::{Match, NORMAL, lost};

/// Flags for a fault in the second game of each process: in game 2, and after the restart in game 4.
const SECOND_GAME: [&str; 2] = ["--game", "2"];

fn second_games_end(flags: &[&str], termination: &'static str, plies: u64) -> super::Finished {
    let bad = [flags, &SECOND_GAME].concat();
    let fault = lost(termination, plies);
    Match { bad: &bad, ..Match::default() }.ends(&[NORMAL, fault, NORMAL, fault])
}

fn detail(finished: &super::Finished) -> String {
    finished.records[1]["detail"].as_str().unwrap_or_default().to_owned()
}

#[test]
fn an_illegal_move_loses() {
    let finished = second_games_end(&["--illegal"], "illegal move", 3);
    assert_eq!(detail(&finished), "a1b1: a1 is empty");
    // The record has the moves that were played and not the illegal one.
    assert_eq!(finished.records[1]["moves"].as_array().map(Vec::len), Some(3));
}

#[test]
fn an_illegal_first_move_loses() {
    let bad = ["--illegal", "--at", "1", "--once", "{folder}/once"];
    Match { bad: &bad, ..Match::default() }.ends(&[lost("illegal move", 0), NORMAL, NORMAL]);
}

#[test]
fn an_unreadable_move_loses() {
    let finished = second_games_end(&["--unreadable"], "unreadable move", 3);
    assert!(detail(&finished).contains("`xyzzy`"), "{}", detail(&finished));
}

#[test]
fn a_bestmove_without_a_move_loses() {
    let finished = second_games_end(&["--bare-bestmove"], "unreadable move", 3);
    assert_eq!(detail(&finished), "bestmove without a move");
}

#[test]
fn no_move_although_there_are_legal_moves_loses() {
    let finished = second_games_end(&["--none"], "no move", 3);
    assert_eq!(detail(&finished), "bestmove (none)");
    // With UCI a mate score against itself changes nothing.
    let bad = ["--none", "--mate-against", "--once", "{folder}/once"];
    Match { bad: &bad, ..Match::default() }.ends(&[lost("no move", 2), NORMAL]);
}

#[test]
fn two_bestmoves_at_once_lose() {
    // The first is played. The second is detected at the next `go`.
    second_games_end(&["--two-bestmoves"], "two bestmoves", 5);
}

#[test]
fn a_second_bestmove_while_the_opponent_thinks_loses() {
    let bad = ["--late-second-bestmove", "20", "--once", "{folder}/once"];
    let good = ["--sleep", "500"];
    Match { bad: &bad, good: &good, ..Match::default() }.ends(&[lost("two bestmoves", 4), NORMAL]);
}

#[test]
fn a_second_bestmove_after_the_end_of_a_game_is_no_fault() {
    let bad = ["--two-bestmoves", "--at", "3"];
    let good = ["--at", "3"];
    // Red's third move is the last of the game, Silver's is not.
    Match { bad: &bad, good: &good, ..Match::default() }.ends(&[NORMAL, NORMAL, NORMAL, NORMAL]);
}

#[test]
fn a_bestmove_before_the_first_go_loses() {
    let bad = ["--stray-before-go", "--once", "{folder}/once"];
    Match { bad: &bad, ..Match::default() }.ends(&[lost("two bestmoves", 0), NORMAL, NORMAL]);
}
