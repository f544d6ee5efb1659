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
