//! What the soak is made of: games under changing settings, and samples of the process that plays them.

pub mod game;
pub mod household;
