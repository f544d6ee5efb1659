//! Turns, counters and outcomes.

use super::*;

/// Returns the position after an action and its shot.
fn played(kfen: &str, text: &str) -> Position {
    let mut position = Position::from_kfen(kfen).unwrap();
    let action = position.action(text).unwrap_or_else(|| panic!("{text} is not legal"));
    position.apply(&action);
    position
}

#[test]
fn a_player_who_hits_the_opponents_pharaoh_wins() {
    // The Pyramid on j4 rotates so that its mirror faces south-west.
    let position = played("////4k4P2///4K5 s khet1 0 1", "j4+");
    assert_eq!(position.outcome(), Some(Outcome::Won(Colour::Silver)));
    assert_eq!(position.to_kfen(), "////9P3///4K5 r khet1 0 1");
    assert_eq!(position.actions(), []);
    // The Pyramid rotates its back to the beam and is removed.
    let position = played("////4k4P3///4K5 s khet1 0 1", "j4+");
    assert_eq!(position.to_kfen(), "////4k5///4K5 r khet1 0 1");
    assert_eq!(position.outcome(), None);
    let position = played("////4k4P3///4K5 s khet1 0 1", "j4-");
    assert_eq!((position.outcome(), position.plies_since_capture), (None, 1));
}

#[test]
fn a_player_who_hits_the_own_pharaoh_loses() {
    let position = played("6k3////4K4P2/// s khet1 0 1", "j4+");
    assert_eq!(position.outcome(), Some(Outcome::Won(Colour::Red)));
}

#[test]
fn one_shot_that_hits_both_pharaohs_is_a_draw() {
    // The Eye on f4 splits the beam to e4 and f7.
    let position = played("/5k4///4KE13P2/// s khet1 7 9", "j4+");
    assert_eq!(position.to_kfen(), "////5E13P3/// r khet1 0 9");
    assert_eq!(position.outcome(), Some(Outcome::Draw));
    assert_eq!(position.actions(), []);
}

#[test]
fn a_player_without_a_legal_move_draws_at_once() {
    let stuck = "5k4//////8p1p1/9K s khet1 0 1";
    let position = Position::from_kfen(stuck).unwrap();
    assert_eq!((position.actions(), position.outcome()), (vec![], Some(Outcome::Draw)));
    let position = Position::from_kfen(&stuck.replace(" s ", " r ")).unwrap();
    assert_eq!(position.outcome(), None);
    assert_eq!(played(&stuck.replace(" s ", " r "), "f8e8").outcome(), Some(Outcome::Draw));
    // In deflexion i1 is not reserved.
    let position = Position::from_kfen(&stuck.replace("khet1", "deflexion")).unwrap();
    assert_eq!(position.outcome(), None);
    assert_eq!(position.actions().len(), 1);
}

#[test]
fn the_movers_laser_fires_every_turn() {
    // After a move of the Pharaoh, Silver's beam hits the own Pyramid on j4.
    let position = played("6k3////9P1///4K5 s khet1 0 1", "e1e2");
    assert_eq!(position.to_kfen(), "6k3//////4K5/ r khet1 0 1");
    // In Red's turn only Red's laser fires.
    let position = played("6k3////9P1///4K5 r khet1 0 1", "g8g7");
    assert_eq!(position.to_kfen(), "/6k3///9P1///4K5 s khet1 1 2");
}

#[test]
fn the_sphinx_fires_in_the_direction_after_its_rotation() {
    // The Pyramid on e1 faces the beam and reflects it up the file. In the second position it has its back to the beam.
    let position = played("x35k3////2K7///4p14X1 s khet2 3 1", "j1-");
    assert_eq!(position.to_kfen(), "x35k3////2K7///4p14X4 r khet2 4 1");
    let position = played("x35k3////2K7///4p34X1 s khet2 3 1", "j1-");
    assert_eq!(position.to_kfen(), "x35k3////2K7///9X4 r khet2 0 1");
}

#[test]
fn the_move_number_grows_after_a_move_of_the_second_player() {
    let number = |kfen: &str, text: &str| played(kfen, text).move_number;
    assert_eq!(number("6k3///////4K5 s khet1 0 5", "e1e2"), 5);
    assert_eq!(number("6k3///////4K5 r khet1 0 5", "g8g7"), 6);
    assert_eq!(number("6k3///////4K5 s deflexion 0 5", "e1e2"), 6);
    assert_eq!(number("6k3///////4K5 r deflexion 0 5", "g8g7"), 5);
    assert_eq!(number("x35k3///////4K4X1 s khet2 0 5", "j1-"), 5);
    assert_eq!(number("x35k3///////4K4X1 r khet2 0 5", "a8-"), 6);
}

#[test]
fn own_losses_and_the_top_of_a_stack_reset_the_plies_since_a_capture() {
    let plies = |kfen: &str, text: &str| played(kfen, text).plies_since_capture;
    assert_eq!(plies("6k3///////4K5 s khet1 8 5", "e1e2"), 9);
    assert_eq!(plies("6k3////9P1///4K5 s khet1 8 5", "e1e2"), 0);
    assert_eq!(plies("5k4////4t4P3///3TK1O3 s khet1 8 5", "d1c1t"), 0);
    assert_eq!(plies("5k4////4o4P3///3TK1O3 s khet1 8 5", "d1c1t"), 0);
}

#[test]
fn counters_stay_at_their_maximum() {
    let position = played("6k3///////4K5 r khet1 4294967295 4294967295", "g8g7");
    assert_eq!(position.to_kfen(), "/6k3//////4K5 s khet1 4294967295 4294967295");
}
