//! How positions, moves and games are written down.

pub mod excerpt;
pub mod kfen;
pub mod kgn;
pub mod movetext;
pub mod setups;

pub use excerpt::excerpt;
pub use setups::NamedSetup;
