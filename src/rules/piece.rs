//! Colours, kinds, orientations and the one-byte piece.

use super::square::Direction;
use std::num::NonZeroU8;

/// A player.
///
/// ```
/// use khepri_rules::Colour;
///
/// assert_eq!(Colour::Silver.other(), Colour::Red);
/// assert_eq!(Colour::ALL.map(Colour::name), ["silver", "red"]);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Colour {
    /// Sits at rank 1; its laser enters at `j1`.
    Silver,
    /// Sits at rank 8; its laser enters at `a8`.
    Red,
}

impl Colour {
    /// Silver, then Red.
    pub const ALL: [Colour; 2] = [Colour::Silver, Colour::Red];

    /// Returns 0 for Silver and 1 for Red.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Returns the opponent.
    #[inline(always)]
    pub const fn other(self) -> Colour {
        match self {
            Colour::Silver => Colour::Red,
            Colour::Red => Colour::Silver,
        }
    }

    /// Returns `silver` or `red`.
    pub const fn name(self) -> &'static str {
        match self {
            Colour::Silver => "silver",
            Colour::Red => "red",
        }
    }
}

/// The kind of a piece, without its colour and orientation.
///
/// ```
/// use khepri_rules::Kind;
///
/// assert_eq!((Kind::from_letter('x'), Kind::Sphinx.letter()), (Some(Kind::Sphinx), 'x'));
/// assert!(Kind::Scarab.swaps() && Kind::Pyramid.is_swappable());
/// assert_eq!((Kind::Pyramid.orientations(), Kind::Scarab.orientations(), Kind::Pharaoh.orientations()), (4, 2, 1));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Kind {
    /// Vulnerable on every side; a hit ends the game.
    Pharaoh,
    /// Has one diagonal mirror and two vulnerable sides.
    Pyramid,
    /// Has mirrors on both faces of a diagonal; swaps. Khet 1.0 and Deflexion call it Djed.
    Scarab,
    /// Absorbs at its front, vulnerable on the other sides.
    Anubis,
    /// Holds the laser in Khet 2.0; absorbs on every side.
    Sphinx,
    /// Vulnerable on every side.
    Obelisk,
    /// Two stacked Obelisks.
    Stack,
    /// The Eye of Horus: has a half mirror that splits the beam; swaps.
    Eye,
}

impl Kind {
    /// All kinds in the order of their numbers.
    pub const ALL: [Kind; 8] =
        [Kind::Pharaoh, Kind::Pyramid, Kind::Scarab, Kind::Anubis, Kind::Sphinx, Kind::Obelisk, Kind::Stack, Kind::Eye];

    /// Returns a number from 0 to 7.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Returns the letter of the notation in lower case.
    pub const fn letter(self) -> char {
        match self {
            Kind::Pharaoh => 'k',
            Kind::Pyramid => 'p',
            Kind::Scarab => 's',
            Kind::Anubis => 'a',
            Kind::Sphinx => 'x',
            Kind::Obelisk => 'o',
            Kind::Stack => 't',
            Kind::Eye => 'e',
        }
    }

    /// Returns the kind of a lower-case letter.
    pub fn from_letter(letter: char) -> Option<Kind> {
        Kind::ALL.into_iter().find(|kind| kind.letter() == letter)
    }

    /// Returns the printed name.
    pub const fn name(self) -> &'static str {
        match self {
            Kind::Pharaoh => "Pharaoh",
            Kind::Pyramid => "Pyramid",
            Kind::Scarab => "Scarab",
            Kind::Anubis => "Anubis",
            Kind::Sphinx => "Sphinx",
            Kind::Obelisk => "Obelisk",
            Kind::Stack => "stacked Obelisks",
            Kind::Eye => "Eye of Horus",
        }
    }

    /// Returns the number of orientations: 1 (does not rotate), 2 (half a turn changes nothing) or 4.
    pub const fn orientations(self) -> u8 {
        match self {
            Kind::Pharaoh | Kind::Obelisk | Kind::Stack => 1,
            Kind::Scarab | Kind::Eye => 2,
            Kind::Pyramid | Kind::Anubis | Kind::Sphinx => 4,
        }
    }

    /// Returns whether the piece swaps with its neighbours.
    pub const fn swaps(self) -> bool {
        matches!(self, Kind::Scarab | Kind::Eye)
    }

    /// Returns whether a Scarab or Eye may swap with the piece.
    pub const fn is_swappable(self) -> bool {
        matches!(self, Kind::Pyramid | Kind::Anubis | Kind::Obelisk | Kind::Stack)
    }
}

