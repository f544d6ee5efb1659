//! The events that the session handles: lines of the input and ends of jobs.

use super::options::Change;
use crate::search::{BestMove, NoMemory};

/// An event that the session handles.
#[derive(Debug)]
pub enum SessionEvent {
    /// A line of the input.
    Line(Vec<u8>),
    /// A line that was skipped because of its length, in bytes.
    LineTooLong(usize),
    /// The input has ended.
    EndOfInput,
    /// The running job has ended.
    Finished(JobEnd),
    /// An answer could not be printed.
    OutputFailed,
}

/// The result of a job.
#[derive(Debug)]
pub enum JobEnd {
    /// The answer of a search.
    Found(BestMove),
    /// The last line of a job that prints the others itself. The session prints it after the end of the job, so a client
    /// that has read it knows that the job is over.
    Counted(String),
    /// No result, for this reason.
    Without(String),
    /// The end of work on the memory of the table, with its cause.
    Upkeep(Cause, Result<(), NoMemory>),
    /// The message of a panic.
    Panicked(String),
}

/// The cause of work on the memory of the table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Cause {
    /// `ucinewgame`
    NewGame,
    /// The first `isready`, which is answered after the work.
    IsReady,
    /// A changed option.
    Option(Change),
}
