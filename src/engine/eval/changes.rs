//! The differences between two positions, and the rows of weights that an accumulator has to add and subtract for them.

use khepri_rules::{Beam, Bitboard};

/// The differences between a position and an earlier one of the same game.
#[derive(Clone, Copy, Debug)]
pub struct Difference<'a> {
    /// The squares whose contents may differ.
    pub squares: Bitboard,
    /// The earlier and the present beam of each player whose beam may differ, by [`Colour::index`](khepri_rules::Colour::index).
    pub beams: [Option<[&'a Beam; 2]>; 2],
}

impl Difference<'_> {
    /// Returns whether both positions have the same accumulator.
    #[inline]
    pub fn is_none(&self) -> bool {
        self.squares.is_empty() && self.beams.iter().all(Option::is_none)
    }
}

/// The number of a row of weights. The rows of legs follow the [`INPUTS`](super::inputs::INPUTS) rows of inputs.
pub type Input = u16;

/// The rows of one feature in the views of both players, by [`Colour::index`](khepri_rules::Colour::index).
pub(super) type Rows = [Input; 2];

/// The rows to add and the rows to subtract.
#[derive(Clone, Default, Debug)]
pub struct Changes {
    pub(super) added: Vec<Rows>,
    pub(super) removed: Vec<Rows>,
}
