//! Late move reductions: late moves are searched less deeply.
//!
//! Source: <https://www.chessprogramming.org/Late_Move_Reductions>.

use super::node::Node;
use super::params;
use super::window::Depth;

/// The number of logarithms in the table.
const NUMBERS: usize = 128;

/// The fixed-point unit: 1024 stands for a reduction of one ply, and for a logarithm of 1.
const ONE: i32 = 1024;

/// A table of natural logarithms, in 1024ths.
pub struct Reductions([i32; NUMBERS]);

/// The properties of a move that determine its reduction.
#[derive(Clone, Copy, Debug)]
pub struct Late {
    /// The depth of the node.
    pub depth: Depth,
    /// The number of moves tried before this one.
    pub tried: usize,
    /// Whether the node is a PV node.
    pub pv: bool,
    /// Whether the position is or once was part of a principal variation.
    pub was_pv: bool,
    /// Whether a cut-off is expected at the node.
    pub cut_node: bool,
    /// Whether the player's static evaluation improves.
    pub improving: bool,
    /// Whether the move touches neither beam.
    pub off_beam: bool,
    /// The history of the move.
    pub history: i32,
}

impl Late {
    /// Returns the properties of a move on a beam without history, after `tried` moves of the node.
    #[inline]
    pub(super) fn new<const PV: bool>(node: &Node, tried: usize) -> Late {
        let Node { depth, was_pv, cut_node, improving, .. } = *node;
        Late { depth, tried, pv: PV, was_pv, cut_node, improving, off_beam: false, history: 0 }
    }
}

impl Default for Reductions {
    /// Computes the table.
    fn default() -> Reductions {
        Reductions(std::array::from_fn(|number| (libm::log(number.max(1) as f64) * f64::from(ONE)) as i32))
    }
}

impl Reductions {
    /// Returns the reduction of a move in plies, which may be negative.
    #[inline]
    pub fn plies(&self, late: &Late) -> i32 {
        let ln = |number: usize| self.0[number.min(NUMBERS - 1)];
        let product = ln(usize::from(late.depth.0)) * (ln(late.tried + 1) / 32) / (ONE / 32);
        let mut reduction = params::reduction_base() + product * params::reduction_factor() / ONE;
        if !late.improving {
            reduction += params::reduction_not_improving();
        }
        if late.cut_node {
            reduction += params::reduction_cut_node();
        }
        if late.pv {
            reduction -= params::reduction_pv();
        }
        if late.was_pv {
            reduction -= params::reduction_was_pv();
        }
        if late.off_beam {
            reduction += params::reduction_off_beam();
        }
        reduction -= late.history * ONE / params::reduction_history();
        reduction / ONE
    }
}
