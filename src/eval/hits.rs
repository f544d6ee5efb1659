//! The values of hits: what the owner of a piece loses when a hit removes it.

use crate::rules::{Kind, RuleSet};

/// The values in centipawns, by kind and rule set. They order shots and prune hopeless ones. Matches decide them: players with the
/// mean losses of the network, which are lower for Anubis and Obelisk, lost. A stack loses only its top Obelisk. A Pharaoh has
/// none, since its loss ends the game, and a Scarab, an Eye and a Sphinx have none, since no hit removes them.
static VALUES: [[i32; RuleSet::ALL.len()]; Kind::ALL.len()] = {
    let mut values = [[0; RuleSet::ALL.len()]; Kind::ALL.len()];
    values[Kind::Pyramid.index()] = [97, 106, 100];
    values[Kind::Anubis.index()] = [113, 0, 0];
    values[Kind::Obelisk.index()] = [0, 38, 60];
    values[Kind::Stack.index()] = [0, 46, 0];
    values
};

/// Returns the value that a hit on a piece takes from its owner, in centipawns; 0 for a Pharaoh, whose loss ends the game.
#[inline(always)]
pub fn hit_value(rule_set: RuleSet, kind: Kind) -> i32 {
    VALUES[kind.index()][rule_set as usize]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::accumulators::evaluate;
    use crate::eval::network;
    use crate::notation::opening;
    use crate::rules::{Colour, Piece, Position, Setup, Square};

    /// The greatest factor between a value and the mean loss.
    const FACTOR: i32 = 10;

    /// The pieces that no hit removes.
    const SAFE: [Kind; 3] = [Kind::Scarab, Kind::Eye, Kind::Sphinx];

    /// Returns the position after a hit has removed a piece, if the rules allow it.
    fn without(setup: &Setup, square: Square, piece: Piece) -> Option<Position> {
        let mut after = setup.clone();
        after.squares[square.index()] =
            (piece.kind() == Kind::Stack).then(|| Piece::new(piece.colour(), Kind::Obelisk, piece.orientation()));
        Position::try_from(after).ok()
    }

    /// Returns by how much the score of the embedded network falls for the owner of a piece when a hit removes it, by kind.
    fn losses(openings: &str) -> [Vec<i32>; Kind::ALL.len()] {
        let network = network::embedded();
        let score = |position: &Position, colour: Colour| {
            let value = evaluate(&network, position).value();
            if position.side_to_move() == colour { value } else { -value }
        };
        let mut losses = [const { Vec::new() }; Kind::ALL.len()];
        for opening in opening::read_all(openings).expect("openings").iter().step_by(10) {
            let game = opening.game();
            let (position, setup) = (game.position(), game.position().setup());
            for (square, piece) in setup.pieces().filter(|(_, piece)| !SAFE.contains(&piece.kind())) {
                if let Some(after) = without(&setup, square, piece) {
                    losses[piece.kind().index()].push(score(position, piece.colour()) - score(&after, piece.colour()));
                }
            }
        }
        losses
    }

    #[test]
    fn values_have_the_size_of_the_losses() {
        for (rule_set, openings) in [
            (RuleSet::Khet2, include_str!("../../positions/openings/khet2.txt")),
            (RuleSet::Khet1, include_str!("../../positions/openings/khet1.txt")),
            (RuleSet::Deflexion, include_str!("../../positions/openings/deflexion.txt")),
        ] {
            let losses = losses(openings);
            let means = losses.each_ref().map(|losses| losses.iter().sum::<i32>() / losses.len().max(1) as i32);
            let values = Kind::ALL.map(|kind| hit_value(rule_set, kind));
            for kind in Kind::ALL {
                let (mean, value) = (means[kind.index()], values[kind.index()]);
                let about = format!("{} {}: mean {mean}, value {value}", rule_set.name(), kind.name());
                assert_eq!(value > 0, mean > 0, "{about}");
                assert!((mean / FACTOR..=mean * FACTOR).contains(&value), "{about}");
            }
        }
    }
}
