//! The arguments of `khepri match`, and the match that they describe.

use super::super::command_error::{CommandError, Expected};
use super::super::engines::Engines;
use super::super::files::{self, Force, OutputFile, OutputKind, openable};
use super::super::key_values::{self, KeyError, KeyValues, SPRT_KEYS, value};
use super::super::position::variant;
use crate::arena::engine::player::Deadlines;
use crate::arena::engine::spec::{self, EngineSpec, LONGEST_MARGIN};
use crate::arena::game::adjudication::{Adjudication, DrawScore, Resign};
use crate::arena::game::referee::Conditions;
use crate::arena::names;
use crate::arena::time_control::{self, TimeControl};
use crate::arena::tournament::files::Files;
use crate::arena::tournament::plan::Tournament;
use crate::arena::tournament::schedule::{Format, Schedule};
use crate::notation::{Opening, opening};
use crate::output::Output;
use crate::rules::RuleSet;
use crate::stats::Test;
use crate::util::shard::Shard;
use clap::Args;
use std::fmt::Display;
use std::fs::File;
use std::io::BufReader;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The default margin, in milliseconds.
const MARGIN: u64 = 100;

/// The default number of games of a pairing.
const GAMES: u64 = 2;

/// The largest deadline, in seconds.
const LONGEST_DEADLINE: f64 = 86_400.0;

