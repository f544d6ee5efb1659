//! Failures of commands: a line on stderr and an exit status.

use crate::notation::excerpt::is_control;
use std::fmt;
use std::io;
use std::path::Path;
use std::process::ExitCode;
use thiserror::Error;

/// The status after a mistake on the command line.
pub(super) const MISTAKE: u8 = 2;

/// The status after any other failure.
pub(super) const FAILURE: u8 = 1;

/// The status after the reader of stdout has closed it, as a shell reports SIGPIPE.
pub(super) const UNREAD: u8 = 141;

/// The argument that makes a command impossible, and the reason.
#[derive(Debug, Error)]
#[error("{argument}: {reason}")]
pub(super) struct Mistake {
    pub(super) argument: &'static str,
    pub(super) reason: String,
    pub(super) status: u8,
}

impl Mistake {
    pub(super) fn new(argument: &'static str, reason: impl fmt::Display) -> Mistake {
        Mistake { argument, reason: reason.to_string(), status: MISTAKE }
    }

    /// Returns the failure to read a file of the argument `<FILE>`, or a fault in it.
    pub(super) fn in_file(file: &Path, error: &dyn fmt::Display) -> Mistake {
        Mistake::new("<FILE>", format_args!("{}: {error}", file.display()))
    }

    /// Returns the failure to write the file of an argument. It is not the user's mistake if there is no room.
    pub(super) fn unwritable(argument: &'static str, file: &Path, error: &io::Error) -> Mistake {
        let is_full = matches!(
            error.kind(),
            io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded | io::ErrorKind::FileTooLarge
        );
        let status = if is_full { FAILURE } else { MISTAKE };
        Mistake { status, ..Mistake::new(argument, format_args!("{}: {error}", file.display())) }
    }
}

/// What an argument expected instead of its value.
#[derive(Clone, PartialEq, Debug, Error)]
#[error("expected {0}")]
pub(super) struct Expected(pub(super) String);

/// Prints the reason on stderr and returns the status.
pub(super) fn fail(status: u8, why: impl fmt::Display) -> ExitCode {
    warn(why);
    ExitCode::from(status)
}

/// Prints a line on stderr.
pub(super) fn warn(why: impl fmt::Display) {
    let why = why.to_string().replace(is_control, " ");
    remark(format_args!("khepri: {why}"));
}

/// Prints text on stderr as it is.
pub(super) fn remark(text: impl fmt::Display) {
    // Nothing can be done if stderr is closed.
    let _ = io::Write::write_all(&mut io::stderr(), format!("{text}\n").as_bytes());
}
