//! The accumulators along the searched line. Those of a position are made from the ones of an earlier position by what differs.

use super::changes::Changes;
use super::inputs::{Inputs, bucket};
use super::network::Network;
use super::score::Score;
use crate::rules::{Beam, Colour, Position};

/// The accumulators of one position, in the views of both players by [`Colour::index`].
#[derive(Clone, Debug)]
struct Slot {
    inputs: Inputs,
    neurons: [Vec<i16>; 2],
}

/// A slot for each ply. A position that is never evaluated costs nothing.
#[derive(Default)]
pub struct Accumulators {
    slots: Vec<Option<Slot>>,
    /// Memory for a slot that is being made.
    spare: [Vec<i16>; 2],
    changes: Changes,
}

impl Accumulators {
    /// Returns memory for lines of this number of plies.
    pub fn new(plies: usize) -> Accumulators {
        let mut slots = Vec::new();
        slots.resize_with(plies, || None);
        Accumulators { slots, ..Accumulators::default() }
    }

    /// Forgets all positions, as the network may be another one from now on.
    pub fn clear(&mut self) {
        self.slots.iter_mut().for_each(|slot| *slot = None);
    }

    /// Returns the network's score of a position at `ply` of the line, from the view of the side to move. `beams` are by
    /// [`Colour::index`]. Positions at other plies need not be related to this one, but if the one before it is, that saves work.
    #[inline]
    pub fn evaluate(&mut self, network: &Network, position: &Position, beams: [&Beam; 2], ply: usize) -> Score {
        let inputs = Inputs::of(position, beams);
        let known = self.slots.get(ply).and_then(Option::as_ref).is_some_and(|slot| slot.inputs == inputs);
        if !known {
            self.make(network, inputs, ply);
        }
        let Some(Some(slot)) = self.slots.get(ply) else { return Score::DRAW };
        let own = position.side_to_move();
        network.output([own, own.other()].map(|colour| &slot.neurons[colour.index()][..]), bucket(position))
    }

    /// Makes the slot at `ply`.
    #[inline]
    fn make(&mut self, network: &Network, inputs: Inputs, ply: usize) {
        if ply >= self.slots.len() {
            self.slots.resize_with(ply + 1, || None);
        }
        let nearest = [ply.checked_sub(1), Some(ply)].into_iter().flatten().find(|&from| {
            self.slots[from].as_ref().is_some_and(|slot| {
                inputs.list_changes(&slot.inputs, &mut self.changes);
                self.changes.len() <= MOST_CHANGES && self.changes.is_complete()
            })
        });
        for neurons in &mut self.spare {
            neurons.resize(network.neurons(), 0);
        }
        match nearest.and_then(|from| self.slots[from].as_ref()) {
            Some(slot) => {
                for view in Colour::ALL {
                    let index = view.index();
                    network.update(&slot.neurons[index], &self.changes, view, &mut self.spare[index]);
                }
            }
            None => Colour::ALL.into_iter().for_each(|view| network.fill(&inputs, view, &mut self.spare[view.index()])),
        }
        let neurons = std::mem::take(&mut self.spare);
        if let Some(slot) = self.slots[ply].replace(Slot { inputs, neurons }) {
            self.spare = slot.neurons;
        }
    }
}

/// The most changes that are cheaper than all inputs of a position.
const MOST_CHANGES: usize = 40;

/// Returns the network's score of a position, from the view of the side to move.
pub fn evaluate(network: &Network, position: &Position) -> Score {
    let beams = Colour::ALL.map(|colour| position.beam(colour));
    Accumulators::new(1).evaluate(network, position, beams.each_ref(), 0)
}
