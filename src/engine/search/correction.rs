//! Correction of the static evaluation by what searches found in positions with the same beams.
//!
//! Source: <https://www.chessprogramming.org/Static_Evaluation_Correction_History>.

use super::history::add_bonus;
use super::params;
use crate::eval::Score;
use khepri_rules::{Bitboard, Colour};

/// The number of mean errors for each player and beam.
const ERRORS: usize = 1 << 14;

/// The number of beams with mean errors: the own beam and the opponent's.
const BEAMS: usize = 2;

/// The number of units of a mean error in one centipawn.
const UNIT: i32 = 16;

/// Mean errors of the static evaluation, by player to move and by the path of each beam. An error is the score of a search
/// less the corrected static evaluation.
pub struct Corrections(Vec<i16>);

/// The indices of a position's mean errors.
#[derive(Clone, Copy, Debug)]
pub struct ErrorSlots([usize; BEAMS]);

impl Default for Corrections {
    /// Returns corrections of zero.
    fn default() -> Corrections {
        Corrections(vec![0; 2 * BEAMS * ERRORS])
    }
}

impl ErrorSlots {
    /// Returns the indices for the player to move and the paths of the own beam and of the opponent's.
    #[inline]
    pub fn of(colour: Colour, paths: [Bitboard; BEAMS]) -> ErrorSlots {
        let place = |beam: usize| {
            let bits = paths[beam].bits();
            let mixed = (bits as u64 ^ ((bits >> 64) as u64).rotate_left(32)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            (colour.index() * BEAMS + beam) * ERRORS + (mixed >> (64 - ERRORS.trailing_zeros())) as usize
        };
        ErrorSlots([place(0), place(1)])
    }
}

impl Corrections {
    /// Sets all mean errors to zero.
    pub fn clear(&mut self) {
        self.0.fill(0);
    }

    /// Returns the static evaluation with its correction.
    #[inline]
    pub fn corrected(&self, raw: Score, places: ErrorSlots) -> Score {
        let sum: i32 = places.0.iter().map(|&place| i32::from(self.0[place])).sum();
        raw + sum * params::correction_weight() / (64 * UNIT)
    }

    /// Adds the error found by a search to a depth of `plies`. `error` is the score of the search less the corrected static
    /// evaluation, in centipawns.
    #[inline]
    pub fn add(&mut self, places: ErrorSlots, error: i32, plies: i32) {
        let limit = params::correction_limit() * UNIT;
        let bonus = (error * plies * params::correction_rate() / 8).clamp(-limit / 4, limit / 4);
        places.0.iter().for_each(|&place| add_bonus(&mut self.0[place], bonus, limit));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use khepri_rules::Square;

    fn places(colour: Colour, own: Square, opponent: Square) -> ErrorSlots {
        ErrorSlots::of(colour, [Bitboard::of(own), Bitboard::of(opponent)])
    }

    #[test]
    fn errors_move_the_evaluation_of_positions_with_the_same_beams_only() {
        let mut corrections = Corrections::default();
        let there = places(Colour::Silver, Square::J5, Square::A3);
        (0..50).for_each(|_| corrections.add(there, 40, 8));
        let by = |places| corrections.corrected(Score::DRAW, places).value();
        assert!(by(there) > 0);
        assert_eq!(by(places(Colour::Silver, Square::J4, Square::A4)), 0);
        assert_eq!(by(places(Colour::Red, Square::J5, Square::A3)), 0);
        assert_eq!(by(places(Colour::Silver, Square::J5, Square::A4)), by(there) / 2);
        corrections.clear();
        assert_eq!(corrections.corrected(Score::DRAW, there), Score::DRAW);
    }

    #[test]
    fn no_error_moves_the_evaluation_beyond_the_limit() {
        let mut corrections = Corrections::default();
        let there = places(Colour::Red, Square::E4, Square::E5);
        let most = BEAMS as i32 * params::correction_limit() * params::correction_weight() / 64;
        for error in [30_000, -30_000] {
            (0..1000).for_each(|_| corrections.add(there, error, 64));
            let by = corrections.corrected(Score::DRAW, there).value();
            assert!(by.signum() == error.signum() && by.abs() <= most, "{by}");
        }
    }
}
