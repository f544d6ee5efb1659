//! Counts of what the tests have checked.

use std::collections::BTreeMap;
use std::fmt;

/// The number of mate claims of one length.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Claims {
    /// The distinct claims of each search.
    pub made: usize,
    pub proven: usize,
}

/// Counts of what was checked.
#[derive(Clone, Default, Debug)]
pub struct Tally {
    pub searches: usize,
    pub lines: usize,
    pub moves: usize,
    /// Lines whose score is a bound.
    pub bounds: usize,
    /// Lines that end in a draw.
    pub draws: usize,
    /// Claims by the number of moves, negative if the side to move loses.
    pub mates: BTreeMap<i32, Claims>,
    /// Searches for a mate whose result was compared with a proof.
    pub mate_searches: usize,
}

impl Tally {
    /// Returns the claims of all lengths together.
    pub fn claims(&self) -> Claims {
        let sum = |count: fn(&Claims) -> usize| self.mates.values().map(count).sum();
        Claims { made: sum(|claims| claims.made), proven: sum(|claims| claims.proven) }
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Tally { searches, lines, moves, bounds, draws, mate_searches, .. } = self;
        write!(f, "{searches} searches, {lines} lines of {moves} moves, {bounds} of them bounds, {draws} drawn; ")?;
        let Claims { made, proven } = self.claims();
        write!(f, "{mate_searches} answers to `go mate` proven; mates claimed {made}, proven {proven}:")?;
        self.mates.iter().try_for_each(|(moves, Claims { made, proven })| write!(f, " {moves}: {proven}/{made}"))
    }
}
