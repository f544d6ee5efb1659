//! Legal actions and their effect on the board.

use crate::clean_room::position::Position;

/// Returns the texts of all legal actions that begin with `prefix`, sorted.
fn texts(kfen: &str, prefix: &str) -> String {
    let position = Position::from_kfen(kfen).unwrap();
    let mut texts: Vec<String> = position.actions().iter().map(|action| action.text()).collect();
    texts.retain(|text| text.starts_with(prefix));
    texts.sort();
    texts.join(" ")
}

/// Returns the board field after an action, before the laser fires.
fn after(kfen: &str, text: &str) -> String {
    let mut position = Position::from_kfen(kfen).unwrap();
    let action = position.action(text).unwrap_or_else(|| panic!("{text} is not legal"));
    crate::clean_room::actions::carry_out(&mut position.board, &action);
    position.to_kfen().split(' ').next().unwrap().to_string()
}

#[test]
fn a_pharaoh_steps_and_does_not_rotate() {
    let kfen = "x39/4k5//4K5////9X1 s khet2 0 1";
    assert_eq!(texts(kfen, "e5"), "e5d4 e5d5 e5d6 e5e4 e5e6 e5f4 e5f5 e5f6");
}

#[test]
fn a_pyramid_steps_to_empty_squares_and_rotates_both_ways() {
    let kfen = "x39/4k5//3p16/4P1K4///9X1 s khet2 0 1";
    assert_eq!(texts(kfen, "e4"), "e4+ e4- e4d3 e4d4 e4e3 e4e5 e4f3 e4f5");
    assert_eq!(after(kfen, "e4+"), "x39/4k5//3p16/4P2K4///9X1");
    assert_eq!(after(kfen, "e4-"), "x39/4k5//3p16/4P4K4///9X1");
    assert_eq!(after(kfen, "e4e5"), "x39/4k5//3p1P15/5K4///9X1");
}

#[test]
fn an_anubis_steps_and_rotates_both_ways() {
    let kfen = "x39/4k5//3p16/4A4K4///9X1 s khet2 0 1";
    assert_eq!(texts(kfen, "e4"), "e4+ e4- e4d3 e4d4 e4e3 e4e5 e4f3 e4f5");
    assert_eq!(after(kfen, "e4+"), "x39/4k5//3p16/4A1K4///9X1");
    assert_eq!(after(kfen, "e4-"), "x39/4k5//3p16/4A3K4///9X1");
}

#[test]
fn pieces_do_not_step_to_the_opponents_reserved_squares() {
    let kfen = "x39/4k5//1P18////7K1X1 s khet2 0 1";
    assert_eq!(texts(kfen, "b5"), "b5+ b5- b5b4 b5b6 b5c4 b5c5 b5c6");
    assert_eq!(texts(kfen, "h1"), "h1g1 h1g2 h1h2 h1i2");
    let kfen = "/2k7///8p11/4K5// r khet1 0 1";
    assert_eq!(texts(kfen, "c7"), "c7b6 c7b7 c7c6 c7c8 c7d6 c7d7 c7d8");
    assert_eq!(texts(kfen, "i4"), "i4+ i4- i4h3 i4h4 i4h5 i4i3 i4i5");
}

#[test]
fn pieces_may_step_to_their_own_reserved_squares() {
    let kfen = "/1K8/////8k1/ s khet1 0 1";
    assert_eq!(texts(kfen, "b7"), "b7b6 b7b8 b7c6 b7c7 b7c8");
    assert_eq!(texts(&kfen.replace(" s ", " r "), "i2"), "i2h1 i2h2 i2h3 i2i1 i2i3");
    assert_eq!(texts("5k4///8K1//// s khet1 0 1", "i5"), "i5h4 i5h5 i5h6 i5i4 i5i6 i5j4 i5j5 i5j6");
    assert_eq!(texts("5K4///1k8//// r khet1 0 1", "b5"), "b5a4 b5a5 b5a6 b5b4 b5b6 b5c4 b5c5 b5c6");
}

#[test]
fn the_squares_b1_b8_i1_and_i8_are_not_reserved_in_deflexion() {
    let kfen = "/2k7/////7K2/ s deflexion 0 1";
    assert_eq!(texts(kfen, "h2"), "h2g1 h2g2 h2g3 h2h1 h2h3 h2i1 h2i2 h2i3");
    assert_eq!(texts(&kfen.replace("deflexion", "khet1"), "h2"), "h2g1 h2g2 h2g3 h2h1 h2h3 h2i2 h2i3");
    let kfen = kfen.replace(" s ", " r ");
    assert_eq!(texts(&kfen, "c7"), "c7b6 c7b7 c7b8 c7c6 c7c8 c7d6 c7d7 c7d8");
    assert_eq!(texts(&kfen.replace("deflexion", "khet1"), "c7"), "c7b6 c7b7 c7c6 c7c8 c7d6 c7d7 c7d8");
}

