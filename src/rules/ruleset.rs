//! The three printed rule sets as rows of data that state their differences.

use super::bitboard::Bitboard;
use super::piece::{Colour, Kind};
use super::square::{Direction, Square};
use std::fmt;
use std::str::FromStr;

/// A printed rule set. The Eye of Horus is an expansion of each of them.
///
/// ```
/// use khepri_rules::{Colour, RuleSet, Square};
///
/// let deflexion: RuleSet = "deflexion".parse()?;
/// assert_eq!(deflexion.rules().first, Colour::Red);
/// assert!(deflexion.forbidden(Colour::Silver).has(Square::A1), "the file is reserved for Red");
/// # Ok::<(), khepri_rules::NotARuleSet>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum RuleSet {
    /// Khet 2.0: the laser is in a Sphinx.
    Khet2,
    /// Khet 1.0: the laser is in the frame, Obelisks stack.
    Khet1,
    /// Deflexion: Khet 1.0 without stacking, with smaller reserved areas; Red moves first.
    Deflexion,
}

/// The place of the lasers.
///
/// ```
/// use khepri_rules::{Laser, RuleSet};
///
/// assert_eq!(RuleSet::ALL.map(|set| set.rules().laser), [Laser::Sphinx, Laser::Frame, Laser::Frame]);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Laser {
    /// In the Sphinx, which rotates.
    Sphinx,
    /// In the frame beside the corner; fixed.
    Frame,
}

/// The row of a rule set, which states its differences from the others.
///
/// ```
/// use khepri_rules::{Kind, RuleSet};
///
/// let rules = RuleSet::Khet1.rules();
/// assert!(rules.stacking && rules.kinds.contains(&Kind::Stack) && !rules.kinds.contains(&Kind::Anubis));
/// ```
#[derive(Debug)]
#[non_exhaustive]
pub struct Rules {
    /// The name in the notation and the protocol.
    pub name: &'static str,
    /// The kinds of pieces, the Eye included.
    pub kinds: &'static [Kind],
    /// The place of the lasers.
    pub laser: Laser,
    /// The squares that only one colour may enter, by [`Colour::index`].
    pub reserved: [Bitboard; 2],
    /// The first player.
    pub first: Colour,
    /// Whether an Obelisk may step onto another.
    pub stacking: bool,
    /// The most Obelisks that a side can have; a stack counts as two.
    pub obelisks: u32,
}

const WITH_CORNERS: [Bitboard; 2] = [
    Bitboard::file(9).union(Bitboard::of(Square::B1)).union(Bitboard::of(Square::B8)),
    Bitboard::file(0).union(Bitboard::of(Square::I1)).union(Bitboard::of(Square::I8)),
];

static RULES: [Rules; 3] = [
    Rules {
        name: "khet2",
        kinds: &[Kind::Pharaoh, Kind::Pyramid, Kind::Scarab, Kind::Anubis, Kind::Sphinx, Kind::Eye],
        laser: Laser::Sphinx,
        reserved: WITH_CORNERS,
        first: Colour::Silver,
        stacking: false,
        obelisks: 0,
    },
    Rules {
        name: "khet1",
        kinds: &[Kind::Pharaoh, Kind::Pyramid, Kind::Scarab, Kind::Obelisk, Kind::Stack, Kind::Eye],
        laser: Laser::Frame,
        reserved: WITH_CORNERS,
        first: Colour::Silver,
        stacking: true,
        obelisks: 4,
    },
    Rules {
        name: "deflexion",
        kinds: &[Kind::Pharaoh, Kind::Pyramid, Kind::Scarab, Kind::Obelisk, Kind::Eye],
        laser: Laser::Frame,
        reserved: [Bitboard::file(9), Bitboard::file(0)],
        first: Colour::Red,
        stacking: false,
        obelisks: 2,
    },
];

impl RuleSet {
    /// All rule sets.
    pub const ALL: [RuleSet; 3] = [RuleSet::Khet2, RuleSet::Khet1, RuleSet::Deflexion];

    /// Returns the row of the rule set.
    #[inline(always)]
    pub fn rules(self) -> &'static Rules {
        &RULES[self as usize]
    }

    /// Returns the name in the notation and the protocol.
    pub fn name(self) -> &'static str {
        self.rules().name
    }

    /// Returns the squares that a piece of `colour` may not enter, because they are reserved for the opponent.
    #[inline(always)]
    pub fn forbidden(self, colour: Colour) -> Bitboard {
        self.rules().reserved[colour.other().index()]
    }
}

/// The error of a word that is not the name of a [`RuleSet`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NotARuleSet;

impl fmt::Display for NotARuleSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "expected one of {}", RuleSet::ALL.map(RuleSet::name).join(", "))
    }
}

impl std::error::Error for NotARuleSet {}

impl FromStr for RuleSet {
    type Err = NotARuleSet;

    fn from_str(name: &str) -> Result<RuleSet, NotARuleSet> {
        RuleSet::ALL.into_iter().find(|set| set.name() == name).ok_or(NotARuleSet)
    }
}

impl fmt::Display for RuleSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Returns the corner where the laser of a colour stands or enters: `j1` for Silver, `a8` for Red.
#[inline(always)]
pub const fn corner(colour: Colour) -> Square {
    match colour {
        Colour::Silver => Square::J1,
        Colour::Red => Square::A8,
    }
}

/// Returns the two directions that a Sphinx of the colour may face; a laser in the frame fires in the first.
pub const fn facings(colour: Colour) -> [Direction; 2] {
    match colour {
        Colour::Silver => [Direction::North, Direction::West],
        Colour::Red => [Direction::South, Direction::East],
    }
}
