//! The greatest gain that a player has with one shot.

use khepri_engine::internal::search::gain::{self, PHARAOH};
use khepri_rules::Position;

/// Returns the greatest gain of a shot of the player to move, in centipawns. The standing shot counts; the gain is at least 0. Both
/// Pharaohs must be on the board.
pub fn best_gain(position: &Position) -> i32 {
    let beam = position.beam(position.side_to_move());
    let mut best = gain::gain_in_place(position, beam.hits()).max(0);
    position.each_legal_move(|mv| best = best.max(gain::gain(position, mv, position.shot(&beam, mv))));
    best
}

/// Returns whether the gain of a shot includes the opponent's Pharaoh, but not the player's own.
pub const fn hits_pharaoh(gain: i32) -> bool {
    gain > PHARAOH / 2
}
