//! Turns, counters and outcomes.

use super::*;

/// The position after an action and its shot.
fn played(kfen: &str, text: &str) -> Position {
    let mut position = Position::from_kfen(kfen).unwrap();
    let action = position.action(text).unwrap_or_else(|| panic!("{text} is not legal"));
    position.apply(&action);
    position
}

#[test]
fn who_lights_up_the_others_pharaoh_has_won() {
    // The Pyramid on j4 turns its mirror to the south-west.
    let position = played("////4k4P2///4K5 s khet1 0 1", "j4+");
    assert_eq!(position.outcome(), Some(Outcome::Won(Colour::Silver)));
    assert_eq!(position.to_kfen(), "////9P3///4K5 r khet1 0 1");
    assert_eq!(position.actions(), []);
    // The example of an opening: the Pyramid turns its back to the beam and goes.
    let position = played("////4k4P3///4K5 s khet1 0 1", "j4+");
    assert_eq!(position.to_kfen(), "////4k5///4K5 r khet1 0 1");
    assert_eq!(position.outcome(), None);
    let position = played("////4k4P3///4K5 s khet1 0 1", "j4-");
    assert_eq!((position.outcome(), position.plies_since_capture), (None, 1));
}

#[test]
fn who_lights_up_the_own_pharaoh_has_lost() {
    let position = played("6k3////4K4P2/// s khet1 0 1", "j4+");
    assert_eq!(position.outcome(), Some(Outcome::Won(Colour::Red)));
}

#[test]
fn one_shot_that_hits_both_pharaohs_is_a_draw() {
    // The Eye on f4 sends one beam to e4 and one to f7.
    let position = played("/5k4///4KE13P2/// s khet1 7 9", "j4+");
    assert_eq!(position.to_kfen(), "////5E13P3/// r khet1 0 9");
    assert_eq!(position.outcome(), Some(Outcome::Draw));
    assert_eq!(position.actions(), []);
}

#[test]
fn a_player_with_nothing_to_do_draws_at_once() {
    let stuck = "5k4//////8p1p1/9K s khet1 0 1";
    let position = Position::from_kfen(stuck).unwrap();
    assert_eq!((position.actions(), position.outcome()), (vec![], Some(Outcome::Draw)));
    let position = Position::from_kfen(&stuck.replace(" s ", " r ")).unwrap();
    assert_eq!(position.outcome(), None);
    assert_eq!(played(&stuck.replace(" s ", " r "), "f8e8").outcome(), Some(Outcome::Draw));
    // In deflexion i1 is free for all.
    let position = Position::from_kfen(&stuck.replace("khet1", "deflexion")).unwrap();
    assert_eq!(position.outcome(), None);
    assert_eq!(position.actions().len(), 1);
}

#[test]
fn the_laser_of_the_mover_shines_in_every_turn() {
    // Nothing that Silver does with the Pharaoh keeps the beam from the own Pyramid on j4.
    let position = played("6k3////9P1///4K5 s khet1 0 1", "e1e2");
    assert_eq!(position.to_kfen(), "6k3//////4K5/ r khet1 0 1");
    // Red's turn fires Red's laser and not Silver's.
    let position = played("6k3////9P1///4K5 r khet1 0 1", "g8g7");
    assert_eq!(position.to_kfen(), "/6k3///9P1///4K5 s khet1 1 2");
}

#[test]
fn the_sphinx_shines_the_way_it_has_been_turned_to() {
    // The Pyramid on e1 first looks to the beam and sends it up the empty file, then turns its back to it.
    let position = played("x35k3////2K7///4p14X1 s khet2 3 1", "j1-");
    assert_eq!(position.to_kfen(), "x35k3////2K7///4p14X4 r khet2 4 1");
    let position = played("x35k3////2K7///4p34X1 s khet2 3 1", "j1-");
    assert_eq!(position.to_kfen(), "x35k3////2K7///9X4 r khet2 0 1");
}

#[test]
fn the_move_number_grows_when_the_second_player_has_moved() {
    let number = |kfen: &str, text: &str| played(kfen, text).move_number;
    assert_eq!(number("6k3///////4K5 s khet1 0 5", "e1e2"), 5);
    assert_eq!(number("6k3///////4K5 r khet1 0 5", "g8g7"), 6);
    assert_eq!(number("6k3///////4K5 s deflexion 0 5", "e1e2"), 6);
    assert_eq!(number("6k3///////4K5 r deflexion 0 5", "g8g7"), 5);
    assert_eq!(number("x35k3///////4K4X1 s khet2 0 5", "j1-"), 5);
    assert_eq!(number("x35k3///////4K4X1 r khet2 0 5", "a8-"), 6);
}

#[test]
fn plies_since_a_capture_end_with_own_losses_and_the_top_of_a_stack_too() {
    let plies = |kfen: &str, text: &str| played(kfen, text).plies_since_capture;
    assert_eq!(plies("6k3///////4K5 s khet1 8 5", "e1e2"), 9);
    assert_eq!(plies("6k3////9P1///4K5 s khet1 8 5", "e1e2"), 0);
    assert_eq!(plies("5k4////4t4P3///3TK1O3 s khet1 8 5", "d1c1t"), 0);
    assert_eq!(plies("5k4////4o4P3///3TK1O3 s khet1 8 5", "d1c1t"), 0);
}

#[test]
fn numbers_stay_at_the_greatest() {
    let position = played("6k3///////4K5 r khet1 4294967295 4294967295", "g8g7");
    assert_eq!(position.to_kfen(), "/6k3//////4K5 s khet1 4294967295 4294967295");
}
