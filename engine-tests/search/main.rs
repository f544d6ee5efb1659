//! The search: its mates, its lines and its answers are true, legal and reproducible, with one thread and with many.

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
