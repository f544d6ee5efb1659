//! The search: its mates, its lines and its answers are true, legal and reproducible, with one thread and with many.

mod mates;
#[path = "../reference/mod.rs"]
mod reference;
mod reproducible;
#[path = "../support/mod.rs"]
mod support;
mod tactics;
mod threads;
mod truth;
