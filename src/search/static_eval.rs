//! What is known of a position before any move is searched: its static evaluation, and the opponent's threat.
//!
//! The threat is this game's "in check". A beam that hits nothing now may hit the Pharaoh after one quiet move, which the
//! evaluation cannot see. So the opponent's shots are listed as if the player to move passed without a shot.

use super::gain;
use crate::eval::Score;
use crate::rules::gaining::Scratch;
use crate::rules::{Beam, Bitboard, Kind, Position, lethal};

/// The best that the opponent's next shot can do if the player to move passes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Threat {
    /// It gains nothing.
    None,
    /// It gains material.
    Piece,
    /// It hits the Pharaoh of the player to move.
    Pharaoh,
    /// The threat has not been determined yet.
    Unknown,
    /// It does not hit the Pharaoh. Whether it gains material has not been determined yet. The table stores it as unknown.
    NotPharaoh,
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
        let threat = (self.threat as i32).min(Threat::Unknown as i32);
        ((self.score.value().clamp(-MOST, MOST) * 4 + threat) as i16) as u16
    }

    /// Unpacks both parts.
    #[inline]
    pub fn from_bits(bits: u16) -> StaticEval {
        let value = i32::from(bits as i16);
        let threat = match value & 3 {
            0 => Threat::None,
            1 => Threat::Piece,
            2 => Threat::Pharaoh,
            _ => Threat::Unknown,
        };
        StaticEval { score: Score::centipawns(value >> 2), threat }
    }

    /// Determines the threat if it is unknown. `opponent` is the opponent's beam; `scratch` is overwritten.
    #[inline]
    fn with_threat(self, position: &mut Position, opponent: &Beam, scratch: &mut Scratch) -> StaticEval {
        if !matches!(self.threat, Threat::Unknown | Threat::NotPharaoh) {
            return self;
        }
        let undo = position.make_null(Bitboard::EMPTY);
        let (loss, _) = gain::best_shot(position, opponent, scratch);
        position.unmake_null(&undo);
        let threat = if gain::hits_pharaoh(loss) {
            Threat::Pharaoh
        } else if loss > 0 {
            Threat::Piece
        } else {
            Threat::None
        };
        StaticEval { threat, ..self }
    }

    /// Determines the threat if it is unknown, as far as it is one against the Pharaoh: any other stays unknown if that is
    /// cheaper. `opponent` is the opponent's beam; `scratch` is overwritten.
    #[inline]
    pub fn with_lethal_threat(self, position: &mut Position, opponent: &Beam, scratch: &mut Scratch) -> StaticEval {
        if self.threat != Threat::Unknown {
            return self;
        }
        if !position.board().kind(Kind::Eye).is_empty() {
            return self.with_threat(position, opponent, scratch);
        }
        let own = position.side_to_move();
        let is_lethal = position.pharaoh(own).is_some_and(|square| opponent.hits().has(square))
            || lethal::lethal_move(position, own.other(), opponent).is_some();
        StaticEval { threat: if is_lethal { Threat::Pharaoh } else { Threat::NotPharaoh }, ..self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packing_keeps_the_score_and_the_threat() {
        for threat in [Threat::None, Threat::Piece, Threat::Pharaoh, Threat::Unknown] {
            for value in [-8_000, -1, 0, 1, 77, 8_000] {
                let stored = StaticEval { score: Score::centipawns(value), threat };
                assert_eq!(StaticEval::from_bits(stored.to_bits()), stored);
            }
        }
    }

    #[test]
    fn a_threat_that_is_known_in_part_is_stored_as_unknown() {
        let stored = StaticEval { score: Score::centipawns(-77), threat: Threat::NotPharaoh };
        let read = StaticEval { threat: Threat::Unknown, ..stored };
        assert_eq!(StaticEval::from_bits(stored.to_bits()), read);
    }
}
