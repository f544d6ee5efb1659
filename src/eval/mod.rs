//! The static evaluation: a weighted sum of terms. Each term is the difference of both colours, so that the evaluation is
//! the same after a half-turn of the board with the colours exchanged.
//!
//! It is linear in its [weights](params), so that `khepri tune` can fit them.

pub mod accumulators;
mod changes;
mod hits;
pub mod inputs;
pub mod network;
pub mod params;
pub mod score;
pub mod terms;
pub mod wdl;
pub mod worth;

use crate::rules::{Beam, Colour, Position};
pub use hits::hit_value;
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
