//! How much less deep late moves are searched.
//!
//! Source: <https://www.chessprogramming.org/Late_Move_Reductions>. Reductions are summed up in 1024ths of a ply.

use super::Depth;
use super::params;

/// Logarithms up to this number.
const NUMBERS: usize = 128;

/// 1024ths in one.
pub const ONE: i32 = 1024;

/// A table of logarithms.
pub struct Reductions([i32; NUMBERS]);

/// What is known of a move that may be reduced.
#[derive(Clone, Copy, Debug)]
pub struct Late {
    /// Of the node.
    pub depth: Depth,
    /// How many moves were searched before it.
    pub tried: usize,
    /// Whether the node is one of the principal variation.
    pub pv: bool,
    /// Whether a refutation is expected in the node.
    pub cut_node: bool,
    /// Whether the player's evaluation has got better.
    pub improving: bool,
    /// Whether the move touches neither beam.
    pub dark: bool,
    /// How good it has been elsewhere.
    pub history: i32,
}

impl Reductions {
    /// Computes the table.
    pub fn new() -> Reductions {
        Reductions(std::array::from_fn(|number| ((number.max(1) as f64).ln() * f64::from(ONE)) as i32))
    }

    /// Whole plies that a move is searched less deep.
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
        if late.dark {
            reduction += params::reduction_dark();
        }
        reduction -= late.history * ONE / params::reduction_history();
        reduction / ONE
    }
}
