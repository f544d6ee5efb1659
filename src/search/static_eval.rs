//! What is known of a position before any move is searched: its static evaluation, and the opponent's threat.
//!
//! The threat is this game's "in check". A beam that hits nothing now may hit the Pharaoh after one quiet move, which the
//! evaluation cannot see. So the opponent's shots are listed as if the player to move passed without a shot.

use super::gain;
use crate::eval::Score;
use crate::rules::gaining::Scratch;
use crate::rules::{Beam, Bitboard, Position, lethal};

/// Whether the opponent's next shot can hit the Pharaoh of the player to move, and not its own, if that player passes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Threat {
    /// It cannot.
    None,
    /// It can.
    Pharaoh,
    /// That has not been determined yet.
    Unknown,
}

/// The static evaluation of a position, from the view of the player to move, and the threat against that player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StaticEval {
    /// The evaluation.
    pub score: Score,
    /// The threat.
    pub threat: Threat,
}

/// The greatest absolute score that is stored, in centipawns. It leaves room for the threat in 16 bits.
const MOST: i32 = 8_000;

impl StaticEval {
    /// Packs both parts for the table.
    #[inline]
    pub fn to_bits(self) -> u16 {
        ((self.score.value().clamp(-MOST, MOST) * 4 + self.threat as i32) as i16) as u16
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
        StaticEval { score: Score::centipawns(value >> 2), threat }
    }

    /// Determines the threat if it is unknown. `opponent` is the opponent's beam; `scratch` is overwritten.
    #[inline]
    pub fn with_threat(self, position: &mut Position, opponent: &Beam, scratch: &mut Scratch) -> StaticEval {
        if self.threat != Threat::Unknown {
            return self;
        }
        let own = position.side_to_move();
        let is_hit = |colour| position.pharaoh(colour).is_some_and(|square| opponent.hits().has(square));
        let is_lethal = match (is_hit(own), is_hit(own.other())) {
            (true, false) => true,
            (false, _) => lethal::lethal_move(position, own.other(), opponent).is_some(),
            (true, true) => {
                let undo = position.make_null(Bitboard::EMPTY);
                let (gain, _) = gain::best_shot(position, opponent, scratch);
                position.unmake_null(&undo);
                gain::hits_pharaoh(gain)
            }
        };
        StaticEval { threat: if is_lethal { Threat::Pharaoh } else { Threat::None }, ..self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packing_keeps_the_score_and_the_threat() {
        for threat in [Threat::None, Threat::Pharaoh, Threat::Unknown] {
            for value in [-8_000, -1, 0, 1, 77, 8_000] {
                let stored = StaticEval { score: Score::centipawns(value), threat };
                assert_eq!(StaticEval::from_bits(stored.to_bits()), stored);
            }
        }
    }
}
