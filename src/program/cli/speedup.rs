//! `khepri speedup`: measures the gain of more threads on this machine.

use super::command_error::CommandError;
use super::progress;
use crate::output::Output;
use clap::Args;
use khepri_engine::Depth;
use khepri_lab::measure::speedup::{self, Compared};
use khepri_protocol::command;
use std::process::ExitCode;

/// Compare several threads with one: nodes a second and time to a depth, from three set-ups
///
/// The last line has the geometric means. The machine should be otherwise idle.
#[derive(Args)]
#[command(after_help = "Example:\n  khepri speedup 9 --threads 2 --runs 20")]
pub(super) struct Arguments {
    /// Search depth in plies
    #[arg(value_parser = command::depth)]
    depth: Depth,
    /// Number of threads to compare with one
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u16).range(2..=512))]
    threads: u16,
    /// Number of runs of each set-up, each with one thread and with several
    #[arg(long, value_name = "R", default_value_t = 5, value_parser = clap::value_parser!(u16).range(1..))]
    runs: u16,
}

impl Arguments {
    pub(super) fn run(&self, output: &Output) -> Result<ExitCode, CommandError> {
        let runs = usize::from(self.runs);
        let progress = progress::bar(runs * speedup::SETUPS.len());
        let compared = speedup::run(usize::from(self.threads), self.depth, runs, &mut |one| {
            progress.suspend(|| output.print(one));
            progress.inc(1);
        });
        progress.finish_and_clear();
        let compared = compared.map_err(|error| CommandError::new("speedup", error))?;
        output.print(format_args!(
            "{} threads, depth {}, {} searches: speed {:.3}, time {:.3}",
            self.threads,
            self.depth.plies(),
            compared.len(),
            speedup::geometric_mean(compared.iter().map(Compared::speed)),
            speedup::geometric_mean(compared.iter().map(Compared::time)),
        ));
        Ok(ExitCode::SUCCESS)
    }
}
