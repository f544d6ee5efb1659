//! The static evaluations and threats of recent positions. Both depend on nothing but the position and the network, and the
//! search returns to many positions that its table does not store, such as those that reverse futility cuts.

use super::static_eval::StaticEval;

/// The number of slots, a power of two.
const SLOTS: usize = 1 << 15;

/// The bits of a slot that hold the evaluation. The others are those of the key.
const EVALUATION: u64 = 0xffff;

/// A cache with one position a slot, which the next position with the same slot replaces.
pub struct Evaluations(Vec<u64>);

impl Default for Evaluations {
    /// Returns a cache without positions.
    fn default() -> Evaluations {
        Evaluations(vec![0; SLOTS])
    }
}

impl Evaluations {
    /// Removes all positions.
    pub fn clear(&mut self) {
        self.0.fill(0);
    }

    /// Returns the evaluation of the position with a key.
    #[inline]
    pub fn get(&self, key: u64) -> Option<StaticEval> {
        let slot = self.0[key as usize % SLOTS];
        ((slot ^ key) & !EVALUATION == 0).then(|| StaticEval::from_bits(slot as u16))
    }

    /// Stores the evaluation of the position with a key. A score beyond ±8,000 centipawns is clamped.
    #[inline]
    pub fn set(&mut self, key: u64, evaluation: StaticEval) {
        self.0[key as usize % SLOTS] = key & !EVALUATION | u64::from(evaluation.to_bits());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::Score;
    use crate::search::static_eval::Threat;

    #[test]
    fn a_slot_holds_the_last_position_with_its_key() {
        let evaluation = |value, threat| StaticEval { raw: Score::centipawns(value), threat };
        let mut evaluations = Evaluations::default();
        let key = 0x1234_5678_9abc_0007;
        assert_eq!(evaluations.get(key), None);
        evaluations.set(key, evaluation(-8_000, Threat::Pharaoh));
        assert_eq!(evaluations.get(key), Some(evaluation(-8_000, Threat::Pharaoh)));
        let same_slot = 0x1234_5678_9abd_0007;
        assert_eq!(evaluations.get(same_slot), None);
        evaluations.set(same_slot, evaluation(31, Threat::Unknown));
        assert_eq!(evaluations.get(same_slot), Some(evaluation(31, Threat::Unknown)));
        assert_eq!(evaluations.get(key), None);
        evaluations.clear();
        assert_eq!(evaluations.get(same_slot), None);
    }
}