/// A quarter-turn.
///
/// ```
/// use khepri_rules::{Action, Move, Position, Square, Turn};
///
/// let mut position: Position = "x39/4k5/////4K5/9X1 s khet2".parse()?;
/// let mv = position.read_move("j1-")?;
/// assert_eq!(mv.action(), Action::Rotate(Square::J1, Turn::Anticlockwise));
/// let legal = Turn::BOTH.map(|turn| position.is_legal(Move::rotate(Square::J1, turn)));
/// assert_eq!(legal, [false, true], "clockwise the Sphinx would face the frame");
/// position.play(mv)?;
/// assert!(format!("{position:#}").contains("1  .  .  .  .  .  .  .  .  .  X4"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Turn {
    /// Written `+`.
    Clockwise,
    /// Written `-`.
    Anticlockwise,
}

impl Turn {
    /// Both turns, clockwise first.
    pub const BOTH: [Turn; 2] = [Turn::Clockwise, Turn::Anticlockwise];
}

/// The orientation of a piece, 0 to 3, which the notation writes as 1 to 4.
///
/// A Pyramid's mirror faces north-east, south-east, south-west, north-west; Anubis and Sphinx face north, east, south,
/// west; a Scarab or Eye has only 0 (mirrors north-east and south-west) and 1 (south-east and north-west); all others
/// have only 0.
///
/// ```
/// use khepri_rules::{Direction, Orientation, Position, Square};
///
/// let position: Position = "x39/4k5/////4K5/9X1 s khet2".parse()?;
/// let sphinx = position.piece_at(Square::A8).expect("Red's Sphinx");
/// assert_eq!(sphinx.orientation().facing(), Direction::South);
/// assert_eq!((Orientation::from_digit(3), sphinx.orientation().quarters()), (Some(sphinx.orientation()), 2));
/// # Ok::<(), khepri_rules::kfen::Rejection>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Orientation(u8);

impl Orientation {
    /// The first orientation. Pieces that do not rotate have only this one.
    pub const FIRST: Orientation = Orientation(0);

    /// Returns the orientation that the notation writes as `digit`, 1 to 4.
    pub const fn from_digit(digit: u8) -> Option<Orientation> {
        match digit {
            1..=4 => Some(Orientation(digit - 1)),
            _ => None,
        }
    }

    /// Returns the digit of the notation, 1 to 4.
    pub const fn digit(self) -> u8 {
        self.0 + 1
    }

    /// Returns the number of quarter-turns clockwise from the first orientation.
    #[inline(always)]
    pub const fn quarters(self) -> u8 {
        self.0
    }

    /// Returns the direction that an Anubis or Sphinx faces.
    #[inline(always)]
    pub const fn facing(self) -> Direction {
        Direction::ALL[(self.0 & 3) as usize]
    }
}

/// A piece with its colour and orientation, in one byte; `Option<Piece>` is one byte too.
///
/// ```
/// use khepri_rules::{Colour, Kind, Orientation, Piece, Turn};
///
/// let pyramid = Piece::new(Colour::Silver, Kind::Pyramid, Orientation::FIRST);
/// assert_eq!(pyramid.rotated(Turn::Clockwise).orientation().digit(), 2);
/// assert_eq!(format!("{pyramid:?}"), "P1");
/// assert_eq!((pyramid.kind(), pyramid.letter(), pyramid.half_turn().letter()), (Kind::Pyramid, 'P', 'p'));
/// assert_eq!(Piece::all().filter(|piece| piece.colour() == Colour::Red).count(), 19);
/// ```
// Bits 0–1 orientation, 2–4 kind, 5 colour; bit 6 is always set.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(transparent)]
pub struct Piece(NonZeroU8);

const _: () = assert!(size_of::<Option<Piece>>() == 1);

/// The orientation bits that a kind uses.
const ORIENTATION_MASKS: [u8; 8] = {
    let mut masks = [0; 8];
    let mut kind = 0;
    while kind < 8 {
        masks[kind] = Kind::ALL[kind].orientations() - 1;
        kind += 1;
    }
    masks
};

impl Piece {
    /// The number of values of [`Piece::index`], unused ones included.
    ///
    /// ```
    /// use khepri_rules::{Colour, Kind, Orientation, Piece};
    ///
    /// let mut count = [0; Piece::COUNT];
    /// count[Piece::new(Colour::Red, Kind::Pyramid, Orientation::FIRST).index()] += 1;
    /// ```
    pub const COUNT: usize = 64;

    /// Returns the piece. An orientation that the kind does not have becomes the one that looks the same.
    #[inline]
    pub const fn new(colour: Colour, kind: Kind, orientation: Orientation) -> Piece {
        let bits = (colour as u8) << 5 | (kind as u8) << 2 | orientation.0 & (kind.orientations() - 1);
        match NonZeroU8::new(0x40 | bits) {
            Some(byte) => Piece(byte),
            None => unreachable!(),
        }
    }