#[test]
fn in_khet1_the_corners_are_ordinary_squares_of_their_files() {
    assert_eq!(texts("5k4//////8K1/ s khet1 0 1", "i2j1"), "i2j1");
    assert_eq!(texts("5k4//////8K1/ s khet1 0 1", "i2i1"), "");
    assert_eq!(texts("/1k8//////5K4 r khet1 0 1", "b7a8"), "b7a8");
    assert_eq!(texts("/1k8//////5K4 r khet1 0 1", "b7b8"), "");
}

#[test]
fn a_scarab_has_one_rotation_and_both_signs_are_read() {
    let kfen = "x39/4k5//4S15/4E25/6K3//9X1 s khet2 0 1";
    assert_eq!(texts(kfen, "e5"), "e5+ e5d4 e5d5 e5d6 e5e6 e5f4 e5f5 e5f6");
    assert_eq!(texts(kfen, "e4"), "e4+ e4d3 e4d4 e4d5 e4e3 e4f3 e4f4 e4f5");
    assert_eq!(after(kfen, "e5+"), "x39/4k5//4S25/4E25/6K3//9X1");
    assert_eq!(after(kfen, "e5-"), after(kfen, "e5+"));
    assert_eq!(after(kfen, "e4-"), "x39/4k5//4S15/4E15/6K3//9X1");
    let position = Position::from_kfen(kfen).unwrap();
    assert_eq!(position.action("e4-").unwrap().text(), "e4+");
    assert_eq!(position.action("g3+"), None);
    assert_eq!(position.action("e4e9"), None);
}

#[test]
fn a_scarab_swaps_with_pyramids_and_anubis_of_either_colour_and_neither_rotates() {
    let kfen = "x39/4k5//3p2P35/3a3S2A34/3K6//9X1 s khet2 0 1";
    assert_eq!(texts(kfen, "e4"), "e4+ e4d4 e4d5 e4e3 e4e5 e4f3 e4f4 e4f5");
    assert_eq!(after(kfen, "e4d5"), "x39/4k5//3S2P35/3a3p2A34/3K6//9X1");
    assert_eq!(after(kfen, "e4e5"), "x39/4k5//3p2S25/3a3P3A34/3K6//9X1");
    assert_eq!(after(kfen, "e4d4"), "x39/4k5//3p2P35/3S2a3A34/3K6//9X1");
    assert_eq!(after(kfen, "e4f4"), "x39/4k5//3p2P35/3a3A3S24/3K6//9X1");
}

#[test]
fn an_eye_swaps_with_obelisks_and_stacks_of_either_colour() {
    let kfen = "5k4///3oT5/4E1t4/5O4//3K6 s khet1 0 1";
    assert_eq!(texts(kfen, "e4"), "e4+ e4d3 e4d4 e4d5 e4e3 e4e5 e4f3 e4f4 e4f5");
    assert_eq!(after(kfen, "e4d5"), "5k4///3E1T5/4ot4/5O4//3K6");
    assert_eq!(after(kfen, "e4e5"), "5k4///3oE15/4Tt4/5O4//3K6");
    assert_eq!(after(kfen, "e4f4"), "5k4///3oT5/4tE14/5O4//3K6");
    assert_eq!(after(kfen, "e4f3"), "5k4///3oT5/4Ot4/5E14//3K6");
}

#[test]
fn a_scarab_or_eye_does_not_swap_with_a_pharaoh_a_sphinx_a_scarab_or_an_eye() {
    let kfen = "x39/1S28//3ks1e24/4S1E24/4K5//9X1 s khet2 0 1";
    assert_eq!(texts(kfen, "e4"), "e4+ e4d3 e4d4 e4f3");
    assert_eq!(texts(kfen, "f4"), "f4+ f4f3 f4g3 f4g4 f4g5");
    assert_eq!(texts(kfen, "b7"), "b7+ b7b6 b7b8 b7c6 b7c7 b7c8");
    let own_sphinx = "x39/4k5/////9S2/4K4X1 s khet2 0 1";
    assert_eq!(texts(own_sphinx, "j2"), "j2+ j2i2 j2i3 j2j3");
}

#[test]
fn reserved_squares_restrict_the_piece_that_swaps_but_not_the_other() {
    assert_eq!(texts("x39/4k5//p1S18////7K1X1 s khet2 0 1", "b5a5"), "");
    let pushes = "x39/4k5//s1P18////7K1X1 r khet2 0 1";
    assert_eq!(texts(pushes, "a5b5"), "a5b5");
    assert_eq!(after(pushes, "a5b5"), "x39/4k5//P1s18////7K1X1");
    // The displaced Pyramid may rotate or leave the file, but not step along it.
    assert_eq!(texts("x39/4k5//P19////7K1X1 s khet2 0 1", "a5"), "a5+ a5- a5b4 a5b5 a5b6");
}

