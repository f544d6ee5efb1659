//! The rules of the game, without any package: board, pieces, optics, moves, positions, games.

pub mod beam;
pub mod bitboard;
pub mod board;
pub mod game;
pub mod legality;
pub mod movegen;
pub mod moves;
pub mod optics;
pub mod piece;
pub mod position;
pub mod rays;
pub mod ruleset;
pub mod setup;
pub mod square;
pub mod zobrist;

pub use beam::{Beam, Leg};
pub use bitboard::{Bitboard, Squares};
pub use board::Board;
pub use game::{EndReason, Game};
pub use legality::IllegalMove;
pub use movegen::Generator;
pub use moves::{Action, Move};
pub use piece::{Colour, Kind, Orientation, Piece, Turn};
pub(crate) use position::Snapshot;
pub use position::{NotAnOutcome, Outcome, Played, Position};
pub use ruleset::{Laser, NotARuleSet, RuleSet, Rules};
pub use setup::{InvalidSetup, Setup, SetupFault};
pub use square::{Direction, NotASquare, Square};

/// The unchecked moves of the search, for the tests that compare them with the checked ones.
#[cfg(feature = "program")]
pub mod unchecked {
    use super::{Beam, Bitboard, Move, Position};

    /// Makes a legal move whose shot hits `hits`.
    pub fn make(position: &mut Position, mv: Move, hits: Bitboard) {
        position.make(mv, hits);
    }

    /// Makes a null move whose shot hits `hits`.
    pub fn make_null(position: &mut Position, hits: Bitboard) {
        position.make_null(hits);
    }

    /// Retraces `beam`, the beam of the side to move, into `into`, on the board after a legal move that touches it and does not
    /// rotate the laser. Returns the hits that are found without storing a path.
    pub fn retrace(position: &Position, beam: &Beam, mv: Move, into: &mut Beam) -> Bitboard {
        let moved = position.moved(mv);
        into.retrace(beam, &moved, mv.touched());
        beam.hits_from_first_touched(&moved, mv.touched())
    }
}
