//! Tests of the search with one and with several threads: correct mates, legal lines, reproducible answers.

#[path = "../clean_room/mod.rs"]
mod clean_room;
mod mates;
mod prover;
mod reproducible;
#[path = "../support/mod.rs"]
mod support;
mod tactics;
mod threads;
mod truth;
#[path = "../twin/mod.rs"]
mod twin;
