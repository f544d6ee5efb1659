//! `khepri bench`: the speed and the checksum of the search, and what it solves of the tactics suite.

use super::{Mistake, progress};
use crate::protocol::output::Output;
use crate::protocol::{command, report};
use crate::search::Depth;
use crate::tools::bench;
use crate::tools::tactics::solve::Solver;
use crate::tools::tactics::tally::Tally;
use crate::tools::tactics::{self, Case};
use clap::Args;
use std::process::ExitCode;
use std::sync::Arc;

/// Search fixed positions; the last line is what test frameworks read
#[derive(Args)]
#[command(after_help = "Examples:\n  khepri bench 6\n  khepri bench --tactics")]
pub(super) struct Arguments {
    /// How many plies deep to search; another number gives another checksum
    #[arg(value_parser = command::depth)]
    depth: Option<Depth>,
    /// Search the tactics suite instead: which positions are not solved, then how many are, with how many nodes
    #[arg(long, conflicts_with = "depth")]
    tactics: bool,
}

impl Arguments {
    pub(super) fn run(&self, output: &Output) -> Result<ExitCode, Mistake> {
        if self.tactics {
            return solve(output);
        }
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

fn solve(output: &Output) -> Result<ExitCode, Mistake> {
    let mut solver = Solver::new().map_err(|error| Mistake::new("--tactics", error))?;
    let mut cases: Vec<(&str, Case)> = Vec::new();
    for (file, text) in tactics::FILES {
        let read = tactics::read(text).map_err(|error| Mistake::new("--tactics", format_args!("{file}: {error}")))?;
        cases.extend(read.into_iter().map(|case| (file, case)));
    }
    let progress = progress::bar(cases.len());
    let mut tally = Tally::default();
    for (file, case) in &cases {
        let solved = solver.solve(case);
        if solved.shortest.is_none() {
            let score = solved.score.map_or_else(String::new, |score| score.to_string());
            progress.suspend(|| output.print(format_args!("unsolved, score {score}: {case}")));
        }
        tally.add(file, case.moves, &solved);
        progress.inc(1);
    }
    progress.finish_and_clear();
    output.print(tally);
    Ok(ExitCode::SUCCESS)
}
