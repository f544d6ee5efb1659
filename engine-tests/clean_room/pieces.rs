//! The pieces: their kinds, how they turn, and what a beam that meets one does.

use super::squares::Direction;

/// A player and the colour of that player's pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Colour {
    /// Capital letters in a KFEN; the laser is at `j1`.
    Silver,
    /// Small letters in a KFEN; the laser is at `a8`.
    Red,
}

impl Colour {
    /// Returns the opponent.
    pub fn other(self) -> Colour {
        match self {
            Colour::Silver => Colour::Red,
            Colour::Red => Colour::Silver,
        }
    }
}

/// The quarter that the mirror of a Pyramid faces.
///
/// rules.md, Pyramid: "Its orientation is the quarter that the mirror faces: north-east, south-east, south-west or
/// north-west."
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Quarter {
    /// Digit 1.
    NorthEast,
    /// Digit 2.
    SouthEast,
    /// Digit 3.
    SouthWest,
    /// Digit 4.
    NorthWest,
}

impl Quarter {
    /// Returns the two directions between which the quarter lies.
    fn sides(self) -> (Direction, Direction) {
        match self {
            Quarter::NorthEast => (Direction::North, Direction::East),
            Quarter::SouthEast => (Direction::East, Direction::South),
            Quarter::SouthWest => (Direction::South, Direction::West),
            Quarter::NorthWest => (Direction::West, Direction::North),
        }
    }

    /// Returns the quarter after a quarter-turn clockwise.
    ///
    /// notation.md, Moves: "A clockwise turn adds one to the digit of the KFEN; 4 becomes 1."
    fn clockwise(self) -> Quarter {
        match self {
            Quarter::NorthEast => Quarter::SouthEast,
            Quarter::SouthEast => Quarter::SouthWest,
            Quarter::SouthWest => Quarter::NorthWest,
            Quarter::NorthWest => Quarter::NorthEast,
        }
    }

    /// Returns the quarter after a quarter-turn anticlockwise.
    fn anticlockwise(self) -> Quarter {
        self.clockwise().clockwise().clockwise()
    }

    /// Returns the direction in which a mirror facing this quarter reflects a beam that flies in direction `flight`, or
    /// none if the beam hits its back.
    ///
    /// rules.md, Pyramid: "A beam that meets the mirror leaves at a right angle. A beam from behind removes the
    /// Pyramid."
    fn reflection(self, flight: Direction) -> Option<Direction> {
        let (one, other) = self.sides();
        if flight == one.opposite() {
            Some(other)
        } else if flight == other.opposite() {
            Some(one)
        } else {
            None
        }
    }
}

/// The orientation of the mirror of a Scarab or Eye, which has two faces.
///
/// rules.md, Scarab: "Half a turn changes nothing, so it has only two orientations".
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Diagonal {
    /// Digit 1: the faces are to the north-east and the south-west.
    NorthEastSouthWest,
    /// Digit 2: the faces are to the south-east and the north-west.
    SouthEastNorthWest,
}

impl Diagonal {
    /// Returns the quarters to which the two faces are turned.
    fn faces(self) -> (Quarter, Quarter) {
        match self {
            Diagonal::NorthEastSouthWest => (Quarter::NorthEast, Quarter::SouthWest),
            Diagonal::SouthEastNorthWest => (Quarter::SouthEast, Quarter::NorthWest),
        }
    }

    /// Returns the other diagonal.
    ///
    /// rules.md, Scarab: "rotating it either way gives the same one."
    fn turned(self) -> Diagonal {
        match self {
            Diagonal::NorthEastSouthWest => Diagonal::SouthEastNorthWest,
            Diagonal::SouthEastNorthWest => Diagonal::NorthEastSouthWest,
        }
    }

    /// Returns the direction in which a beam that flies in direction `flight` is reflected. Every beam meets one of the
    /// two faces.
    ///
    /// rules.md, Scarab: "A mirror on both faces of a diagonal. No beam removes it."
    fn reflection(self, flight: Direction) -> Direction {
        let (one, other) = self.faces();
        one.reflection(flight).or(other.reflection(flight)).expect("a double mirror has no back")
    }
}

