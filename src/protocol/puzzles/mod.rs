//! Puzzles, positions in which one first move is the solution: [`puzzle`] is their format with the [`themes`] of the solutions, and
//! [`json`] writes them for the page.

pub mod json;
pub mod puzzle;
pub mod themes;
