//! How positions, moves and games are written down. All but openings works on what was written,
//! before any move is made.

pub mod excerpt;
pub mod kfen;
pub mod movetext;
pub mod opening;
pub mod setups;

pub use excerpt::excerpt;
pub use opening::Opening;
pub use setups::NamedSetup;
