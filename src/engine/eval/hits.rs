//! The values of hits: what the owner of a piece loses when a hit removes it.

use khepri_rules::{Kind, RuleSet};

/// The values in centipawns, by kind and rule set. They order shots and prune hopeless ones. They were chosen by matches.
/// Values from the mean losses of the network's score were also tried, and played worse. Those were lower for Anubis and
/// Obelisk.
///
/// A stack loses only its top Obelisk. The value of a Pharaoh is 0, since its loss ends the game. The values of a Scarab, an
/// Eye and a Sphinx are 0, since no hit removes them.
static VALUES: [[i32; RuleSet::ALL.len()]; Kind::ALL.len()] = {
    let mut values = [[0; RuleSet::ALL.len()]; Kind::ALL.len()];
    values[Kind::Pyramid.index()] = [97, 106, 100];
    values[Kind::Anubis.index()] = [113, 0, 0];
    values[Kind::Obelisk.index()] = [0, 38, 60];
    values[Kind::Stack.index()] = [0, 46, 0];
    values
};

/// Returns the value that a hit on a piece takes from its owner, in centipawns.
#[inline(always)]
pub fn hit_value(rule_set: RuleSet, kind: Kind) -> i32 {
    VALUES[kind.index()][rule_set as usize]
}

#[cfg(test)]
mod tests {
    use super::*;
    use khepri_rules::internal::optics::{Effect, effect};
    use khepri_rules::{Colour, Direction, Orientation, Piece};

    /// Returns whether a beam can hit a piece of this kind from any side.
    fn can_be_hit(kind: Kind) -> bool {
        let orientations = (1..=kind.orientations()).filter_map(Orientation::from_digit);
        let mut pieces = orientations.map(|orientation| Piece::new(Colour::Silver, kind, orientation));
        pieces.any(|piece| Direction::ALL.iter().any(|&direction| effect(piece, direction) == Effect::Hit))
    }

    #[test]
    fn exactly_the_pieces_that_a_hit_removes_without_ending_the_game_have_a_value() {
        for rule_set in RuleSet::ALL {
            for kind in Kind::ALL {
                let is_lost = kind != Kind::Pharaoh && rule_set.rules().kinds.contains(&kind) && can_be_hit(kind);
                assert_eq!(hit_value(rule_set, kind) > 0, is_lost, "{} {}", rule_set.name(), kind.name());
            }
        }
    }

    #[test]
    fn values_are_in_centipawns() {
        // A Pyramid is worth about 100. Each other range includes the value that won a match and excludes values that lost.
        let ranges =
            [(Kind::Pyramid, 90..=110), (Kind::Anubis, 100..=125), (Kind::Obelisk, 33..=66), (Kind::Stack, 33..=66)];
        for (kind, range) in ranges {
            let values = RuleSet::ALL.map(|rule_set| hit_value(rule_set, kind));
            assert!(values.iter().all(|value| *value == 0 || range.contains(value)), "{}: {values:?}", kind.name());
        }
    }
}
