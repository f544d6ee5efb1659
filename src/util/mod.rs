//! What every layer may use and no layer owns.

pub mod random;
pub mod words;
