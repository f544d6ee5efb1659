//! The check of positions, which refuses those from which no game can go on.

use super::board::{Board, RuleSet, laser_corner};
use super::pieces::{Colour, Kind, sphinx_may_face};

/// The numbers of a side's pieces of each kind. A stack counts as two Obelisks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Counts {
    pharaohs: u8,
    pyramids: u8,
    scarabs: u8,
    anubis: u8,
    sphinxes: u8,
    obelisks: u8,
    eyes: u8,
}

/// Returns the largest numbers of pieces that a side may have.
///
/// rules.md, The pieces: the table, whose "numbers are the most that one side may have".
fn limits(rule_set: RuleSet) -> Counts {
    let common = Counts { pharaohs: 1, pyramids: 7, scarabs: 2, eyes: 2, ..Counts::default() };
    match rule_set {
        RuleSet::Khet2 => Counts { anubis: 2, sphinxes: 1, ..common },
        RuleSet::Khet1 => Counts { obelisks: 4, ..common },
        RuleSet::Deflexion => Counts { obelisks: 2, ..common },
    }
}

/// Counts the pieces of a side.
///
/// rules.md, The pieces: "a stack counts as two Obelisks."
fn count(board: &Board, colour: Colour) -> Counts {
    let mut counts = Counts::default();
    for (_, piece) in board.pieces().filter(|(_, piece)| piece.colour == colour) {
        match piece.kind {
            Kind::Pharaoh => counts.pharaohs += 1,
            Kind::Pyramid(_) => counts.pyramids += 1,
            Kind::Scarab(_) => counts.scarabs += 1,
            Kind::Eye(_) => counts.eyes += 1,
            Kind::Anubis(_) => counts.anubis += 1,
            Kind::Sphinx(_) => counts.sphinxes += 1,
            Kind::Obelisk => counts.obelisks += 1,
            Kind::Stack => counts.obelisks += 2,
        }
    }
    counts
}

/// Adds the faults in the numbers of a side's pieces.
///
/// notation.md, What is refused: "a side without exactly one Pharaoh" and "more pieces of a kind, or more Scarabs and
/// Eyes together, than [the box holds]". rules.md, The pieces: "Scarabs and Eyes together are at most three".
fn check_counts(board: &Board, rule_set: RuleSet, colour: Colour, faults: &mut Vec<String>) {
    let found = count(board, colour);
    let limits = limits(rule_set);
    if found.pharaohs != 1 {
        faults.push(format!("{colour:?}: expected exactly one Pharaoh, found {}", found.pharaohs));
    }
    for (name, found, limit) in [
        ("Pyramids", found.pyramids, limits.pyramids),
        ("Scarabs", found.scarabs, limits.scarabs),
        ("Eyes of Horus", found.eyes, limits.eyes),
        ("Scarabs and Eyes together", found.scarabs + found.eyes, 3),
        ("Anubis", found.anubis, limits.anubis),
        ("Sphinxes", found.sphinxes, limits.sphinxes),
        ("Obelisks", found.obelisks, limits.obelisks),
    ] {
        if found > limit {
            faults.push(format!("{colour:?}: expected at most {limit} {name}, found {found}"));
        }
    }
}

/// Adds the faults of a side's Sphinx.
///
/// notation.md, What is refused: "under `khet2`: a Sphinx that is missing, not in its corner (`j1` Silver, `a8` Red) or
/// facing the frame".
fn check_sphinx(board: &Board, rule_set: RuleSet, colour: Colour, faults: &mut Vec<String>) {
    match rule_set {
        RuleSet::Khet2 => {}
        RuleSet::Khet1 | RuleSet::Deflexion => return,
    }
    let corner = laser_corner(colour);
    match board.at(corner) {
        Some(piece) if piece.colour == colour => match piece.kind {
            Kind::Sphinx(front) if sphinx_may_face(colour, front) => {}
            Kind::Sphinx(_) => faults.push(format!("{colour:?}: the Sphinx on {corner} faces the frame")),
            _ => faults.push(format!("{colour:?}: expected the Sphinx on {corner}")),
        },
        _ => faults.push(format!("{colour:?}: expected the Sphinx on {corner}")),
    }
}

/// Returns whether a piece may stand on a square that belongs to the other colour.
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

/// Adds the faults of pieces on reserved squares, and of stacks.
///
/// notation.md, What is refused: "a piece that the rule set does not have" for a stack in `deflexion`, and the sentence
/// at [`may_stand_anywhere`].
fn check_squares(board: &Board, rule_set: RuleSet, faults: &mut Vec<String>) {
    for (square, piece) in board.pieces() {
        let is_reserved = rule_set.reserved_for(square) == Some(piece.colour.other());
        if is_reserved && !may_stand_anywhere(piece.kind) {
            faults.push(format!("{piece:?} stands on {square}, a square of the other colour"));
        }
        if rule_set == RuleSet::Deflexion && piece.kind == Kind::Stack {
            faults.push(format!("a stack on {square}, which this rule set does not have"));
        }
    }
}

/// Checks a board, and refuses one from which no game can go on with all its faults.
///
/// notation.md, What is refused: "A line has to be a position in which a game can go on."
pub fn check(board: &Board, rule_set: RuleSet) -> Result<(), String> {
    let mut faults = Vec::new();
    for colour in [Colour::Silver, Colour::Red] {
        check_counts(board, rule_set, colour, &mut faults);
        check_sphinx(board, rule_set, colour, &mut faults);
    }
    check_squares(board, rule_set, &mut faults);
    if faults.is_empty() { Ok(()) } else { Err(faults.join("; ")) }
}
