//! Squares and directions.

use std::fmt;

/// A direction of a beam, or of the front of a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
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
    /// All four, clockwise from the north.
    pub const ALL: [Direction; 4] = [Direction::North, Direction::East, Direction::South, Direction::West];

    /// Returns the direction after a quarter-turn clockwise.
    pub fn clockwise(self) -> Direction {
        match self {
            Direction::North => Direction::East,
            Direction::East => Direction::South,
            Direction::South => Direction::West,
            Direction::West => Direction::North,
        }
    }

    /// Returns the direction after half a turn.
    pub fn opposite(self) -> Direction {
        self.clockwise().clockwise()
    }

    /// Returns one step as a number of files to the east and of ranks to the north.
    fn offset(self) -> (i8, i8) {
        match self {
            Direction::North => (0, 1),
            Direction::East => (1, 0),
            Direction::South => (0, -1),
            Direction::West => (-1, 0),
        }
    }
}

/// A square of the board.
///
/// rules.md, The board: "The board is ten files wide, `a` to `j`, and eight ranks high, `1` to `8`."
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Square {
    /// From 0 for rank 1 to 7 for rank 8.
    rank: u8,
    /// From 0 for file `a` to 9 for file `j`.
    file: u8,
}

impl Square {
    /// The number of squares.
    pub const COUNT: usize = 80;

    /// Returns the square on a file (0 to 9) and a rank (0 to 7), or none outside the board.
    pub fn at(file: i8, rank: i8) -> Option<Square> {
        let inside = (0..10).contains(&file) && (0..8).contains(&rank);
        inside.then_some(Square { rank: rank as u8, file: file as u8 })
    }

    /// Returns the square with a name like `e4`, in lower case.
    pub fn from_name(name: &str) -> Option<Square> {
        match name.as_bytes() {
            [file @ b'a'..=b'j', rank @ b'1'..=b'8'] => Some(Square { rank: rank - b'1', file: file - b'a' }),
            _ => None,
        }
    }

    /// Returns all squares, rank by rank from `a1` to `j8`.
    pub fn all() -> impl Iterator<Item = Square> {
        (0..8).flat_map(|rank| (0..10).map(move |file| Square { rank, file }))
    }

    /// Returns the file as a letter, `a` to `j`.
    pub fn file(self) -> char {
        (b'a' + self.file) as char
    }

    /// Returns the rank, 1 to 8.
    pub fn rank(self) -> u8 {
        self.rank + 1
    }

    /// Returns the index of this square, 0 to 79, in the order of [`Square::all`].
    pub fn index(self) -> usize {
        usize::from(self.rank) * 10 + usize::from(self.file)
    }

    /// Returns the square a number of files to the east and ranks to the north, or none beyond the frame.
    fn shifted(self, files: i8, ranks: i8) -> Option<Square> {
        Square::at(self.file as i8 + files, self.rank as i8 + ranks)
    }

    /// Returns the next square in a direction, or none at the frame.
    pub fn towards(self, direction: Direction) -> Option<Square> {
        let (files, ranks) = direction.offset();
        self.shifted(files, ranks)
    }

    /// Returns the neighbouring squares.
    ///
    /// rules.md, A turn: "a neighbouring square, straight or diagonally".
    pub fn neighbours(self) -> impl Iterator<Item = Square> {
        let around = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];
        around.into_iter().filter_map(move |(files, ranks)| self.shifted(files, ranks))
    }
}

impl fmt::Display for Square {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}{}", self.file(), self.rank())
    }
}
