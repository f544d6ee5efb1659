//! The file of a network, which the option `EvalFile` or the command line names.

use khepri_engine::internal::eval::network::{self, MOST_BYTES};
use khepri_engine::{InvalidNetwork, Network};
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::Path;
use std::sync::Arc;
use thiserror::Error;

/// The reason why a file is not used.
#[derive(Debug, Error)]
pub enum FileError {
    /// The file cannot be read.
    #[error("cannot read the file: {0}")]
    Io(#[from] io::Error),
    /// The path names something else, such as a folder or a pipe.
    #[error("expected a file")]
    NotAFile,
    /// The file is not a network that this program can use.
    #[error(transparent)]
    Invalid(#[from] InvalidNetwork),
}

/// Returns the network of a file, or the embedded network if no file is named.
///
/// # Errors
/// The reason why the file is not used.
pub fn find(path: Option<&Path>) -> Result<Arc<Network>, FileError> {
    let Some(path) = path else { return Ok(network::embedded()) };
    // Reading from a pipe could block forever.
    if !fs::metadata(path)?.is_file() {
        return Err(FileError::NotAFile);
    }
    read(path)
}

/// Reads a network. Reads at most one byte more than the largest network has.
///
/// # Errors
/// The reason why the file is not used.
pub fn read(path: &Path) -> Result<Arc<Network>, FileError> {
    let mut bytes = Vec::new();
    File::open(path)?.take(MOST_BYTES as u64 + 1).read_to_end(&mut bytes)?;
    Ok(Arc::new(Network::read(&bytes)?))
}
