//! What the program shows and checks around the game itself.

pub mod bench;
pub mod board_svg;
pub mod board_text;
pub mod light;
pub mod openings;
pub mod scene;
pub mod speedup;
pub mod suite;
pub mod tactics;
pub mod tune;
pub mod wdl_fit;

pub use light::Light;
pub use scene::Scene;
