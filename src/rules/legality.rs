//! Whether a move from anywhere is legal, and if not, why. Written from the rules alone and not from the generator, so
//! that each can be checked against the other.

use super::beam::View;
use super::moves::{Action, Move};
use super::piece::{Kind, Turn};
use super::position::Position;
use super::ruleset;
use super::square::Square;
use std::fmt;

/// Why a move is illegal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Illegal {
    /// A Pharaoh was hit: there are no more moves.
    GameOver,
    /// Nothing stands there.
    Empty(Square),
    /// The piece is the opponent's.
    NotOwn(Square),
    /// The target is no neighbour.
    TooFar(Square, Square),
    /// The target is reserved for the opponent.
    Reserved(Square),
    /// The target is occupied, and this piece can neither change places with the one there nor stack on it.
    Occupied(Square),
    /// The Sphinx never leaves its corner.
    SphinxMoves,
    /// The piece does not rotate.
    NoRotation(Kind),
    /// The Sphinx would face the frame.
    FacesFrame,
    /// A Scarab or Eye turns `+`; the other sense is the same move.
    OtherSense,
    /// Only a stack has a top.
    NoStack(Square),
}

impl fmt::Display for Illegal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Illegal::GameOver => f.write_str("the game is over"),
            Illegal::Empty(square) => write!(f, "{square} is empty"),
            Illegal::NotOwn(square) => write!(f, "the piece on {square} is the opponent's"),
            Illegal::TooFar(from, to) => write!(f, "{to} is not next to {from}"),
            Illegal::Reserved(square) => write!(f, "{square} is reserved for the opponent"),
            Illegal::Occupied(square) => write!(f, "{square} is occupied"),
            Illegal::SphinxMoves => f.write_str("a Sphinx does not move"),
            Illegal::NoRotation(kind) => write!(f, "{} cannot rotate", kind.name()),
            Illegal::FacesFrame => f.write_str("the Sphinx would face the frame"),
            Illegal::OtherSense => f.write_str("a Scarab or Eye turns with +"),
            Illegal::NoStack(square) => write!(f, "there is no stack on {square}"),
        }
    }
}

impl std::error::Error for Illegal {}

impl Position {
    /// Whether the move is legal.
    pub fn is_legal(&self, mv: Move) -> bool {
        self.legality(mv).is_ok()
    }

    /// Whether the move is legal.
    ///
    /// # Errors
    /// The first reason why it is not.
    pub fn legality(&self, mv: Move) -> Result<(), Illegal> {
        if !self.pharaohs_stand() {
            return Err(Illegal::GameOver);
        }
        let from = mv.from();
        let piece = self.piece_at(from).ok_or(Illegal::Empty(from))?;
        if piece.colour() != self.side_to_move() {
            return Err(Illegal::NotOwn(from));
        }
        match mv.action() {
            Action::Rotate(_, turn) => self.rotation_legality(piece.kind(), mv, turn),
            Action::Step(_, to) => {
                self.reach(from, to)?;
                match (piece.kind(), self.piece_at(to)) {
                    (Kind::Sphinx, _) => Err(Illegal::SphinxMoves),
                    (_, None) => Ok(()),
                    (Kind::Scarab | Kind::Eye, Some(other)) if other.kind().is_swappable() => Ok(()),
                    (Kind::Obelisk, Some(_)) if self.takes_obelisk(to) => Ok(()),
                    (_, Some(_)) => Err(Illegal::Occupied(to)),
                }
            }
            Action::Top(_, to) => {
                if piece.kind() != Kind::Stack {
                    return Err(Illegal::NoStack(from));
                }
                self.reach(from, to)?;
                if self.piece_at(to).is_none() || self.takes_obelisk(to) { Ok(()) } else { Err(Illegal::Occupied(to)) }
            }
        }
    }

    fn rotation_legality(&self, kind: Kind, mv: Move, turn: Turn) -> Result<(), Illegal> {
        match kind {
            Kind::Pyramid | Kind::Anubis => Ok(()),
            Kind::Scarab | Kind::Eye if turn == Turn::Clockwise => Ok(()),
            Kind::Scarab | Kind::Eye => Err(Illegal::OtherSense),
            Kind::Pharaoh | Kind::Obelisk | Kind::Stack => Err(Illegal::NoRotation(kind)),
            Kind::Sphinx => {
                let facing = self.piece_at(mv.from()).map(|sphinx| sphinx.rotated(turn).orientation().facing());
                if facing.is_some_and(|facing| ruleset::facings(self.side_to_move()).contains(&facing)) {
                    Ok(())
                } else {
                    Err(Illegal::FacesFrame)
                }
            }
        }
    }

    /// Whether a king step of the mover could lead from one square to the other, whatever stands there.
    fn reach(&self, from: Square, to: Square) -> Result<(), Illegal> {
        if from.file().abs_diff(to.file()).max(from.rank().abs_diff(to.rank())) != 1 {
            return Err(Illegal::TooFar(from, to));
        }
        if self.rule_set().forbidden(self.side_to_move()).has(to) {
            return Err(Illegal::Reserved(to));
        }
        Ok(())
    }

    /// Whether an Obelisk of the mover may be stacked here.
    fn takes_obelisk(&self, square: Square) -> bool {
        self.rule_set().rules().stacking
            && self
                .board()
                .piece_at(square)
                .is_some_and(|piece| piece.kind() == Kind::Obelisk && piece.colour() == self.side_to_move())
    }
}
