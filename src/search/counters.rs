//! What a search counts besides its nodes: what ends them, and which ideas of the search pay.

use std::ops::AddAssign;

/// Something that is counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Event {
    /// A node: a move made, null moves included.
    Node,
    /// A node made by quiescence.
    QuiescenceNode,
    /// A node below one at which quiescence searched evasions.
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
    /// A visit to an inner node that the table did not cut.
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
    /// A cut-off by a move that hits something and gains nothing.
    CutByLoss,
    /// A cut-off by the first move.
    FirstMoveCut,
    /// A move tried at a node with a cut-off by a move.
    MoveAtCutNode,
}

/// The number of kinds of events.
const EVENTS: usize = Event::MoveAtCutNode as usize + 1;

/// The number of times that each event occurred.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Counters([u64; EVENTS]);

impl Counters {
    /// Returns the number of an event.
    pub fn get(&self, event: Event) -> u64 {
        self.0[event as usize]
    }

    /// Counts an event.
    #[inline(always)]
    pub fn count(&mut self, event: Event) {
        self.add(event, 1);
    }

    /// Counts an event this number of times.
    #[inline(always)]
    pub fn add(&mut self, event: Event, times: u64) {
        self.0[event as usize] += times;
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
    fn counters_are_added_event_by_event() {
        let (mut first, mut second) = (Counters::default(), Counters::default());
        first.count(Event::Node);
        first.add(Event::MoveAtCutNode, 3);
        second.add(Event::Node, 4);
        first += &second;
        assert_eq!([Event::Node, Event::TableHit, Event::MoveAtCutNode].map(|event| first.get(event)), [5, 0, 3]);
    }
}
