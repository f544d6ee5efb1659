//! How two positions differ, and which rows of weights an accumulator has to add and to subtract for it.

use crate::rules::{Beam, Bitboard, Colour};

/// How a position differs from an earlier one of the same game.
#[derive(Clone, Copy, Debug)]
pub struct Difference<'a> {
    /// The squares whose contents may differ.
    pub squares: Bitboard,
    /// By [`Colour::index`], each beam that may differ: the earlier one and the present one.
    pub beams: [Option<[&'a Beam; 2]>; 2],
}

impl Difference<'_> {
    /// Returns whether both positions have the same accumulator.
    #[inline]
    pub fn is_none(&self) -> bool {
        self.squares.is_empty() && self.beams.iter().all(Option::is_none)
    }
}

/// The number of a row of weights: of an input, or of a leg, after [`INPUTS`](super::inputs::INPUTS).
pub type Input = u16;

/// The most rows of each kind: 30 pieces, 53 legs and 17 hits of each shot, and the rule set make 171.
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
    /// Forgets all.
    #[inline(always)]
    pub(super) fn clear(&mut self) {
        (self.added.len, self.removed.len) = (0, 0);
    }

    /// Notes an input that became 1; `of` returns it in the view of a player.
    #[inline(always)]
    pub(super) fn add(&mut self, of: impl Fn(Colour) -> Input) {
        self.added.push(of);
    }

    /// Notes an input that became 0.
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
