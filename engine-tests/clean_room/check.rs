//! The check of positions, which refuses those from which no game can go on.

use super::board::{Board, RuleSet, laser_corner};
use super::pieces::{Colour, Kind, Piece, sphinx_may_face};

/// Adds the faults in the numbers of a side's pieces.
///
/// rules.md, The pieces: the table, whose "numbers are the most that one side may have", "a stack counts as two Obelisks", and
/// "Scarabs and Eyes together are at most three". notation.md, What is refused: "a side without exactly one Pharaoh" and "more
/// pieces of a kind, or more Scarabs and Eyes together, than [the box holds]".
fn check_counts(board: &Board, rule_set: RuleSet, colour: Colour, faults: &mut Vec<String>) {
    let count = |weight: fn(Kind) -> usize| {
        let own = board.pieces().filter(|(_, piece)| piece.colour == colour);
        own.map(|(_, piece)| weight(piece.kind)).sum::<usize>()
    };
    let pharaohs = count(|kind| usize::from(kind == Kind::Pharaoh));
    if pharaohs != 1 {
        faults.push(format!("{colour:?}: expected exactly one Pharaoh, found {pharaohs}"));
    }
    let scarabs = count(|kind| usize::from(matches!(kind, Kind::Scarab(_))));
    let eyes = count(|kind| usize::from(matches!(kind, Kind::Eye(_))));
    let obelisks = count(|kind| match kind {
        Kind::Obelisk => 1,
        Kind::Stack => 2,
        _ => 0,
    });
    let [most_anubis, most_sphinxes, most_obelisks] = match rule_set {
        RuleSet::Khet2 => [2, 1, 0],
        RuleSet::Khet1 => [0, 0, 4],
        RuleSet::Deflexion => [0, 0, 2],
    };
    for (name, found, limit) in [
        ("Pyramids", count(|kind| usize::from(matches!(kind, Kind::Pyramid(_)))), 7),
        ("Scarabs", scarabs, 2),
        ("Eyes of Horus", eyes, 2),
        ("Scarabs and Eyes together", scarabs + eyes, 3),
        ("Anubis", count(|kind| usize::from(matches!(kind, Kind::Anubis(_)))), most_anubis),
        ("Sphinxes", count(|kind| usize::from(matches!(kind, Kind::Sphinx(_)))), most_sphinxes),
        ("Obelisks", obelisks, most_obelisks),
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
        Some(Piece { colour: owner, kind: Kind::Sphinx(front) }) if owner == colour => {
            if !sphinx_may_face(colour, front) {
                faults.push(format!("{colour:?}: the Sphinx on {corner} faces the frame"));
            }
        }
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

/// Checks that a game can go on from a board. The error lists all faults of the board.
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
