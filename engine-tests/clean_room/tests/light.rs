//! The paths and hits of shots.

use super::*;
use crate::clean_room::position::Position;

/// Fires a colour's laser, and returns the board field after the shot, the squares of the hits, and the shot.
fn shoot(kfen: &str, colour: Colour) -> (String, String, Shot) {
    let mut position = Position::from_kfen(kfen).unwrap();
    let shot = fire(&mut position.board, position.rule_set, colour);
    let squares: Vec<String> = shot.hits.iter().map(|hit| hit.square.to_string()).collect();
    let board = position.to_kfen().split(' ').next().unwrap().to_string();
    (board, squares.join(" "), shot)
}

/// Returns the squares that beams enter, each with the initial of the direction, such as `e4n`, in alphabetical order.
fn path(shot: &Shot) -> String {
    let mut names = Vec::new();
    for square in Square::all() {
        for (direction, letter) in Direction::ALL.into_iter().zip(['n', 'e', 's', 'w']) {
            if shot.enters(square, direction) {
                names.push(format!("{square}{letter}"));
            }
        }
    }
    names.sort();
    names.join(" ")
}

#[test]
fn pyramids_reflect_the_beam_and_are_hit_in_the_back() {
    let (board, hits, shot) = shoot("x34k4/4p15///4P14P3///4K4X1 s khet2 0 1", Colour::Silver);
    assert_eq!(hits, "e7");
    assert_eq!(board, "x34k4////4P14P3///4K4X1");
    assert_eq!(path(&shot), "e4w e5n e6n e7n f4w g4w h4w i4w j2n j3n j4n");
}

#[test]
fn one_beam_may_use_both_faces_of_a_scarab() {
    let (board, hits, shot) = shoot("x34k4//1P22P35//1P12S14P3//4a35/5K3X1 s khet2 0 1", Colour::Silver);
    assert_eq!(hits, "e2");
    assert_eq!(board, "x34k4//1P22P35//1P12S14P3///5K3X1");
    assert_eq!(path(&shot), "b4s b5s b6w c4e c6w d4e d6w e2s e3s e4e e4w e5n e6n f4w g4w h4w i4w j2n j3n j4n");
}

#[test]
fn an_anubis_absorbs_the_beam_in_front_and_is_hit_on_its_side() {
    let kfen = "x34k4///p14A14/4a24P3///4K4X1 s khet2 0 1";
    let (board, hits, shot) = shoot(kfen, Colour::Silver);
    assert_eq!((board.as_str(), hits.as_str()), ("x34k4///p14A14/4a24P3///4K4X1", ""));
    assert!(shot.enters(Square::from_name("e4").unwrap(), Direction::West));
    assert!(!shot.enters(Square::from_name("d4").unwrap(), Direction::West));
    let (board, hits, _) = shoot(kfen, Colour::Red);
    assert_eq!((board.as_str(), hits.as_str()), ("x34k4///p19/4a24P3///4K4X1", "f5"));
}

#[test]
fn a_hit_removes_the_upper_obelisk_and_the_lower_one_stays() {
    let (board, hits, shot) = shoot("5k4////4t4P3///3TK1O3 s khet1 0 1", Colour::Silver);
    assert_eq!((board.as_str(), hits.as_str()), ("5k4////4o4P3///3TK1O3", "e4"));
    assert_eq!(shot.hits[0].piece, Piece { colour: Colour::Red, kind: Kind::Stack });
    assert_eq!(shot.hits[0].removed(), Piece { colour: Colour::Red, kind: Kind::Obelisk });
    let (board, hits, _) = shoot("5k4////4o4P3///3TK1O3 s khet1 0 1", Colour::Silver);
    assert_eq!((board.as_str(), hits.as_str()), ("5k4////9P3///3TK1O3", "e4"));
}

#[test]
fn an_eye_lets_the_beam_through_and_reflects_it() {
    let (board, hits, shot) = shoot("x33k5/5a14///2p32E13P3///4K4X1 s khet2 0 1", Colour::Silver);
    assert_eq!(hits, "c4 f7");
    assert_eq!(board, "x33k5////5E13P3///4K4X1");
    assert_eq!(path(&shot), "c4w d4w e4w f4w f5n f6n f7n g4w h4w i4w j2n j3n j4n");
}

#[test]
fn an_eye_splits_on_both_faces() {
    // The Sphinx faces west. The beam reaches e4 from the left and meets the south-west mirror.
    let kfen = "x33k5/4K5///1P22E12a12//4p35/1P17X4 s khet2 0 1";
    let (board, hits, _) = shoot(kfen, Colour::Silver);
    assert_eq!(hits, "e2 h4");
    assert_eq!(board, "x33k5/4K5///1P22E15///1P17X4");
}

