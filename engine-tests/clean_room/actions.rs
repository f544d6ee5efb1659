//! The actions of the player to move, and their effect on the board before the laser fires.

use super::board::{Board, RuleSet};
use super::pieces::{Colour, Kind, Piece, sphinx_may_face};
use super::squares::Square;

/// The first half of a turn: one action of one piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// "a step, a swap, an Obelisk onto another, a stack as a whole"
    Step { from: Square, to: Square },
    /// "a quarter-turn clockwise", and the only rotation of a Scarab or Eye
    Clockwise(Square),
    /// "a quarter-turn anticlockwise"
    Anticlockwise(Square),
    /// "the upper Obelisk of a stack alone"
    UpperStep { from: Square, to: Square },
}

impl Action {
    /// Returns the action as Khepri writes it.
    ///
    /// notation.md, Moves: `h2g2`, `h2+`, `h2-`, `e1d2t`. "A **Scarab** or **Eye** looks the same after either
    /// quarter-turn. Khepri writes `+` and reads both signs."
    pub fn text(&self) -> String {
        match self {
            Action::Step { from, to } => format!("{from}{to}"),
            Action::Clockwise(square) => format!("{square}+"),
            Action::Anticlockwise(square) => format!("{square}-"),
            Action::UpperStep { from, to } => format!("{from}{to}t"),
        }
    }
}

/// Returns whether a piece may swap with another.
///
/// rules.md, Swapping: "A Scarab may move onto a neighbouring square where a Pyramid, an Anubis, an Obelisk or a stack
/// of Obelisks of either colour stands. […] A Scarab cannot swap with a Pharaoh, a Sphinx, a Scarab or an Eye." Eye of
/// Horus: "The Eye moves, rotates and swaps like a Scarab".
fn may_swap(mover: Kind, other: Kind) -> bool {
    let swapper = match mover {
        Kind::Scarab(_) | Kind::Eye(_) => true,
        Kind::Pharaoh | Kind::Pyramid(_) | Kind::Anubis(_) | Kind::Sphinx(_) | Kind::Obelisk | Kind::Stack => false,
    };
    let swappable = match other {
        Kind::Pyramid(_) | Kind::Anubis(_) | Kind::Obelisk | Kind::Stack => true,
        Kind::Pharaoh | Kind::Sphinx(_) | Kind::Scarab(_) | Kind::Eye(_) => false,
    };
    swapper && swappable
}

/// Returns whether an Obelisk of a colour may step onto a piece.
///
/// rules.md, Obelisks: "A single Obelisk may move onto a neighbouring single Obelisk of its colour." and "In
/// `deflexion` Obelisks do not stack."
fn may_stack(rule_set: RuleSet, colour: Colour, other: Piece) -> bool {
    let stacking = match rule_set {
        RuleSet::Khet1 => true,
        RuleSet::Khet2 | RuleSet::Deflexion => false,
    };
    stacking && other == Piece { colour, kind: Kind::Obelisk }
}

/// Returns whether a piece may step onto a neighbouring square.
///
/// rules.md, A turn: "You may not move to a square that belongs to the opponent. The square also has to be empty,
/// except when you swap or stack (below)." Sphinx: "It stands in its corner for the whole game". Obelisks: "A whole stack
/// may move to an empty square only."
fn may_step(board: &Board, rule_set: RuleSet, mover: Piece, to: Square) -> bool {
    if rule_set.reserved_for(to) == Some(mover.colour.other()) {
        return false;
    }
    match (mover.kind, board.at(to)) {
        (Kind::Sphinx(_), _) => false,
        (_, None) => true,
        (Kind::Obelisk, Some(other)) => may_stack(rule_set, mover.colour, other),
        (kind, Some(other)) => may_swap(kind, other.kind),
    }
}

/// Returns whether the upper Obelisk of a stack may step onto a neighbouring square.
///
/// rules.md, Obelisks: "The upper Obelisk of a stack may move alone: to an empty square, or onto a neighbouring single
/// Obelisk of its colour. […] None of these moves may end on a square that belongs to the opponent".
fn may_step_from_stack(board: &Board, rule_set: RuleSet, stack: Piece, to: Square) -> bool {
    let upper = Piece { colour: stack.colour, kind: Kind::Obelisk };
    stack.kind == Kind::Stack && may_step(board, rule_set, upper, to)
}

/// Returns whether a piece may make a quarter-turn.
///
/// rules.md, The pieces, column "rotates": Pharaoh no, Pyramid yes, Scarab yes, Anubis yes, Sphinx "two ways", Obelisk
/// no, Eye of Horus yes. A Scarab or Eye has only one rotation, which notation.md writes with `+`.
fn may_rotate(piece: Piece, clockwise: bool) -> bool {
    match piece.kind {
        Kind::Pharaoh | Kind::Obelisk | Kind::Stack => false,
        Kind::Pyramid(_) | Kind::Anubis(_) => true,
        Kind::Scarab(_) | Kind::Eye(_) => clockwise,
        Kind::Sphinx(_) => match piece.kind.turned(clockwise) {
            Kind::Sphinx(front) => sphinx_may_face(piece.colour, front),
            _ => false,
        },
    }
}

/// Returns all legal actions of a player on a board, in no particular order.
///
/// rules.md, A turn: "Move one of your pieces to a neighbouring square, straight or diagonally, or rotate it on its
/// square by 90°. You cannot pass."
pub fn legal_actions(board: &Board, rule_set: RuleSet, colour: Colour) -> Vec<Action> {
    let mut actions = Vec::with_capacity(128);
    for (from, piece) in board.pieces().filter(|(_, piece)| piece.colour == colour) {
        for to in from.neighbours() {
            if may_step(board, rule_set, piece, to) {
                actions.push(Action::Step { from, to });
            }
            if may_step_from_stack(board, rule_set, piece, to) {
                actions.push(Action::UpperStep { from, to });
            }
        }
        if may_rotate(piece, true) {
            actions.push(Action::Clockwise(from));
        }
        if may_rotate(piece, false) {
            actions.push(Action::Anticlockwise(from));
        }
    }
    actions
}

/// Carries out a legal action without firing the laser.
///
/// rules.md, Swapping: "The two change places, and neither rotates."
///
/// # Panics
///
/// If there is no piece on the square. The legality of the action is not checked otherwise.
pub fn carry_out(board: &mut Board, action: &Action) {
    let piece_on = |board: &Board, square: Square| {
        board.at(square).unwrap_or_else(|| panic!("{}: no piece on {square}", action.text()))
    };
    match *action {
        Action::Step { from, to } => {
            let mover = piece_on(board, from);
            let (left_behind, arrived) = match (mover.kind, board.at(to)) {
                (_, None) => (None, mover),
                (Kind::Obelisk, Some(_)) => (None, Piece { colour: mover.colour, kind: Kind::Stack }),
                (_, Some(other)) => (Some(other), mover),
            };
            board.put(from, left_behind);
            board.put(to, Some(arrived));
        }
        Action::UpperStep { from, to } => {
            let single = Piece { colour: piece_on(board, from).colour, kind: Kind::Obelisk };
            let arrived = match board.at(to) {
                None => single,
                Some(_) => Piece { colour: single.colour, kind: Kind::Stack },
            };
            board.put(from, Some(single));
            board.put(to, Some(arrived));
        }
        Action::Clockwise(square) | Action::Anticlockwise(square) => {
            let clockwise = matches!(action, Action::Clockwise(_));
            let Piece { colour, kind } = piece_on(board, square);
            board.put(square, Some(Piece { colour, kind: kind.turned(clockwise) }));
        }
    }
}
