//! How games are played: the arguments that `khepri match` and `khepri spsa` share.

use super::command_error::CommandError;
use super::key_values;
use super::position::variant;
use clap::Args;
use khepri_arena::engine::player::Deadlines;
use khepri_arena::engine::spec::{EngineSpec, LONGEST_MARGIN, SpecError};
use khepri_arena::game::adjudication::{Adjudication, DrawScore};
use khepri_arena::game::referee::Conditions;
use khepri_arena::time_control::{self, TimeControl};
use khepri_rules::opening::Opening;
use khepri_rules::{RuleSet, opening};
use std::fmt::Display;
use std::fs::File;
use std::io::BufReader;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The default margin, in milliseconds.
const MARGIN: u64 = 100;

/// How games are played.
#[derive(Args)]
pub(super) struct Playing {
    /// A clock in seconds, TIME+INCREMENT or MOVES/TIME+INCREMENT or inf, or one of st=…, nodes=…, depth=…
    #[arg(long, value_name = "TC")]
    tc: Option<String>,
    /// Seconds a move
    #[arg(long, value_name = "SECONDS")]
    st: Option<String>,
    /// Nodes a move
    #[arg(long, value_name = "N")]
    nodes: Option<String>,
    /// Depth of each move in plies
    #[arg(long, value_name = "D")]
    depth: Option<String>,
    /// Number of games played at a time
    #[arg(long, value_name = "K", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(super) concurrency: u16,
    /// A file of openings, one a line [default: a thousand built-in openings of the rule set]
    #[arg(long, value_name = "FILE", conflicts_with = "variant")]
    pub(super) openings: Option<PathBuf>,
    /// The rule set of the built-in openings: khet2, khet1 or deflexion [default: khet2]
    #[arg(long, value_name = "VARIANT", value_parser = variant)]
    variant: Option<RuleSet>,
    /// Draw games after plies=N without a capture; or, with movenumber=N movecount=N score=CP, after full move movenumber, as
    /// soon as each engine has scored its last movecount moves within CP of zero
    #[arg(long, value_name = "KEY=VALUE", num_args = 1..)]
    draw: Option<Vec<String>>,
    /// With moves=N score=CP, an engine resigns after it has scored N of its moves in a row at -CP or worse; with
    /// twosided=true, only if its opponent has scored its own last N moves at CP or better
    #[arg(long, value_name = "KEY=VALUE", num_args = 1..)]
    resign: Option<Vec<String>>,
    /// Draw games that reach N plies, those of the opening included
    #[arg(long, value_name = "N", default_value_t = Adjudication::MAX_PLIES, value_parser = clap::value_parser!(u32).range(1..))]
    max_plies: u32,
    /// Time in milliseconds by which an engine may exceed its limit, unless it has its own margin=
    #[arg(long, value_name = "MS", default_value_t = MARGIN, value_parser = clap::value_parser!(u64).range(..=LONGEST_MARGIN))]
    margin: u64,
    /// How long to wait for engines, in seconds: start=10 ready=10 quit=5, and answer=300 for moves without a time limit
    #[arg(long, value_name = "KEY=VALUE", num_args = 1..)]
    deadline: Vec<String>,
}

/// The keys of `--draw`.
#[derive(Args)]
struct DrawRules {
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    plies: Option<u32>,
    #[command(flatten)]
    score: Option<DrawScore>,
}

/// Returns the built-in openings.
fn built_in_openings(rule_set: RuleSet) -> &'static str {
    match rule_set {
        RuleSet::Khet2 => include_str!("../../../positions/openings/khet2.txt"),
        RuleSet::Khet1 => include_str!("../../../positions/openings/khet1.txt"),
        RuleSet::Deflexion => include_str!("../../../positions/openings/deflexion.txt"),
    }
}

/// Reads the openings of a file, of which there has to be one.
pub(super) fn read_openings(argument: &'static str, path: &Path) -> Result<Vec<Opening>, CommandError> {
    let unusable = |why: &dyn Display| CommandError::new(argument, format_args!("{}: {why}", path.display()));
    let file = File::open(path).map_err(|error| unusable(&error))?;
    // The file is not read as one string, because comments may have invalid UTF-8.
    let openings = opening::read(BufReader::new(file)).map_err(|error| unusable(&error))?;
    if openings.is_empty() {
        return Err(unusable(&"no opening is in it, expected one a line"));
    }
    Ok(openings)
}

impl Playing {
    /// Returns the openings.
    pub(super) fn openings(&self) -> Result<Vec<Opening>, CommandError> {
        let Some(path) = &self.openings else {
            let built_in = opening::read(built_in_openings(self.variant.unwrap_or(RuleSet::Khet2)).as_bytes());
            return built_in.map_err(|error| CommandError::new("--openings", error));
        };
        read_openings("--openings", path)
    }