/// Let engines play against each other
///
/// Engines are programs that speak this program's protocol. Every opening is played twice with the colours exchanged.
/// The runner is the referee: it checks every move, scores every fault as a loss, restarts the engine and continues. The
/// table goes to stdout; the progress of the match and a line for each fault of an engine go to stderr.
#[derive(Args)]
#[command(
    after_help = "An engine is described by words: cmd=PROGRAM name=NAME args='…' arg=ONE dir=FOLDER option.NAME=VALUE\n\
                  protocol=uci|khet2ai restart=on|off ponder=on|off stderr=FILE margin=MS and its limits, tc=… st=… nodes=… depth=….\n\n\
                  Examples:\n  \
                  khepri match --engine cmd=khepri name=A --engine cmd=khepri name=B st=0.05 --each st=0.1 --games 20\n  \
                  khepri match --engine cmd=./new --engine cmd=./old --tc 10+0.1 --sprt elo0=0 elo1=5 --concurrency 2 \\\n    \
                  --openings positions/openings/khet2.txt --seed 1 --resume games.json --kgn games.kgn\n  \
                  khepri match --merge part1.json part2.json"
)]
pub(crate) struct Arguments {
    #[command(flatten)]
    engines: Engines,
    /// Settings for every engine that does not set its own
    #[arg(long, value_name = "KEY=VALUE", num_args = 1..)]
    each: Vec<String>,
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
    /// Number of games of each pairing [default: 2; endless with --sprt]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    games: Option<u64>,
    /// Number of openings that each pairing plays, each twice
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=u64::MAX / 2))]
    rounds: Option<u64>,
    /// round-robin: every engine plays every other; gauntlet: the first plays all others; pairs: the first plays the
    /// second, the third the fourth
    #[arg(long, value_name = "FORMAT", default_value = "round-robin", value_parser = format)]
    format: Format,
    /// Number of games played at a time
    #[arg(long, value_name = "K", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    concurrency: u16,
    /// A file of openings, one a line [default: a thousand built-in openings of the rule set]
    #[arg(long, value_name = "FILE", conflicts_with = "variant")]
    openings: Option<PathBuf>,
    /// The rule set of the built-in openings: khet2, khet1 or deflexion [default: khet2]
    #[arg(long, value_name = "VARIANT", value_parser = variant)]
    variant: Option<RuleSet>,
    /// Shuffle the openings with this seed [default: the order of the file]
    #[arg(long, value_name = "S")]
    seed: Option<u64>,
    /// End when a sequential test decides: elo0=0 elo1=5 alpha=0.05 beta=0.05 model=logistic|normalized
    #[arg(long, value_name = "KEY=VALUE", num_args = 0..)]
    sprt: Option<Vec<String>>,
    /// Draw games after plies=N without a capture; or, with movenumber=N movecount=N score=CP, after full move movenumber, as
    /// soon as each engine has scored its last movecount moves within CP of zero
    #[arg(long, value_name = "KEY=VALUE", num_args = 1..)]
    draw: Vec<String>,
    /// With moves=N score=CP, an engine resigns after it has scored N of its moves in a row at -CP or worse; with
    /// twosided=true, only if its opponent has scored its own last N moves at CP or better
    #[arg(long, value_name = "KEY=VALUE", num_args = 1..)]
    resign: Vec<String>,
    /// Draw games that reach N plies, those of the opening included
    #[arg(long, value_name = "N", default_value_t = Adjudication::MAX_PLIES, value_parser = clap::value_parser!(u32).range(1..))]
    max_plies: u32,
    /// Time in milliseconds by which an engine may exceed its limit, unless it has its own margin=
    #[arg(long, value_name = "MS", default_value_t = MARGIN, value_parser = clap::value_parser!(u64).range(..=LONGEST_MARGIN))]
    margin: u64,
    /// How long to wait for engines, in seconds: start=10 ready=10 quit=5 answer=300 (without a time limit)
    #[arg(long, value_name = "KEY=VALUE", num_args = 1..)]
    deadline: Vec<String>,
    /// Append the games to a file as KGN; - is stdout
    #[arg(long, alias = "pgnout", value_name = "FILE")]
    kgn: Option<PathBuf>,
    /// Name of the event in the KGN of --kgn
    #[arg(long, value_name = "NAME", default_value = "Khepri match")]
    event: String,
    /// Record the games in a new file, a JSON object a line; - is stdout
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// Like --json, and continue the match if the file exists
    #[arg(long, value_name = "FILE")]
    resume: Option<PathBuf>,
    /// Print the rows of the table on stderr after every N games; 0 is never [default: 10, on a terminal never]
    #[arg(long, value_name = "N", value_parser = whole_number)]
    pub(super) rating_interval: Option<u64>,
    /// Append to a file every line that an engine receives or prints, with its time and game
    #[arg(long, value_name = "FILE")]
    log: Option<PathBuf>,
    /// Write the lines of each game with a fault of an engine to a file of its own in this folder
    #[arg(long, value_name = "DIR")]
    log_faults: Option<PathBuf>,
    #[command(flatten)]
    force: Force,
    /// Play only part I of N parts of the match, for several machines
    #[arg(long, value_name = "I/N")]
    shard: Option<Shard>,
    /// Play nothing; print the table of a match whose records are in these files
    #[arg(long, value_name = "FILE", num_args = 1.., conflicts_with_all = PLAYED.split_whitespace())]
    pub(super) merge: Vec<PathBuf>,
}

fn format(name: &str) -> Result<Format, Expected> {
    Format::from_name(name).ok_or(Expected("round-robin, gauntlet or pairs".to_owned()))
}

fn whole_number(text: &str) -> Result<u64, Expected> {
    text.parse().map_err(|_| Expected("a whole number from 0".to_owned()))
}

/// The arguments that `--merge` excludes, because nothing is played.
const PLAYED: &str = "engine each tc st nodes depth games rounds format concurrency openings variant seed draw resign \
                      max_plies margin deadline kgn event json resume shard rating_interval log log_faults \
                      force";

/// Returns the built-in openings.
fn built_in_openings(rule_set: RuleSet) -> &'static str {
    match rule_set {
        RuleSet::Khet2 => include_str!("../../../positions/openings/khet2.txt"),
        RuleSet::Khet1 => include_str!("../../../positions/openings/khet1.txt"),
        RuleSet::Deflexion => include_str!("../../../positions/openings/deflexion.txt"),
    }
}

