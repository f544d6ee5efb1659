//! `khepri perft`: counts the leaves of a position, or checks a suite of known counts.

use super::command_error::CommandError;
use super::position::PositionArgs;
use super::progress;
use crate::output::Output;
use clap::Args;
use khepri_engine::perft::{self, Options};
use khepri_lab::measure::suite;
use khepri_protocol::report;
use std::fmt::Display;
use std::fs::File;
use std::io::BufReader;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

/// Count the sequences of legal moves (perft)
#[derive(Args)]
#[command(
    after_help = "Examples:\n  khepri perft 4 --stats\n  khepri perft 3 --setup imhotep --variant khet1 --divide\n  \
                        khepri perft --suite positions/perft/khet2.perft --max-depth 3"
)]
pub(super) struct Arguments {
    /// Number of moves in a sequence
    #[arg(required_unless_present = "suite", value_parser = clap::value_parser!(u32).range(0..=i64::from(perft::DEEPEST)))]
    depth: Option<u32>,
    #[command(flatten)]
    position: PositionArgs,
    /// Print the count of each first move
    #[arg(long)]
    divide: bool,
    /// Print how many squares the last shots hit and how many games they end, and the sum of the keys of all leaves; --bulk and
    /// --hash then have no effect
    #[arg(long)]
    stats: bool,
    /// Count the last moves without making them
    #[arg(long)]
    bulk: bool,
    /// Number of threads
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=512))]
    threads: u16,
    /// Size of a table of counts in MiB; 0 is none
    #[arg(long, value_name = "MIB", value_parser = clap::value_parser!(u32).range(0..=65536))]
    hash: Option<u32>,
    /// Check a file of positions with their counts, one `KFEN ;D1 n ;D2 n …` a line
    #[arg(long, value_name = "FILE", conflicts_with_all = ["depth", "divide", "stats", "kfen", "setup", "variant", "moves"])]
    suite: Option<PathBuf>,
    /// Skip counts of the suite deeper than this
    #[arg(long, value_name = "D", requires = "suite")]
    max_depth: Option<u32>,
}

impl Arguments {
    pub(super) fn run(&self, output: &Output) -> Result<ExitCode, CommandError> {
        if self.max_depth.is_some() && self.suite.is_none() {
            return Err(CommandError::new("--max-depth", "it needs --suite"));
        }
        let table = match self.hash {
            None | Some(0) => None,
            Some(_) if self.stats => None,
            Some(mib) => Some(perft::Table::new(mib as usize).map_err(|error| CommandError::new("--hash", error))?),
        };
        let options = Options {
            bulk: self.bulk && !self.stats,
            threads: usize::from(self.threads),
            table: table.as_ref(),
            ..Options::default()
        };
        match (&self.suite, self.depth) {
            (Some(file), _) => self.check(file, &options, output),
            (None, Some(depth)) => self.count(depth, &options, output),
            (None, None) => Err(CommandError::new("<DEPTH>", "expected a number of moves")),
        }
    }

    fn count(&self, depth: u32, options: &Options, output: &Output) -> Result<ExitCode, CommandError> {
        let game = self.position.game()?;
        let position = game.position();
        let progress = progress::spinner();
        let start = Instant::now();
        let stats = if self.divide {
            let mut each = |mv, count| progress.suspend(|| output.print(format_args!("{mv}: {count}")));
            perft::divide(position, depth, options, &mut each)
        } else {
            perft::perft(position, depth, options)
        };
        let time = start.elapsed();
        progress.finish_and_clear();
        let stats = stats.map_err(|why| CommandError::new("<DEPTH>", why))?;
        if self.stats {
            output.print(format_args!("hits {} ends {} keys {:016x}", stats.hits, stats.ends, stats.keys));
        }
        output.print(report::perft_line(stats.nodes, time));
        Ok(ExitCode::SUCCESS)
    }

    fn check(&self, file: &PathBuf, options: &Options, output: &Output) -> Result<ExitCode, CommandError> {
        let unusable = |why: &dyn Display| CommandError::new("--suite", format_args!("{}: {why}", file.display()));
        let input = File::open(file).map_err(|error| unusable(&error))?;
        let cases = suite::read(BufReader::new(input)).map_err(|error| unusable(&error))?;
        let deepest = self.max_depth.unwrap_or(perft::DEEPEST);
        let counts = |case: &suite::Case| -> Vec<(u32, u64)> {
            case.counts.iter().copied().filter(|&(depth, _)| depth <= deepest).collect()
        };
        let progress = progress::bar(cases.iter().map(|case| counts(case).len()).sum());
        let (mut passed, mut failed) = (0, 0);
        for case in &cases {
            for (depth, expected) in counts(case) {
                let counted = perft::perft(&case.position, depth, options).unwrap_or_default().nodes;
                if counted == expected {
                    passed += 1;
                } else {
                    failed += 1;
                    let suite::Case { line, kfen, .. } = case;
                    let failure = format!("line {line}: D{depth} expected {expected}, counted {counted}: {kfen}");
                    progress.suspend(|| output.print(failure));
                }
                progress.inc(1);
            }
        }
        progress.finish_and_clear();
        output.print(format_args!("{passed} passed, {failed} failed"));
        Ok(ExitCode::from(u8::from(failed > 0)))
    }
}
