//! `khepri net`: describes a network.

use super::command_error::CommandError;
use crate::eval::inputs::{BUCKETS, INPUTS};
use crate::eval::network::{self, MAGIC};
use crate::output::Output;
use crate::protocol::network_file;
use clap::Args;
use std::path::PathBuf;
use std::process::ExitCode;

/// Describe a network made by `khepri train`, or the embedded one
///
/// Prints lines `key: value`. The hash identifies the network. The size is that of its file in bytes. The scale is the score in
/// centipawns for log-odds of 1. The greatest weights and the greatest bias are absolute values. They are real numbers; the file
/// stores them as integers, multiplied by a constant.
#[derive(Args)]
#[command(after_help = "Examples:\n  khepri net\n  khepri net first.net")]
pub(super) struct Arguments {
    /// The file [default: the embedded network]
    #[arg(value_name = "FILE")]
    file: Option<PathBuf>,
}

impl Arguments {
    pub(super) fn run(&self, output: &Output) -> Result<ExitCode, CommandError> {
        let network = match &self.file {
            Some(file) => network_file::read(file).map_err(|error| CommandError::in_file(file, &error))?,
            None => network::embedded(),
        };
        let [input, bias, weight] = network.greatest_weights();
        let lines = [
            ("architecture", format!("{INPUTS} inputs, 2 x {} neurons, {BUCKETS} buckets", network.neurons())),
            ("hash", format!("{:016x}", network.hash())),
            ("size", network.to_bytes().len().to_string()),
            ("format", String::from_utf8_lossy(&MAGIC).into_owned()),
            ("scale", network.scale().to_string()),
            ("greatest weight of an input", format!("{input:.3}")),
            ("greatest bias of a neuron", format!("{bias:.3}")),
            ("greatest weight of the output", format!("{weight:.3}")),
        ];
        for (key, value) in lines {
            output.print(format_args!("{key}: {value}"));
        }
        Ok(ExitCode::SUCCESS)
    }
}
