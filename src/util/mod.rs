//! What every layer may use and no layer owns.

mod pages;
pub mod processor;
pub mod random;
pub mod words;
