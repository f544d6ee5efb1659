//! An unchecked set-up, and every reason why it is not a position.

use super::piece::{Colour, Kind, Piece};
use super::ruleset::{self, Laser, RuleSet};
use super::square::{SQUARES, Square};
use std::fmt;

/// An unchecked set-up: pieces on squares, a side to move and the counters.
///
/// `Position::try_from` turns it into a position, or lists every reason why it is not one.
///
/// ```
/// use khepri_rules::{Colour, Kind, Orientation, Piece, Position, RuleSet, Setup, Square};
///
/// let mut setup = Setup::empty(RuleSet::Khet1);
/// for (square, colour) in [(Square::E1, Colour::Silver), (Square::F8, Colour::Red)] {
///     setup.squares[square.index()] = Some(Piece::new(colour, Kind::Pharaoh, Orientation::FIRST));
/// }
/// assert!(setup.check().is_ok());
/// assert_eq!(setup.pieces().map(|(square, _)| square).collect::<Vec<_>>(), [Square::E1, Square::F8]);
/// assert_eq!(setup.to_string(), "5k4///////4K5 s khet1 0 1");
/// assert!(Position::try_from(setup.clone()).is_ok());
/// setup.squares[Square::E1.index()] = None;
/// let error = Position::try_from(setup).expect_err("a Pharaoh is missing");
/// assert_eq!(error.to_string(), "silver has 0 Pharaohs, expected exactly 1");
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setup {
    /// The piece on each square, by [`Square::index`].
    pub squares: [Option<Piece>; SQUARES],
    /// The colour to move.
    pub side_to_move: Colour,
    /// The rule set.
    pub rule_set: RuleSet,
    /// The number of plies since a shot last hit anything.
    pub plies_since_capture: u32,
    /// The number of the move: begins at 1 and grows after each move of the second player.
    pub move_number: u32,
}

impl Setup {
    /// Returns an empty board with the rule set's first player to move.
    pub fn empty(rule_set: RuleSet) -> Setup {
        Setup {
            squares: [None; SQUARES],
            side_to_move: rule_set.rules().first,
            rule_set,
            plies_since_capture: 0,
            move_number: 1,
        }
    }

    /// Returns the occupied squares and their pieces, in the order of the squares.
    pub fn pieces(&self) -> impl Iterator<Item = (Square, Piece)> {
        Square::ALL.into_iter().filter_map(|square| self.squares[square.index()].map(|piece| (square, piece)))
    }

    /// Checks whether this is a position.
    ///
    /// # Errors
    /// Every reason why it is not.
    pub fn check(&self) -> Result<(), InvalidSetup> {
        let faults = self.faults();
        if faults.is_empty() { Ok(()) } else { Err(InvalidSetup { faults }) }
    }

    /// Returns every reason why this is not a position; none if it is one.
    pub fn faults(&self) -> Vec<SetupFault> {
        let rules = self.rule_set.rules();
        let mut faults = Vec::new();
        for (square, piece) in self.pieces() {
            let (colour, kind) = (piece.colour(), piece.kind());
            if !rules.kinds.contains(&kind) {
                faults.push(SetupFault::NotInRuleSet(square, kind, self.rule_set));
                continue;
            }
            if kind == Kind::Sphinx {
                if square != ruleset::corner(colour) {
                    faults.push(SetupFault::SphinxOffCorner(square, colour));
                } else if !ruleset::facings(colour).contains(&piece.orientation().facing()) {
                    faults.push(SetupFault::SphinxFacesFrame(square, colour));
                }
            }
            let bound = matches!(kind, Kind::Pharaoh | Kind::Scarab | Kind::Eye);
            if bound && self.rule_set.forbidden(colour).has(square) {
                faults.push(SetupFault::Reserved(square, kind, colour));
            }
        }
        for colour in Colour::ALL {
            self.count_faults(colour, &mut faults);
        }
        faults
    }

