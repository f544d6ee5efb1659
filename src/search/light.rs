//! The beams of both colours at every ply of the searched line.
//!
//! A move that changes no square of a beam leaves it as it is, so most positions share the beams of the position before.

use super::window::MAX_PLY;
use crate::rules::{Beam, Bitboard, Colour, Position};

/// The beams along the line.
#[derive(Default)]
pub(super) struct Light {
    plies: Vec<Ply>,
}

/// The beams of the position at one ply.
#[derive(Default)]
struct Ply {
    /// The beams that were traced at this ply, by [`Colour::index`].
    traced: [Beam; 2],
    /// The ply at which each beam of the position was traced.
    traced_at: [usize; 2],
    /// The key of the position whose beams are known.
    key: u64,
    /// The squares that the move to the next ply changes; none if that is not known.
    changed: Option<Bitboard>,
}

impl Light {
    /// Allocates the memory for a line and clears what another search has left.
    pub(super) fn prepare(&mut self) {
        self.plies.resize_with(MAX_PLY + 2, Ply::default);
        for ply in &mut self.plies {
            (ply.key, ply.changed) = (0, None);
        }
    }

    /// Returns a beam of the position for which [`Light::update`] was called last at this ply.
    #[inline(always)]
    pub(super) fn of(&self, ply: usize, colour: Colour) -> &Beam {
        let colour = colour.index();
        &self.plies[self.plies[ply].traced_at[colour]].traced[colour]
    }

    /// Notes the squares that a move or a null move in the position at `ply` changes, its hits among them.
    #[inline]
    pub(super) fn note_change(&mut self, position: &Position, ply: usize, changed: Bitboard) {
        let ply = &mut self.plies[ply];
        ply.changed = (ply.key == position.key()).then_some(changed);
    }

    /// Finds the beams of the position at `ply`: traced before, shared with the position before, or traced now.
    #[inline]
    pub(super) fn update(&mut self, position: &Position, ply: usize) {
        if self.plies[ply].key != position.key() {
            self.find(position, ply);
        }
        debug_assert!(Colour::ALL.into_iter().all(|colour| self.is_traced(position, ply, colour)), "{position}");
    }

    /// Returns whether a beam is the one that a trace from its start gives.
    fn is_traced(&self, position: &Position, ply: usize, colour: Colour) -> bool {
        let mut beam = Beam::new();
        position.trace(colour, &mut beam);
        (beam.path(), beam.hits()) == (self.of(ply, colour).path(), self.of(ply, colour).hits())
    }

    #[inline]
    fn find(&mut self, position: &Position, ply: usize) {
        let (earlier, rest) = self.plies.split_at_mut(ply);
        let before = earlier.last();
        // The next ply may share beams of the position that was here before.
        if let Some(next) = rest.get_mut(1) {
            next.key = 0;
        }
        let now = &mut rest[0];
        now.key = position.key();
        for colour in Colour::ALL {
            let index = colour.index();
            now.traced_at[index] = match before {
                Some(Ply { changed: Some(changed), traced_at, .. })
                    if earlier[traced_at[index]].traced[index].path().is_disjoint(*changed)
                        && !position.laser(colour).0.as_square().is_some_and(|square| changed.has(square)) =>
                {
                    traced_at[index]
                }
                _ => {
                    position.trace(colour, &mut now.traced[index]);
                    ply
                }
            };
        }
    }
}
