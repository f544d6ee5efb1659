//! What is searched deeper: a move without which the position is much worse.

use super::Depth;
use super::node::Node;
use super::observer::Bound;
use super::params;
use super::shared::Stopped;
use super::window::Window;
use super::worker::Worker;
use crate::eval::Score;

/// What the search without the table's move has shown.
pub(super) enum Singular {
    /// So many plies more for the table's move.
    Extend(i32),
    /// The node is good enough without it.
    Cut(Score),
}

impl Worker<'_> {
    /// Whether the table's move is the only good one: all others are searched less deep, below its score.
    ///
    /// Source: <https://www.chessprogramming.org/Singular_Extensions>; if they reach beta without it, the node is cut as in
    /// multi-cut, <https://www.chessprogramming.org/Multi-Cut>.
    pub(super) fn singular(&mut self, node: &Node, window: Window) -> Result<Singular, Stopped> {
        let Node { depth, ply, .. } = *node;
        let (Some(entry), Some(mv)) = (node.entry, node.table_move) else { return Ok(Singular::Extend(0)) };
        if depth.plies() < params::singular_depth()
            || entry.bound == Bound::Upper
            || entry.depth.plies() < depth.plies() - 3
            || entry.score.is_mate()
            || self.frames[ply].excluded.is_some()
            || self.full_width
            || ply >= 2 * usize::from(self.root_depth.0)
        {
            return Ok(Singular::Extend(0));
        }
        let beta = entry.score - params::singular_margin() * depth.plies() / 4;
        let null = Window { alpha: beta - 1, beta };
        self.frames[ply].excluded = Some(mv);
        let score = self.search::<false>(null, Depth(depth.less_one().0 / 2), ply, node.cut_node);
        self.frames[ply].excluded = None;
        let score = score?;
        Ok(if score < beta {
            Singular::Extend(if score < beta - params::double_margin() && !node.was_pv { 2 } else { 1 })
        } else if score >= window.beta && !score.is_mate() {
            Singular::Cut(score)
        } else if entry.score >= window.beta {
            Singular::Extend(-1)
        } else {
            Singular::Extend(0)
        })
    }
}