    fn count_faults(&self, colour: Colour, faults: &mut Vec<SetupFault>) {
        let rules = self.rule_set.rules();
        let count = |wanted: &[Kind]| {
            self.pieces().filter(|(_, piece)| piece.colour() == colour && wanted.contains(&piece.kind())).count() as u32
        };
        let pharaohs = count(&[Kind::Pharaoh]);
        if pharaohs != 1 {
            faults.push(SetupFault::Pharaohs(colour, pharaohs));
        }
        if rules.laser == Laser::Sphinx && count(&[Kind::Sphinx]) == 0 {
            faults.push(SetupFault::SphinxMissing(colour));
        }
        let mut limit = |what: Limited, count: u32, limit: u32| {
            if count > limit {
                faults.push(SetupFault::TooMany { colour, what, count, limit });
            }
        };
        limit(Limited::Pyramids, count(&[Kind::Pyramid]), 7);
        limit(Limited::Scarabs, count(&[Kind::Scarab]), 2);
        limit(Limited::Eyes, count(&[Kind::Eye]), 2);
        limit(Limited::ScarabsAndEyes, count(&[Kind::Scarab, Kind::Eye]), 3);
        if rules.kinds.contains(&Kind::Anubis) {
            limit(Limited::Anubis, count(&[Kind::Anubis]), 2);
        }
        if rules.obelisks > 0 {
            limit(Limited::Obelisks, count(&[Kind::Obelisk]) + 2 * count(&[Kind::Stack]), rules.obelisks);
        }
    }
}

/// The error of a set-up that is not a position.
///
/// ```
/// use khepri_rules::{Position, RuleSet, Setup};
///
/// let error = Position::try_from(Setup::empty(RuleSet::Khet1)).expect_err("there are no Pharaohs");
/// assert_eq!(error.faults().len(), 2);
/// assert_eq!(error.to_string(), "silver has 0 Pharaohs, expected exactly 1; red has 0 Pharaohs, expected exactly 1");
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct InvalidSetup {
    faults: Vec<SetupFault>,
}

impl InvalidSetup {
    /// Returns every reason, at least one.
    pub fn faults(&self) -> &[SetupFault] {
        &self.faults
    }
}

impl fmt::Display for InvalidSetup {
    /// Writes the reasons on one line, joined by `; `.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, fault) in self.faults.iter().enumerate() {
            write!(f, "{}{fault}", if index > 0 { "; " } else { "" })?;
        }
        Ok(())
    }
}

impl std::error::Error for InvalidSetup {}

/// The pieces of a side whose number a set limits. They are displayed in the plural.
///
/// ```
/// use khepri_rules::{Kind, Limited};
///
/// assert_eq!(Limited::ScarabsAndEyes.kinds(), [Kind::Scarab, Kind::Eye]);
/// assert_eq!(Limited::ScarabsAndEyes.to_string(), "Scarabs and Eyes together");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Limited {
    /// Pyramids.
    Pyramids,
    /// Scarabs.
    Scarabs,
    /// Eyes of Horus.
    Eyes,
    /// Scarabs and Eyes together, because an Eye replaces a Scarab.
    ScarabsAndEyes,
    /// Anubis.
    Anubis,
    /// Obelisks, of which a stack has two.
    Obelisks,
}

impl Limited {
    /// Returns the kinds of these pieces.
    pub fn kinds(self) -> &'static [Kind] {
        match self {
            Limited::Pyramids => &[Kind::Pyramid],
            Limited::Scarabs => &[Kind::Scarab],
            Limited::Eyes => &[Kind::Eye],
            Limited::ScarabsAndEyes => &[Kind::Scarab, Kind::Eye],
            Limited::Anubis => &[Kind::Anubis],
            Limited::Obelisks => &[Kind::Obelisk, Kind::Stack],
        }
    }
}

impl fmt::Display for Limited {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Limited::Pyramids => "Pyramids",
            Limited::Scarabs => "Scarabs",
            Limited::Eyes => "Eyes",
            Limited::ScarabsAndEyes => "Scarabs and Eyes together",
            Limited::Anubis => "Anubis",
            Limited::Obelisks => "Obelisks",
        })
    }
}

