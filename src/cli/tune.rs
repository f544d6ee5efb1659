//! `khepri tune`: fits the weights of the evaluation to the results of games.

use super::{Mistake, progress, remark};
use crate::eval::params::Term;
use crate::notation::excerpt;
use crate::notation::kgn::{ReadError, Reader};
use crate::output::Output;
use crate::rules::RuleSet;
use crate::train::{self, Fit, Recipe, Samples, Selection};
use clap::Args;
use indicatif::ProgressBar;
use std::fs::File;
use std::io::{self, BufReader};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Fit the weights of the evaluation to the results of games
///
/// Texel's method: a logistic regression of results on what the evaluation counts in quiet positions. What is printed goes
/// into the table of src/eval/params.rs; losses and what has changed go to stderr. Games of all rule sets may be mixed: each
/// has its own weights, and one without games keeps those it has. The same games in the same order and the same arguments
/// give the same weights.
#[derive(Args)]
#[command(after_help = "Examples:\n  khepri tune games.kgn > weights.txt\n  \
                        khepri tune khet2.kgn khet1.kgn --seed 7 --epochs 200 --skip-first 12 --skip-last 8")]
pub(super) struct Arguments {
    /// Files of games in KGN, as `khepri match --kgn` writes them
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Another number gives another split of the games and another order of the positions
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// How often all positions are looked at
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    epochs: u32,
    /// How much of a position's target is what becomes of the next one, down to the result; the rest is what the player thought who
    /// moved. At 1 the target is the result alone
    #[arg(long, value_name = "SHARE", default_value_t = 0.95, value_parser = share)]
    lambda: f64,
    /// Percent of the games that validate the weights instead of forming them
    #[arg(long, value_name = "PERCENT", default_value_t = 10, value_parser = clap::value_parser!(u32).range(0..=90))]
    validation: u32,
    /// A term that keeps this weight, in thousandths of a Pyramid; may be given several times
    #[arg(long, value_name = "TERM=WEIGHT", value_parser = fixed)]
    fix: Vec<(Term, i32)>,
    /// Plies at the beginning of each game that are left out; moves from a book always are
    #[arg(long, value_name = "N", default_value_t = 8)]
    skip_first: usize,
    /// Plies at the end of each game that are left out
    #[arg(long, value_name = "N", default_value_t = 8)]
    skip_last: usize,
}

fn share(text: &str) -> Result<f64, String> {
    let share = text.parse().ok().filter(|share| (0.0..=1.0).contains(share));
    share.ok_or_else(|| "expected a number from 0 to 1".to_owned())
}

/// `Tempo=0`
fn fixed(text: &str) -> Result<(Term, i32), String> {
    let (name, weight) = text.split_once('=').ok_or("expected a term and a weight, as in Tempo=0")?;
    let term = Term::ALL
        .iter()
        .find(|term| term.name() == name)
        .ok_or_else(|| format!("no term is called {}", excerpt(name)))?;
    let weight = weight.parse().ok().filter(|weight| term.range().contains(weight));
    let range = term.range();
    weight
        .map(|weight| (*term, weight))
        .ok_or_else(|| format!("expected a weight from {} to {}", range.start(), range.end()))
}

/// Bytes that are read at once.
const PORTION: usize = 1 << 16;

impl Arguments {
    pub(super) fn run(&self, output: &Output) -> Result<ExitCode, Mistake> {
        let samples = self.samples()?;
        let recipe = Recipe {
            seed: self.seed,
            epochs: self.epochs,
            lambda: self.lambda,
            validation: self.validation,
            fixed: self.fix.clone(),
        };
        let bar = progress::bar(samples.len() * self.epochs as usize);
        let fits: Vec<(RuleSet, Fit)> = samples
            .iter()
            .map(|samples| (samples.rule_set, train::fit(samples, &recipe, &mut || bar.inc(1))))
            .collect();
        bar.finish_and_clear();
        for ((rule_set, fit), samples) in fits.iter().zip(&samples) {
            let [training, validation] =
                [fit.training, fit.validation].map(|[before, after]| format!("{before:.6} to {after:.6}"));
            remark(train::changes(*rule_set, fit));
            remark(format_args!(
                "{}: {} games, {} positions, K {:.4}, of scores {:.4}, training loss {training}, validation loss {validation}\n",
                rule_set.name(),
                samples.games(),
                samples.len(),
                fit.scale,
                fit.score_scale
            ));
        }
        output.print(train::table(&fits).trim_end());
        Ok(ExitCode::SUCCESS)
    }

    /// The quiet positions of all games, by rule set; none is without games.
    fn samples(&self) -> Result<Vec<Samples>, Mistake> {
        let selection = Selection { skip_first: self.skip_first, skip_last: self.skip_last };
        let mut samples = RuleSet::ALL.map(Samples::new);
        let size = self.files.iter().map(|file| file.metadata().ok().map(|data| data.len())).sum();
        let bar = progress::bytes(size);
        for file in &self.files {
            read(file, &bar, &mut samples, selection)?;
        }
        bar.finish_and_clear();
        let samples: Vec<Samples> = samples.into_iter().filter(|samples| !samples.is_empty()).collect();
        if samples.is_empty() {
            return Err(Mistake::new("<FILE>", "no quiet position of a game with a result"));
        }
        Ok(samples)
    }
}

/// Takes the games of a file; a faulty game is an error that names its place.
fn read(file: &Path, bar: &ProgressBar, samples: &mut [Samples], selection: Selection) -> Result<(), Mistake> {
    let mistake = |why: &dyn std::fmt::Display| Mistake::new("<FILE>", format_args!("{}: {why}", file.display()));
    let opened: io::Result<File> = File::open(file);
    let input = BufReader::with_capacity(PORTION, bar.wrap_read(opened.map_err(|error| mistake(&error))?));
    for game in Reader::new(input) {
        match game {
            Ok(record) => samples
                .iter_mut()
                .filter(|samples| samples.rule_set == record.start.rule_set())
                .for_each(|samples| samples.add(&record, selection)),
            Err(ReadError::Fault(fault)) => return Err(mistake(&fault)),
            Err(ReadError::Input(error)) => return Err(mistake(&error)),
        }
    }
    Ok(())
}