#[test]
fn the_swap_of_the_rules() {
    let kfen = "x34k4///4p35/4S24P3///5K3X1 s khet2 0 1";
    assert_eq!(after(kfen, "e4e5"), "x34k4///4S25/4p34P3///5K3X1");
    let mut position = Position::from_kfen(kfen).unwrap();
    let shot = position.apply(&position.action("e4e5").unwrap());
    assert_eq!(shot.hits.len(), 1);
    assert_eq!(position.to_kfen(), "x34k4///4S25/9P3///5K3X1 r khet2 0 1");
}

#[test]
fn a_sphinx_only_rotates_between_its_two_directions() {
    assert_eq!(texts("x39/4k5//////4K4X1 s khet2 0 1", "j1"), "j1-");
    assert_eq!(texts("x39/4k5//////4K4X4 s khet2 0 1", "j1"), "j1+");
    assert_eq!(texts("x39/4k5//////4K4X1 r khet2 0 1", "a8"), "a8-");
    assert_eq!(texts("x29/4k5//////4K4X1 r khet2 0 1", "a8"), "a8+");
    assert_eq!(after("x39/4k5//////4K4X1 s khet2 0 1", "j1-"), "x39/4k5//////4K4X4");
    assert_eq!(after("x39/4k5//////4K4X4 s khet2 0 1", "j1+"), "x39/4k5//////4K4X1");
    assert_eq!(after("x39/4k5//////4K4X1 r khet2 0 1", "a8-"), "x29/4k5//////4K4X1");
    assert_eq!(after("x29/4k5//////4K4X1 r khet2 0 1", "a8+"), "x39/4k5//////4K4X1");
}

#[test]
fn a_stack_steps_as_a_whole_or_its_upper_obelisk_alone() {
    let kfen = "5k4////4t4P3///3TK1O3 s khet1 0 1";
    assert_eq!(texts(kfen, "d1"), "d1c1 d1c1t d1c2 d1c2t d1d2 d1d2t d1e2 d1e2t");
    assert_eq!(texts(kfen, "g1"), "g1f1 g1f2 g1g2 g1h1 g1h2");
    assert_eq!(texts(kfen, "").split(' ').count(), 8 + 5 + 4 + 7);
    assert_eq!(after(kfen, "d1c2"), "5k4////4t4P3//2T7/4K1O3");
    assert_eq!(after(kfen, "d1c2t"), "5k4////4t4P3//2O7/3OK1O3");
}

#[test]
fn single_obelisks_stack_and_whole_stacks_step_only_to_empty_squares() {
    let kfen = "5k4////4OO4/3oT5//3K6 s khet1 0 1";
    assert_eq!(texts(kfen, "e4"), "e4d4 e4d5 e4e5 e4f3 e4f4 e4f5");
    assert_eq!(texts(kfen, "e3"), "e3d2 e3d2t e3d4 e3d4t e3e2 e3e2t e3e4t e3f2 e3f2t e3f3 e3f3t e3f4t");
    assert_eq!(after(kfen, "e4f4"), "5k4////5T4/3oT5//3K6");
    assert_eq!(after(kfen, "e3e4t"), "5k4////4TO4/3oO5//3K6");
    assert_eq!(after(kfen, "e3f3t"), "5k4////4OO4/3oOO4//3K6");
}

#[test]
fn in_deflexion_obelisks_do_not_stack() {
    let kfen = "5k4////4OO4/3o6//3K6 s deflexion 0 1";
    assert_eq!(texts(kfen, "e4"), "e4d4 e4d5 e4e3 e4e5 e4f3 e4f5");
}

#[test]
fn obelisks_do_not_step_to_the_opponents_squares_even_onto_an_own_obelisk() {
    let kfen = "5k4////OO8///3K6 s khet1 0 1";
    assert_eq!(texts(kfen, "b4"), "b4b3 b4b5 b4c3 b4c4 b4c5");
    assert_eq!(texts(kfen, "a4"), "a4b3 a4b4 a4b5");
    let kfen = "5k4////OT8///3K6 s khet1 0 1";
    assert_eq!(texts(kfen, "b4"), "b4b3 b4b3t b4b5 b4b5t b4c3 b4c3t b4c4 b4c4t b4c5 b4c5t");
    let kfen = "5k4////T9///3K6 s khet1 0 1";
    assert_eq!(texts(kfen, "a4"), "a4b3 a4b3t a4b4 a4b4t a4b5 a4b5t");
}

#[test]
fn the_moves_of_the_example_game_are_legal() {
    let kfen = "x33a3ka3p22/2p37/3P46/p11P31s1s21p21P4/p21P41S2S11p11P3/6p23/7P12/2P4A1KA13X1 s khet2 0 1";
    let mut position = Position::from_kfen(kfen).unwrap();
    for text in ["h2g2", "c7d7"] {
        let action = position.action(text).unwrap();
        position.apply(&action);
    }
    assert_eq!(position.action("h2g9"), None);
    assert_eq!(position.move_number, 2);
}
