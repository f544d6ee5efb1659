//! What is known of a position before any move is searched: its static evaluation, and the opponent's threat.
//!
//! The threat is this game's "in check". A beam that hits nothing now may hit the Pharaoh after one quiet move, which the
//! evaluation cannot see. So `lethal` looks for a shot of the opponent as if the player to move passed without a shot.

use crate::eval::Score;
use crate::rules::{Beam, Position};
use crate::shots::approaches::Approaches;
use crate::shots::lethal;

/// Whether the opponent's next shot hits the Pharaoh of the player to move, but not the opponent's own, if that player passes.
/// A standing shot at the Pharaoh always counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Threat {
    /// There is no such shot.
    None,
    /// There is one.
    Pharaoh,
    /// That is not determined yet.
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

    /// Determines the threat if it is unknown. `opponent` is the opponent's beam.
    #[inline]
    pub fn with_threat(self, position: &Position, opponent: &Beam) -> StaticEval {
        if self.threat != Threat::Unknown {
            return self;
        }
        let own = position.side_to_move();
        let is_lethal = position.pharaoh(own).is_some_and(|pharaoh| {
            opponent.hits().has(pharaoh) || {
                let approaches = Approaches::of(position.board(), pharaoh);
                lethal::lethal_move(position, own.other(), opponent, &approaches).is_some()
            }
        });
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

    /// Returns the threat against the player to move, found from nothing.
    fn threat(kfen: &str) -> Threat {
        let position: Position = kfen.parse().expect(kfen);
        let unknown = StaticEval { score: Score::DRAW, threat: Threat::Unknown };
        unknown.with_threat(&position, &position.beam(position.side_to_move().other())).threat
    }

    #[test]
    fn a_threat_is_a_shot_that_hits_the_pharaoh_and_not_the_opponents_own() {
        assert_eq!(threat("x39/4k5/////4K5/9X1 s khet2"), Threat::None);
        // Silver's standing shot hits its own Pharaoh, and with its Eye rotated it hits both.
        assert_eq!(threat("//9K/8kE2//// r khet1 0 1"), Threat::None);
        // The standing shot hits both. It is a threat even if the opponent cannot spare its own, as on the second board.
        assert_eq!(threat("/e1K8/////k9/ s khet1 0 1"), Threat::Pharaoh);
        assert_eq!(threat("9K/6k2E1/e19///5s14/e22p26/ r khet1 0 1"), Threat::Pharaoh);
    }
}
