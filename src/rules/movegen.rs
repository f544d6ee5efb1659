//! The move generator: where the pieces of the player to move can go, as sets of squares.
//!
//! It knows nothing of light; [`shots`](super::shots) adds what each move hits, in stages.

use super::beam::View;
use super::bitboard::Bitboard;
use super::moves::Move;
use super::piece::{Kind, Turn};
use super::position::Position;
use super::rays::{Steps, neighbours};
use super::ruleset;
use super::square::Square;

/// What there is to move in one position. It is a copy, so the position can be changed while it generates.
#[derive(Clone, Copy)]
pub struct Generator {
    pub(super) pharaoh: Bitboard,
    /// Pyramids and Anubis.
    pub(super) turners: Bitboard,
    /// Scarabs and Eyes.
    pub(super) swappers: Bitboard,
    pub(super) obelisks: Bitboard,
    pub(super) stacks: Bitboard,
    /// Where a step may end.
    pub(super) free: Bitboard,
    /// Where a Scarab's step may end: also on what it can change places with.
    pub(super) free_or_swap: Bitboard,
    /// Where an Obelisk's step may end: also on an own single Obelisk, where the rules have stacks.
    pub(super) free_or_stack: Bitboard,
    /// The one turn of the Sphinx.
    pub(super) sphinx: Option<Move>,
}

impl Generator {
    /// For the side to move; both Pharaohs stand.
    #[inline(always)]
    pub fn new(position: &Position) -> Generator {
        let (board, colour, rule_set) = (position.board(), position.side_to_move(), position.rule_set());
        let own = board.colour(colour);
        let kind = |kind| board.kind(kind);
        let may_enter = !rule_set.forbidden(colour);
        let free = may_enter & !board.occupied();
        let swappable = kind(Kind::Pyramid) | kind(Kind::Anubis) | kind(Kind::Obelisk) | kind(Kind::Stack);
        let obelisks = own & kind(Kind::Obelisk);
        let onto = if rule_set.rules().stacking { obelisks & may_enter } else { Bitboard::EMPTY };
        let sphinx = (own & kind(Kind::Sphinx)).lowest().map(|square| {
            // Of the two facings the second is a quarter-turn anticlockwise from the first, for both colours.
            let [first, _] = ruleset::facings(colour);
            let faces_first = board.piece_at(square).is_some_and(|sphinx| sphinx.orientation().facing() == first);
            Move::rotate(square, if faces_first { Turn::Anticlockwise } else { Turn::Clockwise })
        });
        Generator {
            pharaoh: own & kind(Kind::Pharaoh),
            turners: own & (kind(Kind::Pyramid) | kind(Kind::Anubis)),
            swappers: own & (kind(Kind::Scarab) | kind(Kind::Eye)),
            obelisks,
            stacks: own & kind(Kind::Stack),
            free,
            free_or_swap: free | (may_enter & swappable),
            free_or_stack: free | onto,
            sphinx,
        }
    }

    /// Pieces that turn either way.
    #[inline(always)]
    pub fn turners(&self) -> Bitboard {
        self.turners
    }

    /// Leaves out the pieces on other squares than these, but for the Sphinx.
    #[inline(always)]
    pub(super) fn keep(&mut self, squares: Bitboard) {
        for pieces in [&mut self.pharaoh, &mut self.turners, &mut self.swappers, &mut self.obelisks, &mut self.stacks] {
            *pieces &= squares;
        }
    }

    /// All moves.
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

    /// How many moves there are, without making a list of them.
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
