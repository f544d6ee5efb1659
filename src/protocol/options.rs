//! The options as rows of data: `uci` prints them, `setoption` changes them.

use khepri_engine::Elo;
#[cfg(feature = "tuning")]
use khepri_engine::internal::search::params::{PARAMETERS, Parameter};
use khepri_engine::internal::search::{DEFAULT_HASH_MIB, DEFAULT_MOVE_OVERHEAD};
use khepri_rules::RuleSet;
use khepri_rules::internal::notation::excerpt;
use std::fmt;
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::time::Duration;
use thiserror::Error;

/// A change of an option to a value in its range.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Change {
    /// Size of the table in MiB.
    Hash(usize),
    /// Threads of the search.
    Threads(usize),
    /// Number of lines reported.
    MultiPv(usize),
    /// No effect: it only shows clients that the engine supports `go ponder`.
    Ponder,
    /// Clears the table and the histories.
    ClearHash,
    /// Whether `Elo` limits the strength of play.
    LimitStrength(bool),
    /// Strength of play.
    Elo(Elo),
    /// Seed of the errors of a limited strength; 0 for another one in each game.
    LevelSeed(u32),
    /// Whether scores are reported with win, draw and loss rates.
    ShowWdl(bool),
    /// The delay between `bestmove` and the stop of the clock, for which the search leaves time.
    MoveOverhead(Duration),
    /// Plies without a capture after which the search scores a draw; `None` for no such rule.
    DrawPlies(Option<u32>),
    /// The rule set of `position startpos` and `position setup`.
    Variant(RuleSet),
    /// The file of the network that evaluates positions; `None` for the embedded network.
    EvalFile(Option<PathBuf>),
    /// A number of the search.
    #[cfg(feature = "tuning")]
    Parameter(&'static Parameter, i32),
}

/// The values of an option and the change that each makes.
enum Values {
    /// A whole number.
    Spin { default: usize, range: RangeInclusive<usize>, change: fn(usize) -> Change },
    /// `true` or `false`; the default is `false`.
    Check(fn(bool) -> Change),
    /// No value; `Clear Hash`.
    Button,
    /// One of the printed rule sets; `UCI_Variant`.
    RuleSet,
    /// The name of a file, or nothing; `EvalFile`.
    File,
    /// A number of the search.
    #[cfg(feature = "tuning")]
    Parameter(&'static Parameter),
}

const IS_WASM: bool = cfg!(target_family = "wasm");

/// The largest numbers of MiB and of threads. The memory of WebAssembly has at most 4 GiB, and each module has one thread.
const MOST_HASH: usize = if IS_WASM { 512 } else { 65536 };
const MOST_THREADS: usize = if IS_WASM { 1 } else { 512 };

/// The form of an empty string in this protocol.
const EMPTY: &str = "<empty>";

/// One option.
pub struct Row {
    name: &'static str,
    values: Values,
}

/// Returns all options, in the order in which `uci` prints them.
pub fn all() -> impl Iterator<Item = Row> {
    // WebAssembly has no files.
    let rows = OPTIONS.into_iter().filter(|row| !IS_WASM || !matches!(row.values, Values::File));
    #[cfg(feature = "tuning")]
    let rows = rows.chain(PARAMETERS.iter().map(|row| Row { name: row.name, values: Values::Parameter(row) }));
    rows
}

/// Returns a spin.
const fn spin(name: &'static str, default: usize, range: RangeInclusive<usize>, change: fn(usize) -> Change) -> Row {
    Row { name, values: Values::Spin { default, range, change } }
}

/// Returns a check that is off by default.
const fn check(name: &'static str, change: fn(bool) -> Change) -> Row {
    Row { name, values: Values::Check(change) }
}

const OPTIONS: [Row; 13] = [
    spin("Hash", DEFAULT_HASH_MIB, 1..=MOST_HASH, Change::Hash),
    spin("Threads", 1, 1..=MOST_THREADS, Change::Threads),
    spin("MultiPV", 1, 1..=256, Change::MultiPv),
    check("Ponder", |_| Change::Ponder),
    Row { name: "Clear Hash", values: Values::Button },
    spin("Move Overhead", DEFAULT_MOVE_OVERHEAD.as_millis() as usize, 0..=5000, |milliseconds| {
        Change::MoveOverhead(Duration::from_millis(milliseconds as u64))
    }),
    check("UCI_LimitStrength", Change::LimitStrength),
    spin("UCI_Elo", Elo::DEFAULT.value() as usize, *Elo::RANGE.start() as usize..=*Elo::RANGE.end() as usize, |elo| {
        Change::Elo(Elo::new(elo as u32))
    }),
    spin("Level Seed", 0, 0..=u32::MAX as usize, |seed| Change::LevelSeed(seed as u32)),
    check("UCI_ShowWDL", Change::ShowWdl),
    spin("Draw Plies", 0, 0..=1000, |plies| Change::DrawPlies((plies > 0).then_some(plies as u32))),
    Row { name: "UCI_Variant", values: Values::RuleSet },
    Row { name: "EvalFile", values: Values::File },
];

/// The reason why a `setoption` is refused.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum OptionError {
    /// No option has this name.
    #[error("there is no option {0}")]
    Unknown(String),
    /// The option does not take this value.
    #[error("{name}: expected {expected}, found {found}")]
    Value {
        /// The name of the option.
        name: &'static str,
        /// The values that it takes, in words.
        expected: String,
        /// An excerpt of the value.
        found: String,
    },
}

