//! `khepri net`: reports what is in the file of a network.

use super::mistake::Mistake;
use crate::eval::inputs::{BUCKETS, INPUTS};
use crate::eval::network::{MAGIC, Network};
use crate::output::Output;
use clap::Args;
use std::fmt::Display;
use std::fs;
use std::path::PathBuf;
use std::process::ExitCode;

/// Report what is in the file of a network made by `khepri train`
///
/// Weights are multiples of the value that counts as 1. The scale is the score in centipawns for log-odds of 1. The hash names
/// the network.
#[derive(Args)]
#[command(after_help = "Example:\n  khepri net first.net")]
pub(super) struct Arguments {
    /// The file
    #[arg(value_name = "FILE")]
    file: PathBuf,
}

impl Arguments {
    pub(super) fn run(&self, output: &Output) -> Result<ExitCode, Mistake> {
        let mistake = |error: &dyn Display| Mistake::in_file(&self.file, error);
        let bytes = fs::read(&self.file).map_err(|error| mistake(&error))?;
        let network = Network::read(&bytes).map_err(|error| mistake(&error))?;
        let [input, bias, weight] = network.greatest_weights();
        let rows: [(&str, String); 10] = [
            ("magic", String::from_utf8_lossy(&MAGIC).into_owned()),
            ("inputs", INPUTS.to_string()),
            ("neurons", format!("2 x {}", network.neurons())),
            ("buckets", BUCKETS.to_string()),
            ("scale", network.scale().to_string()),
            ("hash", format!("{:016x}", network.hash())),
            ("bytes", bytes.len().to_string()),
            ("greatest weight of an input", format!("{input:.3}")),
            ("greatest bias of a neuron", format!("{bias:.3}")),
            ("greatest weight of the output", format!("{weight:.3}")),
        ];
        for (name, value) in rows {
            output.print(format_args!("{name:<30} {value}"));
        }
        Ok(ExitCode::SUCCESS)
    }
}
