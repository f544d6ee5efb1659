//! The themes of a puzzle: the means of its solution. They follow from the line and the rules alone.

use khepri_rules::{Action, Bitboard, Colour, Kind, Move, Piece, Position, Square};
use std::fmt;

/// A means of a solution.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Theme {
    /// A shot of the solver hits two or more pieces of the opponent.
    DoubleHit,
    /// The solver gives up a piece: the own shot hits it, or the reply does, which could not have hit it before the move.
    Sacrifice,
    /// The solver moves or rotates an Eye, or an Eye splits a shot of the solver that hits a piece of the opponent.
    Eye,
    /// The solver swaps two pieces.
    Swap,
    /// The shot of the first move hits nothing.
    Quiet,
    /// The opponent threatens the Pharaoh of the solver, and the first move ends that.
    Defence,
    /// The solver rotates the Sphinx.
    Sphinx,
}

impl Theme {
    /// All themes with their names, in the order in which a line lists them.
    pub const ALL: [(Theme, &str); 7] = [
        (Theme::DoubleHit, "double-hit"),
        (Theme::Sacrifice, "sacrifice"),
        (Theme::Eye, "eye"),
        (Theme::Swap, "swap"),
        (Theme::Quiet, "quiet"),
        (Theme::Defence, "defence"),
        (Theme::Sphinx, "sphinx"),
    ];

    /// Returns the theme with this name.
    pub fn named(name: &str) -> Option<Theme> {
        Theme::ALL.iter().find(|(_, known)| *known == name).map(|(theme, _)| *theme)
    }
}

impl fmt::Display for Theme {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = Theme::ALL.iter().find(|(theme, _)| theme == self).map_or("", |(_, name)| name);
        f.write_str(name)
    }
}

/// Returns the themes of a line in the order of [`Theme::ALL`]. The solver makes the first move. The moves must be legal.
pub fn themes(position: &Position, line: &[Move]) -> Vec<Theme> {
    let mut found = Vec::new();
    let mut position = position.clone();
    if let Some(&first) = line.first() {
        found.extend(is_quiet(&position, first).then_some(Theme::Quiet));
        found.extend(is_defence(&position, first).then_some(Theme::Defence));
    }
    let mut moves = line.iter();
    while let Some(&mv) = moves.next() {
        let before = position.clone();
        add_themes(&before, mv, &mut found);
        if position.play(mv).is_err() {
            break;
        }
        let Some(&reply) = moves.next() else { break };
        found.extend(gives_up(&before, mv, &position, reply).then_some(Theme::Sacrifice));
        if position.play(reply).is_err() {
            break;
        }
    }
    found.sort();
    found.dedup();
    found
}

/// Adds the themes of one move of the solver.
fn add_themes(position: &Position, mv: Move, found: &mut Vec<Theme>) {
    let Ok(beam) = position.beam_after(mv) else { return };
    let solver = position.side_to_move();
    let hits = |colour: Colour| {
        let is_hit = |square| position.piece_after(mv, square).is_some_and(|piece| piece.colour() == colour);
        beam.hits().into_iter().filter(|&square| is_hit(square)).count()
    };
    let moved = position.piece_at(mv.from()).map(|piece| piece.kind());
    let swaps = match mv.action() {
        Action::Step(_, to) => moved.is_some_and(Kind::swaps) && position.piece_at(to).is_some(),
        Action::Top(..) | Action::Rotate(..) => false,
    };
    let has_eye = moved == Some(Kind::Eye) || (!beam.is_single() && hits(solver.other()) > 0);
    let turns_sphinx = moved == Some(Kind::Sphinx);
    found.extend((hits(solver.other()) >= 2).then_some(Theme::DoubleHit));
    found.extend((hits(solver) > 0).then_some(Theme::Sacrifice));
    found.extend(has_eye.then_some(Theme::Eye));
    found.extend(swaps.then_some(Theme::Swap));
    found.extend(turns_sphinx.then_some(Theme::Sphinx));
}

fn is_quiet(position: &Position, mv: Move) -> bool {
    position.beam_after(mv).is_ok_and(|beam| beam.hits().is_empty())
}

/// Returns whether the opponent threatens the Pharaoh of the side to move, which cannot win at once, and the move ends that.
fn is_defence(position: &Position, mv: Move) -> bool {
    let mut after = position.clone();
    wins_at_once(&passed(position))
        && !wins_at_once(position)
        && after.play(mv).is_ok_and(|_| after.outcome().is_none())
        && !wins_at_once(&after)
}

/// Returns the position with the opponent to move, without a move and a shot.
fn passed(position: &Position) -> Position {
    let mut passed = position.clone();
    passed.make_null(Bitboard::EMPTY);
    passed
}

/// Returns whether a move of the side to move hits the opponent's Pharaoh and not its own.
fn wins_at_once(position: &Position) -> bool {
    let mover = position.side_to_move();
    position.legal_moves().into_iter().any(|mv| {
        let mut after = position.clone();
        after.play(mv).is_ok() && after.pharaoh(mover.other()).is_none() && after.pharaoh(mover).is_some()
    })
}

