//! The move generator: the steps, swaps, stackings and rotations of a player's pieces.
//!
//! It does not trace beams: the room `shots` adds the hits of each move.

use super::bitboard::Bitboard;
use super::moves::Move;
use super::piece::{Colour, Kind, Turn};
use super::position::Position;
use super::rays::{Steps, neighbours};
use super::ruleset;
use super::square::Square;

/// The pieces and targets of one position. They are a copy, so the position may change during generation.
#[derive(Clone, Copy)]
pub struct Generator {
    pub(crate) pharaoh: Bitboard,
    /// Pyramids and Anubis.
    pub(crate) turners: Bitboard,
    /// Scarabs and Eyes.
    pub(crate) swappers: Bitboard,
    pub(crate) obelisks: Bitboard,
    pub(crate) stacks: Bitboard,
    /// The empty squares on which a step may end.
    pub(crate) free: Bitboard,
    /// The squares on which a step of a Scarab or Eye may end: empty ones, and those with a piece to swap with.
    pub(crate) free_or_swap: Bitboard,
    /// The squares on which a step of an Obelisk, or of the top of a stack, may end: empty ones, and those with an own Obelisk
    /// to stack on.
    pub(crate) free_or_stack: Bitboard,
    /// The only rotation of the Sphinx.
    pub(crate) sphinx: Option<Move>,
}

impl Generator {
    /// Returns the generator for the side to move; both Pharaohs must stand.
    #[inline(always)]
    pub fn new(position: &Position) -> Generator {
        Generator::of(position, position.side_to_move())
    }

    /// Returns the generator for a colour, which need not be the side to move; both Pharaohs must stand.
    #[inline(always)]
    pub fn of(position: &Position, colour: Colour) -> Generator {
        let (board, rule_set) = (position.board(), position.rule_set());
        let own = board.colour(colour);
        let kind = |kind| board.kind(kind);
        let all = |is: fn(Kind) -> bool| {
            Kind::ALL.into_iter().filter(|&kind| is(kind)).map(kind).fold(Bitboard::EMPTY, Bitboard::union)
        };
        let may_enter = !rule_set.forbidden(colour);
        let free = may_enter & !board.occupied();
        let obelisks = own & kind(Kind::Obelisk);
        let onto = if rule_set.rules().stacking { obelisks & may_enter } else { Bitboard::EMPTY };
        let sphinx = (own & kind(Kind::Sphinx)).lowest().map(|square| {
            // For both colours, the second facing is a quarter-turn anticlockwise from the first.
            let [first, _] = ruleset::facings(colour);
            let faces_first = board.piece_at(square).is_some_and(|sphinx| sphinx.orientation().facing() == first);
            Move::rotate(square, if faces_first { Turn::Anticlockwise } else { Turn::Clockwise })
        });
        Generator {
            pharaoh: own & kind(Kind::Pharaoh),
            turners: own & (kind(Kind::Pyramid) | kind(Kind::Anubis)),
            swappers: own & all(Kind::swaps),
            obelisks,
            stacks: own & kind(Kind::Stack),
            free,
            free_or_swap: free | (may_enter & all(Kind::is_swappable)),
            free_or_stack: free | onto,
            sphinx,
        }
    }

    /// Returns the pieces that rotate in either sense.
    #[inline(always)]
    pub fn turners(&self) -> Bitboard {
        self.turners
    }

    /// Keeps only the pieces on these squares, and the Sphinx.
    #[inline(always)]
    pub(crate) fn keep(&mut self, squares: Bitboard) {
        for pieces in [&mut self.pharaoh, &mut self.turners, &mut self.swappers, &mut self.obelisks, &mut self.stacks] {
            *pieces &= squares;
        }
    }

    /// Passes all moves to `each`.
    #[inline(always)]
    pub fn all(&self, mut each: impl FnMut(Move)) {
        let mut steps = |pieces: Bitboard, targets: Bitboard, to_move: fn(Square, Square) -> Move| {
            for from in pieces {
                Steps::new(from, neighbours(from) & targets).for_each(|to| each(to_move(from, to)));
            }
        };
        steps(self.turners | self.pharaoh | self.stacks, self.free, Move::step);
        steps(self.swappers, self.free_or_swap, Move::step);
        steps(self.obelisks, self.free_or_stack, Move::step);
        steps(self.stacks, self.free_or_stack, Move::top);
        for from in self.turners | self.swappers {
            each(Move::rotate(from, Turn::Clockwise));
        }
        for from in self.turners {
            each(Move::rotate(from, Turn::Anticlockwise));
        }
        if let Some(turn) = self.sphinx {
            each(turn);
        }
    }

    /// Returns the number of moves without listing them.
    #[inline]
    pub fn count(&self) -> u64 {
        let steps = |pieces: Bitboard, targets: Bitboard| {
            pieces.into_iter().map(|from| (neighbours(from) & targets).len()).sum::<u32>()
        };
        let rotations = 2 * self.turners.len() + self.swappers.len() + u32::from(self.sphinx.is_some());
        let moves = rotations
            + steps(self.turners | self.pharaoh | self.stacks, self.free)
            + steps(self.swappers, self.free_or_swap)
            + steps(self.obelisks | self.stacks, self.free_or_stack);
        u64::from(moves)
    }
}
