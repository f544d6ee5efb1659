//! The accumulators along the searched line. Those of a position are made from the ones of an earlier position by what differs.

use super::block::Block;
use super::changes::Changes;
use super::inputs::{Inputs, bucket};
use super::network::Network;
use super::score::Score;
use crate::rules::{Beam, Colour, Position};
use std::mem;

/// The accumulators of one position, in the views of both players by [`Colour::index`].
#[derive(Debug)]
struct Slot {
    /// The key of the position.
    key: u64,
    inputs: Box<Inputs>,
    neurons: [Vec<Block>; 2],
}

/// A slot for each ply. A position that is never evaluated costs nothing.
#[derive(Default)]
pub struct Accumulators {
    slots: Vec<Option<Slot>>,
    /// The inputs of the present position. They change places with those of a slot, so that they are not copied.
    inputs: Box<Inputs>,
    /// Memory for what differs from an earlier position.
    changes: Changes,
}

/// The number of changes up to which no second earlier position is compared.
const FEW_CHANGES: usize = 16;

/// The number of changes from which on all rows are added again.
const MANY_CHANGES: usize = 48;

impl Accumulators {
    /// Forgets all positions, as the network may be another one from now on.
    pub fn clear(&mut self) {
        self.slots.iter_mut().for_each(|slot| *slot = None);
    }

    /// Returns the network's score of a position at `ply` of the line, from the view of the side to move. `beams` are by
    /// [`Colour::index`]. Positions at other plies need not be related to this one, but if the one before it is, that saves work.
    #[inline]
    pub fn evaluate(&mut self, network: &Network, position: &Position, beams: [&Beam; 2], ply: usize) -> Score {
        if self.slots.len() <= ply {
            self.slots.resize_with(ply + 1, || None);
        }
        if self.slots[ply].as_ref().is_none_or(|slot| slot.key != position.key()) {
            self.inputs.set(position, beams);
            self.make(network, position.key(), ply);
        }
        let own = position.side_to_move();
        self.slots[ply].as_ref().map_or(Score::DRAW, |slot| {
            network.output([own, own.other()].map(|colour| &slot.neurons[colour.index()][..]), bucket(position))
        })
    }

    /// Makes the slot at `ply` from the slot before it, or from what it held if that needs fewer changes.
    #[inline]
    fn make(&mut self, network: &Network, key: u64, ply: usize) {
        let (earlier, rest) = self.slots.split_at_mut(ply);
        let (before, slot) = (earlier.last().and_then(Option::as_ref), &mut rest[0]);
        let (inputs, changes) = (&self.inputs, &mut self.changes);
        let mut list = |earlier: &Slot| {
            inputs.list_changes(&earlier.inputs, changes);
            changes.len()
        };
        let from_before = before.map_or(usize::MAX, &mut list);
        let from_last = match slot {
            Some(slot) if from_before > FEW_CHANGES => list(slot),
            _ => usize::MAX,
        };
        let slot = slot.get_or_insert_with(|| Slot { key, inputs: Box::default(), neurons: network.accumulators() });
        match before {
            _ if from_before.min(from_last) > MANY_CHANGES => {
                Colour::ALL.into_iter().for_each(|view| network.fill(inputs, view, &mut slot.neurons[view.index()]));
            }
            Some(before) if from_before <= from_last => {
                if from_last < usize::MAX {
                    inputs.list_changes(&before.inputs, changes);
                }
                for view in Colour::ALL.map(Colour::index) {
                    network.update(&before.neurons[view], changes.of(view), &mut slot.neurons[view]);
                }
            }
            _ => {
                for view in Colour::ALL.map(Colour::index) {
                    network.update_in_place(changes.of(view), &mut slot.neurons[view]);
                }
            }
        }
        slot.key = key;
        mem::swap(&mut slot.inputs, &mut self.inputs);
    }
}

/// Returns the network's score of a position, from the view of the side to move.
pub fn evaluate(network: &Network, position: &Position) -> Score {
    let beams = Colour::ALL.map(|colour| position.beam(colour));
    Accumulators::default().evaluate(network, position, beams.each_ref(), 0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::network::tests::random_network;
    use crate::notation::setups;
    use crate::rules::Bitboard;
    use crate::util::random::Random;
    use rand::SeedableRng;

    /// Plays random lines, with null moves and takebacks, and evaluates most positions at their plies.
    #[test]
    fn scores_along_a_line_are_those_from_scratch() {
        let mut random = Random::seed_from_u64(3);
        let network = random_network(&mut random);
        let mut accumulators = Accumulators::default();
        for set_up in setups::all() {
            let mut position = set_up.position.clone();
            let mut line = Vec::new();
            for _ in 0..200 {
                let moves = position.legal_moves();
                let back = moves.is_empty() || !position.pharaohs_stand() || line.len() > 60 || random.below(4) == 0;
                if back {
                    let Some(earlier) = line.pop() else { continue };
                    position = earlier;
                } else {
                    line.push(position.clone());
                    if random.below(8) == 0 {
                        let hits = position.beam(position.side_to_move()).hits();
                        position.make_null(if random.below(2) == 0 { hits } else { Bitboard::EMPTY });
                    } else {
                        position.play_unchecked(moves[random.below(moves.len())]);
                    }
                }
                if random.below(4) > 0 {
                    let beams = Colour::ALL.map(|colour| position.beam(colour));
                    let score = accumulators.evaluate(&network, &position, beams.each_ref(), line.len());
                    assert_eq!(score, evaluate(&network, &position), "{}: {position}", set_up.name);
                }
            }
        }
    }

    #[test]
    fn half_a_turn_of_the_board_changes_no_score() {
        let network = random_network(&mut Random::seed_from_u64(4));
        for set_up in setups::all() {
            let mut random = Random::seed_from_u64(5);
            let mut position = set_up.position.clone();
            for _ in 0..40 {
                let moves = position.legal_moves();
                if moves.is_empty() || !position.pharaohs_stand() {
                    break;
                }
                position.play_unchecked(moves[random.below(moves.len())]);
                assert_eq!(evaluate(&network, &position), evaluate(&network, &position.half_turn()), "{position}");
            }
        }
    }
}
