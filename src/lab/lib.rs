//! What makes and measures the engine Khepri: openings, games as data, the training of the network, proven puzzles, and measures of
//! the search. It may change in any version.
//!
//! [`openings`] makes openings that are balanced or have a lead. [`datagen`] plays games as data, and [`train`] makes networks and models
//! of them. [`puzzles`] proves wins and finds puzzles. [`measure`] measures accuracy and speed.
#![deny(clippy::print_stdout, clippy::print_stderr)]

pub mod datagen;
mod last_score;
pub mod measure;
pub mod openings;
pub mod puzzles;
pub mod train;
pub mod workers;
