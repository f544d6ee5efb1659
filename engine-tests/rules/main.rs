//! The rules: recorded data, perft counts, random games and positions, each compared with rules written a second time.

mod both_rules;
#[path = "../clean_room/mod.rs"]
mod clean_room;
mod corpus;
mod differential;
mod perft_suites;
mod properties;
#[path = "../reference/mod.rs"]
mod reference;
#[path = "../support/mod.rs"]
mod support;
mod twins;
