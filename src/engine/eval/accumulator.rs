//! The accumulator of a position: the sums of the network's neurons in the views of both players. It is computed from the
//! accumulator of an earlier position and the changes since then.

use super::block::Block;
use super::changes::{Changes, Difference};
use super::inputs::{self, bucket};
use super::network::Network;
use super::score::Score;
use khepri_rules::internal::bytes;
use khepri_rules::internal::square::SQUARES;
use khepri_rules::{Beam, Colour, Outcome, Position};

/// The accumulator of one position.
#[derive(Debug)]
pub struct Accumulator {
    /// The [`bytes`] of the board.
    squares: [u8; SQUARES],
    /// The sums in the view of each player, by [`Colour::index`]. Empty before the first computation.
    sums: [Vec<Block>; 2],
}

impl Default for Accumulator {
    fn default() -> Accumulator {
        Accumulator { squares: [0; SQUARES], sums: [Vec::new(), Vec::new()] }
    }
}

impl Accumulator {
    /// Computes the accumulator of a position from scratch. `beams` are by [`Colour::index`].
    pub fn fill(&mut self, network: &Network, position: &Position, beams: [&Beam; 2]) {
        self.squares = *bytes(position.board());
        self.sums.iter_mut().for_each(|sums| network.start(sums));
        inputs::each_row(position, beams, |rows| {
            self.sums.iter_mut().zip(rows).for_each(|(sums, row)| network.add_row(row, sums));
        });
    }

    /// Computes the accumulator of a position from `before`, the accumulator of an earlier position. Overwrites `changes`.
    #[inline]
    pub fn update(
        &mut self,
        network: &Network,
        before: &Accumulator,
        position: &Position,
        difference: &Difference,
        changes: &mut Changes,
    ) {
        self.squares = *bytes(position.board());
        inputs::list_changes(&before.squares, &self.squares, difference, changes);
        for view in Colour::ALL.map(Colour::index) {
            network.update(&before.sums[view], changes, view, &mut self.sums[view]);
        }
    }

    /// Returns the network's score of the position, from the view of the side to move.
    #[inline]
    pub fn score(&self, network: &Network, position: &Position) -> Score {
        let own = position.side_to_move();
        network.output([own, own.other()].map(|colour| &self.sums[colour.index()][..]), bucket(position))
    }
}

/// Returns the network's score of a position, from the view of the side to move.
pub fn evaluate(network: &Network, position: &Position) -> Score {
    let mut accumulator = Accumulator::default();
    accumulator.fill(network, position, Colour::ALL.map(|colour| position.beam(colour)).each_ref());
    accumulator.score(network, position)
}

impl Network {
    /// Returns the score of a position for the side to move, without a search. The score of a finished game is its outcome; a
    /// draw by repetition is not seen.
    pub fn evaluate(&self, position: &Position) -> Score {
        match position.outcome() {
            Some(Outcome::Draw) => Score::DRAW,
            Some(Outcome::Win(winner)) if winner == position.side_to_move() => Score::win_in(0),
            Some(Outcome::Win(_)) => Score::loss_in(0),
            None => evaluate(self, position),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::network::random_network;
    use khepri_rules::internal::util::random::Random;
    use khepri_rules::{Bitboard, setups};

    /// Plays random games. Computes each accumulator from the accumulator of a position one or more plies before.
    #[test]
    fn an_updated_accumulator_equals_one_computed_from_scratch() {
        let mut random = Random::seed_from_u64(3);
        let network = random_network(&mut random);
        let mut changes = Changes::default();
        for set_up in setups::all() {
            let mut position = set_up.position.clone();
            let beams_of = |position: &Position| Colour::ALL.map(|colour| position.beam(colour));
            let (mut beams, mut before) = (beams_of(&position), Accumulator::default());
            before.fill(&network, &position, beams.each_ref());
            let mut squares = Bitboard::EMPTY;
            for _ in 0..200 {
                let moves = position.legal_moves();
                if moves.is_empty() || !position.pharaohs_stand() {
                    break;
                }
                let mv = moves[random.below(moves.len())];
                let played = position.play_unchecked(mv);
                squares |= mv.touched() | played.hits();
                if random.below(3) == 0 {
                    continue;
                }
                let now = beams_of(&position);
                let beams_before = std::mem::replace(&mut beams, now);
                let pairs = [0, 1].map(|colour| [&beams_before[colour], &beams[colour]]);
                // A beam that has not changed may be passed too.
                let pairs = pairs.map(|[before, now]| {
                    let legs = |beam: &Beam| -> Vec<_> {
                        beam.legs().iter().map(|leg| (leg.squares(), leg.direction())).collect()
                    };
                    let same = legs(before) == legs(now) && before.hits() == now.hits();
                    (!same || random.below(2) == 0).then_some([before, now])
                });
                let mut accumulator = Accumulator::default();
                let difference = Difference { squares, beams: pairs };
                accumulator.update(&network, &before, &position, &difference, &mut changes);
                assert_eq!(accumulator.score(&network, &position), evaluate(&network, &position), "{position}");
                (before, squares) = (accumulator, Bitboard::EMPTY);
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
