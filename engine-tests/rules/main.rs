//! Tests of the rules: recorded data, perft counts, and random games and positions compared with a second implementation.

#[path = "../clean_room/mod.rs"]
mod clean_room;
mod corpus;
mod differential;
mod perft_suites;
mod properties;
#[path = "../support/mod.rs"]
mod support;
#[path = "../twin/mod.rs"]
mod twin;
mod twins;