    /// Returns all pieces that the notation can write.
    pub fn all() -> impl Iterator<Item = Piece> {
        Colour::ALL.into_iter().flat_map(|colour| {
            Kind::ALL.into_iter().flat_map(move |kind| {
                (0..kind.orientations()).map(move |quarters| Piece::new(colour, kind, Orientation(quarters)))
            })
        })
    }

    /// Returns a number below [`Piece::COUNT`] for tables.
    #[inline(always)]
    pub const fn index(self) -> usize {
        (self.0.get() & 0x3f) as usize
    }

    /// Returns the colour.
    #[inline(always)]
    pub const fn colour(self) -> Colour {
        if self.0.get() & 0x20 == 0 { Colour::Silver } else { Colour::Red }
    }

    /// Returns the kind.
    #[inline(always)]
    pub const fn kind(self) -> Kind {
        Kind::ALL[self.kind_index()]
    }

    /// Returns the orientation.
    #[inline(always)]
    pub const fn orientation(self) -> Orientation {
        Orientation(self.0.get() & 3)
    }

    /// Returns whether a piece has this [`Piece::index`].
    pub(crate) const fn has_index(index: usize) -> bool {
        (index & 3) < Kind::ALL[index >> 2 & 7].orientations() as usize
    }

    /// Returns the [`Kind::index`] of its kind.
    #[inline(always)]
    pub(crate) const fn kind_index(self) -> usize {
        (self.0.get() >> 2 & 7) as usize
    }

    /// Returns the piece after a quarter-turn.
    #[inline(always)]
    pub const fn rotated(self, turn: Turn) -> Piece {
        let quarters = match turn {
            Turn::Clockwise => self.orientation().0 + 1,
            Turn::Anticlockwise => self.orientation().0 + 3,
        };
        // The same as `Piece::new`, without unpacking the piece.
        let mask = ORIENTATION_MASKS[self.kind_index()];
        match NonZeroU8::new(self.0.get() & !3 | quarters & mask) {
            Some(byte) => Piece(byte),
            None => self,
        }
    }

    /// Returns the piece as it is after half a turn of the board and an exchange of the colours.
    pub const fn half_turn(self) -> Piece {
        Piece::new(self.colour().other(), self.kind(), Orientation((self.orientation().0 + 2) & 3))
    }

    /// Returns the letter of the notation: upper case for Silver, lower case for Red.
    pub const fn letter(self) -> char {
        match self.colour() {
            Colour::Silver => self.kind().letter().to_ascii_uppercase(),
            Colour::Red => self.kind().letter(),
        }
    }
}

/// Converts a number to the contents of a square. The number is one of `Board::bytes`.
#[inline(always)]
pub const fn from_byte(byte: u8) -> Option<Piece> {
    match NonZeroU8::new(byte) {
        Some(byte) => Some(Piece(byte)),
        None => None,
    }
}

impl std::fmt::Debug for Piece {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}{}", self.letter(), self.orientation().digit())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_indices_are_those_of_the_pieces() {
        let mut used = [false; Piece::COUNT];
        Piece::all().for_each(|piece| used[piece.index()] = true);
        for (index, used) in used.into_iter().enumerate() {
            assert_eq!(Piece::has_index(index), used, "{index}");
        }
    }

    #[test]
    fn a_piece_is_shown_with_its_letter_and_digit() {
        let piece = |colour, kind, digit| Piece::new(colour, kind, Orientation::from_digit(digit).expect("1 to 4"));
        let pieces = [piece(Colour::Silver, Kind::Pyramid, 2), piece(Colour::Red, Kind::Anubis, 4)];
        assert_eq!(format!("{pieces:?}"), "[P2, a4]");
    }

    #[test]
    fn a_piece_has_the_colour_kind_and_orientation_of_its_parts() {
        let mut seen = std::collections::HashSet::new();
        for piece in Piece::all() {
            assert!(seen.insert(piece.index()));
            assert_eq!(Piece::new(piece.colour(), piece.kind(), piece.orientation()), piece);
            assert_eq!(piece.half_turn().half_turn(), piece);
            assert_eq!(piece.rotated(Turn::Clockwise).rotated(Turn::Anticlockwise), piece);
            assert_eq!(Kind::from_letter(piece.letter().to_ascii_lowercase()), Some(piece.kind()));
        }
        // Per colour: 1 each for Pharaoh, Obelisk and stack; 2 each for Scarab and Eye; 4 each for Pyramid, Anubis and Sphinx.
        assert_eq!(seen.len(), 2 * (3 + 2 * 2 + 3 * 4));
    }

    #[test]
    fn both_turns_of_a_scarab_are_one() {
        let scarab = Piece::new(Colour::Red, Kind::Scarab, Orientation::FIRST);
        assert_eq!(scarab.rotated(Turn::Clockwise), scarab.rotated(Turn::Anticlockwise));
        assert_eq!(scarab.rotated(Turn::Clockwise).orientation().digit(), 2);
    }
}
