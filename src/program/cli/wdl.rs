//! `khepri wdl`: compares scores with the results of games, and fits the models of `UCI_ShowWDL` to them.

use super::command_error::CommandError;
use super::games;
use crate::output::Output;
use clap::Args;
use khepri_engine::internal::eval::wdl::Model;
use khepri_lab::train::reliability::Reliability;
use khepri_lab::train::wdl_fit::{GroupFit, GroupScores};
use std::path::PathBuf;
use std::process::ExitCode;

/// Fit the models of UCI_ShowWDL to the scores and results of games
///
/// The first table compares the results of the games, by score, with one curve that is fitted to all of them. The second one has the
/// built-in and the fitted model of the positions with and without Eyes, by the number of pieces that can be hit. Likelihoods are
/// mean logarithms.
#[derive(Args)]
#[command(after_help = "Examples:\n  khepri wdl match.kgn\n  khepri wdl --reliability match.kgn")]
pub(super) struct Arguments {
    /// Compare predicted and actual points by score, pieces that can be hit, and Eyes
    ///
    /// The predicted points are those of the built-in models. Each game adds one position to each row. The standard error is that
    /// of the actual points if the models are right, and the difference of actual from predicted points is in standard errors.
    #[arg(long)]
    reliability: bool,
    /// Files of games in KGN, as `khepri match --kgn` writes them; `-` is stdin
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
}

/// The range of scores in one row of the table, in centipawns.
const ROW: i32 = 50;
/// The number of rows on either side of zero.
const ROWS: i32 = 8;

impl Arguments {
    pub(super) fn run(&self, output: &Output) -> Result<ExitCode, CommandError> {
        let names = || self.files.iter().map(|file| file.display().to_string()).collect::<Vec<_>>().join(", ");
        let none = || CommandError::new("<FILE>", format_args!("{}: no finished game has a score", names()));
        if self.reliability {
            let mut reliability = Reliability::default();
            games::read_all(&self.files, &mut |record| reliability.add_game(record))?;
            let reliability = Some(reliability).filter(|reliability| !reliability.is_empty());
            output.print(reliability.ok_or_else(none)?);
        } else {
            let mut scores = GroupScores::default();
            games::read_all(&self.files, &mut |record| scores.add_game(record))?;
            let (single, fits) = scores.fit().ok_or_else(none)?;
            output.print(report(&scores, &single, &fits));
        }
        Ok(ExitCode::SUCCESS)
    }
}

/// Returns the results by score with the single curve that fits them best, then the built-in and the fitted model of each group.
fn report(grouped: &GroupScores, single: &Model, fits: &[GroupFit]) -> String {
    let scores = grouped.all();
    let mut text = format!("{:>6} {:>8}  {:>17}  {:>17}\n", "score", "weight", "win draw loss %", "model %");
    for row in -ROWS..=ROWS {
        let middle = row * ROW;
        let outcomes = scores.between(middle - ROW / 2, middle + ROW / 2);
        let weight: f64 = outcomes.iter().sum();
        let measured = outcomes.map(|part| 100.0 * part / weight.max(f64::MIN_POSITIVE));
        let middle_score = f64::from(middle);
        let modelled =
            [single.win(middle_score), single.draw(middle_score), single.loss(middle_score)].map(|share| 100.0 * share);
        let percentages = |[win, draw, loss]: [f64; 3]| format!("{win:>5.1} {draw:>5.1} {loss:>5.1}");
        let (measured, modelled) = (percentages(measured), percentages(modelled));
        text += &format!("{middle:>6} {weight:>8.0}  {measured}  {modelled}\n");
    }
    text += &format!("\n{:<7} {:<10} {:>6} {:>8} {:>25} {:>25}\n", "", "", "", "", "built in", "fitted");
    let columns = |name| format!("{:>6} {:>6} {name:>11}", "even", "slope");
    let columns = columns("likelihood");
    text += &format!("{:<7} {:<10} {:>6} {:>8} {columns} {columns}\n", "Eyes", "pieces", "games", "scores");
    let mut sums = [0.0; 2];
    for GroupFit { group, scores, model } in fits {
        let models = [Model::of_group(*group), *model];
        let eyes = if group.has_eyes { "with" } else { "without" };
        text += &format!("{eyes:<7} {:<10} {:>6} {:>8}", group.pieces, scores.games(), scores.number());
        for (sum, model) in sums.iter_mut().zip(models) {
            let likelihood = scores.log_likelihood(&model);
            *sum += likelihood * scores.weight();
            text += &format!(" {:>6.1} {:>6.1} {likelihood:>11.5}", model.even, model.slope);
        }
        text.push('\n');
    }
    let [built_in, fitted] = sums.map(|sum| sum / scores.weight());
    text += &format!("built in log-likelihood {built_in:.5}\nfitted log-likelihood {fitted:.5}\n");
    text += &format!("one curve {single:.1} log-likelihood {:.5}\n", scores.log_likelihood(single));
    text + &format!("games {} scores {}", scores.games(), scores.number())
}
