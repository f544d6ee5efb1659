//! What the tests of the search's word are made of: positions with their games, what is asked, what is answered, and
//! the judge who plays out every line of it.
//!
//! The judge shares nothing with the search: lines are played by the rules written once more, repetitions are counted
//! from the squares, and forced wins are proven by looking at every move.

pub mod ask;
pub mod case;
pub mod judge;
pub mod player;
pub mod tally;
