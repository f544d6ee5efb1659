//! Sets of squares, one bit per square.

use super::square::{FILES, RANKS, SQUARES, Square};
use std::fmt;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

/// A set of squares: bit `n` is the square with number `n`. It iterates over its squares from a1 to
/// j8, `Display` lists them in this order, and `Debug` draws a board.
///
/// ```
/// use khepri_rules::{Bitboard, Square};
///
/// let set: Bitboard = [Square::E5, Square::A1].into_iter().collect();
/// assert_eq!(set.to_string(), "a1 e5");
/// assert!(set.has(Square::E5) && (set & Bitboard::file(0)).len() == 1);
/// assert_eq!((set.lowest(), set.highest()), (Some(Square::A1), Some(Square::E5)));
/// assert!(set.is_subset(Bitboard::FULL) && set.is_disjoint(Bitboard::EMPTY));
/// assert_eq!(Bitboard::from_bits(set.bits()), set);
///
/// const CORNER: Bitboard = Bitboard::of(Square::A1).spread();
/// const REST: Bitboard = CORNER.without(Bitboard::rank(0)).union(Bitboard::EMPTY);
/// assert_eq!((CORNER.len(), REST.to_string().as_str()), (4, "a2 b2"));
/// let mut changed = REST;
/// changed.insert(Square::J8);
/// changed.remove(Square::A2);
/// assert_eq!(changed.to_string(), "b2 j8");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Bitboard(u128);

const ON_BOARD: u128 = (1 << SQUARES) - 1;

static SINGLE: [Bitboard; SQUARES] = {
    let mut table = [Bitboard::EMPTY; SQUARES];
    let mut index = 0;
    while index < SQUARES {
        table[index] = Bitboard(1 << index);
        index += 1;
    }
    table
};

impl Bitboard {
    /// No square.
    pub const EMPTY: Bitboard = Bitboard(0);
    /// All 80 squares.
    pub const FULL: Bitboard = Bitboard(ON_BOARD);

    /// Returns the set with these bits; bits from 80 on are dropped.
    pub const fn from_bits(bits: u128) -> Bitboard {
        Bitboard(bits & ON_BOARD)
    }

    /// Returns the bits.
    pub const fn bits(self) -> u128 {
        self.0
    }

    /// Returns the set of one square.
    #[inline(always)]
    pub const fn of(square: Square) -> Bitboard {
        SINGLE[square.index()]
    }

    /// Returns the squares of a file (0 = a).
    ///
    /// # Panics
    /// The file is above 9.
    pub const fn file(file: u8) -> Bitboard {
        assert!(file < FILES);
        let mut bits = 0;
        let mut rank = 0;
        while rank < RANKS {
            bits |= 1 << (rank * FILES + file);
            rank += 1;
        }
        Bitboard(bits)
    }

    /// Returns the squares of a rank (0 = rank 1).
    ///
    /// # Panics
    /// The rank is above 7.
    pub const fn rank(rank: u8) -> Bitboard {
        assert!(rank < RANKS);
        Bitboard(((1 << FILES) - 1) << (rank * FILES))
    }

    /// Returns the squares that are in either set; `one | other` in a `const fn`.
    #[inline(always)]
    pub const fn union(self, other: Bitboard) -> Bitboard {
        Bitboard(self.0 | other.0)
    }

    /// Returns the squares that are in this set but not in the other; `one & !other` in a `const fn`.
    #[inline(always)]
    pub const fn without(self, other: Bitboard) -> Bitboard {
        Bitboard(self.0 & !other.0)
    }

    /// Adds a square.
    #[inline(always)]
    pub const fn insert(&mut self, square: Square) {
        self.0 |= SINGLE[square.index()].0;
    }

    /// Removes a square.
    #[inline(always)]
    pub const fn remove(&mut self, square: Square) {
        self.0 &= !SINGLE[square.index()].0;
    }

    /// Returns whether the set is empty.
    #[inline(always)]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns whether the square is in the set.
    #[inline(always)]
    pub const fn has(self, square: Square) -> bool {
        self.0 & SINGLE[square.index()].0 != 0
    }

    /// Returns the number of squares.
    #[inline(always)]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Returns whether the sets share no square.
    #[inline(always)]
    pub const fn is_disjoint(self, other: Bitboard) -> bool {
        self.0 & other.0 == 0
    }

    /// Returns whether every square of this set is in the other.
    #[inline(always)]
    pub const fn is_subset(self, other: Bitboard) -> bool {
        self.0 & !other.0 == 0
    }

    /// Returns the squares of the set and all their neighbours.
    #[inline(always)]
    pub const fn spread(self) -> Bitboard {
        const FILE_A: u128 = Bitboard::file(0).0;
        const FILE_J: u128 = Bitboard::file(FILES - 1).0;
        let row = self.0 | (self.0 & !FILE_J) << 1 | (self.0 & !FILE_A) >> 1;
        Bitboard::from_bits(row | row << FILES | row >> FILES)
    }

    /// Returns the square with the lowest number.
    #[inline(always)]
    pub const fn lowest(self) -> Option<Square> {
        if self.0 == 0 {
            None
        } else {
            // SAFETY: bits from 80 on are never set, so the lowest of a non-empty set is below 80.
            Some(unsafe { Square::from_index_unchecked(self.0.trailing_zeros()) })
        }
    }