/// Returns the change that a `setoption` makes.
///
/// # Errors
/// The reason why it is refused.
pub fn change(name: &str, value: Option<&str>) -> Result<Change, OptionError> {
    let row = all().find(|row| row.name.eq_ignore_ascii_case(name));
    let row = row.ok_or_else(|| OptionError::Unknown(excerpt(name)))?;
    let found = value.unwrap_or_default();
    let refused = |expected| OptionError::Value { name: row.name, expected, found: excerpt(found) };
    let number = |range: &RangeInclusive<usize>| {
        let digits = found.bytes().all(|byte| byte.is_ascii_digit());
        let number = found.parse().ok().filter(|number| digits && range.contains(number));
        number.ok_or_else(|| refused(format!("a number from {} to {}", range.start(), range.end())))
    };
    match &row.values {
        Values::Spin { range, change, .. } => number(range).map(change),
        #[cfg(feature = "tuning")]
        Values::Parameter(parameter) => {
            let (least, most) = parameter.range;
            let value = number(&(least as usize..=most as usize))?;
            Ok(Change::Parameter(parameter, value as i32))
        }
        Values::Check(change) => {
            let on = found.to_ascii_lowercase().parse().map_err(|_| refused("true or false".to_owned()))?;
            Ok(change(on))
        }
        Values::Button => Ok(Change::ClearHash),
        Values::File => Ok(Change::EvalFile((!found.is_empty() && found != EMPTY).then(|| PathBuf::from(found)))),
        Values::RuleSet => {
            let rule_set = found.to_ascii_lowercase().parse();
            let names = RuleSet::ALL.map(RuleSet::name).join(", ");
            rule_set.map(Change::Variant).map_err(|_| refused(format!("one of {names}")))
        }
    }
}

