//! Reserved squares, first players and laser corners.

use super::*;

fn reserved(rule_set: RuleSet, colour: Colour) -> String {
    let names: Vec<String> = Square::all()
        .filter(|square| rule_set.reserved_for(*square) == Some(colour))
        .map(|square| square.to_string())
        .collect();
    names.join(" ")
}

#[test]
fn each_rule_set_has_its_reserved_squares() {
    for rule_set in [RuleSet::Khet2, RuleSet::Khet1] {
        assert_eq!(reserved(rule_set, Colour::Silver), "b1 j1 j2 j3 j4 j5 j6 j7 b8 j8");
        assert_eq!(reserved(rule_set, Colour::Red), "a1 i1 a2 a3 a4 a5 a6 a7 a8 i8");
    }
    assert_eq!(reserved(RuleSet::Deflexion, Colour::Silver), "j1 j2 j3 j4 j5 j6 j7 j8");
    assert_eq!(reserved(RuleSet::Deflexion, Colour::Red), "a1 a2 a3 a4 a5 a6 a7 a8");
}

#[test]
fn silver_begins_in_khet2_and_khet1_and_red_in_deflexion() {
    assert_eq!(RuleSet::Khet2.first_player(), Colour::Silver);
    assert_eq!(RuleSet::Khet1.first_player(), Colour::Silver);
    assert_eq!(RuleSet::Deflexion.first_player(), Colour::Red);
}

#[test]
fn silvers_beam_enters_at_j1_and_reds_at_a8() {
    assert_eq!(laser_corner(Colour::Silver).to_string(), "j1");
    assert_eq!(laser_corner(Colour::Red).to_string(), "a8");
}