    fn adjudication(&self) -> Result<Adjudication, CommandError> {
        let Playing { max_plies, draw, resign, .. } = self;
        let DrawRules { plies, score } = key_values::read("--draw", draw.as_deref().unwrap_or_default())?;
        let resign = resign.as_ref().map(|words| key_values::read("--resign", words)).transpose()?;
        Ok(Adjudication { max_plies: *max_plies, draw_plies: plies, draw_score: score, resign })
    }

    /// Returns the margin and the rules that end games early.
    pub(super) fn conditions(&self) -> Result<Conditions, CommandError> {
        Ok(Conditions { margin: Duration::from_millis(self.margin), adjudication: self.adjudication()? })
    }

    /// Returns the longest times to wait for engines.
    pub(super) fn deadlines(&self) -> Result<Deadlines, CommandError> {
        key_values::read("--deadline", &self.deadline)
    }

    /// Returns an engine that has only the limits of all engines.
    pub(super) fn common(&self) -> Result<EngineSpec, CommandError> {
        let mut common = EngineSpec::default();
        let mut given = Vec::new();
        for (argument, key, value) in [
            ("--st", "st", &self.st),
            ("--nodes", "nodes", &self.nodes),
            ("--depth", "depth", &self.depth),
            ("--tc", "tc", &self.tc),
        ] {
            let Some(value) = value else { continue };
            let limit = value.split_once('=').filter(|(limit, _)| key == "tc" && time_control::KEYS.contains(limit));
            let (key, value) = limit.unwrap_or((key, value));
            if given.contains(&key) {
                return Err(CommandError::new(argument, format_args!("{key} is given twice")));
            }
            given.push(key);
            common.control.set(key, value).map_err(|error| CommandError::new(argument, error))?;
        }
        Ok(common)
    }

    /// Returns the arguments again, without the number of concurrent games.
    pub(super) fn words(&self) -> Vec<String> {
        let limits = [("--tc", &self.tc), ("--st", &self.st), ("--nodes", &self.nodes), ("--depth", &self.depth)];
        let mut words: Vec<String> = limits
            .into_iter()
            .filter_map(|(argument, value)| Some([argument, value.as_ref()?]))
            .flatten()
            .map(str::to_owned)
            .collect();
        if let Some(path) = &self.openings {
            words.extend(["--openings".to_owned(), path.to_string_lossy().into_owned()]);
        }
        if let Some(rule_set) = self.variant {
            words.extend(["--variant", rule_set.name()].map(str::to_owned));
        }
        let lists = [("--draw", self.draw.as_deref()), ("--resign", self.resign.as_deref())];
        let deadline = ("--deadline", Some(self.deadline.as_slice()).filter(|values| !values.is_empty()));
        for (argument, values) in lists.into_iter().chain([deadline]) {
            let Some(values) = values else { continue };
            words.push(argument.to_owned());
            words.extend_from_slice(values);
        }
        words.extend(["--max-plies".to_owned(), self.max_plies.to_string()]);
        words.extend(["--margin".to_owned(), self.margin.to_string()]);
        words
    }

    /// Checks that an engine supports the rule set of each opening.
    pub(super) fn check_rule_sets(&self, engine: &EngineSpec, openings: &[Opening]) -> Result<(), CommandError> {
        let mut rule_sets = openings.iter().map(|opening| opening.start().rule_set());
        let Some(rule_set) = rule_sets.find(|&rule_set| !engine.protocol.supports(rule_set)) else { return Ok(()) };
        let argument = if self.variant.is_some() { "--variant" } else { "--openings" };
        Err(CommandError::new(argument, format_args!("{} does not support {}", engine.name, rule_set.name())))
    }
}

/// Returns the engine that the words of an `--engine` describe, on top of common settings. Its limits replace the common ones.
pub(super) fn engine(common: &EngineSpec, words: &[String]) -> Result<EngineSpec, SpecError> {
    let mut engine = common.clone();
    let is_limit = |word: &String| word.split_once('=').is_some_and(|(key, _)| time_control::KEYS.contains(&key));
    if words.iter().any(is_limit) {
        engine.control = TimeControl::default();
    }
    engine.read(words.iter().map(String::as_str))?;
    Ok(engine)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rules(line: &str) -> Result<DrawRules, CommandError> {
        key_values::read("--draw", &line.split_whitespace().map(str::to_owned).collect::<Vec<_>>())
    }

    #[test]
    fn a_draw_by_score_needs_moves_and_a_score() {
        let DrawRules { plies, score } = rules("plies=9").expect("no error");
        assert_eq!((plies, score), (Some(9), None));
        let DrawRules { plies, score } = rules("movecount=3 score=5").expect("no error");
        assert_eq!((plies, score), (None, Some(DrawScore { move_number: 0, moves: 3, score: 5 })));
        for line in ["movecount=3", "score=3", "movenumber=3", "plies=9 movenumber=3"] {
            let error = rules(line).map(|_| ()).expect_err(line).to_string();
            assert!(error.contains("not provided: "), "{line}: {error}");
        }
    }
}
