//! `khepri net`: describes a network, and measures its losses over games.

use super::command_error::{CommandError, FAILURE};
use super::data::GameFiles;
use super::train::Selection;
use crate::output::Output;
use clap::Args;
use khepri_engine::Network;
use khepri_engine::internal::eval::inputs::{BUCKETS, INPUTS};
use khepri_engine::internal::eval::network::{self, MAGIC};
use khepri_lab::train::net::measure::{Estimate, NetworkLosses, search_scale};
use khepri_protocol::network_file;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

/// Describe a network made by `khepri train`, or the embedded one, and measure its losses
///
/// Prints lines `key: value`. The hash identifies the network. The size is that of its file in bytes. The scale is the score in
/// centipawns for log-odds of 1. The greatest weights and the greatest bias are absolute values. They are real numbers; the file
/// stores them as integers, multiplied by a constant.
///
/// With `--games` it also prints the mean losses over the quiet positions of these games, against their scores and against the
/// results, and how much they are above those of another network. The scale of each network is fitted to that with which it is
/// compared. The standard errors are those of independent games.
#[derive(Args)]
#[command(after_help = "Examples:\n  khepri net\n  khepri net first.net\n  \
                        khepri net first.net --games .data/held-out --relabelled")]
pub(super) struct Arguments {
    /// The file [default: the embedded network]
    #[arg(value_name = "FILE.net")]
    file: Option<PathBuf>,
    /// Files of games over which the losses are measured, or folders of `khepri datagen`
    #[arg(long, value_name = "FILE", num_args = 1..)]
    games: Vec<PathBuf>,
    /// The other network [default: the embedded network]
    #[arg(long, value_name = "FILE.net", requires = "games")]
    against: Option<PathBuf>,
    #[command(flatten)]
    selection: Selection,
}

/// Reads the network of an argument, or returns the embedded one.
fn read(argument: &'static str, file: Option<&Path>) -> Result<Arc<Network>, CommandError> {
    let Some(file) = file else { return Ok(network::embedded()) };
    network_file::read(file).map_err(|error| CommandError::new(argument, format_args!("{}: {error}", file.display())))
}

impl Arguments {
    /// Returns the lines about the losses of a network, and the number of faults in the files.
    fn losses(&self, network: &Network) -> Result<(Vec<(String, String)>, u64), CommandError> {
        let other = read("--against", self.against.as_deref())?;
        let (samples, _, faults) = self.selection.samples(&GameFiles::new(self.games.clone()))?;
        if samples.is_empty() {
            return Err(CommandError::new("--games", "expected a game with a position to measure"));
        }
        let [losses, others] = [network, &other].map(|network| NetworkLosses::of(network, &samples));
        let mut lines = vec![
            ("games".to_owned(), samples.games().to_string()),
            ("positions".to_owned(), samples.len().to_string()),
            ("scale of the search, fitted to the results".to_owned(), format!("{:.0}", search_scale(&samples))),
        ];
        let rows = [("scores", &losses.scores, &others.scores), ("results", &losses.results, &others.results)];
        for (name, own, others) in rows {
            lines.push((format!("scale of the network, fitted to the {name}"), format!("{:.0}", own.scale)));
            let pairs = own.losses.iter().zip(&others.losses);
            let differences: Vec<f64> = pairs.map(|(loss, other)| loss - other).collect();
            let less = format!("loss against {name} less that of {:016x}", other.hash());
            for (name, values) in [(format!("loss against {name}"), &own.losses), (less, &differences)] {
                let Estimate { mean, error } = Estimate::of(&samples, values);
                let error = if error.is_finite() { format!("{error:.6}") } else { "-".to_owned() };
                lines.push((name, format!("{mean:.6}, standard error {error}")));
            }
        }
        Ok((lines, faults))
    }

    pub(super) fn run(&self, output: &Output) -> Result<ExitCode, CommandError> {
        let network = read("<FILE.net>", self.file.as_deref())?;
        let (measured, faults) = match (self.games.is_empty(), self.selection.option()) {
            (true, Some(option)) => {
                return Err(CommandError::new(option, "expected --games, whose positions it selects"));
            }
            (true, None) => (vec![], 0),
            (false, _) => self.losses(&network)?,
        };
        let [input, bias, weight] = network::greatest_weights(&network);
        let lines = [
            ("architecture", format!("{INPUTS} inputs, 2 x {} neurons, {BUCKETS} buckets", network.neurons())),
            ("hash", format!("{:016x}", network.hash())),
            ("size", network.to_bytes().len().to_string()),
            ("format", String::from_utf8_lossy(&MAGIC).into_owned()),
            ("scale", network.scale().to_string()),
            ("greatest weight of an input", format!("{input:.3}")),
            ("greatest bias of a neuron", format!("{bias:.3}")),
            ("greatest weight of the second layer", format!("{weight:.3}")),
        ];
        let described = lines.into_iter().map(|(key, value)| (key.to_owned(), value));
        for (key, value) in described.chain(measured) {
            output.print(format_args!("{key}: {value}"));
        }
        Ok(ExitCode::from(if faults > 0 { FAILURE } else { 0 }))
    }
}
