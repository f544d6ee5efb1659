//! What the moves of a position hit, found without making them, and perft, which counts its last ply that way. The rules say
//! the same more slowly: [`Position::beam_after`](crate::rules::Position::beam_after) returns the shot of any move.

pub mod all;
pub mod approaches;
pub mod continuation;
pub mod gaining;
pub mod lethal;
pub mod perft;

/// The greatest depth of a perft; none of this depth ever ends.
pub const DEEPEST: u32 = 63;
