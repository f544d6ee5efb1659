//! What a position looks like before any move is tried: the evaluation, and what the opponent threatens.
//!
//! A beam that hits nothing now may hit the Pharaoh after one quiet move, and the evaluation cannot see it. So the opponent's
//! shots are looked at as if it were his turn (without making any): this game's "in check".

use super::ordering;
use super::params;
use super::worker::Worker;
use crate::eval::Score;
use crate::rules::Bitboard;

/// The worst that the opponent's next shot does if nothing is done about it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Threat {
    /// Nothing.
    None,
    /// It gains material.
    Piece,
    /// It hits the Pharaoh.
    Pharaoh,
    /// Nobody has looked.
    Unknown,
}

/// The evaluation of a position, from the view of the player to move, and the threat against him.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Assessment {
    /// Lowered by a part of what the opponent threatens to gain, if that is known.
    pub eval: Score,
    /// The threat.
    pub threat: Threat,
}

/// Evaluations are kept within this, so that there is room for the threat beside them. Centipawns.
const MOST: i32 = 8_000;

impl Assessment {
    /// As a table stores it.
    #[inline]
    pub fn to_bits(self) -> u16 {
        ((self.eval.value().clamp(-MOST, MOST) * 4 + self.threat as i32) as i16) as u16
    }

    /// As it was stored.
    #[inline]
    pub fn from_bits(bits: u16) -> Assessment {
        let value = i32::from(bits as i16);
        let threat = match value & 3 {
            0 => Threat::None,
            1 => Threat::Piece,
            2 => Threat::Pharaoh,
            _ => Threat::Unknown,
        };
        Assessment { eval: Score::centipawns(value >> 2), threat }
    }
}

impl Worker<'_> {
    /// Assesses the position at `ply`, whose beams were just traced; the threat is left for [`Worker::look_for_threat`].
    #[inline]
    pub(super) fn assess(&self, ply: usize) -> Assessment {
        Assessment { eval: self.evaluate(ply), threat: Threat::Unknown }
    }

    /// Completes an assessment, if that is still to be done; the opponent's beam was the last that was traced.
    #[inline]
    pub(super) fn look_for_threat(&mut self, assessment: Assessment) -> Assessment {
        if assessment.threat != Threat::Unknown {
            return assessment;
        }
        // As if it were the opponent's turn; nothing is shot.
        let undo = self.position.make_null(Bitboard::EMPTY);
        let (gain, _) = ordering::best_shot(&self.position, &self.enemy, &mut self.spare);
        self.position.unmake_null(&undo);
        if ordering::takes_pharaoh(gain) {
            Assessment { threat: Threat::Pharaoh, ..assessment }
        } else if gain > 0 {
            let eval = assessment.eval - gain * params::threat_percent() / 100;
            Assessment { eval, threat: Threat::Piece }
        } else {
            Assessment { threat: Threat::None, ..assessment }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_gives_back_what_was_stored() {
        for threat in [Threat::None, Threat::Piece, Threat::Pharaoh, Threat::Unknown] {
            for value in [-8_000, -1, 0, 1, 77, 8_000] {
                let assessment = Assessment { eval: Score::centipawns(value), threat };
                assert_eq!(Assessment::from_bits(assessment.to_bits()), assessment);
            }
        }
    }

    #[test]
    fn any_two_bytes_are_an_assessment() {
        for bits in 0..=u16::MAX {
            let assessment = Assessment::from_bits(bits);
            assert!(assessment.eval.value().abs() <= 1 << 13, "{bits:#x}");
            if assessment.eval.value().abs() <= MOST {
                assert_eq!(assessment.to_bits(), bits);
            }
        }
    }
}
