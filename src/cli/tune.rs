//! `khepri tune`: fits the weights of the evaluation to the results of games.

use super::games;
use super::mistake::{Mistake, remark};
use super::progress;
use crate::eval::params::{PYRAMID, RULE_SETS, Term, weights};
use crate::notation::excerpt;
use crate::output::Output;
use crate::rules::RuleSet;
use crate::train::{self, Fit, Recipe, Samples, Selection};
use clap::Args;
use std::fmt::Write;
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::process::ExitCode;
use thiserror::Error;

/// Fit the weights of the evaluation to the results of games
///
/// Texel's method: a logistic regression of the results on the terms of the evaluation in quiet positions. The output is the
/// new table for src/eval/params.rs; the losses and the changes are printed on stderr. Games of several rule sets may be mixed:
/// each rule set has its own weights, and one without games keeps its weights. The same games in the same order with the
/// same arguments give the same weights.
#[derive(Args)]
#[command(after_help = "Examples:\n  khepri tune games.kgn > weights.txt\n  \
                        khepri tune khet2.kgn khet1.kgn --seed 7 --epochs 200 --skip-first 12 --skip-last 8")]
pub(super) struct Arguments {
    /// Files of games in KGN, as `khepri match --kgn` writes them
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Seed of the split of the games and of the order of the positions
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// Number of passes over all positions
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    epochs: u32,
    /// Weight of the next position's target in the target of a position; the rest is the score that the player reported. At 1
    /// every target is the result of the game
    #[arg(long, value_name = "SHARE", default_value_t = 0.95, value_parser = share)]
    lambda: f64,
    /// Percentage of the games used for validation only
    #[arg(long, value_name = "PERCENT", default_value_t = 10, value_parser = clap::value_parser!(u32).range(0..=90))]
    validation: u32,
    /// A term that keeps this weight, in thousandths of a Pyramid; may be repeated
    #[arg(long, value_name = "TERM=WEIGHT", value_parser = fixed)]
    fix: Vec<(Term, i32)>,
    /// Plies to skip at the beginning of each game; book moves are always skipped
    #[arg(long, value_name = "N", default_value_t = 8)]
    skip_first: usize,
    /// Plies to skip at the end of each game
    #[arg(long, value_name = "N", default_value_t = 8)]
    skip_last: usize,
}

/// The reason why the value of an argument is refused.
#[derive(Debug, Error)]
enum ValueError {
    #[error("expected a number from 0 to 1")]
    Share,
    #[error("expected a term and a weight, as in Tempo=0")]
    NoWeight,
    #[error("there is no term {0}")]
    UnknownTerm(String),
    #[error("expected a weight from {} to {}", .0.start(), .0.end())]
    Weight(RangeInclusive<i32>),
}

fn share(text: &str) -> Result<f64, ValueError> {
    text.parse().ok().filter(|share| (0.0..=1.0).contains(share)).ok_or(ValueError::Share)
}

/// Reads `Tempo=0`.
fn fixed(text: &str) -> Result<(Term, i32), ValueError> {
    let (name, weight) = text.split_once('=').ok_or(ValueError::NoWeight)?;
    let term = Term::ALL.iter().find(|term| term.name() == name);
    let term = *term.ok_or_else(|| ValueError::UnknownTerm(excerpt(name)))?;
    let weight = weight.parse().ok().filter(|weight| term.range().contains(weight));
    Ok((term, weight.ok_or(ValueError::Weight(term.range()))?))
}

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
            remark(changes(*rule_set, fit));
            remark(format_args!(
                "{}: {} games, {} positions, K {:.4}, of scores {:.4}, training loss {training}, validation loss {validation}\n",
                rule_set.name(),
                samples.games(),
                samples.len(),
                fit.scale,
                fit.score_scale
            ));
        }
        output.print(table(&fits).trim_end());
        Ok(ExitCode::SUCCESS)
    }

    /// Returns the quiet positions of all games, by rule set, without rule sets that have none.
    fn samples(&self) -> Result<Vec<Samples>, Mistake> {
        let selection = Selection { skip_first: self.skip_first, skip_last: self.skip_last };
        let mut samples = RuleSet::ALL.map(Samples::new);
        games::read_all(&self.files, &mut |record| {
            let of_set = samples.iter_mut().find(|samples| samples.rule_set == record.start.rule_set());
            of_set.into_iter().for_each(|samples| samples.add(record, selection));
        })?;
        let samples: Vec<Samples> = samples.into_iter().filter(|samples| !samples.is_empty()).collect();
        if samples.is_empty() {
            return Err(Mistake::new("<FILE>", "expected a game with a result and a quiet position"));
        }
        Ok(samples)
    }
}

/// Returns the rows of the table in `src/eval/params.rs`, with the new weights of the fitted rule sets.
fn table(fits: &[(RuleSet, Fit)]) -> String {
    let mut text = String::new();
    for &term in Term::ALL {
        for line in term.description() {
            let _ = writeln!(text, "    ///{line}");
        }
        let row: Vec<String> = RULE_SETS
            .into_iter()
            .map(|set| fits.iter().find(|fit| fit.0 == set).map_or(weights(set), |(_, fit)| &fit.weights)[term.index()])
            .map(|weight| weight.to_string())
            .collect();
        let range = term.range();
        let _ = writeln!(text, "    {} {}..={} => [{}];", term.name(), range.start(), range.end(), row.join(", "));
    }
    text
}

/// Returns old and new weights of a rule set and the effects of the terms, in Pyramids.
fn changes(rule_set: RuleSet, fit: &Fit) -> String {
    let pyramids = |value: f64| value / f64::from(PYRAMID);
    let mut text = format!("{:<20} {:>8} {:>8} {:>8}\n", rule_set.name(), "old", "new", "effect");
    for &term in Term::ALL {
        let [old, new] = [weights(rule_set), &fit.weights].map(|weights| pyramids(weights[term.index()].into()));
        let effect = pyramids(fit.effects[term.index()]);
        let _ = writeln!(text, "{:<20} {old:>8.3} {new:>8.3} {effect:>8.3}", term.name());
    }
    text
}
