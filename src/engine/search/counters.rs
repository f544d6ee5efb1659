//! Counters of a search: nodes, table probes, cut-offs, and the effects of each pruning idea.

use std::ops::AddAssign;

/// A kind of event that a search counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Counter {
    /// A node, which is a move or a null move made.
    Node,
    /// A node made by quiescence.
    QuiescenceNode,
    /// A node in a subtree in which quiescence searches evasions.
    EvasionNode,
    /// A table probe of the main search.
    MainProbe,
    /// A table probe of quiescence.
    QuiescenceProbe,
    /// A probe that found an entry.
    TableHit,
    /// A cut-off by an entry.
    TableCut,
    /// A cut-off by standing pat.
    StandPat,
    /// An inner node without a table cut-off.
    InnerNode,
    /// An inner node cut by reverse futility.
    ReverseFutilityCut,
    /// An inner node cut by razoring.
    RazoringCut,
    /// A null move.
    NullMove,
    /// An inner node cut by a null move.
    NullMoveCut,
    /// A singular search.
    SingularSearch,
    /// An extension after a singular search.
    SingularExtension,
    /// An inner node cut by a singular search.
    MultiCut,
    /// A late move searched with a reduced depth.
    ReducedSearch,
    /// A late move searched again with the full depth.
    FullSearch,
    /// A cut-off by the table's move.
    CutByTableMove,
    /// A cut-off by a move whose shot gains something.
    CutByGain,
    /// A cut-off by a killer.
    CutByKiller,
    /// A cut-off by another quiet move.
    CutByQuiet,
    /// A cut-off by a move that changes the shot but gains nothing.
    CutByLoss,
    /// A cut-off by the first move.
    FirstMoveCut,
    /// A move tried at a node with a cut-off.
    MoveAtCutNode,
}

/// The number of counters.
const COUNTERS: usize = Counter::MoveAtCutNode as usize + 1;

/// The values of all counters.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Counters([u64; COUNTERS]);

impl Counters {
    /// Returns the value of a counter.
    pub fn get(&self, counter: Counter) -> u64 {
        self.0[counter as usize]
    }

    /// Adds one to a counter.
    #[inline(always)]
    pub fn count(&mut self, counter: Counter) {
        self.add(counter, 1);
    }

    /// Adds a number to a counter.
    #[inline(always)]
    pub fn add(&mut self, counter: Counter, number: u64) {
        self.0[counter as usize] += number;
    }
}

impl AddAssign<&Counters> for Counters {
    fn add_assign(&mut self, other: &Counters) {
        self.0.iter_mut().zip(other.0).for_each(|(count, other)| *count += other);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counters_are_added_one_by_one() {
        let (mut first, mut second) = (Counters::default(), Counters::default());
        first.count(Counter::Node);
        first.add(Counter::MoveAtCutNode, 3);
        second.add(Counter::Node, 4);
        first += &second;
        assert_eq!(
            [Counter::Node, Counter::TableHit, Counter::MoveAtCutNode].map(|counter| first.get(counter)),
            [5, 0, 3]
        );
    }
}
