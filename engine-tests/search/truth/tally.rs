//! The counts of what the tests have checked.

use std::collections::BTreeMap;
use std::fmt;

/// Claims of one length.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Claims {
    /// Different ones of one search.
    pub made: usize,
    pub proven: usize,
}

/// Counts.
#[derive(Clone, Default, Debug)]
pub struct Tally {
    pub searches: usize,
    pub lines: usize,
    pub moves: usize,
    /// Lines whose score is only a bound.
    pub bounds: usize,
    /// Lines that end in a draw.
    pub draws: usize,
    /// Forced ends by moves, negative for the side to move's own.
    pub mates: BTreeMap<i32, Claims>,
    /// Searches for a mate whose answer, also that there is none, was compared with a proof.
    pub asked_mates: usize,
}

impl Tally {
    /// All claims of forced ends.
    pub fn claims(&self) -> Claims {
        let sum = |count: fn(&Claims) -> usize| self.mates.values().map(count).sum();
        Claims { made: sum(|claims| claims.made), proven: sum(|claims| claims.proven) }
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Tally { searches, lines, moves, bounds, draws, asked_mates, .. } = self;
        write!(f, "{searches} searches, {lines} lines of {moves} moves, {bounds} of them bounds, {draws} drawn; ")?;
        let Claims { made, proven } = self.claims();
        write!(f, "{asked_mates} answers to `go mate` proven; mates claimed {made}, proven {proven}:")?;
        self.mates.iter().try_for_each(|(moves, Claims { made, proven })| write!(f, " {moves}: {proven}/{made}"))
    }
}