    /// Returns the square with the highest number.
    #[inline(always)]
    pub const fn highest(self) -> Option<Square> {
        if self.0 == 0 {
            None
        } else {
            // SAFETY: bits from 80 on are never set, so the highest of a non-empty set is below 80.
            Some(unsafe { Square::from_index_unchecked(127 - self.0.leading_zeros()) })
        }
    }
}

impl FromIterator<Square> for Bitboard {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Bitboard {
        squares.into_iter().fold(Bitboard::EMPTY, |set, square| set | Bitboard::of(square))
    }
}

impl IntoIterator for Bitboard {
    type Item = Square;
    type IntoIter = Squares;

    #[inline(always)]
    fn into_iter(self) -> Squares {
        Squares { low: self.0 as u64, high: (self.0 >> 64) as u64 }
    }
}

/// The squares of a set in the order of their numbers.
///
/// ```
/// use khepri_rules::{Bitboard, Square};
///
/// assert!(Bitboard::file(9).into_iter().eq([
///     Square::J1, Square::J2, Square::J3, Square::J4, Square::J5, Square::J6, Square::J7, Square::J8,
/// ]));
/// ```
// Two words, because scanning and clearing bits takes fewer instructions in a single one.
#[derive(Clone, Copy)]
pub struct Squares {
    low: u64,
    high: u64,
}

impl Iterator for Squares {
    type Item = Square;

    #[inline(always)]
    fn next(&mut self) -> Option<Square> {
        let index = if self.low != 0 {
            let index = self.low.trailing_zeros();
            self.low &= self.low - 1;
            index
        } else if self.high != 0 {
            let index = u64::BITS + self.high.trailing_zeros();
            self.high &= self.high - 1;
            index
        } else {
            return None;
        };
        // SAFETY: the bits are those of a set of squares.
        Some(unsafe { Square::from_index_unchecked(index) })
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let len = (self.low.count_ones() + self.high.count_ones()) as usize;
        (len, Some(len))
    }
}

impl ExactSizeIterator for Squares {}

macro_rules! operator {
    ($trait:ident $method:ident $assign_trait:ident $assign:ident $op:tt) => {
        impl $trait for Bitboard {
            type Output = Bitboard;
            #[inline(always)]
            fn $method(self, other: Bitboard) -> Bitboard {
                Bitboard(self.0 $op other.0)
            }
        }
        impl $assign_trait for Bitboard {
            #[inline(always)]
            fn $assign(&mut self, other: Bitboard) {
                *self = *self $op other;
            }
        }
    };
}

operator!(BitAnd bitand BitAndAssign bitand_assign &);
operator!(BitOr bitor BitOrAssign bitor_assign |);
operator!(BitXor bitxor BitXorAssign bitxor_assign ^);

impl Not for Bitboard {
    type Output = Bitboard;
    #[inline(always)]
    fn not(self) -> Bitboard {
        Bitboard(!self.0 & ON_BOARD)
    }
}

impl fmt::Display for Bitboard {
    /// Writes the names of the squares, separated by blanks.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, square) in self.into_iter().enumerate() {
            write!(f, "{}{square}", if index > 0 { " " } else { "" })?;
        }
        Ok(())
    }
}

impl fmt::Debug for Bitboard {
    /// Writes eight lines from rank 8 down, `#` for a square in the set.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in (0..RANKS).rev() {
            f.write_str("\n")?;
            for file in 0..FILES {
                let has = Square::new(file, rank).is_some_and(|square| self.has(square));
                f.write_str(if has { "#" } else { "." })?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_contain_the_squares_that_were_added() {
        let set: Bitboard = [Square::J8, Square::A1, Square::E5].into_iter().collect();
        assert_eq!(set.len(), 3);
        assert_eq!(set.into_iter().collect::<Vec<_>>(), [Square::A1, Square::E5, Square::J8]);
        assert_eq!((set.lowest(), set.highest()), (Some(Square::A1), Some(Square::J8)));
        assert!(set.has(Square::E5) && !set.has(Square::E4));
        assert_eq!((!set).len(), 77);
        assert_eq!(Bitboard::EMPTY.lowest(), None);
        assert!(Bitboard::file(9).has(Square::J4) && Bitboard::file(9).len() == 8);
    }

    #[test]
    fn no_set_has_bits_beyond_the_board() {
        let mut sets: Vec<Bitboard> = Square::ALL.into_iter().map(Bitboard::of).collect();
        sets.extend([Bitboard::EMPTY, Bitboard::FULL, Bitboard::default(), Bitboard::from_bits(u128::MAX)]);
        sets.extend((0..FILES).map(Bitboard::file));
        sets.extend((0..RANKS).map(Bitboard::rank));
        for &one in &sets {
            for &other in &sets {
                for made in
                    [one & other, one | other, one ^ other, !one, one.union(other), one.spread(), !(one ^ other)]
                {
                    assert_eq!(made.bits() >> SQUARES, 0, "{one:?} {other:?}");
                    assert_eq!(made.into_iter().count() as u32, made.len());
                    assert_eq!(made.lowest().is_none(), made.is_empty());
                    assert_eq!(made.highest(), made.into_iter().last());
                }
            }
        }
    }
}