impl Arguments {
    /// Checks all files. Returns the match that the arguments describe, and the output for its table.
    pub(super) fn tournament(&self, stdout: &Output) -> Result<(Tournament, Output), CommandError> {
        let (mut engines, warnings) = self.engines()?;
        let output = self.check_files(&engines, stdout)?;
        for stderr in engines.iter_mut().filter_map(|engine| engine.stderr.as_mut()) {
            *stderr = openable(stderr);
        }
        let (openings, sprt) = (self.openings()?, self.sprt()?);
        if sprt.is_some() && engines.len() != 2 {
            return Err(CommandError::new("--sprt", "a test is about two engines"));
        }
        if sprt.is_some() && self.shard.is_some() && self.games.or(self.rounds).is_none() {
            return Err(CommandError::new(
                "--shard",
                "the test is about the whole match: a part needs --games or --rounds",
            ));
        }
        for engine in &engines {
            let mut rule_sets = openings.iter().map(|opening| opening.start().rule_set());
            if let Some(rule_set) = rule_sets.find(|&rule_set| !engine.protocol.supports(rule_set)) {
                let why = format!("{} does not support {}", engine.name, rule_set.name());
                return Err(CommandError::new(if self.variant.is_some() { "--variant" } else { "--openings" }, why));
            }
        }
        let games = self.games_of_a_pairing()?.or(sprt.is_none().then_some(GAMES));
        let seed = self.seed.map(|seed| format!(" seed {seed}")).unwrap_or_default();
        let tournament = Tournament {
            schedule: Schedule::new(self.format, engines.len(), openings.len(), games, self.seed),
            order: format!("{}{seed}", self.format.name()),
            conditions: Conditions { margin: Duration::from_millis(self.margin), adjudication: self.adjudication()? },
            deadlines: self.deadlines()?,
            shard: self.shard.unwrap_or(Shard::WHOLE),
            concurrency: self.concurrency.into(),
            engines,
            openings,
            sprt,
        };
        // After an error, warnings are not printed, so that the error is the only line.
        super::warn_all(&warnings);
        Ok((tournament, output))
    }

    fn games_of_a_pairing(&self) -> Result<Option<u64>, CommandError> {
        match (self.games, self.rounds) {
            // Other match runners require --games 2 here.
            (None | Some(2), Some(rounds)) => Ok(Some(2 * rounds)),
            (Some(_), Some(_)) => {
                Err(CommandError::new("--games", "expected 2 with --rounds: each opening is played twice"))
            }
            (games, None) => Ok(games),
        }
    }

    /// Returns the engines, and warnings about them.
    fn engines(&self) -> Result<(Vec<EngineSpec>, Vec<String>), CommandError> {
        let mut common = EngineSpec::default();
        let error_in = |argument| move |error| CommandError::new(argument, error);
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
        common.read(self.each.iter().map(String::as_str)).map_err(error_in("--each"))?;
        let mut engines = Vec::new();
        // For each engine, the common settings that it does not support.
        let mut skipped = Vec::new();
        for words in &self.engines.0 {
            let words: Vec<&str> = words.iter().map(String::as_str).collect();
            let mut engine = common.clone();
            // Limits of the engine replace the common ones.
            let is_limit = |word: &&str| word.split_once('=').is_some_and(|(key, _)| time_control::KEYS.contains(&key));
            if words.iter().any(is_limit) {
                engine.control = TimeControl::default();
            }
            engine.read(words.iter().copied()).map_err(error_in("--engine"))?;
            let sets = |start: &str| words.iter().any(|word| word.starts_with(start));
            let mut unsupported = Vec::new();
            if !engine.protocol.is_uci() && !sets("option.") {
                let options = std::mem::take(&mut engine.options).into_iter();
                unsupported.extend(options.map(|(option, _)| format!("has no options, option.{option} is skipped")));
            }
            if !engine.protocol.is_uci() && !sets("ponder=") && std::mem::take(&mut engine.ponder) {
                unsupported.push("cannot ponder, ponder=on is skipped".to_owned());
            }
            skipped.push(unsupported);
            engines.push(engine);
        }
        if engines.len() < 2 {
            return Err(CommandError::new("--engine", "a match needs two engines or more"));
        }
        spec::name_all(&mut engines).map_err(error_in("--engine"))?;
        engines.iter().try_for_each(|engine| engine.check().map_err(error_in("--engine")))?;
        let warnings = engines.iter().zip(skipped).flat_map(|(engine, unsupported)| {
            let name = names::shown(&engine.name);
            unsupported.into_iter().map(move |what| format!("{name} {what}"))
        });
        let warnings = warnings.collect();
        Ok((engines, warnings))
    }

