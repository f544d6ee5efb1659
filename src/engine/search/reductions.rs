//! Late move reductions: late moves are searched less deeply.
//!
//! Source: <https://www.chessprogramming.org/Late_Move_Reductions>.

use super::node::Node;
use super::params;

/// The number of logarithms in the table.
const NUMBERS: usize = 128;

/// The fixed-point unit: 1024 stands for a reduction of one ply, and for a logarithm of 1.
const ONE: i32 = 1024;

/// A table of natural logarithms, in 1024ths, from which reductions are computed.
pub struct Reductions([i32; NUMBERS]);

/// The reduction of a late move, in 1024ths of a ply. It may be negative.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Reduction(i32);

impl Default for Reductions {
    /// Computes the table.
    fn default() -> Reductions {
        Reductions(std::array::from_fn(|number| (libm::log(number.max(1) as f64) * f64::from(ONE)) as i32))
    }
}

impl Reductions {
    /// Returns the reduction of a move on a beam, without its history, after `tried` other moves of a node.
    #[inline]
    pub(super) fn after(&self, node: &Node, tried: usize) -> Reduction {
        let ln = |number: usize| self.0[number.min(NUMBERS - 1)];
        let product = ln(usize::from(node.depth.0)) * (ln(tried + 1) / 32) / (ONE / 32);
        let mut reduction = params::reduction_base() + product * params::reduction_factor() / ONE;
        if !node.improving {
            reduction += params::reduction_not_improving();
        }
        if node.cut_node {
            reduction += params::reduction_cut_node();
        }
        if node.was_pv {
            reduction -= params::reduction_was_pv();
        }
        Reduction(reduction)
    }
}

impl Reduction {
    /// A reduction greater than that of any move.
    pub const MOST: Reduction = Reduction(i32::MAX);

    /// Adjusts the reduction for the move's history, and for a move that touches neither beam (`off_beam`).
    #[inline]
    pub fn of_move(self, off_beam: bool, history: i32) -> Reduction {
        let off_beam = if off_beam { params::reduction_off_beam() } else { 0 };
        Reduction(self.0 + off_beam - history * ONE / params::reduction_history())
    }

    /// Returns the reduction of the same move in a principal variation.
    #[inline]
    pub fn in_pv(self) -> Reduction {
        Reduction(self.0 - params::reduction_pv())
    }

    /// Returns the whole plies.
    #[inline]
    pub fn plies(self) -> i32 {
        self.0 / ONE
    }
}