/// A reason why a set-up is not a position.
///
/// ```
/// use khepri_rules::{Colour, RuleSet, Setup, SetupFault};
///
/// let faults = Setup::empty(RuleSet::Khet1).faults();
/// assert_eq!(faults, [SetupFault::Pharaohs(Colour::Silver, 0), SetupFault::Pharaohs(Colour::Red, 0)]);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum SetupFault {
    /// A side has this number of Pharaohs instead of one.
    Pharaohs(Colour, u32),
    /// The rule set does not have this kind of piece.
    NotInRuleSet(Square, Kind, RuleSet),
    /// A Sphinx stands on a square that is not its corner.
    SphinxOffCorner(Square, Colour),
    /// A Sphinx faces the frame.
    SphinxFacesFrame(Square, Colour),
    /// A side has no Sphinx, which the rule set needs.
    SphinxMissing(Colour),
    /// A side has more pieces than its set holds.
    TooMany {
        /// The side.
        colour: Colour,
        /// The pieces.
        what: Limited,
        /// The number of these pieces.
        count: u32,
        /// The number that a set holds.
        limit: u32,
    },
    /// A Pharaoh, Scarab or Eye stands on a square reserved for the other colour, where no move can put it.
    Reserved(Square, Kind, Colour),
}

impl SetupFault {
    /// Returns the code of the fault, a word that stays the same when the message changes.
    ///
    /// ```
    /// assert_eq!(khepri_rules::SetupFault::SphinxMissing(khepri_rules::Colour::Red).code(), "sphinx-missing");
    /// ```
    pub fn code(&self) -> &'static str {
        match self {
            SetupFault::Pharaohs(..) => "pharaohs",
            SetupFault::NotInRuleSet(..) => "piece-not-in-rule-set",
            SetupFault::SphinxOffCorner(..) => "sphinx-off-corner",
            SetupFault::SphinxFacesFrame(..) => "sphinx-faces-frame",
            SetupFault::SphinxMissing(_) => "sphinx-missing",
            SetupFault::TooMany { .. } => "too-many-pieces",
            SetupFault::Reserved(..) => "piece-on-reserved-square",
        }
    }

    /// Returns the square at fault, if there is one.
    pub fn square(&self) -> Option<Square> {
        match *self {
            SetupFault::NotInRuleSet(square, ..)
            | SetupFault::SphinxOffCorner(square, _)
            | SetupFault::SphinxFacesFrame(square, _)
            | SetupFault::Reserved(square, ..) => Some(square),
            SetupFault::Pharaohs(..) | SetupFault::SphinxMissing(_) | SetupFault::TooMany { .. } => None,
        }
    }
}

impl fmt::Display for SetupFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            SetupFault::Pharaohs(colour, count) => {
                write!(f, "{} has {count} Pharaohs, expected exactly 1", colour.name())
            }
            SetupFault::NotInRuleSet(square, kind, rule_set) => {
                write!(f, "{} on {square}: {} does not have this piece", kind.name(), rule_set.name())
            }
            SetupFault::SphinxOffCorner(square, colour) => {
                write!(f, "{} Sphinx on {square}, expected on {}", colour.name(), ruleset::corner(colour))
            }
            SetupFault::SphinxFacesFrame(square, colour) => {
                let facings = match colour {
                    Colour::Silver => "north (1) or west (4)",
                    Colour::Red => "south (3) or east (2)",
                };
                write!(f, "{} Sphinx on {square} faces the frame, expected {facings}", colour.name())
            }
            SetupFault::SphinxMissing(colour) => {
                write!(f, "{} has no Sphinx, expected one on {}", colour.name(), ruleset::corner(colour))
            }
            SetupFault::TooMany { colour, what, count, limit } => {
                write!(f, "{} has {count} {what}, expected at most {limit}", colour.name())
            }
            SetupFault::Reserved(square, kind, colour) => {
                write!(
                    f,
                    "{} {} on {square}, which is reserved for {}",
                    colour.name(),
                    kind.name(),
                    colour.other().name()
                )
            }
        }
    }
}

impl std::error::Error for SetupFault {}
