//! Errors of commands: a line on stderr and an exit status.

use khepri_rules::internal::notation::excerpt::is_control;
use std::fmt;
use std::io;
use std::path::Path;
use std::process::ExitCode;
use std::str::FromStr;
use thiserror::Error;

/// The status after an error in the arguments.
pub(super) const USAGE_ERROR: u8 = 2;

/// The status after any other error.
pub(super) const FAILURE: u8 = 1;

/// The status if the reader of stdout has closed it. A shell reports SIGPIPE with the same status.
pub(super) const CLOSED_STDOUT: u8 = 141;

/// The reason why a command fails, with the argument or the command that it is about.
#[derive(Debug, Error)]
#[error("{argument}: {reason}")]
pub(super) struct CommandError {
    pub(super) argument: &'static str,
    pub(super) reason: String,
    pub(super) status: u8,
}

impl CommandError {
    /// Returns an error in an argument.
    pub(super) fn new(argument: &'static str, reason: impl fmt::Display) -> CommandError {
        CommandError { argument, reason: reason.to_string(), status: USAGE_ERROR }
    }

    /// Returns an error that is not caused by the arguments.
    pub(super) fn failure(command: &'static str, reason: impl fmt::Display) -> CommandError {
        CommandError { status: FAILURE, ..CommandError::new(command, reason) }
    }

    /// Returns an error about a file of the argument `<FILE>`.
    pub(super) fn in_file(file: &Path, error: &dyn fmt::Display) -> CommandError {
        CommandError::new("<FILE>", format_args!("{}: {error}", file.display()))
    }

    /// Returns the error that the file of an argument cannot be written. A full disk is not an error in the arguments.
    pub(super) fn unwritable(argument: &'static str, file: &Path, error: &io::Error) -> CommandError {
        let is_full = matches!(
            error.kind(),
            io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded | io::ErrorKind::FileTooLarge
        );
        let status = if is_full { FAILURE } else { USAGE_ERROR };
        CommandError { status, ..CommandError::new(argument, format_args!("{}: {error}", file.display())) }
    }
}

/// The reason why the value of an argument is invalid: what was expected.
#[derive(Clone, PartialEq, Debug, Error)]
#[error("expected {0}")]
pub(super) struct Expected(pub(super) String);

/// Returns a parser of values for which `is_valid` returns true.
pub(super) fn valid<T: FromStr + Clone + Send + Sync + 'static>(
    expected: impl Into<String>,
    is_valid: fn(&T) -> bool,
) -> impl Fn(&str) -> Result<T, Expected> + Clone {
    let expected = Expected(expected.into());
    move |text| text.parse().ok().filter(is_valid).ok_or_else(|| expected.clone())
}

/// Prints a line on stderr and returns the status.
pub(super) fn fail(status: u8, why: impl fmt::Display) -> ExitCode {
    warn(why);
    ExitCode::from(status)
}

/// Prints a line on stderr that begins with the name of the program.
pub(super) fn warn(why: impl fmt::Display) {
    let why = why.to_string().replace(is_control, " ");
    print_stderr(format_args!("khepri: {why}"));
}

/// Prints a line on stderr.
pub(super) fn print_stderr(text: impl fmt::Display) {
    // A failure cannot be reported.
    let _ = io::Write::write_all(&mut io::stderr(), format!("{text}\n").as_bytes());
}
