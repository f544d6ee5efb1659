//! Squares, files, ranks and the four directions in which a beam travels.

use std::fmt;
use std::str::FromStr;

/// Number of files, `a` to `j` from Silver's left.
pub const FILES: u8 = 10;
/// Number of ranks, 1 to 8 from Silver's side.
pub const RANKS: u8 = 8;
/// Number of squares.
pub const SQUARES: usize = 80;

macro_rules! squares {
    ($($name:ident)*) => {
        /// One of the 80 squares, numbered rank by rank from `a1` = 0 to `j8` = 79.
        ///
        /// ```
        /// use khepri_rules::{Direction, Square};
        ///
        /// let square: Square = "e5".parse()?;
        /// assert_eq!((square, square.file(), square.rank()), (Square::E5, 4, 4));
        /// let (files, ranks) = Direction::North.step();
        /// assert_eq!(square.offset(files, ranks), Some(Square::E6));
        /// assert_eq!((square.half_turn(), Square::from_index(square.index())), (Square::F4, Some(square)));
        /// # Ok::<(), khepri_rules::NotASquare>(())
        /// ```
        #[allow(missing_docs)]
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        #[repr(u8)]
        pub enum Square { $($name),* }

        impl Square {
            /// All squares in the order of their numbers.
            pub const ALL: [Square; SQUARES] = [$(Square::$name),*];
        }
    };
}

squares! {
    A1 B1 C1 D1 E1 F1 G1 H1 I1 J1
    A2 B2 C2 D2 E2 F2 G2 H2 I2 J2
    A3 B3 C3 D3 E3 F3 G3 H3 I3 J3
    A4 B4 C4 D4 E4 F4 G4 H4 I4 J4
    A5 B5 C5 D5 E5 F5 G5 H5 I5 J5
    A6 B6 C6 D6 E6 F6 G6 H6 I6 J6
    A7 B7 C7 D7 E7 F7 G7 H7 I7 J7
    A8 B8 C8 D8 E8 F8 G8 H8 I8 J8
}

impl Square {
    /// Returns the square on `file` (0 = a) and `rank` (0 = rank 1), or `None` off the board.
    #[inline]
    pub const fn new(file: u8, rank: u8) -> Option<Square> {
        if file < FILES && rank < RANKS { Some(Square::ALL[(rank * FILES + file) as usize]) } else { None }
    }

    /// Returns the square with this number; `None` if the number exceeds 79.
    #[inline]
    pub const fn from_index(index: usize) -> Option<Square> {
        if index < SQUARES { Some(Square::ALL[index]) } else { None }
    }

    /// Returns the square with this number. Skips the check of the number, which would be a third of the cost of scanning a
    /// bitboard.
    ///
    /// # Safety
    /// `index` is below 80.
    ///
    /// ```
    /// use khepri_rules::Square;
    ///
    /// // SAFETY: 79 is below 80.
    /// assert_eq!(unsafe { Square::from_index_unchecked(79) }, Square::ALL[79]);
    /// ```
    #[inline(always)]
    pub const unsafe fn from_index_unchecked(index: u32) -> Square {
        debug_assert!(index < SQUARES as u32);
        // SAFETY: the enumeration has exactly the discriminants 0 to 79, and the caller guarantees that `index` is below 80.
        unsafe { std::mem::transmute::<u8, Square>(index as u8) }
    }

    /// Returns the number of the square, 0 to 79.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Returns the file, 0 for `a` to 9 for `j`.
    #[inline]
    pub const fn file(self) -> u8 {
        self as u8 % FILES
    }

    /// Returns the rank, 0 for rank 1 to 7 for rank 8.
    #[inline]
    pub const fn rank(self) -> u8 {
        self as u8 / FILES
    }

    /// Returns the square `files` to the right and `ranks` up, or `None` off the board.
    pub const fn offset(self, files: i8, ranks: i8) -> Option<Square> {
        let file = self.file() as i8 + files;
        let rank = self.rank() as i8 + ranks;
        if file < 0 || rank < 0 { None } else { Square::new(file as u8, rank as u8) }
    }

    /// Returns the square that this square becomes if the board is rotated by half a turn: `a1` becomes `j8`.
    #[inline]
    pub const fn half_turn(self) -> Square {
        Square::ALL[SQUARES - 1 - self as usize]
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.file()), self.rank() + 1)
    }
}

/// The error of a word that is not a square.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NotASquare;

impl fmt::Display for NotASquare {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a square is a file a to j and a rank 1 to 8")
    }
}

impl std::error::Error for NotASquare {}

impl FromStr for Square {
    type Err = NotASquare;

    fn from_str(text: &str) -> Result<Square, NotASquare> {
        match text.as_bytes() {
            [file, rank] => Square::new(file.wrapping_sub(b'a'), rank.wrapping_sub(b'1')).ok_or(NotASquare),
            _ => Err(NotASquare),
        }
    }
}

/// The four directions of the optics, clockwise from north (towards rank 8).
///
/// ```
/// use khepri_rules::Direction;
///
/// assert_eq!(Direction::North.turned(1), Direction::East);
/// assert_eq!(Direction::East.opposite(), Direction::West);
/// assert_eq!(Direction::South.step(), (0, -1));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Direction {
    /// Towards rank 8.
    North,
    /// Towards file `j`.
    East,
    /// Towards rank 1.
    South,
    /// Towards file `a`.
    West,
}

impl Direction {
    /// All directions, clockwise from north.
    pub const ALL: [Direction; 4] = [Direction::North, Direction::East, Direction::South, Direction::West];

    /// Returns the number of the direction, 0 to 3, clockwise from north.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Returns the direction `quarters` quarter-turns clockwise.
    #[inline]
    pub const fn turned(self, quarters: u8) -> Direction {
        Direction::ALL[(self as usize + quarters as usize) & 3]
    }

    /// Returns the opposite direction.
    #[inline]
    pub const fn opposite(self) -> Direction {
        self.turned(2)
    }

    /// Returns one step in this direction, as the number of files to the right and of ranks up.
    pub const fn step(self) -> (i8, i8) {
        match self {
            Direction::North => (0, 1),
            Direction::East => (1, 0),
            Direction::South => (0, -1),
            Direction::West => (-1, 0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_are_numbered_rank_by_rank_and_written_as_file_and_rank() {
        assert_eq!(Square::A1.index(), 0);
        assert_eq!(Square::J1.index(), 9);
        assert_eq!(Square::J8.index(), 79);
        for square in Square::ALL {
            assert_eq!(square.to_string().parse(), Ok(square));
            assert_eq!(Square::new(square.file(), square.rank()), Some(square));
            assert_eq!(square.half_turn().half_turn(), square);
        }
        assert_eq!("e5".parse(), Ok(Square::E5));
        for wrong in ["", "e", "e9", "k1", "e0", "e55", "E5", "é5"] {
            assert_eq!(wrong.parse::<Square>(), Err(NotASquare), "{wrong}");
        }
    }

    #[test]
    fn steps_end_at_the_frame() {
        assert_eq!(Square::A1.offset(-1, 0), None);
        assert_eq!(Square::J8.offset(0, 1), None);
        assert_eq!(Square::J1.offset(1, 0), None);
        assert_eq!(Square::E4.offset(1, -1), Some(Square::F3));
        assert_eq!(Square::A8.half_turn(), Square::J1);
    }
}
