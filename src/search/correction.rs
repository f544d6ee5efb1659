//! What the evaluation has been wrong about: how far the search's scores were from it, remembered by what the positions
//! have in common, and added to it afterwards.
//!
//! Source: <https://www.chessprogramming.org/Static_Evaluation_Correction_History>. What positions have in common here is the
//! path of a beam.

use super::Depth;
use super::params;
use crate::eval::Score;
use crate::rules::{Bitboard, Colour};

/// Slots for each colour and beam, a power of two.
const SLOTS: usize = 1 << 13;

/// Counters are kept in this part of a centipawn.
const GRAIN: i32 = 256;

/// The most a counter says. Centipawns.
const LIMIT: i32 = 64;

/// Counters by the colour to move and the path of its own beam, and by that of the opponent's.
pub struct Corrections(Vec<i16>);

impl Default for Corrections {
    /// All zero.
    fn default() -> Corrections {
        Corrections(vec![0; 2 * 2 * SLOTS])
    }
}

fn slot(which: usize, colour: Colour, path: Bitboard) -> usize {
    let bits = path.bits();
    let mixed = (bits as u64 ^ ((bits >> 64) as u64).rotate_left(40)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (which * 2 + colour.index()) * SLOTS + (mixed >> 51) as usize
}

const _: () = assert!(SLOTS == 1 << (64 - 51));

impl Corrections {
    /// The evaluation as it should be, for the player to move with these paths of the own and the opponent's beam.
    #[inline]
    pub fn apply(&self, eval: Score, colour: Colour, paths: [Bitboard; 2]) -> Score {
        let sum: i32 = (0..2).map(|which| i32::from(self.0[slot(which, colour, paths[which])])).sum();
        Score::centipawns(eval.value() + sum * params::correction_weight() / (1024 * GRAIN / 4))
    }

    /// The search has found that the evaluation was `error` centipawns too low.
    #[inline]
    pub fn update(&mut self, colour: Colour, paths: [Bitboard; 2], error: i32, depth: Depth) {
        let weight = (depth.plies() + 1).min(16);
        for (which, path) in paths.into_iter().enumerate() {
            let counter = &mut self.0[slot(which, colour, path)];
            let goal = error.clamp(-LIMIT, LIMIT) * GRAIN;
            *counter = ((i32::from(*counter) * (256 - weight) + goal * weight) / 256) as i16;
        }
    }
}
