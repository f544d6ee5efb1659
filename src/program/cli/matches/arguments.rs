//! The arguments of `khepri match`, and the match that they describe.

use super::super::command_error::CommandError;
use super::super::engines::Engines;
use super::super::files::{self, Force, OutputFile, OutputKind, openable};
use super::super::key_values;
use super::super::new_file::is_stream;
use super::super::playing::{self, Playing};
use crate::output::Output;
use clap::Args;
use khepri_arena::engine::spec::{self, EngineSpec};
use khepri_arena::names;
use khepri_arena::records::journal;
use khepri_arena::shard::Shard;
use khepri_arena::stats::Test;
use khepri_arena::tournament::files::Files;
use khepri_arena::tournament::plan::Tournament;
use khepri_arena::tournament::schedule::{Format, Schedule};
use std::path::{Path, PathBuf};

/// The default number of games of a pairing.
const GAMES: u64 = 2;

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
                  khepri match --merge part1.json part2.json --kgn games.kgn"
)]
pub(crate) struct Arguments {
    #[command(flatten)]
    engines: Engines,
    #[command(flatten)]
    pub(super) settings: Settings,
    #[command(flatten)]
    playing: Playing,
    #[command(flatten)]
    pub(super) kgn: Kgn,
    #[command(flatten)]
    pub(super) force: Force,
    /// End when a sequential test decides: elo0=0 elo1=5 alpha=0.05 beta=0.05 model=logistic|normalized
    #[arg(long, value_name = "KEY=VALUE", num_args = 0..)]
    sprt: Option<Vec<String>>,
    /// Play nothing; print the table of a match whose records are in these files, and make its --kgn from them
    #[arg(long, value_name = "FILE", num_args = 1.., conflicts_with_all = ["engine", "Settings", "Playing"])]
    pub(super) merge: Vec<PathBuf>,
}

/// The games as KGN.
#[derive(Args)]
pub(super) struct Kgn {
    /// Append the games to a file as KGN; with --json, --resume or --merge, make a file of its own from the records; - is stdout
    #[arg(long = "kgn", alias = "pgnout", value_name = "FILE")]
    pub(super) file: Option<PathBuf>,
    /// Name of the event in the KGN of --kgn
    #[arg(long, value_name = "NAME", default_value = "Khepri match")]
    pub(super) event: String,
}

/// The settings of a match that is played.
#[derive(Args)]
pub(super) struct Settings {
    /// Settings for every engine that does not set its own
    #[arg(long, value_name = "KEY=VALUE", num_args = 1..)]
    each: Vec<String>,
    /// Number of games of each pairing [default: 2; endless with --sprt]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    games: Option<u64>,
    /// Number of openings that each pairing plays, each twice
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=u64::MAX / 2))]
    rounds: Option<u64>,
    /// round-robin: every engine plays every other; gauntlet: the first plays all others; pairs: the first plays the
    /// second, the third the fourth
    #[arg(long, value_name = "FORMAT", default_value = "round-robin", hide_possible_values = true)]
    format: Format,
    /// Shuffle the openings with this seed [default: the order of the file]
    #[arg(long, value_name = "S")]
    seed: Option<u64>,
    /// Record the games in a new file, a JSON object a line; - is stdout
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// Like --json, and continue the match if the file exists
    #[arg(long, value_name = "FILE")]
    resume: Option<PathBuf>,
    /// Print the rows of the table on stderr after every N games; 0 is never [default: 10, on a terminal never]
    #[arg(long, value_name = "N")]
    pub(super) rating_interval: Option<u64>,
    /// Append to a file every line that an engine receives or prints, with its time and game
    #[arg(long, value_name = "FILE")]
    log: Option<PathBuf>,
    /// Write the lines of each game with a fault of an engine to a file of its own in this folder
    #[arg(long, value_name = "DIR")]
    log_faults: Option<PathBuf>,
    /// Play only part I of N parts of the match, for several machines
    #[arg(long, value_name = "I/N")]
    shard: Option<Shard>,
}

impl Settings {
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
}

impl Arguments {
    /// Checks all files. Returns the match that the arguments describe, and the output for its table.
    pub(super) fn tournament(&self, stdout: &Output) -> Result<(Tournament, Output), CommandError> {
        let settings = &self.settings;
        let (mut engines, warnings) = self.engines()?;
        let output = self.check_files(&engines, stdout)?;
        for stderr in engines.iter_mut().filter_map(|engine| engine.stderr.as_mut()) {
            *stderr = openable(stderr);
        }
        let (openings, sprt) = (self.playing.openings()?, self.sprt()?);
        if sprt.is_some() && engines.len() != 2 {
            return Err(CommandError::new("--sprt", "a test is about two engines"));
        }
        if sprt.is_some() && settings.shard.is_some() && settings.games.or(settings.rounds).is_none() {
            return Err(CommandError::new(
                "--shard",
                "the test is about the whole match: a part needs --games or --rounds",
            ));
        }
        engines.iter().try_for_each(|engine| self.playing.check_rule_sets(engine, &openings))?;
        let games = settings.games_of_a_pairing()?.or(sprt.is_none().then_some(GAMES));
        let seed = settings.seed.map(|seed| format!(" seed {seed}")).unwrap_or_default();
        let tournament = Tournament {
            schedule: Schedule::new(settings.format, engines.len(), openings.len(), games, settings.seed),
            order: format!("{}{seed}", settings.format.name()),
            conditions: self.playing.conditions()?,
            deadlines: self.playing.deadlines()?,
            shard: settings.shard.unwrap_or(Shard::WHOLE),
            concurrency: self.playing.concurrency.into(),
            engines,
            openings,
            sprt,
        };
        // After an error, warnings are not printed, so that the error is the only line.
        super::warn_all(&warnings);
        Ok((tournament, output))
    }

