//! How positions, moves, openings and games are written down.

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
