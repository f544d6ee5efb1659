//! The inputs of the network: the features of a position, each 0 or 1.
//!
//! Each player has a view of the position, in which that player is Silver. Red's view rotates the board by half a turn and
//! exchanges the colours. An input is
//!
//! - a piece on a square: own or the opponent's, of a kind, in an orientation;
//! - light on a square: of the own beam or of the opponent's, in a direction;
//! - a hit: the square where the own or the opponent's standing shot hits a piece;
//! - the rule set.

pub use super::changes::Input;
use super::changes::{Changes, Difference, Rows};
use super::legs::{self, DIRECTIONS, LEGS, Leg};
use khepri_rules::internal::square::SQUARES;
use khepri_rules::internal::util::sort::sort_few;
use khepri_rules::internal::{beam, piece};
use khepri_rules::{Beam, Colour, Piece, Position, RuleSet, Square};

/// The number of oriented pieces of one colour. Pharaoh, Obelisk and stack have one orientation, Scarab and Eye two, the others
/// four.
const SHAPES: usize = 19;

/// The first input of each part.
const LIGHT: usize = 2 * SHAPES * SQUARES;
const HITS: usize = LIGHT + 2 * DIRECTIONS * SQUARES;
const RULE_SETS: usize = HITS + 2 * SQUARES;

/// The number of inputs of one view.
pub const INPUTS: usize = RULE_SETS + RuleSet::ALL.len();

/// The number of rows of weights after the rows of the inputs: one for each leg of the own beam, then one for each leg of the
/// opponent's beam.
pub(super) const LEG_ROWS: usize = 2 * LEGS;

/// The number of sets of weights of the later layers: one for each rule set with Eyes and one for each without.
pub const BUCKETS: usize = 2 * RuleSet::ALL.len();

/// The first input of each piece, by the [`Colour::index`] of the view and by [`Piece::index`].
static PIECES: [[u16; Piece::COUNT]; 2] = pieces();

const fn pieces() -> [[u16; Piece::COUNT]; 2] {
    use khepri_rules::{Kind, Orientation};
    let mut table = [[0; Piece::COUNT]; 2];
    let mut side = 0;
    let mut next = 0;
    while side < 2 {
        let mut kind = 0;
        while kind < Kind::ALL.len() {
            let mut digit = 1;
            while digit <= Kind::ALL[kind].orientations() {
                if let Some(orientation) = Orientation::from_digit(digit) {
                    let piece = Piece::new(Colour::ALL[side], Kind::ALL[kind], orientation);
                    let first = (next * SQUARES) as u16;
                    table[0][piece.index()] = first;
                    table[1][piece.half_turn().index()] = first;
                }
                next += 1;
                digit += 1;
            }
            kind += 1;
        }
        side += 1;
    }
    assert!(next == 2 * SHAPES);
    table
}

/// Returns the square as a player sees it.
#[inline(always)]
fn seen(view: Colour, square: Square) -> usize {
    match view {
        Colour::Silver => square.index(),
        Colour::Red => SQUARES - 1 - square.index(),
    }
}

/// Returns the inputs of a piece on a square.
#[inline(always)]
fn of_piece(piece: Piece, square: Square) -> Rows {
    Colour::ALL.map(|view| PIECES[view.index()][piece.index()] + seen(view, square) as u16)
}

/// Returns the inputs of light of a colour's beam on a square. `direction` is a
/// [`Direction::index`](khepri_rules::Direction::index).
#[inline(always)]
fn light(colour: Colour, direction: usize, square: Square) -> Rows {
    Colour::ALL.map(|view| {
        let side = usize::from(colour != view);
        // Half a turn of the board reverses every direction.
        let direction = if view == Colour::Silver { direction } else { direction ^ 2 };
        (LIGHT + (side * DIRECTIONS + direction) * SQUARES + seen(view, square)) as u16
    })
}

/// Returns the rows of a leg of a colour's beam, if it lights any square.
#[inline(always)]
fn leg_rows(colour: Colour, leg: &beam::Leg) -> Option<Rows> {
    let [own, opponent] = legs::numbers(leg)?;
    let row = |view: Colour, leg: Leg| (INPUTS + usize::from(colour != view) * LEGS) as u16 + leg;
    Some([row(Colour::Silver, own), row(Colour::Red, opponent)])
}

/// Calls `each` for every leg with three arguments: its row, the row of the leg that is one square shorter (if there is one),
/// and the input of light on its last square. Shorter legs come before longer ones.
pub(super) fn each_leg_row(mut each: impl FnMut(Input, Option<Input>, Input)) {
    for colour in Colour::ALL {
        legs::each(|leg, shorter, direction, square| {
            let row = |leg| (INPUTS + colour.index() * LEGS) as u16 + leg;
            each(row(leg), shorter.map(row), light(colour, direction, square)[0]);
        });
    }
}

/// Returns the inputs of a hit of a colour's standing shot on a square.
#[inline(always)]
fn hit(colour: Colour, square: Square) -> Rows {
    Colour::ALL.map(|view| (HITS + usize::from(colour != view) * SQUARES + seen(view, square)) as u16)
}

/// Returns the inputs of a rule set.
#[inline(always)]
fn rule_set(set: RuleSet) -> Rows {
    [(RULE_SETS + set as usize) as u16; 2]
}

