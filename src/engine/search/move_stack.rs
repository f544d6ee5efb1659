//! The listed moves of all nodes of the searched line. The moves of a node lie above those of the nodes before it, and are
//! dropped when the node returns.

use super::gain::Candidate;
use super::ordering::Quiet;
use khepri_rules::Move;

/// The moves of the nodes of a line.
#[derive(Default)]
pub(super) struct MoveStack {
    /// The moves whose shot differs from the standing one.
    pub(super) changing: Vec<Candidate>,
    /// The moves whose shot is the standing one.
    pub(super) quiet: Vec<Quiet>,
    /// The quiet moves that were searched and caused no cut-off.
    pub(super) refuted: Vec<Move>,
}

/// The place in a [`MoveStack`] at which the moves of a node begin.
#[derive(Clone, Copy, Default)]
pub(super) struct Base {
    pub(super) changing: usize,
    pub(super) quiet: usize,
    pub(super) refuted: usize,
}

impl MoveStack {
    /// Returns the place at which the moves of the next node begin.
    #[inline]
    pub(super) fn top(&self) -> Base {
        Base { changing: self.changing.len(), quiet: self.quiet.len(), refuted: self.refuted.len() }
    }

    /// Drops all moves. A search that was stopped leaves some.
    pub(super) fn clear(&mut self) {
        self.drop_from(Base::default());
    }

    /// Drops the moves of a node and of those after it.
    #[inline]
    pub(super) fn drop_from(&mut self, base: Base) {
        self.changing.truncate(base.changing);
        self.quiet.truncate(base.quiet);
        self.refuted.truncate(base.refuted);
    }
}
