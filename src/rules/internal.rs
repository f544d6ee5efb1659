//! What the other packages of the project need, and a user does not. It may change in any version.

macro_rules! open {
    ($($module:ident)*) => {
        $(pub mod $module {
            pub use crate::$module::*;
        })*
    };
}

open!(beam bitboard board game legality movegen moves notation optics piece position rays ruleset setup shots square util zobrist);

use crate::beam::{Beam, Leg};
use crate::{Bitboard, Board, Move, Position, Square};

/// Returns the number of the square or laser where a leg starts.
#[inline(always)]
pub fn origin_index(leg: &Leg) -> usize {
    leg.origin_index()
}

/// Returns the contents of all squares as numbers, by [`Square::index`]; 0 is an empty square.
#[inline(always)]
pub fn bytes(board: &Board) -> &[u8; Square::ALL.len()] {
    board.bytes()
}

/// Retraces `beam`, the beam of the side to move, into `into`, on the board after a legal move that touches it and does not
/// rotate the laser. Returns the hits that are found without storing a path.
pub fn retrace(position: &Position, beam: &Beam, mv: Move, into: &mut Beam) -> Bitboard {
    let moved = position.moved(mv);
    into.retrace(beam, &moved, mv.touched());
    beam.hits_from_first_touched(&moved, mv.touched())
}
