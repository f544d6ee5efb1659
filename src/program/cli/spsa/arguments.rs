//! The arguments of `khepri spsa`, and the run that they describe.

use super::super::command_error::CommandError;
use super::super::engines::Engines;
use super::super::files::{self, Force, OutputFile, OutputKind};
use super::super::playing::{self, Playing};
use crate::output::Output;
use clap::Args;
use khepri_arena::engine::spec::{self, EngineSpec};
use khepri_arena::spsa::course::HEADING;
use khepri_arena::spsa::optimiser::Trial;
use khepri_arena::spsa::parameters::{self, Parameter};
use khepri_arena::spsa::plan::{NAMES, Plan};
use khepri_protocol::draw::mark;
use khepri_rules::internal::notation::excerpt;
use std::fs::File;
use std::io::BufReader;
use std::path::PathBuf;

/// The default number of pairs of an iteration, as in OpenBench.
const PAIRS: u64 = 8;

/// Tune numbers of an engine by games
///
/// Simultaneous perturbation (SPSA): in each iteration all parameters move by a random sign at once, pairs of games compare the
/// two opposite moves, and the parameters move towards the better one. Each parameter is an option of the engine. The table
/// of the values goes to stdout; the progress and a line for each fault of the engine go to stderr.
#[derive(Args)]
#[command(
    after_help = "The file of parameters has one a line, and # begins a comment: name, int|float, start, min, max, C_end, R_end.\n\
                  C_end is the perturbation in the last iteration, R_end the learning rate then, for example 0.002.\n\n\
                  Example, with a build of `cargo build --release --features tuning`:\n  \
                  echo 'futility_base, int, 100, 0, 300, 20, 0.002' > params.txt\n  \
                  khepri spsa --params params.txt --engine cmd=khepri option.Hash=16 --nodes 4000 --games 60000 --concurrency 2 \\\n    \
                  --resume run.json --csv run.csv --svg run.svg"
)]
pub(crate) struct Arguments {
    /// The file of parameters
    #[arg(long, value_name = "FILE")]
    params: PathBuf,
    #[command(flatten)]
    engines: Engines,
    #[command(flatten)]
    playing: Playing,
    /// Number of games of the whole run, two for each pair
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(2..=1_000_000_000))]
    games: u64,
    /// Number of pairs of games of an iteration
    #[arg(long, value_name = "N", default_value_t = PAIRS, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    pairs: u64,
    /// Seed of the perturbations and of the order of the openings
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// Record the pairs in a file, a JSON object a line, and continue the run if the file exists
    #[arg(long, value_name = "FILE")]
    pub(super) resume: Option<PathBuf>,
    /// Write the values after each iteration to a file; - is stdout
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
    /// Draw the values after each iteration to a file; - is stdout
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Print the values on stderr after every N iterations; 0 is never [default: 10, on a terminal never]
    #[arg(long, value_name = "N")]
    pub(super) interval: Option<u64>,
    /// Play nothing; print the arguments of `khepri match` for the next iteration, to play it in parts
    #[arg(long, requires = "resume")]
    pub(super) next: bool,
    /// Play nothing; take the results of the next iteration from these records of its match
    #[arg(long, value_name = "FILE", num_args = 1.., requires = "resume", conflicts_with = "next")]
    pub(super) gather: Vec<PathBuf>,
    #[command(flatten)]
    force: Force,
}

/// The files that are written when the run ends.
pub(super) struct Outputs<'a> {
    pub(super) csv: Option<OutputFile<'a>>,
    pub(super) svg: Option<OutputFile<'a>>,
}

