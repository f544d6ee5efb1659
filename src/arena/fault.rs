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
    /// Processor time used in that move, where the system says.
    pub processor: Option<Duration>,
}

impl Fault {
    /// A fault other than one of time.
    pub fn new(termination: Termination, detail: impl Into<String>) -> Fault {
        Fault { termination, detail: detail.into(), overrun: None, processor: None }
    }
}

/// Why there is no answer of an engine.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Failure {
    /// It did something wrong.
    Fault(Fault),
    /// The game cannot go on, and the engine is not to blame.
    GivenUp(GivenUp),
}

/// Why a game is given up: it does not count.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum GivenUp {
    /// The match was stopped.
    Stopped,
    /// The system has refused to run an engine: which, and why. The command line or the machine is to blame.
    NotStarted(String),
}

impl From<GivenUp> for Failure {
    fn from(why: GivenUp) -> Failure {
        Failure::GivenUp(why)
    }
}

impl From<Fault> for Failure {
    fn from(fault: Fault) -> Failure {
        Failure::Fault(fault)
    }
}