#[test]
fn a_piece_that_has_been_hit_still_reflects() {
    // One beam hits the Pyramid on e5 from below. The Pyramid still reflects the other beam to the Obelisk on e7.
    let (board, hits, _) = shoot("2k7/4o5//4p14P3//4P14E1//3K6 s khet1 0 1", Colour::Silver);
    assert_eq!(hits, "e5 e7");
    assert_eq!(board, "2k7///9P3//4P14E1//3K6");
}

#[test]
fn a_stack_hit_by_two_beams_loses_one_obelisk_and_stops_both() {
    let (board, hits, shot) = shoot("2k7/4o5//4t4P3//4P14E1//3K6 s khet1 0 1", Colour::Silver);
    assert_eq!(hits, "e5");
    assert_eq!(board, "2k7/4o5//4o4P3//4P14E1//3K6");
    let e5 = Square::from_name("e5").unwrap();
    assert!(shot.enters(e5, Direction::North) && shot.enters(e5, Direction::West));
}

#[test]
fn a_beam_in_a_ring_ends() {
    let (_, hits, shot) = shoot("2k7//1P22P35//1P12E24P3///7K2 s khet1 0 1", Colour::Silver);
    assert_eq!(hits, "");
    let ring = "b4w b5n b6n c4w c6e d4w d6e";
    assert_eq!(path(&shot), format!("{ring} e1s e2s e3s e4s e4w e5s e6e f4w g4w h4w i4w j1n j2n j3n j4n"));
}

#[test]
fn in_khet1_and_deflexion_the_beam_first_meets_a_piece_on_the_corner() {
    for rule_set in ["khet1", "deflexion"] {
        let (board, hits, _) = shoot(&format!("5k4///////2K3o2P3 s {rule_set} 0 1"), Colour::Silver);
        assert_eq!((board.as_str(), hits.as_str()), ("5k4///////2K6P3", "g1"));
        let (board, hits, _) = shoot(&format!("p12O2k3///////2K7 s {rule_set} 0 1"), Colour::Red);
        assert_eq!((board.as_str(), hits.as_str()), ("p15k3///////2K7", "d8"));
        let (_, hits, shot) = shoot(&format!("5k4///////2K7 s {rule_set} 0 1"), Colour::Silver);
        assert_eq!((path(&shot).as_str(), hits.as_str()), ("j1n j2n j3n j4n j5n j6n j7n j8n", ""));
        let (_, hits, shot) = shoot(&format!("5k4///////2K7 s {rule_set} 0 1"), Colour::Red);
        assert_eq!((path(&shot).as_str(), hits.as_str()), ("a1s a2s a3s a4s a5s a6s a7s a8s", ""));
    }
}

#[test]
fn in_khet2_the_beam_starts_in_front_of_the_sphinx() {
    let shot_path = |kfen: &str, colour| path(&shoot(kfen, colour).2);
    let north_and_south = "x39/5k4//////2K6X1 s khet2 0 1";
    assert_eq!(shot_path(north_and_south, Colour::Silver), "j2n j3n j4n j5n j6n j7n j8n");
    assert_eq!(shot_path(north_and_south, Colour::Red), "a1s a2s a3s a4s a5s a6s a7s");
    let west_and_east = "x29/5k4/////2K7/9X4 s khet2 0 1";
    assert_eq!(shot_path(west_and_east, Colour::Silver), "a1w b1w c1w d1w e1w f1w g1w h1w i1w");
    assert_eq!(shot_path(west_and_east, Colour::Red), "b8e c8e d8e e8e f8e g8e h8e i8e j8e");
}

#[test]
fn a_sphinx_absorbs_every_beam() {
    // Silver's beam meets Red's Sphinx from the side, then in the second position Silver's own.
    let (board, hits, shot) = shoot("x38P3/4k5//////4K4X1 s khet2 0 1", Colour::Silver);
    assert_eq!((board.as_str(), hits.as_str()), ("x38P3/4k5//////4K4X1", ""));
    assert!(shot.enters(Square::from_name("a8").unwrap(), Direction::West));
    let (board, hits, shot) = shoot("x34k4//6K3//4P24P3///4P14X1 s khet2 0 1", Colour::Silver);
    assert_eq!((board.as_str(), hits.as_str()), ("x34k4//6K3//4P24P3///4P14X1", ""));
    assert!(shot.enters(Square::from_name("j1").unwrap(), Direction::East));
}

#[test]
fn a_beam_hits_pieces_of_its_own_colour() {
    let (board, hits, _) = shoot("5k4////4O4P3///3K6 s khet1 0 1", Colour::Silver);
    assert_eq!((board.as_str(), hits.as_str()), ("5k4////9P3///3K6", "e4"));
}