    fn openings(&self) -> Result<Vec<Opening>, CommandError> {
        let Some(path) = &self.openings else {
            let built_in = opening::read(built_in_openings(self.variant.unwrap_or(RuleSet::Khet2)).as_bytes());
            return built_in.map_err(|error| CommandError::new("--openings", error));
        };
        let unusable = |why: &dyn Display| CommandError::new("--openings", format_args!("{}: {why}", path.display()));
        let file = File::open(path).map_err(|error| unusable(&error))?;
        // The file is not read as one string, because comments may have invalid UTF-8.
        let openings = opening::read(BufReader::new(file)).map_err(|error| unusable(&error))?;
        if openings.is_empty() {
            return Err(unusable(&"no opening is in it, expected one a line"));
        }
        Ok(openings)
    }

    /// Returns the sequential test, if one is requested.
    pub(super) fn sprt(&self) -> Result<Option<Test>, CommandError> {
        let Some(words) = &self.sprt else { return Ok(None) };
        let test = KeyValues::read(words, &SPRT_KEYS).and_then(|mut words| key_values::sprt_test(&mut words));
        test.map(Some).map_err(|why| CommandError::new("--sprt", why))
    }

    fn adjudication(&self) -> Result<Adjudication, CommandError> {
        let (draw_plies, draw_score) = self.draw_rules().map_err(|error| CommandError::new("--draw", error))?;
        let resign = self.resign_rule().map_err(|error| CommandError::new("--resign", error))?;
        Ok(Adjudication { max_plies: self.max_plies, draw_plies, draw_score, resign })
    }

    /// Returns the limit of plies without a capture, and the condition for a draw by scores.
    fn draw_rules(&self) -> Result<(Option<u32>, Option<DrawScore>), KeyError> {
        let mut words = KeyValues::read(&self.draw, &["plies", "movenumber", "movecount", "score"])?;
        let plies = number("plies", words.take("plies"), 1)?;
        let move_number = number("movenumber", words.take("movenumber"), 0)?;
        let moves = number("movecount", words.take("movecount"), 1)?;
        match (move_number, moves, number("score", words.take("score"), 0)?) {
            (None, None, None) => Ok((plies, None)),
            (move_number, Some(moves), Some(score)) => {
                let score = score.cast_signed();
                Ok((plies, Some(DrawScore { move_number: move_number.unwrap_or(0), moves, score })))
            }
            _ => Err(KeyError::new("movecount", "expected movecount=N and score=CP")),
        }
    }

    fn resign_rule(&self) -> Result<Option<Resign>, KeyError> {
        let mut words = KeyValues::read(&self.resign, &["moves", "movecount", "score", "twosided"])?;
        let moves = number("moves", words.take_either("moves", "movecount")?, 1)?;
        let two_sided = value("twosided", words.take("twosided"), "true or false", |text| match text {
            "false" | "off" => Some(false),
            "true" | "on" => Some(true),
            _ => None,
        })?;
        match (moves, number("score", words.take("score"), 1)?) {
            (None, None) if self.resign.is_empty() => Ok(None),
            (Some(moves), Some(score)) => {
                Ok(Some(Resign { moves, score: score.cast_signed(), two_sided: two_sided.unwrap_or(false) }))
            }
            _ => Err(KeyError::new("moves", "expected moves=N and score=CP")),
        }
    }

