//! Puzzles, positions in which one first move is the solution: [`puzzle`] is their format with the [`themes`] of the solutions,
//! [`daily`] the file with one for each day, and [`json`] writes them for the page.

pub mod daily;
pub mod json;
mod ply;
pub mod puzzle;
pub mod themes;