impl Arguments {
    /// Returns the files that are written when the run ends. A run that is continued replaces its own CSV.
    pub(super) fn outputs(&self) -> Outputs<'_> {
        let continues = self.resume.as_ref().is_some_and(|path| path.exists());
        let csv = if continues { OutputKind::Continued(HEADING.as_bytes()) } else { OutputKind::New };
        let file = |argument, path, kind| OutputFile::new(argument, path, kind, self.force.force);
        Outputs {
            csv: self.csv.as_deref().map(|path| file("--csv", path, csv)),
            svg: self.svg.as_deref().map(|path| file("--svg", path, OutputKind::Marked(mark::PICTURE))),
        }
    }

    /// Checks all files. Returns the run that the arguments describe, and the output for its table.
    pub(super) fn plan(&self, outputs: &Outputs, stdout: &Output) -> Result<(Plan, Output), CommandError> {
        let parameters = self.parameters()?;
        let engine = self.engine(&parameters)?;
        let output = self.check_files(&engine, outputs, stdout)?;
        if !self.games.is_multiple_of(2) {
            let why = format_args!("expected an even number, two games for each pair, found {}", self.games);
            return Err(CommandError::new("--games", why));
        }
        let openings = self.playing.openings()?;
        self.playing.check_rule_sets(&engine, &openings)?;
        let plan = Plan {
            engine,
            parameters,
            openings,
            conditions: self.playing.conditions()?,
            deadlines: self.playing.deadlines()?,
            concurrency: self.playing.concurrency.into(),
            pairs: self.games / 2,
            pairs_an_iteration: self.pairs,
            seed: self.seed,
        };
        // Both engines of a match have the parameters as options, which their protocol may not have.
        let with_options = plan.engine_with(plan.optimiser().values());
        with_options.check(true).map_err(|error| CommandError::new("--engine", error))?;
        Ok((plan, output))
    }

    /// Returns the arguments of `khepri match` that play an iteration.
    pub(super) fn match_words(&self, plan: &Plan, trial: &Trial) -> Vec<String> {
        let mut words = Vec::new();
        for (name, values) in NAMES.into_iter().zip([&trial.plus, &trial.minus]) {
            words.push("--engine".to_owned());
            words.extend(self.engines.0.iter().flatten().cloned());
            words.push(format!("name={name}"));
            words.extend(plan.options(values).map(|(option, value)| format!("option.{option}={value}")));
        }
        let games = 2 * plan.pairs_of(trial.iteration).count();
        words.extend(["--games".to_owned(), games.to_string(), "--seed".to_owned(), trial.seed.to_string()]);
        words.extend(self.playing.words());
        words
    }

    fn parameters(&self) -> Result<Vec<Parameter>, CommandError> {
        let unusable = |why: &dyn std::fmt::Display| {
            CommandError::new("--params", format_args!("{}: {why}", self.params.display()))
        };
        let file = File::open(&self.params).map_err(|error| unusable(&error))?;
        parameters::read(BufReader::new(file)).map_err(|error| unusable(&error))
    }

    fn engine(&self, parameters: &[Parameter]) -> Result<EngineSpec, CommandError> {
        let error = |error| CommandError::new("--engine", error);
        let [words] = self.engines.0.as_slice() else {
            return Err(CommandError::new("--engine", format_args!("expected one, found {}", self.engines.0.len())));
        };
        let mut engine = playing::engine(&self.playing.common()?, words).map_err(error)?;
        spec::name_all(std::slice::from_mut(&mut engine)).map_err(error)?;
        engine.check(true).map_err(error)?;
        let is_parameter =
            |option: &str| parameters.iter().any(|parameter| parameter.name.eq_ignore_ascii_case(option));
        if let Some((option, _)) = engine.options.iter().find(|(option, _)| is_parameter(option)) {
            let why = format_args!("option {}: --params sets it", excerpt(option));
            return Err(CommandError::new("--engine", why));
        }
        if let Some(stderr) = &mut engine.stderr {
            *stderr = files::openable(stderr);
        }
        Ok(engine)
    }

    fn check_files(&self, engine: &EngineSpec, outputs: &Outputs, stdout: &Output) -> Result<Output, CommandError> {
        let appended = [("--resume", self.resume.as_deref()), ("--engine", engine.stderr.as_deref())];
        let appended = appended.into_iter().filter_map(|(argument, path)| Some((argument, path?)));
        let appended: Vec<OutputFile<'_>> = appended
            .map(|(argument, path)| OutputFile::new(argument, path, OutputKind::Appended, self.force.force))
            .collect();
        let openings = self.playing.openings.iter().map(|path| ("--openings", path.clone()));
        let read = engine.inputs().map(|path| ("--engine", path));
        let gathered = self.gather.iter().map(|path| ("--gather", path.clone()));
        let inputs: Vec<_> = openings.chain(read).chain(gathered).chain([("--params", self.params.clone())]).collect();
        files::check(&inputs, appended.iter().chain(&outputs.csv).chain(&outputs.svg), stdout)
    }
}
