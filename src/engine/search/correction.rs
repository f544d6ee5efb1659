//! Correction of the static evaluation by what searches found in positions with the same beams.
//!
//! Source: <https://www.chessprogramming.org/Static_Evaluation_Correction_History>.

use super::history::add_bonus;
use super::params;
use crate::eval::Score;
use khepri_rules::{Bitboard, Colour};

/// The number of corrections for each player and beam.
const ERRORS: usize = 1 << 14;

/// The number of beams with corrections: the player's own and the opponent's.
const BEAMS: usize = 2;

/// The number of units of a correction in one centipawn.
const UNIT: i32 = 16;

/// Corrections of the static evaluation, by player to move and by the path of each beam. Each follows the errors that were
/// found: the scores of searches less the corrected static evaluation.
pub struct Corrections(Vec<i16>);

/// The slots of a position's corrections.
#[derive(Clone, Copy, Debug)]
pub struct ErrorSlots([usize; BEAMS]);

impl Default for Corrections {
    /// Returns corrections of zero.
    fn default() -> Corrections {
        Corrections(vec![0; 2 * BEAMS * ERRORS])
    }
}

impl ErrorSlots {
    /// Returns the slots for the player to move and the paths of the player's own beam and of the opponent's.
    #[inline]
    pub fn of(colour: Colour, paths: [Bitboard; BEAMS]) -> ErrorSlots {
        let slot = |beam: usize| {
            let bits = paths[beam].bits();
            let mixed = (bits as u64 ^ ((bits >> 64) as u64).rotate_left(32)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            (colour.index() * BEAMS + beam) * ERRORS + (mixed >> (64 - ERRORS.trailing_zeros())) as usize
        };
        ErrorSlots([slot(0), slot(1)])
    }
}

impl Corrections {
    /// Sets all corrections to zero.
    pub fn clear(&mut self) {
        self.0.fill(0);
    }

    /// Returns the static evaluation with its correction.
    #[inline]
    pub fn corrected(&self, raw: Score, slots: ErrorSlots) -> Score {
        let sum: i32 = slots.0.iter().map(|&slot| i32::from(self.0[slot])).sum();
        raw + sum * params::correction_weight() / (64 * UNIT)
    }

    /// Adds the error found by a search to a depth of `plies`. `error` is the score of the search less the corrected static
    /// evaluation, in centipawns.
    #[inline]
    pub fn add(&mut self, slots: ErrorSlots, error: i32, plies: i32) {
        let limit = params::correction_limit() * UNIT;
        let bonus = (error * plies * params::correction_rate() / 8).clamp(-limit / 4, limit / 4);
        slots.0.iter().for_each(|&slot| add_bonus(&mut self.0[slot], bonus, limit));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use khepri_rules::Square;

    fn slots(colour: Colour, own: Square, opponent: Square) -> ErrorSlots {
        ErrorSlots::of(colour, [Bitboard::of(own), Bitboard::of(opponent)])
    }

    #[test]
    fn errors_move_the_evaluation_of_positions_with_the_same_beams_only() {
        let mut corrections = Corrections::default();
        let there = slots(Colour::Silver, Square::J5, Square::A3);
        (0..50).for_each(|_| corrections.add(there, 40, 8));
        let by = |slots| corrections.corrected(Score::DRAW, slots).value();
        assert!(by(there) > 0);
        assert_eq!(by(slots(Colour::Silver, Square::J4, Square::A4)), 0);
        assert_eq!(by(slots(Colour::Red, Square::J5, Square::A3)), 0);
        assert_eq!(by(slots(Colour::Silver, Square::J5, Square::A4)), by(there) / 2);
        corrections.clear();
        assert_eq!(corrections.corrected(Score::DRAW, there), Score::DRAW);
    }

    #[test]
    fn no_error_moves_the_evaluation_beyond_the_limit() {
        let mut corrections = Corrections::default();
        let there = slots(Colour::Red, Square::E4, Square::E5);
        let most = BEAMS as i32 * params::correction_limit() * params::correction_weight() / 64;
        for error in [30_000, -30_000] {
            (0..1000).for_each(|_| corrections.add(there, error, 64));
            let by = corrections.corrected(Score::DRAW, there).value();
            assert!(by.signum() == error.signum() && by.abs() <= most, "{by}");
        }
    }
}
