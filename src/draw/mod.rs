//! Drawings of a board with its beams, as text, as SVG and as data.

pub mod board_svg;
pub mod board_text;
pub mod light;
pub mod scene;

pub use light::Light;
pub use scene::Scene;
