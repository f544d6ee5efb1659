//! The numbers of the evaluation, in centipawns; 100 are one Pyramid.

use crate::rules::Kind;

/// What a hit on a piece is worth, by [`Kind::index`]. Only what a shot can remove is worth anything; a stack is worth two
/// Obelisks. Range 0–300.
pub const VALUES: [i32; 8] = {
    let mut values = [0; 8];
    values[Kind::Pyramid.index()] = 100;
    values[Kind::Anubis.index()] = 110;
    values[Kind::Obelisk.index()] = 60;
    values[Kind::Stack.index()] = 120;
    values
};

/// For the side to move: it can do something before it is shot at. Range 0–50.
pub const TEMPO: i32 = 12;

/// A square that the own beam touches. Range 0–10.
pub const LIT: i32 = 1;

/// A square that the own beam touches in the opponent's half. Range 0–10.
pub const LIT_FAR: i32 = 1;

/// A square next to the opponent's Pharaoh that the own beam touches. Range 0–60.
pub const LIT_PHARAOH: i32 = 10;

/// The own beam hits the opponent's Pharaoh, who is to move. Range 0–300.
pub const CHECK: i32 = 60;

/// Of the value of a piece that the own beam hits, when the opponent is to move: percent. Range 0–100.
pub const THREAT: i32 = 30;

/// Of the value of an own piece that the own beam hits: percent. Range 0–100.
pub const SELF_HIT: i32 = 15;

/// An empty square through which the Pharaoh can be reached in a straight line, [`OPEN_LINE_REACH`] at most on each of the
/// four lines. Range 0–20.
pub const OPEN_LINE: i32 = 3;

/// How far an open line counts, in squares. Range 1–9.
pub const OPEN_LINE_REACH: u32 = 4;

/// An own piece that stands next to the Pharaoh, diagonals included. Range 0–30.
pub const COVER: i32 = 4;
