//! The static evaluation: a weighted sum of terms. Each term is the difference of both colours, so that the evaluation is
//! the same after a half-turn of the board with the colours exchanged.
//!
//! It is linear in its [weights](params), so that `khepri tune` can fit them.

pub mod accumulators;
mod changes;
pub mod inputs;
pub mod network;
pub mod params;
pub mod score;
pub mod terms;
pub mod wdl;
pub mod worth;

use crate::rules::{Beam, Colour, Kind, Position, RuleSet};
use params::{TERMS, Term, weights};
pub use score::Score;
use std::fmt::Write;

/// The unit of weights in a centipawn.
const PER_CENTIPAWN: i32 = params::PYRAMID / 100;

/// Returns the evaluation in centipawns from the view of the side to move. `beams` are by [`Colour::index`].
#[inline]
pub fn evaluate(position: &Position, beams: [&Beam; 2]) -> Score {
    let weights = weights(position.rule_set());
    let mut sum = 0;
    terms::count(position, beams, |term, count| sum += weights[term.index()] * count);
    let value = sum / PER_CENTIPAWN;
    Score::centipawns(if position.side_to_move() == Colour::Silver { value } else { -value })
}

/// Traces both beams, by [`Colour::index`].
fn beams(position: &Position) -> [Beam; 2] {
    Colour::ALL.map(|colour| {
        let mut beam = Beam::new();
        position.trace(colour, &mut beam);
        beam
    })
}

/// Returns the evaluation from the view of the side to move. Both Pharaohs stand.
pub fn evaluate_position(position: &Position) -> Score {
    evaluate(position, beams(position).each_ref())
}

/// Returns the value that a hit on a piece takes from its owner, in centipawns; 0 for a Pharaoh, whose loss ends the game.
#[inline(always)]
pub fn hit_value(rule_set: RuleSet, kind: Kind) -> i32 {
    params::HIT_VALUES[kind.index()][rule_set as usize]
}

/// Returns the count of each term for Silver less that for Red, by [`Term::index`]. Both Pharaohs stand.
pub fn counts(position: &Position) -> [i32; TERMS] {
    let mut counts = [0; TERMS];
    terms::count(position, beams(position).each_ref(), |term, count| counts[term.index()] += count);
    counts
}

/// Returns the evaluation term by term as a table of text: the count for Silver less that for Red, the weight and their
/// product. The last line is the total from the view of the side to move.
pub fn explain(position: &Position) -> String {
    let weights = weights(position.rule_set());
    let pyramids = |value: i32| f64::from(value) / f64::from(params::PYRAMID);
    let mut text = format!("{:<20}{:>8}{:>10}{:>10}\n", "term", "count", "weight", "pyramids");
    for (&term, (count, weight)) in Term::ALL.iter().zip(counts(position).into_iter().zip(weights)) {
        if count != 0 {
            let (each, all) = (pyramids(*weight), pyramids(count * weight));
            let _ = writeln!(text, "{:<20}{count:>8}{each:>10.3}{all:>10.3}", term.name());
        }
    }
    let total = if position.pharaohs_stand() { evaluate_position(position) } else { Score::DRAW };
    let _ = write!(text, "total {} for {} to move", total.value(), position.side_to_move().name());
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::opening;
    use crate::rules::{Piece, Setup, Square};

    /// The greatest difference of a hit value and the mean, in centipawns.
    const TOLERANCE: i32 = 15;

    /// The pieces that no hit removes.
    const SAFE: [Kind; 3] = [Kind::Scarab, Kind::Eye, Kind::Sphinx];

    /// Returns by how much the static evaluation falls for the owner of a piece when a hit removes it.
    fn loss(setup: &Setup, square: Square, piece: Piece) -> Option<i32> {
        let silver = |setup: &Setup| {
            let position = Position::try_from(setup.clone()).ok()?;
            let score = evaluate_position(&position).value();
            Some(if position.side_to_move() == Colour::Silver { score } else { -score })
        };
        let mut after = setup.clone();
        after.squares[square.index()] =
            (piece.kind() == Kind::Stack).then(|| Piece::new(piece.colour(), Kind::Obelisk, piece.orientation()));
        let change = silver(setup)? - silver(&after)?;
        Some(if piece.colour() == Colour::Silver { change } else { -change })
    }

    #[test]
    fn hit_values_are_near_the_mean_loss_of_the_evaluation() {
        for (rule_set, text) in [
            (RuleSet::Khet2, include_str!("../../positions/openings/khet2.txt")),
            (RuleSet::Khet1, include_str!("../../positions/openings/khet1.txt")),
            (RuleSet::Deflexion, include_str!("../../positions/openings/deflexion.txt")),
        ] {
            let mut losses = [const { Vec::new() }; Kind::ALL.len()];
            for opening in opening::read_all(text).expect("openings").iter().step_by(10) {
                let setup = opening.game().position().setup();
                for (square, piece) in setup.pieces() {
                    if !SAFE.contains(&piece.kind()) {
                        losses[piece.kind().index()].extend(loss(&setup, square, piece));
                    }
                }
            }
            for kind in Kind::ALL.into_iter().filter(|&kind| kind != Kind::Pharaoh) {
                let losses = &losses[kind.index()];
                let mean = losses.iter().sum::<i32>() / losses.len().max(1) as i32;
                let off = (hit_value(rule_set, kind) - mean).abs();
                assert!(off <= TOLERANCE, "{} {}: the mean is {mean}", rule_set.name(), kind.name());
            }
        }
    }
}
