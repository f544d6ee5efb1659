//! `khepri bench`: prints the speed and the checksum of the search, or searches the tactics suite.

use super::accuracy::AccuracyArgs;
use super::command_error::CommandError;
use super::progress;
use crate::output::Output;
use crate::positions;
use clap::Args;
use khepri_engine::internal::eval::network;
use khepri_engine::{Depth, Signals};
use khepri_lab::measure::figures::Figures;
use khepri_lab::puzzles::solved_table::SolvedTable;
use khepri_lab::puzzles::solver::Solver;
use khepri_lab::puzzles::{self, Case};
use khepri_protocol::bench::{self, Benched, Measured};
use khepri_protocol::{command, report};
use khepri_rules::internal::util::unrecognised::Unrecognised;
use std::fmt::Display;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Search fixed positions and print the speed and the number of nodes, which is a checksum of the search
///
/// Prints a line for each position and one for each rule set with and without Eyes. The last line, `N nodes M nps`, is the
/// one that test frameworks read.
#[derive(Args)]
#[command(after_help = "Examples:\n  khepri bench 6\n  khepri bench 10 --stats\n  khepri bench --tactics\n  \
                        khepri bench --accuracy --nodes 4000,20000,150000")]
pub(super) struct Arguments {
    /// Search depth in plies [default: 12]; another depth gives another checksum
    #[arg(value_parser = command::depth)]
    depth: Option<Depth>,
    /// Print statistics of the search before the last line, one `name value` per line: kinds of nodes, and causes of cut-offs
    #[arg(long)]
    stats: bool,
    /// Search the tactics suite instead, or this file: list the unsolved positions and count the solved ones by the nodes needed
    #[arg(long, value_name = "FILE", num_args = 0..=1, conflicts_with_all = ["depth", "stats"])]
    tactics: Option<Option<PathBuf>>,
    #[command(flatten)]
    accuracy: AccuracyArgs,
}

impl Arguments {
    /// Returns whether the command may write a file or run another program.
    pub(super) fn has_files(&self) -> bool {
        self.accuracy.has_files()
    }

    pub(super) fn run(&self, output: &Output) -> Result<ExitCode, CommandError> {
        if let Some(result) = self.accuracy.run(output) {
            return result;
        }
        if let Some(file) = &self.tactics {
            return solve(&cases(file.as_deref())?, output);
        }
        let progress = progress::bar(bench::lines().count());
        let benched =
            bench::run(network::embedded(), self.depth.unwrap_or(bench::DEPTH), &Signals::default(), &mut |one| {
                progress.suspend(|| output.print(one));
                progress.inc(1);
            });
        progress.finish_and_clear();
        let Some(Benched { total, groups, counters }) = benched.map_err(|error| CommandError::new("bench", error))?
        else {
            return Err(CommandError::new("bench", "it was stopped"));
        };
        for (group, Measured { nodes, time }) in groups {
            output.print(report::bench_group_line(group, nodes, time));
        }
        if self.stats {
            output.print(Figures(&counters));
        }
        output.print(report::bench_line(total.nodes, total.time));
        Ok(ExitCode::SUCCESS)
    }
}

/// Returns the positions of a file, or those of the suite, each with the name of its file.
fn cases(file: Option<&Path>) -> Result<Vec<(String, Case)>, CommandError> {
    let unusable = |file: &str, why: &dyn Display| CommandError::new("--tactics", format_args!("{file}: {why}"));
    let read = |name: &str, text: &str| {
        let cases = puzzles::read(text).map_err(|error| unusable(name, &error))?;
        Ok(cases.into_iter().map(|case| (name.to_owned(), case)).collect())
    };
    let Some(file) = file else {
        let files: Vec<Vec<_>> =
            positions::TACTICS.iter().map(|(name, text)| read(name, text)).collect::<Result<_, _>>()?;
        return Ok(files.concat());
    };
    let shown = file.display().to_string();
    let mut bytes = Vec::new();
    File::open(file)
        .and_then(|file| Unrecognised::new(file, "positions").read_to_end(&mut bytes))
        .map_err(|error| unusable(&shown, &error))?;
    read(&shown, &String::from_utf8_lossy(&bytes))
}

fn solve(cases: &[(String, Case)], output: &Output) -> Result<ExitCode, CommandError> {
    let mut solver = Solver::new().map_err(|error| CommandError::new("--tactics", error))?;
    let progress = progress::bar(cases.len());
    let mut table = SolvedTable::default();
    for (file, case) in cases {
        let solved = solver.solve(case);
        if solved.shortest.is_none() {
            progress.suspend(|| {
                output.print(format_args!("unsolved, {} after {} nodes: {case}", solved.score, solved.nodes))
            });
        }
        table.add(file, case.moves, &solved);
        progress.inc(1);
    }
    progress.finish_and_clear();
    output.print(table);
    Ok(ExitCode::SUCCESS)
}
