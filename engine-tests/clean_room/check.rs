//! The check: which positions are refused because no game can go on from them.

use super::board::{Board, RuleSet, laser_corner};
use super::pieces::{Colour, Kind, sphinx_may_face};

/// How many pieces of each kind one side has, or may have at most. A stack counts as two Obelisks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Numbers {
    pharaohs: u8,
    pyramids: u8,
    scarabs: u8,
    anubis: u8,
    sphinxes: u8,
    obelisks: u8,
    eyes: u8,
}

/// What a side has at most.
///
/// rules.md, The pieces: the table, whose "numbers are the most that one side may have".
fn most(rule_set: RuleSet) -> Numbers {
    let common = Numbers { pharaohs: 1, pyramids: 7, scarabs: 2, eyes: 2, ..Numbers::default() };
    match rule_set {
        RuleSet::Khet2 => Numbers { anubis: 2, sphinxes: 1, ..common },
        RuleSet::Khet1 => Numbers { obelisks: 4, ..common },
        RuleSet::Deflexion => Numbers { obelisks: 2, ..common },
    }
}

/// Counts the pieces of a side.
///
/// rules.md, The pieces: "a stack counts as two Obelisks."
fn count(board: &Board, colour: Colour) -> Numbers {
    let mut numbers = Numbers::default();
    for (_, piece) in board.pieces().filter(|(_, piece)| piece.colour == colour) {
        match piece.kind {
            Kind::Pharaoh => numbers.pharaohs += 1,
            Kind::Pyramid(_) => numbers.pyramids += 1,
            Kind::Scarab(_) => numbers.scarabs += 1,
            Kind::Eye(_) => numbers.eyes += 1,
            Kind::Anubis(_) => numbers.anubis += 1,
            Kind::Sphinx(_) => numbers.sphinxes += 1,
            Kind::Obelisk => numbers.obelisks += 1,
            Kind::Stack => numbers.obelisks += 2,
        }
    }
    numbers
}

/// What is wrong with the numbers of a side's pieces.
///
/// notation.md, What is refused: "a side without exactly one Pharaoh" and "more pieces of a kind, or more Scarabs and
/// Eyes together, than the box holds". rules.md, The pieces: "Scarabs and Eyes together are at most three".
fn wrong_numbers(board: &Board, rule_set: RuleSet, colour: Colour, wrong: &mut Vec<String>) {
    let here = count(board, colour);
    let most = most(rule_set);
    if here.pharaohs != 1 {
        wrong.push(format!("{colour:?}: expected exactly one Pharaoh, found {}", here.pharaohs));
    }
    for (name, here, most) in [
        ("Pyramids", here.pyramids, most.pyramids),
        ("Scarabs", here.scarabs, most.scarabs),
        ("Eyes of Horus", here.eyes, most.eyes),
        ("Scarabs and Eyes together", here.scarabs + here.eyes, 3),
        ("Anubis", here.anubis, most.anubis),
        ("Sphinxes", here.sphinxes, most.sphinxes),
        ("Obelisks", here.obelisks, most.obelisks),
    ] {
        if here > most {
            wrong.push(format!("{colour:?}: expected at most {most} {name}, found {here}"));
        }
    }
}

/// What is wrong with a side's Sphinx.
///
/// notation.md, What is refused: "under `khet2`: a Sphinx that is missing, not in its corner (`j1` Silver, `a8` Red) or
/// facing the frame".
fn wrong_sphinx(board: &Board, rule_set: RuleSet, colour: Colour, wrong: &mut Vec<String>) {
    match rule_set {
        RuleSet::Khet2 => {}
        RuleSet::Khet1 | RuleSet::Deflexion => return,
    }
    let corner = laser_corner(colour);
    match board.at(corner) {
        Some(piece) if piece.colour == colour => match piece.kind {
            Kind::Sphinx(front) if sphinx_may_face(colour, front) => {}
            Kind::Sphinx(_) => wrong.push(format!("{colour:?}: the Sphinx on {corner} is turned to the frame")),
            _ => wrong.push(format!("{colour:?}: expected the Sphinx on {corner}")),
        },
        _ => wrong.push(format!("{colour:?}: expected the Sphinx on {corner}")),
    }
}

/// Whether a piece may stand on a square that belongs to the other colour.
///
/// notation.md, What is refused: "a Pharaoh, a Scarab or an Eye on a square that belongs to the other colour. A
/// Pyramid, an Anubis, an Obelisk or a stack is accepted there, since a swap can have put it there." A stack can be
/// swapped like an Obelisk.
fn may_stand_anywhere(kind: Kind) -> bool {
    match kind {
        Kind::Pyramid(_) | Kind::Anubis(_) | Kind::Obelisk | Kind::Stack => true,
        Kind::Pharaoh | Kind::Scarab(_) | Kind::Eye(_) | Kind::Sphinx(_) => false,
    }
}

/// What is wrong with the squares on which pieces stand.
///
/// notation.md, What is refused: "a piece that the rule set does not have" for a stack in `deflexion`, and the sentence
/// at [`may_stand_anywhere`].
fn wrong_squares(board: &Board, rule_set: RuleSet, wrong: &mut Vec<String>) {
    for (square, piece) in board.pieces() {
        let foreign = rule_set.set_aside_for(square) == Some(piece.colour.other());
        if foreign && !may_stand_anywhere(piece.kind) {
            wrong.push(format!("{piece:?} stands on {square}, a square of the other colour"));
        }
        if rule_set == RuleSet::Deflexion && piece.kind == Kind::Stack {
            wrong.push(format!("a stack on {square}, which this rule set does not have"));
        }
    }
}

/// Refuses a board from which no game can go on, with everything that is wrong.
///
/// notation.md, What is refused: "A line has to be a position in which a game can go on."
pub fn check(board: &Board, rule_set: RuleSet) -> Result<(), String> {
    let mut wrong = Vec::new();
    for colour in [Colour::Silver, Colour::Red] {
        wrong_numbers(board, rule_set, colour, &mut wrong);
        wrong_sphinx(board, rule_set, colour, &mut wrong);
    }
    wrong_squares(board, rule_set, &mut wrong);
    if wrong.is_empty() { Ok(()) } else { Err(wrong.join("; ")) }
}

#[cfg(test)]
mod tests {
    use super::super::position::Position;

    fn accepted(kfen: &str) {
        Position::from_kfen(kfen).unwrap_or_else(|reason| panic!("{kfen}: {reason}"));
    }

    fn refused(kfen: &str) {
        assert!(Position::from_kfen(kfen).is_err(), "{kfen}");
    }

    #[test]
    fn exactly_one_pharaoh_a_side() {
        accepted("5k4///////5K4 s khet1");
        refused("/////// s khet1");
        refused("5k4/////// s khet1");
        refused("///////5K4 s khet1");
        refused("5k4///////4KK4 s khet1");
        refused("4kk4///////5K4 s khet1");
    }

    #[test]
    fn pieces_that_the_rule_set_does_not_have() {
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
    fn no_more_pieces_than_the_box_holds() {
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
    fn who_may_stand_on_squares_of_the_other_colour() {
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
        // The four squares beside the corners are set aside in khet2 and khet1 only.
        for rule_set in ["khet1", "deflexion"] {
            let check = if rule_set == "khet1" { refused } else { accepted };
            check(&format!("1k8///////5K4 s {rule_set}"));
            check(&format!("5k4///////8K1 s {rule_set}"));
            check(&format!("5k4///////1s13K4 s {rule_set}"));
            check(&format!("5k2E11///////5K4 s {rule_set}"));
        }
    }
}
