//! What the program shows and checks around the game itself.

pub mod board_svg;
pub mod board_text;
pub mod scene;

pub use scene::Scene;
