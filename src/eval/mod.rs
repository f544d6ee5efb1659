//! The evaluation by hand: a sum of terms, each of which counts for both colours and is taken as a difference, so that
//! half a turn of the board with the colours exchanged changes nothing.
//!
//! It is linear in its [weights](params), so that `khepri tune` can fit them. State that is updated with each move, as a
//! network will need it, will stand beside the position in the search and come in as a further argument of [`evaluate`].

pub mod params;
pub mod score;
pub mod terms;
pub mod wdl;
mod zones;

use crate::rules::{Beam, Colour, Kind, Position};
use params::{TERMS, Term, Weights, weights};
pub use score::Score;
use std::fmt::Write;
use terms::Sink;

/// Weighs the terms as they are counted.
struct Weigher {
    weights: &'static Weights,
    sum: i32,
}

impl Sink for Weigher {
    #[inline(always)]
    fn add(&mut self, term: Term, count: i32) {
        self.sum += self.weights[term.index()] * count;
    }
}

/// Weights to a hundredth of a Pyramid.
const PER_CENTIPAWN: i32 = params::PYRAMID / 100;

/// The evaluation from the view of the side to move, when the beam of each colour, by [`Colour::index`], is known.
#[inline]
pub fn evaluate(position: &Position, beams: [&Beam; 2]) -> Score {
    let mut weigher = Weigher { weights: weights(position.rule_set()), sum: 0 };
    terms::count(position, beams, &mut weigher);
    let value = weigher.sum / PER_CENTIPAWN;
    Score::centipawns(if position.side_to_move() == Colour::Silver { value } else { -value })
}

/// Both beams, by [`Colour::index`].
fn beams(position: &Position) -> [Beam; 2] {
    Colour::ALL.map(|colour| {
        let mut beam = Beam::new();
        position.trace(colour, &mut beam);
        beam
    })
}

/// The evaluation from the view of the side to move; both Pharaohs stand.
pub fn evaluate_position(position: &Position) -> Score {
    evaluate(position, beams(position).each_ref())
}

/// What a hit takes from a piece's owner, in centipawns: of a stack only the upper Obelisk goes.
#[inline]
pub const fn hit_value(kind: Kind) -> i32 {
    match kind {
        Kind::Pyramid => 100,
        Kind::Anubis => 110,
        Kind::Obelisk | Kind::Stack => 60,
        Kind::Pharaoh | Kind::Scarab | Kind::Sphinx | Kind::Eye => 0,
    }
}

/// Keeps the counts.
struct Counter([i32; TERMS]);

impl Sink for Counter {
    fn add(&mut self, term: Term, count: i32) {
        self.0[term.index()] += count;
    }
}

/// How often each term counts more for Silver than for Red, by [`Term::index`]; both Pharaohs stand.
pub fn counts(position: &Position) -> [i32; TERMS] {
    let mut counter = Counter([0; TERMS]);
    terms::count(position, beams(position).each_ref(), &mut counter);
    counter.0
}

/// The evaluation term by term, as lines of a table for people: how often more for Silver than for Red, and what that comes
/// to. The last one is the total from the view of the side to move.
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
