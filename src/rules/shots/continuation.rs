//! Continuations: the paths of a beam from a square in a direction. Each is traced at most once per board.
//!
//! A move that touches the beam changes one or two of its squares. From there the beam follows a continuation. Many moves share
//! a continuation, since it is valid after every move that changes none of its squares.

use crate::beam::{self, Patched};
use crate::rays::Origin;
use crate::square::{Direction, SQUARES, Square};
use crate::{Bitboard, Board, Colour, Kind, Orientation, Piece};

/// The end of a continuation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum ContinuationEnd {
    /// At the frame or at an absorbing face.
    Lost,
    /// At a piece that it hits.
    Hit(Square),
    /// Unknown, because the path reaches an Eye, returns to its first square, or touches a changed square.
    Unknown,
}

/// A packed continuation: 80 bits for the path, 7 for the square of the hit, 2 for the kind of end.
#[derive(Clone, Copy)]
pub(super) struct Continuation(u128);

const SQUARE: u32 = SQUARES as u32;
const KIND: u32 = SQUARE + 7;
const LOST: u128 = 0 << KIND;
const HIT: u128 = 1 << KIND;
const UNKNOWN: u128 = 2 << KIND;

impl Continuation {
    #[inline(always)]
    const fn new(path: Bitboard, end: ContinuationEnd) -> Continuation {
        Continuation(
            path.bits()
                | match end {
                    ContinuationEnd::Lost => LOST,
                    ContinuationEnd::Hit(square) => HIT | (square as u128) << SQUARE,
                    ContinuationEnd::Unknown => UNKNOWN,
                },
        )
    }

    /// Returns the squares of the path. The first square is included only if the path returns to it.
    #[inline(always)]
    pub(super) const fn path(self) -> Bitboard {
        Bitboard::from_bits(self.0 & ((1 << SQUARES) - 1))
    }

    /// Returns the end if only the squares `changed` differ from the board.
    #[inline(always)]
    pub(super) fn end(self, changed: Bitboard) -> ContinuationEnd {
        if !self.path().is_disjoint(changed) {
            return ContinuationEnd::Unknown;
        }
        match self.0 >> KIND << KIND {
            LOST => ContinuationEnd::Lost,
            // SAFETY: `new` took these bits from a square.
            HIT => ContinuationEnd::Hit(unsafe { Square::from_index_unchecked((self.0 >> SQUARE) as u32 & 127) }),
            _ => ContinuationEnd::Unknown,
        }
    }

    /// Traces the path from `from`. Stops if the path returns to `from`, since the piece there is about to change.
    pub(super) fn trace(board: &Board, from: Square, direction: Direction) -> Continuation {
        // An Obelisk on the square stops a returning path from any side.
        let obelisk = Piece::new(Colour::Silver, Kind::Obelisk, Orientation::FIRST);
        let stopped = Patched { view: board, changed: [(from, Some(obelisk)); 2] };
        let mut path = Bitboard::EMPTY;
        let end = match beam::follow(&stopped, Origin::square(from), direction, |_, _, squares| path |= squares) {
            beam::End::Lost => ContinuationEnd::Lost,
            beam::End::Hit(square) if square != from => ContinuationEnd::Hit(square),
            beam::End::Hit(_) | beam::End::Split(..) => ContinuationEnd::Unknown,
        };
        Continuation::new(path, end)
    }
}

/// The traced continuations of one board.
pub struct Continuations {
    /// The key by which the board is recognised.
    key: u64,
    /// The squares with a traced continuation, by direction.
    known: [Bitboard; 4],
    traced: [[Continuation; SQUARES]; 4],
}

impl Default for Continuations {
    /// Returns an empty cache.
    fn default() -> Continuations {
        Continuations {
            key: 0,
            known: [Bitboard::EMPTY; 4],
            traced: [[Continuation::new(Bitboard::EMPTY, ContinuationEnd::Unknown); SQUARES]; 4],
        }
    }
}

impl Continuations {
    /// Clears the continuations unless they belong to this board.
    #[inline(always)]
    pub(super) fn reset_for(&mut self, board: &Board) {
        if self.key != board.key() {
            self.key = board.key();
            self.known = [Bitboard::EMPTY; 4];
        }
    }

    /// Returns the continuation from `from` in a direction. `board` must be that of the last [`Continuations::reset_for`].
    #[inline(always)]
    pub(super) fn get(&mut self, board: &Board, from: Square, direction: Direction) -> Continuation {
        let index = direction.index();
        if !self.known[index].has(from) {
            self.known[index] |= Bitboard::of(from);
            self.traced[index][from.index()] = Continuation::trace(board, from, direction);
        }
        self.traced[index][from.index()]
    }
}
