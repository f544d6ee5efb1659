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

pub(super) const FIRST_RANK: Zone = Zone::of(ranks(0, 1));
pub(super) const HOME: Zone = Zone::of(ranks(0, 2));
pub(super) const THIRD: Zone = Zone::of(ranks(2, 4));
pub(super) const FIFTH: Zone = Zone::of(ranks(4, 6));
pub(super) const FAR: Zone = Zone::of(ranks(4, 8));
pub(super) const LASER_FILE: Zone = Zone::of(Bitboard::file(FILES - 1));
/// The files `d` to `g`.
pub(super) const MIDDLE_FILES: Bitboard =
    Bitboard::file(3).or_const(Bitboard::file(4)).or_const(Bitboard::file(5)).or_const(Bitboard::file(6));
/// The half of the board in which the opponent's laser is.
pub(super) const THEIR_LASER_SIDE: Zone = Zone::of(
    Bitboard::file(0)
        .or_const(Bitboard::file(1))
        .or_const(Bitboard::file(2))
        .or_const(Bitboard::file(3))
        .or_const(Bitboard::file(4)),
);

const FILE_A: u128 = Bitboard::file(0).bits();
const FILE_J: u128 = Bitboard::file(FILES - 1).bits();

/// The squares of a set and all their neighbours.
#[inline(always)]
pub(super) const fn spread(set: Bitboard) -> Bitboard {
    let row = set.bits() | (set.bits() & !FILE_J) << 1 | (set.bits() & !FILE_A) >> 1;
    Bitboard::from_bits(row | row << FILES | row >> FILES)
}

static NEAR: [Bitboard; SQUARES] = {
    let mut table = [Bitboard::EMPTY; SQUARES];
    let mut index = 0;
    while index < SQUARES {
        let one = spread(Bitboard::of_const(Square::ALL[index]));
        table[index] = Bitboard::from_bits(spread(one).bits() & !one.bits());
        index += 1;
    }
    table
};

/// The up to sixteen squares two steps from a square.
#[inline(always)]
pub(super) fn near(square: Square) -> Bitboard {
    NEAR[square.index()]
}

/// The squares that straight beams from a set can reach over empty squares, in all four directions, the first piece on
/// each way included.
///
/// Source: <https://www.chessprogramming.org/Kogge-Stone_Algorithm>.
#[inline(always)]
pub(super) fn beams_from(set: Bitboard, empty: Bitboard) -> Bitboard {
    let (set, empty) = (set.bits(), empty.bits());
    let up = |shift: u32| -> u128 {
        let mut light = set;
        let mut open = empty;
        light |= open & light << shift;
        open &= open << shift;
        light |= open & light << (2 * shift);
        open &= open << (2 * shift);
        light |= open & light << (4 * shift);
        light << shift
    };
    let down = |shift: u32| -> u128 {
        let mut light = set;
        let mut open = empty;
        light |= open & light >> shift;
        open &= open >> shift;
        light |= open & light >> (2 * shift);
        open &= open >> (2 * shift);
        light |= open & light >> (4 * shift);
        light >> shift
    };
    let east = {
        let mut light = set;
        let mut open = empty & !FILE_A;
        light |= open & light << 1;
        open &= open << 1;
        light |= open & light << 2;
        open &= open << 2;
        light |= open & light << 4;
        open &= open << 4;
        light |= open & light << 8;
        light << 1 & !FILE_A
    };
    let west = {
        let mut light = set;
        let mut open = empty & !FILE_J;
        light |= open & light >> 1;
        open &= open >> 1;
        light |= open & light >> 2;
        open &= open >> 2;
        light |= open & light >> 4;
        open &= open >> 4;
        light |= open & light >> 8;
        light >> 1 & !FILE_J
    };
    Bitboard::from_bits(up(FILES as u32) | down(FILES as u32) | east | west)
}
