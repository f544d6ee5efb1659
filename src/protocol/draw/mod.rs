//! Drawings of a board with its beams, as text, as SVG and as data.

pub mod beam_report;
pub mod board_svg;
pub mod board_text;
pub mod mark;
pub mod scene;

pub use beam_report::BeamReport;
pub use scene::Scene;
