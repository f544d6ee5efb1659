//! The evaluation by hand: material, what the beams touch, and how the Pharaohs are covered.
//!
//! Every term is computed for both colours and taken as a difference, so that half a turn of the board with the colours
//! exchanged changes nothing.

pub mod params;
pub mod score;
pub mod wdl;

use crate::rules::beam::View;
use crate::rules::rays::{self, Origin, neighbours};
use crate::rules::{Beam, Bitboard, Colour, Direction, Kind, Position, Square};
pub use score::Score;
use std::fmt::Write;

/// The terms of one colour, in centipawns; the more the better for that colour.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Terms {
    /// Pieces that can be lost.
    pub material: i32,
    /// What the own beam touches and hits.
    pub beam: i32,
    /// How hard the own Pharaoh is to reach.
    pub cover: i32,
    /// The right to move.
    pub tempo: i32,
}

impl Terms {
    /// All together.
    pub fn sum(self) -> i32 {
        self.material + self.beam + self.cover + self.tempo
    }
}

/// The evaluation from the view of the side to move, when the beam of each colour, by [`Colour::index`], is known.
#[inline]
pub fn evaluate(position: &Position, beams: [&Beam; 2]) -> Score {
    let own = position.side_to_move();
    let [silver, red] = Colour::ALL.map(|colour| terms(position, colour, beams[colour.index()]).sum());
    let value = silver - red;
    Score::centipawns(if own == Colour::Silver { value } else { -value })
}

/// The evaluation from the view of the side to move; both Pharaohs stand.
pub fn evaluate_position(position: &Position) -> Score {
    let beams = Colour::ALL.map(|colour| {
        let mut beam = Beam::new();
        position.trace(colour, &mut beam);
        beam
    });
    evaluate(position, beams.each_ref())
}

/// What a piece of this kind is worth when it is hit; of a stack only the upper Obelisk goes.
#[inline]
pub fn hit_value(kind: Kind) -> i32 {
    match kind {
        Kind::Stack => params::VALUES[Kind::Obelisk.index()],
        _ => params::VALUES[kind.index()],
    }
}

/// The terms of one colour, whose beam is given.
#[inline]
pub fn terms(position: &Position, colour: Colour, beam: &Beam) -> Terms {
    let moves = position.side_to_move() == colour;
    Terms {
        material: material(position, colour),
        beam: pressure(position, colour, beam),
        cover: position.pharaoh(colour).map_or(0, |square| cover(position, colour, square)),
        tempo: if moves { params::TEMPO } else { 0 },
    }
}

fn material(position: &Position, colour: Colour) -> i32 {
    let own = position.board().colour(colour);
    [Kind::Pyramid, Kind::Anubis, Kind::Obelisk, Kind::Stack]
        .map(|kind| (own & position.board().kind(kind)).len() as i32 * params::VALUES[kind.index()])
        .iter()
        .sum()
}

/// The ranks beyond the middle, by the colour whose beam shines there.
const FAR_HALF: [Bitboard; 2] = [Bitboard::from_bits(!0 << 40), Bitboard::from_bits((1 << 40) - 1)];

fn pressure(position: &Position, colour: Colour, beam: &Beam) -> i32 {
    let path = beam.path();
    let far = path & FAR_HALF[colour.index()];
    let mut value = path.len() as i32 * params::LIT + far.len() as i32 * params::LIT_FAR;
    if let Some(target) = position.pharaoh(colour.other()) {
        value += (path & neighbours(target)).len() as i32 * params::LIT_PHARAOH;
    }
    let waits = position.side_to_move() != colour;
    for square in beam.hits() {
        let Some(piece) = position.piece_at(square) else { continue };
        if piece.colour() == colour {
            value -= hit_value(piece.kind()) * params::SELF_HIT / 100;
        } else if waits {
            let check = if piece.kind() == Kind::Pharaoh { params::CHECK } else { 0 };
            value += hit_value(piece.kind()) * params::THREAT / 100 + check;
        }
    }
    value
}

fn cover(position: &Position, colour: Colour, square: Square) -> i32 {
    let occupied = position.board().occupied();
    let open: u32 = Direction::ALL
        .into_iter()
        .map(|direction| {
            let ray = rays::ray(Origin::square(square), direction);
            let open = match rays::nearest(ray & occupied, direction) {
                None => ray.len(),
                Some(piece) => (ray & !rays::ray(Origin::square(piece), direction)).len() - 1,
            };
            open.min(params::OPEN_LINE_REACH)
        })
        .sum();
    let guards = (neighbours(square) & position.board().colour(colour)).len();
    guards as i32 * params::COVER - open as i32 * params::OPEN_LINE
}

/// The evaluation term by term, as lines of a table for people; the last one is the total from the view of the side to
/// move.
pub fn explain(position: &Position) -> String {
    let [silver, red] = Colour::ALL.map(|colour| {
        let mut beam = Beam::new();
        position.trace(colour, &mut beam);
        terms(position, colour, &beam)
    });
    let rows = [
        ("material", silver.material, red.material),
        ("beam", silver.beam, red.beam),
        ("cover", silver.cover, red.cover),
        ("tempo", silver.tempo, red.tempo),
        ("sum", silver.sum(), red.sum()),
    ];
    let mut text = format!("{:<10}{:>8}{:>8}{:>12}\n", "term", "silver", "red", "difference");
    for (name, silver, red) in rows {
        let _ = writeln!(text, "{name:<10}{silver:>8}{red:>8}{:>12}", silver - red);
    }
    let side = position.side_to_move();
    let difference = silver.sum() - red.sum();
    let total = if side == Colour::Silver { difference } else { -difference };
    let _ = write!(text, "total {} for {} to move", Score::centipawns(total).value(), side.name());
    text
}