    fn deadlines(&self) -> Result<Deadlines, CommandError> {
        let invalid = |error| CommandError::new("--deadline", error);
        let mut deadlines = Deadlines::default();
        let mut words = KeyValues::read(&self.deadline, &["start", "ready", "quit", "answer"]).map_err(invalid)?;
        let seconds = |text: &str| text.parse().ok().filter(|seconds| (0.001..=LONGEST_DEADLINE).contains(seconds));
        for (key, field) in [
            ("start", &mut deadlines.start),
            ("ready", &mut deadlines.ready),
            ("quit", &mut deadlines.quit),
            ("answer", &mut deadlines.answer),
        ] {
            if let Some(seconds) = value(key, words.take(key), "seconds up to a day", seconds).map_err(invalid)? {
                *field = Duration::from_secs_f64(seconds);
            }
        }
        Ok(deadlines)
    }

    /// Checks the files of the match. Engines may share a file for their stderr.
    fn check_files(&self, engines: &[EngineSpec], stdout: &Output) -> Result<Output, CommandError> {
        if let (Some(json), Some(resume)) = (&self.json, &self.resume)
            && !files::is_same(json, resume)
        {
            return Err(CommandError::new(
                "--json",
                format_args!("{}: --resume continues its own file", json.display()),
            ));
        }
        let new = self.json.as_deref().filter(|_| self.resume.is_none());
        let own = [
            ("--resume", self.resume.as_deref(), OutputKind::Appended),
            ("--json", new, OutputKind::New),
            ("--kgn", self.kgn.as_deref(), OutputKind::Kgn),
            ("--log", self.log.as_deref(), OutputKind::Appended),
            ("--log-faults", self.log_faults.as_deref(), OutputKind::Folder),
        ];
        let mut stderr: Vec<&Path> = Vec::new();
        for file in engines.iter().filter_map(|engine| engine.stderr.as_deref()) {
            if !stderr.iter().any(|other| files::is_same(other, file)) {
                stderr.push(file);
            }
        }
        let own = own.into_iter().filter_map(|(argument, path, kind)| Some((argument, path?, kind)));
        let all = own.chain(stderr.into_iter().map(|file| ("--engine", file, OutputKind::Appended)));
        let outputs: Vec<OutputFile<'_>> =
            all.map(|(argument, path, kind)| OutputFile::new(argument, path, kind, self.force.force)).collect();
        let openings = self.openings.iter().map(|path| ("--openings", path.clone()));
        let read = engines.iter().flat_map(EngineSpec::inputs).map(|path| ("--engine", path));
        let inputs: Vec<_> = openings.chain(read).collect();
        files::check(&inputs, &outputs, stdout)
    }

    /// Returns the files of the match.
    pub(super) fn files(&self) -> Files {
        let openable = |path: &Option<PathBuf>| path.as_deref().map(openable);
        Files {
            json: openable(&self.json),
            resume: openable(&self.resume),
            kgn: openable(&self.kgn),
            event: self.event.clone(),
            log: openable(&self.log),
            log_faults: self.log_faults.clone(),
            replaces: self.force.force,
        }
    }
}

/// Reads a whole number from `least` to 999999.
fn number(key: &str, text: Option<&str>, least: u32) -> Result<Option<u32>, KeyError> {
    let expected = format!("a whole number from {least} to 999999");
    value(key, text, &expected, |text| text.parse().ok().filter(|number| (least..1_000_000).contains(number)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_option_is_allowed_with_merge_or_conflicts_with_it() {
        /// The options that are allowed with `--merge`.
        const ALLOWED: [&str; 2] = ["merge", "sprt"];
        let command = Arguments::augment_args(clap::Command::new("match"));
        let mut options: Vec<&str> = command.get_arguments().map(|option| option.get_id().as_str()).collect();
        let mut known: Vec<&str> = PLAYED.split_whitespace().chain(ALLOWED).collect();
        options.sort_unstable();
        known.sort_unstable();
        assert_eq!(options, known);
    }
}
