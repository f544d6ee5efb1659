//! Tunes numbers of an engine by games: simultaneous perturbation stochastic approximation (SPSA).
//!
//! `parameters` reads the numbers, `optimiser` has the algorithm and plays nothing, `plan` makes a match of each iteration,
//! `course` keeps the results and the values, `runner` plays the matches and `gather` takes their results
//! from other machines, and `picture` draws the course.

pub mod course;
pub mod gather;
pub mod optimiser;
pub mod parameters;
pub mod plan;
pub mod record;
pub mod runner;
