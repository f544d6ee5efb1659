//! What every layer may use and no layer owns.

pub mod words;
