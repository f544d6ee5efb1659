//! Checks whether a move is legal, and returns the reason if it is not. The check does not use the move generator, so that
//! tests can compare the two. There is one exception: the generator detects that a player has no legal move at all.

use super::moves::{Action, Move};
use super::piece::{Kind, Turn};
use super::position::Position;
use super::ruleset;
use super::square::Square;
use std::fmt;

/// The reason why a move is illegal.
///
/// ```
/// use khepri_rules::{IllegalMove, Move, RuleSet, Square, setups};
///
/// let start = &setups::named(RuleSet::Khet2, "classic").expect("a printed set-up").position;
/// let error = start.legality(Move::step(Square::D4, Square::D5)).expect_err("no piece stands there");
/// assert_eq!(error, IllegalMove::Empty(Square::D4));
/// assert_eq!(error.to_string(), "d4 is empty");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum IllegalMove {
    /// A Pharaoh was hit or there is no legal move, so the game is over.
    GameOver,
    /// The square is empty.
    Empty(Square),
    /// The piece is the opponent's.
    NotOwn(Square),
    /// The target is not next to the square of the piece.
    TooFar(Square, Square),
    /// The target is reserved for the opponent.
    Reserved(Square),
    /// The target is occupied, and the piece can neither swap with nor stack on the piece there.
    Occupied(Square),
    /// The piece is a Sphinx, which cannot leave its corner.
    SphinxMoves,
    /// The piece cannot rotate.
    NoRotation(Kind),
    /// The rotation would make the Sphinx face the frame.
    FacesFrame,
    /// A Scarab or Eye rotates with `+`; `-` would be the same move, see [`Position::normalised`].
    OtherSense,
    /// The square has no stack, so there is no top to move.
    NoStack(Square),
}

impl fmt::Display for IllegalMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            IllegalMove::GameOver => f.write_str("the game is over"),
            IllegalMove::Empty(square) => write!(f, "{square} is empty"),
            IllegalMove::NotOwn(square) => write!(f, "the piece on {square} is the opponent's"),
            IllegalMove::TooFar(from, to) => write!(f, "{to} is not next to {from}"),
            IllegalMove::Reserved(square) => write!(f, "{square} is reserved for the opponent"),
            IllegalMove::Occupied(square) => write!(f, "{square} is occupied"),
            IllegalMove::SphinxMoves => f.write_str("a Sphinx does not move"),
            IllegalMove::NoRotation(kind) => write!(f, "{} cannot rotate", kind.name()),
            IllegalMove::FacesFrame => f.write_str("the Sphinx would face the frame"),
            IllegalMove::OtherSense => f.write_str("a Scarab or Eye turns with +"),
            IllegalMove::NoStack(square) => write!(f, "there is no stack on {square}"),
        }
    }
}

impl std::error::Error for IllegalMove {}

impl IllegalMove {
    /// Returns the code of the reason, a word that stays the same when the message changes.
    ///
    /// ```
    /// assert_eq!(khepri_rules::IllegalMove::SphinxMoves.code(), "sphinx-moves");
    /// ```
    pub fn code(&self) -> &'static str {
        match self {
            IllegalMove::GameOver => "game-over",
            IllegalMove::Empty(_) => "empty-square",
            IllegalMove::NotOwn(_) => "not-own-piece",
            IllegalMove::TooFar(..) => "too-far",
            IllegalMove::Reserved(_) => "move-to-reserved-square",
            IllegalMove::Occupied(_) => "occupied-square",
            IllegalMove::SphinxMoves => "sphinx-moves",
            IllegalMove::NoRotation(_) => "no-rotation",
            IllegalMove::FacesFrame => "faces-frame",
            IllegalMove::OtherSense => "other-sense",
            IllegalMove::NoStack(_) => "no-stack",
        }
    }
}

impl Position {
    /// Returns whether the move is legal.
    pub fn is_legal(&self, mv: Move) -> bool {
        self.legality(mv).is_ok()
    }

    /// Checks whether the move is legal.
    ///
    /// # Errors
    /// The move is illegal. The error is the first reason found.
    pub fn legality(&self, mv: Move) -> Result<(), IllegalMove> {
        let over = |why| if self.is_stalemate() { IllegalMove::GameOver } else { why };
        self.piece_legality(mv).map_err(over)
    }

    /// Checks the move. Does not check whether the game is drawn because there is no legal move.
    fn piece_legality(&self, mv: Move) -> Result<(), IllegalMove> {
        if !self.pharaohs_stand() {
            return Err(IllegalMove::GameOver);
        }
        let from = mv.from();
        let piece = self.piece_at(from).ok_or(IllegalMove::Empty(from))?;
        if piece.colour() != self.side_to_move() {
            return Err(IllegalMove::NotOwn(from));
        }
        match mv.action() {
            Action::Rotate(_, turn) => self.rotation_legality(piece.kind(), mv, turn),
            Action::Step(_, to) => {
                self.target_legality(from, to)?;
                match (piece.kind(), self.piece_at(to)) {
                    (Kind::Sphinx, _) => Err(IllegalMove::SphinxMoves),
                    (_, None) => Ok(()),
                    (Kind::Scarab | Kind::Eye, Some(other)) if other.kind().is_swappable() => Ok(()),
                    (Kind::Obelisk, Some(_)) if self.takes_obelisk(to) => Ok(()),
                    (_, Some(_)) => Err(IllegalMove::Occupied(to)),
                }
            }
            Action::Top(_, to) => {
                if piece.kind() != Kind::Stack {
                    return Err(IllegalMove::NoStack(from));
                }
                self.target_legality(from, to)?;
                if self.piece_at(to).is_none() || self.takes_obelisk(to) {
                    Ok(())
                } else {
                    Err(IllegalMove::Occupied(to))
                }
            }
        }
    }

    fn rotation_legality(&self, kind: Kind, mv: Move, turn: Turn) -> Result<(), IllegalMove> {
        match kind {
            Kind::Pyramid | Kind::Anubis => Ok(()),
            Kind::Scarab | Kind::Eye if turn == Turn::Clockwise => Ok(()),
            Kind::Scarab | Kind::Eye => Err(IllegalMove::OtherSense),
            Kind::Pharaoh | Kind::Obelisk | Kind::Stack => Err(IllegalMove::NoRotation(kind)),
            Kind::Sphinx => {
                let facing = self.piece_at(mv.from()).map(|sphinx| sphinx.rotated(turn).orientation().facing());
                if facing.is_some_and(|facing| ruleset::facings(self.side_to_move()).contains(&facing)) {
                    Ok(())
                } else {
                    Err(IllegalMove::FacesFrame)
                }
            }
        }
    }

    /// Checks that the target is next to the piece and not reserved for the opponent. Ignores any piece on the target.
    fn target_legality(&self, from: Square, to: Square) -> Result<(), IllegalMove> {
        if from.file().abs_diff(to.file()).max(from.rank().abs_diff(to.rank())) != 1 {
            return Err(IllegalMove::TooFar(from, to));
        }
        if self.rule_set().forbidden(self.side_to_move()).has(to) {
            return Err(IllegalMove::Reserved(to));
        }
        Ok(())
    }

    /// Returns whether the player to move may stack an Obelisk on this square.
    fn takes_obelisk(&self, square: Square) -> bool {
        self.rule_set().rules().stacking
            && self
                .board()
                .piece_at(square)
                .is_some_and(|piece| piece.kind() == Kind::Obelisk && piece.colour() == self.side_to_move())
    }
}
