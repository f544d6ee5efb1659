//! The static evaluation of a position, with the opponent's threat, and the bits in which the table stores both.
//!
//! A threat corresponds to being in check in chess. The network does not tell it: a beam that hits nothing now may hit the
//! Pharaoh after one move.

use crate::eval::Score;

/// The threat against the player to move: after a pass, the opponent would have a move whose shot hits the player's Pharaoh
/// but not the opponent's own. A standing shot at the player's Pharaoh always counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Threat {
    /// The opponent has no such move, or the level that searches overlooks it.
    None,
    /// The opponent has such a move.
    Pharaoh,
    /// Not determined yet.
    Unknown,
}

/// The static evaluation of a position, from the view of the player to move, and the threat against that player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StaticEval {
    /// The score of the network before the correction; in the search of a level, with its misjudgement.
    pub raw: Score,
    /// The threat.
    pub threat: Threat,
}

/// The greatest absolute score that is stored, in centipawns. It leaves room for the threat in 16 bits.
const MOST: i32 = 8_000;

impl StaticEval {
    /// Packs both parts for the table.
    #[inline]
    pub fn to_bits(self) -> u16 {
        ((self.raw.value().clamp(-MOST, MOST) * 4 + self.threat as i32) as i16) as u16
    }

    /// Unpacks both parts.
    #[inline]
    pub fn from_bits(bits: u16) -> StaticEval {
        let value = i32::from(bits as i16);
        let threat = match value & 3 {
            0 => Threat::None,
            1 => Threat::Pharaoh,
            _ => Threat::Unknown,
        };
        StaticEval { raw: Score::centipawns(value >> 2), threat }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packing_keeps_the_score_and_the_threat() {
        for threat in [Threat::None, Threat::Pharaoh, Threat::Unknown] {
            for value in [-8_000, -1, 0, 1, 77, 8_000] {
                let stored = StaticEval { raw: Score::centipawns(value), threat };
                assert_eq!(StaticEval::from_bits(stored.to_bits()), stored);
            }
        }
    }
}
