//! The listed moves of all nodes of the searched line. The moves of a node lie above those of the nodes before it, and are
//! dropped when the node returns.

use super::gain::Candidate;
use super::ordering::RankedMove;
use khepri_rules::Move;

/// The moves of the nodes of a line.
#[derive(Default)]
pub(super) struct MoveStack {
    /// The moves whose shot differs from the standing one; in quiescence, the moves that gain something.
    pub(super) changing: Vec<Candidate>,
    /// The moves whose shot is the standing one.
    pub(super) quiet: Vec<RankedMove>,
    /// The quiet moves that were searched and caused no cut-off.
    pub(super) failed_quiets: Vec<Move>,
}

/// The place in a [`MoveStack`] at which the moves of a node begin.
#[derive(Clone, Copy, Default)]
pub(super) struct StackMark {
    pub(super) changing: usize,
    pub(super) quiet: usize,
    pub(super) failed_quiets: usize,
}

impl MoveStack {
    /// Returns the place at which the moves of the next node begin.
    #[inline]
    pub(super) fn top(&self) -> StackMark {
        StackMark { changing: self.changing.len(), quiet: self.quiet.len(), failed_quiets: self.failed_quiets.len() }
    }

    /// Drops all moves. A search that was stopped leaves some.
    pub(super) fn clear(&mut self) {
        self.drop_from(StackMark::default());
    }

    /// Drops the moves of a node and of those after it.
    #[inline]
    pub(super) fn drop_from(&mut self, base: StackMark) {
        self.changing.truncate(base.changing);
        self.quiet.truncate(base.quiet);
        self.failed_quiets.truncate(base.failed_quiets);
    }
}
