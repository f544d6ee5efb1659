//! What an engine did wrong.

use super::termination::Termination;
use std::time::Duration;

/// A fault that ends a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    /// Its name.
    pub termination: Termination,
    /// What was seen, for people.
    pub detail: String,
    /// By how much the time was exceeded, where that is the fault.
    pub overrun: Option<Duration>,
}

impl Fault {
    /// A fault other than one of time.
    pub fn new(termination: Termination, detail: impl Into<String>) -> Fault {
        Fault { termination, detail: detail.into(), overrun: None }
    }
}

/// Why there is no answer of an engine.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Failure {
    /// It did something wrong.
    Fault(Fault),
    /// The match was stopped, and the engine is not to blame.
    Stopped,
}

impl From<Fault> for Failure {
    fn from(fault: Fault) -> Failure {
        Failure::Fault(fault)
    }
}
