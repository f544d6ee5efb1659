//! `khepri wdl`: what scores were worth in games, and the model that says it best.

use super::{Mistake, progress};
use crate::eval::wdl::{MODEL, Model};
use crate::notation::kgn::{ReadError, Reader};
use crate::output::Output;
use crate::train::wdl_fit::Scores;
use clap::Args;
use indicatif::ProgressBar;
use std::fs::File;
use std::io::BufReader;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Fit the model behind UCI_ShowWDL to the scores and results of games
///
/// The table compares what became of scores with the fitted model.
#[derive(Args)]
#[command(after_help = "Example:\n  khepri wdl match.kgn")]
pub(super) struct Arguments {
    /// Files of games in KGN
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
}

/// The width of a row of the table and how far it goes, in centipawns.
const ROW: i32 = 50;
const ROWS: i32 = 8;

impl Arguments {
    pub(super) fn run(&self, output: &Output) -> Result<ExitCode, Mistake> {
        let progress = progress::bytes(None);
        let mut scores = Scores::default();
        for file in &self.files {
            read(file, &mut scores, &progress).map_err(|error| Mistake::new("<FILE>", error))?;
        }
        progress.finish_and_clear();
        let fitted = scores.fit().ok_or_else(|| Mistake::new("<FILE>", "no finished game has a score"))?;
        output.print(table(&scores, &fitted));
        Ok(ExitCode::SUCCESS)
    }
}

/// Takes the scores of a file; a faulty game is an error that names its place.
fn read(file: &Path, scores: &mut Scores, progress: &ProgressBar) -> Result<(), String> {
    let name = file.display();
    let input = File::open(file).map_err(|error| format!("{name}: {error}"))?;
    for game in Reader::new(BufReader::new(progress.wrap_read(input))) {
        match game {
            Ok(record) => scores.add_game(&record),
            Err(ReadError::Fault(fault)) => return Err(format!("{name}: {fault}")),
            Err(ReadError::Input(error)) => return Err(format!("{name}: {error}")),
        }
    }
    Ok(())
}

fn table(scores: &Scores, fitted: &Model) -> String {
    let mut text = format!("{:>6} {:>8}  {:>17}  {:>17}\n", "score", "number", "win draw loss %", "model %");
    for row in -ROWS..=ROWS {
        let middle = row * ROW;
        let outcomes = scores.between(middle - ROW / 2, middle + ROW / 2);
        let total = outcomes.total().max(1) as f64;
        let seen = [outcomes.wins, outcomes.draws, outcomes.losses].map(|count| 100.0 * count as f64 / total);
        let middle_score = f64::from(middle);
        let said =
            [fitted.win(middle_score), fitted.draw(middle_score), fitted.loss(middle_score)].map(|share| 100.0 * share);
        let three = |[win, draw, loss]: [f64; 3]| format!("{win:>5.1} {draw:>5.1} {loss:>5.1}");
        text.push_str(&format!("{middle:>6} {:>8}  {}  {}\n", outcomes.total(), three(seen), three(said)));
    }
    let line = |name: &str, model: &Model| {
        let likelihood = scores.log_likelihood(model);
        format!("{name} even {:.1} slope {:.1} log-likelihood {likelihood:.5}\n", model.even, model.slope)
    };
    text + &line("built in", &MODEL) + &line("fitted", fitted) + &format!("scores {}", scores.total())
}