impl fmt::Display for Row {
    /// Writes the line that `uci` prints.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "option name {} type ", self.name)?;
        match &self.values {
            Values::Spin { default, range, .. } => {
                write!(f, "spin default {default} min {} max {}", range.start(), range.end())
            }
            #[cfg(feature = "tuning")]
            Values::Parameter(Parameter { default, range: (least, most), .. }) => {
                write!(f, "spin default {default} min {least} max {most}")
            }
            Values::Check(_) => f.write_str("check default false"),
            Values::Button => f.write_str("button"),
            Values::File => write!(f, "string default {EMPTY}"),
            Values::RuleSet => {
                write!(f, "combo default {}", RuleSet::Khet2.name())?;
                RuleSet::ALL.iter().try_for_each(|rule_set| write!(f, " var {}", rule_set.name()))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_printed_as_user_interfaces_read_them() {
        let printed: Vec<String> = OPTIONS.iter().map(ToString::to_string).collect();
        let expected = [
            "option name Hash type spin default 64 min 1 max 65536",
            "option name Threads type spin default 1 min 1 max 512",
            "option name MultiPV type spin default 1 min 1 max 256",
            "option name Ponder type check default false",
            "option name Clear Hash type button",
            "option name Move Overhead type spin default 10 min 0 max 5000",
            "option name UCI_LimitStrength type check default false",
            "option name UCI_Elo type spin default 1500 min 500 max 2800",
            "option name Level Seed type spin default 0 min 0 max 4294967295",
            "option name UCI_ShowWDL type check default false",
            "option name Draw Plies type spin default 0 min 0 max 1000",
            "option name UCI_Variant type combo default khet2 var khet2 var khet1 var deflexion",
            "option name EvalFile type string default <empty>",
        ];
        assert_eq!(printed, expected);
    }

    #[cfg(feature = "tuning")]
    #[test]
    fn numbers_of_the_search_are_options_when_tuning() {
        let first = PARAMETERS.first().expect("a number");
        let (least, most) = first.range;
        let printed = all().nth(OPTIONS.len()).expect("a row").to_string();
        assert_eq!(
            printed,
            format!("option name {} type spin default {} min {least} max {most}", first.name, first.default)
        );
        assert_eq!(change(first.name, Some(&most.to_string())), Ok(Change::Parameter(first, most)));
        assert!(change(first.name, Some(&(most + 1).to_string())).is_err());
    }

    #[test]
    fn values_in_the_range_are_accepted() {
        assert_eq!(change("hash", Some("1")), Ok(Change::Hash(1)));
        assert_eq!(change("CLEAR HASH", None), Ok(Change::ClearHash));
        assert_eq!(change("Ponder", Some("True")), Ok(Change::Ponder));
        assert_eq!(change("move overhead", Some("0")), Ok(Change::MoveOverhead(Duration::ZERO)));
        assert_eq!(change("draw plies", Some("0")), Ok(Change::DrawPlies(None)));
        assert_eq!(change("Draw Plies", Some("1000")), Ok(Change::DrawPlies(Some(1000))));
        assert_eq!(change("uci_showwdl", Some("true")), Ok(Change::ShowWdl(true)));
        assert_eq!(change("uci_variant", Some("khet1")), Ok(Change::Variant(RuleSet::Khet1)));
        assert_eq!(change("evalfile", Some("a b.net")), Ok(Change::EvalFile(Some(PathBuf::from("a b.net")))));
        assert_eq!(change("EvalFile", Some("<empty>")), Ok(Change::EvalFile(None)));
        assert_eq!(change("EvalFile", None), Ok(Change::EvalFile(None)));
    }

    #[test]
    fn other_values_are_refused_with_the_range() {
        let bad = [
            ("Hash", Some("0"), "Hash: expected a number from 1 to 65536, found `0`"),
            ("Hash", Some("+5"), "Hash: expected a number from 1 to 65536, found `+5`"),
            ("Threads", Some("513"), "Threads: expected a number from 1 to 512, found `513`"),
            ("Threads", None, "Threads: expected a number from 1 to 512, found nothing"),
            ("Draw Plies", Some("1001"), "Draw Plies: expected a number from 0 to 1000, found `1001`"),
            ("Ponder", Some("yes"), "Ponder: expected true or false, found `yes`"),
            ("UCI_Variant", Some("chess"), "UCI_Variant: expected one of khet2, khet1, deflexion, found `chess`"),
            ("Hush", Some("1"), "there is no option `Hush`"),
        ];
        for (name, value, reason) in bad {
            assert_eq!(change(name, value).expect_err(reason).to_string(), reason);
        }
    }
}
