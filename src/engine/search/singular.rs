//! Singular extensions: the table's move is searched deeper if all other moves are much worse.
//!
//! Source: <https://www.chessprogramming.org/Singular_Extensions>. If another move reaches beta as well, the node is cut as
//! in multi-cut, <https://www.chessprogramming.org/Multi-Cut>.

use super::counters::Counter;
use super::node::Node;
use super::params;
use super::shared::Stopped;
use super::window::{Bound, Depth, Window};
use super::worker::Worker;
use crate::eval::Score;

/// The result of a search without the table's move.
pub(super) enum SingularResult {
    /// The extension of the table's move, in plies; a negative one is a reduction.
    Extend(i32),
    /// The node fails high even without the table's move.
    Cut(Score),
}

impl Worker<'_> {
    /// Searches all moves except the table's move, with half the depth and a null window below the table's score. If the
    /// table's entry does not qualify, returns an extension of zero and searches nothing.
    pub(super) fn singular(&mut self, node: &Node, window: Window) -> Result<SingularResult, Stopped> {
        let depth = node.depth;
        let (Some(entry), Some(mv)) = (node.entry, node.table_move) else { return Ok(SingularResult::Extend(0)) };
        if depth.plies() < params::singular_depth()
            || entry.bound == Bound::Upper
            || entry.depth.plies() < depth.plies() - params::singular_entry_depth()
            || entry.score.is_mate()
            || self.line.frame().excluded.is_some()
            || !self.may_extend()
        {
            return Ok(SingularResult::Extend(0));
        }
        let beta = entry.score - params::singular_margin() * depth.plies() / 4;
        self.line.frame_mut().excluded = Some(mv);
        self.counters.count(Counter::SingularSearch);
        let score = self.search::<false>(Window::below(beta), Depth(depth.minus(1).0 / 2), node.cut_node);
        self.line.frame_mut().excluded = None;
        let score = score?;
        Ok(if score < beta {
            self.counters.count(Counter::SingularExtension);
            SingularResult::Extend(if score < beta - params::double_margin() && !node.was_pv { 2 } else { 1 })
        } else if score >= window.beta && !score.is_mate() {
            self.counters.count(Counter::MultiCut);
            SingularResult::Cut(score)
        } else if entry.score >= window.beta {
            SingularResult::Extend(-1)
        } else {
            SingularResult::Extend(0)
        })
    }
}
