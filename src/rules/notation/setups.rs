//! The named set-ups of every rule set, from a data file that is compiled in.
//!
//! ```
//! use khepri_rules::{RuleSet, setups};
//!
//! assert_eq!(setups::names(RuleSet::Deflexion).next(), Some(setups::CLASSIC));
//! let classic = setups::named(RuleSet::Khet2, "classic")?;
//! assert_eq!(setups::at(&classic.position), Some(classic));
//! assert!(setups::all().contains(classic));
//! assert!(format!("{:#}", classic.position).starts_with("8  x3 .  .  .  a3 k  a3 p2 .  ."));
//! # Ok::<(), setups::UnknownSetup>(())
//! ```

use super::excerpt;
use crate::{Position, RuleSet};
use std::sync::LazyLock;
use thiserror::Error;

/// A start position with a name.
///
/// ```
/// use khepri_rules::setups::{self, NamedSetup};
///
/// for NamedSetup { rule_set, name, kfen, .. } in setups::all() {
///     println!("{rule_set} {name} {kfen}");
/// }
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct NamedSetup {
    /// The rule set of the set-up. Other rule sets may have a set-up with the same name.
    pub rule_set: RuleSet,
    /// The name, in lower case.
    pub name: &'static str,
    /// The text of the position in KFEN.
    pub kfen: &'static str,
    /// The position.
    pub position: Position,
}

/// The name of the set-up from which the games of every rule set usually start.
pub const CLASSIC: &str = "classic";

static TEXT: &str = include_str!("setups.txt");

static SETUPS: LazyLock<Vec<NamedSetup>> = LazyLock::new(|| lines().filter_map(parse).collect());

/// Returns the lines of the data file that are neither blank nor comments.
fn lines() -> impl Iterator<Item = &'static str> {
    TEXT.lines().filter(|line| !line.is_empty() && !line.starts_with('#'))
}

fn parse(line: &'static str) -> Option<NamedSetup> {
    let (rule_set, rest) = line.split_once(' ')?;
    let (name, kfen) = rest.split_once(' ')?;
    Some(NamedSetup { rule_set: rule_set.parse().ok()?, name, kfen, position: kfen.parse().ok()? })
}

/// Returns all named set-ups, grouped by rule set. The classic set-up is the first of its rule set.
pub fn all() -> &'static [NamedSetup] {
    &SETUPS
}

/// Returns the set-up that equals this position, including its counters.
pub fn at(position: &Position) -> Option<&'static NamedSetup> {
    all().iter().find(|named| named.position == *position)
}

/// The error that the rule set has no set-up with this name.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error(
    "{} has no set-up {}, expected one of {}",
    .rule_set.name(), excerpt(.name), names(*.rule_set).collect::<Vec<_>>().join(", ")
)]
#[non_exhaustive]
pub struct UnknownSetup {
    /// The rule set.
    pub rule_set: RuleSet,
    /// The unknown name.
    pub name: String,
}

/// Returns the set-up of a rule set with exactly this name.
///
/// # Errors
/// The rule set has no such set-up. The message lists the set-ups of the rule set.
pub fn named(rule_set: RuleSet, name: &str) -> Result<&'static NamedSetup, UnknownSetup> {
    let found = all().iter().find(|named| named.rule_set == rule_set && named.name == name);
    found.ok_or_else(|| UnknownSetup { rule_set, name: name.to_owned() })
}

/// Returns the names of a rule set's set-ups, starting with the classic one.
pub fn names(rule_set: RuleSet) -> impl Iterator<Item = &'static str> {
    all().iter().filter(move |named| named.rule_set == rule_set).map(|named| named.name)
}

#[cfg(test)]
mod tests {
    use super::super::repository_file;
    use super::*;

    #[test]
    fn the_copy_in_the_repository_is_the_same() {
        let Some(copy) = repository_file("positions/setups.txt") else { return };
        assert!(std::fs::read_to_string(copy).expect("a file") == TEXT, "positions/setups.txt differs");
    }

    #[test]
    fn every_line_of_the_file_is_a_set_up_and_writes_back_byte_for_byte() {
        assert_eq!(lines().count(), 20);
        assert_eq!(all().len(), 20);
        for named in all() {
            assert_eq!(named.position.to_string(), named.kfen);
            assert_eq!(named.position.rule_set(), named.rule_set, "{}", named.name);
            assert_eq!(named.position.side_to_move(), named.rule_set.rules().first, "{}", named.name);
            assert_eq!((named.position.plies_since_capture(), named.position.move_number()), (0, 1), "{}", named.name);
        }
    }

    #[test]
    fn names_are_those_of_the_rule_set_and_matched_exactly() {
        let expected = "classic imhotep dynasty mercury sophie classic-eye imhotep-eye dynasty-eye osiris isis";
        assert!(names(RuleSet::Khet2).eq(expected.split(' ')));
        assert!(names(RuleSet::Khet1).eq("classic imhotep dynasty classic-eye imhotep-eye dynasty-eye".split(' ')));
        assert!(names(RuleSet::Deflexion).eq("classic imhotep classic-eye imhotep-eye".split(' ')));
        for rule_set in RuleSet::ALL {
            assert_eq!(names(rule_set).next(), Some(CLASSIC));
            for name in names(rule_set) {
                assert!(
                    super::named(rule_set, name).is_ok_and(|named| named.rule_set == rule_set && named.name == name)
                );
            }
        }
        for wrong in ["", "Classic", "CLASSIC", " classic", "classic ", "class", "classical"] {
            assert!(super::named(RuleSet::Khet2, wrong).is_err(), "{wrong:?}");
        }
        assert!(super::named(RuleSet::Khet1, "mercury").is_err());
        assert!(super::named(RuleSet::Deflexion, "dynasty").is_err());
    }
}
