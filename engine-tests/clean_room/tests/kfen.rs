//! Positions as KFEN.

use super::*;
use crate::clean_room::position::Position;

const CLASSIC: &str = "x33a3ka3p22/2p37/3P46/p11P31s1s21p21P4/p21P41S2S11p11P3/6p23/7P12/2P4A1KA13X1 s khet2 0 1";

/// Reads a KFEN, and returns it as it is written.
fn rewritten(text: &str) -> String {
    Position::from_kfen(text).unwrap_or_else(|reason| panic!("{text}: {reason}")).to_kfen()
}

/// Checks that a KFEN is refused.
fn refused(text: &str) {
    assert!(Position::from_kfen(text).is_err(), "{text}");
}

#[test]
fn rank_5_of_the_classic_position_is_read() {
    let position = Position::from_kfen(CLASSIC).unwrap();
    let names: Vec<String> = "abcdefghij"
        .chars()
        .map(|file| {
            let square = Square::from_name(&format!("{file}5")).unwrap();
            match position.board.at(square) {
                None => "-".to_string(),
                Some(piece) => format!("{:?} {:?}", piece.colour, piece.kind),
            }
        })
        .collect();
    assert_eq!(
        names,
        [
            "Red Pyramid(NorthEast)",
            "-",
            "Silver Pyramid(SouthWest)",
            "-",
            "Red Scarab(NorthEastSouthWest)",
            "Red Scarab(SouthEastNorthWest)",
            "-",
            "Red Pyramid(SouthEast)",
            "-",
            "Silver Pyramid(NorthWest)",
        ]
    );
}

#[test]
fn ranks_go_from_8_down_to_1_and_files_from_a_to_j() {
    let position = Position::from_kfen(CLASSIC).unwrap();
    let at = |name: &str| position.board.at(Square::from_name(name).unwrap());
    let piece = |colour, kind| Some(Piece { colour, kind });
    assert_eq!(at("a8"), piece(Colour::Red, Kind::Sphinx(Direction::South)));
    assert_eq!(at("j1"), piece(Colour::Silver, Kind::Sphinx(Direction::North)));
    assert_eq!(at("f8"), piece(Colour::Red, Kind::Pharaoh));
    assert_eq!(at("e1"), piece(Colour::Silver, Kind::Pharaoh));
    assert_eq!(at("c1"), piece(Colour::Silver, Kind::Pyramid(Quarter::NorthWest)));
    assert_eq!(at("f1"), piece(Colour::Silver, Kind::Anubis(Direction::North)));
}

#[test]
fn all_set_ups_are_written_as_they_are_read() {
    for line in super::play::SET_UPS {
        assert_eq!(rewritten(line), line);
    }
    assert!(super::play::SET_UPS.contains(&CLASSIC));
}

#[test]
fn the_last_three_fields_may_be_omitted() {
    let board = "x34k4///////4K4X1";
    let full = format!("{board} r khet2 0 1");
    for rest in ["r", "r khet2", "r khet2 0 1"] {
        assert_eq!(rewritten(&format!("{board} {rest}")), full);
    }
    for rest in ["", "r khet2 0", "r khet2 0 1 1", "r 0 1", "khet2"] {
        refused(&format!("{board} {rest}"));
    }
    refused("");
    assert_eq!(rewritten(&format!("  {board}   r\tkhet2  0 1 ")), full);
}

#[test]
fn sides_and_rule_sets_are_read() {
    assert_eq!(rewritten("5k4///////5K4 0 khet1"), "5k4///////5K4 s khet1 0 1");
    assert_eq!(rewritten("5k4///////5K4 1 deflexion"), "5k4///////5K4 r deflexion 0 1");
    for rest in ["w khet1", "S khet1", "R khet1", "2 khet1", "s khet3", "s Khet1", "s khet"] {
        refused(&format!("5k4///////5K4 {rest}"));
    }
    refused("x34k4///////4K3X1 w khet3");
}

#[test]
fn numbers_have_no_sign_and_no_leading_zeros() {
    let line = |plies: &str, number: &str| format!("5k4///////5K4 s khet1 {plies} {number}");
    for (plies, number) in [("0", "1"), ("12", "345"), ("4294967295", "4294967295")] {
        assert_eq!(rewritten(&line(plies, number)), line(plies, number));
    }
    for wrong in ["+1", "-1", "01", "00", "4294967296", "x", "1x", "1.0"] {
        refused(&line(wrong, "1"));
        refused(&line("0", wrong));
    }
    refused(&line("0", "0"));
}

#[test]
fn digits_3_and_4_of_scarabs_and_eyes_are_read_as_1_and_2() {
    let line = |one: &str, two: &str| format!("5k4////1{one}{two}7///5K4 s khet1 0 1");
    assert_eq!(rewritten(&line("S3", "E4")), line("S1", "E2"));
    assert_eq!(rewritten(&line("s4", "e3")), line("s2", "e1"));
}

#[test]
fn several_runs_are_read_and_written_as_one() {
    let parts = "5k1111/55/91/1111111111///222121/32K121 s khet1";
    assert_eq!(rewritten(parts), "5k4///////5K4 s khet1 0 1");
    assert_eq!(rewritten("9K///////k9 s deflexion"), "9K///////k9 s deflexion 0 1");
}

#[test]
fn misspelled_boards_are_refused() {
    for board in [
        "5k4//////5K4",
        "5k4////////5K4",
        "5k3///////5K4",
        "5k5///////5K4",
        "5k4///0////5K4",
        "5k40///////5K4",
        "5k4///9////5K4",
        "5k4///99////5K4",
        "5k4///99999999999999999999999999////5K4",
        "5k4///P9////5K4",
        "5k4///P09////5K4",
        "5k4///P59////5K4",
        "5k4///S59////5K4",
        "5k4///9P////5K4",
        "5k4///9q////5K4",
        "5k4///9é////5K4",
        "5k4///5-4////5K4",
        "5k4///55p1////5K4",
        "55k///////5K4",
    ] {
        refused(&format!("{board} s khet1"));
    }
}
