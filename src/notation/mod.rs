//! The notation of positions, moves, openings and games.

pub mod excerpt;
pub mod kfen;
pub mod kgn;
pub mod lines;
pub mod movetext;
pub mod opening;
pub mod setups;

pub use excerpt::excerpt;
#[cfg(feature = "program")]
pub use {opening::Opening, setups::NamedSetup};
