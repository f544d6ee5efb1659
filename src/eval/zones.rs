//! Parts of the board, and sets of squares seen from each other.

use crate::rules::square::{FILES, RANKS, SQUARES};
use crate::rules::{Bitboard, Colour, Square};

const fn ranks(from: u8, to: u8) -> Bitboard {
    let upper = if to == RANKS { !0 } else { (1 << (to * FILES)) - 1 };
    Bitboard::from_bits(upper & !((1 << (from * FILES)) - 1))
}

/// A part of the board as Silver and as Red see it, by [`Colour::index`].
#[derive(Clone, Copy)]
pub(super) struct Zone([Bitboard; 2]);

impl Zone {
    const fn of(silver: Bitboard) -> Zone {
        Zone([silver, half_turn(silver)])
    }

    #[inline(always)]
    pub(super) fn of_colour(self, colour: Colour) -> Bitboard {
        self.0[colour.index()]
    }
}

const fn half_turn(set: Bitboard) -> Bitboard {
    Bitboard::from_bits(set.bits().reverse_bits() >> (128 - SQUARES))
}

pub(super) const HOME: Zone = Zone::of(ranks(0, 2));
pub(super) const FAR: Zone = Zone::of(ranks(4, 8));
pub(super) const LASER_FILE: Zone = Zone::of(Bitboard::file(FILES - 1));
/// The files `d` to `g`.
pub(super) const MIDDLE_FILES: Bitboard =
    Bitboard::file(3).or_const(Bitboard::file(4)).or_const(Bitboard::file(5)).or_const(Bitboard::file(6));
static NEAR: [Bitboard; SQUARES] = {
    let mut table = [Bitboard::EMPTY; SQUARES];
    let mut index = 0;
    while index < SQUARES {
        let one = Bitboard::of_const(Square::ALL[index]).spread();
        table[index] = Bitboard::from_bits(one.spread().bits() & !one.bits());
        index += 1;
    }
    table
};

/// The up to sixteen squares two steps from a square.
#[inline(always)]
pub(super) fn near(square: Square) -> Bitboard {
    NEAR[square.index()]
}