    /// Returns the engines, and warnings about them.
    fn engines(&self) -> Result<(Vec<EngineSpec>, Vec<String>), CommandError> {
        let settings = &self.settings;
        let mut common = self.playing.common()?;
        let error_in = |argument| move |error| CommandError::new(argument, error);
        common.read(settings.each.iter().map(String::as_str)).map_err(error_in("--each"))?;
        let mut engines = Vec::new();
        // For each engine, the common settings that it does not support.
        let mut skipped = Vec::new();
        for words in &self.engines.0 {
            let mut engine = playing::engine(&common, words).map_err(error_in("--engine"))?;
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
        engines.iter().try_for_each(|engine| engine.check(true).map_err(error_in("--engine")))?;
        let warnings = engines.iter().zip(skipped).flat_map(|(engine, unsupported)| {
            let name = names::shown(&engine.name);
            unsupported.into_iter().map(move |what| format!("{name} {what}"))
        });
        let warnings = warnings.collect();
        Ok((engines, warnings))
    }

    /// Returns the sequential test, if one is requested.
    pub(super) fn sprt(&self) -> Result<Option<Test>, CommandError> {
        let parameters = self.sprt.as_ref().map(|words| key_values::read("--sprt", words)).transpose()?;
        parameters.map(Test::new).transpose().map_err(|error| CommandError::new("--sprt", error))
    }

    /// Checks the files of the match. Engines may share a file for their stderr.
    fn check_files(&self, engines: &[EngineSpec], stdout: &Output) -> Result<Output, CommandError> {
        let settings = &self.settings;
        if let (Some(json), Some(resume)) = (&settings.json, &settings.resume)
            && !files::is_same(json, resume)
        {
            return Err(CommandError::new(
                "--json",
                format_args!("{}: --resume continues its own file", json.display()),
            ));
        }
        let new = settings.json.as_deref().filter(|_| settings.resume.is_none());
        let resumed = settings.resume.as_deref();
        // A KGN that is made from the records is compared with them when they are read. A stream cannot be read again.
        let is_readable = |path: &Path| openable(path) != Path::new(journal::STDOUT) && !is_stream(path);
        let is_derived = resumed.or(new).is_some_and(is_readable);
        let kgn = if is_derived { OutputKind::Appended } else { OutputKind::Kgn };
        let own = [
            ("--resume", resumed, OutputKind::Appended),
            ("--json", new, OutputKind::New),
            ("--kgn", self.kgn.file.as_deref(), kgn),
            ("--log", settings.log.as_deref(), OutputKind::Appended),
            ("--log-faults", settings.log_faults.as_deref(), OutputKind::Folder),
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
        let openings = self.playing.openings.iter().map(|path| ("--openings", path.clone()));
        let read = engines.iter().flat_map(EngineSpec::inputs).map(|path| ("--engine", path));
        let inputs: Vec<_> = openings.chain(read).collect();
        files::check(&inputs, &outputs, stdout)
    }

    /// Returns the files of the match.
    pub(super) fn files(&self) -> Files {
        let settings = &self.settings;
        let openable = |path: &Option<PathBuf>| path.as_deref().map(openable);
        Files {
            json: openable(&settings.json),
            resume: openable(&settings.resume),
            kgn: openable(&self.kgn.file),
            event: self.kgn.event.clone(),
            log: openable(&settings.log),
            log_faults: settings.log_faults.clone(),
            replaces: self.force.force,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn merge_excludes_what_a_match_needs_to_be_played() {
        let command = Arguments::augment_args(clap::Command::new("match"));
        for option in command.get_arguments() {
            let name = option.get_long().expect("a name");
            if ["merge", "sprt", "kgn", "event", "force"].contains(&name) {
                continue;
            }
            let is_refused = |value| {
                let words = ["match".to_owned(), "--merge=a".to_owned(), format!("--{name}{value}")];
                let error = command.clone().try_get_matches_from(words).err();
                error.is_some_and(|error| error.kind() == clap::error::ErrorKind::ArgumentConflict)
            };
            assert!(["", "=1", "=1/1", "=khet2", "=pairs"].into_iter().any(is_refused), "{name}");
        }
    }
}
