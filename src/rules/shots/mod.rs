//! The hits of the moves of a position, found without making the moves. Perft finds the hits of its last ply in this way.
//! [`Position::beam_after`](crate::Position::beam_after) finds the same hits more slowly.

pub mod all;
pub mod approaches;
pub mod continuation;
pub mod gaining;
pub mod lethal;
pub mod perft;
pub mod reach;

/// The greatest depth of a perft, far beyond any that can be counted.
pub const DEEPEST: u32 = 63;
