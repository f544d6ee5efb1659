//! The pieces: their kinds, their rotations, and their effects on a beam.

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
    NorthEast,
    SouthEast,
    SouthWest,
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

    /// Returns the direction in which a mirror facing this quarter reflects a beam with a heading, or none if the beam hits the
    /// back of the mirror.
    ///
    /// rules.md, Pyramid: "A beam that meets the mirror leaves at a right angle. A beam from behind removes the
    /// Pyramid."
    fn reflection(self, heading: Direction) -> Option<Direction> {
        let (one, other) = self.sides();
        if heading == one.opposite() {
            Some(other)
        } else if heading == other.opposite() {
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
    NorthEastSouthWest,
    SouthEastNorthWest,
}

impl Diagonal {
    /// Returns the quarters that the two mirrors face.
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

    /// Returns the direction in which a beam with a heading is reflected. Every beam meets one of the two mirrors.
    ///
    /// rules.md, Scarab: "A mirror on both faces of a diagonal. No beam removes it."
    fn reflection(self, heading: Direction) -> Direction {
        let (one, other) = self.faces();
        one.reflection(heading).or(other.reflection(heading)).expect("a double mirror has no back")
    }
}

/// The kind of a piece with its orientation. A stack of two Obelisks is a kind of its own, as in KFEN.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    Pharaoh,
    Pyramid(Quarter),
    Scarab(Diagonal),
    Eye(Diagonal),
    Anubis(Direction),
    Sphinx(Direction),
    Obelisk,
    Stack,
}

/// What happens when a beam meets a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// The beam ends and the piece stays.
    Absorbed,
    /// The beam ends and hits the piece.
    Hit,
    /// The beam leaves in this direction.
    Reflected(Direction),
    /// The beam continues straight, and a second beam leaves in this direction.
    Split(Direction),
}

impl Kind {
    /// Returns what happens when a beam with a heading meets this piece.
    ///
    /// rules.md, The pieces, column "when a beam meets it":
    /// - Pharaoh: "is hit from every side"
    /// - Pyramid: "reflects on two sides, is hit on the other two"
    /// - Scarab: "reflects on all sides"
    /// - Anubis: "absorbs the beam in front, is hit on the other three sides"
    /// - Sphinx: "absorbs the beam on all sides"
    /// - Obelisk: "is hit from every side"
    /// - Eye of Horus: "lets the beam through and reflects it as well"
    pub fn effect(self, heading: Direction) -> Effect {
        match self {
            Kind::Pharaoh | Kind::Obelisk | Kind::Stack => Effect::Hit,
            Kind::Pyramid(quarter) => match quarter.reflection(heading) {
                Some(direction) => Effect::Reflected(direction),
                None => Effect::Hit,
            },
            Kind::Scarab(diagonal) => Effect::Reflected(diagonal.reflection(heading)),
            Kind::Eye(diagonal) => Effect::Split(diagonal.reflection(heading)),
            Kind::Anubis(front) if heading == front.opposite() => Effect::Absorbed,
            Kind::Anubis(_) => Effect::Hit,
            Kind::Sphinx(_) => Effect::Absorbed,
        }
    }

    /// Returns the kind that remains on the square when this piece is hit.
    ///
    /// rules.md, Obelisks: "A hit removes the upper one, and the lower one stays." Any other piece leaves the board.
    pub fn remains(self) -> Option<Kind> {
        match self {
            Kind::Stack => Some(Kind::Obelisk),
            _ => None,
        }
    }

    /// Returns the kind after a quarter-turn, which is the same for pieces that do not rotate.
    pub fn turned(self, clockwise: bool) -> Kind {
        if !clockwise {
            return self.turned(true).turned(true).turned(true);
        }
        match self {
            Kind::Pyramid(quarter) => Kind::Pyramid(quarter.clockwise()),
            Kind::Scarab(diagonal) => Kind::Scarab(diagonal.turned()),
            Kind::Eye(diagonal) => Kind::Eye(diagonal.turned()),
            Kind::Anubis(front) => Kind::Anubis(front.clockwise()),
            Kind::Sphinx(front) => Kind::Sphinx(front.clockwise()),
            Kind::Pharaoh | Kind::Obelisk | Kind::Stack => self,
        }
    }
}

/// Returns whether a Sphinx may face a direction.
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
    pub colour: Colour,
    pub kind: Kind,
}
