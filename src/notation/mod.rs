//! How positions, moves and games are written down. Everything here works on what was written, before any move is made.

pub mod excerpt;
pub mod kfen;
pub mod movetext;
pub mod setups;

pub use excerpt::excerpt;
pub use setups::NamedSetup;
