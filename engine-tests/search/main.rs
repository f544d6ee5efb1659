//! Tests of the search, with one thread and with many: mates are true, lines are legal and answers are reproducible.

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
