//! What every layer may use and no layer owns.

mod available;
mod pages;
#[cfg(feature = "program")]
pub mod processor;
pub mod random;
pub mod words;
