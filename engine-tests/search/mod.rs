//! Tests of the search with one and with several threads: correct mates, legal lines, reproducible answers.

mod accuracy;
mod answers;
mod mates;
mod prover;
mod puzzles;
mod reproducible;
mod tactics;
mod threads;
mod truth;
