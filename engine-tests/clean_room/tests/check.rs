//! Positions that are refused.

use crate::clean_room::position::Position;

fn accepted(kfen: &str) {
    Position::from_kfen(kfen).unwrap_or_else(|reason| panic!("{kfen}: {reason}"));
}

fn refused(kfen: &str) {
    assert!(Position::from_kfen(kfen).is_err(), "{kfen}");
}

#[test]
fn each_side_has_exactly_one_pharaoh() {
    accepted("5k4///////5K4 s khet1");
    refused("/////// s khet1");
    refused("5k4/////// s khet1");
    refused("///////5K4 s khet1");
    refused("5k4///////4KK4 s khet1");
    refused("4kk4///////5K4 s khet1");
}

#[test]
fn pieces_that_the_rule_set_does_not_have_are_refused() {
    accepted("x35k3////4A15///4K4X1 s khet2");
    refused("x35k3////4O5///4K4X1 s khet2");
    refused("x35k3////4T5///4K4X1 s khet2");
    for rule_set in ["khet1", "deflexion"] {
        accepted(&format!("6k3////4O5///4K5 s {rule_set}"));
        refused(&format!("6k3////4A15///4K5 s {rule_set}"));
        refused(&format!("x35k3///////4K4X1 s {rule_set}"));
        refused(&format!("6k3///////4K4X1 s {rule_set}"));
    }
    accepted("6k3////4T5///4K5 s khet1");
    refused("6k3////4T5///4K5 s deflexion");
}

#[test]
fn more_pieces_than_the_box_holds_are_refused() {
    let khet2 = |rank| format!("x35k3////{rank}///4K4X1 s khet2");
    accepted(&khet2("1P1P1P1P1P1P1P12"));
    refused(&khet2("1P1P1P1P1P1P1P1P11"));
    accepted(&khet2("1p1p1p1p1p1p1p12"));
    refused(&khet2("1p1p1p1p1p1p1p1p11"));
    accepted(&khet2("1S1S17"));
    refused(&khet2("1S1S1S16"));
    accepted(&khet2("1E1E17"));
    refused(&khet2("1E1E1E16"));
    accepted(&khet2("1S1E1E16"));
    accepted(&khet2("1S1S1E16"));
    refused(&khet2("1S1S1E1E15"));
    accepted(&khet2("1S1S1E1s1e1e13"));
    accepted(&khet2("1A1A17"));
    refused(&khet2("1A1A1A16"));
    refused(&khet2("1X18"));
    let khet1 = |rank| format!("6k3////{rank}///4K5 s khet1");
    accepted(&khet1("1OOOO5"));
    refused(&khet1("1OOOOO4"));
    accepted(&khet1("1TT7"));
    accepted(&khet1("1TOO6"));
    refused(&khet1("1TTO6"));
    refused(&khet1("1TOOO5"));
    accepted(&khet1("1TTtt5"));
    let deflexion = |rank| format!("6k3////{rank}///4K5 s deflexion");
    accepted(&deflexion("1OOoo5"));
    refused(&deflexion("1OOO6"));
}

#[test]
fn a_sphinx_stands_in_its_corner_and_does_not_face_the_frame() {
    for (silver, red) in [("X1", "x3"), ("X4", "x2"), ("X1", "x2"), ("X4", "x3")] {
        accepted(&format!("{red}5k3///////4K4{silver} s khet2"));
    }
    for (silver, red) in [("X2", "x3"), ("X3", "x3"), ("X1", "x1"), ("X1", "x4"), ("1", "x3"), ("X1", "1")] {
        refused(&format!("{red}5k3///////4K4{silver} s khet2"));
    }
    refused("1x34k3///////4K4X1 s khet2");
    refused("x35k3//////9X1/4K5 s khet2");
    refused("X15k3///////4K4x1 s khet2");
    refused("X35k3///////4K4x1 s khet2");
    refused("P15k3///////4K4X1 s khet2");
}

#[test]
fn some_kinds_may_stand_on_reserved_squares_of_the_other_colour() {
    let khet1 = |rank| format!("6k3////{rank}///4K5 s khet1");
    for rank in ["P19", "O9", "T9", "9p1", "9o", "9t"] {
        accepted(&khet1(rank));
    }
    for rank in ["S19", "E19", "9s1", "9e1"] {
        refused(&khet1(rank));
    }
    accepted("x35k3////A19///4K4X1 s khet2");
    accepted("x35k3////9a1///4K4X1 s khet2");
    refused("x35k3////K9///9X1 s khet2");
    refused("x39////9k///4K4X1 s khet2");
    // The four squares beside the corners are reserved only in khet2 and khet1.
    for rule_set in ["khet1", "deflexion"] {
        let check = if rule_set == "khet1" { refused } else { accepted };
        check(&format!("1k8///////5K4 s {rule_set}"));
        check(&format!("5k4///////8K1 s {rule_set}"));
        check(&format!("5k4///////1s13K4 s {rule_set}"));
        check(&format!("5k2E11///////5K4 s {rule_set}"));
    }
}
