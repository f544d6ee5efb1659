//! A set-up as it was written down, not yet a position, and every reason why it is none.

use super::piece::{Colour, Kind, Piece};
use super::ruleset::{self, Laser, RuleSet};
use super::square::{SQUARES, Square};
use std::fmt;

/// Pieces on squares, a side to move and the counters: anything that can be written, checked by nobody.
///
/// `Position::try_from` makes it a position or gives all reasons why it is none.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setup {
    /// By [`Square::index`].
    pub squares: [Option<Piece>; SQUARES],
    /// Who is to move.
    pub side_to_move: Colour,
    /// Under which rules.
    pub rule_set: RuleSet,
    /// Plies since a shot last removed anything.
    pub plies_since_capture: u32,
    /// From 1, one more after each move of the second player of the rule set.
    pub move_number: u32,
}

impl Setup {
    /// An empty board, first player to move.
    pub fn empty(rule_set: RuleSet) -> Setup {
        Setup {
            squares: [None; SQUARES],
            side_to_move: rule_set.rules().first,
            rule_set,
            plies_since_capture: 0,
            move_number: 1,
        }
    }

    /// The squares and their pieces.
    pub fn pieces(&self) -> impl Iterator<Item = (Square, Piece)> {
        Square::ALL.into_iter().filter_map(|square| self.squares[square.index()].map(|piece| (square, piece)))
    }

    /// All reasons why this is no position, none if it is one.
    pub fn faults(&self) -> Vec<Fault> {
        let rules = self.rule_set.rules();
        let mut faults = Vec::new();
        for (square, piece) in self.pieces() {
            let (colour, kind) = (piece.colour(), piece.kind());
            if !rules.kinds.contains(&kind) {
                faults.push(Fault::NotInRuleSet(square, kind, self.rule_set));
                continue;
            }
            if kind == Kind::Sphinx {
                if square != ruleset::corner(colour) {
                    faults.push(Fault::SphinxOffCorner(square, colour));
                } else if !ruleset::facings(colour).contains(&piece.orientation().facing()) {
                    faults.push(Fault::SphinxFacesFrame(square, colour));
                }
            }
            let bound = matches!(kind, Kind::Pharaoh | Kind::Scarab | Kind::Eye);
            if bound && self.rule_set.forbidden(colour).has(square) {
                faults.push(Fault::Reserved(square, kind, colour));
            }
        }
        for colour in Colour::ALL {
            self.count_faults(colour, &mut faults);
        }
        faults
    }

    fn count_faults(&self, colour: Colour, faults: &mut Vec<Fault>) {
        let rules = self.rule_set.rules();
        let count = |wanted: &[Kind]| {
            self.pieces().filter(|(_, piece)| piece.colour() == colour && wanted.contains(&piece.kind())).count() as u32
        };
        let pharaohs = count(&[Kind::Pharaoh]);
        if pharaohs != 1 {
            faults.push(Fault::Pharaohs(colour, pharaohs));
        }
        if rules.laser == Laser::Sphinx && count(&[Kind::Sphinx]) == 0 {
            faults.push(Fault::SphinxMissing(colour));
        }
        let mut limit = |what: &'static str, count: u32, limit: u32| {
            if count > limit {
                faults.push(Fault::TooMany { colour, what, count, limit });
            }
        };
        limit("Pyramids", count(&[Kind::Pyramid]), 7);
        limit("Scarabs", count(&[Kind::Scarab]), 2);
        limit("Eyes", count(&[Kind::Eye]), 2);
        limit("Scarabs and Eyes together", count(&[Kind::Scarab, Kind::Eye]), 3);
        if rules.kinds.contains(&Kind::Anubis) {
            limit("Anubis", count(&[Kind::Anubis]), 2);
        }
        if rules.obelisks > 0 {
            limit("Obelisks", count(&[Kind::Obelisk]) + 2 * count(&[Kind::Stack]), rules.obelisks);
        }
    }
}

/// One reason why a set-up is no position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fault {
    /// A side has no Pharaoh, or more than one.
    Pharaohs(Colour, u32),
    /// The rule set does not have the piece.
    NotInRuleSet(Square, Kind, RuleSet),
    /// A Sphinx stands elsewhere than on its corner.
    SphinxOffCorner(Square, Colour),
    /// A Sphinx looks at the frame.
    SphinxFacesFrame(Square, Colour),
    /// A side has no Sphinx and the rule set needs it.
    SphinxMissing(Colour),
    /// A side has more pieces than its set holds.
    TooMany {
        /// Whose.
        colour: Colour,
        /// Which, in the plural.
        what: &'static str,
        /// How many there are.
        count: u32,
        /// How many a set holds.
        limit: u32,
    },
    /// A Pharaoh, Scarab or Eye on a square reserved for the other colour, where no move can put it.
    Reserved(Square, Kind, Colour),
}

impl Fault {
    /// The square on which the fault is, if it is on one.
    pub fn square(&self) -> Option<Square> {
        match *self {
            Fault::NotInRuleSet(square, ..)
            | Fault::SphinxOffCorner(square, _)
            | Fault::SphinxFacesFrame(square, _)
            | Fault::Reserved(square, ..) => Some(square),
            Fault::Pharaohs(..) | Fault::SphinxMissing(_) | Fault::TooMany { .. } => None,
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Fault::Pharaohs(colour, count) => write!(f, "{} has {count} Pharaohs, expected exactly 1", colour.name()),
            Fault::NotInRuleSet(square, kind, rule_set) => {
                write!(f, "{} on {square}: {} does not have this piece", kind.name(), rule_set.name())
            }
            Fault::SphinxOffCorner(square, colour) => {
                write!(f, "{} Sphinx on {square}, expected on {}", colour.name(), ruleset::corner(colour))
            }
            Fault::SphinxFacesFrame(square, colour) => {
                let facings = match colour {
                    Colour::Silver => "north (1) or west (4)",
                    Colour::Red => "south (3) or east (2)",
                };
                write!(f, "{} Sphinx on {square} faces the frame, expected {facings}", colour.name())
            }
            Fault::SphinxMissing(colour) => {
                write!(f, "{} has no Sphinx, expected one on {}", colour.name(), ruleset::corner(colour))
            }
            Fault::TooMany { colour, what, count, limit } => {
                write!(f, "{} has {count} {what}, expected at most {limit}", colour.name())
            }
            Fault::Reserved(square, kind, colour) => {
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

impl std::error::Error for Fault {}