/// A kind of piece with its orientation. A stack of two Obelisks is a kind of its own, as in the KFEN.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// Letter `k`.
    Pharaoh,
    /// Letter `p`.
    Pyramid(Quarter),
    /// Letter `s`; *Djed* in the older boxes.
    Scarab(Diagonal),
    /// Letter `e`, the Eye of Horus.
    Eye(Diagonal),
    /// Letter `a`.
    Anubis(Direction),
    /// Letter `x`.
    Sphinx(Direction),
    /// Letter `o`.
    Obelisk,
    /// Letter `t`, two Obelisks of one colour on one square.
    Stack,
}

/// The effect on a beam that meets a piece, and on the piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Meeting {
    /// The beam ends and does no harm.
    Stopped,
    /// The beam ends and hits the piece.
    Hit,
    /// The beam goes on in this direction.
    Reflected(Direction),
    /// The beam goes straight on and in this direction too.
    Split(Direction),
}

impl Kind {
    /// Returns what happens when a beam that flies in direction `flight` meets this piece.
    ///
    /// rules.md, The pieces, column "when a beam meets it":
    /// - Pharaoh: "is hit from every side"
    /// - Pyramid: "reflects on two sides, is hit on the other two"
    /// - Scarab: "reflects on all sides"
    /// - Anubis: "absorbs the beam in front, is hit on the other three sides"
    /// - Sphinx: "absorbs the beam on all sides"
    /// - Obelisk: "is hit from every side"
    /// - Eye of Horus: "lets the beam through and reflects it as well"
    pub fn meeting(self, flight: Direction) -> Meeting {
        match self {
            Kind::Pharaoh | Kind::Obelisk | Kind::Stack => Meeting::Hit,
            Kind::Pyramid(quarter) => match quarter.reflection(flight) {
                Some(direction) => Meeting::Reflected(direction),
                None => Meeting::Hit,
            },
            Kind::Scarab(diagonal) => Meeting::Reflected(diagonal.reflection(flight)),
            Kind::Eye(diagonal) => Meeting::Split(diagonal.reflection(flight)),
            Kind::Anubis(front) if flight == front.opposite() => Meeting::Stopped,
            Kind::Anubis(_) => Meeting::Hit,
            Kind::Sphinx(_) => Meeting::Stopped,
        }
    }

    /// Returns what stays on the square when this piece is hit.
    ///
    /// rules.md, Obelisks: "A hit removes the upper one, and the lower one stays." Any other piece leaves the board.
    pub fn remains(self) -> Option<Kind> {
        match self {
            Kind::Stack => Some(Kind::Obelisk),
            _ => None,
        }
    }

    /// Returns the piece after a quarter-turn, which may leave it unchanged.
    pub fn turned(self, clockwise: bool) -> Kind {
        match self {
            Kind::Pyramid(quarter) if clockwise => Kind::Pyramid(quarter.clockwise()),
            Kind::Pyramid(quarter) => Kind::Pyramid(quarter.anticlockwise()),
            Kind::Scarab(diagonal) => Kind::Scarab(diagonal.turned()),
            Kind::Eye(diagonal) => Kind::Eye(diagonal.turned()),
            Kind::Anubis(front) if clockwise => Kind::Anubis(front.clockwise()),
            Kind::Anubis(front) => Kind::Anubis(front.anticlockwise()),
            Kind::Sphinx(front) if clockwise => Kind::Sphinx(front.clockwise()),
            Kind::Sphinx(front) => Kind::Sphinx(front.anticlockwise()),
            Kind::Pharaoh | Kind::Obelisk | Kind::Stack => self,
        }
    }
}

/// Returns whether a Sphinx may face this way.
///
/// rules.md, Sphinx: "It can only rotate between two directions: north and west on `j1`, south and east on `a8`."
pub fn sphinx_may_face(colour: Colour, front: Direction) -> bool {
    match colour {
        Colour::Silver => matches!(front, Direction::North | Direction::West),
        Colour::Red => matches!(front, Direction::South | Direction::East),
    }
}

/// A piece on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Piece {
    /// The colour of its owner.
    pub colour: Colour,
    /// Its kind with its orientation.
    pub kind: Kind,
}