/// Returns, for each input of one player's view, the input of the other player's view for the same piece, light, hit or rule
/// set.
pub fn other_view() -> Vec<Input> {
    use khepri_rules::{Kind, Orientation};
    let mut others = vec![0; INPUTS];
    let mut pair = |[one, other]: Rows| others[usize::from(one)] = other;
    for square in Square::ALL {
        for colour in Colour::ALL {
            for kind in Kind::ALL {
                for orientation in (1..=kind.orientations()).filter_map(Orientation::from_digit) {
                    pair(of_piece(Piece::new(colour, kind, orientation), square));
                }
            }
            (0..DIRECTIONS).for_each(|direction| pair(light(colour, direction, square)));
            pair(hit(colour, square));
        }
    }
    RuleSet::ALL.into_iter().for_each(|set| pair(rule_set(set)));
    others
}

/// The inputs of light.
pub const LIGHT_INPUTS: std::ops::Range<usize> = LIGHT..HITS;

/// Returns a lower and an upper bound of the sum of the weights of the inputs that are 1 in a position.
///
/// A position has at most 30 pieces (khet1: 15 of each colour), at most one on a square. The bounds allow light on any square,
/// and 17 hits of each beam: one for each branch.
pub fn bounds(weight: impl Fn(usize) -> i32) -> [i32; 2] {
    const MOST_PIECES: usize = 30;
    const MOST_HITS: usize = 17;
    [-1, 1].map(|sign| {
        let weight = |input: usize| sign * weight(input);
        let greatest = |mut weights: Vec<i32>, count: usize| {
            sort_few(&mut weights, |one, other| one < other);
            weights.iter().rev().take(count).map(|&weight| weight.max(0)).sum::<i32>()
        };
        let on = |square: usize| (0..2 * SHAPES).map(|shape| weight(shape * SQUARES + square)).max().unwrap_or(0);
        let pieces = greatest((0..SQUARES).map(on).collect(), MOST_PIECES);
        let light = (LIGHT..HITS).map(|input| weight(input).max(0)).sum::<i32>();
        let hits =
            [HITS, HITS + SQUARES].map(|first| greatest((first..first + SQUARES).map(weight).collect(), MOST_HITS));
        let set = (RULE_SETS..INPUTS).map(weight).max().unwrap_or(0);
        sign * (pieces + light + hits[0] + hits[1] + set)
    })
}

/// Returns the index of the set of a position, below [`BUCKETS`].
#[inline(always)]
pub fn bucket(position: &Position) -> usize {
    use khepri_rules::Kind;
    2 * position.rule_set() as usize + usize::from(!position.board().kind(Kind::Eye).is_empty())
}

/// Calls `each` for every input that is 1 in a player's view of a position. `beams` are indexed by [`Colour::index`].
pub fn each(position: &Position, beams: [&Beam; 2], view: Colour, mut each: impl FnMut(Input)) {
    let each = |rows: Rows| each(rows[view.index()]);
    each_feature(position, beams, each, |each, colour, leg| {
        leg.squares().into_iter().for_each(|square| each(light(colour, leg.direction().index(), square)));
    });
}

/// Calls `each` for all rows to add for a position: the rows of its legs, and the inputs that are 1 except those of light.
/// `beams` are indexed by [`Colour::index`].
pub(super) fn each_row(position: &Position, beams: [&Beam; 2], each: impl FnMut(Rows)) {
    each_feature(position, beams, each, |each, colour, leg| leg_rows(colour, leg).into_iter().for_each(each));
}

/// Calls `each` for the features of a position except light, and `each_leg` for each leg of a colour's beam.
fn each_feature<F: FnMut(Rows)>(
    position: &Position,
    beams: [&Beam; 2],
    mut each: F,
    each_leg: impl Fn(&mut F, Colour, &beam::Leg),
) {
    each(rule_set(position.rule_set()));
    for square in Square::ALL {
        if let Some(piece) = position.piece_at(square) {
            each(of_piece(piece, square));
        }
    }
    for (colour, beam) in Colour::ALL.into_iter().zip(beams) {
        beam.legs().iter().for_each(|leg| each_leg(&mut each, colour, leg));
        beam.hits().into_iter().for_each(|square| each(hit(colour, square)));
    }
}

/// Lists the rows that differ between two positions. `before` and `now` are their
/// [`Board::bytes`](khepri_rules::Board::bytes). A leg of both positions may be listed as removed and as added, because
/// finding such legs would cost more.
#[inline]
pub(super) fn list_changes(
    before: &[u8; SQUARES],
    now: &[u8; SQUARES],
    difference: &Difference,
    Changes { added, removed }: &mut Changes,
) {
    added.clear();
    removed.clear();
    for square in difference.squares {
        let [before, now] = [before, now].map(|squares| squares[square.index()]);
        if before != now {
            if let Some(piece) = piece::from_byte(before) {
                removed.push(of_piece(piece, square));
            }
            if let Some(piece) = piece::from_byte(now) {
                added.push(of_piece(piece, square));
            }
        }
    }
    for (colour, beams) in Colour::ALL.into_iter().zip(difference.beams) {
        let Some([before, now]) = beams else { continue };
        let [gone, new] = legs::rest(before.legs(), now.legs());
        gone.iter().filter_map(|leg| leg_rows(colour, leg)).for_each(|rows| removed.push(rows));
        new.iter().filter_map(|leg| leg_rows(colour, leg)).for_each(|rows| added.push(rows));
        (before.hits() & !now.hits()).into_iter().for_each(|square| removed.push(hit(colour, square)));
        (now.hits() & !before.hits()).into_iter().for_each(|square| added.push(hit(colour, square)));
    }
}
