//! One game: the referee, and the rules of a match that end games early.

pub mod adjudication;
pub mod referee;
