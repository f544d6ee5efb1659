//! `khepri bench`: the speed and the checksum of the search.

use super::{Mistake, progress};
use crate::protocol::output::Output;
use crate::protocol::{command, report};
use crate::search::Depth;
use crate::tools::bench;
use clap::Args;
use std::process::ExitCode;
use std::sync::Arc;

/// Search fixed positions; the last line is what test frameworks read
#[derive(Args)]
#[command(after_help = "Example:\n  khepri bench 6")]
pub(super) struct Arguments {
    /// How many plies deep to search; another number gives another checksum
    #[arg(value_parser = command::depth)]
    depth: Option<Depth>,
}

impl Arguments {
    pub(super) fn run(&self, output: &Output) -> Result<ExitCode, Mistake> {
        let progress = progress::bar(bench::lines().count());
        let total = bench::run(self.depth.unwrap_or(bench::DEPTH), &Arc::default(), &mut |one| {
            progress.suspend(|| output.print(one));
            progress.inc(1);
        });
        progress.finish_and_clear();
        match total.map_err(|error| Mistake::new("bench", error))? {
            Some(total) => output.print(report::bench_line(total.nodes, total.time)),
            None => return Err(Mistake::new("bench", "it was stopped")),
        }
        Ok(ExitCode::SUCCESS)
    }
}
