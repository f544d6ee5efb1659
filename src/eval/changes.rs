//! The differences between two positions, and the rows of weights that an accumulator has to add and subtract for them.

use crate::rules::{Beam, Bitboard, Colour};

/// The differences between a position and an earlier one of the same game.
#[derive(Clone, Copy, Debug)]
pub struct Difference<'a> {
    /// The squares whose contents may differ.
    pub squares: Bitboard,
    /// The earlier and the present beam of each player whose beam may differ, by [`Colour::index`].
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

/// The largest number of rows in a list: 30 pieces, 53 legs and 17 hits of each of two shots, and the rule set.
const CAPACITY: usize = 171;

/// Inputs in the views of both players, by [`Colour::index`].
#[derive(Clone, Copy, Debug)]
struct List {
    inputs: [[Input; CAPACITY]; 2],
    len: usize,
}

impl List {
    const EMPTY: List = List { inputs: [[0; CAPACITY]; 2], len: 0 };

    #[inline(always)]
    fn push(&mut self, of: impl Fn(Colour) -> Input) {
        for view in Colour::ALL {
            self.inputs[view.index()][self.len] = of(view);
        }
        self.len += 1;
    }
}

/// The inputs that became 1 and those that became 0.
#[derive(Clone, Debug)]
pub struct Changes {
    added: List,
    removed: List,
}

impl Default for Changes {
    fn default() -> Changes {
        Changes { added: List::EMPTY, removed: List::EMPTY }
    }
}

impl Changes {
    /// Removes all changes.
    #[inline(always)]
    pub(super) fn clear(&mut self) {
        (self.added.len, self.removed.len) = (0, 0);
    }

    /// Adds an input that became 1. `of` returns its number in the view of a player.
    #[inline(always)]
    pub(super) fn add(&mut self, of: impl Fn(Colour) -> Input) {
        self.added.push(of);
    }

    /// Adds an input that became 0. `of` returns its number in the view of a player.
    #[inline(always)]
    pub(super) fn remove(&mut self, of: impl Fn(Colour) -> Input) {
        self.removed.push(of);
    }

    /// Returns the inputs that became 1 and those that became 0 in the view of the player with this [`Colour::index`].
    #[inline(always)]
    pub(super) fn of(&self, view: usize) -> [&[Input]; 2] {
        [&self.added, &self.removed].map(|list| &list.inputs[view][..list.len])
    }
}
