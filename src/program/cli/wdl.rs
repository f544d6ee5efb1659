//! `khepri wdl`: compares scores with the results of games, and fits the model of `UCI_ShowWDL` to them.

use super::command_error::CommandError;
use super::games;
use crate::output::Output;
use clap::Args;
use khepri_engine::internal::eval::wdl::{MODEL, Model};
use khepri_lab::train::reliability::Reliability;
use khepri_lab::train::wdl_fit::Scores;
use std::path::PathBuf;
use std::process::ExitCode;

/// Fit the model behind UCI_ShowWDL to the scores and results of games
///
/// The table compares the results of the games, by score, with the fitted model.
#[derive(Args)]
#[command(after_help = "Examples:\n  khepri wdl match.kgn\n  khepri wdl --reliability match.kgn")]
pub(super) struct Arguments {
    /// Compare predicted and actual points by score, pieces that can be hit, and Eyes
    ///
    /// The predicted points are those of the built-in model. Each game adds one position to each row. The standard error is that
    /// of the actual points if the model is right, and the difference of actual from predicted points is in standard errors.
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
            let mut scores = Scores::default();
            games::read_all(&self.files, &mut |record| scores.add_game(record))?;
            let fitted = scores.fit().ok_or_else(none)?;
            output.print(table(&scores, &fitted));
        }
        Ok(ExitCode::SUCCESS)
    }
}

fn table(scores: &Scores, fitted: &Model) -> String {
    let mut text = format!("{:>6} {:>8}  {:>17}  {:>17}\n", "score", "number", "win draw loss %", "model %");
    for row in -ROWS..=ROWS {
        let middle = row * ROW;
        let outcomes = scores.between(middle - ROW / 2, middle + ROW / 2);
        let total = outcomes.games().max(1) as f64;
        let measured = [outcomes.wins, outcomes.draws, outcomes.losses].map(|count| 100.0 * count as f64 / total);
        let middle_score = f64::from(middle);
        let modelled =
            [fitted.win(middle_score), fitted.draw(middle_score), fitted.loss(middle_score)].map(|share| 100.0 * share);
        let percentages = |[win, draw, loss]: [f64; 3]| format!("{win:>5.1} {draw:>5.1} {loss:>5.1}");
        let (measured, modelled) = (percentages(measured), percentages(modelled));
        text.push_str(&format!("{middle:>6} {:>8}  {measured}  {modelled}\n", outcomes.games()));
    }
    let line = |name: &str, model: &Model| {
        let likelihood = scores.log_likelihood(model);
        format!("{name} even {:.1} slope {:.1} log-likelihood {likelihood:.5}\n", model.even, model.slope)
    };
    text + &line("built in", &MODEL) + &line("fitted", fitted) + &format!("scores {}", scores.total())
}