/// Returns whether a move gives up a piece: the reply hits a piece of the mover that no reply could have hit before the move.
fn gives_up(before: &Position, mv: Move, after: &Position, reply: Move) -> bool {
    let Ok(beam) = after.beam_after(reply) else { return false };
    let mut in_danger = Bitboard::EMPTY;
    let passed = passed(before);
    let standing = passed.beam(passed.side_to_move());
    for other in passed.legal_moves() {
        in_danger = passed
            .shot(&standing, other)
            .into_iter()
            .fold(in_danger, |all, square| all | Bitboard::of(place_before(other, square)));
    }
    beam.hits().into_iter().any(|square| {
        let is_own = |piece: Piece| piece.colour() == before.side_to_move();
        let place = place_before(mv, place_before(reply, square));
        after.piece_after(reply, square).is_some_and(is_own) && !in_danger.has(place)
    })
}

/// Returns the square on which the piece of a square stood before a move.
fn place_before(mv: Move, square: Square) -> Square {
    match square {
        square if square == mv.to() => mv.from(),
        square if square == mv.from() => mv.to(),
        square => square,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the names of the themes of a line.
    fn names(kfen: &str, line: &str) -> String {
        let position = kfen.parse::<Position>().unwrap_or_else(|rejection| panic!("{kfen}: {rejection}"));
        let mut after = position.clone();
        let play = |word: &str| {
            let mv = after.read_move(word).unwrap_or_else(|error| panic!("{word}: {error}"));
            after.play_unchecked(mv);
            mv
        };
        let moves: Vec<Move> = line.split(' ').map(play).collect();
        themes(&position, &moves).iter().map(Theme::to_string).collect::<Vec<_>>().join(",")
    }

    #[test]
    fn every_theme_has_a_name_of_its_own() {
        for (number, (theme, name)) in Theme::ALL.into_iter().enumerate() {
            assert_eq!((theme as usize, Theme::named(name), theme.to_string()), (number, Some(theme), name.to_owned()));
        }
        assert_eq!(Theme::named("-"), None);
    }

    #[test]
    fn shots_and_moves_have_themes() {
        for (kfen, line, expected) in [
            // The Pyramid is rotated and deflects the beam of the j file to the Pharaoh.
            ("////4k4P2///4K5 s khet1", "j4+", ""),
            // The Eye splits the beam: straight on to j7, and west to e4.
            ("k9/9o///4o4E1///4K5 s khet1", "e1d1", "double-hit,eye"),
            // The Eye is in its other orientation, so that its second beam leaves the board in the east.
            ("k9/9o///4o4E2///4K5 s khet1", "e1d1", "eye"),
            // The split beam hits nothing.
            ("k9////9E2///4K5 s khet1", "e1d1", "quiet"),
            ("k9////4o4E2///4K5 s khet1", "j4+", "eye"),
            ("4k5////8S2P3///4K5 s khet1", "i4j4", "swap,quiet"),
            // Without a piece on j4, the Scarab only steps there. It deflects the beam off the board.
            ("4k5////8S21///4K5 s khet1", "i4j4", "quiet"),
            ("x39/4k5/////4K5/9X1 s khet2", "j1-", "quiet,sphinx"),
            // The own beam hits the own Obelisk.
            ("4k5////4O4P3///4K5 s khet1", "e1d1", "sacrifice"),
        ] {
            assert_eq!(names(kfen, line), expected, "{kfen} {line}");
        }
    }

    /// Red's beam runs down the a file and, deflected by the Pyramid on a4, east along rank 4. The Obelisk on b3 shields rank 3.
    const RANK_4: &str = "4k5////p19/1o2O5//7K2 s deflexion";

    #[test]
    fn a_piece_is_given_up_only_if_it_was_safe_before() {
        assert_eq!(names(RANK_4, "e3e4 e8d8 h1g1"), "sacrifice,quiet");
        // The last reply of the opponent counts only if the solver moves after it, and a reply that hits nothing never counts.
        assert_eq!(names(RANK_4, "e3e2 e8d8 h1g1"), "quiet");
        // The Obelisk already stands in the beam.
        let in_danger = RANK_4.replace("p19/1o2O5", "p13O5/1o8");
        assert_eq!(names(&in_danger, "h1g1 e8d8 g1f1"), "quiet");
    }

    #[test]
    fn a_defence_ends_a_threat() {
        // Red threatens to rotate the Pyramid on a4, which then deflects the beam to h4.
        let threat = "4k5////p26K2///2O7 s deflexion";
        assert_eq!(names(threat, "h4h5"), "quiet,defence");
        assert_eq!(names(threat, "c1d1"), "quiet");
        // The Obelisk blocks rank 4.
        assert_eq!(names(&threat.replace("p26K2///2O7", "p26K2/2O7//"), "c3c4"), "quiet,defence");
    }
}
